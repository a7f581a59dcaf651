// RUN: tilec %s -o - | FileCheck %s
// RUN: tile-run %s --input=x:128xi32=const:67305981 --output=y:512xi8 --input=i32=128 --check='y == i%4 + 1'
// RUN: tile-run %s --input=x:127xi32=const:67305981 --output=y:508xi8 --input=i32=127 --check='y == i%4 + 1'

// Words that are cut into bytes and stored in the same order go out as they are, on
// the path for whole tiles as on the one with masks.

// CHECK: ld.global.v4.b32
// CHECK-NOT: {{prmt|bfi|bfe|shr}}
// CHECK: ret
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @cut(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %n: i32) {
  %i = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ns = tile.splat %n : i32 -> tensor<128xi32>
  %inside = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %v = tile.load %xp, %inside : tensor<128x!tile.ptr<i32>>
  %four = arith.constant dense<4> : tensor<128xi32>
  %w = arith.addi %v, %four : tensor<128xi32>
  %c8 = arith.constant dense<8> : tensor<128xi32>
  %c16 = arith.constant dense<16> : tensor<128xi32>
  %c24 = arith.constant dense<24> : tensor<128xi32>
  %w1 = arith.shrui %w, %c8 : tensor<128xi32>
  %w2 = arith.shrui %w, %c16 : tensor<128xi32>
  %w3 = arith.shrui %w, %c24 : tensor<128xi32>
  %b0 = arith.trunci %w : tensor<128xi32> to tensor<128xi8>
  %b1 = arith.trunci %w1 : tensor<128xi32> to tensor<128xi8>
  %b2 = arith.trunci %w2 : tensor<128xi32> to tensor<128xi8>
  %b3 = arith.trunci %w3 : tensor<128xi32> to tensor<128xi8>
  %even = tile.join %b0, %b2 : tensor<128xi8> -> tensor<128x2xi8>
  %odd = tile.join %b1, %b3 : tensor<128xi8> -> tensor<128x2xi8>
  %all = tile.join %even, %odd : tensor<128x2xi8> -> tensor<128x2x2xi8>
  %bytes = tile.reshape %all : tensor<128x2x2xi8> -> tensor<128x4xi8>
  %j = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %j2 = tile.reshape %j : tensor<512xi32> -> tensor<128x4xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %inside4 = tile.broadcast %inside1 : tensor<128x1xi1> -> tensor<128x4xi1>
  %ys = tile.splat %y : !tile.ptr<i8> -> tensor<128x4x!tile.ptr<i8>>
  %yp = tile.addptr %ys, %j2 : tensor<128x4x!tile.ptr<i8>>, tensor<128x4xi32>
  tile.store %yp, %bytes, %inside4 : tensor<128x4x!tile.ptr<i8>>
  tile.return
}
}
