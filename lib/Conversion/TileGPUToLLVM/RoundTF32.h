//===- RoundTF32.h - f32 as tensor cores shall read it ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounds operands of matrix products to tf32.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_ROUNDTF32_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_ROUNDTF32_H

#include "BitBuilder.h"

#include "tile/Dialect/Tile/IR/TF32Rounding.h"

namespace mlir::tile {

/// An f32 whose upper 19 bits are `value` as a number of tf32; the others are
/// of no use, and tensor cores leave them out. NaN stays NaN, and what is
/// rounded to more than there is becomes infinite. With `Cut` it is `value`
/// itself; `Nearest` leaves subnormal numbers as they are.
///
/// It is made where `value` is made: before a loop, for what does not change in
/// it. A value that is a number of tf32 already, as one that was widened from
/// f16, is returned itself.
Value roundToTF32(const BitBuilder &e, Value value, TF32Rounding rounding);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_ROUNDTF32_H
