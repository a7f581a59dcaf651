// y = transpose(x) of 32x32 numbers, at the stage where tiles carry layouts: rows are
// loaded and columns are stored, both from neighbouring addresses, and in between the
// elements move between threads.

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#row_of_rows = #tile.slice<{dim = 1, parent = #rows}>
#column_of_rows = #tile.slice<{dim = 0, parent = #rows}>
#row_of_columns = #tile.slice<{dim = 1, parent = #columns}>
#column_of_columns = #tile.slice<{dim = 0, parent = #columns}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @transpose(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  // x + 32 row + column
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #row_of_rows>
  %c = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #column_of_rows>
  %r2 = tile.expand_dims %r {axis = 1 : i32} : tensor<32xi32, #row_of_rows> -> tensor<32x1xi32, #rows>
  %c2 = tile.expand_dims %c {axis = 0 : i32} : tensor<32xi32, #column_of_rows> -> tensor<1x32xi32, #rows>
  %pitch = arith.constant dense<32> : tensor<32x1xi32, #rows>
  %start = arith.muli %r2, %pitch : tensor<32x1xi32, #rows>
  %start2 = tile.broadcast %start : tensor<32x1xi32, #rows> -> tensor<32x32xi32, #rows>
  %c3 = tile.broadcast %c2 : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  %from = arith.addi %start2, %c3 : tensor<32x32xi32, #rows>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #rows>
  %xp = tile.addptr %xs, %from : tensor<32x32x!tile.ptr<f32>, #rows>, tensor<32x32xi32, #rows>
  %a = tile.load %xp : tensor<32x32x!tile.ptr<f32>, #rows>
  %b = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  // y + 32 column + row
  %i = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #row_of_columns>
  %j = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #column_of_columns>
  %i2 = tile.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #row_of_columns> -> tensor<32x1xi32, #columns>
  %j2 = tile.expand_dims %j {axis = 0 : i32} : tensor<32xi32, #column_of_columns> -> tensor<1x32xi32, #columns>
  %pitch2 = arith.constant dense<32> : tensor<1x32xi32, #columns>
  %start3 = arith.muli %j2, %pitch2 : tensor<1x32xi32, #columns>
  %start4 = tile.broadcast %start3 : tensor<1x32xi32, #columns> -> tensor<32x32xi32, #columns>
  %i3 = tile.broadcast %i2 : tensor<32x1xi32, #columns> -> tensor<32x32xi32, #columns>
  %to = arith.addi %start4, %i3 : tensor<32x32xi32, #columns>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #columns>
  %yp = tile.addptr %ys, %to : tensor<32x32x!tile.ptr<f32>, #columns>, tensor<32x32xi32, #columns>
  tile.store %yp, %b : tensor<32x32x!tile.ptr<f32>, #columns>
  tile.return
}
}
