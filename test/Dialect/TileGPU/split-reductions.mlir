// RUN: tile-opt %s --tile-split-reductions | FileCheck %s
// RUN: tile-opt %s --tile-split-reductions --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=SHARED

// Reductions over several warps. What comes out is checked by
// test/Integration/layouts/random_reductions.py.

#rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#cols = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#flat = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#middle = #tile.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#diagonal = #tile.linear<{register = [[1, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
// Warps have the lowest bits, lanes those above.
#low = #tile.linear<{register = [], lane = [[4], [8], [16], [32], [64]], warp = [[1], [2]], block = []}>
// A warp bit between two of lanes.
#between = #tile.linear<{register = [], lane = [[1], [4], [8], [16], [32]], warp = [[2], [64]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// A warp has whole rows: nothing changes.
// CHECK-LABEL: @one_warp(
// CHECK-NEXT: tile.reduce
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.return
// SHARED-LABEL: @one_warp
// SHARED-NOT: tilegpu.{{barrier|local}}
// SHARED: tile.return
tile.func private @one_warp(%t0: tensor<4x32xf32, #rows>) -> tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4x32xf32, #rows>) -> tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>>
}

// Each warp has one number of a column: it goes to all.
// CHECK-LABEL: @columns(
// CHECK-NOT: tile.reduce
// CHECK: %[[ALL:.*]] = tilegpu.convert_layout %arg0
// CHECK: tile.reduce"(%[[ALL]]) <{axis = 0
// CHECK-NOT: tile.reduce"(
// CHECK: tile.return
tile.func private @columns(%t0: tensor<4x32xf32, #rows>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4x32xf32, #rows>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #rows}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 0, parent = #rows}>>
}

// A scalar: registers and lanes first, then what four warps have.
// CHECK-LABEL: @scalar(
// CHECK: %[[TILE:.*]] = tile.reshape %arg0 : {{.*}} -> tensor<8x4x32xf32,
// CHECK: %[[HIGH:.*]] = "tile.reduce"(%[[TILE]]) <{axis = 0
// CHECK: %[[LOW:.*]] = "tile.reduce"(%[[HIGH]]) <{axis = 1
// CHECK: %[[ALL:.*]] = tilegpu.convert_layout %[[LOW]] : tensor<4xf32,
// CHECK: %[[SUM:.*]] = "tile.reduce"(%[[ALL]]) <{axis = 0
// CHECK: tile.return %[[SUM]] : f32
tile.func private @scalar(%t0: tensor<1024xf32, #flat>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  tile.return %0 : f32
}

// One place in shared memory, one barrier.
// SHARED-LABEL: @one_barrier
// SHARED: tilegpu.local_store
// SHARED-NEXT: tilegpu.barrier cta
// SHARED-NEXT: tilegpu.local_load
// SHARED-NOT: tilegpu.barrier
// SHARED: tile.return
tile.func private @one_barrier(%t0: tensor<1024xf32, #flat>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  tile.return %0 : f32
}

// Two operands have a place each, and share the barrier.
// CHECK-LABEL: @two_operands(
// CHECK-COUNT-2: tilegpu.convert_layout
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.return
// SHARED-LABEL: @two_operands
// SHARED-COUNT-2: tilegpu.local_store
// SHARED-NEXT: tilegpu.barrier cta
// SHARED-COUNT-2: tilegpu.local_load
// SHARED-NOT: tilegpu.barrier
// SHARED: tile.return
tile.func private @two_operands(%t0: tensor<1024xf32, #flat>, %t1: tensor<1024xi32, #flat>) -> (f32, i32) {
  %0:2 = "tile.reduce"(%t0, %t1) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    %s = arith.addf %a, %c : f32
    %m = arith.maxsi %b, %d : i32
    tile.reduce.return %s, %m : f32, i32
  }) : (tensor<1024xf32, #flat>, tensor<1024xi32, #flat>) -> (f32, i32)
  tile.return %0#0, %0#1 : f32, i32
}

// The axis in the middle, between two that stay.
// CHECK-LABEL: @middle(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<2x2x4x32xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 1
// CHECK: tilegpu.convert_layout {{.*}} : tensor<2x4x32xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 1
// CHECK: tile.return
tile.func private @middle(%t0: tensor<2x8x32xf32, #middle>) -> tensor<2x32xf32, #tile.slice<{dim = 1, parent = #middle}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<2x8x32xf32, #middle>) -> tensor<2x32xf32, #tile.slice<{dim = 1, parent = #middle}>>
  tile.return %0 : tensor<2x32xf32, #tile.slice<{dim = 1, parent = #middle}>>
}

// Rows over all warps: what is kept are four partial sums per row.
// CHECK-LABEL: @rows_over_warps(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<2x4x32xf32,
// CHECK: %[[PART:.*]] = "tile.reduce"({{.*}}) <{axis = 2
// CHECK: tilegpu.convert_layout %[[PART]] : tensor<2x4xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 1
// CHECK: tile.return
tile.func private @rows_over_warps(%t0: tensor<2x128xf32, #cols>) -> tensor<2xf32, #tile.slice<{dim = 1, parent = #cols}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<2x128xf32, #cols>) -> tensor<2xf32, #tile.slice<{dim = 1, parent = #cols}>>
  tile.return %0 : tensor<2xf32, #tile.slice<{dim = 1, parent = #cols}>>
}

