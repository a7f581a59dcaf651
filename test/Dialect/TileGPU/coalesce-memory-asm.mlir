// RUN: tile-opt %s --tile-coalesce-memory | FileCheck %s

// An asm that runs once for each element gets whole groups in each thread, also
// without operands.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK: #[[TWO:.*]] = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-LABEL: @no_operands(
// CHECK: tile.elementwise_inline_asm {{.*}} -> tensor<8xi32, #[[TWO]]>
tile.func public @no_operands() {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, 5; mov.b32 $1, 6;" {constraints = "=r,=r", packed_element = 2 : i32, pure = false} -> tensor<8xi32, #one>
  tile.return
}

// One element an invocation needs none.
// CHECK-LABEL: @alone(
// CHECK: tile.elementwise_inline_asm {{.*}} -> tensor<8xi32, #{{.*}}>
// CHECK-NOT: tilegpu.convert_layout
tile.func public @alone() {
  %0 = tile.elementwise_inline_asm "mov.b32 $0, 5;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> tensor<8xi32, #one>
  tile.return
}
}
