// RUN: tile-opt %s --tile-weaken-atomics | FileCheck %s

// Orders that order nothing.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#line = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @nothing_after(
// CHECK: tile.atomic_rmw add, release, gpu
tile.func public @nothing_after(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %x = tile.load %q : !tile.ptr<i32>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// CHECK-LABEL: @nothing_before(
// CHECK: tile.atomic_cas acquire, sys
tile.func public @nothing_before(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_cas acq_rel, sys, %p, %x, %x : (!tile.ptr<i32>, i32, i32) -> i32
  tile.store %q, %x : !tile.ptr<i32>
  tile.return
}

// CHECK-LABEL: @pair_with_nothing_before(
// CHECK: tile.atomic_cas_pair acquire, sys
tile.func public @pair_with_nothing_before(%p: !tile.ptr<i64>, %q: !tile.ptr<i64>, %x: i64) {
  %0:2 = tile.atomic_cas_pair acq_rel, sys, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
  tile.store %q, %x : !tile.ptr<i64>
  tile.return
}

// CHECK-LABEL: @nothing_else(
// CHECK: tile.atomic_rmw add, relaxed, gpu
tile.func public @nothing_else(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// CHECK-LABEL: @accesses_on_both_sides(
// CHECK: tile.atomic_rmw add, acq_rel, gpu
tile.func public @accesses_on_both_sides(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %x = tile.load %q : !tile.ptr<i32>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.store %q, %x : !tile.ptr<i32>
  tile.return
}

// The second one orders the first, and the other way round.
// CHECK-LABEL: @each_other(
// CHECK: tile.atomic_rmw add, acquire, gpu
// CHECK: tile.atomic_rmw add, release, gpu
tile.func public @each_other(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// It comes before and after itself.
// CHECK-LABEL: @loop(
// CHECK: tile.atomic_rmw add, acq_rel, gpu
tile.func public @loop(%p: !tile.ptr<i32>, %x: i32) {
  scf.for %i = %x to %x step %x : i32 {
    %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  }
  tile.return
}

// One branch or the other.
// CHECK-LABEL: @branches(
// CHECK: tile.atomic_rmw add, relaxed, gpu
// CHECK: tile.atomic_rmw add, relaxed, gpu
tile.func public @branches(%p: !tile.ptr<i32>, %x: i32, %c: i1) {
  scf.if %c {
    %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  } else {
    %1 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  }
  tile.return
}

// CHECK-LABEL: @after_a_branch(
// CHECK: tile.load
// CHECK: tile.atomic_rmw add, release, gpu
tile.func public @after_a_branch(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32, %c: i1) {
  scf.if %c {
    %0 = tile.load %q : !tile.ptr<i32>
  }
  %1 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// A lock that is taken without an acquire: the next program needs the one of the
// operation that gives it back.
// CHECK-LABEL: @lock(
// CHECK: tile.atomic_cas relaxed, gpu
// CHECK: tile.atomic_rmw exch, acq_rel, gpu
tile.func public @lock(%data: !tile.ptr<i32>, %lock: !tile.ptr<i32>, %zero: i32, %one: i32) {
  scf.while : () -> () {
    %0 = tile.atomic_cas relaxed, gpu, %lock, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %taken = arith.cmpi ne, %0, %zero : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %old = tile.load %data : !tile.ptr<i32>
  %new = arith.addi %old, %one : i32
  tile.store %data, %new : !tile.ptr<i32>
  %1 = tile.atomic_rmw exch, acq_rel, gpu, %lock, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// The same by pointers of unknown origin: they may meet.
// CHECK-LABEL: @lock_by_addresses(
// CHECK: tile.atomic_rmw exch, acq_rel, gpu
tile.func public @lock_by_addresses(%table: !tile.ptr<i64>, %out: !tile.ptr<i32>, %lock: !tile.ptr<i32>, %x: i32) {
  %address = tile.load %table : !tile.ptr<i64>
  %data = tile.int_to_ptr %address : i64 -> !tile.ptr<i32>
  %0 = tile.load %data : !tile.ptr<i32>
  tile.store %out, %0 : !tile.ptr<i32>
  %1 = tile.atomic_rmw exch, acq_rel, gpu, %lock, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// What others add to is loaded.
// CHECK-LABEL: @loads_the_sum(
// CHECK: tile.atomic_rmw add, acq_rel, gpu
tile.func public @loads_the_sum(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.load %p : !tile.ptr<i32>
  %1 = tile.addptr %p, %x : !tile.ptr<i32>, i32
  %2 = tile.atomic_rmw add, acq_rel, gpu, %1, %0 : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// What is written is loaded by nobody.
// CHECK-LABEL: @stores_only(
// CHECK: tile.atomic_rmw add, release, gpu
tile.func public @stores_only(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %r: !tile.ptr<i32>) {
  %0 = tile.load %q : !tile.ptr<i32>
  tile.store %r, %0 : !tile.ptr<i32>
  %1 = tile.atomic_rmw add, acq_rel, gpu, %p, %0 : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// Blocks that branch to each other.
// CHECK-LABEL: @blocks(
// CHECK: tile.atomic_rmw add, acq_rel, gpu
tile.func public @blocks(%p: !tile.ptr<i32>, %x: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  tile.return
}

// What an asm of each thread does is not known.
// CHECK-LABEL: @asm(
// CHECK: tile.atomic_rmw add, acquire, gpu
tile.func public @asm(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

// What its callers do is not known.
// CHECK-LABEL: @function(
// CHECK: tile.atomic_rmw add, acq_rel, gpu
tile.func private @function(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// A copy to shared memory reads global memory.
// CHECK-LABEL: @async_copy(
// CHECK: tile.atomic_rmw add, acquire, gpu
tile.func public @async_copy(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<128xi32, #line>
  %2 = tile.splat %q : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #a>
  tilegpu.async_copy %2, %1 : tensor<128x!tile.ptr<i32>, #a>, !tilegpu.memdesc<128xi32, #line>
  tile.return
}

// CHECK-LABEL: @accesses_that_are_atomic(
// CHECK: tile.atomic_load acquire, gpu
// CHECK: tile.atomic_poll acquire, gpu
// CHECK: tile.atomic_store release, gpu
tile.func public @accesses_that_are_atomic(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_load acquire, gpu, %p : (!tile.ptr<i32>) -> i32
  %1 = tile.atomic_poll acquire, gpu, %p, %x : !tile.ptr<i32>, i32 -> i1
  tile.atomic_store release, gpu, %p, %x : !tile.ptr<i32>
  tile.return
}

// What other grids wrote is handed on.
// CHECK-LABEL: @release_behind_a_wait(
// CHECK: tile.atomic_store release, gpu
tile.func public @release_behind_a_wait(%p: !tile.ptr<i32>, %x: i32) {
  tile.grid_dependency_wait
  tile.atomic_store release, gpu, %p, %x : !tile.ptr<i32>
  tile.return
}

// A grid that lets others begin accesses nothing.
// CHECK-LABEL: @atomic_access_alone(
// CHECK: tile.atomic_load relaxed, gpu
// CHECK-NEXT: tile.grid_dependency_launch_dependents
tile.func public @atomic_access_alone(%p: !tile.ptr<i32>) {
  tile.grid_dependency_wait
  %0 = tile.atomic_load acquire, gpu, %p : (!tile.ptr<i32>) -> i32
  tile.grid_dependency_launch_dependents
  tile.return
}

}
