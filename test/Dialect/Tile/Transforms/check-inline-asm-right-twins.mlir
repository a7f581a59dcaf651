// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Right twins of check-inline-asm-{lanes,loops,idle,memory,pointees}.mlir:
// nothing is reported.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @red_f32(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "red.global.add.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @red_max_float(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>) {
  tile.elementwise_inline_asm "red.global.max.s32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f32>>, tensor<128xf32> -> ()
  tile.return
}
tile.func private @cas_float(%x0: tensor<128x!tile.ptr<f32>>, %x1: tensor<128xf32>, %x2: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm "atom.global.cas.b32 $0, [$1], $2, $3;" {constraints = "=r,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tile.return
}
tile.func private @red_f16x2(%x0: tensor<128x!tile.ptr<f16>>, %x1: tensor<128xf16>) {
  tile.elementwise_inline_asm "red.global.add.noftz.f16x2 [$0], $2;" {constraints = "l,l,r", packed_element = 2 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<f16>>, tensor<128xf16> -> ()
  tile.return
}
tile.func private @ld_b32_of_f32(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @ld_u32_of_f32(%x0: tensor<128x!tile.ptr<f32>>) {
  %r = tile.elementwise_inline_asm "ld.global.u32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<f32>> -> tensor<128xf32>
  tile.return
}
tile.func private @ld_packed(%x0: tensor<128x!tile.ptr<i8>>) {
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l,l,l,l", packed_element = 4 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i8>> -> tensor<128xi8>
  tile.return
}
tile.func private @local_written(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; setp.gt.s32 p, $1, 0; mov.b32 t, 0; @p mov.b32 t, 7; add.s32 $0, t, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_both(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; setp.gt.s32 p, $1, 0; @p mov.b32 t, 7; @!p mov.b32 t, 8; add.s32 $0, t, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_selected(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; setp.gt.s32 p, $2, 0; @p ld.global.b32 t, [$1]; selp.b32 $0, t, 0, p;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_and(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p, q; .reg .b32 t; setp.gt.s32 p, $2, 0; @p ld.global.b32 t, [$1]; setp.lt.and.s32 q, t, 5, p; selp.b32 $0, 1, 0, q;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_in_loop(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i, t; mov.b32 i, 0; L: setp.ge.s32 p, i, 4; @p bra E; add.s32 t, i, $1; add.s32 i, i, 1; bra L; E: add.s32 $0, t, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @carry(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "add.cc.u32 $0, $2, $3; addc.u32 $1, $2, $3;" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @carry3(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r:3 = tile.elementwise_inline_asm "add.cc.u32 $0, $3, $4; addc.cc.u32 $1, $3, $4; addc.u32 $2, $3, $4;" {constraints = "=r,=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @carry_flag(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "sub.cc.u32 $0, $2, $3; subc.u32 $1, 0, 0;" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @gcd(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 a, b; mov.b32 a, $1; mov.b32 $0, $2; again: rem.u32 b, a, $0; setp.ne.u32 p, b, 0; mov.b32 a, $0; @p mov.b32 $0, b; @p bra again;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counts(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, $1; L: add.s32 $0, $0, $1; add.s32 i, i, 1; setp.lt.s32 p, i, 4; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counts_down(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 8; mov.b32 $0, $1; L: add.s32 $0, $0, $1; sub.s32 i, i, 2; setp.ne.s32 p, i, 0; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counts_far(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, $1; L: add.s32 $0, $0, $1; add.s32 i, i, 1; setp.lt.s32 p, i, 1000000; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @spin(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; L: ld.acquire.gpu.global.b32 t, [$0]; setp.eq.s32 p, t, 0; @p bra L;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @shfl_up_ok(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shfl.sync.up.b32 $0, $1, 1, 0, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_up_8(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shfl.sync.up.b32 $0, $1, 1, 0x1800, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_down_ok(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shfl.sync.down.b32 $0, $1, 1, 0x1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_idx0(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shfl.sync.idx.b32 $0, $1, 0, 0, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shfl_half(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.lt.u32 p, l, 16; mov.b32 $0, $1; @p shfl.sync.bfly.b32 $0, $1, 8, 0x1f, 0xffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @prmt16(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "prmt.b32 $0, $1, 0, 0x0123;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @shl31(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, 31;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bfe_top(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 24, 8;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @lop3_ok(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $2, $3, 0xea;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @compare_ok(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.gt.u32 p, $1, 0; selp.b32 $0, 1, $1, p;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @nan_ok(%x0: tensor<128xf32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.nan.f32 p, $1, $1; selp.b32 $0, 1, 0, p;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : tensor<128xf32> -> tensor<128xi32>
  tile.return
}
tile.func private @tid_thread(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .b32 t; mov.u32 t, %tid.x; add.s32 $0, $1, t;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @bar1_warps() {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %tid.x; setp.lt.u32 p, l, 64; @!p bra E; bar.sync 2, 64; E:" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @bar1_warp_number() {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %tid.x; shr.u32 l, l, 5; setp.eq.u32 p, l, 1; @!p bra E; bar.sync 2, 32; E:" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @barrier_unaligned() {
  tile.elementwise_inline_asm ".reg .pred p; .reg .b32 l; mov.u32 l, %laneid; setp.lt.u32 p, l, 16; @p barrier.sync 2, 64; @!p barrier.sync 2, 64;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}  -> ()
  tile.return
}
tile.func private @ballot_shfl(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 m; setp.gt.s32 p, $1, 0; vote.sync.ballot.b32 m, p, 0xffffffff; mov.b32 $0, $1; @p shfl.sync.idx.b32 $0, $1, 0, 0x1f, m;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @own_dynamic(%x0: i32) {
  %r = tile.elementwise_inline_asm ".local .align 4 .b8 a[64]; .reg .b64 p, q; .reg .b32 i; and.b32 i, $1, 15; mul.wide.u32 q, i, 4; mov.u64 p, a; add.u64 p, p, q; st.local.b32 [p], $1; ld.local.b32 $0, [a+8];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_written(%x0: i32) {
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[128]; .reg .b32 t, p; mov.u32 t, %tid.x; mov.u32 p, s; mad.lo.u32 t, t, 4, p; st.shared.b32 [t], $1; bar.sync 0; ld.shared.b32 $0, [s+508];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_const(%x0: i32) {
  %r = tile.elementwise_inline_asm ".const .align 4 .b32 c[4] = {1, 2, 3, 4}; .reg .b64 p, q; .reg .b32 i; and.b32 i, $1, 3; mul.wide.u32 q, i, 4; mov.u64 p, c; add.u64 p, p, q; ld.const.b32 $0, [p];" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}
tile.func private @cp_ok(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.commit_group; cp.async.wait_group 0; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @cp_pipelined(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.commit_group; cp.async.ca.shared.global [s+4], [$1], 4; cp.async.commit_group; cp.async.wait_group 1; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @cp_all(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.wait_all; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.return
}
tile.func private @cp_part(%x0: i32, %x1: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4; cp.async.commit_group;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @wait_loop(%x0: i32, %x1: i32) {
  tile.elementwise_inline_asm ".reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra L;" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
tile.func private @wait_loop2(%x0: i32, %x1: i32) {
  tile.elementwise_inline_asm ".reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @p bra D; bra L; D:" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
tile.func private @wait_given(%x0: i32, %x1: i32) {
  %r = tile.elementwise_inline_asm ".reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$1], $2; selp.b32 $0, 1, 0, p;" scope = thread {constraints = "=r,r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> i32
  tile.return
}
tile.func private @bulk_ok(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  tile.elementwise_inline_asm "st.shared.b32 [$1], $2; fence.proxy.async.shared::cta; cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
tile.func private @bulk_load(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  tile.elementwise_inline_asm ".reg .b64 t; .reg .pred p; mbarrier.init.shared.b64 [$2], 1; fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared.b64 t, [$2], 16; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$0], 16, [$2]; L: mbarrier.try_wait.parity.shared.b64 p, [$2], 0; @!p bra L;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
tile.func private @wgmma_ok(%x0: i64, %x1: i64) {
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @wgmma_two(%x0: i64, %x1: i64) {
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @wgmma_alone(%x0: i64, %x1: i64) {
  %r:4 = tile.elementwise_inline_asm "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
}

