// Attention, backward: dq, dk and dv of o = softmax(q k^T * s) v for each head, from do, and
// from the logarithms of sums that the forward pass stored. With
//
//   p = exp(q k^T * s - lse)    dp = do v^T    ds = p * (dp - delta) * s
//
// dv = p^T do, dk = ds^T q and dq = ds k. First @attention_delta makes delta, the sum of
// o * do of each row: 64 rows per program, so its grid is (ceil(n / 64), heads). In the others
// a program has 128 keys and goes along the queries, 64 at a time. It keeps dk and dv, and adds
// its part of dq to memory by atomic additions, so that their order is free. The grid is
// (ceil(keys / 128), heads).
//
//   q, o, do       n x heads x 128 numbers of bf16, aligned to 16 bytes
//   k, v, dk, dv   keys x heads x 128, likewise
//   dq             n x heads x 128 numbers of f32, zeros before
//   lse, delta     heads x n numbers of f32
//   scale          s / ln 2, as powers of two are taken
//
// @attention_backward_narrow takes 32 keys and 32 queries, for GPUs whose sums are in
// registers of `mma.sync`; its grid is (ceil(keys / 32), heads). In
// @attention_backward_causal row i sees the keys 0 to i + keys - n: a program's queries come
// in two loops, those on the diagonal, then those that see all of its keys.
//
// Idea: Dao et al., "FlashAttention" (2022).

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// 128 rows of 128 numbers of bf16, from `base` on, `pitch` apart.
tile.func private @rows_128x128(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<128x128x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<128xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<128xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<128x128xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<128x128x!tile.ptr<bf16>>, tensor<128x128xi32>
  tile.return %ptrs : tensor<128x128x!tile.ptr<bf16>>
}

// 64 rows of 128 numbers of bf16, from `base` on, `pitch` apart.
tile.func private @rows_64x128(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<64x128x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<64xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<64xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<64x128xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<64x128x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<64x128x!tile.ptr<bf16>>, tensor<64x128xi32>
  tile.return %ptrs : tensor<64x128x!tile.ptr<bf16>>
}

// 64 rows of 128 sums of f32, from `base` on, `pitch` apart.
tile.func private @sums_64x128(%base: !tile.ptr<f32>, %pitch: i32) -> tensor<64x128x!tile.ptr<f32>> {
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<64xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<64xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<64x128xi32>
  %base_t = tile.splat %base : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<64x128x!tile.ptr<f32>>, tensor<64x128xi32>
  tile.return %ptrs : tensor<64x128x!tile.ptr<f32>>
}

// 32 rows of 128 numbers of bf16, from `base` on, `pitch` apart.
tile.func private @rows_32x128(%base: !tile.ptr<bf16>, %pitch: i32) -> tensor<32x128x!tile.ptr<bf16>> {
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<32xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<32xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<32x1xi32> -> tensor<32x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<32x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<32x128xi32>
  %base_t = tile.splat %base : !tile.ptr<bf16> -> tensor<32x128x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<32x128x!tile.ptr<bf16>>, tensor<32x128xi32>
  tile.return %ptrs : tensor<32x128x!tile.ptr<bf16>>
}

// 32 rows of 128 sums of f32, from `base` on, `pitch` apart.
tile.func private @sums_32x128(%base: !tile.ptr<f32>, %pitch: i32) -> tensor<32x128x!tile.ptr<f32>> {
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %pitch_t = tile.splat %pitch : i32 -> tensor<32xi32>
  %begins = arith.muli %rows, %pitch_t : tensor<32xi32>
  %begins_2_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %begins_2 = tile.broadcast %begins_2_1 : tensor<32x1xi32> -> tensor<32x128xi32>
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns_2_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns_2 = tile.broadcast %columns_2_1 : tensor<1x128xi32> -> tensor<32x128xi32>
  %offsets = arith.addi %begins_2, %columns_2 : tensor<32x128xi32>
  %base_t = tile.splat %base : !tile.ptr<f32> -> tensor<32x128x!tile.ptr<f32>>
  %ptrs = tile.addptr %base_t, %offsets : tensor<32x128x!tile.ptr<f32>>, tensor<32x128xi32>
  tile.return %ptrs : tensor<32x128x!tile.ptr<f32>>
}

