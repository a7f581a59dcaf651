// A number is read by all threads and replaced by one: each reads the old one, in
// every order in which the simulator runs warps.

// RUN: tile-run %s --kernel=bump --grid=1 --num-warps=8 --output=p:4xi32=const:5 --output=q:256xi32 --check='q == 5' > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: tile-run %s --kernel=rows --grid=1 --num-warps=8 --output=p:16xf32=const:5 --output=q:16x64xf32 --check='p == 6; q == 5' > %t 2>&1
// RUN: FileCheck %s < %t
// CHECK-NOT: race
// CHECK: ok, exact

tile.func public @bump(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %old = tile.load %p : !tile.ptr<i32>
  %one = arith.constant 1 : i32
  %new = arith.addi %old, %one : i32
  tile.store %p, %new : !tile.ptr<i32>
  %t = tile.splat %old : i32 -> tensor<256xi32>
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %qs = tile.splat %q : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %to = tile.addptr %qs, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %to, %t : tensor<256x!tile.ptr<i32>>
  tile.return
}

// A statistic for each row, which the whole row needs.
tile.func public @rows(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %from = tile.addptr %ps, %i : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  %old = tile.load %from : tensor<16x!tile.ptr<f32>>
  %ones = arith.constant dense<1.0> : tensor<16xf32>
  %new = arith.addf %old, %ones : tensor<16xf32>
  tile.store %from, %new : tensor<16x!tile.ptr<f32>>
  %column = tile.expand_dims %old {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %t = tile.broadcast %column : tensor<16x1xf32> -> tensor<16x64xf32>
  %r = tile.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %c64 = arith.constant dense<64> : tensor<16x1xi32>
  %row = arith.muli %r, %c64 : tensor<16x1xi32>
  %j = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c = tile.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rb = tile.broadcast %row : tensor<16x1xi32> -> tensor<16x64xi32>
  %cb = tile.broadcast %c : tensor<1x64xi32> -> tensor<16x64xi32>
  %k = arith.addi %rb, %cb : tensor<16x64xi32>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<16x64x!tile.ptr<f32>>
  %to = tile.addptr %qs, %k : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  tile.store %to, %t : tensor<16x64x!tile.ptr<f32>>
  tile.return
}
