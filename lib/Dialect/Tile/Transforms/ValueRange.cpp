//===- ValueRange.cpp - What an integer can be ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRange.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

/// Operations that are followed to bound a value.
static constexpr unsigned kMaxDepth = 8;

static ConstantIntRanges getRange(Value value, unsigned depth);

/// A counter is at least where its loop begins, and below where it ends.
static ConstantIntRanges getCounterRange(scf::ForOp loop, unsigned width,
                                         unsigned depth) {
  ConstantIntRanges range = ConstantIntRanges::maxRange(width);
  if (loop.getUnsignedCmp() || !loop.getLowerBound().getType().isInteger())
    return range;
  APInt first = getRange(loop.getLowerBound(), depth).smin();
  APInt end = getRange(loop.getUpperBound(), depth).smax();
  return first.slt(end) ? ConstantIntRanges::fromSigned(first, end - 1) : range;
}

static ConstantIntRanges getRange(Value value, unsigned depth) {
  unsigned width =
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  ConstantIntRanges range = ConstantIntRanges::maxRange(width);
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return ConstantIntRanges::constant(constant);
  if (depth++ == kMaxDepth)
    return range;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar()
               ? getCounterRange(loop, width, depth)
               : range;
  }
  Operation *op = value.getDefiningOp();
  if (isa<SplatOp, ExpandDimsOp, BroadcastOp>(op))
    return getRange(op->getOperand(0), depth);
  auto infer = dyn_cast<InferIntRangeInterface>(op);
  if (!infer || op->getNumResults() != 1)
    return range;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    if (!getElementTypeOrSelf(operand.getType()).isSignlessInteger())
      return range;
    operands.push_back(getRange(operand, depth));
  }
  infer.inferResultRanges(
      operands, [&](Value, const ConstantIntRanges &found) { range = found; });
  return range;
}

ConstantIntRanges tile::getValueRange(Value value) {
  return getRange(value, /*depth=*/0);
}
