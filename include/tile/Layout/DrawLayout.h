//===- DrawLayout.h - Layouts as pictures -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws who owns which element of a tile, as SVG. Needs no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_DRAWLAYOUT_H
#define TILE_LAYOUT_DRAWLAYOUT_H

#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// Writes a picture of a layout of register, lane, warp and block (any of them)
/// with one or two outputs; the first output counts the rows; one output is
/// broken into rows of 32. Each cell is an element: its colour is the lane's,
/// its text the thread and the register of its first owner, and a "+" says that
/// there are more. Lines part elements whose first owners are in different
/// warps. Returns false, writes nothing and sets `error` for another input, no
/// or three outputs, or more than 2^14 elements.
[[nodiscard]] bool drawOwners(const LinearLayout &layout, llvm::raw_ostream &os,
                              std::string *error = nullptr);

/// Writes a picture of a shared layout, a bijection from "offset" to one or two
/// outputs: each cell's text is the element's offset, its colour the bank that
/// it lies in, of 32 banks of 4 bytes. `elementBytes` is 1, 2, 4, 8 or 16.
/// Errors as above.
[[nodiscard]] bool drawBanks(const LinearLayout &layout, unsigned elementBytes,
                             llvm::raw_ostream &os,
                             std::string *error = nullptr);

} // namespace mlir::tile

#endif // TILE_LAYOUT_DRAWLAYOUT_H
