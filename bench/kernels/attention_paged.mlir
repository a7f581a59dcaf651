// Attention of one query of each sequence, with keys and values in pages: o = softmax(q k^T *
// s) v. `group` heads of q share a head of k and v, and are the rows of one tile: 16 rows, of
// which `group` are used. A sequence is split between programs, each of which makes a result
// of its keys alone; @attention_combine adds these up, weighted by their sums of exponentials.
// The grid of @attention_paged is (sequences, kv_heads, splits), that of @attention_combine
// (sequences * heads).
//
//   q, o      sequences x heads x 128 numbers of bf16, aligned to 16 bytes
//   k, v      pages x 16 x kv_heads x 128, likewise; group = heads / kv_heads, 16 at most
//   table     sequences x table_pitch numbers of i32: the pages of each sequence
//   lengths   sequences numbers of i32: how many keys each has
//   parts     sequences x heads x splits x 128 numbers of f32
//   lses      sequences x heads x splits numbers of f32: logarithms of sums of exponentials
//   lse       sequences x heads numbers of f32, likewise
//   scale     s / ln 2, as powers of two are taken
//
// There are 1 to 32 splits. A split without keys gets 0 in parts and -inf in lses, and so does
// a sequence without keys in o and lse.
//
// Idea: Kwon et al., "Efficient memory management for large language model serving with
// PagedAttention" (2023); Dao et al., "Flash-decoding" (2023).

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// The 64 rows of 128 numbers that are at `places`, in a cache with `pitch` numbers from one place to the next.
tile.func private @cached(%base: !tile.ptr<bf16>, %places: tensor<64xi64>, %pitch: i64) -> tensor<64x128x!tile.ptr<bf16>> {
  %pitch_t = tile.splat %pitch : i64 -> tensor<64xi64>
  %begins = arith.muli %places, %pitch_t : tensor<64xi64>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<64x!tile.ptr<bf16>>
  %rows = tile.addptr %base_t, %begins : tensor<64x!tile.ptr<bf16>>, tensor<64xi64>
  %rows_2_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<64x!tile.ptr<bf16>> -> tensor<64x1x!tile.ptr<bf16>>
  %rows_2 = tile.broadcast %rows_2_1 : tensor<64x1x!tile.ptr<bf16>> -> tensor<64x128x!tile.ptr<bf16>>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %ptrs = tile.addptr %rows_2, %columns_2 : tensor<64x128x!tile.ptr<bf16>>, tensor<64x128xi32>
  tile.return %ptrs : tensor<64x128x!tile.ptr<bf16>>
}

