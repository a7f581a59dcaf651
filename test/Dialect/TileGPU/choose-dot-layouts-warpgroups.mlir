// RUN: tile-opt %s --split-input-file --tile-choose-dot-layouts | FileCheck %s
// RUN: tile-opt %s --split-input-file --tile-choose-dot-layouts=tf32=compensated | FileCheck %s --check-prefix=COMPENSATED
// RUN: tile-opt %s --split-input-file --tile-choose-dot-layouts=tf32=nearest | FileCheck %s --check-prefix=NEAREST

// Which products warpgroups make: a layout of version 3.

#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-DAG: #[[W64:.*]] = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
// CHECK-DAG: #[[W256:.*]] = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256]}>
// CHECK-DAG: #[[A:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[W64]], kWidth = 2}>
// CHECK-DAG: #[[B:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[W64]], kWidth = 2}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @loads(
// CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<64x32xf16, #[[A]]>
// CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<32x64xf16, #[[B]]>
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[W64]]>
tile.func private @loads(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x64x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// Of tf32 the right operand has neighbours along K in shared memory. What a loop
// does not change is stored so once.
// CHECK-LABEL: @tf32_of_a_loop(
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[W64]]>
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[MMA:.*]]>
tile.func private @tf32_of_a_loop(%a: tensor<64x64xf32, #blocked>, %p: tensor<64x64x!tile.ptr<f32>, #blocked>, %c: tensor<64x64xf32, #blocked>, %n: i32) -> tensor<64x64xf32, #blocked> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %b = tile.load %p : tensor<64x64x!tile.ptr<f32>, #blocked>
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %c) -> (tensor<64x64xf32, #blocked>) : i32 {
    %d = tile.dot %a, %b, %s, inputPrecision = tf32 : tensor<64x64xf32, #blocked> * tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
    %e = tile.load %p : tensor<64x64x!tile.ptr<f32>, #blocked>
    %f = tile.dot %a, %e, %d, inputPrecision = tf32 : tensor<64x64xf32, #blocked> * tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
    scf.yield %f : tensor<64x64xf32, #blocked>
  }
  tile.return %sum : tensor<64x64xf32, #blocked>
}

// As wide as an instruction can be; a thread has more of them.
// CHECK-LABEL: @wide(
// CHECK: tile.dot {{.*}} -> tensor<64x512xf16, #[[W256]]>
tile.func private @wide(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x512x!tile.ptr<f16>, #blocked>, %c: tensor<64x512xf16, #blocked>) {
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x512x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x512xf16, #blocked> -> tensor<64x512xf16, #blocked>
  tile.return
}

// The left operand is made in registers, of bytes: words of two neighbours,
// not of four.
// CHECK-LABEL: @left_made(
// CHECK: tilegpu.convert_layout pinned {{.*}} -> tensor<64x32xi8, #[[A]]>
// CHECK: arith.sitofp {{.*}} to tensor<64x32xf16, #[[A]]>
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[W64]]>
tile.func private @left_made(%p: tensor<64x32x!tile.ptr<i8>, #blocked>, %q: tensor<32x64x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %i = tile.load %p : tensor<64x32x!tile.ptr<i8>, #blocked>
  %a = arith.sitofp %i : tensor<64x32xi8, #blocked> to tensor<64x32xf16, #blocked>
  %b = tile.load %q : tensor<32x64x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// The right one is, and something else reads the sums: warps by themselves.
// CHECK-LABEL: @right_made(
// CHECK-NOT: #[[W64]]{{[,>]}}
// CHECK: tile.dot
tile.func private @right_made(%p: tensor<64x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<i8>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<64x32x!tile.ptr<f16>, #blocked>
  %i = tile.load %q : tensor<32x64x!tile.ptr<i8>, #blocked>
  %b = arith.sitofp %i : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// A loop carries the sums for this product only: it carries those of the
// transposed product, whose left operand is made in registers.
// CHECK-LABEL: @right_made_in_a_loop(
// CHECK: %[[INIT:.*]] = tile.trans %arg2
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[INIT]])
// CHECK: arith.sitofp {{.*}} : tensor<64x64xi8, #{{.*}}> to tensor<64x64xf16, #{{.*}}>
// CHECK: tile.dot {{.*}} : tensor<64x64xf16, #{{.*}}> * tensor<64x64xf16, #{{.*}}> -> tensor<64x64xf32, #[[W64]]>
// CHECK: }
// CHECK: tile.trans
tile.func private @right_made_in_a_loop(%p: tensor<64x64x!tile.ptr<f16>, #blocked>, %q: tensor<64x64x!tile.ptr<i8>, #blocked>, %c: tensor<64x64xf32, #blocked>, %n: i32) -> tensor<64x64xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (tensor<64x64xf32, #blocked>) : i32 {
    %a = tile.load %p : tensor<64x64x!tile.ptr<f16>, #blocked>
    %j = tile.load %q : tensor<64x64x!tile.ptr<i8>, #blocked>
    %b = arith.sitofp %j : tensor<64x64xi8, #blocked> to tensor<64x64xf16, #blocked>
    %d = tile.dot %a, %b, %s : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
    scf.yield %d : tensor<64x64xf32, #blocked>
  }
  tile.return %sum : tensor<64x64xf32, #blocked>
}

