// RUN: tile-opt %s --tile-assign-layouts | FileCheck %s

// CHECK-DAG: #[[LINE:.*]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[GRID:.*]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-DAG: #[[NARROW:.*]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[GIVEN:.*]] = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#given = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @line
// CHECK: tile.make_range {{.*}} : tensor<128xi32, #[[LINE]]>
// CHECK: arith.constant dense<1> : tensor<128xi32, #[[LINE]]>
// CHECK: arith.addi {{.*}} : tensor<128xi32, #[[LINE]]>
tile.func public @line() {
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %1 = arith.constant dense<1> : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  tile.return
}

// CHECK-LABEL: @arguments_and_results
// CHECK-SAME: (%{{.*}}: tensor<2x64xf32, #[[GRID]]>, %{{.*}}: f32) -> tensor<2x64xf32, #[[GRID]]>
tile.func private @arguments_and_results(%a: tensor<2x64xf32>, %b: f32) -> tensor<2x64xf32> {
  tile.return %a : tensor<2x64xf32>
}

// CHECK-LABEL: @call
// CHECK: tile.call {{.*}} : (tensor<2x64xf32, #[[GRID]]>, f32) -> tensor<2x64xf32, #[[GRID]]>
tile.func private @call(%a: tensor<2x64xf32>, %b: f32) {
  %0 = tile.call @arguments_and_results(%a, %b) : (tensor<2x64xf32>, f32) -> tensor<2x64xf32>
  tile.return
}

// A declaration has no body but types.
// CHECK: tile.func private @declared(tensor<128xi32, #[[LINE]]>) -> tensor<8x4xf16, #[[NARROW]]>
tile.func private @declared(tensor<128xi32>) -> tensor<8x4xf16>

// Operands that must fit their result's layout are converted, unless their own
// says the same in other words, as that of the range.
// CHECK-LABEL: @expand_dims
// CHECK: %[[R:.*]] = tile.make_range
// CHECK-NEXT: %[[E:.*]] = tile.expand_dims %[[R]] {{.*}} : tensor<8xi32, #[[LINE]]> -> tensor<8x1xi32, #[[COLUMN:.*]]>
// CHECK-NEXT: %[[D:.*]] = tilegpu.convert_layout %[[E]] : tensor<8x1xi32, #[[COLUMN]]> -> tensor<8x1xi32, #[[NARROW]]>
// CHECK-NEXT: tile.broadcast %[[D]] : tensor<8x1xi32, #[[NARROW]]> -> tensor<8x4xi32, #[[NARROW]]>
tile.func public @expand_dims() {
  %0 = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %2 = tile.broadcast %1 : tensor<8x1xi32> -> tensor<8x4xi32>
  tile.return
}

// The operand of a transpose is converted, as its result can have any layout.
// CHECK-LABEL: @trans
// CHECK: %[[S:.*]] = tile.splat {{.*}} -> tensor<8x4xi32, #[[NARROW]]>
// CHECK-NEXT: %[[C:.*]] = tilegpu.convert_layout %[[S]] : tensor<8x4xi32, #[[NARROW]]> ->
// CHECK-NEXT: tile.trans %[[C]]
tile.func public @trans(%x: i32) {
  %0 = tile.splat %x : i32 -> tensor<8x4xi32>
  %1 = tile.trans %0 {order = array<i32: 1, 0>} : tensor<8x4xi32> -> tensor<4x8xi32>
  tile.return
}

// The results of a reduction are, as its operands can.
// CHECK-LABEL: @reduce
// CHECK: %[[S:.*]] = tile.splat {{.*}} -> tensor<8x4xi32, #[[NARROW]]>
// CHECK-NEXT: %[[R:.*]] = "tile.reduce"(%[[S]])
// CHECK: }) : (tensor<8x4xi32, #[[NARROW]]>) -> tensor<8xi32, #tile.slice<{dim = 1, parent = #[[NARROW]]}>>
// CHECK-NEXT: %[[D:.*]] = tilegpu.convert_layout %[[R]] : {{.*}} -> tensor<8xi32, #[[LINE]]>
// CHECK-NEXT: tile.print {{.*}} : %[[D]] :
tile.func public @reduce(%x: i32) {
  %0 = tile.splat %x : i32 -> tensor<8x4xi32>
  %1 = "tile.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.maxsi %a, %b : i32
    tile.reduce.return %c : i32
  }) : (tensor<8x4xi32>) -> tensor<8xi32>
  tile.print "x" {hex = false, isSigned = array<i32: 1>} : %1 : tensor<8xi32>
  tile.return
}

