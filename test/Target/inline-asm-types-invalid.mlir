// RUN: split-file %s %t
// RUN: not tilec %t/integer.mlir 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not tilec %t/struct.mlir 2>&1 | FileCheck %s --check-prefix=STRUCT
// RUN: not tilec %t/vector.mlir 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not tilec %t/float.mlir 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: tilec %t/good.mlir | FileCheck %s --check-prefix=GOOD

// Values that no register holds: LLVM would crash on them.

//--- integer.mlir
llvm.func @k(%x: i24) attributes {nvvm.kernel} {
  // INTEGER: integer.mlir:3:{{.*}} error: expected values of 1, 8, 16, 32, 64 or 128 bits in inline asm, found i24
  llvm.inline_asm has_side_effects "mov.b32 $0, $0;", "r" %x : (i24) -> ()
  llvm.return
}

//--- struct.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // STRUCT: struct.mlir:3:{{.*}} error: expected values of {{.*}}, found i2147
  %0 = llvm.inline_asm has_side_effects "mov.b32 $0, 0;", "=r,=r" : () -> !llvm.struct<(i32, i2147)>
  llvm.return
}

//--- vector.mlir
llvm.func @k(%x: vector<5xf16>) attributes {nvvm.kernel} {
  // VECTOR: vector.mlir:3:{{.*}} error: expected values of {{.*}}, found <5 x half>
  llvm.inline_asm has_side_effects "mov.b32 $0, $0;", "r" %x : (vector<5xf16>) -> ()
  llvm.return
}

//--- float.mlir
llvm.func @k(%x: f80) attributes {nvvm.kernel} {
  // FLOAT: float.mlir:3:{{.*}} error: expected values of {{.*}}, found x86_fp80
  llvm.inline_asm has_side_effects "mov.b32 $0, $0;", "r" %x : (f80) -> ()
  llvm.return
}

//--- good.mlir
// GOOD: mov.b32 %r{{[0-9]+}}, %r{{[0-9]+}};
llvm.func @k(%x: vector<2xf16>, %y: i1, %p: !llvm.ptr) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r" %x : (vector<2xf16>) -> i32
  llvm.inline_asm has_side_effects "@$0 exit;", "b" %y : (i1) -> ()
  llvm.inline_asm has_side_effects "discard.global.L2 [$0], 128;", "l" %p : (!llvm.ptr) -> ()
  llvm.return
}
