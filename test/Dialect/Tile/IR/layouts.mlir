// RUN: tile-opt %s -split-input-file | FileCheck %s
// RUN: tile-opt %s -split-input-file | tile-opt -split-input-file | FileCheck %s
// RUN: tile-opt %s -split-input-file -mlir-print-op-generic | tile-opt -split-input-file | FileCheck %s

// Blocked and linear layouts get short names; slices are written out.

// CHECK: #[[B:.*]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: tile.func private @blocked(tensor<128xf32, #[[B]]>)
tile.func private @blocked(tensor<128xf32, #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// Fields in any order, spaces and lines as one likes.
// CHECK: #[[B:.*]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: tile.func private @any_order(tensor<16x64xf16, #[[B]]>)
#any = #tile.blocked<{
  order = [1,0], warpsPerCTA = [2,
  2], sizePerThread=[1, 4], threadsPerWarp = [4, 8]
}>
tile.func private @any_order(tensor<16x64xf16, #any>)

// -----

// A tile smaller and one larger than the layout.
// CHECK-LABEL: tile.func private @adapts(
#b = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @adapts(tensor<1xf32, #b>, tensor<2xf32, #b>, tensor<65536xf32, #b>)

// -----

// CHECK: #[[B:.*]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK: tile.func private @slice(tensor<32xi32, #tile.slice<{dim = 1, parent = #[[B]]}>>)
#b = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
tile.func private @slice(tensor<32xi32, #tile.slice<{dim = 1, parent = #b}>>)

// -----

// A deep nest: five dimensions, four taken out.
// CHECK: #tile.slice<{dim = 0, parent = #tile.slice<{dim = 2, parent = #tile.slice<{dim = 3, parent = #tile.slice<{dim = 0, parent = #blocked}>}>}>}>
#b = #tile.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 1, 1, 32], warpsPerCTA = [1, 1, 1, 4, 1], order = [4, 3, 2, 1, 0]}>
tile.func private @slice_of_slice(tensor<128xi32, #tile.slice<{dim = 0, parent = #tile.slice<{dim = 2, parent = #tile.slice<{dim = 3, parent = #tile.slice<{dim = 0, parent = #b}>}>}>}>>)

// -----

// CHECK: #[[L:.*]] = #tile.linear<{register = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]], block = []}>
// CHECK: tile.func private @linear(tensor<64x8xf32, #[[L]]>)
#l = #tile.linear<{register = [[0, 1], [8, 0]],
              lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
              warp = [[16, 0], [32, 0]], block = []}>
tile.func private @linear(tensor<64x8xf32, #l>)

// -----

// Replicas (zero bases) and a swizzle.
// CHECK: #[[L:.*]] = #tile.linear<{register = {{\[\[}}3]], lane = {{\[\[}}1], [0], [4], [8], [16]], warp = {{\[\[}}0]], block = []}>
// CHECK: tile.func private @replicas(tensor<32xf32, #[[L]]>, tensor<8xf32, #[[L]]>, tensor<1024xf32, #[[L]]>)
#l = #tile.linear<{register = [[3]], lane = [[1], [0], [4], [8], [16]], warp = [[0]], block = []}>
tile.func private @replicas(tensor<32xf32, #l>, tensor<8xf32, #l>, tensor<1024xf32, #l>)

// -----

// CHECK: tile.func private @slice_of_linear(tensor<8xf32, #tile.slice<{dim = 0, parent = #linear}>>)
#l = #tile.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [], block = []}>
tile.func private @slice_of_linear(tensor<8xf32, #tile.slice<{dim = 0, parent = #l}>>)

// -----

// Operations on tiles with layouts.
// CHECK-LABEL: tile.func private @operations(
#b = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #tile.slice<{dim = 1, parent = #b}>
tile.func private @operations(%x: i32, %p: tensor<16x32x!tile.ptr<f32>, #b>) {
  // CHECK: tile.make_range {{.*}} : tensor<16xi32, #tile.slice<{dim = 1, parent = #blocked}>>
  %0 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #s>
  // CHECK: tile.expand_dims {{.*}} : tensor<16xi32, #tile.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<16xi32, #s> -> tensor<16x1xi32, #b>
  // CHECK: tile.broadcast {{.*}} : tensor<16x1xi32, #blocked> -> tensor<16x32xi32, #blocked>
  %2 = tile.broadcast %1 : tensor<16x1xi32, #b> -> tensor<16x32xi32, #b>
  %3 = tile.splat %x : i32 -> tensor<16x32xi32, #b>
  %4 = arith.cmpi slt, %2, %3 : tensor<16x32xi32, #b>
  // CHECK: tile.load {{.*}} : tensor<16x32x!tile.ptr<f32>, #blocked>
  %5 = tile.load %p, %4 : tensor<16x32x!tile.ptr<f32>, #b>
  tile.return
}