// Loops and branches.
// CHECK-LABEL: @control_flow
// CHECK: scf.for {{.*}} -> (tensor<128xi32, #[[LINE]]>)
// CHECK: cf.br ^bb1(%{{.*}} : tensor<128xi32, #[[LINE]]>)
// CHECK: ^bb1(%{{.*}}: tensor<128xi32, #[[LINE]]>):
tile.func private @control_flow(%a: tensor<128xi32>, %n: i32) -> tensor<128xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (tensor<128xi32>) : i32 {
    scf.yield %x : tensor<128xi32>
  }
  cf.br ^bb1(%0 : tensor<128xi32>)
^bb1(%y: tensor<128xi32>):
  tile.return %y : tensor<128xi32>
}

// Tables keep their values.
// CHECK-LABEL: @table
// CHECK: arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32, #{{.*}}>
tile.func public @table() {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  tile.return
}

// What has a layout keeps it; scalars need none.
// CHECK-LABEL: @unchanged
// CHECK-NEXT: tile.make_range {{.*}} : tensor<1024xi32, #[[GIVEN]]>
// CHECK-NEXT: arith.constant 1 : i32
// CHECK-NEXT: tile.return
tile.func public @unchanged() {
  %0 = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #given>
  %1 = arith.constant 1 : i32
  tile.return
}

// CHECK-LABEL: @five_dimensions
// CHECK: tile.splat %{{.*}} -> tensor<4x2x2x2x4xf32, #{{.*}}>
tile.func public @five_dimensions(%a: f32) {
  %0 = tile.splat %a : f32 -> tensor<4x2x2x2x4xf32>
  tile.return
}

// The halves lie side by side in a new dimension, which comes to the front.
// CHECK-LABEL: @cat
// CHECK-SAME: (%[[A:.*]]: tensor<128xi8, {{.*}}>, %[[B:.*]]: tensor<128xi8, {{.*}}>)
// CHECK: %[[PAIRS:.*]] = tile.join %[[A]], %[[B]] : tensor<128xi8, {{.*}}> -> tensor<128x2xi8, {{.*}}>
// CHECK: %[[HALVES:.*]] = tile.trans {{.*}} {order = array<i32: 1, 0>} : tensor<128x2xi8, {{.*}}> -> tensor<2x128xi8, {{.*}}>
// CHECK: tile.reshape {{.*}} : tensor<2x128xi8, {{.*}}> -> tensor<256xi8, {{.*}}>
// CHECK-NOT: tile.cat
tile.func private @cat(%a: tensor<128xi8>, %b: tensor<128xi8>) -> tensor<256xi8> {
  %0 = tile.cat %a, %b : tensor<128xi8> -> tensor<256xi8>
  tile.return %0 : tensor<256xi8>
}

// Of any rank: the operands get one dimension first.
// CHECK-LABEL: @cat_five_dimensions
// CHECK-COUNT-2: tile.reshape {{.*}} : tensor<2x1x4x2x2xf32, {{.*}}> -> tensor<32xf32, {{.*}}>
// CHECK: tile.join {{.*}} -> tensor<32x2xf32, {{.*}}>
// CHECK: tile.reshape {{.*}} -> tensor<4x1x4x2x2xf32, {{.*}}>
tile.func private @cat_five_dimensions(%a: tensor<2x1x4x2x2xf32>, %b: tensor<2x1x4x2x2xf32>) -> tensor<4x1x4x2x2xf32> {
  %0 = tile.cat %a, %b : tensor<2x1x4x2x2xf32> -> tensor<4x1x4x2x2xf32>
  tile.return %0 : tensor<4x1x4x2x2xf32>
}
}
