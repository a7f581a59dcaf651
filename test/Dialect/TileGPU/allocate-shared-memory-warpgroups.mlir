// RUN: tile-opt %s --tile-allocate-shared-memory | FileCheck %s

// What warpgroups multiply begins at a multiple of 1024 bytes, and keeps its
// bytes until somebody has waited for the product.

#a = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#narrow = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #narrow, kWidth = 2}>
#n = #tilegpu.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
#row = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32]]>
#v = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#t = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
!place = !tilegpu.memdesc<64x64xf16, #s>
!small = !tilegpu.memdesc<64xf32, #row>
!sum = tensor<64x64xf32, #mma>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Places of 512 bytes. The sum of bytes is a multiple, too: another program of
// the CTA may follow.
// CHECK-LABEL: @alignment(
// CHECK-SAME: tilegpu.shared_memory = 2048
// CHECK: tilegpu.local_alloc {tilegpu.offset = 0 : i32}
// CHECK: tilegpu.local_alloc {tilegpu.offset = 1024 : i32}
tile.func private @alignment(%a: tensor<64x16xf16, #oa>, %c: tensor<64x16xf32, #narrow>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<16x16xf16, #n>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<16x16xf16, #n>
  %d = tilegpu.warpgroup_dot %a, %0, %c : tensor<64x16xf16, #oa>, !tilegpu.memdesc<16x16xf16, #n>, tensor<64x16xf32, #narrow> -> !tilegpu.pending<tensor<64x16xf32, #narrow>>
  %e = tilegpu.warpgroup_dot %a, %1, %d : tensor<64x16xf16, #oa>, !tilegpu.memdesc<16x16xf16, #n>, !tilegpu.pending<tensor<64x16xf32, #narrow>> -> !tilegpu.pending<tensor<64x16xf32, #narrow>>
  %r = tilegpu.warpgroup_wait %e {pending = 0 : i32} : !tilegpu.pending<tensor<64x16xf32, #narrow>> -> tensor<64x16xf32, #narrow>
  tile.return
}

// Without a product nothing changes.
// CHECK-LABEL: @no_product(
// CHECK-SAME: tilegpu.shared_memory = 256
tile.func private @no_product(%x: tensor<64xf32, #v>) {
  %0 = tilegpu.local_alloc : !small
  tilegpu.local_store %x, %0 : tensor<64xf32, #v>, !small
  %y = tilegpu.local_load %0 : !small -> tensor<64xf32, #v>
  tile.return
}

// The third place may not have the bytes of the first two, whose product is in
// flight, but the fourth may.
// CHECK-LABEL: @in_flight(
// CHECK-SAME: tilegpu.shared_memory = 16384
// CHECK: tilegpu.local_alloc {tilegpu.offset = 0 : i32}
// CHECK: tilegpu.local_alloc {tilegpu.offset = 8192 : i32}
// CHECK: tilegpu.local_alloc {tilegpu.offset = 0 : i32}
tile.func private @in_flight(%x: tensor<64x64xf16, #a>, %c: !sum) {
  %0 = tilegpu.local_alloc : !place
  %1 = tilegpu.local_alloc : !place
  %2 = tilegpu.local_alloc : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %d = tilegpu.warpgroup_dot %0, %0, %c : !place, !place, !sum -> !tilegpu.pending<!sum>
  tilegpu.local_store %x, %1 : tensor<64x64xf16, #a>, !place
  %y = tilegpu.local_load %1 : !place -> tensor<64x64xf16, #a>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tilegpu.local_store %x, %2 : tensor<64x64xf16, #a>, !place
  %z = tilegpu.local_load %2 : !place -> tensor<64x64xf16, #a>
  tile.return
}

// The same by another name, and in a loop inside.
// CHECK-LABEL: @transposed_in_a_loop(
// CHECK-SAME: tilegpu.shared_memory = 16384
// CHECK: tilegpu.local_alloc {tilegpu.offset = 0 : i32}
// CHECK: tilegpu.local_alloc {tilegpu.offset = 8192 : i32}
tile.func private @transposed_in_a_loop(%x: tensor<64x64xf16, #a>, %c: !sum, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tilegpu.local_alloc : !place
  %1 = tilegpu.local_alloc : !place
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #a>, !place
  %t = tilegpu.memdesc_trans %0 : !place -> !tilegpu.memdesc<64x64xf16, #t>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    tilegpu.local_store %x, %1 : tensor<64x64xf16, #a>, !place
    %y = tilegpu.local_load %1 : !place -> tensor<64x64xf16, #a>
    %d = tilegpu.warpgroup_dot %0, %t, %s : !place, !tilegpu.memdesc<64x64xf16, #t>, !sum -> !tilegpu.pending<!sum>
    %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
    scf.yield %r : !sum
  }
  tile.return
}

// A sum that goes on to another product: nobody knows here when it ends, so
// that the place keeps its bytes.
// CHECK-LABEL: @handed_on(
// CHECK-SAME: tilegpu.shared_memory = 24576
tile.func private @handed_on(%x: tensor<64x64xf16, #a>, %c: !sum) {
  %0 = tilegpu.local_alloc : !place
  %1 = tilegpu.local_alloc : !place
  %2 = tilegpu.local_alloc : !place
  %d = tilegpu.warpgroup_dot %0, %0, %c : !place, !place, !sum -> !tilegpu.pending<!sum>
  %e = tilegpu.warpgroup_dot %1, %1, %d : !place, !place, !tilegpu.pending<!sum> -> !tilegpu.pending<!sum>
  tilegpu.local_store %x, %2 : tensor<64x64xf16, #a>, !place
  %y = tilegpu.local_load %2 : !place -> tensor<64x64xf16, #a>
  %r = tilegpu.warpgroup_wait %e {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}
}
