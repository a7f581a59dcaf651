// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @pack(%t: tensor<8xf32>) {
  // expected-error @below {{expected 'pack' to be a power of two, found 3}}
  %0 = "tile.map_elementwise"(%t) <{pack = 3 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    tile.map_elementwise.return %a, %b, %c : f32, f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @arguments(%t: tensor<8xf32>) {
  // expected-error @below {{expected a region with arguments ('f32', 'f32'), found ('f32')}}
  %0 = "tile.map_elementwise"(%t) <{pack = 2 : i32}> ({
  ^bb0(%a: f32):
    tile.map_elementwise.return %a, %a : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @results(%t: tensor<8xf32>) {
  %0 = "tile.map_elementwise"(%t) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected values of types ('f32', 'f32'), found ('f32')}}
    tile.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @side_effect(%t: tensor<8xf32>, %p: !tile.ptr<f32>) {
  %0 = "tile.map_elementwise"(%t) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    // expected-error @below {{expected no side effects in the region of tile.map_elementwise}}
    tile.store %p, %a : !tile.ptr<f32>
    tile.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}
