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

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static LogicalResult evaluateIf(const Step &s) {
  auto op = cast<scf::IfOp>(s.op);
  // What a region uses is no longer in the frame after it.
  Elements condition = s.get(0);
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
    Frame copy = s.frame;
    if (!s.e.runRegion(otherRegion, {}, other, copy))
      return failure();
  }
  if (!s.runRegion(region, {}, yielded))
    return failure();
  for (auto [k, value] : llvm::enumerate(yielded)) {
    if (isKnown)
      continue;
    std::vector<double> bounds(value.size(), kUnknownBound);
    for (uint32_t n = 0; n < value.size() && canRunBoth; ++n)
      bounds[n] = getChoiceBound(condition, value, other[k], n);
    value.setBounds(std::move(bounds));
  }
  return s.giveAll(yielded);
}

namespace {
/// The counter of a loop.
struct Counter {
  uint64_t lower, upper, step;
};
} // namespace

/// Runs the body for `lower`, `lower + step`, ... below `upper`.
template <typename T>
static LogicalResult runLoop(const Step &s, T, Counter counter,
                             SmallVector<Elements> &values) {
  auto op = cast<scf::ForOp>(s.op);
  using U = typename T::U;
  ElementType type = s.get(0).getType();
  bool isUnsigned = op.getUnsignedCmp();
  auto isBelow = [&](U a, U b) {
    return isUnsigned ? a < b : T::sign(a) < T::sign(b);
  };
  U step = counter.step, upper = counter.upper;
  if (isUnsigned ? step == 0 : T::sign(step) <= 0)
    return s.fail("expected a step above 0, found " +
                  Twine(int64_t(T::sign(step))));
  for (U at = counter.lower; isBelow(at, upper);) {
    values.insert(values.begin(), Elements::makeScalar(type, at));
    SmallVector<Elements> yielded;
    if (!s.runRegion(op.getRegion(), values, yielded))
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

static LogicalResult evaluateFor(const Step &s) {
  Counter counter{s.get(0).getBits(0), s.get(1).getBits(0),
                  s.get(2).getBits(0)};
  SmallVector<Elements> values = s.getAll(3);
  LogicalResult outcome = success();
  withInteger(s.get(0).getType(), [&](auto format) {
    outcome = runLoop(s, format, counter, values);
  });
  return failed(outcome) ? outcome : s.giveAll(values);
}

static LogicalResult evaluateWhile(const Step &s) {
  auto op = cast<scf::WhileOp>(s.op);
  SmallVector<Elements> values = s.getAll(), yielded;
  while (true) {
    if (!s.runRegion(op.getBefore(), values, yielded))
      return failure();
    bool goesOn = yielded.front().getBits(0) & 1;
    values.assign(std::next(yielded.begin()), yielded.end());
    if (!goesOn)
      break;
    if (!s.runRegion(op.getAfter(), values, yielded))
      return failure();
    values.assign(yielded.begin(), yielded.end());
  }
  return s.giveAll(values);
}

static LogicalResult evaluateIndexSwitch(const Step &s) {
  auto op = cast<scf::IndexSwitchOp>(s.op);
  int64_t chosen = s.get(0).getBits(0);
  Region *region = &op.getDefaultRegion();
  for (auto [value, body] : llvm::zip_equal(op.getCases(), op.getCaseRegions()))
    if (value == chosen)
      region = &body;
  SmallVector<Elements> yielded;
  if (!s.runRegion(*region, {}, yielded))
    return failure();
  return s.giveAll(yielded);
}

static LogicalResult evaluateExecuteRegion(const Step &s) {
  SmallVector<Elements> yielded;
  if (!s.runRegion(s.op->getRegion(0), {}, yielded))
    return failure();
  return s.giveAll(yielded);
}

static LogicalResult evaluateCall(const Step &s) {
  auto op = cast<CallOp>(s.op);
  auto function =
      SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, op.getCalleeAttr());
  SmallVector<Elements> arguments = s.getAll(), results;
  if (failed(s.e.call(function, arguments, results, op)))
    return failure();
  return s.giveAll(results);
}

void interp::addControlFlowEvaluators(EvaluatorTable &table) {
  table.addWithBounds("scf.if", evaluateIf);
  table.addWithBounds("scf.for", evaluateFor);
  table.addWithBounds("scf.while", evaluateWhile);
  table.addWithBounds("scf.index_switch", evaluateIndexSwitch);
  table.addWithBounds("scf.execute_region", evaluateExecuteRegion);
  table.addWithBounds("tile.call", evaluateCall);
}
