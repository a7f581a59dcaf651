//===- SliceDots.h - Matrix products in steps -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes matrix products apart along K, so that their operands are loaded from
// shared memory step by step, and loads a loop's first operands an iteration
// early. tile-schedule-products says where, by `tilegpu.slice` and
// `tilegpu.first_slice_ahead`.
//
//===----------------------------------------------------------------------===//
//
// 1. Steps
//
// A warp that multiplies 64x64 by 64x64 would first load 128 registers of
// operands and then compute. In steps of K it has few at a time, and loads the
// operands of the next step while it computes:
//
//   %a = local_load %p                      %a0 = local_load %p at [0, 0]
//   %b = local_load %q                      %b0 = local_load %q at [0, 0]
//   %d = dot %a, %b, %c                     %a1 = local_load %p at [0, 16]
//                                           %b1 = local_load %q at [16, 0]
//                                           %d0 = dot %a0, %b0, %c
//                                           %a2 = local_load %p at [0, 32]
//                                           ...
//
// A step is what one instruction takes of K, or several if each thread holds
// more neighbours along K than that. What stands between load and product is
// made for each step: maps, transpositions, broadcasts, and masks of indices.
// Steps are in the order of K, so the sums are the same as in the whole
// product. Both operands are in shared memory then, until the last step: a
// product whose operands do not fit there together stays whole.
//
// 2. The first step of the next iteration
//
// An iteration of a pipelined loop of matrix products waits for its copies, and
// for all threads at a barrier; then it loads the first operands to registers.
// All the while, tensor cores have nothing to do. So that beginning, `head`,
// moves before the last product of the iteration before (HeadRotation.h):
//
//   for i:                              head(0)
//     wait; barrier; copies               |  wait; barrier; copies
//     %a0 = local_load ...                |  %a0 = local_load ...
//     %a1 = local_load ...              for i, %x = %a0:
//     %d0 = dot %a0, ...                  %a1 = local_load ...
//     %d1 = dot %a1, ...                  %d0 = dot %x, ...
//                                         head(i + 1)
//                                         %d1 = dot %a1, ...
//                                         yield %a0
//
// The head is the wait, the copies before the first load of an operand, the
// loads of the first product, and what these need. It can move if
//
// - nothing else with effects comes before those loads;
// - nothing after the last product has effects: what moves passes only that;
// - it needs nothing that the rest of the iteration makes, and hands nothing on
//   to it but numbers and those operands, which stay in registers;
// - what it hands on to the next iteration is not used after the loop.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tilegpu {

/// Makes the products of a function in the steps that they say, and loads the
/// first operands of its loops as early as these say. Returns how many
/// products; fails after an error at a step that no product can have.
FailureOr<unsigned> sliceDots(FunctionOpInterface func);

/// The least that a step takes of K, of operands in the layouts that they have.
int64_t getSliceStep(tile::DotOp op);

/// Whether a product has several such steps, whose operands can be had one by
/// one.
bool canSlice(tile::DotOp op);

/// Whether the first operands of a loop's next iteration can be loaded before
/// the last product of this one. Products may still be whole that are to be
/// made in steps.
bool canLoadFirstSliceAhead(scf::ForOp loop);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H
