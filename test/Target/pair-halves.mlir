// Two numbers of 16 bits that share a register are one instruction of a maximum, from the loads on.
// The numbers are right.

// RUN: tilec %s -o - | FileCheck %s
// RUN: tile-run %s --input=x:32768xf16=iota --output=y:32xf16 --input=i32=1000 --check='y ~= 31968 + i ulp=1'

// CHECK-COUNT-32: ld.global.v4
// CHECK-NOT: max.f16 %
// CHECK-COUNT-124: max.f16x2
// CHECK-NOT: max.f16 %
// CHECK: shfl.sync

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @max(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %j = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<1024xi1> -> tensor<1024x1xi1>
  %inside2 = tile.broadcast %inside1 : tensor<1024x1xi1> -> tensor<1024x32xi1>
  %width = arith.constant dense<32> : tensor<1024x1xi32>
  %rows = tile.expand_dims %i {axis = 1 : i32} : tensor<1024xi32> -> tensor<1024x1xi32>
  %starts = arith.muli %rows, %width : tensor<1024x1xi32>
  %starts2 = tile.broadcast %starts : tensor<1024x1xi32> -> tensor<1024x32xi32>
  %columns = tile.expand_dims %j {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %columns2 = tile.broadcast %columns : tensor<1x32xi32> -> tensor<1024x32xi32>
  %at = arith.addi %starts2, %columns2 : tensor<1024x32xi32>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<1024x32x!tile.ptr<f16>>
  %xp = tile.addptr %xs, %at : tensor<1024x32x!tile.ptr<f16>>, tensor<1024x32xi32>
  %least = arith.constant dense<0xFC00> : tensor<1024x32xf16>
  %v = tile.load %xp, %inside2, %least : tensor<1024x32x!tile.ptr<f16>>
  %m = "tile.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.maxnumf %a, %b : f16
    tile.reduce.return %c : f16
  }) : (tensor<1024x32xf16>) -> tensor<32xf16>
  %ys = tile.splat %y : !tile.ptr<f16> -> tensor<32x!tile.ptr<f16>>
  %yp = tile.addptr %ys, %j : tensor<32x!tile.ptr<f16>>, tensor<32xi32>
  tile.store %yp, %m : tensor<32x!tile.ptr<f16>>
  tile.return
}
}
