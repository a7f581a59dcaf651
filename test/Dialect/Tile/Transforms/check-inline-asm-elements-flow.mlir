// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Elements of a group that results exchange, mix or lose: more of
// check-inline-asm-elements.mlir, with registers in between.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @widen_sign(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 38: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $4, 0, 0x8880; prmt.b32 $1, $4, 0, 0x8881; prmt.b32 $2, $4, 0, 0xaaa2; prmt.b32 $3, $4, 0, 0xbbb3;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @off_by_one(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $4; add.f32 $1, $3, $4;" {constraints = "=f,=f,f,f,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @pairs_exchanged(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 103: expected bits 0 to 7 of $0 to depend on element 0 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b; cvt.rn.satfinite.e4m3x2.f32 a, $2, $1; cvt.rn.satfinite.e4m3x2.f32 b, $4, $3; mov.b32 $0, {b, a};" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @shift_nomask(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 30: expected $1 to depend on element 1 of the operands alone, found elements 1, 2 and 3; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $4, 255; shr.u32 $1, $4, 8; shr.u32 $2, $4, 16; shr.u32 $3, $4, 24;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @narrow_wrong(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 10: expected bits 8 to 15 of $0 to depend on element 1 of the operands, found element 2; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, $2, 0x6240;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi8>
  tile.return
}
tile.func private @mix_predicate(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 128: expected $1 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p, q; setp.gt.f32 p, $2, 0f00000000; setp.gt.and.f32 q, $3, 0f00000000, p; selp.f32 $0, $2, 0f00000000, p; selp.f32 $1, $3, 0f00000000, q;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @cross_carry(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 93: expected bits 16 to 31 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 a, b; and.b32 a, $1, 0xffff; and.b32 b, $1, 0xffff0000; add.u32 a, a, $2; add.u32 $0, a, b;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @neg_packed(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 16 to 31 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @abs_packed(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "abs.s32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @mad_packed(%x0: tensor<128xi16>, %x1: tensor<128xi16>, %x2: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 12: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mad.lo.s32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi16>, tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @setp_packed(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 46: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.lt.s32 p, $1, 0; selp.b32 $0, 0, $1, p;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @dp2a(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "dp2a.lo.s32.s32 $0, $2, $3, 0; dp2a.hi.s32.s32 $1, $2, $3, 0;" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @half_used(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 128: expected bits 16 to 31 of $0 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a, b, c; .reg .b32 t; mov.b32 {a, b}, $2; mov.b32 t, {a, b}; fma.rn.f16x2 $0, $1, $1, t; mov.b32 {c, _}, $0; mov.b32 $0, {c, c};" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @halves_f32(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 65: expected $1 to depend on element 1 of the operands, found element 0; compute each element of a result from the operands' elements at the same position [element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b16 a; mov.b32 {a, _}, $2; cvt.f32.f16 $0, a; cvt.f32.f16 $1, a;" {constraints = "=f,=f,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf32>
  tile.return
}
tile.func private @lost4(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 76: expected $3 to depend on element 3 of the operands, found that no element decides it [element-lost]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $4, 0, 8; bfe.u32 $1, $4, 8, 8; bfe.u32 $2, $4, 16, 8; mov.b32 $3, 0;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @vmax_sum(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 51: expected bits 0 to 7 of $0 to depend on element 0 of the operands alone, found elements 0 and 2; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; shr.u32 t, $1, 16; vmax4.u32.u32.u32 $0, $1, t, t;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @hadd_fold(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 52: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; prmt.b32 t, $1, $1, 0x1032; add.f16x2 $0, $1, t;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @loop_mixed(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 85: expected $0 to depend on element 0 of the operands alone, found element 1 as well; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.f32 $0, $2; mov.f32 $1, $3; L: add.f32 $0, $0, $3; mul.f32 $1, $1, $3; add.s32 i, i, 1; setp.lt.s32 p, i, 4; @p bra L;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @branch_wrong(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 106: expected $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.gt.f32 p, $2, 0f00000000; @p bra A; mov.f32 $0, $2; mov.f32 $1, $3; bra B; A: mov.f32 $0, $3; mov.f32 $1, $2; B:" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @rot16(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 16: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $1, $1, 3;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @mulhi(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 12: expected bits 0 to 15 of $0 to depend on element 0 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.hi.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @xor_shift(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 40: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t; shl.b32 t, $1, 3; xor.b32 $0, $1, t;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @bfi_field(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected bits 8 to 15 of $0 to depend on element 1 of the operands alone, found elements 0 and 1; keep the elements of a group separate: which elements are neighbours is unspecified [element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfi.b32 $0, $2, $1, 4, 8;" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
}

