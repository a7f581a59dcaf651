// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: tile-opt %s --tile-check-inline-asm=mode=off -split-input-file -o /dev/null

// Elements of one format in instructions on another, and the sign of floats.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @half_as_float(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected elements of f16, which $1 has, found '.f32' as operand 2 of 'ex2.approx.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ex2.approx.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bfloats_as_halves(%x0: tensor<128xbf16>) {
  // expected-warning @below {{in the asm, line 1, column 11: expected a result of bf16, which $0 has, found '.f16x2' as operand 1 of 'add.f16x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 15: expected elements of bf16, which $1 has, found '.f16x2' as operand 2 of 'add.f16x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-warning @below {{in the asm, line 1, column 19: expected elements of bf16, which $1 has, found '.f16x2' as operand 3 of 'add.f16x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  %r = tile.elementwise_inline_asm "add.f16x2 $0, $1, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @one_format_of_8_bits_as_the_other(%x0: tensor<128xf8E4M3FN>) {
  // expected-warning @below {{in the asm, line 1, column 25: expected elements of e4m3, which $1 has, found '.e5m2x2' as operand 2 of 'cvt.rn.f16x2.e5m2x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e5m2x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @result_in_another_format_of_8_bits(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected a result of e5m2, which $0 has, found '.e4m3x2' as operand 1 of 'cvt.rn.satfinite.e4m3x2.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E5M2>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @float_as_double(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 13: expected elements of f32, which $1 has, found '.f64' as operand 2 of 'add.f64'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 17: expected elements of f32, which $1 has, found '.f64' as operand 3 of 'add.f64'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  %r = tile.elementwise_inline_asm "add.f64 $0, $1, $1;" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @integer_for_a_float(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected a result of f32, which $0 has, found '.s32' as operand 1 of 'cvt.rni.s32.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rni.s32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @float_for_an_integer(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected elements of f32, which $1 has, found '.s32' as operand 2 of 'cvt.rn.f32.s32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f32.s32 $0, $1;" {constraints = "=f,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @halves_for_bfloats(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 18: expected a result of bf16, which $0 has, found '.f16x2' as operand 1 of 'cvt.rn.f16x2.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $2, $1;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @half_compared_as_bfloat(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 34: expected elements of f16, which $1 has, found '.bf16' as operand 2 of 'setp.nan.bf16'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 38: expected elements of f16, which $1 has, found '.bf16' as operand 3 of 'setp.nan.bf16'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.nan.bf16 p, $1, $1; selp.b32 $0, 1, 0, p; }" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @vector_of_floats_for_halves(%x0: tensor<128x!tile.ptr<f16>>) {
  // expected-warning @below {{in the asm, line 1, column 19: expected a result of f16, which $0 has, found '.f32' as operand 1 of 'ld.global.v2.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 29: expected an access to f16, to which $2 points, found 'ld.global.v2.f32' on f32; take the type of the elements [pointer-type]}}
  %r:2 = tile.elementwise_inline_asm "ld.global.v2.f32 {$0, $1}, [$2];" {constraints = "=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f16>> -> tensor<128xf16>, tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func private @small_floats_for_others(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 55: expected a result of bf16, which $0 has, found '.f16x2' as operand 1 of 'cvt.rn.f16x2.e2m1x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  %r = tile.elementwise_inline_asm "{ .reg .b8 t; mov.b16 {t, _}, $1; cvt.rn.f16x2.e2m1x2 $0, t; }" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xbf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tied_input_in_another_format(%x0: tensor<128xbf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 26: expected elements of bf16, which $1 has, found '.f16x2' as operand 4 of 'fma.rn.f16x2'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "fma.rn.f16x2 $0, $2, $2, $0;" {constraints = "=r,0,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xbf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @result_of_one_path(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 82: expected a result of f32, which $0 has, found '.s32' as operand 1 of 'cvt.rzi.s32.f32'; convert it, or, where the bits are meant, move them through a register of the body [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.f32 p, $1, 0f00000000; mov.b32 $0, 0; @p cvt.rzi.s32.f32 $0, $1; }" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

// A wrong instruction has one message: its format means nothing.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @format_in_a_narrow_register(%x0: tensor<128xf16>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register for '.f32', found one of type '.b16' as operand 2 of 'ex2.approx.f32'; use constraint 'f' for $1 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ex2.approx.f32 $0, $1;" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @format_of_a_wrong_load(%x0: tensor<128x!tile.ptr<f16>>) {
  // expected-error @below {{operand-type}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.f32 $0, [$1];" {constraints = "=h,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f16>> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @format_of_a_wrong_conversion(%x0: tensor<128xf32>) {
  // expected-error @below {{operand-type}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f32.s32 $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @format_before_an_unknown_instruction(%x0: tensor<128xf32>) {
  // expected-error @below {{unknown-instruction}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $2, $1; tobfloat $0, $0;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
}

// -----

// Bits are free: instructions without a format, registers of the body, data moved.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @absolute_value(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7FFFFFFF;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bfloat_to_float(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 16;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @integer_tricks(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, 0x00800000;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @compared_as_integers(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "max.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @widened_bits(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.u32.u16 t, $1; shl.b32 $0, t, 16; }" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @exponential_by_bits(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; .reg .b32 i; fma.rn.f32 t, $1, 0f4B38AA3B, 0f4E7DE9A4; cvt.rni.s32.f32 i, t; mov.b32 $0, i; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @registers_of_the_body(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 a, b, c, d; mov.b32 {a, b}, $1; mov.b16 c, a; mov.b16 d, b; add.f16 c, c, c; add.f16 d, d, d; mov.b32 $0, {c, d}; }" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @moved_by_name(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "mov.f32 $0, $1;" {constraints = "=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @selected_by_name(%x0: tensor<128xf16>, %x1: tensor<128xf16>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, $3, 0; selp.f32 $0, $1, $2, p; }" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf16>, tensor<128xf16>, tensor<128xi32> -> tensor<128xf16>
  tile.return
}
}

