// The sum of each 4096 of n numbers; a grid of ceil(n / 4096). A second launch on the
// sums adds them up, in the same order each time.

tile.func public @sum(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %sums_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %pid_64 = arith.extui %pid : i32 to i64
  %c4096 = arith.constant 4096 : i64
  %start = arith.muli %pid_64, %c4096 : i64
  %n_64 = arith.extui %n : i32 to i64
  %left = arith.subi %n_64, %start : i64
  %here = arith.minsi %left, %c4096 : i64
  %here_32 = arith.trunci %here : i64 to i32
  %range = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %here_32_t = tile.splat %here_32 : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %range, %here_32_t : tensor<4096xi32>
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %first_t = tile.splat %first : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %first_t, %range : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %total = "tile.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    tile.reduce.return %sum : f32
  }) : (tensor<4096xf32>) -> f32
  %sums_at = tile.addptr %sums_ptr, %pid : !tile.ptr<f32>, i32
  tile.store %sums_at, %total : !tile.ptr<f32>
  tile.return
}
