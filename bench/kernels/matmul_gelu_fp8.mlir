// A product with an epilogue: c = e4m3(gelu(a b + bias) * scale), with a scale for each row.
// a is m x k and b is k x n, of bf16; sums are of f32. A program makes 128 x 256 elements;
// the grid is ceil(m / 128) * ceil(n / 256).
//
//   a, b, c        pointers, aligned to 16 bytes
//   bias           pointer to n numbers of bf16
//   scales         pointer to m numbers of f32: what a row's results are multiplied by
//                  before they are rounded, so that the row fits into e4m3
//   lda, ldb, ldc  elements from one row of a matrix in memory to the next, multiples of 16
//
// gelu(x) = x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))), with the hardware's
// tanh. Results beyond 448 become 448, and NaN stays NaN.
//
// n is a multiple of 16. Rows and columns behind the matrix are neither read nor written,
// and m and k may be anything. A tile's rows are less than 2^31 elements apart from its first.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// The tile that program `id` makes of m x n elements: eight rows of tiles are walked
// column by column, so that what programs at the same time read is in the L2 cache.
tile.func private @grouped_order(%id: i32, %m: i32, %n: i32) -> (i32, i32) {
  %last_row = arith.constant 127 : i32
  %height = arith.constant 128 : i32
  %last_column = arith.constant 255 : i32
  %width = arith.constant 256 : i32
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

tile.func public @matmul_gelu_fp8(
    %a_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %bias_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}, %k: i32, %lda: i32 {tile.divisibility = 16 : i32},
    %ldb: i32 {tile.divisibility = 16 : i32}, %ldc: i32 {tile.divisibility = 16 : i32}) {
  %id = tile.get_program_id x : i32
  %tile_row, %tile_column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 256 : i32
  %depth = arith.constant 64 : i32
  %row_0 = arith.muli %tile_row, %height : i32
  %column_0 = arith.muli %tile_column, %width : i32
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %ks = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %m, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %columns_left = arith.subi %n, %column_0 : i32
  %columns_left_t = tile.splat %columns_left : i32 -> tensor<256xi32>
  %column_inside = arith.cmpi slt, %columns, %columns_left_t : tensor<256xi32>
  %row_64 = arith.extsi %row_0 : i32 to i64
  %column_64 = arith.extsi %column_0 : i32 to i64
  %lda_64_a_rows = arith.extsi %lda : i32 to i64
  %a_rows = arith.muli %row_64, %lda_64_a_rows : i64
  %a_base = tile.addptr %a_ptr, %a_rows : !tile.ptr<bf16>, i64
  %b_base = tile.addptr %b_ptr, %column_64 : !tile.ptr<bf16>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<128xi32>
  %a_begins = arith.muli %rows, %a_ld : tensor<128xi32>
  %a_begins_2_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<128x64xi32>
  %a_base_t = tile.splat %a_base : !tile.ptr<bf16> -> tensor<128x64x!tile.ptr<bf16>>
  %a_ptrs_0 = tile.addptr %a_base_t, %a_offsets : tensor<128x64x!tile.ptr<bf16>>, tensor<128x64xi32>
  %b_ld = tile.splat %ldb : i32 -> tensor<64xi32>
  %b_begins = arith.muli %ks, %b_ld : tensor<64xi32>
  %b_begins_2_1 = tile.expand_dims %b_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_begins_2 = tile.broadcast %b_begins_2_1 : tensor<64x1xi32> -> tensor<64x256xi32>
  %b_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<1x256xi32> -> tensor<64x256xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<64x256xi32>
  %b_base_t = tile.splat %b_base : !tile.ptr<bf16> -> tensor<64x256x!tile.ptr<bf16>>
  %b_ptrs_0 = tile.addptr %b_base_t, %b_offsets : tensor<64x256x!tile.ptr<bf16>>, tensor<64x256xi32>
  %a_step = arith.constant dense<64> : tensor<128x64xi32>
  %b_step_1 = arith.muli %ldb, %depth : i32
  %b_step = tile.splat %b_step_1 : i32 -> tensor<64x256xi32>
  %row_inside_2_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_2_1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %column_inside_2_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<256xi1> -> tensor<1x256xi1>
  %column_inside_2 = tile.broadcast %column_inside_2_1 : tensor<1x256xi1> -> tensor<64x256xi1>
  %a_zeros = arith.constant dense<0.0> : tensor<128x64xbf16>
  %b_zeros = arith.constant dense<0.0> : tensor<64x256xbf16>
  %no_sum = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum, %a_end, %b_end = scf.for %at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0) -> (tensor<128x256xf32>, tensor<128x64x!tile.ptr<bf16>>, tensor<64x256x!tile.ptr<bf16>>) : i32 {
    %ks_left = arith.subi %k, %at : i32
    %ks_left_t = tile.splat %ks_left : i32 -> tensor<64xi32>
    %k_inside = arith.cmpi slt, %ks, %ks_left_t : tensor<64xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x64xi1> -> tensor<128x64xi1>
    %a_inside = arith.andi %row_inside_2, %a_k : tensor<128x64xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<128x64x!tile.ptr<bf16>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<64x1xi1> -> tensor<64x256xi1>
    %b_inside = arith.andi %column_inside_2, %b_k : tensor<64x256xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<64x256x!tile.ptr<bf16>>
    %more = tile.dot %a, %b, %so_far : tensor<128x64xbf16> * tensor<64x256xbf16> -> tensor<128x256xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<128x64x!tile.ptr<bf16>>, tensor<128x64xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<64x256x!tile.ptr<bf16>>, tensor<64x256xi32>
    scf.yield %more, %a_next, %b_next : tensor<128x256xf32>, tensor<128x64x!tile.ptr<bf16>>, tensor<64x256x!tile.ptr<bf16>>
  }
  %bias_ptr_tile = tile.addptr %bias_ptr, %column_0 : !tile.ptr<bf16>, i32
  %bias_base = tile.splat %bias_ptr_tile : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %bias_ptrs = tile.addptr %bias_base, %columns : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  %no_bias = arith.constant dense<0.0> : tensor<256xbf16>
  %bias_16 = tile.load %bias_ptrs, %column_inside, %no_bias : tensor<256x!tile.ptr<bf16>>
  %bias = arith.extf %bias_16 : tensor<256xbf16> to tensor<256xf32>
  %bias_2_1 = tile.expand_dims %bias {axis = 0 : i32} : tensor<256xf32> -> tensor<1x256xf32>
  %bias_2 = tile.broadcast %bias_2_1 : tensor<1x256xf32> -> tensor<128x256xf32>
  %scales_ptr_tile = tile.addptr %scales_ptr, %row_0 : !tile.ptr<f32>, i32
  %scales_base = tile.splat %scales_ptr_tile : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %scales_ptrs = tile.addptr %scales_base, %rows : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %no_scale = arith.constant dense<0.0> : tensor<128xf32>
  %scales = tile.load %scales_ptrs, %row_inside, %no_scale : tensor<128x!tile.ptr<f32>>
  %half = arith.constant dense<0.5> : tensor<128xf32>
  %half_scales = arith.mulf %scales, %half : tensor<128xf32>
  %half_scales_2_1 = tile.expand_dims %half_scales {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %half_scales_2 = tile.broadcast %half_scales_2_1 : tensor<128x1xf32> -> tensor<128x256xf32>
  %x = arith.addf %sum, %bias_2 : tensor<128x256xf32>
  %square = arith.mulf %x, %x : tensor<128x256xf32>
  // sqrt(2 / pi) and 0.044715 times that.
  %linear = arith.constant dense<0.7978845608> : tensor<128x256xf32>
  %cubic = arith.constant dense<0.0356774081> : tensor<128x256xf32>
  %factor = math.fma %square, %cubic, %linear : tensor<128x256xf32>
  %inner = arith.mulf %x, %factor : tensor<128x256xf32>
  %tanh = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;"
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %inner : tensor<128x256xf32> -> tensor<128x256xf32> fallback (%v: f32) {
    %exact = math.tanh %v : f32
    tile.asm.return %exact : f32
  }
  %half_x = arith.mulf %x, %half_scales_2 : tensor<128x256xf32>
  %scaled = math.fma %half_x, %tanh, %half_x : tensor<128x256xf32>
  %c = tile.fp_to_fp %scaled, rounding = rtne : tensor<128x256xf32> -> tensor<128x256xf8E4M3FN>
  %ldc_64_c_rows = arith.extsi %ldc : i32 to i64
  %c_rows = arith.muli %row_64, %ldc_64_c_rows : i64
  %c_start = arith.addi %c_rows, %column_64 : i64
  %c_base = tile.addptr %c_ptr, %c_start : !tile.ptr<f8E4M3FN>, i64
  %c_ld = tile.splat %ldc : i32 -> tensor<128xi32>
  %c_begins = arith.muli %rows, %c_ld : tensor<128xi32>
  %c_begins_2_1 = tile.expand_dims %c_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %c_begins_2 = tile.broadcast %c_begins_2_1 : tensor<128x1xi32> -> tensor<128x256xi32>
  %c_along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %c_along = tile.broadcast %c_along_1 : tensor<1x256xi32> -> tensor<128x256xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<128x256xi32>
  %c_base_t = tile.splat %c_base : !tile.ptr<f8E4M3FN> -> tensor<128x256x!tile.ptr<f8E4M3FN>>
  %c_ptrs_0 = tile.addptr %c_base_t, %c_offsets : tensor<128x256x!tile.ptr<f8E4M3FN>>, tensor<128x256xi32>
  %c_row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %c_row_inside = tile.broadcast %c_row_inside_1 : tensor<128x1xi1> -> tensor<128x256xi1>
  %c_column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<256xi1> -> tensor<1x256xi1>
  %c_column_inside = tile.broadcast %c_column_inside_1 : tensor<1x256xi1> -> tensor<128x256xi1>
  %c_inside = arith.andi %c_row_inside, %c_column_inside : tensor<128x256xi1>
  tile.store %c_ptrs_0, %c, %c_inside : tensor<128x256x!tile.ptr<f8E4M3FN>>
  tile.return
}
}
