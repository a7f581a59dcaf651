// RUN: split-file %s %t
// RUN: not tilec %t/range.mlir 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tilec %t/number.mlir 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not tilec %t/brace.mlir 2>&1 | FileCheck %s --check-prefix=BRACE
// RUN: not tilec %t/special.mlir 2>&1 | FileCheck %s --check-prefix=SPECIAL
// RUN: not tilec %t/count.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tilec %t/register.mlir 2>&1 | FileCheck %s --check-prefix=REGISTER
// RUN: tilec %t/good.mlir | FileCheck %s --check-prefix=GOOD

// LLVM would end the process on most of these.

//--- range.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // RANGE: range.mlir:3:{{.*}} error: asm names operand $7, but has 1 operands
  %0 = llvm.inline_asm has_side_effects "mov.u32 $0, $7;", "=r" : () -> i32
  llvm.return
}

//--- number.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // NUMBER: number.mlir:3:{{.*}} error: expected an operand number after '$' in asm
  %0 = llvm.inline_asm has_side_effects "mov.u32 $a, 1;", "=r" : () -> i32
  llvm.return
}

//--- brace.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // BRACE: brace.mlir:3:{{.*}} error: expected '}' after '${' in asm
  %0 = llvm.inline_asm has_side_effects "mov.u32 ${0, 1;", "=r" : () -> i32
  llvm.return
}

//--- special.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // SPECIAL: special.mlir:3:{{.*}} error: unknown '${:foo}' in asm
  %0 = llvm.inline_asm has_side_effects "mov.u32 ${:foo}, 1;", "=r" : () -> i32
  llvm.return
}

//--- count.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // COUNT: count.mlir:3:{{.*}} error: inline asm with constraints '=r,r': number of input constraints does not match number of parameters
  %0 = llvm.inline_asm has_side_effects "mov.u32 $0, $1;", "=r,r" : () -> i32
  llvm.return
}

//--- register.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // REGISTER: register.mlir:3:{{.*}} error: couldn't allocate output register for constraint 'y'
  %0 = llvm.inline_asm has_side_effects "mov.u32 $0, 1;", "=y" : () -> i32
  llvm.return
}

//--- good.mlir
llvm.func @k(%x: i32) attributes {nvvm.kernel} {
  // GOOD: { .reg .pred p; mov.u32 %r{{[0-9]+}}, %r{{[0-9]+}}; $L_0: }
  %0 = llvm.inline_asm has_side_effects "{ .reg .pred p; mov.u32 ${0}, $1; $$L_${:uid}: }", "=r,r" %x : (i32) -> i32
  llvm.return
}
