// RUN: tile-opt %s --split-input-file --tile-allocate-tensor-memory | FileCheck %s

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 64]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
!left = !tilegpu.memdesc<128x64xf16, #s>
!right = !tilegpu.memdesc<64x64xf16, #s>
!sum = tensor<128x64xf32, #mma>
!pending = !tilegpu.pending<!sum>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {

// A sum that a loop carries has the same columns all the way; the kernel
// allocates at its beginning and gives back at its end.
// CHECK-LABEL: @carried(
// CHECK-SAME: tilegpu.tensor_memory = 64 : i32
// CHECK: %[[W:.*]] = tilegpu.local_alloc : <1xi32
// CHECK: %[[B:.*]] = tilegpu.local_alloc : <4x1xi64
// CHECK: tilegpu.mbarrier_init %[[B]] {count = 1 : i32}
// CHECK: %[[M:.*]] = tilegpu.tensor_memory_alloc %[[W]], %[[B]] {columns = 64 : i32}
// CHECK: tilegpu.pending_sum %{{.*}} in %[[M]] : tensor
// CHECK: scf.for
// CHECK: tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %{{.*}} in %[[M]] :
// CHECK: tilegpu.warpgroup_wait %{{.*}} in %[[M]] {pending = 1 : i32}
// CHECK: tilegpu.warpgroup_wait %{{.*}} in %[[M]] {pending = 0 : i32}
// CHECK: tilegpu.tensor_memory_dealloc %[[M]] {columns = 64 : i32}
// CHECK-NEXT: tile.return
tile.func private @carried(%c: !sum, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %start = tilegpu.pending_sum %c : !sum
  %end = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pending) : i32 {
    %d = tilegpu.warpgroup_dot %p, %q, %s : !left, !right, !pending -> !pending
    %w = tilegpu.warpgroup_wait %d {pending = 1 : i32} : !pending -> !pending
    scf.yield %w : !pending
  }
  %r = tilegpu.warpgroup_wait %end {pending = 0 : i32} : !pending -> !sum
  tile.return
}

// Two sums at a time lie next to each other, with a left operand from registers
// behind; one that comes later takes the first one's columns.
// CHECK-LABEL: @several(
// CHECK-SAME: tilegpu.tensor_memory = 256 : i32
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %{{.*}} in %[[M:[^ ]*]] :
// CHECK: %[[E:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %{{.*}} in %[[M]] {column = 64 : i32, column_of_a = 128 : i32} :
// CHECK: tilegpu.warpgroup_wait %[[D]] in %[[M]] {pending = 1 : i32}
// CHECK: tilegpu.warpgroup_wait %[[E]] in %[[M]] {column = 64 : i32, pending = 0 : i32}
// CHECK: %[[F:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %{{.*}} in %[[M]] :
// CHECK: tilegpu.warpgroup_wait %[[F]] in %[[M]] {pending = 0 : i32}
tile.func private @several(%c: !sum, %a: tensor<128x64xf16, #oa>) {
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %d = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %e = tilegpu.warpgroup_dot %a, %q, %c : tensor<128x64xf16, #oa>, !right, !sum -> !pending
  %x = tilegpu.warpgroup_wait %d {pending = 1 : i32} : !pending -> !sum
  %y = tilegpu.warpgroup_wait %e {pending = 0 : i32} : !pending -> !sum
  %f = tilegpu.warpgroup_dot %p, %q, %y : !left, !right, !sum -> !pending
  %z = tilegpu.warpgroup_wait %f {pending = 0 : i32} : !pending -> !sum
  tile.return
}

// CHECK-LABEL: @none(
// CHECK-NOT: tensor_memory
tile.func public @none() {
  tile.return
}

}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 256]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
!left = !tilegpu.memdesc<128x64xf16, #s>
!right = !tilegpu.memdesc<64x256xf16, #s>
!sum = tensor<128x256xf32, #mma>
!pending = !tilegpu.pending<!sum>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
// Three sums need 768 columns, which there are not: each is waited for at once.
// CHECK-LABEL: @too_many(
// CHECK-SAME: tilegpu.tensor_memory = 256 : i32
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %{{.*}} in %[[M:[^ ]*]] :
// CHECK-NEXT: tilegpu.warpgroup_wait %[[D]] in %[[M]] {pending = 0 : i32}
// CHECK-NEXT: %[[E:.*]] = tilegpu.warpgroup_dot %{{.*}} in %[[M]] :
// CHECK-NEXT: tilegpu.warpgroup_wait %[[E]] in %[[M]] {pending = 0 : i32}
tile.func private @too_many(%c: !sum) {
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %d = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %e = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %f = tilegpu.warpgroup_dot %p, %q, %c : !left, !right, !sum -> !pending
  %x = tilegpu.warpgroup_wait %d {pending = 2 : i32} : !pending -> !sum
  %y = tilegpu.warpgroup_wait %e {pending = 1 : i32} : !pending -> !sum
  %z = tilegpu.warpgroup_wait %f {pending = 0 : i32} : !pending -> !sum
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#t = #tilegpu.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#rows = #tile.linear<{register = [[0, 1], [0, 2], [32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
#columns = #tile.linear<{register = [[0, 1], [0, 2], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
!left = !tilegpu.memdesc<128x128xi8, #s>
!right = !tilegpu.memdesc<128x64xi8, #t>
!sum = tensor<128x64xf32, #mma>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {
// Scales: four columns for 128 rows of four, two for 64.
// CHECK-LABEL: @scaled(
// CHECK-SAME: tilegpu.tensor_memory = 128 : i32
// CHECK: tilegpu.warpgroup_dot %{{.*}} scale %{{.*}}, %{{.*}} in %{{.*}} {a_elem_type = {{.*}}, column_of_scales = 64 : i32} :
tile.func private @scaled(%c: !sum, %x: tensor<128x4xi8, #rows>, %y: tensor<64x4xi8, #columns>) {
  %p = tilegpu.local_alloc : !left
  %q = tilegpu.local_alloc : !right
  %d = tilegpu.warpgroup_dot %p, %q, %c scale %x, %y {a_elem_type = 0 : i32, b_elem_type = 1 : i32} : !left, !right, !sum scale tensor<128x4xi8, #rows>, tensor<64x4xi8, #columns> -> !tilegpu.pending<!sum>
  %z = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}
}
