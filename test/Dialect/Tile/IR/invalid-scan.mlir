// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @no_operand() {
  // expected-error @below {{expected 1 or more operands, but found 0}}
  "tile.scan"() <{axis = 0 : i32}> ({
    "tile.scan.return"() : () -> ()
  }) : () -> ()
  tile.return
}

// -----

tile.func private @axis_above(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected tiles with a dimension 2, found 'tensor<4x8xf32>'}}
  %0 = "tile.scan"(%t) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.scan.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func private @axis_negative(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected tiles with a dimension -1, found 'tensor<4x8xf32>'}}
  %0 = "tile.scan"(%t) <{axis = -1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.scan.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  tile.return
}

// -----

tile.func private @arguments(%t: tensor<8xf32>) {
  // expected-error @below {{expected a region with arguments ('f32', 'f32'), found ('f32')}}
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tile.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @returned_type(%t: tensor<8xf32>, %i: i32) {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected values of types ('f32'), found ('i32')}}
    tile.scan.return %i : i32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @side_effect(%t: tensor<8xf32>, %p: !tile.ptr<f32>) {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected no side effects in the region of tile.scan}}
    tile.store %p, %a : !tile.ptr<f32>
    tile.scan.return %b : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @shapes(%t: tensor<8xf32>, %u: tensor<16xf32>) {
  // expected-error @below {{requires the same shape for all operands and results}}
  %0:2 = "tile.scan"(%t, %u) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.scan.return %a, %b : f32, f32
  }) : (tensor<8xf32>, tensor<16xf32>) -> (tensor<8xf32>, tensor<16xf32>)
  tile.return
}
