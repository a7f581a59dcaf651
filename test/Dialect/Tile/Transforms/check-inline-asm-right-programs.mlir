// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Right programs of many kinds, of which nothing is reported.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bf16_round(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c, d; mov.b32 a, $1; mov.b32 b, $2; shr.u32 c, a, 16; and.b32 c, c, 1; add.u32 a, a, c; add.u32 a, a, 0x7fff; shr.u32 d, b, 16; and.b32 d, d, 1; add.u32 b, b, d; add.u32 b, b, 0x7fff; prmt.b32 $0, a, b, 0x7632;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
tile.func private @clamp_pack(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c, d; max.s32 a, $1, -128; min.s32 a, a, 127; max.s32 b, $2, -128; min.s32 b, b, 127; max.s32 c, $3, -128; min.s32 c, c, 127; max.s32 d, $4, -128; min.s32 d, d, 127; and.b32 a, a, 255; and.b32 b, b, 255; and.b32 c, c, 255; shl.b32 b, b, 8; shl.b32 c, c, 16; shl.b32 d, d, 24; or.b32 a, a, b; or.b32 c, c, d; or.b32 $0, a, c;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @pack_prmt2(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; prmt.b32 a, $1, $2, 0x40; prmt.b32 b, $3, $4, 0x40; prmt.b32 $0, a, b, 0x5410;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @newton(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .f32 a, b; .reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.f32 $0, 0f3F800000; mov.f32 $1, 0f3F800000; L: div.full.f32 a, $2, $0; add.f32 a, a, $0; mul.f32 $0, a, 0f3F000000; div.full.f32 b, $3, $1; add.f32 b, b, $1; mul.f32 $1, b, 0f3F000000; add.s32 i, i, 1; setp.lt.s32 p, i, 5; @p bra L;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @i64_add(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c, d; mov.b64 {a, b}, $2; mov.b64 {c, d}, $4; add.cc.u32 a, a, c; addc.u32 b, b, d; mov.b64 $0, {a, b}; mov.b64 {a, b}, $3; mov.b64 {c, d}, $5; add.cc.u32 a, a, c; addc.u32 b, b, d; mov.b64 $1, {a, b};" {constraints = "=l,=l,l,l,l,l", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>
  tile.return
}
tile.func private @mul64(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "mul.wide.u32 $0, $2, $4; mul.wide.u32 $1, $3, $5;" {constraints = "=l,=l,r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi64>
  tile.return
}
tile.func private @madc(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm ".reg .b32 a, b; mad.lo.cc.u32 a, $2, $3, $4; madc.hi.u32 b, $2, $3, $5; mov.b32 $0, a; mov.b32 $1, b;" {constraints = "=r,=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @bswap(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $2, 0, 0x0123; prmt.b32 $1, $3, 0, 0x0123;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @brev8(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; brev.b32 t, $1; prmt.b32 $0, t, 0, 0x0123;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @rot(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $2, $2, 7; shf.l.wrap.b32 $1, $3, $3, 7;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @rotv(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $2, $2, $4; shf.l.wrap.b32 $1, $3, $3, $5;" {constraints = "=r,=r,r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shlv(%x0: tensor<128xi8>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, $2; and.b32 $0, $0, $1;" {constraints = "=r,r,r", packed_element = 4 : i32, per_group = array<i32: 1>, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @popc4(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c, d; and.b32 a, $1, 0xff; popc.b32 a, a; and.b32 b, $1, 0xff00; popc.b32 b, b; and.b32 c, $1, 0xff0000; popc.b32 c, c; and.b32 d, $1, 0xff000000; popc.b32 d, d; bfi.b32 a, b, a, 8, 8; bfi.b32 a, c, a, 16, 8; bfi.b32 $0, d, a, 24, 8;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @swar_popc(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, t; shr.u32 t, $1, 1; and.b32 t, t, 0x55555555; sub.u32 a, $1, t; and.b32 t, a, 0x33333333; shr.u32 a, a, 2; and.b32 a, a, 0x33333333; add.u32 a, a, t; shr.u32 t, a, 4; add.u32 a, a, t; and.b32 $0, a, 0x0f0f0f0f;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @abs4(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; vabsdiff4.s32.s32.s32 $0, $1, z, z;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @neg4(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; xor.b32 a, $1, 0xffffffff; and.b32 b, a, 0x7f7f7f7f; add.u32 b, b, 0x01010101; and.b32 a, a, 0x80808080; xor.b32 $0, a, b;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @widen(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $2, 0, 0x9180; prmt.b32 $1, $2, 0, 0xb3a2;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi16>
  tile.return
}
tile.func private @widen_bytes(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $4, 0, 0x8880; prmt.b32 $1, $4, 0, 0x9991; prmt.b32 $2, $4, 0, 0xaaa2; prmt.b32 $3, $4, 0, 0xbbb3;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @narrow16(%x0: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, 0x6420;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi8>
  tile.return
}
tile.func private @set16(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 m; set.gt.f16x2.f16x2 m, $1, $2; mul.f16x2 $0, m, $1;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @setmask(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 m; set.gt.u32.f16x2 m, $1, $2; lop3.b32 $0, m, $1, $2, 0xca;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @slct2(%x0: tensor<128xf32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "slct.f32.s32 $0, $2, 0f00000000, $4; slct.f32.s32 $1, $3, 0f00000000, $5;" {constraints = "=f,=f,f,f,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @branch_each(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; mov.f32 $0, $2; mov.f32 $1, $3; setp.gt.f32 p, $2, 0f00000000; @p bra A; neg.f32 $0, $2; A: setp.gt.f32 q, $3, 0f00000000; @q bra B; neg.f32 $1, $3; B:" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @branch_else(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; setp.gt.f32 p, $2, 0f00000000; @p bra A; neg.f32 $0, $2; bra C; A: mov.f32 $0, $2; C: setp.gt.f32 q, $3, 0f00000000; @!q neg.f32 $1, $3; @q mov.f32 $1, $3;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @fp8_bf16(%x0: tensor<128xf8E5M2>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; cvt.u32.u16 t, $1; prmt.b32 $0, t, 0, 0x1404;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xf16>
  tile.return
}
tile.func private @dequant4(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, m, o; mov.b32 m, 0x43004300; mov.b32 o, 0x43084308; and.b32 a, $2, 0x0f0f0f0f; prmt.b32 b, a, 0, 0x4140; or.b32 b, b, m; sub.bf16x2 $0, b, o; prmt.b32 b, a, 0, 0x4342; or.b32 b, b, m; sub.bf16x2 $1, b, o;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xbf16>
  tile.return
}
tile.func private @hash(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "mul.lo.u32 $0, $2, 0x9E3779B1; shr.u32 $0, $0, 15; xor.b32 $0, $0, $2; mul.lo.u32 $1, $3, 0x9E3779B1; shr.u32 $1, $1, 15; xor.b32 $1, $1, $3;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @fma16(%x0: tensor<128xf16>, %x1: tensor<128xf16>, %x2: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; fma.rn.f16x2 $0, $1, $2, $3; max.f16x2 $0, $0, z;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf16>, tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @gelu16(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, h, c; mov.b32 h, 0x38003800; mov.b32 c, 0x2b7a2b7a; mul.f16x2 a, $1, $1; mul.f16x2 a, a, $1; fma.rn.f16x2 a, a, c, $1; tanh.approx.f16x2 a, a; mul.f16x2 b, $1, h; fma.rn.f16x2 $0, b, a, b;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @via_f32(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; .reg .f32 x, y; mov.b32 {a, b}, $1; cvt.f32.f16 x, a; cvt.f32.f16 y, b; ex2.approx.f32 x, x; ex2.approx.f32 y, y; cvt.rn.f16x2.f32 $0, y, x;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @store4(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "st.global.v4.f32 [$0], {$4, $5, $6, $7};" {constraints = "l,l,l,l,f,f,f,f", packed_element = 4 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @pairs(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  %r:2 = tile.elementwise_inline_asm "add.u16x2 $0, $2, $3; max.s16x2 $1, $2, $3;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>, tensor<128xi16>
  tile.return
}
tile.func private @min_u16(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "min.u16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @i1_and(%x0: tensor<128xi1>, %x1: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi1>, tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @bit_ternary(%x0: tensor<128xi8>, %x1: tensor<128xi8>, %x2: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xe8;" {constraints = "=r,r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi8>, tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @avg2(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; or.b32 a, $1, $2; xor.b32 b, $1, $2; and.b32 b, b, 0xfefefefe; shr.u32 b, b, 1; sub.u32 $0, a, b;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @dup_scalar(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 s; prmt.b32 s, $2, $2, 0x1010; mul.f16x2 $0, $1, s;" {constraints = "=r,r,r", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @fixed(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "mul.hi.s32 $0, $2, 0x55555556; mul.hi.s32 $1, $3, 0x55555556;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @select_const(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b16 a, b; .reg .b32 z; mov.b32 z, 0x3c003c00; setp.lt.f16x2 p|q, $1, z; selp.b16 a, 0x3c00, 0, p; selp.b16 b, 0x3c00, 0, q; mov.b32 $0, {a, b};" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @warp_reduce(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .f32 t; shfl.sync.bfly.b32 t, $1, 16, 0x1f, 0xffffffff; add.f32 $0, $1, t; shfl.sync.bfly.b32 t, $0, 8, 0x1f, 0xffffffff; add.f32 $0, $0, t;" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @scan(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; .reg .pred p; shfl.sync.up.b32 t|p, $1, 1, 0, 0xffffffff; mov.b32 $0, $1; @p add.s32 $0, $0, t;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @lane0_store(%x0: !tile.ptr<i32>, %x1: tensor<128xi32>) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.eq.u32 p, l, 0; @p st.global.b32 [$0], $1;" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @elect_tma(%x0: i32) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b64 t; elect.sync _|p, 0xffffffff; @p mbarrier.arrive.shared.b64 t, [$0];" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
tile.func private @lock(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 o; L: atom.acquire.gpu.global.cas.b32 o, [$0], 0, 1; setp.ne.s32 p, o, 0; @p bra L;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @backoff(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 o, n; mov.b32 n, 8; L: ld.acquire.gpu.global.b32 o, [$0]; setp.eq.s32 p, o, 1; @p bra D; nanosleep.u32 n; min.u32 n, n, 256; shl.b32 n, n, 1; bra L; D:" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @max_float_cas(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 o, n, c; .reg .f32 f; ld.global.b32 o, [$0]; L: mov.b32 f, o; max.f32 f, f, $1; mov.b32 n, f; atom.global.cas.b32 c, [$0], o, n; setp.ne.s32 p, c, o; mov.b32 o, c; @p bra L;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @half_word_cas(%x0: tensor<128x!tile.ptr<f16>>, %x1: tensor<128xf16>) {
  tile.elementwise_inline_asm ".reg .b64 a, m; .reg .b32 o, n, s, c, v; .reg .pred p; and.b64 a, $0, -4; and.b64 m, $0, 2; cvt.u32.u64 s, m; shl.b32 s, s, 3; cvt.u32.u16 v, $1; ld.global.b32 o, [a]; L: shl.b32 n, v, s; xor.b32 n, n, o; atom.global.cas.b32 c, [a], o, n; setp.ne.s32 p, c, o; mov.b32 o, c; @p bra L;" {constraints = "l,h", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f16>>, tensor<128xf16> -> ()
  tile.return
}
tile.func private @ternary(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b32 t; setp.lt.s32 p, $1, $2; @p sub.s32 t, $2, $1; @!p sub.s32 t, $1, $2; mov.b32 $0, t;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @gt_ge(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b32 t; setp.lt.s32 p, $1, $2; setp.ge.s32 q, $1, $2; @p mov.b32 t, 1; @q mov.b32 t, 2; mov.b32 $0, t;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @three_way(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b32 t; mov.b32 t, 0; setp.gt.s32 p, $1, 0; @p bra A; setp.lt.s32 q, $1, 0; @!q bra E; mov.b32 t, -1; bra E; A: mov.b32 t, 1; E: mov.b32 $0, t;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bits_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 x, t; mov.b32 x, $1; mov.b32 $0, 0; L: setp.eq.u32 p, x, 0; @p bra E; sub.u32 t, x, 1; and.b32 x, x, t; add.u32 $0, $0, 1; bra L; E:" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @while_shift(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 16; mov.b32 $0, 0; L: add.u32 $0, $0, $1; shr.u32 i, i, 1; setp.ne.u32 p, i, 0; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @clock_wait(%x0: i32) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .u32 a, b; mov.u32 a, %clock; L: mov.u32 b, %clock; sub.u32 b, b, a; setp.lt.u32 p, b, $0; @p bra L;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
tile.func private @add128(%x0: tensor<128xi64>, %x1: tensor<128xi64>, %x2: tensor<128xi64>, %x3: tensor<128xi64>) {
  %r:2 = tile.elementwise_inline_asm "add.cc.u64 $0, $2, $4; addc.u64 $1, $3, $5;" {constraints = "=l,=l,l,l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @cmp128(%x0: tensor<128xi64>, %x1: tensor<128xi64>, %x2: tensor<128xi64>, %x3: tensor<128xi64>) {
  %r = tile.elementwise_inline_asm ".reg .b64 t; .reg .b32 m; sub.cc.u64 t, $1, $3; subc.cc.u64 t, $2, $4; subc.u32 m, 0, 0; and.b32 $0, m, 1;" {constraints = "=r,l,l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64> -> tensor<128xi32>
  tile.return
}
tile.func private @mul128(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  %r:2 = tile.elementwise_inline_asm "mul.lo.u64 $0, $2, $3; mul.hi.u64 $1, $2, $3;" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @named_pair() {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 w; mov.u32 w, %tid.x; shr.u32 w, w, 5; and.b32 w, w, 1; setp.eq.u32 p, w, 0; @p bar.arrive 3, 128; @!p bar.sync 3, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @match(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "match.any.sync.b32 $0, $1, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @active(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 m; mov.b32 $0, 0; setp.gt.s32 p, $1, 0; @!p bra E; activemask.b32 m; redux.sync.add.s32 $0, $1, m; E:" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @smem_stage(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".shared .align 4 .b32 s[256]; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 b, s; shl.b32 t, t, 2; add.u32 a, b, t; st.shared.b32 [a], $1; bar.sync 0; xor.b32 t, t, 4; add.u32 a, b, t; ld.shared.b32 $0, [a];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_array(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".local .align 16 .b32 l[4]; .reg .b64 p, q; .reg .b32 i; mov.u64 p, l; st.local.v4.b32 [p], {1, 2, 3, 4}; and.b32 i, $1, 3; mul.wide.u32 q, i, 4; add.u64 p, p, q; ld.local.b32 $0, [p];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @generic_shared(%x0: i32) {
  %r = tile.elementwise_inline_asm ".shared .align 8 .b64 s; .reg .b64 a; cvta.shared.u64 a, s; .reg .b64 v; cvt.s64.s32 v, $1; st.b64 [a], v; bar.sync 0; ld.b32 $0, [a+4];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @mbar() {
  tile.elementwise_inline_asm ".shared .align 8 .b64 m; .reg .b64 t; .reg .pred p, z; .reg .b32 i; mov.u32 i, %tid.x; setp.eq.u32 z, i, 0; @z mbarrier.init.shared.b64 [m], 128; bar.sync 0; mbarrier.arrive.shared.b64 t, [m]; L: mbarrier.test_wait.shared.b64 p, [m], t; @!p bra L; bar.sync 0; @z mbarrier.inval.shared.b64 [m];" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @cp_loop(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[64]; .reg .b64 g; .reg .b32 i, a, t; .reg .pred p; mov.b64 g, $1; mov.b32 i, 0; mov.u32 a, s; mov.b32 $0, 0; cp.async.ca.shared.global [a], [g], 16; cp.async.commit_group; L: cp.async.wait_group 0; bar.sync 0; ld.shared.b32 t, [a]; add.s32 $0, $0, t; bar.sync 0; add.u64 g, g, 16; cp.async.ca.shared.global [a], [g], 16; cp.async.commit_group; add.s32 i, i, 1; setp.lt.s32 p, i, 4; @p bra L; cp.async.wait_all;" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @zero_mask(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; max.s32 $0, $1, z;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shr31(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shr.s32 $0, $1, 31;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @uge1(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.ge.u32 p, $1, 1; selp.b32 $0, 1, 0, p;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @i1_not(%x0: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "sub.u32 $0, 0x01010101, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @mask_from_i1(%x0: tensor<128xi8>, %x1: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm ".reg .b32 m; mul.lo.u32 m, $2, 255; and.b32 $0, $1, m;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi1> -> tensor<128xi8>
  tile.return
}
}

