// The column of the largest number of each row of an m x n matrix: of equal ones the
// first; NaN counts as the largest, as in NumPy.
//
//   argmax_256         n <= 256: 16 rows per program, a grid of ceil(m / 16)
//   argmax_1024        n <= 1024: 8 rows per program, a grid of ceil(m / 8)
//   argmax_1024_split  the same by two reductions: the maximum, then the first column
//                      that has it
//
// Idea: pairs of value and column, as tl.argmax of Triton reduces them.

tile.func public @argmax_256(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %index_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %c16 = arith.constant 16 : i32
  %first = arith.muli %pid, %c16 : i32
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %cols = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %left = arith.subi %m, %first : i32
  %left_t = tile.splat %left : i32 -> tensor<16xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<16xi32>
  %n_t = tile.splat %n : i32 -> tensor<256xi32>
  %col_inside = arith.cmpi slt, %cols, %n_t : tensor<256xi32>
  %row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_1 : tensor<16x1xi1> -> tensor<16x256xi1>
  %col_inside_1 = tile.expand_dims %col_inside {axis = 0 : i32} : tensor<256xi1> -> tensor<1x256xi1>
  %col_inside_2 = tile.broadcast %col_inside_1 : tensor<1x256xi1> -> tensor<16x256xi1>
  %mask = arith.andi %row_inside_2, %col_inside_2 : tensor<16x256xi1>
  %col_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %col_2 = tile.broadcast %col_1 : tensor<1x256xi32> -> tensor<16x256xi32>
  %n_t_2 = tile.splat %n : i32 -> tensor<16xi32>
  %begins = arith.muli %rows, %n_t_2 : tensor<16xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<16x1xi32> -> tensor<16x256xi32>
  %offs = arith.addi %begins_2, %col_2 : tensor<16x256xi32>
  %first_64 = arith.extui %first : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %first_64, %n_64 : i64
  %x_first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_first_t = tile.splat %x_first : !tile.ptr<f32> -> tensor<16x256x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_first_t, %offs : tensor<16x256x!tile.ptr<f32>>, tensor<16x256xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<16x256xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<16x256x!tile.ptr<f32>>
  %max, %index = "tile.reduce"(%x, %col_2) <{axis = 1 : i32, commutative}> ({
  ^bb0(%a: f32, %a_2: i32, %b: f32, %b_2: i32):
    %more = arith.cmpf ogt, %a, %b : f32
    %same = arith.cmpf oeq, %a, %b : f32
    %a_nan = arith.cmpf uno, %a, %a : f32
    %b_nan = arith.cmpf uno, %b, %b : f32
    %both_nan = arith.andi %a_nan, %b_nan : i1
    %tie = arith.ori %same, %both_nan : i1
    %lower = arith.cmpi slt, %a_2, %b_2 : i32
    %true = arith.constant 1 : i1
    %not_b = arith.xori %b_nan, %true : i1
    %only_a = arith.andi %a_nan, %not_b : i1
    %wins = arith.ori %more, %only_a : i1
    %first_of_tie = arith.andi %tie, %lower : i1
    %take = arith.ori %wins, %first_of_tie : i1
    %v = arith.select %take, %a, %b : f32
    %i = arith.select %take, %a_2, %b_2 : i32
    tile.reduce.return %v, %i : f32, i32
  }) : (tensor<16x256xf32>, tensor<16x256xi32>) -> (tensor<16xf32>, tensor<16xi32>)
  %index_first = tile.addptr %index_ptr, %first : !tile.ptr<i32>, i32
  %index_first_t = tile.splat %index_first : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  %index_ptrs = tile.addptr %index_first_t, %rows : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
  tile.store %index_ptrs, %index, %row_inside : tensor<16x!tile.ptr<i32>>
  tile.return
}

