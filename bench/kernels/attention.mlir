// Attention: o = softmax(q k^T * s) v for each head, where q, k, v and o have n rows of 64
// numbers of f16, heads one after the other. @attention_causal looks in row i at the rows
// 0 to i of k and v only. A program makes 64 rows of o; the grid is (ceil(n / 64), heads).
//
//   scale  s / ln 2, as powers of two are taken; greater than 0
//
// A loop over blocks of 128 rows of k and v keeps for each row of o the largest score, the
// sum of the weights and the weighted sum of rows of v; where a larger score comes, it
// makes the sums smaller. Blocks that all rows see need no mask: they have a loop of their
// own. Weights are rounded to f16, sums are of f32.
//
// Idea: Dao et al., "FlashAttention" (2022); Milakov and Gimelshein, "Online normalizer
// calculation for softmax" (2018).

// 64 rows of 64 numbers, from `base` on.
tile.func private @rows_64(%base: !tile.ptr<f16>) -> tensor<64x64x!tile.ptr<f16>> {
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %depth = arith.constant dense<64> : tensor<64xi32>
  %begins = arith.muli %rows, %depth : tensor<64xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %along = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %along_2_1 = tile.expand_dims %along {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %along_2 = tile.broadcast %along_2_1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offsets = arith.addi %begins_2, %along_2 : tensor<64x64xi32>
  %base_t = tile.splat %base : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  tile.return %ptrs : tensor<64x64x!tile.ptr<f16>>
}

// 128 rows of 64 numbers, from `base` on.
tile.func private @rows_128(%base: !tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %depth = arith.constant dense<64> : tensor<128xi32>
  %begins = arith.muli %rows, %depth : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %along = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %along_2_1 = tile.expand_dims %along {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %along_2 = tile.broadcast %along_2_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %offsets = arith.addi %begins_2, %along_2 : tensor<128x64xi32>
  %base_t = tile.splat %base : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  tile.return %ptrs : tensor<128x64x!tile.ptr<f16>>
}

// A block of scores and of v: the largest score of each row so far, the new sums of weights
// and the new weighted sums.
tile.func private @add_block(
    %scores: tensor<64x128xf32>, %v: tensor<128x64xf16>, %scale: f32, %max: tensor<64xf32>, %sum: tensor<64xf32>, %so_far: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<64x128xf32>) -> tensor<64xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<64xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<64xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<64xf32>
  %larger_2_1 = tile.expand_dims %larger {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %larger_2 = tile.broadcast %larger_2_1 : tensor<64x1xf32> -> tensor<64x128xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<64x128xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<64x128xf32>
  %d = arith.subf %scaled, %larger_2 : tensor<64x128xf32>
  %weights = math.exp2 %d fastmath<afn> : tensor<64x128xf32>
  %fall = arith.subf %max, %larger : tensor<64xf32>
  %shrink = math.exp2 %fall fastmath<afn> : tensor<64xf32>
  %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%row_sum_a: f32, %row_sum_b: f32):
    %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
    tile.reduce.return %row_sum_c : f32
  }) : (tensor<64x128xf32>) -> tensor<64xf32>
  %old = arith.mulf %sum, %shrink : tensor<64xf32>
  %new = arith.addf %old, %row_sum : tensor<64xf32>
  %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %shrink_2 = tile.broadcast %shrink_2_1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %shrunk = arith.mulf %so_far, %shrink_2 : tensor<64x64xf32>
  %weights_f16 = arith.truncf %weights : tensor<64x128xf32> to tensor<64x128xf16>
  %more = tile.dot %weights_f16, %v, %shrunk : tensor<64x128xf16> * tensor<128x64xf16> -> tensor<64x64xf32>
  tile.return %larger, %new, %more : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
}

