// RUN: tilec %s --emit=ptx --line-info | FileCheck %s

// What was inlined from a function that is in no file has the call's place.
// CHECK: .visible .entry k(
llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  // CHECK: .loc {{[0-9]+}} 943 37
  // CHECK-NEXT: st.volatile.global
  llvm.store volatile %n, %p : i32, !llvm.ptr<1> loc(callsite(unknown at "k.py":943:37))
  // CHECK: .loc {{[0-9]+}} 12 3{{$}}
  // CHECK-NEXT: st.volatile.global
  llvm.store volatile %n, %p : i32, !llvm.ptr<1> loc(callsite(callsite("x"(unknown) at "lib.py":12:3) at "k.py":944:1))
  // CHECK: .loc {{[0-9]+}} 945 1
  // CHECK-NEXT: st.volatile.global
  llvm.store volatile %n, %p : i32, !llvm.ptr<1> loc(callsite(callsite(unknown at unknown) at "k.py":945:1))
  // Nowhere at all.
  llvm.store volatile %n, %p : i32, !llvm.ptr<1> loc(callsite(unknown at unknown))
  llvm.return
}

// A variable that was made for something inlined is in no function.
// CHECK: .shared {{.*}} exchange[16];
llvm.mlir.global internal @exchange() {addr_space = 3 : i32} : !llvm.array<16 x i8> loc(callsite("lib.py":12:3 at "k.py":944:1))
llvm.func @l() attributes {nvvm.kernel} {
  %p = llvm.mlir.addressof @exchange : !llvm.ptr<3>
  %n = llvm.mlir.constant(7 : i32) : i32
  llvm.store volatile %n, %p : i32, !llvm.ptr<3>
  llvm.return
}
