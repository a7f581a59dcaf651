// Attention with numbers of e4m3, forward: o = softmax(q k^T * s) v for each head of 128
// numbers; every query sees all keys. Products of e4m3 are twice as fast as those of bf16.
// A program makes 128 rows of o; the grid is (ceil(n / 128), heads).
//
//   q        n x heads x 128 numbers of e4m3, aligned to 16 bytes
//   k        keys x heads x 128, likewise
//   v        transposed, heads x 128 x ldv: keys lie next to each other, as products of 8
//            bits want it; ldv is a multiple of 16, and not less than keys
//   o        n x heads x 128 numbers of bf16
//   scale_q, scale_k, scale_v   heads numbers of f32 each: what q, k and v are multiples of
//   scale    s / ln 2, as powers of two are taken; greater than 0
//
// Weights are rounded to e4m3, too. They are made 256 times as large as they are, so that
// the largest one of a row is 256, and small ones keep three digits down to 2^-14 of it. The
// sum of weights is as many times as large.
//
// @attention_fp8 takes 128 keys at a time, for sm_90a and sm_100a; @attention_fp8_narrow 32,
// for sm_89 and sm_120a. @attention_fp8_interleaved is as @attention_fp8 for a v that has
// keys in another order: of each 16, place 4 t + 2 h + b has key 8 h + 2 t + b (t is 0 to 3,
// h and b are 0 or 1). That is the order in which threads have the weights, so that no byte
// moves between threads: 1.07 times as fast. Places of keys behind the last one, up to a
// multiple of 16, must be 0 there. Where the target has no instruction for products of e4m3, numbers
// become f16 first.
//
// Idea: Shah et al., "FlashAttention-3" (2024).

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// 128 rows of 128 numbers, from `base` on, `pitch` apart.
tile.func private @rows_128x128(%base: !tile.ptr<f8E4M3FN>, %pitch: i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<128xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<128x128xi32>
  %base_t = tile.splat %base : !tile.ptr<f8E4M3FN> -> tensor<128x128x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x128x!tile.ptr<f8E4M3FN>>, tensor<128x128xi32>
  tile.return %ptrs : tensor<128x128x!tile.ptr<f8E4M3FN>>
}

// 32 rows of 128 numbers, from `base` on, `pitch` apart.
tile.func private @rows_32x128(%base: !tile.ptr<f8E4M3FN>, %pitch: i32) -> tensor<32x128x!tile.ptr<f8E4M3FN>> {
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<32xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<32xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<32x1xi32> -> tensor<32x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<32x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<32x128xi32>
  %base_t = tile.splat %base : !tile.ptr<f8E4M3FN> -> tensor<32x128x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<32x128x!tile.ptr<f8E4M3FN>>, tensor<32x128xi32>
  tile.return %ptrs : tensor<32x128x!tile.ptr<f8E4M3FN>>
}

// 128 rows of 32 numbers, from `base` on, `pitch` apart.
tile.func private @rows_128x32(%base: !tile.ptr<f8E4M3FN>, %pitch: i32) -> tensor<128x32x!tile.ptr<f8E4M3FN>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<128xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x32xi32>
  %columns = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x32xi32> -> tensor<128x32xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<128x32xi32>
  %base_t = tile.splat %base : !tile.ptr<f8E4M3FN> -> tensor<128x32x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x32x!tile.ptr<f8E4M3FN>>, tensor<128x32xi32>
  tile.return %ptrs : tensor<128x32x!tile.ptr<f8E4M3FN>>
}

