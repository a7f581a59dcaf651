// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// A load and a store of the same pointers, where the threads that use what is
// loaded are others than the one that stores, are ordered by a barrier.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#reversed = #tile.linear<{register = [], lane = [[64], [32], [16], [8], [4]], warp = [[2], [1]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// All threads need the old number, and thread 0 stores the new one.
// CHECK-LABEL: @scalar(
// CHECK: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store %{{.*}} : !tile.ptr<i32>
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @scalar(%p: !tile.ptr<i32>, %q: tensor<128x!tile.ptr<i32>, #one>, %x: i32) {
  %old = tile.load %p : !tile.ptr<i32>
  %new = arith.addi %old, %x : i32
  tile.store %p, %new : !tile.ptr<i32>
  %t = tile.splat %old : i32 -> tensor<128xi32, #one>
  tile.store %q, %t : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// Thread 0 stores what it loaded itself.
// CHECK-LABEL: @counter(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @counter(%p: !tile.ptr<i32>, %x: i32) {
  %old = tile.load %p : !tile.ptr<i32>
  %new = arith.addi %old, %x : i32
  tile.store %p, %new : !tile.ptr<i32>
  tile.return
}

// What a branch depends on, all threads need.
// CHECK-LABEL: @condition(
// CHECK: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store
tile.func private @condition(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %x: i32) {
  %old = tile.load %p : !tile.ptr<i32>
  tile.store %p, %x : !tile.ptr<i32>
  %c = arith.cmpi eq, %old, %x : i32
  scf.if %c {
    tile.store %q, %x : !tile.ptr<i32>
  }
  tile.return
}

// What was stored must be there when all threads load it; so for atomic operations.
// CHECK-LABEL: @load_of_stored(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
tile.func private @load_of_stored(%p: !tile.ptr<i32>, %x: i32) -> tensor<128xi32, #one> {
  tile.store %p, %x : !tile.ptr<i32>
  %new = tile.load %p : !tile.ptr<i32>
  %t = tile.splat %new : i32 -> tensor<128xi32, #one>
  tile.return %t : tensor<128xi32, #one>
}
// CHECK-LABEL: @load_of_added(
// CHECK: tile.atomic_rmw
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
tile.func private @load_of_added(%p: !tile.ptr<i32>, %x: i32) -> tensor<128xi32, #one> {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %new = tile.load %p : !tile.ptr<i32>
  %t = tile.splat %new : i32 -> tensor<128xi32, #one>
  tile.return %t : tensor<128xi32, #one>
}

// Each thread has its own element: a map in place takes no barrier.
// CHECK-LABEL: @in_place(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @in_place(%p: tensor<128x!tile.ptr<i32>, #one>) -> tensor<128xi32, #one> {
  %x = tile.load %p : tensor<128x!tile.ptr<i32>, #one>
  %y = arith.addi %x, %x : tensor<128xi32, #one>
  tile.store %p, %y : tensor<128x!tile.ptr<i32>, #one>
  tile.return %x : tensor<128xi32, #one>
}

// Four warps hold copies of 32 elements; one of them stores. Nobody needs the copies.
// CHECK-LABEL: @small_in_place(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @small_in_place(%p: tensor<32x!tile.ptr<i32>, #one>) {
  %x = tile.load %p : tensor<32x!tile.ptr<i32>, #one>
  %y = arith.addi %x, %x : tensor<32xi32, #one>
  tile.store %p, %y : tensor<32x!tile.ptr<i32>, #one>
  tile.return
}

// Here they need them.
// CHECK-LABEL: @small_and_used(
// CHECK: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store
tile.func private @small_and_used(%p: tensor<32x!tile.ptr<i32>, #one>) -> tensor<32xi32, #one> {
  %x = tile.load %p : tensor<32x!tile.ptr<i32>, #one>
  %y = arith.addi %x, %x : tensor<32xi32, #one>
  tile.store %p, %y : tensor<32x!tile.ptr<i32>, #one>
  tile.return %x : tensor<32xi32, #one>
}

// The same addresses, computed twice, in two layouts.
// CHECK-LABEL: @two_layouts(
// CHECK: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store
tile.func private @two_layouts(%p: !tile.ptr<i32>, %v: tensor<128xi32, #reversed>) -> tensor<128xi32, #one> {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %c = arith.constant dense<3> : tensor<128xi32, #one>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %k = arith.muli %i, %c : tensor<128xi32, #one>
  %from = tile.addptr %s, %k : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  %x = tile.load %from : tensor<128x!tile.ptr<i32>, #one>
  %i2 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #reversed>
  %c2 = arith.constant dense<3> : tensor<128xi32, #reversed>
  %s2 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #reversed>
  %k2 = arith.muli %i2, %c2 : tensor<128xi32, #reversed>
  %to = tile.addptr %s2, %k2 : tensor<128x!tile.ptr<i32>, #reversed>, tensor<128xi32, #reversed>
  tile.store %to, %v : tensor<128x!tile.ptr<i32>, #reversed>
  tile.return %x : tensor<128xi32, #one>
}

