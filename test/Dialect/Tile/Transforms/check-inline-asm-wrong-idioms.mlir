// RUN: tile-opt %s --tile-check-inline-asm -verify-diagnostics -o /dev/null

// The programs of check-inline-asm-right-idioms.mlir and others with one mistake
// each: another register, a lost statement, elements that are exchanged.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @marlin4_m_for_d(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "{ .reg .b32 lo, hi; lop3.b32 lo, $2, 0x000f000f, 0x64006400, 0xEA; lop3.b32 hi, $2, 0x00f000f0, 0x64006400, 0xEA; .reg .b32 s, m, d; mov.b32 s, 0x64086408; mov.b32 m, 0x2c002c00; mov.b32 d, 0xd480d480; sub.f16x2 $0, lo, s; fma.rn.f16x2 $1, hi, m, m; }" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @tri_e5_bf_c1_from_b1(%x0: tensor<128xf8E5M2>) {
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 a<2>, b<2>, c<4>, d<4>, e112; mov.u32 e112, 0x77800000; prmt.b32 a0, 0, $2, 0x5040; prmt.b32 a1, 0, $2, 0x7060; lop3.b32 b0, a0, 0x7fff7fff, 0, 0xc0; lop3.b32 b1, a1, 0x7fff7fff, 0, 0xc0; shr.b32 b0, b0, 3; shr.b32 b1, b1, 3; and.b32 c0, b0, 0xFFFF0000; shl.b32 c1, b1, 16; and.b32 c2, b1, 0xFFFF0000; shl.b32 c3, b1, 16; mul.f32 d0, c0, e112; mul.f32 d1, c1, e112; mul.f32 d2, c2, e112; mul.f32 d3, c3, e112; prmt.b32 b0, d0, d1, 0x3276; prmt.b32 b1, d2, d3, 0x3276; lop3.b32 $0, b0, 0x80008000, a0, 0xf8; lop3.b32 $1, b1, 0x80008000, a1, 0xf8; }" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xbf16>
  tile.return
}
tile.func private @tri_e5_bf_prmt_order(%x0: tensor<128xf8E5M2>) {
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 a<2>, b<2>, c<4>, d<4>, e112; mov.u32 e112, 0x77800000; prmt.b32 a0, 0, $2, 0x5040; prmt.b32 a1, 0, $2, 0x7060; lop3.b32 b0, a0, 0x7fff7fff, 0, 0xc0; lop3.b32 b1, a1, 0x7fff7fff, 0, 0xc0; shr.b32 b0, b0, 3; shr.b32 b1, b1, 3; and.b32 c0, b0, 0xFFFF0000; shl.b32 c1, b0, 16; and.b32 c2, b1, 0xFFFF0000; shl.b32 c3, b1, 16; mul.f32 d0, c0, e112; mul.f32 d1, c1, e112; mul.f32 d2, c2, e112; mul.f32 d3, c3, e112; prmt.b32 b0, d1, d0, 0x3276; prmt.b32 b1, d2, d3, 0x3276; lop3.b32 $0, b0, 0x80008000, a0, 0xf8; lop3.b32 $1, b1, 0x80008000, a1, 0xf8; }" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xbf16>
  tile.return
}
tile.func private @tri_e5_bf_sign_of_the_other(%x0: tensor<128xf8E5M2>) {
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 a<2>, b<2>, c<4>, d<4>, e112; mov.u32 e112, 0x77800000; prmt.b32 a0, 0, $2, 0x5040; prmt.b32 a1, 0, $2, 0x7060; lop3.b32 b0, a0, 0x7fff7fff, 0, 0xc0; lop3.b32 b1, a1, 0x7fff7fff, 0, 0xc0; shr.b32 b0, b0, 3; shr.b32 b1, b1, 3; and.b32 c0, b0, 0xFFFF0000; shl.b32 c1, b0, 16; and.b32 c2, b1, 0xFFFF0000; shl.b32 c3, b1, 16; mul.f32 d0, c0, e112; mul.f32 d1, c1, e112; mul.f32 d2, c2, e112; mul.f32 d3, c3, e112; prmt.b32 b0, d0, d1, 0x3276; prmt.b32 b1, d2, d3, 0x3276; lop3.b32 $0, b0, 0x80008000, a0, 0xf8; lop3.b32 $1, b1, 0x80008000, a0, 0xf8; }" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xbf16>
  tile.return
}
tile.func private @pack_e4_v_limits_exchanged(%x0: tensor<128xf32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 x, y; .reg .b16 r; min.f32 x, $1, 0f43E00000; max.f32 x, x, 0fC3E00000; min.f32 y, $2, 0fC3E00000; max.f32 y, y, 0f43E00000; cvt.rn.satfinite.e4m3x2.f32 r, y, x; mov.b16 $0, r; }" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @hexp_stores_h(%x0: tensor<128xf16>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{.reg.b32 f, C, nZ; .reg.b16 h,r; mov.b16 h,$1; cvt.f32.f16 f,h; mov.b32 C, 0x3fb8aa3bU; mov.b32 nZ, 0x80000000U; fma.rn.f32 f,f,C,nZ; ex2.approx.ftz.f32 f,f; cvt.rn.f16.f32 r,f; mov.b16 $0,h;}" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @h2fma_cplx_ng_unread(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 sw, ng; prmt.b32 sw, $2, $2, 0x1032; xor.b32 ng, sw, 0x00008000; .reg .b16 x, y; .reg .b32 xx, yy; mov.b32 {x, y}, $1; mov.b32 xx, {x, x}; mov.b32 yy, {y, y}; mul.f16x2 $0, xx, $2; fma.rn.f16x2 $0, yy, sw, $0; }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_scan5_last_t_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v, t; mov.b32 v, $1; shfl.sync.up.b32 t|p, v, 1, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 2, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 4, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 8, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 16, 0, -1; mov.b32 $0, v; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_max_loop_o_not_halved(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 o, t; .reg .pred q; mov.b32 $0, $1; mov.s32 o, 16; L: shfl.sync.bfly.b32 t, $0, o, 31, 0xffffffff; max.s32 $0, $0, t; setp.ne.s32 q, o, 0; @q bra L; }" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_max_loop_o_unset(%x0: tensor<128xi32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 o, t; .reg .pred q; mov.b32 $0, $1; L: shfl.sync.bfly.b32 t, $0, o, 31, 0xffffffff; max.s32 $0, $0, t; shr.s32 o, o, 1; setp.ne.s32 q, o, 0; @q bra L; }" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @rank_in_warp_m_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred q; .reg .b32 b, m; setp.ne.u32 q, $1, 0; vote.sync.ballot.b32 b, q, 0xffffffff; mov.u32 m, %lanemask_lt; and.b32 b, b, b; popc.b32 $0, b; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @match_leader_f_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 m, f, l; .reg .pred q; match.any.sync.b32 m, $1, 0xffffffff; brev.b32 f, m; clz.b32 f, f; mov.u32 l, %laneid; setp.eq.u32 q, l, l; selp.u32 $0, 1, 0, q; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @sem_acquire_spin_outside(%x0: !tile.ptr<i32>, %x1: i32) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .u32 t; .reg .s32 v; .reg .pred q, w; mov.u32 t, %tid.x; setp.ne.u32 q, t, 0; @q bra E; ld.acquire.gpu.global.b32 v, [$0]; SPIN: setp.lt.s32 w, v, $1; @w bra SPIN; E: bar.sync 0; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
tile.func private @h2_rmw_stores_operand(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 t; ld.global.b32 t, [$0]; add.f16x2 t, t, $1; st.global.b32 [$0], $1; }" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @gather_off_o_unused(%x0: !tile.ptr<f32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s64 o; cvt.s64.s32 o, $2; shl.b64 o, o, 2; add.s64 o, o, $1; ld.global.f32 $0, [$1]; }" {constraints = "=f,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @bounds_guard_zero_after(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xi32>, %x2: i32) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred ok; setp.lt.s32 ok, $2, $3; @ok ld.global.f32 $0, [$1]; mov.f32 $0, 0f00000000; }" {constraints = "=&f,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f32>>, tensor<128xi32>, i32 -> tensor<128xf32>
  tile.return
}
tile.func private @smem_local_counter_never(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .local .align 4 .b32 w[4]; .reg .u32 i; .reg .pred q; .reg .u64 a; mov.u64 a, w; mov.u32 i, 0; L: st.local.u32 [a], $1; add.u64 a, a, 4; setp.lt.u32 q, i, 4; @q bra L; ld.local.u32 $0, [w+12]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_zfill_no_wait(%x0: !tile.ptr<i32>, %x1: i32) {
  // expected-warning @below {{[async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[4096]; .reg .u32 t, b; mov.u32 t, %tid.x; shl.b32 b, t, 4; .reg .u32 base; mov.u32 base, buf; add.u32 b, b, base; .reg .pred ok; .reg .u32 n; setp.lt.s32 ok, $2, 100; selp.u32 n, 16, 0, ok; cp.async.cg.shared.global.L2::128B [b], [$1], 16, n; cp.async.commit_group; ld.shared.u32 $0, [b]; }" scope = thread {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> tensor<128xi32>
  tile.return
}
tile.func private @cp_two_stage_wait_1_twice(%x0: !tile.ptr<i64>) {
  // expected-warning @below {{[async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[4096]; .reg .u32 t, b; mov.u32 t, %tid.x; shl.b32 b, t, 4; .reg .u32 base; mov.u32 base, buf; add.u32 b, b, base; cp.async.ca.shared.global [b], [$1], 8; cp.async.commit_group; cp.async.ca.shared.global [b+8], [$1], 8; cp.async.commit_group; cp.async.wait_group 1; .reg .u32 x, y; ld.shared.u32 x, [b]; cp.async.wait_group 1; ld.shared.u32 y, [b+8]; add.u32 $0, x, y; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i64> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_loop_no_wait_in(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{[async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[4096]; .reg .u32 t, b; mov.u32 t, %tid.x; shl.b32 b, t, 4; .reg .u32 base; mov.u32 base, buf; add.u32 b, b, base; .reg .s32 k; .reg .pred q; mov.u32 $0, 0; mov.s32 k, 0; L: cp.async.ca.shared.global [b], [$1], 4; cp.async.commit_group; .reg .u32 x; ld.shared.u32 x, [b]; add.u32 $0, $0, x; add.s32 k, k, 1; setp.lt.s32 q, k, 3; @q bra L; }" scope = thread {constraints = "=&r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_mbar_buf_too_small(%x0: !tile.ptr<i32>) {
  // expected-error @below {{[variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[8]; .shared .align 8 .b64 bar; .reg .pred z, d; .reg .u32 t; mov.u32 t, %tid.x; setp.ne.u32 z, t, 0; @z bra S; mbarrier.init.shared.b64 [bar], 1; S: bar.sync 0; @z bra W; cp.async.cg.shared.global [buf], [$1], 16; cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; W: mbarrier.try_wait.parity.shared.b64 d, [bar], 0; @!d bra W; ld.shared.u32 $0, [buf]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_reduce_too_large(%x0: !tile.ptr<i32>) {
  // expected-error @below {{[variable-bounds]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[512]; .reg .u32 t, a; .reg .pred z; mov.u32 t, %tid.x; shl.b32 a, t, 2; .reg .u32 b; mov.u32 b, s; add.u32 a, a, b; st.shared.u32 [a], t; fence.proxy.async.shared::cta; bar.sync 0; setp.ne.u32 z, t, 0; @z bra E; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [$0], [s], 528; cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; E: bar.sync 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mul64_by_32_cc_missing(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  // expected-warning @below {{[carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a0, a1, b0, b1, r0, r1, r2, r3; mov.b64 {a0, a1}, $2; mov.b64 {b0, b1}, $3; mul.lo.u32 r0, a0, b0; mul.hi.u32 r1, a0, b0; mad.lo.cc.u32 r1, a0, b1, r1; madc.hi.u32 r2, a0, b1, 0; mad.lo.cc.u32 r1, a1, b0, r1; madc.hi.u32 r2, a1, b0, r2; addc.u32 r3, 0, 0; mad.lo.cc.u32 r2, a1, b1, r2; madc.hi.u32 r3, a1, b1, r3; mov.b64 $0, {r0, r1}; mov.b64 $1, {r2, r3}; }" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @mul64_by_32_r1_restarted(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  // expected-warning @below {{[carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a0, a1, b0, b1, r0, r1, r2, r3; mov.b64 {a0, a1}, $2; mov.b64 {b0, b1}, $3; mul.lo.u32 r0, a0, b0; mul.hi.u32 r1, a0, b0; mad.lo.cc.u32 r1, a0, b1, r1; madc.hi.u32 r2, a0, b1, 0; mul.lo.u32 r1, a1, b0; madc.hi.cc.u32 r2, a1, b0, r2; addc.u32 r3, 0, 0; mad.lo.cc.u32 r2, a1, b1, r2; madc.hi.u32 r3, a1, b1, r3; mov.b64 $0, {r0, r1}; mov.b64 $1, {r2, r3}; }" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @mont32_t_before(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 lo, hi, m, t; mul.lo.u32 lo, $1, $2; mul.hi.u32 hi, $1, $2; mul.lo.u32 m, lo, 0x77FFFFFF; mul.hi.u32 t, m, 0x78000001; mad.lo.cc.u32 m, m, 0x78000001, lo; addc.u32 hi, hi, 0; sub.u32 t, hi, 0x78000001; min.u32 $0, hi, t; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @rot64_b_unread(%x0: tensor<128xi64>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 l, h, a, b; mov.b64 {l, h}, $1; shf.l.wrap.b32 a, h, l, 13; shf.l.wrap.b32 b, l, h, 13; mov.b64 $0, {a, a}; }" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi64> -> tensor<128xi64>
  tile.return
}
tile.func private @erf_poly_polynomial_restarted(%x0: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 a, t, y; .reg .f32 e; abs.f32 a, $1; fma.rn.f32 t, a, 0f3EA7BA05, 0f3F800000; rcp.approx.ftz.f32 t, t; mov.f32 y, 0f3F87DC22; fma.rn.f32 y, y, t, 0fBFBA00E3; fma.rn.f32 y, y, t, 0f3FB5F0E3; mov.f32 y, 0fBE91A98E; fma.rn.f32 y, y, t, 0f3E827906; mul.f32 y, y, t; mul.f32 e, a, a; mul.f32 e, e, 0fBFB8AA3B; ex2.approx.ftz.f32 e, e; neg.f32 y, y; fma.rn.f32 y, y, e, 0f3F800000; copysign.f32 $0, $1, y; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @erf_poly_t_not_inverted(%x0: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 a, t, y; .reg .f32 e; abs.f32 a, $1; fma.rn.f32 t, a, 0f3EA7BA05, 0f3F800000; rcp.approx.ftz.f32 e, t; mov.f32 y, 0f3F87DC22; fma.rn.f32 y, y, t, 0fBFBA00E3; fma.rn.f32 y, y, t, 0f3FB5F0E3; fma.rn.f32 y, y, t, 0fBE91A98E; fma.rn.f32 y, y, t, 0f3E827906; mul.f32 y, y, t; mul.f32 e, a, a; mul.f32 e, e, 0fBFB8AA3B; ex2.approx.ftz.f32 e, e; neg.f32 y, y; fma.rn.f32 y, y, e, 0f3F800000; copysign.f32 $0, $1, y; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @srgb_h_computed(%x0: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred q; .reg .f32 l, h; mul.f32 l, $1, 0f414EB852; lg2.approx.f32 h, $1; mul.f32 h, h, 0f3ED55555; ex2.approx.f32 h, h; fma.rn.f32 h, h, 0f3F870A3D, 0fBD6147AE; setp.le.f32 q, $1, 0f3B4D2E1C; selp.f32 $0, l, l, q; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @ilog10_c_unread(%x0: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred a, b, c; setp.ge.u32 a, $1, 10; setp.ge.u32 b, $1, 100; setp.ge.u32 c, $1, 1000; mov.u32 $0, 0; @a mov.u32 $0, 1; @b mov.u32 $0, 2; @b mov.u32 $0, 3; }" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @b4_tolower_shift_by_3(%x0: tensor<128xi8>) {
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 h, g, t; and.b32 h, $1, 0x7f7f7f7f; add.u32 g, h, 0x3f3f3f3f; add.u32 t, h, 0x25252525; xor.b32 g, g, t; not.b32 t, $1; and.b32 g, g, t; and.b32 g, g, 0x80808080; shr.u32 g, g, 10; add.u32 $0, $1, g; }" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @b4_iszero_shift_without(%x0: tensor<128xi8>) {
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; and.b32 t, $1, 0x7f7f7f7f; add.u32 t, t, 0x7f7f7f7f; or.b32 t, t, $1; not.b32 t, t; shr.u32 $0, t, 7; }" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @s16_sat_add_selector_exch(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  // expected-warning @below {{[element-order]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .s32 a, b, c, d; shl.b32 a, $1, 16; shl.b32 b, $2, 16; add.sat.s32 a, a, b; and.b32 c, $1, 0xffff0000; and.b32 d, $2, 0xffff0000; add.sat.s32 c, c, d; prmt.b32 $0, a, c, 0x3276; }" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @selp_each_one_predicate(%x0: tensor<128xf32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-warning @below {{[element-mixed]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred a, b; setp.gt.f32 a, $2, 0f00000000; setp.gt.f32 b, $3, 0f00000000; selp.f32 $0, $2, 0f00000000, a; selp.f32 $1, $3, 0f00000000, a; }" {constraints = "=&f,=f,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @switch_missing_bra(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 sel; and.b32 sel, $2, 3; setp.eq.u32 p, sel, 0; @p bra c0; setp.eq.u32 p, sel, 1; @p bra c1; setp.eq.u32 p, sel, 2; @p bra c2; xor.b32 $0, $1, 3; bra d; c0: add.u32 $0, $1, 5; c1: mul.lo.u32 $0, $1, 7; bra d; c2: not.b32 $0, $1; d: }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @isqrt_res_unset(%x0: tensor<128xi32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 op, res, one, t; .reg .pred p, q; mov.u32 op, $1; mov.u32 one, 0x40000000; L: add.u32 t, res, one; setp.ge.u32 p, op, t; @p sub.u32 op, op, t; shr.u32 res, res, 1; @p add.u32 res, res, one; shr.u32 one, one, 2; setp.ne.u32 q, one, 0; @q bra L; mov.u32 $0, res; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @crc_i_unset(%x0: tensor<128xi8>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 c, m; .reg .s32 i; .reg .pred q; mov.u32 c, $1; L: and.b32 m, c, 1; neg.s32 m, m; and.b32 m, m, 0xEDB88320; shr.u32 c, c, 1; xor.b32 c, c, m; sub.s32 i, i, 1; setp.gt.s32 q, i, 0; @q bra L; mov.u32 $0, c; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @cas_loop_compare_after(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 o, n, g; .reg .f32 f; .reg .pred q; ld.global.b32 o, [$0]; L: mov.b32 f, o; mul.f32 f, f, $1; mov.b32 n, f; atom.global.cas.b32 g, [$0], o, n; mov.b32 o, g; setp.ne.b32 q, g, o; @q bra L; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @newton_loop_y_not_init(%x0: tensor<128xf32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 y, h; .reg .s32 i; .reg .pred go; mul.f32 h, $1, 0f3F000000; mov.s32 i, 0; L: mul.f32 $0, y, y; mul.f32 $0, $0, h; sub.f32 $0, 0f3FC00000, $0; mul.f32 y, y, $0; add.s32 i, i, 1; setp.lt.s32 go, i, 12; @go bra L; mov.f32 $0, y; }" {constraints = "=&f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @bisect_hi_never(%x0: tensor<128xi32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 lo, hi, m, t; .reg .pred q; mov.u32 lo, 0; L: sub.u32 t, hi, lo; setp.le.u32 q, t, 1; @q bra D; add.u32 m, lo, hi; shr.u32 m, m, 1; mul.lo.u32 t, m, m; setp.le.u32 q, t, $1; @q mov.u32 lo, m; @!q mov.u32 hi, m; bra L; D: mov.u32 $0, lo; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @first_iteration_flag_m_never(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{[input-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred first, q; .reg .f32 m; .reg .s32 i; mov.s32 i, 0; L: setp.eq.s32 first, i, 0; @!first mul.f32 m, m, $2; add.s32 i, i, 1; setp.lt.s32 q, i, 4; @q bra L; mov.f32 $0, m; }" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @double_buffer_counts_past(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 a, b, i; .reg .pred q; mov.u32 a, $1; mov.u32 i, 0; L: mad.lo.u32 b, a, 5, 1; mad.lo.u32 a, b, 3, 7; add.u32 i, i, 4; setp.ne.u32 q, i, 6; @q bra L; mov.u32 $0, a; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @delay_start_taken() {
  // expected-warning @below {{[value-unread]}}
  // expected-warning @below {{[constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{.reg .u64 start, now, elapsed; .reg .pred done; mov.u64 start, %clock64; L: mov.u64 now, %clock64; sub.u64 elapsed, now, now; setp.ge.u64 done, elapsed, 1000; @!done bra L; mov.u32 $0, 0;}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> tensor<128xi32>
  tile.return
}
tile.func private @f16_round_trip_h_read_as(%x0: tensor<128xf32>) {
  // expected-warning @below {{[element-format]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b16 h; .reg .f32 d; cvt.rn.f16.f32 h, $1; cvt.f32.bf16 d, h; sub.f32 $0, $1, d; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @break_in_the_middle_n_unset(%x0: tensor<128xi32>) {
  // expected-warning @below {{[register-read-first]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 x, n; .reg .pred q; mov.u32 x, $1; L: and.b32 $0, x, 1; setp.ne.u32 q, $0, 0; @q bra D; shr.u32 x, x, 1; add.u32 n, n, 1; setp.lt.u32 q, n, 32; @q bra L; D: mov.u32 $0, n; }" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
