//===- Replicas.h - Results that only owners have ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of threads that hold copies of an element, one runs an operation that acts
// once per element. Its results reach the others by what is here.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_REPLICAS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_REPLICAS_H

#include "mlir/IR/Builders.h"

namespace mlir::tile {

/// Fails, with a message, if results of `op` have to reach other warps through
/// shared memory and something else reads them than what stores them there.
LogicalResult verifyResultsAreShared(Operation *op);

/// Gives each lane what the lane of its warp has whose bits of `freeThreads`
/// are 0.
void shareInWarp(OpBuilder &builder, Location loc,
                 MutableArrayRef<Value> registers, unsigned freeThreads);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_REPLICAS_H
