//===- DistributeScan.cpp - Scans within a warp ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans the elements along a dimension that registers and lanes hold, as
// ScanPlan.h plans it. tile-split-scans has split scans across warps. Positions
// count in the direction of the scan: with `reverse` from the end. All rows go
// through each step together, so that none waits for its own shuffles.
//
//===----------------------------------------------------------------------===//

#include "CombineElements.h"
#include "LaneShuffle.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/CombineIdentity.h"
#include "tile/Layout/ScanPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

using Level = ScanRun::Level;

namespace {

/// What comes before a value.
struct Prefix {
  /// Empty if nothing does.
  Elements elements;
  /// Whether something does, an i1; null if always.
  Value exists;
};

/// A run of lane bits, in one direction.
class LaneRun {
public:
  LaneRun(OpBuilder &builder, Location loc, LaneShuffler &shuffler,
          ArrayRef<unsigned> bits, bool reverse)
      : builder(builder), loc(loc), shuffler(shuffler), bits(bits),
        reverse(reverse) {
    for (unsigned bit : bits)
      mask |= 1u << bit;
  }

  /// Whether the lane's position has bit `step`: an i1.
  Value isUpper(unsigned step) {
    return testBits(1u << bits[step], reverse ? LLVM::ICmpPredicate::eq
                                              : LLVM::ICmpPredicate::ne);
  }

  /// Whether the lane's position is not the first one: an i1.
  Value isNotFirst() {
    Value masked = LLVM::AndOp::create(builder, loc, shuffler.getLane(),
                                       emitI32(builder, loc, mask));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, masked,
                                emitI32(builder, loc, reverse ? mask : 0));
  }

  /// Where bit `step` of the position is set: the lane of the highest position
  /// below those that have it. Elsewhere, any lane.
  Value getLowerLane(unsigned step) {
    uint32_t below = 0;
    for (unsigned bit : bits.take_front(step))
      below |= 1u << bit;
    return setBits(reverse ? 1u << bits[step] : below,
                   reverse ? below : 1u << bits[step]);
  }

  /// The lane of the last position.
  Value getLastLane() { return reverse ? setBits(0, mask) : setBits(mask, 0); }

  /// What the lane of the position before has; for the first one, anything.
  Elements readBefore(const Elements &elements) {
    // Positions one after the other are lanes at one distance.
    bool isDense = llvm::all_of(llvm::enumerate(bits), [&](auto entry) {
      return entry.value() == bits[0] + entry.index();
    });
    Elements result;
    for (Value value : elements)
      if (isDense && reverse)
        result.push_back(shuffler.readAbove(value, 1u << bits[0]));
      else if (isDense)
        result.push_back(shuffler.readBelow(value, 1u << bits[0]));
      else
        result.push_back(shuffler.readLane(value, getLaneBefore()));
    return result;
  }

private:
  Value testBits(uint32_t tested, LLVM::ICmpPredicate predicate) {
    Value masked = LLVM::AndOp::create(builder, loc, shuffler.getLane(),
                                       emitI32(builder, loc, tested));
    return LLVM::ICmpOp::create(builder, loc, predicate, masked,
                                emitI32(builder, loc, 0));
  }
  /// The lane's number with some bits set and others cleared.
  Value setBits(uint32_t set, uint32_t cleared) {
    Value lane = shuffler.getLane();
    if (cleared)
      lane = LLVM::AndOp::create(
          builder, loc, lane,
          emitI32(builder, loc, (kThreadsPerWarp - 1) & ~cleared));
    if (set)
      lane = LLVM::OrOp::create(builder, loc, lane, emitI32(builder, loc, set));
    return lane;
  }
  Value getLaneBefore() {
    if (laneBefore)
      return laneBefore;
    SmallVector<uint32_t> toPosition(llvm::Log2_32(kThreadsPerWarp), 0),
        fromPosition;
    for (auto [step, bit] : llvm::enumerate(bits)) {
      toPosition[bit] = 1u << step;
      fromPosition.push_back(1u << bit);
    }
    Value position =
        emitLinearMap(builder, loc, shuffler.getLane(), toPosition);
    position = LLVM::AddOp::create(builder, loc, position,
                                   emitI32(builder, loc, reverse ? 1 : -1));
    position = LLVM::AndOp::create(
        builder, loc, position,
        emitI32(builder, loc, (int64_t(1) << bits.size()) - 1));
    laneBefore =
        LLVM::OrOp::create(builder, loc, setBits(0, mask),
                           emitLinearMap(builder, loc, position, fromPosition));
    return laneBefore;
  }

