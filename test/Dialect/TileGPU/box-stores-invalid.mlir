// RUN: tile-opt %s --split-input-file --verify-diagnostics

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

tile.func private @layout(%map: !tile.tensor_map, %i: i32, %v: tensor<64x64xf16, #blocked>) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<1x64x64xf16, #lines>
  // expected-error@below {{expected sums of warpgroups, found 'tensor<64x64xf16, #tile.blocked}}
  tilegpu.box_store %v, %map[%i, %i], %to : tensor<64x64xf16, #blocked>, !tilegpu.memdesc<1x64x64xf16, #lines>
  tile.return
}

// -----

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#sums = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>

tile.func private @shares_of_columns(%map: !tile.tensor_map, %i: i32, %v: tensor<64x128xf16, #sums>) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<1x64x64xf16, #lines>
  // expected-error@below {{expected one or two places of 128 swizzled lines of the tile, found '!tilegpu.memdesc<1x64x64xf16}}
  tilegpu.box_store %v, %map[%i, %i], %to : tensor<64x128xf16, #sums>, !tilegpu.memdesc<1x64x64xf16, #lines>
  tile.return
}

// -----

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#sums = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>

tile.func private @place(%map: !tile.tensor_map, %i: i32, %v: tensor<64x128xf16, #sums>) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<3x64x64xf16, #lines>
  // expected-error@below {{expected one or two places of 64 swizzled lines of the tile, found}}
  tilegpu.box_store %v, %map[%i, %i], %to : tensor<64x128xf16, #sums>, !tilegpu.memdesc<3x64x64xf16, #lines>
  tile.return
}

// -----

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#sums = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>

tile.func private @coordinates(%map: !tile.tensor_map, %i: i32, %v: tensor<64x128xf16, #sums>) {
  %to = tilegpu.local_alloc : !tilegpu.memdesc<2x64x64xf16, #lines>
  // expected-error@below {{expected 2 to 5 coordinates, found 1}}
  tilegpu.box_store %v, %map[%i], %to : tensor<64x128xf16, #sums>, !tilegpu.memdesc<2x64x64xf16, #lines>
  tile.return
}

// -----

tile.func private @store(%map: !tile.tensor_map, %i: i32, %p: tensor<64x128x!tile.ptr<f16>>, %v: tensor<64x128xf16>) {
  // expected-error@below {{expected a box of a tile with up to 5 coordinates and each of the tile's dimensions once, found 2 coordinates along [1, 1] of 'tensor<64x128xf16>'}}
  tile.store %p, %v box %map[%i, %i] along [1, 1] : tensor<64x128x!tile.ptr<f16>>
  tile.return
}
