// RUN: tile-opt %s --tile-convert-to-llvm -split-input-file -verify-diagnostics

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
llvm.func @wide_exponent(%x: f32, %n: i64) {
  // expected-error @below {{expected an exponent of at most 32 bits, found 'i64'}}
  %0 = math.fpowi %x, %n : f32, i64
  llvm.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
llvm.func @__nv_sinf(f64) -> f64
llvm.func @taken_name(%x: f32) {
  // expected-error @below {{expected the name of the function that implements it to be free, found another definition of it in the module}}
  %0 = math.sin %x : f32
  llvm.return
}
}
