//===- Tunable.h - Constants that a tuner may replace -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute that gives a constant a name for tuning:
//
//   %group = arith.constant {tile.tunable = "GROUP"} 8 : i32
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TUNABLE_H
#define TILE_DIALECT_TILE_IR_TUNABLE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// A string, on an arith.constant whose value is an integer, an index, a float
/// or a tile of equal ones. Without a tuner the constant is what it says.
inline constexpr llvm::StringLiteral kTunableAttrName = "tile.tunable";

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TUNABLE_H
