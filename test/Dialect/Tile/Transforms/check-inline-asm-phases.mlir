// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// mbarriers, bulk copies, clusters and warpgroups by a run of all threads, and right
// programs beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bulk_count2_more(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 4: expected the phase that 'mbarrier.try_wait.parity.shared::cta.b64' waits for to end, found that 1024 bytes which are expected never arrive; the bytes of the copies in expect_tx [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 1024, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_init_128(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 4: expected the phase that 'mbarrier.try_wait.parity.shared::cta.b64' waits for to end, found that 127 of 128 arrivals never happen; the number of arrivals in mbarrier.init [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 128; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_no_init(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 5, column 49: expected a barrier between 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 16 of 's', which thread 1 reads; wait for the copy, and bar.sync 0 after the wait [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_no_arrive(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 4: expected the phase that 'mbarrier.try_wait.parity.shared::cta.b64' waits for to end, found that 1 of 1 arrivals never happen; the number of arrivals in mbarrier.init [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_init_all(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 2, column 41: expected one thread to write each place in 'mbarrier.init.shared::cta.b64', found none: thread 0 writes byte 0 of 'm', which thread 1 writes; a predicate for one thread, or an atomic operation [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_parity_1(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 5, column 49: expected a barrier between 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' and 'ld.shared.f32' of another thread, found none: thread 0 writes byte 16 of 's', which thread 1 reads; wait for the copy, and bar.sync 0 after the wait [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 1; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_all_threads(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 3, column 58: expected one thread to write each place in 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes', found none: thread 0 writes byte 0 of 's', which thread 1 writes; a predicate for one thread, or an atomic operation [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0Ambarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_mbar_in_data(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 4: expected a barrier between 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' and 'mbarrier.try_wait.parity.shared::cta.b64' of another thread, found none: thread 0 writes byte 1024 of 's', which thread 1 changes; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048];  .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [s+1024], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [s+1024], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [s+1024];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [s+1024], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_no_barrier_after_init(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 4: expected a barrier between 'mbarrier.init.shared::cta.b64' and 'mbarrier.try_wait.parity.shared::cta.b64' of another thread, found none: thread 0 writes byte 0 of 'm', which thread 1 changes; bar.sync 0, or bar.warp.sync in a warp [thread-race]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @g_half_warps(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 38: expected all four warps of a warpgroup to run 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16', found that warp 2 does not; a branch on whole warpgroups, of 128 threads [lanes-divided]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[4096]; .reg .b32 t, a, z; .reg .u64 o; .reg .b64 d, w; .reg .f32 c<4>; .reg .pred p, p2;\0Amov.u32 t, %tid.x; mov.u32 a, s; shl.b32 z, t, 5; add.u32 z, a, z; st.shared.v4.b32 [z], {t, t, t, t}; st.shared.v4.b32 [z+16], {t, t, t, t}; fence.proxy.async.shared::cta; bar.sync 0;\0Acvt.u64.u32 d, a; shr.u64 d, d, 4; and.b64 d, d, 0x3fff; or.b64 d, d, 0x0000000800080000; add.u64 w, d, 128; mov.f32 c0, 0f00000000; mov.f32 c1, c0; mov.f32 c2, c0; mov.f32 c3, c0; setp.ne.b32 p, 1, 0; setp.ge.u32 p2, t, 64;\0A@p2 bra X; wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {c0, c1, c2, c3}, d, w, p, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\0AX: mul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @g_no_proxy_fence(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 27: expected 'fence.proxy.async' between 'st.shared.v4.b32' and 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16', which does not see what ordinary stores wrote, found none; fence.proxy.async.shared::cta before the barrier [async-unfenced]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[4096]; .reg .b32 t, a, z; .reg .u64 o; .reg .b64 d, w; .reg .f32 c<4>; .reg .pred p;\0Amov.u32 t, %tid.x; mov.u32 a, s; shl.b32 z, t, 5; add.u32 z, a, z; st.shared.v4.b32 [z], {t, t, t, t}; st.shared.v4.b32 [z+16], {t, t, t, t}; bar.sync 0;\0Acvt.u64.u32 d, a; shr.u64 d, d, 4; and.b64 d, d, 0x3fff; or.b64 d, d, 0x0000000800080000; add.u64 w, d, 128; mov.f32 c0, 0f00000000; mov.f32 c1, c0; mov.f32 c2, c0; mov.f32 c3, c0; setp.ne.b32 p, 1, 0;\0Awgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {c0, c1, c2, c3}, d, w, p, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\0Amul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @g_desc_address(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 4, column 27: expected bits 4 to 17 of an address in the descriptor 'd' of 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16', found an address that nothing shifts; shr.u64 by 4 of the address, and then and.b64 with 0x3fff [matrix-descriptor]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[4096]; .reg .b32 t, a, z; .reg .u64 o; .reg .b64 d, w; .reg .f32 c<4>; .reg .pred p;\0Amov.u32 t, %tid.x; mov.u32 a, s; shl.b32 z, t, 5; add.u32 z, a, z; st.shared.v4.b32 [z], {t, t, t, t}; st.shared.v4.b32 [z+16], {t, t, t, t}; fence.proxy.async.shared::cta; bar.sync 0;\0Acvt.u64.u32 d, a; and.b64 d, d, 0x3fff; or.b64 d, d, 0x0000000800080000; add.u64 w, d, 128; mov.f32 c0, 0f00000000; mov.f32 c1, c0; mov.f32 c2, c0; mov.f32 c3, c0; setp.ne.b32 p, 1, 0;\0Awgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {c0, c1, c2, c3}, d, w, p, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\0Amul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @mapa_no_sync(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 191: expected a barrier of the cluster between 'st.shared.u32' of the other CTAs and 'ld.shared::cluster.u32' of what they wrote, found none; barrier.cluster.arrive and barrier.cluster.wait [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, b, v; .reg .u64 o; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t;  mapa.shared::cluster.u32 b, b, 0; ld.shared::cluster.u32 v, [b]; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mapa_local_use_ld(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 275: expected an address of this CTA for 'ld.shared::cta.u32', found one that 'mapa' made of another CTA; name .shared::cluster [address-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, b, v; .reg .u64 o; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mapa.shared::cluster.u32 b, b, 0; ld.shared::cta.u32 v, [b]; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mapa_local_use_atom(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 276: expected an address of this CTA for 'atom.shared.add.u32', found one that 'mapa' made of another CTA; name .shared::cluster [address-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, b, v; .reg .u64 o; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mapa.shared::cluster.u32 b, b, 0; atom.shared.add.u32 v, [b], 1; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @mapa_of_global(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 57: expected an address in .shared for 'mapa.shared::cluster.u64', found $0, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b64 r; .reg .b32 v; mapa.shared::cluster.u64 r, $0, 1; ld.shared::cluster.u32 v, [r]; st.global.u32 [$0], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @bs_cpasync_wait(%x0: !tile.ptr<f32>) {
  // expected-warning @below {{in the asm, line 1, column 301: expected 'cp.async.bulk.commit_group' and 'cp.async.bulk.wait_group' after 'cp.async.bulk.global.shared::cta.bulk_group', found 'cp.async.wait_all', which knows no bulk copies; the same instruction of '.bulk' [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.f32 [b], 0f3F800000; fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 p, t, 0; @!p bra E; cp.async.bulk.global.shared::cta.bulk_group [$0], [s], 512;  cp.async.wait_all; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_load(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 2048, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_two_one_barrier(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>, %x2: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [m], 1; @p fence.proxy.async.shared::cta; bar.sync 0;\0A@!p bra W; mbarrier.arrive.expect_tx.shared::cta.b64 st, [m], 2048; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$0], 1024, [m]; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s+1024], [$2], 1024, [m];\0AW: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W;\0Amov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; mul.wide.u32 o, t, 4; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l,l", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @bulk_store(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[512]; .reg .pred p; .reg .b32 t, a, b; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t; fence.proxy.async.shared::cta; bar.sync 0; setp.eq.u32 p, t, 0;\0A@!p bra E; cp.async.bulk.global.shared::cta.bulk_group [$0], [s], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; E: }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @cpasync_mbarrier(%x0: !tile.ptr<f32>, %x1: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b; .reg .u64 o, g; .reg .f32 x;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared.b64 [m], 128; bar.sync 0;\0Amul.wide.u32 o, t, 16; add.u64 g, $0, o; mov.u32 a, s; shl.b32 b, t, 4; add.u32 b, a, b; cp.async.ca.shared.global [b], [g], 16; cp.async.mbarrier.arrive.noinc.shared.b64 [m];\0AW: mbarrier.try_wait.parity.shared.b64 d, [m], 0; @!d bra W;\0Axor.b32 b, t, 127; shl.b32 b, b, 4; add.u32 b, a, b; ld.shared.f32 x, [b]; add.u64 g, $1, o; st.global.f32 [g], x; }" scope = thread {constraints = "l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @mbar_arrive_all(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .shared .align 8 .b64 m; .reg .pred p, d; .reg .b32 t, a, b, v; .reg .u64 o; .reg .b64 st;\0Amov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared.b64 [m], 128; bar.sync 0; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t; mbarrier.arrive.shared.b64 st, [m];\0AW: mbarrier.test_wait.shared.b64 d, [m], st; @!d bra W; xor.b32 b, t, 64; shl.b32 b, b, 2; add.u32 b, a, b; ld.shared.u32 v, [b]; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @wgmma_f16(%x0: !tile.ptr<f32>) {
  tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[4096]; .reg .b32 t, a, z; .reg .u64 o; .reg .b64 d, w; .reg .f32 c<4>; .reg .pred p;\0Amov.u32 t, %tid.x; mov.u32 a, s; shl.b32 z, t, 5; add.u32 z, a, z; st.shared.v4.b32 [z], {t, t, t, t}; st.shared.v4.b32 [z+16], {t, t, t, t}; fence.proxy.async.shared::cta; bar.sync 0;\0Acvt.u64.u32 d, a; shr.u64 d, d, 4; and.b64 d, d, 0x3fff; or.b64 d, d, 0x0000000800080000; add.u64 w, d, 128; mov.f32 c0, 0f00000000; mov.f32 c1, c0; mov.f32 c2, c0; mov.f32 c3, c0; setp.ne.b32 p, 1, 0;\0Awgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {c0, c1, c2, c3}, d, w, p, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\0Amul.wide.u32 o, t, 16; add.u64 o, $0, o; st.global.v4.f32 [o], {c0, c1, c2, c3}; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
tile.func private @mapa_remote_load(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[512]; .reg .b32 t, a, b, v; .reg .u64 o; mov.u32 t, %tid.x; mov.u32 a, s; shl.b32 b, t, 2; add.u32 b, a, b; st.shared.u32 [b], t;\0Abarrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned; mapa.shared::cluster.u32 b, b, 0; ld.shared::cluster.u32 v, [b]; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; mul.wide.u32 o, t, 4; add.u64 o, $0, o; st.global.u32 [o], v; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
}