tile.func public @argmax_1024(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %index_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %c8 = arith.constant 8 : i32
  %first = arith.muli %pid, %c8 : i32
  %rows = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %cols = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %left = arith.subi %m, %first : i32
  %left_t = tile.splat %left : i32 -> tensor<8xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<8xi32>
  %n_t = tile.splat %n : i32 -> tensor<1024xi32>
  %col_inside = arith.cmpi slt, %cols, %n_t : tensor<1024xi32>
  %row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_1 : tensor<8x1xi1> -> tensor<8x1024xi1>
  %col_inside_1 = tile.expand_dims %col_inside {axis = 0 : i32} : tensor<1024xi1> -> tensor<1x1024xi1>
  %col_inside_2 = tile.broadcast %col_inside_1 : tensor<1x1024xi1> -> tensor<8x1024xi1>
  %mask = arith.andi %row_inside_2, %col_inside_2 : tensor<8x1024xi1>
  %col_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<1024xi32> -> tensor<1x1024xi32>
  %col_2 = tile.broadcast %col_1 : tensor<1x1024xi32> -> tensor<8x1024xi32>
  %n_t_2 = tile.splat %n : i32 -> tensor<8xi32>
  %begins = arith.muli %rows, %n_t_2 : tensor<8xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<8x1xi32> -> tensor<8x1024xi32>
  %offs = arith.addi %begins_2, %col_2 : tensor<8x1024xi32>
  %first_64 = arith.extui %first : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %first_64, %n_64 : i64
  %x_first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_first_t = tile.splat %x_first : !tile.ptr<f32> -> tensor<8x1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_first_t, %offs : tensor<8x1024x!tile.ptr<f32>>, tensor<8x1024xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<8x1024xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<8x1024x!tile.ptr<f32>>
  %max, %index = "tile.reduce"(%x, %col_2) <{axis = 1 : i32, commutative}> ({
  ^bb0(%a: f32, %a_2: i32, %b: f32, %b_2: i32):
    %more = arith.cmpf ogt, %a, %b : f32
    %same = arith.cmpf oeq, %a, %b : f32
    %a_nan = arith.cmpf uno, %a, %a : f32
    %b_nan = arith.cmpf uno, %b, %b : f32
    %both_nan = arith.andi %a_nan, %b_nan : i1
    %tie = arith.ori %same, %both_nan : i1
    %lower = arith.cmpi slt, %a_2, %b_2 : i32
    %true = arith.constant 1 : i1
    %not_b = arith.xori %b_nan, %true : i1
    %only_a = arith.andi %a_nan, %not_b : i1
    %wins = arith.ori %more, %only_a : i1
    %first_of_tie = arith.andi %tie, %lower : i1
    %take = arith.ori %wins, %first_of_tie : i1
    %v = arith.select %take, %a, %b : f32
    %i = arith.select %take, %a_2, %b_2 : i32
    tile.reduce.return %v, %i : f32, i32
  }) : (tensor<8x1024xf32>, tensor<8x1024xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %index_first = tile.addptr %index_ptr, %first : !tile.ptr<i32>, i32
  %index_first_t = tile.splat %index_first : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %index_ptrs = tile.addptr %index_first_t, %rows : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.store %index_ptrs, %index, %row_inside : tensor<8x!tile.ptr<i32>>
  tile.return
}

tile.func public @argmax_1024_split(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %index_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %c8 = arith.constant 8 : i32
  %first = arith.muli %pid, %c8 : i32
  %rows = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %cols = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %left = arith.subi %m, %first : i32
  %left_t = tile.splat %left : i32 -> tensor<8xi32>
  %row_inside = arith.cmpi slt, %rows, %left_t : tensor<8xi32>
  %n_t = tile.splat %n : i32 -> tensor<1024xi32>
  %col_inside = arith.cmpi slt, %cols, %n_t : tensor<1024xi32>
  %row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_1 : tensor<8x1xi1> -> tensor<8x1024xi1>
  %col_inside_1 = tile.expand_dims %col_inside {axis = 0 : i32} : tensor<1024xi1> -> tensor<1x1024xi1>
  %col_inside_2 = tile.broadcast %col_inside_1 : tensor<1x1024xi1> -> tensor<8x1024xi1>
  %mask = arith.andi %row_inside_2, %col_inside_2 : tensor<8x1024xi1>
  %col_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<1024xi32> -> tensor<1x1024xi32>
  %col_2 = tile.broadcast %col_1 : tensor<1x1024xi32> -> tensor<8x1024xi32>
  %n_t_2 = tile.splat %n : i32 -> tensor<8xi32>
  %begins = arith.muli %rows, %n_t_2 : tensor<8xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<8x1xi32> -> tensor<8x1024xi32>
  %offs = arith.addi %begins_2, %col_2 : tensor<8x1024xi32>
  %first_64 = arith.extui %first : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %first_64, %n_64 : i64
  %x_first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_first_t = tile.splat %x_first : !tile.ptr<f32> -> tensor<8x1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_first_t, %offs : tensor<8x1024x!tile.ptr<f32>>, tensor<8x1024xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<8x1024xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<8x1024x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maximumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<8x1024xf32>) -> tensor<8xf32>
  %max_1 = tile.expand_dims %max {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %max_2_2 = tile.broadcast %max_1 : tensor<8x1xf32> -> tensor<8x1024xf32>
  %equal = arith.cmpf oeq, %x, %max_2_2 : tensor<8x1024xf32>
  %nan = arith.cmpf uno, %x, %x : tensor<8x1024xf32>
  %hit = arith.ori %equal, %nan : tensor<8x1024xi1>
  %c2147483647s = arith.constant dense<2147483647> : tensor<8x1024xi32>
  %candidate = arith.select %hit, %col_2, %c2147483647s : tensor<8x1024xi1>, tensor<8x1024xi32>
  %index = "tile.reduce"(%candidate) <{axis = 1 : i32}> ({
  ^bb0(%a_2: i32, %b_2: i32):
    %lower = arith.minsi %a_2, %b_2 : i32
    tile.reduce.return %lower : i32
  }) : (tensor<8x1024xi32>) -> tensor<8xi32>
  %index_first = tile.addptr %index_ptr, %first : !tile.ptr<i32>, i32
  %index_first_t = tile.splat %index_first : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %index_ptrs = tile.addptr %index_first_t, %rows : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.store %index_ptrs, %index, %row_inside : tensor<8x!tile.ptr<i32>>
  tile.return
}
