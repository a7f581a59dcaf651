// RUN: tile-opt %s --tile-insert-barriers --allow-unregistered-dialect | FileCheck %s

// Shapes of code that test/Integration/layouts/barriers.py does not have; it has the
// others, and runs them.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b = #tile.linear<{register = [], lane = [[32], [16], [8], [4], [2]], warp = [[1]], block = []}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {

// Nothing to do.
// CHECK-LABEL: @no_shared_memory(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @no_shared_memory(%p: tensor<64x!tile.ptr<f32>, #a>) {
  %0 = tile.load %p : tensor<64x!tile.ptr<f32>, #a>
  tile.store %p, %0 : tensor<64x!tile.ptr<f32>, #a>
  tile.return
}

// A loop of blocks: one barrier before what is written again, one before the load.
// CHECK-LABEL: @blocks(
// CHECK: ^bb1:
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_store
// CHECK: ^bb2:
// CHECK: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK: ^bb3:
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @blocks(%x: tensor<64xf32, #a>, %c: i1) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  cf.br ^body
^body:
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  cf.br ^load
^load:
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  cf.cond_br %c, ^body, ^end
^end:
  tile.return
}

// Two ways meet, and one of them has a store.
// CHECK-LABEL: @joined_blocks(
// CHECK: ^bb2:
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
// CHECK-NOT: tilegpu.barrier
tile.func private @joined_blocks(%x: tensor<64xf32, #a>, %c: i1) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  cf.cond_br %c, ^store, ^end
^store:
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  cf.br ^end
^end:
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  tile.return
}

// An operation that nothing is known of may touch all memory.
// CHECK-LABEL: @unknown(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: "test.unknown"
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @unknown(%x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  "test.unknown"() : () -> ()
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  tile.return
}

tile.func private @callee()

// So may a call; two calls are ordered as well.
// CHECK-LABEL: @calls(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.call
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tile.call
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @calls(%x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  tile.call @callee() : () -> ()
  tile.call @callee() : () -> ()
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  tile.return
}

// What a callee does to global memory is ordered with loads and stores, too.
// CHECK-LABEL: @call_between_accesses(
// CHECK: tile.store
// CHECK: tilegpu.barrier
// CHECK-NEXT: tile.call
// CHECK-NEXT: tilegpu.barrier
// CHECK-NEXT: tile.load
tile.func private @call_between_accesses(%p: tensor<64x!tile.ptr<f32>, #a>, %x: tensor<64xf32, #a>) {
  tile.store %p, %x : tensor<64x!tile.ptr<f32>, #a>
  tile.call @callee() : () -> ()
  %0 = tile.load %p : tensor<64x!tile.ptr<f32>, #a>
  tile.return
}

// A barrier of some warps orders nothing for the others.
// CHECK-LABEL: @group(
// CHECK: tilegpu.barrier group
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @group(%x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  tilegpu.barrier group {id = 1 : i32, warps = 2 : i32}
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #b>
  tile.return
}

// A place without an offset may be any bytes.
// CHECK-LABEL: @no_offset(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier cta
// CHECK-NEXT: tilegpu.local_load
tile.func private @no_offset(%x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xf32, #s> -> tensor<64xf32, #a>
  tile.return
}

// Shared and global memory are different memories.
// CHECK-LABEL: @other_memory(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @other_memory(%p: tensor<64x!tile.ptr<f32>, #a>, %x: tensor<64xf32, #a>) {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xf32, #s>
  tilegpu.local_store %x, %0 : tensor<64xf32, #a>, !tilegpu.memdesc<64xf32, #s>
  %1 = tile.load %p : tensor<64x!tile.ptr<f32>, #a>
  tile.store %p, %1 : tensor<64x!tile.ptr<f32>, #a>
  tile.return
}
}
