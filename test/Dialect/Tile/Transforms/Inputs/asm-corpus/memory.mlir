// Memory, atomics, time, lanes, barriers.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

tile.func public @load(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @load_nc_vector(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %o2: !tile.ptr<i32>, %o3: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r:4 = tile.elementwise_inline_asm "ld.global.nc.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4];" {constraints = "=r,=r,=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32, i32, i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.store %o2, %r#2 : !tile.ptr<i32>
  tile.store %o3, %r#3 : !tile.ptr<i32>
  tile.return
}

tile.func public @load_masked(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i1) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, 0;\0A@$2 ld.global.b32 {$0}, [$1 + 0];" {constraints = "=r,l,b", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @load_masked_tied(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i1, %x2: i32) {
  %r = tile.elementwise_inline_asm "@$2 ld.global.b32 $0, [$1];" {constraints = "=r,l,b,0", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i1, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @load_with_policy(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b64 policy;\0Acreatepolicy.fractional.L2::evict_last.b64 policy, 1.0;\0Ald.global.L1::evict_last.L2::cache_hint.v2.b32 {$0, $1}, [$2], policy;\0A}" {constraints = "=r,=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @create_policy(%o0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "createpolicy.fractional.L2::evict_first.b64 $0, 1.0;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @store_streaming(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "st.global.cs.b32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32
  tile.return
}

tile.func public @store_masked(%x0: !tile.ptr<i32>, %x1: i32, %x2: i1) {
  tile.elementwise_inline_asm "@$2 st.global.b32 [$0], $1;" {constraints = "l,r,b", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i1
  tile.return
}

tile.func public @store_vector_hint(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  tile.elementwise_inline_asm "st.global.L1::no_allocate.v2.b32 [$0], {$1, $2};" {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32
  tile.return
}

tile.func public @store_offset_constant(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "st.global.b32 [$0+16], 7;" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}

tile.func public @red_add(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32
  tile.return
}

tile.func public @red_gpu_relaxed(%x0: !tile.ptr<f32>, %x1: f32) {
  tile.elementwise_inline_asm "red.relaxed.gpu.global.add.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<f32>, f32
  tile.return
}

tile.func public @red_f16x2(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "red.global.add.noftz.f16x2 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32
  tile.return
}

tile.func public @atom_add(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i32) {
  %r = tile.elementwise_inline_asm "atom.global.add.u32 $0, [$1], $2;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @atom_max_acq_rel(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i32) {
  %r = tile.elementwise_inline_asm "atom.acq_rel.gpu.global.max.s32 $0, [$1], $2;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @atom_cas(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  %r = tile.elementwise_inline_asm "atom.global.cas.b32 $0, [$1], $2, $3;" {constraints = "=r,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @atom_masked(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>, %x1: i32, %x2: i1) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@$3 atom.global.exch.b32 $0, [$1], $2;" {constraints = "=r,l,r,b", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @ld_acquire(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "ld.acquire.gpu.global.u32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @st_release(%x0: !tile.ptr<i32>, %x1: i32) {
  tile.elementwise_inline_asm "st.release.gpu.global.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32
  tile.return
}

tile.func public @spin_until_set(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .u32 v;\0AWAIT:\0Ald.acquire.gpu.global.u32 v, [$0];\0Asetp.ne.u32 p, v, 1;\0A@p bra WAIT;\0A}" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}

tile.func public @spin_lock(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 old;\0ATRY:\0Aatom.acquire.gpu.global.cas.b32 old, [$1], 0, 1;\0Asetp.ne.b32 p, old, 0;\0A@p nanosleep.u32 64;\0A@p bra TRY;\0Amov.b32 $0, old;\0A}" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @prefetch_l2(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}

tile.func public @prefetch_evict_last(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "prefetch.global.L2::evict_last [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}

tile.func public @discard(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "discard.global.L2 [$0], 128;" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}

tile.func public @globaltimer(%o0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @clock(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @clock64(%o0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}

tile.func public @sm_id(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, %smid;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @nanosleep(%x0: i32) {
  tile.elementwise_inline_asm "nanosleep.u32 $0;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32
  tile.return
}

tile.func public @barrier() {
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @barrier_of_some() {
  tile.elementwise_inline_asm "bar.sync 1, 32;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @barrier_with_memory_clobber() {
  tile.elementwise_inline_asm "bar.warp.sync 0xffffffff;" scope = thread {constraints = "~{memory}", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @membar() {
  tile.elementwise_inline_asm "membar.gl;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @fence() {
  tile.elementwise_inline_asm "fence.acq_rel.gpu;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @shfl_bfly(%o0: !tile.ptr<f32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 16, 31, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}

tile.func public @shfl_with_predicate(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0A.reg .b32 t;\0Ashfl.sync.up.b32 t|p, $1, 1, 0, -1;\0Amov.b32 $0, $1;\0A@p add.s32 $0, $1, t;\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @ballot(%o0: !tile.ptr<i32>, %x0: i1) {
  %r = tile.elementwise_inline_asm "vote.sync.ballot.b32 $0, $1, 0xffffffff;" scope = thread {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @match(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "match.any.sync.b32 $0, $1, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @redux(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "redux.sync.add.u32 $0, $1, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @activemask(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "activemask.b32 $0;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @trap_if(%x0: i1) {
  tile.elementwise_inline_asm "@$0 trap;" {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : i1
  tile.return
}

tile.func public @breakpoint_if(%x0: i1) {
  tile.elementwise_inline_asm "@$0 brkpt;" {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : i1
  tile.return
}

tile.func public @exit_if(%x0: i1) {
  tile.elementwise_inline_asm "@$0 exit;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %x0 : i1
  tile.return
}

tile.func public @cp_async(%x0: i32, %x1: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4;\0Acp.async.commit_group;\0Acp.async.wait_group 0;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32>
  tile.return
}

tile.func public @ldmatrix(%o0: !tile.ptr<i32>, %o1: !tile.ptr<i32>, %x0: i32) {
  %r:2 = tile.elementwise_inline_asm "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, $1}, [$2];" scope = thread {constraints = "=r,=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32, i32
  tile.store %o0, %r#0 : !tile.ptr<i32>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}

tile.func public @mma_f16(%o0: !tile.ptr<f32>, %o1: !tile.ptr<f32>, %o2: !tile.ptr<f32>, %o3: !tile.ptr<f32>, %x0: i32, %x1: i32, %x2: i32, %x3: f32, %x4: f32, %x5: f32, %x6: f32) {
  %r:4 = tile.elementwise_inline_asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32\0A{$0, $1, $2, $3}, {$4, $5}, {$6}, {$0, $1, $2, $3};" scope = thread {constraints = "=f,=f,=f,=f,r,r,r,0,1,2,3", packed_element = 1 : i32, pure = false} %x0, %x1, %x2, %x3, %x4, %x5, %x6 : i32, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32
  tile.store %o0, %r#0 : !tile.ptr<f32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.store %o2, %r#2 : !tile.ptr<f32>
  tile.store %o3, %r#3 : !tile.ptr<f32>
  tile.return
}

tile.func public @own_shared_memory(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "{\0A.shared .align 4 .b8 room[128];\0A.reg .u32 lane, at;\0Amov.u32 lane, %laneid;\0Amov.u32 at, room;\0Amad.lo.u32 at, lane, 4, at;\0Ast.shared.b32 [at], $1;\0Abar.warp.sync -1;\0Ald.shared.b32 $0, [at];\0A}" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @load_own_parameter(%o0: !tile.ptr<i64>) {
  %r = tile.elementwise_inline_asm "ld.param.u64 $0, [load_own_parameter_param_0];" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}
