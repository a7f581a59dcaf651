// The gradient of cross_entropy: dx = (exp(x - lse) - (column == target)) * dloss, with
// lse as cross_entropy writes it. 2048 columns of a row per program; the grid is
// (rows, ceil(n / 2048)). Rows that were left out have gradient 0.
//
// Idea: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018).

tile.func public @cross_entropy_backward_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %target_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dloss_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dx_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %tile = tile.get_program_id y : i32
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %dx_row = tile.addptr %dx_ptr, %start : !tile.ptr<f32>, i64
  %target_at = tile.addptr %target_ptr, %row : !tile.ptr<i32>, i32
  %target = tile.load %target_at : !tile.ptr<i32>
  %lse_at = tile.addptr %lse_ptr, %row : !tile.ptr<f32>, i32
  %lse = tile.load %lse_at : !tile.ptr<f32>
  %dloss_at = tile.addptr %dloss_ptr, %row : !tile.ptr<f32>, i32
  %dloss = tile.load %dloss_at : !tile.ptr<f32>
  %counts = arith.cmpi ult, %target, %n : i32
  %c2048 = arith.constant 2048 : i32
  %first = arith.muli %tile, %c2048 : i32
  %range = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %first_t = tile.splat %first : i32 -> tensor<2048xi32>
  %cols = arith.addi %range, %first_t : tensor<2048xi32>
  %n_t = tile.splat %n : i32 -> tensor<2048xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<2048xi32>
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  %x = tile.load %x_ptrs, %mask : tensor<2048x!tile.ptr<f32>>
  %lse_t = tile.splat %lse : f32 -> tensor<2048xf32>
  %d = arith.subf %x, %lse_t : tensor<2048xf32>
  %p = math.exp %d fastmath<afn> : tensor<2048xf32>
  %target_t = tile.splat %target : i32 -> tensor<2048xi32>
  %hit = arith.cmpi eq, %cols, %target_t : tensor<2048xi32>
  %ones = arith.constant dense<1.0> : tensor<2048xf32>
  %p_less = arith.subf %p, %ones : tensor<2048xf32>
  %q = arith.select %hit, %p_less, %p : tensor<2048xi1>, tensor<2048xf32>
  %dloss_t = tile.splat %dloss : f32 -> tensor<2048xf32>
  %scaled = arith.mulf %q, %dloss_t : tensor<2048xf32>
  %counts_t = tile.splat %counts : i1 -> tensor<2048xi1>
  %zeros = arith.constant dense<0.0> : tensor<2048xf32>
  %dx = arith.select %counts_t, %scaled, %zeros : tensor<2048xi1>, tensor<2048xf32>
  %dx_row_t = tile.splat %dx_row : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %dx_ptrs = tile.addptr %dx_row_t, %cols : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  tile.store %dx_ptrs, %dx, %mask : tensor<2048x!tile.ptr<f32>>
  tile.return
}

tile.func public @cross_entropy_backward_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %target_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dloss_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dx_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %tile = tile.get_program_id y : i32
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %dx_row = tile.addptr %dx_ptr, %start : !tile.ptr<bf16>, i64
  %target_at = tile.addptr %target_ptr, %row : !tile.ptr<i32>, i32
  %target = tile.load %target_at : !tile.ptr<i32>
  %lse_at = tile.addptr %lse_ptr, %row : !tile.ptr<f32>, i32
  %lse = tile.load %lse_at : !tile.ptr<f32>
  %dloss_at = tile.addptr %dloss_ptr, %row : !tile.ptr<f32>, i32
  %dloss = tile.load %dloss_at : !tile.ptr<f32>
  %counts = arith.cmpi ult, %target, %n : i32
  %c2048 = arith.constant 2048 : i32
  %first = arith.muli %tile, %c2048 : i32
  %range = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %first_t = tile.splat %first : i32 -> tensor<2048xi32>
  %cols = arith.addi %range, %first_t : tensor<2048xi32>
  %n_t = tile.splat %n : i32 -> tensor<2048xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<2048xi32>
  %x_row_t = tile.splat %x_row : !tile.ptr<bf16> -> tensor<2048x!tile.ptr<bf16>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<2048x!tile.ptr<bf16>>, tensor<2048xi32>
  %x = tile.load %x_ptrs, %mask : tensor<2048x!tile.ptr<bf16>>
  %x_f32 = arith.extf %x : tensor<2048xbf16> to tensor<2048xf32>
  %lse_t = tile.splat %lse : f32 -> tensor<2048xf32>
  %d = arith.subf %x_f32, %lse_t : tensor<2048xf32>
  %p = math.exp %d fastmath<afn> : tensor<2048xf32>
  %target_t = tile.splat %target : i32 -> tensor<2048xi32>
  %hit = arith.cmpi eq, %cols, %target_t : tensor<2048xi32>
  %ones = arith.constant dense<1.0> : tensor<2048xf32>
  %p_less = arith.subf %p, %ones : tensor<2048xf32>
  %q = arith.select %hit, %p_less, %p : tensor<2048xi1>, tensor<2048xf32>
  %dloss_t = tile.splat %dloss : f32 -> tensor<2048xf32>
  %scaled = arith.mulf %q, %dloss_t : tensor<2048xf32>
  %counts_t = tile.splat %counts : i1 -> tensor<2048xi1>
  %zeros = arith.constant dense<0.0> : tensor<2048xf32>
  %dx = arith.select %counts_t, %scaled, %zeros : tensor<2048xi1>, tensor<2048xf32>
  %dx_row_t = tile.splat %dx_row : !tile.ptr<bf16> -> tensor<2048x!tile.ptr<bf16>>
  %dx_ptrs = tile.addptr %dx_row_t, %cols : tensor<2048x!tile.ptr<bf16>>, tensor<2048xi32>
  %dx_bf16 = arith.truncf %dx : tensor<2048xf32> to tensor<2048xbf16>
  tile.store %dx_ptrs, %dx_bf16, %mask : tensor<2048x!tile.ptr<bf16>>
  tile.return
}
