// RUN: tile-opt %s --allow-unregistered-dialect --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: tile-opt %s --allow-unregistered-dialect --tile-check-inline-asm=mode=off -split-input-file -o /dev/null

// What depends on which threads run an asm: barriers, lanes, the end of a thread.

// 32 of the 128 threads would wait.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @barrier(%x: tensor<32xi32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'bar.sync', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bar.sync 0; mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<32xi32> -> tensor<32xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @barrier_reduction(%x: tensor<32xi32>) {
  // expected-error @below {{in the asm, line 1, column 39: expected nothing in an asm of scope element that several warps have to run, found 'bar.red.popc.u32', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, $1, 0; bar.red.popc.u32 $0, 1, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<32xi32> -> tensor<32xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @barrier_arrival(%x: tensor<128xi32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'bar.arrive', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "bar.arrive 1, 64;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_unaligned() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'barrier.sync', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "barrier.sync 1;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_unaligned_arrival() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'barrier.cta.arrive', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "barrier.cta.arrive 1, 64;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @cluster_arrival() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'barrier.cluster.arrive.aligned', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "barrier.cluster.arrive.aligned;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @cluster_wait() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'barrier.cluster.wait', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "barrier.cluster.wait;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @registers() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'setmaxnreg.dec.sync.aligned.u32', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "setmaxnreg.dec.sync.aligned.u32 40;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @warpgroup_fence() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'wgmma.fence.sync.aligned', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "wgmma.fence.sync.aligned;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @warpgroup_commit() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'wgmma.commit_group.sync.aligned', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "wgmma.commit_group.sync.aligned;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @warpgroup_wait() {
  // expected-error @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that several warps have to run, found 'wgmma.wait_group.sync.aligned', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
  tile.elementwise_inline_asm "wgmma.wait_group.sync.aligned 0;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

// Scope thread is for them.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barriers_of_all_threads() {
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "bar.sync 0, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "setmaxnreg.dec.sync.aligned.u32 40;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "barrier.cluster.arrive;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %r = tile.elementwise_inline_asm "{ .reg .pred p; setp.ne.u32 p, 0, 1; bar.red.popc.u32 $0, 0, !p; }" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shuffle(%x: tensor<64xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'shfl.sync.bfly.b32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<64xi32> -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @vote(%x: tensor<64xi1>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'vote.sync.ballot.b32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vote.sync.ballot.b32 $0, $1, -1;" {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x : tensor<64xi1> -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @match(%x: tensor<64xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'match.any.sync.b32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "match.any.sync.b32 $0, $1, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<64xi32> -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @reduction(%x: tensor<64xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'redux.sync.add.u32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "redux.sync.add.u32 $0, $1, -1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<64xi32> -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @active_lanes() {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'activemask.b32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "activemask.b32 $0;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @matrix(%x: tensor<64xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'ldmatrix.sync.aligned.m8n8.x1.shared.b16', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<64xi32> -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @matrix_store(%x: tensor<64xi32>, %y: tensor<64xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'stmatrix.sync.aligned.m8n8.x1.shared.b16', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};" {constraints = "r,r", packed_element = 1 : i32, pure = false} %x, %y : tensor<64xi32>, tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @one_lane() {
  // expected-warning @below {{in the asm, line 1, column 17: expected nothing in an asm of scope element that depends on other lanes, found 'elect.sync', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p; elect.sync _|p, -1; selp.b32 $0, 1, 0, p; }" {constraints = "=r", packed_element = 1 : i32, pure = false} -> tensor<64xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @lanes_wait() {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'bar.warp.sync', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  tile.elementwise_inline_asm "bar.warp.sync -1;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @multiply(%a: i32, %b: i32, %c: f32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected nothing in an asm of scope element that depends on other lanes, found 'mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32', though it is open which lanes run it together; set scope = thread, so that every thread runs it [element-lanes]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $4}, {$5}, {$6, $6, $6, $6};" {constraints = "=f,=f,=f,=f,r,r,f", packed_element = 1 : i32, pure = false} %a, %b, %c : i32, i32, f32 -> f32, f32, f32, f32
  tile.return
}
}

// -----

// What orders the memory of one thread may stand in scope element, and so may what
// one thread starts.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @memory_order(%p: tensor<32x!tile.ptr<i32>>, %d: i64) {
  tile.elementwise_inline_asm "fence.acq_rel.gpu; st.relaxed.gpu.global.b32 [$0], 1; nanosleep.u32 20;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : tensor<32x!tile.ptr<i32>>
  tile.return
}
}

// -----

