// Products of f16 with few elements and a large k: several programs share the sums of a
// tile of c. A program makes 64 x 64 elements of a part of k; the grid is
// (ceil(m / 64) * ceil(n / 64), number of parts).
//
// @matmul_split_k_atomic adds to c, of f32, which starts at 0 or at what the product is
// added to; the order of the additions is free. @matmul_split_k writes each part's sums
// to parts[part], a matrix of m x ldc numbers of f32, and @sum_splits adds them up: its
// result is the same bits each time.
//
//   a, b, c        pointers, aligned to 16 bytes
//   lda, ldb, ldc  elements from one row of a matrix in memory to the next
//
// Rows and columns behind the matrix are neither read nor written, and k may be
// anything. A tile's rows are less than 2^31 elements apart from its first.

// The tile that program `id` makes of m x n elements: eight rows of tiles are walked
// column by column, so that what programs at the same time read is in the L2 cache.
tile.func private @grouped_order(%id: i32, %m: i32, %n: i32) -> (i32, i32) {
  %last_row = arith.constant 63 : i32
  %height = arith.constant 64 : i32
  %last_column = arith.constant 63 : i32
  %width = arith.constant 64 : i32
  %group = arith.constant 8 : i32
  %m_up = arith.addi %m, %last_row : i32
  %rows = arith.divsi %m_up, %height : i32
  %n_up = arith.addi %n, %last_column : i32
  %columns = arith.divsi %n_up, %width : i32
  %in_group = arith.muli %columns, %group : i32
  %group_id = arith.divsi %id, %in_group : i32
  %first = arith.muli %group_id, %group : i32
  %left = arith.subi %rows, %first : i32
  %group_rows = arith.minsi %left, %group : i32
  %within = arith.remsi %id, %in_group : i32
  %row_within = arith.remsi %within, %group_rows : i32
  %row = arith.addi %first, %row_within : i32
  %column = arith.divsi %within, %group_rows : i32
  tile.return %row, %column : i32, i32
}

tile.func public @matmul_split_k_atomic(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
  %id = tile.get_program_id x : i32
  %tile_row, %tile_column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 64 : i32
  %row_0 = arith.muli %tile_row, %height : i32
  %column_0 = arith.muli %tile_column, %width : i32
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ks = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %m, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<64xi32>
  %columns_left = arith.subi %n, %column_0 : i32
  %columns_left_t = tile.splat %columns_left : i32 -> tensor<64xi32>
  %column_inside = arith.cmpi slt, %columns, %columns_left_t : tensor<64xi32>
  %row_64 = arith.extsi %row_0 : i32 to i64
  %column_64 = arith.extsi %column_0 : i32 to i64
  %split = tile.get_program_id y : i32
  %splits = tile.get_num_programs y : i32
  %last_k = arith.constant 63 : i32
  %k_up = arith.addi %k, %last_k : i32
  %steps = arith.divsi %k_up, %depth : i32
  %steps_up_1 = arith.addi %steps, %splits : i32
  %steps_up = arith.subi %steps_up_1, %one : i32
  %steps_each = arith.divsi %steps_up, %splits : i32
  %part = arith.muli %steps_each, %depth : i32
  %k_first = arith.muli %split, %part : i32
  %k_end = arith.addi %k_first, %part : i32
  %k_last = arith.minsi %k_end, %k : i32
  %k_first_64 = arith.extsi %k_first : i32 to i64
  %lda_64_a_rows = arith.extsi %lda : i32 to i64
  %a_rows = arith.muli %row_64, %lda_64_a_rows : i64
  %a_base_0 = tile.addptr %a_ptr, %a_rows : !tile.ptr<f16>, i64
  %b_base_0 = tile.addptr %b_ptr, %column_64 : !tile.ptr<f16>, i64
  %ldb_64_b_skip = arith.extsi %ldb : i32 to i64
  %b_skip = arith.muli %k_first_64, %ldb_64_b_skip : i64
  %a_base = tile.addptr %a_base_0, %k_first_64 : !tile.ptr<f16>, i64
  %b_base = tile.addptr %b_base_0, %b_skip : !tile.ptr<f16>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<64xi32>
  %a_begins = arith.muli %rows, %a_ld : tensor<64xi32>
  %a_begins_2_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<64x64xi32>
  %a_base_t = tile.splat %a_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %a_ptrs_0 = tile.addptr %a_base_t, %a_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %b_ld = tile.splat %ldb : i32 -> tensor<64xi32>
  %b_begins = arith.muli %ks, %b_ld : tensor<64xi32>
  %b_begins_2_1 = tile.expand_dims %b_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_begins_2 = tile.broadcast %b_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<64x64xi32>
  %b_base_t = tile.splat %b_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %b_ptrs_0 = tile.addptr %b_base_t, %b_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %a_step = arith.constant dense<64> : tensor<64x64xi32>
  %b_step_1 = arith.muli %ldb, %depth : i32
  %b_step = tile.splat %b_step_1 : i32 -> tensor<64x64xi32>
  %row_inside_2_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_2_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %column_inside_2_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %column_inside_2 = tile.broadcast %column_inside_2_1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %a_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %b_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %no_sum = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %a_end, %b_end = scf.for %at = %k_first to %k_last step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %ks_left = arith.subi %k_last, %at : i32
    %ks_left_t = tile.splat %ks_left : i32 -> tensor<64xi32>
    %k_inside = arith.cmpi slt, %ks, %ks_left_t : tensor<64xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x64xi1> -> tensor<64x64xi1>
    %a_inside = arith.andi %row_inside_2, %a_k : tensor<64x64xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<64x64x!tile.ptr<f16>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %b_inside = arith.andi %column_inside_2, %b_k : tensor<64x64xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<64x64x!tile.ptr<f16>>
    %more = tile.dot %a, %b, %so_far : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %more, %a_next, %b_next : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>
  }
  %ldc_64_c_rows = arith.extsi %ldc : i32 to i64
  %c_rows = arith.muli %row_64, %ldc_64_c_rows : i64
  %c_start = arith.addi %c_rows, %column_64 : i64
  %c_base = tile.addptr %c_ptr, %c_start : !tile.ptr<f32>, i64
  %c_ld = tile.splat %ldc : i32 -> tensor<64xi32>
  %c_begins = arith.muli %rows, %c_ld : tensor<64xi32>
  %c_begins_2_1 = tile.expand_dims %c_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_begins_2 = tile.broadcast %c_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_along = tile.broadcast %c_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<64x64xi32>
  %c_base_t = tile.splat %c_base : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_ptrs_0 = tile.addptr %c_base_t, %c_offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %c_row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %c_row_inside = tile.broadcast %c_row_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %c_column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %c_column_inside = tile.broadcast %c_column_inside_1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %c_inside = arith.andi %c_row_inside, %c_column_inside : tensor<64x64xi1>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %c_ptrs_0, %sum, %c_inside : (tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
  tile.return
}

