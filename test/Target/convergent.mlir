// RUN: tilec %s --emit=llvmir | FileCheck %s

// Inline asm with side effects must not move into or out of branches.

// CHECK-LABEL: define ptx_kernel void @k
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  // CHECK: call void asm sideeffect "bar.sync 0;", ""() #[[BARRIER:[0-9]+]]
  llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
  // CHECK: call i32 asm "mov.u32 $0, 7;", "=r"() #[[PURE:[0-9]+]]
  %0 = llvm.inline_asm "mov.u32 $0, 7;", "=r" : () -> i32
  llvm.store %0, %p : i32, !llvm.ptr<1>
  llvm.return
}
// CHECK-DAG: attributes #[[BARRIER]] = {{.*}}convergent
// CHECK-DAG: attributes #[[PURE]] = { {{(no|memory|will)[^c]*$}}
