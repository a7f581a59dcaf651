// c = a b: 64 x k times k x 64 numbers of f16, with sums of f32. The rows of a are lda elements
// apart; the rows of b and c are contiguous. One program, four warps.

tile.func public @matmul(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %k: i32, %lda: i32 {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %depth = arith.constant 32 : i32
  %wide = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ks = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rows = tile.expand_dims %wide {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tile.expand_dims %wide {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ks_a = tile.expand_dims %ks {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ks_b = tile.expand_dims %ks {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // a: rows * lda + ks. b and c: 64 * their rows + columns.
  %ldas = tile.splat %lda : i32 -> tensor<64x1xi32>
  %a_begins = arith.muli %rows, %ldas : tensor<64x1xi32>
  %a_begins_2 = tile.broadcast %a_begins : tensor<64x1xi32> -> tensor<64x32xi32>
  %a_along = tile.broadcast %ks_a : tensor<1x32xi32> -> tensor<64x32xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<64x32xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>>
  %a_first = tile.addptr %a_base, %a_offsets : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
  %b_ld = arith.constant dense<64> : tensor<32x1xi32>
  %b_begins = arith.muli %ks_b, %b_ld : tensor<32x1xi32>
  %b_begins_2 = tile.broadcast %b_begins : tensor<32x1xi32> -> tensor<32x64xi32>
  %b_along = tile.broadcast %columns : tensor<1x64xi32> -> tensor<32x64xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<32x64xi32>
  %b_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<32x64x!tile.ptr<f16>>
  %b_first = tile.addptr %b_base, %b_offsets : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
  %a_step = arith.constant dense<32> : tensor<64x32xi32>
  %b_step = arith.constant dense<2048> : tensor<32x64xi32>
  %a_zeros = arith.constant dense<0.0> : tensor<64x32xf16>
  %b_zeros = arith.constant dense<0.0> : tensor<32x64xf16>
  %no_sum = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %a_end, %b_end = scf.for %at = %zero to %k step %depth iter_args(%so_far = %no_sum, %a_ptrs = %a_first, %b_ptrs = %b_first) -> (tensor<64x64xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x64x!tile.ptr<f16>>) : i32 {
    %left = arith.subi %k, %at : i32
    %left_a = tile.splat %left : i32 -> tensor<1x32xi32>
    %left_b = tile.splat %left : i32 -> tensor<32x1xi32>
    %inside_a = arith.cmpi slt, %ks_a, %left_a : tensor<1x32xi32>
    %inside_b = arith.cmpi slt, %ks_b, %left_b : tensor<32x1xi32>
    %a_mask = tile.broadcast %inside_a : tensor<1x32xi1> -> tensor<64x32xi1>
    %b_mask = tile.broadcast %inside_b : tensor<32x1xi1> -> tensor<32x64xi1>
    %a = tile.load %a_ptrs, %a_mask, %a_zeros : tensor<64x32x!tile.ptr<f16>>
    %b = tile.load %b_ptrs, %b_mask, %b_zeros : tensor<32x64x!tile.ptr<f16>>
    %more = tile.dot %a, %b, %so_far : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
    scf.yield %more, %a_next, %b_next : tensor<64x64xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x64x!tile.ptr<f16>>
  } {tile.num_stages = 3 : i32}
  %c_ld = arith.constant dense<64> : tensor<64x1xi32>
  %c_begins = arith.muli %rows, %c_ld : tensor<64x1xi32>
  %c_begins_2 = tile.broadcast %c_begins : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_along = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<64x64xi32>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_ptrs = tile.addptr %c_base, %c_offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %c_ptrs, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
