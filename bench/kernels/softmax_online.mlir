// Softmax of rows of any length to 2^30: y = exp(x - max x) / sum exp(x - max x). A row per
// program; the grid is the number of rows.
//
// The first loop takes tiles of 4 x 512 numbers and keeps, for each of 512 columns, the
// largest number so far and the sum of exp(x - it): a thread has whole columns, so that
// threads meet once per row, in one reduction of pairs. The second loop reads the row
// again, from the cache mostly, and writes.
//
// A row with NaN, with +inf, or of -inf alone is NaN.
//
// Idea: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018).

tile.func public @softmax_online(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %zero = arith.constant 0 : i32
  %block = arith.constant 2048 : i32
  %rows = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %c512s = arith.constant dense<512> : tensor<4xi32>
  %row_begins = arith.muli %rows, %c512s : tensor<4xi32>
  %cols = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %row_begins_2 = tile.broadcast %row_begins_1 : tensor<4x1xi32> -> tensor<4x512xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x512xi32> -> tensor<4x512xi32>
  %places = arith.addi %row_begins_2, %cols_2 : tensor<4x512xi32>
  %lowests = arith.constant dense<0xFF7FFFFF> : tensor<512xf32>
  %zeros = arith.constant dense<0.0> : tensor<512xf32>
  %max_all, %sum_all = scf.for %first = %zero to %n step %block iter_args(%max = %lowests, %sum = %zeros) -> (tensor<512xf32>, tensor<512xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<4x512xi32>
    %at = arith.addi %places, %first_t : tensor<4x512xi32>
    %n_t = tile.splat %n : i32 -> tensor<4x512xi32>
    %inside = arith.cmpi slt, %at, %n_t : tensor<4x512xi32>
    %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4x512x!tile.ptr<f32>>
    %ptrs = tile.addptr %x_row_t, %at : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    %minus_infs = arith.constant dense<0xFF800000> : tensor<4x512xf32>
    %x = tile.load %ptrs, %inside, %minus_infs : tensor<4x512x!tile.ptr<f32>>
    %largest = "tile.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %max_2 = arith.maxnumf %a, %b : f32
      tile.reduce.return %max_2 : f32
    }) : (tensor<4x512xf32>) -> tensor<512xf32>
    %larger = arith.maxnumf %max, %largest : tensor<512xf32>
    %larger_1 = tile.expand_dims %larger {axis = 0 : i32} : tensor<512xf32> -> tensor<1x512xf32>
    %larger_2 = tile.broadcast %larger_1 : tensor<1x512xf32> -> tensor<4x512xf32>
    %d = arith.subf %x, %larger_2 : tensor<4x512xf32>
    %e = math.exp %d fastmath<afn> : tensor<4x512xf32>
    %shrink = arith.subf %max, %larger : tensor<512xf32>
    %factor = math.exp %shrink fastmath<afn> : tensor<512xf32>
    %old = arith.mulf %sum, %factor : tensor<512xf32>
    %new = "tile.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%a_2: f32, %b_2: f32):
      %sum_2 = arith.addf %a_2, %b_2 : f32
      tile.reduce.return %sum_2 : f32
    }) : (tensor<4x512xf32>) -> tensor<512xf32>
    %grown = arith.addf %old, %new : tensor<512xf32>
    scf.yield %larger, %grown : tensor<512xf32>, tensor<512xf32>
  }
  %m, %s = "tile.reduce"(%max_all, %sum_all) <{axis = 0 : i32, commutative}> ({
  ^bb0(%a_3: f32, %a_4: f32, %b_3: f32, %b_4: f32):
    %m_2 = arith.maxnumf %a_3, %b_3 : f32
    %d_2 = arith.subf %a_3, %m_2 : f32
    %factor_2 = math.exp %d_2 fastmath<afn> : f32
    %part = arith.mulf %a_4, %factor_2 : f32
    %d_3 = arith.subf %b_3, %m_2 : f32
    %factor_3 = math.exp %d_3 fastmath<afn> : f32
    %part_2 = arith.mulf %b_4, %factor_3 : f32
    %s_2 = arith.addf %part, %part_2 : f32
    tile.reduce.return %m_2, %s_2 : f32, f32
  }) : (tensor<512xf32>, tensor<512xf32>) -> (f32, f32)
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %s : f32
  scf.for %first_2 = %zero to %n step %block : i32 {
    %first_2_t = tile.splat %first_2 : i32 -> tensor<4x512xi32>
    %at_2 = arith.addi %places, %first_2_t : tensor<4x512xi32>
    %n_t_2 = tile.splat %n : i32 -> tensor<4x512xi32>
    %inside_2 = arith.cmpi slt, %at_2, %n_t_2 : tensor<4x512xi32>
    %x_row_t_2 = tile.splat %x_row : !tile.ptr<f32> -> tensor<4x512x!tile.ptr<f32>>
    %x_ptrs = tile.addptr %x_row_t_2, %at_2 : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    %x_2 = tile.load %x_ptrs, %inside_2 : tensor<4x512x!tile.ptr<f32>>
    %m_t = tile.splat %m : f32 -> tensor<4x512xf32>
    %d_4 = arith.subf %x_2, %m_t : tensor<4x512xf32>
    %e_2 = math.exp %d_4 fastmath<afn> : tensor<4x512xf32>
    %inverse_t = tile.splat %inverse : f32 -> tensor<4x512xf32>
    %y = arith.mulf %e_2, %inverse_t : tensor<4x512xf32>
    %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4x512x!tile.ptr<f32>>
    %y_ptrs = tile.addptr %y_row_t, %at_2 : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    tile.store %y_ptrs, %y, %inside_2 : tensor<4x512x!tile.ptr<f32>>
  }
  tile.return
}
