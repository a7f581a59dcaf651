// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b16 = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// Unmasked loads are as wide as the layout, the alignment and 128 bits allow.

// CHECK-LABEL: llvm.func @f32_x4(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0
// CHECK: %[[V:.*]] = llvm.load %[[P]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-COUNT-4: llvm.extractelement %[[V]]
// CHECK-NOT: llvm.load
tile.func public @f32_x4(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @f32_x1(
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NOT: llvm.load
tile.func public @f32_x1(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #b1>, tensor<128xi32, #b1>
  %v = tile.load %ps : tensor<128x!tile.ptr<f32>, #b1>
  tile.return
}

// Eight elements in a row are two accesses of 16 bytes.
// CHECK-LABEL: llvm.func @f32_x8(
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.load
tile.func public @f32_x8(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b8>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #b8>
  %ps = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>, #b8>, tensor<1024xi32, #b8>
  %v = tile.load %ps : tensor<1024x!tile.ptr<f32>, #b8>
  tile.return
}

// CHECK-LABEL: llvm.func @f16_x8(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
// CHECK-NOT: llvm.load
tile.func public @f16_x8(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b8>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #b8>
  %ps = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>, #b8>, tensor<1024xi32, #b8>
  %v = tile.load %ps : tensor<1024x!tile.ptr<f16>, #b8>
  tile.return
}

// CHECK-LABEL: llvm.func @bf16_x8(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
tile.func public @bf16_x8(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b8>
  %s = tile.splat %p : !tile.ptr<bf16> -> tensor<1024x!tile.ptr<bf16>, #b8>
  %ps = tile.addptr %s, %r : tensor<1024x!tile.ptr<bf16>, #b8>, tensor<1024xi32, #b8>
  %v = tile.load %ps : tensor<1024x!tile.ptr<bf16>, #b8>
  tile.return
}

// CHECK-LABEL: llvm.func @i8_x16(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<16xi8>
tile.func public @i8_x16(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #b16>
  %s = tile.splat %p : !tile.ptr<i8> -> tensor<2048x!tile.ptr<i8>, #b16>
  %ps = tile.addptr %s, %r : tensor<2048x!tile.ptr<i8>, #b16>, tensor<2048xi32, #b16>
  %v = tile.load %ps : tensor<2048x!tile.ptr<i8>, #b16>
  tile.return
}

// CHECK-LABEL: llvm.func @f8_x16(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<16xi8>
tile.func public @f8_x16(%p: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #b16>
  %s = tile.splat %p : !tile.ptr<f8E4M3FN> -> tensor<2048x!tile.ptr<f8E4M3FN>, #b16>
  %ps = tile.addptr %s, %r : tensor<2048x!tile.ptr<f8E4M3FN>, #b16>, tensor<2048xi32, #b16>
  %v = tile.load %ps : tensor<2048x!tile.ptr<f8E4M3FN>, #b16>
  tile.return
}

// CHECK-LABEL: llvm.func @f64_x2(
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<2xf64>
// CHECK-NOT: llvm.load
tile.func public @f64_x2(%p: !tile.ptr<f64> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f64> -> tensor<512x!tile.ptr<f64>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f64>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps : tensor<512x!tile.ptr<f64>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @i64_x2(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<2xi64>
tile.func public @i64_x2(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<i64> -> tensor<256x!tile.ptr<i64>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<i64>, #b2>, tensor<256xi32, #b2>
  %v = tile.load %ps : tensor<256x!tile.ptr<i64>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @pointers_x2(
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<2x!llvm.ptr<1>>
tile.func public @pointers_x2(%p: !tile.ptr<!tile.ptr<f32>> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<!tile.ptr<f32>> -> tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>, tensor<256xi32, #b2>
  %v = tile.load %ps : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  tile.return
}

// An i1 is a byte in memory, true where it is not 0.
// CHECK-LABEL: llvm.func @i1_x4(
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi8>
// CHECK-COUNT-4: llvm.icmp "ne"
tile.func public @i1_x4(%p: !tile.ptr<i1> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<i1> -> tensor<512x!tile.ptr<i1>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<i1>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps : tensor<512x!tile.ptr<i1>, #b4>
  tile.return
}

// The alignment of the pointer bounds the width.
// CHECK-LABEL: llvm.func @aligned_8(
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
// CHECK-NOT: llvm.load
tile.func public @aligned_8(%p: !tile.ptr<f32> {tile.divisibility = 8 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @aligned_1(
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
tile.func public @aligned_1(%p: !tile.ptr<f32> {tile.divisibility = 1 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// A tile of one element, and one of two in four registers that shrink to two.
// CHECK-LABEL: llvm.func @one_element(
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// CHECK-NOT: llvm.load
tile.func public @one_element(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<1x!tile.ptr<f32>, #b4>, tensor<1xi32, #b4>
  %v = tile.load %ps : tensor<1x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @small(
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
// CHECK-NOT: llvm.load
tile.func public @small(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<2x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<2x!tile.ptr<f32>, #b4>, tensor<2xi32, #b4>
  %v = tile.load %ps : tensor<2x!tile.ptr<f32>, #b4>
  tile.return
}
}
