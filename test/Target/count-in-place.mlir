// A counter of a loop counts under a predicate, in one instruction. A count outside of a
// loop stays as it is, as does a counter whose numbers in between are used.

// RUN: split-file %s %t
// RUN: tilec %t/loop.mlir -o - | FileCheck %s --check-prefix=LOOP
// RUN: tile-run %t/loop.mlir --input=x:128xi32=iota --output=y:128xi32 --output=z:128xi64 --input=i32=50 --check='y == min(i, 50) + min(max(i - 7, 0), 50)' --check='z == min(i, 50)'
// RUN: tilec %t/straight.mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/used.mlir -o - | FileCheck %s --check-prefix=OTHER

// LOOP:      setp.lt.s32 %[[P:p[0-9]+]]
// LOOP-DAG:  @%{{.*}} add.s32 %[[A:r[0-9]+]], %[[A]], 1;
// LOOP-DAG:  @%{{.*}} add.s64 %[[B:rd[0-9]+]], %[[B]], 1;
// LOOP-NOT:  selp
// OTHER-NOT: @%{{.*}} add
// OTHER:     selp.b32 %{{.*}}, 1, 0, %p
// OTHER-NOT: @%{{.*}} add

//--- loop.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @count(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %z: !tile.ptr<i64>, %n: i32) {
  %i = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %v = tile.load %xp : tensor<128x!tile.ptr<i32>>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0> : tensor<128xi32>
  %none64 = arith.constant dense<0> : tensor<128xi64>
  %seven = arith.constant dense<7> : tensor<128xi32>
  %counts:2 = scf.for %k = %zero to %n step %one iter_args(%c = %none, %d = %none64) -> (tensor<128xi32>, tensor<128xi64>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<128xi32>
    %below = arith.cmpi slt, %ks, %v : tensor<128xi32>
    %more = arith.addi %ks, %seven : tensor<128xi32>
    %farBelow = arith.cmpi slt, %more, %v : tensor<128xi32>
    %1 = arith.extui %below : tensor<128xi1> to tensor<128xi32>
    %2 = arith.extui %farBelow : tensor<128xi1> to tensor<128xi32>
    %3 = arith.extui %below : tensor<128xi1> to tensor<128xi64>
    %c1 = arith.addi %c, %1 : tensor<128xi32>
    %c2 = arith.addi %c1, %2 : tensor<128xi32>
    %d1 = arith.addi %d, %3 : tensor<128xi64>
    scf.yield %c2, %d1 : tensor<128xi32>, tensor<128xi64>
  }
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %yp, %counts#0 : tensor<128x!tile.ptr<i32>>
  %zs = tile.splat %z : !tile.ptr<i64> -> tensor<128x!tile.ptr<i64>>
  %zp = tile.addptr %zs, %i : tensor<128x!tile.ptr<i64>>, tensor<128xi32>
  tile.store %zp, %counts#1 : tensor<128x!tile.ptr<i64>>
  tile.return
}
}

//--- straight.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @count(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %n: i32) {
  %i = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %v = tile.load %xp : tensor<128x!tile.ptr<i32>>
  %ns = tile.splat %n : i32 -> tensor<128xi32>
  %below = arith.cmpi slt, %v, %ns : tensor<128xi32>
  %1 = arith.extui %below : tensor<128xi1> to tensor<128xi32>
  %sum = arith.addi %v, %1 : tensor<128xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %yp, %sum : tensor<128x!tile.ptr<i32>>
  tile.return
}
}

//--- used.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @count(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %n: i32) {
  %i = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %v = tile.load %xp : tensor<128x!tile.ptr<i32>>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0> : tensor<128xi32>
  %count = scf.for %k = %zero to %n step %one iter_args(%c = %none) -> (tensor<128xi32>) : i32 {
    %below = arith.cmpi slt, %c, %v : tensor<128xi32>
    %1 = arith.extui %below : tensor<128xi1> to tensor<128xi32>
    %c1 = arith.addi %c, %1 : tensor<128xi32>
    %c2 = arith.muli %c1, %v : tensor<128xi32>
    scf.yield %c2 : tensor<128xi32>
  }
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %yp, %count : tensor<128x!tile.ptr<i32>>
  tile.return
}
}
