// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Special registers, labels, variables, tables and constants where an instruction of
// these words does not take them, though their number and widths are right.
// One program per rule.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp_size_is_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register, found a constant as operand 1 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 WARP_SZ, $1, 1;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_for_table(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 26: expected an integer constant, found '$1' as operand 5 of 'lop3.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @variable_as_value(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 13: expected a register, found the variable 'buffer' as operand 2 of 'add.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Aadd.u32 $0, buffer, 4; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_as_value(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 2, column 13: expected $0 or a register declared in the body, found 'L' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ L:\0Amov.u64 $0, L; }" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sum_is_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register alone, found a sum as operand 1 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0+4, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @guard_is_a_special_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 2: expected a predicate after '@', found '%laneid' [guard-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@%laneid mov.b32 $0, 1;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @branch_to_a_register(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the asm to read $1, found no instruction that does [input-unread]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 2, column 5: expected a label, found '$1' as operand 1 of 'bra' [operand-type]}}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0Abra $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @call_of_nothing(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 12: expected a function of the module, found 'nosuch' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "call ($0), nosuch, ($1);" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @call_of_a_register(%o0: !tile.ptr<i32>, %x0: i64, %x1: i32) {
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 12: expected a prototype after the call of a register, found none [operand-type]}}
  %r = tile.elementwise_inline_asm "call ($0), $1, ($2);" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_cvt_pack(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 26: expected a register, found the special register '%laneid', which only mov and cvt read [special-register]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.pack.sat.s16.s32 $0, %laneid, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @list_without_label(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a label before a list of targets or a prototype, found none [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".branchtargets A;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_of_unused_list(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 5: expected a label of the body, found 'B' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ts: .branchtargets A, B;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_as_mask() {
  // expected-error @below {{in the asm, line 1, column 15: expected a register, found the special register '%envreg3' as operand 1 of 'bar.warp.sync' [operand-type]}}
  tile.elementwise_inline_asm "bar.warp.sync %envreg3;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_conversion(%o0: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register, found the special register '%laneid' as operand 2 of 'cvt.rn.f32.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f32.u32 $0, %laneid;" scope = thread {constraints = "=f", packed_element = 1 : i32, pure = false} -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_as_barrier() {
  // expected-error @below {{in the asm, line 1, column 10: expected a register, found the special register '%warpid' as operand 1 of 'bar.sync' [operand-type]}}
  tile.elementwise_inline_asm "bar.sync %warpid;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constants_in_multimem(%x0: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 38: expected a register in the vector, found constants only as operand 2 of 'multimem.st.weak.global.v2.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "multimem.st.weak.global.v2.f32 [$0], {1.0, 2.0};" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
}
