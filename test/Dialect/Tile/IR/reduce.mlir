// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK: #[[ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-LABEL: tile.func private @rows(
tile.func private @rows(%0: tensor<64x16xf32>) -> tensor<64xf32> {
  // CHECK:      %[[R:.*]] = "tile.reduce"(%{{.*}}) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   tile.reduce.return %[[S]] : f32
  // CHECK-NEXT: }) : (tensor<64x16xf32>) -> tensor<64xf32>
  %1 = "tile.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64x16xf32>) -> tensor<64xf32>
  tile.return %1 : tensor<64xf32>
}

// To a scalar.
// CHECK-LABEL: tile.func private @all(
tile.func private @all(%0: tensor<16xi1>) -> i1 {
  // CHECK: }) : (tensor<16xi1>) -> i1
  %1 = "tile.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.reduce.return %s : i1
  }) : (tensor<16xi1>) -> i1
  tile.return %1 : i1
}

// Two operands, with layouts.
// CHECK-LABEL: tile.func private @with_index(
tile.func private @with_index(%0: tensor<64x16xf16, #rows>, %1: tensor<64x16xi32, #rows>) {
  // CHECK: %{{.*}}:2 = "tile.reduce"(%{{.*}}, %{{.*}}) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: i32, %{{.*}}: f16, %{{.*}}: i32):
  // CHECK: tile.reduce.return %{{.*}}, %{{.*}} : f16, i32
  // CHECK: }) : (tensor<64x16xf16, #[[ROWS]]>, tensor<64x16xi32, #[[ROWS]]>) -> (tensor<16xf16, #tile.slice<{dim = 0, parent = #[[ROWS]]}>>, tensor<16xi32, #tile.slice<{dim = 0, parent = #[[ROWS]]}>>)
  %2:2 = "tile.reduce"(%0, %1) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %i: i32, %b: f16, %j: i32):
    %more = arith.cmpf ogt, %a, %b : f16
    %v = arith.select %more, %a, %b : f16
    %k = arith.select %more, %i, %j : i32
    tile.reduce.return %v, %k : f16, i32
  }) : (tensor<64x16xf16, #rows>, tensor<64x16xi32, #rows>) -> (tensor<16xf16, #tile.slice<{dim = 0, parent = #rows}>>, tensor<16xi32, #tile.slice<{dim = 0, parent = #rows}>>)
  tile.return
}
