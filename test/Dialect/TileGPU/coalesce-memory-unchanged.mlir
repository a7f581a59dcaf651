// RUN: tile-opt %s --tile-coalesce-memory > %t
// RUN: tile-opt %s | diff - %t

// Accesses that have the right layout are left alone.

#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#linear = #tile.linear<{register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

tile.func @right_already(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #four>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #four>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>, #four>, tensor<1024xi32, #four>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>, #four>
  tile.store %q, %x : tensor<1024x!tile.ptr<f32>, #four>
  tile.return
}

// The same map in other words.
tile.func @right_in_other_words(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #linear>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #linear>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>, #linear>, tensor<1024xi32, #linear>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>, #linear>
  tile.return
}

}
