// Attention: o = softmax(q k^T * s) v for each head, where q, k, v and o have n rows of 64
// numbers of f16, heads one behind the other. @attention_causal looks in row i at the rows
// 0 to i of k and v only. A program makes 128 rows of o; the grid is (ceil(n / 128),
// heads).
//
//   scale  s / ln 2, as powers of two are taken
//
// A loop over tiles of 64 rows of k and v keeps for each row of o the largest score, the
// sum of the weights and the weighted sum of rows of v; where a larger score comes, it
// makes the sums smaller. Weights are rounded to f16, sums are of f32.
//
// Idea: Dao et al., "FlashAttention" (2022); Milakov and Gimelshein, "Online normalizer
// calculation for softmax" (2018).

tile.func public @attention(
    %q_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %n: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 64 : i64
  %zero = arith.constant 0 : i32
  %row_0 = arith.muli %id, %height : i32
  %head_64 = arith.extsi %head : i32 to i64
  %n_64 = arith.extsi %n : i32 to i64
  %row_64 = arith.extsi %row_0 : i32 to i64
  %head_rows = arith.muli %head_64, %n_64 : i64
  %head_start = arith.muli %head_rows, %depth : i64
  %row_start = arith.muli %row_64, %depth : i64
  %q_start = arith.addi %head_start, %row_start : i64
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ds = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %q_d = arith.constant dense<64> : tensor<128xi32>
  %q_begins = arith.muli %rows, %q_d : tensor<128xi32>
  %q_begins_2_1 = tile.expand_dims %q_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %q_begins_2 = tile.broadcast %q_begins_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %q_along_1 = tile.expand_dims %ds {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %q_along = tile.broadcast %q_along_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %q_offsets = arith.addi %q_begins_2, %q_along : tensor<128x64xi32>
  %kv_d = arith.constant dense<64> : tensor<64xi32>
  %kv_begins = arith.muli %columns, %kv_d : tensor<64xi32>
  %kv_begins_2_1 = tile.expand_dims %kv_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %kv_begins_2 = tile.broadcast %kv_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %kv_along_1 = tile.expand_dims %ds {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %kv_along = tile.broadcast %kv_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %kv_offsets = arith.addi %kv_begins_2, %kv_along : tensor<64x64xi32>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f16>, i64
  %q_ptrs_t = tile.splat %q_base : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %q_ptrs = tile.addptr %q_ptrs_t, %q_offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %q_zeros = arith.constant dense<0.0> : tensor<128x64xf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<128x64x!tile.ptr<f16>>
  %k_base = tile.addptr %k_ptr, %head_start : !tile.ptr<f16>, i64
  %k_ptrs_0_t = tile.splat %k_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %k_ptrs_0 = tile.addptr %k_ptrs_0_t, %kv_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %v_base = tile.addptr %v_ptr, %head_start : !tile.ptr<f16>, i64
  %v_ptrs_0_t = tile.splat %v_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %v_ptrs_0 = tile.addptr %v_ptrs_0_t, %kv_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %kv_step = arith.constant dense<4096> : tensor<64x64xi32>
  %kv_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %scale_t = tile.splat %scale : f32 -> tensor<128x64xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128x64xf32>
  %no_scores = arith.constant dense<0.0> : tensor<128x64xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
  %no_total = arith.constant dense<0.0> : tensor<128xf32>
  %nothing = arith.constant dense<0.0> : tensor<128x64xf32>
  %largest, %total, %sums, %k_end, %v_end = scf.for %first = %zero to %n step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing, %k_ptrs = %k_ptrs_0, %v_ptrs = %v_ptrs_0) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %left = arith.subi %n, %first : i32
    %left_t = tile.splat %left : i32 -> tensor<64xi32>
    %inside = arith.cmpi slt, %columns, %left_t : tensor<64xi32>
    %kv_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %kv_inside = tile.broadcast %kv_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<64x64x!tile.ptr<f16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %scaled = arith.mulf %scores, %scale_t : tensor<128x64xf32>
    %seen_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %seen = tile.broadcast %seen_1 : tensor<1x64xi1> -> tensor<128x64xi1>
    %masked = arith.select %seen, %scaled, %minus_inf : tensor<128x64xi1>, tensor<128x64xf32>
    %row_max = "tile.reduce"(%masked) <{axis = 1 : i32}> ({
    ^bb0(%row_max_a: f32, %row_max_b: f32):
      %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
      tile.reduce.return %row_max_c : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %larger = arith.maxnumf %max, %row_max : tensor<128xf32>
    %larger_2_1 = tile.expand_dims %larger {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %larger_2 = tile.broadcast %larger_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
    %d = arith.subf %masked, %larger_2 : tensor<128x64xf32>
    %weights = math.exp2 %d fastmath<afn> : tensor<128x64xf32>
    %fall = arith.subf %max, %larger : tensor<128xf32>
    %shrink = math.exp2 %fall fastmath<afn> : tensor<128xf32>
    %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
    ^bb0(%row_sum_a: f32, %row_sum_b: f32):
      %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
      tile.reduce.return %row_sum_c : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %old = arith.mulf %sum, %shrink : tensor<128xf32>
    %new = arith.addf %old, %row_sum : tensor<128xf32>
    %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %shrink_2 = tile.broadcast %shrink_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
    %shrunk = arith.mulf %out, %shrink_2 : tensor<128x64xf32>
    %weights_f16 = arith.truncf %weights : tensor<128x64xf32> to tensor<128x64xf16>
    %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<64x64x!tile.ptr<f16>>
    %more = tile.dot %weights_f16, %v, %shrunk : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %k_next = tile.addptr %k_ptrs, %kv_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %v_next = tile.addptr %v_ptrs, %kv_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %larger, %new, %more, %k_next, %v_next : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>
  }
  %total_2_1 = tile.expand_dims %total {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %total_2 = tile.broadcast %total_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
  %result = arith.divf %sums, %total_2 : tensor<128x64xf32>
  %o = arith.truncf %result : tensor<128x64xf32> to tensor<128x64xf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<f16>, i64
  %o_ptrs_t = tile.splat %o_base : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %o_ptrs = tile.addptr %o_ptrs_t, %q_offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  tile.store %o_ptrs, %o, %q_inside : tensor<128x64x!tile.ptr<f16>>
  tile.return
}

tile.func public @attention_causal(
    %q_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %n: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 64 : i64
  %zero = arith.constant 0 : i32
  %row_0 = arith.muli %id, %height : i32
  %head_64 = arith.extsi %head : i32 to i64
  %n_64 = arith.extsi %n : i32 to i64
  %row_64 = arith.extsi %row_0 : i32 to i64
  %head_rows = arith.muli %head_64, %n_64 : i64
  %head_start = arith.muli %head_rows, %depth : i64
  %row_start = arith.muli %row_64, %depth : i64
  %q_start = arith.addi %head_start, %row_start : i64
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ds = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %q_d = arith.constant dense<64> : tensor<128xi32>
  %q_begins = arith.muli %rows, %q_d : tensor<128xi32>
  %q_begins_2_1 = tile.expand_dims %q_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %q_begins_2 = tile.broadcast %q_begins_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %q_along_1 = tile.expand_dims %ds {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %q_along = tile.broadcast %q_along_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %q_offsets = arith.addi %q_begins_2, %q_along : tensor<128x64xi32>
  %kv_d = arith.constant dense<64> : tensor<64xi32>
  %kv_begins = arith.muli %columns, %kv_d : tensor<64xi32>
  %kv_begins_2_1 = tile.expand_dims %kv_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %kv_begins_2 = tile.broadcast %kv_begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %kv_along_1 = tile.expand_dims %ds {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %kv_along = tile.broadcast %kv_along_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %kv_offsets = arith.addi %kv_begins_2, %kv_along : tensor<64x64xi32>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f16>, i64
  %q_ptrs_t = tile.splat %q_base : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %q_ptrs = tile.addptr %q_ptrs_t, %q_offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %q_zeros = arith.constant dense<0.0> : tensor<128x64xf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<128x64x!tile.ptr<f16>>
  %k_base = tile.addptr %k_ptr, %head_start : !tile.ptr<f16>, i64
  %k_ptrs_0_t = tile.splat %k_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %k_ptrs_0 = tile.addptr %k_ptrs_0_t, %kv_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %v_base = tile.addptr %v_ptr, %head_start : !tile.ptr<f16>, i64
  %v_ptrs_0_t = tile.splat %v_base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %v_ptrs_0 = tile.addptr %v_ptrs_0_t, %kv_offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %kv_step = arith.constant dense<4096> : tensor<64x64xi32>
  %kv_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %scale_t = tile.splat %scale : f32 -> tensor<128x64xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128x64xf32>
  %no_scores = arith.constant dense<0.0> : tensor<128x64xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
  %no_total = arith.constant dense<0.0> : tensor<128xf32>
  %nothing = arith.constant dense<0.0> : tensor<128x64xf32>
  %row_end = arith.addi %row_0, %height : i32
  %end = arith.minsi %row_end, %n : i32
  %row_0_t = tile.splat %row_0 : i32 -> tensor<128xi32>
  %row_numbers = arith.addi %rows, %row_0_t : tensor<128xi32>
  %row_numbers_2_1 = tile.expand_dims %row_numbers {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %row_numbers_2 = tile.broadcast %row_numbers_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %largest, %total, %sums, %k_end, %v_end = scf.for %first = %zero to %end step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing, %k_ptrs = %k_ptrs_0, %v_ptrs = %v_ptrs_0) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %left = arith.subi %n, %first : i32
    %left_t = tile.splat %left : i32 -> tensor<64xi32>
    %inside = arith.cmpi slt, %columns, %left_t : tensor<64xi32>
    %kv_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %kv_inside = tile.broadcast %kv_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
    %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<64x64x!tile.ptr<f16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %scaled = arith.mulf %scores, %scale_t : tensor<128x64xf32>
    %within_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %within = tile.broadcast %within_1 : tensor<1x64xi1> -> tensor<128x64xi1>
    %first_t = tile.splat %first : i32 -> tensor<64xi32>
    %column_numbers = arith.addi %columns, %first_t : tensor<64xi32>
    %column_numbers_2_1 = tile.expand_dims %column_numbers {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %column_numbers_2 = tile.broadcast %column_numbers_2_1 : tensor<1x64xi32> -> tensor<128x64xi32>
    %before = arith.cmpi sle, %column_numbers_2, %row_numbers_2 : tensor<128x64xi32>
    %seen = arith.andi %within, %before : tensor<128x64xi1>
    %masked = arith.select %seen, %scaled, %minus_inf : tensor<128x64xi1>, tensor<128x64xf32>
    %row_max = "tile.reduce"(%masked) <{axis = 1 : i32}> ({
    ^bb0(%row_max_a: f32, %row_max_b: f32):
      %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
      tile.reduce.return %row_max_c : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %larger = arith.maxnumf %max, %row_max : tensor<128xf32>
    %larger_2_1 = tile.expand_dims %larger {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %larger_2 = tile.broadcast %larger_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
    %d = arith.subf %masked, %larger_2 : tensor<128x64xf32>
    %weights = math.exp2 %d fastmath<afn> : tensor<128x64xf32>
    %fall = arith.subf %max, %larger : tensor<128xf32>
    %shrink = math.exp2 %fall fastmath<afn> : tensor<128xf32>
    %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
    ^bb0(%row_sum_a: f32, %row_sum_b: f32):
      %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
      tile.reduce.return %row_sum_c : f32
    }) : (tensor<128x64xf32>) -> tensor<128xf32>
    %old = arith.mulf %sum, %shrink : tensor<128xf32>
    %new = arith.addf %old, %row_sum : tensor<128xf32>
    %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %shrink_2 = tile.broadcast %shrink_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
    %shrunk = arith.mulf %out, %shrink_2 : tensor<128x64xf32>
    %weights_f16 = arith.truncf %weights : tensor<128x64xf32> to tensor<128x64xf16>
    %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<64x64x!tile.ptr<f16>>
    %more = tile.dot %weights_f16, %v, %shrunk : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %k_next = tile.addptr %k_ptrs, %kv_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    %v_next = tile.addptr %v_ptrs, %kv_step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %larger, %new, %more, %k_next, %v_next : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>
  }
  %total_2_1 = tile.expand_dims %total {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %total_2 = tile.broadcast %total_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
  %result = arith.divf %sums, %total_2 : tensor<128x64xf32>
  %o = arith.truncf %result : tensor<128x64xf32> to tensor<128x64xf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<f16>, i64
  %o_ptrs_t = tile.splat %o_base : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %o_ptrs = tile.addptr %o_ptrs_t, %q_offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  tile.store %o_ptrs, %o, %q_inside : tensor<128x64x!tile.ptr<f16>>
  tile.return
}
