// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Results that are always the same, by the bits that are known, and indices that
// leave a table; with right programs beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shift_of_mask(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 35: expected 'shr.u32' to give a result that depends on its operands, found that it always gives 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 q; and.b32 q, $1, 16; shr.u32 $0, q, 5; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shift_of_mask_right(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 q; and.b32 q, $1, 16; shr.u32 $0, q, 4; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bits_apart(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 34: expected 'and.b32' to give a result that depends on its operands, found that it always gives 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shr.u32 t, $1, 9; and.b32 $0, t, 0x3F800000; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bits_apart_right(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shr.u32 t, $1, 9; or.b32 $0, t, 0x3F800000; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @low_product_high(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 69: expected 'shr.u64' to give a result that depends on its operands, found that it always gives 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u64 t; .reg .u32 m; mul.lo.u32 m, $1, $2; cvt.u64.u32 t, m; shr.u64 t, t, 32; cvt.u32.u64 $0, t; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @wide_product_high(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u64 t; mul.wide.u32 t, $1, $2; shr.u64 t, t, 32; cvt.u32.u64 $0, t; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @is_inf(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 57: expected a comparison that may be true or false, found 'setp.eq.b32' of bits that make it always false [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; .reg .pred p; and.b32 t, $1, 0x7F800000; setp.eq.b32 p, t, 0x7FFFFFFF; selp.b32 $0, 1, 0, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @is_inf_right(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; .reg .pred p; and.b32 t, $1, 0x7FFFFFFF; setp.eq.b32 p, t, 0x7F800000; selp.b32 $0, 1, 0, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @relu_i8(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a number that may be negative in 'max.s32', found an operand whose sign is always 0, so that nothing changes; a lone element has zeros above; sign_extend has its sign there [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "max.s32 $0, $1, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @relu_i8_signed(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "max.s32 $0, $1, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true, sign_extend} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @abs_i8(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a number that may be negative in 'abs.s32', found an operand whose sign is always 0, so that nothing changes; a lone element has zeros above; sign_extend has its sign there [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "abs.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @abs_i16_extended(%x0: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; cvt.s32.s16 t, $1; abs.s32 $0, t; }" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_i16(%x0: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected a comparison that may be true or false, found 'setp.lt.s32' of bits that make it always false; a lone element has zeros above; sign_extend has its sign there [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.s32 p, $1, 0; selp.b32 $0, 1, 0, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_i16_by_unsigned(%x0: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.u32 p, $1, 32767; selp.b32 $0, 1, 0, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @above_byte(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected a comparison that may be true or false, found 'setp.gt.u32' of bits that make it always false [value-known]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.u32 p, $1, 255; selp.b32 $0, 255, $1, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @clamped_byte(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "min.u32 $0, $1, 255;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @carry_is_not_known(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 t, m; sub.cc.u32 t, $1, $2; subc.u32 m, 0, 0; and.b32 $0, m, $2; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counter_in_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, b; .reg .pred p; mov.u32 i, 0; mov.u32 $0, $1; L: and.b32 b, i, 1; add.u32 $0, $0, b; add.u32 i, i, 1; setp.lt.u32 p, i, 7; @p bra L; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @guarded(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 t; .reg .pred p; setp.gt.s32 p, $1, 0; mov.u32 t, 1; @p mov.u32 t, 2; shl.b32 $0, t, 3; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @index_beyond(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 177: expected 'ld.const.u32' within the 16 bytes of 'lut', found an index that reaches bytes 28 to 31; a smaller mask of the index, or a larger variable [variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .const .align 4 .b32 lut[4] = {0, 1, 3, 7}; .reg .u64 a; .reg .u32 i; .reg .u64 o; and.b32 i, $1, 7; mul.wide.u32 o, i, 4; mov.u64 a, lut; add.u64 a, a, o; ld.const.u32 $0, [a]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @index_within(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .const .align 4 .b32 lut[4] = {0, 1, 3, 7}; .reg .u64 a; .reg .u32 i; .reg .u64 o; and.b32 i, $1, 3; mul.wide.u32 o, i, 4; mov.u64 a, lut; add.u64 a, a, o; ld.const.u32 $0, [a]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @index_by_mad(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 123: expected 'st.shared.u32' within the 256 bytes of 's', found an index that reaches bytes 508 to 511; a smaller mask of the index, or a larger variable [variable-bounds]}}
  // expected-warning @below {{in the asm, line 1, column 150: expected 'ld.shared.u32' within the 256 bytes of 's', found an index that reaches bytes 508 to 511; a smaller mask of the index, or a larger variable [variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 4 .b32 s[64]; .reg .u32 t, a, n; and.b32 t, $1, 127; mov.u32 a, s; mad.lo.u32 n, t, 4, a; st.shared.u32 [n], $1; ld.shared.u32 $0, [n]; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @index_of_whole_operand(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "{ .const .align 4 .b32 lut[4] = {0, 1, 3, 7}; .reg .u64 a; .reg .u64 o; mul.wide.u32 o, $1, 4; mov.u64 a, lut; add.u64 a, a, o; ld.const.u32 $0, [a]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @index_not_scaled(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 163: expected a multiple of 4 bytes as the place for 'ld.const.u32', found an index of 'lut' that counts smaller parts; multiply the index by 4 [variable-alignment]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .const .align 4 .b32 lut[4] = {0, 1, 3, 7}; .reg .u64 a, o; .reg .u32 i; and.b32 i, $1, 3; cvt.u64.u32 o, i; mov.u64 a, lut; add.u64 a, a, o; ld.const.u32 $0, [a]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
