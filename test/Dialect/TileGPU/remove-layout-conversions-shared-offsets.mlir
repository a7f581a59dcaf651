// RUN: tile-opt %s --tile-to-tilegpu | FileCheck %s
// RUN: tilec %s -o %t

// Offsets that two accesses share do not tie their layouts: each has its own,
// and what is computed from the offsets for one of them follows that one.

// CHECK-DAG: [[ONE:#blocked[0-9]*]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: [[SIXTEEN:#blocked[0-9]*]] = #tile.blocked<{sizePerThread = [16],
// CHECK-LABEL: tile.func public @mask_of_offsets
// CHECK-NOT: tilegpu.convert_layout
// CHECK: math.cttz {{.*}} : tensor<2048xi1, [[SIXTEEN]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.store {{.*}} : tensor<2048x!tile.ptr<i8>, [[SIXTEEN]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.store {{.*}} : tensor<2048x!tile.ptr<f32>, [[ONE]]>
tile.func public @mask_of_offsets(%p: !tile.ptr<f32>, %q: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %n: i32) {
  %range = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %ns = tile.splat %n : i32 -> tensor<2048xi32>
  %inside = arith.cmpi slt, %range, %ns : tensor<2048xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %range : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  %x = tile.load %pp : tensor<2048x!tile.ptr<f32>>
  %mask = math.cttz %inside : tensor<2048xi1>
  %zero = arith.constant dense<0> : tensor<2048xi8>
  %qs = tile.splat %q : !tile.ptr<i8> -> tensor<2048x!tile.ptr<i8>>
  %qp = tile.addptr %qs, %range : tensor<2048x!tile.ptr<i8>>, tensor<2048xi32>
  tile.store %qp, %zero, %mask : tensor<2048x!tile.ptr<i8>>
  %y = arith.addf %x, %x : tensor<2048xf32>
  tile.store %pp, %y : tensor<2048x!tile.ptr<f32>>
  tile.return
}
