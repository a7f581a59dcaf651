//===- ControlFlowOps.cpp - Loops, branches, calls ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has regions that run as they stand. Branches between blocks are in
// Evaluation::runRegion.
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"
#include "Formats.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static void setResults(Evaluation &e, const Instruction &i,
                       ArrayRef<Elements> values, Frame &frame) {
  for (auto [k, value] : llvm::enumerate(values))
    e.set(i, k, value, frame);
}

static LogicalResult evaluateIf(Evaluation &e, const Instruction &i,
                                Frame &frame) {
  auto op = cast<scf::IfOp>(i.op);
  // What a region uses is no longer in the frame after it.
  Elements condition = e.get(i, 0, frame);
  bool isTrue = condition.getBits(0) & 1;
  Region &region = isTrue ? op.getThenRegion() : op.getElseRegion(),
         &otherRegion = isTrue ? op.getElseRegion() : op.getThenRegion();
  if (region.empty())
    return success();
  // Another order of a sum may choose the other region.
  SmallVector<Elements> other, yielded;
  bool isKnown = condition.getBound(0) == 0;
  bool canRunBoth = !isKnown && op.getNumResults() != 0 &&
                    isMemoryEffectFree(op) && isSpeculatable(op);
  if (canRunBoth) {
    Frame copy = frame;
    if (!e.runRegion(otherRegion, {}, other, copy))
      return failure();
  }
  if (!e.runRegion(region, {}, yielded, frame))
    return failure();
  for (auto [k, value] : llvm::enumerate(yielded)) {
    if (isKnown)
      continue;
    std::vector<double> bounds(value.size(), kUnknownBound);
    for (uint32_t n = 0; n < value.size() && canRunBoth; ++n)
      bounds[n] = getChoiceBound(condition, value, other[k], n);
    value.setBounds(std::move(bounds));
  }
  setResults(e, i, yielded, frame);
  return success();
}

namespace {
/// The counter of a loop.
struct Counter {
  uint64_t lower, upper, step;
};
} // namespace

/// Runs the body for `lower`, `lower + step`, ... below `upper`.
template <typename T>
static LogicalResult runLoop(Evaluation &e, const Instruction &i, T,
                             Counter counter, SmallVector<Elements> &values,
                             Frame &frame) {
  auto op = cast<scf::ForOp>(i.op);
  using U = typename T::U;
  ElementType type = e.get(i, 0, frame).getType();
  bool isUnsigned = op.getUnsignedCmp();
  auto isBelow = [&](U a, U b) {
    return isUnsigned ? a < b : T::sign(a) < T::sign(b);
  };
  U step = counter.step, upper = counter.upper;
  if (isUnsigned ? step == 0 : T::sign(step) <= 0)
    return e.fail(op, "expected a step above 0, found " +
                          Twine(int64_t(T::sign(step))));
  for (U at = counter.lower; isBelow(at, upper);) {
    values.insert(values.begin(), Elements::makeScalar(type, at));
    SmallVector<Elements> yielded;
    if (!e.runRegion(op.getRegion(), values, yielded, frame))
      return failure();
    values = std::move(yielded);
    // The next one may not fit the type.
    U next = T::load(T::store(at + step));
    if (!isBelow(at, next))
      break;
    at = next;
  }
  return success();
}

static LogicalResult evaluateFor(Evaluation &e, const Instruction &i,
                                 Frame &frame) {
  Counter counter{e.get(i, 0, frame).getBits(0), e.get(i, 1, frame).getBits(0),
                  e.get(i, 2, frame).getBits(0)};
  SmallVector<Elements> values;
  for (unsigned k = 3; k < i.operands.size(); ++k)
    values.push_back(e.get(i, k, frame));
  LogicalResult outcome = success();
  withInteger(e.get(i, 0, frame).getType(), [&](auto format) {
    outcome = runLoop(e, i, format, counter, values, frame);
  });
  if (succeeded(outcome))
    setResults(e, i, values, frame);
  return outcome;
}

static LogicalResult evaluateWhile(Evaluation &e, const Instruction &i,
                                   Frame &frame) {
  auto op = cast<scf::WhileOp>(i.op);
  SmallVector<Elements> values, yielded;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    values.push_back(e.get(i, k, frame));
  while (true) {
    if (!e.runRegion(op.getBefore(), values, yielded, frame))
      return failure();
    bool goesOn = yielded.front().getBits(0) & 1;
    values.assign(std::next(yielded.begin()), yielded.end());
    if (!goesOn)
      break;
    if (!e.runRegion(op.getAfter(), values, yielded, frame))
      return failure();
    values.assign(yielded.begin(), yielded.end());
  }
  setResults(e, i, values, frame);
  return success();
}

static LogicalResult evaluateIndexSwitch(Evaluation &e, const Instruction &i,
                                         Frame &frame) {
  auto op = cast<scf::IndexSwitchOp>(i.op);
  int64_t chosen = e.get(i, 0, frame).getBits(0);
  Region *region = &op.getDefaultRegion();
  for (auto [value, body] : llvm::zip_equal(op.getCases(), op.getCaseRegions()))
    if (value == chosen)
      region = &body;
  SmallVector<Elements> yielded;
  if (!e.runRegion(*region, {}, yielded, frame))
    return failure();
  setResults(e, i, yielded, frame);
  return success();
}

static LogicalResult evaluateExecuteRegion(Evaluation &e, const Instruction &i,
                                           Frame &frame) {
  SmallVector<Elements> yielded;
  if (!e.runRegion(i.op->getRegion(0), {}, yielded, frame))
    return failure();
  setResults(e, i, yielded, frame);
  return success();
}

static LogicalResult evaluateCall(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  auto op = cast<CallOp>(i.op);
  auto function =
      SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, op.getCalleeAttr());
  SmallVector<Elements> arguments, results;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    arguments.push_back(e.get(i, k, frame));
  if (failed(e.call(function, arguments, results, op)))
    return failure();
  setResults(e, i, results, frame);
  return success();
}

void interp::addControlFlowEvaluators(EvaluatorTable &table) {
  table.addWithBounds("scf.if", evaluateIf);
  table.addWithBounds("scf.for", evaluateFor);
  table.addWithBounds("scf.while", evaluateWhile);
  table.addWithBounds("scf.index_switch", evaluateIndexSwitch);
  table.addWithBounds("scf.execute_region", evaluateExecuteRegion);
  table.addWithBounds("tile.call", evaluateCall);
}
