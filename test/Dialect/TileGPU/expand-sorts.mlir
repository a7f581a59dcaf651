// RUN: tile-opt %s --tile-expand-sorts -split-input-file | FileCheck %s

// A warp has whole rows, and a thread four elements of one: runs of 4, then
// merges. Nothing is converted, nor relabelled.
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: @within_a_warp
// CHECK-NOT: tilegpu.convert_layout
// CHECK-NOT: tilegpu.relabel
// CHECK: tilegpu.compare_exchange %{{.*}} {axis = 1 : i32, runs = 2 : i32, steps = array<i32: 7, 2, 1, 15, 4, 2, 1, 31, 8, 4, 2, 1, 63, 16, 8, 4, 2, 1>} : tensor<8x64xi32, #{{.*}}>
// CHECK-NEXT: tile.return
tile.func private @within_a_warp(%x: tensor<8x64xi32, #rows>) -> tensor<8x64xi32, #rows> {
  %0 = tile.sort %x {axis = 1 : i32} : tensor<8x64xi32, #rows>
  tile.return %0 : tensor<8x64xi32, #rows>
}

// Floating-point numbers become integers of their order, and come back.
// CHECK-LABEL: @floats
// CHECK: %[[BITS:.*]] = tile.bitcast
// CHECK: %[[SIGN:.*]] = arith.shrsi %[[BITS]]
// CHECK: %[[MAX:.*]] = arith.constant dense<32767> : tensor<8x64xi16
// CHECK: %[[MASK:.*]] = arith.andi %[[SIGN]], %[[MAX]]
// CHECK: %[[KEY:.*]] = arith.xori %[[BITS]], %[[MASK]]
// CHECK: %[[SORTED:.*]] = tilegpu.compare_exchange %[[KEY]] {axis = 1 : i32, descending
// CHECK: arith.xori %[[SORTED]]
// CHECK: tile.bitcast {{.*}} -> tensor<8x64xf16
tile.func private @floats(%x: tensor<8x64xf16, #rows>) -> tensor<8x64xf16, #rows> {
  %0 = tile.sort %x {axis = 1 : i32, descending} : tensor<8x64xf16, #rows>
  tile.return %0 : tensor<8x64xf16, #rows>
}

// What is bitonic takes the last merge only.
// CHECK-LABEL: @bitonic
// CHECK-NOT: tilegpu.convert_layout
// CHECK-NOT: tilegpu.relabel
// CHECK: tilegpu.compare_exchange %{{.*}} {axis = 1 : i32, descending, runs = 0 : i32, steps = array<i32: 32, 16, 8, 4, 2, 1>} : tensor<8x64xi32, #{{.*}}>
// CHECK-NEXT: tile.return
tile.func private @bitonic(%x: tensor<8x64xi32, #rows>) -> tensor<8x64xi32, #rows> {
  %0 = tile.sort %x {axis = 1 : i32, bitonic, descending} : tensor<8x64xi32, #rows>
  tile.return %0 : tensor<8x64xi32, #rows>
}

// Equal keys are not told apart by what goes along: the rest would not be
// bitonic any more.
// CHECK-LABEL: @bitonic_pairs
// CHECK-NOT: arith.shli
// CHECK: tilegpu.compare_exchange %{{.*}}, %{{.*}} {axis = 1 : i32, runs = 0 : i32, steps = array<i32: 32, 16, 8, 4, 2, 1>} : tensor<8x64xi16, #{{.*}}>, tensor<8x64xi8, #{{.*}}>
tile.func private @bitonic_pairs(%x: tensor<8x64xi16, #rows>, %y: tensor<8x64xi8, #rows>) -> (tensor<8x64xi16, #rows>, tensor<8x64xi8, #rows>) {
  %0:2 = tile.sort %x, %y {axis = 1 : i32, bitonic} : tensor<8x64xi16, #rows>, tensor<8x64xi8, #rows>
  tile.return %0#0, %0#1 : tensor<8x64xi16, #rows>, tensor<8x64xi8, #rows>
}

// What is equal is the same: nothing is carried along.
// CHECK-LABEL: @stable_alone
// CHECK-NOT: tile.make_range
// CHECK: tilegpu.compare_exchange %{{[^,]*}} {
tile.func private @stable_alone(%x: tensor<8x64xi32, #rows>) -> tensor<8x64xi32, #rows> {
  %0 = tile.sort %x {axis = 1 : i32, stable} : tensor<8x64xi32, #rows>
  tile.return %0 : tensor<8x64xi32, #rows>
}

// The place of an element goes below its key: in 32 bits where that fits.
// CHECK-LABEL: @stable_narrow
// CHECK: tile.make_range
// CHECK: arith.extsi {{.*}} to tensor<8x64xi32
// CHECK: arith.shli
// CHECK: %[[KEY:.*]] = arith.ori
// CHECK: tilegpu.compare_exchange %[[KEY]], %{{.*}} : tensor<8x64xi32, #{{.*}}>, tensor<8x64xf32, #{{.*}}>
tile.func private @stable_narrow(%x: tensor<8x64xi16, #rows>, %v: tensor<8x64xf32, #rows>) -> (tensor<8x64xi16, #rows>, tensor<8x64xf32, #rows>) {
  %0, %1 = tile.sort %x, %v {axis = 1 : i32, stable} : tensor<8x64xi16, #rows>, tensor<8x64xf32, #rows>
  tile.return %0, %1 : tensor<8x64xi16, #rows>, tensor<8x64xf32, #rows>
}

