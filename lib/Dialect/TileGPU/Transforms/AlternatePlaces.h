//===- AlternatePlaces.h - Two places by turns in a loop --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One barrier instead of two in each iteration of a loop that exchanges data
// once.
//
//===----------------------------------------------------------------------===//
//
// A reduction in a loop leaves its parts in shared memory, waits, and reads all
// parts. The next iteration must not overwrite them before all have read them,
// which takes a second barrier. With two places by turns it need not wait: who
// stores to a place for the second time has come past the barrier of the
// iteration between, and so have all that read it.
//
//   for ... {                    %ps = local_alloc : memdesc<2x...>
//     %p = local_alloc           for ... iter_args(%k = 0) {
//     local_store .., %p           %p = memdesc_index %ps[%k]
//     barrier                      local_store .., %p
//     local_load %p         ->     barrier
//     ...                          local_load %p
//     barrier                      ...
//   }                              yield %k ^ 1
//                                }
//
// That is done in scf.for loops whose body stores to places of its own and then
// loads from them, all stores before all loads, for places of at most
// kMaxBytes together. Where stores and loads take turns in an iteration, their
// barriers serve each other, and there is nothing to save. A loop inside
// another one begins with a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ALTERNATEPLACES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ALTERNATEPLACES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Gives loops of a function two places for each that they exchange data
/// through; returns how many places there were.
unsigned alternatePlaces(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ALTERNATEPLACES_H
