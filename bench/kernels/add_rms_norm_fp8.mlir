// A residual added, the sum normalised, and the result quantised to fp8, of rows of at
// most 4096 bf16 numbers:
//
//   sum    = bf16(x + residual)
//   y      = sum * rstd * w, with rstd = 1 / sqrt(mean(sum * sum) + eps)
//   scale  = max |y| / 448, an f32 for each row
//   codes  = e4m3(y / scale), to nearest even
//
// A row per program; the grid is the number of rows. n is at least 1. max |y| is
// rstd * max |sum * w|, so that one reduction gives both it and the sum of squares, and
// codes need no rstd. A row of zeros has scale 0 and codes 0.
//
// Idea: the fused layer of inference engines, "add, RMS norm and quantise".

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @add_rms_norm_fp8(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %residual_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %sum_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32,
    %eps: f32) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xbf16>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<bf16>>
  %x_f32 = arith.extf %x : tensor<4096xbf16> to tensor<4096xf32>
  %residual_row = tile.addptr %residual_ptr, %start : !tile.ptr<bf16>, i64
  %residual_row_t = tile.splat %residual_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %residual_ptrs = tile.addptr %residual_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  %residual = tile.load %residual_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<bf16>>
  %residual_f32 = arith.extf %residual : tensor<4096xbf16> to tensor<4096xf32>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  %w = tile.load %w_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<bf16>>
  %w_f32 = arith.extf %w : tensor<4096xbf16> to tensor<4096xf32>
  %sum = arith.addf %x_f32, %residual_f32 : tensor<4096xf32>
  %sum_bf16 = arith.truncf %sum : tensor<4096xf32> to tensor<4096xbf16>
  %sum_row = tile.addptr %sum_ptr, %start : !tile.ptr<bf16>, i64
  %sum_row_t = tile.splat %sum_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %sum_ptrs = tile.addptr %sum_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  tile.store %sum_ptrs, %sum_bf16, %mask : tensor<4096x!tile.ptr<bf16>>
  %sum_bf16_f32 = arith.extf %sum_bf16 : tensor<4096xbf16> to tensor<4096xf32>
  %weighted = arith.mulf %sum_bf16_f32, %w_f32 : tensor<4096xf32>
  %square = arith.mulf %sum_bf16_f32, %sum_bf16_f32 : tensor<4096xf32>
  %magnitude = math.absf %weighted : tensor<4096xf32>
  %squares, %largest = "tile.reduce"(%square, %magnitude) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %a_2: f32, %b: f32, %b_2: f32):
    %sum_2 = arith.addf %a, %b : f32
    %max = arith.maximumf %a_2, %b_2 : f32
    tile.reduce.return %sum_2, %max : f32, f32
  }) : (tensor<4096xf32>, tensor<4096xf32>) -> (f32, f32)
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %mean_square = arith.mulf %squares, %one_nth : f32
  %mean_eps = arith.addf %mean_square, %eps : f32
  %rstd = math.rsqrt %mean_eps : f32
  %amax = arith.mulf %largest, %rstd : f32
  %largest_code = arith.constant 448.0 : f32
  %scale = arith.divf %amax, %largest_code : f32
  %quotient = arith.divf %largest_code, %largest : f32
  %largest_f32 = arith.constant 0x7F7FFFFF : f32
  %factor = arith.minimumf %quotient, %largest_f32 : f32
  %factor_t = tile.splat %factor : f32 -> tensor<4096xf32>
  %y = arith.mulf %weighted, %factor_t : tensor<4096xf32>
  %codes_row = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_row_t = tile.splat %codes_row : !tile.ptr<f8E4M3FN> -> tensor<4096x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_row_t, %cols : tensor<4096x!tile.ptr<f8E4M3FN>>, tensor<4096xi32>
  %codes = tile.fp_to_fp %y, rounding = rtne : tensor<4096xf32> -> tensor<4096xf8E4M3FN>
  tile.store %codes_ptrs, %codes, %mask : tensor<4096x!tile.ptr<f8E4M3FN>>
  %scale_at = tile.addptr %scales_ptr, %row : !tile.ptr<f32>, i32
  tile.store %scale_at, %scale : !tile.ptr<f32>
  tile.return
}

}
