// RUN: tile-opt %s | FileCheck %s
// The parser alone makes the tile dialect's types and operations.

// CHECK-LABEL: tile.func private @types(
// CHECK-SAME:    !tile.ptr<f32>, %{{.*}}: !tile.ptr<f16>, %{{.*}}: !tile.ptr<i8, 3>,
// CHECK-SAME:    !tile.ptr<!tile.ptr<i64>>, %{{.*}}: tensor<32x!tile.ptr<bf16>>) -> !tile.ptr<i1>
tt.func private @types(%a: !tt.ptr<f32>, %b: !tt.ptr<f16, 1>, %c: !tt.ptr<i8, 3>,
                       %d: !tt.ptr<!tt.ptr<i64>>, %e: tensor<32x!tt.ptr<bf16>>) -> !tt.ptr<i1> {
  // CHECK: tile.load %{{.*}} : !tile.ptr<!tile.ptr<i64>>
  %p = tt.load %d : !tt.ptr<!tt.ptr<i64>>
  // CHECK: tile.bitcast %{{.*}} : !tile.ptr<i64> -> !tile.ptr<i1>
  %q = tt.bitcast %p : !tt.ptr<i64> -> !tt.ptr<i1>
  // CHECK: tile.return %{{.*}} : !tile.ptr<i1>
  tt.return %q : !tt.ptr<i1>
}

// A file may hold both dialects.
// CHECK-LABEL: tile.func private @both(
tile.func private @both(%a: !tt.ptr<f32>) -> !tile.ptr<f32> {
  %c = arith.constant 1 : i32
  // CHECK: tile.addptr %{{.*}}, %{{.*}} : !tile.ptr<f32>, i32
  %p = tt.addptr %a, %c : !tile.ptr<f32>, i32
  tile.return %p : !tt.ptr<f32>
}
