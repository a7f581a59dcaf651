// Sorts m rows of 256 floats, 16 rows per program.

tile.func public @sort_rows(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32) {
  %rows_per_tile = arith.constant 16 : i32
  %pitch = arith.constant dense<256> : tensor<16x1xi32>
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %cols = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x256xi32> -> tensor<16x256xi32>
  %program = tile.get_program_id x : i32
  %first = arith.muli %program, %rows_per_tile : i32
  %firsts = tile.splat %first : i32 -> tensor<16xi32>
  %row = arith.addi %firsts, %rows : tensor<16xi32>
  %row_1 = tile.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %row_2 = arith.muli %row_1, %pitch : tensor<16x1xi32>
  %row_3 = tile.broadcast %row_2 : tensor<16x1xi32> -> tensor<16x256xi32>
  %offs = arith.addi %row_3, %cols_2 : tensor<16x256xi32>
  %ms = tile.splat %m : i32 -> tensor<16xi32>
  %inside = arith.cmpi slt, %row, %ms : tensor<16xi32>
  %inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %mask = tile.broadcast %inside_1 : tensor<16x1xi1> -> tensor<16x256xi1>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<16x256x!tile.ptr<f32>>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<16x256x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %offs : tensor<16x256x!tile.ptr<f32>>, tensor<16x256xi32>
  %x = tile.load %x_ptrs, %mask : tensor<16x256x!tile.ptr<f32>>
  %sorted = tile.sort %x {axis = 1 : i32} : tensor<16x256xf32>
  %y_ptrs = tile.addptr %y_base, %offs : tensor<16x256x!tile.ptr<f32>>, tensor<16x256xi32>
  tile.store %y_ptrs, %sorted, %mask : tensor<16x256x!tile.ptr<f32>>
  tile.return
}
