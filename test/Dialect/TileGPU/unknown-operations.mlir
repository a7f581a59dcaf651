// RUN: tile-opt %s --allow-unregistered-dialect --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions -split-input-file -verify-diagnostics | FileCheck %s

// Operations that say nothing of layouts keep the layouts of their tiles,
// whatever would be better for others, and a remark says so.

// What it takes is loaded in the layout that it takes.
// CHECK: #[[ONE:.+]] = #tile.blocked<{sizePerThread = [1],
// CHECK-LABEL: @operand(
// CHECK: %[[V:.+]] = tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[ONE]]>
// CHECK-NEXT: "test.use"(%[[V]]) : (tensor<512xf32, #[[ONE]]>) -> ()
// CHECK-NEXT: tile.store {{.*}} : tensor<512x!tile.ptr<f32>, #[[ONE]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @operand(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %v = tile.load %q : tensor<512x!tile.ptr<f32>>
  // expected-remark @below {{'test.use' op does not say what it means for layouts, so its tiles keep their layouts}}
  "test.use"(%v) : (tensor<512xf32>) -> ()
  tile.store %q, %v : tensor<512x!tile.ptr<f32>>
  tile.return
}
}

// -----

// What it makes is stored in the layout that it makes; other accesses coalesce.
// CHECK-DAG: #[[ONE:.+]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.+]] = #tile.blocked<{sizePerThread = [4],
// CHECK-LABEL: @result(
// CHECK: tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: tile.store {{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: "test.make"() : () -> tensor<512xf32, #[[ONE]]>
// CHECK: tile.store {{.*}} : tensor<512x!tile.ptr<f32>, #[[ONE]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @result(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %v = tile.load %q : tensor<512x!tile.ptr<f32>>
  tile.store %q, %v : tensor<512x!tile.ptr<f32>>
  // expected-remark @below {{'test.make' op does not say what it means for layouts}}
  %w = "test.make"() : () -> tensor<512xf32>
  tile.store %q, %w : tensor<512x!tile.ptr<f32>>
  tile.return
}
}

// -----

// A cheap operand is made again for it, and does not bind the others.
// CHECK-DAG: #[[ONE:.+]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.+]] = #tile.blocked<{sizePerThread = [4],
// CHECK-LABEL: @cheap_operand(
// CHECK-DAG: %[[WIDE:.+]] = tile.make_range {{.*}} : tensor<512xi32, #[[FOUR]]>
// CHECK-DAG: %[[RANGE:.+]] = tile.make_range {{.*}} : tensor<512xi32, #[[ONE]]>
// CHECK-DAG: tile.addptr %{{.*}}, %[[WIDE]]
// CHECK-DAG: "test.use"(%[[RANGE]]) : (tensor<512xi32, #[[ONE]]>) -> ()
// CHECK: tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @cheap_operand(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  // expected-remark @below {{'test.use' op does not say what it means for layouts}}
  "test.use"(%r) : (tensor<512xi32>) -> ()
  %v = tile.load %q : tensor<512x!tile.ptr<f32>>
  tile.store %q, %v : tensor<512x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Nothing is known of how values pass through its regions.
// CHECK: #[[ONE:.+]] = #tile.blocked<{sizePerThread = [1],
// CHECK-LABEL: @region(
// CHECK: tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[ONE]]>
// CHECK: "test.region"
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<512xf32, #[[ONE]]>):
// CHECK: "test.yield"(%{{.*}}) : (tensor<512xf32, #[[ONE]]>) -> ()
// CHECK-NEXT: }) : (tensor<512xf32, #[[ONE]]>) -> tensor<512xf32, #[[ONE]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @region(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %v = tile.load %q : tensor<512x!tile.ptr<f32>>
  // expected-remark @below {{'test.region' op does not say what it means for layouts}}
  %w = "test.region"(%v) ({
  ^bb0(%x: tensor<512xf32>):
    %y = arith.addf %x, %x : tensor<512xf32>
    // expected-remark @below {{'test.yield' op does not say what it means for layouts}}
    "test.yield"(%y) : (tensor<512xf32>) -> ()
  }) : (tensor<512xf32>) -> tensor<512xf32>
  tile.store %q, %w : tensor<512x!tile.ptr<f32>>
  tile.return
}
}

// -----

// One without tiles is none of our business.
// CHECK-LABEL: @scalars(
// CHECK: "test.use"(%{{.*}}) : (f32) -> ()
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @scalars(%x: f32) {
  "test.use"(%x) : (f32) -> ()
  tile.return
}
}
