// Root mean square normalisation of rows of at most 4096: y = x * rstd * w, with
// rstd = 1 / sqrt(mean(x * x) + eps), which is written, too. A row per program; the grid
// is the number of rows. n is at least 1.
//
// Idea: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019).

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @rms_norm_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
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
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %w = tile.load %w_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %square = arith.mulf %x, %x : tensor<4096xf32>
  %squares = "tile.reduce"(%square) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %mean_square = arith.mulf %squares, %one_nth : f32
  %mean_eps = arith.addf %mean_square, %eps : f32
  %rstd = math.rsqrt %mean_eps : f32
  %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
  %normal = arith.mulf %x, %rstd_t : tensor<4096xf32>
  %y = arith.mulf %normal, %w : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %y, %mask : tensor<4096x!tile.ptr<f32>>
  %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
  tile.store %rstd_at, %rstd : !tile.ptr<f32>
  tile.return
}

tile.func public @rms_norm_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
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
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xbf16>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<bf16>>
  %x_f32 = arith.extf %x : tensor<4096xbf16> to tensor<4096xf32>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %w = tile.load %w_ptrs, %mask : tensor<4096x!tile.ptr<f32>>
  %square = arith.mulf %x_f32, %x_f32 : tensor<4096xf32>
  %squares = "tile.reduce"(%square) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %mean_square = arith.mulf %squares, %one_nth : f32
  %mean_eps = arith.addf %mean_square, %eps : f32
  %rstd = math.rsqrt %mean_eps : f32
  %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
  %normal = arith.mulf %x_f32, %rstd_t : tensor<4096xf32>
  %y = arith.mulf %normal, %w : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<bf16>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
  %y_bf16 = arith.truncf %y : tensor<4096xf32> to tensor<4096xbf16>
  tile.store %y_ptrs, %y_bf16, %mask : tensor<4096x!tile.ptr<bf16>>
  %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
  tile.store %rstd_at, %rstd : !tile.ptr<f32>
  tile.return
}

}
