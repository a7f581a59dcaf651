//===- CombineRegion.h - How two elements become one ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tile.reduce and tile.scan share, and partly tile.map_elementwise.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_COMBINEREGION_H
#define TILE_LIB_DIALECT_TILE_IR_COMBINEREGION_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Checks operands and region of a reduction or scan: tiles of one shape, two
/// arguments for each, and results of their types, in an operation named
/// `returnName`.
LogicalResult verifyCombineRegion(Operation *op, ValueRange srcs, Block &body,
                                  StringRef returnName);

/// Checks that the body of a region over scalars does nothing except compute
/// and assert.
LogicalResult verifyOnlyAsserts(Operation *op, Block &body);

/// The attribute `axis` of an operation whose types are inferred, from its
/// properties or, in generic form, its attributes; nothing if there is none.
template <typename OpT>
std::optional<int64_t> findAxis(DictionaryAttr attributes,
                                OpaqueProperties properties) {
  IntegerAttr axis;
  if (auto *props = properties.as<typename OpT::Properties *>();
      props && props->axis)
    axis = props->axis;
  else if (attributes)
    axis = attributes.getAs<IntegerAttr>("axis");
  return axis ? axis.getValue().trySExtValue() : std::nullopt;
}

/// Fails, with a message, unless there are tiles that have the axis.
LogicalResult verifyAxis(std::optional<Location> loc, StringRef name,
                         ValueRange operands, std::optional<int64_t> axis);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_IR_COMBINEREGION_H
