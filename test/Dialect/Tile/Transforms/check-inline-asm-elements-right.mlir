// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Each element of a result depends on the elements at its place: nothing is
// reported. Twins of check-inline-asm-elements.mlir.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @prmt_id(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $1, 0x3210;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @prmt_bswap16(%x0: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x2301;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @prmt_pack(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; prmt.b32 a, $1, $2, 0x0040; prmt.b32 b, $3, $4, 0x0040; prmt.b32 $0, a, b, 0x5410;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @nibble(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "shr.u32 $0, $1, 4; and.b32 $0, $0, 0x0f0f0f0f;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @half(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; shr.u32 t, $1, 1; and.b32 $0, t, 0x7f7f7f7f;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @dbl(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; and.b32 t, $1, 0x7f7f7f7f; add.u32 $0, t, t;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @swar_add(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c; and.b32 a, $1, 0x7f7f7f7f; and.b32 b, $2, 0x7f7f7f7f; add.u32 a, a, b; xor.b32 c, $1, $2; and.b32 c, c, 0x80808080; xor.b32 $0, a, c;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @swar_sub(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c; or.b32 a, $1, 0x80808080; and.b32 b, $2, 0x7f7f7f7f; sub.u32 a, a, b; lop3.b32 c, $1, $2, 0x80808080, 0x82; xor.b32 $0, a, c;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @avg(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; xor.b32 a, $1, $2; and.b32 a, a, 0xfefefefe; shr.u32 a, a, 1; and.b32 b, $1, $2; add.u32 $0, a, b;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @blend(%x0: tensor<128xi8>, %x1: tensor<128xi8>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, c, d, n; sub.u32 n, 256, $3; and.b32 a, $1, 0x00ff00ff; and.b32 b, $2, 0x00ff00ff; mul.lo.u32 a, a, $3; mad.lo.u32 a, b, n, a; shr.u32 a, a, 8; and.b32 a, a, 0x00ff00ff; shr.u32 c, $1, 8; shr.u32 d, $2, 8; and.b32 c, c, 0x00ff00ff; and.b32 d, d, 0x00ff00ff; mul.lo.u32 c, c, $3; mad.lo.u32 c, d, n, c; and.b32 c, c, 0xff00ff00; or.b32 $0, a, c;" {constraints = "=r,r,r,r", packed_element = 4 : i32, per_group = array<i32: 2>, pure = true} %x0, %x1, %x2 : tensor<128xi8>, tensor<128xi8>, tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @mulshift(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; and.b32 t, $1, 0xffff; mad.lo.u32 $0, $2, 65536, t;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi16>
  tile.return
}
tile.func private @packadd(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; and.b32 a, $1, 0xffff; shl.b32 b, $2, 16; add.u32 $0, a, b;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi16>
  tile.return
}
tile.func private @packor(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; and.b32 a, $1, 0xffff; shl.b32 b, $2, 16; or.b32 $0, a, b;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi16>
  tile.return
}
tile.func private @packbfi(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; bfi.b32 t, $2, $1, 8, 8; bfi.b32 t, $3, t, 16, 8; bfi.b32 $0, $4, t, 24, 8;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @bf16tof32(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $2, 16; and.b32 $1, $2, 0xffff0000;" {constraints = "=f,=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @f32tobf16(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, 0x7632;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
tile.func private @dp4a_extract(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "dp4a.u32.u32 $0, $4, 0x1, 0; dp4a.u32.u32 $1, $4, 0x100, 0; dp4a.u32.u32 $2, $4, 0x10000, 0; dp4a.u32.u32 $3, $4, 0x1000000, 0;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @i8tof16(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b, m; mov.b32 m, 0x64646464; xor.b32 a, $2, 0x80808080; prmt.b32 b, a, m, 0x4140; prmt.b32 a, a, m, 0x4342; mov.b32 m, 0x64806480; sub.rn.f16x2 $0, b, m; sub.rn.f16x2 $1, a, m;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xf16>
  tile.return
}
tile.func private @int4(%x0: tensor<128xi8>) {
  %r:2 = tile.elementwise_inline_asm ".reg .b32 a, b, m; mov.b32 m, 0x64006400; prmt.b32 a, $2, 0, 0x4140; lop3.b32 b, a, 0x000f000f, 0x64006400, 0xea; sub.f16x2 $0, b, m; shr.u32 a, a, 4; lop3.b32 b, a, 0x000f000f, 0x64006400, 0xea; sub.f16x2 $1, b, m;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xf16>, tensor<128xf16>
  tile.return
}
tile.func private @selp_ok(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; setp.gt.f32 p, $2, 0f00000000; setp.gt.f32 q, $3, 0f00000000; selp.f32 $0, $2, 0f00000000, p; selp.f32 $1, $3, 0f00000000, q;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @fastpath(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; setp.gt.f32 p, $2, 0f00000000; setp.gt.f32 q, $3, 0f00000000; mov.f32 $0, $2; mov.f32 $1, $3; or.pred p, p, q; @!p bra E; mul.f32 $0, $0, $0; mul.f32 $1, $1, $1; max.f32 $0, $0, $2; max.f32 $1, $1, $3; E:" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @setp_f16(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b16 a, b; .reg .b32 z; mov.b32 z, 0; setp.gt.f16x2 p|q, $1, z; mov.b32 {a, b}, $1; selp.b16 a, a, 0, p; selp.b16 b, b, 0, q; mov.b32 $0, {a, b};" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_ok(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @cvt4(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; cvt.rn.satfinite.e4m3x2.f32 a, $2, $1; cvt.rn.satfinite.e4m3x2.f32 b, $4, $3; mov.b32 $0, {a, b};" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @cvt_up(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_up32(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; .reg .b16 a, b; cvt.rn.f16x2.e4m3x2 t, $2; mov.b32 {a, b}, t; cvt.f32.f16 $0, a; cvt.f32.f16 $1, b;" {constraints = "=f,=f,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf32>
  tile.return
}
tile.func private @bfe_ok(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "bfe.s32 $0, $4, 0, 8; bfe.s32 $1, $4, 8, 8; bfe.s32 $2, $4, 16, 8; bfe.s32 $3, $4, 24, 8;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @vadd4(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; vadd4.u32.u32.u32 $0, $1, $2, z;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @vset4(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; vset4.u32.u32.ge $0, $1, $2, z;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @loop8(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i, t, b, acc; mov.b32 i, 0; mov.b32 t, $1; mov.b32 acc, 0; L: and.b32 b, t, 255; mul.lo.u32 b, b, b; and.b32 b, b, 255; shl.b32 b, b, 24; shr.u32 acc, acc, 8; or.b32 acc, acc, b; shr.u32 t, t, 8; add.u32 i, i, 1; setp.lt.u32 p, i, 4; @p bra L; mov.b32 $0, acc;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @scalar_scale(%x0: tensor<128xf16>, %x1: f32) {
  %r = tile.elementwise_inline_asm ".reg .b16 a; .reg .b32 s; cvt.rn.f16.f32 a, $2; mov.b32 s, {a, a}; mul.f16x2 $0, $1, s;" {constraints = "=r,r,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, f32 -> tensor<128xf16>
  tile.return
}
tile.func private @xorswap(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; mov.b32 a, $2; mov.b32 b, $3; xor.b32 a, a, b; xor.b32 b, a, b; xor.b32 a, a, b; mov.b32 $0, b; mov.b32 $1, a;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @xorswap2(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; mov.b32 a, $2; mov.b32 b, $3; xor.b32 a, a, b; xor.b32 b, a, b; xor.b32 a, a, b; xor.b32 a, a, b; xor.b32 b, a, b; xor.b32 a, a, b; mov.b32 $0, a; mov.b32 $1, b;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @abs16(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7fff7fff;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @sel_mask(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm ".reg .b32 m, z; mov.b32 z, 0; vset4.u32.u32.ge m, $1, $2, z; mul.lo.u32 m, m, 255; lop3.b32 $0, m, $1, $2, 0xca;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @relu16(%x0: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm ".reg .b32 m; prmt.b32 m, $1, 0, 0xbb99; not.b32 m, m; and.b32 $0, $1, m;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @w64ok(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm ".reg .b64 t; mov.b64 t, {$2, $3}; mov.b64 {$0, $1}, t;" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @i1(%x0: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 0x01010101;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @cvtpk(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; cvt.pack.sat.u8.s32.b32 t, $4, $3, 0; cvt.pack.sat.u8.s32.b32 $0, $2, $1, t;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @loadeach(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.f32 $0, [$2]; ld.global.f32 $1, [$3];" {constraints = "=f,=f,l,l", packed_element = 2 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @load2(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.v2.f32 {$0, $1}, [$2];" {constraints = "=f,=f,l,l", packed_element = 2 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @st(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "st.global.v2.f32 [$0], {$2, $3};" {constraints = "l,l,f,f", packed_element = 2 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
}