// A block of scores: its weights, the largest score of each row so far, the factor for the sums
// before, and the new sums of weights. All scores of a row may be -inf: exp2(-inf - 0) is 0.
tile.func private @softmax_step_masked_16x64(
    %scores: tensor<16x64xf32>, %scale: f32, %max: tensor<16xf32>, %sum: tensor<16xf32>) -> (tensor<16x64xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %row_max = "tile.reduce"(%scores) <{axis = 1 : i32}> ({
  ^bb0(%row_max_a: f32, %row_max_b: f32):
    %row_max_c = arith.maxnumf %row_max_a, %row_max_b : f32
    tile.reduce.return %row_max_c : f32
  }) : (tensor<16x64xf32>) -> tensor<16xf32>
  %scale_rows = tile.splat %scale : f32 -> tensor<16xf32>
  %scaled_max = arith.mulf %row_max, %scale_rows : tensor<16xf32>
  %larger = arith.maxnumf %max, %scaled_max : tensor<16xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<16xf32>
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %is_seen = arith.cmpf ogt, %larger, %minus_inf : tensor<16xf32>
  %reference = arith.select %is_seen, %larger, %zeros : tensor<16xi1>, tensor<16xf32>
  %reference_2_1 = tile.expand_dims %reference {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %reference_2 = tile.broadcast %reference_2_1 : tensor<16x1xf32> -> tensor<16x64xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<16x64xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<16x64xf32>
  %d = arith.subf %scaled, %reference_2 : tensor<16x64xf32>
  %weights = math.exp2 %d fastmath<afn> : tensor<16x64xf32>
  %fall = arith.subf %max, %reference : tensor<16xf32>
  %shrink = math.exp2 %fall fastmath<afn> : tensor<16xf32>
  %row_sum = "tile.reduce"(%weights) <{axis = 1 : i32}> ({
  ^bb0(%row_sum_a: f32, %row_sum_b: f32):
    %row_sum_c = arith.addf %row_sum_a, %row_sum_b : f32
    tile.reduce.return %row_sum_c : f32
  }) : (tensor<16x64xf32>) -> tensor<16xf32>
  %old = arith.mulf %sum, %shrink : tensor<16xf32>
  %new = arith.addf %old, %row_sum : tensor<16xf32>
  %weights_bf16 = arith.truncf %weights : tensor<16x64xf32> to tensor<16x64xbf16>
  tile.return %weights_bf16, %larger, %shrink, %new : tensor<16x64xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}

// The sums, made smaller where a larger score came, and the weighted rows of v.
tile.func private @add_values_64x128(
    %weights: tensor<16x64xbf16>, %v: tensor<64x128xbf16>, %shrink: tensor<16xf32>, %so_far: tensor<16x128xf32>) -> tensor<16x128xf32> {
  %shrink_2_1 = tile.expand_dims %shrink {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %shrink_2 = tile.broadcast %shrink_2_1 : tensor<16x1xf32> -> tensor<16x128xf32>
  %shrunk = arith.mulf %so_far, %shrink_2 : tensor<16x128xf32>
  %more = tile.dot %weights, %v, %shrunk : tensor<16x64xbf16> * tensor<64x128xbf16> -> tensor<16x128xf32>
  tile.return %more : tensor<16x128xf32>
}

// The factor that makes weights of the sums, and the logarithm of the sum of all exponentials.
// A row without a key has 0 and -inf.
tile.func private @finish(%max: tensor<16xf32>, %sum: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %ones = arith.constant dense<1.0> : tensor<16xf32>
  %is_empty = arith.cmpf oeq, %sum, %zeros : tensor<16xf32>
  %inverse = arith.divf %ones, %sum : tensor<16xf32>
  %factor = arith.select %is_empty, %zeros, %inverse : tensor<16xi1>, tensor<16xf32>
  %digits = math.log2 %sum fastmath<afn> : tensor<16xf32>
  %all = arith.addf %max, %digits : tensor<16xf32>
  %ln_2 = arith.constant dense<0.693147182> : tensor<16xf32>
  %lse = arith.mulf %all, %ln_2 : tensor<16xf32>
  tile.return %factor, %lse : tensor<16xf32>, tensor<16xf32>
}

tile.func public @attention_paged(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %table_ptr: !tile.ptr<i32>,
    %lengths_ptr: !tile.ptr<i32>,
    %parts_ptr: !tile.ptr<f32>,
    %lses_ptr: !tile.ptr<f32>,
    %heads: i32, %kv_heads: i32, %table_pitch: i32, %splits: i32, %scale: f32) {
  %sequence = tile.get_program_id x : i32
  %kv_head = tile.get_program_id y : i32
  %split = tile.get_program_id z : i32
  %zero = arith.constant 0 : i32
  %width = arith.constant 64 : i32
  %depth = arith.constant 128 : i32
  %length_ptr = tile.addptr %lengths_ptr, %sequence : !tile.ptr<i32>, i32
  %length = tile.load %length_ptr : !tile.ptr<i32>

  // The heads of q are rows: row r is head kv_head * group + r.
  %group = arith.divui %heads, %kv_heads : i32
  %head_0 = arith.muli %kv_head, %group : i32
  %sequence_heads = arith.muli %sequence, %heads : i32
  %first_head = arith.addi %sequence_heads, %head_0 : i32
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %group_t = tile.splat %group : i32 -> tensor<16xi32>
  %row_inside = arith.cmpi slt, %rows, %group_t : tensor<16xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<16x1xi1> -> tensor<16x128xi1>
  %first_head_64 = arith.extsi %first_head : i32 to i64
  %depth_64 = arith.extsi %depth : i32 to i64
  %q_start = arith.muli %first_head_64, %depth_64 : i64
  %q_base = tile.addptr %q_ptr, %q_start : !tile.ptr<bf16>, i64
  %depth_t = arith.constant dense<128> : tensor<16xi32>
  %begins = arith.muli %rows, %depth_t : tensor<16xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<16x1xi32> -> tensor<16x128xi32>
  %ds = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %along_1 = tile.expand_dims %ds {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along = tile.broadcast %along_1 : tensor<1x128xi32> -> tensor<16x128xi32>
  %q_offsets = arith.addi %begins_2, %along : tensor<16x128xi32>
  %q_base_t = tile.splat %q_base : !tile.ptr<bf16> -> tensor<16x128x!tile.ptr<bf16>>
  %q_ptrs = tile.addptr %q_base_t, %q_offsets : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  %q_zeros = arith.constant dense<0.0> : tensor<16x128xbf16>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<16x128x!tile.ptr<bf16>>

  // This split's keys: whole blocks, of which each split has as many.
  %up = arith.constant 63 : i32
  %one = arith.constant 1 : i32
  %length_up = arith.addi %length, %up : i32
  %blocks = arith.divui %length_up, %width : i32
  %blocks_splits = arith.addi %blocks, %splits : i32
  %blocks_up = arith.subi %blocks_splits, %one : i32
  %each = arith.divui %blocks_up, %splits : i32
  %span = arith.muli %each, %width : i32
  %begin = arith.muli %split, %span : i32
  %span_end = arith.addi %begin, %span : i32
  %end = arith.minsi %span_end, %length : i32
  %pitch = arith.muli %kv_heads, %depth : i32
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %column = arith.muli %kv_head, %depth : i32
  %column_64 = arith.extsi %column : i32 to i64
  %k_base = tile.addptr %k_ptr, %column_64 : !tile.ptr<bf16>, i64
  %v_base = tile.addptr %v_ptr, %column_64 : !tile.ptr<bf16>, i64
  %sequence_64 = arith.extsi %sequence : i32 to i64
  %table_pitch_64 = arith.extsi %table_pitch : i32 to i64
  %table_start = arith.muli %sequence_64, %table_pitch_64 : i64
  %table_row = tile.addptr %table_ptr, %table_start : !tile.ptr<i32>, i64
  %table_row_t = tile.splat %table_row : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %page_size = arith.constant dense<16> : tensor<64xi32>
  %page_size_64 = arith.constant dense<16> : tensor<64xi64>
  %no_pages = arith.constant dense<0> : tensor<64xi32>
  %length_t = tile.splat %length : i32 -> tensor<64xi32>
  %kv_zeros = arith.constant dense<0.0> : tensor<64x128xbf16>
  %no_scores = arith.constant dense<0.0> : tensor<16x64xf32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<16x64xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<16xf32>
  %no_total = arith.constant dense<0.0> : tensor<16xf32>
  %nothing = arith.constant dense<0.0> : tensor<16x128xf32>
  %max_1, %sum_1, %out_1 = scf.for %first = %begin to %end step %width iter_args(%max = %lowest, %sum = %no_total, %out = %nothing) -> (tensor<16xf32>, tensor<16xf32>, tensor<16x128xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<64xi32>
    %keys = arith.addi %columns, %first_t : tensor<64xi32>
    %inside = arith.cmpi slt, %keys, %length_t : tensor<64xi32>
    %kv_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %kv_inside = tile.broadcast %kv_inside_1 : tensor<64x1xi1> -> tensor<64x128xi1>
    %numbers = arith.divui %keys, %page_size : tensor<64xi32>
    %within = arith.remui %keys, %page_size : tensor<64xi32>
    %table_ptrs = tile.addptr %table_row_t, %numbers : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
    %pages = tile.load %table_ptrs, %inside, %no_pages : tensor<64x!tile.ptr<i32>>
    %pages_64 = arith.extsi %pages : tensor<64xi32> to tensor<64xi64>
    %within_64 = arith.extsi %within : tensor<64xi32> to tensor<64xi64>
    %page_begins = arith.muli %pages_64, %page_size_64 : tensor<64xi64>
    %places = arith.addi %page_begins, %within_64 : tensor<64xi64>
    %k_ptrs = tile.call @cached(%k_base, %places, %pitch_64) : (!tile.ptr<bf16>, tensor<64xi64>, i64) -> tensor<64x128x!tile.ptr<bf16>>
    %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<64x128x!tile.ptr<bf16>>
    %k_turned = tile.trans %k {order = array<i32: 1, 0>} : tensor<64x128xbf16> -> tensor<128x64xbf16>
    %scores = tile.dot %q, %k_turned, %no_scores : tensor<16x128xbf16> * tensor<128x64xbf16> -> tensor<16x64xf32>
    %seen_1 = tile.expand_dims %inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %seen = tile.broadcast %seen_1 : tensor<1x64xi1> -> tensor<16x64xi1>
    %masked = arith.select %seen, %scores, %minus_inf : tensor<16x64xi1>, tensor<16x64xf32>
    %weights, %larger, %shrink, %new = tile.call @softmax_step_masked_16x64(%masked, %scale, %max, %sum) : (tensor<16x64xf32>, f32, tensor<16xf32>, tensor<16xf32>) -> (tensor<16x64xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
    %v_ptrs = tile.call @cached(%v_base, %places, %pitch_64) : (!tile.ptr<bf16>, tensor<64xi64>, i64) -> tensor<64x128x!tile.ptr<bf16>>
    %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<64x128x!tile.ptr<bf16>>
    %more = tile.call @add_values_64x128(%weights, %v, %shrink, %out) : (tensor<16x64xbf16>, tensor<64x128xbf16>, tensor<16xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
    scf.yield %larger, %new, %more : tensor<16xf32>, tensor<16xf32>, tensor<16x128xf32>
  } {tile.num_stages = 3 : i32}

  %factor, %lse = tile.call @finish(%max_1, %sum_1) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
  %factor_2_1 = tile.expand_dims %factor {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %factor_2 = tile.broadcast %factor_2_1 : tensor<16x1xf32> -> tensor<16x128xf32>
  %part = arith.mulf %out_1, %factor_2 : tensor<16x128xf32>
  // Of head h, part `split` is number h * splits + split.
  %first_head_t = tile.splat %first_head : i32 -> tensor<16xi32>
  %head_numbers = arith.addi %rows, %first_head_t : tensor<16xi32>
  %splits_t = tile.splat %splits : i32 -> tensor<16xi32>
  %head_begins = arith.muli %head_numbers, %splits_t : tensor<16xi32>
  %split_t = tile.splat %split : i32 -> tensor<16xi32>
  %part_numbers = arith.addi %head_begins, %split_t : tensor<16xi32>
  %lses_t = tile.splat %lses_ptr : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %lses_ptrs = tile.addptr %lses_t, %part_numbers : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  tile.store %lses_ptrs, %lse, %row_inside : tensor<16x!tile.ptr<f32>>
  %part_numbers_64 = arith.extsi %part_numbers : tensor<16xi32> to tensor<16xi64>
  %depth_64_t = arith.constant dense<128> : tensor<16xi64>
  %part_begins = arith.muli %part_numbers_64, %depth_64_t : tensor<16xi64>
  %parts_t = tile.splat %parts_ptr : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %part_rows = tile.addptr %parts_t, %part_begins : tensor<16x!tile.ptr<f32>>, tensor<16xi64>
  %part_rows_2_1 = tile.expand_dims %part_rows {axis = 1 : i32} : tensor<16x!tile.ptr<f32>> -> tensor<16x1x!tile.ptr<f32>>
  %part_rows_2 = tile.broadcast %part_rows_2_1 : tensor<16x1x!tile.ptr<f32>> -> tensor<16x128x!tile.ptr<f32>>
  %part_ptrs = tile.addptr %part_rows_2, %along : tensor<16x128x!tile.ptr<f32>>, tensor<16x128xi32>
  tile.store %part_ptrs, %part, %q_inside : tensor<16x128x!tile.ptr<f32>>
  tile.return
}

tile.func public @attention_combine(
    %parts_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %lses_ptr: !tile.ptr<f32>,
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %splits: i32) {
  %id = tile.get_program_id x : i32
  %id_64 = arith.extsi %id : i32 to i64
  %splits_64 = arith.extsi %splits : i32 to i64
  %part_0 = arith.muli %id_64, %splits_64 : i64
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %splits_t = tile.splat %splits : i32 -> tensor<32xi32>
  %inside = arith.cmpi slt, %rows, %splits_t : tensor<32xi32>
  %lses_base = tile.addptr %lses_ptr, %part_0 : !tile.ptr<f32>, i64
  %lses_base_t = tile.splat %lses_base : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %lses_ptrs = tile.addptr %lses_base_t, %rows : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  %lowest = arith.constant dense<0xFF800000> : tensor<32xf32>
  %lses = tile.load %lses_ptrs, %inside, %lowest : tensor<32x!tile.ptr<f32>>
  %largest = "tile.reduce"(%lses) <{axis = 0 : i32}> ({
  ^bb0(%largest_a: f32, %largest_b: f32):
    %largest_c = arith.maxnumf %largest_a, %largest_b : f32
    tile.reduce.return %largest_c : f32
  }) : (tensor<32xf32>) -> f32
  // Without any key all logarithms are -inf, and exp(-inf - 0) is 0.
  %minus_inf = arith.constant 0xFF800000 : f32
  %nought = arith.constant 0.0 : f32
  %is_seen = arith.cmpf ogt, %largest, %minus_inf : f32
  %reference = arith.select %is_seen, %largest, %nought : f32
  %reference_t = tile.splat %reference : f32 -> tensor<32xf32>
  %apart = arith.subf %lses, %reference_t : tensor<32xf32>
  %weights = math.exp %apart fastmath<afn> : tensor<32xf32>
  %sum = "tile.reduce"(%weights) <{axis = 0 : i32}> ({
  ^bb0(%sum_a: f32, %sum_b: f32):
    %sum_c = arith.addf %sum_a, %sum_b : f32
    tile.reduce.return %sum_c : f32
  }) : (tensor<32xf32>) -> f32
  %depth = arith.constant 128 : i64
  %start = arith.muli %part_0, %depth : i64
  %parts_base = tile.addptr %parts_ptr, %start : !tile.ptr<f32>, i64
  %depth_t = arith.constant dense<128> : tensor<32xi32>
  %begins = arith.muli %rows, %depth_t : tensor<32xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<32x1xi32> -> tensor<32x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %along_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along = tile.broadcast %along_1 : tensor<1x128xi32> -> tensor<32x128xi32>
  %offsets = arith.addi %begins_2, %along : tensor<32x128xi32>
  %parts_base_t = tile.splat %parts_base : !tile.ptr<f32> -> tensor<32x128x!tile.ptr<f32>>
  %parts_ptrs = tile.addptr %parts_base_t, %offsets : tensor<32x128x!tile.ptr<f32>>, tensor<32x128xi32>
  %parts_inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
  %parts_inside = tile.broadcast %parts_inside_1 : tensor<32x1xi1> -> tensor<32x128xi1>
  %no_parts = arith.constant dense<0.0> : tensor<32x128xf32>
  %parts = tile.load %parts_ptrs, %parts_inside, %no_parts : tensor<32x128x!tile.ptr<f32>>
  %weights_2_1 = tile.expand_dims %weights {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %weights_2 = tile.broadcast %weights_2_1 : tensor<32x1xf32> -> tensor<32x128xf32>
  %weighted = arith.mulf %parts, %weights_2 : tensor<32x128xf32>
  %all = "tile.reduce"(%weighted) <{axis = 0 : i32}> ({
  ^bb0(%all_a: f32, %all_b: f32):
    %all_c = arith.addf %all_a, %all_b : f32
    tile.reduce.return %all_c : f32
  }) : (tensor<32x128xf32>) -> tensor<128xf32>
  %unit = arith.constant 1.0 : f32
  %inverse = arith.divf %unit, %sum : f32
  %is_empty = arith.cmpf oeq, %sum, %nought : f32
  %factor = arith.select %is_empty, %nought, %inverse : f32
  %factor_t = tile.splat %factor : f32 -> tensor<128xf32>
  %result = arith.mulf %all, %factor_t : tensor<128xf32>
  %o = arith.truncf %result : tensor<128xf32> to tensor<128xbf16>
  %o_start = arith.muli %id_64, %depth : i64
  %o_base = tile.addptr %o_ptr, %o_start : !tile.ptr<bf16>, i64
  %o_base_t = tile.splat %o_base : !tile.ptr<bf16> -> tensor<128x!tile.ptr<bf16>>
  %o_ptrs = tile.addptr %o_base_t, %columns : tensor<128x!tile.ptr<bf16>>, tensor<128xi32>
  tile.store %o_ptrs, %o : tensor<128x!tile.ptr<bf16>>
  %digits = math.log %sum fastmath<afn> : f32
  %lse = arith.addf %reference, %digits : f32
  %lse_at = tile.addptr %lse_ptr, %id_64 : !tile.ptr<f32>, i64
  tile.store %lse_at, %lse : !tile.ptr<f32>
  tile.return
}
}
