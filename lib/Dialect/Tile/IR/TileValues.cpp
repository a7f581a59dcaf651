//===- TileValues.cpp - Changing the type of a tile value -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TileValues.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

void tile::setTileType(Value value, RankedTensorType type) {
  value.setType(type);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    constant.setValueAttr(elements.isSplat() ? elements.resizeSplat(type)
                                             : elements.reshape(type));
  }
}

unsigned tile::countRegisters(Type type) {
  auto tile = dyn_cast_or_null<RankedTensorType>(type);
  if (!tile)
    return 0;
  unsigned bits = std::max(8u, getBitWidth(tile.getElementType()));
  return llvm::divideCeil(toLinearLayout(tile).getInDimSize(kRegister) * bits,
                          32);
}

std::string tile::getArgumentName(BlockArgument argument) {
  if (auto name = dyn_cast<NameLoc>(argument.getLoc()))
    return name.getName().str();
  return "arg" + std::to_string(argument.getArgNumber());
}
