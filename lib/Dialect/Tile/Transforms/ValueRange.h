//===- ValueRange.h - What an integer can be --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_VALUERANGE_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_VALUERANGE_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::tile {

/// What an integer, or each element of a tile of integers, can be, from how it
/// is computed: by few operations, of constants, programs' numbers, ranges and
/// counters of loops. Nothing is assumed about overflow.
ConstantIntRanges getValueRange(Value value);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_VALUERANGE_H
