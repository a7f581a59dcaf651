// RUN: tile-opt %s --tile-check-inline-asm -verify-diagnostics -o /dev/null

// Values that an asm computes and that nothing reads; first reads in loops.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @product_unread(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 9: expected an instruction to read $0, which 'mul.f32' writes here, found none before it is written again or the asm ends [value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.f32 $0, $1, 0f3FB8AA3B; ex2.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @sum_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected an instruction to read 't', which 'max.s32' writes here, found none [value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 t; max.s32 t, $1, 0; min.s32 $0, $1, 255; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi8>
  tile.return
}
tile.func private @overwritten_in_the_chain(%x0: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 y; mul.f32 y, $1, $1; fma.rn.f32 y, y, $1, $1; fma.rn.f32 y, $1, $1, $1; mul.f32 $0, y, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @written_to_the_wrong_register(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shl.b32 t, $1, 13; xor.b32 $0, $1, t; shr.u32 t, $0, 17; xor.b32 t, $0, t; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @falls_into_the_next_case(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.u32 p, $2, 0; @p bra A; setp.eq.u32 p, $2, 1; @p bra B; not.b32 $0, $1; bra E; A: add.u32 $0, $1, 5; B: mul.lo.u32 $0, $1, 7; E: }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @in_a_loop(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 i; .reg .b32 m; .reg .pred q; mov.b32 $0, $1; mov.s32 i, 8; L: and.b32 m, $0, 1; neg.s32 m, m; and.b32 m, m, 0xEDB88320; shr.u32 $0, $0, 1; sub.s32 i, i, 1; setp.gt.s32 q, i, 0; @q bra L; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @load_unread(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 t; ld.global.f32 t, [$0]; add.f32 t, t, $1; st.global.f32 [$0], $1; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @shuffle_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shfl.sync.bfly.b32 t, $1, 16, 31, 0xffffffff; add.u32 $0, $1, $1; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @policy_unread(%x0: tensor<128x!tile.ptr<f32>>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 pol; createpolicy.fractional.L2::evict_first.b64 pol, 1.0; ld.global.f32 $0, [$1]; }" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @constant_unread(%x0: tensor<128xf16>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b16 lo, hi; mov.b16 lo, 0xBC00; mov.b16 hi, 0x3C00; max.f16 $0, $1, hi; }" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @copy_of_nothing(%x0: tensor<128xf32>) {
  // expected-warning @below {{[register-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t, s; mul.f32 s, $1, $1; add.f32 $0, t, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @counter_read_first(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 79: expected 'i' to be written before it is read, found only later writes [register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 i; .reg .pred q; mov.b32 $0, $1; L: shr.u32 $0, $0, 1; sub.s32 i, i, 1; setp.gt.s32 q, i, 0; @q bra L; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @sum_read_first(%x0: tensor<128xi32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, s, t; .reg .pred p, q; mov.u32 i, 0; A: setp.ge.u32 p, i, 4; @p bra E; add.u32 t, s, $1; mov.u32 s, t; add.u32 i, i, 1; bra A; E: mov.u32 $0, i; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @guard_lost() {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "{ .reg .pred e; .reg .b32 r; elect.sync r|e, 0xffffffff; mov.u32 $0, r; mov.u32 $1, 0; mov.u32 $1, 1; }" scope = thread {constraints = "=r,=r", packed_element = 1 : i32, pure = false} -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @constant_lost_in_the_next_case(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred a, b; setp.lt.s32 a, $1, 0; setp.gt.s32 b, $1, 100; mov.s32 $0, $1; @a bra Z; @!b bra E; mov.s32 $0, 100; Z: mov.s32 $0, 0; E: }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @nothing_leads_here(%x0: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected a path to 'neg.f32', found none [code-unreached]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.f32 $0, $1; bra N; neg.f32 $0, $0; N:" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}

// What may be meant.
tile.func private @default_constant(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.f32 p, $1, 0f00000000; mov.f32 $0, 0f00000000; @p bra A; mov.f32 $0, 0f3F800000; bra E; A: mov.f32 $0, 0fBF800000; E: }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @half_of_a_vector(%x0: tensor<128xi64>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 lo; mov.b64 {lo, $0}, $1; }" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi64> -> tensor<128xi32>
  tile.return
}
tile.func private @one_of_two_predicates(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p, q; setp.lt.s32 p|q, $1, $2; selp.b32 $0, $1, $2, p; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @old_value(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  tile.elementwise_inline_asm "{ .reg .u32 old; atom.global.or.b32 old, [$0], $1; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @one_of_two_writes_by_guards(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; setp.lt.s32 p, $1, 0; mov.b32 t, $1; @p neg.s32 t, $1; mov.b32 $0, t; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @read_in_the_next_round(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 a, b, t; .reg .pred q; mov.b32 a, $1; mov.b32 b, $2; L: rem.u32 t, a, b; mov.b32 a, b; mov.b32 b, t; setp.ne.u32 q, b, 0; @q bra L; mov.b32 $0, a; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @first_round_writes(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred f, q; .reg .b32 t, i; mov.b32 i, 0; mov.b32 $0, $1; L: setp.eq.u32 f, i, 0; @f bra N; add.u32 $0, $0, t; N: shr.u32 t, $0, 1; add.u32 i, i, 1; setp.lt.u32 q, i, 3; @q bra L; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @set_before_a_loop(%x0: tensor<128x!tile.ptr<i32>>) {
  tile.elementwise_inline_asm "{ .reg .u32 v; .reg .pred q; mov.u32 v, 0; L: ld.acquire.gpu.global.u32 v, [$0]; setp.eq.u32 q, v, 0; @q bra L; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> ()
  tile.return
}
}
