// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Outputs that are not written, or read before; inputs that are written.

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @never_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected the asm to write $0, found no instruction that does [output-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Amov.b32 t, $1;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @second_never_written(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected the asm to write $1, found no instruction that does [output-unwritten]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "mov.b32 $0, $2;" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @only_comments(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected the asm to write $0, found no instruction that does [output-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "// $0 $1" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @half_of_a_pack(%o0: !tile.ptr<f16>, %x0: f16) {
  // expected-error @below {{in the asm, line 1, column 1: expected the asm to write $1, found no instruction that does [output-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f16x2 $0, $2, $3;" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @under_a_predicate(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 4, column 12: expected $0 to be written on every path, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.s32 p, $1, 0;\0A@p mov.b32 $0, 1;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @twice_under_the_same(%o0: !tile.ptr<i32>, %x0: i1) {
  // expected-warning @below {{in the asm, line 1, column 13: expected $0 to be written on every path, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "@$1 mov.b32 $0, 1;\0A@$1 mov.b32 $0, 2;" {constraints = "=r,b", packed_element = 1 : i32, pure = true} %x0 : i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @predicate_changes_between(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 4, column 12: expected $0 to be written on every path, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.s32 p, $1, 0;\0A@p mov.b32 $0, 1;\0Asetp.lt.s32 p, $1, 9;\0A@!p mov.b32 $0, 2;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @on_one_path(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 5, column 9: expected $0 to be written on every path, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.s32 p, $1, 0;\0A@p bra DONE;\0Amov.b32 $0, $1;\0ADONE:\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @in_a_loop_that_may_not_run(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 8, column 9: expected $0 to be written on every path, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 i;\0Amov.b32 i, $1;\0AL:\0Asetp.le.s32 p, i, 0;\0A@p bra DONE;\0Amov.b32 $0, i;\0Asub.s32 i, i, 1;\0Abra L;\0ADONE:\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @read_first(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected $0 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @read_in_the_first_of_two(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected $0 to be written before it is read, found only later writes; write it first, or tie an input to it by its number [output-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $0, $1;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @read_on_one_path(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 5, column 13: expected $0 to be written on every path to here, found one that leaves it unwritten; write it first, or tie an input to it by its number [output-maybe-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.s32 p, $1, 0;\0A@p mov.b32 $0, 1;\0Aadd.s32 $0, $0, $1;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @input_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 9: expected inputs to be only read, found a write of $1, which gets a copy; tie it to an output by its number, or use a register of the body [input-written]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $1, $1, 1;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @input_as_scratch_for_predicates(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-warning @below {{in the asm, line 1, column 13: expected inputs to be only read, found a write of $2, which gets a copy; tie it to an output by its number, or use a register of the body [input-written]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "setp.lt.s32 $2, $1, 0;\0Aselp.b32 $0, 1, 2, $2;" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @input_not_read(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the asm to read $2, found no instruction that does [input-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @inputs_not_read(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the asm to read $4 to $5, found no instruction that does [input-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $2;\0Amov.b32 $1, $3;" {constraints = "=r,=r,r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constant_not_read(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %c1 = arith.constant 7 : i32
  // expected-warning @below {{in the asm, line 1, column 1: expected the asm to read $2, found no instruction that does [input-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,n", packed_element = 1 : i32, pure = true} %x0, %c1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @own_register_written_later(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 3, column 17: expected 't' to be written before it is read, found only later writes [register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Aadd.s32 $0, $1, t;\0Amov.b32 t, 2;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @own_register_not_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 3, column 17: expected 't' to be written before it is read, found no instruction that does [register-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Aadd.s32 $0, $1, t;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @carry_of_another_asm(%x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected 'CC.CF' to be written before it is read, found no instruction that does; add.cc, sub.cc or mad.cc of the same asm writes the carry [register-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "addc.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.return
}
tile.func private @carry(%x0: i64, %x1: i64) {
  %r:2 = tile.elementwise_inline_asm "add.cc.u64 $0, $2, $3; addc.u64 $1, 0, 0;" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : i64, i64 -> i64, i64
  tile.return
}
}
