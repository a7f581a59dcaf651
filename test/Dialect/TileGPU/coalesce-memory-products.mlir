// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory | FileCheck %s

// No stride is known: threads are along what the product sums over, in both
// operands.
// CHECK: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #[[$K:.+]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-LABEL: @operands_of_unknown_strides(
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @operands_of_unknown_strides(%a: !tile.ptr<f16>, %b: !tile.ptr<f16>, %d: !tile.ptr<f32>, %row: i32, %column: i32) {
  %m = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %k = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %m2 = tile.expand_dims %m {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %n2 = tile.expand_dims %m {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %dm = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %dm3 = tile.expand_dims %dm {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %dn3 = tile.expand_dims %dm {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ka2 = tile.expand_dims %k {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %kb2 = tile.expand_dims %k {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %rows = tile.splat %row : i32 -> tensor<64x1xi32>
  %row_columns = tile.splat %row : i32 -> tensor<1x64xi32>
  %columns_a = tile.splat %column : i32 -> tensor<1x32xi32>
  %columns_b = tile.splat %column : i32 -> tensor<32x1xi32>
  %columns_d = tile.splat %column : i32 -> tensor<1x64xi32>
  %am = arith.muli %m2, %rows : tensor<64x1xi32>
  %ak = arith.muli %ka2, %columns_a : tensor<1x32xi32>
  %bn = arith.muli %n2, %row_columns : tensor<1x64xi32>
  %bk = arith.muli %kb2, %columns_b : tensor<32x1xi32>
  %rows_d = tile.splat %row : i32 -> tensor<64x1xi32>
  %dm1 = arith.muli %dm3, %rows_d : tensor<64x1xi32>
  %dn = arith.muli %dn3, %columns_d : tensor<1x64xi32>
  %am2 = tile.broadcast %am : tensor<64x1xi32> -> tensor<64x32xi32>
  %ak2 = tile.broadcast %ak : tensor<1x32xi32> -> tensor<64x32xi32>
  %bn2 = tile.broadcast %bn : tensor<1x64xi32> -> tensor<32x64xi32>
  %bk2 = tile.broadcast %bk : tensor<32x1xi32> -> tensor<32x64xi32>
  %dm2 = tile.broadcast %dm1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %dn2 = tile.broadcast %dn : tensor<1x64xi32> -> tensor<64x64xi32>
  %ao = arith.addi %am2, %ak2 : tensor<64x32xi32>
  %bo = arith.addi %bn2, %bk2 : tensor<32x64xi32>
  %do = arith.addi %dm2, %dn2 : tensor<64x64xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<32x64x!tile.ptr<f16>>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %ap = tile.addptr %as, %ao : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
  %bp = tile.addptr %bs, %bo : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
  %dp = tile.addptr %ds, %do : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  // CHECK: tile.load {{.*}} : tensor<64x32x!tile.ptr<f16>, #[[$ROWS]]>
  // CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<f16>, #[[$K]]>
  %x = tile.load %ap : tensor<64x32x!tile.ptr<f16>>
  %y = tile.load %bp : tensor<32x64x!tile.ptr<f16>>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %z = tile.dot %x, %y, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  tile.store %dp, %z : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}
