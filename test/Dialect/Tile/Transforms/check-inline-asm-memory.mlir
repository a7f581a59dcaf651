// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// A body's own variables, and asynchronous work that nothing waits for.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @own_bounds(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 42: expected 'st.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 71: expected 'ld.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  %r = tile.elementwise_inline_asm ".local .align 4 .b8 a[16]; st.local.b32 [a+16], $1; ld.local.b32 $0, [a+16];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_bounds_v4(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 65: expected 'st.local.v4.b32' within the 24 bytes of 'a', found bytes 16 to 31 [variable-bounds]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".local .align 16 .b32 a[6]; .reg .b32 x, y, z; st.local.v4.b32 [a+16], {$1, $1, $1, $1}; ld.local.b32 $0, [a+16];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_unaligned(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 42: expected a multiple of 4 bytes as the place for 'st.local.b32', found byte 6 of 'a' [variable-alignment]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 70: expected a multiple of 4 bytes as the place for 'ld.local.b32', found byte 6 of 'a' [variable-alignment]}}
  %r = tile.elementwise_inline_asm ".local .align 4 .b8 a[16]; st.local.b32 [a+6], $1; ld.local.b32 $0, [a+6];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_alignment(%x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 33: expected 'a' to begin at a multiple of 4 bytes, as 'st.local.b32' needs it, found an alignment of 1; declare it with '.align 4' [variable-alignment]}}
  // expected-note @below {{the registers are }}
  // expected-warning @below {{in the asm, line 1, column 59: expected 'a' to begin at a multiple of 4 bytes, as 'ld.local.b32' needs it, found an alignment of 1; declare it with '.align 4' [variable-alignment]}}
  %r = tile.elementwise_inline_asm ".local .b8 a[16]; st.local.b32 [a], $1; ld.local.b32 $0, [a];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_unwritten(%x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 37: expected 'a' to be written before 'ld.local.b32' reads it, found no instruction that does at these bytes [variable-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".local .b32 a[4]; ld.local.b32 $0, [a+4]; add.s32 $0, $0, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_other(%x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 59: expected 'a' to be written before 'ld.local.b32' reads it, found no instruction that does at these bytes [variable-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".local .b32 a[4]; st.local.b32 [a], $1; ld.local.b32 $0, [a+4];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_through(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 78: expected 'st.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 104: expected 'ld.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  %r = tile.elementwise_inline_asm ".local .b32 a[4]; .reg .b64 p; mov.u64 p, a; add.u64 p, p, 16; st.local.b32 [p], $1; ld.local.b32 $0, [p];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @own_through2(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 81: expected 'st.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 107: expected 'ld.local.b32' within the 16 bytes of 'a', found bytes 16 to 19 [variable-bounds]}}
  %r = tile.elementwise_inline_asm ".local .b32 a[4]; .reg .b64 p, q; mov.u64 p, a; add.u64 q, p, 16; st.local.b32 [q], $1; ld.local.b32 $0, [q];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.return
}
tile.func private @cp_commit(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 70: expected 'cp.async.commit_group' between 'cp.async.ca.shared.global' and the wait for its group, found none, so that the wait does not know it; commit the group first [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.wait_group 0; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_wait(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 93: expected a wait for 'cp.async.ca.shared.global' before 'ld.shared.b32' of the same place, found none that covers it; cp.async.commit_group and cp.async.wait_group 0, or cp.async.wait_all [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.commit_group; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @cp_wait1(%x0: tensor<128x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 116: expected a wait for 'cp.async.ca.shared.global' before 'ld.shared.b32' of the same place, found none that covers it; cp.async.commit_group and cp.async.wait_group 0, or cp.async.wait_all [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".shared .align 16 .b32 s[4]; cp.async.ca.shared.global [s], [$1], 4; cp.async.commit_group; cp.async.wait_group 1; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @wait_once(%x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 15: expected a loop around 'mbarrier.try_wait.parity.shared.b64', which may give false before the phase is complete, found that nothing reads its result; branch back to it while the predicate is false [wait-once]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$0], $1;" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
tile.func private @wait_once_branch(%x0: i32, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 15: expected a loop around 'mbarrier.try_wait.parity.shared.b64', which may give false before the phase is complete, found none; branch back to it while the predicate is false [wait-once]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @p bra E; nanosleep.u32 20; E:" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
tile.func private @bulk_fence(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  // expected-warning @below {{in the asm, line 1, column 25: expected 'fence.proxy.async' between 'st.shared.b32' and 'cp.async.bulk.global.shared::cta.bulk_group', which does not see what ordinary stores wrote, found none; fence.proxy.async.shared::cta, and a barrier where other threads store [async-unfenced]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.shared.b32 [$1], $2; cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
tile.func private @bulk_commit(%x0: !tile.ptr<i32>, %x1: i32) {
  // expected-warning @below {{in the asm, line 1, column 61: expected 'cp.async.bulk.commit_group' between 'cp.async.bulk.global.shared::cta.bulk_group' and the wait for its group, found none, so that the wait does not know it; commit the group first [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 16; cp.async.bulk.wait_group 0;" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
tile.func private @bulk_init_fence(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  // expected-warning @below {{in the asm, line 1, column 98: expected 'fence.mbarrier_init' or a barrier between 'mbarrier.init' and 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes', found none; fence.mbarrier_init.release.cluster, or fence.proxy.async [async-unfenced]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .b64 t; mbarrier.init.shared.b64 [$2], 1; mbarrier.arrive.expect_tx.shared.b64 t, [$2], 16; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$0], 16, [$2];" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
tile.func private @bulk_expect(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  // expected-warning @below {{in the asm, line 1, column 15: expected 'mbarrier.arrive.expect_tx' of the bytes that 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' brings, before the wait for them, found none [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm ".reg .pred p; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$0], 16, [$2]; L: mbarrier.try_wait.parity.shared.b64 p, [$2], 0; @!p bra L;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
tile.func private @wgmma_fence(%x0: i64, %x1: i64) {
  // expected-warning @below {{in the asm, line 1, column 1: expected 'wgmma.fence.sync.aligned' between the last write of the registers and 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16', found none; wgmma.fence.sync.aligned before the first product [async-unfenced]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @wgmma_commit(%x0: i64, %x1: i64) {
  // expected-warning @below {{in the asm, line 1, column 118: expected 'wgmma.commit_group.sync.aligned' between 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' and the wait for its group, found none, so that the wait does not know it; commit the group first [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; wgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @wgmma_wait(%x0: i64, %x1: i64) {
  // expected-warning @below {{in the asm, line 1, column 27: expected 'wgmma.wait_group' before the end of the asm, whose results 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' still writes, found none that covers it; wgmma.commit_group.sync.aligned and wgmma.wait_group.sync.aligned 0 [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; wgmma.commit_group.sync.aligned;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
tile.func private @wgmma_use(%x0: i64, %x1: i64) {
  // expected-warning @below {{in the asm, line 1, column 118: expected 'wgmma.wait_group' before 'add.f32' uses '$0', which a product still writes, found none that covers it; wgmma.commit_group.sync.aligned and wgmma.wait_group.sync.aligned 0 [async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0; add.f32 $0, $0, $0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" scope = thread {constraints = "=f,=f,=f,=f,l,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i64 -> f32, f32, f32, f32
  tile.return
}
}


// -----

// Copies whose place a register decides, and their bytes.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @copy_not_waited_for(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{[async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .u32 a, t; mov.u32 t, %tid.x; mov.u32 a, s; mad.lo.u32 a, t, 16, a; cp.async.cg.shared.global [a], [$1], 16; cp.async.commit_group; ld.shared.u32 $0, [a]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @second_copy_not_waited_for(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{[async-unwaited]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .u32 a, t; mov.u32 t, %tid.x; mov.u32 a, s; mad.lo.u32 a, t, 16, a; .reg .u32 x; cp.async.ca.shared.global [a], [$1], 4; cp.async.commit_group; cp.async.ca.shared.global [a+4], [$1], 4; cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 $0, [a]; ld.shared.u32 x, [a+4]; add.u32 $0, $0, x; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @copies_waited_for(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .u32 a, t; mov.u32 t, %tid.x; mov.u32 a, s; mad.lo.u32 a, t, 16, a; .reg .u32 x; cp.async.ca.shared.global [a], [$1], 4; cp.async.commit_group; cp.async.ca.shared.global [a+4], [$1], 4; cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 $0, [a]; cp.async.wait_group 0; ld.shared.u32 x, [a+4]; add.u32 $0, $0, x; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @address_written_between(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[2048]; .reg .u32 a, t; mov.u32 t, %tid.x; mov.u32 a, s; mad.lo.u32 a, t, 16, a; cp.async.ca.shared.global [a], [$1], 4; cp.async.commit_group; xor.b32 a, a, 4; ld.shared.u32 $0, [a]; cp.async.wait_all; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @copy_alignment(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 60: expected 's' to begin at a multiple of 16 bytes, as 'cp.async.cg.shared.global' needs it, found an alignment of 4; declare it with '.align 16' [variable-alignment]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 4 .b8 s[2048]; cp.async.cg.shared.global [s], [$0], 16; cp.async.wait_all; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @copy_bounds(%x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 84: expected 'cp.async.bulk.global.shared::cta.bulk_group' within the 512 bytes of 's', found bytes 0 to 1023 [variable-bounds]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 s[512]; cp.async.bulk.global.shared::cta.bulk_group [$0], [s], 1024; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
tile.func private @bulk_place(%x0: !tile.ptr<i32>) {
  // expected-error @below {{[variable-alignment]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[1024]; .shared .align 8 .b64 m; .reg .pred d; mbarrier.init.shared::cta.b64 [m], 1; fence.proxy.async.shared::cta; mbarrier.arrive.expect_tx.shared::cta.b64 _, [m], 512; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s+8], [$1], 512, [m]; W: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W; ld.shared.u32 $0, [s+8]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_bytes(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 198: expected 'mbarrier.arrive.expect_tx' of the 1024 bytes that copies bring, found 512 [async-uncommitted]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[1024]; .shared .align 8 .b64 m; .reg .pred d; mbarrier.init.shared::cta.b64 [m], 1; fence.proxy.async.shared::cta; mbarrier.arrive.expect_tx.shared::cta.b64 _, [m], 512; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$1], 1024, [m]; W: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W; ld.shared.u32 $0, [s]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
tile.func private @bulk_right(%x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .align 128 .b8 s[1024]; .shared .align 8 .b64 m; .reg .pred d, z; .reg .b32 t; mov.u32 t, %tid.x; setp.eq.u32 z, t, 0; @z mbarrier.init.shared::cta.b64 [m], 1; fence.proxy.async.shared::cta; bar.sync 0; @z mbarrier.arrive.expect_tx.shared::cta.b64 _, [m], 1024; @z cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [$1], 1024, [m]; W: mbarrier.try_wait.parity.shared::cta.b64 d, [m], 0; @!d bra W; ld.shared.u32 $0, [s]; }" scope = thread {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> tensor<128xi32>
  tile.return
}
}