  OpBuilder &builder;
  Location loc;
  LaneShuffler &shuffler;
  ArrayRef<unsigned> bits;
  bool reverse;
  uint32_t mask = 0;
  Value laneBefore;
};

/// Scans lists of values, each of all operands: rows one after the other, in
/// each of them the registers in the direction of the scan.
class Scanner {
public:
  Scanner(ScanOp op, const ScanPlan &plan, ConversionPatternRewriter &rewriter)
      : runs(plan.getRuns()), reverse(op.getReverse()), builder(rewriter),
        loc(op.getLoc()), combiner(op.getCombineOp().front(), rewriter),
        shuffler(rewriter, loc) {
    for (const ScanRun &run : runs)
      lanes.emplace_back(
          run.level == Level::Lanes
              ? std::optional<LaneRun>(std::in_place, rewriter, loc, shuffler,
                                       ArrayRef(run.bits), reverse)
              : std::nullopt);
    if (auto found = findIdentity(op.getCombineOp().front()))
      for (TypedAttr value : *found)
        identity.push_back(arith::ConstantOp::create(rewriter, loc, value));
  }

  SmallVector<Elements> scan(SmallVector<Elements> values) {
    if (runs.empty())
      return values;
    SmallVector<SmallVector<Elements>> scanned;
    for (unsigned number = 0; number < runs.size(); ++number) {
      scanned.push_back(scanRun(number, values));
      if (number + 1 < runs.size())
        values = getTotals(number, scanned.back());
    }
    // Nothing comes before the groups of the last run.
    SmallVector<Prefix> prefixes(getNumGroups(runs.size() - 1, scanned.back()));
    for (unsigned number = runs.size(); --number > 0;)
      prefixes = getPrefixes(number, scanned[number], prefixes);
    SmallVector<Elements> &results = scanned.front();
    size_t groupSize = results.size() / prefixes.size();
    for (auto [i, elements] : llvm::enumerate(results))
      elements = prepend(prefixes[i / groupSize], elements);
    return results;
  }

private:
  static size_t getGroupSize(const ScanRun &run) {
    return run.level == Level::Registers ? size_t(1) << run.bits.size() : 1;
  }
  size_t getNumGroups(unsigned number, ArrayRef<Elements> values) const {
    return values.size() / getGroupSize(runs[number]);
  }

  /// Each value combined with those before it in its group.
  SmallVector<Elements> scanRun(unsigned number, SmallVector<Elements> values) {
    size_t size = getGroupSize(runs[number]);
    for (size_t i = 1; i < size; ++i)
      for (size_t first = 0; first < values.size(); first += size)
        values[first + i] =
            combiner.combine(values[first + i - 1], values[first + i]);
    if (runs[number].level != Level::Lanes)
      return values;
    LaneRun &run = *lanes[number];
    for (unsigned step = 0; step < runs[number].bits.size(); ++step) {
      Value isUpper = run.isUpper(step);
      Value from = step == 0 ? Value() : run.getLowerLane(step);
      SmallVector<Elements> arrived;
      for (const Elements &elements : values) {
        Elements &list = arrived.emplace_back();
        for (Value value : elements)
          list.push_back(
              from ? shuffler.readLane(value, from)
                   : shuffler.exchange(value, 1u << runs[number].bits[0]));
      }
      for (auto [elements, lower] : llvm::zip(values, arrived))
        elements = combiner.combineIf(isUpper, lower, elements, elements);
    }
    return values;
  }

  /// What the last value of each group has, in all lanes that will ask.
  SmallVector<Elements> getTotals(unsigned number, ArrayRef<Elements> scanned) {
    SmallVector<Elements> totals;
    size_t size = getGroupSize(runs[number]);
    Value last = lanes[number] ? lanes[number]->getLastLane() : Value();
    // What comes last in a last run of registers comes before nothing.
    bool isBeforeLast = number + 2 == runs.size() && !lanes[number + 1];
    size_t nextSize = getGroupSize(runs[number + 1]);
    for (size_t i = size - 1; i < scanned.size(); i += size) {
      Elements &total = totals.emplace_back(scanned[i]);
      bool isAsked = !isBeforeLast || totals.size() % nextSize != 0;
      if (last && isAsked)
        for (Value &value : total)
          value = shuffler.readLane(value, last);
    }
    return totals;
  }

