// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics -o /dev/null

// What kernels do, right: quantisation, hashing, random numbers, exchange in a warp,
// barriers, memory, halves, conversions, predicates. None has a finding.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @q_s8(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 f; .reg .b32 i; mul.f32 f, $1, $2; cvt.rni.sat.s8.f32 i, f; mov.b32 $0, i; }" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xi8>
  tile.return
}
tile.func private @q_u8x4(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 a,b,c,d; cvt.rni.sat.u8.f32 a, $1; cvt.rni.sat.u8.f32 b, $2; cvt.rni.sat.u8.f32 c, $3; cvt.rni.sat.u8.f32 d, $4; prmt.b32 a, a, b, 0x3340; prmt.b32 c, c, d, 0x3340; prmt.b32 $0, a, c, 0x5410; }" {constraints = "=r,f,f,f,f", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi8>
  tile.return
}
tile.func private @q_pack_sat(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "cvt.pack.sat.s8.s32.b32 $0, $1, $2, 0;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @q_e4m3(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @q_e5m2_relu(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.relu.e5m2x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf8E5M2>
  tile.return
}
tile.func private @dq_e4m3(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf16>
  tile.return
}
tile.func private @dq_e5m2_x4(%x0: tensor<128xf8E5M2>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 l,h; mov.b32 {l,h}, $2; cvt.rn.f16x2.e5m2x2 $0, l; cvt.rn.f16x2.e5m2x2 $1, h; }" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xf16>
  tile.return
}
tile.func private @murmur(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shr.u32 t, $1, 16; xor.b32 t, t, $1; mul.lo.u32 t, t, 0x85ebca6b; shr.u32 $0, t, 13; xor.b32 t, t, $0; mul.lo.u32 t, t, 0xc2b2ae35; shr.u32 $0, t, 16; xor.b32 $0, $0, t; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @hash_float(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; mul.lo.u32 t, $1, 0x9E3779B1; xor.b32 $0, t, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @pcg(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 s, w; mad.lo.u32 s, $1, 747796405, 2891336453; shr.u32 w, s, 28; add.u32 w, w, 4; shr.u32 w, s, w; xor.b32 w, w, s; mul.lo.u32 w, w, 277803737; shr.u32 s, w, 22; xor.b32 $0, s, w; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @uniform01(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t; shr.u32 t, $1, 9; or.b32 t, t, 0x3f800000; add.f32 $0, t, 0fBF800000; }" {constraints = "=f,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @uniform_bits_in_out(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shr.u32 $0, $1, 9; or.b32 $0, $0, 0x3f800000; add.f32 $0, $0, 0fBF800000;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @philox(%x0: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .u64 p; mul.wide.u32 p, $2, 0xD2511F53; mov.b64 {$0, $1}, p; }" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @seed_by_cta(%x0: i32) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 c; mov.u32 c, %ctaid.x; mad.lo.u32 $0, c, 1664525, $1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}
tile.func private @smid() {
  %r = tile.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> i32
  tile.return
}
tile.func private @grid() {
  %r = tile.elementwise_inline_asm "{ .reg .u32 a,b; mov.u32 a, %ctaid.x; mov.u32 b, %nctaid.x; mad.lo.u32 $0, a, b, 1; }" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> i32
  tile.return
}
tile.func private @butterfly(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; shfl.sync.bfly.b32 t, $1, 16, 31, -1; add.f32 $0, $1, t; }" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @warp_sum_loop(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 t, o; .reg .pred p; mov.b32 $0, $1; mov.b32 o, 16; L: shfl.sync.bfly.b32 t, $0, o, 31, -1; add.f32 $0, $0, t; shr.u32 o, o, 1; setp.ne.u32 p, o, 0; @p bra L; }" scope = thread {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @ballot_count(%x0: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; vote.sync.ballot.b32 m, $1, -1; popc.b32 $0, m; }" scope = thread {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi1> -> tensor<128xi32>
  tile.return
}
tile.func private @leader_atomic(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.eq.u32 p, l, 0; @p red.global.add.u32 [$0], 1; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @elect_issue(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; elect.sync _|p, -1; @p prefetch.global.L2 [$0]; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @rank() {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m, l; activemask.b32 m; mov.u32 l, %lanemask_lt; and.b32 m, m, l; popc.b32 $0, m; }" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false}  -> tensor<128xi32>
  tile.return
}
tile.func private @match_any(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "match.any.sync.b32 $0, $1, -1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @redux(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "redux.sync.max.s32 $0, $1, -1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @warp_id_store(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .b32 t; .reg .b64 a; mov.u32 t, %tid.x; mad.wide.u32 a, t, 4, $0; st.global.b32 [a], t; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @two_warps_meet() {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 1, 64; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @producer() {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; @p bar.arrive 1, 128; @!p bar.sync 1, 128; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @bar0() {
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @bar0_all() {
  tile.elementwise_inline_asm "barrier.cta.sync.aligned 0, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @bar_red(%x0: i32) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.or.pred q, 0, p; selp.b32 $0, 1, 0, q; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @spin_then_bar(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 v; L: ld.acquire.gpu.global.b32 v, [$0]; setp.eq.u32 p, v, 0; @p bra L; bar.sync 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @thread0_then_bar(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; setp.ne.u32 p, t, 0; @p bra S; red.release.gpu.global.add.u32 [$0], 1; S: bar.sync 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @early_out(%x0: i32) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 c; mov.u32 c, %ctaid.x; setp.ge.u32 p, c, $0; @p exit; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @shared_exchange(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 4 .b8 room[512]; .reg .u32 t, at; mov.u32 t, %tid.x; mov.u32 at, room; mad.lo.u32 at, t, 4, at; st.shared.b32 [at], $1; bar.sync 0; xor.b32 t, t, 32; mov.u32 at, room; mad.lo.u32 at, t, 4, at; ld.shared.b32 $0, [at]; bar.sync 0; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @prefetch(%x0: tensor<128x!tile.ptr<i32>>) {
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @prefetch_scaled(%x0: tensor<128x!tile.ptr<i32>>) {
  tile.elementwise_inline_asm "{ .reg .b64 a; add.u64 a, $0, 128; prefetch.global.L1 [a]; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @evict_first(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 c; createpolicy.fractional.L2::evict_first.b64 c, 1.0; ld.global.L2::cache_hint.b32 $0, [$1], c; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @nc_load(%x0: tensor<128x!tile.ptr<f32>>) {
  %r:4 = tile.elementwise_inline_asm "ld.global.nc.L1::no_allocate.v4.f32 {$0, $1, $2, $3}, [$4];" {constraints = "=f,=f,=f,=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @nc_half(%x0: tensor<128x!tile.ptr<f16>>) {
  %r = tile.elementwise_inline_asm "ld.global.nc.b16 $0, [$1];" {constraints = "=h,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f16>> -> tensor<128xf16>
  tile.return
}
tile.func private @st_cs(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "st.global.cs.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
tile.func private @mad_wide(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; mad.wide.s32 a, $2, 4, $1; ld.global.f32 $0, [a]; }" {constraints = "=f,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @cvta_global(%x0: tensor<128x!tile.ptr<i32>>) {
  tile.elementwise_inline_asm "{ .reg .b64 a; cvta.to.global.u64 a, $0; atom.global.exch.b32 _, [a], 1; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @red_f16x2(%x0: tensor<128x!tile.ptr<f16>>, %x1: tensor<128xf16>) {
  tile.elementwise_inline_asm "red.global.add.noftz.f16x2 [$0], $2;" {constraints = "l,l,r", packed_element = 2 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f16>>, tensor<128xf16>
  tile.return
}
tile.func private @cp_async(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 b[16]; .reg .b32 s; mov.u32 s, b; cp.async.ca.shared.global [s], [$0], 16; cp.async.wait_all; .reg .b32 v; ld.shared.b32 v, [s]; red.global.add.u32 [$0], v; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @isspace(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; isspacep.global p, $1; selp.b32 $0, 1, 0, p; }" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @pointer_hash(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 t; shr.u64 t, $1, 7; cvt.u32.u64 $0, t; }" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @pointer_difference(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 t; sub.u64 t, $1, $2; cvt.u32.u64 $0, t; }" {constraints = "=r,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @ring(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .shared .b32 b[64]; .reg .b64 t; .reg .b32 o, s; sub.u64 t, $1, $2; cvt.u32.u64 o, t; and.b32 o, o, 252; mov.b32 s, b; add.u32 s, s, o; st.shared.b32 [s], o; ld.shared.b32 $0, [s]; }" {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @ring2(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .shared .b32 b[64]; .reg .b64 t; .reg .b32 o, s; sub.u64 t, $1, $2; cvt.u32.u64 o, t; mov.b32 s, b; add.u32 s, s, o; st.shared.b32 [s], o; ld.shared.b32 $0, [s]; }" {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @hfma2(%x0: tensor<128xf16>, %x1: tensor<128xf16>, %x2: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "fma.rn.f16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf16>, tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @bfma2_relu(%x0: tensor<128xbf16>, %x1: tensor<128xbf16>, %x2: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "fma.rn.relu.bf16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : tensor<128xbf16>, tensor<128xbf16>, tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
tile.func private @habs2(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7fff7fff;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @lone_half(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "add.f16 $0, $1, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @half_in_r(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 a, z; mov.b32 {a, z}, $1; neg.f16 a, a; mov.b32 $0, {a, z}; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @half_sat(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 a; cvt.f32.f16 a, $1; cvt.rn.sat.f16.f32 $0, a; }" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @tanh2(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "tanh.approx.bf16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
tile.func private @ex2_half(%x0: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "ex2.approx.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @bf16_high_half(%x0: tensor<128xbf16>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 a, b; .reg .b32 t; shl.b32 t, $1, 16; mov.b32 a, t; and.b32 t, $1, 0xffff0000; mov.b32 b, t; cvt.rn.bf16x2.f32 $0, b, a; }" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xbf16> -> tensor<128xbf16>
  tile.return
}
tile.func private @set_mask(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "set.gt.u32.f32 $0, $1, 0f00000000; and.b32 $0, $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @two_maxes(%x0: tensor<128xf16>, %x1: tensor<128xf16>) {
  %r = tile.elementwise_inline_asm "max.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : tensor<128xf16>, tensor<128xf16> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_tf32(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @cvt_rz(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rzi.f32.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @cvt_f64(%x0: tensor<128xf64>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f32.f64 $0, $1;" {constraints = "=f,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf64> -> tensor<128xf32>
  tile.return
}
tile.func private @cvt_mix(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f64 d; cvt.f64.f32 d, $1; mul.f64 d, d, d; cvt.rn.f32.f64 $0, d; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @floor_int(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rmi.s32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @fast_log2(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 i; mov.b32 i, $1; cvt.rn.f32.s32 $0, i; fma.rn.f32 $0, $0, 0f34000000, 0fC2FE0000; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @newton(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 a; rcp.approx.ftz.f32 $0, $1; neg.f32 a, $1; fma.rn.f32 a, a, $0, 0f3F800000; fma.rn.f32 $0, a, $0, $0; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @round_in_place(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rzi.s32.f32 $0, $0; cvt.rn.f32.s32 $0, $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @pred(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p, q; setp.lt.f32 p|q, $1, $2; @p mov.f32 $0, $1; @q mov.f32 $0, $2; }" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @pred_in(%x0: tensor<128xf32>, %x1: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "@$2 add.f32 $0, $1, 0f3F800000; @!$2 mov.f32 $0, $1;" {constraints = "=f,f,b", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi1> -> tensor<128xf32>
  tile.return
}
tile.func private @slct(%x0: tensor<128xf32>, %x1: tensor<128xf32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "slct.f32.s32 $0, $1, $2, $3;" {constraints = "=f,f,f,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf32>, tensor<128xf32>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @slct_sign(%x0: tensor<128xf32>, %x1: tensor<128xf32>, %x2: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "slct.f32.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @vadd4(%x0: tensor<128xi8>, %x1: tensor<128xi8>, %x2: tensor<128xi8>) {
  %r = tile.elementwise_inline_asm "vadd4.u32.u32.u32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 4 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi8>, tensor<128xi8>, tensor<128xi8> -> tensor<128xi8>
  tile.return
}
tile.func private @vabsdiff(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "vabsdiff.u32.u32.u32.add $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @dp4a(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "dp4a.s32.s32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @count_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 i; mov.b32 i, $1; mov.b32 $0, 0; L: add.u32 $0, $0, i; sub.u32 i, i, 1; setp.ne.u32 p, i, 0; @p bra L; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @assert(%x0: tensor<128xf32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.f32 p, $0, 0f00000000; @p trap; }" {constraints = "f", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32>
  tile.return
}
tile.func private @timer() {
  %r = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" scope = thread {constraints = "=l", packed_element = 1 : i32, pure = false}  -> i64
  tile.return
}
tile.func private @sext(%x0: tensor<128xi8>, %x1: tensor<128xi16>) {
  %r = tile.elementwise_inline_asm "mad.lo.s32 $0, $1, $2, 1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true, sign_extend} %x0, %x1 : tensor<128xi8>, tensor<128xi16> -> tensor<128xi32>
  tile.return
}
tile.func private @sext_mixed(%x0: tensor<128xi8>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .f32 t; cvt.rn.f32.s32 t, $1; mul.f32 $0, t, $2; }" {constraints = "=f,r,f", packed_element = 1 : i32, pure = true, sign_extend} %x0, %x1 : tensor<128xi8>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @fence_publish(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>, %x2: tensor<128x!tile.ptr<i32>>) {
  tile.elementwise_inline_asm "st.relaxed.gpu.global.b32 [$0], $1; fence.acq_rel.gpu; red.relaxed.gpu.global.add.u32 [$2], 1;" {constraints = "l,r,l", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>, tensor<128x!tile.ptr<i32>>
  tile.return
}
tile.func private @local_table(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .local .align 4 .b8 t[16]; .reg .b64 a; .reg .b32 i; and.b32 i, $1, 3; mov.u64 a, t; mad.wide.u32 a, i, 4, a; st.local.b32 [t], 1; st.local.b32 [t+4], 2; st.local.b32 [t+8], 3; st.local.b32 [t+12], 4; ld.local.b32 $0, [a]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shared_ptr(%x0: !tile.ptr<f32,3>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 a; cvt.u32.u64 a, $1; ld.shared.f32 $0, [a]; }" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32,3> -> f32
  tile.return
}
tile.func private @abs_min(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 a; and.b32 a, $1, 0x7fffffff; min.u32 $0, a, $2; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @copysign(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "copysign.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @lop3(%x0: tensor<128xf32>, %x1: tensor<128xf32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xca;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xf32>, tensor<128xf32>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @bfe_exp(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 23, 8;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @ldexp(%x0: tensor<128xf32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 e; shl.b32 e, $2, 23; add.s32 $0, $1, e; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi32> -> tensor<128xf32>
  tile.return
}
tile.func private @f64_words(%x0: tensor<128xf64>) {
  %r:2 = tile.elementwise_inline_asm "mov.b64 {$0, $1}, $2;" {constraints = "=r,=r,d", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf64> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @f64_join(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "mov.b64 $0, {$1, $2};" {constraints = "=d,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xf64>
  tile.return
}
tile.func private @half_from_bits(%x0: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "mov.b32 {$0, $1}, $2;" {constraints = "=h,=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xf16>, tensor<128xf16>
  tile.return
}
tile.func private @fp8_bytes(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x3210;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf8E4M3FN>
  tile.return
}
tile.func private @fp8_abs(%x0: tensor<128xf8E5M2>) {
  %r = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7f7f7f7f;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xf8E5M2> -> tensor<128xf8E5M2>
  tile.return
}
tile.func private @fp8_lone(%x0: tensor<128xf8E4M3FN>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 t; .reg .b32 h; cvt.u16.u32 t, $1; cvt.rn.f16x2.e4m3x2 h, t; mov.b32 {$0, _}, h; }" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf8E4M3FN> -> tensor<128xf16>
  tile.return
}
tile.func private @fp8_store(%x0: tensor<128x!tile.ptr<f8E4M3FN>>, %x1: tensor<128xf32>, %x2: tensor<128xf32>) {
  tile.elementwise_inline_asm "{ .reg .b16 t; cvt.rn.satfinite.e4m3x2.f32 t, $2, $1; st.global.b16 [$0], t; }" {constraints = "l,f,f", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f8E4M3FN>>, tensor<128xf32>, tensor<128xf32>
  tile.return
}
tile.func private @sat01(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "add.sat.f32 $0, $1, 0f00000000;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @cvt_sat(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.sat.f32.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @cvt_half_from_int(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16.s32 $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xf16>
  tile.return
}
tile.func private @cvt_relu_bf(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.relu.bf16.f32 $0, $1;" {constraints = "=h,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xbf16>
  tile.return
}
tile.func private @mixed_in_r(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $2, $1;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xf16>
  tile.return
}
tile.func private @select_sign(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.s32 p, $1, 0; selp.b32 $0, $1, $2, p; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @set_f32(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "set.lt.f32.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @set_u32_to_i1(%x0: tensor<128xf32>, %x1: tensor<128xi1>) {
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.lt.and.f32 p, $1, 0f7f800000, $2; selp.u32 $0, 1, 0, p; }" {constraints = "=r,f,b", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xi1> -> tensor<128xi32>
  tile.return
}
tile.func private @exit_none(%x0: i32) {
  tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.u32 p, $0, 0; @!p bra GO; exit; GO: bar.sync 0; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @phases(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 i; mov.b32 i, 0; L: bar.sync 0; st.global.b32 [$0], i; bar.sync 0; add.u32 i, i, 1; setp.lt.u32 p, i, 8; @p bra L; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @switch(%x0: i32) {
  tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.u32 p, $0, 1; @p bra A; bar.sync 0; bra E; A: bar.sync 1; E: bar.sync 0; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @const_ptr(%x0: !tile.ptr<f32,4>) {
  %r = tile.elementwise_inline_asm "ld.const.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32,4> -> f32
  tile.return
}
tile.func private @generic_atomics(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "atom.add.u32 $0, [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_store(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[128]; .reg .b32 a; mov.u32 a, s; cp.async.bulk.global.shared::cta.bulk_group [$0], [a], 128; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @select_pointer(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128x!tile.ptr<i32>>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; .reg .pred p; setp.eq.s32 p, $3, 0; selp.b64 a, $1, $2, p; ld.global.b32 $0, [a]; }" {constraints = "=r,l,l,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<i32>>, tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @tag_bits(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; and.b64 a, $1, -16; ld.global.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @pure_prefetch(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "prefetch.global.L2 [$1]; mov.b32 $0, $2;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @pure_ldg_none() {
  %r = tile.elementwise_inline_asm "mov.b32 $0, %nwarpid;" {constraints = "=r", packed_element = 1 : i32, pure = true}  -> i32
  tile.return
}
tile.func private @gdc() {
  tile.elementwise_inline_asm "griddepcontrol.wait;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
tile.func private @scale_ue8m0(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b16 t; cvt.rp.satfinite.ue8m0x2.f32 t, $1, 0f00000000; cvt.u32.u16 $0, t; }" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @fp4(%x0: tensor<128xf32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, $2, $1; cvt.u32.u8 $0, t; }" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xf32>, tensor<128xf32> -> tensor<128xi8>
  tile.return
}
tile.func private @tcgen_commit(%x0: i32) {
  tile.elementwise_inline_asm "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];" {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @tmem_wait() {
  tile.elementwise_inline_asm "tcgen05.fence::before_thread_sync;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}
