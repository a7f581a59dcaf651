// Running sums of the rows of an m x n array of floats: y[i, j] is the sum of
// x[i, 0] to x[i, j]. A program has four rows and goes along them 512 columns at a
// time; what it has summed so far is a tile that the loop carries.
//
// A warp has a row of the tile, so that nothing goes through shared memory. n is a
// multiple of 4, so that each row begins where four floats can be loaded at once.

tile.func public @cumsum(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 4 : i32}) {
  %zero = arith.constant 0 : i32
  %rows_per_tile = arith.constant 4 : i32
  %columns_per_tile = arith.constant 512 : i32
  %none = arith.constant dense<0.0> : tensor<4x1xf32>
  %outside = arith.constant dense<0.0> : tensor<4x512xf32>
  %last = arith.constant dense<511> : tensor<4x1xi32>
  %id = tile.get_program_id x : i32
  %first_row = arith.muli %id, %rows_per_tile : i32
  %first_rows = tile.splat %first_row : i32 -> tensor<4xi32>
  %row_range = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %rows = arith.addi %first_rows, %row_range : tensor<4xi32>
  %row_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %row_2 = arith.extsi %row_1 : tensor<4x1xi32> to tensor<4x1xi64>
  %n_64 = arith.extsi %n : i32 to i64
  %pitch = tile.splat %n_64 : i64 -> tensor<4x1xi64>
  %starts = arith.muli %row_2, %pitch : tensor<4x1xi64>
  %ms = tile.splat %m : i32 -> tensor<4x1xi32>
  %is_row = arith.cmpi slt, %row_1, %ms : tensor<4x1xi32>
  %is_row_1 = tile.broadcast %is_row : tensor<4x1xi1> -> tensor<4x512xi1>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<4x1x!tile.ptr<f32>>
  %x_rows = tile.addptr %x_base, %starts : tensor<4x1x!tile.ptr<f32>>, tensor<4x1xi64>
  %x_rows_1 = tile.broadcast %x_rows : tensor<4x1x!tile.ptr<f32>> -> tensor<4x512x!tile.ptr<f32>>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<4x1x!tile.ptr<f32>>
  %y_rows = tile.addptr %y_base, %starts : tensor<4x1x!tile.ptr<f32>>, tensor<4x1xi64>
  %y_rows_1 = tile.broadcast %y_rows : tensor<4x1x!tile.ptr<f32>> -> tensor<4x512x!tile.ptr<f32>>
  %column_range = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %ns = tile.splat %n : i32 -> tensor<512xi32>
  %total = scf.for %first = %zero to %n step %columns_per_tile
      iter_args(%before = %none) -> (tensor<4x1xf32>) : i32 {
    %firsts = tile.splat %first : i32 -> tensor<512xi32>
    %columns = arith.addi %firsts, %column_range : tensor<512xi32>
    %column_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
    %column_2 = tile.broadcast %column_1 : tensor<1x512xi32> -> tensor<4x512xi32>
    %is_column = arith.cmpi slt, %columns, %ns : tensor<512xi32>
    %is_column_1 = tile.expand_dims %is_column {axis = 0 : i32} : tensor<512xi1> -> tensor<1x512xi1>
    %is_column_2 = tile.broadcast %is_column_1 : tensor<1x512xi1> -> tensor<4x512xi1>
    %mask = arith.andi %is_row_1, %is_column_2 : tensor<4x512xi1>
    %x_ptrs = tile.addptr %x_rows_1, %column_2 : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    %x = tile.load %x_ptrs, %mask, %outside : tensor<4x512x!tile.ptr<f32>>
    %sums = "tile.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.scan.return %s : f32
    }) : (tensor<4x512xf32>) -> tensor<4x512xf32>
    %before_1 = tile.broadcast %before : tensor<4x1xf32> -> tensor<4x512xf32>
    %y = arith.addf %before_1, %sums : tensor<4x512xf32>
    %y_ptrs = tile.addptr %y_rows_1, %column_2 : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<4x512x!tile.ptr<f32>>
    %after = tile.gather %y[%last] {axis = 1 : i32} : (tensor<4x512xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    scf.yield %after : tensor<4x1xf32>
  }
  tile.return
}
