// RUN: tilec %s --emit=ptx --max-registers=40 | FileCheck %s
// RUN: tilec %s --emit=ptx | FileCheck %s --check-prefix=NONE

// CHECK: .entry k(
// CHECK: .reqntid 128
// CHECK: .maxnreg 40
// NONE-NOT: .maxnreg
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  llvm.return
}
