// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @table_of_i1() -> tensor<2xi1, #two> {
  // expected-error@+1 {{expected a tile of i1 to have one value everywhere (others are not supported yet), found dense<[true, false]>}}
  %0 = arith.constant dense<[true, false]> : tensor<2xi1, #two>
  tile.return %0 : tensor<2xi1, #two>
}
}

// -----

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @resource() -> tensor<2xi32, #two> {
  // expected-error@+1 {{expected dense values, found dense_resource<blob>}}
  %0 = arith.constant dense_resource<blob> : tensor<2xi32, #two>
  tile.return %0 : tensor<2xi32, #two>
}
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}

// -----

// expected-error@+1 {{expected the module to have the attribute 'tile.target', found none}}
module {
  tile.func private @no_target() {
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// expected-error@+1 {{'tile.func' op expected tiles with layouts, found 'tensor<64xf32>'; tile-assign-layouts gives every tile one}}
tile.func private @no_layout(%a: tensor<64xf32>) {
  tile.return
}
}
