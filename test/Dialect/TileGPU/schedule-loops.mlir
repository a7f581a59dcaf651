// RUN: tile-opt %s --tile-schedule-loops | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops=num-stages=1 | FileCheck %s --check-prefix=OFF
// RUN: tile-opt %s --tile-schedule-loops | tile-opt -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops | sed 's/<2 by copy in !tilegpu.memdesc<3x/<3 by copy in !tilegpu.memdesc<4x/' | tile-opt --tile-schedule-loops=num-stages=2 --tile-pipeline-loops | FileCheck %s --check-prefix=FOUR
// RUN: tile-opt %s --tile-schedule-loops | sed '/by copy/s/<2 by copy in !tilegpu.memdesc<3x/<2 by registers in !tilegpu.memdesc<2x/' | tile-opt --tile-pipeline-loops | FileCheck %s --check-prefix=REGISTERS

// The schedule of a loop is in its text, where it may be changed: the loop then
// becomes another one, and a schedule that is there stays.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
#lines = #tile.slice<{dim = 1, parent = #rows}>

// CHECK-DAG: #[[SHARED:.*]] = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// OFF-LABEL: @product(
// OFF-NOT: tilegpu.ahead
// OFF: tile.return
// CHECK-LABEL: @product(
// CHECK: scf.for
// CHECK: tile.load %{{.*}} {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x64x32xf16, #[[SHARED]]>>}
// CHECK: tile.load %{{.*}} {tilegpu.ahead = #tilegpu.ahead<2 by copy in !tilegpu.memdesc<3x32x32xf16, #[[SHARED]]>>}
// CHECK: tile.dot
// FOUR-LABEL: @product(
// FOUR-COUNT-2: tilegpu.local_alloc : <4x{{.*}}xf16
// FOUR-COUNT-3: tilegpu.async_commit_group
// FOUR: scf.for
// FOUR: tilegpu.async_wait {pending = 2 : i32}
// FOUR-NOT: tilegpu.ahead
// REGISTERS-LABEL: @product(
// REGISTERS-COUNT-2: tilegpu.local_alloc : <2x{{.*}}xf16
// REGISTERS-NOT: tilegpu.async
// REGISTERS-COUNT-4: tile.load
// REGISTERS: scf.for
// REGISTERS-COUNT-2: tilegpu.local_store
// REGISTERS-COUNT-2: tile.load
// REGISTERS: tile.dot
tile.func public @product(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<32> : tensor<64x32xi32, #rows>
  %step2 = arith.constant dense<1024> : tensor<32x32xi32, #rows>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #rows>
  %ac = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<64x32xi32, #rows>
  %bc = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>, #rows>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>, #rows>
  %ap = tile.addptr %as, %ac : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
  %bp = tile.addptr %bs, %bc : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
  %sum:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %ap, %q = %bp) -> (tensor<64x32xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, tensor<32x32x!tile.ptr<f16>, #rows>) : i32 {
    %x = tile.load %p : tensor<64x32x!tile.ptr<f16>, #rows>
    %y = tile.load %q : tensor<32x32x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #left>
    %yr = tilegpu.convert_layout pinned %y : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #right>
    %d = tile.dot %xl, %yr, %acc : tensor<64x32xf16, #left> * tensor<32x32xf16, #right> -> tensor<64x32xf32, #mma>
    %pn = tile.addptr %p, %step : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
    %qn = tile.addptr %q, %step2 : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
    scf.yield %d, %pn, %qn : tensor<64x32xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, tensor<32x32x!tile.ptr<f16>, #rows>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>, #mma>
  tile.store %o, %sum#0 : tensor<64x32x!tile.ptr<f32>, #mma>
  tile.return
}

// Where a mask may change within a copy, the copy has another way. The loop asks
// for two stages, and its schedule has them.
// CHECK-LABEL: @mask_within_vectors(
// CHECK: tile.load {{.*}} {tilegpu.ahead = #tilegpu.ahead<1 by copy_if_full in !tilegpu.memdesc<2x64x32xf16, #[[SHARED]]>>}
// CHECK-NOT: tile.num_stages
tile.func public @mask_within_vectors(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x32xf16, #rows>
  %step = arith.constant dense<32> : tensor<64x32xi32, #rows>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %ks = tile.splat %k : i32 -> tensor<32xi32, #columns>
  %in = arith.cmpi slt, %r, %ks : tensor<32xi32, #columns>
  %ci = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #rows>
  %mi = tile.expand_dims %in {axis = 0 : i32} : tensor<32xi1, #columns> -> tensor<1x32xi1, #rows>
  %c = tile.broadcast %ci : tensor<1x32xi32, #rows> -> tensor<64x32xi32, #rows>
  %m = tile.broadcast %mi : tensor<1x32xi1, #rows> -> tensor<64x32xi1, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>, #rows>
  %ap = tile.addptr %as, %c : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
  %os = tile.splat %out : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>, #rows>
  %op = tile.addptr %os, %c : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %ap) -> (tensor<64x32xf16, #rows>, tensor<64x32x!tile.ptr<f16>, #rows>) : i32 {
    %x = tile.load %p, %m : tensor<64x32x!tile.ptr<f16>, #rows>
    %s = arith.addf %acc, %x : tensor<64x32xf16, #rows>
    %pn = tile.addptr %p, %step : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
    scf.yield %s, %pn : tensor<64x32xf16, #rows>, tensor<64x32x!tile.ptr<f16>, #rows>
  } {tile.num_stages = 2 : i32}
  tile.store %op, %sum#0 : tensor<64x32x!tile.ptr<f16>, #rows>
  tile.return
}
}
