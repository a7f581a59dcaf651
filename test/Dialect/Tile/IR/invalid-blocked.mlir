// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a layout of 1 to 20 dimensions, found 0}}
tile.func private @rank_0(tensor<128xf32, #tile.blocked<{sizePerThread = [], threadsPerWarp = [], warpsPerCTA = [], order = []}>>)

// -----

// expected-error @below {{expected a layout of 1 to 20 dimensions, found 21}}
tile.func private @rank_21(tensor<128xf32, #tile.blocked<{sizePerThread = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], threadsPerWarp = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,32], warpsPerCTA = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], order = [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}>>)

// -----

// expected-error @below {{expected 1 sizes in sizePerThread, as many as in order, found 2}}
tile.func private @size_per_thread_count(tensor<128xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected 1 sizes in threadsPerWarp, as many as in order, found 0}}
tile.func private @threads_per_warp_count(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected 2 sizes in warpsPerCTA, as many as in order, found 1}}
tile.func private @warps_per_cta_count(tensor<4x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4], order = [0, 1]}>>)

// -----

// expected-error @below {{expected powers of two up to 1048576 in sizePerThread, found 3}}
tile.func private @size_per_thread_value(tensor<128xf32, #tile.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected powers of two up to 1048576 in warpsPerCTA, found 0}}
tile.func private @size_zero(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [0], order = [0]}>>)

// -----

// expected-error @below {{expected the product of threadsPerWarp to be 32, found 16}}
tile.func private @threads(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected the product of threadsPerWarp to be 32, found 64}}
tile.func private @threads_two_dimensions(tensor<4x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [0, 1]}>>)

// -----

// expected-error @below {{expected the product of threadsPerWarp to be 32, found 1099511627776}}
tile.func private @threads_product_overflow(tensor<1x1x1x1xf32, #tile.blocked<{sizePerThread = [1,1,1,1], threadsPerWarp = [1048576,1048576,1048576,1048576], warpsPerCTA = [1,1,1,1], order = [0,1,2,3]}>>)

// -----

// expected-error @below {{expected the product of warpsPerCTA to be at most 32, found 64}}
tile.func private @warps(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [64], order = [0]}>>)

// -----

// expected-error @below {{expected order to be a permutation of 0 to 1, found [1, 1]}}
tile.func private @order_repeats(tensor<4x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 1]}>>)

// -----

// expected-error @below {{expected order to be a permutation of 0 to 1, found [2, 0]}}
tile.func private @order_too_large(tensor<4x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [2, 0]}>>)

// -----

// expected-error @below {{expected a number from 0 to 1048576, found -1}}
tile.func private @negative(tensor<128xf32, #tile.blocked<{sizePerThread = [-1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected a number from 0 to 1048576, found 1048577}}
tile.func private @too_large(tensor<128xf32, #tile.blocked<{sizePerThread = [1048577], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{integer value too large}}
tile.func private @beyond_64_bits(tensor<128xf32, #tile.blocked<{sizePerThread = [99999999999999999999999], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected valid keyword}}
tile.func private @no_fields(tensor<128xf32, #tile.blocked<{}>>)

// -----

// expected-error @below {{field 'order' is missing}}
tile.func private @field_missing(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4]}>>)

// -----

// expected-error @below {{field 'order' is given twice}}
tile.func private @field_twice(tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], order = [0]}>>)

// -----

// expected-error @below {{unknown field 'CTAsPerCGA', expected one of sizePerThread, threadsPerWarp, warpsPerCTA, order}}
tile.func private @field_unknown(tensor<128xf32, #tile.blocked<{sizePerThread = [1], CTAsPerCGA = [1]}>>)

// -----

// expected-error @below {{expected a layout of the tile's 2 dimensions, found one of 1: #tile.blocked}}
tile.func private @rank_of_tile(tensor<4x32xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected a tile of static shape, found 'tensor<?xf32>'}}
tile.func private @tile_dynamic(tensor<?xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected a size of 1 or more for dimension 0 of a tile, found 0 in 'tensor<0xf32>'}}
tile.func private @tile_size(tensor<0xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)

// -----

// expected-error @below {{expected a layout of the tile's 0 dimensions, found one of 1: #tile.blocked}}
tile.func private @tile_rank_0(tensor<f32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)
