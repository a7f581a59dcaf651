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
