// RUN: tile-opt %s --tile-pad-tiles --cse | FileCheck %s

// Elements keep their places where only the first dimension has padding.
// CHECK-LABEL: @places_stay
tile.func private @places_stay(%x: tensor<48x100xf32>, %y: tensor<12x1xi8>) -> (tensor<3x16x100x1xf32>, tensor<3x4xi8>) {
  // CHECK-NEXT: tile.reshape %{{.*}} : tensor<64x128xf32> -> tensor<4x16x128x1xf32>
  %0 = tile.reshape %x : tensor<48x100xf32> -> tensor<3x16x100x1xf32>
  // CHECK-NEXT: tile.reshape %{{.*}} : tensor<16x1xi8> -> tensor<4x4xi8>
  %1 = tile.reshape %y : tensor<12x1xi8> -> tensor<3x4xi8>
  // CHECK-NEXT: tile.return
  tile.return %0, %1 : tensor<3x16x100x1xf32>, tensor<3x4xi8>
}

// Place 4 * i + j of the result is element 3 * i + j of the operand.
// CHECK-LABEL: @places_change
tile.func private @places_change(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[I:.*]] = tile.make_range {end = 8 : i32, start = 0 : i32}
  // CHECK: %[[FOUR:.*]] = arith.constant dense<4>
  // CHECK: %[[ROW:.*]] = arith.divui %[[I]], %[[FOUR]]
  // CHECK: %[[THREE:.*]] = arith.constant dense<3>
  // CHECK: %[[START:.*]] = arith.muli %[[ROW]], %[[THREE]]
  // CHECK: %[[COLUMN:.*]] = arith.remui %[[I]], %[[FOUR]]
  // CHECK: %[[FROM:.*]] = arith.addi %[[START]], %[[COLUMN]]
  // CHECK: %[[MOVED:.*]] = tile.gather %arg0[%[[FROM]]] {axis = 0 : i32}
  // CHECK: tile.reshape %[[MOVED]] : tensor<8xf32> -> tensor<2x4xf32>
  %0 = tile.reshape %x : tensor<6xf32> -> tensor<2x3xf32>
  tile.return %0 : tensor<2x3xf32>
}

// Each group of dimensions moves by itself.
// CHECK-LABEL: @groups
tile.func private @groups(%x: tensor<4x6x5xf32>) -> tensor<4x2x3x5xf32> {
  // CHECK: %[[X:.*]] = tile.gather %arg0[%{{.*}}] {axis = 1 : i32} : (tensor<4x8x8xf32>, tensor<4x8x8xi32>) -> tensor<4x8x8xf32>
  // CHECK: tile.reshape %[[X]] : tensor<4x8x8xf32> -> tensor<4x2x4x8xf32>
  %0 = tile.reshape %x : tensor<4x6x5xf32> -> tensor<4x2x3x5xf32>
  tile.return %0 : tensor<4x2x3x5xf32>
}

// The numbers of a range are made where they are needed.
// CHECK-LABEL: @range
tile.func private @range() -> tensor<2x3xi32> {
  %0 = tile.make_range {start = 5 : i32, end = 11 : i32} : tensor<6xi32>
  // CHECK-NOT: tile.gather
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<2x4xi32>
  // CHECK-NOT: tile.gather
  // CHECK: tile.return
  %1 = tile.reshape %0 : tensor<6xi32> -> tensor<2x3xi32>
  tile.return %1 : tensor<2x3xi32>
}

// CHECK-LABEL: @extract_blocks
tile.func private @extract_blocks(%x: tensor<64x8xf32>) -> (tensor<16x8xf32>, tensor<20x8xf32>) {
  // CHECK: %[[HALVES:.*]] = tile.reshape %arg0 : tensor<64x8xf32> -> tensor<2x32x8xf32>
  // CHECK: %[[LAST:.*]] = tile.trans %[[HALVES]] {order = array<i32: 1, 2, 0>}
  // CHECK: %[[LOW:.*]], %[[HIGH:.*]] = tile.split %[[LAST]]
  // CHECK: tile.reshape %[[HIGH]] : tensor<32x8xf32> -> tensor<2x16x8xf32>
  // CHECK: %[[RESULT:.*]], %{{.*}} = tile.split
  %0 = tile.extract_slice %x[32, 0] : tensor<64x8xf32> -> tensor<16x8xf32>
  %1 = tile.extract_slice %x[0, 0] : tensor<64x8xf32> -> tensor<20x8xf32>
  // CHECK: tile.return %[[RESULT]], %[[LOW]]
  tile.return %0, %1 : tensor<16x8xf32>, tensor<20x8xf32>
}

