// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// In a CTA of one warp a barrier of the warp does.

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @both(
// CHECK: tile.store
// CHECK-NEXT: tilegpu.barrier warp
// CHECK-NEXT: tile.atomic_rmw
// CHECK-NEXT: tilegpu.barrier warp
// CHECK-NEXT: tile.load
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func private @both(%q: tensor<128x!tile.ptr<i32>, #one>, %v: tensor<128xi32, #one>, %p: !tile.ptr<i32>, %x: i32) {
  tile.store %q, %v : tensor<128x!tile.ptr<i32>, #one>
  %0 = tile.atomic_rmw add, acq_rel, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
  tile.return
}

}