tile.func public @matmul_split_k(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
  %id = tile.get_program_id x : i32
  %tile_row, %tile_column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 64 : i32
  %row_0 = arith.muli %tile_row, %height : i32
  %column_0 = arith.muli %tile_column, %width : i32
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ks = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %m, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<64xi32>
  %columns_left = arith.subi %n, %column_0 : i32
  %columns_left_t = tile.splat %columns_left : i32 -> tensor<64xi32>
  %column_inside = arith.cmpi slt, %columns, %columns_left_t : tensor<64xi32>
  %row_64 = arith.extsi %row_0 : i32 to i64
  %column_64 = arith.extsi %column_0 : i32 to i64
  %split = tile.get_program_id y : i32
  %splits = tile.get_num_programs y : i32
  %last_k = arith.constant 63 : i32
  %k_up = arith.addi %k, %last_k : i32
  %steps = arith.divsi %k_up, %depth : i32
  %steps_up_1 = arith.addi %steps, %splits : i32
  %steps_up = arith.subi %steps_up_1, %one : i32
  %steps_each = arith.divsi %steps_up, %splits : i32
  %part = arith.muli %steps_each, %depth : i32
  %k_first = arith.muli %split, %part : i32
  %k_end = arith.addi %k_first, %part : i32
  %k_last = arith.minsi %k_end, %k : i32
  %k_first_64 = arith.extsi %k_first : i32 to i64
  %lda_64_a_rows = arith.extsi %lda : i32 to i64
  %a_rows = arith.muli %row_64, %lda_64_a_rows : i64
  %a_base_0 = tile.addptr %a_ptr, %a_rows : !tile.ptr<f16>, i64
  %b_base_0 = tile.addptr %b_ptr, %column_64 : !tile.ptr<f16>, i64
  %ldb_64_b_skip = arith.extsi %ldb : i32 to i64
  %b_skip = arith.muli %k_first_64, %ldb_64_b_skip : i64
  %a_base = tile.addptr %a_base_0, %k_first_64 : !tile.ptr<f16>, i64
  %b_base = tile.addptr %b_base_0, %b_skip : !tile.ptr<f16>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<64xi32>
  %a_begins = arith.muli %rows, %a_ld : tensor<64xi32>
  %a_begins_2_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<64x64xi32>
  %a_base_t = tile.splat %a_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %a_ptrs_0 = tile.addptr %a_base_t, %a_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %b_ld = tile.splat %ldb : i32 -> tensor<64xi32>
  %b_begins = arith.muli %ks, %b_ld : tensor<64xi32>
  %b_begins_2_1 = tile.expand_dims %b_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_begins_2 = tile.broadcast %b_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<64x64xi32>
  %b_base_t = tile.splat %b_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %b_ptrs_0 = tile.addptr %b_base_t, %b_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %a_step = arith.constant dense<64> : tensor<64x64xi32>
  %b_step_1 = arith.muli %ldb, %depth : i32
  %b_step = tile.splat %b_step_1 : i32 -> tensor<64x64xi32>
  %row_inside_2_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_2_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %column_inside_2_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %column_inside_2 = tile.broadcast %column_inside_2_1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %a_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %b_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %no_sum = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %a_end, %b_end = scf.for %at = %k_first to %k_last step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %ks_left = arith.subi %k_last, %at : i32
    %ks_left_t = tile.splat %ks_left : i32 -> tensor<64xi32>
    %k_inside = arith.cmpi slt, %ks, %ks_left_t : tensor<64xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x64xi1> -> tensor<64x64xi1>
    %a_inside = arith.andi %row_inside_2, %a_k : tensor<64x64xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<64x64x!tile.ptr<f16>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %b_inside = arith.andi %column_inside_2, %b_k : tensor<64x64xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<64x64x!tile.ptr<f16>>
    %more = tile.dot %a, %b, %so_far : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %more, %a_next, %b_next : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>
  }
  %ldc_64_c_rows = arith.extsi %ldc : i32 to i64
  %c_rows = arith.muli %row_64, %ldc_64_c_rows : i64
  %c_start = arith.addi %c_rows, %column_64 : i64
  %m_64 = arith.extsi %m : i32 to i64
  %ldc_64 = arith.extsi %ldc : i32 to i64
  %split_64 = arith.extsi %split : i32 to i64
  %c_size = arith.muli %m_64, %ldc_64 : i64
  %c_skip = arith.muli %split_64, %c_size : i64
  %c_part = tile.addptr %c_ptr, %c_skip : !tile.ptr<f32>, i64
  %c_base = tile.addptr %c_part, %c_start : !tile.ptr<f32>, i64
  %c_ld = tile.splat %ldc : i32 -> tensor<64xi32>
  %c_begins = arith.muli %rows, %c_ld : tensor<64xi32>
  %c_begins_2_1 = tile.expand_dims %c_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_begins_2 = tile.broadcast %c_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_along = tile.broadcast %c_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<64x64xi32>
  %c_base_t = tile.splat %c_base : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_ptrs_0 = tile.addptr %c_base_t, %c_offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %c_row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %c_row_inside = tile.broadcast %c_row_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %c_column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %c_column_inside = tile.broadcast %c_column_inside_1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %c_inside = arith.andi %c_row_inside, %c_column_inside : tensor<64x64xi1>
  tile.store %c_ptrs_0, %sum, %c_inside : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// Sums of `splits` matrices of count elements each, one behind the other, as f16. A
