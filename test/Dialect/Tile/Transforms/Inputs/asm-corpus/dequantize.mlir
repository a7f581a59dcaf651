// Dequantisation of 4 and 8 bits, and integer dot products.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

tile.func public @int4_to_f16x2_low(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, 0x000f000f, 0x64006400, 0xea;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @int4_to_f16x2_minus_8(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 k64086408;\0Amov.b32 k64086408, 0x64086408;\0A.reg .b32 t;\0Alop3.b32 t, $1, 0x000f000f, 0x64006400, 0xea;\0Asub.f16x2 $0, t, k64086408;\0A}" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @int8_to_f16x2_prmt(%o0: !tile.ptr<f16>, %x0: f16) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 k64806480;\0Amov.b32 k64806480, 0x64806480;\0A.reg .b32 t;\0Aprmt.b32 t, $1, 0x64646464, 0x4140;\0Axor.b32 t, t, 0x00800080;\0Asub.f16x2 $0, t, k64806480;\0A}" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @int8_to_f32_magic(%o0: !tile.ptr<f32>, %x0: i8) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 base, t0, t1, t2, t3;\0Amov.b32 base, 0x4B000000;\0Aprmt.b32 t0, $4, base, 0x7650;\0Aprmt.b32 t1, $4, base, 0x7651;\0Aprmt.b32 t2, $4, base, 0x7652;\0Aprmt.b32 t3, $4, base, 0x7653;\0Asub.f32 $0, t0, 0f4B000000;\0Asub.f32 $1, t1, 0f4B000000;\0Asub.f32 $2, t2, 0f4B000000;\0Asub.f32 $3, t3, 0f4B000000;\0A}" {constraints = "=f,=f,=f,=f,r", packed_element = 4 : i32, pure = true} %x0 : i8 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @uint4_pairs_to_bytes(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b32 lo, hi;\0Aand.b32 lo, $2, 0x0F0F0F0F;\0Ashr.u32 hi, $2, 4;\0Aand.b32 hi, hi, 0x0F0F0F0F;\0Aprmt.b32 $0, lo, hi, 0x5140;\0Aprmt.b32 $1, lo, hi, 0x7362;\0A}" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @int4_sign_extend(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .s32 t;\0Ashl.b32 t, $1, 28;\0Ashr.s32 $0, t, 28;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @nf4_table(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 a, b;\0Aprmt.b32 a, 0x03020100, 0x07060504, $1;\0Aprmt.b32 b, 0x0b0a0908, 0x0f0e0d0c, $1;\0Aand.b32 a, a, 0xff;\0Asetp.gt.u32 p, $1, 7;\0Aselp.b32 $0, b, a, p;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @scale_and_zero(%o0: !tile.ptr<f16>, %x0: i8, %x1: i8, %x2: f16) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b16 q, z;\0Acvt.rn.f16.s8 q, $1;\0Acvt.rn.f16.s8 z, $2;\0Asub.f16 q, q, z;\0Amul.f16 $0, q, $3;\0A}" {constraints = "=h,h,h,h", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i8, i8, f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @dp4a(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "dp4a.s32.s32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @dp4a_tied(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "dp4a.u32.s32 $0, $2, $3, $0;" {constraints = "=r,0,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @dp2a(%o0: !tile.ptr<i32>, %x0: i32, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "dp2a.lo.s32.u32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : i32, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @pack_s8_saturating(%o0: !tile.ptr<i8>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 lo;\0Acvt.pack.sat.s8.s32.b32 lo, $2, $1, 0;\0Acvt.pack.sat.s8.s32.b32 $0, $4, $3, lo;\0A}" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : i32 -> i8
  tile.store %o0, %r : !tile.ptr<i8>
  tile.return
}

tile.func public @bytes_one_by_one(%o0: !tile.ptr<i32>, %x0: i8) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b8 byte<4>;\0Amov.b32 {byte0, byte1, byte2, byte3}, $4;\0Acvt.u32.u8 $0, byte0;\0Acvt.u32.u8 $1, byte1;\0Acvt.u32.u8 $2, byte2;\0Acvt.u32.u8 $3, byte3;\0A}" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : i8 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @int4_to_f16_eight(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %o2: !tile.ptr<i32>, %o3: !tile.ptr<i32>, %x0: i32) {
  %r:4 = tile.elementwise_inline_asm "{\0A.reg .b32 k64086408;\0Amov.b32 k64086408, 0x64086408;\0A.reg .b32 hi, lo, next, m, c;\0Amov.b32 m, 0x2c002c00;\0Amov.b32 c, 0xd480d480;\0Alop3.b32 lo, $4, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 hi, $4, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $0, lo, k64086408;\0Afma.rn.f16x2 $1, hi, m, c;\0Ashr.b32 next, $4, 8;\0Alop3.b32 lo, next, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 hi, next, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 $2, lo, k64086408;\0Afma.rn.f16x2 $3, hi, m, c;\0A}" {constraints = "=r,=r,=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32, i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.store %o2, %r#2 : !tile.ptr<i32>
  tile.store %o3, %r#3 : !tile.ptr<i32>
  tile.return
}

tile.func public @int8_to_bf16x2(%o0: !tile.ptr<bf16>, %x0: i8) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t<2>;\0A.reg .f32 f<2>;\0Abfe.s32 t0, $1, 0, 8;\0Abfe.s32 t1, $1, 8, 8;\0Acvt.rn.f32.s32 f0, t0;\0Acvt.rn.f32.s32 f1, t1;\0Acvt.rn.bf16x2.f32 $0, f1, f0;\0A}" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : i8 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}
}
