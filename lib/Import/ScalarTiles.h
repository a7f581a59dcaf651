//===- ScalarTiles.h - Tiles without dimensions ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tensor<f32>` is legal in TTIR, though Triton's front end makes none: its
// canonicalizer and its tests have some. A tile of the tile dialect has one
// dimension at least, so what has none becomes a scalar.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_SCALARTILES_H
#define TILE_LIB_IMPORT_SCALARTILES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Where an operation that was parsed as `tile.x` has a tile without dimensions
/// among its operands and results, makes it `tt.x` in generic form, which is
/// not verified before convertScalarTiles.
void keepScalarTiles(OperationState &state, StringRef name);

/// Gives all values that are tiles without dimensions the type of their
/// element, and replaces the operations that only bring elements into such
/// tiles or out of them. Nothing is verified.
void convertScalarTiles(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_SCALARTILES_H
