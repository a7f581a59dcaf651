//===- ScaledMaxima.h - Maxima of products by a constant --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax in base 2 scales each score, takes the row's maximum, and subtracts
// it:
//
//   y = x * c                         m = max(x) * c
//   m = max(y)                        p = exp2(x * c - m)
//   p = exp2(y - m)
//
// Rounding keeps the order of numbers, so for c > 0 both maxima are the same
// number. On the right the products by c and the differences become one
// instruction per element where multiplications and sums are contracted, and
// on the left two.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCALEDMAXIMA_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCALEDMAXIMA_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Scales maxima in place of what they are taken of, in loops of products of
/// warpgroups, where only sums and differences need the scaled elements.
/// Returns how many.
unsigned scaleMaxima(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCALEDMAXIMA_H
