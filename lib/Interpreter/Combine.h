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
/// Sums, products, and means with sums of squares have the bounds of Sums.h. A
/// result of operations that round nothing, such as a maximum, is the same in
/// each order: it keeps the bounds that follow from the operands' bounds.
/// Others have no bound that is known.
void setCombinedBounds(Region &region, ArrayRef<Elements> rows, uint32_t size,
                       MutableArrayRef<Elements> results, bool isScan);

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_COMBINE_H
