//===- TileAttrs.h - Layouts and the target ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout attributes and their common interface; the target of a module.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEATTRS_H
#define TILE_DIALECT_TILE_IR_TILEATTRS_H

#include "tile/Layout/LinearLayout.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TensorEncoding.h"

#include "tile/Dialect/Tile/IR/TileEnums.h.inc"

#include "tile/Dialect/Tile/IR/TileAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Dialect/Tile/IR/TileAttrs.h.inc"

namespace mlir::tile {

/// The dimensions of a distributed layout's map.
inline constexpr StringLiteral kRegister = "register";
inline constexpr StringLiteral kLane = "lane";
inline constexpr StringLiteral kWarp = "warp";
inline constexpr StringLiteral kBlock = "block";

/// "dim0", "dim1", ...: the map's output dimensions.
StringRef getDimName(unsigned dim);

/// The output dimensions of a map to the elements of this shape.
SmallVector<LinearLayout::NamedInt> getOutDims(ArrayRef<int64_t> shape);

/// The map with these bases onto the smallest shape of `rank` dimensions that
/// has room for them; fails, with a message, where they do not reach all of it.
std::optional<LinearLayout> makeMapOnto(const LinearLayout::BasesT &bases,
                                        size_t rank, std::string &error);

/// The type of a value that is a tile.
inline RankedTensorType getTile(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The map of a tile type that carries a layout.
LinearLayout toLinearLayout(RankedTensorType type);

/// The layout that a tile of this shape gets if nothing asks for another one:
/// one element per thread along the last dimension, which is fastest.
BlockedLayoutAttr getDefaultLayout(MLIRContext *context,
                                   ArrayRef<int64_t> shape, unsigned numWarps);

/// Whether two layouts give every element of a tile of this shape to the same
/// registers of the same threads, though the attributes may differ.
bool areEquivalent(ArrayRef<int64_t> shape, Attribute a, Attribute b);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TILEATTRS_H