// 128 rows of 128 numbers of bf16, likewise.
tile.func private @results(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<128x128x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<128xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %columns_2_1 = tile.expand_dims %rows {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<128x128xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x128x!tile.ptr<bf16>>, tensor<128x128xi32>
  tile.return %ptrs : tensor<128x128x!tile.ptr<bf16>>
}

// A block of scores: its weights, 256 times as large, the largest score of each row so far,
// the factor for the sums before, and the new sums of weights.
tile.func private @softmax_step_128x128(
    %scores: tensor<128x128xf32>, %scale: f32, %max: tensor<128xf32>, %sum: tensor<128xf32>) -> (tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<128x128xf32>) -> tensor<128xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<128xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<128xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<128xf32>
  %base = arith.constant dense<8.0> : tensor<128xf32>
  %lower = arith.subf %larger, %base : tensor<128xf32>
  %lower_2_1 = tile.expand_dims %lower {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %lower_2 = tile.broadcast %lower_2_1 : tensor<128x1xf32> -> tensor<128x128xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<128x128xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<128x128xf32>
  %d = arith.subf %scaled, %lower_2 : tensor<128x128xf32>
  %weights = math.exp2 %d fastmath<afn> : tensor<128x128xf32>
  %fall = arith.subf %max, %larger : tensor<128xf32>
  %shrink = math.exp2 %fall fastmath<afn> : tensor<128xf32>
  %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%row_sum_a: f32, %row_sum_b: f32):
    %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
    tile.reduce.return %row_sum_c : f32
  }) : (tensor<128x128xf32>) -> tensor<128xf32>
  %old = arith.mulf %sum, %shrink : tensor<128xf32>
  %new = arith.addf %old, %row_sum : tensor<128xf32>
  %weights_f8 = tile.fp_to_fp %weights, rounding = rtne : tensor<128x128xf32> -> tensor<128x128xf8E4M3FN>
  tile.return %weights_f8, %larger, %shrink, %new : tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
}

// A block of scores: its weights, 256 times as large, the largest score of each row so far,
// the factor for the sums before, and the new sums of weights.
tile.func private @softmax_step_128x32(
    %scores: tensor<128x32xf32>, %scale: f32, %max: tensor<128xf32>, %sum: tensor<128xf32>) -> (tensor<128x32xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<128x32xf32>) -> tensor<128xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<128xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<128xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<128xf32>
  %base = arith.constant dense<8.0> : tensor<128xf32>
  %lower = arith.subf %larger, %base : tensor<128xf32>
  %lower_2_1 = tile.expand_dims %lower {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %lower_2 = tile.broadcast %lower_2_1 : tensor<128x1xf32> -> tensor<128x32xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<128x32xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<128x32xf32>
  %d = arith.subf %scaled, %lower_2 : tensor<128x32xf32>
  %weights = math.exp2 %d fastmath<afn> : tensor<128x32xf32>
  %fall = arith.subf %max, %larger : tensor<128xf32>
  %shrink = math.exp2 %fall fastmath<afn> : tensor<128xf32>
  %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%row_sum_a: f32, %row_sum_b: f32):
    %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
    tile.reduce.return %row_sum_c : f32
  }) : (tensor<128x32xf32>) -> tensor<128xf32>
  %old = arith.mulf %sum, %shrink : tensor<128xf32>
  %new = arith.addf %old, %row_sum : tensor<128xf32>
  %weights_f8 = tile.fp_to_fp %weights, rounding = rtne : tensor<128x32xf32> -> tensor<128x32xf8E4M3FN>
  tile.return %weights_f8, %larger, %shrink, %new : tensor<128x32xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
}

// The sums, made smaller where a larger score came, and the weighted rows of v.
tile.func private @add_values_128x128(
    %weights: tensor<128x128xf8E4M3FN>, %v: tensor<128x128xf8E4M3FN>, %shrink: tensor<128xf32>, %so_far: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %shrink_2 = tile.broadcast %shrink_2_1 : tensor<128x1xf32> -> tensor<128x128xf32>
  %shrunk = arith.mulf %so_far, %shrink_2 : tensor<128x128xf32>
  %more = tile.dot %weights, %v, %shrunk : tensor<128x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
  tile.return %more : tensor<128x128xf32>
}

// The sums, made smaller where a larger score came, and the weighted rows of v.
tile.func private @add_values_32x128(
    %weights: tensor<128x32xf8E4M3FN>, %v: tensor<32x128xf8E4M3FN>, %shrink: tensor<128xf32>, %so_far: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %shrink_2 = tile.broadcast %shrink_2_1 : tensor<128x1xf32> -> tensor<128x128xf32>
  %shrunk = arith.mulf %so_far, %shrink_2 : tensor<128x128xf32>
  %more = tile.dot %weights, %v, %shrunk : tensor<128x32xf8E4M3FN> * tensor<32x128xf8E4M3FN> -> tensor<128x128xf32>
  tile.return %more : tensor<128x128xf32>
}

