// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// A pure asm whose group does not divide the elements of a thread: the last one
// is repeated, and what comes of the copies is dropped.

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @one_of_two(
// CHECK: %[[V:.*]] = llvm.insertelement %arg0, %{{.*}}[%{{.*}}] : vector<2xf16>
// CHECK: llvm.insertelement %arg0, %[[V]][%{{.*}}] : vector<2xf16>
// CHECK-COUNT-1: llvm.inline_asm
// CHECK-NOT: llvm.inline_asm
tile.func private @one_of_two(%x0: tensor<32xf16, #b1>) -> (tensor<32xf16, #b1>) {
  %r:1 = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<32xf16, #b1> -> tensor<32xf16, #b1>
  tile.return %r#0 : tensor<32xf16, #b1>
}

// CHECK-LABEL: @two_of_four(
// CHECK: llvm.insertelement %arg0,
// CHECK-COUNT-3: llvm.insertelement %arg1,
// CHECK-COUNT-1: llvm.inline_asm
// CHECK-NOT: llvm.inline_asm
tile.func private @two_of_four(%x0: tensor<64xi8, #b2>) -> (tensor<64xi8, #b2>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<64xi8, #b2> -> tensor<64xi8, #b2>
  tile.return %r#0 : tensor<64xi8, #b2>
}

// CHECK-LABEL: @two_of_thirty_two(
// CHECK-COUNT-1: llvm.inline_asm "", "=r,=r,=r,=r,=r,=r,=r,=r,0,1,2,3,4,5,6,7"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @two_of_thirty_two(%x0: tensor<64xi8, #b2>) -> (tensor<64xi8, #b2>) {
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,0,1,2,3,4,5,6,7", packed_element = 32 : i32, pure = true} %x0 : tensor<64xi8, #b2> -> tensor<64xi8, #b2>
  tile.return %r#0 : tensor<64xi8, #b2>
}

// CHECK-LABEL: @one_element(
// CHECK-COUNT-1: llvm.inline_asm
// CHECK-NOT: llvm.inline_asm
tile.func private @one_element(%x0: tensor<1xf16, #b4>) -> (tensor<1xf16, #b4>) {
  %r:1 = tile.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<1xf16, #b4> -> tensor<1xf16, #b4>
  tile.return %r#0 : tensor<1xf16, #b4>
}

// Every thread runs it, so that a copy more or less in a group is no matter.
// CHECK-LABEL: @thread_scope(
// CHECK-COUNT-1: llvm.inline_asm has_side_effects
// CHECK-NOT: llvm.inline_asm
tile.func private @thread_scope(%x0: tensor<32xf16, #b1>) -> (tensor<32xf16, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" scope = thread {constraints = "=r,r", packed_element = 2 : i32, pure = false} %x0 : tensor<32xf16, #b1> -> tensor<32xf16, #b1>
  tile.return %r#0 : tensor<32xf16, #b1>
}
}
