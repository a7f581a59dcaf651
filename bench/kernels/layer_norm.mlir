// Layer normalisation of rows of at most 4096: y = (x - mean) * rstd * w + b, with
// rstd = 1 / sqrt(variance + eps). Writes mean and rstd of each row, too. A row per
// program; the grid is the number of rows. n is at least 1.
//
// One reduction gives sum and sum of squares of x less the first number of the row. That
// is as exact as two passes unless that number is far off the others (Chan, Golub and
// LeVeque, "Algorithms for computing the sample variance", 1983).
//
// Of f16, w and b are loaded when the row is reduced, so that they take no registers before.
//
// Idea: the layer normalisation of the Triton tutorials.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @layer_norm_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %mean_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %rstd_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32,
    %eps: f32) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x0 = tile.load %x_row : !tile.ptr<f32>
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %x = tile.load %x_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %w = tile.load %w_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %b_ptr_t = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %b_ptrs = tile.addptr %b_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %b = tile.load %b_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %x0_t = tile.splat %x0 : f32 -> tensor<4096xf32>
  %shifted = arith.subf %x, %x0_t : tensor<4096xf32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %d = arith.select %mask, %shifted, %zeros : tensor<4096xi1>, tensor<4096xf32>
  %square = arith.mulf %d, %d : tensor<4096xf32>
  %sum, %squares = "tile.reduce"(%d, %square) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %a_2: f32, %b_2: f32, %b_3: f32):
    %sum_2 = arith.addf %a, %b_2 : f32
    %sum_3 = arith.addf %a_2, %b_3 : f32
    tile.reduce.return %sum_2, %sum_3 : f32, f32
  }) : (tensor<4096xf32>, tensor<4096xf32>) -> (f32, f32)
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %shifted_mean = arith.mulf %sum, %one_nth : f32
  %mean = arith.addf %x0, %shifted_mean : f32
  %mean_square = arith.mulf %squares, %one_nth : f32
  %mean_squared = arith.mulf %shifted_mean, %shifted_mean : f32
  %spread = arith.subf %mean_square, %mean_squared : f32
  %zero = arith.constant 0.0 : f32
  %variance = arith.maximumf %spread, %zero : f32
  %variance_eps = arith.addf %variance, %eps : f32
  %rstd = math.rsqrt %variance_eps : f32
  %shifted_mean_t = tile.splat %shifted_mean : f32 -> tensor<4096xf32>
  %centred = arith.subf %d, %shifted_mean_t : tensor<4096xf32>
  %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
  %normal = arith.mulf %centred, %rstd_t : tensor<4096xf32>
  %scaled = arith.mulf %normal, %w : tensor<4096xf32>
  %y = arith.addf %scaled, %b : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %y, %mask : tensor<4096x!tile.ptr<f32>>
  %mean_at = tile.addptr %mean_ptr, %row : !tile.ptr<f32>, i32
  tile.store %mean_at, %mean : !tile.ptr<f32>
  %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
  tile.store %rstd_at, %rstd : !tile.ptr<f32>
  tile.return
}

tile.func public @layer_norm_f16(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %mean_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %rstd_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32,
    %eps: f32) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %x0 = tile.load %x_row : !tile.ptr<f16>
  %x0_f32 = arith.extf %x0 : f16 to f32
  %x_row_t = tile.splat %x_row : !tile.ptr<f16> -> tensor<4096x!tile.ptr<f16>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f16>>, tensor<4096xi32>
  %x = tile.load %x_ptrs, %mask : tensor<4096x!tile.ptr<f16>>
  %x_f32 = arith.extf %x : tensor<4096xf16> to tensor<4096xf32>
  %x0_f32_t = tile.splat %x0_f32 : f32 -> tensor<4096xf32>
  %shifted = arith.subf %x_f32, %x0_f32_t : tensor<4096xf32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %d = arith.select %mask, %shifted, %zeros : tensor<4096xi1>, tensor<4096xf32>
  %square = arith.mulf %d, %d : tensor<4096xf32>
  %sum, %squares = "tile.reduce"(%d, %square) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %a_2: f32, %b_2: f32, %b_3: f32):
    %sum_2 = arith.addf %a, %b_2 : f32
    %sum_3 = arith.addf %a_2, %b_3 : f32
    tile.reduce.return %sum_2, %sum_3 : f32, f32
  }) : (tensor<4096xf32>, tensor<4096xf32>) -> (f32, f32)
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %shifted_mean = arith.mulf %sum, %one_nth : f32
  %mean = arith.addf %x0_f32, %shifted_mean : f32
  %mean_square = arith.mulf %squares, %one_nth : f32
  %mean_squared = arith.mulf %shifted_mean, %shifted_mean : f32
  %spread = arith.subf %mean_square, %mean_squared : f32
  %zero = arith.constant 0.0 : f32
  %variance = arith.maximumf %spread, %zero : f32
  %variance_eps = arith.addf %variance, %eps : f32
  %rstd = math.rsqrt %variance_eps : f32
  %shifted_mean_t = tile.splat %shifted_mean : f32 -> tensor<4096xf32>
  %centred = arith.subf %d, %shifted_mean_t : tensor<4096xf32>
  %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
  %normal = arith.mulf %centred, %rstd_t : tensor<4096xf32>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %w = tile.load %w_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %b_ptr_t = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %b_ptrs = tile.addptr %b_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %b = tile.load %b_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %scaled = arith.mulf %normal, %w : tensor<4096xf32>
  %y = arith.addf %scaled, %b : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f16>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f16> -> tensor<4096x!tile.ptr<f16>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f16>>, tensor<4096xi32>
  %y_f16 = arith.truncf %y : tensor<4096xf32> to tensor<4096xf16>
  tile.store %y_ptrs, %y_f16, %mask : tensor<4096x!tile.ptr<f16>>
  %mean_at = tile.addptr %mean_ptr, %row : !tile.ptr<f32>, i32
  tile.store %mean_at, %mean : !tile.ptr<f32>
  %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
  tile.store %rstd_at, %rstd : !tile.ptr<f32>
  tile.return
}

}
