// RUN: tile-opt %s --tile-check-inline-asm -verify-diagnostics -o /dev/null

// What kernels do, as their authors write it: numbers of few bits, warps, locks,
// copies, long integers, loops. Nothing is reported.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @marlin4(%x0: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .b32 lo, hi; lop3.b32 lo, $2, 0x000f000f, 0x64006400, 0xEA; lop3.b32 hi, $2, 0x00f000f0, 0x64006400, 0xEA; .reg .b32 s, m, d; mov.b32 s, 0x64086408; mov.b32 m, 0x2c002c00; mov.b32 d, 0xd480d480; sub.f16x2 $0, lo, s; fma.rn.f16x2 $1, hi, m, d; }" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @tri_e5_bf(%x0: tensor<128xf8E5M2>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 a<2>, b<2>, c<4>, d<4>, e112; mov.u32 e112, 0x77800000; prmt.b32 a0, 0, $2, 0x5040; prmt.b32 a1, 0, $2, 0x7060; lop3.b32 b0, a0, 0x7fff7fff, 0, 0xc0; lop3.b32 b1, a1, 0x7fff7fff, 0, 0xc0; shr.b32 b0, b0, 3; shr.b32 b1, b1, 3; and.b32 c0, b0, 0xFFFF0000; shl.b32 c1, b0, 16; and.b32 c2, b1, 0xFFFF0000; shl.b32 c3, b1, 16; mul.f32 d0, c0, e112; mul.f32 d1, c1, e112; mul.f32 d2, c2, e112; mul.f32 d3, c3, e112; prmt.b32 b0, d0, d1, 0x3276; prmt.b32 b1, d2, d3, 0x3276; lop3.b32 $0, b0, 0x80008000, a0, 0xf8; lop3.b32 $1, b1, 0x80008000, a1, 0xf8; }" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xbf16>
  tile.return
}
tile.func private @fp4_decode(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 e, m, sg; .reg .f32 v; and.b32 m, $1, 7; shl.b32 m, m, 22; shl.b32 sg, $1, 28; and.b32 sg, sg, 0x80000000; mov.b32 v, m; mul.f32 v, v, 0f7E800000; mov.b32 e, v; or.b32 $0, e, sg; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @pack_e4_v(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 x, y; .reg .b16 r; min.f32 x, $1, 0f43E00000; max.f32 x, x, 0fC3E00000; min.f32 y, $2, 0f43E00000; max.f32 y, y, 0fC3E00000; cvt.rn.satfinite.e4m3x2.f32 r, y, x; mov.b16 $0, r; }" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @hexp(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{.reg.b32 f, C, nZ; .reg.b16 h,r; mov.b16 h,$1; cvt.f32.f16 f,h; mov.b32 C, 0x3fb8aa3bU; mov.b32 nZ, 0x80000000U; fma.rn.f32 f,f,C,nZ; ex2.approx.ftz.f32 f,f; cvt.rn.f16.f32 r,f; mov.b16 $0,r;}" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @h2fma_cplx(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 sw, ng; prmt.b32 sw, $2, $2, 0x1032; xor.b32 ng, sw, 0x00008000; .reg .b16 x, y; .reg .b32 xx, yy; mov.b32 {x, y}, $1; mov.b32 xx, {x, x}; mov.b32 yy, {y, y}; mul.f16x2 $0, xx, $2; fma.rn.f16x2 $0, yy, ng, $0; }" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_scan5(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v, t; mov.b32 v, $1; shfl.sync.up.b32 t|p, v, 1, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 2, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 4, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 8, 0, -1; @p add.u32 v, v, t; shfl.sync.up.b32 t|p, v, 16, 0, -1; @p add.u32 v, v, t; mov.b32 $0, v; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_max_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .s32 o, t; .reg .pred q; mov.b32 $0, $1; mov.s32 o, 16; L: shfl.sync.bfly.b32 t, $0, o, 31, 0xffffffff; max.s32 $0, $0, t; shr.s32 o, o, 1; setp.ne.s32 q, o, 0; @q bra L; }" scope = thread {constraints = "=&r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @agg_atomic(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .b32 m, l, c; .reg .pred z; activemask.b32 m; mov.u32 l, %lanemask_lt; and.b32 l, l, m; popc.b32 l, l; setp.ne.u32 z, l, 0; popc.b32 c, m; @z bra S; red.global.add.u32 [$0], c; S: bar.warp.sync m; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @match_leader(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m, f, l; .reg .pred q; match.any.sync.b32 m, $1, 0xffffffff; brev.b32 f, m; clz.b32 f, f; mov.u32 l, %laneid; setp.eq.u32 q, f, l; selp.u32 $0, 1, 0, q; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @arrive_then_sync() {
  tile.elementwise_inline_asm "{ .reg .pred lo; .reg .u32 t; mov.u32 t, %tid.x; setp.lt.u32 lo, t, 64; @lo bra P; bar.sync 3, 128; bra E; P: bar.arrive 3, 128; E: }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @sem_acquire(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "{ .reg .u32 t; .reg .s32 v; .reg .pred q, w; mov.u32 t, %tid.x; setp.ne.u32 q, t, 0; @q bra E; SPIN: ld.acquire.gpu.global.b32 v, [$0]; setp.lt.s32 w, v, $1; @w bra SPIN; E: bar.sync 0; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
tile.func private @lock(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>, %x2: tensor<128xi32>) {
  tile.elementwise_inline_asm "{ .reg .b32 o; .reg .pred q; L: atom.global.cas.b32 o, [$0], 0, 1; setp.ne.b32 q, o, 0; @q bra L; ld.global.b32 o, [$1]; add.u32 o, o, $2; st.global.b32 [$1], o; fence.acq_rel.gpu; atom.global.exch.b32 o, [$0], 0; }" {constraints = "l,l,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> ()
  tile.return
}
tile.func private @float_atomic_max_cas(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "{ .reg .b32 old, seen, m; .reg .f32 f; .reg .pred p; ld.relaxed.gpu.global.b32 seen, [$0]; AGAIN: mov.b32 old, seen; mov.b32 f, old; setp.ge.f32 p, f, $1; @p bra END; mov.b32 m, $1; atom.relaxed.gpu.global.cas.b32 seen, [$0], old, m; setp.ne.b32 p, seen, old; @p bra AGAIN; END: }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @local_stack(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  %r = tile.elementwise_inline_asm "{ .local .align 16 .b64 st[2]; st.local.b64 [st], $1; st.local.b64 [st+8], $2; ld.local.v2.b64 {$0, _}, [st]; }" {constraints = "=l,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>
  tile.return
}
tile.func private @smem_local(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .local .align 4 .b32 w[4]; .reg .u32 i; .reg .pred q; .reg .u64 a; mov.u64 a, w; mov.u32 i, 0; L: st.local.u32 [a], $1; add.u64 a, a, 4; add.u32 i, i, 1; setp.lt.u32 q, i, 4; @q bra L; ld.local.u32 $0, [w+12]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_zfill(%x0: !tile.ptr<i32>, %x1: i32) {
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[4096]; .reg .u32 t, b; mov.u32 t, %tid.x; shl.b32 b, t, 4; .reg .u32 base; mov.u32 base, buf; add.u32 b, b, base; .reg .pred ok; .reg .u32 n; setp.lt.s32 ok, $2, 100; selp.u32 n, 16, 0, ok; cp.async.cg.shared.global.L2::128B [b], [$1], 16, n; cp.async.commit_group; cp.async.wait_all; ld.shared.u32 $0, [b]; }" scope = thread {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> tensor<128xi32>
  tile.return
}
tile.func private @cp_two_stage(%x0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[4096]; .reg .u32 t, b; mov.u32 t, %tid.x; shl.b32 b, t, 4; .reg .u32 base; mov.u32 base, buf; add.u32 b, b, base; cp.async.ca.shared.global [b], [$1], 8; cp.async.commit_group; cp.async.ca.shared.global [b+8], [$1], 8; cp.async.commit_group; cp.async.wait_group 1; .reg .u32 x, y; ld.shared.u32 x, [b]; cp.async.wait_group 0; ld.shared.u32 y, [b+8]; add.u32 $0, x, y; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i64> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_mbar(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 buf[16]; .shared .align 8 .b64 bar; .reg .pred z, d; .reg .u32 t; mov.u32 t, %tid.x; setp.ne.u32 z, t, 0; @z bra S; mbarrier.init.shared.b64 [bar], 1; S: bar.sync 0; @z bra W; cp.async.cg.shared.global [buf], [$1], 16; cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; W: mbarrier.try_wait.parity.shared.b64 d, [bar], 0; @!d bra W; ld.shared.u32 $0, [buf]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_reduce(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[512]; .reg .u32 t, a; .reg .pred z; mov.u32 t, %tid.x; shl.b32 a, t, 2; .reg .u32 b; mov.u32 b, s; add.u32 a, a, b; st.shared.u32 [a], t; fence.proxy.async.shared::cta; bar.sync 0; setp.ne.u32 z, t, 0; @z bra E; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [$0], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; E: bar.sync 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mul64_by_32(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a0, a1, b0, b1, r0, r1, r2, r3; mov.b64 {a0, a1}, $2; mov.b64 {b0, b1}, $3; mul.lo.u32 r0, a0, b0; mul.hi.u32 r1, a0, b0; mad.lo.cc.u32 r1, a0, b1, r1; madc.hi.u32 r2, a0, b1, 0; mad.lo.cc.u32 r1, a1, b0, r1; madc.hi.cc.u32 r2, a1, b0, r2; addc.u32 r3, 0, 0; mad.lo.cc.u32 r2, a1, b1, r2; madc.hi.u32 r3, a1, b1, r3; mov.b64 $0, {r0, r1}; mov.b64 $1, {r2, r3}; }" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi64>
  tile.return
}
tile.func private @mont32(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 lo, hi, m, t; mul.lo.u32 lo, $1, $2; mul.hi.u32 hi, $1, $2; mul.lo.u32 m, lo, 0x77FFFFFF; mul.hi.u32 t, m, 0x78000001; mad.lo.cc.u32 m, m, 0x78000001, lo; addc.u32 hi, hi, t; sub.u32 t, hi, 0x78000001; min.u32 $0, hi, t; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @subborrow(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 d, bo; sub.cc.u32 d, $1, $2; subc.u32 bo, 0, 0; and.b32 bo, bo, 0x7FFFFFED; add.u32 $0, d, bo; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @u96_cmp(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>, %x4: tensor<128xi32>, %x5: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 t; sub.cc.u32 t, $1, $4; subc.cc.u32 t, $2, $5; subc.cc.u32 t, $3, $6; subc.u32 $0, 0, 0; }" {constraints = "=r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3, %x4, %x5 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @cc_two_chains(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a, b; add.cc.u32 a, $2, $4; addc.u32 b, $3, $5; add.cc.u32 $0, a, 1; addc.u32 $1, b, 0; }" {constraints = "=r,=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @parity(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shr.u32 t, $1, 16; xor.b32 t, t, $1; shr.u32 $0, t, 8; xor.b32 t, t, $0; shr.u32 $0, t, 4; xor.b32 t, t, $0; and.b32 t, t, 15; mov.b32 $0, 0x6996; shr.u32 $0, $0, t; and.b32 $0, $0, 1; }" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @hilbert_bit(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .pred rx, ry; .reg .b32 x, y, t; and.b32 t, $2, 1; setp.ne.u32 rx, t, 0; and.b32 t, $3, 1; setp.ne.u32 ry, t, 0; mov.b32 x, $2; mov.b32 y, $3; @ry bra E; @!rx bra S; sub.u32 x, 255, x; sub.u32 y, 255, y; S: mov.b32 t, x; mov.b32 x, y; mov.b32 y, t; E: mov.b32 $0, x; mov.b32 $1, y; }" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @log1p_exact(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 u, d, l; .reg .pred z; add.rn.f32 u, $1, 0f3F800000; sub.rn.f32 d, u, 0f3F800000; setp.eq.f32 z, d, 0f00000000; lg2.approx.f32 l, u; mul.f32 l, l, 0f3F317218; mul.f32 l, l, $1; div.approx.f32 l, l, d; selp.f32 $0, $1, l, z; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @dd_add(%x0: tensor<128xf32>, %x1: tensor<128xf32>, %x2: tensor<128xf32>, %x3: tensor<128xf32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .f32 s, v, e; add.rn.f32 s, $2, $4; sub.rn.f32 v, s, $2; sub.rn.f32 e, s, v; sub.rn.f32 e, $2, e; sub.rn.f32 v, $4, v; add.rn.f32 e, e, v; add.rn.f32 e, e, $3; add.rn.f32 e, e, $5; add.rn.f32 $0, s, e; sub.rn.f32 s, $0, s; sub.rn.f32 $1, e, s; }" {constraints = "=&f,=f,f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @stochastic(%x0: tensor<128xf32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 b; and.b32 b, $2, 0xffff; add.u32 b, b, $1; shr.u32 $0, b, 16; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi32> -> tensor<128xbf16>
  tile.return
}
tile.func private @tied_two(%x0: tensor<128xf32>, %x1: tensor<128xi32>, %x2: tensor<128xf32>, %x3: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .pred g; setp.gt.f32 g, $4, $0; @g mov.f32 $0, $4; @g mov.b32 $1, $5; }" {constraints = "=f,=r,0,1,f,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xf32>, tensor<128xi32>, tensor<128xf32>, tensor<128xi32> -> tensor<128xf32>, tensor<128xi32>
  tile.return
}
tile.func private @b4_tolower(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 h, g, t; and.b32 h, $1, 0x7f7f7f7f; add.u32 g, h, 0x3f3f3f3f; add.u32 t, h, 0x25252525; xor.b32 g, g, t; not.b32 t, $1; and.b32 g, g, t; and.b32 g, g, 0x80808080; shr.u32 g, g, 2; add.u32 $0, $1, g; }" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @b4_iszero(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; and.b32 t, $1, 0x7f7f7f7f; add.u32 t, t, 0x7f7f7f7f; or.b32 t, t, $1; not.b32 t, t; shr.u32 t, t, 7; and.b32 $0, t, 0x01010101; }" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @s16_sat_add(%x0: tensor<128xi16>, %x1: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "{ .reg .s32 a, b, c, d; shl.b32 a, $1, 16; shl.b32 b, $2, 16; add.sat.s32 a, a, b; and.b32 c, $1, 0xffff0000; and.b32 d, $2, 0xffff0000; add.sat.s32 c, c, d; prmt.b32 $0, a, c, 0x7632; }" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xi16>, tensor<128xi16> -> tensor<128xi16>
  tile.return
}
tile.func private @isqrt(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 op, res, one, t; .reg .pred p, q; mov.u32 op, $1; mov.u32 res, 0; mov.u32 one, 0x40000000; L: add.u32 t, res, one; setp.ge.u32 p, op, t; @p sub.u32 op, op, t; shr.u32 res, res, 1; @p add.u32 res, res, one; shr.u32 one, one, 2; setp.ne.u32 q, one, 0; @q bra L; mov.u32 $0, res; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @brx(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 sel; and.b32 sel, $2, 1; t: .branchtargets c0, c1; brx.idx sel, t; c0: add.u32 $0, $1, 5; bra d; c1: mul.lo.u32 $0, $1, 7; d: }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @switch(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 sel; and.b32 sel, $2, 3; setp.eq.u32 p, sel, 0; @p bra c0; setp.eq.u32 p, sel, 1; @p bra c1; setp.eq.u32 p, sel, 2; @p bra c2; xor.b32 $0, $1, 3; bra d; c0: add.u32 $0, $1, 5; bra d; c1: mul.lo.u32 $0, $1, 7; bra d; c2: not.b32 $0, $1; d: }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @nested_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, j; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: mov.u32 j, 0; B: add.u32 $0, $0, $1; add.u32 j, j, 1; setp.lt.u32 q, j, 3; @q bra B; add.u32 i, i, 1; setp.ne.u32 q, i, 4; @q bra A; }" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @crc(%x0: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 c, m; .reg .s32 i; .reg .pred q; mov.u32 c, $1; mov.s32 i, 8; L: and.b32 m, c, 1; neg.s32 m, m; and.b32 m, m, 0xEDB88320; shr.u32 c, c, 1; xor.b32 c, c, m; sub.s32 i, i, 1; setp.gt.s32 q, i, 0; @q bra L; mov.u32 $0, c; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi8> -> tensor<128xi32>
  tile.return
}
tile.func private @cas_loop(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "{ .reg .b32 o, n, g; .reg .f32 f; .reg .pred q; ld.global.b32 o, [$0]; L: mov.b32 f, o; mul.f32 f, f, $1; mov.b32 n, f; atom.global.cas.b32 g, [$0], o, n; setp.ne.b32 q, g, o; mov.b32 o, g; @q bra L; }" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @first_iteration_flag(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred first, q; .reg .f32 m; .reg .s32 i; mov.s32 i, 0; L: setp.eq.s32 first, i, 0; @first mov.f32 m, $1; @!first mul.f32 m, m, $2; add.s32 i, i, 1; setp.lt.s32 q, i, 4; @q bra L; mov.f32 $0, m; }" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @state_machine(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 st, x; .reg .pred q; mov.u32 st, 0; mov.u32 x, $1; S: setp.eq.u32 q, st, 0; @q bra A; setp.eq.u32 q, st, 1; @q bra B; bra D; A: add.u32 x, x, 3; mov.u32 st, 1; bra S; B: xor.b32 x, x, 5; mov.u32 st, 2; bra S; D: mov.u32 $0, x; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bisect(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 lo, hi, m, t; .reg .pred q; mov.u32 lo, 0; mov.u32 hi, 65536; L: sub.u32 t, hi, lo; setp.le.u32 q, t, 1; @q bra D; add.u32 m, lo, hi; shr.u32 m, m, 1; mul.lo.u32 t, m, m; setp.le.u32 q, t, $1; @q mov.u32 lo, m; @!q mov.u32 hi, m; bra L; D: mov.u32 $0, lo; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @backoff(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .u32 v, ns; .reg .pred q; mov.u32 ns, 8; L: ld.acquire.gpu.global.u32 v, [$0]; setp.ne.u32 q, v, 0; @q bra D; nanosleep.u32 ns; shl.b32 ns, ns, 1; min.u32 ns, ns, 256; bra L; D: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @delay() {
  %r = tile.elementwise_inline_asm "{.reg .u64 start, now, elapsed; .reg .pred done; mov.u64 start, %clock64; L: mov.u64 now, %clock64; sub.u64 elapsed, now, start; setp.ge.u64 done, elapsed, 1000; @!done bra L; mov.u32 $0, 0;}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> tensor<128xi32>
  tile.return
}
tile.func private @mov_pred(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred a, b; setp.lt.s32 a, $1, 0; mov.pred b, a; @b neg.s32 $0, $1; @!b mov.s32 $0, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @split_bf16x2(%x0: tensor<128xf32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .b16 h, z; mov.b16 z, 0; .reg .f32 d; .reg .b32 w; cvt.rn.bf16.f32 h, $2; mov.b16 $0, h; mov.b32 w, {z, h}; mov.b32 d, w; sub.f32 d, $2, d; cvt.rn.bf16.f32 $1, d; }" {constraints = "=h,=h,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>, tensor<128xbf16>
  tile.return
}
tile.func private @tf32_split(%x0: tensor<128xf32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .b32 h, l; .reg .f32 d; cvt.rna.tf32.f32 h, $2; sub.f32 d, $2, h; cvt.rna.tf32.f32 l, d; mov.b32 $0, h; mov.b32 $1, l; }" {constraints = "=r,=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @h2_mask_and(%x0: tensor<128xbf16>, %x1: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; set.gtu.u32.bf16x2 m, $1, $2; lop3.b32 $0, m, $1, $2, 0xCA; }" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xbf16>, tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
tile.func private @e4_mul_scale(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 h, s; .reg .b16 x; cvt.rn.f16x2.e4m3x2 h, $1; mov.b16 x, 0x3800; mov.b32 s, {x, x}; mul.f16x2 h, h, s; cvt.rn.satfinite.e4m3x2.f16x2 $0, h; }" {constraints = "=h,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf8E4M3FN>
  tile.return
}
}
