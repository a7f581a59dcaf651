//===- LaterLoads.cpp - Loads from shared memory done later ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterLoads.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

LocalAllocOp tilegpu::getAllocation(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (!isa<MemDescIndexOp, MemDescTransOp>(op))
      break;
    place = op->getOperand(0);
  }
  return place.getDefiningOp<LocalAllocOp>();
}

bool tilegpu::canLoadLater(LocalLoadOp load, Operation *later) {
  if (load->getBlock() != later->getBlock() || !load->isBeforeInBlock(later))
    return false;
  Operation *allocation = getAllocation(load.getSrc());
  auto mayWrite = [&](Operation *op) {
    if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
      return !allocation || llvm::any_of(arrive.getPlaces(), [&](Value handed) {
        return getAllocation(handed) == allocation;
      });
    if (isa<PlaceAccessOpInterface>(op))
      return llvm::any_of(getPlaceAccesses(op), [&](const PlaceAccess &access) {
        return access.writes &&
               (!allocation || getAllocation(access.place) == allocation);
      });
    return !isa<LocalAllocOp, LoadOp, AsyncCommitGroupOp, AsyncWaitOp,
                WarpgroupWaitOp>(op) &&
           !isMemoryEffectFree(op);
  };
  for (Operation *op = load->getNextNode(); op != later; op = op->getNextNode())
    if (mayWrite(op))
      return false;
  return true;
}

bool tilegpu::canLoadAnywhereLater(LocalLoadOp load, Operation *later) {
  if (canLoadLater(load, later))
    return true;
  auto place = load.getSrc().getDefiningOp<LocalAllocOp>();
  if (!place || place->getBlock() != load->getBlock())
    return false;
  unsigned numStores = 0;
  for (Operation *user : place->getUsers()) {
    if (auto store = dyn_cast<LocalStoreOp>(user)) {
      if (store->getBlock() != place->getBlock() ||
          !store->isBeforeInBlock(load))
        return false;
      ++numStores;
    } else if (!isa<LocalLoadOp, MemDescTransOp, WarpgroupDotOp>(user)) {
      return false;
    }
  }
  return numStores == 1;
}

void tilegpu::eraseDeadLoads(FunctionOpInterface func) {
  SmallVector<Operation *> ops;
  func->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (op != func && (isa<LocalLoadOp>(op) || isMemoryEffectFree(op)) &&
        op->getNumResults() != 0 && op->use_empty() && op->getNumRegions() == 0)
      op->erase();
}
