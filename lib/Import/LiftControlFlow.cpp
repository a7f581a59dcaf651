//===- LiftControlFlow.cpp - Blocks of a map become scf ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton prints a `return` in an `if` of a function that `tl.map_elementwise`
// maps as branches between the blocks of the region. The region of
// tile.map_elementwise has one block, in which scf says what runs.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::tile;

/// Each may nest one level deeper than the one before it, and what follows
/// calls itself for what is nested.
static constexpr unsigned kMaxBlocks = 100;

namespace {

class Lifting : public ControlFlowToSCFTransformation {
public:
  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &,
                                                     Region &) override {
    return emitError(loc)
           << "expected a region that ends, found an endless loop";
  }
};

} // namespace

/// What MLIR's transformation assumes, except what the verifier has checked for
/// operations of unknown dialects.
static LogicalResult verifyBlocks(MapElementwiseOp op) {
  Region &region = op.getScalarOp();
  unsigned count = llvm::range_size(region);
  if (count > kMaxBlocks)
    return op.emitOpError("expected a region of at most ")
           << kMaxBlocks << " blocks, found " << count;
  for (Block &block : region) {
    if (block.empty() || !isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp,
                              MapElementwiseReturnOp>(block.back()))
      return op.emitOpError("expected blocks that end in a branch or in "
                            "tile.map_elementwise.return");
    for (Operation &nested : block)
      if (failed(verify(&nested)))
        return failure();
  }
  return success();
}

LogicalResult tile::liftControlFlow(MapElementwiseOp op) {
  Region &region = op.getScalarOp();
  if (region.empty() || region.hasOneBlock())
    return success();
  if (failed(verifyBlocks(op)))
    return failure();
  IRRewriter rewriter(op.getContext());
  (void)eraseUnreachableBlocks(rewriter, region);
  DominanceInfo dominance(op);
  Lifting lifting;
  return failure(failed(transformCFGToSCF(region, lifting, dominance)));
}
