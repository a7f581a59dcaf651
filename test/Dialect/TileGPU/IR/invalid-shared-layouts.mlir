// RUN: tile-opt %s -split-input-file -verify-diagnostics

// What a layout of shared memory, or a place with one, must not be.

// expected-error @below {{expected a power of two up to 1048576 as vec, found 3}}
tile.func private @vec(!tilegpu.memdesc<8x8xf32, #tilegpu.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 1, order = [1, 0]}>>)

// -----

// expected-error @below {{expected a power of two up to 1048576 as perPhase, found 0}}
tile.func private @per_phase(!tilegpu.memdesc<8x8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 0, maxPhase = 1, order = [1, 0]}>>)

// -----

// expected-error @below {{expected a power of two up to 1048576 as maxPhase, found 2097152}}
tile.func private @max_phase(!tilegpu.memdesc<8x8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 2097152, order = [1, 0]}>>)

// -----

// expected-error @below {{expected a layout of 1 to 20 dimensions, found 21}}
tile.func private @too_many_dimensions(!tilegpu.memdesc<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]}>>)

// -----

// expected-error @below {{expected order to be a permutation of 0 to 1, found [1, 1]}}
tile.func private @order_twice(!tilegpu.memdesc<8x8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 1]}>>)

// -----

// expected-error @below {{expected order to be a permutation of 0 to 1, found [0, 2]}}
tile.func private @order_beyond(!tilegpu.memdesc<8x8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 2]}>>)

// -----

// expected-error @below {{expected a layout of the tile's 1 dimensions, found one of 2: #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}}
tile.func private @swizzled_rank(!tilegpu.memdesc<8xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 1}}
tile.func private @coordinates(!tilegpu.memdesc<2x2xf32, #tilegpu.linear_shared<[[0, 1], [1]]>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 21}}
tile.func private @too_many_coordinates(!tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 0}}
tile.func private @no_rank(!tilegpu.memdesc<1xf32, #tilegpu.linear_shared<[], rank = 0>>)

// -----

// expected-error @below {{expected ','}}
tile.func private @rank_left_out(!tilegpu.memdesc<1xf32, #tilegpu.linear_shared<[]>>)

// -----

// expected-error @below {{expected coordinates from 0 to 1048575, found -1}}
tile.func private @negative_coordinate(!tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[-1]]>>)

// -----

// expected-error @below {{expected coordinates from 0 to 1048575, found 1048576}}
tile.func private @large_coordinate(!tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[1048576]]>>)

// -----

// expected-error @below {{the layout must be surjective, but reaches only 2^1 of the 2^2 output elements}}
tile.func private @hole(!tilegpu.memdesc<4xf32, #tilegpu.linear_shared<[[2]]>>)

// -----

// expected-error @below {{expected each element at one offset, found 4 offsets for 2 elements}}
tile.func private @element_twice(!tilegpu.memdesc<2xf32, #tilegpu.linear_shared<[[1], [1]]>>)

// -----

// expected-error @below {{expected a layout of the tile's 3 dimensions, found one of 1: #tilegpu.linear_shared<[[1], [2]]>}}
tile.func private @linear_rank(!tilegpu.memdesc<4x1x1xf32, #tilegpu.linear_shared<[[1], [2]]>>)

// -----

// expected-error @below {{expected a layout of size 8 along dimension 0, found 4: #tilegpu.linear_shared<[[1], [2]]>}}
tile.func private @linear_size(!tilegpu.memdesc<8xf32, #tilegpu.linear_shared<[[1], [2]]>>)

// -----

// expected-error @below {{expected elements of 1, 8, 16, 32 or 64 bits, or pointers, found 'index'}}
tile.func private @index(!tilegpu.memdesc<2xindex, #tilegpu.linear_shared<[[1]]>>)

// -----

// expected-error @below {{expected elements of 1, 8, 16, 32 or 64 bits, or pointers, found 'tensor<2xf32>'}}
tile.func private @nested(!tilegpu.memdesc<2xtensor<2xf32>, #tilegpu.linear_shared<[[1]]>>)

// -----

// expected-error @below {{expected a power of two for dimension 0, because only such tiles have layouts, found 3 in 'tensor<3xf32>'; tile-pad-tiles makes it one}}
tile.func private @odd_size(!tilegpu.memdesc<3xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>)

// -----

// expected-error @below {{expected a tile of 1 to 20 dimensions, found 0 in 'tensor<f32>'}}
tile.func private @no_dimension(!tilegpu.memdesc<f32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>)

// -----

// expected-error @below {{invalid kind of attribute specified}}
tile.func private @layout_of_registers(!tilegpu.memdesc<2xf32, #tile.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>>)
