// Softmax of the long rows of an m x n matrix, as softmax.mlir has it: a row per program
// stays in registers between reading and writing; a grid of m. n is a multiple of 4.
//
//   softmax_8192   n <= 8192
//   softmax_32768  n <= 32768
//
// What is written stays in the L2 cache as long as it may: on an H200 it is then written to
// memory in better order.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 16>} {

tile.func public @softmax_8192(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 4 : i32}) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 8192 : i32, start = 0 : i32} : tensor<8192xi32>
  %n_t = tile.splat %n : i32 -> tensor<8192xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<8192xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<8192xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<8192x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maxnumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<8192xf32>) -> f32
  %max_t = tile.splat %max : f32 -> tensor<8192xf32>
  %d = arith.subf %x, %max_t : tensor<8192xf32>
  %e = math.exp %d fastmath<afn> : tensor<8192xf32>
  %total = "tile.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a_2: f32, %b_2: f32):
    %sum = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum : f32
  }) : (tensor<8192xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %total : f32
  %inverse_t = tile.splat %inverse : f32 -> tensor<8192xf32>
  %y = arith.mulf %e, %inverse_t : tensor<8192xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
  tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<8192x!tile.ptr<f32>>
  tile.return
}

tile.func public @softmax_32768(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 4 : i32}) {
  %row = tile.get_program_id x : i32
  %cols = tile.make_range {end = 32768 : i32, start = 0 : i32} : tensor<32768xi32>
  %n_t = tile.splat %n : i32 -> tensor<32768xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<32768xi32>
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<32768x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_row_t, %cols : tensor<32768x!tile.ptr<f32>>, tensor<32768xi32>
  %minus_infs = arith.constant dense<0xFF800000> : tensor<32768xf32>
  %x = tile.load %x_ptrs, %mask, %minus_infs : tensor<32768x!tile.ptr<f32>>
  %max = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max_2 = arith.maxnumf %a, %b : f32
    tile.reduce.return %max_2 : f32
  }) : (tensor<32768xf32>) -> f32
  %max_t = tile.splat %max : f32 -> tensor<32768xf32>
  %d = arith.subf %x, %max_t : tensor<32768xf32>
  %e = math.exp %d fastmath<afn> : tensor<32768xf32>
  %total = "tile.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a_2: f32, %b_2: f32):
    %sum = arith.addf %a_2, %b_2 : f32
    tile.reduce.return %sum : f32
  }) : (tensor<32768xf32>) -> f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %total : f32
  %inverse_t = tile.splat %inverse : f32 -> tensor<32768xf32>
  %y = arith.mulf %e, %inverse_t : tensor<32768xf32>
  %y_row = tile.addptr %y_ptr, %start : !tile.ptr<f32>, i64
  %y_row_t = tile.splat %y_row : !tile.ptr<f32> -> tensor<32768x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_row_t, %cols : tensor<32768x!tile.ptr<f32>>, tensor<32768xi32>
  tile.store %y_ptrs, %y, %mask evictionPolicy = evict_last : tensor<32768x!tile.ptr<f32>>
  tile.return
}

}
