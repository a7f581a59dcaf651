// RUN: tilec %s --emit=llvmir | FileCheck %s

// Inline asm with side effects must not move into or out of branches, and that of
// an author is not copied: this loop of three rounds stays one.

// CHECK-LABEL: define ptx_kernel void @k
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  // CHECK: call void asm sideeffect "bar.sync 0;", ""() #[[BARRIER:[0-9]+]]
  llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
  // CHECK: call i32 asm "mov.u32 $0, 7;", "=r"() #[[PURE:[0-9]+]]
  %0 = llvm.inline_asm "mov.u32 $0, 7;", "=r" : () -> i32
  llvm.store %0, %p : i32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: define ptx_kernel void @loop
// CHECK: call void asm sideeffect "// once", ""() #[[ONCE:[0-9]+]]
// CHECK-NOT: once
// CHECK: call void asm sideeffect "// copied", ""() #[[BARRIER]]
// CHECK: call void asm sideeffect "// copied", ""() #[[BARRIER]]
llvm.func @loop() attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  llvm.br ^once(%zero : i32)
^once(%i: i32):
  llvm.inline_asm has_side_effects {tile.never_copied} "// once", "" : () -> ()
  %i1 = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %i1, %three : i32
  llvm.cond_br %more, ^once(%i1 : i32), ^copied(%zero : i32)
^copied(%j: i32):
  llvm.inline_asm has_side_effects "// copied", "" : () -> ()
  %j1 = llvm.add %j, %one : i32
  %again = llvm.icmp "slt" %j1, %three : i32
  llvm.cond_br %again, ^copied(%j1 : i32), ^end
^end:
  llvm.return
}
// CHECK-DAG: attributes #[[BARRIER]] = {{.*}}convergent
// CHECK-DAG: attributes #[[ONCE]] = {{.*}}convergent noduplicate
// CHECK-DAG: attributes #[[PURE]] = { {{(no|memory|will)[^c]*$}}
