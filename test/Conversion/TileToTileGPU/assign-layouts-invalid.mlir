// RUN: tile-opt %s --tile-assign-layouts -split-input-file -verify-diagnostics

// expected-error@+1 {{expected the module to have the attribute 'tile.target', found none}}
module {
  tile.func private @no_target() {
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @odd_size(%a: f32) {
  // expected-error@+1 {{expected a power of two for dimension 0, because only such tiles have layouts, found 48 in 'tensor<48xf32>'; tile-pad-tiles makes it one}}
  %0 = arith.constant dense<0.0> : tensor<48xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @slice(%a: tensor<64xf32>) {
  // expected-error@+1 {{'tile.extract_slice' op expected none at this stage; run tile-pad-tiles first}}
  %0 = tile.extract_slice %a[0] : tensor<64xf32> -> tensor<32xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @dynamic_size(%a: i32) {
  %0 = arith.index_cast %a : i32 to index
  // expected-error@+1 {{expected a tile of static shape, found 'tensor<?xf32>'}}
  %1 = ub.poison : tensor<?xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @no_dimensions() {
  // expected-error@+1 {{expected a tile of 1 to 20 dimensions, found 0 in 'tensor<f32>'}}
  %0 = arith.constant dense<0.0> : tensor<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @too_large() {
  // expected-error@+1 {{elements in a tile, found more in 'tensor<1048576x1048576xf32>'}}
  %0 = arith.constant dense<0.0> : tensor<1048576x1048576xf32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @resource() {
  // expected-error@+1 {{expected dense values, found dense_resource<blob>}}
  %0 = arith.constant dense_resource<blob> : tensor<2xi32>
  tile.return
}
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
