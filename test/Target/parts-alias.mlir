// A module with an alias stays whole: the alias of a function is written once, and
// kernels without it do not lose what it stands for.

// RUN: tilec %s -o - | FileCheck %s

// CHECK-DAG: .func (.param .b32 func_retval0) f(
// CHECK-DAG: .visible .entry first(
// CHECK-DAG: .visible .entry second(
// CHECK-DAG: .alias g, f;

llvm.func @f(%x: i32) -> i32 attributes {no_inline} {
  llvm.return %x : i32
}

llvm.mlir.alias external @g : !llvm.func<i32 (i32)> {
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @first(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %p : i32, !llvm.ptr<1>
  llvm.return
}

llvm.func @second(%p: !llvm.ptr<1>, %x: i32) attributes {nvvm.kernel} {
  %y = llvm.call @f(%x) : (i32) -> i32
  llvm.store %y, %p : i32, !llvm.ptr<1>
  llvm.return
}
