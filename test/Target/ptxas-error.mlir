// REQUIRES: ptxas
// RUN: not tilec %s -o %t.cubin 2>&1 | FileCheck %s
// RUN: not tilec %s -o %t.ptx --verify-ptx 2>&1 | FileCheck %s
// RUN: not tilec %s -o %t.ptx --verify-ptx --line-info 2>&1 | FileCheck %s
// RUN: not ls %t.cubin %t.ptx
// RUN: tilec %s --emit=ptx | FileCheck %s --check-prefix=PTX

// What ptxas says comes at the operation, line information or not.

// PTX: frobnicate
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  // CHECK: ptxas-error.mlir:[[#@LINE+2]]:8: error: ptxas: Not a name of any known instruction: 'frobnicate'
  // CHECK: note: in the PTX: frobnicate.u32
  %1 = llvm.inline_asm has_side_effects "frobnicate.u32 $0, 3;", "=r" : () -> i32
  // CHECK: ptxas-error.mlir:[[#@LINE+1]]:8: error: ptxas: Not a name of any known instruction: 'defrobnicate'
  %2 = llvm.inline_asm has_side_effects "defrobnicate.u32 $0, 3;", "=r" : () -> i32
  llvm.return
}
