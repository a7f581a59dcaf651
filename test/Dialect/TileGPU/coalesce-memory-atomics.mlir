// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: sed s/sm_90a/sm_80/ %s | tile-opt --tile-assign-layouts --tile-coalesce-memory | FileCheck %s --check-prefixes=CHECK,SM80

// Each thread gets as many neighbours as one atomic operation takes.

// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// SM90-DAG: #[[WIDE:.*]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// SM90-DAG: #[[HALF:.*]] = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// SM80-DAG: #[[HALF:.*]] = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @integers(
// CHECK: tile.atomic_rmw add, {{.*}} -> tensor<1024xi32, #[[ONE]]>
tile.func public @integers(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %p = tile.addptr %xs, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %one = arith.constant dense<1> : tensor<1024xi32>
  %old = tile.atomic_rmw add, relaxed, gpu, %p, %one : (tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>) -> tensor<1024xi32>
  tile.return
}

// CHECK-LABEL: @floats(
// SM90: tile.atomic_rmw fadd, {{.*}} -> tensor<1024xf32, #[[WIDE]]>
// SM80: tile.atomic_rmw fadd, {{.*}} -> tensor<1024xf32, #[[ONE]]>
tile.func public @floats(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %p = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %p, %one : (tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>) -> tensor<1024xf32>
  tile.return
}

// CHECK-LABEL: @halves(
// CHECK: tile.atomic_rmw fadd, {{.*}} -> tensor<1024xf16, #[[HALF]]>
tile.func public @halves(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %p = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf16>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %p, %one : (tensor<1024x!tile.ptr<f16>>, tensor<1024xf16>) -> tensor<1024xf16>
  tile.return
}

}
