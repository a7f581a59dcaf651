// RUN: tilec %s --emit=ptx --line-info | FileCheck %s
// RUN: tilec %s --emit=ptx | FileCheck %s --check-prefix=PLAIN
// RUN: tilec %s --emit=llvm --line-info | FileCheck %s --check-prefix=MLIR

// PLAIN-NOT: .loc
// MLIR: loc(

// Locations are those of the operations; where they name another source, its.
// CHECK: .visible .entry k(
llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  // CHECK: .loc [[FILE:[0-9]+]] [[#@LINE+2]] 3
  // CHECK: st.volatile.global
  llvm.store volatile %n, %p : i32, !llvm.ptr<1>
  // CHECK: .loc [[OTHER:[0-9]+]] 42 7
  // CHECK: st.volatile.global
  llvm.store volatile %n, %p : i32, !llvm.ptr<1> loc("kernels/softmax.py":42:7)
  llvm.return
}
// CHECK-DAG: .file [[FILE]] {{.*}}line-info.mlir"
// CHECK-DAG: .file [[OTHER]] "kernels{{.*}}softmax.py"
