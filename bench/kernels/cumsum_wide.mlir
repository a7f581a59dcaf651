// Running sums of the rows of an m x n array of floats, as cumsum.mlir has it, with whole
// rows in registers: a row per program; a grid of m. n is a multiple of 4.
//
//   cumsum_4096   n <= 4096
//   cumsum_16384  n <= 16384

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @cumsum_4096(
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
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %y = "tile.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<4096xf32>) -> tensor<4096xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<4096x!tile.ptr<f32>>
  tile.return
}

tile.func public @cumsum_16384(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 4 : i32}) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 16384 : i32, start = 0 : i32} : tensor<16384xi32>
  %n_t = tile.splat %n : i32 -> tensor<16384xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<16384xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %zeros = arith.constant dense<0.0> : tensor<16384xf32>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<16384x!tile.ptr<f32>>
  %y = "tile.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<16384xf32>) -> tensor<16384xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<16384x!tile.ptr<f32>>
  tile.return
}

}
