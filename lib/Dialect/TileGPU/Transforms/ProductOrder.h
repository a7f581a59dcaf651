//===- ProductOrder.h - When products begin and end -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a block with several products of warpgroups, such as the loops of
// attention's backward pass, a product begins as soon as its operands are there
// and nothing else has to come first, and is waited for where its sum is used:
//
//   s = begin q k                     s = begin q k
//   wait for s                        t = begin v do
//   p = exp s                         wait for s, one may be in flight
//   dv = begin p do                   p = exp s
//   wait for dv                       dv = begin p do
//   t = begin v do                    wait for t, one may be in flight
//   wait for t                        d = p * t
//   d = p * t                         dk = begin d q
//   dk = begin d q                    wait for dv, one may be in flight
//   wait for dk                       wait for dk
//
// Products end in the order in which they begin. Where the sums of a block that
// are there at a time are more registers than a thread has, waits pass no
// product.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCTORDER_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCTORDER_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Orders the products of all blocks that wait for each at once. Returns how
/// many products begin earlier or end later.
unsigned orderProducts(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PRODUCTORDER_H
