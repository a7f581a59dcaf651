// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s
// RUN: tile-opt %s --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS

#src = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#dst = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#bins = #tilegpu.linear_shared<[[0, 1], [0, 2]]>
#zeros = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-DAG: #[[ZEROS:.*]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[ROWS:.*]] = #tile.linear<{register = {{\[\[}}0, 128], [1, 0], [2, 0]]

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Each warp has bins of its own: only their sum needs a barrier of the CTA.
// CHECK-LABEL: @rows(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4096xi32, {{[^,]*}}>, %[[M:.*]]: tensor<4096xi1
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc : <4x256xi32,
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0> : tensor<4x256xi32, #[[ZEROS]]>
// CHECK-NEXT: tilegpu.local_store %[[ZERO]], %[[PLACE]]
// CHECK-NEXT: tilegpu.local_count %[[X]] where %[[M]], %[[PLACE]]
// CHECK-NEXT: %[[BINS:.*]] = tilegpu.local_load %[[PLACE]] : {{.*}} -> tensor<4x256xi32, #[[ROWS]]>
// CHECK-NEXT: %[[SUM:.*]] = "tile.reduce"(%[[BINS]]) <{axis = 0 : i32, commutative}>
// CHECK: tile.return %[[SUM]]
// BARRIERS-LABEL: @rows(
// BARRIERS: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier warp
// BARRIERS-NEXT: tilegpu.local_count
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_load
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: tile.return
tile.func private @rows(%x: tensor<4096xi32, #src>, %m: tensor<4096xi1, #src>) -> tensor<256xi32, #dst> {
  %0 = tile.histogram %x, %m : tensor<4096xi32, #src> -> tensor<256xi32, #dst>
  tile.return %0 : tensor<256xi32, #dst>
}

// 1024 elements are not worth four rows of 256 bins.
// CHECK-LABEL: @shared_rows(
// CHECK: tilegpu.local_alloc : <2x256xi32,
// BARRIERS-LABEL: @shared_rows(
// BARRIERS: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_count
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_load
tile.func private @shared_rows(%x: tensor<1024xi32, #src>) -> tensor<256xi32, #dst> {
  %0 = tile.histogram %x : tensor<1024xi32, #src> -> tensor<256xi32, #dst>
  tile.return %0 : tensor<256xi32, #dst>
}

// Rows take no more than 16 KiB.
// CHECK-LABEL: @many_bins(
// CHECK: tilegpu.local_alloc : <1x8192xi32,
tile.func private @many_bins(%x: tensor<65536xi32, #src>) -> tensor<8192xi32, #dst> {
  %0 = tile.histogram %x : tensor<65536xi32, #src> -> tensor<8192xi32, #dst>
  tile.return %0 : tensor<8192xi32, #dst>
}

// Counts have 32 bits until they are complete.
// CHECK-LABEL: @wide_counts(
// CHECK: tilegpu.local_alloc : <{{.*}}xi32,
// CHECK: %[[SUM:.*]] = "tile.reduce"
// CHECK: arith.extui %{{.*}} : tensor<256xi32, #{{.*}}> to tensor<256xi64,
tile.func private @wide_counts(%x: tensor<1024xi32, #src>) -> tensor<256xi64, #dst> {
  %0 = tile.histogram %x : tensor<1024xi32, #src> -> tensor<256xi64, #dst>
  tile.return %0 : tensor<256xi64, #dst>
}

// The bins are set to 0 again when they have been read.
// BARRIERS-LABEL: @loop(
// BARRIERS: scf.for
// BARRIERS: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier warp
// BARRIERS-NEXT: tilegpu.local_count
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_load
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: tile.return
tile.func private @loop(%x: tensor<4096xi32, #src>, %n: i32) -> tensor<256xi32, #dst> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<256xi32, #dst>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> tensor<256xi32, #dst> : i32 {
    %0 = tile.histogram %x : tensor<4096xi32, #src> -> tensor<256xi32, #dst>
    %1 = arith.addi %s, %0 : tensor<256xi32, #dst>
    scf.yield %1 : tensor<256xi32, #dst>
  }
  tile.return %sum : tensor<256xi32, #dst>
}

// Counts in one place do not wait for each other.
// BARRIERS-LABEL: @two_counts(
// BARRIERS: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_count
// BARRIERS-NEXT: tilegpu.local_count
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_load
tile.func private @two_counts(%zero: tensor<1x4xi32, #zeros>, %x: tensor<4096xi32, #src>) -> tensor<1x4xi32, #zeros> {
  %place = tilegpu.local_alloc : !tilegpu.memdesc<1x4xi32, #bins>
  tilegpu.local_store %zero, %place : tensor<1x4xi32, #zeros>, !tilegpu.memdesc<1x4xi32, #bins>
  tilegpu.local_count %x, %place : tensor<4096xi32, #src>, !tilegpu.memdesc<1x4xi32, #bins>
  tilegpu.local_count %x, %place : tensor<4096xi32, #src>, !tilegpu.memdesc<1x4xi32, #bins>
  %0 = tilegpu.local_load %place : !tilegpu.memdesc<1x4xi32, #bins> -> tensor<1x4xi32, #zeros>
  tile.return %0 : tensor<1x4xi32, #zeros>
}

}
