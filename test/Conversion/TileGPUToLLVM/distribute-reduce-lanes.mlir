// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Between lanes: the number of shuffles, and what they carry. What comes out is checked
// by test/Integration/layouts/random_reductions.py.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#half = #tile.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [], block = []}>
#wide = #tile.linear<{register = [[32], [0]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>
#pairs = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// One value: a butterfly.
// CHECK-LABEL: @one_value(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @one_value(%t0: tensor<32xf32, #one>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32xf32, #one>) -> f32
  tile.return %0 : f32
}

// Of i1, the vote of a warp.
// CHECK-LABEL: @any(
// CHECK: nvvm.vote.sync any
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @any(%t0: tensor<32xi1, #one>) -> i1 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.ori %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<32xi1, #one>) -> i1
  tile.return %0 : i1
}

// CHECK-LABEL: @all(
// CHECK: nvvm.vote.sync all
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @all(%t0: tensor<32xi1, #one>) -> i1 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<32xi1, #one>) -> i1
  tile.return %0 : i1
}

// CHECK-LABEL: @parity(
// CHECK: %[[BALLOT:.*]] = nvvm.vote.sync ballot
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.intr.ctpop(%[[BALLOT]])
// CHECK: llvm.return
tile.func private @parity(%t0: tensor<32xi1, #one>) -> i1 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.xori %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<32xi1, #one>) -> i1
  tile.return %0 : i1
}

// All of sixteen lanes: those of the group in the ballot of all.
// CHECK-LABEL: @all_of_half(
// CHECK: %[[BALLOT:.*]] = nvvm.vote.sync ballot
// CHECK: %[[GROUP:.*]] = llvm.shl
// CHECK: %[[OWN:.*]] = llvm.and %[[BALLOT]], %[[GROUP]]
// CHECK: llvm.icmp "eq" %[[OWN]], %[[GROUP]]
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @all_of_half(%t0: tensor<16xi1, #half>) -> i1 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<16xi1, #half>) -> i1
  tile.return %0 : i1
}

// One bit of the lane is exchanged, and so is what a vote cannot say.
// CHECK-LABEL: @one_bit(
// CHECK-NOT: nvvm.vote
// CHECK: nvvm.shfl.sync
// CHECK-NOT: nvvm.vote
// CHECK: llvm.return
tile.func private @one_bit(%t0: tensor<16x2xi1, #pairs>) -> tensor<16xi1, #tile.slice<{dim = 1, parent = #pairs}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<16x2xi1, #pairs>) -> tensor<16xi1, #tile.slice<{dim = 1, parent = #pairs}>>
  tile.return %0 : tensor<16xi1, #tile.slice<{dim = 1, parent = #pairs}>>
}

// A butterfly combines once per step.
// CHECK-LABEL: @one_value_combined(
// CHECK-COUNT-5: arith.addf
// CHECK-NOT: arith.addf
// CHECK: llvm.return
tile.func private @one_value_combined(%t0: tensor<32xf32, #one>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32xf32, #one>) -> f32
  tile.return %0 : f32
}

// Two values: 6 shuffles rather than 10.
// CHECK-LABEL: @two_values(
// CHECK-COUNT-6: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @two_values(%t0: tensor<2x32xf32, #rows>) -> tensor<2xf32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<2x32xf32, #rows>) -> tensor<2xf32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<2xf32, #tile.slice<{dim = 1, parent = #rows}>>
}

// Four values: 9 shuffles rather than 20.
// CHECK-LABEL: @four_values(
// CHECK-COUNT-9: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @four_values(%t0: tensor<4x32xf32, #rows>) -> tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4x32xf32, #rows>) -> tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<4xf32, #tile.slice<{dim = 1, parent = #rows}>>
}

// Eight values: 16 shuffles rather than 40.
// CHECK-LABEL: @eight_values(
// CHECK-COUNT-16: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @eight_values(%t0: tensor<8x32xf32, #rows>) -> tensor<8xf32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<8x32xf32, #rows>) -> tensor<8xf32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<8xf32, #tile.slice<{dim = 1, parent = #rows}>>
}

// Along one lane bit there is nothing to gain.
// CHECK-LABEL: @one_step(
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @one_step(%t0: tensor<64x2xf32, #pairs>) -> tensor<64xf32, #tile.slice<{dim = 1, parent = #pairs}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64x2xf32, #pairs>) -> tensor<64xf32, #tile.slice<{dim = 1, parent = #pairs}>>
  tile.return %0 : tensor<64xf32, #tile.slice<{dim = 1, parent = #pairs}>>
}

