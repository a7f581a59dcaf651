// RUN: tile-opt %s --tile-check-inline-asm --verify-diagnostics -o /dev/null

// Right programs of kinds that kernels have, written without knowledge of the check.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @fp8_e4m3_quad(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm ".reg .b16 lo, hi;\0Acvt.rn.satfinite.e4m3x2.f32 lo, $2, $1;\0Acvt.rn.satfinite.e4m3x2.f32 hi, $4, $3;\0Amov.b32 $0, {lo, hi};" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xf8E4M3FN>
  tile.return
}
tile.func private @fp8_to_f32(%x0: tensor<1024xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t;\0A.reg .b16 a, b;\0Acvt.rn.f16x2.e4m3x2 t, $2;\0Amov.b32 {a, b}, t;\0Acvt.f32.f16 $0, a;\0Acvt.f32.f16 $1, b;" {constraints = "=f,=f,h", packed_element = 2 : i32, pure = true} %x0 : tensor<1024xf8E4M3FN> -> tensor<1024xf32>
  tile.return
}
tile.func private @fp8_e5m2_to_f16_prmt(%x0: tensor<1024xf8E5M2>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, 0, $2, 0x5040;\0Aprmt.b32 $1, 0, $2, 0x7060;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xf8E5M2> -> tensor<1024xf16>
  tile.return
}
tile.func private @fp8_scaled(%x0: tensor<1024xf32>, %x1: f32) {
  %r = tile.elementwise_inline_asm ".reg .f32 a, b;\0Amul.rn.f32 a, $1, $3;\0Amul.rn.f32 b, $2, $3;\0Acvt.rn.satfinite.e4m3x2.f32 $0, b, a;" {constraints = "=h,f,f,f", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true} %x0, %x1 : tensor<1024xf32>, f32 -> tensor<1024xf8E4M3FN>
  tile.return
}
tile.func private @fp8_bf16_in(%x0: tensor<1024xbf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 lo, hi;\0Ashl.b32 lo, $1, 16;\0Aand.b32 hi, $1, 0xffff0000;\0Acvt.rn.satfinite.e4m3x2.f32 $0, hi, lo;" {constraints = "=h,r", packed_element = 2 : i32, pure = true} %x0 : tensor<1024xbf16> -> tensor<1024xf8E4M3FN>
  tile.return
}
tile.func private @f16_select_gt(%x0: tensor<1024xf16>, %x1: tensor<1024xf16>, %x2: tensor<1024xf16>, %x3: tensor<1024xf16>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 m, n, u, v;\0A.reg .pred p, q;\0Asetp.gt.f16x2 p|q, $1, $2;\0Aselp.b32 m, 0xffff, 0, p;\0Aselp.b32 n, 0xffff0000, 0, q;\0Aor.b32 m, m, n;\0Aand.b32 u, m, $3;\0Anot.b32 v, m;\0Aand.b32 v, v, $4;\0Aor.b32 $0, u, v;\0A}" {constraints = "=r,r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16> -> tensor<1024xf16>
  tile.return
}
tile.func private @f16_copysign(%x0: tensor<1024xf16>, %x1: tensor<1024xf16>) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, 0x7fff7fff, $2, 0xb8;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<1024xf16>, tensor<1024xf16> -> tensor<1024xf16>
  tile.return
}
tile.func private @f16_mul_scalar(%x0: tensor<1024xf16>, %x1: f16) {
  %r = tile.elementwise_inline_asm ".reg .b32 s;\0Amov.b32 s, {$2, $2};\0Amul.rn.f16x2 $0, $1, s;" {constraints = "=r,r,h", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true} %x0, %x1 : tensor<1024xf16>, f16 -> tensor<1024xf16>
  tile.return
}
tile.func private @bf16_to_f32_prmt(%x0: tensor<1024xbf16>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $2, 0, 0x1044;\0Aprmt.b32 $1, $2, 0, 0x3244;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<1024xbf16> -> tensor<1024xf32>
  tile.return
}
tile.func private @bf16_from_f32_truncate(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, 0x7632;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xbf16>
  tile.return
}
tile.func private @bf16_from_f32_rne_bits(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t, u;\0Ashr.u32 t, $1, 16;\0Aand.b32 t, t, 1;\0Aadd.u32 t, t, 0x7fff;\0Aadd.u32 u, $1, t;\0Ashr.u32 u, u, 16;\0Acvt.u16.u32 $0, u;\0A}" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xbf16>
  tile.return
}
tile.func private @bf16_residual(%x0: tensor<1024xf32>, %x1: tensor<1024xbf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t;\0Acvt.rn.bf16x2.f32 t, $2, $1;\0Aadd.rn.bf16x2 $0, t, $3;" {constraints = "=r,f,f,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xbf16> -> tensor<1024xbf16>
  tile.return
}
tile.func private @bf16_silu(%x0: tensor<1024xbf16>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 x, e;\0Amov.b32 x, {0, $1};\0Amul.f32 e, x, 0fBFB8AA3B;\0Aex2.approx.f32 e, e;\0Aadd.f32 e, e, 0f3F800000;\0Arcp.approx.f32 e, e;\0Amul.f32 x, x, e;\0Acvt.rn.bf16.f32 $0, x;\0A}" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xbf16> -> tensor<1024xbf16>
  tile.return
}
tile.func private @int4_low_high_f16(%x0: tensor<1024xi8>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, h;\0Aprmt.b32 a, $4, 0, 0x4140;\0Aprmt.b32 b, $4, 0, 0x4342;\0Amov.b32 h, 0x64006400;\0Aand.b32 $0, a, 0x000f000f;\0Aor.b32 $0, $0, h;\0Asub.f16x2 $0, $0, h;\0Aand.b32 $1, b, 0x000f000f;\0Aor.b32 $1, $1, h;\0Asub.f16x2 $1, $1, h;\0Ashr.u32 a, a, 4;\0Ashr.u32 b, b, 4;\0Aand.b32 $2, a, 0x000f000f;\0Aor.b32 $2, $2, h;\0Asub.f16x2 $2, $2, h;\0Aand.b32 $3, b, 0x000f000f;\0Aor.b32 $3, $3, h;\0Asub.f16x2 $3, $3, h;\0A}" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xf16>, tensor<1024xf16>
  tile.return
}
tile.func private @int4_pack_bfi(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 l;\0Aand.b32 l, $1, 15;\0Abfi.b32 $0, $2, l, 4, 4;\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi8>
  tile.return
}
tile.func private @int4_eight_words(%x0: tensor<1024xi32>) {
  %r:8 = tile.elementwise_inline_asm "{\0Aand.b32 $0, $8, 15;\0Abfe.u32 $1, $8, 4, 4;\0Abfe.u32 $2, $8, 8, 4;\0Abfe.u32 $3, $8, 12, 4;\0Abfe.u32 $4, $8, 16, 4;\0Abfe.u32 $5, $8, 20, 4;\0Abfe.u32 $6, $8, 24, 4;\0Ashr.u32 $7, $8, 28;\0A}" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @int4_bf16_marlin(%x0: tensor<1024xi32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 t, k;\0Amov.b32 k, 0x43004300;\0Alop3.b32 $0, $2, 0x000f000f, k, 0xea;\0Ashr.u32 t, $2, 4;\0Alop3.b32 $1, t, 0x000f000f, k, 0xea;\0Amov.b32 k, 0xc308c308;\0A.reg .b32 one;\0Amov.b32 one, 0x3f803f80;\0Afma.rn.bf16x2 $0, $0, one, k;\0Afma.rn.bf16x2 $1, $1, one, k;\0A}" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @int8_to_f16_bias(%x0: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t, k;\0Axor.b32 t, $2, 0x80808080;\0Amov.b32 k, 0x64646464;\0Aprmt.b32 $0, t, k, 0x4140;\0Aprmt.b32 $1, t, k, 0x4342;\0Amov.b32 k, 0x64806480;\0Asub.f16x2 $0, $0, k;\0Asub.f16x2 $1, $1, k;\0A}" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xf16>
  tile.return
}
tile.func private @int8_to_f32_magic(%x0: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 m;\0A.reg .f32 k;\0Amov.b32 m, 0x4b000000;\0Amov.f32 k, 0f4B000000;\0A.reg .b32 a, b, c, d;\0Aprmt.b32 a, $4, m, 0x7440;\0Aprmt.b32 b, $4, m, 0x7441;\0Aprmt.b32 c, $4, m, 0x7442;\0Aprmt.b32 d, $4, m, 0x7443;\0Asub.f32 $0, a, k;\0Asub.f32 $1, b, k;\0Asub.f32 $2, c, k;\0Asub.f32 $3, d, k;\0A}" {constraints = "=f,=f,=f,=f,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xf32>
  tile.return
}
tile.func private @int8_quantize_four(%x0: tensor<1024xf32>, %x1: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, c, d;\0A.reg .f32 t;\0Amul.f32 t, $1, $5;\0Acvt.rni.sat.s8.f32 a, t;\0Amul.f32 t, $2, $5;\0Acvt.rni.sat.s8.f32 b, t;\0Amul.f32 t, $3, $5;\0Acvt.rni.sat.s8.f32 c, t;\0Amul.f32 t, $4, $5;\0Acvt.rni.sat.s8.f32 d, t;\0Aprmt.b32 a, a, b, 0x0040;\0Aprmt.b32 c, c, d, 0x0040;\0Aprmt.b32 $0, a, c, 0x5410;\0A}" {constraints = "=r,f,f,f,f,f", packed_element = 4 : i32, per_group = array<i32: 1>, pure = true} %x0, %x1 : tensor<1024xf32>, f32 -> tensor<1024xi8>
  tile.return
}
tile.func private @int8_add_swar(%x0: tensor<1024xi8>, %x1: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, s, x;\0Aand.b32 a, $1, 0x7f7f7f7f;\0Aand.b32 b, $2, 0x7f7f7f7f;\0Aadd.u32 s, a, b;\0Axor.b32 x, $1, $2;\0Aand.b32 x, x, 0x80808080;\0Axor.b32 $0, s, x;\0A}" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<1024xi8>, tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @int8_avg_swar(%x0: tensor<1024xi8>, %x1: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, x;\0Aand.b32 a, $1, $2;\0Axor.b32 x, $1, $2;\0Ashr.u32 x, x, 1;\0Aand.b32 x, x, 0x7f7f7f7f;\0Aadd.u32 $0, a, x;\0A}" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<1024xi8>, tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @int8_nonzero_mask(%x0: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t, m;\0Aand.b32 t, $1, 0x7f7f7f7f;\0Aadd.u32 t, t, 0x7f7f7f7f;\0Aor.b32 t, t, $1;\0Aand.b32 t, t, 0x80808080;\0Ashr.u32 m, t, 7;\0Amul.lo.u32 $0, m, 255;\0A}" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @sha_sigma0(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, c;\0Ashf.r.wrap.b32 a, $1, $1, 7;\0Ashf.r.wrap.b32 b, $1, $1, 18;\0Ashr.u32 c, $1, 3;\0Alop3.b32 $0, a, b, c, 0x96;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @gray_decode(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Ashr.u32 t, $1, 1;\0Axor.b32 $0, $1, t;\0Ashr.u32 t, $0, 2;\0Axor.b32 $0, $0, t;\0Ashr.u32 t, $0, 4;\0Axor.b32 $0, $0, t;\0Ashr.u32 t, $0, 8;\0Axor.b32 $0, $0, t;\0Ashr.u32 t, $0, 16;\0Axor.b32 $0, $0, t;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @bits_morton2(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 x, t;\0Aand.b32 x, $1, 0xffff;\0Ashl.b32 t, x, 8;\0Aor.b32 x, x, t;\0Aand.b32 x, x, 0x00ff00ff;\0Ashl.b32 t, x, 4;\0Aor.b32 x, x, t;\0Aand.b32 x, x, 0x0f0f0f0f;\0Ashl.b32 t, x, 2;\0Aor.b32 x, x, t;\0Aand.b32 x, x, 0x33333333;\0Ashl.b32 t, x, 1;\0Aor.b32 x, x, t;\0Aand.b32 $0, x, 0x55555555;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @bits_philox_round(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>) {
  %r:4 = tile.elementwise_inline_asm "{\0A.reg .b32 h0, h1;\0Amul.hi.u32 h0, $4, 0xD2511F53;\0Amul.hi.u32 h1, $6, 0xCD9E8D57;\0Amul.lo.u32 $1, $6, 0xCD9E8D57;\0Amul.lo.u32 $3, $4, 0xD2511F53;\0Axor.b32 $0, h1, $5;\0Axor.b32 $2, h0, $7;\0A}" {constraints = "=r,=r,=r,=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @approx_exp2_poly(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 r, f, p;\0A.reg .b32 b, e;\0Aadd.rm.f32 r, $1, 0f4B400000;\0Asub.f32 f, r, 0f4B400000;\0Asub.f32 f, $1, f;\0Afma.rn.f32 p, f, 0f3D9DF09D, 0f3E6906A4;\0Afma.rn.f32 p, p, f, 0f3F31F519;\0Afma.rn.f32 p, p, f, 0f3F800000;\0Amov.b32 b, r;\0Ashl.b32 b, b, 23;\0Amov.b32 e, p;\0Aadd.s32 e, e, b;\0Amov.b32 $0, e;\0A}" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  tile.return
}
tile.func private @approx_online_softmax(%x0: tensor<1024xf32>, %x1: tensor<1024xf32>, %x2: tensor<1024xf32>, %x3: tensor<1024xf32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .f32 a, b;\0Amax.f32 $0, $2, $4;\0Asub.f32 a, $2, $0;\0Asub.f32 b, $4, $0;\0Aex2.approx.f32 a, a;\0Aex2.approx.f32 b, b;\0Amul.f32 a, a, $3;\0Afma.rn.f32 $1, b, $5, a;\0A}" {constraints = "=f,=f,f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>, tensor<1024xf32>
  tile.return
}
tile.func private @pred_argmax(%x0: tensor<1024xf32>, %x1: tensor<1024xi32>, %x2: tensor<1024xf32>, %x3: tensor<1024xi32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .pred p, q;\0Asetp.eq.f32 p, $2, $4;\0Asetp.lt.and.s32 q, $3, $5, p;\0Asetp.gt.or.f32 p, $2, $4, q;\0Aselp.f32 $0, $2, $4, p;\0Aselp.b32 $1, $3, $5, p;\0A}" {constraints = "=f,=r,f,r,f,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<1024xf32>, tensor<1024xi32>, tensor<1024xf32>, tensor<1024xi32> -> tensor<1024xf32>, tensor<1024xi32>
  tile.return
}
tile.func private @carry_add128(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>, %x4: tensor<1024xi32>, %x5: tensor<1024xi32>, %x6: tensor<1024xi32>, %x7: tensor<1024xi32>) {
  %r:4 = tile.elementwise_inline_asm "add.cc.u32 $0, $4, $8;\0Aaddc.cc.u32 $1, $5, $9;\0Aaddc.cc.u32 $2, $6, $10;\0Aaddc.u32 $3, $7, $11;" {constraints = "=r,=r,=r,=r,r,r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @carry_mad_chain(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>, %x4: tensor<1024xi32>) {
  %r:3 = tile.elementwise_inline_asm "{\0Amad.lo.cc.u32 $0, $3, $5, $6;\0Amadc.hi.u32 $1, $3, $5, 0;\0Amad.lo.cc.u32 $1, $4, $5, $1;\0Amadc.hi.u32 $2, $4, $5, 0;\0Aadd.cc.u32 $1, $1, $7;\0Aaddc.u32 $2, $2, 0;\0A}" {constraints = "=r,=r,=r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @carry_modadd(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>, %x4: i32, %x5: i32) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 s0, s1, d0, d1, b;\0A.reg .pred p;\0Aadd.cc.u32 s0, $2, $4;\0Aaddc.u32 s1, $3, $5;\0Asub.cc.u32 d0, s0, $6;\0Asubc.cc.u32 d1, s1, $7;\0Asubc.u32 b, 0, 0;\0Asetp.eq.u32 p, b, 0;\0Aselp.b32 $0, d0, s0, p;\0Aselp.b32 $1, d1, s1, p;\0A}" {constraints = "=r,=r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, i32, i32 -> tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @carry_square96(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r:3 = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Amul.lo.u32 $0, $3, $3;\0Amul.hi.u32 $1, $3, $3;\0Amul.lo.u32 $2, $4, $4;\0Amul.hi.u32 t, $3, $4;\0Amad.lo.cc.u32 $1, $3, $4, $1;\0Aaddc.u32 $2, $2, t;\0Amad.lo.cc.u32 $1, $3, $4, $1;\0Aaddc.u32 $2, $2, t;\0A}" {constraints = "=r,=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @loop_gcd(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 a, b, t;\0Amov.b32 a, $1;\0Amov.b32 b, $2;\0Aagain:\0Asetp.eq.u32 p, b, 0;\0A@p bra done;\0Arem.u32 t, a, b;\0Amov.b32 a, b;\0Amov.b32 b, t;\0Abra again;\0Adone:\0Amov.b32 $0, a;\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_pow(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p, q;\0A.reg .b32 x, n, t;\0Amov.b32 x, $1;\0Amov.b32 n, $2;\0Amov.b32 $0, 1;\0Atop:\0Asetp.eq.u32 p, n, 0;\0A@p bra out;\0Aand.b32 t, n, 1;\0Asetp.ne.u32 q, t, 0;\0A@q mul.lo.u32 $0, $0, x;\0Amul.lo.u32 x, x, x;\0Ashr.u32 n, n, 1;\0Abra top;\0Aout:\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_mandelbrot(%x0: tensor<1024xf32>, %x1: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .f32 x, y, a, b, t;\0A.reg .b32 n;\0Amov.f32 x, 0f00000000;\0Amov.f32 y, 0f00000000;\0Amov.b32 n, 0;\0Anext:\0Amul.f32 a, x, x;\0Amul.f32 b, y, y;\0Aadd.f32 t, a, b;\0Asetp.gt.f32 p, t, 0f40800000;\0A@p bra stop;\0Amul.f32 t, x, y;\0Asub.f32 x, a, b;\0Aadd.f32 x, x, $1;\0Afma.rn.f32 y, t, 0f40000000, $2;\0Aadd.u32 n, n, 1;\0Asetp.lt.u32 p, n, 64;\0A@p bra next;\0Astop:\0Amov.b32 $0, n;\0A}" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_isqrt(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 bit, x, t;\0Amov.b32 bit, 0x40000000;\0Amov.b32 x, $1;\0Amov.b32 $0, 0;\0Atop:\0Aadd.u32 t, $0, bit;\0Ashr.u32 $0, $0, 1;\0Asetp.ge.u32 p, x, t;\0A@p sub.u32 x, x, t;\0A@p add.u32 $0, $0, bit;\0Ashr.u32 bit, bit, 2;\0Asetp.ne.u32 p, bit, 0;\0A@p bra top;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_crc32(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 c, k, t;\0Axor.b32 c, $1, $2;\0Amov.b32 k, 8;\0Abit:\0Aand.b32 t, c, 1;\0Asetp.ne.u32 p, t, 0;\0Ashr.u32 c, c, 1;\0A@p xor.b32 c, c, 0xEDB88320;\0Asub.s32 k, k, 1;\0Asetp.gt.s32 p, k, 0;\0A@p bra bit;\0Amov.b32 $0, c;\0A}" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @loop_cas_float_max(%x0: tensor<1024x!tile.ptr<f32>>, %x1: tensor<1024xf32>) {
  tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 old, assumed, new;\0A.reg .f32 f;\0Ald.global.b32 old, [$0];\0Aretry:\0Amov.b32 assumed, old;\0Amov.b32 f, assumed;\0Amax.f32 f, f, $1;\0Amov.b32 new, f;\0Aatom.global.cas.b32 old, [$0], assumed, new;\0Asetp.ne.u32 p, old, assumed;\0A@p bra retry;\0A}" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}
tile.func private @loop_binary_search(%x0: !tile.ptr<i32>, %x1: tensor<1024xi32>, %x2: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p, q;\0A.reg .b32 lo, hi, m, v;\0A.reg .b64 a;\0Amov.b32 lo, 0;\0Amov.b32 hi, $3;\0Atop:\0Asetp.ge.s32 p, lo, hi;\0A@p bra out;\0Aadd.s32 m, lo, hi;\0Ashr.u32 m, m, 1;\0Amad.wide.s32 a, m, 4, $1;\0Ald.global.b32 v, [a];\0Asetp.lt.s32 q, v, $2;\0A@q add.s32 lo, m, 1;\0A@!q mov.b32 hi, m;\0Abra top;\0Aout:\0Amov.b32 $0, lo;\0A}" {constraints = "=r,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, tensor<1024xi32>, i32 -> tensor<1024xi32>
  tile.return
}
tile.func private @atom_f32_max_by_int(%x0: !tile.ptr<f32>, %x1: tensor<1024xf32>) {
  tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 b;\0Amov.b32 b, $1;\0Asetp.ge.s32 p, b, 0;\0A@p red.global.max.s32 [$0], b;\0A@!p red.global.min.u32 [$0], b;\0A}" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<1024xf32>
  tile.return
}
tile.func private @atom_semaphore_wait(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "{\0A.reg .pred p, q;\0A.reg .b32 t, v;\0Amov.u32 t, %tid.x;\0Asetp.ne.u32 q, t, 0;\0A@q bra ready;\0Await:\0Ald.acquire.gpu.global.b32 v, [$0];\0Asetp.ne.s32 p, v, $1;\0A@p bra wait;\0Aready:\0Abar.sync 0;\0A}" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32
  tile.return
}
tile.func private @lane_sum_bfly(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 t, s;\0Ashfl.sync.bfly.b32 t, $1, 16, 31, 0xffffffff;\0Aadd.f32 s, $1, t;\0Ashfl.sync.bfly.b32 t, s, 8, 31, 0xffffffff;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 4, 31, 0xffffffff;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 2, 31, 0xffffffff;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 1, 31, 0xffffffff;\0Aadd.f32 $0, s, t;\0A}" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  tile.return
}
tile.func private @lane_scan_up(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0A.reg .pred p;\0Amov.b32 $0, $1;\0Ashfl.sync.up.b32 t|p, $0, 1, 0, 0xffffffff;\0A@p add.s32 $0, $0, t;\0Ashfl.sync.up.b32 t|p, $0, 2, 0, 0xffffffff;\0A@p add.s32 $0, $0, t;\0Ashfl.sync.up.b32 t|p, $0, 4, 0, 0xffffffff;\0A@p add.s32 $0, $0, t;\0Ashfl.sync.up.b32 t|p, $0, 8, 0, 0xffffffff;\0A@p add.s32 $0, $0, t;\0Ashfl.sync.up.b32 t|p, $0, 16, 0, 0xffffffff;\0A@p add.s32 $0, $0, t;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @lane_segments(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .f32 t, s;\0Ashfl.sync.bfly.b32 t, $1, 4, 0x181f, 0xffffffff;\0Aadd.f32 s, $1, t;\0Ashfl.sync.bfly.b32 t, s, 2, 0x181f, 0xffffffff;\0Aadd.f32 s, s, t;\0Ashfl.sync.bfly.b32 t, s, 1, 0x181f, 0xffffffff;\0Aadd.f32 $0, s, t;\0A}" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  tile.return
}
tile.func private @lane_warp_barrier(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b8 buf[4096];\0A.reg .b32 t, a, b;\0Amov.u32 t, %tid.x;\0Ashl.b32 t, t, 2;\0Amov.u32 a, buf;\0Aadd.u32 b, a, t;\0Ast.shared.b32 [b], $1;\0Abar.warp.sync 0xffffffff;\0Axor.b32 t, t, 4;\0Aadd.u32 b, a, t;\0Ald.shared.b32 $0, [b];\0Abar.warp.sync 0xffffffff;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @lane_xor_swap_halves(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 l, x, y;\0Amov.u32 l, %laneid;\0Aand.b32 l, l, 1;\0Asetp.ne.u32 p, l, 0;\0Aselp.b32 x, $2, $3, p;\0Ashfl.sync.bfly.b32 y, x, 1, 31, -1;\0Aselp.b32 $0, y, $2, p;\0Aselp.b32 $1, $3, y, p;\0A}" scope = thread {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>, tensor<1024xi32>
  tile.return
}
tile.func private @ldmatrix_own(%x0: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 m[2048];\0A.reg .b32 t, a, b;\0Amov.u32 t, %tid.x;\0Amov.u32 a, m;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.b32 [b], $2;\0Abar.sync 0;\0Aand.b32 t, t, 15;\0Ashl.b32 t, t, 4;\0Aadd.u32 a, a, t;\0Aldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, $1}, [a];\0Abar.sync 0;\0A}" scope = thread {constraints = "=r,=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @stmatrix_own(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 m[512];\0A.reg .b32 t, w, a, l, b;\0Amov.u32 t, %tid.x;\0Ashr.u32 w, t, 5;\0Ashl.b32 w, w, 7;\0Amov.u32 a, m;\0Aadd.u32 a, a, w;\0Aand.b32 l, t, 7;\0Ashl.b32 l, l, 4;\0Aadd.u32 l, l, a;\0Astmatrix.sync.aligned.m8n8.x1.shared.b16 [l], {$1};\0Abar.warp.sync -1;\0Aand.b32 b, t, 31;\0Ashl.b32 b, b, 2;\0Aadd.u32 b, b, a;\0Ald.shared.b32 $0, [b];\0Abar.warp.sync -1;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @cpasync_two_stages(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 buf[1024];\0A.reg .b32 t, a, x, y;\0A.reg .b64 g;\0Amov.u32 t, %tid.x;\0Ashl.b32 t, t, 2;\0Amov.u32 a, buf;\0Aadd.u32 a, a, t;\0Acvt.u64.u32 g, t;\0Aadd.u64 g, g, $1;\0Acp.async.ca.shared.global [a], [g], 4;\0Acp.async.commit_group;\0Acp.async.ca.shared.global [a+512], [g+512], 4;\0Acp.async.commit_group;\0Acp.async.wait_group 1;\0Ald.shared.b32 x, [a];\0Acp.async.wait_group 0;\0Ald.shared.b32 y, [a+512];\0Aadd.s32 $0, x, y;\0A}" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @cpasync_neighbours(%x0: !tile.ptr<f32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 buf[512];\0A.reg .b32 t, a, b;\0A.reg .b64 g;\0Amov.u32 t, %tid.x;\0Ashl.b32 t, t, 2;\0Amov.u32 b, buf;\0Aadd.u32 a, b, t;\0Acvt.u64.u32 g, t;\0Aadd.u64 g, g, $1;\0Acp.async.ca.shared.global [a], [g], 4;\0Acp.async.commit_group;\0Acp.async.wait_group 0;\0Abar.sync 0;\0Axor.b32 t, t, 4;\0Aadd.u32 a, b, t;\0Ald.shared.f32 $0, [a];\0Abar.sync 0;\0A}" scope = thread {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> f32
  tile.return
}
tile.func private @bulk_load_wait(%x0: !tile.ptr<f32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 128 .b8 buf[512];\0A.shared .align 8 .b64 bar;\0A.reg .b32 t, a, b;\0A.reg .pred p, q;\0Amov.u32 t, %tid.x;\0Amov.u32 a, buf;\0Amov.u32 b, bar;\0Asetp.eq.u32 p, t, 0;\0A@p mbarrier.init.shared::cta.b64 [b], 1;\0A@p fence.mbarrier_init.release.cluster;\0Abar.sync 0;\0A@p mbarrier.arrive.expect_tx.shared::cta.b64 _, [b], 512;\0A@p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [$1], 512, [b];\0Await:\0Ambarrier.try_wait.parity.shared::cta.b64 q, [b], 0;\0A@!q bra wait;\0Ashl.b32 t, t, 2;\0Aadd.u32 a, a, t;\0Ald.shared.f32 $0, [a];\0Abar.sync 0;\0A@p mbarrier.inval.shared::cta.b64 [b];\0A}" scope = thread {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> f32
  tile.return
}
tile.func private @bulk_store(%x0: !tile.ptr<f32>, %x1: tensor<1024xf32>) {
  tile.elementwise_inline_asm "{\0A.shared .align 128 .b8 buf[512];\0A.reg .b32 t, a, b;\0A.reg .pred p;\0Amov.u32 t, %tid.x;\0Amov.u32 a, buf;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.f32 [b], $1;\0Afence.proxy.async.shared::cta;\0Abar.sync 0;\0Asetp.eq.u32 p, t, 0;\0A@p cp.async.bulk.global.shared::cta.bulk_group [$0], [a], 512;\0A@p cp.async.bulk.commit_group;\0A@p cp.async.bulk.wait_group 0;\0Abar.sync 0;\0A}" scope = thread {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<1024xf32>
  tile.return
}
tile.func private @bulk_reduce(%x0: !tile.ptr<f32>, %x1: tensor<1024xf32>) {
  tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 buf[512];\0A.reg .b32 t, a, b;\0A.reg .pred p;\0Amov.u32 t, %tid.x;\0Amov.u32 a, buf;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0Ast.shared.f32 [b], $1;\0Afence.proxy.async.shared::cta;\0Abar.sync 0;\0Asetp.eq.u32 p, t, 0;\0A@p cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [a], 512;\0A@p cp.async.bulk.commit_group;\0A@p cp.async.bulk.wait_group.read 0;\0Abar.sync 0;\0A}" scope = thread {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<1024xf32>
  tile.return
}
tile.func private @mbar_two_phases() {
  tile.elementwise_inline_asm "{\0A.shared .align 8 .b64 bar;\0A.reg .b32 t, a, k, par;\0A.reg .pred p, q, r;\0Amov.u32 a, bar;\0Amov.u32 t, %tid.x;\0Asetp.eq.u32 p, t, 0;\0A@p mbarrier.init.shared.b64 [a], 128;\0Abar.sync 0;\0Amov.b32 k, 0;\0Amov.b32 par, 0;\0Around:\0Ambarrier.arrive.shared.b64 _, [a];\0Await:\0Ambarrier.try_wait.parity.shared.b64 q, [a], par;\0A@!q bra wait;\0Axor.b32 par, par, 1;\0Aadd.u32 k, k, 1;\0Asetp.lt.u32 r, k, 2;\0A@r bra round;\0Abar.sync 0;\0A@p mbarrier.inval.shared.b64 [a];\0A}" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @mbar_cpasync_noinc(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 16 .b8 buf[512];\0A.shared .align 8 .b64 bar;\0A.reg .b32 t, a, b;\0A.reg .b64 g;\0A.reg .pred p, q;\0Amov.u32 t, %tid.x;\0Amov.u32 b, bar;\0Amov.u32 a, buf;\0Asetp.eq.u32 p, t, 0;\0A@p mbarrier.init.shared.b64 [b], 128;\0Abar.sync 0;\0Ashl.b32 t, t, 2;\0Aadd.u32 a, a, t;\0Acvt.u64.u32 g, t;\0Aadd.u64 g, g, $1;\0Acp.async.ca.shared.global [a], [g], 4;\0Acp.async.mbarrier.arrive.noinc.shared.b64 [b];\0Aw:\0Ambarrier.try_wait.parity.shared.b64 q, [b], 0;\0A@!q bra w;\0Ald.shared.b32 $0, [a];\0Abar.sync 0;\0A@p mbarrier.inval.shared.b64 [b];\0A}" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @wgmma_acc(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: i64, %x5: i64) {
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, 1, 1, 1, 0, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, 1, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0Awgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,0,1,2,3,l,l", packed_element = 1 : i32, pure = false} %x0, %x1, %x2, %x3, %x4, %x5 : f32, f32, f32, f32, i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @shared_warp_sums(%x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .f32 s[4];\0A.reg .b32 t, w, a;\0A.reg .f32 x, y, z, v;\0A.reg .pred p;\0Amov.u32 t, %tid.x;\0Aand.b32 w, t, 31;\0Asetp.eq.u32 p, w, 0;\0Ashr.u32 w, t, 5;\0Ashl.b32 w, w, 2;\0Amov.u32 a, s;\0Aadd.u32 w, w, a;\0A@p st.shared.f32 [w], $1;\0Abar.sync 0;\0Ald.shared.f32 x, [s];\0Ald.shared.f32 y, [s+4];\0Ald.shared.f32 z, [s+8];\0Ald.shared.f32 v, [s+12];\0Aadd.f32 x, x, y;\0Aadd.f32 z, z, v;\0Aadd.f32 $0, x, z;\0Abar.sync 0;\0A}" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : f32 -> f32
  tile.return
}
tile.func private @shared_histogram(%x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 h[16];\0A.reg .b32 t, a, b, k;\0A.reg .pred p;\0Amov.u32 t, %tid.x;\0Amov.u32 a, h;\0Asetp.lt.u32 p, t, 16;\0Ashl.b32 b, t, 2;\0Aadd.u32 b, a, b;\0A@p st.shared.b32 [b], 0;\0Abar.sync 0;\0Aand.b32 k, $1, 15;\0Ashl.b32 k, k, 2;\0Aadd.u32 k, a, k;\0Ared.shared.add.u32 [k], 1;\0Abar.sync 0;\0Ald.shared.b32 $0, [k];\0Abar.sync 0;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @local_stack_table(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>, %x3: tensor<1024xi32>, %x4: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.local .align 16 .b8 a[16];\0A.reg .b32 i;\0A.reg .b64 p, q;\0Ast.local.v4.b32 [a], {$1, $2, $3, $4};\0Aand.b32 i, $5, 3;\0Amov.u64 p, a;\0Amad.wide.u32 q, i, 4, p;\0Ald.local.b32 $0, [q];\0A}" {constraints = "=r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @local_swap_halves(%x0: tensor<1024xi64>) {
  %r = tile.elementwise_inline_asm "{\0A.local .align 8 .b8 t[8];\0A.reg .b32 a, b;\0Ast.local.b64 [t], $1;\0Ald.local.b32 a, [t];\0Ald.local.b32 b, [t+4];\0Amov.b64 $0, {b, a};\0A}" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi64> -> tensor<1024xi64>
  tile.return
}
tile.func private @local_spill_loop(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.local .align 4 .b32 a[4];\0A.reg .b64 p, q, o;\0A.reg .b32 i, v;\0A.reg .pred c;\0Amov.u64 p, a;\0Amov.u64 q, p;\0Amov.b32 i, 0;\0Aw:\0Amul.lo.u32 v, $1, i;\0Ast.local.b32 [q], v;\0Aadd.u64 q, q, 4;\0Aadd.u32 i, i, 1;\0Asetp.lt.u32 c, i, 4;\0A@c bra w;\0Ald.local.b32 $0, [a+4];\0Ald.local.b32 v, [a+12];\0Aadd.u32 $0, $0, v;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @local_bytes(%x0: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.local .align 4 .b8 t[4];\0A.reg .b32 a, b, c, d;\0Ast.local.b32 [t], $1;\0Ald.local.u8 a, [t+3];\0Ald.local.u8 b, [t+2];\0Ald.local.u8 c, [t+1];\0Ald.local.u8 d, [t];\0Ashl.b32 b, b, 8;\0Ashl.b32 c, c, 16;\0Ashl.b32 d, d, 24;\0Aor.b32 a, a, b;\0Aor.b32 c, c, d;\0Aor.b32 $0, a, c;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @const_table_nf4(%x0: tensor<1024xi8>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.const .align 4 .b32 nf4[16] = {0xbf800000, 0xbf3239b1, 0xbf066a29, 0xbecad190, 0xbe91a24c, 0xbe3d0ae4, 0xbdba78a6, 0, 0x3da2faaf, 0x3e24ca73, 0x3e7c02d3, 0x3eacf5d5, 0x3ee1a4f6, 0x3f1007ab, 0x3f391387, 0x3f800000};\0A.reg .b64 t, a;\0A.reg .b32 l, h;\0Amov.u64 t, nf4;\0Aand.b32 l, $2, 15;\0Amad.wide.u32 a, l, 4, t;\0Ald.const.f32 $0, [a];\0Abfe.u32 h, $2, 4, 4;\0Amad.wide.u32 a, h, 4, t;\0Ald.const.f32 $1, [a];\0A}" {constraints = "=f,=f,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xf32>, tensor<1024xf32>
  tile.return
}
tile.func private @cluster_store_remote() {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b32 s;\0A.reg .b32 r, n, a, b;\0A.reg .pred p;\0Amov.u32 r, %cluster_ctarank;\0Amov.u32 n, %cluster_nctarank;\0Amov.u32 a, s;\0Abarrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;\0Aadd.u32 b, r, 1;\0Arem.u32 b, b, n;\0Amapa.shared::cluster.u32 a, a, b;\0Amov.u32 b, %tid.x;\0Asetp.eq.u32 p, b, 0;\0A@p st.shared::cluster.b32 [a], r;\0Abarrier.cluster.arrive.release.aligned;\0Abarrier.cluster.wait.acquire.aligned;\0Ald.shared.b32 $0, [s];\0Abar.sync 0;\0A}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.return
}
tile.func private @f64_two_sum(%x0: tensor<1024xf64>, %x1: tensor<1024xf64>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .f64 b, a, c;\0Aadd.rn.f64 $0, $2, $3;\0Asub.rn.f64 b, $0, $2;\0Asub.rn.f64 a, $0, b;\0Asub.rn.f64 c, $3, b;\0Asub.rn.f64 a, $2, a;\0Aadd.rn.f64 $1, a, c;\0A}" {constraints = "=d,=d,d,d", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf64>, tensor<1024xf64> -> tensor<1024xf64>, tensor<1024xf64>
  tile.return
}
tile.func private @pack4_lut_prmt(%x0: tensor<1024xi8>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, s, lo, hi;\0Aand.b32 a, $1, 0x07070707;\0Ashr.u32 b, a, 4;\0Aor.b32 a, a, b;\0Aprmt.b32 s, a, 0, 0x4420;\0Amov.b32 lo, 0x0b070301;\0Amov.b32 hi, 0x2f1d130d;\0Aprmt.b32 $0, lo, hi, s;\0A}" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xi8> -> tensor<1024xi8>
  tile.return
}
tile.func private @pack4_pred_bytes(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 a, b, c, d;\0A.reg .pred p;\0Asetp.lt.f32 p, $1, 0f00000000;\0Aselp.b32 a, 1, 0, p;\0Asetp.lt.f32 p, $2, 0f00000000;\0Aselp.b32 b, 0x100, 0, p;\0Asetp.lt.f32 p, $3, 0f00000000;\0Aselp.b32 c, 0x10000, 0, p;\0Asetp.lt.f32 p, $4, 0f00000000;\0Aselp.b32 d, 0x1000000, 0, p;\0Aor.b32 a, a, b;\0Aor.b32 c, c, d;\0Aor.b32 $0, a, c;\0A}" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xi1>
  tile.return
}
tile.func private @switch_brx(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: tensor<1024xi32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 i;\0Aand.b32 i, $1, 3;\0Atargets: .branchtargets l0, l1, l2, l3;\0Abrx.idx i, targets;\0Al0:\0Aadd.s32 $0, $2, $3;\0Abra done;\0Al1:\0Asub.s32 $0, $2, $3;\0Abra done;\0Al2:\0Amul.lo.s32 $0, $2, $3;\0Abra done;\0Al3:\0Axor.b32 $0, $2, $3;\0Adone:\0A}" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<1024xi32>, tensor<1024xi32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
tile.func private @int_montgomery(%x0: tensor<1024xi32>, %x1: tensor<1024xi32>, %x2: i32, %x3: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 lo, hi, m, d;\0Amul.lo.u32 lo, $1, $2;\0Amul.hi.u32 hi, $1, $2;\0Amul.lo.u32 m, lo, $4;\0Amad.lo.cc.u32 d, m, $3, lo;\0Amadc.hi.u32 $0, m, $3, hi;\0A}" {constraints = "=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<1024xi32>, tensor<1024xi32>, i32, i32 -> tensor<1024xi32>
  tile.return
}
tile.func private @fbits_order(%x0: tensor<1024xf32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 s;\0Ashr.s32 s, $1, 31;\0Aor.b32 s, s, 0x80000000;\0Axor.b32 $0, $1, s;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xi32>
  tile.return
}
// Bits of floats in integer arithmetic: the exponent, distances, a sum with the
// bias taken off, and an accumulator that is an integer.
tile.func private @bits_of_floats(%x0: tensor<1024xf32>, %x1: tensor<1024xf32>, %i: tensor<1024xi32>) {
  %a = tile.elementwise_inline_asm "add.s32 $0, $1, 0x800000;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  %b = tile.elementwise_inline_asm "sub.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xi32>
  %c = tile.elementwise_inline_asm "add.s32 $0, $1, $2; sub.s32 $0, $0, 0x3f800000;" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>
  %d = tile.elementwise_inline_asm "{ .reg .b32 t; add.s32 t, $1, $2; sub.s32 $0, t, 0x3f800000; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>
  %e = tile.elementwise_inline_asm "add.s32 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<1024xf32> -> tensor<1024xf32>
  %f = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %i : tensor<1024xf32>, tensor<1024xi32> -> tensor<1024xf32>
  %g = tile.elementwise_inline_asm "dp4a.s32.s32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %i : tensor<1024xf32>, tensor<1024xf32>, tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
// Each element's value to its own address; all to the first one's, with offsets.
tile.func private @elements_at_their_places(%p: tensor<1024x!tile.ptr<f32>>, %x: tensor<1024xf32>, %base: !tile.ptr<f32>, %i: tensor<1024xi32>) {
  tile.elementwise_inline_asm "st.global.f32 [$0], $2;\0Ast.global.f32 [$1], $3;" {constraints = "l,l,f,f", packed_element = 2 : i32, pure = false} %p, %x : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.elementwise_inline_asm "{\0A.reg .b64 a;\0Amad.wide.s32 a, $2, 4, $0;\0Ast.global.f32 [a], $4;\0Amad.wide.s32 a, $3, 4, $1;\0Ast.global.f32 [a], $5;\0A}" {constraints = "l,l,r,r,f,f", packed_element = 2 : i32, pure = false} %base, %i, %x : !tile.ptr<f32>, tensor<1024xi32>, tensor<1024xf32>
  tile.return
}
// Loops that stay in their variable: four turns, turns that an operand limits,
// and one that ends by what is loaded.
tile.func private @loops_in_variables(%x: tensor<1024xi32>) {
  %a = tile.elementwise_inline_asm "{\0A.local .align 4 .b32 a[4];\0A.reg .b64 q;\0A.reg .b32 i;\0A.reg .pred c;\0Amov.u64 q, a;\0Amov.b32 i, 0;\0Aw:\0Ast.local.b32 [q], $1;\0Aadd.u64 q, q, 4;\0Aadd.u32 i, i, 1;\0Asetp.lt.u32 c, i, 4;\0A@c bra w;\0Ald.local.b32 $0, [a+4];\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<1024xi32> -> tensor<1024xi32>
  %b = tile.elementwise_inline_asm "{\0A.local .align 4 .b32 a[4];\0A.reg .b64 q;\0A.reg .b32 i, n;\0A.reg .pred c;\0Amov.u64 q, a;\0Amov.b32 i, 0;\0Aand.b32 n, $1, 3;\0Aw:\0Ast.local.b32 [q], $1;\0Aadd.u64 q, q, 4;\0Aadd.u32 i, i, 1;\0Asetp.le.u32 c, i, n;\0A@c bra w;\0Ald.local.b32 $0, [a];\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<1024xi32> -> tensor<1024xi32>
  tile.return
}
// As many places as elements, which may all differ; and a store of the last
// element that has a place.
tile.func private @updates_of_own_places(%bins: !tile.ptr<i32>, %x: tensor<256xi32>, %y: tensor<1024xi32>) {
  tile.elementwise_inline_asm "{\0A.reg .b64 a;\0A.reg .b32 k, v;\0Aand.b32 k, $1, 255;\0Amad.wide.u32 a, k, 4, $0;\0Ald.global.b32 v, [a];\0Aadd.u32 v, v, 1;\0Ast.global.b32 [a], v;\0A}" {constraints = "l,r", packed_element = 1 : i32, pure = false} %bins, %x : !tile.ptr<i32>, tensor<256xi32>
  tile.elementwise_inline_asm "{\0A.reg .b64 a;\0A.reg .b32 k;\0Aand.b32 k, $1, 255;\0Amad.wide.u32 a, k, 4, $0;\0Ast.global.b32 [a], $1;\0A}" {constraints = "l,r", packed_element = 1 : i32, pure = false} %bins, %y : !tile.ptr<i32>, tensor<1024xi32>
  tile.return
}
}
