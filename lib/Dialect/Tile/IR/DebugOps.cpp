//===- DebugOps.cpp - Printing and assertions ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult PrintOp::verify() {
  if (getIsSigned().size() != getArgs().size())
    return emitOpError("expected one entry of 'isSigned' for each of ")
           << getArgs().size() << " operands, found " << getIsSigned().size();
  if (!getExtents())
    return success();
  if (getArgs().size() != 1)
    return emitOpError("expected one operand with 'extents', found ")
           << getArgs().size();
  return verifyExtents(*this, getArgs().front().getType(), *getExtents());
}
