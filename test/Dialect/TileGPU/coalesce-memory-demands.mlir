// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --implicit-check-not=convert_layout
// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions --tile-distribute-to-threads -o /dev/null

// What operations need in one thread is a demand on the layouts of accesses of
// other shapes, too; no element moves between threads.

// CHECK-DAG: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$GROUPS:.+]] = #tile.blocked<{sizePerThread = [1, 1, 16], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #[[$HIGH:.+]] = #tile.linear<{register = {{\[\[}}64], [128]], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32], [0]], block = []}>
// CHECK-DAG: #[[$COLUMNS:.+]] = #tile.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #[[$TWO:.+]] = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$FOUR:.+]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Groups of 16 columns, one to a thread, though 4 would do for the load.
// CHECK-LABEL: @quantize(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
// CHECK: tile.reshape {{.*}} : tensor<64x64xf32, #[[$ROWS]]> -> tensor<64x4x16xf32, #[[$GROUPS]]>
// CHECK: (tensor<64x4x16xf32, #[[$GROUPS]]>) -> tensor<64x4xf32, #tile.slice<{dim = 2, parent = #[[$GROUPS]]}>>
// CHECK: tile.store {{.*}} : tensor<64x4x!tile.ptr<f32>, #tile.slice<{dim = 2, parent = #[[$GROUPS]]}>>
// CHECK: tile.expand_dims {{.*}} : tensor<64x4xf32, #tile.slice<{dim = 2, parent = #[[$GROUPS]]}>> -> tensor<64x4x1xf32, #[[$GROUPS]]>
// CHECK: tile.reshape {{.*}} : tensor<64x4x16xi8, #[[$GROUPS]]> -> tensor<64x64xi8, #[[$ROWS]]>
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<i8>, #[[$ROWS]]>
tile.func @quantize(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %e: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  %g = tile.reshape %x : tensor<64x64xf32> -> tensor<64x4x16xf32>
  %top = "tile.reduce"(%g) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<64x4x16xf32>) -> tensor<64x4xf32>
  %s = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %t = tile.reshape %s : tensor<256xi32> -> tensor<64x4xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x4x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %t : tensor<64x4x!tile.ptr<f32>>, tensor<64x4xi32>
  tile.store %dq, %top : tensor<64x4x!tile.ptr<f32>>
  %k = tile.expand_dims %top {axis = 2 : i32} : tensor<64x4xf32> -> tensor<64x4x1xf32>
  %l = tile.broadcast %k : tensor<64x4x1xf32> -> tensor<64x4x16xf32>
  %q = arith.divf %g, %l : tensor<64x4x16xf32>
  %i = arith.fptosi %q : tensor<64x4x16xf32> to tensor<64x4x16xi8>
  %f = tile.reshape %i : tensor<64x4x16xi8> -> tensor<64x64xi8>
  %es = tile.splat %e : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %eq = tile.addptr %es, %o : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  tile.store %eq, %f : tensor<64x64x!tile.ptr<i8>>
  tile.return
}

// Along the first dimension the demanded bits are the highest of an address; the
// loads are as wide as ever, and each thread has four of them.
// CHECK-LABEL: @first_dimension(
// CHECK: tile.load {{.*}} : tensor<2048x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK: tile.reshape {{.*}} -> tensor<4x512xf32, #[[$COLUMNS]]>
// CHECK: tile.store {{.*}} : tensor<512x!tile.ptr<f32>, #tile.slice<{dim = 0, parent = #[[$COLUMNS]]}>>
tile.func @first_dimension(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  %x = tile.load %pq : tensor<2048x!tile.ptr<f32>>
  %g = tile.reshape %x : tensor<2048xf32> -> tensor<4x512xf32>
  %sum = "tile.reduce"(%g) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<4x512xf32>) -> tensor<512xf32>
  %s = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %s : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  tile.store %dq, %sum : tensor<512x!tile.ptr<f32>>
  tile.return
}

// With fewer elements than the threads could take, half of the warps hold copies,
// though there are bits left for them: those are demanded.
// CHECK-LABEL: @first_dimension_small(
// CHECK: tile.load {{.*}} : tensor<256x!tile.ptr<f32>, #[[$HIGH]]>
tile.func @first_dimension_small(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %pq : tensor<256x!tile.ptr<f32>>
  %g = tile.reshape %x : tensor<256xf32> -> tensor<4x64xf32>
  %sum = "tile.reduce"(%g) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<4x64xf32>) -> tensor<64xf32>
  %s = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %s : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.store %dq, %sum : tensor<64x!tile.ptr<f32>>
  tile.return
}

// The larger tile decides: stores of 16 bytes, loads of 8.
// CHECK-LABEL: @interleave(
// CHECK-COUNT-2: tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[$TWO]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @interleave(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %x = tile.load %pq : tensor<512x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %qq = tile.addptr %qs, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  %y = tile.load %qq : tensor<512x!tile.ptr<f32>>
  %j = tile.join %x, %y : tensor<512xf32> -> tensor<512x2xf32>
  %z = tile.reshape %j : tensor<512x2xf32> -> tensor<1024xf32>
  %s = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %s : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %dq, %z : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// What is reduced need not come from memory.
// CHECK-LABEL: @of_a_range(
// CHECK: tile.reshape {{.*}} -> tensor<128x8xi32, #[[$EIGHT:.+]]>
// CHECK: tile.store {{.*}} : tensor<128x!tile.ptr<i32>, #tile.slice<{dim = 1, parent = #[[$EIGHT]]}>>
tile.func @of_a_range(%d: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %g = tile.reshape %r : tensor<1024xi32> -> tensor<128x8xi32>
  %sum = "tile.reduce"(%g) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %m = arith.addi %a, %b : i32
    tile.reduce.return %m : i32
  }) : (tensor<128x8xi32>) -> tensor<128xi32>
  %s = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %ds = tile.splat %d : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %dq = tile.addptr %ds, %s : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %dq, %sum : tensor<128x!tile.ptr<i32>>
  tile.return
}

// Through a loop that carries what is reduced.
// CHECK-LABEL: @carried(
// CHECK: scf.for {{.*}} -> (tensor<4096xf32, #[[$SIXTEEN:.+]]>)
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$SIXTEEN]]>
tile.func @carried(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<4096xf32>
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<4096xf32>) : i32 {
    %x = tile.load %pq : tensor<4096x!tile.ptr<f32>>
    %y = arith.addf %acc, %x : tensor<4096xf32>
    scf.yield %y : tensor<4096xf32>
  }
  %g = tile.reshape %total : tensor<4096xf32> -> tensor<256x16xf32>
  %sum = "tile.reduce"(%g) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<256x16xf32>) -> tensor<256xf32>
  %s = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %s : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %dq, %sum : tensor<256x!tile.ptr<f32>>
  tile.return
}
}
