//===- Rematerialization.cpp - Values that are cheap to make again ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::tile;

bool tilegpu::collectCheapOps(Value value, SmallVectorImpl<Operation *> &ops) {
  constexpr unsigned kMaxOps = 16;
  SmallVector<Value> todo{value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!todo.empty()) {
    Value current = todo.pop_back_val();
    if (!isa<RankedTensorType>(current.getType()))
      continue;
    Operation *op = current.getDefiningOp();
    if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
        !isMemoryEffectFree(op))
      return false;
    if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
      todo.push_back(convert.getSrc());
      continue;
    }
    if (!LayoutModel(op).isCheap())
      return false;
    if (!seen.insert(op).second)
      continue;
    if (seen.size() > kMaxOps)
      return false;
    ops.push_back(op);
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

bool tilegpu::isCheap(Value value) {
  SmallVector<Operation *> ops;
  return collectCheapOps(value, ops);
}