  /// What comes before each value of a run, given what comes before its groups.
  SmallVector<Prefix> getPrefixes(unsigned number, ArrayRef<Elements> scanned,
                                  ArrayRef<Prefix> ofGroups) {
    SmallVector<Prefix> prefixes;
    size_t size = getGroupSize(runs[number]);
    if (!lanes[number]) {
      for (size_t i = 0; i < scanned.size(); ++i) {
        const Prefix &before = ofGroups[i / size];
        prefixes.push_back(
            i % size == 0 ? before
                          : Prefix{prepend(before, scanned[i - 1]), Value()});
      }
      return prefixes;
    }
    Value exists = lanes[number]->isNotFirst();
    SmallVector<Elements> own;
    for (const Elements &elements : scanned)
      own.push_back(lanes[number]->readBefore(elements));
    for (auto [elements, before] : llvm::zip(own, ofGroups)) {
      if (!identity.empty()) {
        Elements value = select(exists, elements, identity);
        prefixes.push_back({prepend(before, value), Value()});
      } else if (before.elements.empty()) {
        prefixes.push_back({elements, exists});
      } else {
        Value both = exists, any;
        Elements one = before.elements;
        if (before.exists) {
          both = LLVM::AndOp::create(builder, loc, exists, before.exists);
          any = LLVM::OrOp::create(builder, loc, exists, before.exists);
          one = select(exists, elements, before.elements);
        }
        prefixes.push_back(
            {combiner.combineIf(both, before.elements, elements, one), any});
      }
    }
    return prefixes;
  }

  /// A value combined with what comes before it.
  Elements prepend(const Prefix &prefix, const Elements &elements) {
    if (prefix.elements.empty())
      return elements;
    if (prefix.exists)
      return combiner.combineIf(prefix.exists, prefix.elements, elements,
                                elements);
    return combiner.combine(prefix.elements, elements);
  }

  Elements select(Value condition, const Elements &ifTrue,
                  const Elements &ifFalse) {
    Elements result;
    for (auto [a, b] : llvm::zip(ifTrue, ifFalse))
      result.push_back(LLVM::SelectOp::create(builder, loc, condition, a, b));
    return result;
  }

  ArrayRef<ScanRun> runs;
  bool reverse;
  OpBuilder &builder;
  Location loc;
  ElementCombiner combiner;
  LaneShuffler shuffler;
  SmallVector<std::optional<LaneRun>> lanes;
  /// What changes nothing on the left side; empty if the region has none.
  Elements identity;
};

LogicalResult lowerScan(ScanOp op, Parts<ScanOp> adaptor,
                        ConversionPatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  std::string error;
  std::optional<ScanPlan> plan =
      ScanPlan::create(toLinearLayout(type), getDimName(op.getAxis()), &error);
  if (!plan || plan->crossesWarps())
    return op.emitOpError("expected a layout that has all elements along "
                          "dimension ")
           << op.getAxis() << " in one warp, found " << type.getEncoding()
           << (plan ? "" : ", where " + error)
           << "; run tile-split-scans first";

  // The registers of each row, in the direction of the scan.
  SmallVector<unsigned> axisBits;
  unsigned axisMask = 0;
  for (const ScanRun &run : plan->getRuns())
    if (run.level == Level::Registers)
      axisBits.append(run.bits);
  for (unsigned bit : axisBits)
    axisMask |= 1u << bit;
  ThreadLayout layout(type);
  SmallVector<unsigned> order;
  for (unsigned row = 0; row < layout.getNumRegisters(); ++row) {
    if (row & (axisMask | layout.getFreeRegisterMask()))
      continue;
    unsigned count = 1u << axisBits.size();
    for (unsigned i = 0; i < count; ++i) {
      unsigned position = op.getReverse() ? count - 1 - i : i, reg = row;
      for (auto [number, bit] : llvm::enumerate(axisBits))
        reg |= (position >> number & 1) << bit;
      order.push_back(reg);
    }
  }
  SmallVector<Elements> values;
  for (unsigned reg : order) {
    Elements &elements = values.emplace_back();
    for (ValueRange registers : adaptor.getSrcs())
      elements.push_back(registers[reg]);
  }
  values = Scanner(op, *plan, rewriter).scan(std::move(values));

  SmallVector<SmallVector<Value>> results(
      op.getNumResults(), SmallVector<Value>(layout.getNumRegisters()));
  for (auto [reg, elements] : llvm::zip(order, values))
    for (auto [list, value] : llvm::zip(results, elements))
      list[reg] = value;
  for (SmallVector<Value> &list : results)
    for (unsigned reg = 0; reg < list.size(); ++reg)
      list[reg] = list[layout.getOwnerRegister(reg)];
  rewriter.replaceOpWithMultiple(op, std::move(results));
  return success();
}

} // namespace

void tile::populateScanPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerScan);
}
