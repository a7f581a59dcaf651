// RUN: tile-opt %s --tile-choose-dot-layouts | FileCheck %s

#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #tile.slice<{dim = 0, parent = #blocked}>

// CHECK-DAG: #[[BLOCKED:.*]] = #tile.blocked<{sizePerThread = [1, 1]
// CHECK-DAG: #[[MMA:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #[[ROWS:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-DAG: #[[A2:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 2}>
// CHECK-DAG: #[[B2:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 2}>
// CHECK-DAG: #[[A4:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 4}>
// CHECK-DAG: #[[B4:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 4}>
// CHECK-DAG: #[[AR:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[ROWS]], kWidth = 2}>
// CHECK-DAG: #[[FMA:.*]] = #tile.blocked<{sizePerThread = [4, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[AF:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[FMA]]}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// CHECK-LABEL: @loads_are_converted
tile.func private @loads_are_converted(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK: %[[A:.*]] = tile.load
  // CHECK: %[[B:.*]] = tile.load
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x64x!tile.ptr<f16>, #blocked>
  // CHECK: %[[X:.*]] = tilegpu.convert_layout pinned %[[A]] : {{.*}} -> tensor<64x32xf16, #[[A2]]>
  // CHECK: %[[Y:.*]] = tilegpu.convert_layout pinned %[[B]] : {{.*}} -> tensor<32x64xf16, #[[B2]]>
  // CHECK: %[[Z:.*]] = tilegpu.convert_layout %{{.*}} : {{.*}} -> tensor<64x64xf32, #[[MMA]]>
  // CHECK: %[[D:.*]] = tile.dot %[[X]], %[[Y]], %[[Z]]
  // CHECK: %[[R:.*]] = tilegpu.convert_layout %[[D]] : {{.*}} -> tensor<64x64xf32, #[[BLOCKED]]>
  // CHECK: tile.return %[[R]]
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return %d : tensor<64x64xf32, #blocked>
}

// What is loaded as i8 is converted as i8; both operands hold 4 neighbours.
// CHECK-LABEL: @dequantised
tile.func private @dequantised(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<i8>, #blocked>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %i = tile.load %q : tensor<32x64x!tile.ptr<i8>, #blocked>
  %b = arith.sitofp %i : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
  // CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<32x64xi8, #[[B4]]>
  // CHECK: arith.sitofp {{.*}} to tensor<32x64xf16, #[[B4]]>
  // CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<64x32xf16, #[[A4]]>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return %d : tensor<64x64xf32, #blocked>
}

// The loaded tile is transposed as fragments.
// CHECK-LABEL: @transposed
tile.func private @transposed(%a: tensor<64x32xf16, #blocked>, %q: tensor<64x32x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %l = tile.load %q : tensor<64x32x!tile.ptr<f16>, #blocked>
  %t = tile.trans %l {order = array<i32: 1, 0>} : tensor<64x32xf16, #blocked> -> tensor<32x64xf16, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>>
  %b = tilegpu.convert_layout %t : tensor<32x64xf16, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<32x64xf16, #blocked>
  // CHECK: %[[P:.*]] = tilegpu.convert_layout pinned %{{.*}} -> tensor<64x32xf16, #linear
  // CHECK: tile.trans %[[P]] {{.*}} -> tensor<32x64xf16, #[[B2]]>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// What is used as it is, too, is transposed after its conversion: both can come from one place.
// CHECK-LABEL: @both_ways
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x64xf16
// CHECK: %[[P:.*]] = tilegpu.convert_layout pinned %[[X]] {{.*}} -> tensor<64x64xf16, #linear
// CHECK: tile.trans %[[P]] {{.*}} -> tensor<64x64xf16, #[[B2]]>
// CHECK: tilegpu.convert_layout pinned %[[X]] {{.*}} -> tensor<64x64xf16, #[[B2]]>
tile.func private @both_ways(%x: tensor<64x64xf16, #blocked>, %a: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #blocked>) -> (tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked>) {
  %t = tile.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>>
  %b = tilegpu.convert_layout %t : tensor<64x64xf16, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<64x64xf16, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %e = tile.dot %a, %x, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return %d, %e : tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked>
}

// Two products in a row, as in attention: whole rows in a warp.
// CHECK-LABEL: @chain
tile.func private @chain(%q: tensor<64x32xf16, #blocked>, %k: tensor<32x64xf16, #blocked>, %v: tensor<64x32xf16, #blocked>, %c: tensor<64x64xf32, #blocked>, %o: tensor<64x32xf32, #blocked>) {
  // CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[ROWS]]>
  %s = tile.dot %q, %k, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %p = arith.truncf %s : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  // CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<64x64xf16, #[[AR]]>
  // CHECK: tile.dot {{.*}} -> tensor<64x32xf32, #[[ROWS]]>
  %d = tile.dot %p, %v, %o : tensor<64x64xf16, #blocked> * tensor<64x32xf16, #blocked> -> tensor<64x32xf32, #blocked>
  tile.return
}

// What begins the sum of such a product, or shares its right operand: whole rows, too. Alone
// each would have two warps along the columns.
// CHECK-LABEL: @chain_of_sums
// CHECK-COUNT-4: tile.dot {{.*}} -> tensor<64x64xf32, #[[ROWS]]>
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[MMA]]>
tile.func private @chain_of_sums(%q: tensor<64x64xf16, #blocked>, %k: tensor<64x64xf16, #blocked>, %v: tensor<64x64xf16, #blocked>, %h: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %s = tile.dot %q, %k, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %p = arith.truncf %s : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  %before = tile.dot %q, %h, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %scaled = arith.mulf %before, %c : tensor<64x64xf32, #blocked>
  %o = tile.dot %p, %v, %scaled : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %state = tile.dot %k, %v, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %other = tile.dot %k, %q, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// What does not change in a loop is converted before it.
// CHECK-LABEL: @invariant
tile.func private @invariant(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %b: tensor<32x64xf16, #blocked>, %c: tensor<64x64xf32, #blocked>, %n: i32) -> tensor<64x64xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[L:.*]] = tile.load
  // CHECK-NEXT: tilegpu.convert_layout pinned %[[L]]
  // CHECK: scf.for
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (tensor<64x64xf32, #blocked>) : i32 {
    %d = tile.dot %a, %b, %s : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
    scf.yield %d : tensor<64x64xf32, #blocked>
  }
  tile.return %r : tensor<64x64xf32, #blocked>
}

// CHECK-LABEL: @without_instruction
tile.func private @without_instruction(%a: tensor<64x32xf32, #blocked>, %b: tensor<32x64xf32, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  // CHECK: tile.dot {{.*}} : tensor<64x32xf32, #[[AF]]> *
  %d = tile.dot %a, %b, %c : tensor<64x32xf32, #blocked> * tensor<32x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// CHECK-LABEL: @no_product
tile.func private @no_product(%a: tensor<64x32xf32, #blocked>) -> tensor<64x32xf32, #blocked> {
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: tile.return
  %b = arith.addf %a, %a : tensor<64x32xf32, #blocked>
  tile.return %b : tensor<64x32xf32, #blocked>
}
}
