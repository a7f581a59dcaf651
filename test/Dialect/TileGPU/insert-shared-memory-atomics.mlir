// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s

// Results of atomic operations go through shared memory where threads of other
// warps need them, or other registers of other lanes, and only there.

#all = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#lanes = #tile.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [[16], [32]], block = []}>
#mirrored = #tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [1]], warp = [[32], [64]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// A scalar is thread 0's.
// CHECK-LABEL: @scalar(
// CHECK: %[[OLD:.*]] = tile.atomic_rmw
// CHECK-NEXT: %[[TILE:.*]] = tile.splat %[[OLD]] : i32 -> tensor<1xi32
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %[[TILE]], %[[PLACE]]
// CHECK-NEXT: %[[LOADED:.*]] = tilegpu.local_load %[[PLACE]]
// CHECK-NEXT: %[[SHARED:.*]] = tile.unsplat %[[LOADED]]
// CHECK-NEXT: tile.return %[[SHARED]]
tile.func private @scalar(%p: !tile.ptr<i32>, %x: i32) -> i32 {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @unused(
// CHECK-NOT: tilegpu.
// CHECK: tile.return
tile.func private @unused(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// Each element is of one thread.
// CHECK-LABEL: @without_replicas(
// CHECK-NOT: tilegpu.
// CHECK: tile.return
tile.func private @without_replicas(%p: tensor<128x!tile.ptr<i32>, #all>, %x: tensor<128xi32, #all>) -> tensor<128xi32, #all> {
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<128x!tile.ptr<i32>, #all>, tensor<128xi32, #all>, tensor<128xi32, #all>) -> tensor<128xi32, #all>
  tile.return %0 : tensor<128xi32, #all>
}

// The other lanes get it by a shuffle.
// CHECK-LABEL: @replicas_in_lanes(
// CHECK-NOT: tilegpu.
// CHECK: tile.return
tile.func private @replicas_in_lanes(%p: tensor<64x!tile.ptr<i32>, #lanes>, %x: tensor<64xi32, #lanes>) -> tensor<64xi32, #lanes> {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<64x!tile.ptr<i32>, #lanes>, tensor<64xi32, #lanes>) -> tensor<64xi32, #lanes>
  tile.return %0 : tensor<64xi32, #lanes>
}

// CHECK-LABEL: @replicas_in_warps(
// CHECK: %[[OLD:.*]] = tile.atomic_cas
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %[[OLD]], %[[PLACE]]
// CHECK-NEXT: %[[SHARED:.*]] = tilegpu.local_load %[[PLACE]]
// CHECK-NEXT: tile.return %[[SHARED]]
tile.func private @replicas_in_warps(%p: tensor<64x!tile.ptr<i32>, #all>, %x: tensor<64xi32, #all>) -> tensor<64xi32, #all> {
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<64x!tile.ptr<i32>, #all>, tensor<64xi32, #all>, tensor<64xi32, #all>) -> tensor<64xi32, #all>
  tile.return %0 : tensor<64xi32, #all>
}

// Lane 16 holds in register 0 what lane 0 holds in register 1.
// CHECK-LABEL: @other_registers(
// CHECK: tile.atomic_rmw
// CHECK: tilegpu.local_store
// CHECK: tilegpu.local_load
tile.func private @other_registers(%p: tensor<128x!tile.ptr<i32>, #mirrored>, %x: tensor<128xi32, #mirrored>) -> tensor<128xi32, #mirrored> {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<i32>, #mirrored>, tensor<128xi32, #mirrored>) -> tensor<128xi32, #mirrored>
  tile.return %0 : tensor<128xi32, #mirrored>
}

}
