// RUN: tile-opt %s --tile-set-target='target=sm_90a num-warps=8' --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Column sums want all rows in one thread. Weights of the rows, of which there are few,
// follow from a maximum and a sum of all: each thread would compute all of them. Instead
// a thread computes one, and all get them from it.
// CHECK: #[[ROW:.*]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
// CHECK: #[[TILE:.*]] = #tile.blocked<{sizePerThread = [16, 1],
// CHECK-LABEL: @weighted_rows
// CHECK: tile.load {{.*}} : tensor<16x!tile.ptr<f32>, #[[ROW]]>
// CHECK: math.exp2 {{.*}} : tensor<16xf32, #[[ROW]]>
// CHECK: tilegpu.convert_layout {{.*}} : tensor<16xf32, #[[ROW]]> -> tensor<16xf32, #tile.slice<{dim = 1, parent = #[[TILE]]}>>
tile.func public @weighted_rows(%w: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %s: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %v: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %none = arith.constant dense<0xFF800000> : tensor<16xf32>
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %c64 = arith.constant dense<64> : tensor<16x1xi32>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<16xi32>
  %in = arith.cmpi slt, %r, %ns : tensor<16xi32>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %wp = tile.addptr %ws, %r : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  %x = tile.load %wp, %in, %none : tensor<16x!tile.ptr<f32>>
  %most = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<16xf32>) -> f32
  %mosts = tile.splat %most : f32 -> tensor<16xf32>
  %d = arith.subf %x, %mosts : tensor<16xf32>
  %e = math.exp2 %d : tensor<16xf32>
  %ss = tile.splat %s : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %sp = tile.addptr %ss, %r : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  %y = tile.load %sp, %in, %zeros : tensor<16x!tile.ptr<f32>>
  %is = arith.cmpf ogt, %y, %zeros : tensor<16xf32>
  %both = arith.andi %in, %is : tensor<16xi1>
  %e2 = arith.mulf %e, %y : tensor<16xf32>
  %f = arith.select %both, %e2, %zeros : tensor<16xi1>, tensor<16xf32>
  %total = "tile.reduce"(%f) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<16xf32>) -> f32
  %r2 = tile.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %r3 = arith.muli %r2, %c64 : tensor<16x1xi32>
  %r4 = tile.broadcast %r3 : tensor<16x1xi32> -> tensor<16x64xi32>
  %c2 = tile.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c3 = tile.broadcast %c2 : tensor<1x64xi32> -> tensor<16x64xi32>
  %at = arith.addi %r4, %c3 : tensor<16x64xi32>
  %vs = tile.splat %v : !tile.ptr<f32> -> tensor<16x64x!tile.ptr<f32>>
  %vp = tile.addptr %vs, %at : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  %in2 = tile.expand_dims %in {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %in3 = tile.broadcast %in2 : tensor<16x1xi1> -> tensor<16x64xi1>
  %rows = tile.load %vp, %in3, %zero : tensor<16x64x!tile.ptr<f32>>
  %f2 = tile.expand_dims %f {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %f3 = tile.broadcast %f2 : tensor<16x1xf32> -> tensor<16x64xf32>
  %p = arith.mulf %rows, %f3 : tensor<16x64xf32>
  %sums = "tile.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tile.reduce.return %m : f32
  }) : (tensor<16x64xf32>) -> tensor<64xf32>
  %totals = tile.splat %total : f32 -> tensor<64xf32>
  %q = arith.divf %sums, %totals : tensor<64xf32>
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %op = tile.addptr %os, %c : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.store %op, %q : tensor<64x!tile.ptr<f32>>
  tile.return
}
