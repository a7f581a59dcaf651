// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s --check-prefix=LLVM

#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {

// The answer has bytes of its own as long as the kernel runs, and no barrier of the
// CTA orders its reads.
// CHECK-LABEL: @next
// BARRIERS-LABEL: @next
// LLVM-LABEL: llvm.func @next
tile.func public @next(%out: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <4x2xi64
  %answers = tilegpu.local_alloc : !tilegpu.memdesc<4x2xi64, #word>
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 64 : i32} : <4x1xi64
  %barriers = tilegpu.local_alloc : !tilegpu.memdesc<4x1xi64, #word>
  tilegpu.mbarrier_init %barriers {count = 1 : i32} : !tilegpu.memdesc<4x1xi64, #word>
  %answer = tilegpu.memdesc_index %answers[%zero] : !tilegpu.memdesc<4x2xi64, #word> -> !tilegpu.memdesc<2xi64, #word>
  %barrier = tilegpu.memdesc_index %barriers[%zero] : !tilegpu.memdesc<4x1xi64, #word> -> !tilegpu.memdesc<1xi64, #word>
  tilegpu.producer_warp {
    // CHECK: tilegpu.request_program %{{.*}}, %{{.*}} : <2xi64, #shared>, <1xi64, #shared>
    // LLVM: elect.sync _|acts, -1;
    // LLVM-SAME: @acts mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 16;
    // LLVM-SAME: @acts clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];
    tilegpu.request_program %answer, %barrier : !tilegpu.memdesc<2xi64, #word>, !tilegpu.memdesc<1xi64, #word>
  }
  // BARRIERS: tilegpu.mbarrier_wait
  // BARRIERS-NEXT: tilegpu.read_program
  // BARRIERS-NEXT: tilegpu.read_program
  tilegpu.mbarrier_wait %barrier, %zero : !tilegpu.memdesc<1xi64, #word>
  // CHECK: %{{.*}}, %[[Y:.*]], %{{.*}}, %[[IS_THERE:.*]] = tilegpu.read_program %{{.*}} : <2xi64, #shared>
  // LLVM: ld.shared.b128 answer, [$4];
  // LLVM-SAME: query_cancel.is_canceled.pred.b128 isThere, answer;
  // LLVM-SAME: @isThere clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {$0, $1, $2, _}, answer;
  // LLVM-SAME: fence.proxy.async.shared::cta;
  %x, %y, %z, %isThere = tilegpu.read_program %answer : !tilegpu.memdesc<2xi64, #word>
  %xx, %yy, %zz, %isThere2 = tilegpu.read_program %answer : !tilegpu.memdesc<2xi64, #word>
  // CHECK: tile.store %{{.*}}, %[[Y]], %[[IS_THERE]]
  tile.store %out, %y, %isThere : !tile.ptr<i32>
  tile.store %out, %yy, %isThere2 : !tile.ptr<i32>
  tile.return
}

}
