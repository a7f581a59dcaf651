// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b16 = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @f32_x4(
// CHECK-COUNT-4: llvm.insertelement
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
tile.func public @f32_x4(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @f16_x8(
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
tile.func public @f16_x8(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %x: f16) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b8>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #b8>
  %ps = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>, #b8>, tensor<1024xi32, #b8>
  %v = tile.splat %x : f16 -> tensor<1024xf16, #b8>
  tile.store %ps, %v : tensor<1024x!tile.ptr<f16>, #b8>
  tile.return
}

// CHECK-LABEL: llvm.func @i8_x16(
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<16xi8>, !llvm.ptr<1>
tile.func public @i8_x16(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %x: i8) {
  %r = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #b16>
  %s = tile.splat %p : !tile.ptr<i8> -> tensor<2048x!tile.ptr<i8>, #b16>
  %ps = tile.addptr %s, %r : tensor<2048x!tile.ptr<i8>, #b16>, tensor<2048xi32, #b16>
  %v = tile.splat %x : i8 -> tensor<2048xi8, #b16>
  tile.store %ps, %v : tensor<2048x!tile.ptr<i8>, #b16>
  tile.return
}

// CHECK-LABEL: llvm.func @f64_x2(
// CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 16 : i64} : vector<2xf64>, !llvm.ptr<1>
tile.func public @f64_x2(%p: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %x: f64) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f64> -> tensor<512x!tile.ptr<f64>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f64>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f64 -> tensor<512xf64, #b4>
  tile.store %ps, %v : tensor<512x!tile.ptr<f64>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @pointers(
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<2x!llvm.ptr<1>>, !llvm.ptr<1>
tile.func public @pointers(%p: !tile.ptr<!tile.ptr<f32>> {tile.divisibility = 16 : i32}, %x: !tile.ptr<f32>) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<!tile.ptr<f32>> -> tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>, tensor<256xi32, #b2>
  %v = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #b2>
  tile.store %ps, %v : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @bools(
// CHECK-COUNT-4: llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<1>
tile.func public @bools(%p: !tile.ptr<i1> {tile.divisibility = 16 : i32}, %x: i1) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<i1> -> tensor<512x!tile.ptr<i1>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<i1>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : i1 -> tensor<512xi1, #b4>
  tile.store %ps, %v : tensor<512x!tile.ptr<i1>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @aligned_4(
// CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<1>
tile.func public @aligned_4(%p: !tile.ptr<f32> {tile.divisibility = 4 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<512xf32, #b4>
  tile.store %ps, %v : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @largest(
// CHECK-COUNT-128: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
tile.func public @largest(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %x: i32) {
  %r = tile.make_range {start = 0 : i32, end = 65536 : i32} : tensor<65536xi32, #b16>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<65536x!tile.ptr<i32>, #b16>
  %ps = tile.addptr %s, %r : tensor<65536x!tile.ptr<i32>, #b16>, tensor<65536xi32, #b16>
  %v = tile.splat %x : i32 -> tensor<65536xi32, #b16>
  tile.store %ps, %v : tensor<65536x!tile.ptr<i32>, #b16>
  tile.return
}
}
