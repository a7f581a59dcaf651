//===- TileTraits.cpp - Traits of tile operations -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TileTraits.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

bool tile::areEqualExceptLayouts(TypeRange a, TypeRange b) {
  auto withoutLayout = [](Type type) -> Type {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile ? withLayout(tile, {}) : type;
  };
  return llvm::equal(llvm::map_range(a, withoutLayout),
                     llvm::map_range(b, withoutLayout));
}

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

LogicalResult OpTrait::tile::impl::verifyNoLayouts(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types)
    if (mlir::tile::getLayout(type))
      return op->emitOpError("expected tiles without layouts, found ") << type;
  return success();
}

/// Fails unless all tiles of a class have the layout of the first one.
static LogicalResult verifyOneLayout(Operation *op, ArrayRef<Value> tiles) {
  for (Value tile : tiles)
    if (mlir::tile::getLayout(tile.getType()) !=
        mlir::tile::getLayout(tiles.front().getType()))
      return op->emitOpError("expected one layout for ")
             << (isa<OpResult>(tile) && tile.getDefiningOp() == op ? "results"
                                                                   : "operands")
             << ", found " << tiles.front().getType() << " and "
             << tile.getType();
  return success();
}

/// No layout of another class follows from this one of the deciding class: what
/// the operation demands in one thread is elsewhere.
static LogicalResult emitNoneFollows(Operation *op,
                                     const mlir::tile::LayoutModel &model,
                                     Attribute layout) {
  for (const mlir::tile::LayoutDemand &demand : model.getDemands(1))
    if (demand.layoutClass == model.getDecidingClass() && !demand.bits.empty())
      return op->emitOpError("expected a layout with a register for dimension ")
             << demand.bits.front().dim << " and nothing else along it, found "
             << layout;
  return op->emitOpError("expected a layout that determines the layouts of the "
                         "other tiles, found ")
         << layout;
}

LogicalResult OpTrait::tile::impl::verifyTiedLayouts(Operation *op) {
  mlir::tile::LayoutModel model(op);
  unsigned deciding = model.getDecidingClass();
  RankedTensorType type = model.getType(deciding);
  if (!type)
    return success();
  Attribute layout = type.getEncoding();
  for (unsigned other = 0; other < model.getNumClasses(); ++other) {
    SmallVector<Value> tiles = model.getTiles(other);
    if (failed(verifyOneLayout(op, tiles)))
      return failure();
    if (other == deciding || tiles.empty())
      continue;
    RankedTensorType otherType = model.getType(other);
    Attribute found = otherType.getEncoding();
    if (!layout && !found)
      continue;
    bool areResults = tiles.front().getDefiningOp() == op;
    if (!isa_and_present<mlir::tile::LayoutAttrInterface>(layout) ||
        !isa_and_present<mlir::tile::LayoutAttrInterface>(found))
      return op->emitOpError("expected layouts on all tiles or on none, found ")
             << (areResults ? type : otherType) << " and "
             << (areResults ? otherType : type);
    if (model.areTied(deciding, layout, other, found))
      continue;
    Attribute expected = model.inferLayout(deciding, layout, other);
    if (!expected)
      return emitNoneFollows(op, model, layout);
    return op->emitOpError(areResults ? "expected a result of layout "
                                      : "expected an operand of layout ")
           << expected << ", found " << found;
  }
  return success();
}
