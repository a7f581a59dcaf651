// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @no_operand() {
  // expected-error @below {{expected at least one tile, and 'axis'}}
  // expected-error @below {{failed to infer returned types}}
  "tile.reduce"() <{axis = 0 : i32}> ({
    "tile.reduce.return"() : () -> ()
  }) : () -> ()
  tile.return
}

// -----

tile.func private @axis_above(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected tiles with a dimension 2, found 'tensor<4x8xf32>'}}
  %0 = "tile.reduce"(%t) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @axis_negative(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected tiles with a dimension -1, found 'tensor<4x8xf32>'}}
  %0 = "tile.reduce"(%t) <{axis = -1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @result_shape(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @result_of_one_dimension(%t: tensor<8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'f32' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<8xf32>) -> tensor<1xf32>
  tile.return
}

// -----

tile.func private @operand_shapes(%s: tensor<4x8xf32>, %t: tensor<4x4xf32>) {
  // expected-error @below {{expected operands of one shape, found 'tensor<4x8xf32>' and 'tensor<4x4xf32>'}}
  %0:2 = "tile.reduce"(%s, %t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.reduce.return %a, %b : f32, f32
  }) : (tensor<4x8xf32>, tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #tile.blocked<{sizePerThread = [2, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #tile.slice<{dim = 1, parent = #rows}>
tile.func private @operand_layouts(%s: tensor<256x4xf32, #rows>, %t: tensor<256x4xf32, #pairs>) {
  // expected-error @below {{expected one layout for operands, found 'tensor<256x4xf32, #tile.blocked<{sizePerThread = [1, 4]}}
  %0:2 = "tile.reduce"(%s, %t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.reduce.return %a, %b : f32, f32
  }) : (tensor<256x4xf32, #rows>, tensor<256x4xf32, #pairs>) -> (tensor<256xf32, #row>, tensor<256xf32, #row>)
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #tile.slice<{dim = 1, parent = #rows}>
#pair = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @result_layouts(%s: tensor<256x4xf32, #rows>) {
  // expected-error @below {{expected one layout for results, found 'tensor<256xf32, #tile.slice}}
  %0:2 = "tile.reduce"(%s, %s) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tile.reduce.return %a, %b : f32, f32
  }) : (tensor<256x4xf32, #rows>, tensor<256x4xf32, #rows>) -> (tensor<256xf32, #row>, tensor<256xf32, #pair>)
  tile.return
}

// -----

tile.func private @region_arguments(%s: tensor<4x8xf32>, %t: tensor<4x8xi32>) {
  // expected-error @below {{expected a region with arguments ('f32', 'i32', 'f32', 'i32'), found ('f32', 'f32', 'i32', 'i32')}}
  %0:2 = "tile.reduce"(%s, %t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    tile.reduce.return %a, %c : f32, i32
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  tile.return
}

// -----

tile.func private @region_results(%t: tensor<4x8xf32>) {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected values of types ('f32'), found ('f32', 'f32')}}
    tile.reduce.return %a, %b : f32, f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @region_end(%t: tensor<4x8xf32>) {
  // expected-error @below {{expected a region that ends in tile.reduce.return}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    ub.unreachable
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @region_effects(%t: tensor<4x8xf32>, %p: !tile.ptr<f32>) {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected no side effects in the region of tile.reduce}}
    tile.store %p, %a : !tile.ptr<f32>
    tile.reduce.return %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @return_alone(%x: f32) {
  // expected-error @below {{expects parent op 'tile.reduce'}}
  tile.reduce.return %x : f32
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @result_layout(%t: tensor<64x16xf32, #rows>) {
  // expected-error @below {{expected a result of layout #tile.slice<{dim = 1, parent = #tile.blocked<{sizePerThread = [1, 4]}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<64x16xf32, #rows>) -> tensor<64xf32, #line>
  tile.return
}