// -----

// An output is a register of the body until its last write.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @output_as_a_register(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rni.s32.f32 $0, $1; cvt.rn.f32.s32 $0, $0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tied_input_overwritten(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rzi.s32.f32 $0, $0; add.s32 $0, $0, 1; cvt.rn.f32.s32 $0, $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @output_written_anew_on_each_path(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; cvt.rni.s32.f32 $0, $1; setp.gt.s32 p, $0, 4; @p bra BIG; mov.b32 $0, $1; bra END; BIG: mov.f32 $0, 0f40800000; END: }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

// The formats fit.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tensor_floats(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @halves(%x0: tensor<128xf16>, %x1: tensor<128xf16>, %x2: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "fma.rn.f16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf16>, tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @half_in_a_wide_register(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 t; cvt.u16.u32 t, $1; cvt.f32.f16 $0, t; }" {constraints = "=f,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @quantised(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
}

// -----

// Integers that hold floats are the author's.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bytes_that_are_floats(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @floats_that_become_integers(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rni.s32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sign_of_a_half(%x0: tensor<128xf16>) {
  // expected-error @below {{in the asm, line 1, column 1: expected integers with sign_extend, found $1 of f16; convert it in the asm, or give it a register of its own width [sign-extend]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true, sign_extend} %x0 : tensor<128xf16> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sign_of_a_float_of_8_bits(%x0: tensor<128xi8>, %x1: tensor<128xf8E5M2>) {
  // expected-error @below {{in the asm, line 1, column 1: expected integers with sign_extend, found $2 of e5m2; convert it in the asm, or give it a register of its own width [sign-extend]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, sign_extend} %x0, %x1 : tensor<128xi8>, tensor<128xf8E5M2> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sign_of_a_float(%x0: tensor<128xf32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected integers with sign_extend, found $1 of f32; leave out sign_extend [sign-extend]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true, sign_extend} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

