// Batches of products of f16, with sums of f32: c[i] = a[i] b[i], where a[i] is m x k, b[i]
// is k x n. A program makes 64 x 64 elements; the grid is (ceil(m / 64) * ceil(n / 64),
// number of products).
//
//   a, b, c        pointers, aligned to 16 bytes
//   lda, ldb, ldc  elements from one row of a matrix in memory to the next
//   stride_a, ...  elements from one matrix to the next; 0 where all use the same
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

tile.func public @matmul_batched(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32,
    %stride_a: i64, %stride_b: i64, %stride_c: i64) {
  %id = tile.get_program_id x : i32
  %tile_row, %tile_column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 64 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 32 : i32
  %row_0 = arith.muli %tile_row, %height : i32
  %column_0 = arith.muli %tile_column, %width : i32
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ks = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rows_left = arith.subi %m, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<64xi32>
  %columns_left = arith.subi %n, %column_0 : i32
  %columns_left_t = tile.splat %columns_left : i32 -> tensor<64xi32>
  %column_inside = arith.cmpi slt, %columns, %columns_left_t : tensor<64xi32>
  %row_64 = arith.extsi %row_0 : i32 to i64
  %column_64 = arith.extsi %column_0 : i32 to i64
  %batch = tile.get_program_id y : i32
  %batch_64 = arith.extsi %batch : i32 to i64
  %a_batch = arith.muli %batch_64, %stride_a : i64
  %a_matrix = tile.addptr %a_ptr, %a_batch : !tile.ptr<f16>, i64
  %b_batch = arith.muli %batch_64, %stride_b : i64
  %b_matrix = tile.addptr %b_ptr, %b_batch : !tile.ptr<f16>, i64
  %c_batch = arith.muli %batch_64, %stride_c : i64
  %c_matrix = tile.addptr %c_ptr, %c_batch : !tile.ptr<f16>, i64
  %lda_64_a_rows = arith.extsi %lda : i32 to i64
  %a_rows = arith.muli %row_64, %lda_64_a_rows : i64
  %a_base = tile.addptr %a_matrix, %a_rows : !tile.ptr<f16>, i64
  %b_base = tile.addptr %b_matrix, %column_64 : !tile.ptr<f16>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<64xi32>
  %a_begins = arith.muli %rows, %a_ld : tensor<64xi32>
  %a_begins_2_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_2_1 : tensor<64x1xi32> -> tensor<64x32xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x32xi32> -> tensor<64x32xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<64x32xi32>
  %a_base_t = tile.splat %a_base : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>>
  %a_ptrs_0 = tile.addptr %a_base_t, %a_offsets : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
  %b_ld = tile.splat %ldb : i32 -> tensor<32xi32>
  %b_begins = arith.muli %ks, %b_ld : tensor<32xi32>
  %b_begins_2_1 = tile.expand_dims %b_begins {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %b_begins_2 = tile.broadcast %b_begins_2_1 : tensor<32x1xi32> -> tensor<32x64xi32>
  %b_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<32x64xi32>
  %b_base_t = tile.splat %b_base : !tile.ptr<f16> -> tensor<32x64x!tile.ptr<f16>>
  %b_ptrs_0 = tile.addptr %b_base_t, %b_offsets : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
  %a_step = arith.constant dense<32> : tensor<64x32xi32>
  %b_step_1 = arith.muli %ldb, %depth : i32
  %b_step = tile.splat %b_step_1 : i32 -> tensor<32x64xi32>
  %row_inside_2_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_2_1 : tensor<64x1xi1> -> tensor<64x32xi1>
  %column_inside_2_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %column_inside_2 = tile.broadcast %column_inside_2_1 : tensor<1x64xi1> -> tensor<32x64xi1>
  %a_zeros = arith.constant dense<0.0> : tensor<64x32xf16>
  %b_zeros = arith.constant dense<0.0> : tensor<32x64xf16>
  %no_sum = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %a_end, %b_end = scf.for %at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0) -> (tensor<64x64xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x64x!tile.ptr<f16>>) : i32 {
    %ks_left = arith.subi %k, %at : i32
    %ks_left_t = tile.splat %ks_left : i32 -> tensor<32xi32>
    %k_inside = arith.cmpi slt, %ks, %ks_left_t : tensor<32xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x32xi1> -> tensor<64x32xi1>
    %a_inside = arith.andi %row_inside_2, %a_k : tensor<64x32xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<64x32x!tile.ptr<f16>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<32x1xi1> -> tensor<32x64xi1>
    %b_inside = arith.andi %column_inside_2, %b_k : tensor<32x64xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<32x64x!tile.ptr<f16>>
    %more = tile.dot %a, %b, %so_far : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
    scf.yield %more, %a_next, %b_next : tensor<64x64xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x64x!tile.ptr<f16>>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  %ldc_64_c_rows = arith.extsi %ldc : i32 to i64
  %c_rows = arith.muli %row_64, %ldc_64_c_rows : i64
  %c_start = arith.addi %c_rows, %column_64 : i64
  %c_base = tile.addptr %c_matrix, %c_start : !tile.ptr<f16>, i64
  %c_ld = tile.splat %ldc : i32 -> tensor<64xi32>
  %c_begins = arith.muli %rows, %c_ld : tensor<64xi32>
  %c_begins_2_1 = tile.expand_dims %c_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_begins_2 = tile.broadcast %c_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_along = tile.broadcast %c_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<64x64xi32>
  %c_base_t = tile.splat %c_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %c_ptrs_0 = tile.addptr %c_base_t, %c_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %c_row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %c_row_inside = tile.broadcast %c_row_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %c_column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
  %c_column_inside = tile.broadcast %c_column_inside_1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %c_inside = arith.andi %c_row_inside, %c_column_inside : tensor<64x64xi1>
  tile.store %c_ptrs_0, %c, %c_inside : tensor<64x64x!tile.ptr<f16>>
  tile.return
}
