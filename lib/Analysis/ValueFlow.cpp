//===- ValueFlow.cpp - How values pass through control flow -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/ValueFlow.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

ValueFlow::ValueFlow(Operation *root) {
  root->walk([&](Operation *op) {
    if (isa<scf::ForOp>(op))
      collectLoop(op);
    else if (isa<RegionBranchOpInterface>(op))
      collectRegions(op);
    else if (isa<BranchOpInterface>(op))
      collectBranch(op);
    for (Region &region : op->getRegions())
      checkBlocks(region);
  });
}

ArrayRef<Value> ValueFlow::getTargets(OpOperand &use) const {
  auto it = targets.find(&use);
  return it == targets.end() ? ArrayRef<Value>() : ArrayRef<Value>(it->second);
}

ArrayRef<OpOperand *> ValueFlow::getSources(Value target) const {
  auto it = sources.find(target);
  return it == sources.end() ? ArrayRef<OpOperand *>()
                             : ArrayRef<OpOperand *>(it->second);
}

void ValueFlow::link(OpOperand &use, Value target) {
  targets[&use].push_back(target);
  sources[target].push_back(&use);
}

void ValueFlow::collectLoop(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  for (MutableArrayRef<OpOperand> uses :
       {loop.getInitArgsMutable().operator MutableArrayRef<OpOperand>(),
        loop.getBody()->getTerminator()->getOpOperands()})
    for (auto [use, argument, result] :
         llvm::zip(uses, loop.getRegionIterArgs(), loop.getResults())) {
      link(use, argument);
      link(use, result);
    }
  complete.insert_range(loop.getRegionIterArgs());
  complete.insert_range(loop.getResults());
}

void ValueFlow::collectRegions(Operation *op) {
  auto regions = cast<RegionBranchOpInterface>(op);
  RegionBranchSuccessorMapping mapping;
  regions.getSuccessorOperandInputMapping(mapping);
  // Not in the mapping's order, which is not the same in each run.
  auto linkOperands = [&](Operation *point) {
    for (OpOperand &use : point->getOpOperands())
      for (Value target : mapping.lookup(&use)) {
        link(use, target);
        complete.insert(target);
      }
  };
  linkOperands(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        linkOperands(block.getTerminator());
}

void ValueFlow::collectBranch(Operation *op) {
  auto branch = cast<BranchOpInterface>(op);
  for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
    SuccessorOperands operands = branch.getSuccessorOperands(i);
    Block *successor = op->getSuccessor(i);
    for (unsigned j = operands.getProducedOperandCount(); j < operands.size();
         ++j)
      link(op->getOpOperand(operands.getOperandIndex(j)),
           successor->getArgument(j));
  }
}

/// Arguments of blocks other than the first get values from branches alone, if
/// each branch to them says which.
void ValueFlow::checkBlocks(Region &region) {
  for (Block &block : llvm::drop_begin(region, region.empty() ? 0 : 1))
    for (BlockArgument argument : block.getArguments())
      if (llvm::all_of(block.getPredecessors(), [&](Block *predecessor) {
            auto branch =
                dyn_cast<BranchOpInterface>(predecessor->getTerminator());
            if (!branch)
              return false;
            for (unsigned i = 0, e = branch->getNumSuccessors(); i < e; ++i)
              if (branch->getSuccessor(i) == &block &&
                  argument.getArgNumber() <
                      branch.getSuccessorOperands(i).getProducedOperandCount())
                return false;
            return true;
          }))
        complete.insert(argument);
}