tile.func public @attention(
    %q_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %n: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %height = arith.constant 64 : i32
  %width = arith.constant 128 : i32
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
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<64xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f16>, i64
  %q_ptrs = tile.call @rows_64(%q_base) : (!tile.ptr<f16>) -> tensor<64x64x!tile.ptr<f16>>
  %q_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<64x64x!tile.ptr<f16>>
  %k_head = tile.addptr %k_ptr, %head_start : !tile.ptr<f16>, i64
  %v_head = tile.addptr %v_ptr, %head_start : !tile.ptr<f16>, i64
  %kv_zeros = arith.constant dense<0.0> : tensor<128x64xf16>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<64x128xf32>
  %no_scores = arith.constant dense<0.0> : tensor<64x128xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %no_total = arith.constant dense<0.0> : tensor<64xf32>
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>

  // Whole blocks, then what is left.
  %blocks = arith.divui %n, %width : i32
  %full = arith.muli %blocks, %width : i32
  %max_1, %sum_1, %out_1 = scf.for %first = %zero to %full step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %start = arith.muli %first_64, %depth : i64
    %k_base = tile.addptr %k_head, %start : !tile.ptr<f16>, i64
    %k_ptrs = tile.call @rows_128(%k_base) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %k = tile.load %k_ptrs : tensor<128x64x!tile.ptr<f16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %v_base = tile.addptr %v_head, %start : !tile.ptr<f16>, i64
    %v_ptrs = tile.call @rows_128(%v_base) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %v = tile.load %v_ptrs : tensor<128x64x!tile.ptr<f16>>
    %larger, %new, %more = tile.call @add_block(%scores, %v, %scale, %max, %sum, %out) : (tensor<64x128xf32>, tensor<128x64xf16>, f32, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>)
    scf.yield %larger, %new, %more : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  } {tile.num_stages = 2 : i32}
  %max_2, %sum_2, %out_2 = scf.for %first_e = %full to %n step %width iter_args(%max_e = %max_1, %sum_e = %sum_1, %out_e = %out_1) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %first_64_e = arith.extsi %first_e : i32 to i64
    %start_e = arith.muli %first_64_e, %depth : i64
    %left_e = arith.subi %n, %first_e : i32
    %left_t_e = tile.splat %left_e : i32 -> tensor<128xi32>
    %inside_e = arith.cmpi slt, %columns, %left_t_e : tensor<128xi32>
    %kv_inside_1_e = tile.expand_dims %inside_e {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %kv_inside_e = tile.broadcast %kv_inside_1_e : tensor<128x1xi1> -> tensor<128x64xi1>
    %k_base_e = tile.addptr %k_head, %start_e : !tile.ptr<f16>, i64
    %k_ptrs_e = tile.call @rows_128(%k_base_e) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %k_e = tile.load %k_ptrs_e, %kv_inside_e, %kv_zeros : tensor<128x64x!tile.ptr<f16>>
    %k_turned_e = tile.trans %k_e {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %scores_e = tile.dot %q, %k_turned_e, %no_scores : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %seen_1_e = tile.expand_dims %inside_e {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %seen_e = tile.broadcast %seen_1_e : tensor<1x128xi1> -> tensor<64x128xi1>
    %masked_e = arith.select %seen_e, %scores_e, %minus_inf : tensor<64x128xi1>, tensor<64x128xf32>
    %v_base_e = tile.addptr %v_head, %start_e : !tile.ptr<f16>, i64
    %v_ptrs_e = tile.call @rows_128(%v_base_e) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %v_e = tile.load %v_ptrs_e, %kv_inside_e, %kv_zeros : tensor<128x64x!tile.ptr<f16>>
    %larger_e, %new_e, %more_e = tile.call @add_block(%masked_e, %v_e, %scale, %max_e, %sum_e, %out_e) : (tensor<64x128xf32>, tensor<128x64xf16>, f32, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>)
    scf.yield %larger_e, %new_e, %more_e : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  } {tile.num_stages = 2 : i32}

  %sum_2_1 = tile.expand_dims %sum_2 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %sum_2_2 = tile.broadcast %sum_2_1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %result = arith.divf %out_2, %sum_2_2 : tensor<64x64xf32>
  %o = arith.truncf %result : tensor<64x64xf32> to tensor<64x64xf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<f16>, i64
  %o_ptrs = tile.call @rows_64(%o_base) : (!tile.ptr<f16>) -> tensor<64x64x!tile.ptr<f16>>
  tile.store %o_ptrs, %o, %q_inside : tensor<64x64x!tile.ptr<f16>>
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
  %height = arith.constant 64 : i32
  %width = arith.constant 128 : i32
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
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<64xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f16>, i64
  %q_ptrs = tile.call @rows_64(%q_base) : (!tile.ptr<f16>) -> tensor<64x64x!tile.ptr<f16>>
  %q_zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<64x64x!tile.ptr<f16>>
  %k_head = tile.addptr %k_ptr, %head_start : !tile.ptr<f16>, i64
  %v_head = tile.addptr %v_ptr, %head_start : !tile.ptr<f16>, i64
  %kv_zeros = arith.constant dense<0.0> : tensor<128x64xf16>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<64x128xf32>
  %no_scores = arith.constant dense<0.0> : tensor<64x128xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %no_total = arith.constant dense<0.0> : tensor<64xf32>
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>

  // All rows of the program see the blocks before `full`; the last row sees the rows before
  // `end`.
  %blocks = arith.divui %row_0, %width : i32
  %full = arith.muli %blocks, %width : i32
  %row_end = arith.addi %row_0, %height : i32
  %end = arith.minsi %row_end, %n : i32
  %max_1, %sum_1, %out_1 = scf.for %first = %zero to %full step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %start = arith.muli %first_64, %depth : i64
    %k_base = tile.addptr %k_head, %start : !tile.ptr<f16>, i64
    %k_ptrs = tile.call @rows_128(%k_base) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %k = tile.load %k_ptrs : tensor<128x64x!tile.ptr<f16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %v_base = tile.addptr %v_head, %start : !tile.ptr<f16>, i64
    %v_ptrs = tile.call @rows_128(%v_base) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %v = tile.load %v_ptrs : tensor<128x64x!tile.ptr<f16>>
    %larger, %new, %more = tile.call @add_block(%scores, %v, %scale, %max, %sum, %out) : (tensor<64x128xf32>, tensor<128x64xf16>, f32, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>)
    scf.yield %larger, %new, %more : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  } {tile.num_stages = 2 : i32}

  // Row i sees the rows up to i.
  %row_0_t = tile.splat %row_0 : i32 -> tensor<64xi32>
  %row_numbers = arith.addi %rows, %row_0_t : tensor<64xi32>
  %row_numbers_2_1 = tile.expand_dims %row_numbers {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %row_numbers_2 = tile.broadcast %row_numbers_2_1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %max_2, %sum_2, %out_2 = scf.for %first_e = %full to %end step %width iter_args(%max_e = %max_1, %sum_e = %sum_1, %out_e = %out_1) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %first_64_e = arith.extsi %first_e : i32 to i64
    %start_e = arith.muli %first_64_e, %depth : i64
    %left_e = arith.subi %n, %first_e : i32
    %left_t_e = tile.splat %left_e : i32 -> tensor<128xi32>
    %inside_e = arith.cmpi slt, %columns, %left_t_e : tensor<128xi32>
    %kv_inside_1_e = tile.expand_dims %inside_e {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %kv_inside_e = tile.broadcast %kv_inside_1_e : tensor<128x1xi1> -> tensor<128x64xi1>
    %k_base_e = tile.addptr %k_head, %start_e : !tile.ptr<f16>, i64
    %k_ptrs_e = tile.call @rows_128(%k_base_e) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %k_e = tile.load %k_ptrs_e, %kv_inside_e, %kv_zeros : tensor<128x64x!tile.ptr<f16>>
    %k_turned_e = tile.trans %k_e {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %scores_e = tile.dot %q, %k_turned_e, %no_scores : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %first_t_e = tile.splat %first_e : i32 -> tensor<128xi32>
    %numbers_e = arith.addi %columns, %first_t_e : tensor<128xi32>
    %numbers_2_1_e = tile.expand_dims %numbers_e {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %numbers_2_e = tile.broadcast %numbers_2_1_e : tensor<1x128xi32> -> tensor<64x128xi32>
    %seen_e = arith.cmpi sle, %numbers_2_e, %row_numbers_2 : tensor<64x128xi32>
    %masked_e = arith.select %seen_e, %scores_e, %minus_inf : tensor<64x128xi1>, tensor<64x128xf32>
    %v_base_e = tile.addptr %v_head, %start_e : !tile.ptr<f16>, i64
    %v_ptrs_e = tile.call @rows_128(%v_base_e) : (!tile.ptr<f16>) -> tensor<128x64x!tile.ptr<f16>>
    %v_e = tile.load %v_ptrs_e, %kv_inside_e, %kv_zeros : tensor<128x64x!tile.ptr<f16>>
    %larger_e, %new_e, %more_e = tile.call @add_block(%masked_e, %v_e, %scale, %max_e, %sum_e, %out_e) : (tensor<64x128xf32>, tensor<128x64xf16>, f32, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>)
    scf.yield %larger_e, %new_e, %more_e : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  } {tile.num_stages = 2 : i32}

  %sum_2_1 = tile.expand_dims %sum_2 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %sum_2_2 = tile.broadcast %sum_2_1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %result = arith.divf %out_2, %sum_2_2 : tensor<64x64xf32>
  %o = arith.truncf %result : tensor<64x64xf32> to tensor<64x64xf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<f16>, i64
  %o_ptrs = tile.call @rows_64(%o_base) : (!tile.ptr<f16>) -> tensor<64x64x!tile.ptr<f16>>
  tile.store %o_ptrs, %o, %q_inside : tensor<64x64x!tile.ptr<f16>>
  tile.return
}
