// RUN: split-file %s %t
// RUN: not tilec %t/range.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=RANGE
// RUN: not tilec %t/number.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=NUMBER
// RUN: not tilec %t/brace.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=BRACE
// RUN: not tilec %t/special.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=SPECIAL
// RUN: not tilec %t/count.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=COUNT
// RUN: not tilec %t/register.mlir 2>&1 | FileCheck --strict-whitespace %s --check-prefix=REGISTER
// RUN: tilec %t/good.mlir | FileCheck --strict-whitespace %s --check-prefix=GOOD

// LLVM would end the process on most of these.

//--- range.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // RANGE: range.mlir:5:{{.*}} error: in the asm, line 1, column 13: expected the number of one of 1 operands after '$', found '7'
  // RANGE-NEXT: {{^    }}mov.u32 $0, $7;{{$}}
  // RANGE-NEXT: {{^ {16}\^$}}
  %0 = llvm.inline_asm has_side_effects "mov.u32 $0, $7;", "=r" : () -> i32
  llvm.return
}

//--- number.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // NUMBER: number.mlir:3:{{.*}} error: in the asm, line 1, column 9: expected the number of an operand after '$', found 'a'
  %0 = llvm.inline_asm has_side_effects "mov.u32 $a, 1;", "=r" : () -> i32
  llvm.return
}

//--- brace.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // BRACE: brace.mlir:3:{{.*}} error: in the asm, line 1, column 9: expected '}' after '${', found ','
  %0 = llvm.inline_asm has_side_effects "mov.u32 ${0, 1;", "=r" : () -> i32
  llvm.return
}

//--- special.mlir
llvm.func @k() attributes {nvvm.kernel} {
  // SPECIAL: special.mlir:3:{{.*}} error: in the asm, line 1, column 9: expected '${:uid}', '${:comment}' or '${:private}', found '${:foo}'
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
