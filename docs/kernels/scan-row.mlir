// The sums of the first 1, 2, ... 512 numbers, at the stage where tiles carry layouts: a thread has
// four numbers, so a warp has 128.

#warps = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @scan_row(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #warps>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #warps>
  %q = tile.addptr %p, %i : tensor<512x!tile.ptr<f32>, #warps>, tensor<512xi32, #warps>
  %row = tile.load %q : tensor<512x!tile.ptr<f32>, #warps>
  %sums = "tile.scan"(%row) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<512xf32, #warps>) -> tensor<512xf32, #warps>
  %r = tile.splat %y : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #warps>
  %s = tile.addptr %r, %i : tensor<512x!tile.ptr<f32>, #warps>, tensor<512xi32, #warps>
  tile.store %s, %sums : tensor<512x!tile.ptr<f32>, #warps>
  tile.return
}
}
