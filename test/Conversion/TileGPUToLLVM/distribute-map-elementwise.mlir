// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: tile-opt %s --tilegpu-to-llvm -o /dev/null

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#twice = #tile.linear<{register = [[1], [0]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// A copy of the region for each register, control flow included.
// CHECK-LABEL: @branches
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: arith.cmpf olt, %[[A]],
// CHECK: scf.if
// CHECK: arith.cmpf olt, %[[B]],
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: llvm.return
tile.func private @branches(%t: tensor<64xf32, #two>) -> tensor<64xf32, #two> {
  %0 = "tile.map_elementwise"(%t) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %less = arith.cmpf olt, %a, %zero : f32
    %c = scf.if %less -> (f32) {
      %d = math.sin %a : f32
      scf.yield %d : f32
    } else {
      scf.yield %a : f32
    }
    tile.map_elementwise.return %c : f32
  }) : (tensor<64xf32, #two>) -> tensor<64xf32, #two>
  tile.return %0 : tensor<64xf32, #two>
}

// Two elements of each operand at once; results by operand as well.
// CHECK-LABEL: @packs
// CHECK-SAME: (%[[A0:.*]]: i32, %[[A1:.*]]: i32, %[[B0:.*]]: i32, %[[B1:.*]]: i32)
// CHECK: %[[S:.*]] = arith.subi %[[A0]], %[[B1]] : i32
// CHECK: %[[T:.*]] = arith.subi %[[A1]], %[[B0]] : i32
// CHECK: llvm.insertvalue %[[S]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[T]], %{{.*}}[1]
tile.func private @packs(%t: tensor<64xi32, #two>, %u: tensor<64xi32, #two>) -> tensor<64xi32, #two> {
  %0 = "tile.map_elementwise"(%t, %u) <{pack = 2 : i32}> ({
  ^bb0(%a0: i32, %a1: i32, %b0: i32, %b1: i32):
    %s = arith.subi %a0, %b1 : i32
    %r = arith.subi %a1, %b0 : i32
    tile.map_elementwise.return %s, %r : i32, i32
  }) : (tensor<64xi32, #two>, tensor<64xi32, #two>) -> tensor<64xi32, #two>
  tile.return %0 : tensor<64xi32, #two>
}

// A thread with too few elements repeats its last one.
// CHECK-LABEL: @too_few
// CHECK-SAME: (%[[A:.*]]: i32)
// CHECK: arith.addi %[[A]], %[[A]] : i32
// CHECK-NOT: arith.addi
tile.func private @too_few(%t: tensor<32xi32, #one>) -> tensor<32xi32, #one> {
  %0 = "tile.map_elementwise"(%t) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.map_elementwise.return %s, %b : i32, i32
  }) : (tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// Registers that repeat an element get its result.
// CHECK-LABEL: @copies
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: arith.muli %[[A]], %[[A]]
// CHECK: arith.muli %[[B]], %[[B]]
// CHECK-NOT: arith.muli
tile.func private @copies(%t: tensor<64xi32, #twice>) -> tensor<64xi32, #twice> {
  %0 = "tile.map_elementwise"(%t) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %s = arith.muli %a, %a : i32
    tile.map_elementwise.return %s : i32
  }) : (tensor<64xi32, #twice>) -> tensor<64xi32, #twice>
  tile.return %0 : tensor<64xi32, #twice>
}

// Pointers and 8-bit floats, through a loop that each element leaves by itself.
// CHECK-LABEL: @odd_types
// CHECK: scf.while
// CHECK-NOT: tile.
// CHECK: llvm.return
tile.func private @odd_types(%t: tensor<32x!tile.ptr<f32>, #one>, %u: tensor<32xf8E4M3FN, #one>) -> tensor<32x!tile.ptr<f32>, #one> {
  %0:2 = "tile.map_elementwise"(%t, %u) <{pack = 1 : i32}> ({
  ^bb0(%p: !tile.ptr<f32>, %f: f8E4M3FN):
    %bits = tile.bitcast %f : f8E4M3FN -> i8
    %one = arith.constant 1 : i8
    %r:2 = scf.while (%n = %bits, %q = %p) : (i8, !tile.ptr<f32>) -> (i8, !tile.ptr<f32>) {
      %more = arith.cmpi ne, %n, %one : i8
      scf.condition(%more) %n, %q : i8, !tile.ptr<f32>
    } do {
    ^bb0(%n: i8, %q: !tile.ptr<f32>):
      %half = arith.shrui %n, %one : i8
      %four = arith.constant 4 : i32
      %next = tile.addptr %q, %four : !tile.ptr<f32>, i32
      scf.yield %half, %next : i8, !tile.ptr<f32>
    }
    tile.map_elementwise.return %r#1, %f : !tile.ptr<f32>, f8E4M3FN
  }) : (tensor<32x!tile.ptr<f32>, #one>, tensor<32xf8E4M3FN, #one>) -> (tensor<32x!tile.ptr<f32>, #one>, tensor<32xf8E4M3FN, #one>)
  tile.return %0#0 : tensor<32x!tile.ptr<f32>, #one>
}
}
