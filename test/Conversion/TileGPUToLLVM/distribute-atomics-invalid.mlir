// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-distribute-to-threads

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @result_of_another_warp(%p: !tile.ptr<i32>, %x: i32) -> i32 {
  // expected-error @below {{'tile.atomic_rmw' op expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return %0 : i32
}
}

// -----

#all = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tile_of_another_warp(%p: tensor<64x!tile.ptr<i32>, #all>, %x: tensor<64xi32, #all>) -> tensor<64xi32, #all> {
  // expected-error @below {{'tile.atomic_cas' op expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<64x!tile.ptr<i32>, #all>, tensor<64xi32, #all>, tensor<64xi32, #all>) -> tensor<64xi32, #all>
  tile.return %0 : tensor<64xi32, #all>
}
}
