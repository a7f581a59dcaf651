// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @make_range(
tile.func private @make_range() {
  // CHECK: %{{.*}} = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  // CHECK: %{{.*}} = tile.make_range {end = 64 : i32, start = -64 : i32} : tensor<128xi32>
  %1 = tile.make_range {start = -64 : i32, end = 64 : i32} : tensor<128xi32>
  tile.return
}

// CHECK-LABEL: tile.func private @splat(
tile.func private @splat(%x: f32, %p: !tile.ptr<f32>) {
  // CHECK: %{{.*}} = tile.splat %{{.*}} : f32 -> tensor<128xf32>
  %0 = tile.splat %x : f32 -> tensor<128xf32>
  // CHECK: %{{.*}} = tile.splat %{{.*}} : !tile.ptr<f32> -> tensor<2x4x8x16x32x!tile.ptr<f32>>
  %1 = tile.splat %p : !tile.ptr<f32> -> tensor<2x4x8x16x32x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @unsplat(
tile.func private @unsplat(%t: tensor<1xf32>, %u: tensor<1x1x!tile.ptr<i8>>) {
  // CHECK: %{{.*}} = tile.unsplat %{{.*}} : tensor<1xf32>
  %0 = tile.unsplat %t : tensor<1xf32>
  // CHECK: %{{.*}} = tile.unsplat %{{.*}} : tensor<1x1x!tile.ptr<i8>>
  %1 = tile.unsplat %u : tensor<1x1x!tile.ptr<i8>>
  tile.return
}

// CHECK-LABEL: tile.func private @expand_dims(
tile.func private @expand_dims(%0: tensor<128xi32>) {
  // CHECK: %{{.*}} = tile.expand_dims %{{.*}} {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  // CHECK: %{{.*}} = tile.expand_dims %{{.*}} {axis = 0 : i32} : tensor<128x1xi32> -> tensor<1x128x1xi32>
  %2 = tile.expand_dims %1 {axis = 0 : i32} : tensor<128x1xi32> -> tensor<1x128x1xi32>
  tile.return
}

// CHECK-LABEL: tile.func private @broadcast(
tile.func private @broadcast(%0: tensor<128x1xi32>, %1: tensor<1x1x4xi1>) {
  // CHECK: %{{.*}} = tile.broadcast %{{.*}} : tensor<128x1xi32> -> tensor<128x32xi32>
  %2 = tile.broadcast %0 : tensor<128x1xi32> -> tensor<128x32xi32>
  // CHECK: %{{.*}} = tile.broadcast %{{.*}} : tensor<1x1x4xi1> -> tensor<8x2x4xi1>
  %3 = tile.broadcast %1 : tensor<1x1x4xi1> -> tensor<8x2x4xi1>
  tile.return
}
