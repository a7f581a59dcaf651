// Sorts the first n numbers, a multiple of 4, of each of m rows of 256, in
// ascending order: 32 rows per program. The rest of a row is padded with the
// number that comes last, the largest NaN, so that it stays where it is.

tile.func public @sort_rows(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32 {tile.divisibility = 4 : i32}) {
  %rows_per_tile = arith.constant 32 : i32
  %pitch = arith.constant dense<256> : tensor<32x1xi32>
  %last = arith.constant dense<0x7FFFFFFF> : tensor<32x256xf32>
  %rows = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %cols = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x256xi32> -> tensor<32x256xi32>
  %program = tile.get_program_id x : i32
  %first = arith.muli %program, %rows_per_tile : i32
  %firsts = tile.splat %first : i32 -> tensor<32xi32>
  %row = arith.addi %firsts, %rows : tensor<32xi32>
  %row_1 = tile.expand_dims %row {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %row_2 = arith.muli %row_1, %pitch : tensor<32x1xi32>
  %row_3 = tile.broadcast %row_2 : tensor<32x1xi32> -> tensor<32x256xi32>
  %offs = arith.addi %row_3, %cols_2 : tensor<32x256xi32>
  %ms = tile.splat %m : i32 -> tensor<32x1xi32>
  %ns = tile.splat %n : i32 -> tensor<1x256xi32>
  %is_row = arith.cmpi slt, %row_1, %ms : tensor<32x1xi32>
  %is_col = arith.cmpi slt, %cols_1, %ns : tensor<1x256xi32>
  %is_row_1 = tile.broadcast %is_row : tensor<32x1xi1> -> tensor<32x256xi1>
  %is_col_1 = tile.broadcast %is_col : tensor<1x256xi1> -> tensor<32x256xi1>
  %mask = arith.andi %is_row_1, %is_col_1 : tensor<32x256xi1>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<32x256x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %offs : tensor<32x256x!tile.ptr<f32>>, tensor<32x256xi32>
  %x = tile.load %x_ptrs, %mask, %last : tensor<32x256x!tile.ptr<f32>>
  %sorted = tile.sort %x {axis = 1 : i32} : tensor<32x256xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<32x256x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %offs : tensor<32x256x!tile.ptr<f32>>, tensor<32x256xi32>
  tile.store %y_ptrs, %sorted, %mask : tensor<32x256x!tile.ptr<f32>>
  tile.return
}
