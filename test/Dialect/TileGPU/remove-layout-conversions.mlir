// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4],

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

tile.func private @take(tensor<512xi32, #four>)

// The layout of the load spreads to its address and to what uses its value.
// CHECK-LABEL: @spread
// CHECK-NOT: convert_layout
// CHECK: tile.make_range {{.*}} : tensor<512xi32, #[[FOUR]]>
// CHECK: tile.splat %{{.*}} -> tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: tile.addptr %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: tile.load %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: arith.addf %{{.*}} : tensor<512xf32, #[[FOUR]]>
// CHECK: tile.store %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
tile.func public @spread(%p: !tile.ptr<f32>) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #one>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #one>
  %a = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #one>, tensor<512xi32, #one>
  %b = tilegpu.convert_layout %a : tensor<512x!tile.ptr<f32>, #one> -> tensor<512x!tile.ptr<f32>, #four>
  %v = tile.load %b : tensor<512x!tile.ptr<f32>, #four>
  %w = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
  %z = arith.addf %w, %w : tensor<512xf32, #one>
  %y = tilegpu.convert_layout %z : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %b, %y : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// Nothing to do.
// CHECK-LABEL: @unchanged
// CHECK-NEXT: %[[R:.*]] = tile.make_range {{.*}} : tensor<128xi32, #[[ONE]]>
// CHECK-NEXT: tile.print "" {{.*}} %[[R]]
// CHECK-NEXT: tile.return
tile.func public @unchanged() {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  tile.print "" {hex = false, isSigned = array<i32: 1>} : %r : tensor<128xi32, #one>
  tile.return
}

// A cheap value that is needed in two layouts is made twice.
// CHECK-LABEL: @rematerialize
// CHECK-DAG: tile.make_range {{.*}} : tensor<512xi32, #[[FOUR]]>
// CHECK-DAG: tile.make_range {{.*}} : tensor<512xi32, #[[ONE]]>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @rematerialize() -> tensor<512xi32, #one> {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #one>
  %c = tilegpu.convert_layout %r : tensor<512xi32, #one> -> tensor<512xi32, #four>
  tile.call @take(%c) : (tensor<512xi32, #four>) -> ()
  tile.return %r : tensor<512xi32, #one>
}

// What is loaded is not loaded again: a conversion stays.
// CHECK-LABEL: @conversion_stays
// CHECK: %[[V:.*]] = tile.load %{{.*}} : tensor<512x!tile.ptr<i32>, #[[FOUR]]>
// CHECK: %[[W:.*]] = tilegpu.convert_layout %[[V]] : tensor<512xi32, #[[FOUR]]> -> tensor<512xi32, #[[ONE]]>
// CHECK: tile.return %[[W]] : tensor<512xi32, #[[ONE]]>
tile.func private @conversion_stays(%p: tensor<512x!tile.ptr<i32>, #four>, %q: tensor<512x!tile.ptr<i32>, #four>) -> tensor<512xi32, #one> {
  %v = tile.load %p : tensor<512x!tile.ptr<i32>, #four>
  tile.store %q, %v : tensor<512x!tile.ptr<i32>, #four>
  %w = tilegpu.convert_layout %v : tensor<512xi32, #four> -> tensor<512xi32, #one>
  tile.return %w : tensor<512xi32, #one>
}

// The values of constants follow their type.
// CHECK-LABEL: @constants
// CHECK-DAG: arith.constant dense<1> : tensor<512xi32, #[[FOUR]]>
// CHECK-DAG: arith.constant dense<[0, 1]> : tensor<2xi32, #[[FOUR]]>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @constants(%p: tensor<512x!tile.ptr<i32>, #four>, %q: tensor<2x!tile.ptr<i32>, #four>) {
  %c = arith.constant dense<1> : tensor<512xi32, #one>
  %d = arith.constant dense<[0, 1]> : tensor<2xi32, #one>
  %e = tilegpu.convert_layout %c : tensor<512xi32, #one> -> tensor<512xi32, #four>
  %f = tilegpu.convert_layout %d : tensor<2xi32, #one> -> tensor<2xi32, #four>
  tile.store %p, %e : tensor<512x!tile.ptr<i32>, #four>
  tile.store %q, %f : tensor<2x!tile.ptr<i32>, #four>
  tile.return
}
}