// What registers hold is combined before lanes exchange.
// CHECK-LABEL: @registers_first(
// CHECK-NOT: nvvm.shfl
// CHECK-COUNT-3: arith.addf
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @registers_first(%t0: tensor<128xf32, #four>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #four>) -> f32
  tile.return %0 : f32
}

// Two operands: each has its shuffles.
// CHECK-LABEL: @two_operands(
// CHECK-COUNT-10: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @two_operands(%t0: tensor<32xf32, #one>, %t1: tensor<32xi32, #one>) -> (f32, i32) {
  %0:2 = "tile.reduce"(%t0, %t1) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    %s = arith.addf %a, %c : f32
    %m = arith.maxsi %b, %d : i32
    tile.reduce.return %s, %m : f32, i32
  }) : (tensor<32xf32, #one>, tensor<32xi32, #one>) -> (f32, i32)
  tile.return %0#0, %0#1 : f32, i32
}

// Lanes that hold copies are not counted twice: 16 elements, four steps.
// CHECK-LABEL: @copies_in_lanes(
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @copies_in_lanes(%t0: tensor<16xf32, #half>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<16xf32, #half>) -> f32
  tile.return %0 : f32
}

// Registers that hold copies neither.
// CHECK-LABEL: @copies_in_registers(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: arith.addf %[[A]], %[[B]]
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @copies_in_registers(%t0: tensor<64xf32, #wide>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64xf32, #wide>) -> f32
  tile.return %0 : f32
}

