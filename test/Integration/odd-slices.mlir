// RUN: tilec %s --target=sm_90a | FileCheck %s
// RUN: tile-run %s --output=p:1024xf32=iota --output=q:512xf32=const:1 --check='p == i + (i >= 512); q == 513 + i'

// A part that begins where registers do is taken, and put back, without any
// instruction.
// CHECK-LABEL: .visible .entry halves(
// CHECK-NOT: shared
// CHECK-NOT: bar.
// CHECK-NOT: shfl
// CHECK-NOT: selp
// CHECK: ret;
tile.func public @halves(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %from = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ptrs = tile.addptr %from, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.extract_slice %x[512] : tensor<1024xf32> -> tensor<512xf32>
  %j = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %to = tile.splat %q : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %tos = tile.addptr %to, %j : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %w = tile.load %tos : tensor<512x!tile.ptr<f32>>
  %z = arith.addf %y, %w : tensor<512xf32>
  tile.store %tos, %z : tensor<512x!tile.ptr<f32>>
  %x2 = tile.insert_slice %z into %x[512] : tensor<512xf32> into tensor<1024xf32>
  tile.store %ptrs, %x2 : tensor<1024x!tile.ptr<f32>>
  tile.return
}
