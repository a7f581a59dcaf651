//===- Replicas.cpp - Results that only owners have -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replicas.h"

#include "LaneShuffle.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether an operation only stores what its owner holds: a tile, or a scalar
/// as the tile that all threads hold copies of.
static bool isStoredByOwner(Operation *user) {
  return isa<tilegpu::LocalStoreOp>(user) ||
         (isa<SplatOp>(user) &&
          llvm::all_of(user->getUsers(), llvm::IsaPred<tilegpu::LocalStoreOp>));
}

LogicalResult tile::verifyResultsAreShared(Operation *op) {
  if (!tilegpu::needsSharedMemory(op))
    return success();
  for (OpResult result : op->getResults())
    if (!llvm::all_of(result.getUsers(), isStoredByOwner))
      return op->emitOpError("expected result ")
             << result.getResultNumber()
             << " to reach other warps through shared memory at this stage; "
                "run tile-insert-shared-memory first";
  return success();
}

void tile::shareInWarp(OpBuilder &builder, Location loc,
                       MutableArrayRef<Value> registers, unsigned freeThreads) {
  LaneShuffler shuffler(builder, loc);
  Value owner = LLVM::AndOp::create(
      builder, loc, emitThreadId(builder, loc),
      emitI32(builder, loc, (kThreadsPerWarp - 1) & ~freeThreads));
  for (Value &value : registers)
    value = shuffler.readLane(value, owner);
}
