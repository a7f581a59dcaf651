// RUN: tile-opt %s --tile-distribute-to-threads -verify-diagnostics

#crossed = #tile.linear<{register = [[1]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @copies_elsewhere(%t: tensor<32xi32, #crossed>) -> tensor<32xi32, #crossed> {
  // expected-error@+1 {{'tile.map_elementwise' op expected a layout in which threads have their copies in the same registers, as 'pack' is 2, found #tile.linear}}
  %0 = "tile.map_elementwise"(%t) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tile.map_elementwise.return %a, %b : i32, i32
  }) : (tensor<32xi32, #crossed>) -> tensor<32xi32, #crossed>
  tile.return %0 : tensor<32xi32, #crossed>
}
}
