// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-DAG: #[[ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[PAIRS:.+]] = #tile.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #[[LINE:.+]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#pairs = #tile.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#line = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-LABEL: tile.func private @reshape(
tile.func private @reshape(%0: tensor<32x64xf32>, %1: tensor<16x32xf32, #rows>) {
  // CHECK: %{{.*}} = tile.reshape %{{.*}} : tensor<32x64xf32> -> tensor<32x4x16xf32>
  %2 = tile.reshape %0 : tensor<32x64xf32> -> tensor<32x4x16xf32>
  // CHECK: %{{.*}} = tile.reshape %{{.*}} allow_reorder : tensor<32x64xf32> -> tensor<2048xf32>
  %3 = tile.reshape %0 allow_reorder : tensor<32x64xf32> -> tensor<2048xf32>
  // CHECK: %{{.*}} = tile.reshape %{{.*}} allow_reorder efficient_layout : tensor<32x64xf32> -> tensor<1x2048xf32>
  %4 = tile.reshape %0 allow_reorder efficient_layout : tensor<32x64xf32> -> tensor<1x2048xf32>
  // CHECK: %{{.*}} = tile.reshape %{{.*}} efficient_layout : tensor<32x64xf32> -> tensor<64x32xf32>
  %5 = tile.reshape %0 efficient_layout : tensor<32x64xf32> -> tensor<64x32xf32>
  // CHECK: %{{.*}} = tile.reshape %{{.*}} : tensor<16x32xf32, #[[ROWS]]> -> tensor<512xf32, #[[LINE]]>
  %6 = tile.reshape %1 : tensor<16x32xf32, #rows> -> tensor<512xf32, #line>
  tile.return
}

// CHECK-LABEL: tile.func private @trans(
tile.func private @trans(%0: tensor<2x4x8xi1>, %1: tensor<16x32xi8, #rows>) {
  // CHECK: %{{.*}} = tile.trans %{{.*}} {order = array<i32: 2, 0, 1>} : tensor<2x4x8xi1> -> tensor<8x2x4xi1>
  %2 = tile.trans %0 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xi1> -> tensor<8x2x4xi1>
  // CHECK: %{{.*}} = tile.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<16x32xi8, #[[ROWS]]> -> tensor<32x16xi8, #[[COLUMNS]]>
  %3 = tile.trans %1 {order = array<i32: 1, 0>} : tensor<16x32xi8, #rows> -> tensor<32x16xi8, #columns>
  tile.return
}

// CHECK-LABEL: tile.func private @join(
tile.func private @join(%0: tensor<16xf16>, %1: tensor<16x32xf16, #rows>, %2: tensor<16x!tile.ptr<f32>>) {
  // CHECK: %{{.*}} = tile.join %{{.*}}, %{{.*}} : tensor<16xf16> -> tensor<16x2xf16>
  %3 = tile.join %0, %0 : tensor<16xf16> -> tensor<16x2xf16>
  // CHECK: %{{.*}} = tile.join %{{.*}}, %{{.*}} : tensor<16x32xf16, #[[ROWS]]> -> tensor<16x32x2xf16, #[[PAIRS]]>
  %4 = tile.join %1, %1 : tensor<16x32xf16, #rows> -> tensor<16x32x2xf16, #pairs>
  // CHECK: %{{.*}} = tile.join %{{.*}}, %{{.*}} : tensor<16x!tile.ptr<f32>> -> tensor<16x2x!tile.ptr<f32>>
  %5 = tile.join %2, %2 : tensor<16x!tile.ptr<f32>> -> tensor<16x2x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @split(
tile.func private @split(%0: tensor<16x2xf16>, %1: tensor<16x32x2xf16, #pairs>) {
  // CHECK: %{{.*}}, %{{.*}} = tile.split %{{.*}} : tensor<16x2xf16> -> tensor<16xf16>
  %2, %3 = tile.split %0 : tensor<16x2xf16> -> tensor<16xf16>
  // CHECK: %{{.*}}, %{{.*}} = tile.split %{{.*}} : tensor<16x32x2xf16, #[[PAIRS]]> -> tensor<16x32xf16, #[[ROWS]]>
  %4, %5 = tile.split %1 : tensor<16x32x2xf16, #pairs> -> tensor<16x32xf16, #rows>
  tile.return
}

// CHECK-LABEL: @cat
tile.func private @cat(%a: tensor<128xf32>, %b: tensor<4x8x!tile.ptr<f32>>) {
  // CHECK: tile.cat %{{.*}}, %{{.*}} : tensor<128xf32> -> tensor<256xf32>
  %0 = tile.cat %a, %a : tensor<128xf32> -> tensor<256xf32>
  // CHECK: tile.cat %{{.*}}, %{{.*}} : tensor<4x8x!tile.ptr<f32>> -> tensor<8x8x!tile.ptr<f32>>
  %1 = tile.cat %b, %b : tensor<4x8x!tile.ptr<f32>> -> tensor<8x8x!tile.ptr<f32>>
  tile.return
}
