// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#four = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#block = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#mixed = #tile.linear<{register = [[0, 2], [1, 0], [0, 1]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [], block = []}>
#twice = #tile.linear<{register = [[0, 1], [0, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
#all = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// A tree, neighbours first, the order kept.
// CHECK-LABEL: @tree
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT: %[[AB:.*]] = arith.subf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[CD:.*]] = arith.subf %[[C]], %[[D]] : f32
// CHECK-NEXT: %[[ALL:.*]] = arith.subf %[[AB]], %[[CD]] : f32
// CHECK-NEXT: llvm.return %[[ALL]]
tile.func private @tree(%t: tensor<32x4xf32, #four>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>> {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x4xf32, #four>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>>
}

// Along the other dimension, of two rows and two columns a thread.
// CHECK-LABEL: @column
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32, %[[D:.*]]: i32)
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[C]], %[[D]] : i32
// CHECK: llvm.insertvalue %[[X]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[Y]], %{{.*}}[1]
tile.func private @column(%t: tensor<64x2xi32, #block>) -> tensor<64xi32, #tile.slice<{dim = 1, parent = #block}>> {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<64x2xi32, #block>) -> tensor<64xi32, #tile.slice<{dim = 1, parent = #block}>>
  tile.return %0 : tensor<64xi32, #tile.slice<{dim = 1, parent = #block}>>
}

// The axis in bits 0 and 2 of the register index, high bit first: columns 0 to 3
// of row 0 are registers 0, 4, 1, 5, those of row 1 are 2, 6, 3, 7.
// CHECK-LABEL: @scattered
// CHECK-SAME: (%[[R0:.*]]: f16, %[[R1:.*]]: f16, %[[R2:.*]]: f16, %[[R3:.*]]: f16, %[[R4:.*]]: f16, %[[R5:.*]]: f16, %[[R6:.*]]: f16, %[[R7:.*]]: f16)
// CHECK-NEXT: %[[A:.*]] = arith.subf %[[R0]], %[[R4]]
// CHECK-NEXT: %[[B:.*]] = arith.subf %[[R1]], %[[R5]]
// CHECK-NEXT: %[[C:.*]] = arith.subf %[[R2]], %[[R6]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[R3]], %[[R7]]
// CHECK-NEXT: %[[X:.*]] = arith.subf %[[A]], %[[B]]
// CHECK-NEXT: %[[Y:.*]] = arith.subf %[[C]], %[[D]]
// CHECK: llvm.insertvalue %[[X]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[Y]], %{{.*}}[1]
tile.func private @scattered(%t: tensor<64x4xf16, #mixed>) -> tensor<64xf16, #tile.slice<{dim = 1, parent = #mixed}>> {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %s = arith.subf %a, %b : f16
    tile.reduce.return %s : f16
  }) : (tensor<64x4xf16, #mixed>) -> tensor<64xf16, #tile.slice<{dim = 1, parent = #mixed}>>
  tile.return %0 : tensor<64xf16, #tile.slice<{dim = 1, parent = #mixed}>>
}

// Registers 2 and 3 repeat 0 and 1: each element counts once.
// CHECK-LABEL: @replicas
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: llvm.return %[[X]]
tile.func private @replicas(%t: tensor<32x2xi32, #twice>) -> tensor<32xi32, #tile.slice<{dim = 1, parent = #twice}>> {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<32x2xi32, #twice>) -> tensor<32xi32, #tile.slice<{dim = 1, parent = #twice}>>
  tile.return %0 : tensor<32xi32, #tile.slice<{dim = 1, parent = #twice}>>
}

// To a scalar, where every thread holds the tile.
// CHECK-LABEL: @scalar
// CHECK-SAME: (%[[A:.*]]: i1, %[[B:.*]]: i1, %[[C:.*]]: i1, %[[D:.*]]: i1)
// CHECK: %[[X:.*]] = arith.andi
// CHECK: %[[Y:.*]] = arith.andi
// CHECK: %[[Z:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK: llvm.return %[[Z]] : i1
tile.func private @scalar(%t: tensor<4xi1, #all>) -> i1 {
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<4xi1, #all>) -> i1
  tile.return %0 : i1
}

// Two operands, an operation with a region, and a value from outside.
// CHECK-LABEL: @several
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[I:.*]]: i32, %[[J:.*]]: i32, %[[LIMIT:.*]]: f32)
// CHECK: %[[MORE:.*]] = arith.cmpf ogt, %[[A]], %[[B]] : f32
// CHECK: %[[V:.*]] = arith.minimumf %[[A]], %[[LIMIT]] : f32
// CHECK: %[[K:.*]] = scf.if %[[MORE]] -> (i32) {
// CHECK:   scf.yield %[[I]]
// CHECK: } else {
// CHECK:   scf.yield %[[J]]
// CHECK: llvm.insertvalue %[[V]]
// CHECK: llvm.insertvalue %[[K]]
tile.func private @several(%t: tensor<32x2xf32, #four>, %u: tensor<32x2xi32, #four>, %limit: f32) -> (tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>>, tensor<32xi32, #tile.slice<{dim = 1, parent = #four}>>) {
  %0:2 = "tile.reduce"(%t, %u) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %more = arith.cmpf ogt, %a, %b : f32
    %v = arith.minimumf %a, %limit : f32
    %k = scf.if %more -> i32 {
      scf.yield %i : i32
    } else {
      scf.yield %j : i32
    }
    tile.reduce.return %v, %k : f32, i32
  }) : (tensor<32x2xf32, #four>, tensor<32x2xi32, #four>) -> (tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>>, tensor<32xi32, #tile.slice<{dim = 1, parent = #four}>>)
  tile.return %0#0, %0#1 : tensor<32xf32, #tile.slice<{dim = 1, parent = #four}>>, tensor<32xi32, #tile.slice<{dim = 1, parent = #four}>>
}
}
