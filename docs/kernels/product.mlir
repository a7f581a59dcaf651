// c = a b: m x k times k x n numbers of f16, with sums of f32. Rows are contiguous. Each
// program makes 64 x 128 numbers of c; the grid is ceil(n / 128) by ceil(m / 64).

tile.func public @product(%a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                          %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                          %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                          %m: i32, %n: i32 {tile.divisibility = 16 : i32},
                          %k: i32 {tile.divisibility = 16 : i32}) {
  // The tile of this program: its first row and column.
  %height = arith.constant 64 : i32
  %width = arith.constant 128 : i32
  %column_id = tile.get_program_id x : i32
  %row_id = tile.get_program_id y : i32
  %row_0 = arith.muli %row_id, %height : i32
  %column_0 = arith.muli %column_id, %width : i32
  // The numbers of its rows and columns, upright and lying.
  %row_range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %column_range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %row_0s = tile.splat %row_0 : i32 -> tensor<64xi32>
  %column_0s = tile.splat %column_0 : i32 -> tensor<128xi32>
  %row_numbers = arith.addi %row_0s, %row_range : tensor<64xi32>
  %column_numbers = arith.addi %column_0s, %column_range : tensor<128xi32>
  %rows = tile.expand_dims %row_numbers {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tile.expand_dims %column_numbers {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %depth_range = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %ks_lying = tile.expand_dims %depth_range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ks_upright = tile.expand_dims %depth_range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // Which of them are inside.
  %ms = tile.splat %m : i32 -> tensor<64x1xi32>
  %ns = tile.splat %n : i32 -> tensor<1x128xi32>
  %rows_inside = arith.cmpi slt, %rows, %ms : tensor<64x1xi32>
  %columns_inside = arith.cmpi slt, %columns, %ns : tensor<1x128xi32>
  // a + row * k + ks, and b + ks * n + column.
  %k_pitch = tile.splat %k : i32 -> tensor<64x1xi32>
  %a_begins = arith.muli %rows, %k_pitch : tensor<64x1xi32>
  %a_begins_2 = tile.broadcast %a_begins : tensor<64x1xi32> -> tensor<64x32xi32>
  %a_along = tile.broadcast %ks_lying : tensor<1x32xi32> -> tensor<64x32xi32>
  %a_offsets = arith.addi %a_begins_2, %a_along : tensor<64x32xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>>
  %a_first = tile.addptr %a_base, %a_offsets : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
  %n_pitch = tile.splat %n : i32 -> tensor<32x1xi32>
  %b_begins = arith.muli %ks_upright, %n_pitch : tensor<32x1xi32>
  %b_begins_2 = tile.broadcast %b_begins : tensor<32x1xi32> -> tensor<32x128xi32>
  %b_along = tile.broadcast %columns : tensor<1x128xi32> -> tensor<32x128xi32>
  %b_offsets = arith.addi %b_begins_2, %b_along : tensor<32x128xi32>
  %b_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<32x128x!tile.ptr<f16>>
  %b_first = tile.addptr %b_base, %b_offsets : tensor<32x128x!tile.ptr<f16>>, tensor<32x128xi32>
  // 32 numbers deeper in each iteration.
  %zero = arith.constant 0 : i32
  %depth = arith.constant 32 : i32
  %a_step = arith.constant dense<32> : tensor<64x32xi32>
  %b_step_1 = arith.muli %n, %depth : i32
  %b_step = tile.splat %b_step_1 : i32 -> tensor<32x128xi32>
  %a_zeros = arith.constant dense<0.0> : tensor<64x32xf16>
  %b_zeros = arith.constant dense<0.0> : tensor<32x128xf16>
  %no_sum = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum, %a_end, %b_end = scf.for %at = %zero to %k step %depth
      iter_args(%so_far = %no_sum, %a_ptrs = %a_first, %b_ptrs = %b_first)
      -> (tensor<64x128xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x128x!tile.ptr<f16>>) : i32 {
    %left = arith.subi %k, %at : i32
    %left_a = tile.splat %left : i32 -> tensor<1x32xi32>
    %left_b = tile.splat %left : i32 -> tensor<32x1xi32>
    %deep_a = arith.cmpi slt, %ks_lying, %left_a : tensor<1x32xi32>
    %deep_b = arith.cmpi slt, %ks_upright, %left_b : tensor<32x1xi32>
    %deep_a_2 = tile.broadcast %deep_a : tensor<1x32xi1> -> tensor<64x32xi1>
    %deep_b_2 = tile.broadcast %deep_b : tensor<32x1xi1> -> tensor<32x128xi1>
    %inside_a = tile.broadcast %rows_inside : tensor<64x1xi1> -> tensor<64x32xi1>
    %inside_b = tile.broadcast %columns_inside : tensor<1x128xi1> -> tensor<32x128xi1>
    %a_mask = arith.andi %inside_a, %deep_a_2 : tensor<64x32xi1>
    %b_mask = arith.andi %inside_b, %deep_b_2 : tensor<32x128xi1>
    %a = tile.load %a_ptrs, %a_mask, %a_zeros : tensor<64x32x!tile.ptr<f16>>
    %b = tile.load %b_ptrs, %b_mask, %b_zeros : tensor<32x128x!tile.ptr<f16>>
    %more = tile.dot %a, %b, %so_far : tensor<64x32xf16> * tensor<32x128xf16> -> tensor<64x128xf32>
    %a_next = tile.addptr %a_ptrs, %a_step : tensor<64x32x!tile.ptr<f16>>, tensor<64x32xi32>
    %b_next = tile.addptr %b_ptrs, %b_step : tensor<32x128x!tile.ptr<f16>>, tensor<32x128xi32>
    scf.yield %more, %a_next, %b_next : tensor<64x128xf32>, tensor<64x32x!tile.ptr<f16>>, tensor<32x128x!tile.ptr<f16>>
  }
  // c + row * n + column.
  %c_pitch = tile.splat %n : i32 -> tensor<64x1xi32>
  %c_begins = arith.muli %rows, %c_pitch : tensor<64x1xi32>
  %c_begins_2 = tile.broadcast %c_begins : tensor<64x1xi32> -> tensor<64x128xi32>
  %c_along = tile.broadcast %columns : tensor<1x128xi32> -> tensor<64x128xi32>
  %c_offsets = arith.addi %c_begins_2, %c_along : tensor<64x128xi32>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %c_ptrs = tile.addptr %c_base, %c_offsets : tensor<64x128x!tile.ptr<f32>>, tensor<64x128xi32>
  %rows_inside_2 = tile.broadcast %rows_inside : tensor<64x1xi1> -> tensor<64x128xi1>
  %columns_inside_2 = tile.broadcast %columns_inside : tensor<1x128xi1> -> tensor<64x128xi1>
  %c_mask = arith.andi %rows_inside_2, %columns_inside_2 : tensor<64x128xi1>
  tile.store %c_ptrs, %sum, %c_mask : tensor<64x128x!tile.ptr<f32>>
  tile.return
}
