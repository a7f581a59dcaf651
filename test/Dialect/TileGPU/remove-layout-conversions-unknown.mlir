// RUN: tile-opt %s --allow-unregistered-dialect --tile-remove-layout-conversions | FileCheck %s

// The conversion before an operation that says nothing of layouts stays.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4],

// CHECK-LABEL: @operand(
// CHECK: %[[V:.*]] = tile.load %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: %[[A:.*]] = tilegpu.convert_layout %[[V]]
// CHECK: "test.use"(%[[A]]) : (tensor<512xf32, #[[ONE]]>) -> ()
tile.func private @operand(%p: tensor<512x!tile.ptr<f32>, #four>) {
  %v = tile.load %p : tensor<512x!tile.ptr<f32>, #four>
  %a = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
  "test.use"(%a) : (tensor<512xf32, #one>) -> ()
  tile.store %p, %v : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// The conversion behind one as well.
// CHECK-LABEL: @result(
// CHECK: %[[W:.*]] = "test.make"() : () -> tensor<512xf32, #[[ONE]]>
// CHECK: %[[B:.*]] = tilegpu.convert_layout %[[W]]
// CHECK: tile.return %[[B]] : tensor<512xf32, #[[FOUR]]>
tile.func private @result() -> tensor<512xf32, #four> {
  %w = "test.make"() : () -> tensor<512xf32, #one>
  %b = tilegpu.convert_layout %w : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.return %b : tensor<512xf32, #four>
}
