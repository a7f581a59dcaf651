//===- ReachedBlocks.cpp - Where control may go ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/ReachedBlocks.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

ReachedBlocks::ReachedBlocks(Operation *root) {
  for (Region &region : root->getRegions())
    if (!region.empty())
      reach(region.front());
}

void ReachedBlocks::reach(Block &first) {
  SmallVector<Block *> worklist{&first};
  while (!worklist.empty()) {
    Block *block = worklist.pop_back_val();
    if (reached.insert(block).second)
      for (Operation &op : *block)
        visit(op, worklist);
  }
}

/// The constants among the operands; null for the others.
static SmallVector<Attribute> getConstants(Operation &op) {
  SmallVector<Attribute> constants;
  for (Value operand : op.getOperands())
    if (!matchPattern(operand, m_Constant(&constants.emplace_back())))
      constants.back() = {};
  return constants;
}

void ReachedBlocks::visit(Operation &op, SmallVectorImpl<Block *> &worklist) {
  auto go = [&](ArrayRef<RegionSuccessor> successors, Operation *parent) {
    for (const RegionSuccessor &successor : successors) {
      Region *region = successor.getSuccessor();
      Place place = region ? Place(&region->front()) : Place(parent);
      ways[place].push_back({&op, successor});
      if (region)
        worklist.push_back(&region->front());
    }
  };
  SmallVector<RegionSuccessor> successors;
  if (op.getNumRegions() == 0) {
    // As most operations, which need not be asked.
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    branch.getEntrySuccessorRegions(getConstants(op), successors);
    go(successors, &op);
  } else {
    // Nothing is known of its regions.
    for (Region &region : op.getRegions())
      if (!region.empty())
        worklist.push_back(&region.front());
  }
  if (!op.hasTrait<OpTrait::IsTerminator>())
    return;
  if (op.getNumSuccessors() != 0) {
    Block *known = nullptr;
    if (auto branch = dyn_cast<BranchOpInterface>(op))
      known = branch.getSuccessorForOperands(getConstants(op));
    for (Block *successor : op.getSuccessors())
      if (!known || successor == known) {
        taken.insert({op.getBlock(), successor});
        worklist.push_back(successor);
      }
  }
  auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op);
  if (end && isa<RegionBranchOpInterface>(op.getParentOp())) {
    end.getSuccessorRegions(getConstants(op), successors);
    go(successors, op.getParentOp());
  }
}
