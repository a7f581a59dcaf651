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

// -----

// Long computations of rows go on while the tile comes from memory: each thread
// has copies of 8 rows, and the tile keeps the layout of its rows.

// CHECK: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @hidden(
// CHECK-NOT: tilegpu.convert_layout {{.*}} : tensor<32x128xf32
// CHECK: tile.store {{.*}} : tensor<32x128x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @hidden(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %r: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %i : tensor<4096xi32> -> tensor<32x128xi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<32x128x!tile.ptr<f32>>
  %at = tile.addptr %b, %o : tensor<32x128x!tile.ptr<f32>>, tensor<32x128xi32>
  %x = tile.load %at : tensor<32x128x!tile.ptr<f32>>
  %j = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %c = tile.splat %q : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %rows = tile.addptr %c, %j : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  %v = tile.load %rows : tensor<32x!tile.ptr<f32>>
  %e1 = math.tanh %v : tensor<32xf32>
  %e2 = math.tanh %e1 : tensor<32xf32>
  %e3 = math.tanh %e2 : tensor<32xf32>
  %e4 = math.tanh %e3 : tensor<32xf32>
  %e5 = math.tanh %e4 : tensor<32xf32>
  %e6 = math.tanh %e5 : tensor<32xf32>
  %f = tile.expand_dims %e6 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %g = tile.broadcast %f : tensor<32x1xf32> -> tensor<32x128xf32>
  %y = arith.mulf %x, %g : tensor<32x128xf32>
  tile.store %at, %y : tensor<32x128x!tile.ptr<f32>>
  %s = "tile.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %t = arith.addf %u, %w : f32
    tile.reduce.return %t : f32
  }) : (tensor<32x128xf32>) -> tensor<32xf32>
  %d = tile.splat %r : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %out = tile.addptr %d, %j : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  tile.store %out, %s : tensor<32x!tile.ptr<f32>>
  tile.return
}
}
