// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Constants that make an instruction do nothing.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shfl_up(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 29: expected 0 as the first lane of a whole warp as operand 4 of 'shfl.sync.up.b32', found 31, which gives each lane its own value [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.up.b32 $0, $1, 1, 0x1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_down(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected 0x1f as the last lane of a whole warp as operand 4 of 'shfl.sync.down.b32', found 0, which gives each lane its own value [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.down.b32 $0, $1, 1, 0, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_far(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 28: expected 0 to 31 lanes as operand 3 of 'shfl.sync.bfly.b32', found 32, which counts as 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 32, 0x1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_mask0(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 38: expected a mask of lanes as operand 5 of 'shfl.sync.bfly.b32', found 0, which names no lane [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 16, 0x1f, 0;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @prmt17(%x0: tensor<128xi32>) {
  // expected-error @below {{in the asm, line 1, column 21: expected 0 to 65535, found 65827 as operand 4 of 'prmt.b32' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x10123;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @prmt_mode4(%x0: tensor<128xi32>) {
  // expected-error @below {{in the asm, line 1, column 26: expected 0 to 3, found 4 as operand 4 of 'prmt.b32.f4e' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32.f4e $0, $1, $1, 4;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shl32(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected a shift by less than 32 bits as operand 3 of 'shl.b32', found 32, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 32;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shr_u64(%x0: tensor<128xi64>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected a shift by less than 64 bits as operand 3 of 'shr.u64', found 64, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shr.u64 $0, $1, 64;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi64> -> tensor<128xi64>
  tile.return
}
tile.func private @shf33(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 28: expected a shift by 0 to 31 bits as operand 4 of 'shf.l.wrap.b32', found 33, which counts as 1 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $1, $1, 33;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bfe0(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected a field of at least 1 bit as operand 4 of 'bfe.u32', found 0, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 8, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bfi32(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected a place below bit 32 as operand 4 of 'bfi.b32', found 32, which inserts nothing [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfi.b32 $0, $1, $2, 32, 8;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @lop3_copy(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 26: expected a table of the three operands as operand 5 of 'lop3.b32', found 240, which gives operand 2 alone [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xf0;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @and0(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected another constant as operand 3 of 'and.b32', found 0, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @never(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 34: expected a comparison that may be true or false as operand 3 of 'setp.lt.u32', found 0, which makes it always false [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.lt.u32 p, $1, 0; selp.b32 $0, 1, $1, p;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @nan_compare(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 34: expected a number as operand 3 of 'setp.eq.f32', found a NaN, with which the comparison is never true; testp.notanumber, or '.nan' of the value with itself [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.eq.f32 p, $1, 0f7FC00000; selp.b32 $0, 1, 0, p;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
}


// -----

// One value twice, operands that a table ignores, and clamps that leave one number.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @difference_of_itself(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 47: expected two values as operands 2 and 3 of 'sub.f32', found one twice, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; mov.f32 t, $1; sub.f32 $0, $1, t; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @float_difference_of_itself(%x0: tensor<128xf32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; cvt.rmi.f32.f32 t, $1; sub.f32 t, t, t; add.f32 $0, t, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @or_of_itself(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 48: expected two values as operands 2 and 3 of 'or.b32', found one twice, which changes nothing [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 x; shl.b32 x, $1, 8; or.b32 $0, x, x; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @choice_of_one(%x0: tensor<128xf32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.gt.f32 p, $1, 0f41A00000; selp.f32 $0, $1, $1, p; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @compared_with_its_copy(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 147: expected two values as operands 2 and 3 of 'setp.ne.b32', found one twice, which is never true [constant-idle]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 o, n, g; .reg .pred q; ld.global.b32 o, [$0]; L: add.u32 n, o, $1; atom.global.cas.b32 g, [$0], o, n; mov.b32 o, g; setp.ne.b32 q, g, o; @q bra L; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @two_constants(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 32: expected a register as operand 2 or 3 of 'setp.lt.f32', found two constants, whose result is known [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred q; setp.lt.f32 q, 0f3F800000, 0f00000000; selp.f32 $0, $1, 0f00000000, q; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @table_of_two(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 26: expected a table of the three operands as operand 5 of 'lop3.b32', found 192, which does not depend on operand 4 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xC0;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bytes_of_nothing(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected a selector of the other operand, too as operand 4 of 'prmt.b32', found 17767, which gives 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x4567;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @and_with_ones(%x0: tensor<128xi32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0xffffffff;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @field_beyond_the_register(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected a field that ends at bit 32 at the last as operand 4 of 'bfe.u32', found 8, which reaches beyond it [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 28, 8;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @copy_to_itself(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected another register as operand 2 of 'mov.f32', found the same [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.f32 $0, $1; mov.f32 $0, $0;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @branch_to_the_next(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 48: expected a branch over some instructions, found one to the next instruction [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.f32 p, $1, 0f00000000; @p bra N; N: mul.f32 $0, $1, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @limits_exchanged(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 36: expected the 'max.s32' after 'min.s32' to leave a range, found constants that make its result the second one; max with the lower limit, min with the upper one [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "min.s32 $0, $1, 0; max.s32 $0, $0, 255;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @float_limits_exchanged(%x0: tensor<128xf32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; max.f32 t, $1, 0f3F800000; min.f32 $0, t, 0fBF800000; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}

// -----

// What may be meant.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @zero_by_xor(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shl.b32 t, $1, 3; xor.b32 $0, t, $1; xor.b32 t, t, t; lop3.b32 $0, $0, $1, t, 0xFE; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @field_up_to_the_sign(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 23, 9;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @is_nan(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred q; setp.nan.f32 q, $1, $1; selp.u32 $0, 1, 0, q; }" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi1>
  tile.return
}
tile.func private @is_number(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred q; setp.eq.f32 q, $1, $1; selp.f32 $0, $1, 0f00000000, q; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @canonical_nan(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "max.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @doubled(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @true_predicate(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred q; setp.eq.s32 q, 1, 1; selp.b32 $0, $1, 0, q; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @table_with_a_filler(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 z; mov.b32 z, 0; lop3.b32 $0, $1, $2, z, 0xC0; lop3.b32 $0, $0, $2, $2, 0x3C; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bytes_as_they_are(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x3210;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @limits(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "max.s32 $0, $1, -128; min.s32 $0, $0, 127;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @copied_before_it_changes(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 o; mov.b32 o, $1; mov.b32 $0, $1; add.u32 o, o, 1; xor.b32 $0, $0, o; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