// CHECK-LABEL: @stable_wide
// CHECK: tilegpu.compare_exchange %{{.*}} : tensor<8x64xi64, #{{.*}}>, tensor<8x64xf32, #{{.*}}>
tile.func private @stable_wide(%x: tensor<8x64xi32, #rows>, %v: tensor<8x64xf32, #rows>) -> (tensor<8x64xi32, #rows>, tensor<8x64xf32, #rows>) {
  %0, %1 = tile.sort %x, %v {axis = 1 : i32, stable} : tensor<8x64xi32, #rows>, tensor<8x64xf32, #rows>
  tile.return %0, %1 : tensor<8x64xi32, #rows>, tensor<8x64xf32, #rows>
}

// CHECK-LABEL: @stable_widest
// CHECK: tilegpu.compare_exchange %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i32, breaksTies, {{.*}}} : tensor<8x64xi64, #{{.*}}>, tensor<8x64xi32, #{{.*}}>, tensor<8x64xf32, #{{.*}}>
tile.func private @stable_widest(%x: tensor<8x64xi64, #rows>, %v: tensor<8x64xf32, #rows>) -> (tensor<8x64xi64, #rows>, tensor<8x64xf32, #rows>) {
  %0, %1 = tile.sort %x, %v {axis = 1 : i32, stable} : tensor<8x64xi64, #rows>, tensor<8x64xf32, #rows>
  tile.return %0, %1 : tensor<8x64xi64, #rows>, tensor<8x64xf32, #rows>
}

// A key and one more of 32 bits in all: one integer.
// CHECK-LABEL: @pair
// CHECK: tilegpu.compare_exchange %{{[^,]*}} {{.*}} : tensor<8x64xi32, #{{.*}}>
// CHECK: arith.shrui
tile.func private @pair(%x: tensor<8x64xi16, #rows>, %v: tensor<8x64xf16, #rows>) -> (tensor<8x64xi16, #rows>, tensor<8x64xf16, #rows>) {
  %0, %1 = tile.sort %x, %v {axis = 1 : i32, isUnsigned} : tensor<8x64xi16, #rows>, tensor<8x64xf16, #rows>
  tile.return %0, %1 : tensor<8x64xi16, #rows>, tensor<8x64xf16, #rows>
}

// One sort after the other.
// CHECK-LABEL: @chain
// CHECK: %[[ONE:.*]] = tilegpu.compare_exchange
// CHECK: tilegpu.compare_exchange %[[ONE]] {{{.*}}descending
tile.func private @chain(%x: tensor<8x64xi32, #rows>) -> tensor<8x64xi32, #rows> {
  %0 = tile.sort %x {axis = 1 : i32} : tensor<8x64xi32, #rows>
  %1 = tile.sort %0 {axis = 1 : i32, descending} : tensor<8x64xi32, #rows>
  tile.return %1 : tensor<8x64xi32, #rows>
}

// Nothing to do.
// CHECK-LABEL: @no_sort
// CHECK-NEXT: tile.return
tile.func private @no_sort(%x: tensor<8x64xi32, #rows>) -> tensor<8x64xi32, #rows> {
  tile.return %x : tensor<8x64xi32, #rows>
}
}

// -----

// A row of four warps: two conversions for each of the two bits of the warp.
#row = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: @between_warps
// CHECK: tilegpu.compare_exchange {{.*}} runs = 3
// CHECK: tilegpu.convert_layout
// CHECK: tilegpu.compare_exchange {{.*}} steps = array<i32: 511, 128, 64>
// CHECK: tilegpu.convert_layout
// CHECK: tilegpu.compare_exchange {{.*}} steps = array<i32: 32, 16, 8, 4, 2, 1>
// CHECK: tilegpu.convert_layout
// CHECK: tilegpu.compare_exchange {{.*}} steps = array<i32: 1023, 256, 128>
// CHECK: tilegpu.convert_layout
// CHECK: tilegpu.compare_exchange {{.*}} steps = array<i32: 64, 32, 16, 8, 4, 2, 1>
// CHECK-NEXT: tile.return
tile.func private @between_warps(%x: tensor<1024xi32, #row>) -> tensor<1024xi32, #row> {
  %0 = tile.sort %x {axis = 0 : i32} : tensor<1024xi32, #row>
  tile.return %0 : tensor<1024xi32, #row>
}

// Each warp keeps 8 of its own; 32 elements meet in each warp then.
// CHECK-LABEL: @topk
// CHECK: tilegpu.relabel
// CHECK: tilegpu.compare_exchange {{.*}}descending, runs = 3
// CHECK: tilegpu.keep_first {{.*}} distance = 519 : i32{{.*}} : tensor<1024xi32, {{.*}} -> tensor<512xi32
// CHECK: tilegpu.compare_exchange {{.*}} steps = array<i32: 4, 2, 1>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tilegpu.keep_first {{.*}} -> tensor<32xi32
// CHECK: tilegpu.convert_layout {{.*}} : tensor<32xi32
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tilegpu.keep_first {{.*}} -> tensor<8xi32
// CHECK: tile.return
tile.func private @topk(%x: tensor<1024xi32, #row>) -> tensor<8xi32, #row> {
  %0 = tile.topk %x {axis = 0 : i32, k = 8 : i32} : tensor<1024xi32, #row> -> tensor<8xi32, #row>
  tile.return %0 : tensor<8xi32, #row>
}
}
