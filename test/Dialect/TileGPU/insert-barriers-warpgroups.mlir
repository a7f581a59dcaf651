// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// Tensor cores read places by another way than threads: between what threads
// wrote and the product each thread needs a fence, and all a barrier.

#a = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
!places = !tilegpu.memdesc<2x64x64xf16, #s>
!place = !tilegpu.memdesc<64x64xf16, #s>
!sum = tensor<64x64xf32, #mma>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// The place is free behind the wait, and all know it behind a barrier. Threads
// read what threads wrote: no fence.
// CHECK-LABEL: @stores(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_store
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_store
// CHECK-NOT: fence_proxy
// CHECK: tile.return
tile.func private @stores(%x: tensor<64x64xf16, #a>, %c: !sum) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !place
  %1 = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  tilegpu.local_store %x, %1 : tensor<64x64xf16, #a>, !place
  %d = tilegpu.warpgroup_dot %0, %1, %c : !place, !place, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tilegpu.local_store %x, %1 : tensor<64x64xf16, #a>, !place
  tile.return
}

// A transposed place is the same place.
// CHECK-LABEL: @transposed(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.warpgroup_dot
tile.func private @transposed(%x: tensor<64x64xf16, #a>, %c: !sum) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !place
  %1 = tilegpu.memdesc_trans %0 : !place -> !tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>>
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %d = tilegpu.warpgroup_dot %0, %1, %c : !place, !tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>>, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}

// What was stored before a loop is waited for once.
// CHECK-LABEL: @before_a_loop(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: scf.for
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @before_a_loop(%x: tensor<64x64xf16, #a>, %c: !sum, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %c) -> (!sum) : i32 {
    %d = tilegpu.warpgroup_dot %0, %0, %s : !place, !place, !sum -> !tilegpu.pending<!sum>
    %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
    scf.yield %r : !sum
  }
  tile.return
}

// A copy has written where it is waited for: a fence before that is too early.
// CHECK-LABEL: @copies(
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait
// CHECK-NEXT: tilegpu.async_wait {pending = 0 : i32}
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.warpgroup_dot
// CHECK-NOT: fence_proxy
// CHECK: tile.return
tile.func private @copies(%p: tensor<64x64x!tile.ptr<f16>, #a>, %c: !sum) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !places
  %first = tilegpu.memdesc_index %0[%c0] : !places -> !place
  tilegpu.async_copy %p, %first : tensor<64x64x!tile.ptr<f16>, #a>, !place
  tilegpu.async_commit_group
  %second = tilegpu.memdesc_index %0[%c1] : !places -> !place
  tilegpu.async_copy %p, %second : tensor<64x64x!tile.ptr<f16>, #a>, !place
  tilegpu.async_commit_group
  tilegpu.async_wait {pending = 1 : i32}
  %d = tilegpu.warpgroup_dot %first, %first, %c : !place, !place, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tilegpu.async_wait {pending = 0 : i32}
  %e = tilegpu.warpgroup_dot %second, %second, %r : !place, !place, !sum -> !tilegpu.pending<!sum>
  %s = tilegpu.warpgroup_wait %e {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}

// One barrier and one fence in each iteration.
// CHECK-LABEL: @pipeline(
// CHECK: scf.for
// CHECK: tilegpu.async_wait
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NOT: {{barrier|fence}}
// CHECK: scf.yield
// CHECK-NOT: {{barrier|fence}}
// CHECK: tile.return
tile.func private @pipeline(%p: tensor<64x64x!tile.ptr<f16>, #a>, %c: !sum, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !places
  %first = tilegpu.memdesc_index %0[%c0] : !places -> !place
  tilegpu.async_copy %p, %first : tensor<64x64x!tile.ptr<f16>, #a>, !place
  tilegpu.async_commit_group
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (!sum) : i32 {
    %ahead = arith.addi %i, %c1 : i32
    %from = arith.remui %i, %c2 : i32
    %to = arith.remui %ahead, %c2 : i32
    tilegpu.async_wait {pending = 0 : i32}
    %target = tilegpu.memdesc_index %0[%to] : !places -> !place
    tilegpu.async_copy %p, %target : tensor<64x64x!tile.ptr<f16>, #a>, !place
    tilegpu.async_commit_group
    %source = tilegpu.memdesc_index %0[%from] : !places -> !place
    %d = tilegpu.warpgroup_dot %source, %source, %acc : !place, !place, !sum -> !tilegpu.pending<!sum>
    %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
    scf.yield %r : !sum
  }
  tile.return
}

// A place that no product reads needs none; threads alone read it.
// CHECK-LABEL: @others(
// CHECK-NOT: fence_proxy
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.fence_proxy
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.warpgroup_dot
tile.func private @others(%x: tensor<64x64xf16, #a>, %a: tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: !sum) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !place
  %1 = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %l = tilegpu.local_load %0 : !place -> tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  tilegpu.local_store %x, %1 : tensor<64x64xf16, #a>, !place
  %d = tilegpu.warpgroup_dot %a, %1, %c : tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, !place, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}

// CHECK-LABEL: @no_product(
// CHECK-NOT: fence_proxy
// CHECK: tile.return
tile.func private @no_product(%x: tensor<64x64xf16, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %l = tilegpu.local_load %0 : !place -> tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  tile.return
}
}
