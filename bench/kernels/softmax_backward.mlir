// The gradient of softmax: dx = y * (dy - sum y * dy), of rows of at most 4096. y is
// the result of softmax. A row per program; the grid is the number of rows.
//
// Idea: the usual one, of the row in registers.

tile.func public @softmax_backward(
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dy_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dx_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %y = tile.load %y_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %dy_row = tile.addptr %dy_ptr, %start : !tile.ptr<f32>, i64
  %dy_row_t = tile.splat %dy_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %dy_ptrs = tile.addptr %dy_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %dy = tile.load %dy_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %product = arith.mulf %y, %dy : tensor<4096xf32>
  %total = "tile.reduce"(%product) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %total_t = tile.splat %total : f32 -> tensor<4096xf32>
  %d = arith.subf %dy, %total_t : tensor<4096xf32>
  %dx = arith.mulf %y, %d : tensor<4096xf32>
  %dx_row = tile.addptr %dx_ptr, %start : !tile.ptr<f32>, i64
  %dx_row_t = tile.splat %dx_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %dx_ptrs = tile.addptr %dx_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %dx_ptrs, %dx, %mask : tensor<4096x!tile.ptr<f32>>
  tile.return
}