// Weights in the order in which v has the keys. Interleaved, a thread has the weights of one
// row of the sums in the registers in which the product wants them.
tile.func private @order_as_v(%weights: tensor<128x128xf8E4M3FN>, %interleaved: i1) -> tensor<128x128xf8E4M3FN> {
  %ordered = scf.if %interleaved -> (tensor<128x128xf8E4M3FN>) {
    %parts = tile.reshape %weights : tensor<128x128xf8E4M3FN> -> tensor<128x8x2x4x2xf8E4M3FN>
    %turned = tile.trans %parts {order = array<i32: 0, 1, 3, 2, 4>} : tensor<128x8x2x4x2xf8E4M3FN> -> tensor<128x8x4x2x2xf8E4M3FN>
    %whole = tile.reshape %turned : tensor<128x8x4x2x2xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    scf.yield %whole : tensor<128x128xf8E4M3FN>
  } else {
    scf.yield %weights : tensor<128x128xf8E4M3FN>
  }
  tile.return %ordered : tensor<128x128xf8E4M3FN>
}

// What @attention_fp8 and @attention_fp8_interleaved do.
tile.func private @attention_128(
    %q_ptr: !tile.ptr<f8E4M3FN>, %k_ptr: !tile.ptr<f8E4M3FN>, %v_ptr: !tile.ptr<f8E4M3FN>, %o_ptr: !tile.ptr<bf16>,
    %scale_q_ptr: !tile.ptr<f32>, %scale_k_ptr: !tile.ptr<f32>, %scale_v_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %ldv: i32, %scale: f32, %interleaved: i1) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 128 : i32
  %depth = arith.constant 128 : i32
  %scale_qs = tile.addptr %scale_q_ptr, %head : !tile.ptr<f32>, i32
  %scale_q = tile.load %scale_qs : !tile.ptr<f32>
  %scale_ks = tile.addptr %scale_k_ptr, %head : !tile.ptr<f32>, i32
  %scale_k = tile.load %scale_ks : !tile.ptr<f32>
  %scale_vs = tile.addptr %scale_v_ptr, %head : !tile.ptr<f32>, i32
  %scale_v = tile.load %scale_vs : !tile.ptr<f32>
  %scale_qk = arith.mulf %scale_q, %scale_k : f32
  %factor = arith.mulf %scale_qk, %scale : f32
  %row_0 = arith.muli %id, %height : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %row_64 = arith.extsi %row_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %ldv_64 = arith.extsi %ldv : i32 to i64
  %row_start = arith.muli %row_64, %pitch_64 : i64
  %q_start = arith.addi %row_start, %head_64 : i64
  %v_head = arith.muli %head_64, %ldv_64 : i64
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f8E4M3FN>, i64
  %q_ptrs = tile.call @rows_128x128(%q_base, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
  %q_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
  %k_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %v_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %no_scores = arith.constant dense<0.0> : tensor<128x128xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128x128xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
  %no_total = arith.constant dense<0.0> : tensor<128xf32>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf32>

  // Interleaved, the last block of v may end behind the last key.
  %fifteen = arith.constant 15 : i32
  %sixteen = arith.constant 16 : i32
  %keys_up = arith.addi %keys, %fifteen : i32
  %groups = arith.divui %keys_up, %sixteen : i32
  %whole_groups = arith.muli %groups, %sixteen : i32
  %v_end = arith.select %interleaved, %whole_groups, %keys : i32

  // Whole blocks, then what is left.
  %blocks = arith.divui %keys, %width : i32
  %full = arith.muli %blocks, %width : i32
  %max_1, %sum_1, %out_1 = scf.for %first = %zero to %full step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %k_start = arith.addi %first_start, %head_64 : i64
    %v_start = arith.addi %v_head, %first_64 : i64
    %k_base = tile.addptr %k_ptr, %k_start : !tile.ptr<f8E4M3FN>, i64
    %k_ptrs = tile.call @rows_128x128(%k_base, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
    %k = tile.load %k_ptrs : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<128x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
    %weights, %larger, %shrink, %new = tile.call @softmax_step_128x128(%scores, %factor, %max, %sum) : (tensor<128x128xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base = tile.addptr %v_ptr, %v_start : !tile.ptr<f8E4M3FN>, i64
    %v_ptrs = tile.call @rows_128x128(%v_base, %ldv) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
    %v_lying = tile.load %v_ptrs : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %v = tile.trans %v_lying {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %ordered = tile.call @order_as_v(%weights, %interleaved) : (tensor<128x128xf8E4M3FN>, i1) -> tensor<128x128xf8E4M3FN>
    %more = tile.call @add_values_128x128(%ordered, %v, %shrink, %out) : (tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    scf.yield %larger, %new, %more : tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}
  %max_2, %sum_2, %out_2 = scf.for %first_e = %full to %keys step %width iter_args(%max_e = %max_1, %sum_e = %sum_1, %out_e = %out_1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>) : i32 {
    %first_64_e = arith.extsi %first_e : i32 to i64
    %first_start_e = arith.muli %first_64_e, %pitch_64 : i64
    %k_start_e = arith.addi %first_start_e, %head_64 : i64
    %v_start_e = arith.addi %v_head, %first_64_e : i64
    %left = arith.subi %keys, %first_e : i32
    %left_t = tile.splat %left : i32 -> tensor<128xi32>
    %inside = arith.cmpi slt, %rows, %left_t : tensor<128xi32>
    %k_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %k_inside = tile.broadcast %k_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
    %v_left = arith.subi %v_end, %first_e : i32
    %v_left_t = tile.splat %v_left : i32 -> tensor<128xi32>
    %v_in = arith.cmpi slt, %rows, %v_left_t : tensor<128xi32>
    %v_inside_1 = tile.expand_dims %v_in {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %v_inside = tile.broadcast %v_inside_1 : tensor<1x128xi1> -> tensor<128x128xi1>
    %k_base_e = tile.addptr %k_ptr, %k_start_e : !tile.ptr<f8E4M3FN>, i64
    %k_ptrs_e = tile.call @rows_128x128(%k_base_e, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
    %k_e = tile.load %k_ptrs_e, %k_inside, %k_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %k_turned_e = tile.trans %k_e {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %scores_e = tile.dot %q, %k_turned_e, %no_scores : tensor<128x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
    %seen_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<128xi1> -> tensor<1x128xi1>
    %seen = tile.broadcast %seen_1 : tensor<1x128xi1> -> tensor<128x128xi1>
    %masked = arith.select %seen, %scores_e, %minus_inf : tensor<128x128xi1>, tensor<128x128xf32>
    %weights_e, %larger_e, %shrink_e, %new_e = tile.call @softmax_step_128x128(%masked, %factor, %max_e, %sum_e) : (tensor<128x128xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base_e = tile.addptr %v_ptr, %v_start_e : !tile.ptr<f8E4M3FN>, i64
    %v_ptrs_e = tile.call @rows_128x128(%v_base_e, %ldv) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
    %v_lying_e = tile.load %v_ptrs_e, %v_inside, %v_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
    %v_e = tile.trans %v_lying_e {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %ordered_e = tile.call @order_as_v(%weights_e, %interleaved) : (tensor<128x128xf8E4M3FN>, i1) -> tensor<128x128xf8E4M3FN>
    %more_e = tile.call @add_values_128x128(%ordered_e, %v_e, %shrink_e, %out_e) : (tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    scf.yield %larger_e, %new_e, %more_e : tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}

  %scale_v_t = tile.splat %scale_v : f32 -> tensor<128xf32>
  %inverse = arith.divf %scale_v_t, %sum_2 : tensor<128xf32>
  %inverse_2_1 = tile.expand_dims %inverse {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %inverse_2 = tile.broadcast %inverse_2_1 : tensor<128x1xf32> -> tensor<128x128xf32>
  %result = arith.mulf %out_2, %inverse_2 : tensor<128x128xf32>
  %o = arith.truncf %result : tensor<128x128xf32> to tensor<128x128xbf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<bf16>, i64
  %o_ptrs = tile.call @results(%o_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %o_ptrs, %o, %q_inside : tensor<128x128x!tile.ptr<bf16>>
  tile.return
}

tile.func public @attention_fp8(
    %q_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %scale_q_ptr: !tile.ptr<f32>,
    %scale_k_ptr: !tile.ptr<f32>,
    %scale_v_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %ldv: i32 {tile.divisibility = 16 : i32}, %scale: f32) {
  %interleaved = arith.constant false
  tile.call @attention_128(%q_ptr, %k_ptr, %v_ptr, %o_ptr, %scale_q_ptr, %scale_k_ptr, %scale_v_ptr, %n, %keys, %heads, %ldv, %scale, %interleaved) : (!tile.ptr<f8E4M3FN>, !tile.ptr<f8E4M3FN>, !tile.ptr<f8E4M3FN>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i32, i32, i32, f32, i1) -> ()
  tile.return
}

tile.func public @attention_fp8_interleaved(
    %q_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %scale_q_ptr: !tile.ptr<f32>,
    %scale_k_ptr: !tile.ptr<f32>,
    %scale_v_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %ldv: i32 {tile.divisibility = 16 : i32}, %scale: f32) {
  %interleaved = arith.constant true
  tile.call @attention_128(%q_ptr, %k_ptr, %v_ptr, %o_ptr, %scale_q_ptr, %scale_k_ptr, %scale_v_ptr, %n, %keys, %heads, %ldv, %scale, %interleaved) : (!tile.ptr<f8E4M3FN>, !tile.ptr<f8E4M3FN>, !tile.ptr<f8E4M3FN>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i32, i32, i32, f32, i1) -> ()
  tile.return
}

tile.func public @attention_fp8_narrow(
    %q_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %scale_q_ptr: !tile.ptr<f32>,
    %scale_k_ptr: !tile.ptr<f32>,
    %scale_v_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %ldv: i32 {tile.divisibility = 16 : i32}, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 32 : i32
  %depth = arith.constant 128 : i32
  %scale_qs = tile.addptr %scale_q_ptr, %head : !tile.ptr<f32>, i32
  %scale_q = tile.load %scale_qs : !tile.ptr<f32>
  %scale_ks = tile.addptr %scale_k_ptr, %head : !tile.ptr<f32>, i32
  %scale_k = tile.load %scale_ks : !tile.ptr<f32>
  %scale_vs = tile.addptr %scale_v_ptr, %head : !tile.ptr<f32>, i32
  %scale_v = tile.load %scale_vs : !tile.ptr<f32>
  %scale_qk = arith.mulf %scale_q, %scale_k : f32
  %factor = arith.mulf %scale_qk, %scale : f32
  %row_0 = arith.muli %id, %height : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %row_64 = arith.extsi %row_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %ldv_64 = arith.extsi %ldv : i32 to i64
  %row_start = arith.muli %row_64, %pitch_64 : i64
  %q_start = arith.addi %row_start, %head_64 : i64
  %v_head = arith.muli %head_64, %ldv_64 : i64
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<f8E4M3FN>, i64
  %q_ptrs = tile.call @rows_128x128(%q_base, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x128x!tile.ptr<f8E4M3FN>>
  %q_zeros = arith.constant dense<0.0> : tensor<128x128xf8E4M3FN>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<128x128x!tile.ptr<f8E4M3FN>>
  %k_zeros = arith.constant dense<0.0> : tensor<32x128xf8E4M3FN>
  %v_zeros = arith.constant dense<0.0> : tensor<128x32xf8E4M3FN>
  %no_scores = arith.constant dense<0.0> : tensor<128x32xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128x32xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
  %no_total = arith.constant dense<0.0> : tensor<128xf32>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf32>

  // Whole blocks, then what is left.
  %blocks = arith.divui %keys, %width : i32
  %full = arith.muli %blocks, %width : i32
  %max_1, %sum_1, %out_1 = scf.for %first = %zero to %full step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %k_start = arith.addi %first_start, %head_64 : i64
    %v_start = arith.addi %v_head, %first_64 : i64
    %k_base = tile.addptr %k_ptr, %k_start : !tile.ptr<f8E4M3FN>, i64
    %k_ptrs = tile.call @rows_32x128(%k_base, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<32x128x!tile.ptr<f8E4M3FN>>
    %k = tile.load %k_ptrs : tensor<32x128x!tile.ptr<f8E4M3FN>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<32x128xf8E4M3FN> -> tensor<128x32xf8E4M3FN>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<128x128xf8E4M3FN> * tensor<128x32xf8E4M3FN> -> tensor<128x32xf32>
    %weights, %larger, %shrink, %new = tile.call @softmax_step_128x32(%scores, %factor, %max, %sum) : (tensor<128x32xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x32xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base = tile.addptr %v_ptr, %v_start : !tile.ptr<f8E4M3FN>, i64
    %v_ptrs = tile.call @rows_128x32(%v_base, %ldv) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x32x!tile.ptr<f8E4M3FN>>
    %v_lying = tile.load %v_ptrs : tensor<128x32x!tile.ptr<f8E4M3FN>>
    %v = tile.trans %v_lying {order = array<i32: 1, 0>} : tensor<128x32xf8E4M3FN> -> tensor<32x128xf8E4M3FN>
    %more = tile.call @add_values_32x128(%weights, %v, %shrink, %out) : (tensor<128x32xf8E4M3FN>, tensor<32x128xf8E4M3FN>, tensor<128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    scf.yield %larger, %new, %more : tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}
  %max_2, %sum_2, %out_2 = scf.for %first_e = %full to %keys step %width iter_args(%max_e = %max_1, %sum_e = %sum_1, %out_e = %out_1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>) : i32 {
    %first_64_e = arith.extsi %first_e : i32 to i64
    %first_start_e = arith.muli %first_64_e, %pitch_64 : i64
    %k_start_e = arith.addi %first_start_e, %head_64 : i64
    %v_start_e = arith.addi %v_head, %first_64_e : i64
    %left = arith.subi %keys, %first_e : i32
    %left_t = tile.splat %left : i32 -> tensor<32xi32>
    %inside = arith.cmpi slt, %columns, %left_t : tensor<32xi32>
    %k_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
    %k_inside = tile.broadcast %k_inside_1 : tensor<32x1xi1> -> tensor<32x128xi1>
    %v_inside_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
    %v_inside = tile.broadcast %v_inside_1 : tensor<1x32xi1> -> tensor<128x32xi1>
    %k_base_e = tile.addptr %k_ptr, %k_start_e : !tile.ptr<f8E4M3FN>, i64
    %k_ptrs_e = tile.call @rows_32x128(%k_base_e, %pitch) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<32x128x!tile.ptr<f8E4M3FN>>
    %k_e = tile.load %k_ptrs_e, %k_inside, %k_zeros : tensor<32x128x!tile.ptr<f8E4M3FN>>
    %k_turned_e = tile.trans %k_e {order = array<i32: 1, 0>} : tensor<32x128xf8E4M3FN> -> tensor<128x32xf8E4M3FN>
    %scores_e = tile.dot %q, %k_turned_e, %no_scores : tensor<128x128xf8E4M3FN> * tensor<128x32xf8E4M3FN> -> tensor<128x32xf32>
    %seen_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
    %seen = tile.broadcast %seen_1 : tensor<1x32xi1> -> tensor<128x32xi1>
    %masked = arith.select %seen, %scores_e, %minus_inf : tensor<128x32xi1>, tensor<128x32xf32>
    %weights_e, %larger_e, %shrink_e, %new_e = tile.call @softmax_step_128x32(%masked, %factor, %max_e, %sum_e) : (tensor<128x32xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x32xf8E4M3FN>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base_e = tile.addptr %v_ptr, %v_start_e : !tile.ptr<f8E4M3FN>, i64
    %v_ptrs_e = tile.call @rows_128x32(%v_base_e, %ldv) : (!tile.ptr<f8E4M3FN>, i32) -> tensor<128x32x!tile.ptr<f8E4M3FN>>
    %v_lying_e = tile.load %v_ptrs_e, %v_inside, %v_zeros : tensor<128x32x!tile.ptr<f8E4M3FN>>
    %v_e = tile.trans %v_lying_e {order = array<i32: 1, 0>} : tensor<128x32xf8E4M3FN> -> tensor<32x128xf8E4M3FN>
    %more_e = tile.call @add_values_32x128(%weights_e, %v_e, %shrink_e, %out_e) : (tensor<128x32xf8E4M3FN>, tensor<32x128xf8E4M3FN>, tensor<128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    scf.yield %larger_e, %new_e, %more_e : tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}

  %scale_v_t = tile.splat %scale_v : f32 -> tensor<128xf32>
  %inverse = arith.divf %scale_v_t, %sum_2 : tensor<128xf32>
  %inverse_2_1 = tile.expand_dims %inverse {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %inverse_2 = tile.broadcast %inverse_2_1 : tensor<128x1xf32> -> tensor<128x128xf32>
  %result = arith.mulf %out_2, %inverse_2 : tensor<128x128xf32>
  %o = arith.truncf %result : tensor<128x128xf32> to tensor<128x128xbf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<bf16>, i64
  %o_ptrs = tile.call @results(%o_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %o_ptrs, %o, %q_inside : tensor<128x128x!tile.ptr<bf16>>
  tile.return
}
}
