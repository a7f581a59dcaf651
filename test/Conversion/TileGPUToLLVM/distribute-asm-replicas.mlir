// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Registers 4 to 7 hold the elements of 3, 2, 1 and 0: only the first four are
// computed, and the others get the result of their element.

#replicas = #tile.linear<{register = [[1], [2], [3]], lane = [[4], [8], [16], [32], [64]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @pure(
// CHECK: %[[A:.*]] = llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %arg0
// CHECK: %[[B:.*]] = llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %arg1
// CHECK: %[[C:.*]] = llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %arg2
// CHECK: %[[D:.*]] = llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %arg3
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[4]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[5]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[6]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[7]
tile.func private @pure(%x0: tensor<128xi32, #replicas>) -> (tensor<128xi32, #replicas>) {
  %r:1 = tile.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32, #replicas> -> tensor<128xi32, #replicas>
  tile.return %r#0 : tensor<128xi32, #replicas>
}

// CHECK-LABEL: @impure(
// CHECK-COUNT-4: llvm.inline_asm has_side_effects
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @impure(%x0: tensor<128xi32, #replicas>) -> (tensor<128xi32, #replicas>) {
  %r:1 = tile.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32, #replicas> -> tensor<128xi32, #replicas>
  tile.return %r#0 : tensor<128xi32, #replicas>
}

// CHECK-LABEL: @impure_packed(
// CHECK-COUNT-1: llvm.inline_asm has_side_effects
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @impure_packed(%x0: tensor<128xi8, #replicas>) -> (tensor<128xi8, #replicas>) {
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 4 : i32, pure = false} %x0 : tensor<128xi8, #replicas> -> tensor<128xi8, #replicas>
  tile.return %r#0 : tensor<128xi8, #replicas>
}
}
