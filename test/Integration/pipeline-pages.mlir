// A loop whose copies read pages that scalars name: the scalars are loaded ahead of the copies, under scalar masks.
// RUN: tile-run %s --device=sim:sm_90a --input=a:4096xf32=iota --input=k:7xi32=iota --output=o:256xf32 --input=n:i32=0 --input=pages:i32=3 --check 'o == n * i + 256 * (n * (n - 1) / 2 + where(n > 2, 3, where(n == 2, 1, 0)))' | FileCheck %s
// RUN: tile-run %s --device=sim:sm_90a --input=a:4096xf32=iota --input=k:7xi32=iota --output=o:256xf32 --input=n:i32=1 --input=pages:i32=3 --check 'o == n * i + 256 * (n * (n - 1) / 2 + where(n > 2, 3, where(n == 2, 1, 0)))' | FileCheck %s
// RUN: tile-run %s --device=sim:sm_90a --input=a:4096xf32=iota --input=k:7xi32=iota --output=o:256xf32 --input=n:i32=7 --input=pages:i32=3 --check 'o == n * i + 256 * (n * (n - 1) / 2 + where(n > 2, 3, where(n == 2, 1, 0)))' | FileCheck %s
// CHECK: ok, exact

tile.func public @pages(%a: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: !tile.ptr<i32>, %out: !tile.ptr<f32>, %n: i32, %pages: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %ps = tile.splat %a : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %at = tile.addptr %ps, %r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %op = tile.addptr %os, %r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256xf32>) : i32 {
    %kp = tile.addptr %k, %i : !tile.ptr<i32>, i32
    %ok = arith.cmpi slt, %i, %pages : i32
    %j = tile.load %kp, %ok, %c0 : !tile.ptr<i32>
    %m = tile.load %kp : !tile.ptr<i32>
    %jm0 = arith.addi %j, %m : i32
    %jm = arith.muli %jm0, %c256 : i32
    %js = tile.splat %jm : i32 -> tensor<256xi32>
    %p = tile.addptr %at, %js : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
    %x = tile.load %p : tensor<256x!tile.ptr<f32>>
    %s = arith.addf %acc, %x : tensor<256xf32>
    scf.yield %s : tensor<256xf32>
  } {tile.num_stages = 3 : i32}
  tile.store %op, %sum : tensor<256x!tile.ptr<f32>>
  tile.return
}
