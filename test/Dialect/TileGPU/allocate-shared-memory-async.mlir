// RUN: tile-opt %s --tile-allocate-shared-memory | FileCheck %s

// Several places, and places that copies write to by themselves.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Three places of 1 KiB, in use from the first access of one of them to the last
// one of any of them.
// CHECK-LABEL: @several
// CHECK-SAME: tilegpu.shared_memory = 4096 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32} : <3x256xf32
// CHECK: local_alloc {tilegpu.offset = 3072 : i32} : <256xf32
// CHECK: local_alloc {tilegpu.offset = 0 : i32} : <256xf32
tile.func private @several(%x: tensor<256xf32, #a>, %i: i32, %j: i32) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<3x256xf32, #s>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  %2 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  %to = tilegpu.memdesc_index %0[%i] : !tilegpu.memdesc<3x256xf32, #s> -> !tilegpu.memdesc<256xf32, #s>
  %from = tilegpu.memdesc_index %0[%j] : !tilegpu.memdesc<3x256xf32, #s> -> !tilegpu.memdesc<256xf32, #s>
  tilegpu.local_store %x, %to : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  %v = tilegpu.local_load %from : !tilegpu.memdesc<256xf32, #s> -> tensor<256xf32, #a>
  tilegpu.local_store %x, %2 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  tile.return
}

// A copy is in flight until all are waited for.
// CHECK-LABEL: @under_way
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
tile.func private @under_way(%p: tensor<256x!tile.ptr<f32>, #a>, %x: tensor<256xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  %2 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  tilegpu.async_copy %p, %0 : tensor<256x!tile.ptr<f32>, #a>, !tilegpu.memdesc<256xf32, #s>
  tilegpu.async_wait {pending = 1 : i32}
  tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  tilegpu.async_wait {pending = 0 : i32}
  tilegpu.local_store %x, %2 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  tile.return
}

// Of one that nobody waits for, to the end.
// CHECK-LABEL: @never_waited_for
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
tile.func private @never_waited_for(%p: tensor<256x!tile.ptr<f32>, #a>, %x: tensor<256xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s>
  tilegpu.async_copy %p, %0 : tensor<256x!tile.ptr<f32>, #a>, !tilegpu.memdesc<256xf32, #s>
  tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s>
  tile.return
}
}
