// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Pointers in accesses of another type than what they point to.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @red_f32_on_i32(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected an access to i32, to which $0 points, found 'red.global.add.f32' on floats; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.global.add.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @red_u32_on_f32(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected an access to f32, to which $0 points, found 'red.global.add.u32' on integers; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @atom_u64_on_i32(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi64>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected an access to i32, to which $0 points, found 'red.global.add.u64' on 64 bits; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.global.add.u64 [$0], $1;" {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi64> -> ()
  tile.return
}
tile.func private @red_f16x2_on_bf16(%x0: tensor<128x!tile.ptr<bf16>>, %x1: tensor<128xf16>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected an access to bf16, to which $0 points, found 'red.global.add.noftz.f16x2' on f16; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.global.add.noftz.f16x2 [$0], $2;" {constraints = "l,l,r", packed_element = 2 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<bf16>>, tensor<128xf16> -> ()
  tile.return
}
tile.func private @ld_f32_of_i32(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected an access to i32, to which $1 points, found 'ld.global.f32' on floats; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xf32>
  tile.return
}
tile.func private @ld_u16_of_i32(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 32: expected an access to i32, to which $1 points, found 'ld.global.u16' on 16 bits; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .u16 t; ld.global.u16 t, [$1]; cvt.u32.u16 $0, t;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
}


// -----

// Offsets count bytes.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @offset_of_an_element(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected a multiple of 4 bytes after $1, which points to f32, found 1 in 'ld.global.f32'; offsets count bytes [pointer-offset]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.f32 $0, [$1+1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @sum_between_elements(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{[pointer-offset]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u64 a; add.u64 a, $1, 2; ld.global.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @half_of_an_element(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .u64 a; add.u64 a, $1, 8; ld.global.b32 $0, [a+4]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @bytes_of_an_element(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .u16 a; ld.global.u8 a, [$1+3]; cvt.u32.u16 $0, a; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
}
