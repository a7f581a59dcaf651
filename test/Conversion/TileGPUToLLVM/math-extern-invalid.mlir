// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @signatures(%x: f32, %y: f64) {
  // expected-note @below {{first used here}}
  %0 = tile.extern_elementwise %x {libname = "", libpath = "", symbol = "f", pure = true} : (f32) -> f32
  // expected-error @below {{expected 'f' to be of type '!llvm.func<f64 (f64)>', as it is called here, found '!llvm.func<f32 (f32)>'}}
  %1 = tile.extern_elementwise %y {libname = "", libpath = "", symbol = "f", pure = true} : (f64) -> f64
  tile.return
}
}

// -----

// expected-error @below {{expected 'tile.bitcode_libraries' to be an array of strings on a module, found [1]}}
module attributes {tile.bitcode_libraries = [1]} {
}