// program sums 1024; the grid is ceil(count / 1024).
tile.func public @sum_splits(
    %parts_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %count: i32, %splits: i32) {
  %id = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %start = arith.muli %id, %size : i32
  %start_t = tile.splat %start : i32 -> tensor<1024xi32>
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %at = arith.addi %start_t, %range : tensor<1024xi32>
  %count_t = tile.splat %count : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %at, %count_t : tensor<1024xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  %count_64 = arith.extsi %count : i32 to i64
  %sum = scf.for %part = %zero to %splits step %one iter_args(%so_far = %zeros) -> (tensor<1024xf32>) : i32 {
    %part_64 = arith.extsi %part : i32 to i64
    %skip = arith.muli %part_64, %count_64 : i64
    %base = tile.addptr %parts_ptr, %skip : !tile.ptr<f32>, i64
    %base_t = tile.splat %base : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %ptrs = tile.addptr %base_t, %at : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    %x = tile.load %ptrs, %inside, %zeros : tensor<1024x!tile.ptr<f32>>
    %more = arith.addf %so_far, %x : tensor<1024xf32>
    scf.yield %more : tensor<1024xf32>
  }
  %c = arith.truncf %sum : tensor<1024xf32> to tensor<1024xf16>
  %c_base = tile.splat %c_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %c_ptrs = tile.addptr %c_base, %at : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %c_ptrs, %c, %inside : tensor<1024x!tile.ptr<f16>>
  tile.return
}