// Of 128 rows and more it is stored to shared memory, once for all warps.
// CHECK-LABEL: @right_made_for_many_rows(
// CHECK: arith.sitofp {{.*}} : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
// CHECK: tilegpu.convert_layout pinned {{.*}} : tensor<32x64xf16, #blocked> -> tensor<32x64xf16, #dot_op{{[0-9]*}}>
// CHECK: tile.dot {{.*}} -> tensor<128x64xf32, #[[W64]]>
tile.func private @right_made_for_many_rows(%p: tensor<128x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<i8>, #blocked>, %c: tensor<128x64xf32, #blocked>) {
  %a = tile.load %p : tensor<128x32x!tile.ptr<f16>, #blocked>
  %i = tile.load %q : tensor<32x64x!tile.ptr<i8>, #blocked>
  %b = arith.sitofp %i : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
  %d = tile.dot %a, %b, %c : tensor<128x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<128x64xf32, #blocked>
  tile.return
}

// Too few rows, and too few steps of K.
// CHECK-LABEL: @small(
// CHECK-NOT: #[[W64]]{{[,>]}}
// CHECK: tile.return
tile.func private @small(%p: tensor<32x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x64x!tile.ptr<f16>, #blocked>, %c: tensor<32x64xf32, #blocked>, %r: tensor<64x8x!tile.ptr<f16>, #blocked>, %s: tensor<8x64x!tile.ptr<f16>, #blocked>, %e: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<32x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x64x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<32x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<32x64xf32, #blocked>
  %x = tile.load %r : tensor<64x8x!tile.ptr<f16>, #blocked>
  %y = tile.load %s : tensor<8x64x!tile.ptr<f16>, #blocked>
  %z = tile.dot %x, %y, %e : tensor<64x8xf16, #blocked> * tensor<8x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}

// No instruction of warpgroups adds products of bf16 in bf16, and those of tf32
// are not used.
// CHECK-LABEL: @other_elements(
// CHECK-NOT: #[[W64]]{{[,>]}}
// CHECK: tile.return
tile.func private @other_elements(%p: tensor<64x64x!tile.ptr<bf16>, #blocked>, %c: tensor<64x64xbf16, #blocked>, %q: tensor<64x64x!tile.ptr<f32>, #blocked>, %e: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<64x64x!tile.ptr<bf16>, #blocked>
  %b = tile.load %p : tensor<64x64x!tile.ptr<bf16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x64xbf16, #blocked> * tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #blocked>
  %x = tile.load %q : tensor<64x64x!tile.ptr<f32>, #blocked>
  %y = tile.load %q : tensor<64x64x!tile.ptr<f32>, #blocked>
  %z = tile.dot %x, %y, %e, inputPrecision = tf32 : tensor<64x64xf32, #blocked> * tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [16, 1], order = [1, 0]}>

// 512 threads have 128 registers each: no instruction may have 128 sums. Two
// warpgroups share the columns instead. Halves take half.
// CHECK-DAG: #[[F32:.*]] = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 2], instrShape = [16, 128]}>
// CHECK-DAG: #[[F16:.*]] = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [16, 1], instrShape = [16, 256]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 16>} {
// CHECK-LABEL: @few_registers(
// CHECK: tile.dot {{.*}} -> tensor<128x256xf32, #[[F32]]>
// CHECK: tile.dot {{.*}} -> tensor<256x256xf16, #[[F16]]>
tile.func private @few_registers(%o: tensor<128x32x!tile.ptr<f16>, #blocked>, %p: tensor<256x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x256x!tile.ptr<f16>, #blocked>, %c: tensor<128x256xf32, #blocked>, %e: tensor<256x256xf16, #blocked>) {
  %l = tile.load %o : tensor<128x32x!tile.ptr<f16>, #blocked>
  %a = tile.load %p : tensor<256x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x256x!tile.ptr<f16>, #blocked>
  %d = tile.dot %l, %b, %c : tensor<128x32xf16, #blocked> * tensor<32x256xf16, #blocked> -> tensor<128x256xf32, #blocked>
  %f = tile.dot %a, %b, %e : tensor<256x32xf16, #blocked> * tensor<32x256xf16, #blocked> -> tensor<256x256xf16, #blocked>
  tile.return
}
}

// -----

// All sums of a thread have to fit, not those of an instruction only.
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-NOT: versionMajor = 3
// CHECK-LABEL: @many_sums(
tile.func private @many_sums(%p: tensor<256x32x!tile.ptr<f16>, #blocked>, %q: tensor<32x256x!tile.ptr<f16>, #blocked>, %c: tensor<256x256xf32, #blocked>) {
  %a = tile.load %p : tensor<256x32x!tile.ptr<f16>, #blocked>
  %b = tile.load %q : tensor<32x256x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<256x32xf16, #blocked> * tensor<32x256xf16, #blocked> -> tensor<256x256xf32, #blocked>
  tile.return
}
}

