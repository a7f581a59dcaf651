// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s
// RUN: tile-opt %s --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS

// Gathers through shared memory.

#warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Across warps: a store, a barrier between, a load by number.
// CHECK-LABEL: @across_warps(
// CHECK-SAME: %[[X:.*]]: tensor<128xf32, {{.*}}>, %[[I:.*]]: tensor<128xi32
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %[[X]], %[[PLACE]]
// CHECK-NEXT: %[[R:.*]] = tilegpu.local_gather %[[PLACE]][%[[I]]] {axis = 0 : i32}
// CHECK-NEXT: tile.return %[[R]]
// BARRIERS-LABEL: @across_warps(
// BARRIERS: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_gather
// BARRIERS-NEXT: tile.return
tile.func private @across_warps(%x: tensor<128xf32, #warps>, %i: tensor<128xi32, #warps>) -> tensor<128xf32, #warps> {
  %0 = tile.gather %x[%i] {axis = 0 : i32} : (tensor<128xf32, #warps>, tensor<128xi32, #warps>) -> tensor<128xf32, #warps>
  tile.return %0 : tensor<128xf32, #warps>
}

// Within the warps: stays.
// CHECK-LABEL: @within_warps(
// CHECK-NEXT: tile.gather
// CHECK-NEXT: tile.return
tile.func private @within_warps(%x: tensor<8x64xf32, #rows>, %i: tensor<8x32xi32, #rows>) -> tensor<8x32xf32, #rows> {
  %0 = tile.gather %x[%i] {axis = 1 : i32} : (tensor<8x64xf32, #rows>, tensor<8x32xi32, #rows>) -> tensor<8x32xf32, #rows>
  tile.return %0 : tensor<8x32xf32, #rows>
}

// In a loop, what the next round stores waits for this round's loads.
// BARRIERS-LABEL: @loop(
// BARRIERS: scf.for
// BARRIERS: tilegpu.local_alloc {tilegpu.offset = 0 : i32}
// BARRIERS: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_store
// BARRIERS-NEXT: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_gather
// BARRIERS: scf.yield
tile.func private @loop(%x: tensor<128xi32, #warps>, %n: i32) -> tensor<128xi32, #warps> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<128xi32, #warps>) : i32 {
    %1 = tile.gather %y[%x] {axis = 0 : i32} : (tensor<128xi32, #warps>, tensor<128xi32, #warps>) -> tensor<128xi32, #warps>
    scf.yield %1 : tensor<128xi32, #warps>
  }
  tile.return %0 : tensor<128xi32, #warps>
}
}
