// RUN: not tile-opt %s --tile-check-inline-asm 2>&1 | FileCheck %s --check-prefixes=ALL,ERROR
// RUN: tile-opt %s --tile-check-inline-asm=mode=warn 2>&1 | FileCheck %s --check-prefixes=ALL,WARN
// RUN: tile-opt %s --tile-check-inline-asm=mode=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not tile-opt %s --tile-check-inline-asm=mode=maybe 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not tile-opt %s --tile-to-llvm 2>&1 | FileCheck %s --check-prefixes=ALL,ERROR
// RUN: tile-opt %s --tile-to-tilegpu=asm-check=warn 2>&1 | FileCheck %s --check-prefixes=ALL,WARN
// RUN: tile-opt %s --tile-to-llvm=asm-check=off 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not tilec %s --emit=tile -o %t 2>&1 | FileCheck %s --check-prefixes=ALL,ERROR
// RUN: tilec %s --asm-check=warn -o %t 2>&1 | FileCheck %s --check-prefixes=ALL,WARN
// RUN: tilec %s --asm-check=off -o %t 2>&1 | count 0
// RUN: not tilec %s --asm-check=maybe -o %t 2>&1 | FileCheck %s --check-prefix=FLAG

// MODE: 'maybe'
// FLAG: error: expected error, warn or off for 'asm-check', found 'maybe'
// OFF-NOT: in the asm

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// Two with the same asm, each reported at its own place; three of four differ.
tile.func public @twice(%out: !tile.ptr<f32>, %x: f32, %y: bf16) {
  // ERROR: modes.mlir:[[#@LINE+2]]:8: error: in the asm, line 2, column 11: expected $0 or $1 or a register declared in the body, found 't' [register-undeclared]
  // WARN: modes.mlir:[[#@LINE+1]]:8: warning: in the asm, line 2, column 11:
  %a = tile.elementwise_inline_asm "// sum\0A  add.f32 t, $1, $1; mov.b32 $0, t;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  // ALL: note: the registers are $0 = result 0, element 0 (f32); $1 = operand 0, element 0 (f32)
  // ERROR: modes.mlir:[[#@LINE+2]]:8: error: in the asm, line 2, column 11: expected $0 or $1 or a register declared in the body, found 't' [register-undeclared]
  // WARN: modes.mlir:[[#@LINE+1]]:8: warning: in the asm, line 2, column 11:
  %b = tile.elementwise_inline_asm "// sum\0A  add.f32 t, $1, $1; mov.b32 $0, t;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %a : f32 -> f32
  // Another text, and the warning behind the error.
  // ERROR: modes.mlir:[[#@LINE+3]]:8: error: in the asm, line 2, column 11:
  // WARN: modes.mlir:[[#@LINE+2]]:8: warning: in the asm, line 2, column 11:
  // ALL: warning: in the asm, line 2, column 14: {{.*}} [operand-kind]
  %c = tile.elementwise_inline_asm "// sum\0A  add.s32 t, $1, $1; mov.b32 $0, t;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %b : f32 -> f32
  tile.store %out, %c : !tile.ptr<f32>
  // ERROR: modes.mlir:[[#@LINE+2]]:8: error: in the asm, line 1, column 1: 'add.bf16' needs sm_90, target is sm_80 [needs-target]
  // WARN: modes.mlir:[[#@LINE+1]]:8: warning: in the asm, line 1, column 1: 'add.bf16' needs sm_90, target is sm_80 [needs-target]
  %d = tile.elementwise_inline_asm "add.bf16 $0, $1, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %y : bf16 -> bf16
  tile.return
}
}
