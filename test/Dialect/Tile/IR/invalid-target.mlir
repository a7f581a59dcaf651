// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{unknown target 'sm_75', expected one of sm_80, sm_86}}
module @chip attributes {tile.target = #tile.target<"sm_75", num_warps = 4>} {}

// -----

// expected-error @below {{unknown target '', expected one of}}
module @chip_empty attributes {tile.target = #tile.target<"", num_warps = 4>} {}

// -----

// expected-error @below {{expected 1, 2, 4, 8, 16 or 32 warps, found 0}}
module @warps_zero attributes {tile.target = #tile.target<"sm_90a", num_warps = 0>} {}

// -----

// expected-error @below {{expected 1, 2, 4, 8, 16 or 32 warps, found 3}}
module @warps_no_power_of_two attributes {tile.target = #tile.target<"sm_90a", num_warps = 3>} {}

// -----

// expected-error @below {{expected 1, 2, 4, 8, 16 or 32 warps, found 64}}
module @warps_too_many attributes {tile.target = #tile.target<"sm_90a", num_warps = 64>} {}

// -----

// expected-error @below {{expected a PTX version from 80 to 90 for sm_90a, found 78}}
module @ptx_too_old attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 78>} {}

// -----

// expected-error @below {{expected a PTX version from 70 to 90 for sm_80, found 91}}
module @ptx_too_new attributes {tile.target = #tile.target<"sm_80", num_warps = 4, ptx = 91>} {}

// -----

// expected-error @below {{expected 'tile.target' to be a #tile.target on a module, found "sm_90a"}}
module @not_a_target attributes {tile.target = "sm_90a"} {}

// -----

// expected-error @below {{expected 'tile.target' to be a #tile.target on a module, found #tile.target<"sm_90a", num_warps = 4>}}
tile.func private @target_on_function() attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.return
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
  tile.func private @layout_of_result(%x: f32) {
    // expected-error @below {{expected a layout over the module's 8 warps, found one over 4: #tile.blocked}}
    %0 = tile.splat %x : f32 -> tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
  // expected-error @below {{expected a layout over the module's 8 warps, found one over 4: #tile.slice}}
  tile.func private @layout_of_argument(%x: tensor<128xf32, #tile.slice<{dim = 1, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>) {
    tile.return
  }
}
