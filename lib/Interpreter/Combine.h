//===- Combine.h - Bounds of combined elements ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far another grouping of a reduction or a scan can be from this one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_COMBINE_H
#define TILE_LIB_INTERPRETER_COMBINE_H

#include "Elements.h"

#include "mlir/IR/Region.h"

namespace mlir::tile::interp {

/// Gives the results of a combination their bounds. `rows` are the operands,
/// rows of `size` elements, in the order in which they are combined. The
/// results have an element per row, or, of a scan, one per element.
///
/// A result that is the sum of its operand's elements gets
///
///   |result - s| + ((1 + u)^(n - 1) - 1) (|x_1| + ... + |x_n|)
///
/// with u half the distance of 1 and its neighbour and s the sum in f64 (N.
/// Higham, "Accuracy and Stability of Numerical Algorithms", 4.2), or 0 where
/// every partial sum is exact. Results of regions that round in another way
/// have no bound that is known; those that round nothing, such as a maximum,
/// have 0.
void setCombinedBounds(Region &region, ArrayRef<Elements> rows, uint32_t size,
                       MutableArrayRef<Elements> results, bool isScan);

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_COMBINE_H
