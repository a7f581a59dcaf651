// Kernels that share nothing are compiled as modules of their own, on several
// threads. The PTX is one module, the same for each number of threads, and the
// code of a kernel does not depend on the other kernels.

// RUN: tilec %s --threads=1 -o %t.1.ptx
// RUN: tilec %s --threads=3 -o %t.3.ptx
// RUN: cmp %t.1.ptx %t.3.ptx
// RUN: FileCheck %s < %t.1.ptx
// RUN: tilec %s --emit=llvmir -o - | FileCheck %s --check-prefix=IR

// With line information, the module stays whole.
// RUN: tilec %s --line-info -o - | grep -v -e '\.loc' -e '\.file' | FileCheck %s

// RUN: tilec %s --kernel=counts -o - | sed -n '/^\.visible .entry counts/,/^}/p' > %t.alone
// RUN: sed -n '/^\.visible .entry counts/,/^}/p' %t.1.ptx | sed 's/BB[0-9]*_/BB0_/' > %t.among
// RUN: diff %t.alone %t.among

// What is declared once for all comes first: also what only the last kernels
// use, which share a function and a variable.

// CHECK:     .version
// CHECK-NOT: .version
// CHECK:     // .globl plain
// CHECK-DAG: .extern .shared .align 16 .b8 dynamic[];
// CHECK-DAG: .global .align 4 .u32 counter
// CHECK-DAG: .extern .func (.param .b32 func_retval0) vprintf
// CHECK-NOT: dynamic[];
// CHECK:     .visible .entry plain(
// CHECK:     .visible .entry counts(
// CHECK:     $L__BB[[#COUNTS:]]_1:
// CHECK:     // .globl dynamic_1
// CHECK:     .visible .entry dynamic_1(
// CHECK-NOT: $L__BB[[#COUNTS]]_1:
// CHECK:     $L__BB[[#COUNTS+1]]_1:
// CHECK:     .visible .entry dynamic_2(
// CHECK:     .entry prints_1(
// CHECK:     call.uni {{.*}}helper
// CHECK:     .entry prints_2(
// CHECK:     call.uni {{.*}}helper

// The text of LLVM IR has them all, too.
// IR:     define ptx_kernel void @plain(
// IR:     define ptx_kernel void @counts(
// IR:     define ptx_kernel void @dynamic_1(
// IR:     define ptx_kernel void @dynamic_2(
// IR-NOT: define {{.*}}@inlined

llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal @counter(0 : i32) {addr_space = 1 : i32} : i32

llvm.func @plain(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %p : i32, !llvm.ptr<1>
  llvm.return
}

llvm.func @counts(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %x = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %y = llvm.call @inlined(%x) : (i32) -> i32
  llvm.store volatile %y, %p : i32, !llvm.ptr<1>
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  llvm.return
}

llvm.func @dynamic_1(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %shared = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %x = llvm.load volatile %shared : !llvm.ptr<3> -> i32
  %y = llvm.call @inlined(%x) : (i32) -> i32
  llvm.store volatile %y, %p : i32, !llvm.ptr<1>
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  llvm.return
}

llvm.func @dynamic_2(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %shared = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  %x = llvm.load %shared : !llvm.ptr<3> -> i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
}

llvm.func internal @inlined(%x: i32) -> i32 attributes {always_inline} {
  %y = llvm.mul %x, %x : i32
  llvm.return %y : i32
}

llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

llvm.func internal @helper(%x: i32) attributes {no_inline} {
  %counter = llvm.mlir.addressof @counter : !llvm.ptr<1>
  llvm.store volatile %x, %counter : i32, !llvm.ptr<1>
  %null = llvm.mlir.zero : !llvm.ptr
  %r = llvm.call @vprintf(%null, %null) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.return
}

llvm.func @prints_1(%x: i32) attributes {nvvm.kernel} {
  llvm.call @helper(%x) : (i32) -> ()
  llvm.return
}

llvm.func @prints_2(%x: i32) attributes {nvvm.kernel} {
  llvm.call @helper(%x) : (i32) -> ()
  llvm.call @helper(%x) : (i32) -> ()
  llvm.return
}
