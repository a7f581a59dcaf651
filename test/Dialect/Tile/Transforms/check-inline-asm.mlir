// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: tile-opt %s --tile-check-inline-asm=mode=off -split-input-file | FileCheck %s

// Modules that have no mistakes, and what a message says of many registers.

// Without a target, an instruction is fine if any target has it.
// CHECK-LABEL: @no_target(
tile.func private @no_target(%x: f32, %y: i64, %z: bf16) {
  tile.elementwise_inline_asm "wgmma.fence.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "tcgen05.wait::ld.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %0 = tile.elementwise_inline_asm "add.rn.f32x2 $0, $1, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %y : i64 -> i64
  // expected-error @below {{in the asm, line 1, column 1: expected an instruction of PTX, found 'frobnicate' [unknown-instruction]}}
  // expected-note @below {{the registers are $0 = result 0, element 0 (f32); $1 = operand 0, element 0 (f32)}}
  %1 = tile.elementwise_inline_asm "frobnicate $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

// Triton's asms have a result, though some are there for their effect only.
// CHECK-LABEL: @result_that_nothing_reads(
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func private @result_that_nothing_reads() -> i32 {
    %0 = tile.elementwise_inline_asm "griddepcontrol.wait; // $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    // expected-error @below {{expected the asm to write $0, found no instruction that does [output-unwritten]}}
    // expected-note @below {{the registers are}}
    %1 = tile.elementwise_inline_asm "griddepcontrol.wait; // $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    tile.return %1 : i32
  }
}

// -----

// The names of the module's variables are known, and a kernel's parameters.
// CHECK-LABEL: @symbols(
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  llvm.mlir.global external @table(7 : i32) {addr_space = 1 : i32} : i32
  tile.func public @symbols() {
    %0 = tile.elementwise_inline_asm "mov.u64 $0, table;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
    %1 = tile.elementwise_inline_asm "ld.global.b32 $0, [table];" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %2 = tile.elementwise_inline_asm "ld.param.b64 $0, [symbols_param_0];" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
    // expected-error @below {{found 'tabel' [register-undeclared]}}
    // expected-note @below {{the registers are}}
    %3 = tile.elementwise_inline_asm "mov.u64 $0, tabel;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
    tile.return
  }
}

// -----

// CHECK-LABEL: @many_registers(
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func private @many_registers(%x: tensor<128xi8>, %y: tensor<128xf32>, %z: f16) {
    // expected-error @below {{in the asm, line 1, column 1: expected the asm to write $1, found no instruction that does [output-unwritten]}}
    // expected-error @below {{expected the asm to write $7}}
    // expected-warning @below {{expected $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
    // expected-note @below {{the registers are $0 to $7 = result 0, elements 0 to 7 (f32), 1 each; $8 to $9 = operand 0, elements 0 to 7 (i8), 4 each; $10 to $17 = operand 1, elements 0 to 7 (f32), 1 each; $18 to $21 = operand 2, elements 0 to 7 (f16), 2 each}}
    %0 = tile.elementwise_inline_asm "{ .reg .b32 t; add.f32 $0, $10, $11; add.s32 t, $8, $18; mov.b32 $2, t; mov.b32 $3, t; mov.b32 $4, t; mov.b32 $5, t; mov.b32 $6, t; }" {constraints = "=f,=f,=f,=f,=f,=f,=f,=f,r,r,f,f,f,f,f,f,f,f,r,r,r,r", packed_element = 8 : i32, pure = true} %x, %y, %z : tensor<128xi8>, tensor<128xf32>, f16 -> tensor<128xf32>
    tile.return
  }
}

// -----

// No asm, no message, no target needed.
// CHECK-LABEL: @nothing(
tile.func private @nothing(%x: f32) -> f32 {
  tile.return %x : f32
}
