// RUN: tile-opt %s --tile-convert-to-llvm -split-input-file -verify-diagnostics

// expected-error@+1 {{expected the module to have the attribute 'tile.target', found none}}
module {
  llvm.func @no_target() {
    llvm.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// expected-error@+1 {{failed to legalize operation 'tile.func'}}
tile.func private @tile_left() {
  tile.return
}
}
