// Copies m rows of 32 floats in tiles of 128x32, one program for all of them.
//
// Idea: the two-dimensional masked copy of "Demystify OpenAI Triton" (2023), of
// a 1000x32 array under 16 warps.

tile.func public @copy_rows(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32) {
  %zero = arith.constant 0 : i32
  %rows_per_tile = arith.constant 128 : i32
  %pitch = arith.constant dense<32> : tensor<128x1xi32>
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %cols = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x32xi32> -> tensor<128x32xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<128x32x!tile.ptr<f32>>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<128x32x!tile.ptr<f32>>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  scf.for %first = %zero to %m step %rows_per_tile  : i32 {
    %firsts = tile.splat %first : i32 -> tensor<128xi32>
    %row = arith.addi %firsts, %rows : tensor<128xi32>
    %row_1 = tile.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %row_2 = arith.muli %row_1, %pitch : tensor<128x1xi32>
    %row_3 = tile.broadcast %row_2 : tensor<128x1xi32> -> tensor<128x32xi32>
    %offs = arith.addi %row_3, %cols_2 : tensor<128x32xi32>
    %inside = arith.cmpi slt, %row, %ms : tensor<128xi32>
    %inside_1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %mask = tile.broadcast %inside_1 : tensor<128x1xi1> -> tensor<128x32xi1>
    %x_ptrs = tile.addptr %x_base, %offs : tensor<128x32x!tile.ptr<f32>>, tensor<128x32xi32>
    %x = tile.load %x_ptrs, %mask : tensor<128x32x!tile.ptr<f32>>
    %y_ptrs = tile.addptr %y_base, %offs : tensor<128x32x!tile.ptr<f32>>, tensor<128x32xi32>
    tile.store %y_ptrs, %x, %mask : tensor<128x32x!tile.ptr<f32>>
  }
  tile.return
}
