//===- TileRegisters.h - Registers that tiles take --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEREGISTERS_H
#define TILE_DIALECT_TILE_IR_TILEREGISTERS_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile {

/// Registers of 32 bits that a tile with a layout takes in each thread;
/// elements of less than a byte take a byte each.
inline unsigned countRegisters(RankedTensorType tile) {
  unsigned bits = std::max(8u, getBitWidth(tile.getElementType()));
  return llvm::divideCeil(toLinearLayout(tile).getInDimSize(kRegister) * bits,
                          32);
}

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TILEREGISTERS_H
