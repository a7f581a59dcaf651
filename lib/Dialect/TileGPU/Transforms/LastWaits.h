//===- LastWaits.h - Work during a loop's last products ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After a loop of products stands a wait for the last of them. Until they are
// made the warps have nothing to do, so what needs no sum comes before the
// wait:
//
//   loads from global memory that come after the wait, such as of a bias:
//
//     sum = for ... { begin a b }           sum = for ... { begin a b }
//     wait for sum                          bias = load
//     bias = load                           wait for sum
//     store sum + bias                      store sum + bias
//
//   and in a CTA that takes one program after the other, which tile the next
//   program makes. That is a chain of divisions:
//
//                                           row = first / columns
//     for program = first to end            for program = first to end (row)
//       row = program / columns               sum = for ... { begin a b }
//       sum = for ... { begin a b }           next = (program + step) / columns
//       wait for sum                          wait for sum
//       store sum at row                      store sum at row
//                                             yield next
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LASTWAITS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LASTWAITS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Fills the time of all such waits. Returns how many have something before
/// them now.
unsigned fillLastWaits(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LASTWAITS_H