// 64 queries from `first` on, which begin at `start`: adds their part of dq to memory, and returns
// the sums of dk, without its factor, and dv. `seen` says which keys (rows) a query (a column) sees.
tile.func private @step_128x64x128(
    %q_ptr: !tile.ptr<bf16>,
    %do_ptr: !tile.ptr<bf16>,
    %lse_row: !tile.ptr<f32>,
    %delta_row: !tile.ptr<f32>,
    %dq_ptr: !tile.ptr<f32>,
    %first: i32, %start: i64, %n: i32, %pitch: i32, %scale: f32, %k: tensor<128x128xbf16>, %v: tensor<128x128xbf16>, %seen: tensor<128x64xi1>, %dk: tensor<128x128xf32>, %dv: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %left = arith.subi %n, %first : i32
  %left_t = tile.splat %left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<64xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<64x1xi1> -> tensor<64x128xi1>
  %q_zeros = arith.constant dense<0.0> : tensor<64x128xbf16>
  %no_number = arith.constant dense<0.0> : tensor<64xf32>
  %q_base = tile.addptr %q_ptr, %start : !tile.ptr<bf16>, i64
  %q_ptrs = tile.call @rows_64x128(%q_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x128x!tile.ptr<bf16>>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<64x128x!tile.ptr<bf16>>
  %do_base = tile.addptr %do_ptr, %start : !tile.ptr<bf16>, i64
  %do_ptrs = tile.call @rows_64x128(%do_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x128x!tile.ptr<bf16>>
  %do = tile.load %do_ptrs, %q_inside, %q_zeros : tensor<64x128x!tile.ptr<bf16>>
  %lse_base = tile.addptr %lse_row, %first : !tile.ptr<f32>, i32
  %lse_base_t = tile.splat %lse_base : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %lse_ptrs = tile.addptr %lse_base_t, %rows : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %lse = tile.load %lse_ptrs, %row_inside, %no_number : tensor<64x!tile.ptr<f32>>
  %delta_base = tile.addptr %delta_row, %first : !tile.ptr<f32>, i32
  %delta_base_t = tile.splat %delta_base : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %delta_ptrs = tile.addptr %delta_base_t, %rows : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %delta = tile.load %delta_ptrs, %row_inside, %no_number : tensor<64x!tile.ptr<f32>>
  %no_scores = arith.constant dense<0.0> : tensor<128x64xf32>
  %no_sums = arith.constant dense<0.0> : tensor<64x128xf32>
  %q_turned = tile.trans %q {order = array<i32: 1, 0>} : tensor<64x128xbf16> -> tensor<128x64xbf16>
  %scores = tile.dot %k, %q_turned, %no_scores : tensor<128x128xbf16> * tensor<128x64xbf16> -> tensor<128x64xf32>
  %do_turned = tile.trans %do {order = array<i32: 1, 0>} : tensor<64x128xbf16> -> tensor<128x64xbf16>
  %dp = tile.dot %v, %do_turned, %no_scores : tensor<128x128xbf16> * tensor<128x64xbf16> -> tensor<128x64xf32>
  %log2_e = arith.constant dense<1.44269502> : tensor<64xf32>
  %lse_2 = arith.mulf %lse, %log2_e : tensor<64xf32>
  %lse_t_1 = tile.expand_dims %lse_2 {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %lse_t = tile.broadcast %lse_t_1 : tensor<1x64xf32> -> tensor<128x64xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<128x64xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<128x64xf32>
  %digits = arith.subf %scaled, %lse_t : tensor<128x64xf32>
  %all_p = math.exp2 %digits fastmath<afn> : tensor<128x64xf32>
  %p = arith.select %seen, %all_p, %no_scores : tensor<128x64xi1>, tensor<128x64xf32>
  %p_bf16 = arith.truncf %p : tensor<128x64xf32> to tensor<128x64xbf16>
  %dv_more = tile.dot %p_bf16, %do, %dv : tensor<128x64xbf16> * tensor<64x128xbf16> -> tensor<128x128xf32>
  %delta_t_1 = tile.expand_dims %delta {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %delta_t = tile.broadcast %delta_t_1 : tensor<1x64xf32> -> tensor<128x64xf32>
  %apart = arith.subf %dp, %delta_t : tensor<128x64xf32>
  %ds = arith.mulf %p, %apart : tensor<128x64xf32>
  %ds_bf16 = arith.truncf %ds : tensor<128x64xf32> to tensor<128x64xbf16>
  %dk_more = tile.dot %ds_bf16, %q, %dk : tensor<128x64xbf16> * tensor<64x128xbf16> -> tensor<128x128xf32>
  %ds_turned = tile.trans %ds_bf16 {order = array<i32: 1, 0>} : tensor<128x64xbf16> -> tensor<64x128xbf16>
  %dq = tile.dot %ds_turned, %k, %no_sums : tensor<64x128xbf16> * tensor<128x128xbf16> -> tensor<64x128xf32>
  %ln_2 = arith.constant 0.693147182 : f32
  %s = arith.mulf %scale, %ln_2 : f32
  %s_t = tile.splat %s : f32 -> tensor<64x128xf32>
  %dq_part = arith.mulf %dq, %s_t : tensor<64x128xf32>
  %dq_base = tile.addptr %dq_ptr, %start : !tile.ptr<f32>, i64
  %dq_ptrs = tile.call @sums_64x128(%dq_base, %pitch) : (!tile.ptr<f32>, i32) -> tensor<64x128x!tile.ptr<f32>>
  %before = tile.atomic_rmw fadd, relaxed, gpu, %dq_ptrs, %dq_part, %q_inside : (tensor<64x128x!tile.ptr<f32>>, tensor<64x128xf32>, tensor<64x128xi1>) -> tensor<64x128xf32>
  tile.return %dk_more, %dv_more : tensor<128x128xf32>, tensor<128x128xf32>
}

// 32 queries from `first` on, which begin at `start`: adds their part of dq to memory, and returns
// the sums of dk, without its factor, and dv. `seen` says which keys (rows) a query (a column) sees.
tile.func private @step_32x32x128(
    %q_ptr: !tile.ptr<bf16>,
    %do_ptr: !tile.ptr<bf16>,
    %lse_row: !tile.ptr<f32>,
    %delta_row: !tile.ptr<f32>,
    %dq_ptr: !tile.ptr<f32>,
    %first: i32, %start: i64, %n: i32, %pitch: i32, %scale: f32, %k: tensor<32x128xbf16>, %v: tensor<32x128xbf16>, %seen: tensor<32x32xi1>, %dk: tensor<32x128xf32>, %dv: tensor<32x128xf32>) -> (tensor<32x128xf32>, tensor<32x128xf32>) {
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %left = arith.subi %n, %first : i32
  %left_t = tile.splat %left : i32 -> tensor<32xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<32xi32>
  %q_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
  %q_inside = tile.broadcast %q_inside_1 : tensor<32x1xi1> -> tensor<32x128xi1>
  %q_zeros = arith.constant dense<0.0> : tensor<32x128xbf16>
  %no_number = arith.constant dense<0.0> : tensor<32xf32>
  %q_base = tile.addptr %q_ptr, %start : !tile.ptr<bf16>, i64
  %q_ptrs = tile.call @rows_32x128(%q_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  %q = tile.load %q_ptrs, %q_inside, %q_zeros : tensor<32x128x!tile.ptr<bf16>>
  %do_base = tile.addptr %do_ptr, %start : !tile.ptr<bf16>, i64
  %do_ptrs = tile.call @rows_32x128(%do_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  %do = tile.load %do_ptrs, %q_inside, %q_zeros : tensor<32x128x!tile.ptr<bf16>>
  %lse_base = tile.addptr %lse_row, %first : !tile.ptr<f32>, i32
  %lse_base_t = tile.splat %lse_base : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %lse_ptrs = tile.addptr %lse_base_t, %rows : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  %lse = tile.load %lse_ptrs, %row_inside, %no_number : tensor<32x!tile.ptr<f32>>
  %delta_base = tile.addptr %delta_row, %first : !tile.ptr<f32>, i32
  %delta_base_t = tile.splat %delta_base : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %delta_ptrs = tile.addptr %delta_base_t, %rows : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  %delta = tile.load %delta_ptrs, %row_inside, %no_number : tensor<32x!tile.ptr<f32>>
  %no_scores = arith.constant dense<0.0> : tensor<32x32xf32>
  %no_sums = arith.constant dense<0.0> : tensor<32x128xf32>
  %q_turned = tile.trans %q {order = array<i32: 1, 0>} : tensor<32x128xbf16> -> tensor<128x32xbf16>
  %scores = tile.dot %k, %q_turned, %no_scores : tensor<32x128xbf16> * tensor<128x32xbf16> -> tensor<32x32xf32>
  %do_turned = tile.trans %do {order = array<i32: 1, 0>} : tensor<32x128xbf16> -> tensor<128x32xbf16>
  %dp = tile.dot %v, %do_turned, %no_scores : tensor<32x128xbf16> * tensor<128x32xbf16> -> tensor<32x32xf32>
  %log2_e = arith.constant dense<1.44269502> : tensor<32xf32>
  %lse_2 = arith.mulf %lse, %log2_e : tensor<32xf32>
  %lse_t_1 = tile.expand_dims %lse_2 {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %lse_t = tile.broadcast %lse_t_1 : tensor<1x32xf32> -> tensor<32x32xf32>
  %scale_t = tile.splat %scale : f32 -> tensor<32x32xf32>
  %scaled = arith.mulf %scores, %scale_t : tensor<32x32xf32>
  %digits = arith.subf %scaled, %lse_t : tensor<32x32xf32>
  %all_p = math.exp2 %digits fastmath<afn> : tensor<32x32xf32>
  %p = arith.select %seen, %all_p, %no_scores : tensor<32x32xi1>, tensor<32x32xf32>
  %p_bf16 = arith.truncf %p : tensor<32x32xf32> to tensor<32x32xbf16>
  %dv_more = tile.dot %p_bf16, %do, %dv : tensor<32x32xbf16> * tensor<32x128xbf16> -> tensor<32x128xf32>
  %delta_t_1 = tile.expand_dims %delta {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %delta_t = tile.broadcast %delta_t_1 : tensor<1x32xf32> -> tensor<32x32xf32>
  %apart = arith.subf %dp, %delta_t : tensor<32x32xf32>
  %ds = arith.mulf %p, %apart : tensor<32x32xf32>
  %ds_bf16 = arith.truncf %ds : tensor<32x32xf32> to tensor<32x32xbf16>
  %dk_more = tile.dot %ds_bf16, %q, %dk : tensor<32x32xbf16> * tensor<32x128xbf16> -> tensor<32x128xf32>
  %ds_turned = tile.trans %ds_bf16 {order = array<i32: 1, 0>} : tensor<32x32xbf16> -> tensor<32x32xbf16>
  %dq = tile.dot %ds_turned, %k, %no_sums : tensor<32x32xbf16> * tensor<32x128xbf16> -> tensor<32x128xf32>
  %ln_2 = arith.constant 0.693147182 : f32
  %s = arith.mulf %scale, %ln_2 : f32
  %s_t = tile.splat %s : f32 -> tensor<32x128xf32>
  %dq_part = arith.mulf %dq, %s_t : tensor<32x128xf32>
  %dq_base = tile.addptr %dq_ptr, %start : !tile.ptr<f32>, i64
  %dq_ptrs = tile.call @sums_32x128(%dq_base, %pitch) : (!tile.ptr<f32>, i32) -> tensor<32x128x!tile.ptr<f32>>
  %before = tile.atomic_rmw fadd, relaxed, gpu, %dq_ptrs, %dq_part, %q_inside : (tensor<32x128x!tile.ptr<f32>>, tensor<32x128xf32>, tensor<32x128xi1>) -> tensor<32x128xf32>
  tile.return %dk_more, %dv_more : tensor<32x128xf32>, tensor<32x128xf32>
}

tile.func public @attention_delta(
    %o_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %do_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %delta_ptr: !tile.ptr<f32>,
    %n: i32, %heads: i32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %height = arith.constant 64 : i32
  %depth = arith.constant 128 : i32
  %row_0 = arith.muli %id, %height : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %row_64 = arith.extsi %row_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %row_start = arith.muli %row_64, %pitch_64 : i64
  %start = arith.addi %row_start, %head_64 : i64
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %left = arith.subi %n, %row_0 : i32
  %left_t = tile.splat %left : i32 -> tensor<64xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<64xi32>
  %inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %inside = tile.broadcast %inside_1 : tensor<64x1xi1> -> tensor<64x128xi1>
  %zeros = arith.constant dense<0.0> : tensor<64x128xbf16>
  %o_base = tile.addptr %o_ptr, %start : !tile.ptr<bf16>, i64
  %o_ptrs = tile.call @rows_64x128(%o_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x128x!tile.ptr<bf16>>
  %o = tile.load %o_ptrs, %inside, %zeros : tensor<64x128x!tile.ptr<bf16>>
  %o_f32 = arith.extf %o : tensor<64x128xbf16> to tensor<64x128xf32>
  %do_base = tile.addptr %do_ptr, %start : !tile.ptr<bf16>, i64
  %do_ptrs = tile.call @rows_64x128(%do_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<64x128x!tile.ptr<bf16>>
  %do = tile.load %do_ptrs, %inside, %zeros : tensor<64x128x!tile.ptr<bf16>>
  %do_f32 = arith.extf %do : tensor<64x128xbf16> to tensor<64x128xf32>
  %products = arith.mulf %o_f32, %do_f32 : tensor<64x128xf32>
  %delta = "tile.reduce"(%products) <{axis = 1 : i32}> ({
  ^bb0(%delta_a: f32, %delta_b: f32):
    %delta_c = arith.addf %delta_a, %delta_b : f32
    tile.reduce.return %delta_c : f32
  }) : (tensor<64x128xf32>) -> tensor<64xf32>
  %delta_n = arith.extsi %n : i32 to i64
  %delta_head = arith.extsi %head : i32 to i64
  %delta_head_start = arith.muli %delta_head, %delta_n : i64
  %delta_row = tile.addptr %delta_ptr, %delta_head_start : !tile.ptr<f32>, i64
  %delta_base = tile.addptr %delta_row, %row_64 : !tile.ptr<f32>, i64
  %delta_base_t = tile.splat %delta_base : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %delta_ptrs = tile.addptr %delta_base_t, %rows : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.store %delta_ptrs, %delta, %row_inside : tensor<64x!tile.ptr<f32>>
  tile.return
}

tile.func public @attention_backward(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %do_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %delta_ptr: !tile.ptr<f32>,
    %dq_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dk_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %dv_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %n: i32, %keys: i32, %heads: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %width = arith.constant 128 : i32
  %height = arith.constant 64 : i32
  %depth = arith.constant 128 : i32
  %key_0 = arith.muli %id, %width : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %key_64 = arith.extsi %key_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %key_start = arith.muli %key_64, %pitch_64 : i64
  %kv_start = arith.addi %key_start, %head_64 : i64
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %keys_left = arith.subi %keys, %key_0 : i32
  %keys_left_t = tile.splat %keys_left : i32 -> tensor<128xi32>
  %key_inside = arith.cmpi slt, %columns, %keys_left_t : tensor<128xi32>
  %kv_inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %kv_inside = tile.broadcast %kv_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %inside = tile.broadcast %inside_1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %kv_zeros = arith.constant dense<0.0> : tensor<128x128xbf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf32>
  %k_base = tile.addptr %k_ptr, %kv_start : !tile.ptr<bf16>, i64
  %k_ptrs = tile.call @rows_128x128(%k_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<128x128x!tile.ptr<bf16>>
  %v_base = tile.addptr %v_ptr, %kv_start : !tile.ptr<bf16>, i64
  %v_ptrs = tile.call @rows_128x128(%v_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<128x128x!tile.ptr<bf16>>
  %lse_n = arith.extsi %n : i32 to i64
  %lse_head = arith.extsi %head : i32 to i64
  %lse_head_start = arith.muli %lse_head, %lse_n : i64
  %lse_row = tile.addptr %lse_ptr, %lse_head_start : !tile.ptr<f32>, i64
  %delta_n = arith.extsi %n : i32 to i64
  %delta_head = arith.extsi %head : i32 to i64
  %delta_head_start = arith.muli %delta_head, %delta_n : i64
  %delta_row = tile.addptr %delta_ptr, %delta_head_start : !tile.ptr<f32>, i64
  %dk_sum, %dv_sum = scf.for %first = %zero to %n step %height iter_args(%dk_so_far = %nothing, %dv_so_far = %nothing) -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %start = arith.addi %first_start, %head_64 : i64
    %dk_more, %dv_more = tile.call @step_128x64x128(%q_ptr, %do_ptr, %lse_row, %delta_row, %dq_ptr, %first, %start, %n, %pitch, %scale, %k, %v, %inside, %dk_so_far, %dv_so_far) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i64, i32, i32, f32, tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x64xi1>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>)
    scf.yield %dk_more, %dv_more : tensor<128x128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}

  %ln_2 = arith.constant 0.693147182 : f32
  %s = arith.mulf %scale, %ln_2 : f32
  %s_t = tile.splat %s : f32 -> tensor<128x128xf32>
  %dk_scaled = arith.mulf %dk_sum, %s_t : tensor<128x128xf32>
  %dk = arith.truncf %dk_scaled : tensor<128x128xf32> to tensor<128x128xbf16>
  %dk_base = tile.addptr %dk_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dk_ptrs = tile.call @rows_128x128(%dk_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %dk_ptrs, %dk, %kv_inside : tensor<128x128x!tile.ptr<bf16>>
  %dv = arith.truncf %dv_sum : tensor<128x128xf32> to tensor<128x128xbf16>
  %dv_base = tile.addptr %dv_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dv_ptrs = tile.call @rows_128x128(%dv_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %dv_ptrs, %dv, %kv_inside : tensor<128x128x!tile.ptr<bf16>>
  tile.return
}

tile.func public @attention_backward_causal(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %do_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %delta_ptr: !tile.ptr<f32>,
    %dq_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dk_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %dv_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %n: i32, %keys: i32, %heads: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %width = arith.constant 128 : i32
  %height = arith.constant 64 : i32
  %depth = arith.constant 128 : i32
  %key_0 = arith.muli %id, %width : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %key_64 = arith.extsi %key_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %key_start = arith.muli %key_64, %pitch_64 : i64
  %kv_start = arith.addi %key_start, %head_64 : i64
  %columns = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %keys_left = arith.subi %keys, %key_0 : i32
  %keys_left_t = tile.splat %keys_left : i32 -> tensor<128xi32>
  %key_inside = arith.cmpi slt, %columns, %keys_left_t : tensor<128xi32>
  %kv_inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %kv_inside = tile.broadcast %kv_inside_1 : tensor<128x1xi1> -> tensor<128x128xi1>
  %inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
  %inside = tile.broadcast %inside_1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %kv_zeros = arith.constant dense<0.0> : tensor<128x128xbf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf32>
  %k_base = tile.addptr %k_ptr, %kv_start : !tile.ptr<bf16>, i64
  %k_ptrs = tile.call @rows_128x128(%k_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<128x128x!tile.ptr<bf16>>
  %v_base = tile.addptr %v_ptr, %kv_start : !tile.ptr<bf16>, i64
  %v_ptrs = tile.call @rows_128x128(%v_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<128x128x!tile.ptr<bf16>>
  %lse_n = arith.extsi %n : i32 to i64
  %lse_head = arith.extsi %head : i32 to i64
  %lse_head_start = arith.muli %lse_head, %lse_n : i64
  %lse_row = tile.addptr %lse_ptr, %lse_head_start : !tile.ptr<f32>, i64
  %delta_n = arith.extsi %n : i32 to i64
  %delta_head = arith.extsi %head : i32 to i64
  %delta_head_start = arith.muli %delta_head, %delta_n : i64
  %delta_row = tile.addptr %delta_ptr, %delta_head_start : !tile.ptr<f32>, i64

  // Key j of the program is seen by the queries from `first_query` + j on: blocks of queries from `begin`
  // on see some of its keys, and blocks from `full` on all.
  %shift = arith.subi %n, %keys : i32
  %first_query = arith.addi %key_0, %shift : i32
  %sees = arith.maxsi %first_query, %zero : i32
  %steps = arith.divui %sees, %height : i32
  %begin = arith.muli %steps, %height : i32
  %up = arith.constant 191 : i32
  %last_up = arith.addi %first_query, %up : i32
  %end = arith.maxsi %last_up, %begin : i32
  %full_steps = arith.divui %end, %height : i32
  %after = arith.muli %full_steps, %height : i32
  %full = arith.minsi %after, %n : i32
  %first_query_t = tile.splat %first_query : i32 -> tensor<128xi32>
  %queries = arith.addi %columns, %first_query_t : tensor<128xi32>
  %queries_2_1 = tile.expand_dims %queries {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %queries_2 = tile.broadcast %queries_2_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %rows = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %dk_sum, %dv_sum = scf.for %first = %begin to %full step %height iter_args(%dk_so_far = %nothing, %dv_so_far = %nothing) -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %start = arith.addi %first_start, %head_64 : i64
    %first_t = tile.splat %first : i32 -> tensor<64xi32>
    %numbers = arith.addi %rows, %first_t : tensor<64xi32>
    %numbers_2_1 = tile.expand_dims %numbers {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %numbers_2 = tile.broadcast %numbers_2_1 : tensor<1x64xi32> -> tensor<128x64xi32>
    %after_key = arith.cmpi sge, %numbers_2, %queries_2 : tensor<128x64xi32>
    %seen = arith.andi %inside, %after_key : tensor<128x64xi1>
    %dk_more, %dv_more = tile.call @step_128x64x128(%q_ptr, %do_ptr, %lse_row, %delta_row, %dq_ptr, %first, %start, %n, %pitch, %scale, %k, %v, %seen, %dk_so_far, %dv_so_far) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i64, i32, i32, f32, tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x64xi1>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>)
    scf.yield %dk_more, %dv_more : tensor<128x128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}
  %dk_sum_f, %dv_sum_f = scf.for %first_f = %after to %n step %height iter_args(%dk_so_far_f = %dk_sum, %dv_so_far_f = %dv_sum) -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
    %first_64_f = arith.extsi %first_f : i32 to i64
    %first_start_f = arith.muli %first_64_f, %pitch_64 : i64
    %start_f = arith.addi %first_start_f, %head_64 : i64
    %dk_more_f, %dv_more_f = tile.call @step_128x64x128(%q_ptr, %do_ptr, %lse_row, %delta_row, %dq_ptr, %first_f, %start_f, %n, %pitch, %scale, %k, %v, %inside, %dk_so_far_f, %dv_so_far_f) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i64, i32, i32, f32, tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x64xi1>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>)
    scf.yield %dk_more_f, %dv_more_f : tensor<128x128xf32>, tensor<128x128xf32>
  } {tile.num_stages = 2 : i32}

  %ln_2 = arith.constant 0.693147182 : f32
  %s = arith.mulf %scale, %ln_2 : f32
  %s_t = tile.splat %s : f32 -> tensor<128x128xf32>
  %dk_scaled = arith.mulf %dk_sum_f, %s_t : tensor<128x128xf32>
  %dk = arith.truncf %dk_scaled : tensor<128x128xf32> to tensor<128x128xbf16>
  %dk_base = tile.addptr %dk_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dk_ptrs = tile.call @rows_128x128(%dk_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %dk_ptrs, %dk, %kv_inside : tensor<128x128x!tile.ptr<bf16>>
  %dv = arith.truncf %dv_sum_f : tensor<128x128xf32> to tensor<128x128xbf16>
  %dv_base = tile.addptr %dv_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dv_ptrs = tile.call @rows_128x128(%dv_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<128x128x!tile.ptr<bf16>>
  tile.store %dv_ptrs, %dv, %kv_inside : tensor<128x128x!tile.ptr<bf16>>
  tile.return
}

tile.func public @attention_backward_narrow(
    %q_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %k_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %v_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %do_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32>,
    %delta_ptr: !tile.ptr<f32>,
    %dq_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dk_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %dv_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %n: i32, %keys: i32, %heads: i32, %scale: f32) {
  %id = tile.get_program_id x : i32
  %head = tile.get_program_id y : i32
  %zero = arith.constant 0 : i32
  %width = arith.constant 32 : i32
  %height = arith.constant 32 : i32
  %depth = arith.constant 128 : i32
  %key_0 = arith.muli %id, %width : i32
  %pitch = arith.muli %heads, %depth : i32
  %head_column = arith.muli %head, %depth : i32
  %key_64 = arith.extsi %key_0 : i32 to i64
  %pitch_64 = arith.extsi %pitch : i32 to i64
  %head_64 = arith.extsi %head_column : i32 to i64
  %key_start = arith.muli %key_64, %pitch_64 : i64
  %kv_start = arith.addi %key_start, %head_64 : i64
  %columns = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %keys_left = arith.subi %keys, %key_0 : i32
  %keys_left_t = tile.splat %keys_left : i32 -> tensor<32xi32>
  %key_inside = arith.cmpi slt, %columns, %keys_left_t : tensor<32xi32>
  %kv_inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
  %kv_inside = tile.broadcast %kv_inside_1 : tensor<32x1xi1> -> tensor<32x128xi1>
  %inside_1 = tile.expand_dims %key_inside {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
  %inside = tile.broadcast %inside_1 : tensor<32x1xi1> -> tensor<32x32xi1>
  %kv_zeros = arith.constant dense<0.0> : tensor<32x128xbf16>
  %nothing = arith.constant dense<0.0> : tensor<32x128xf32>
  %k_base = tile.addptr %k_ptr, %kv_start : !tile.ptr<bf16>, i64
  %k_ptrs = tile.call @rows_32x128(%k_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  %k = tile.load %k_ptrs, %kv_inside, %kv_zeros : tensor<32x128x!tile.ptr<bf16>>
  %v_base = tile.addptr %v_ptr, %kv_start : !tile.ptr<bf16>, i64
  %v_ptrs = tile.call @rows_32x128(%v_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  %v = tile.load %v_ptrs, %kv_inside, %kv_zeros : tensor<32x128x!tile.ptr<bf16>>
  %lse_n = arith.extsi %n : i32 to i64
  %lse_head = arith.extsi %head : i32 to i64
  %lse_head_start = arith.muli %lse_head, %lse_n : i64
  %lse_row = tile.addptr %lse_ptr, %lse_head_start : !tile.ptr<f32>, i64
  %delta_n = arith.extsi %n : i32 to i64
  %delta_head = arith.extsi %head : i32 to i64
  %delta_head_start = arith.muli %delta_head, %delta_n : i64
  %delta_row = tile.addptr %delta_ptr, %delta_head_start : !tile.ptr<f32>, i64
  %dk_sum, %dv_sum = scf.for %first = %zero to %n step %height iter_args(%dk_so_far = %nothing, %dv_so_far = %nothing) -> (tensor<32x128xf32>, tensor<32x128xf32>) : i32 {
    %first_64 = arith.extsi %first : i32 to i64
    %first_start = arith.muli %first_64, %pitch_64 : i64
    %start = arith.addi %first_start, %head_64 : i64
    %dk_more, %dv_more = tile.call @step_32x32x128(%q_ptr, %do_ptr, %lse_row, %delta_row, %dq_ptr, %first, %start, %n, %pitch, %scale, %k, %v, %inside, %dk_so_far, %dv_so_far) : (!tile.ptr<bf16>, !tile.ptr<bf16>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, i32, i64, i32, i32, f32, tensor<32x128xbf16>, tensor<32x128xbf16>, tensor<32x32xi1>, tensor<32x128xf32>, tensor<32x128xf32>) -> (tensor<32x128xf32>, tensor<32x128xf32>)
    scf.yield %dk_more, %dv_more : tensor<32x128xf32>, tensor<32x128xf32>
  } {tile.num_stages = 2 : i32}

  %ln_2 = arith.constant 0.693147182 : f32
  %s = arith.mulf %scale, %ln_2 : f32
  %s_t = tile.splat %s : f32 -> tensor<32x128xf32>
  %dk_scaled = arith.mulf %dk_sum, %s_t : tensor<32x128xf32>
  %dk = arith.truncf %dk_scaled : tensor<32x128xf32> to tensor<32x128xbf16>
  %dk_base = tile.addptr %dk_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dk_ptrs = tile.call @rows_32x128(%dk_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  tile.store %dk_ptrs, %dk, %kv_inside : tensor<32x128x!tile.ptr<bf16>>
  %dv = arith.truncf %dv_sum : tensor<32x128xf32> to tensor<32x128xbf16>
  %dv_base = tile.addptr %dv_ptr, %kv_start : !tile.ptr<bf16>, i64
  %dv_ptrs = tile.call @rows_32x128(%dv_base, %pitch) : (!tile.ptr<bf16>, i32) -> tensor<32x128x!tile.ptr<bf16>>
  tile.store %dv_ptrs, %dv, %kv_inside : tensor<32x128x!tile.ptr<bf16>>
  tile.return
}
}
