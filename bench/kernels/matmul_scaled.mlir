// Products of matrices in block-scaled formats: c = a w / (what the numbers were
// multiplied with), where a has m rows and w is stored as n rows, each as codes and scales of
// blocks along k, as mx_quantize.mlir and nvfp4_quantize.mlir (its `_tiled` kernels) write
// them. Sums are of f32. On sm_100a and sm_120a tensor cores multiply by the scales.
//
//   @matmul_mxfp8         bytes of e4m3, a scale of ue8m0 for each 32
//   @matmul_mxfp4_mxfp4   two e2m1 per byte, a scale of ue8m0 for each 32
//   @matmul_nvfp4         two e2m1 per byte, a scale of e4m3 for each 16
//
//   a, b               pointers to codes, aligned to 16 bytes
//   a_scales, b_scales pointers to scales: 128 x 4 of them are 512 bytes, row r and column c
//                      at r % 32 * 16 + r / 32 * 4 + c, tiles row by row
//   a_global, b_global pointers to the global encode scales of NVFP4, one f32 each
//   c                  pointer to bf16, aligned to 16 bytes
//   k                  bytes of a row of codes: as many as elements of e4m3, and half as many
//                      of e2m1; a multiple of 16, of e4m3 of 32
//   lda, ldb           bytes from one row of codes to the next, multiples of 16
//   ldc                elements from one row of c to the next
//
// A program makes 128 x 128 elements; the grid is ceil(m / 128) * ceil(n / 128). Rows and
// columns behind the matrix are neither read nor written. A tile's rows are less than 2^31
// elements apart from its first.

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 8>} {

// The tile that program `id` makes of m x n elements: eight rows of tiles are walked
// column by column, so that what programs at the same time read is in the L2 cache.
tile.func private @grouped_order(%id: i32, %m: i32, %n: i32) -> (i32, i32) {
  %last = arith.constant 127 : i32
  %size = arith.constant 128 : i32
  %group = arith.constant 8 : i32
  %m_up = arith.addi %m, %last : i32
  %rows = arith.divsi %m_up, %size : i32
  %n_up = arith.addi %n, %last : i32
  %columns = arith.divsi %n_up, %size : i32
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

// Of 128 rows, the first of which is 128 * tile: which are inside of the matrix, and the
// number of bytes before them.
tile.func private @rows(%tile: i32, %count: i32, %ld: i32) -> (tensor<128xi1>, i64) {
  %size = arith.constant 128 : i32
  %first = arith.muli %tile, %size : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %left = arith.subi %count, %first : i32
  %lefts = tile.splat %left : i32 -> tensor<128xi32>
  %inside = arith.cmpi slt, %range, %lefts : tensor<128xi32>
  %first64 = arith.extsi %first : i32 to i64
  %ld64 = arith.extsi %ld : i32 to i64
  %before = arith.muli %first64, %ld64 : i64
  tile.return %inside, %before : tensor<128xi1>, i64
}

// Stores the tile, where it is inside of the matrix.
tile.func private @store(%c_ptr: !tile.ptr<bf16>, %sum: tensor<128x128xf32>, %row: i32, %column: i32, %m: i32, %n: i32, %ldc: i32) {
  %size = arith.constant 128 : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %row_inside, %before = tile.call @rows(%row, %m, %ldc) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %column_0 = arith.muli %column, %size : i32
  %column_64 = arith.extsi %column_0 : i32 to i64
  %start = arith.addi %before, %column_64 : i64
  %columns_left = arith.subi %n, %column_0 : i32
  %columns_left_t = tile.splat %columns_left : i32 -> tensor<128xi32>
  %column_inside = arith.cmpi slt, %range, %columns_left_t : tensor<128xi32>
  %first = tile.addptr %c_ptr, %start : !tile.ptr<bf16>, i64
  %ld = tile.splat %ldc : i32 -> tensor<128xi32>
  %begins = arith.muli %range, %ld : tensor<128xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along_1 = tile.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along = tile.broadcast %along_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %offsets = arith.addi %begins_2, %along : tensor<128x128xi32>
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<128x128x!tile.ptr<bf16>>, tensor<128x128xi32>
  %row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
  %column_inside_2 = tile.broadcast %column_inside_1 : tensor<1x128xi1> -> tensor<128x128xi1>
  %inside = arith.andi %row_inside_2, %column_inside_2 : tensor<128x128xi1>
  %c = arith.truncf %sum : tensor<128x128xf32> to tensor<128x128xbf16>
  tile.store %ptrs, %c, %inside : tensor<128x128x!tile.ptr<bf16>>
  tile.return
}

// 4 columns of scales of 128 rows, from column 4 * `at` on. There are `tiles` times 4 columns.
tile.func private @scales_4(%scales_ptr: !tile.ptr<i8>, %tile: i32, %at: i32, %tiles: i32) -> tensor<128x4xi8> {
  %tile_64 = arith.extsi %tile : i32 to i64
  %tiles_64 = arith.extsi %tiles : i32 to i64
  %at_64 = arith.extsi %at : i32 to i64
  %bytes = arith.constant 512 : i64
  %tiles_before = arith.muli %tile_64, %tiles_64 : i64
  %number = arith.addi %tiles_before, %at_64 : i64
  %before = arith.muli %number, %bytes : i64
  %first = tile.addptr %scales_ptr, %before : !tile.ptr<i8>, i64
  %row = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %group = tile.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %column = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %fours = arith.constant dense<4> : tensor<128xi32>
  %sixteens = arith.constant dense<16> : tensor<128xi32>
  %thirty_twos = arith.constant dense<32> : tensor<128xi32>
  %group_bytes = arith.constant dense<512> : tensor<1xi32>
  %line = arith.remui %row, %thirty_twos : tensor<128xi32>
  %quarter = arith.divui %row, %thirty_twos : tensor<128xi32>
  %line_begins = arith.muli %line, %sixteens : tensor<128xi32>
  %quarter_begins = arith.muli %quarter, %fours : tensor<128xi32>
  %row_begins = arith.addi %line_begins, %quarter_begins : tensor<128xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %row_begins_2 = tile.expand_dims %row_begins_1 {axis = 2 : i32} : tensor<128x1xi32> -> tensor<128x1x1xi32>
  %row_begins_3 = tile.broadcast %row_begins_2 : tensor<128x1x1xi32> -> tensor<128x1x4xi32>
  %group_begins = arith.muli %group, %group_bytes : tensor<1xi32>
  %group_begins_1 = tile.expand_dims %group_begins {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %group_begins_2 = tile.expand_dims %group_begins_1 {axis = 2 : i32} : tensor<1x1xi32> -> tensor<1x1x1xi32>
  %group_begins_3 = tile.broadcast %group_begins_2 : tensor<1x1x1xi32> -> tensor<128x1x4xi32>
  %column_1 = tile.expand_dims %column {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %column_2 = tile.expand_dims %column_1 {axis = 0 : i32} : tensor<1x4xi32> -> tensor<1x1x4xi32>
  %column_3 = tile.broadcast %column_2 : tensor<1x1x4xi32> -> tensor<128x1x4xi32>
  %begins = arith.addi %row_begins_3, %group_begins_3 : tensor<128x1x4xi32>
  %offsets = arith.addi %begins, %column_3 : tensor<128x1x4xi32>
  %base = tile.splat %first : !tile.ptr<i8> -> tensor<128x1x4x!tile.ptr<i8>>
  %ptrs = tile.addptr %base, %offsets : tensor<128x1x4x!tile.ptr<i8>>, tensor<128x1x4xi32>
  %left = arith.subi %tiles, %at : i32
  %lefts = tile.splat %left : i32 -> tensor<1xi32>
  %group_inside = arith.cmpi slt, %group, %lefts : tensor<1xi32>
  %group_inside_1 = tile.expand_dims %group_inside {axis = 0 : i32} : tensor<1xi1> -> tensor<1x1xi1>
  %group_inside_2 = tile.expand_dims %group_inside_1 {axis = 2 : i32} : tensor<1x1xi1> -> tensor<1x1x1xi1>
  %inside = tile.broadcast %group_inside_2 : tensor<1x1x1xi1> -> tensor<128x1x4xi1>
  %none = arith.constant dense<0> : tensor<128x1x4xi8>
  %scales = tile.load %ptrs, %inside, %none : tensor<128x1x4x!tile.ptr<i8>>
  %result = tile.reshape %scales : tensor<128x1x4xi8> -> tensor<128x4xi8>
  tile.return %result : tensor<128x4xi8>
}

// 8 columns of scales of 128 rows, from column 4 * `at` on. There are `tiles` times 4 columns.
tile.func private @scales_8(%scales_ptr: !tile.ptr<i8>, %tile: i32, %at: i32, %tiles: i32) -> tensor<128x8xi8> {
  %tile_64 = arith.extsi %tile : i32 to i64
  %tiles_64 = arith.extsi %tiles : i32 to i64
  %at_64 = arith.extsi %at : i32 to i64
  %bytes = arith.constant 512 : i64
  %tiles_before = arith.muli %tile_64, %tiles_64 : i64
  %number = arith.addi %tiles_before, %at_64 : i64
  %before = arith.muli %number, %bytes : i64
  %first = tile.addptr %scales_ptr, %before : !tile.ptr<i8>, i64
  %row = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %group = tile.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %column = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %fours = arith.constant dense<4> : tensor<128xi32>
  %sixteens = arith.constant dense<16> : tensor<128xi32>
  %thirty_twos = arith.constant dense<32> : tensor<128xi32>
  %group_bytes = arith.constant dense<512> : tensor<2xi32>
  %line = arith.remui %row, %thirty_twos : tensor<128xi32>
  %quarter = arith.divui %row, %thirty_twos : tensor<128xi32>
  %line_begins = arith.muli %line, %sixteens : tensor<128xi32>
  %quarter_begins = arith.muli %quarter, %fours : tensor<128xi32>
  %row_begins = arith.addi %line_begins, %quarter_begins : tensor<128xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %row_begins_2 = tile.expand_dims %row_begins_1 {axis = 2 : i32} : tensor<128x1xi32> -> tensor<128x1x1xi32>
  %row_begins_3 = tile.broadcast %row_begins_2 : tensor<128x1x1xi32> -> tensor<128x2x4xi32>
  %group_begins = arith.muli %group, %group_bytes : tensor<2xi32>
  %group_begins_1 = tile.expand_dims %group_begins {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %group_begins_2 = tile.expand_dims %group_begins_1 {axis = 2 : i32} : tensor<1x2xi32> -> tensor<1x2x1xi32>
  %group_begins_3 = tile.broadcast %group_begins_2 : tensor<1x2x1xi32> -> tensor<128x2x4xi32>
  %column_1 = tile.expand_dims %column {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %column_2 = tile.expand_dims %column_1 {axis = 0 : i32} : tensor<1x4xi32> -> tensor<1x1x4xi32>
  %column_3 = tile.broadcast %column_2 : tensor<1x1x4xi32> -> tensor<128x2x4xi32>
  %begins = arith.addi %row_begins_3, %group_begins_3 : tensor<128x2x4xi32>
  %offsets = arith.addi %begins, %column_3 : tensor<128x2x4xi32>
  %base = tile.splat %first : !tile.ptr<i8> -> tensor<128x2x4x!tile.ptr<i8>>
  %ptrs = tile.addptr %base, %offsets : tensor<128x2x4x!tile.ptr<i8>>, tensor<128x2x4xi32>
  %left = arith.subi %tiles, %at : i32
  %lefts = tile.splat %left : i32 -> tensor<2xi32>
  %group_inside = arith.cmpi slt, %group, %lefts : tensor<2xi32>
  %group_inside_1 = tile.expand_dims %group_inside {axis = 0 : i32} : tensor<2xi1> -> tensor<1x2xi1>
  %group_inside_2 = tile.expand_dims %group_inside_1 {axis = 2 : i32} : tensor<1x2xi1> -> tensor<1x2x1xi1>
  %inside = tile.broadcast %group_inside_2 : tensor<1x2x1xi1> -> tensor<128x2x4xi1>
  %none = arith.constant dense<0> : tensor<128x2x4xi8>
  %scales = tile.load %ptrs, %inside, %none : tensor<128x2x4x!tile.ptr<i8>>
  %result = tile.reshape %scales : tensor<128x2x4xi8> -> tensor<128x8xi8>
  tile.return %result : tensor<128x8xi8>
}

// 16 columns of scales of 128 rows, from column 4 * `at` on. There are `tiles` times 4 columns.
tile.func private @scales_16(%scales_ptr: !tile.ptr<f8E4M3FN>, %tile: i32, %at: i32, %tiles: i32) -> tensor<128x16xf8E4M3FN> {
  %tile_64 = arith.extsi %tile : i32 to i64
  %tiles_64 = arith.extsi %tiles : i32 to i64
  %at_64 = arith.extsi %at : i32 to i64
  %bytes = arith.constant 512 : i64
  %tiles_before = arith.muli %tile_64, %tiles_64 : i64
  %number = arith.addi %tiles_before, %at_64 : i64
  %before = arith.muli %number, %bytes : i64
  %first = tile.addptr %scales_ptr, %before : !tile.ptr<f8E4M3FN>, i64
  %row = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %group = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %column = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %fours = arith.constant dense<4> : tensor<128xi32>
  %sixteens = arith.constant dense<16> : tensor<128xi32>
  %thirty_twos = arith.constant dense<32> : tensor<128xi32>
  %group_bytes = arith.constant dense<512> : tensor<4xi32>
  %line = arith.remui %row, %thirty_twos : tensor<128xi32>
  %quarter = arith.divui %row, %thirty_twos : tensor<128xi32>
  %line_begins = arith.muli %line, %sixteens : tensor<128xi32>
  %quarter_begins = arith.muli %quarter, %fours : tensor<128xi32>
  %row_begins = arith.addi %line_begins, %quarter_begins : tensor<128xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %row_begins_2 = tile.expand_dims %row_begins_1 {axis = 2 : i32} : tensor<128x1xi32> -> tensor<128x1x1xi32>
  %row_begins_3 = tile.broadcast %row_begins_2 : tensor<128x1x1xi32> -> tensor<128x4x4xi32>
  %group_begins = arith.muli %group, %group_bytes : tensor<4xi32>
  %group_begins_1 = tile.expand_dims %group_begins {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %group_begins_2 = tile.expand_dims %group_begins_1 {axis = 2 : i32} : tensor<1x4xi32> -> tensor<1x4x1xi32>
  %group_begins_3 = tile.broadcast %group_begins_2 : tensor<1x4x1xi32> -> tensor<128x4x4xi32>
  %column_1 = tile.expand_dims %column {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %column_2 = tile.expand_dims %column_1 {axis = 0 : i32} : tensor<1x4xi32> -> tensor<1x1x4xi32>
  %column_3 = tile.broadcast %column_2 : tensor<1x1x4xi32> -> tensor<128x4x4xi32>
  %begins = arith.addi %row_begins_3, %group_begins_3 : tensor<128x4x4xi32>
  %offsets = arith.addi %begins, %column_3 : tensor<128x4x4xi32>
  %base = tile.splat %first : !tile.ptr<f8E4M3FN> -> tensor<128x4x4x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base, %offsets : tensor<128x4x4x!tile.ptr<f8E4M3FN>>, tensor<128x4x4xi32>
  %left = arith.subi %tiles, %at : i32
  %lefts = tile.splat %left : i32 -> tensor<4xi32>
  %group_inside = arith.cmpi slt, %group, %lefts : tensor<4xi32>
  %group_inside_1 = tile.expand_dims %group_inside {axis = 0 : i32} : tensor<4xi1> -> tensor<1x4xi1>
  %group_inside_2 = tile.expand_dims %group_inside_1 {axis = 2 : i32} : tensor<1x4xi1> -> tensor<1x4x1xi1>
  %inside = tile.broadcast %group_inside_2 : tensor<1x4x1xi1> -> tensor<128x4x4xi1>
  %none = arith.constant dense<0.0> : tensor<128x4x4xf8E4M3FN>
  %scales = tile.load %ptrs, %inside, %none : tensor<128x4x4x!tile.ptr<f8E4M3FN>>
  %result = tile.reshape %scales : tensor<128x4x4xf8E4M3FN> -> tensor<128x16xf8E4M3FN>
  tile.return %result : tensor<128x16xf8E4M3FN>
}

tile.func public @matmul_mxfp8(
    %a_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %a_scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32 {tile.divisibility = 16 : i32},
    %lda: i32 {tile.divisibility = 16 : i32}, %ldb: i32 {tile.divisibility = 16 : i32}, %ldc: i32) {
  %id = tile.get_program_id x : i32
  %row, %column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %row_inside, %a_before = tile.call @rows(%row, %m, %lda) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %column_inside, %b_before = tile.call @rows(%column, %n, %ldb) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %zero = arith.constant 0 : i32
  %depth = arith.constant 128 : i32
  %step = arith.constant 1 : i32
  %four_blocks = arith.constant 128 : i32
  %last_of_four = arith.constant 127 : i32
  %k_up = arith.addi %k, %last_of_four : i32
  %tiles = arith.divui %k_up, %four_blocks : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ks = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %a_first = tile.addptr %a_ptr, %a_before : !tile.ptr<f8E4M3FN>, i64
  %b_first = tile.addptr %b_ptr, %b_before : !tile.ptr<f8E4M3FN>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<128xi32>
  %a_begins = arith.muli %range, %a_ld : tensor<128xi32>
  %a_begins_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<128x128xi32>
  %a_base = tile.splat %a_first : !tile.ptr<f8E4M3FN> -> tensor<128x128x!tile.ptr<f8E4M3FN>>
  %a_ptrs_0 = tile.addptr %a_base, %a_offsets : tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128xi32>
  %a_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %a_rows_inside = tile.broadcast %a_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %b_ld = tile.splat %ldb : i32 -> tensor<128xi32>
  %b_begins = arith.muli %range, %b_ld : tensor<128xi32>
  %b_begins_1 = tile.expand_dims %b_begins {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %b_begins_2 = tile.broadcast %b_begins_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %b_along_1 = tile.expand_dims %ks {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<128x128xi32>
  %b_base = tile.splat %b_first : !tile.ptr<f8E4M3FN> -> tensor<128x128x!tile.ptr<f8E4M3FN>>
  %b_ptrs_0 = tile.addptr %b_base, %b_offsets : tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128xi32>
  %b_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
  %b_columns_inside = tile.broadcast %b_inside_1 : tensor<1x128xi1> -> tensor<128x128xi1>
  %a_step = arith.constant dense<128> : tensor<128x128xi32>
  %b_step = arith.constant dense<128> : tensor<128x128xi32>
  %a_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %b_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %no_sum = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %a_end, %b_end, %at_end = scf.for %k_at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0, %at = %zero) -> (tensor<128x128xf32>, tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128x!tile.ptr<f8E4M3FN>>, i32) : i32 {
    %left = arith.subi %k, %k_at : i32
    %lefts = tile.splat %left : i32 -> tensor<128xi32>
    %k_inside = arith.cmpi slt, %ks, %lefts : tensor<128xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x128xi1> -> tensor<128x128xi1>
    %a_inside = arith.andi %a_rows_inside, %a_k : tensor<128x128xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<128x1xi1> -> tensor<128x128xi1>
    %b_inside = arith.andi %b_columns_inside, %b_k : tensor<128x128xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %a_scales = tile.call @scales_4(%a_scales_ptr, %row, %at, %tiles) : (!tile.ptr<i8>, i32, i32, i32) -> tensor<128x4xi8>
    %b_scales = tile.call @scales_4(%b_scales_ptr, %column, %at, %tiles) : (!tile.ptr<i8>, i32, i32, i32) -> tensor<128x4xi8>
    %more = tile.dot_scaled %a scale %a_scales, %b scale %b_scales, %so_far lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x128xf8E4M3FN>, tensor<128x4xi8> * tensor<128x128xf8E4M3FN>, tensor<128x4xi8> -> tensor<128x128xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128xi32>
    %at_next = arith.addi %at, %step : i32
    scf.yield %more, %a_next, %b_next, %at_next : tensor<128x128xf32>, tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128x!tile.ptr<f8E4M3FN>>, i32
  }
  tile.call @store(%c_ptr, %sum, %row, %column, %m, %n, %ldc) : (!tile.ptr<bf16>, tensor<128x128xf32>, i32, i32, i32, i32, i32) -> ()
  tile.return
}

tile.func public @matmul_mxfp4_mxfp4(
    %a_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %a_scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32 {tile.divisibility = 16 : i32},
    %lda: i32 {tile.divisibility = 16 : i32}, %ldb: i32 {tile.divisibility = 16 : i32}, %ldc: i32) {
  %id = tile.get_program_id x : i32
  %row, %column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %row_inside, %a_before = tile.call @rows(%row, %m, %lda) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %column_inside, %b_before = tile.call @rows(%column, %n, %ldb) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %zero = arith.constant 0 : i32
  %depth = arith.constant 128 : i32
  %step = arith.constant 2 : i32
  %four_blocks = arith.constant 64 : i32
  %last_of_four = arith.constant 63 : i32
  %k_up = arith.addi %k, %last_of_four : i32
  %tiles = arith.divui %k_up, %four_blocks : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ks = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %a_first = tile.addptr %a_ptr, %a_before : !tile.ptr<i8>, i64
  %b_first = tile.addptr %b_ptr, %b_before : !tile.ptr<i8>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<128xi32>
  %a_begins = arith.muli %range, %a_ld : tensor<128xi32>
  %a_begins_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<128x128xi32>
  %a_base = tile.splat %a_first : !tile.ptr<i8> -> tensor<128x128x!tile.ptr<i8>>
  %a_ptrs_0 = tile.addptr %a_base, %a_offsets : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
  %a_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %a_rows_inside = tile.broadcast %a_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %b_ld = tile.splat %ldb : i32 -> tensor<128xi32>
  %b_begins = arith.muli %range, %b_ld : tensor<128xi32>
  %b_begins_1 = tile.expand_dims %b_begins {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %b_begins_2 = tile.broadcast %b_begins_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %b_along_1 = tile.expand_dims %ks {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<128x128xi32>
  %b_base = tile.splat %b_first : !tile.ptr<i8> -> tensor<128x128x!tile.ptr<i8>>
  %b_ptrs_0 = tile.addptr %b_base, %b_offsets : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
  %b_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
  %b_columns_inside = tile.broadcast %b_inside_1 : tensor<1x128xi1> -> tensor<128x128xi1>
  %a_step = arith.constant dense<128> : tensor<128x128xi32>
  %b_step = arith.constant dense<128> : tensor<128x128xi32>
  %a_zeros = arith.constant dense<0> : tensor<128x128xi8>
  %b_zeros = arith.constant dense<0> : tensor<128x128xi8>
  %no_sum = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %a_end, %b_end, %at_end = scf.for %k_at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0, %at = %zero) -> (tensor<128x128xf32>, tensor<128x128x!tile.ptr<i8>>, tensor<128x128x!tile.ptr<i8>>, i32) : i32 {
    %left = arith.subi %k, %k_at : i32
    %lefts = tile.splat %left : i32 -> tensor<128xi32>
    %k_inside = arith.cmpi slt, %ks, %lefts : tensor<128xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x128xi1> -> tensor<128x128xi1>
    %a_inside = arith.andi %a_rows_inside, %a_k : tensor<128x128xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<128x128x!tile.ptr<i8>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<128x1xi1> -> tensor<128x128xi1>
    %b_inside = arith.andi %b_columns_inside, %b_k : tensor<128x128xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<128x128x!tile.ptr<i8>>
    %a_scales = tile.call @scales_8(%a_scales_ptr, %row, %at, %tiles) : (!tile.ptr<i8>, i32, i32, i32) -> tensor<128x8xi8>
    %b_scales = tile.call @scales_8(%b_scales_ptr, %column, %at, %tiles) : (!tile.ptr<i8>, i32, i32, i32) -> tensor<128x8xi8>
    %more = tile.dot_scaled %a scale %a_scales, %b scale %b_scales, %so_far lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x128xi8>, tensor<128x8xi8> * tensor<128x128xi8>, tensor<128x8xi8> -> tensor<128x128xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
    %at_next = arith.addi %at, %step : i32
    scf.yield %more, %a_next, %b_next, %at_next : tensor<128x128xf32>, tensor<128x128x!tile.ptr<i8>>, tensor<128x128x!tile.ptr<i8>>, i32
  }
  tile.call @store(%c_ptr, %sum, %row, %column, %m, %n, %ldc) : (!tile.ptr<bf16>, tensor<128x128xf32>, i32, i32, i32, i32, i32) -> ()
  tile.return
}

tile.func public @matmul_nvfp4(
    %a_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %a_scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %b_scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %a_global_ptr: !tile.ptr<f32>, %b_global_ptr: !tile.ptr<f32>,
    %c_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32 {tile.divisibility = 16 : i32},
    %lda: i32 {tile.divisibility = 16 : i32}, %ldb: i32 {tile.divisibility = 16 : i32}, %ldc: i32) {
  %id = tile.get_program_id x : i32
  %row, %column = tile.call @grouped_order(%id, %m, %n) : (i32, i32, i32) -> (i32, i32)
  %row_inside, %a_before = tile.call @rows(%row, %m, %lda) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %column_inside, %b_before = tile.call @rows(%column, %n, %ldb) : (i32, i32, i32) -> (tensor<128xi1>, i64)
  %zero = arith.constant 0 : i32
  %depth = arith.constant 128 : i32
  %step = arith.constant 4 : i32
  %four_blocks = arith.constant 32 : i32
  %last_of_four = arith.constant 31 : i32
  %k_up = arith.addi %k, %last_of_four : i32
  %tiles = arith.divui %k_up, %four_blocks : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ks = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %a_first = tile.addptr %a_ptr, %a_before : !tile.ptr<i8>, i64
  %b_first = tile.addptr %b_ptr, %b_before : !tile.ptr<i8>, i64
  %a_ld = tile.splat %lda : i32 -> tensor<128xi32>
  %a_begins = arith.muli %range, %a_ld : tensor<128xi32>
  %a_begins_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<128x128xi32>
  %a_base = tile.splat %a_first : !tile.ptr<i8> -> tensor<128x128x!tile.ptr<i8>>
  %a_ptrs_0 = tile.addptr %a_base, %a_offsets : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
  %a_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %a_rows_inside = tile.broadcast %a_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %b_ld = tile.splat %ldb : i32 -> tensor<128xi32>
  %b_begins = arith.muli %range, %b_ld : tensor<128xi32>
  %b_begins_1 = tile.expand_dims %b_begins {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %b_begins_2 = tile.broadcast %b_begins_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %b_along_1 = tile.expand_dims %ks {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %b_along = tile.broadcast %b_along_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<128x128xi32>
  %b_base = tile.splat %b_first : !tile.ptr<i8> -> tensor<128x128x!tile.ptr<i8>>
  %b_ptrs_0 = tile.addptr %b_base, %b_offsets : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
  %b_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
  %b_columns_inside = tile.broadcast %b_inside_1 : tensor<1x128xi1> -> tensor<128x128xi1>
  %a_step = arith.constant dense<128> : tensor<128x128xi32>
  %b_step = arith.constant dense<128> : tensor<128x128xi32>
  %a_zeros = arith.constant dense<0> : tensor<128x128xi8>
  %b_zeros = arith.constant dense<0> : tensor<128x128xi8>
  %no_sum = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %a_end, %b_end, %at_end = scf.for %k_at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_ptrs_0, %b_ptrs = %b_ptrs_0, %at = %zero) -> (tensor<128x128xf32>, tensor<128x128x!tile.ptr<i8>>, tensor<128x128x!tile.ptr<i8>>, i32) : i32 {
    %left = arith.subi %k, %k_at : i32
    %lefts = tile.splat %left : i32 -> tensor<128xi32>
    %k_inside = arith.cmpi slt, %ks, %lefts : tensor<128xi32>
    %a_k_1 = tile.expand_dims %k_inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %a_k = tile.broadcast %a_k_1 : tensor<1x128xi1> -> tensor<128x128xi1>
    %a_inside = arith.andi %a_rows_inside, %a_k : tensor<128x128xi1>
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<128x128x!tile.ptr<i8>>
    %b_k_1 = tile.expand_dims %k_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %b_k = tile.broadcast %b_k_1 : tensor<128x1xi1> -> tensor<128x128xi1>
    %b_inside = arith.andi %b_columns_inside, %b_k : tensor<128x128xi1>
    %b = tile.load %b_ptrs, %b_inside, %b_zeros : tensor<128x128x!tile.ptr<i8>>
    %a_scales = tile.call @scales_16(%a_scales_ptr, %row, %at, %tiles) : (!tile.ptr<f8E4M3FN>, i32, i32, i32) -> tensor<128x16xf8E4M3FN>
    %b_scales = tile.call @scales_16(%b_scales_ptr, %column, %at, %tiles) : (!tile.ptr<f8E4M3FN>, i32, i32, i32) -> tensor<128x16xf8E4M3FN>
    %more = tile.dot_scaled %a scale %a_scales, %b scale %b_scales, %so_far lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x128xi8>, tensor<128x16xf8E4M3FN> * tensor<128x128xi8>, tensor<128x16xf8E4M3FN> -> tensor<128x128xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<128x128x!tile.ptr<i8>>, tensor<128x128xi32>
    %at_next = arith.addi %at, %step : i32
    scf.yield %more, %a_next, %b_next, %at_next : tensor<128x128xf32>, tensor<128x128x!tile.ptr<i8>>, tensor<128x128x!tile.ptr<i8>>, i32
  }
  %one_f32 = arith.constant 1.0 : f32
  %a_global = tile.load %a_global_ptr : !tile.ptr<f32>
  %b_global = tile.load %b_global_ptr : !tile.ptr<f32>
  %a_factor = tile.precise_divf %one_f32, %a_global : f32
  %b_factor = tile.precise_divf %one_f32, %b_global : f32
  %a_factors = tile.splat %a_factor : f32 -> tensor<128x128xf32>
  %b_factors = tile.splat %b_factor : f32 -> tensor<128x128xf32>
  %sum_a = arith.mulf %sum, %a_factors : tensor<128x128xf32>
  %sum_ab = arith.mulf %sum_a, %b_factors : tensor<128x128xf32>
  tile.call @store(%c_ptr, %sum_ab, %row, %column, %m, %n, %ldc) : (!tile.ptr<bf16>, tensor<128x128xf32>, i32, i32, i32, i32, i32) -> ()
  tile.return
}

}
