// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// An atomic operation that releases waits for what all threads did to memory
// before, and what they do after one that acquires waits for that.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#reversed = #tile.linear<{register = [], lane = [[64], [32], [16], [8], [4]], warp = [[2], [1]], block = []}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @release(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tile.return
tile.func private @release(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, release, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// What was read must have been read before others may write there.
// CHECK-LABEL: @release_of_loads(
// CHECK: tile.load
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
tile.func private @release_of_loads(%q: tensor<128x!tile.ptr<i32>, #one>, %p: !tile.ptr<i32>, %x: i32) {
  %v = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, release, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// CHECK-LABEL: @acquire(
// CHECK: tile.atomic_cas
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.return
tile.func private @acquire(%q: tensor<128x!tile.ptr<i32>, #one>, %p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_cas acquire, gpu, %p, %x, %x : (!tile.ptr<i32>, i32, i32) -> i32
  %v = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// CHECK-LABEL: @acquire_of_a_pair(
// CHECK: tile.atomic_cas_pair
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.return
tile.func private @acquire_of_a_pair(%q: tensor<128x!tile.ptr<i32>, #one>, %p: !tile.ptr<i64>, %x: i64) {
  %0:2 = tile.atomic_cas_pair acquire, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
  %v = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// CHECK-LABEL: @both(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @both(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// CHECK-LABEL: @relaxed(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @relaxed(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// An acquire does not order what comes before it, nor a release what comes after.
// CHECK-LABEL: @other_side(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @other_side(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, release, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  %1 = tile.atomic_rmw add, acquire, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// No other accesses.
// CHECK-LABEL: @alone(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @alone(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %q, %v : (tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>) -> tensor<128xi32, #one>
  tile.return
}

// Thread 0 does all of it.
// CHECK-LABEL: @scalars(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @scalars(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %x : !tile.ptr<i32>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.atomic_cas acq_rel, gpu, %p, %x, %x : (!tile.ptr<i32>, i32, i32) -> i32
  tile.store %q, %x : !tile.ptr<i32>
  tile.return
}

// All threads load a scalar.
// CHECK-LABEL: @loaded_scalar(
// CHECK: tile.atomic_rmw
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
tile.func private @loaded_scalar(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acquire, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.load %q : !tile.ptr<i32>
  tile.return
}

// The element of one thread releases what the others did in the last trip.
// CHECK-LABEL: @loop(
// CHECK: scf.for
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @loop(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tile.atomic_rmw add, acq_rel, gpu, %q, %v : (tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>) -> tensor<128xi32, #one>
  }
  tile.return
}

// The barrier of an exchange does for it, too: the sum of a tile.
// CHECK-LABEL: @after_exchange(
// CHECK: tile.load
// CHECK-NEXT: tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @after_exchange(%q: tensor<128x!tile.ptr<i32>, #one>, %p: !tile.ptr<i32>, %x: i32) {
  %v = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<128xi32, #shared>
  tilegpu.local_store %v, %place : tensor<128xi32, #one>, !tilegpu.memdesc<128xi32, #shared>
  %w = tilegpu.local_load %place : !tilegpu.memdesc<128xi32, #shared> -> tensor<128xi32, #reversed>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// An asm that touches the same memory and a relaxed operation by other threads.
// CHECK-LABEL: @asm(
// CHECK: tile.elementwise_inline_asm
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tile.return
tile.func public @asm(%x: !tile.ptr<i32>, %i: i32) {
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  tile.elementwise_inline_asm "st.global.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %xs : tensor<128x!tile.ptr<i32>, #one> -> ()
  %0 = tile.atomic_rmw add, relaxed, gpu, %x, %i : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// CHECK-LABEL: @accesses_that_are_atomic(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_store
// CHECK-NEXT: tile.atomic_poll
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.atomic_load acquire
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.return
tile.func private @accesses_that_are_atomic(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  tile.atomic_store release, gpu, %p, %x : !tile.ptr<i32>
  %0 = tile.atomic_poll acquire, gpu, %p, %x : !tile.ptr<i32>, i32 -> i1
  %1 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  %2 = tile.atomic_load acquire, gpu, %p : (!tile.ptr<i32>) -> i32
  %3 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// Each thread waits and signals by itself.
// CHECK-LABEL: @grid_dependency(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @grid_dependency(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  tile.grid_dependency_wait
  %0 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.grid_dependency_launch_dependents
  tile.return
}

}
