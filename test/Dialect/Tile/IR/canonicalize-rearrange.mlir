// RUN: tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tile.func private @reshape_to_same
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x8xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @reshape_to_same(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tile.reshape %t allow_reorder : tensor<4x8xf32> -> tensor<4x8xf32>
  tile.return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: tile.func private @reshape_of_reshape
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x8xf32>)
// CHECK-NEXT:    %[[R:.*]] = tile.reshape %[[T]] : tensor<4x8xf32> -> tensor<2x16xf32>
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @reshape_of_reshape(%t: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = tile.reshape %t : tensor<4x8xf32> -> tensor<32xf32>
  %1 = tile.reshape %0 : tensor<32xf32> -> tensor<2x16xf32>
  tile.return %1 : tensor<2x16xf32>
}

// A dimension of size 1 more: pointers that are computed in both ways are the same ones.
// CHECK-LABEL: tile.func private @reshape_one_more
// CHECK-SAME:    (%[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<4x8xf32>)
// CHECK-NEXT:    %[[A:.*]] = tile.expand_dims %[[T]] {axis = 0 : i32}
// CHECK-NEXT:    %[[B:.*]] = tile.expand_dims %[[U]] {axis = 1 : i32}
// CHECK-NEXT:    %[[C:.*]] = tile.expand_dims %[[U]] {axis = 2 : i32}
// CHECK-NEXT:    %[[D:.*]] = tile.reshape %[[U]] : tensor<4x8xf32> -> tensor<8x1x4xf32>
// CHECK-NEXT:    tile.return %[[A]], %[[B]], %[[C]], %[[D]]
tile.func private @reshape_one_more(%t: tensor<8xf32>, %u: tensor<4x8xf32>) -> (tensor<1x8xf32>, tensor<4x1x8xf32>, tensor<4x8x1xf32>, tensor<8x1x4xf32>) {
  %0 = tile.reshape %t : tensor<8xf32> -> tensor<1x8xf32>
  %1 = tile.reshape %u : tensor<4x8xf32> -> tensor<4x1x8xf32>
  %2 = tile.reshape %u : tensor<4x8xf32> -> tensor<4x8x1xf32>
  %3 = tile.reshape %u : tensor<4x8xf32> -> tensor<8x1x4xf32>
  tile.return %0, %1, %2, %3 : tensor<1x8xf32>, tensor<4x1x8xf32>, tensor<4x8x1xf32>, tensor<8x1x4xf32>
}

