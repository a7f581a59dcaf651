// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

// The layouts of arguments and results of functions are fixed.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4],

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK: tile.func private @callee(tensor<512xi32, #[[ONE]]>) -> tensor<512xi32, #[[ONE]]>
tile.func private @callee(tensor<512xi32, #one>) -> tensor<512xi32, #one>

// CHECK-LABEL: @call(
// CHECK: %[[V:.*]] = tile.load %{{.*}} : tensor<512x!tile.ptr<i32>, #[[FOUR]]>
// CHECK: %[[A:.*]] = tilegpu.convert_layout %[[V]]
// CHECK: tile.call @callee(%[[A]]) : (tensor<512xi32, #[[ONE]]>) -> tensor<512xi32, #[[ONE]]>
tile.func private @call(%p: tensor<512x!tile.ptr<i32>, #four>) {
  %v = tile.load %p : tensor<512x!tile.ptr<i32>, #four>
  tile.store %p, %v : tensor<512x!tile.ptr<i32>, #four>
  %a = tilegpu.convert_layout %v : tensor<512xi32, #four> -> tensor<512xi32, #one>
  %r = tile.call @callee(%a) : (tensor<512xi32, #one>) -> tensor<512xi32, #one>
  tile.return
}

// An argument that is used and returned in another layout.
// CHECK-LABEL: @argument(
// CHECK-SAME: tensor<512xi32, #[[ONE]]>) -> tensor<512xi32, #[[FOUR]]>
// CHECK: %[[B:.*]] = tilegpu.convert_layout %{{.*}} : tensor<512xi32, #[[ONE]]> -> tensor<512xi32, #[[FOUR]]>
// CHECK: tile.return %[[B]]
tile.func private @argument(%a: tensor<512xi32, #one>) -> tensor<512xi32, #four> {
  %b = tilegpu.convert_layout %a : tensor<512xi32, #one> -> tensor<512xi32, #four>
  tile.return %b : tensor<512xi32, #four>
}

// Several results of one operation are alike.
// CHECK-LABEL: @two_results
// CHECK: tile.elementwise_inline_asm {{.*}} -> tensor<512xi32, #[[L:[a-z0-9]+]]>, tensor<512xi32, #[[L]]>
// CHECK: tile.return
tile.func private @two_results(%a: tensor<512xi32, #one>, %p: tensor<512x!tile.ptr<i32>, #one>, %q: tensor<512x!tile.ptr<i32>, #four>) {
  %r:2 = tile.elementwise_inline_asm "mov.b32 $0, $2; mov.b32 $1, $2;" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %a : tensor<512xi32, #one> -> tensor<512xi32, #one>, tensor<512xi32, #one>
  %s = tilegpu.convert_layout %r#1 : tensor<512xi32, #one> -> tensor<512xi32, #four>
  tile.store %p, %r#0 : tensor<512x!tile.ptr<i32>, #one>
  tile.store %q, %s : tensor<512x!tile.ptr<i32>, #four>
  tile.return
}
}
