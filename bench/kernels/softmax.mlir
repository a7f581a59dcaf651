// Softmax of the rows of an m x n matrix: y = exp(x - max x) / sum exp(x - max x).
// A row stays in registers between reading and writing.
//
//   softmax      n <= 4096: a row per program, a grid of m
//   softmax_256  n <= 256: 16 rows per program, four per warp; a grid of ceil(m / 16).
//                No warp waits for another
//   softmax_4096 softmax where n is a multiple of 4: what it writes stays in the L2
//                cache as long as it may
//
// A row with NaN, with +inf, or of -inf alone is NaN.
//
// Idea: the fused softmax of the Triton tutorials, "a row per program".

tile.func public @softmax(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<4096xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<4096x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maxnumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<4096xf32>) -> f32
  %max_t = tile.splat %max : f32 -> tensor<4096xf32>
  %d = arith.subf %x, %max_t : tensor<4096xf32>
  %e = math.exp %d fastmath<afn> : tensor<4096xf32>
  %total = "tile.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a_2: f32, %b_2: f32):
    %sum = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %total : f32
  %inverse_t = tile.splat %inverse : f32 -> tensor<4096xf32>
  %y = arith.mulf %e, %inverse_t : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %y, %mask : tensor<4096x!tile.ptr<f32>>
  tile.return
}

tile.func public @softmax_256(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
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
  %n_t_2 = tile.splat %n : i32 -> tensor<16xi32>
  %begins = arith.muli %rows, %n_t_2 : tensor<16xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<16x1xi32> -> tensor<16x256xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x256xi32> -> tensor<16x256xi32>
  %offs = arith.addi %begins_2, %cols_2 : tensor<16x256xi32>
  %first_64 = arith.extui %first : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %first_64, %n_64 : i64
  %x_first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_first_t = tile.splat %x_first : !tile.ptr<f32> -> tensor<16x256x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_first_t, %offs : tensor<16x256x!tile.ptr<f32>>, tensor<16x256xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<16x256xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<16x256x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maxnumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<16x256xf32>) -> tensor<16xf32>
  %max_1 = tile.expand_dims %max {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %max_2_2 = tile.broadcast %max_1 : tensor<16x1xf32> -> tensor<16x256xf32>
  %d = arith.subf %x, %max_2_2 : tensor<16x256xf32>
  %e = math.exp %d fastmath<afn> : tensor<16x256xf32>
  %total = "tile.reduce"(%e) <{axis = 1 : i32}> ({
  ^bb0(%a_2: f32, %b_2: f32):
    %sum = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum : f32
  }) : (tensor<16x256xf32>) -> tensor<16xf32>
  %ones = arith.constant dense<1.0> : tensor<16xf32>
  %inverse = arith.divf %ones, %total : tensor<16xf32>
  %inverse_1 = tile.expand_dims %inverse {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %inverse_2 = tile.broadcast %inverse_1 : tensor<16x1xf32> -> tensor<16x256xf32>
  %y = arith.mulf %e, %inverse_2 : tensor<16x256xf32>
  %y_first = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_first_t = tile.splat %y_first : !tile.ptr<f32> -> tensor<16x256x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_first_t, %offs : tensor<16x256x!tile.ptr<f32>>, tensor<16x256xi32>
  tile.store %y_ptrs, %y, %mask : tensor<16x256x!tile.ptr<f32>>
  tile.return
}

tile.func public @softmax_4096(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 4 : i32}) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<4096xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<4096x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maxnumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<4096xf32>) -> f32
  %max_t = tile.splat %max : f32 -> tensor<4096xf32>
  %d = arith.subf %x, %max_t : tensor<4096xf32>
  %e = math.exp %d fastmath<afn> : tensor<4096xf32>
  %total = "tile.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a_2: f32, %b_2: f32):
    %sum = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %total : f32
  %inverse_t = tile.splat %inverse : f32 -> tensor<4096xf32>
  %y = arith.mulf %e, %inverse_t : tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<4096x!tile.ptr<f32>>
  tile.return
}
