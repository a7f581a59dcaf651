// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Instructions that PTX has not, or not with these operands.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @unknown(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected an instruction of PTX, found 'ad'; did you mean 'add.f32' or 'ld.f32' [unknown-instruction]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ad.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @misspelt_opcode(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected an instruction of PTX, found 'fmaa'; did you mean 'fma.rn.f32' [unknown-instruction]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "fmaa.rn.f32 $0, $1, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @no_such_type(%o0: !tile.ptr<f64>, %x0: f64) {
  // expected-error @below {{in the asm, line 1, column 1: expected '.f32' after 'sin.approx', found '.f64'; write 'sin.approx.f32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "sin.approx.f64 $0, $1;" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : f64 -> f64
  tile.store %o0, %r : !tile.ptr<f64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @rounding_missing(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected a rounding ('.rn', '.rz', '.rm' or '.rp') in 'fma.f32', found none; write 'fma.rn.f32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "fma.f32 $0, $1, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @words_in_wrong_order(%o0: !tile.ptr<i32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected '.rni', '.rzi', '.rmi' or '.rpi' after 'cvt.s32', found '.rn'; write 'cvt.rni.s32.f32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.s32.rn.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @mode_missing(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected '.hi' or '.lo' in 'mul.s32', found none; write 'mul.hi.s32' or 'mul.lo.s32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.s32 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @operand_missing(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 3 operands of 'add.f32', found 2 [operand-count]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @operand_too_many(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 2 operands of 'neg.f32', found 3 [operand-count]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "neg.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @integer_for_float(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 17: expected a register or a float for '.f32', found an integer as operand 3 of 'add.f32'; write 1.0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, 1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_for_integer(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 17: expected a register or an integer for '.s32', found an f64 constant as operand 3 of 'add.s32'; write 1 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 1.0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @class_too_wide_for_bytes(%o0: !tile.ptr<i16>, %x0: f32, %x1: f32) {
  // expected-error @below {{in the asm, line 1, column 29: expected a register for '.e4m3x2', found one of type '.b32' as operand 1 of 'cvt.rn.satfinite.e4m3x2.f32'; use constraint 'h' for $0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @class_too_wide_for_four_bytes(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32) {
  // expected-error @below {{in the asm, line 1, column 29: expected a register for '.e4m3x2', found one of type '.b32' as operand 1 of 'cvt.rn.satfinite.e4m3x2.f32'; use a '.reg .b16' of the body, and mov.b32 between $0 and a vector of such [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @half_in_a_word(%o0: !tile.ptr<f16>, %x0: f16) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register for '.f16', found one of type '.b32' as operand 1 of 'add.f16'; use constraint 'h' for $0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f16 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @word_in_a_half(%o0: !tile.ptr<i16>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 10: expected a register for '.b32', found one of type '.b16' as operand 1 of 'popc.b32'; use constraint 'r' for $0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "popc.b32 $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @pair_in_a_half(%o0: !tile.ptr<f16>, %x0: f16) {
  // expected-error @below {{in the asm, line 1, column 11: expected a register for '.f16x2', found one of type '.b16' as operand 1 of 'add.f16x2'; use constraint 'r' for $0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f16x2 $0, $1, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @result_of_mul_wide(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 14: expected a register of 64 bits, found one of type '.b32' as operand 1 of 'mul.wide.u32'; use constraint 'l' for $0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.wide.u32 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @long_in_word_instruction(%o0: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register for '.s32', found one of type '.b64' as operand 1 of 'add.s32'; use a '.reg .b32' of the body, and mov.b64 between $0 and a vector of such [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @number_for_predicate(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 21: expected a register for '.pred', found one of type '.b32' as operand 4 of 'selp.b32'; compare $2 with setp first [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "selp.b32 $0, $1, 0, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @predicate_for_number(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-error @below {{in the asm, line 1, column 17: expected a register for '.s32', found one of type '.pred' as operand 3 of 'add.s32'; make a number of $2 with selp first [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @guard_is_a_number(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 2: expected a predicate after '@', found a register of type '.b32'; compare with setp first, or use constraint 'b' [guard-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@$1 mov.b32 $0, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_without_brackets(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 19: expected an address, found '$1' as operand 2 of 'ld.global.b32'; write [$1] [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, $1;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @brackets_around_value(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register, found an address as operand 2 of 'add.s32'; load it into a register by ld first, or leave out the brackets [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, [$1], 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_too_short(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 18: expected a vector of 4 elements, found one of 2 as operand 1 of 'ld.global.v4.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "ld.global.v4.b32 {$0, $1}, [$2];" {constraints = "=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_missing(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 18: expected a vector, found a register of type '.b32' as operand 1 of 'ld.global.v2.b32'; write 2 registers in braces [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.v2.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_as_value(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 17: expected a value, found '_' as operand 3 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, _;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @negated_number(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 13: expected an operand without '!', found '!$1' as operand 2 of 'neg.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "neg.f32 $0, !$1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @minus_in_front(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected an operand without '-', found '-$1' as operand 2 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, -$1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @immediate_as_float(%o0: !tile.ptr<f32>, %x0: f32, %x1: i32) {
  %c1 = arith.constant 7 : i32
  // expected-error @below {{in the asm, line 1, column 17: expected a register or a float for '.f32', found an integer as operand 3 of 'add.f32'; write 7.0 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f,n", packed_element = 1 : i32, pure = true} %x0, %c1 : f32, i32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @immediate_is_written(%o0: !tile.ptr<i32>, %x0: i32) {
  %c0 = arith.constant 7 : i32
  // expected-error @below {{in the asm, line 2, column 9: expected a register, found an integer as operand 1 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1;\0Amov.b32 $1, 2;" {constraints = "=r,n", packed_element = 1 : i32, pure = true} %c0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_as_offset(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i64) {
  // expected-error @below {{in the asm, line 1, column 20: expected a constant after '+' in an address, found the register $2; add it before, or use constraint 'n' [address-offset]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1 + $2];" {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i64 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_add(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register, found the special register '%tid', which only mov and cvt read [special-register]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.u32 $0, %tid.x, 1;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_without_part(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a component such as '.x' of '%tid' as operand 2 of 'mov.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %tid;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_is_written(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 9: expected a register, found the special register '%tid', which is only read as operand 1 of 'mov.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, 1;\0Amov.u32 %tid.x, $0;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_of_other_width(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a value for '.u64', found '%laneid' of type '.u32' as operand 2 of 'mov.u64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u64 $0, %laneid;" scope = thread {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

// LLVM gives these classes registers without a kind.
// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_class_in_integer_instruction(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-warning @below {{in the asm, line 1, column 9: expected a register for '.s32', found one of type '.f32' as operand 1 of 'add.s32'; use constraint 'r' or 'l' [operand-kind]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}
