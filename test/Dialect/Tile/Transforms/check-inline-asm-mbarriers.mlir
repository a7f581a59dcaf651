// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// mbarriers that a body makes itself, bulk copies, barriers of the cluster; and
// right programs beside them.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @bulk_everyone(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 10, column 3: expected 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' under the predicate of 'mbarrier.arrive.expect_tx.shared.b64', found none, so that more bytes arrive than are expected; the same predicate [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 dst[512];\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, d, t; .reg .pred p, done;\0A  mov.u32 b, bar; mov.u32 d, dst; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 1;\0A  @p fence.mbarrier_init.release.cluster;\0A  bar.sync 0;\0A  @p mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\0A  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [$1], 512, [b];\0AW: mbarrier.try_wait.parity.shared.b64 done, [b], 0;\0A  @!done bra W;\0A  mad.lo.u32 d, t, 4, d;\0A  ld.shared.f32 $0, [d];\0A  add.f32 $0, $0, $2;\0A}" scope = thread {constraints = "=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @bulk_loop_inverted(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 12, column 3: expected the loop to continue while 'mbarrier.try_wait.parity.shared.b64' gives false, found one that continues while it gives true; '@!' instead of '@' [wait-once]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 dst[512];\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, d, t; .reg .pred p, done;\0A  mov.u32 b, bar; mov.u32 d, dst; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 1;\0A  @p fence.mbarrier_init.release.cluster;\0A  bar.sync 0;\0A  @p mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\0A  @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [$1], 512, [b];\0AW: mbarrier.try_wait.parity.shared.b64 done, [b], 0;\0A  @done bra W;\0A  mad.lo.u32 d, t, 4, d;\0A  ld.shared.f32 $0, [d];\0A  add.f32 $0, $0, $2;\0A}" scope = thread {constraints = "=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @bulk_nowait(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 12, column 3: expected a wait for the mbarrier of 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' before 'ld.shared.f32' of the same variable, found none; mbarrier.try_wait in a loop [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 dst[512];\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, d, t; .reg .pred p, done;\0A  mov.u32 b, bar; mov.u32 d, dst; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 1;\0A  @p fence.mbarrier_init.release.cluster;\0A  bar.sync 0;\0A  @p mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\0A  @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [$1], 512, [b];\0A  mad.lo.u32 d, t, 4, d;\0A  ld.shared.f32 $0, [d];\0A  add.f32 $0, $0, $2;\0A}" scope = thread {constraints = "=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @bulk_parity(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 11, column 4: expected 'mbarrier.try_wait.parity.shared.b64' to wait for the first phase, of parity 0, found parity 1, which counts as complete before it; 0 for the first phase, 1 for the second [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 dst[512];\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, d, t; .reg .pred p, done;\0A  mov.u32 b, bar; mov.u32 d, dst; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 1;\0A  @p fence.mbarrier_init.release.cluster;\0A  bar.sync 0;\0A  @p mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\0A  @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [$1], 512, [b];\0AW: mbarrier.try_wait.parity.shared.b64 done, [b], 1;\0A  @!done bra W;\0A  mad.lo.u32 d, t, 4, d;\0A  ld.shared.f32 $0, [d];\0A  add.f32 $0, $0, $2;\0A}" scope = thread {constraints = "=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @bulkst_wrongwait(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  // expected-warning @below {{in the asm, line 10, column 3: expected 'cp.async.bulk.commit_group' and 'cp.async.bulk.wait_group' after 'cp.async.bulk.global.shared::cta.bulk_group', found 'cp.async.commit_group', which knows no bulk copies; the same instruction of '.bulk' [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 src[512];\0A  .reg .u32 s, t, a; .reg .pred p;\0A  mov.u32 t, %tid.x; mov.u32 s, src; mad.lo.u32 a, t, 4, s;\0A  st.shared.f32 [a], $1;\0A  fence.proxy.async.shared::cta;\0A  bar.sync 0;\0A  setp.eq.u32 p, t, 0;\0A  @p cp.async.bulk.global.shared::cta.bulk_group [$0], [s], 512;\0A  @p cp.async.commit_group;\0A  @p cp.async.wait_group 0;\0A  bar.sync 0;\0A}" scope = thread {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32>
  tile.return
}
tile.func private @cluster_arrive_only() {
  // expected-warning @below {{in the asm, line 2, column 1: expected 'barrier.cluster.wait' between two 'barrier.cluster.arrive.aligned', found none; arrive and wait take turns [mbarrier-phase]}}
  tile.elementwise_inline_asm "barrier.cluster.arrive.aligned;\0Abarrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @mbar_allinit() {
  // expected-warning @below {{in the asm, line 3, column 3: expected one thread to run 'mbarrier.init.shared.b64', found that all do, and that some may have arrived before; a predicate such as %tid.x = 0, and bar.sync after it [mbarrier-init]}}
  tile.elementwise_inline_asm "{ .shared .align 8 .b64 bar; .reg .u32 b; .reg .pred done; .reg .b64 st;\0A  mov.u32 b, bar;\0A  mbarrier.init.shared.b64 [b], 128;\0A  mbarrier.arrive.shared.b64 st, [b];\0AW: mbarrier.test_wait.shared.b64 done, [b], st;\0A  @!done bra W; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @mbar_nobarrier() {
  // expected-warning @below {{in the asm, line 4, column 3: expected a barrier between 'mbarrier.init.shared.b64' of some threads and 'mbarrier.arrive.shared.b64' of others, found none; bar.sync 0 [mbarrier-init]}}
  tile.elementwise_inline_asm "{ .shared .align 8 .b64 bar; .reg .u32 b, t; .reg .pred p, done; .reg .b64 st;\0A  mov.u32 b, bar; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 128;\0A  mbarrier.arrive.shared.b64 st, [b];\0AW: mbarrier.test_wait.shared.b64 done, [b], st;\0A  @!done bra W; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @mbar_noinit() {
  // expected-warning @below {{in the asm, line 3, column 35: expected 'bar' to be written before 'mbarrier.arrive.shared.b64' reads it, found no instruction that does at these bytes [variable-unwritten]}}
  tile.elementwise_inline_asm "{ .shared .align 8 .b64 bar; .reg .u32 b; .reg .pred done; .reg .b64 st;\0A  mov.u32 b, bar;\0A  mbarrier.arrive.shared.b64 st, [b];\0AW: mbarrier.test_wait.shared.b64 done, [b], st;\0A  @!done bra W; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @mbar_phase_stuck() {
  // expected-warning @below {{in the asm, line 8, column 4: expected another parity of 'mbarrier.try_wait.parity.shared::cta.b64' in each iteration of the loop, found nothing in it that changes it, so that the second iteration does not wait; xor.b32 of the parity and 1 after the wait [mbarrier-phase]}}
  tile.elementwise_inline_asm "{\0A .shared .align 8 .b64 mb; .reg .b32 a, t, ph, i; .reg .pred lead, ok, more;\0A mov.u32 a, mb; mov.u32 t, %tid.x; setp.eq.u32 lead, t, 0;\0A @lead mbarrier.init.shared::cta.b64 [a], 128;\0A bar.sync 0;\0A mov.u32 ph, 0; mov.u32 i, 0;\0AR: mbarrier.arrive.shared::cta.b64 _, [a];\0AS: mbarrier.try_wait.parity.shared::cta.b64 ok, [a], ph;\0A @!ok bra S;\0A add.u32 i, i, 1; setp.lt.u32 more, i, 3; @more bra R;\0A bar.sync 0;\0A @lead mbarrier.inval.shared::cta.b64 [a];\0A}" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @noinc_missing(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 7, column 2: expected an arrival that 'mbarrier.init' counts, found 'cp.async.mbarrier.arrive.shared.b64' alone, which counts itself, so that the phase does not end; '.noinc', or mbarrier.arrive [mbarrier-phase]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A .shared .align 16 .b8 s[2048]; .shared .align 8 .b64 mb; .reg .u32 a, m, t; .reg .pred z, ok;\0A mov.u32 t, %tid.x; mov.u32 a, s; mov.u32 m, mb; mad.lo.u32 a, t, 16, a; setp.eq.u32 z, t, 0;\0A @z mbarrier.init.shared.b64 [m], 128;\0A bar.sync 0;\0A cp.async.cg.shared.global [a], [$1], 16;\0A cp.async.mbarrier.arrive.shared.b64 [m];\0AL: mbarrier.test_wait.parity.shared.b64 ok, [m], 0;\0A @!ok bra L;\0A ld.shared.b32 $0, [a];\0A}" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @shared_uninit(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 4, column 27: expected 'c' to be written before 'atom.shared.add.u32' reads it, found no instruction that does at these bytes [variable-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 4 .u32 c;\0A  .reg .u32 t;\0A  atom.shared.add.u32 t, [c], 1;\0A  bar.sync 0;\0A  ld.shared.u32 $0, [c];\0A  add.u32 $0, $0, $1;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @mbar_bulk_right(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 dst[512];\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, d, t; .reg .pred p, done;\0A  mov.u32 b, bar; mov.u32 d, dst; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 1;\0A  @p fence.mbarrier_init.release.cluster;\0A  bar.sync 0;\0A  @p mbarrier.arrive.expect_tx.shared.b64 _, [b], 512;\0A  @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [$1], 512, [b];\0AW: mbarrier.try_wait.parity.shared.b64 done, [b], 0;\0A  @!done bra W;\0A  mad.lo.u32 d, t, 4, d;\0A  ld.shared.f32 $0, [d];\0A  add.f32 $0, $0, $2;\0A  bar.sync 0;\0A  @p mbarrier.inval.shared.b64 [b];\0A}" scope = thread {constraints = "=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @mbar_arrive_wait_right() {
  tile.elementwise_inline_asm "{\0A  .shared .align 8 .b64 bar;\0A  .reg .u32 b, t; .reg .pred p, done; .reg .b64 st;\0A  mov.u32 b, bar; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;\0A  @p mbarrier.init.shared.b64 [b], 128;\0A  bar.sync 0;\0A  mbarrier.arrive.shared.b64 st, [b];\0AWAIT:\0A  mbarrier.test_wait.shared.b64 done, [b], st;\0A  @!done bra WAIT;\0A  bar.sync 0;\0A  @p mbarrier.inval.shared.b64 [b];\0A}" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @bulk_store_right(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "{\0A  .shared .align 128 .b8 src[512];\0A  .reg .u32 s, t, a; .reg .pred p;\0A  mov.u32 t, %tid.x; mov.u32 s, src; mad.lo.u32 a, t, 4, s;\0A  st.shared.f32 [a], $1;\0A  fence.proxy.async.shared::cta;\0A  bar.sync 0;\0A  setp.eq.u32 p, t, 0;\0A  @p cp.async.bulk.global.shared::cta.bulk_group [$0], [s], 512;\0A  @p cp.async.bulk.commit_group;\0A  @p cp.async.bulk.wait_group 0;\0A  bar.sync 0;\0A}" scope = thread {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32>
  tile.return
}
tile.func private @mbar_phase_loop_right() {
  tile.elementwise_inline_asm "{\0A .shared .align 8 .b64 mb; .reg .b32 a, t, ph, i; .reg .pred lead, ok, more;\0A mov.u32 a, mb; mov.u32 t, %tid.x; setp.eq.u32 lead, t, 0;\0A @lead mbarrier.init.shared::cta.b64 [a], 128;\0A bar.sync 0;\0A mov.u32 ph, 0; mov.u32 i, 0;\0AR: mbarrier.arrive.shared::cta.b64 _, [a];\0AS: mbarrier.try_wait.parity.shared::cta.b64 ok, [a], ph;\0A @!ok bra S;\0A xor.b32 ph, ph, 1;\0A add.u32 i, i, 1; setp.lt.u32 more, i, 3; @more bra R;\0A bar.sync 0;\0A @lead mbarrier.inval.shared::cta.b64 [a];\0A}" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @cp_async_mbar_noinc_right(%x0: tensor<128x!tile.ptr<i32>>) {
  %r:4 = tile.elementwise_inline_asm "{\0A .shared .align 16 .b8 s[2048]; .shared .align 8 .b64 mb; .reg .u32 a, m, t; .reg .pred z, ok;\0A mov.u32 t, %tid.x; mov.u32 a, s; mov.u32 m, mb; mad.lo.u32 a, t, 16, a; setp.eq.u32 z, t, 0;\0A @z mbarrier.init.shared.b64 [m], 128;\0A bar.sync 0;\0A cp.async.cg.shared.global [a], [$4], 16;\0A cp.async.mbarrier.arrive.noinc.shared.b64 [m];\0AL: mbarrier.test_wait.parity.shared.b64 ok, [m], 0;\0A @!ok bra L;\0A ld.shared.v4.b32 {$0, $1, $2, $3}, [a];\0A bar.sync 0;\0A @z mbarrier.inval.shared.b64 [m];\0A}" scope = thread {constraints = "=r,=r,=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @cluster_barrier_right() {
  tile.elementwise_inline_asm "barrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @shared_counter_right(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{\0A  .shared .align 4 .u32 c;\0A  .reg .pred p; .reg .u32 t;\0A  mov.u32 t, %tid.x;\0A  setp.eq.u32 p, t, 0;\0A  @p st.shared.u32 [c], 0;\0A  bar.sync 0;\0A  atom.shared.add.u32 t, [c], 1;\0A  bar.sync 0;\0A  ld.shared.u32 $0, [c];\0A  add.u32 $0, $0, $1;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_reduce_right(%x0: !tile.ptr<f32>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "{\0A .shared .align 16 .f32 s[128]; .reg .u32 a, b, t; .reg .pred z;\0A mov.u32 t, %tid.x; mov.u32 b, s; mad.lo.u32 a, t, 4, b; setp.eq.u32 z, t, 0;\0A st.shared.f32 [a], $1;\0A fence.proxy.async.shared::cta;\0A bar.sync 0;\0A @z cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [b], 512;\0A @z cp.async.bulk.commit_group;\0A @z cp.async.bulk.wait_group.read 0;\0A bar.sync 0;\0A}" scope = thread {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, tensor<128xf32>
  tile.return
}
tile.func private @producer_waits_for_empty(%x0: i32) {
  tile.elementwise_inline_asm "mbarrier.init.shared.b64 [$0], 1;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}
tile.func private @second_round_of_an_own_barrier() {
  tile.elementwise_inline_asm "{ .shared .align 8 .b64 m; .reg .b32 a, t, ph; .reg .pred z, ok, ok2; mov.u32 a, m; mov.u32 t, %tid.x; setp.eq.u32 z, t, 0; @z mbarrier.init.shared.b64 [a], 128; bar.sync 0; mbarrier.arrive.shared.b64 _, [a]; L: mbarrier.try_wait.parity.shared.b64 ok, [a], 0; @!ok bra L; mbarrier.arrive.shared.b64 _, [a]; M: mbarrier.try_wait.parity.shared.b64 ok2, [a], 1; @!ok2 bra M; bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}
