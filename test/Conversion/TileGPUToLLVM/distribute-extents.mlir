// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// What acts for a part of its tile tests where each register's element is.
#blocked = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#linear = #tile.linear<{register = [[32, 0], [0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @print
// CHECK: %[[FIRST:.*]] = llvm.shl
// CHECK: %[[N:.*]] = llvm.mlir.constant(35 : i32)
// CHECK: %[[LESS:.*]] = llvm.icmp "ult" %[[FIRST]], %[[N]]
// CHECK: %[[WITHIN:.*]] = llvm.and %{{.*}}, %[[LESS]]
// CHECK: scf.if %[[WITHIN]] {
// CHECK: llvm.call @vprintf
// CHECK: %[[NEXT:.*]] = llvm.or disjoint %[[FIRST]]
// CHECK: llvm.icmp "ult"
// CHECK: scf.if
// CHECK: llvm.call @vprintf
tile.func private @print(%x: tensor<64xi32, #blocked>) {
  tile.print "x" {extents = array<i64: 35>, hex = false, isSigned = array<i32: 1>} : %x : tensor<64xi32, #blocked>
  tile.return
}

// Registers 0 and 2 are one group, 1 and 3 another one.
// CHECK-LABEL: @groups(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32, %[[D:.*]]: i32)
// CHECK: scf.if
// CHECK-NEXT: llvm.inline_asm {{.*}} %[[A]], %[[C]] :
// CHECK: scf.if
// CHECK-NEXT: llvm.inline_asm {{.*}} %[[B]], %[[D]] :
tile.func private @groups(%x: tensor<64x2xi32, #linear>) {
  tile.elementwise_inline_asm "" {constraints = "r,r", extents = array<i64: 35, 2>, packed_element = 2 : i32, pure = false} %x : tensor<64x2xi32, #linear> -> ()
  tile.return
}

// CHECK-LABEL: @asm
// CHECK: %[[LESS:.*]] = llvm.icmp "ult"
// CHECK: %[[WITHIN:.*]] = llvm.and %{{.*}}, %[[LESS]]
// CHECK: scf.if %[[WITHIN]] -> (i32) {
// CHECK-NEXT: llvm.inline_asm has_side_effects
// CHECK: } else {
// CHECK-NEXT: llvm.mlir.zero
// CHECK: llvm.icmp "ult"
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: llvm.inline_asm has_side_effects
tile.func private @asm(%x: tensor<64xi32, #blocked>) -> tensor<64xi32, #blocked> {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", extents = array<i64: 35>, packed_element = 1 : i32, pure = false} %x : tensor<64xi32, #blocked> -> tensor<64xi32, #blocked>
  tile.return %0 : tensor<64xi32, #blocked>
}
}
