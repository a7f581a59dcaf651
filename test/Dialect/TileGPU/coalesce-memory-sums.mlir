// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Sums of warpgroups that share the columns, too: an access that only writes them, or
// adds them to memory, has the elements of a warp in the same warp, with four neighbours
// in a thread and lanes along rows. An addition whose result is read is no such access.

// CHECK-DAG: #[[$SUMS:.+]] = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
// CHECK-DAG: #[[$SAME:.+]] = #tile.linear<{register = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [8, 0]], warp = {{\[\[}}16, 0], [32, 0], [0, 64]], block = []}>
// CHECK-DAG: #[[$OWN:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

// CHECK-LABEL: @add
// CHECK: tile.dot {{.*}} -> tensor<64x128xf32, #[[$SUMS]]>
// CHECK: tile.atomic_rmw {{.*}} -> tensor<64x128xf32, #[[$SAME]]>
tile.func private @add(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %pitch = arith.constant dense<128> : tensor<64x1xi32>
  %first = arith.muli %r1, %pitch : tensor<64x1xi32>
  %starts = tile.broadcast %first : tensor<64x1xi32> -> tensor<64x128xi32>
  %columns = tile.broadcast %c1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %i = arith.addi %starts, %columns : tensor<64x128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %i : tensor<64x128x!tile.ptr<f32>>, tensor<64x128xi32>
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = tile.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %pq, %sum : (tensor<64x128x!tile.ptr<f32>>, tensor<64x128xf32>) -> tensor<64x128xf32>
  tile.return
}

// CHECK-LABEL: @store
// CHECK: tile.dot {{.*}} -> tensor<64x128xf32, #[[$SUMS]]>
// CHECK: tile.store {{.*}} : tensor<64x128x!tile.ptr<f32>, #[[$SAME]]>
tile.func private @store(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %pitch = arith.constant dense<128> : tensor<64x1xi32>
  %first = arith.muli %r1, %pitch : tensor<64x1xi32>
  %starts = tile.broadcast %first : tensor<64x1xi32> -> tensor<64x128xi32>
  %columns = tile.broadcast %c1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %i = arith.addi %starts, %columns : tensor<64x128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %i : tensor<64x128x!tile.ptr<f32>>, tensor<64x128xi32>
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = tile.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  tile.store %pq, %sum : tensor<64x128x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @add_and_read
// CHECK: tile.dot {{.*}} -> tensor<64x128xf32, #[[$SUMS]]>
// CHECK: tile.atomic_rmw {{.*}} -> tensor<64x128xf32, #[[$SUMS]]>
// CHECK: tile.store {{.*}} : tensor<64x128x!tile.ptr<f32>, #[[$OWN]]>
tile.func private @add_and_read(%a: tensor<64x64xf16>, %b: tensor<64x128xf16>, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %pitch = arith.constant dense<128> : tensor<64x1xi32>
  %first = arith.muli %r1, %pitch : tensor<64x1xi32>
  %starts = tile.broadcast %first : tensor<64x1xi32> -> tensor<64x128xi32>
  %columns = tile.broadcast %c1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %i = arith.addi %starts, %columns : tensor<64x128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %i : tensor<64x128x!tile.ptr<f32>>, tensor<64x128xi32>
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = tile.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %pq, %sum : (tensor<64x128x!tile.ptr<f32>>, tensor<64x128xf32>) -> tensor<64x128xf32>
  tile.store %pq, %old : tensor<64x128x!tile.ptr<f32>>
  tile.return
}

}