// With an order to keep, what lies above the bits of the warps comes after them: 32
// partial results of neighbours, in their order.
// CHECK-LABEL: @order_kept(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<32x32xf32,
// CHECK: %[[LOW:.*]] = "tile.reduce"({{.*}}) <{axis = 1
// CHECK: %[[ALL:.*]] = tilegpu.convert_layout %[[LOW]] : tensor<32xf32,
// CHECK: "tile.reduce"(%[[ALL]]) <{axis = 0
// CHECK-NOT: "tile.reduce"
// CHECK: tile.return
tile.func private @order_kept(%t0: tensor<1024xf32, #flat>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  tile.return %0 : f32
}

// If it is said to commute that is not needed.
// CHECK-LABEL: @said_to_commute(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<8x4x32xf32,
// CHECK: tilegpu.convert_layout {{.*}} : tensor<4xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 0 : i32, commutative}>
// CHECK: tile.return
tile.func private @said_to_commute(%t0: tensor<1024xf32, #flat>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32, commutative}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  tile.return %0 : f32
}

// Warps have the lowest bits: lanes are combined first, as order does not matter.
// CHECK-LABEL: @warps_low(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<32x4xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 0
// CHECK: tilegpu.convert_layout {{.*}} : tensor<4xf32,
// CHECK: tile.return
tile.func private @warps_low(%t0: tensor<128xf32, #low>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #low>) -> f32
  tile.return %0 : f32
}

// There, if it does, all go through shared memory.
// CHECK-LABEL: @warps_low_order(
// CHECK-NOT: tile.reshape
// CHECK: tilegpu.convert_layout %arg0 : tensor<128xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 0
// CHECK-NOT: "tile.reduce"
// CHECK: tile.return
tile.func private @warps_low_order(%t0: tensor<128xf32, #low>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #low>) -> f32
  tile.return %0 : f32
}

// Bits of lanes between those of warps go with them.
// CHECK-LABEL: @between(
// CHECK: tile.reshape %arg0 : {{.*}} -> tensor<64x2xf32,
// CHECK: "tile.reduce"({{.*}}) <{axis = 1
// CHECK: tilegpu.convert_layout {{.*}} : tensor<64xf32,
// CHECK: tile.return
tile.func private @between(%t0: tensor<128xf32, #between>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #between>) -> f32
  tile.return %0 : f32
}

// Threads hold the axis mixed with another dimension: the operand is converted, and
// the result to what was asked for.
// CHECK-LABEL: @diagonal(
// CHECK: %[[X:.*]] = tilegpu.convert_layout %arg0 : tensor<32x2xf32, #[[FROM:.*]]> -> tensor<32x2xf32, #[[TO:.*]]>
// CHECK: %[[S:.*]] = "tile.reduce"(%[[X]])
// CHECK: %[[R:.*]] = tilegpu.convert_layout %[[S]] : tensor<32xf32, #tile.slice<{dim = 1, parent = #[[TO]]}>> -> tensor<32xf32, #tile.slice<{dim = 1, parent = #[[FROM]]}>>
// CHECK: tile.return %[[R]]
tile.func private @diagonal(%t0: tensor<32x2xf32, #diagonal>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x2xf32, #diagonal>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>>
}

// Two in a row do not share bytes, so that one barrier each will do.
// SHARED-LABEL: @two_in_a_row(
// SHARED-SAME: tilegpu.shared_memory = 32 : i32
// SHARED-COUNT-2: tilegpu.barrier cta
// SHARED-NOT: tilegpu.barrier
// SHARED: tile.return
tile.func private @two_in_a_row(%t: tensor<1024xf32, #flat>) -> f32 {
  %m = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %x = arith.maxnumf %a, %b : f32
    tile.reduce.return %x : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  %ms = tile.splat %m : f32 -> tensor<1024xf32, #flat>
  %d = arith.subf %t, %ms : tensor<1024xf32, #flat>
  %s = "tile.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %b : f32
    tile.reduce.return %x : f32
  }) : (tensor<1024xf32, #flat>) -> f32
  tile.return %s : f32
}

// In a loop the next turn may not overwrite what a warp still reads.
// SHARED-LABEL: @in_a_loop(
// SHARED: scf.for
// SHARED-COUNT-2: tilegpu.barrier cta
// SHARED: scf.yield
tile.func private @in_a_loop(%t: tensor<1024xf32, #flat>, %n: i32) -> tensor<1024xf32, #flat> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %t) -> (tensor<1024xf32, #flat>) : i32 {
    %s = "tile.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %y = arith.addf %a, %b : f32
      tile.reduce.return %y : f32
    }) : (tensor<1024xf32, #flat>) -> f32
    %ss = tile.splat %s : f32 -> tensor<1024xf32, #flat>
    %next = arith.subf %x, %ss : tensor<1024xf32, #flat>
    scf.yield %next : tensor<1024xf32, #flat>
  }
  tile.return %r : tensor<1024xf32, #flat>
}

// Who wants the result in another layout gets it from the shared memory at once.
// SHARED-LABEL: @used_elsewhere(
// SHARED: tilegpu.local_store
// SHARED-NEXT: tilegpu.barrier cta
// SHARED-NOT: tilegpu.{{barrier|local_store}}
// SHARED: tile.return
tile.func private @used_elsewhere(%t: tensor<4x256xf32, #rows>) -> tensor<256xf32, #wide> {
  %s = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %y = arith.addf %a, %b : f32
    tile.reduce.return %y : f32
  }) : (tensor<4x256xf32, #rows>) -> tensor<256xf32, #tile.slice<{dim = 0, parent = #rows}>>
  %r = tilegpu.convert_layout %s : tensor<256xf32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<256xf32, #wide>
  tile.return %r : tensor<256xf32, #wide>
}
}
