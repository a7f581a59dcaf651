// RUN: tile-opt %s --tile-insert-shared-memory=remarks -verify-diagnostics -o /dev/null
// RUN: sed /expected-remark/d %s | tile-opt --tile-insert-shared-memory 2>&1 | FileCheck %s --implicit-check-not=remark:

// How each conversion is done, and what that costs; without the option nothing is said.

// CHECK: @remarks

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#lanes = #tile.linear<{register = [[0, 8], [0, 16]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#registers = #tile.linear<{register = [[0, 16], [0, 8]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#same_as_one = #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>
#reversed = #tile.linear<{register = [], lane = [[16], [8], [4], [2], [1]], warp = [[32], [64]], block = []}>
#lanes_by_warp = #tile.linear<{register = [[0, 8], [0, 16]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 1], [8, 2]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @remarks(%a: tensor<32x32xf32, #rows>, %b: tensor<16x32xf32, #lanes>, %c: tensor<128xf32, #one>)
    -> (tensor<32x32xf32, #columns>, tensor<16x32xf32, #registers>, tensor<128xf32, #reversed>, tensor<128xf32, #same_as_one>, tensor<16x32xf32, #lanes_by_warp>) {
  // expected-remark @below {{layout conversion through 4096 bytes of shared memory: per warp 8 stores of 4 bytes in 1 wavefront each, 2 loads of 16 bytes in 4 wavefronts each, a barrier of the CTA; 132 clocks of an SM (shared 32, latency 100)}}
  %0 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  // expected-remark @below {{layout conversion by other names of registers}}
  %1 = tilegpu.convert_layout %b : tensor<16x32xf32, #lanes> -> tensor<16x32xf32, #registers>
  // expected-remark @below {{layout conversion between lanes: 1 shuffles and 0 selects per warp; 64 clocks of an SM (shared 4, latency 60)}}
  %2 = tilegpu.convert_layout %c : tensor<128xf32, #one> -> tensor<128xf32, #reversed>
  // expected-remark @below {{layout conversion that changes nothing}}
  %3 = tilegpu.convert_layout %c : tensor<128xf32, #one> -> tensor<128xf32, #same_as_one>
  // expected-remark @below {{layout conversion through 2048 bytes of shared memory: per warp 1 store of 16 bytes in 4 wavefronts each, 1 load of 16 bytes in 4 wavefronts each, a barrier of the warp; 76 clocks of an SM (shared 16, latency 60)}}
  %4 = tilegpu.convert_layout %b : tensor<16x32xf32, #lanes> -> tensor<16x32xf32, #lanes_by_warp>
  // Nobody uses this one.
  %5 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  tile.return %0, %1, %2, %3, %4 : tensor<32x32xf32, #columns>, tensor<16x32xf32, #registers>, tensor<128xf32, #reversed>, tensor<128xf32, #same_as_one>, tensor<16x32xf32, #lanes_by_warp>
}
}
