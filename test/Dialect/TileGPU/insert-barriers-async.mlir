// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// A copy writes where it is waited for, and until then nobody touches its place.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b = #tile.linear<{register = [], lane = [[32], [16], [8], [4], [2]], warp = [[1]], block = []}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {

// The loop of a pipeline: exactly one barrier in each iteration.
// CHECK-LABEL: @pipeline(
// CHECK-NOT: tilegpu.barrier
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NOT: tilegpu.barrier
// CHECK: tilegpu.async_copy
// CHECK-NOT: tilegpu.barrier
// CHECK: tilegpu.local_load
// CHECK-NOT: tilegpu.barrier
// CHECK: scf.yield
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @pipeline(%p: tensor<64x!tile.ptr<f32>, #a>, %x: tensor<64xf32, #b>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<3x64xf32, #s>
  %first = tilegpu.memdesc_index %0[%c0] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_copy %p, %first : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_commit_group
  %second = tilegpu.memdesc_index %0[%c1] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_copy %p, %second : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_commit_group
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<64xf32, #b>) : i32 {
    %ahead = arith.addi %i, %c2 : i32
    %from = arith.remui %i, %c3 : i32
    %to = arith.remui %ahead, %c3 : i32
    tilegpu.async_wait {pending = 1 : i32}
    %target = tilegpu.memdesc_index %0[%to] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    tilegpu.async_copy %p, %target : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
    tilegpu.async_commit_group
    %source = tilegpu.memdesc_index %0[%from] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    %v = tilegpu.local_load %source : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
    %next = arith.addf %acc, %v : tensor<64xf32, #b>
    scf.yield %next : tensor<64xf32, #b>
  }
  tile.return
}

// The load is in the layout of the copy: each thread waits for what it copied
// itself.
// CHECK-LABEL: @same_thread(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @same_thread(%p: tensor<64x!tile.ptr<f32>, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_copy %p, %0 : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_commit_group
  tilegpu.async_wait {pending = 0 : i32}
  %v = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  tile.return
}

// A copy that some wait may have completed before counts at the next one, too.
// CHECK-LABEL: @later_wait(
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @later_wait(%p: tensor<64x!tile.ptr<f32>, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_copy %p, %0 : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_commit_group
  tilegpu.async_wait {pending = 1 : i32}
  %v = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  tilegpu.async_wait {pending = 0 : i32}
  %w = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  tilegpu.async_wait {pending = 0 : i32}
  %u = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  tile.return
}

// What was stored or loaded before must be done when the copy begins.
// CHECK-LABEL: @copy_after_store(
// CHECK: tilegpu.local_store
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.async_copy
tile.func private @copy_after_store(%p: tensor<64x!tile.ptr<f32>, #a>, %x: tensor<64xf32, #b>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #b>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.async_copy %p, %0 : tensor<64x!tile.ptr<f32>, #a>, !tilegpu.memdesc<64xf32, #s>
  tile.return
}

// Places whose numbers are known and differ are different bytes.
// CHECK-LABEL: @other_place(
// CHECK: tilegpu.local_store
// CHECK-NOT: tilegpu.barrier
// CHECK: tilegpu.local_load
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @other_place(%x: tensor<64xf32, #b>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<2x64xf32, #s>
  %1 = tilegpu.memdesc_index %0[%c0] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
  %2 = tilegpu.memdesc_index %0[%c1] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %1 : tensor<64xf32, #b>, !tilegpu.memdesc<64xf32, #s>
  %v = tilegpu.local_load %2 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  %w = tilegpu.local_load %1 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  tile.return
}

// A part of a place is touched by the threads that its layout says.
// CHECK-LABEL: @part(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @part(%x: tensor<64xf32, #b>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #b>, !tilegpu.memdesc<64xf32, #s>
  %v = tilegpu.local_load %0 at [32] : !tilegpu.memdesc<64xf32, #s> -> tensor<32xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>
  tile.return
}

// A store to another place than the one that is loaded in the same iteration; the
// next iteration loads it.
// CHECK-LABEL: @places_in_turn(
// CHECK: scf.for
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_store
// CHECK-NOT: tilegpu.barrier
// CHECK: tilegpu.local_load
// CHECK-NOT: tilegpu.barrier
// CHECK: scf.yield
tile.func private @places_in_turn(%x: tensor<64xf32, #a>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<2x64xf32, #s>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %to = arith.xori %from, %c1 : i32
    %target = tilegpu.memdesc_index %0[%to] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    tilegpu.local_store %x, %target : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
    %source = tilegpu.memdesc_index %0[%from] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    %v = tilegpu.local_load %source : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
    scf.yield %to : i32
  }
  tile.return
}

// The same, of three places.
// CHECK-LABEL: @three_places_in_turn(
// CHECK: scf.for
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_store
// CHECK-NOT: tilegpu.barrier
// CHECK: tilegpu.local_load
// CHECK-NOT: tilegpu.barrier
// CHECK: scf.yield
tile.func private @three_places_in_turn(%x: tensor<64xf32, #a>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<3x64xf32, #s>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %is = arith.cmpi eq, %from, %c0 : i32
    %less = arith.addi %from, %minus : i32
    %to = arith.select %is, %c2, %less : i32
    %target = tilegpu.memdesc_index %0[%to] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    tilegpu.local_store %x, %target : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
    %source = tilegpu.memdesc_index %0[%from] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    %v = tilegpu.local_load %source : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
    scf.yield %to : i32
  }
  tile.return
}

// A selection that may be the same number.
// CHECK-LABEL: @same_place_perhaps(
// CHECK: scf.for
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_store
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @same_place_perhaps(%x: tensor<64xf32, #a>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<3x64xf32, #s>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %is = arith.cmpi eq, %i, %c0 : i32
    %less = arith.addi %from, %minus : i32
    %to = arith.select %is, %c2, %less : i32
    %target = tilegpu.memdesc_index %0[%to] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    tilegpu.local_store %x, %target : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
    %source = tilegpu.memdesc_index %0[%from] : !tilegpu.memdesc<3x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    %v = tilegpu.local_load %source : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
    scf.yield %to : i32
  }
  tile.return
}

// What was stored in the iteration before is in the place that is loaded now: a
// barrier of this iteration, not only of the first, keeps both apart.
// CHECK-LABEL: @of_the_iteration_before(
// CHECK: scf.for
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK-NEXT: arith.xori
// CHECK: tilegpu.local_store
// CHECK: scf.yield
tile.func private @of_the_iteration_before(%x: tensor<64xf32, #a>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<2x64xf32, #s>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%from = %c0) -> (i32) : i32 {
    %source = tilegpu.memdesc_index %0[%from] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    %v = tilegpu.local_load %source : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
    %to = arith.xori %from, %c1 : i32
    %target = tilegpu.memdesc_index %0[%to] : !tilegpu.memdesc<2x64xf32, #s> -> !tilegpu.memdesc<64xf32, #s>
    tilegpu.local_store %x, %target : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
    scf.yield %to : i32
  }
  tile.return
}
}