// A fallback runs in the threads that its asm would run in.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @barrier_in_a_fallback(%x: tensor<32xi32>) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<32xi32> -> tensor<32xi32> fallback (%v: i32) {
    // expected-error @below {{expected nothing in an asm of scope element that several warps have to run, found 'bar.sync', which only the threads that serve elements reach; set scope = thread, so that every thread runs it [element-barrier]}}
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.asm.return %v : i32
  }
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_of_a_part() {
  // expected-warning @below {{in the asm, line 1, column 1: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.sync' of 64 threads; use a barrier from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "bar.sync 0, 64;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_of_a_count_in_a_register(%n: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.sync' of a number of threads in a register; use a barrier from 1 to 15 [barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "bar.sync 0, $0;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_that_some_pass() {
  // expected-warning @below {{in the asm, line 1, column 1: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.arrive' by threads that do not wait; use a barrier from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "bar.arrive 0, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_under_a_predicate() {
  // expected-warning @below {{in the asm, line 1, column 71: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_behind_a_branch() {
  // expected-warning @below {{in the asm, line 1, column 84: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bra SKIP; bar.sync 0; SKIP: }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_in_a_loop_of_the_threads() {
  // expected-warning @below {{in the asm, line 1, column 52: expected all threads of the CTA to wait at barrier 0, where the compiler's own barriers wait, too, found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; L: bar.sync 0; sub.u32 t, t, 1; setp.gt.u32 p, t, 0; @p bra L; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_by_a_register() {
  // expected-warning @below {{in the asm, line 1, column 36: expected a constant as the number of the barrier, found a register in 'bar.sync' of 64 threads; barrier 0 is that of the compiler's own barriers; use a constant from 1 to 15 [barrier-shared]}}
  tile.elementwise_inline_asm "{ .reg .u32 b; mov.u32 b, %warpid; bar.sync b, 64; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_by_an_element(%n: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected a constant as the number of the barrier, found a register in 'bar.sync' of 64 threads; barrier 0 is that of the compiler's own barriers; use a constant from 1 to 15 [barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "bar.sync $0, 64;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32
  tile.return
}
}

// -----

