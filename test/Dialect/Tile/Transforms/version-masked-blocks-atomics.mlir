// RUN: tile-opt %s --tile-version-masked-blocks | FileCheck %s

// Atomic operations in spans: there are two of them, and one runs.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: tile.func public @after_a_load(
// CHECK:         scf.if
// CHECK-NEXT:      %[[A:.*]] = tile.load %{{[0-9]+}} : tensor
// CHECK-NEXT:      tile.atomic_rmw add, relaxed, gpu, %{{[0-9]+}}, %[[A]] :
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[A:.*]] = tile.load %{{[0-9]+}}, %[[MASK:.*]] : tensor
// CHECK-NEXT:      tile.atomic_rmw add, relaxed, gpu, %{{[0-9]+}}, %[[A]], %[[MASK]] :
// CHECK-NEXT:    } {tile.versioned}
tile.func public @after_a_load(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %o: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %bound = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %from = tile.addptr %xs, %offsets : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %os = tile.splat %o : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %to = tile.addptr %os, %offsets : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %a = tile.load %from, %mask : tensor<1024x!tile.ptr<i32>>
  %old = tile.atomic_rmw add, relaxed, gpu, %to, %a, %mask : (tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>, tensor<1024xi1>) -> tensor<1024xi32>
  tile.return
}

// Without its mask it takes four numbers at once.
// CHECK-LABEL: tile.func public @vectors(
// CHECK:         scf.if
// CHECK-NEXT:      tile.atomic_rmw fadd, relaxed, gpu, %{{[0-9]+}}, %{{[a-z0-9_]+}} :
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tile.atomic_rmw fadd
tile.func public @vectors(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %bound = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %from = tile.addptr %xs, %offsets : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %to = tile.addptr %os, %offsets : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %to, %one, %mask : (tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>) -> tensor<1024xf32>
  tile.return
}

// There are no vectors of integers: nothing to gain.
// CHECK-LABEL: tile.func public @no_vectors(
// CHECK-NOT:     scf.if
// CHECK:         tile.return
tile.func public @no_vectors(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %o: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %bound = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %from = tile.addptr %xs, %offsets : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %os = tile.splat %o : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %to = tile.addptr %os, %offsets : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %one = arith.constant dense<1> : tensor<1024xi32>
  %old = tile.atomic_rmw add, relaxed, gpu, %to, %one, %mask : (tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>, tensor<1024xi1>) -> tensor<1024xi32>
  tile.return
}

}
