// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected 1 to 20 coordinates in each basis, found 0}}
tile.func private @no_bases(tensor<128xf32, #tile.linear<{register = [], lane = [], warp = [], block = []}>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 0}}
tile.func private @empty_basis(tensor<128xf32, #tile.linear<{register = [[]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 2}}
tile.func private @coordinates_differ(tensor<128xf32, #tile.linear<{register = [[32]], lane = [[1, 0]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected 1 to 20 coordinates in each basis, as many in all, found 21}}
tile.func private @too_many_coordinates(tensor<128xf32, #tile.linear<{register = [[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected coordinates from 0 to 1048575, found -1}}
tile.func private @negative(tensor<128xf32, #tile.linear<{register = [[-1]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected coordinates from 0 to 1048575, found 1048576}}
tile.func private @too_large(tensor<128xf32, #tile.linear<{register = [[1048576]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{the layout must be surjective, but reaches only 2^6 of the 2^7 output elements}}
tile.func private @not_onto(tensor<128xf32, #tile.linear<{register = [[64]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected 5 lane bases, found 4}}
tile.func private @lanes(tensor<128xf32, #tile.linear<{register = [[16]], lane = [[1], [2], [4], [8]], warp = [], block = []}>>)

// -----

// expected-error @below {{expected at most 5 warp bases, found 6}}
tile.func private @warps(tensor<128xf32, #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0], [0], [0], [0], [0]], block = []}>>)

// -----

// expected-error @below {{expected no block bases (clusters are not supported yet), found 1}}
tile.func private @blocks(tensor<128xf32, #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = [[0]]}>>)

// -----

// expected-error @below {{input dimension 'register' has 31 bases, at most 30 are possible}}
tile.func private @too_many_registers(tensor<128xf32, #tile.linear<{register = [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{the output dimensions have more than 62 bits}}
tile.func private @too_many_bits(tensor<1x1x1x1x32xf32, #tile.linear<{register = [[524288, 524288, 524288, 524288, 524288]], lane = [[0, 0, 0, 0, 1]], warp = [], block = []}>>)

// -----

// expected-error @below {{field 'block' is missing}}
tile.func private @field_missing(tensor<128xf32, #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>>)

// -----

// expected-error @below {{field 'lane' is given twice}}
tile.func private @field_twice(tensor<128xf32, #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)

// -----

// expected-error @below {{unknown field 'thread', expected one of register, lane, warp, block}}
tile.func private @field_unknown(tensor<128xf32, #tile.linear<{thread = [], lane = [], warp = [], block = []}>>)

// -----

// expected-error @below {{expected a layout of the tile's 2 dimensions, found one of 1: #tile.linear}}
tile.func private @rank_of_tile(tensor<4x32xf32, #tile.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>)