// CHECK-LABEL: @extract_elements
tile.func private @extract_elements(%x: tensor<64xf32>, %y: tensor<1024xf32>) -> (tensor<7xf32>, tensor<2xf32>) {
  // CHECK: tile.gather %arg0[%{{.*}}] {axis = 0 : i32} : (tensor<64xf32>, tensor<8xi32>) -> tensor<8xf32>
  %0 = tile.extract_slice %x[9] : tensor<64xf32> -> tensor<7xf32>
  // One of many blocks.
  // CHECK: tile.gather %arg1[%{{.*}}] {axis = 0 : i32} : (tensor<1024xf32>, tensor<2xi32>) -> tensor<2xf32>
  %1 = tile.extract_slice %y[2] : tensor<1024xf32> -> tensor<2xf32>
  tile.return %0, %1 : tensor<7xf32>, tensor<2xf32>
}

// CHECK-LABEL: @insert_block
tile.func private @insert_block(%x: tensor<64xf32>, %y: tensor<12xf32>) -> tensor<64xf32> {
  // CHECK-NOT: tile.gather
  // CHECK: %[[ALL:.*]] = tile.broadcast %{{.*}} : tensor<1x16xf32> -> tensor<4x16xf32>
  // CHECK: %[[PLACED:.*]] = tile.reshape %[[ALL]] : tensor<4x16xf32> -> tensor<64xf32>
  // CHECK: %[[SIZE:.*]] = arith.constant dense<12>
  // CHECK: %[[PART:.*]] = arith.cmpi ult, %{{.*}}, %[[SIZE]]
  // CHECK: arith.select %[[PART]], %[[PLACED]], %arg0
  %0 = tile.insert_slice %y into %x[32] : tensor<12xf32> into tensor<64xf32>
  tile.return %0 : tensor<64xf32>
}

// CHECK-LABEL: @insert_elements
tile.func private @insert_elements(%x: tensor<64xf32>, %y: tensor<12xf32>) -> tensor<64xf32> {
  // CHECK: %[[PLACED:.*]] = tile.gather %arg1[%{{.*}}] {axis = 0 : i32} : (tensor<16xf32>, tensor<64xi32>) -> tensor<64xf32>
  // CHECK: arith.select %{{.*}}, %[[PLACED]], %arg0
  %0 = tile.insert_slice %y into %x[3] : tensor<12xf32> into tensor<64xf32>
  tile.return %0 : tensor<64xf32>
}

// CHECK-LABEL: @cats
tile.func private @cats(%x: tensor<64xf32>, %y: tensor<16xf32>, %z: tensor<4x8xf32>) -> (tensor<80xf32>, tensor<128xf32>, tensor<4x16xf32>) {
  // CHECK-DAG: %[[X:.*]] = tile.broadcast %{{.*}} : tensor<1x64xf32> -> tensor<2x64xf32>
  // CHECK-DAG: %[[Y:.*]] = tile.broadcast %{{.*}} : tensor<1x16xf32> -> tensor<8x16xf32>
  // CHECK: %[[BEHIND:.*]] = arith.cmpi sge
  // CHECK: arith.select %[[BEHIND]]
  %0 = tile.cat %x, %y : tensor<64xf32>, tensor<16xf32> -> tensor<80xf32>
  // What tile-assign-layouts joins stays.
  // CHECK: tile.cat %arg0, %arg0
  %1 = tile.cat %x, %x : tensor<64xf32> -> tensor<128xf32>
  // CHECK-NOT: tile.cat
  %2 = tile.cat %z, %z {axis = 1 : i32} : tensor<4x8xf32> -> tensor<4x16xf32>
  tile.return %0, %1, %2 : tensor<80xf32>, tensor<128xf32>, tensor<4x16xf32>
}
