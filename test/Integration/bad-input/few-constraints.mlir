// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// An asm with one result and one operand, each of one register.
tile.func public @k(%x: f32) {
  // CHECK: few-constraints.mlir:[[#@LINE+2]]:8: error: 'tile.elementwise_inline_asm' op expected 1 input constraints, one for each register of the operands, found 0
  // CHECK: note: the registers are $0 (result 0, element 0, f32), $1 (operand 0, element 0, f32)
  %y = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}
