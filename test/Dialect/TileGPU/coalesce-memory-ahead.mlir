// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s
// RUN: sed 's/num_stages = 2/num_stages = 1/' %s | tile-opt --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --check-prefix=ALONE

// Loads that become an operand after some arithmetic are read ahead by copies to shared
// memory. They are as wide as the addresses allow, for the tile comes from there in any
// layout: of `k`, 8 neighbours along dimension 0; of `g`, 4. Their addresses and masks are
// made for these layouts, although it takes more than 16 operations.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-DAG: #[[EIGHT:.*]] = #tile.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [0, 1]}>
// CHECK-LABEL: @gated(
// CHECK: scf.for
// CHECK-NOT: convert_layout {{.*}}!tile.ptr
// CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<bf16>, #[[EIGHT]]>
// CHECK-NOT: convert_layout {{.*}}!tile.ptr
// CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<f32>, #[[FOUR]]>
// CHECK: math.exp2 {{.*}} : tensor<32x64xf32, #mma>

// A loop that reads nothing ahead loads `g` where the product's layout has the numbers: a
// conversion would cost more.
// ALONE-LABEL: @gated(
// ALONE: tile.load {{.*}} : tensor<32x64x!tile.ptr<f32>, #mma>
tile.func public @gated(%k: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %g: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %h: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %count: i32, %rows: i32, %row0: i64 {tile.divisibility = 32 : i32}) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<32x32xf32>
  %k_none = arith.constant dense<0.0> : tensor<32x64xbf16>
  %g_none = arith.constant dense<0.0> : tensor<32x64xf32>
  %pitch = arith.constant dense<2048> : tensor<1x64xi64>
  %ones = arith.constant dense<1.0> : tensor<64x32xbf16>
  %rows64 = arith.extsi %rows : i32 to i64
  %sum = scf.for %i = %zero to %count step %step iter_args(%so_far = %none) -> (tensor<32x32xf32>) : i32 {
    %range = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %range64 = arith.extsi %range : tensor<32xi32> to tensor<32xi64>
    %first = tile.splat %row0 : i64 -> tensor<32xi64>
    %row = arith.addi %first, %range64 : tensor<32xi64>
    %row1 = tile.expand_dims %row {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
    %limit = tile.splat %rows64 : i64 -> tensor<32x1xi64>
    %row_inside = arith.cmpi slt, %row1, %limit : tensor<32x1xi64>
    %at = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %at64 = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
    %i64 = arith.extsi %i : i32 to i64
    %i_t = tile.splat %i64 : i64 -> tensor<64xi64>
    %time = arith.addi %i_t, %at64 : tensor<64xi64>
    %end = tile.splat %rows64 : i64 -> tensor<64xi64>
    %time_inside = arith.cmpi slt, %time, %end : tensor<64xi64>
    %time1 = tile.expand_dims %time {axis = 0 : i32} : tensor<64xi64> -> tensor<1x64xi64>
    %time_far = arith.muli %time1, %pitch : tensor<1x64xi64>
    %time_inside1 = tile.expand_dims %time_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %inside0 = tile.broadcast %row_inside : tensor<32x1xi1> -> tensor<32x64xi1>
    %inside1 = tile.broadcast %time_inside1 : tensor<1x64xi1> -> tensor<32x64xi1>
    %inside = arith.andi %inside0, %inside1 : tensor<32x64xi1>
    %far = tile.broadcast %time_far : tensor<1x64xi64> -> tensor<32x64xi64>
    %k_base = tile.splat %k : !tile.ptr<bf16> -> tensor<32x1x!tile.ptr<bf16>>
    %k_rows = tile.addptr %k_base, %row1 : tensor<32x1x!tile.ptr<bf16>>, tensor<32x1xi64>
    %k_all = tile.broadcast %k_rows : tensor<32x1x!tile.ptr<bf16>> -> tensor<32x64x!tile.ptr<bf16>>
    %k_at = tile.addptr %k_all, %far : tensor<32x64x!tile.ptr<bf16>>, tensor<32x64xi64>
    %k_tile = tile.load %k_at, %inside, %k_none : tensor<32x64x!tile.ptr<bf16>>
    %g_base = tile.splat %g : !tile.ptr<f32> -> tensor<32x1x!tile.ptr<f32>>
    %g_rows = tile.addptr %g_base, %row1 : tensor<32x1x!tile.ptr<f32>>, tensor<32x1xi64>
    %g_all = tile.broadcast %g_rows : tensor<32x1x!tile.ptr<f32>> -> tensor<32x64x!tile.ptr<f32>>
    %g_at = tile.addptr %g_all, %far : tensor<32x64x!tile.ptr<f32>>, tensor<32x64xi64>
    %g_tile = tile.load %g_at, %inside, %g_none : tensor<32x64x!tile.ptr<f32>>
    %last_base = tile.splat %g : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
    %last_at = tile.addptr %last_base, %row : tensor<32x!tile.ptr<f32>>, tensor<32xi64>
    %last = tile.load %last_at : tensor<32x!tile.ptr<f32>>
    %last1 = tile.expand_dims %last {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
    %last_all = tile.broadcast %last1 : tensor<32x1xf32> -> tensor<32x64xf32>
    %decay = tile.broadcast %last1 : tensor<32x1xf32> -> tensor<32x32xf32>
    %decayed = arith.mulf %so_far, %decay : tensor<32x32xf32>
    %difference = arith.subf %last_all, %g_tile : tensor<32x64xf32>
    %gate = math.exp2 %difference : tensor<32x64xf32>
    %k_wide = arith.extf %k_tile : tensor<32x64xbf16> to tensor<32x64xf32>
    %gated = arith.mulf %k_wide, %gate : tensor<32x64xf32>
    %left = arith.truncf %gated : tensor<32x64xf32> to tensor<32x64xbf16>
    %more = tile.dot %left, %ones, %decayed : tensor<32x64xbf16> * tensor<64x32xbf16> -> tensor<32x32xf32>
    scf.yield %more : tensor<32x32xf32>
  } {tile.num_stages = 2 : i32}
  %out = tile.splat %h : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  tile.store %out, %sum : tensor<32x32x!tile.ptr<f32>>
  tile.return
}

}