// There and back.
// CHECK-LABEL: tile.func private @reshape_back
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x8xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @reshape_back(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tile.reshape %t : tensor<4x8xf32> -> tensor<32xf32>
  %1 = tile.reshape %0 : tensor<32xf32> -> tensor<4x8xf32>
  tile.return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: tile.func private @reshape_of_constants
// CHECK-DAG:     arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG:     arith.constant dense<5> : tensor<2x2xi32>
// CHECK-NOT:     tile.reshape
tile.func private @reshape_of_constants() -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = arith.constant dense<5> : tensor<4xi32>
  %0 = tile.reshape %c : tensor<4xi32> -> tensor<2x2xi32>
  %1 = tile.reshape %s : tensor<4xi32> -> tensor<2x2xi32>
  tile.return %0, %1 : tensor<2x2xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: tile.func private @of_splats
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32)
// CHECK-DAG:     %[[R:.*]] = tile.splat %[[X]] : f32 -> tensor<2x16xf32>
// CHECK-DAG:     %[[T:.*]] = tile.splat %[[X]] : f32 -> tensor<8x4xf32>
// CHECK:         tile.return %[[R]], %[[T]]
tile.func private @of_splats(%x: f32) -> (tensor<2x16xf32>, tensor<8x4xf32>) {
  %s = tile.splat %x : f32 -> tensor<4x8xf32>
  %0 = tile.reshape %s : tensor<4x8xf32> -> tensor<2x16xf32>
  %1 = tile.trans %s {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  tile.return %0, %1 : tensor<2x16xf32>, tensor<8x4xf32>
}

// CHECK-LABEL: tile.func private @trans_identity
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x4xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @trans_identity(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tile.trans %t {order = array<i32: 0, 1>} : tensor<4x4xf32> -> tensor<4x4xf32>
  tile.return %0 : tensor<4x4xf32>
}

// Of a square tile: the types are equal, the elements are not.
// CHECK-LABEL: tile.func private @trans_square
// CHECK:         tile.trans
tile.func private @trans_square(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tile.trans %t {order = array<i32: 1, 0>} : tensor<4x4xf32> -> tensor<4x4xf32>
  tile.return %0 : tensor<4x4xf32>
}

// Dimension 0 of the last result is 2 of the first operand, by way of 0.
// CHECK-LABEL: tile.func private @trans_of_trans
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<2x4x8xf32>)
// CHECK-NEXT:    %[[R:.*]] = tile.trans %[[T]] {order = array<i32: 2, 1, 0>} : tensor<2x4x8xf32> -> tensor<8x4x2xf32>
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @trans_of_trans(%t: tensor<2x4x8xf32>) -> tensor<8x4x2xf32> {
  %0 = tile.trans %t {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %1 = tile.trans %0 {order = array<i32: 0, 2, 1>} : tensor<8x2x4xf32> -> tensor<8x4x2xf32>
  tile.return %1 : tensor<8x4x2xf32>
}

// CHECK-LABEL: tile.func private @trans_back
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<2x4x8xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @trans_back(%t: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tile.trans %t {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %1 = tile.trans %0 {order = array<i32: 1, 2, 0>} : tensor<8x2x4xf32> -> tensor<2x4x8xf32>
  tile.return %1 : tensor<2x4x8xf32>
}

// CHECK-LABEL: tile.func private @split_of_join
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:    tile.return %[[A]], %[[B]]
tile.func private @split_of_join(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tile.join %a, %b : tensor<4xf32> -> tensor<4x2xf32>
  %1, %2 = tile.split %0 : tensor<4x2xf32> -> tensor<4xf32>
  tile.return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: tile.func private @join_of_split
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<4x2xf32>)
// CHECK-NEXT:    tile.return %[[T]]
tile.func private @join_of_split(%t: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0, %1 = tile.split %t : tensor<4x2xf32> -> tensor<4xf32>
  %2 = tile.join %0, %1 : tensor<4xf32> -> tensor<4x2xf32>
  tile.return %2 : tensor<4x2xf32>
}

// The halves change places.
// CHECK-LABEL: tile.func private @swap
// CHECK:         %[[L:.*]], %[[R:.*]] = tile.split
// CHECK:         tile.join %[[R]], %[[L]]
tile.func private @swap(%t: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0, %1 = tile.split %t : tensor<4x2xf32> -> tensor<4xf32>
  %2 = tile.join %1, %0 : tensor<4xf32> -> tensor<4x2xf32>
  tile.return %2 : tensor<4x2xf32>
}

// CHECK-LABEL: tile.func private @of_constants
// CHECK-DAG:     %[[J:.*]] = arith.constant dense<3> : tensor<4x2xi32>
// CHECK-DAG:     %[[S:.*]] = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT:    tile.return %[[J]], %[[S]], %[[S]]
tile.func private @of_constants() -> (tensor<4x2xi32>, tensor<4xi32>, tensor<4xi32>) {
  %c = arith.constant dense<3> : tensor<4xi32>
  %0 = tile.join %c, %c : tensor<4xi32> -> tensor<4x2xi32>
  %1, %2 = tile.split %0 : tensor<4x2xi32> -> tensor<4xi32>
  tile.return %0, %1, %2 : tensor<4x2xi32>, tensor<4xi32>, tensor<4xi32>
}

// Of one element nothing is combined.
// CHECK-LABEL: tile.func private @reduce_of_one
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<8x1xf32>, %[[U:[a-z0-9]+]]: tensor<1xf32>)
// CHECK-DAG:     %[[R:.*]] = tile.reshape %[[T]] : tensor<8x1xf32> -> tensor<8xf32>
// CHECK-DAG:     %[[S:.*]] = tile.unsplat %[[U]] : tensor<1xf32>
// CHECK-NOT:     tile.reduce
// CHECK:         tile.return %[[R]], %[[S]]
tile.func private @reduce_of_one(%t: tensor<8x1xf32>, %u: tensor<1xf32>) -> (tensor<8xf32>, f32) {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<8x1xf32>) -> tensor<8xf32>
  %1 = "tile.reduce"(%u) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<1xf32>) -> f32
  tile.return %0, %1 : tensor<8xf32>, f32
}

// What nobody uses is no work.
// CHECK-LABEL: tile.func private @unused
// CHECK-NEXT:    tile.return
tile.func private @unused(%t: tensor<8x4xf32>) {
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<8xf32>
  tile.return
}
