// Floating-point arithmetic, approximations, packed halves, branches.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

tile.func public @rcp(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @rsqrt(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "rsqrt.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @sqrt(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "sqrt.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @ex2(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "ex2.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @lg2(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "lg2.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @sin_cos(%o0: !tile.ptr<f32>, %o1: !tile.ptr<f32>, %x0: f32) {
  %r:2 = tile.elementwise_inline_asm "sin.approx.ftz.f32 $0, $2; cos.approx.ftz.f32 $1, $2;" {constraints = "=f,=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32, f32
  tile.store %o0, %r#0 : !tile.ptr<f32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.return
}

tile.func public @tanh(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @tanh_f16x2(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "tanh.approx.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @ex2_f16x2(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "ex2.approx.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @ex2_f16(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "ex2.approx.f16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @sigmoid(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 t;\0Amul.f32 t, $1, 0fBFB8AA3B;\0Aex2.approx.ftz.f32 t, t;\0Aadd.f32 t, t, 0f3F800000;\0Arcp.approx.ftz.f32 $0, t;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @gelu_tanh(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 a, b;\0Amul.f32 a, $1, $1;\0Afma.rn.f32 a, a, 0f3D372713, 0f3F800000;\0Amul.f32 a, a, $1;\0Amul.f32 a, a, 0f3F4C422A;\0Atanh.approx.f32 b, a;\0Afma.rn.f32 b, b, 0f3F000000, 0f3F000000;\0Amul.f32 $0, b, $1;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @silu_in_place(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "ex2.approx.ftz.f32 $0, $1;\0Aadd.f32 $0, $0, 0f3F800000;\0Adiv.full.f32 $0, $1, $0;" {constraints = "=&f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @fma_relu(%o0: !tile.ptr<f16>, %x0: f16, %x1: f16, %x2: f16) {
  %r = tile.elementwise_inline_asm "fma.rn.relu.f16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : f16, f16, f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @fma_bf16x2(%o0: !tile.ptr<bf16>, %x0: bf16, %x1: bf16, %x2: bf16) {
  %r = tile.elementwise_inline_asm "fma.rn.bf16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : bf16, bf16, bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @max_f16x2(%o0: !tile.ptr<f16>, %x0: f16, %x1: f16) {
  %r = tile.elementwise_inline_asm "max.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : f16, f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @min_nan_f16x2(%o0: !tile.ptr<f16>, %x0: f16, %x1: f16) {
  %r = tile.elementwise_inline_asm "min.NaN.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : f16, f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @max_bf16x2(%o0: !tile.ptr<bf16>, %x0: bf16, %x1: bf16) {
  %r = tile.elementwise_inline_asm "max.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : bf16, bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @relu6_square(%o0: !tile.ptr<f16>, %o1: !tile.ptr<f16>, %x0: f16, %x1: f16) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 one, zero, six;\0Amov.b32 one, 0x3C003C00;\0Amov.b32 zero, 0;\0Amov.b32 six, 0x46004600;\0Afma.rn.f16x2 $0, $2, $3, one;\0Amax.f16x2 $0, $0, zero;\0Amin.f16x2 $0, $0, six;\0Amul.f16x2 $1, $0, $0;\0A}" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : f16, f16 -> f16, f16
  tile.store %o0, %r#0 : !tile.ptr<f16>
  tile.store %o1, %r#1 : !tile.ptr<f16>
  tile.return
}

tile.func public @saturate(%o0: !tile.ptr<f32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "add.sat.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @copysign(%o0: !tile.ptr<f32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "copysign.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @abs_by_bits(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7fffffff;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @negate_by_bits(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 0x80008000;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @fma_f64(%o0: !tile.ptr<f64>, %x0: f64, %x1: f64, %x2: f64) {
  %r = tile.elementwise_inline_asm "fma.rn.f64 $0, $1, $2, $3;" {constraints = "=d,d,d,d", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : f64, f64, f64 -> f64
  tile.store %o0, %r : !tile.ptr<f64>
  tile.return
}

tile.func public @rcp_f64_start(%o0: !tile.ptr<f64>, %x0: f64) {
  %r = tile.elementwise_inline_asm "rcp.approx.ftz.f64 $0, $1;" {constraints = "=d,d", packed_element = 1 : i32, pure = true} %x0 : f64 -> f64
  tile.store %o0, %r : !tile.ptr<f64>
  tile.return
}

tile.func public @f64_halves(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: f64) {
  %r:2 = tile.elementwise_inline_asm "mov.b64 {$0, $1}, $2;" {constraints = "=r,=r,d", packed_element = 1 : i32, pure = true} %x0 : f64 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @round_to_int(%o0: !tile.ptr<i32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rni.s32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @floor(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rmi.f32.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @fast_division(%o0: !tile.ptr<f32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "div.full.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @select_nan(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Atestp.notanumber.f32 p, $1;\0Aselp.f32 $0, 0f00000000, $1, p;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @leaky_relu(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.f32 p, $1, 0f00000000;\0A@p mul.f32 $0, $1, 0f3C23D70A;\0A@!p mov.f32 $0, $1;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @clamp_both_predicates(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred low, other;\0Asetp.lt.f32 low|other, $1, 0f3F800000;\0A@low mov.f32 $0, 0f3F800000;\0A@other mov.f32 $0, $1;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @default_then_predicate(%o0: !tile.ptr<i32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Amov.b32 $0, 0;\0Asetp.gt.f32 p, $1, 0f3F000000;\0A@p mov.b32 $0, 1;\0A}" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @if_else_by_branches(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.lt.s32 p, $1, 0;\0A@p bra NEGATIVE;\0Aadd.s32 $0, $1, 1;\0Abra DONE;\0ANEGATIVE:\0Asub.s32 $0, $1, 1;\0ADONE:\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @skip_by_branch_and_tie(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.ge.s32 p, $2, 0;\0A@p bra DONE;\0Aneg.s32 $0, $2;\0ADONE:\0A}" {constraints = "=r,0,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @loop_of_ten(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 i;\0Amov.u32 i, 0;\0Amov.f32 $0, 0f3F800000;\0ALOOP:\0Amul.f32 $0, $0, $1;\0Aadd.u32 i, i, 1;\0Asetp.lt.u32 p, i, 10;\0A@p bra LOOP;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @newton(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 i;\0A.reg .f32 e;\0A.reg .pred p;\0Arcp.approx.f32 $0, $1;\0Amov.u32 i, 2;\0AAGAIN:\0Afma.rn.f32 e, $0, $1, 0fBF800000;\0Aneg.f32 e, e;\0Afma.rn.f32 $0, e, $0, $0;\0Asub.u32 i, i, 1;\0Asetp.ne.u32 p, i, 0;\0A@p bra.uni AGAIN;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @unique_label(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Asetp.eq.s32 p, $1, 0;\0Amov.s32 $0, $1;\0A@!p bra DONE_${:uid};\0Amov.s32 $0, 1;\0ADONE_${:uid}:\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @nested_blocks(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Aadd.s32 t, $1, 1;\0A{\0A.reg .b32 t;\0Amul.lo.s32 t, $1, 3;\0Amov.b32 $0, t;\0A}\0Aadd.s32 $0, $0, t;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @comments(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "// twice $1\0Aadd.s32 $0, $1, $1; /* done */" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
