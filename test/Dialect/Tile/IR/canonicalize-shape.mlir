// RUN: tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tile.func private @make_range_of_one
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<7> : tensor<1xi32>
// CHECK-NEXT:    tile.return %[[C]]
tile.func private @make_range_of_one() -> tensor<1xi32> {
  %0 = tile.make_range {start = 7 : i32, end = 8 : i32} : tensor<1xi32>
  tile.return %0 : tensor<1xi32>
}

// CHECK-LABEL: tile.func private @make_range_of_two
// CHECK-NEXT:    tile.make_range
tile.func private @make_range_of_two() -> tensor<2xi32> {
  %0 = tile.make_range {start = 7 : i32, end = 9 : i32} : tensor<2xi32>
  tile.return %0 : tensor<2xi32>
}

// CHECK-LABEL: tile.func private @splat_of_constant
// CHECK-DAG:     arith.constant dense<1.500000e+00> : tensor<128xf32>
// CHECK-DAG:     arith.constant dense<3> : tensor<4x8xi8>
// CHECK-DAG:     arith.constant dense<true> : tensor<2xi1>
// CHECK-NOT:     tile.splat
tile.func private @splat_of_constant() -> (tensor<128xf32>, tensor<4x8xi8>, tensor<2xi1>) {
  %f = arith.constant 1.5 : f32
  %i = arith.constant 3 : i8
  %b = arith.constant true
  %0 = tile.splat %f : f32 -> tensor<128xf32>
  %1 = tile.splat %i : i8 -> tensor<4x8xi8>
  %2 = tile.splat %b : i1 -> tensor<2xi1>
  tile.return %0, %1, %2 : tensor<128xf32>, tensor<4x8xi8>, tensor<2xi1>
}

// CHECK-LABEL: tile.func private @splat_of_value
// CHECK-NEXT:    tile.splat
tile.func private @splat_of_value(%x: f32) -> tensor<128xf32> {
  %0 = tile.splat %x : f32 -> tensor<128xf32>
  tile.return %0 : tensor<128xf32>
}

// CHECK-LABEL: tile.func private @unsplat_of_splat
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32)
// CHECK-NEXT:    tile.return %[[X]]
tile.func private @unsplat_of_splat(%x: f32) -> f32 {
  %0 = tile.splat %x : f32 -> tensor<1x1xf32>
  %1 = tile.unsplat %0 : tensor<1x1xf32>
  tile.return %1 : f32
}

// CHECK-LABEL: tile.func private @unsplat_of_constant
// CHECK-NEXT:    %[[C:.*]] = arith.constant 5 : i32
// CHECK-NEXT:    tile.return %[[C]]
tile.func private @unsplat_of_constant() -> i32 {
  %0 = arith.constant dense<5> : tensor<1xi32>
  %1 = tile.unsplat %0 : tensor<1xi32>
  tile.return %1 : i32
}

// CHECK-LABEL: tile.func private @unsplat_of_value
// CHECK-NEXT:    tile.unsplat
tile.func private @unsplat_of_value(%t: tensor<1xi32>) -> i32 {
  %1 = tile.unsplat %t : tensor<1xi32>
  tile.return %1 : i32
}

// CHECK-LABEL: tile.func private @shapes_of_constant
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    tile.return %[[C]]
tile.func private @shapes_of_constant() -> tensor<4x8xf32> {
  %0 = arith.constant dense<2.0> : tensor<4xf32>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %2 = tile.broadcast %1 : tensor<4x1xf32> -> tensor<4x8xf32>
  tile.return %2 : tensor<4x8xf32>
}

// Elements that differ are not folded.
// CHECK-LABEL: tile.func private @shapes_of_other_constant
// CHECK:         tile.expand_dims
// CHECK:         tile.broadcast
tile.func private @shapes_of_other_constant() -> tensor<2x8xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %2 = tile.broadcast %1 : tensor<2x1xi32> -> tensor<2x8xi32>
  tile.return %2 : tensor<2x8xi32>
}

// CHECK-LABEL: tile.func private @shapes_of_splat
// CHECK-SAME:    %[[X:[a-z0-9]+]]: !tile.ptr<f32>)
// CHECK-NEXT:    %[[S:.*]] = tile.splat %[[X]] : !tile.ptr<f32> -> tensor<4x8x!tile.ptr<f32>>
// CHECK-NEXT:    tile.return %[[S]]
tile.func private @shapes_of_splat(%x: !tile.ptr<f32>) -> tensor<4x8x!tile.ptr<f32>> {
  %0 = tile.splat %x : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<4x!tile.ptr<f32>> -> tensor<4x1x!tile.ptr<f32>>
  %2 = tile.broadcast %1 : tensor<4x1x!tile.ptr<f32>> -> tensor<4x8x!tile.ptr<f32>>
  tile.return %2 : tensor<4x8x!tile.ptr<f32>>
}

// CHECK-LABEL: tile.func private @broadcast_to_same
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x8xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @broadcast_to_same(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tile.broadcast %t : tensor<4x8xf32> -> tensor<4x8xf32>
  tile.return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: tile.func private @broadcast_of_broadcast
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<1x1xf32>)
// CHECK-NEXT:    %[[B:.*]] = tile.broadcast %[[T]] : tensor<1x1xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    tile.return %[[B]]
tile.func private @broadcast_of_broadcast(%t: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %0 = tile.broadcast %t : tensor<1x1xf32> -> tensor<4x1xf32>
  %1 = tile.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>
  tile.return %1 : tensor<4x8xf32>
}

#b = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// Layouts stay.
// CHECK-LABEL: tile.func private @with_layout
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<1> : tensor<16x32xi32, #blocked>
// CHECK-NEXT:    tile.return %[[C]]
tile.func private @with_layout() -> tensor<16x32xi32, #b> {
  %0 = arith.constant dense<1> : tensor<16xi32, #tile.slice<{dim = 1, parent = #b}>>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<16xi32, #tile.slice<{dim = 1, parent = #b}>> -> tensor<16x1xi32, #b>
  %2 = tile.broadcast %1 : tensor<16x1xi32, #b> -> tensor<16x32xi32, #b>
  tile.return %2 : tensor<16x32xi32, #b>
}
