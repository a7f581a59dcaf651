// RUN: split-file %s %t
// RUN: llvm-as %t/lib.ll -o %t/lib.bc
// RUN: cd %t && tilec use.mlir --emit=ptx | FileCheck %s
// RUN: cd %t && not tilec missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: cd %t && not tilec garbage.mlir 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: cd %t && not tilec lacks.mlir 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: cd %t && not env TILEWRIGHT_LIBDEVICE=%t/none.bc tilec libdevice.mlir 2>&1 | FileCheck %s --check-prefix=NONE

//--- lib.ll
define float @twice(float %x) {
  %y = fadd float %x, %x
  ret float %y
}
define float @unused(float %x) {
  ret float %x
}

//--- use.mlir
module attributes {tile.bitcode_libraries = ["lib.bc"]} {
  // CHECK-NOT: unused
  // CHECK-NOT: .func
  // CHECK: .entry k(
  // CHECK: add.{{(rn.)?}}f32
  llvm.func @twice(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %0 = llvm.call @twice(%x) : (f32) -> f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

//--- missing.mlir
// MISSING: missing.mlir:{{.*}}error: cannot read bitcode library 'nowhere.bc': Could not open input file: No such file or directory
module attributes {tile.bitcode_libraries = ["nowhere.bc"]} {
}

//--- garbage.mlir
// GARBAGE: garbage.mlir:{{.*}}error: cannot read bitcode library 'garbage.mlir':
module attributes {tile.bitcode_libraries = ["garbage.mlir"]} {
}

//--- lacks.mlir
module attributes {tile.bitcode_libraries = ["lib.bc"]} {
  llvm.func @thrice(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    // LACKS: lacks.mlir:5:{{.*}} error: function 'thrice' is not defined in the module nor in the bitcode libraries
    %0 = llvm.call @thrice(%x) : (f32) -> f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

//--- libdevice.mlir
llvm.func @__nv_sinf(f32) -> f32
llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  // NONE: error: cannot read bitcode library '{{.*}}none.bc'
  %0 = llvm.call @__nv_sinf(%x) : (f32) -> f32
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}
