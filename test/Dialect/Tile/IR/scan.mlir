// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-LABEL: tile.func private @rows(
tile.func private @rows(%0: tensor<64x16xf32>) -> tensor<64x16xf32> {
  // CHECK:      %[[R:.*]] = "tile.scan"(%{{.*}}) <{axis = 1 : i32, reverse = false}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   tile.scan.return %[[S]] : f32
  // CHECK-NEXT: }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
  %1 = "tile.scan"(%0) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
  tile.return %1 : tensor<64x16xf32>
}

// Forward, where nothing says the direction.
// CHECK-LABEL: tile.func private @no_direction(
tile.func private @no_direction(%0: tensor<16xi1>) -> tensor<16xi1> {
  // CHECK: "tile.scan"(%{{.*}}) <{axis = 0 : i32, reverse = false}>
  %1 = "tile.scan"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tile.scan.return %s : i1
  }) : (tensor<16xi1>) -> tensor<16xi1>
  tile.return %1 : tensor<16xi1>
}

// Two operands, with layouts.
// CHECK-LABEL: tile.func private @pairs(
tile.func private @pairs(%0: tensor<64x16xf16, #rows>, %1: tensor<64x16xi32, #rows>) {
  // CHECK: %{{.*}}:2 = "tile.scan"(%{{.*}}, %{{.*}}) <{axis = 0 : i32, reverse = true}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: i32, %{{.*}}: f16, %{{.*}}: i32):
  // CHECK-NEXT: tile.scan.return %{{.*}}, %{{.*}} : f16, i32
  %2:2 = "tile.scan"(%0, %1) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f16, %i: i32, %b: f16, %j: i32):
    tile.scan.return %b, %j : f16, i32
  }) : (tensor<64x16xf16, #rows>, tensor<64x16xi32, #rows>) -> (tensor<64x16xf16, #rows>, tensor<64x16xi32, #rows>)
  tile.return
}
