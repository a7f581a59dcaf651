// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Results that are equal, halves and sums over lanes, and moved bits; right programs
// beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @sort2_same_min(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected $1 to be another value than $0, found that 'min.f32' computes the same of the same values; another instruction or operand; mov where both are to be equal [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "min.f32 $0, $2, $3; min.f32 $1, $2, $3;" {constraints = "=&f,=&f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @sort2_same_max_swapped(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected $1 to be another value than $0, found that 'max.s32' computes the same of the same values; another instruction or operand; mov where both are to be equal [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "max.s32 $0, $2, $3; max.s32 $1, $3, $2;" {constraints = "=&r,=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @sort2_same_selp(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 64: expected $1 to be another value than $0, found that 'selp.b32' computes the same of the same values; another instruction or operand; mov where both are to be equal [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.s32 p, $2, $3; selp.b32 $0, $2, $3, p; selp.b32 $1, $2, $3, p; }" {constraints = "=&r,=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @sort2_same_not(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 79: expected $1 to be another value than $0, found that 'selp.b32' computes the same of the same values; another instruction or operand; mov where both are to be equal [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.s32 p, $2, $3; selp.b32 $0, $2, $3, p; not.pred p, p; selp.b32 $1, $3, $2, p; }" {constraints = "=&r,=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @sort2_overwritten(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected 'max.f32' of two values that may each be the result, found 'min.f32' of the other one as an operand, so that it changes nothing; write the first result to a register of the body [value-known]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "min.f32 $0, $0, $1; max.f32 $1, $0, $1;" {constraints = "=f,=f,0,1", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @mul128_lo_lo(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected $1 to be another value than $0, found that 'mul.lo.u64' computes the same of the same values; another instruction or operand; mov where both are to be equal [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "mul.lo.u64 $0, $2, $3; mul.lo.u64 $1, $2, $3;" {constraints = "=&l,=&l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @b_same_arms(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 63: expected 'sub.f32' to give another value than 'sub.f32' under the opposite predicate, found the same [results-equal]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.f32 p, $1, $2; @p sub.f32 $0, $1, $2; @!p sub.f32 $0, $1, $2; }" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @m_p_and_notp(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 66: expected predicates that may both be true in 'and.pred', found one and its opposite, so that it always gives false [value-known]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p, q; setp.gt.f32 p, $1, 0f00000000; not.pred q, p; and.pred p, p, q; @p st.global.f32 [$0], $1; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @shfl_f64_lo_only(%x0: !tile.ptr<f64>) {
  // expected-warning @below {{in the asm, line 1, column 193: expected the halves of a 64-bit value, lower one first, from one lane in 'mov.b64', found halves from two lanes; shuffle both halves by the same lane [lane-halves]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t, a, b, c, d; .reg .u64 o; .reg .f64 v, u; mov.u32 t, %tid.x; mul.wide.u32 o, t, 8; add.u64 o, $0, o; ld.global.f64 v, [o]; mov.b64 {a, b}, v; shfl.sync.bfly.b32 c, a, 1, 31, -1; mov.b64 u, {c, b}; add.f64 v, v, u; st.global.f64 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f64> -> ()
  tile.return
}
tile.func private @shfl_f64_lo_twice(%x0: !tile.ptr<f64>) {
  // expected-warning @below {{in the asm, line 1, column 229: expected the halves of a 64-bit value, lower one first, from one lane in 'mov.b64', found one of them twice; shuffle both halves by the same lane [lane-halves]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t, a, b, c, d; .reg .u64 o; .reg .f64 v, u; mov.u32 t, %tid.x; mul.wide.u32 o, t, 8; add.u64 o, $0, o; ld.global.f64 v, [o]; mov.b64 {a, b}, v; shfl.sync.bfly.b32 c, a, 1, 31, -1; shfl.sync.bfly.b32 d, a, 1, 31, -1; mov.b64 u, {c, d}; add.f64 v, v, u; st.global.f64 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f64> -> ()
  tile.return
}
tile.func private @shfl_f64_lo_lanes(%x0: !tile.ptr<f64>) {
  // expected-warning @below {{in the asm, line 1, column 229: expected the halves of a 64-bit value, lower one first, from one lane in 'mov.b64', found halves from two lanes; shuffle both halves by the same lane [lane-halves]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t, a, b, c, d; .reg .u64 o; .reg .f64 v, u; mov.u32 t, %tid.x; mul.wide.u32 o, t, 8; add.u64 o, $0, o; ld.global.f64 v, [o]; mov.b64 {a, b}, v; shfl.sync.bfly.b32 c, a, 1, 31, -1; shfl.sync.bfly.b32 d, b, 2, 31, -1; mov.b64 u, {c, d}; add.f64 v, v, u; st.global.f64 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f64> -> ()
  tile.return
}
tile.func private @shfl_i64_lo_cvt(%x0: !tile.ptr<i64>) {
  // expected-warning @below {{in the asm, line 1, column 183: expected both halves of a 64-bit value from another lane in 'cvt.u64.u32', found the lower one alone, so that the upper bits are lost; mov.b64 {a, b} of the value, and a shuffle of each half [lane-halves]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t, a; .reg .u64 o; .reg .b64 v, u; mov.u32 t, %tid.x; mul.wide.u32 o, t, 8; add.u64 o, $0, o; ld.global.b64 v, [o]; cvt.u32.u64 a, v; shfl.sync.down.b32 a, a, 1, 31, -1; cvt.u64.u32 u, a; add.u64 v, v, u; st.global.b64 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i64> -> ()
  tile.return
}
tile.func private @w_reduce_skips_4(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 329: expected a sum over all 32 lanes with the steps 16, 8, 4, 2 and 1, found none of 4; a shuffle for each step [lane-sum]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t, v, u, w; .reg .u64 o; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 v, [o]; shfl.sync.bfly.b32 u, v, 16, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 8, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 2, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 1, 31, -1; add.s32 v, v, u;  st.global.b32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @w_reduce_twice_8(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 276: expected each step of a sum over lanes once, found lanes 8 apart added twice [lane-sum]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 382: expected a sum over all 32 lanes with the steps 16, 8, 4, 2 and 1, found none of 4; a shuffle for each step [lane-sum]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t, v, u, w; .reg .u64 o; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 v, [o]; shfl.sync.bfly.b32 u, v, 16, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 8, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 8, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 2, 31, -1; add.s32 v, v, u; shfl.sync.bfly.b32 u, v, 1, 31, -1; add.s32 v, v, u;  st.global.b32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @w_scan_no_pred(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 166: expected 'add.s32' only in lanes that 'shfl.sync.up' gives the value of another one, found it in all: the first 1 get their own value twice; shfl.sync.up.b32 u|p, and @p before the sum [lane-sum]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 216: expected 'add.s32' only in lanes that 'shfl.sync.up' gives the value of another one, found it in all: the first 2 get their own value twice; shfl.sync.up.b32 u|p, and @p before the sum [lane-sum]}}
  // expected-warning @below {{in the asm, line 1, column 266: expected 'add.s32' only in lanes that 'shfl.sync.up' gives the value of another one, found it in all: the first 4 get their own value twice; shfl.sync.up.b32 u|p, and @p before the sum [lane-sum]}}
  // expected-warning @below {{in the asm, line 1, column 316: expected 'add.s32' only in lanes that 'shfl.sync.up' gives the value of another one, found it in all: the first 8 get their own value twice; shfl.sync.up.b32 u|p, and @p before the sum [lane-sum]}}
  // expected-warning @below {{in the asm, line 1, column 367: expected 'add.s32' only in lanes that 'shfl.sync.up' gives the value of another one, found it in all: the first 16 get their own value twice; shfl.sync.up.b32 u|p, and @p before the sum [lane-sum]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t, v, u, w; .reg .u64 o; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 v, [o]; shfl.sync.up.b32 u, v, 1, 0, -1; add.s32 v, v, u; shfl.sync.up.b32 u, v, 2, 0, -1; add.s32 v, v, u; shfl.sync.up.b32 u, v, 4, 0, -1; add.s32 v, v, u; shfl.sync.up.b32 u, v, 8, 0, -1; add.s32 v, v, u; shfl.sync.up.b32 u, v, 16, 0, -1; add.s32 v, v, u;  st.global.b32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @awq_wrong_shift_4(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 3, column 55: expected the results to have different bits of $4, found bits 4 to 7 in two of them, also in $2, and bits 12 to 15 in none; another shift or mask [fields-overlap]}}
  // expected-note @below {{the registers are }}
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64006400; .reg .b32 kk1; mov.b32 kk1, 0x2c002c00; .reg .b32 kk2; mov.b32 kk2, 0xd400d400; { .reg .b32 top; shr.u32 top, $4, 4;\0Alop3.b32 $0, $4, 0x000f000f, 0x64006400, 0xea; lop3.b32 $1, $4, 0x00f000f0, 0x64006400, 0xea; lop3.b32 $2, top, 0x000f000f, 0x64006400, 0xea; lop3.b32 $3, top, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, $0, kk0; fma.rn.f16x2 $1, $1, kk1, kk2; sub.f16x2 $2, $2, kk0; fma.rn.f16x2 $3, $3, kk1, kk2; } }" {constraints = "=&r,=&r,=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @awq_wrong_shift_12(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 3, column 78: expected the results to have different bits of $4, found bits 16 to 19 in two of them, also in $3, and bits 8 to 11 in none; another shift or mask [fields-overlap]}}
  // expected-note @below {{the registers are }}
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64006400; .reg .b32 kk1; mov.b32 kk1, 0x2c002c00; .reg .b32 kk2; mov.b32 kk2, 0xd400d400; { .reg .b32 top; shr.u32 top, $4, 12;\0Alop3.b32 $0, $4, 0x000f000f, 0x64006400, 0xea; lop3.b32 $1, $4, 0x00f000f0, 0x64006400, 0xea; lop3.b32 $2, top, 0x000f000f, 0x64006400, 0xea; lop3.b32 $3, top, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, $0, kk0; fma.rn.f16x2 $1, $1, kk1, kk2; sub.f16x2 $2, $2, kk0; fma.rn.f16x2 $3, $3, kk1, kk2; } }" {constraints = "=&r,=&r,=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @awq_wrong_shift_16(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 3, column 78: expected the results to have different bits of $4, found bits 16 to 23 in two of them, also in $3, and bits 8 to 15 in none; another shift or mask [fields-overlap]}}
  // expected-note @below {{the registers are }}
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64006400; .reg .b32 kk1; mov.b32 kk1, 0x2c002c00; .reg .b32 kk2; mov.b32 kk2, 0xd400d400; { .reg .b32 top; shr.u32 top, $4, 16;\0Alop3.b32 $0, $4, 0x000f000f, 0x64006400, 0xea; lop3.b32 $1, $4, 0x00f000f0, 0x64006400, 0xea; lop3.b32 $2, top, 0x000f000f, 0x64006400, 0xea; lop3.b32 $3, top, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, $0, kk0; fma.rn.f16x2 $1, $1, kk1, kk2; sub.f16x2 $2, $2, kk0; fma.rn.f16x2 $3, $3, kk1, kk2; } }" {constraints = "=&r,=&r,=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @marlin_mask_gap(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 160: expected the results to have different bits of $2, found bits 0 to 3 in two of them, also in $1, and bits 4 to 15 in none; another shift or mask [fields-overlap]}}
  // expected-note @below {{the registers are }}
  %r0, %r1 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64086408; lop3.b32 $0, $2, 0x000f000f, 0x64006400, 0xea; lop3.b32 $1, $2, 0x00f0000f, 0x64006400, 0xea; sub.f16x2 $0, $0, kk0; sub.f16x2 $1, $1, kk0; }" {constraints = "=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @v_f32_bits_to_f16(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the bits of $0 to be bits of f16, found bits of the f32 in $1, whose exponent has 8 bits, not 5; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "shr.u32 $0, $1, 16;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @v_bf16_bits_shift_8(%x0: tensor<128xbf16>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the bits of $0 to be bits of f32, found the sign of $1 in the exponent; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "shl.b32 $0, $1, 8;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @v_f64_high_word(%x0: tensor<128xf64>) {
  // expected-warning @below {{in the asm, line 1, column 16: expected the bits of $0 to be bits of f32, found bits of the f64 in $1, whose exponent has 11 bits, not 8; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 l; mov.b64 {l, $0}, $1; }" {constraints = "=r,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf64> -> tensor<128xf32>
  tile.return
}
tile.func private @v_f64_words_exchanged(%x0: tensor<128xf64>) {
  // expected-warning @below {{in the asm, line 1, column 65: expected the bits of $0 to be bits of f64, found bit 31 of the f64 in $1 as the sign; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 l, h; mov.b64 {l, h}, $1; xor.b32 h, h, 0x80000000; mov.b64 $0, {h, l}; }" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf64> -> tensor<128xf64>
  tile.return
}
tile.func private @v_trunc_f32_to_half_bits(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the bits of $0 to be bits of bf16, found bit 15 of the f32 in $1 as the sign; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "and.b32 $0, $1, 0xffff;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
tile.func private @v_abs_mask_wrong(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the bits of $0 to be bits of f32, found an exponent that is always 0, with other bits of a float below it; a conversion, or a shift by other bits [float-bits]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7fff;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @sort2(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r0, %r1 = tile.elementwise_inline_asm "min.f32 $0, $2, $3; max.f32 $1, $2, $3;" {constraints = "=&f,=&f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @sort2_pred(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r0, %r1 = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.s32 p, $2, $3; selp.b32 $0, $2, $3, p; selp.b32 $1, $3, $2, p; }" {constraints = "=&r,=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @sort4_network(%x0: tensor<128xf32>, %x1: tensor<128xf32>, %x2: tensor<128xf32>, %x3: tensor<128xf32>) {
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .f32 a, b, c, d, e, f;\0Amin.f32 a, $4, $5; max.f32 b, $4, $5; min.f32 c, $6, $7; max.f32 d, $6, $7;\0Amin.f32 $0, a, c; max.f32 e, a, c; min.f32 f, b, d; max.f32 $3, b, d; min.f32 $1, e, f; max.f32 $2, e, f; }" {constraints = "=&f,=&f,=&f,=&f,f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @umulhi64(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  %r0, %r1 = tile.elementwise_inline_asm "mul.lo.u64 $0, $2, $3; mul.hi.u64 $1, $2, $3;" {constraints = "=&l,=&l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @shfl_f64_both(%x0: !tile.ptr<f64>) {
  tile.elementwise_inline_asm "{ .reg .b32 t, a, b, c, d; .reg .u64 o; .reg .f64 v, u;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 8; add.u64 o, $0, o; ld.global.f64 v, [o];\0Amov.b64 {a, b}, v; shfl.sync.bfly.b32 c, a, 1, 31, 0xffffffff; shfl.sync.bfly.b32 d, b, 1, 31, 0xffffffff; mov.b64 u, {c, d}; add.f64 v, v, u; st.global.f64 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f64> -> ()
  tile.return
}
tile.func private @warp_sum_bfly(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .reg .pred q; .reg .b32 t, l; .reg .u64 o; .reg .f32 v, u; .reg .b32 a, b;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o];\0Amov.b32 a, v; shfl.sync.bfly.b32 b, a, 16, 31, 0xffffffff; mov.b32 u, b; add.f32 v, v, u;\0Amov.b32 a, v; shfl.sync.bfly.b32 b, a, 8, 31, 0xffffffff; mov.b32 u, b; add.f32 v, v, u;\0Amov.b32 a, v; shfl.sync.bfly.b32 b, a, 4, 31, 0xffffffff; mov.b32 u, b; add.f32 v, v, u;\0Amov.b32 a, v; shfl.sync.bfly.b32 b, a, 2, 31, 0xffffffff; mov.b32 u, b; add.f32 v, v, u;\0Amov.b32 a, v; shfl.sync.bfly.b32 b, a, 1, 31, 0xffffffff; mov.b32 u, b; add.f32 v, v, u;\0Ast.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @warp_scan_up(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred q; .reg .b32 t, u, v; .reg .u64 o;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 v, [o];\0Ashfl.sync.up.b32 u|q, v, 1, 0, 0xffffffff; @q add.s32 v, v, u;\0Ashfl.sync.up.b32 u|q, v, 2, 0, 0xffffffff; @q add.s32 v, v, u;\0Ashfl.sync.up.b32 u|q, v, 4, 0, 0xffffffff; @q add.s32 v, v, u;\0Ashfl.sync.up.b32 u|q, v, 8, 0, 0xffffffff; @q add.s32 v, v, u;\0Ashfl.sync.up.b32 u|q, v, 16, 0, 0xffffffff; @q add.s32 v, v, u;\0Ast.global.b32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @quad_reduce_fa(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .reg .b32 t, v, u; .reg .u64 o;\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.b32 v, [o];\0Ashfl.sync.bfly.b32 u, v, 2, 0x1f, 0xffffffff; max.f32 v, v, u; shfl.sync.bfly.b32 u, v, 1, 0x1f, 0xffffffff; max.f32 v, v, u; st.global.b32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @awq_dequant(%x0: tensor<128xi32>) {
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64006400; .reg .b32 kk1; mov.b32 kk1, 0x2c002c00; .reg .b32 kk2; mov.b32 kk2, 0xd400d400; { .reg .b32 top;\0Ashr.u32 top, $4, 8;\0Alop3.b32 $0, $4, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 $1, $4, 0x00f000f0, 0x64006400, 0xea;\0Alop3.b32 $2, top, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 $3, top, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, $0, kk0; fma.rn.f16x2 $1, $1, kk1, kk2;\0Asub.f16x2 $2, $2, kk0; fma.rn.f16x2 $3, $3, kk1, kk2; } }" {constraints = "=&r,=&r,=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @marlin_lop3_dequant(%x0: tensor<128xi32>) {
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 kk0; mov.b32 kk0, 0x64086408; .reg .b32 kk1; mov.b32 kk1, 0x2c002c00; .reg .b32 kk2; mov.b32 kk2, 0xd480d480; { .reg .b32 t;\0Alop3.b32 $0, $4, 0x000f000f, 0x64006400, 0xea; lop3.b32 $1, $4, 0x00f000f0, 0x64006400, 0xea;\0Ashr.u32 t, $4, 8;\0Alop3.b32 $2, t, 0x000f000f, 0x64006400, 0xea; lop3.b32 $3, t, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, $0, kk0; fma.rn.f16x2 $1, $1, kk1, kk2; sub.f16x2 $2, $2, kk0; fma.rn.f16x2 $3, $3, kk1, kk2; } }" {constraints = "=&r,=&r,=&r,=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @marlin_zero_point(%x0: tensor<128xi32>, %x1: i32) {
  %r0, %r1 = tile.elementwise_inline_asm "lop3.b32 $0, $2, 0x000f000f, 0x64006400, 0xea; sub.f16x2 $0, $0, $3; { .reg .b32 t; shr.u32 t, $2, 4; lop3.b32 $1, t, 0x000f000f, 0x64006400, 0xea; sub.f16x2 $1, $1, $3; }" {constraints = "=&r,=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, i32 -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @h_bf16_to_f32_shift(%x0: tensor<128xbf16>) {
  %r0 = tile.elementwise_inline_asm "shl.b32 $0, $1, 16;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @philox_round(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>, %x4: i32, %x5: i32) {
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "{ .reg .b32 h0, h1;\0Amul.hi.u32 h0, $4, 0xD2511F53; mul.hi.u32 h1, $6, 0xCD9E8D57;\0Amul.lo.u32 $1, $6, 0xCD9E8D57; mul.lo.u32 $3, $4, 0xD2511F53;\0Axor.b32 $0, h1, $5; xor.b32 $0, $0, $8; xor.b32 $2, h0, $7; xor.b32 $2, $2, $9; }" {constraints = "=&r,=&r,=&r,=&r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, i32, i32 -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
}
