// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --implicit-check-not=convert_layout

// The chosen layouts spread over the code between the accesses, and no element
// moves between threads.

// CHECK-DAG: #[[$FOUR:.+]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$SIXTEEN:.+]] = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @f32(
// CHECK: %[[X:.+]] = tile.load %[[P:.+]] : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK: tile.store %[[P]], %[[X]] : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @f32(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  tile.store %q, %x : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @i8_and_f32(
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @i8_and_f32(%b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %bs = tile.splat %b : !tile.ptr<i8> -> tensor<4096x!tile.ptr<i8>>
  %bq = tile.addptr %bs, %r : tensor<4096x!tile.ptr<i8>>, tensor<4096xi32>
  %x = tile.load %bq : tensor<4096x!tile.ptr<i8>>
  %y = arith.sitofp %x : tensor<4096xi8> to tensor<4096xf32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %q, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @i8_beside_f32(
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$SIXTEEN]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$SIXTEEN]]>
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @i8_beside_f32(%b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %bs = tile.splat %b : !tile.ptr<i8> -> tensor<4096x!tile.ptr<i8>>
  %bq = tile.addptr %bs, %r : tensor<4096x!tile.ptr<i8>>, tensor<4096xi32>
  %x = tile.load %bq : tensor<4096x!tile.ptr<i8>>
  tile.store %bq, %x : tensor<4096x!tile.ptr<i8>>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %y = tile.load %q : tensor<4096x!tile.ptr<f32>>
  tile.store %q, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @carried(
// CHECK: scf.for
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @carried(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %step = arith.constant dense<1024> : tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %q, %acc = %zero) -> (tensor<1024x!tile.ptr<f16>>, tensor<1024xf32>) : i32 {
    %x = tile.load %at : tensor<1024x!tile.ptr<f16>>
    %y = arith.extf %x : tensor<1024xf16> to tensor<1024xf32>
    %more = arith.addf %acc, %y : tensor<1024xf32>
    %next = tile.addptr %at, %step : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
    scf.yield %next, %more : tensor<1024x!tile.ptr<f16>>, tensor<1024xf32>
  }
  %t = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %u = tile.addptr %t, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %u, %sum#1 : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @row_vector(
// CHECK: tile.load {{.*}} : tensor<64x!tile.ptr<f32>, #tile.slice<{dim = 1, parent = #[[$ROWS]]}>>
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @row_vector(%v: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %vs = tile.splat %v : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %vq = tile.addptr %vs, %r : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %b = tile.load %vq : tensor<64x!tile.ptr<f32>>
  %b_2d = tile.expand_dims %b {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %bs = tile.broadcast %b_2d : tensor<64x1xf32> -> tensor<64x64xf32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tile.broadcast %row : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %pitch = arith.constant dense<64> : tensor<64x64xi32>
  %rows64 = arith.muli %rows, %pitch : tensor<64x64xi32>
  %offset = arith.addi %rows64, %columns : tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %q = tile.addptr %ps, %offset : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %q, %bs : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// A loop that runs once, around a branch.
// CHECK-LABEL: @once(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$FOUR]]>
// CHECK: scf.for
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @once(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %c: i1) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f16>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf16>
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> (tensor<1024xf16>) : i32 {
    %z = arith.addf %a, %a : tensor<1024xf16>
    %w = scf.if %c -> (tensor<1024xf16>) {
      scf.yield %z : tensor<1024xf16>
    } else {
      scf.yield %zero : tensor<1024xf16>
    }
    scf.yield %w : tensor<1024xf16>
  }
  %e = arith.extf %y : tensor<1024xf16> to tensor<1024xf32>
  %t = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %u = tile.addptr %t, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %u, %e : tensor<1024x!tile.ptr<f32>>
  tile.return
}

}
