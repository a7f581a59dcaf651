// RUN: tile-opt %s --tile-raise-sorts -split-input-file | FileCheck %s

// Two elements of each row: one step is all. test/Integration/sort/networks.py
// has larger networks, and some that are nearly right.
// CHECK-LABEL: @pairs
// CHECK: %[[ROWS:.*]] = tile.reshape %{{.*}} : tensor<4xi32> -> tensor<2x2xi32>
// CHECK: %[[SORTED:.*]] = tile.sort %{{.*}} {axis = 1 : i32} : tensor<2x2xi32>
// CHECK-NOT: tile.reduce
// CHECK: tile.return %[[SORTED]]
tile.func private @pairs(%x: tensor<4xi32>) -> tensor<2x2xi32> {
  %range = tile.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %cube = tile.reshape %x : tensor<4xi32> -> tensor<2x2xi32>
  %sum = "tile.reduce"(%cube) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %both = arith.xori %a, %b : i32
    tile.reduce.return %both : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  %sum_1 = tile.expand_dims %sum {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %sum_2 = tile.broadcast %sum_1 : tensor<2x1xi32> -> tensor<2x2xi32>
  %partner = arith.xori %cube, %sum_2 : tensor<2x2xi32>
  %right = tile.reshape %range : tensor<2xi32> -> tensor<1x2xi32>
  %greater = arith.cmpi sgt, %cube, %partner : tensor<2x2xi32>
  %bit = arith.extui %greater : tensor<2x2xi1> to tensor<2x2xi32>
  %mask = tile.broadcast %right : tensor<1x2xi32> -> tensor<2x2xi32>
  %swap = arith.cmpi ne, %bit, %mask : tensor<2x2xi32>
  %sorted = arith.select %swap, %partner, %cube : tensor<2x2xi1>, tensor<2x2xi32>
  tile.return %sorted : tensor<2x2xi32>
}

// -----

// The same along the other dimension sorts pairs that are two apart, which is
// only a step.
// CHECK-LABEL: @a_step
// CHECK-NOT: tile.sort
// CHECK: tile.reduce
// CHECK-NOT: tile.sort
tile.func private @a_step(%x: tensor<4xi32>) -> tensor<2x2xi32> {
  %range = tile.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %cube = tile.reshape %x : tensor<4xi32> -> tensor<2x2xi32>
  %sum = "tile.reduce"(%cube) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %both = arith.xori %a, %b : i32
    tile.reduce.return %both : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  %sum_1 = tile.expand_dims %sum {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %sum_2 = tile.broadcast %sum_1 : tensor<1x2xi32> -> tensor<2x2xi32>
  %partner = arith.xori %cube, %sum_2 : tensor<2x2xi32>
  %right = tile.reshape %range : tensor<2xi32> -> tensor<2x1xi32>
  %greater = arith.cmpi sgt, %cube, %partner : tensor<2x2xi32>
  %bit = arith.extui %greater : tensor<2x2xi1> to tensor<2x2xi32>
  %mask = tile.broadcast %right : tensor<2x1xi32> -> tensor<2x2xi32>
  %swap = arith.cmpi ne, %bit, %mask : tensor<2x2xi32>
  %sorted = arith.select %swap, %partner, %cube : tensor<2x2xi1>, tensor<2x2xi32>
  tile.return %sorted : tensor<2x2xi32>
}

// -----

// What tl.topk is with k = 1: the largest of each row of four.
// CHECK-LABEL: @first_of_rows
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>
// CHECK-NEXT: %[[MAX:.*]] = "tile.reduce"(%[[X]]) <{axis = 1 : i32}>
// CHECK: maxnumf
// CHECK: (tensor<2x4xf32>) -> tensor<2xf32>
// CHECK-NEXT: tile.return %[[MAX]]
tile.func private @first_of_rows(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %cube = tile.reshape %x : tensor<2x4xf32> -> tensor<2x2x2xf32>
  %pairs = "tile.reduce"(%cube) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %rows = "tile.reduce"(%pairs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2xf32>) -> tensor<2xf32>
  tile.return %rows : tensor<2xf32>
}

// -----

// CHECK-LABEL: @first_of_all
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: %[[MAX:.*]] = "tile.reduce"(%[[X]]) <{axis = 0 : i32}>
// CHECK: (tensor<4xf32>) -> f32
// CHECK-NEXT: tile.return %[[MAX]]
tile.func private @first_of_all(%x: tensor<4xf32>) -> f32 {
  %cube = tile.reshape %x : tensor<4xf32> -> tensor<2x2xf32>
  %pairs = "tile.reduce"(%cube) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2xf32>) -> tensor<2xf32>
  %all = "tile.reduce"(%pairs) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2xf32>) -> f32
  tile.return %all : f32
}

// -----

// CHECK-LABEL: @other_operations
// CHECK: maxnumf
// CHECK: minnumf
tile.func private @other_operations(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %cube = tile.reshape %x : tensor<2x4xf32> -> tensor<2x2x2xf32>
  %pairs = "tile.reduce"(%cube) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %rows = "tile.reduce"(%pairs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.minnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2xf32>) -> tensor<2xf32>
  tile.return %rows : tensor<2xf32>
}

// -----

// CHECK-LABEL: @other_dimensions
// CHECK: (tensor<2x2x2xf32>) -> tensor<2x2xf32>
// CHECK: (tensor<2x2xf32>) -> tensor<2xf32>
tile.func private @other_dimensions(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %cube = tile.reshape %x : tensor<2x4xf32> -> tensor<2x2x2xf32>
  %pairs = "tile.reduce"(%cube) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %rows = "tile.reduce"(%pairs) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2xf32>) -> tensor<2xf32>
  tile.return %rows : tensor<2xf32>
}

// -----

// The maxima of pairs are used by themselves.
// CHECK-LABEL: @two_uses
// CHECK: (tensor<2x2x2xf32>) -> tensor<2x2xf32>
// CHECK: (tensor<2x2xf32>) -> tensor<2xf32>
tile.func private @two_uses(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %cube = tile.reshape %x : tensor<2x4xf32> -> tensor<2x2x2xf32>
  %pairs = "tile.reduce"(%cube) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %rows = "tile.reduce"(%pairs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<2x2xf32>) -> tensor<2xf32>
  tile.return %pairs, %rows : tensor<2x2xf32>, tensor<2xf32>
}
