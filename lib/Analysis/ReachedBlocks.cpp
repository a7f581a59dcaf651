//===- ReachedBlocks.cpp - What data flow analyses build on ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/ReachedBlocks.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// What DeadCodeAnalysis wants to know of values: whether they are constants.
class BranchOperands : public DataFlowAnalysis {
public:
  using DataFlowAnalysis::DataFlowAnalysis;

  LogicalResult initialize(Operation *top) override {
    top->walk([&](Operation *op) {
      if (!isa<BranchOpInterface, RegionBranchOpInterface,
               RegionBranchTerminatorOpInterface>(op))
        return;
      for (Value operand : op->getOperands()) {
        Attribute value;
        auto constant = dataflow::ConstantValue::getUnknownConstant();
        if (matchPattern(operand, m_Constant(&value)))
          constant = dataflow::ConstantValue(
              value, operand.getDefiningOp()->getDialect());
        (void)getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(operand)
            ->join(constant);
      }
    });
    return success();
  }

  LogicalResult visit(ProgramPoint *) override { return success(); }
};

} // namespace

void tile::loadReachedBlocks(DataFlowSolver &solver) {
  // Before what reads it.
  solver.load<BranchOperands>();
  solver.load<dataflow::DeadCodeAnalysis>();
}

ReachedBlocks::ReachedBlocks(Operation *root) {
  DataFlowSolver solver;
  loadReachedBlocks(solver);
  if (failed(solver.initializeAndRun(root)))
    return;
  auto isLive = [&](auto anchor) {
    const auto *state = solver.lookupState<dataflow::Executable>(anchor);
    return state && state->isLive();
  };
  auto getKnown = [&](ProgramPoint *point) {
    const auto *state = solver.lookupState<dataflow::PredecessorState>(point);
    return state ? state->getKnownPredecessors() : ArrayRef<Operation *>();
  };
  root->walk([&](Block *block) {
    ProgramPoint *point = solver.getProgramPointBefore(block);
    if (!isLive(point))
      return;
    reached.insert(block);
    for (Block *before : block->getPredecessors())
      if (isLive(solver.getLatticeAnchor<dataflow::CFGEdge>(before, block)))
        taken.insert({before, block});
    if (block->isEntryBlock() &&
        isa<RegionBranchOpInterface>(block->getParentOp()))
      llvm::append_range(beforeBlocks[block], getKnown(point));
  });
  root->walk([&](RegionBranchOpInterface op) {
    llvm::append_range(beforeEnds[op],
                       getKnown(solver.getProgramPointAfter(op)));
  });
}
