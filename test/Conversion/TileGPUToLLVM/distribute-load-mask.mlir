// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b16 = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// A masked load is a predicated instruction; its result keeps the words of
// `other` where nothing is read.

// CHECK-LABEL: llvm.func @uniform(
// CHECK: %[[Z:.*]] = llvm.mlir.zero : f32
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3,~{memory}"
// CHECK-NOT: llvm.inline_asm
tile.func public @uniform(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  %v = tile.load %ps, %m : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// Nothing is known of %n: the mask may change within a vector.
// CHECK-LABEL: llvm.func @not_uniform(
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}"
// CHECK-NOT: llvm.inline_asm
tile.func public @not_uniform(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  %v = tile.load %ps, %m : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// Uniform over two elements only.
// CHECK-LABEL: llvm.func @half_uniform(
// CHECK-COUNT-2: llvm.inline_asm has_side_effects "@$3 ld.global.v2.b32 {$0, $1}, [$2];", "=r,=r,l,b,0,1,~{memory}"
// CHECK-NOT: llvm.inline_asm
tile.func public @half_uniform(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 2 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  %v = tile.load %ps, %m : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @other(
// CHECK: %[[C:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[W:.*]] = llvm.bitcast %[[C]] : f32 to i32
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32
// CHECK-COUNT-4: llvm.bitcast %{{.*}} : i32 to f32
tile.func public @other(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %n4 = tile.splat %n : i32 -> tensor<512xi32, #b4>
  %m = arith.cmpi slt, %r, %n4 : tensor<512xi32, #b4>
  %c = arith.constant dense<1.0> : tensor<512xf32, #b4>
  %v = tile.load %ps, %m, %c : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// A mask that is one scalar for the whole tile.
// CHECK-LABEL: llvm.func @whole_tile(
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"
// CHECK-NOT: llvm.inline_asm
tile.func public @whole_tile(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #b8>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #b8>
  %ps = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>, #b8>, tensor<1024xi32, #b8>
  %m = tile.splat %b : i1 -> tensor<1024xi1, #b8>
  %v = tile.load %ps, %m : tensor<1024x!tile.ptr<f16>, #b8>
  tile.return
}

// CHECK-LABEL: llvm.func @bytes(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b8 $0, [$1];", "=h,l,b,0,~{memory}"
// CHECK: llvm.trunc %{{.*}} : i16 to i8
tile.func public @bytes(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<i8> -> tensor<128x!tile.ptr<i8>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<i8>, #b1>, tensor<128xi32, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  %v = tile.load %ps, %m : tensor<128x!tile.ptr<i8>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @two_halves(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}"
// CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
tile.func public @two_halves(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<f16>, #b2>, tensor<256xi32, #b2>
  %m = tile.splat %b : i1 -> tensor<256xi1, #b2>
  %v = tile.load %ps, %m : tensor<256x!tile.ptr<f16>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @bools(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b16 $0, [$1];", "=h,l,b,0,~{memory}"
// CHECK: llvm.bitcast %{{.*}} : i16 to vector<2xi8>
// CHECK-COUNT-2: llvm.icmp "ne"
tile.func public @bools(%p: !tile.ptr<i1> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<i1> -> tensor<256x!tile.ptr<i1>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<i1>, #b2>, tensor<256xi32, #b2>
  %m = tile.splat %b : i1 -> tensor<256xi1, #b2>
  %v = tile.load %ps, %m : tensor<256x!tile.ptr<i1>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @doubles(
// CHECK: llvm.inline_asm has_side_effects "@$3 ld.global.v2.b64 {$0, $1}, [$2];", "=l,=l,l,b,0,1,~{memory}"
tile.func public @doubles(%p: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<f64> -> tensor<256x!tile.ptr<f64>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<f64>, #b2>, tensor<256xi32, #b2>
  %m = tile.splat %b : i1 -> tensor<256xi1, #b2>
  %v = tile.load %ps, %m : tensor<256x!tile.ptr<f64>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @pointers(
// CHECK: llvm.inline_asm has_side_effects "@$3 ld.global.v2.b64
// CHECK-COUNT-2: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
tile.func public @pointers(%p: !tile.ptr<!tile.ptr<f32>> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #b2>
  %s = tile.splat %p : !tile.ptr<!tile.ptr<f32>> -> tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>, tensor<256xi32, #b2>
  %m = tile.splat %b : i1 -> tensor<256xi1, #b2>
  %v = tile.load %ps, %m : tensor<256x!tile.ptr<!tile.ptr<f32>>, #b2>
  tile.return
}

// CHECK-LABEL: llvm.func @scalar(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b16 $0, [$1];", "=h,l,b,0,~{memory}"
tile.func public @scalar(%p: !tile.ptr<f16>, %b: i1, %x: f16) {
  %0 = tile.load %p, %b, %x : !tile.ptr<f16>
  tile.return
}

// CHECK-LABEL: llvm.func @scalar_unmasked(
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> f16
tile.func public @scalar_unmasked(%p: !tile.ptr<f16>) {
  %0 = tile.load %p : !tile.ptr<f16>
  tile.return
}
}
