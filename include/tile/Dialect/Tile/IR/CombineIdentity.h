//===- CombineIdentity.h - What combining with changes nothing --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identity of the region of a scan, where its operations show one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_COMBINEIDENTITY_H
#define TILE_DIALECT_TILE_IR_COMBINEIDENTITY_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

namespace mlir::tile {

/// Elements that, on the left side of a region which combines two elements of
/// each operand, leave what is on the right side as it is, up to the payload of
/// a NaN; one per operand. Known of regions in which each operand is combined
/// by itself, by one operation of arith: sums, products, minima, maxima and
/// bitwise operations. Nothing for others, and for regions that assert
/// something.
std::optional<SmallVector<TypedAttr>> findIdentity(Block &body);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_COMBINEIDENTITY_H
