// Products of few rows with weights of 4 bits, as where a model makes one word at a time:
// c += a w for up to 16 rows, where a is m x k of f16, and w is k x n. A program multiplies
// 16 rows by 128 columns along `part` of k, and adds to c, which is of f32 and 0 before.
// The grid is n / 128 by k / part by ceil(m / 16). n, k and part are multiples of 128.
//
//   a              m x k of f16, aligned to 16 bytes
//   words          the weights, eight in a word of 32 bits, aligned to 16 bytes
//   scales         one per 128 weights along k: k / 128 x n of f16, aligned to 16 bytes
//   c              m x n of f32
//
// The words lie in the order in which the threads need them, so that nothing moves between
// threads: [k / 32][n / 128][2][8][4][4][2]. The five last numbers are the warp, then the
// row and the column of the lane in the warp (w is the left operand, transposed: lanes have
// 8 rows of 4), then the tile of 32 columns, then its half. Word [k32][n128][warp][g][t]
// [tile][half] has the weights of column 128 n128 + 32 tile + 16 warp + 8 half + g, and of
// rows 32 k32 + 8 t to 32 k32 + 8 t + 7. Weight e of a word is in its half byte
// e / 2 + 4 (e % 2), plus 8; w = (half byte - 8) * scale.
//
// What makes it fast: w is the left operand of the product. Its elements are computed, and
// go to any registers; a comes from memory as pairs that the instruction wants as they are.
// If a is the left operand, a fifth of the instructions are moves. Scales multiply the sum
// of 128 products, not each weight. Two warps make 128 columns, so that each number of a
// that they load serves many products.
//
// Four pairs of weights per word by inline PTX: a half byte in the low bits of 0x6400,
// which is 1024 in f16, is 1024 + the half byte; in the bits above, it counts 16 times, and
// one fma takes both away, exactly. Idea: Kim et al., "Who Says Elephants Can't Run" (2022).
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {
tile.func public @matmul_int4_16(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %word_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %scale_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32 {tile.divisibility = 128 : i32},
    %k: i32 {tile.divisibility = 128 : i32},
    %part: i32 {tile.divisibility = 128 : i32}) {
  %tile_column = tile.get_program_id x : i32
  %part_id = tile.get_program_id y : i32
  %tile_row = tile.get_program_id z : i32
  %width = arith.constant 128 : i32
  %depth = arith.constant 128 : i32
  %height = arith.constant 16 : i32
  %begin = arith.muli %part_id, %part : i32
  %end = arith.addi %begin, %part : i32
  %group = arith.divsi %begin, %depth : i32
  // The rows, columns and products of this program.
  %row_0 = arith.muli %tile_row, %height : i32
  %row_range = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %row_0_t = tile.splat %row_0 : i32 -> tensor<16xi32>
  %rows = arith.addi %row_0_t, %row_range : tensor<16xi32>
  %m_t = tile.splat %m : i32 -> tensor<16xi32>
  %row_inside = arith.cmpi slt, %rows, %m_t : tensor<16xi32>
  %column_0 = arith.muli %tile_column, %width : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // a + row * k + ks.
  %rows_upright = tile.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %rows_64 = arith.extsi %rows_upright : tensor<16x1xi32> to tensor<16x1xi64>
  %k_64 = arith.extsi %k : i32 to i64
  %k_t = tile.splat %k_64 : i64 -> tensor<16x1xi64>
  %a_begins = arith.muli %rows_64, %k_t : tensor<16x1xi64>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<16x1x!tile.ptr<f16>>
  %a_rows = tile.addptr %a_base, %a_begins : tensor<16x1x!tile.ptr<f16>>, tensor<16x1xi64>
  %a_rows_2 = tile.broadcast %a_rows : tensor<16x1x!tile.ptr<f16>> -> tensor<16x128x!tile.ptr<f16>>
  %begin_t = tile.splat %begin : i32 -> tensor<128xi32>
  %ks = arith.addi %begin_t, %range : tensor<128xi32>
  %ks_lying = tile.expand_dims %ks {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %ks_2 = tile.broadcast %ks_lying : tensor<1x128xi32> -> tensor<16x128xi32>
  %a_first = tile.addptr %a_rows_2, %ks_2 : tensor<16x128x!tile.ptr<f16>>, tensor<16x128xi32>
  %a_step = arith.constant dense<128> : tensor<16x128xi32>
  %row_inside_upright = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %a_inside = tile.broadcast %row_inside_upright : tensor<16x1xi1> -> tensor<16x128xi1>
  %a_zeros = arith.constant dense<0.0> : tensor<16x128xf16>
  // words + (k / 32) * 4 n + column * 4 + 0 to 511: a row of words is 32 deep.
  %four = arith.constant 4 : i32
  %word_pitch = arith.muli %n, %four : i32
  %word_pitch_64 = arith.extsi %word_pitch : i32 to i64
  %group_rows = arith.muli %group, %four : i32
  %group_rows_64 = arith.extsi %group_rows : i32 to i64
  %word_skip = arith.muli %group_rows_64, %word_pitch_64 : i64
  %word_base = tile.addptr %word_ptr, %word_skip : !tile.ptr<i32>, i64
  %column_words = arith.muli %column_0, %four : i32
  %word_start = tile.addptr %word_base, %column_words : !tile.ptr<i32>, i32
  %word_rows = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %word_rows_upright = tile.expand_dims %word_rows {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %word_pitch_t = tile.splat %word_pitch : i32 -> tensor<4x1xi32>
  %word_begins = arith.muli %word_rows_upright, %word_pitch_t : tensor<4x1xi32>
  %word_begins_2 = tile.broadcast %word_begins : tensor<4x1xi32> -> tensor<4x512xi32>
  %word_range = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %word_lying = tile.expand_dims %word_range {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %word_lying_2 = tile.broadcast %word_lying : tensor<1x512xi32> -> tensor<4x512xi32>
  %word_offsets = arith.addi %word_begins_2, %word_lying_2 : tensor<4x512xi32>
  %word_start_t = tile.splat %word_start : !tile.ptr<i32> -> tensor<4x512x!tile.ptr<i32>>
  %word_first = tile.addptr %word_start_t, %word_offsets : tensor<4x512x!tile.ptr<i32>>, tensor<4x512xi32>
  %sixteen = arith.constant 16 : i32
  %word_step_1 = arith.muli %n, %sixteen : i32
  %word_step = tile.splat %word_step_1 : i32 -> tensor<4x512xi32>
  // scales + (k / 128) * n + column.
  %group_64 = arith.extsi %group : i32 to i64
  %n_64 = arith.extsi %n : i32 to i64
  %scale_skip = arith.muli %group_64, %n_64 : i64
  %scale_row = tile.addptr %scale_ptr, %scale_skip : !tile.ptr<f16>, i64
  %scale_start = tile.addptr %scale_row, %column_0 : !tile.ptr<f16>, i32
  %scale_start_t = tile.splat %scale_start : !tile.ptr<f16> -> tensor<128x!tile.ptr<f16>>
  %scale_first = tile.addptr %scale_start_t, %range : tensor<128x!tile.ptr<f16>>, tensor<128xi32>
  %scale_step = tile.splat %n : i32 -> tensor<128xi32>
  // Scales wait in registers, one iteration ahead: a thread needs eight of them.
  %not_empty = arith.cmpi slt, %begin, %end : i32
  %not_empty_t = tile.splat %not_empty : i1 -> tensor<128xi1>
  %no_scales = arith.constant dense<0.0> : tensor<128xf16>
  %scales_first = tile.load %scale_first, %not_empty_t, %no_scales : tensor<128x!tile.ptr<f16>>
  %no_sum = arith.constant dense<0.0> : tensor<128x16xf32>
  %sum, %a_end, %word_end, %scale_end, %scales_end = scf.for %at = %begin to %end step %depth
      iter_args(%so_far = %no_sum, %a_ptrs = %a_first, %word_ptrs = %word_first, %scale_ptrs = %scale_first, %scales = %scales_first)
      -> (tensor<128x16xf32>, tensor<16x128x!tile.ptr<f16>>, tensor<4x512x!tile.ptr<i32>>, tensor<128x!tile.ptr<f16>>, tensor<128xf16>) : i32 {
    %a = tile.load %a_ptrs, %a_inside, %a_zeros : tensor<16x128x!tile.ptr<f16>>
    %loaded = tile.load %word_ptrs : tensor<4x512x!tile.ptr<i32>>
    %after = arith.addi %at, %depth : i32
    %is_more = arith.cmpi slt, %after, %end : i32
    %is_more_t = tile.splat %is_more : i1 -> tensor<128xi1>
    %scale_next = tile.addptr %scale_ptrs, %scale_step : tensor<128x!tile.ptr<f16>>, tensor<128xi32>
    %scales_next = tile.load %scale_next, %is_more_t, %no_scales : tensor<128x!tile.ptr<f16>>
    %words = tile.reshape %loaded : tensor<4x512xi32> -> tensor<4x2x8x4x4x2xi32>
    %e:8 = tile.elementwise_inline_asm "{\0A.reg .b32 high, t0, t1, t2, t3, low_zero, sixteenth, high_zero;\0Amov.b32 low_zero, 0x64086408;\0Amov.b32 sixteenth, 0x2c002c00;\0Amov.b32 high_zero, 0xd480d480;\0Ashr.b32 high, $8, 8;\0Alop3.b32 t0, $8, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 t1, $8, 0x00f000f0, 0x64006400, 0xea;\0Alop3.b32 t2, high, 0x000f000f, 0x64006400, 0xea;\0Alop3.b32 t3, high, 0x00f000f0, 0x64006400, 0xea;\0Asub.f16x2 t0, t0, low_zero;\0Afma.rn.f16x2 t1, t1, sixteenth, high_zero;\0Asub.f16x2 t2, t2, low_zero;\0Afma.rn.f16x2 t3, t3, sixteenth, high_zero;\0Amov.b32 {$0, $1}, t0;\0Amov.b32 {$2, $3}, t1;\0Amov.b32 {$4, $5}, t2;\0Amov.b32 {$6, $7}, t3;\0A}" {constraints = "=h,=h,=h,=h,=h,=h,=h,=h,r", packed_element = 1 : i32, pure = true} %words : tensor<4x2x8x4x4x2xi32> -> tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16>, tensor<4x2x8x4x4x2xf16> fallback (%word: i32) {
      %half_byte = arith.constant 15 : i32
      %eight = arith.constant 8 : i32
      %shift_0 = arith.constant 0 : i32
      %moved_0 = arith.shrui %word, %shift_0 : i32
      %bits_0 = arith.andi %moved_0, %half_byte : i32
      %value_0 = arith.subi %bits_0, %eight : i32
      %f16_0 = arith.sitofp %value_0 : i32 to f16
      %shift_1 = arith.constant 16 : i32
      %moved_1 = arith.shrui %word, %shift_1 : i32
      %bits_1 = arith.andi %moved_1, %half_byte : i32
      %value_1 = arith.subi %bits_1, %eight : i32
      %f16_1 = arith.sitofp %value_1 : i32 to f16
      %shift_2 = arith.constant 4 : i32
      %moved_2 = arith.shrui %word, %shift_2 : i32
      %bits_2 = arith.andi %moved_2, %half_byte : i32
      %value_2 = arith.subi %bits_2, %eight : i32
      %f16_2 = arith.sitofp %value_2 : i32 to f16
      %shift_3 = arith.constant 20 : i32
      %moved_3 = arith.shrui %word, %shift_3 : i32
      %bits_3 = arith.andi %moved_3, %half_byte : i32
      %value_3 = arith.subi %bits_3, %eight : i32
      %f16_3 = arith.sitofp %value_3 : i32 to f16
      %shift_4 = arith.constant 8 : i32
      %moved_4 = arith.shrui %word, %shift_4 : i32
      %bits_4 = arith.andi %moved_4, %half_byte : i32
      %value_4 = arith.subi %bits_4, %eight : i32
      %f16_4 = arith.sitofp %value_4 : i32 to f16
      %shift_5 = arith.constant 24 : i32
      %moved_5 = arith.shrui %word, %shift_5 : i32
      %bits_5 = arith.andi %moved_5, %half_byte : i32
      %value_5 = arith.subi %bits_5, %eight : i32
      %f16_5 = arith.sitofp %value_5 : i32 to f16
      %shift_6 = arith.constant 12 : i32
      %moved_6 = arith.shrui %word, %shift_6 : i32
      %bits_6 = arith.andi %moved_6, %half_byte : i32
      %value_6 = arith.subi %bits_6, %eight : i32
      %f16_6 = arith.sitofp %value_6 : i32 to f16
      %shift_7 = arith.constant 28 : i32
      %moved_7 = arith.shrui %word, %shift_7 : i32
      %bits_7 = arith.andi %moved_7, %half_byte : i32
      %value_7 = arith.subi %bits_7, %eight : i32
      %f16_7 = arith.sitofp %value_7 : i32 to f16
      tile.asm.return %f16_0, %f16_1, %f16_2, %f16_3, %f16_4, %f16_5, %f16_6, %f16_7 : f16, f16, f16, f16, f16, f16, f16, f16
    }
    %e01 = tile.join %e#0, %e#1 : tensor<4x2x8x4x4x2xf16> -> tensor<4x2x8x4x4x2x2xf16>
    %e23 = tile.join %e#2, %e#3 : tensor<4x2x8x4x4x2xf16> -> tensor<4x2x8x4x4x2x2xf16>
    %e0123 = tile.join %e01, %e23 : tensor<4x2x8x4x4x2x2xf16> -> tensor<4x2x8x4x4x2x2x2xf16>
    %e45 = tile.join %e#4, %e#5 : tensor<4x2x8x4x4x2xf16> -> tensor<4x2x8x4x4x2x2xf16>
    %e67 = tile.join %e#6, %e#7 : tensor<4x2x8x4x4x2xf16> -> tensor<4x2x8x4x4x2x2xf16>
    %e4567 = tile.join %e45, %e67 : tensor<4x2x8x4x4x2x2xf16> -> tensor<4x2x8x4x4x2x2x2xf16>
    %all = tile.join %e0123, %e4567 : tensor<4x2x8x4x4x2x2x2xf16> -> tensor<4x2x8x4x4x2x2x2x2xf16>
    // Columns: tile, warp, half, g. Rows: k32, t, and the three bits of e.
    %ordered = tile.trans %all {order = array<i32: 4, 1, 5, 2, 0, 3, 8, 7, 6>} : tensor<4x2x8x4x4x2x2x2x2xf16> -> tensor<4x2x2x8x4x4x2x2x2xf16>
    %weights = tile.reshape %ordered : tensor<4x2x2x8x4x4x2x2x2xf16> -> tensor<128x128xf16>
    %a_turned = tile.trans %a {order = array<i32: 1, 0>} : tensor<16x128xf16> -> tensor<128x16xf16>
    %products = tile.dot %weights, %a_turned, %no_sum : tensor<128x128xf16> * tensor<128x16xf16> -> tensor<128x16xf32>
    %scales_f32 = arith.extf %scales : tensor<128xf16> to tensor<128xf32>
    %scales_upright = tile.expand_dims %scales_f32 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %scales_2 = tile.broadcast %scales_upright : tensor<128x1xf32> -> tensor<128x16xf32>
    %scaled = arith.mulf %products, %scales_2 : tensor<128x16xf32>
    %more = arith.addf %so_far, %scaled : tensor<128x16xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<16x128x!tile.ptr<f16>>, tensor<16x128xi32>
    %word_next = tile.addptr %word_ptrs, %word_step : tensor<4x512x!tile.ptr<i32>>, tensor<4x512xi32>
    scf.yield %more, %a_next, %word_next, %scale_next, %scales_next : tensor<128x16xf32>, tensor<16x128x!tile.ptr<f16>>, tensor<4x512x!tile.ptr<i32>>, tensor<128x!tile.ptr<f16>>, tensor<128xf16>
  } {tile.num_stages = 2 : i32}
  // c + row * n + column, from the transposed sums.
  %rows_lying = tile.expand_dims %rows {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %rows_lying_64 = arith.extsi %rows_lying : tensor<1x16xi32> to tensor<1x16xi64>
  %n_t = tile.splat %n_64 : i64 -> tensor<1x16xi64>
  %c_begins = arith.muli %rows_lying_64, %n_t : tensor<1x16xi64>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<1x16x!tile.ptr<f32>>
  %c_rows = tile.addptr %c_base, %c_begins : tensor<1x16x!tile.ptr<f32>>, tensor<1x16xi64>
  %c_rows_2 = tile.broadcast %c_rows : tensor<1x16x!tile.ptr<f32>> -> tensor<128x16x!tile.ptr<f32>>
  %column_0_t = tile.splat %column_0 : i32 -> tensor<128xi32>
  %columns = arith.addi %column_0_t, %range : tensor<128xi32>
  %columns_upright = tile.expand_dims %columns {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %columns_2 = tile.broadcast %columns_upright : tensor<128x1xi32> -> tensor<128x16xi32>
  %c_ptrs = tile.addptr %c_rows_2, %columns_2 : tensor<128x16x!tile.ptr<f32>>, tensor<128x16xi32>
  %row_inside_lying = tile.expand_dims %row_inside {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
  %c_inside = tile.broadcast %row_inside_lying : tensor<1x16xi1> -> tensor<128x16xi1>
  %before = tile.atomic_rmw fadd, relaxed, gpu, %c_ptrs, %sum, %c_inside : (tensor<128x16x!tile.ptr<f32>>, tensor<128x16xf32>, tensor<128x16xi1>) -> tensor<128x16xf32>
  tile.return
}
}
