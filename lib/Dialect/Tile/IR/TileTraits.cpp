//===- TileTraits.cpp - Traits of tile operations -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TileTraits.h"
#include "tile/Dialect/Tile/IR/TileTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

LogicalResult OpTrait::tile::impl::verifyLegalTiles(Operation *op) {
  auto emitError = [&] { return op->emitOpError(); };
  for (Type type : op->getOperandTypes())
    if (failed(mlir::tile::verifyTileType(type, emitError)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(mlir::tile::verifyTileType(type, emitError)))
      return failure();
  return success();
}

LogicalResult OpTrait::tile::impl::verifySameLayout(Operation *op) {
  RankedTensorType first;
  auto check = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return success();
    if (!first) {
      first = tensor;
      return success();
    }
    if (tensor.getEncoding() == first.getEncoding())
      return success();
    auto diag = op->emitOpError("expected one layout for all tiles, found ");
    auto append = [&](Attribute layout) {
      if (layout)
        diag << layout;
      else
        diag << "no layout";
    };
    append(first.getEncoding());
    diag << " and ";
    append(tensor.getEncoding());
    return LogicalResult(diag);
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  return success();
}
