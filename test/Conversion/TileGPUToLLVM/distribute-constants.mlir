// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#grid = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Tables, one a constant, in constant memory.
// CHECK-DAG: llvm.mlir.global internal constant @[[FLOATS:tile_constant_[0-9]+]](dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>) {addr_space = 4 : i32} : !llvm.array<4 x f32>
// CHECK-DAG: llvm.mlir.global internal constant @[[SMALL:tile_constant_[0-9]+]](dense<[56, 64]> : tensor<2xi8>) {addr_space = 4 : i32} : !llvm.array<2 x i8>
// CHECK-DAG: llvm.mlir.global internal constant @[[GRID:tile_constant_[0-9]+]](dense<[1, 2, 3, 4]> : tensor<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>

// CHECK-LABEL: @splat
tile.func private @splat() -> tensor<64xf32, #two> {
  // CHECK: %[[C:.*]] = arith.constant 1.500000e+00 : f32
  // CHECK: llvm.insertvalue %[[C]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[C]], %{{.*}}[1]
  %0 = arith.constant dense<1.5> : tensor<64xf32, #two>
  tile.return %0 : tensor<64xf32, #two>
}

// CHECK-LABEL: @small_floats
tile.func private @small_floats() -> (tensor<64xf8E4M3FN, #two>, f8E5M2) {
  // CHECK-DAG: arith.constant 56 : i8
  // CHECK-DAG: arith.constant 60 : i8
  %0 = arith.constant dense<1.0> : tensor<64xf8E4M3FN, #two>
  %1 = arith.constant 1.0 : f8E5M2
  tile.return %0, %1 : tensor<64xf8E4M3FN, #two>, f8E5M2
}

// CHECK-LABEL: @bool
tile.func private @bool() -> tensor<64xi1, #two> {
  // CHECK: arith.constant true
  %0 = arith.constant dense<true> : tensor<64xi1, #two>
  tile.return %0 : tensor<64xi1, #two>
}

// Each thread reads at its own elements' positions.
// CHECK-LABEL: @table
tile.func private @table() -> tensor<4xf32, #two> {
  // CHECK: %[[BASE:.*]] = llvm.mlir.addressof @[[FLOATS]] : !llvm.ptr<4>
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[LOW:.*]] = llvm.and %[[TID]], %{{.*}}
  // CHECK: %[[I:.*]] = llvm.shl %[[LOW]]
  // CHECK: %[[P:.*]] = llvm.getelementptr %[[BASE]][%[[I]]]
  // CHECK: llvm.load %[[P]] : !llvm.ptr<4> -> f32
  // CHECK: %[[J:.*]] = llvm.or disjoint %[[I]]
  // CHECK: %[[Q:.*]] = llvm.getelementptr %[[BASE]][%[[J]]]
  // CHECK: llvm.load %[[Q]] : !llvm.ptr<4> -> f32
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32, #two>
  tile.return %0 : tensor<4xf32, #two>
}

// CHECK-LABEL: @small_float_table
tile.func private @small_float_table() -> tensor<2xf8E4M3FN, #two> {
  // CHECK: llvm.mlir.addressof @[[SMALL]]
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN, #two>
  tile.return %0 : tensor<2xf8E4M3FN, #two>
}

// Row-major, whatever the layout's order.
// CHECK-LABEL: @table_2d
tile.func private @table_2d() -> tensor<2x2xi32, #grid> {
  // CHECK: llvm.mlir.addressof @[[GRID]]
  // CHECK: %[[ROW:.*]] = llvm.lshr
  // CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: %[[M:.*]] = llvm.mul %[[ROW]], %[[TWO]]
  // CHECK: llvm.add %[[M]], %{{.*}}
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32, #grid>
  tile.return %0 : tensor<2x2xi32, #grid>
}
}