// All threads come to these, or none, or the barrier is another one.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barriers_that_are_right(%n: i32, %b: i1) {
  tile.elementwise_inline_asm "@$0 bar.sync 0;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %b : i1
  tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, $0, 0; @p bra SKIP; bar.sync 0; SKIP: }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bra SKIP; mov.u32 t, 1; SKIP: bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 i; mov.u32 i, 0; L: bar.sync 0; add.u32 i, i, 1; setp.lt.u32 p, i, $0; @p bra L; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32
  tile.elementwise_inline_asm "bar.sync 1, 64;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "bar.arrive 2, 128;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "bar.sync $0;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %n : i32
  tile.elementwise_inline_asm "{ .reg .u32 b; mov.u32 b, 3; bar.sync b, 64; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.elementwise_inline_asm "{ .reg .u32 t; .reg .pred p; mov.u32 t, %ctaid.x; setp.eq.u32 p, t, 0; @p bar.sync 0; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @return(%x: tensor<128xi32>) {
  // expected-error @below {{in the asm, line 1, column 17: expected the asm to continue to its end, found 'ret', which leaves the kernel around it, so that no result is written and nothing after the asm runs; branch to a label at the end [leaves-kernel]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1; ret;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @return_of_some(%x: tensor<128xi32>, %b: tensor<128xi1>) {
  // expected-error @below {{in the asm, line 1, column 17: expected the asm to continue to its end, found 'ret', which leaves the kernel around it, so that no result is written and nothing after the asm runs; branch to a label at the end [leaves-kernel]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1; @$2 ret.uni;" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x, %b : tensor<128xi32>, tensor<128xi1> -> tensor<128xi32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @return_of_all_threads(%b: i1) {
  // expected-error @below {{in the asm, line 1, column 1: expected the asm to continue to its end, found 'ret', which leaves the kernel around it, so that no result is written and nothing after the asm runs; branch to a label at the end [leaves-kernel]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 ret;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %b : i1
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @end_of_the_thread_of_an_element(%b: tensor<128xi1>) {
  // expected-error @below {{in the asm, line 1, column 1: expected an asm of scope element to continue to its end, found 'exit', which ends the thread that serves the element, with its other elements and all its later stores; branch to a label at the end, or set scope = thread [ends-thread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 exit;" {constraints = "b", packed_element = 1 : i32, pure = false} %b : tensor<128xi1>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @end_of_the_thread_of_a_scalar(%b: i1) {
  // expected-error @below {{in the asm, line 1, column 1: expected an asm of scope element to continue to its end, found 'exit', which ends the thread that serves the element, with its other elements and all its later stores; branch to a label at the end, or set scope = thread [ends-thread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 exit;" {constraints = "b", packed_element = 1 : i32, pure = false} %b : i1
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @end_of_some_threads() {
  // expected-warning @below {{in the asm, line 1, column 71: expected all threads of the CTA to end together, found 'exit' in some of them, whose results and later stores are missing, and for which barriers may wait; branch to a label at the end [ends-thread]}}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; setp.ge.u32 p, t, 32; @p exit; }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @end_by_elements(%b: tensor<128xi1>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected all threads of the CTA to end together, found 'exit' in some of them, whose results and later stores are missing, and for which barriers may wait; branch to a label at the end [ends-thread]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 exit;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %b : tensor<128xi1>
  tile.return
}
}

// -----

// A CTA ends as a whole; a grid stops with an error, or for a debugger.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @ends_that_are_meant(%b: i1, %t: tensor<128xi1>) {
  tile.elementwise_inline_asm "@$0 exit;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %b : i1
  tile.elementwise_inline_asm "@$0 trap;" {constraints = "b", packed_element = 1 : i32, pure = false} %t : tensor<128xi1>
  tile.elementwise_inline_asm "@$0 brkpt;" {constraints = "b", packed_element = 1 : i32, pure = false} %t : tensor<128xi1>
  tile.elementwise_inline_asm "{ .reg .pred p; setp.eq.s32 p, 1, 1; @p bra ON; exit; ON: }" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

// A value that an asm of scope thread gives differs from thread to thread, and so
// does what is computed from it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @thread_varying_condition(%n: i32) {
  %zero = arith.constant 0 : i32
  %t = tile.elementwise_inline_asm "mov.u32 $0, %tid.x;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %u = arith.addi %t, %n : i32
  %c = arith.cmpi eq, %u, %zero : i32
  // expected-warning @below {{found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "@$0 bar.sync 0;" scope = thread {constraints = "b", packed_element = 1 : i32, pure = false} %c : i1
  scf.if %c {
    // expected-warning @below {{found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  scf.for %i = %zero to %t step %n : i32 {
    // expected-warning @below {{expected all threads of the CTA to end together, found 'exit' in some of them}}
    tile.elementwise_inline_asm "exit;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  %d = arith.cmpi eq, %n, %zero : i32
  scf.if %d {
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  tile.return
}
}

// -----

// In a fallback of a tile's asm, a scalar is an element.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @elements_in_a_fallback(%x: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<128xi32> -> tensor<128xi32> fallback (%v: i32) {
    // expected-warning @below {{found '%laneid'; set pure = false and scope = thread, so that every thread runs it [pure-thread]}}
    // expected-note @below {{the registers are }}
    %l = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %w = arith.addi %v, %l : i32
    tile.asm.return %w : i32
  }
  tile.return
}
}

// -----

// What an unknown operation gives may differ from thread to thread, and so may
// what a loop carries from one iteration to the next.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @unknown_condition(%n: i32) {
  %c = "test.make"(%n) : (i32) -> i1
  scf.if %c {
    // expected-warning @below {{found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  tile.return
}

tile.func public @carried_lane(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = tile.elementwise_inline_asm "mov.u32 $0, %tid.x;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %last = scf.for %i = %zero to %n step %one iter_args(%x = %t) -> i32 : i32 {
    %y = arith.addi %x, %one : i32
    scf.yield %y : i32
  }
  %c = arith.cmpi eq, %last, %zero : i32
  scf.if %c {
    // expected-warning @below {{found 'bar.sync' that some threads may leave out; use a barrier from 1 to 15 [barrier-shared]}}
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  tile.return
}

// All threads come to the same: by a sum of a tile, and asm of arithmetic.
tile.func public @uniform_condition(%p: !tile.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %at = tile.addptr %ps, %r : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %v = tile.load %at : tensor<128x!tile.ptr<i32>>
  %sum = "tile.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %both = arith.addi %a, %b : i32
    tile.reduce.return %both : i32
  }) : (tensor<128xi32>) -> i32
  %twice = tile.elementwise_inline_asm "add.s32 $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %sum : i32 -> i32
  %last = scf.for %i = %zero to %n step %one iter_args(%x = %twice) -> i32 : i32 {
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  %c = arith.cmpi eq, %last, %zero : i32
  scf.if %c {
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  }
  tile.return
}
}
