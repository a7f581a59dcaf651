// RUN: tilec %s --emit=ptx | FileCheck %s --check-prefix=FAST
// RUN: tilec %s --emit=ptx --fp-contract=fast | FileCheck %s --check-prefix=FAST
// RUN: tilec %s --emit=ptx --fp-contract=off | FileCheck %s --check-prefix=OFF
// RUN: tilec %s --emit=ptx --fp-contract=on | FileCheck %s --check-prefix=ON

llvm.func @plain(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) attributes {nvvm.kernel} {
  // FAST-LABEL: .entry plain
  // FAST: fma.rn.f32
  // OFF-LABEL: .entry plain
  // OFF: mul.rn.f32
  // OFF: add.rn.f32
  // ON-LABEL: .entry plain
  // ON: mul.{{(rn.)?}}f32
  // ON: add.{{(rn.)?}}f32
  %0 = llvm.fmul %a, %b : f32
  %1 = llvm.fadd %0, %c : f32
  llvm.store %1, %p : f32, !llvm.ptr<1>
  llvm.return
}

llvm.func @flagged(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) attributes {nvvm.kernel} {
  // ON-LABEL: .entry flagged
  // ON: fma.rn.f32
  %0 = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %1 = llvm.fadd %0, %c {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.store %1, %p : f32, !llvm.ptr<1>
  llvm.return
}