// -----

// Two warps are no warpgroup.
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {
// CHECK-NOT: versionMajor = 3
// CHECK-LABEL: @two_warps(
tile.func private @two_warps(%p: tensor<64x64x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<64x64x!tile.ptr<f16>, #blocked>
  %b = tile.load %p : tensor<64x64x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}
}

// -----

// Neither are targets without the instruction.
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
// CHECK-NOT: versionMajor = 3
// CHECK-LABEL: @other_target(
tile.func private @other_target(%p: tensor<64x64x!tile.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #blocked>) {
  %a = tile.load %p : tensor<64x64x!tile.ptr<f16>, #blocked>
  %b = tile.load %p : tensor<64x64x!tile.ptr<f16>, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x64xf16, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  tile.return
}
}

// -----

// Sums of 256 registers stay in tensor memory if a loop carries them from one
// product to the next, and begin there as a constant.
// CHECK: #[[WIDE:.*]] = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 256]}>
// CHECK-LABEL: @wide(
// CHECK: tile.dot {{.*}} -> tensor<128x256xf32, #[[WIDE]]>
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @wide(%p: !tile.ptr<f16>, %o: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<128x256xf32, #blocked>
  %pa = tile.splat %p : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>, #blocked>
  %pb = tile.splat %p : !tile.ptr<f16> -> tensor<64x256x!tile.ptr<f16>, #blocked>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zeros) -> (tensor<128x256xf32, #blocked>) : i32 {
    %a = tile.load %pa : tensor<128x64x!tile.ptr<f16>, #blocked>
    %b = tile.load %pb : tensor<64x256x!tile.ptr<f16>, #blocked>
    %d = tile.dot %a, %b, %s : tensor<128x64xf16, #blocked> * tensor<64x256xf16, #blocked> -> tensor<128x256xf32, #blocked>
    scf.yield %d : tensor<128x256xf32, #blocked>
  }
  %po = tile.splat %o : !tile.ptr<f32> -> tensor<128x256x!tile.ptr<f32>, #blocked>
  tile.store %po, %sum : tensor<128x256x!tile.ptr<f32>, #blocked>
  tile.return
}
}

// -----

// Not so if an iteration changes them otherwise.
// CHECK-NOT: versionMajor = 5
// CHECK-LABEL: @wide_and_scaled(
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @wide_and_scaled(%p: !tile.ptr<f16>, %o: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<128x256xf32, #blocked>
  %half = arith.constant dense<0.5> : tensor<128x256xf32, #blocked>
  %pa = tile.splat %p : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>, #blocked>
  %pb = tile.splat %p : !tile.ptr<f16> -> tensor<64x256x!tile.ptr<f16>, #blocked>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zeros) -> (tensor<128x256xf32, #blocked>) : i32 {
    %a = tile.load %pa : tensor<128x64x!tile.ptr<f16>, #blocked>
    %b = tile.load %pb : tensor<64x256x!tile.ptr<f16>, #blocked>
    %h = arith.mulf %s, %half : tensor<128x256xf32, #blocked>
    %d = tile.dot %a, %b, %h : tensor<128x64xf16, #blocked> * tensor<64x256xf16, #blocked> -> tensor<128x256xf32, #blocked>
    scf.yield %d : tensor<128x256xf32, #blocked>
  }
  %po = tile.splat %o : !tile.ptr<f32> -> tensor<128x256x!tile.ptr<f32>, #blocked>
  tile.store %po, %sum : tensor<128x256x!tile.ptr<f32>, #blocked>
  tile.return
}
}

// -----

