// The sum of 128 numbers, at the stage where tiles carry layouts: a thread has one number, so a
// warp has 32.

#warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @sum_row(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #warps>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #warps>
  %q = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>, #warps>, tensor<128xi32, #warps>
  %row = tile.load %q : tensor<128x!tile.ptr<f32>, #warps>
  %sum = "tile.reduce"(%row) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128xf32, #warps>) -> f32
  tile.store %y, %sum : !tile.ptr<f32>
  tile.return
}
}
