// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Switches, carries, signs, stores and formats that the text decides; right programs
// beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @k_exp_overflow(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 65: expected a shift by less than 32 bits in 'shr.u32', found a sum of at least 32 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 c; clz.b32 c, $1; add.u32 c, c, 32; shr.u32 $0, $1, c; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @b_counts_away(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 120: expected a loop that continues, found one whose counter 'i' goes from 0 in steps of -1, so that it ends in the first round; the other step, or the other comparison [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, 0; L: add.s32 $0, $0, $1; sub.u32 i, i, 1; setp.gt.s32 p, i, 8; @p bra L; add.s32 $0, $0, i; }" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @switch_index_oob_min(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 69: expected an index below 3, the number of labels, in 'brx.idx', found one that may be 3; min.u32 with 2, or a branch before it [switch-bounds]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 k; min.u32 k, $1, 3; T: .branchtargets A, B, C; brx.idx k, T; A: mov.b32 $0, $2; bra E; B: neg.s32 $0, $2; bra E; C: not.b32 $0, $2; E: }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @switch_index_oob_mask(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 69: expected an index below 3, the number of labels, in 'brx.idx', found one that may be 3; min.u32 with 2, or a branch before it [switch-bounds]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 k; and.b32 k, $1, 3; T: .branchtargets A, B, C; brx.idx k, T; A: mov.b32 $0, $2; bra E; B: neg.s32 $0, $2; bra E; C: not.b32 $0, $2; E: }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @switch_index_oob_signed(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 66: expected an index below 2, the number of labels, in 'brx.idx', found one that may be 4294967295; min.u32 with 1, or a branch before it [switch-bounds]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 k; min.s32 k, $1, 1; T: .branchtargets A, B; brx.idx k, T; A: mov.b32 $0, $2; bra E; B: neg.s32 $0, $2; E: }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @u256_skip_limb(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>, %x4: tensor<128xi32>, %x5: tensor<128xi32>, %x6: tensor<128xi32>, %x7: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 48: expected 'add.cc.u32' of the next parts to take the carry of 'addc.cc.u32', found that it does not; addc.cc, subc.cc or madc.lo.cc [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "add.cc.u32 $0, $4, $8; addc.cc.u32 $1, $5, $9; add.cc.u32 $2, $6, $10; addc.u32 $3, $7, $11;" {constraints = "=&r,=&r,=&r,=&r,r,r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @u256_skip_order(%x0: tensor<128xi64>, %x1: tensor<128xi64>, %x2: tensor<128xi64>, %x3: tensor<128xi64>, %x4: tensor<128xi64>, %x5: tensor<128xi64>, %x6: tensor<128xi64>, %x7: tensor<128xi64>) {
  // expected-warning @below {{in the asm, line 1, column 73: expected the parts of a number in their order, found 'addc.u64' of $2 after that of $3; the lowest part first [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "add.cc.u64 $0, $4, $8; addc.cc.u64 $1, $5, $9; addc.cc.u64 $3, $7, $11; addc.u64 $2, $6, $10;" {constraints = "=&l,=&l,=&l,=&l,l,l,l,l,l,l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>, tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @not_bool4_all(%x0: tensor<128xi1>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a byte of 0 or another number for each i1 of $0, found that 'not.b32' leaves bits of it 1, so that it is always true; xor.b32 with 1, or 0x01010101 for four, is the opposite of an i1 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @not_bool_lone(%x0: tensor<128xi1>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a byte of 0 or another number for each i1 of $0, found that 'not.b32' leaves bits of it 1, so that it is always true; xor.b32 with 1, or 0x01010101 for four, is the opposite of an i1 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @bool_difference(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a byte as the i1 in $0, found 'sub.s32' of more bits, whose upper bits are lost; setp.ne and selp, or a predicate by constraint 'b' [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "sub.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi1>
  tile.return
}
tile.func private @k_high_bits_lost_result(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the low 8 bits of $0 to depend on the operands, found that 'and.b32' gives bits above them only; a shift to the right [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "and.b32 $0, $1, 0xff00;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @k_popc_ge_33(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 32: expected a comparison that may be true or false, found 'setp.ge.u32' of bits that make it always false [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 c; popc.b32 c, $1; setp.ge.u32 $0, c, 33; }" {constraints = "=b,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi1>
  tile.return
}
tile.func private @k_mul_hi_small(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected 'mul.hi.u32' to give a result that depends on its operands, found that it always gives 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "mul.hi.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @k_abs_lt_zero(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 47: expected a number of another sign as operand 2 of 'setp.lt.f32', found one that is never negative, which makes it always false [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .f32 t; abs.f32 t, $1; setp.lt.f32 $0, t, 0f00000000; }" {constraints = "=b,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi1>
  tile.return
}
tile.func private @k_sqrt_neg_abs(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 61: expected a number of another sign as operand 2 of 'sqrt.rn.f32', found one that is never positive, which gives no number, except of 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .f32 t; abs.f32 t, $1; neg.f32 t, t; sqrt.rn.f32 $0, t; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @k_cvt_unsigned_negative(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 65: expected a number of another sign as operand 2 of 'cvt.rzi.u32.f32', found one that is never positive, which gives 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .f32 t; abs.f32 t, $1; neg.f32 t, t; cvt.rzi.u32.f32 $0, t; }" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @k_sat_of_negated_abs(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 61: expected a number of another sign as operand 2 of 'add.sat.f32', found one that is never positive, which '.sat' makes 0 [value-known]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .f32 t; abs.f32 t, $1; neg.f32 t, t; add.sat.f32 $0, t, 0f00000000; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @k_min_unsigned_minus1(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 17: expected another constant as operand 3 of 'min.u32', found -1, which changes nothing [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "min.u32 $0, $1, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @k_dp4a_zero(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 22: expected another constant as operand 3 of 'dp4a.u32.u32', found 0, which makes the product 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "dp4a.u32.u32 $0, $1, 0, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @k_shf_same_zero(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 28: expected a shift by 1 to 31 bits as operand 4 of 'shf.l.wrap.b32', found 0, which leaves one operand as it is [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "shf.l.wrap.b32 $0, $1, $2, 0;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @a_inc_0(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected a limit above 0 as operand 3 of 'atom.global.inc.u32', found 0, which makes the counter 0 each time [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "atom.global.inc.u32 $0, [$1], 0;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @m_branch_over_store(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 65: expected a branch that may be taken or not, found 'setp.eq.u32' of two constants, so that it always is [value-known]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 z; mov.b32 z, 0; setp.eq.u32 p, z, 0; @p bra E; st.global.f32 [$0], $1; E: }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @m_dead_store(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 31: expected a load between 'st.global.f32' and 'st.global.f32' to the same place, found none, so that the first value is lost; another place [store-overwritten]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 t; neg.f32 t, $1; st.global.f32 [$0], $1; st.global.f32 [$0], t; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @m_store_unread_shared(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 104: expected an instruction to read 's', which 'st.shared.f32' writes, found none; leave it out, or load it [variable-unread]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a; mov.u32 t, %tid.x; mov.u32 a, s; mad.lo.u32 a, t, 4, a; st.shared.f32 [a], $1; mov.f32 $0, $1; }" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @m_ptr_truncated(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{in the asm, line 1, column 85: expected all 64 bits of $1 as the address for 'ld.global.f32', found the 32 bits that a 'cvt' left of them; registers of 64 bits for addresses of .global [pointer-cut]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 a; .reg .b64 g; cvt.u32.u64 a, $1; cvt.u64.u32 g, a; ld.global.f32 $0, [g]; }" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @a_load_add_store(%x0: !tile.ptr<i32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 57: expected an atomic operation on the place that all elements share, found 'ld.global.u32', a change and 'st.global.u32', between which others do the same; red or atom [update-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 v; ld.global.u32 v, [$0]; add.u32 v, v, $1; st.global.u32 [$0], v; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @shared_race_hist(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 275: expected an atomic operation on a place whose index several threads may have, found 'ld.shared.u32', a change and 'st.shared.u32', between which others do the same; red or atom [update-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[64]; .reg .b32 t, a, b, v; .reg .u64 o; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; mov.u32 a, s; ld.global.u32 v, [o]; and.b32 v, v, 15; mad.lo.u32 b, v, 4, a; st.shared.u32 [b], 0; bar.sync 0; ld.shared.u32 v, [b]; add.u32 v, v, 1; st.shared.u32 [b], v; bar.sync 0; ld.shared.u32 v, [b]; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mma_acc_type_int(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 437: expected a value of f32 for 'st.global.v4.b32', found the integer of 'mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32'; convert to the type of the elements [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 441: expected a value of f32 for 'st.global.v4.b32', found the integer of 'mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32'; convert to the type of the elements [element-format]}}
  // expected-warning @below {{in the asm, line 1, column 445: expected a value of f32 for 'st.global.v4.b32', found the integer of 'mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32'; convert to the type of the elements [element-format]}}
  // expected-warning @below {{in the asm, line 1, column 449: expected a value of f32 for 'st.global.v4.b32', found the integer of 'mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32'; convert to the type of the elements [element-format]}}
  tile.elementwise_inline_asm "{ .reg .b32 a<4>, b<2>; .reg .b32 c<4>; .reg .b32 t; .reg .u64 o; mov.u32 t, %tid.x; mov.b32 a0, 0x3c003c00; mov.b32 a1, a0; mov.b32 a2, a0; mov.b32 a3, a0; mov.b32 b0, 0x40004000; mov.b32 b1, b0; mov.b32 c0, 0; mov.b32 c1, c0; mov.b32 c2, c0; mov.b32 c3, c0; mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {c0, c1, c2, c3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3}; mul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.b32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @mma_acc_type_s32(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 435: expected a value of f32, as 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' gives it, found '.s32' as operand 2 of 'cvt.rn.f32.s32'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 a<4>, b<2>; .reg .b32 c<4>; .reg .b32 t; .reg .u64 o; mov.u32 t, %tid.x; mov.b32 a0, 0x3c003c00; mov.b32 a1, a0; mov.b32 a2, a0; mov.b32 a3, a0; mov.b32 b0, 0x40004000; mov.b32 b1, b0; mov.b32 c0, 0; mov.b32 c1, c0; mov.b32 c2, c0; mov.b32 c3, c0; mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {c0, c1, c2, c3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3}; mul.wide.u32 o, t, 16; add.u64 o, $0, o; cvt.rn.f32.s32 c0, c0; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @mma_acc_type_f16(%x0: !tile.ptr<f16>) {
  // expected-warning @below {{in the asm, line 1, column 430: expected a value of f32, as 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' gives it, found '.f16x2' as operand 2 of 'add.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 434: expected a value of f32, as 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' gives it, found '.f16x2' as operand 3 of 'add.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-warning @below {{in the asm, line 1, column 452: expected a value of f32, as 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' gives it, found '.f16x2' as operand 2 of 'add.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-warning @below {{in the asm, line 1, column 456: expected a value of f32, as 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' gives it, found '.f16x2' as operand 3 of 'add.f16x2'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  tile.elementwise_inline_asm "{ .reg .b32 a<4>, b<2>; .reg .b32 c<4>; .reg .b32 t; .reg .u64 o; mov.u32 t, %tid.x; mov.b32 a0, 0x3c003c00; mov.b32 a1, a0; mov.b32 a2, a0; mov.b32 a3, a0; mov.b32 b0, 0x40004000; mov.b32 b1, b0; mov.b32 c0, 0; mov.b32 c1, c0; mov.b32 c2, c0; mov.b32 c3, c0; mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {c0, c1, c2, c3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3}; mul.wide.u32 o, t, 16; add.u64 o, $0, o; add.f16x2 c0, c0, c1; add.f16x2 c2, c2, c3; st.global.v2.b32 [o], {c0, c2}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f16> -> ()
  tile.return
}
tile.func private @st_value_kind_cvt(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 59: expected a value of f32 for 'st.global.s32', found the integer of 'cvt.rni.s32.f32'; convert to the type of the elements [element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .s32 v; cvt.rni.s32.f32 v, $1; st.global.s32 [$0], v; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @st_value_kind_vec(%x0: !tile.ptr<f32>, %x1: f32) {
  // expected-warning @below {{in the asm, line 1, column 67: expected a value of f32 for 'st.global.v2.b32', found the integer of 'cvt.rni.s32.f32'; convert to the type of the elements [element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 v; cvt.rni.s32.f32 v, $1; st.global.v2.b32 [$0], {$1, v}; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, f32 -> ()
  tile.return
}
tile.func private @ld_int_of_float(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{in the asm, line 1, column 58: expected a value of f32, as 'ld.global.s32' gives it, found '.s32' as operand 2 of 'cvt.rn.f32.s32'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  %r0 = tile.elementwise_inline_asm "{ .reg .s32 v; ld.global.s32 v, [$1]; cvt.rn.f32.s32 $0, v; }" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @w_redux_f32(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 135: expected a value of f32, as 'ld.global.f32' gives it, found '.u32' as operand 2 of 'redux.sync.add.u32'; convert it, or, where the bits are meant, move them through another register [element-format]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t, v; .reg .u64 o; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.u64 o, $0, o; ld.global.f32 v, [o]; redux.sync.add.u32 v, v, -1; st.global.f32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_reduce_type_u32(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 300: expected an access to f32, to which $0 points, found 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32' on integers; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.f32 [b], 0f3F800000; fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 p, t, 0; @!p bra E; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [$0], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_reduce_type_i32f(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 300: expected an access to i32, to which $0 points, found 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32' on floats; take the type of the elements [pointer-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.f32 [b], 0f3F800000; fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 p, t, 0; @!p bra E; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @switch_brx(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 k; min.u32 k, $1, 3;\0AT: .branchtargets A, B, C, D;\0Abrx.idx k, T;\0AA: add.s32 $0, $2, 1; bra E;\0AB: sub.s32 $0, $2, 1; bra E;\0AC: mul.lo.s32 $0, $2, $2; bra E;\0AD: mov.b32 $0, 0;\0AE: }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @switch_masked(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r0 = tile.elementwise_inline_asm "{ .reg .b32 k; and.b32 k, $1, 1;\0AT: .branchtargets A, B;\0Abrx.idx k, T;\0AA: neg.s32 $0, $2; bra E;\0AB: not.b32 $0, $2;\0AE: }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @add256_u32x4(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>, %x4: tensor<128xi32>, %x5: tensor<128xi32>, %x6: tensor<128xi32>, %x7: tensor<128xi32>) {
  %r0, %r1, %r2, %r3 = tile.elementwise_inline_asm "add.cc.u32 $0, $4, $8; addc.cc.u32 $1, $5, $9; addc.cc.u32 $2, $6, $10; addc.u32 $3, $7, $11;" {constraints = "=&r,=&r,=&r,=&r,r,r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @p4_bool_not(%x0: tensor<128xi1>) {
  %r0 = tile.elementwise_inline_asm "xor.b32 $0, $1, 0x01010101;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @bool_not_lone(%x0: tensor<128xi1>) {
  %r0 = tile.elementwise_inline_asm "xor.b32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}
tile.func private @bool_neg_one_selp(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r0 = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.f32 p, $1, $2; selp.b32 $0, -1, 0, p; }" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xi1>
  tile.return
}
tile.func private @mma_s8(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .b32 a<4>, b<2>, c<4>; .reg .b32 t; .reg .u64 o; mov.u32 t, %tid.x;\0Amov.b32 a0, t; mov.b32 a1, 0x01010101; mov.b32 a2, 0x02020202; mov.b32 a3, t; mov.b32 b0, 0x01010101; mov.b32 b1, 0x01010101; mov.b32 c0, 0; mov.b32 c1, 0; mov.b32 c2, 0; mov.b32 c3, 0;\0Amma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {c0, c1, c2, c3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};\0Amul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.u32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mma_m16n8k16_f16(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .reg .b32 a<4>, b<2>; .reg .f32 c<4>; .reg .b32 t; .reg .u64 o;\0Amov.b32 a0, 0x3c003c00; mov.b32 a1, 0x3c003c00; mov.b32 a2, 0x3c003c00; mov.b32 a3, 0x3c003c00; mov.b32 b0, 0x40004000; mov.b32 b1, 0x40004000; mov.f32 c0, 0f00000000; mov.f32 c1, 0f00000000; mov.f32 c2, 0f00000000; mov.f32 c3, 0f00000000;\0Amma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {c0, c1, c2, c3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};\0Amov.u32 t, %tid.x; mul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_reduce_f32(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.f32 [b], 0f3F800000; fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 p, t, 0;\0A@!p bra E; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @st_masked_pred(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>, %x2: tensor<128xi1>) {
  tile.elementwise_inline_asm "@$2 st.global.f32 [$0], $1;" {constraints = "l,f,b", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1> -> ()
  tile.return
}
tile.func private @copysign_bits(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r0 = tile.elementwise_inline_asm "copysign.f32 $0, $2, $1;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
}