// In tensor memory threads compute a right operand where it is loaded, and store
// it where the instruction reads it.
// CHECK: #[[SUMS:.*]] = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
// CHECK: #[[RIGHT:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[SUMS]], kWidth = 2}>
// CHECK-LABEL: @right_stored(
// CHECK: %[[W:.*]] = arith.sitofp %{{.*}} to tensor<32x64xf16, #blocked>
// CHECK: %[[B:.*]] = tilegpu.convert_layout pinned %[[W]] : {{.*}} -> tensor<32x64xf16, #[[RIGHT]]>
// CHECK: tile.dot %{{.*}}, %[[B]], %{{.*}} -> tensor<64x64xf32, #[[SUMS]]>
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @right_stored(%p: !tile.ptr<f16>, %q: !tile.ptr<i8>, %o: !tile.ptr<f32>) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %pa = tile.splat %p : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>, #blocked>
  %pb = tile.splat %q : !tile.ptr<i8> -> tensor<32x64x!tile.ptr<i8>, #blocked>
  %a = tile.load %pa : tensor<64x32x!tile.ptr<f16>, #blocked>
  %i = tile.load %pb : tensor<32x64x!tile.ptr<i8>, #blocked>
  %b = arith.sitofp %i : tensor<32x64xi8, #blocked> to tensor<32x64xf16, #blocked>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
  %po = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #blocked>
  tile.store %po, %d : tensor<64x64x!tile.ptr<f32>, #blocked>
  tile.return
}
}

// -----

// Products of tf32 in tensor memory: what is loaded is copied, if the digits that
// tf32 lacks are cut off, and rounded by threads, if not. Halves have no such digits.
// CHECK: #[[SUMS:.*]] = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
// CHECK-LABEL: @of_tf32(
// CHECK: %[[A:.*]] = tile.load
// CHECK: tilegpu.convert_layout pinned %[[A]]
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #[[SUMS]]>
// COMPENSATED-LABEL: @of_tf32(
// COMPENSATED: %[[R:.*]] = arith.constant dense<1.00034{{[0-9]*}}> : tensor<64x32xf32
// COMPENSATED: %[[T:.*]] = arith.mulf %{{.*}}, %[[R]]
// COMPENSATED: %[[W:.*]] = tile.bitcast %[[T]] : {{.*}} -> tensor<64x32xi32
// COMPENSATED: %[[M:.*]] = arith.constant dense<-8192> : tensor<64x32xi32
// COMPENSATED: %[[K:.*]] = arith.andi %[[W]], %[[M]]
// COMPENSATED: %[[A:.*]] = tile.bitcast %[[K]]
// COMPENSATED-NOT: arith.mulf
// COMPENSATED: tilegpu.convert_layout pinned %[[A]]
// COMPENSATED-NOT: arith.mulf
// COMPENSATED: tile.dot
// NEAREST-LABEL: @of_tf32(
// NEAREST: %[[E:.*]] = arith.constant dense<-8388608> : tensor<64x32xi32,
// NEAREST: %[[X:.*]] = arith.andi %{{.*}}, %[[E]]
// NEAREST: %[[P:.*]] = tile.bitcast %[[X]]
// NEAREST: %[[H:.*]] = arith.constant dense<4.8828125E-4> : tensor<64x32xf32
// NEAREST: %[[T:.*]] = math.fma %[[P]], %[[H]], %
// NEAREST: %[[W:.*]] = tile.bitcast %[[T]]
// NEAREST: %[[K:.*]] = arith.andi %[[W]],
// NEAREST: %[[A:.*]] = tile.bitcast %[[K]]
// NEAREST-NOT: math.fma
// NEAREST: tilegpu.convert_layout pinned %[[A]]
// NEAREST-NOT: math.fma
// NEAREST: tile.dot
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func public @of_tf32(%p: !tile.ptr<f32>, %q: !tile.ptr<f16>, %o: !tile.ptr<f32>) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %pa = tile.splat %p : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>, #blocked>
  %pb = tile.splat %q : !tile.ptr<f16> -> tensor<32x64x!tile.ptr<f16>, #blocked>
  %a = tile.load %pa : tensor<64x32x!tile.ptr<f32>, #blocked>
  %h = tile.load %pb : tensor<32x64x!tile.ptr<f16>, #blocked>
  %b = arith.extf %h : tensor<32x64xf16, #blocked> to tensor<32x64xf32, #blocked>
  %d = tile.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf32, #blocked> * tensor<32x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  %po = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #blocked>
  tile.store %po, %d : tensor<64x64x!tile.ptr<f32>, #blocked>
  tile.return
}
}
