//===- GuardRemainders.h - Remainders of what is not negative ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets remainders of rows and columns keep neighbours together.
//
//===----------------------------------------------------------------------===//
//
// A kernel whose last block reaches over the end of a matrix wraps its rows:
//
//   rows = (pid * 128 + range) % M
//
// If M is a multiple of 16, 16 neighbours stay neighbours, and loads can be
// wide; but only where the dividend is not negative, as arith.remsi rounds
// toward zero: -16, -15, -14 become 0, -15, -14. The sign of pid * 128 depends
// on arguments of the kernel in ways that no analysis can follow. Other
// compilers assume that it is not negative. Here the kernel tests it, once, in
// a scalar, and ends with a trap if it is, so that the wrong elements are never
// read. A negative remainder of an index is an access before an array.
//
// That holds for a remainder that becomes an offset of a pointer. One that is
// used otherwise may be negative in a right program, and stays as it is:
//
//   from = ((pid * 128 + range - shift) % N + N) % N
//
// In a loop the counter's bounds may be enough to prove the sign, and then
// there is no test: positions of keys on pages, of 16 each,
//
//   for i = 0 to length / 16:
//     position = i * 16 + range
//     key = table[position / 16] * stride + position % 16
//
// It must be done before the loop's loads run ahead: no bound is known of the
// iterations that these reach. position % 16 is range, in every iteration.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_GUARDREMAINDERS_H
#define TILE_DIALECT_TILE_TRANSFORMS_GUARDREMAINDERS_H

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Replaces each arith.remsi of a tile `splat + range` by arith.remui after a
/// test, if it is an offset of pointers and nothing else, and its neighbours
/// then stay together and are not known to do so already. Returns how many.
unsigned guardRemainders(FunctionOpInterface func,
                         const ModuleAxisInfo &axisInfo);

/// Replaces signed quotients and remainders of tiles in loops by unsigned ones
/// where no operand can be negative. Returns how many.
unsigned dropSigns(FunctionOpInterface func);

/// Ends the kernel, with an error of the launch, if a scalar is true.
void emitTrapIf(OpBuilder &builder, Location loc, Value isBad);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_GUARDREMAINDERS_H
