// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

// Of the threads and registers that hold an element, one writes it.

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#lanes = #tile.linear<{register = [], lane = [[1], [0], [2], [0], [4]], warp = [[8], [0]], block = []}>
#warps = #tile.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0], [0]], block = []}>
#registers = #tile.linear<{register = [[1], [2], [3]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#mixed = #tile.linear<{register = [[1], [2]], lane = [[1], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// 8 elements, one per thread: threads 0 to 7, bits 3 to 6 are free.
// CHECK-LABEL: llvm.func @small(
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(120 : i32)
// CHECK: %[[BITS:.*]] = llvm.and %{{.*}}, %[[MASK]]
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq" %[[BITS]]
// CHECK: llvm.inline_asm has_side_effects "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[OWNER]]
tile.func public @small(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<8x!tile.ptr<f32>, #b1>, tensor<8xi32, #b1>
  %v = tile.splat %x : f32 -> tensor<8xf32, #b1>
  tile.store %ps, %v : tensor<8x!tile.ptr<f32>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @small_vector(
// CHECK: llvm.mlir.constant(126 : i32)
// CHECK: llvm.inline_asm has_side_effects "@$5 st.global.v4.b32
// CHECK-NOT: llvm.inline_asm
tile.func public @small_vector(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<8x!tile.ptr<f32>, #b4>, tensor<8xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<8xf32, #b4>
  tile.store %ps, %v : tensor<8x!tile.ptr<f32>, #b4>
  tile.return
}

// The owner's condition and the mask.
// CHECK-LABEL: llvm.func @small_masked(
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq"
// CHECK: %[[BOTH:.*]] = llvm.and %[[OWNER]], %arg2 : i1
// CHECK: "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[BOTH]]
tile.func public @small_masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<8x!tile.ptr<f32>, #b1>, tensor<8xi32, #b1>
  %v = tile.splat %x : f32 -> tensor<8xf32, #b1>
  %m = tile.splat %b : i1 -> tensor<8xi1, #b1>
  tile.store %ps, %v, %m : tensor<8x!tile.ptr<f32>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @one_element(
// CHECK: llvm.mlir.constant(127 : i32)
// CHECK: "@$2 st.global.b32 [$1], $0;"
// CHECK-NOT: llvm.inline_asm
tile.func public @one_element(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<1x!tile.ptr<f32>, #b4>, tensor<1xi32, #b4>
  %v = tile.splat %x : f32 -> tensor<1xf32, #b4>
  tile.store %ps, %v : tensor<1x!tile.ptr<f32>, #b4>
  tile.return
}

// Lane bits 1 and 3, and warp bit 1: 2 + 8 + 64.
// CHECK-LABEL: llvm.func @free_lanes(
// CHECK: llvm.mlir.constant(74 : i32)
// CHECK: "@$2 st.global.b32 [$1], $0;"
tile.func public @free_lanes(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #lanes>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>, #lanes>
  %ps = tile.addptr %s, %r : tensor<16x!tile.ptr<f32>, #lanes>, tensor<16xi32, #lanes>
  %v = tile.splat %x : f32 -> tensor<16xf32, #lanes>
  tile.store %ps, %v : tensor<16x!tile.ptr<f32>, #lanes>
  tile.return
}

// CHECK-LABEL: llvm.func @free_warps(
// CHECK: llvm.mlir.constant(96 : i32)
// CHECK: "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};"
tile.func public @free_warps(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #warps>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #warps>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #warps>, tensor<128xi32, #warps>
  %v = tile.splat %x : f32 -> tensor<128xf32, #warps>
  tile.store %ps, %v : tensor<128x!tile.ptr<f32>, #warps>
  tile.return
}

// Registers 4 to 7 hold what 3, 2, 1, 0 hold: one access, no condition.
// CHECK-LABEL: llvm.func @free_registers(
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
tile.func public @free_registers(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #registers>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #registers>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #registers>, tensor<512xi32, #registers>
  %v = tile.splat %x : f32 -> tensor<512xf32, #registers>
  tile.store %ps, %v : tensor<512x!tile.ptr<f32>, #registers>
  tile.return
}

// Lane bit 0 moves as register bit 0 does: odd lanes hold their neighbour's
// elements, in other registers.
// CHECK-LABEL: llvm.func @mixed(
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.icmp "eq"
// CHECK-COUNT-4: "@$2 st.global.b32 [$1], $0;"
// CHECK-NOT: llvm.inline_asm
tile.func public @mixed(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #mixed>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #mixed>
  %ps = tile.addptr %s, %r : tensor<256x!tile.ptr<f32>, #mixed>, tensor<256xi32, #mixed>
  %v = tile.splat %x : f32 -> tensor<256xf32, #mixed>
  tile.store %ps, %v : tensor<256x!tile.ptr<f32>, #mixed>
  tile.return
}

// A scalar is written by thread 0.
// CHECK-LABEL: llvm.func @scalar(
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK: llvm.and %[[TID]], %[[ALL]]
// CHECK: "@$2 st.global.b32 [$1], $0;"
tile.func public @scalar(%p: !tile.ptr<f32>, %x: f32) {
  tile.store %p, %x : !tile.ptr<f32>
  tile.return
}

// CHECK-LABEL: llvm.func @scalar_masked(
// CHECK: llvm.icmp "eq"
// CHECK: %[[BOTH:.*]] = llvm.and %{{.*}}, %arg2 : i1
// CHECK: "@$2 st.global.b16 [$1], $0;", "h,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[BOTH]]
tile.func public @scalar_masked(%p: !tile.ptr<bf16>, %x: bf16, %m: i1) {
  tile.store %p, %x, %m : !tile.ptr<bf16>
  tile.return
}
}
