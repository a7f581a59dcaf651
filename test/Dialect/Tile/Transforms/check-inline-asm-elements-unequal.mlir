// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Elements of a group that are not computed alike, and right programs beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @abs_of_f32(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0xB1B9, and element 1, in $0, 0x31B9; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7FFFFFFF;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @abs_of_f16(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7FFF7FFF;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @low_half_kept(%x0: tensor<128xbf16>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0x5CC1, and element 1, in $1, 0x5CC10000; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $2, 0x0000FFFF; and.b32 $1, $2, 0xFFFF0000;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xi32>
  tile.return
}
tile.func private @shift_and_mask(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $2, 16; and.b32 $1, $2, 0xFFFF0000;" {constraints = "=r,=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xf32>
  tile.return
}
tile.func private @one_of_f32(%x0: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 56: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0x5CC1, and element 1, in $0, 0x5CC8; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 one; mov.b32 one, 0x3F800000; add.rn.f16x2 $0, $1, one; }" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @one_twice(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 one; mov.b32 one, 0x3C003C00; add.rn.f16x2 $0, $1, one; }" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @add_and_sub(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0xBE01B5B9, and element 1, in $1, 0x3E01B5B9; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $4; sub.f32 $1, $3, $5;" {constraints = "=f,=f,f,f,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @add_and_add(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "add.f32 $0, $2, $4; add.f32 $1, $5, $3;" {constraints = "=f,=f,f,f,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @two_roundings(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0xFFFFFFFC, and element 1, in $1, 0xFFFFFFFD; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rni.s32.f32 $0, $2; cvt.rzi.s32.f32 $1, $3;" {constraints = "=r,=r,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_of_one(%x0: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0xFFFFFFC1, and element 3, in $3, 0xC1; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.s32 $0, $4, 0, 8; bfe.s32 $1, $4, 8, 8; bfe.s32 $2, $4, 16, 8; shr.u32 $3, $4, 24;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @sign_of_all(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "bfe.s32 $0, $4, 0, 8; bfe.s32 $1, $4, 8, 8; bfe.s32 $2, $4, 16, 8; shr.s32 $3, $4, 24;" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @not_first(%x0: tensor<128xi1>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0x0, and element 3, in $0, 0x1; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @not_all(%x0: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 0x01010101;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @average_of_three(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  // expected-warning @below {{in the asm, line 1, column 106: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0xB4, and element 3, in $0, 0x80; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 x, a; xor.b32 x, $1, $2; and.b32 x, x, 0xFEFEFE; shr.u32 x, x, 1; and.b32 a, $1, $2; add.u32 $0, a, x; }" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @average_of_four(%x0: tensor<128xi8>, %x1: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 x, a; xor.b32 x, $1, $2; and.b32 x, x, 0xFEFEFEFE; shr.u32 x, x, 1; and.b32 a, $1, $2; add.u32 $0, a, x; }" {constraints = "=r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1 : tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @branch_of_one(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 98: expected the same result wherever an element is in its group, found that of the same operands element 0, in $0, becomes 0x87509468, and element 1, in $1, 0x89025CC1; the same instructions and constants for all elements [element-unequal]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; mov.f32 $0, $2; mov.f32 $1, $3; setp.gt.f32 p, $2, 0f00000000; @p bra L; mul.f32 $0, $2, 0f3DCCCCCD; L: }" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @branch_of_both(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; mov.f32 $0, $2; setp.gt.f32 p, $2, 0f00000000; @p bra L; mul.f32 $0, $2, 0f3DCCCCCD; L: mov.f32 $1, $3; setp.gt.f32 p, $3, 0f00000000; @p bra M; mul.f32 $1, $3, 0f3DCCCCCD; M: }" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @scalar_factor(%x0: tensor<128xf32>, %x1: f32) {
  %r = tile.elementwise_inline_asm "mul.f32 $0, $2, $4; mul.f32 $1, $3, $5;" {constraints = "=f,=f,f,f,f,f", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf32>, f32 -> tensor<128xf32>
  tile.return
}
tile.func private @random_bits(%x0: tensor<128xf32>, %x1: i32) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 u; and.b32 u, $2, 0xFFFF; add.u32 u, u, $1; shr.u32 $0, u, 16; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, i32 -> tensor<128xbf16>
  tile.return
}
}