// Integers get their sign, and floats as wide as their registers need none.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sign_of_integers_beside_floats(%x0: tensor<128xi8>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; cvt.rn.f32.s32 t, $1; mul.f32 t, t, $2; cvt.rn.f16.f32 $0, t; }" {constraints = "=h,r,f", packed_element = 1 : i32, pure = true, sign_extend} %x0, %x1 : tensor<128xi8>, tensor<128xf32> -> tensor<128xf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sign_of_integers_beside_halves(%x0: tensor<128xi8>, %x1: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; .reg .b32 b; cvt.f32.f16 t, $2; cvt.rzi.s32.f32 b, t; add.s32 $0, b, $1; }" {constraints = "=r,r,h", packed_element = 1 : i32, pure = true, sign_extend} %x0, %x1 : tensor<128xi8>, tensor<128xf16> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @neighbours_exchanged(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 33: expected the earlier element $1 in the lower half of $0, found 'cvt.rn.satfinite.e4m3x2.f32', which puts its first value into the upper half; write $0, $2, $1 [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @neighbours_of_the_second_pair_exchanged(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 57: expected the earlier element $4 in the lower half of $1, found 'cvt.rn.bf16x2.f32', which puts its first value into the upper half; write $1, $5, $4 [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.f32 $0, $3, $2; cvt.rn.bf16x2.f32     $1, $4, $5;" {constraints = "=r,=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
}

// -----

// In order, or of two operands, or exchanged again.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @neighbours_in_order(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @two_operands_in_one(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.f32 $0, $1, $2;" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @exchanged_again(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.f32 $0, $1, $2; prmt.b32 $0, $0, $0, 0x1032;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
}

// -----

// Registers of the body whose value has a format.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bfloats_as_halves(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 59: expected a value of bf16, as 'cvt.rn.bf16x2.f32' gives it, found '.f16x2' as operand 2 of 'neg.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.rn.bf16x2.f32 t, $2, $1; neg.f16x2 $0, t; }" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @mask_as_halves(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 58: expected a mask in instructions on bits, as 'set.lt.u32.f16x2' gives it, found '.f16x2' as operand 2 of 'mul.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; set.lt.u32.f16x2 m, $1, $2; mul.f16x2 $0, m, $1; }" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @loaded_halves_as_bfloats(%x0: tensor<128x!tile.ptr<f16>>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b16 t; ld.global.b16 t, [$1]; cvt.f32.bf16 $0, t; }" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f16>> -> tensor<128xf32>
  tile.return
}
tile.func private @fp8_of_another_kind(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b16 t; cvt.rn.satfinite.e4m3x2.f32 t, $2, $1; cvt.rn.f16x2.e5m2x2 $0, t; }" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @halves_stored_as_bfloats(%x0: tensor<128x!tile.ptr<bf16>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 58: expected a value of bf16 for 'st.global.b16', found the f16 of 'cvt.rn.f16.f32'; convert to the type of the elements [element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b16 h; cvt.rn.f16.f32 h, $1; st.global.b16 [$0], h; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<bf16>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @f32_constant_of_halves(%x0: tensor<128xf16>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 c; mov.f32 c, 0f3F800000; fma.rn.f16x2 $0, $1, $1, c; }" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @stored_as_they_are(%x0: tensor<128x!tile.ptr<bf16>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "{ .reg .b16 h; cvt.rn.bf16.f32 h, $1; st.global.b16 [$0], h; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<bf16>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @bits_are_meant(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t, u; cvt.rn.bf16x2.f32 t, $2, $1; mov.b32 u, t; neg.f16x2 $0, u; }" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @one_of_two_writers(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b16 t; setp.lt.f32 p, $1, 0f00000000; cvt.rn.bf16.f32 t, $1; @p cvt.rn.f16.f32 t, $1; neg.f16 $0, t; }" {constraints = "=h,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @tf32(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.rna.tf32.f32 t, $1; add.f32 $0, t, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}