// Of 32-bit integers one instruction reduces a warp.
// CHECK-LABEL: @redux_add(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync add
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_add(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_and(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync and
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_and(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.andi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_or(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync or
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_or(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.ori %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_xor(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync xor
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_xor(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.xori %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_max(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync max
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_max(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_min(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync min
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_min(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.minsi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_umax(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync umax
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_umax(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxui %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @redux_umin(
// CHECK-NOT: nvvm.shfl
// CHECK: nvvm.redux.sync umin
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_umin(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.minui %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// Of two values it is two instructions.
// CHECK-LABEL: @redux_two(
// CHECK-COUNT-2: nvvm.redux.sync add
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_two(%t0: tensor<2x32xi32, #rows>) -> tensor<2xi32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<2x32xi32, #rows>) -> tensor<2xi32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<2xi32, #tile.slice<{dim = 1, parent = #rows}>>
}

// Of four values nine shuffles are less work than four of those.
// CHECK-LABEL: @redux_four(
// CHECK-NOT: nvvm.redux
// CHECK-COUNT-9: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_four(%t0: tensor<4x32xi32, #rows>) -> tensor<4xi32, #tile.slice<{dim = 1, parent = #rows}>> {
  %0 = "tile.reduce"(%t0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<4x32xi32, #rows>) -> tensor<4xi32, #tile.slice<{dim = 1, parent = #rows}>>
  tile.return %0 : tensor<4xi32, #tile.slice<{dim = 1, parent = #rows}>>
}

// It reduces all 32 lanes, not 16.
// CHECK-LABEL: @redux_half(
// CHECK-NOT: nvvm.redux
// CHECK-COUNT-4: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_half(%t0: tensor<16xi32, #half>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<16xi32, #half>) -> i32
  tile.return %0 : i32
}

// It takes 32 bits.
// CHECK-LABEL: @redux_wide(
// CHECK-NOT: nvvm.redux
// CHECK-COUNT-10: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_wide(%t0: tensor<32xi64, #one>) -> i64 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    tile.reduce.return %s : i64
  }) : (tensor<32xi64, #one>) -> i64
  tile.return %0 : i64
}

// It does not multiply.
// CHECK-LABEL: @redux_product(
// CHECK-NOT: nvvm.redux
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @redux_product(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// The region must be that operation of both sides.
// CHECK-LABEL: @redux_other(
// CHECK-NOT: nvvm.redux
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: llvm.return
tile.func private @redux_other(%t0: tensor<32xi32, #one>) -> i32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %a : i32
    tile.reduce.return %s : i32
  }) : (tensor<32xi32, #one>) -> i32
  tile.return %0 : i32
}

// Where sides cannot be exchanged lanes compute different things: all take what the
// first one has.
// CHECK-LABEL: @order_matters(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: %[[LAST:.*]] = arith.subf
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[LAST]]
// CHECK: %[[ALL:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[BITS]],
// CHECK: %[[RESULT:.*]] = llvm.bitcast %[[ALL]]
// CHECK: llvm.return %[[RESULT]]
tile.func private @order_matters(%t0: tensor<32xf32, #one>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32xf32, #one>) -> f32
  tile.return %0 : f32
}

// With an order to keep, neighbours come first, here in registers.
// CHECK-LABEL: @order_registers_below(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: arith.subf %[[A]], %[[B]]
// CHECK: arith.subf %[[C]], %[[D]]
// CHECK: arith.subf
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-COUNT-1: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @order_registers_below(%t0: tensor<128xf32, #four>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #four>) -> f32
  tile.return %0 : f32
}

// There lanes have the neighbours: they exchange before registers are combined, and
// the last step is one in registers.
// CHECK-LABEL: @order_lanes_below(
// CHECK-NOT: arith.subf
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.shfl.sync idx
// CHECK: %[[X:.*]] = arith.subf
// CHECK-NEXT: llvm.return %[[X]]
tile.func private @order_lanes_below(%t0: tensor<64xf32, #wide>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64xf32, #wide>) -> f32
  tile.return %0 : f32
}

// A region that is said to commute may take registers first.
// CHECK-LABEL: @said_to_commute(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NOT: nvvm.shfl
// CHECK: arith.subf %[[A]], %[[B]]
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: nvvm.shfl.sync idx
// CHECK: llvm.return
tile.func private @said_to_commute(%t0: tensor<64xf32, #wide>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32, commutative}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64xf32, #wide>) -> f32
  tile.return %0 : f32
}

// A region with several operations can be the same from both sides: nothing is read
// from the first lane.
// CHECK-LABEL: @symmetric(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @symmetric(%t0: tensor<32xf32, #one>) -> f32 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %s, %p : f32
    tile.reduce.return %r : f32
  }) : (tensor<32xf32, #one>) -> f32
  tile.return %0 : f32
}

// 8-bit floats travel as bits of a word.
// CHECK-LABEL: @fp8(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @fp8(%t0: tensor<32xf8E4M3FN, #one>) -> f8E4M3FN {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN):
    %x = tile.fp_to_fp %a : f8E4M3FN -> f32
    %y = tile.fp_to_fp %b : f8E4M3FN -> f32
    %m = arith.maxnumf %x, %y : f32
    %r = tile.fp_to_fp %m, rounding = rtne : f32 -> f8E4M3FN
    tile.reduce.return %r : f8E4M3FN
  }) : (tensor<32xf8E4M3FN, #one>) -> f8E4M3FN
  tile.return %0 : f8E4M3FN
}

// Pointers are two words, the larger address here.
// CHECK-LABEL: @pointers(
// CHECK-COUNT-10: nvvm.shfl.sync bfly
// CHECK: llvm.return
tile.func private @pointers(%t0: tensor<32x!tile.ptr<i8>, #one>) -> !tile.ptr<i8> {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: !tile.ptr<i8>, %b: !tile.ptr<i8>):
    %x = tile.ptr_to_int %a : !tile.ptr<i8> -> i64
    %y = tile.ptr_to_int %b : !tile.ptr<i8> -> i64
    %m = arith.cmpi ugt, %x, %y : i64
    %r = arith.select %m, %a, %b : !tile.ptr<i8>
    tile.reduce.return %r : !tile.ptr<i8>
  }) : (tensor<32x!tile.ptr<i8>, #one>) -> !tile.ptr<i8>
  tile.return %0 : !tile.ptr<i8>
}

// Bits travel as words where no vote says what a region computes.
// CHECK-LABEL: @bits(
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{vote|redux}}
// CHECK: llvm.return
tile.func private @bits(%t0: tensor<32xi1, #one>) -> i1 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %m = arith.andi %a, %b : i1
    %s = arith.ori %m, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<32xi1, #one>) -> i1
  tile.return %0 : i1
}

// 64 bits are two words.
// CHECK-LABEL: @doubles(
// CHECK-COUNT-10: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.{{shfl|redux}}
// CHECK: llvm.return
tile.func private @doubles(%t0: tensor<32xf64, #one>) -> f64 {
  %0 = "tile.reduce"(%t0) <{axis = 0 : i32}> ({
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    tile.reduce.return %s : f64
  }) : (tensor<32xf64, #one>) -> f64
  tile.return %0 : f64
}
}
