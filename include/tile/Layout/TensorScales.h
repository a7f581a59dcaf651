//===- TensorScales.h - Scales of blocks in tensor memory -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scales of a block-scaled `tcgen05.mma` are words of four neighbours along
// K (PTX ISA, "tcgen05.mma", scale factor layouts): word w of row r of a matrix
// of R rows is in lane r mod 32 of column w * C + r / 32, C = max(1, R / 32).
// Each 32 lanes of tensor memory have the same, so that each warp of a
// warpgroup stores all of it. Needs no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_TENSORSCALES_H
#define TILE_LAYOUT_TENSORSCALES_H

#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// The columns for the scales of a matrix of rows and scales per row, powers of
/// two.
int64_t countScaleColumns(int64_t rows, int64_t scales);

/// The layout of these scales in the threads of warps that each have all: lane
/// l has the scales of rows l, l + 32, ..., four neighbours along K in
/// neighbouring registers, from one row to the next, then the next four.
[[nodiscard]] LinearLayout getTensorScaleLayout(int64_t rows, int64_t scales,
                                                unsigned numWarps);

} // namespace mlir::tile

#endif // TILE_LAYOUT_TENSORSCALES_H