// Two stores: in two layouts, other threads make the second one.
// CHECK-LABEL: @two_stores(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.store
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @two_stores(%p: !tile.ptr<i32>, %v: tensor<128xi32, #one>, %w: tensor<128xi32, #reversed>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %to = tile.addptr %s, %i : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  %i2 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #reversed>
  %s2 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #reversed>
  %to2 = tile.addptr %s2, %i2 : tensor<128x!tile.ptr<i32>, #reversed>, tensor<128xi32, #reversed>
  tile.store %to, %v : tensor<128x!tile.ptr<i32>, #one>
  tile.store %to2, %w : tensor<128x!tile.ptr<i32>, #reversed>
  tile.return
}

// In one layout, a thread stores both of its elements.
// CHECK-LABEL: @two_stores_in_one_layout(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @two_stores_in_one_layout(%p: !tile.ptr<i32>, %v: tensor<128xi32, #one>, %w: tensor<128xi32, #one>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %to = tile.addptr %s, %i : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  tile.store %to, %v : tensor<128x!tile.ptr<i32>, #one>
  tile.store %to, %w : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

// A store and an atomic operation race, two atomic operations do not.
// CHECK-LABEL: @store_and_atomics(
// CHECK: tile.store
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @store_and_atomics(%p: !tile.ptr<i32>, %v: tensor<128xi32, #one>, %w: tensor<128xi32, #reversed>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %to = tile.addptr %s, %i : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  %i2 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #reversed>
  %s2 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #reversed>
  %to2 = tile.addptr %s2, %i2 : tensor<128x!tile.ptr<i32>, #reversed>, tensor<128xi32, #reversed>
  tile.store %to, %v : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, relaxed, gpu, %to2, %w : (tensor<128x!tile.ptr<i32>, #reversed>, tensor<128xi32, #reversed>) -> tensor<128xi32, #reversed>
  %1 = tile.atomic_rmw add, relaxed, gpu, %to, %v : (tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>) -> tensor<128xi32, #one>
  tile.return
}

// The second store of an iteration, and the first one of the next.
// CHECK-LABEL: @two_stores_in_a_loop(
// CHECK: scf.for
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.store
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @two_stores_in_a_loop(%p: !tile.ptr<i32>, %v: tensor<128xi32, #one>, %w: tensor<128xi32, #reversed>, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %to = tile.addptr %s, %i : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  %i2 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #reversed>
  %s2 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #reversed>
  %to2 = tile.addptr %s2, %i2 : tensor<128x!tile.ptr<i32>, #reversed>, tensor<128xi32, #reversed>
  scf.for %k = %zero to %n step %step : i32 {
    tile.store %to, %v : tensor<128x!tile.ptr<i32>, #one>
    tile.store %to2, %w : tensor<128x!tile.ptr<i32>, #reversed>
  }
  tile.return
}

// Other pointers are the author's business.
// CHECK-LABEL: @other_addresses(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @other_addresses(%p: !tile.ptr<i32>, %x: i32) -> tensor<128xi32, #one> {
  %next = tile.addptr %p, %x : !tile.ptr<i32>, i32
  %old = tile.load %next : !tile.ptr<i32>
  tile.store %p, %x : !tile.ptr<i32>
  %t = tile.splat %old : i32 -> tensor<128xi32, #one>
  tile.return %t : tensor<128xi32, #one>
}

// One iteration's store and the next one's load.
// CHECK-LABEL: @loop(
// CHECK: scf.for
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @loop(%p: !tile.ptr<i32>, %q: tensor<128x!tile.ptr<i32>, #one>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    %old = tile.load %p : !tile.ptr<i32>
    %new = arith.addi %old, %k : i32
    tile.store %p, %new : !tile.ptr<i32>
    %t = tile.splat %old : i32 -> tensor<128xi32, #one>
    tile.store %q, %t : tensor<128x!tile.ptr<i32>, #one>
  }
  tile.return
}

// Each iteration has an address of its own.
// CHECK-LABEL: @loop_over_addresses(
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tile.store
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @loop_over_addresses(%p: !tile.ptr<i32>, %q: tensor<128x!tile.ptr<i32>, #one>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    %at = tile.addptr %p, %k : !tile.ptr<i32>, i32
    %old = tile.load %at : !tile.ptr<i32>
    tile.store %at, %n : !tile.ptr<i32>
    %t = tile.splat %old : i32 -> tensor<128xi32, #one>
    tile.store %q, %t : tensor<128x!tile.ptr<i32>, #one>
  }
  tile.return
}

}
