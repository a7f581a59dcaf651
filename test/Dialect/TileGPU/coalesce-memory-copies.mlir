// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions --split-input-file | FileCheck %s

// A tile of 4x4 has fewer elements than a warp has threads. In one thread its
// sums take no shuffles, but then every thread computes all of it. That pays
// where sums and products are computed, and not where quotients are.

// CHECK: #[[$LAYOUT:.+]] = #tile.blocked<{sizePerThread = [4, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @products(
tile.func @products(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i = tile.reshape %r : tensor<16xi32> -> tensor<4x4xi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<4x4x!tile.ptr<f32>>
  %at = tile.addptr %b, %i : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32>
  %x = tile.load %at : tensor<4x4x!tile.ptr<f32>>
  // CHECK: tile.reduce
  // CHECK: (tensor<4x4xf32, #[[$LAYOUT]]>) ->
  %s = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tile.reduce.return %w : f32
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %c = tile.expand_dims %s {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %d = tile.broadcast %c : tensor<4x1xf32> -> tensor<4x4xf32>
  %y = arith.mulf %x, %d : tensor<4x4xf32>
  %t = "tile.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tile.reduce.return %w : f32
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %e = tile.expand_dims %t {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>
  %f = tile.broadcast %e : tensor<1x4xf32> -> tensor<4x4xf32>
  %z = arith.mulf %y, %f : tensor<4x4xf32>
  tile.store %at, %z : tensor<4x4x!tile.ptr<f32>>
  tile.return
}

}

// -----

// CHECK: #[[$LAYOUT:.+]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @quotients(
tile.func @quotients(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i = tile.reshape %r : tensor<16xi32> -> tensor<4x4xi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<4x4x!tile.ptr<f32>>
  %at = tile.addptr %b, %i : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32>
  %x = tile.load %at : tensor<4x4x!tile.ptr<f32>>
  // CHECK: tile.reduce
  // CHECK: (tensor<4x4xf32, #[[$LAYOUT]]>) ->
  %s = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tile.reduce.return %w : f32
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %c = tile.expand_dims %s {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %d = tile.broadcast %c : tensor<4x1xf32> -> tensor<4x4xf32>
  %y = arith.divf %x, %d : tensor<4x4xf32>
  %t = "tile.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tile.reduce.return %w : f32
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %e = tile.expand_dims %t {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>
  %f = tile.broadcast %e : tensor<1x4xf32> -> tensor<4x4xf32>
  %z = arith.divf %y, %f : tensor<4x4xf32>
  tile.store %at, %z : tensor<4x4x!tile.ptr<f32>>
  tile.return
}

}
