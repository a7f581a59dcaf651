// RUN: tile-opt %s --allow-unregistered-dialect --tile-distribute-to-threads -split-input-file -verify-diagnostics

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @operation_of_another_dialect(%x: tensor<128xf32, #one>) {
  // expected-error @below {{expected an operation that 'tile-distribute-to-threads' lowers, found 'test.use'; it needs a pattern of this pass, or a pass before this one that replaces it}}
  "test.use"(%x) : (tensor<128xf32, #one>) -> ()
  tile.return
}
}

// -----

// An operation without tiles is no matter of this pass.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @operation_on_scalars(%x: f32) {
  "test.use"(%x) : (f32) -> ()
  tile.return
}
}
