// RUN: tile-opt %s -verify-diagnostics --tile-insert-shared-memory --tile-allocate-shared-memory

#src = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// expected-error @below {{'too_many_bins': expected at most 232448 bytes of shared memory}}
tile.func private @too_many_bins(%x: tensor<1024xi32, #src>) -> tensor<65536xi32, #src> {
  // expected-note @below {{262144 bytes for a tile here}}
  %0 = tile.histogram %x : tensor<1024xi32, #src> -> tensor<65536xi32, #src>
  tile.return %0 : tensor<65536xi32, #src>
}

}
