//===- LoopHints.cpp - What an author asks of a loop ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LoopHints.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;

unsigned tile::getNumStages(scf::ForOp loop, unsigned numStages) {
  auto attr = loop->getAttrOfType<IntegerAttr>(kNumStagesAttrName);
  return attr ? attr.getInt() : numStages;
}

bool tile::reaches(Operation *op, function_ref<bool(OpOperand &)> isEnd) {
  Block *body = op->getBlock();
  llvm::SmallSetVector<Operation *, 16> ops;
  ops.insert(op);
  for (size_t i = 0; i < ops.size(); ++i)
    for (OpOperand &use : ops[i]->getUses()) {
      if (isEnd(use))
        return true;
      Operation *user = use.getOwner();
      if (body->findAncestorOpInBlock(*user) && isMemoryEffectFree(user) &&
          !user->hasTrait<OpTrait::IsTerminator>())
        ops.insert(user);
    }
  return false;
}

bool tile::feedsDot(LoadOp load) {
  return reaches(load, [](OpOperand &use) {
    return isa<DotOp, DotScaledOp>(use.getOwner()) &&
           use.getOperandNumber() != 2;
  });
}

bool tile::mayRunAhead(LoadOp load, unsigned numStages) {
  auto loop = dyn_cast<scf::ForOp>(load->getParentOp());
  return loop && getNumStages(loop, numStages) > 1 && feedsDot(load);
}
