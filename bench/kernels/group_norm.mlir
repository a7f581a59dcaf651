// Group normalisation of images of `channels` x `size` numbers: the channels
// are in groups of equal size that follow one another, of at most 2^30 numbers each, and
//
//   y = (x - mean) * rstd * w[channel] + b[channel], rstd = 1 / sqrt(variance + eps)
//
// with mean and variance of the group in that image, which are written, too. A group of
// an image per program; the grid is (groups, images).
//
// One loop sums x, less the first number of the group, and its square (Chan, Golub and
// LeVeque, "Algorithms for computing the sample variance", 1983); the other reads x
// again, from the cache mostly, and writes.
//
// Idea: Wu and He, "Group Normalization" (2018).

tile.func public @group_norm(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %mean_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %rstd_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %channels: i32,
    %size: i32,
    %eps: f32) {
  %group = tile.get_program_id x : i32
  %image = tile.get_program_id y : i32
  %groups = tile.get_num_programs x : i32
  %channels_here = arith.divui %channels, %groups : i32
  %n = arith.muli %channels_here, %size : i32
  %groups_before = arith.muli %image, %groups : i32
  %index = arith.addi %groups_before, %group : i32
  %index_64 = arith.extui %index : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %index_64, %n_64 : i64
  %x_first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %y_first = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %x0 = tile.load %x_first : !tile.ptr<f32>
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %zero = arith.constant 0 : i32
  %block = arith.constant 1024 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  %sum_all, %squares_all = scf.for %first = %zero to %n step %block iter_args(%sum = %zeros, %squares = %zeros) -> (tensor<1024xf32>, tensor<1024xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<1024xi32>
    %col = arith.addi %range, %first_t : tensor<1024xi32>
    %n_t = tile.splat %n : i32 -> tensor<1024xi32>
    %inside = arith.cmpi slt, %col, %n_t : tensor<1024xi32>
    %x_first_t = tile.splat %x_first : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %ptrs = tile.addptr %x_first_t, %col : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    %x = tile.load %ptrs, %inside : tensor<1024x!tile.ptr<f32>>
    %x0_t = tile.splat %x0 : f32 -> tensor<1024xf32>
    %shifted = arith.subf %x, %x0_t : tensor<1024xf32>
    %d = arith.select %inside, %shifted, %zeros : tensor<1024xi1>, tensor<1024xf32>
    %sum_next = arith.addf %sum, %d : tensor<1024xf32>
    %square = arith.mulf %d, %d : tensor<1024xf32>
    %squares_next = arith.addf %squares, %square : tensor<1024xf32>
    scf.yield %sum_next, %squares_next : tensor<1024xf32>, tensor<1024xf32>
  }
  %total, %total_squares = "tile.reduce"(%sum_all, %squares_all) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %a_2: f32, %b: f32, %b_2: f32):
    %sum_2 = arith.addf %a, %b : f32
    %sum_3 = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum_2, %sum_3 : f32, f32
  }) : (tensor<1024xf32>, tensor<1024xf32>) -> (f32, f32)
  %one_2 = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one_2, %n_f32 : f32
  %shifted_mean = arith.mulf %total, %one_nth : f32
  %mean = arith.addf %x0, %shifted_mean : f32
  %mean_square = arith.mulf %total_squares, %one_nth : f32
  %mean_squared = arith.mulf %shifted_mean, %shifted_mean : f32
  %spread = arith.subf %mean_square, %mean_squared : f32
  %zero_2 = arith.constant 0.0 : f32
  %variance = arith.maximumf %spread, %zero_2 : f32
  %variance_eps = arith.addf %variance, %eps : f32
  %rstd = math.rsqrt %variance_eps : f32
  %mean_at = tile.addptr %mean_ptr, %index : !tile.ptr<f32>, i32
  tile.store %mean_at, %mean : !tile.ptr<f32>
  %rstd_at = tile.addptr %rstd_ptr, %index : !tile.ptr<f32>, i32
  tile.store %rstd_at, %rstd : !tile.ptr<f32>
  %first_channel = arith.muli %group, %channels_here : i32
  scf.for %here = %zero to %channels_here step %one : i32 {
    %channel = arith.addi %first_channel, %here : i32
    %w_at = tile.addptr %w_ptr, %channel : !tile.ptr<f32>, i32
    %w = tile.load %w_at : !tile.ptr<f32>
    %b_at = tile.addptr %b_ptr, %channel : !tile.ptr<f32>, i32
    %b_3 = tile.load %b_at : !tile.ptr<f32>
    %factor = arith.mulf %w, %rstd : f32
    %before = arith.muli %here, %size : i32
    %x_channel = tile.addptr %x_first, %before : !tile.ptr<f32>, i32
    %y_channel = tile.addptr %y_first, %before : !tile.ptr<f32>, i32
    scf.for %first_2 = %zero to %size step %block : i32 {
      %first_2_t = tile.splat %first_2 : i32 -> tensor<1024xi32>
      %place = arith.addi %range, %first_2_t : tensor<1024xi32>
      %size_t = tile.splat %size : i32 -> tensor<1024xi32>
      %here_2 = arith.cmpi slt, %place, %size_t : tensor<1024xi32>
      %x_channel_t = tile.splat %x_channel : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
      %x_ptrs = tile.addptr %x_channel_t, %place : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
      %x_2 = tile.load %x_ptrs, %here_2 : tensor<1024x!tile.ptr<f32>>
      %x0_t_2 = tile.splat %x0 : f32 -> tensor<1024xf32>
      %shifted_2 = arith.subf %x_2, %x0_t_2 : tensor<1024xf32>
      %shifted_mean_t = tile.splat %shifted_mean : f32 -> tensor<1024xf32>
      %centred = arith.subf %shifted_2, %shifted_mean_t : tensor<1024xf32>
      %factor_t = tile.splat %factor : f32 -> tensor<1024xf32>
      %scaled = arith.mulf %centred, %factor_t : tensor<1024xf32>
      %b_3_t = tile.splat %b_3 : f32 -> tensor<1024xf32>
      %y = arith.addf %scaled, %b_3_t : tensor<1024xf32>
      %y_channel_t = tile.splat %y_channel : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
      %y_ptrs = tile.addptr %y_channel_t, %place : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
      tile.store %y_ptrs, %y, %here_2 : tensor<1024x!tile.ptr<f32>>
    }
  }
  tile.return
}
