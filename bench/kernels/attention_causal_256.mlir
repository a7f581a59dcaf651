// Attention with heads of 256, forward: as attention_causal.mlir says, in blocks of 64 keys. A
// block of 128 keys would need more registers than a thread has: the sums of o are 128 of
// them. The grid is (ceil(n / 128), heads).
//
//   q, o    n x heads x 256, aligned to 16 bytes
//   k, v    keys x heads x 256, likewise
//   lse     heads x n numbers of f32: the logarithm of the sum of exp(q k^T * s)
//   scale   s / ln 2, as powers of two are taken; greater than 0
//
//   @attention_causal_256  row i sees the keys 0 to i + keys - n
//   @attention_256         every query sees all keys
//
// A query that sees no key gets 0 in o, and -inf in lse. For sm_90a and sm_100a.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// 128 rows of 256 numbers, from `base` on, `pitch` apart.
tile.func private @rows_128x256(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<128x256x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<128xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x256xi32>
  %columns = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x256xi32> -> tensor<128x256xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<128x256xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<128x256x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x256x!tile.ptr<bf16>>, tensor<128x256xi32>
  tile.return %ptrs : tensor<128x256x!tile.ptr<bf16>>
}

// 64 rows of 256 numbers, from `base` on, `pitch` apart.
tile.func private @rows_64x256(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<64x256x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<64xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<64xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<64x1xi32> -> tensor<64x256xi32>
  %columns = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x256xi32> -> tensor<64x256xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<64x256xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<64x256x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<64x256x!tile.ptr<bf16>>, tensor<64x256xi32>
  tile.return %ptrs : tensor<64x256x!tile.ptr<bf16>>
}

// A block of scores, all of which are seen: its weights, the largest score of each row so far,
// the factor for the sums before, and the new sums of weights.
tile.func private @softmax_step_128x64(
    %scores: tensor<128x64xf32>, %scale: f32, %max: tensor<128xf32>, %sum: tensor<128xf32>) -> (tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<128x64xf32>) -> tensor<128xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<128xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<128xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<128xf32>
  %larger_2_1 = tile.expand_dims %larger {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %larger_2 = tile.broadcast %larger_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<128x64xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<128x64xf32>
  %d = arith.subf %scaled, %larger_2 : tensor<128x64xf32>
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
  %weights_bf16 = arith.truncf %weights : tensor<128x64xf32> to tensor<128x64xbf16>
  tile.return %weights_bf16, %larger, %shrink, %new : tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
}

// The same where scores may be -inf, even all of a row: exp2(-inf - 0) is 0, and not NaN.
tile.func private @softmax_step_masked_128x64(
    %scores: tensor<128x64xf32>, %scale: f32, %max: tensor<128xf32>, %sum: tensor<128xf32>) -> (tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<128x64xf32>) -> tensor<128xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<128xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<128xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<128xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128xf32>
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %is_seen = arith.cmpf ogt, %larger, %minus_inf : tensor<128xf32>
  %reference = arith.select %is_seen, %larger, %zeros : tensor<128xi1>, tensor<128xf32>
  %reference_2_1 = tile.expand_dims %reference {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %reference_2 = tile.broadcast %reference_2_1 : tensor<128x1xf32> -> tensor<128x64xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<128x64xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<128x64xf32>
  %d = arith.subf %scaled, %reference_2 : tensor<128x64xf32>
  %weights = math.exp2 %d fastmath<afn> : tensor<128x64xf32>
  %fall = arith.subf %max, %reference : tensor<128xf32>
  %shrink = math.exp2 %fall fastmath<afn> : tensor<128xf32>
  %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%row_sum_a: f32, %row_sum_b: f32):
    %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
    tile.reduce.return %row_sum_c : f32
  }) : (tensor<128x64xf32>) -> tensor<128xf32>
  %old = arith.mulf %sum, %shrink : tensor<128xf32>
  %new = arith.addf %old, %row_sum : tensor<128xf32>
  %weights_bf16 = arith.truncf %weights : tensor<128x64xf32> to tensor<128x64xbf16>
  tile.return %weights_bf16, %larger, %shrink, %new : tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
}

// The sums, made smaller where a larger score came, and the weighted rows of v.
tile.func private @add_values_64x256(
    %weights: tensor<128x64xbf16>, %v: tensor<64x256xbf16>, %shrink: tensor<128xf32>, %so_far: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %shrink_2 = tile.broadcast %shrink_2_1 : tensor<128x1xf32> -> tensor<128x256xf32>
  %shrunk = arith.mulf %so_far, %shrink_2 : tensor<128x256xf32>
  %more = tile.dot %weights, %v, %shrunk : tensor<128x64xbf16> * tensor<64x256xbf16> -> tensor<128x256xf32>
  tile.return %more : tensor<128x256xf32>
}

