// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

tile.func private @impure_padding(%x: tensor<32xf16, #b1>) -> tensor<32xf16, #b1> {
  // expected-error@+1 {{expected a layout that gives each thread a multiple of 2 elements (packed_element) of the tile of an asm that runs once for each, found 1, by layout #tile.blocked}}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} %x : tensor<32xf16, #b1> -> tensor<32xf16, #b1>
  tile.return %r : tensor<32xf16, #b1>
}
}

// -----

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

tile.func private @not_broadcast(%x: tensor<32xi32, #b1>, %y: i32) -> tensor<32xi32, #b1> {
  // expected-error@+1 {{expected operands of one shape at this stage, found 'i32'; run tile-broadcast-asm-operands first}}
  %r = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x, %y : tensor<32xi32, #b1>, i32 -> tensor<32xi32, #b1>
  tile.return %r : tensor<32xi32, #b1>
}
}

// -----

// A result that all warps need goes through shared memory.

#warps = #tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[0], [64]], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @not_shared(%x: tensor<128xi32, #warps>) -> tensor<128xi32, #warps> {
    // expected-error @below {{expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
    %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<128xi32, #warps> -> tensor<128xi32, #warps>
    tile.return %r : tensor<128xi32, #warps>
  }
}
