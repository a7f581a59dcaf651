//===- Rematerialization.cpp - Values that are cheap to make again ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

bool tilegpu::collectCheapOps(Value value, SmallVectorImpl<Operation *> &ops,
                              unsigned maxOps) {
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
    if (seen.size() > maxOps)
      return false;
    ops.push_back(op);
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

bool tilegpu::isCheap(Value value, unsigned maxOps) {
  SmallVector<Operation *> ops;
  return collectCheapOps(value, ops, maxOps);
}

static Value skipConversions(Value value) {
  while (auto convert = value.getDefiningOp<ConvertLayoutOp>())
    value = convert.getSrc();
  return value;
}

Value tilegpu::rematerialize(OpBuilder &builder, Value value, Attribute layout,
                             unsigned *count) {
  value = skipConversions(value);
  SmallVector<Operation *> ops;
  if (!collectCheapOps(value, ops))
    return {};
  // Operations of one block in reverse order; of several, outer blocks (which
  // dominate) last.
  DominanceInfo dominance;
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    return a != b && dominance.properlyDominates(b, a);
  });
  // Users stand before what they use: from the value back, what each operand
  // must be; then forward, the copies.
  DenseMap<Value, Attribute> wanted{{value, layout}};
  for (Operation *op : ops) {
    LayoutModel model(op);
    unsigned made = model.getClass(op->getOpResult(0));
    for (OpOperand &use : op->getOpOperands()) {
      if (!isa<RankedTensorType>(use.get().getType()))
        continue;
      Attribute own = model.inferLayout(made, wanted.lookup(op->getResult(0)),
                                        model.getClass(use));
      auto [it, isNew] = wanted.try_emplace(skipConversions(use.get()), own);
      if (!own || (!isNew && it->second != own))
        return {};
    }
  }
  IRMapping mapping;
  for (Operation *op : llvm::reverse(ops)) {
    for (Value operand : op->getOperands())
      if (Value copy = mapping.lookupOrNull(skipConversions(operand)))
        mapping.map(operand, copy);
    Value result = builder.clone(*op, mapping)->getResult(0);
    setTileType(result, withLayout(cast<RankedTensorType>(result.getType()),
                                   wanted.lookup(op->getResult(0))));
  }
  if (count)
    *count += ops.size();
  return mapping.lookup(value);
}