// The factor that makes weights of the sums, and the logarithm of the sum of all exponentials.
// A row without a key has 0 and -inf.
tile.func private @finish(%max: tensor<128xf32>, %sum: tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %ones = arith.constant dense<1.0> : tensor<128xf32>
  %is_empty = arith.cmpf oeq, %sum, %zeros : tensor<128xf32>
  %inverse = arith.divf %ones, %sum : tensor<128xf32>
  %factor = arith.select %is_empty, %zeros, %inverse : tensor<128xi1>, tensor<128xf32>
  %digits = math.log2 %sum fastmath<afn> : tensor<128xf32>
  %all = arith.addf %max, %digits : tensor<128xf32>
  %ln_2 = arith.constant dense<0.693147182> : tensor<128xf32>
  %lse = arith.mulf %all, %ln_2 : tensor<128xf32>
  tile.return %factor, %lse : tensor<128xf32>, tensor<128xf32>
}

// Row i of n sees the keys 0 to i + keys - n, or all of them.
tile.func private @attention(
    %q_ptr: !tile.ptr<bf16>, %k_ptr: !tile.ptr<bf16>, %v_ptr: !tile.ptr<bf16>, %o_ptr: !tile.ptr<bf16>, %lse_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %scale: f32, %is_causal: i1) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %height = arith.constant 128 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 256 : i32
  %row_0 = arith.muli %id, %height : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %row_64 = arith.extsi %row_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %row_start = arith.muli %row_64, %pitch_64 : i64
  %q_start = arith.addi %row_start, %head_64 : i64
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows_left = arith.subi %n, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<128xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<128xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<128x1xi1> -> tensor<128x256xi1>
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<bf16>, i64
  %q_ptrs = tile.call @rows_128x256(%q_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x256x!tile.ptr<bf16>>
  %q_zeros = arith.constant dense<0.0> : tensor<128x256xbf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<128x256x!tile.ptr<bf16>>
  %kv_zeros = arith.constant dense<0.0> : tensor<64x256xbf16>
  %no_scores = arith.constant dense<0.0> : tensor<128x64xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<128x64xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<128xf32>
  %no_total = arith.constant dense<0.0> : tensor<128xf32>
  %nothing = arith.constant dense<0.0> : tensor<128x256xf32>
  // All rows of the program see `seen` keys, so all see the blocks before `full`; the last row sees
  // the keys before `end`.
  %shift = arith.subi %keys, %n : i32
  %first_seen_causal = arith.addi %row_0, %shift : i32
  %last_key = arith.subi %keys, %one : i32
  %first_seen = arith.select %is_causal, %first_seen_causal, %last_key : i32
  %first_end = arith.addi %first_seen, %one : i32
  %seen = arith.maxsi %first_end, %zero : i32
  %blocks = arith.divui %seen, %width : i32
  %full = arith.muli %blocks, %width : i32
  %last_end = arith.addi %first_seen, %height : i32
  %end = arith.minsi %last_end, %keys : i32
  %max_1, %sum_1, %out_1 = scf.for %first = %zero to %full step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x256xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %start = arith.addi %first_start, %head_64 : i64
    %k_base = tile.addptr %k_ptr, %start : !tile.ptr<bf16>, i64
    %k_ptrs = tile.call @rows_64x256(%k_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x256x!tile.ptr<bf16>>
    %k = tile.load %k_ptrs : tensor<64x256x!tile.ptr<bf16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<64x256xbf16> -> tensor<256x64xbf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<128x256xbf16> * tensor<256x64xbf16> -> tensor<128x64xf32>
    %weights, %larger, %shrink, %new = tile.call @softmax_step_128x64(%scores, %scale, %max, %sum) : (tensor<128x64xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base = tile.addptr %v_ptr, %start : !tile.ptr<bf16>, i64
    %v_ptrs = tile.call @rows_64x256(%v_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x256x!tile.ptr<bf16>>
    %v = tile.load %v_ptrs : tensor<64x256x!tile.ptr<bf16>>
    %more = tile.call @add_values_64x256(%weights, %v, %shrink, %out) : (tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128xf32>, tensor<128x256xf32>) -> tensor<128x256xf32>
    scf.yield %larger, %new, %more : tensor<128xf32>, tensor<128xf32>, tensor<128x256xf32>
  } {tile.num_stages = 2 : i32}

  // Row i sees the keys up to `last_seen`.
  %first_seen_t = tile.splat %first_seen : i32 -> tensor<128xi32>
  %last_seen_causal = arith.addi %rows, %first_seen_t : tensor<128xi32>
  %last_seen = arith.select %is_causal, %last_seen_causal, %first_seen_t : tensor<128xi32>
  %last_seen_2_1 = tile.expand_dims %last_seen {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %last_seen_2 = tile.broadcast %last_seen_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %max_2, %sum_2, %out_2 = scf.for %first_e = %full to %end step %width iter_args(%max_e = %max_1, %sum_e = %sum_1, %out_e = %out_1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x256xf32>) : i32 {
    %first_64_e = arith.extsi %first_e : i32 to i64
    %first_start_e = arith.muli %first_64_e, %pitch_64 : i64
    %start_e = arith.addi %first_start_e, %head_64 : i64
    %left = arith.subi %keys, %first_e : i32
    %left_t = tile.splat %left : i32 -> tensor<64xi32>
    %inside = arith.cmpi slt, %columns, %left_t : tensor<64xi32>
    %kv_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %kv_inside = tile.broadcast %kv_inside_1 : tensor<64x1xi1> -> tensor<64x256xi1>
    %k_base_e = tile.addptr %k_ptr, %start_e : !tile.ptr<bf16>, i64
    %k_ptrs_e = tile.call @rows_64x256(%k_base_e, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x256x!tile.ptr<bf16>>
    %k_e = tile.load %k_ptrs_e, %kv_inside, %kv_zeros : tensor<64x256x!tile.ptr<bf16>>
    %k_turned_e = tile.trans %k_e {order = array<i32: 1, 0>} : tensor<64x256xbf16> -> tensor<256x64xbf16>
    %scores_e = tile.dot %q, %k_turned_e, %no_scores : tensor<128x256xbf16> * tensor<256x64xbf16> -> tensor<128x64xf32>
    %first_t = tile.splat %first_e : i32 -> tensor<64xi32>
    %numbers = arith.addi %columns, %first_t : tensor<64xi32>
    %numbers_2_1 = tile.expand_dims %numbers {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %numbers_2 = tile.broadcast %numbers_2_1 : tensor<1x64xi32> -> tensor<128x64xi32>
    %before = arith.cmpi sle, %numbers_2, %last_seen_2 : tensor<128x64xi32>
    %masked = arith.select %before, %scores_e, %minus_inf : tensor<128x64xi1>, tensor<128x64xf32>
    %weights_e, %larger_e, %shrink_e, %new_e = tile.call @softmax_step_masked_128x64(%masked, %scale, %max_e, %sum_e) : (tensor<128x64xf32>, f32, tensor<128xf32>, tensor<128xf32>) -> (tensor<128x64xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %v_base_e = tile.addptr %v_ptr, %start_e : !tile.ptr<bf16>, i64
    %v_ptrs_e = tile.call @rows_64x256(%v_base_e, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x256x!tile.ptr<bf16>>
    %v_e = tile.load %v_ptrs_e, %kv_inside, %kv_zeros : tensor<64x256x!tile.ptr<bf16>>
    %more_e = tile.call @add_values_64x256(%weights_e, %v_e, %shrink_e, %out_e) : (tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128xf32>, tensor<128x256xf32>) -> tensor<128x256xf32>
    scf.yield %larger_e, %new_e, %more_e : tensor<128xf32>, tensor<128xf32>, tensor<128x256xf32>
  } {tile.num_stages = 2 : i32}

  %factor, %lse = tile.call @finish(%max_2, %sum_2) : (tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>)
  %factor_2_1 = tile.expand_dims %factor {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %factor_2 = tile.broadcast %factor_2_1 : tensor<128x1xf32> -> tensor<128x256xf32>
  %result = arith.mulf %out_2, %factor_2 : tensor<128x256xf32>
  %o = arith.truncf %result : tensor<128x256xf32> to tensor<128x256xbf16>
  %o_base = tile.addptr %o_ptr, %q_start : !tile.ptr<bf16>, i64
  %o_ptrs = tile.call @rows_128x256(%o_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x256x!tile.ptr<bf16>>
  tile.store %o_ptrs, %o, %q_inside : tensor<128x256x!tile.ptr<bf16>>
  %n_64 = arith.extsi %n : i32 to i64
  %head_number = arith.extsi %head : i32 to i64
  %lse_head = arith.muli %head_number, %n_64 : i64
  %lse_start = arith.addi %lse_head, %row_64 : i64
  %lse_base = tile.addptr %lse_ptr, %lse_start : !tile.ptr<f32>, i64
  %lse_base_t = tile.splat %lse_base : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %lse_ptrs = tile.addptr %lse_base_t, %rows : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %lse_ptrs, %lse, %row_inside : tensor<128x!tile.ptr<f32>>
  tile.return
}

tile.func public @attention_causal_256(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %scale: f32) {
  %is_causal = arith.constant true
  tile.call @attention(%q_ptr, %k_ptr, %v_ptr, %o_ptr, %lse_ptr, %n, %keys, %heads, %scale, %is_causal) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, i32, i32, i32, f32, i1) -> ()
  tile.return
}

tile.func public @attention_256(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %n: i32, %keys: i32, %heads: i32, %scale: f32) {
  %is_causal = arith.constant false
  tile.call @attention(%q_ptr, %k_ptr, %v_ptr, %o_ptr, %lse_ptr, %n, %keys, %heads, %scale, %is_causal) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, i32, i32, i32, f32, i1) -> ()
  tile.return
}
}
