//===- CatTypes.h - The operand types of tile.cat ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the types of the operands of tile.cat are written: once if they are
// equal.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_CATTYPES_H
#define TILE_DIALECT_TILE_IR_CATTYPES_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::tile {

/// `T`, of both operands, or `T, U`.
ParseResult parseCatTypes(OpAsmParser &parser, Type &lhs, Type &rhs);
void printCatTypes(OpAsmPrinter &printer, Operation *op, Type lhs, Type rhs);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_CATTYPES_H
