// Sorts 1024 numbers, at the stage where tiles carry layouts: a thread has 8 of them, a warp 256.

#row = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @sort(%from: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %to: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #row>
  %p = tile.splat %from : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>, #row>
  %q = tile.addptr %p, %i : tensor<1024x!tile.ptr<i32>, #row>, tensor<1024xi32, #row>
  %x = tile.load %q : tensor<1024x!tile.ptr<i32>, #row>
  %y = tile.sort %x {axis = 0 : i32} : tensor<1024xi32, #row>
  %r = tile.splat %to : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>, #row>
  %s = tile.addptr %r, %i : tensor<1024x!tile.ptr<i32>, #row>, tensor<1024xi32, #row>
  tile.store %s, %y : tensor<1024x!tile.ptr<i32>, #row>
  tile.return
}
}
