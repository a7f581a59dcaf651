// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Layouts for scans: 16 bytes per access in any case.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Rows enough for all warps: each warp has rows of its own.
// CHECK-DAG: #[[ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// One row: each warp has a quarter of it in one piece.
// CHECK-DAG: #[[PIECES:.+]] = #tile.linear<{register = {{\[}}[1], [2], [128], [256], [512]], lane = {{\[}}[4], [8], [16], [32], [64]], warp = {{\[}}[{{1024|2048}}], [{{1024|2048}}]], block = []}>

// CHECK-LABEL: @rows
// CHECK: tile.load {{.*}} : tensor<8x256x!tile.ptr<f32>, #[[ROWS]]>
// CHECK: }) : (tensor<8x256xf32, #[[ROWS]]>) -> tensor<8x256xf32, #[[ROWS]]>
// CHECK: tile.store {{.*}} : tensor<8x256x!tile.ptr<f32>, #[[ROWS]]>
tile.func public @rows(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %at = tile.reshape %range : tensor<2048xi32> -> tensor<8x256xi32>
  %x_base = tile.splat %x : !tile.ptr<f32> -> tensor<8x256x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %at : tensor<8x256x!tile.ptr<f32>>, tensor<8x256xi32>
  %0 = tile.load %x_ptrs : tensor<8x256x!tile.ptr<f32>>
  %1 = "tile.scan"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<8x256xf32>) -> tensor<8x256xf32>
  %y_base = tile.splat %y : !tile.ptr<f32> -> tensor<8x256x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %at : tensor<8x256x!tile.ptr<f32>>, tensor<8x256xi32>
  tile.store %y_ptrs, %1 : tensor<8x256x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @one_row
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<f32>, #[[PIECES]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<f32>, #[[PIECES]]>
tile.func public @one_row(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %at = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %x_base = tile.splat %x : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %at : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %0 = tile.load %x_ptrs : tensor<4096x!tile.ptr<f32>>
  %1 = "tile.scan"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<4096xf32>) -> tensor<4096xf32>
  %y_base = tile.splat %y : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %at : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %1 : tensor<4096x!tile.ptr<f32>>
  tile.return
}
}
