// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s

#a = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-LABEL: @columns
tile.func private @columns(%t: tensor<16x64xf32>, %i: tensor<16x32xi32>) -> tensor<16x32xf32> {
  // CHECK: tile.gather %{{.*}}[%{{.*}}] {axis = 1 : i32} : (tensor<16x64xf32>, tensor<16x32xi32>) -> tensor<16x32xf32>
  %0 = tile.gather %t[%i] {axis = 1 : i32} : (tensor<16x64xf32>, tensor<16x32xi32>) -> tensor<16x32xf32>
  tile.return %0 : tensor<16x32xf32>
}

// CHECK-LABEL: @layouts
tile.func private @layouts(%t: tensor<4x32x!tile.ptr<i8>, #a>, %i: tensor<8x32xi64, #b>) -> tensor<8x32x!tile.ptr<i8>, #b> {
  // CHECK: tile.gather %{{.*}}[%{{.*}}] {axis = 0 : i32, efficient_layout} : (tensor<4x32x!tile.ptr<i8>, #{{.*}}>, tensor<8x32xi64, #{{.*}}>) -> tensor<8x32x!tile.ptr<i8>, #{{.*}}>
  %0 = tile.gather %t[%i] {axis = 0 : i32, efficient_layout} : (tensor<4x32x!tile.ptr<i8>, #a>, tensor<8x32xi64, #b>) -> tensor<8x32x!tile.ptr<i8>, #b>
  tile.return %0 : tensor<8x32x!tile.ptr<i8>, #b>
}
