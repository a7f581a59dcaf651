// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @bitcast_pointer_to_integer(%p: !tile.ptr<f32>) {
  // expected-error @below {{expected pointers on both sides or on none, found '!tile.ptr<f32>' and 'i64'; use tile.ptr_to_int or tile.int_to_ptr}}
  %0 = tile.bitcast %p : !tile.ptr<f32> -> i64
  tile.return
}

// -----

tile.func private @bitcast_address_space(%p: !tile.ptr<f32>) {
  // expected-error @below {{expected pointers of one address space, found 1 and 3}}
  %0 = tile.bitcast %p : !tile.ptr<f32> -> !tile.ptr<f32, 3>
  tile.return
}

// -----

tile.func private @bitcast_width(%x: tensor<4xf32>) {
  // expected-error @below {{expected types of one width, found 'f32' of 32 bits and 'i16' of 16}}
  %0 = tile.bitcast %x : tensor<4xf32> -> tensor<4xi16>
  tile.return
}

// -----

tile.func private @bitcast_shape(%x: tensor<4xf32>) {
  // expected-error @below {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tile.bitcast %x : tensor<4xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @bitcast_vector(%x: f32) {
  // expected-error @below {{result #0 must be scalar that a tile can hold or tile of scalar that a tile can hold values, but got 'vector<1xi32>'}}
  %0 = tile.bitcast %x : f32 -> vector<1xi32>
  tile.return
}

// -----

tile.func private @fp_to_fp_same(%x: f32) {
  // expected-error @below {{expected two different types, found 'f32'}}
  %0 = tile.fp_to_fp %x : f32 -> f32
  tile.return
}

// -----

tile.func private @fp_to_fp_rounding_of_widening(%x: f16) {
  // expected-error @below {{expected no rounding where nothing is lost, from 'f16' to 'f32', found rtz}}
  %0 = tile.fp_to_fp %x, rounding = rtz : f16 -> f32
  tile.return
}

// -----

tile.func private @fp_to_fp_integer(%x: i32) {
  // expected-error @below {{operand #0 must be floating-point of 8 to 64 bits}}
  %0 = tile.fp_to_fp %x : i32 -> f32
  tile.return
}

// -----

tile.func private @clampf_types(%x: f32, %y: f16) {
  // expected-error @below {{failed to verify that all of {x, min, max, result} have same type}}
  %0 = "tile.clampf"(%x, %y, %x) {propagateNan = 0 : i32} : (f32, f16, f32) -> f32
  tile.return
}

// -----

tile.func private @clampf_propagate_nan(%x: f32) {
  // expected-error @below {{attribute 'propagateNan' failed to satisfy constraint: whether a NaN operand makes the result NaN}}
  %0 = "tile.clampf"(%x, %x, %x) {propagateNan = 2 : i32} : (f32, f32, f32) -> f32
  tile.return
}

// -----

tile.func private @precise_sqrt_type(%x: tensor<4xf16>) {
  // expected-error @below {{expected f32 or f64, found 'f16'}}
  %0 = tile.precise_sqrt %x : tensor<4xf16>
  tile.return
}

// -----

tile.func private @precise_divf_type(%x: bf16) {
  // expected-error @below {{expected f32 or f64, found 'bf16'}}
  %0 = tile.precise_divf %x, %x : bf16
  tile.return
}

// -----

tile.func private @approx_divf_type(%x: f64) {
  // expected-error @below {{'tile.approx_divf' op expected f32, found 'f64'}}
  %0 = tile.approx_divf %x, %x : f64
  tile.return
}

// -----

tile.func private @mulhiui_type(%x: tensor<4xi16>) {
  // expected-error @below {{expected i32 or i64, found 'i16'}}
  %0 = tile.mulhiui %x, %x : tensor<4xi16>
  tile.return
}

// -----

tile.func private @extern_symbol(%x: f32) {
  // expected-error @below {{expected the name of a function in 'symbol', found an empty string}}
  %0 = tile.extern_elementwise %x {libname = "", libpath = "", symbol = "", pure = true} : (f32) -> f32
  tile.return
}

// -----

tile.func private @extern_no_operands() {
  // expected-error @below {{expected 1 or more operands, but found 0}}
  %0 = tile.extern_elementwise {libname = "", libpath = "", symbol = "f", pure = true} : () -> f32
  tile.return
}

// -----

tile.func private @extern_results(%x: f32) {
  // expected-error @below {{requires one result}}
  %0:2 = "tile.extern_elementwise"(%x) {libname = "", libpath = "", symbol = "f", pure = true} : (f32) -> (f32, f32)
  tile.return
}

// -----

tile.func private @extern_shapes(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tile.extern_elementwise %x, %y {libname = "", libpath = "", symbol = "f", pure = true} : (tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @extern_no_symbol(%x: f32) {
  // expected-error @below {{requires attribute 'libname'}}
  %0 = tile.extern_elementwise %x : (f32) -> f32
  tile.return
}
