// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Elements of a group that results exchange, mix or lose.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @prmt_swap(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 0 to 15 of $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $1, 0x1032;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @prmt_dup(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $1, 0x1010;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @prmt_rev(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 0 to 7 of $0 to depend on element 0 of the operands, found element 3; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x0123;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @prmt_mode(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 14: expected bits 0 to 7 of $0 to depend on element 0 of the operands, found element 3; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32.b4e $0, $1, $1, 3;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @shf16(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 16: expected bits 0 to 15 of $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $1, $1, 16;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @mov_swap(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.f32 $0, $3; mov.f32 $1, $2;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @mov_dup(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected $1 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $2; add.f32 $1, $2, $2;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @unpack_swap(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 45: expected bits 0 to 15 of $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; mov.b32 {a, b}, $1; mov.b32 $0, {b, a};" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @lo_only(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 62: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; mov.b32 {a, b}, $1; add.f16 a, a, a; mov.b32 $0, {a, a};" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @lost_upper(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found that no element decides it [element-lost]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0xffff;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @shl8(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 0 to 7 of $0 to depend on element 0 of the operands, found that no element decides it [element-lost]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 8;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @shr1(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shr.u32 $0, $1, 1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @shl1nomask(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @addpacked(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @subpacked(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "sub.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @add1packed(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.u32 $0, $1, 0x01010101;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @mulpacked(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 12: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.lo.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @mul3packed(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 12: expected bits 16 to 31 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.lo.u32 $0, $1, 3;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @minpacked(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0, 1, 2 and 3; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "min.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @dp4a(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 14: expected $0 to depend on element 0 of the operands alone, found elements 0, 1, 2 and 3; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "dp4a.s32.s32 $0, $4, $5, 0; mov.b32 $1, $0; mov.b32 $2, $0; mov.b32 $3, $0;" {constraints = "=r,=r,=r,=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @sum2(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $3; add.f32 $1, $2, $3;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @max2(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 41: expected $0 to depend on element 0 of the operands alone, found element 1 as well; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .f32 m; max.f32 m, $2, $3; sub.f32 $0, $2, m; sub.f32 $1, $3, m;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @selp_wrong(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 87: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.gt.f32 p, $2, 0f00000000; selp.f32 $0, $2, 0f00000000, p; selp.f32 $1, $3, 0f00000000, p;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @guard_wrong(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 116: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.gt.f32 p, $2, 0f00000000; mov.f32 $0, $2; mov.f32 $1, $3; @p mov.f32 $0, 0f00000000; @p mov.f32 $1, 0f00000000;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @setp_wrong(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 157: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b16 a, b; .reg .b32 z; mov.b32 z, 0; setp.gt.f16x2 p|q, $1, z; mov.b32 {a, b}, $1; selp.b16 a, a, 0, q; selp.b16 b, b, 0, p; mov.b32 $0, {a, b};" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_swap(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 33: expected the earlier element $1 in the lower half of $0, found 'cvt.rn.satfinite.e4m3x2.f32', which puts its first value into the upper half; write $0, $2, $1 [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @cvt_dup(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 18: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $1, $1;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_out(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 49: expected $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; mov.b32 {a, b}, $2; cvt.f32.f16 $0, b; cvt.f32.f16 $1, a;" {constraints = "=f,=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
tile.func private @bfe_swap(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected $1 to depend on element 1 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $4, 0, 8; bfe.u32 $1, $4, 16, 8; bfe.u32 $2, $4, 8, 8; bfe.u32 $3, $4, 24, 8;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @bfe_9(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected $1 to depend on element 1 of the operands alone, found elements 1 and 2; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $4, 0, 8; bfe.u32 $1, $4, 8, 9; bfe.u32 $2, $4, 16, 8; bfe.u32 $3, $4, 24, 8;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @bfi_wrong(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 16 to 31 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfi.b32 $0, $1, $2, 8, 16;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @lop3_wrong(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 42: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; shr.u32 t, $1, 16; lop3.b32 $0, t, 0xffff, $2, 0xea;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @xorfold(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 40: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; shr.u32 t, $1, 8; xor.b32 $0, $1, t;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @vadd_acc(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 50: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0, 1, 2 and 3; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 z; mov.b32 z, 0; vadd4.u32.u32.u32.add $0, $1, $2, z;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @pack_cvt(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 76: expected bits 0 to 7 of $0 to depend on element 0 of the operands, found element 3; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; cvt.pack.sat.u8.s32.b32 t, $1, $2, 0; cvt.pack.sat.u8.s32.b32 $0, $3, $4, t;" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @two_results(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 32: expected bits 16 to 31 of $1 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "add.f16x2 $0, $2, $3; prmt.b32 $1, $2, $3, 0x5410;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>, tensor<128xf16>
  tile.return
}
tile.func private @f16x2_bcast(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 79: expected bits 16 to 31 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; .reg .b32 t; mov.b32 {a, b}, $2; mov.b32 t, {a, a}; mul.f16x2 $0, $1, t;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @popc(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0, 1, 2 and 3; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "popc.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @i16sext(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.s32.s16 $0, $2; shr.u32 $1, $2, 15;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @f32asbf16(%x0: tensor<128xbf16>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shl.b32 $0, $2, 16; mov.b32 $1, $2;" {constraints = "=f,=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @w64(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 11: expected bits 0 to 15 of $0 to depend on element 0 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.f16x2 $0, $3, $3; mul.f16x2 $1, $2, $2;" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @unread(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 59: expected the asm to use element 1 of an operand, bits 16 to 31 of $2, found that it has no influence, though other elements of the operand have [element-lost]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b, c, d; mov.b32 {a, b}, $1; mov.b32 {c, d}, $2; add.f16 a, a, c; mov.b32 $0, {a, b};" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @brev(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 0 to 15 of $0 to depend on element 0 of the operands, found element 1; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @rs16(%x0: tensor<128xf32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 58: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $1, $2; add.u32 $0, $0, $3; add.u32 $0, $0, $4;" {constraints = "=r,f,f,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi32> -> tensor<128xf16>
  tile.return
}
}

