// A matrix times a vector: y = a x, where a is m x n of f16, x has n numbers of f16, and y
// m of f32. Sums are of f32. A program makes 16 rows; the grid is ceil(m / 16).
//
// Each thread adds up products of its own columns; threads meet once per program.

tile.func public @matvec(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %lda: i32) {
  %id = tile.get_program_id x : i32
  %height = arith.constant 16 : i32
  %row_0 = arith.muli %id, %height : i32
  %rows = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %columns = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %rows_left = arith.subi %m, %row_0 : i32
  %rows_left_t = tile.splat %rows_left : i32 -> tensor<16xi32>
  %row_inside = arith.cmpi slt, %rows, %rows_left_t : tensor<16xi32>
  %row_inside_1 = tile.expand_dims %row_inside {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %row_inside_2 = tile.broadcast %row_inside_1 : tensor<16x1xi1> -> tensor<16x256xi1>
  %row_64 = arith.extsi %row_0 : i32 to i64
  %lda_64 = arith.extsi %lda : i32 to i64
  %start = arith.muli %row_64, %lda_64 : i64
  %a_base = tile.addptr %a_ptr, %start : !tile.ptr<f16>, i64
  %lda_t = tile.splat %lda : i32 -> tensor<16xi32>
  %begins = arith.muli %rows, %lda_t : tensor<16xi32>
  %begins_1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %begins_2 = tile.broadcast %begins_1 : tensor<16x1xi32> -> tensor<16x256xi32>
  %zero = arith.constant 0 : i32
  %width = arith.constant 256 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x256xf32>
  %sums = scf.for %first = %zero to %n step %width iter_args(%so_far = %zeros) -> (tensor<16x256xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<256xi32>
    %at = arith.addi %columns, %first_t : tensor<256xi32>
    %n_t = tile.splat %n : i32 -> tensor<256xi32>
    %column_inside = arith.cmpi slt, %at, %n_t : tensor<256xi32>
    %x_base = tile.splat %x_ptr : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>>
    %x_ptrs = tile.addptr %x_base, %at : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
    %x_zeros = arith.constant dense<0.0> : tensor<256xf16>
    %x = tile.load %x_ptrs, %column_inside, %x_zeros : tensor<256x!tile.ptr<f16>>
    %at_1 = tile.expand_dims %at {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
    %at_2 = tile.broadcast %at_1 : tensor<1x256xi32> -> tensor<16x256xi32>
    %offsets = arith.addi %begins_2, %at_2 : tensor<16x256xi32>
    %a_base_t = tile.splat %a_base : !tile.ptr<f16> -> tensor<16x256x!tile.ptr<f16>>
    %a_ptrs = tile.addptr %a_base_t, %offsets : tensor<16x256x!tile.ptr<f16>>, tensor<16x256xi32>
    %column_inside_1 = tile.expand_dims %column_inside {axis = 0 : i32} : tensor<256xi1> -> tensor<1x256xi1>
    %column_inside_2 = tile.broadcast %column_inside_1 : tensor<1x256xi1> -> tensor<16x256xi1>
    %inside = arith.andi %row_inside_2, %column_inside_2 : tensor<16x256xi1>
    %a_zeros = arith.constant dense<0.0> : tensor<16x256xf16>
    %a = tile.load %a_ptrs, %inside, %a_zeros : tensor<16x256x!tile.ptr<f16>>
    %a_f32 = arith.extf %a : tensor<16x256xf16> to tensor<16x256xf32>
    %x_f32 = arith.extf %x : tensor<256xf16> to tensor<256xf32>
    %x_1 = tile.expand_dims %x_f32 {axis = 0 : i32} : tensor<256xf32> -> tensor<1x256xf32>
    %x_2 = tile.broadcast %x_1 : tensor<1x256xf32> -> tensor<16x256xf32>
    %more = math.fma %a_f32, %x_2, %so_far : tensor<16x256xf32>
    scf.yield %more : tensor<16x256xf32>
  }
  %y = "tile.reduce"(%sums) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    tile.reduce.return %s : f32
  }) : (tensor<16x256xf32>) -> tensor<16xf32>
  %y_base = tile.addptr %y_ptr, %row_0 : !tile.ptr<f32>, i32
  %y_base_t = tile.splat %y_base : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base_t, %rows : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  tile.store %y_ptrs, %y, %row_inside : tensor<16x!tile.ptr<f32>>
  tile.return
}
