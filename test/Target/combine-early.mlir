// A thread's part of a maximum over 32 loads: an address is computed right before its load,
// and maxima come as soon as their operands are there, in a chain. Two numbers of 16 bits that share a
// register are one instruction. The numbers are right.
// Few loads, and values that are needed later, keep their order.

// RUN: split-file %s %t
// RUN: tilec %t/max.mlir -o - | FileCheck %s --check-prefix=MAX
// RUN: tile-run %t/max.mlir --input=x:32768xf16=iota --output=y:32xf16 --input=i32=1000 --check='y ~= 31968 + i ulp=1'
// RUN: tilec %t/few.mlir -o - | FileCheck %s --check-prefix=FEW
// RUN: tilec %t/later.mlir -o - | FileCheck %s --check-prefix=FEW

// MAX-COUNT-6: ld.global.v4
// MAX:         max.f16x2 %[[A:r[0-9]+]], %
// MAX-COUNT-3: max.f16x2
// MAX:         ld.global.v4
// MAX-NEXT:    // end
// MAX-NEXT:    max.f16x2 %[[B:r[0-9]+]], %[[A]], %
// MAX-COUNT-3: max.f16x2
// MAX:         ld.global.v4
// MAX-NEXT:    // end
// MAX-NEXT:    max.f16x2 %{{.*}}, %[[B]], %
// MAX:         ld.global.v4
// MAX-NOT:     max.f16 %
// MAX:         shfl.sync

// FEW:        ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW-NEXT:   ld.global.v4
// FEW:        max.f

//--- max.mlir
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

//--- few.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @max(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %v = tile.load %xp : tensor<4096x!tile.ptr<f32>>
  %m = "tile.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<4096xf32>) -> f32
  tile.store %y, %m : !tile.ptr<f32>
  tile.return
}
}

//--- later.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @max(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 16384 : i32, start = 0 : i32} : tensor<16384xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %v = tile.load %xp : tensor<16384x!tile.ptr<f32>>
  %m = "tile.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<16384xf32>) -> f32
  %ms = tile.splat %m : f32 -> tensor<16384xf32>
  %z = arith.subf %v, %ms : tensor<16384xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  tile.store %yp, %z : tensor<16384x!tile.ptr<f32>>
  tile.return
}
}
