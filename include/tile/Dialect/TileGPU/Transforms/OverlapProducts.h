//===- OverlapProducts.h - Products during other work -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the tensor cores at work while threads make the next operand.
//
//===----------------------------------------------------------------------===//
//
// Attention multiplies twice in an iteration, and in between threads make the
// second product's left operand, by exponentials and sums of rows:
//
//   for i = 0 to n:          tensor cores   s0 .......... o0 s1 ........ o1
//     s = q k[i]             threads           softmax 0        softmax 1
//     p = softmax s
//     o = o * scale + p v[i]
//
// Products of warpgroups go on by themselves, so the loop is divided in two
// parts. The second one, which is the last product and all that depends on its
// sum, runs an iteration late:
//
//   p = softmax (q k[0])
//   for i = 1 to n:
//     begin s = q k[i]
//     begin o = o * scale + p v[i - 1]
//     wait for s             tensor cores   s1 o0 .. s2 o1 .. s3 o2
//     p = softmax s          threads           softmax 1  softmax 2
//     wait for o
//   o = o * scale + p v[n - 1]
//
// What the second part takes from the first one is carried to the next
// iteration: here p and the scale, in registers. p is converted to the
// product's operand before, so that it is carried in as few registers as the
// product takes, and threads convert while exponentials wait for their unit.
//
// Where threads have much to do between products, warpgroups take turns at them
// (tilegpu.turn): else all would multiply at one time and make operands at
// another. `tile-schedule-products` decides both, and writes `tilegpu.late` on
// the product and `tilegpu.turns` on the loop.
//
// Where a product's left operand is in registers and the same in all
// iterations, as q may be, it goes to shared memory: the loop needs the
// registers.
//
// The loop must have no effects but products, loads, and waits and arrivals at
// the barriers of places that a producer warp fills: each place is handed back
// by the part that reads it. Where the loop does not run at all nothing does.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_OVERLAPPRODUCTS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_OVERLAPPRODUCTS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tilegpu {

/// The product of a loop that can run late; null if there is none.
WarpgroupDotOp findLateProduct(scf::ForOp loop);

/// Runs the products of a function late that say so, and begins the others
/// early. Returns for how many; fails after an error at one that cannot run
/// late.
FailureOr<unsigned> overlapProducts(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_OVERLAPPRODUCTS_H
