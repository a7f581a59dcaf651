//===- TileValues.h - Types and names of single values ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass that gives tiles other layouts does to one value, what a value
// takes of a thread, and the names of arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEVALUES_H
#define TILE_DIALECT_TILE_IR_TILEVALUES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <string>

namespace mlir::tile {

/// Changes the type of a tile value, and with it the value of a constant, which
/// carries the type too. The uses must accept the new type.
void setTileType(Value value, RankedTensorType type);

/// Registers of 32 bits that a tile with a layout takes in each thread;
/// elements of less than a byte take a byte each. 0 for null, and for what is
/// no tile.
unsigned countRegisters(Type type);

/// The name that the source gives to the argument of a function; "arg3" if it
/// gives none.
std::string getArgumentName(BlockArgument argument);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TILEVALUES_H
