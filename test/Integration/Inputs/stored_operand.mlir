// c = a w, a of f16, 128 x k, w of bytes, k x 128: threads make f16 of w. k is a
// multiple of 64.
tile.func public @stored_operand(%a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %w_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: i32 {tile.divisibility = 64 : i32}) {
  %zero = arith.constant 0 : i32
  %depth = arith.constant 64 : i32
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ks = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %k_t = tile.splat %k : i32 -> tensor<128xi32>
  %a_begins = arith.muli %rows, %k_t : tensor<128xi32>
  %a_begins_1 = tile.expand_dims %a_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %a_begins_2 = tile.broadcast %a_begins_1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %a_along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_along = tile.broadcast %a_along_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<128x64xi32>
  %width = arith.constant dense<128> : tensor<64xi32>
  %w_begins = arith.muli %ks, %width : tensor<64xi32>
  %w_begins_1 = tile.expand_dims %w_begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %w_begins_2 = tile.broadcast %w_begins_1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %w_along_1 = tile.expand_dims %rows {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %w_along = tile.broadcast %w_along_1 : tensor<1x128xi32> -> tensor<64x128xi32>
  %w_offsets = arith.addi %w_begins_2, %w_along : tensor<64x128xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %a_first = tile.addptr %a_base, %a_offsets : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %w_base = tile.splat %w_ptr : !tile.ptr<i8> -> tensor<64x128x!tile.ptr<i8>>
  %w_first = tile.addptr %w_base, %w_offsets : tensor<64x128x!tile.ptr<i8>>, tensor<64x128xi32>
  %a_step = arith.constant dense<64> : tensor<128x64xi32>
  %w_step = arith.constant dense<8192> : tensor<64x128xi32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %a_end, %w_end = scf.for %at = %zero to %k step %depth iter_args(%so_far = %none, %a_ptrs = %a_first, %w_ptrs = %w_first) -> (tensor<128x128xf32>, tensor<128x64x!tile.ptr<f16>>, tensor<64x128x!tile.ptr<i8>>) : i32 {
    %a = tile.load %a_ptrs : tensor<128x64x!tile.ptr<f16>>
    %bytes = tile.load %w_ptrs : tensor<64x128x!tile.ptr<i8>>
    %w = arith.sitofp %bytes : tensor<64x128xi8> to tensor<64x128xf16>
    %more = tile.dot %a, %w, %so_far : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    %w_next = tile.addptr %w_ptrs, %w_step : tensor<64x128x!tile.ptr<i8>>, tensor<64x128xi32>
    scf.yield %more, %a_next, %w_next : tensor<128x128xf32>, tensor<128x64x!tile.ptr<f16>>, tensor<64x128x!tile.ptr<i8>>
  }
  %c_width = arith.constant dense<128> : tensor<128xi32>
  %c_begins = arith.muli %rows, %c_width : tensor<128xi32>
  %c_begins_1 = tile.expand_dims %c_begins {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %c_begins_2 = tile.broadcast %c_begins_1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %c_along_1 = tile.expand_dims %rows {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %c_along = tile.broadcast %c_along_1 : tensor<1x128xi32> -> tensor<128x128xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<128x128xi32>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
  %c_ptrs = tile.addptr %c_base, %c_offsets : tensor<128x128x!tile.ptr<f32>>, tensor<128x128xi32>
  tile.store %c_ptrs, %sum : tensor<128x128x!tile.ptr<f32>>
  tile.return
}
