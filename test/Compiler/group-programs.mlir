// RUN: tile-opt %s --split-input-file --tile-group-programs=programs=4 | FileCheck %s
// RUN: tile-opt %s --split-input-file --tile-group-programs | FileCheck %s --check-prefix=KEEP
// RUN: tile-opt %s --split-input-file --tile-group-programs=programs=1 | FileCheck %s --check-prefix=ONE
// RUN: tile-opt %s --split-input-file "--tile-to-tilegpu=num-warps=1 programs-per-cta=4" | FileCheck %s

// CHECK: module attributes {tile.programs_per_cta = 4 : i32, tile.target =
// KEEP-NOT: tile.programs_per_cta
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @plain(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.programs_per_cta = 4 : i32, tile.target =
// KEEP: module attributes {tile.programs_per_cta = 8 : i32, tile.target =
// ONE-NOT: tile.programs_per_cta
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>, tile.programs_per_cta = 8 : i32} {
  tile.func public @saidBefore() {
    tile.return
  }
}

// -----

// A thread's or a lane's own registers, other axes, and PTX that works in them.
// CHECK: module attributes {tile.programs_per_cta = 4 : i32
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @harmlessAsm(%p: !tile.ptr<i32>) {
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %tid.x;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %1 = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %2 = tile.elementwise_inline_asm "mov.u32 $0, %ctaid.y;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %3 = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %0 : i32 -> i32
    tile.return
  }
}

// -----

// What an llvm.func does is its own affair: each of its CTAs stays as it is.
// CHECK: module attributes {tile.programs_per_cta = 4 : i32
// CHECK: llvm.func @other() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>}
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  llvm.func @other() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    nvvm.barrier0
    llvm.return
  }
}
