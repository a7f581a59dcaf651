// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a parent layout of at least 2 dimensions, found one of 1}}
tile.func private @parent_rank(tensor<128xf32, #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>}>>)

// -----

// expected-error @below {{expected dim to be one of the parent's 2 dimensions, found 2}}
tile.func private @dim(tensor<128xf32, #tile.slice<{dim = 2, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>)

// -----

// expected-error @below {{expected dim to be one of the parent's 2 dimensions, found 4294967295}}
tile.func private @dim_large(tensor<128xf32, #tile.slice<{dim = 4294967295, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>)

// -----

// expected-error @below {{failed to parse Tile_SliceLayoutAttr parameter 'parent'}}
// expected-error @below {{invalid kind of attribute specified}}
tile.func private @parent_kind(tensor<128xf32, #tile.slice<{dim = 0, parent = "a string"}>>)

// -----

// expected-error @below {{expected a parent layout of at least 2 dimensions, found one of 1}}
tile.func private @nested_too_deep(tensor<128xf32, #tile.slice<{dim = 0, parent = #tile.slice<{dim = 0, parent = #tile.slice<{dim = 0, parent = #tile.slice<{dim = 0, parent = #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1,1,1,1,1], threadsPerWarp = [1,1,1,1,32], warpsPerCTA = [1,1,1,1,4], order = [4,3,2,1,0]}>}>}>}>}>}>>)

// -----

// expected-error @below {{expected a layout of the tile's 2 dimensions, found one of 1: #tile.slice}}
tile.func private @rank_of_tile(tensor<4x32xf32, #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>)
