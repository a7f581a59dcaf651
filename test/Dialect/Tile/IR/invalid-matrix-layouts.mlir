// The rules of #tile.nvidia_mma and #tile.dot_op.

// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected versionMajor to be 2 (mma.sync), 3 (wgmma) or 5 (tcgen05.mma), found 1}}
tile.func private @version(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>>)

// -----

// expected-error @below {{expected 2 or 3 sizes in warpsPerCTA, found 1}}
tile.func private @rank(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4], instrShape = [16, 8]}>>)

// -----

// expected-error @below {{expected 2 sizes in instrShape, found 3}}
tile.func private @instruction_rank(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8, 16]}>>)

// -----

// expected-error @below {{expected powers of two up to 32 in warpsPerCTA, found 3}}
tile.func private @warps(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 3], instrShape = [16, 8]}>>)

// -----

// expected-error @below {{expected the product of warpsPerCTA to be at most 32, found 64}}
tile.func private @many_warps(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 16], instrShape = [16, 8]}>>)

// -----

// expected-error @below {{expected instrShape to be [16, 8] for mma.sync, [16, N] for wgmma, and [16, N] or [32, N] for tcgen05.mma, N a power of two from 8 to 256, found [16, 16]}}
tile.func private @instruction_of_mma(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 16]}>>)

// -----

// expected-error @below {{N a power of two from 8 to 256, found [16, 512]}}
tile.func private @instruction_of_wgmma(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 512]}>>)

// -----

// expected-error @below {{N a power of two from 8 to 256, found [64, 64]}}
tile.func private @rows_of_a_warp(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [64, 64]}>>)

// -----

// expected-error @below {{expected a multiple of 4 warps along the rows for wgmma and tcgen05.mma, found 2}}
tile.func private @warpgroup(%x: tensor<16x16xf32, #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 64]}>>)

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// expected-error @below {{expected opIdx to be 0 or 1, found 2}}
tile.func private @operand(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 2, parent = #mma, kWidth = 2}>>)

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// expected-error @below {{expected kWidth to be a power of two up to 16, found 32}}
tile.func private @width(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 32}>>)

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// expected-error @below {{expected kWidth to be a power of two up to 16, found 0}}
tile.func private @no_width(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 0, parent = #mma}>>)

// -----

#blocked = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{expected no kWidth with a parent that is not #tile.nvidia_mma, found 2}}
tile.func private @width_of_blocked(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 0, parent = #blocked, kWidth = 2}>>)

// -----

#blocked = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{expected a parent layout of 2 or 3 dimensions, found one of 1}}
tile.func private @parent_rank(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 0, parent = #blocked}>>)

// -----

#blocked = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{expected the layout of a product as parent, found #tile.dot_op}}
tile.func private @parent(%x: tensor<16x16xf16, #tile.dot_op<{opIdx = 0, parent = #tile.dot_op<{opIdx = 0, parent = #blocked}>}>>)

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// expected-error @below {{expected a layout of the tile's 1 dimensions, found one of 2}}
tile.func private @rank_of_tile(%x: tensor<16xf16, #mma>)

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// expected-error @below {{expected a layout of the tile's 3 dimensions, found one of 2}}
tile.func private @rank_of_operand(%x: tensor<4x16x16xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>)
