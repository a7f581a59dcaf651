// RUN: tile-opt %s --tile-to-llvm=target=sm_80 | FileCheck %s
// RUN: tile-opt %s --tile-to-llvm=target=sm_90a | FileCheck %s --check-prefix=HOPPER

// An SM runs as many CTAs of a kernel of matrix products as its registers and
// its shared memory allow; of others it is not said.

// Few registers: 4 warps * 32 threads * 128 of 65536.
// CHECK: llvm.func @product
// CHECK-SAME: nvvm.minctasm = 4 : i32
tile.func @product(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %1 = tile.reshape %0 : tensor<1024xi32> -> tensor<32x32xi32>
  %2 = tile.splat %p : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
  %3 = tile.addptr %2, %1 : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
  %a = tile.load %3 : tensor<32x32x!tile.ptr<f16>>
  %d = tile.dot %a, %a, %c : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %4 = tile.splat %q : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  %5 = tile.addptr %4, %1 : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  tile.store %5, %d : tensor<32x32x!tile.ptr<f32>>
  tile.return
}

// 128 sums, twice 32 registers of operands, and others.
// CHECK: llvm.func @many_registers
// CHECK-SAME: nvvm.minctasm = 2 : i32
tile.func @many_registers(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<128x128xf32>
  %0 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %1 = tile.reshape %0 : tensor<2048xi32> -> tensor<128x16xi32>
  %2 = tile.splat %p : !tile.ptr<f16> -> tensor<128x16x!tile.ptr<f16>>
  %3 = tile.addptr %2, %1 : tensor<128x16x!tile.ptr<f16>>, tensor<128x16xi32>
  %a = tile.load %3 : tensor<128x16x!tile.ptr<f16>>
  %b = tile.trans %a {order = array<i32: 1, 0>} : tensor<128x16xf16> -> tensor<16x128xf16>
  %d = tile.dot %a, %b, %c : tensor<128x16xf16> * tensor<16x128xf16> -> tensor<128x128xf32>
  %sums = "tile.reduce"(%d) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tile.reduce.return %s : f32
  }) : (tensor<128x128xf32>) -> tensor<128xf32>
  %4 = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %5 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %6 = tile.addptr %4, %5 : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %6, %sums : tensor<128x!tile.ptr<f32>>
  tile.return
}

// Few sums, but four tiles of 32 registers per thread wait for the product. With a tenth
// fewer registers for each thread, a third CTA fits.
// HOPPER: llvm.func @many_tiles
// HOPPER-SAME: nvvm.minctasm = 3 : i32
// CHECK: llvm.func @many_tiles
// CHECK-SAME: nvvm.minctasm = 2 : i32
tile.func @many_tiles(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %0 = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %i = tile.reshape %0 : tensor<4096xi32> -> tensor<64x64xi32>
  %o0 = arith.constant 0 : i32
  %q0 = tile.addptr %q, %o0 : !tile.ptr<f32>, i32
  %s0 = tile.splat %q0 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %p0 = tile.addptr %s0, %i : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x0 = tile.load %p0 : tensor<64x64x!tile.ptr<f32>>
  %o1 = arith.constant 4096 : i32
  %q1 = tile.addptr %q, %o1 : !tile.ptr<f32>, i32
  %s1 = tile.splat %q1 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %p1 = tile.addptr %s1, %i : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x1 = tile.load %p1 : tensor<64x64x!tile.ptr<f32>>
  %o2 = arith.constant 8192 : i32
  %q2 = tile.addptr %q, %o2 : !tile.ptr<f32>, i32
  %s2 = tile.splat %q2 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %p2 = tile.addptr %s2, %i : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x2 = tile.load %p2 : tensor<64x64x!tile.ptr<f32>>
  %o3 = arith.constant 12288 : i32
  %q3 = tile.addptr %q, %o3 : !tile.ptr<f32>, i32
  %s3 = tile.splat %q3 : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %p3 = tile.addptr %s3, %i : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x3 = tile.load %p3 : tensor<64x64x!tile.ptr<f32>>
  %1 = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %2 = tile.reshape %1 : tensor<1024xi32> -> tensor<64x16xi32>
  %3 = tile.splat %p : !tile.ptr<f16> -> tensor<64x16x!tile.ptr<f16>>
  %4 = tile.addptr %3, %2 : tensor<64x16x!tile.ptr<f16>>, tensor<64x16xi32>
  %a = tile.load %4 : tensor<64x16x!tile.ptr<f16>>
  %b = tile.trans %a {order = array<i32: 1, 0>} : tensor<64x16xf16> -> tensor<16x64xf16>
  %d = tile.dot %a, %b, %c : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
  %y0 = arith.mulf %x0, %d : tensor<64x64xf32>
  tile.store %p0, %y0 : tensor<64x64x!tile.ptr<f32>>
  %y1 = arith.mulf %x1, %d : tensor<64x64xf32>
  tile.store %p1, %y1 : tensor<64x64x!tile.ptr<f32>>
  %y2 = arith.mulf %x2, %d : tensor<64x64xf32>
  tile.store %p2, %y2 : tensor<64x64x!tile.ptr<f32>>
  %y3 = arith.mulf %x3, %d : tensor<64x64xf32>
  tile.store %p3, %y3 : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// CHECK: llvm.func @map
// CHECK-NOT: nvvm.minctasm
tile.func @map(%p: !tile.ptr<f32>, %v: f32) {
  %0 = tile.splat %v : f32 -> tensor<32xf32>
  %1 = tile.splat %p : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  tile.store %1, %0 : tensor<32x!tile.ptr<f32>>
  tile.return
}

// Of a branch's two products one runs: 64 sums, not 128.
// CHECK: llvm.func @product_in_branches
// CHECK-SAME: nvvm.minctasm = 3 : i32
tile.func @product_in_branches(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %first: i1) {
  %c = arith.constant dense<0.0> : tensor<128x64xf32>
  %0 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %1 = tile.reshape %0 : tensor<2048xi32> -> tensor<128x16xi32>
  %2 = tile.splat %p : !tile.ptr<f16> -> tensor<128x16x!tile.ptr<f16>>
  %3 = tile.addptr %2, %1 : tensor<128x16x!tile.ptr<f16>>, tensor<128x16xi32>
  %a = tile.load %3 : tensor<128x16x!tile.ptr<f16>>
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %br = tile.reshape %r : tensor<1024xi32> -> tensor<16x64xi32>
  %bs = tile.splat %p : !tile.ptr<f16> -> tensor<16x64x!tile.ptr<f16>>
  %bp = tile.addptr %bs, %br : tensor<16x64x!tile.ptr<f16>>, tensor<16x64xi32>
  %b = tile.load %bp : tensor<16x64x!tile.ptr<f16>>
  %d = scf.if %first -> tensor<128x64xf32> {
    %x = tile.dot %a, %b, %c : tensor<128x16xf16> * tensor<16x64xf16> -> tensor<128x64xf32>
    scf.yield %x : tensor<128x64xf32>
  } else {
    %n = arith.negf %a : tensor<128x16xf16>
    %y = tile.dot %n, %b, %c : tensor<128x16xf16> * tensor<16x64xf16> -> tensor<128x64xf32>
    scf.yield %y : tensor<128x64xf32>
  }
  %4 = tile.make_range {start = 0 : i32, end = 8192 : i32} : tensor<8192xi32>
  %5 = tile.reshape %4 : tensor<8192xi32> -> tensor<128x64xi32>
  %6 = tile.splat %q : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %7 = tile.addptr %6, %5 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %7, %d : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
