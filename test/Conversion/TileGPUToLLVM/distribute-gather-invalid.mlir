// RUN: tile-opt %s --tile-distribute-to-threads -verify-diagnostics

#warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @across_warps(%t: tensor<128xf32, #warps>, %i: tensor<128xi32, #warps>) -> tensor<128xf32, #warps> {
  // expected-error@+1 {{'tile.gather' op expected no gather that goes through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.gather %t[%i] {axis = 0 : i32} : (tensor<128xf32, #warps>, tensor<128xi32, #warps>) -> tensor<128xf32, #warps>
  tile.return %0 : tensor<128xf32, #warps>
}
}
