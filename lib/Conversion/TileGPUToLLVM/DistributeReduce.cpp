//===- DistributeReduce.cpp - Reductions within a warp --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the elements along a dimension that registers and lanes hold, as
// ReductionPlan.h plans it. tile-split-reductions has split reductions across
// warps. If several registers hold an element, the lowest one counts.
//
//===----------------------------------------------------------------------===//

#include "CombineElements.h"
#include "LaneShuffle.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/CombineRegions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <map>

using namespace mlir;
using namespace mlir::tile;

/// The operation of a region that is one operation on integers of this width;
/// else null.
static Operation *getOnlyOperation(Block &body, unsigned width) {
  Operation *ret = body.getTerminator();
  if (ret->getNumOperands() != 1 || hasAsserts(body))
    return nullptr;
  Operation *op = ret->getOperand(0).getDefiningOp();
  if (!op || op->getNumOperands() != 2 ||
      !op->getResult(0).getType().isInteger(width) ||
      op->getOperand(0) == op->getOperand(1) ||
      !llvm::all_of(op->getOperands(), [&](Value operand) {
        return llvm::is_contained(body.getArguments(), operand);
      }))
    return nullptr;
  return op;
}

/// `redux.sync` of one operation on integers (PTX ISA, "Parallel
/// Synchronization and Communication Instructions: redux.sync"), if the region
/// is that.
static std::optional<NVVM::ReduxKind> getReduxKind(Block &body) {
  Operation *op = getOnlyOperation(body, 32);
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<NVVM::ReduxKind>>(op)
      .Case([](arith::AddIOp) { return NVVM::ReduxKind::ADD; })
      .Case([](arith::AndIOp) { return NVVM::ReduxKind::AND; })
      .Case([](arith::OrIOp) { return NVVM::ReduxKind::OR; })
      .Case([](arith::XOrIOp) { return NVVM::ReduxKind::XOR; })
      .Case([](arith::MaxSIOp) { return NVVM::ReduxKind::MAX; })
      .Case([](arith::MinSIOp) { return NVVM::ReduxKind::MIN; })
      .Case([](arith::MaxUIOp) { return NVVM::ReduxKind::UMAX; })
      .Case([](arith::MinUIOp) { return NVVM::ReduxKind::UMIN; })
      .Default([](Operation *) { return std::nullopt; });
}

namespace {
/// What a region on i1 asks: whether any is 1, whether all are, or whether the
/// number of those that are 1 is odd.
enum class Vote { Any, All, Odd };
} // namespace

/// As an i1 has no other values than 0 and -1, or 0 and 1, most operations are
/// one of three.
static std::optional<Vote> getVote(Block &body) {
  Operation *op = getOnlyOperation(body, 1);
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Vote>>(op)
      .Case<arith::OrIOp, arith::MaxUIOp, arith::MinSIOp>(
          [](Operation *) { return Vote::Any; })
      .Case<arith::AndIOp, arith::MinUIOp, arith::MaxSIOp, arith::MulIOp>(
          [](Operation *) { return Vote::All; })
      .Case<arith::XOrIOp, arith::AddIOp>([](Operation *) { return Vote::Odd; })
      .Default([](Operation *) { return std::nullopt; });
}

namespace {

/// Combines what lanes hold.
class LaneReducer {
public:
  /// `isUsed` says of each operand whether anybody wants its result.
  LaneReducer(Block &body, const ElementCombiner &combiner,
              ArrayRef<bool> isUsed, OpBuilder &builder, Location loc)
      : combiner(combiner), isUsed(isUsed), builder(builder), loc(loc),
        shuffler(builder, loc), cost(getRegionCost(body)),
        redux(getReduxKind(body)), vote(getVote(body)),
        isSymmetric(tile::isSymmetric(body)), asserts(hasAsserts(body)) {}

  /// Combines each of `values` along these bits of the lane, the first one
  /// first. All lanes get the same bits.
  void reduce(MutableArrayRef<Elements> values, ArrayRef<unsigned> bits) {
    if (redux && bits.size() == 5 && values.size() <= 2) {
      Type i32 = builder.getI32Type();
      for (Elements &elements : values)
        elements[0] = NVVM::ReduxOp::create(
            builder, loc, i32, elements[0], *redux,
            LLVM::ConstantOp::create(builder, loc, i32,
                                     builder.getI32IntegerAttr(-1)));
      return;
    }
    // One bit is exchanged by one shuffle, and as many instructions around it.
    if (vote && bits.size() > 1) {
      for (Elements &elements : values)
        elements[0] = countVotes(elements[0], bits);
      return;
    }
    SmallVector<Elements> left(values);
    unsigned numTransposed =
        getNumTransposedBits(values.size(), bits.size(), cost);
    for (unsigned bit : bits.take_front(numTransposed))
      halve(left, bit);
    butterfly(left, bits.drop_front(numTransposed));
    for (unsigned bit : llvm::reverse(bits.take_front(numTransposed)))
      doubleValues(left, bit);
    llvm::copy(left, values.begin());
  }

private:
  /// `vote.sync` of an i1 (PTX ISA, "Parallel Synchronization and Communication
  /// Instructions: vote.sync"). Where only some bits of the lane take part,
  /// each lane looks at the ballots of its group.
  Value countVotes(Value value, ArrayRef<unsigned> bits) {
    Value everybody = emitI32(builder, loc, ~0u);
    bool isWhole = bits.size() == 5;
    if (isWhole && *vote != Vote::Odd)
      return NVVM::VoteSyncOp::create(
          builder, loc, builder.getI1Type(), everybody, value,
          *vote == Vote::Any ? NVVM::VoteSyncKind::any
                             : NVVM::VoteSyncKind::all);
    Value ballot =
        NVVM::VoteSyncOp::create(builder, loc, builder.getI32Type(), everybody,
                                 value, NVVM::VoteSyncKind::ballot);
    Value group = isWhole ? everybody : getGroup(bits);
    if (!isWhole)
      ballot = LLVM::AndOp::create(builder, loc, ballot, group);
    switch (*vote) {
    case Vote::Any:
      return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, ballot,
                                  emitI32(builder, loc, 0));
    case Vote::All:
      return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, ballot,
                                  group);
    case Vote::Odd:
      return LLVM::TruncOp::create(builder, loc, builder.getI1Type(),
                                   LLVM::CtPopOp::create(builder, loc, ballot));
    }
    llvm_unreachable("all votes are above");
  }
  /// A bit for each lane that differs from this one in these bits only: lane
  /// 0's bits, moved to the lowest lane of the group.
  Value getGroup(ArrayRef<unsigned> bits) {
    unsigned mask = 0;
    for (unsigned bit : bits)
      mask |= 1u << bit;
    uint32_t first = 0;
    for (unsigned lane = 0; lane < kThreadsPerWarp; ++lane)
      if ((lane & ~mask) == 0)
        first |= 1u << lane;
    Value lowest = LLVM::AndOp::create(
        builder, loc, shuffler.getLane(),
        emitI32(builder, loc, (kThreadsPerWarp - 1) & ~mask));
    return LLVM::ShlOp::create(builder, loc, emitI32(builder, loc, first),
                               lowest);
  }
  Elements exchange(const Elements &elements, unsigned bit) {
    Elements result;
    for (Value value : elements)
      result.push_back(shuffler.exchange(value, 1u << bit));
    return result;
  }
  /// The elements of `ifSet` in lanes where the bit is set, else of `ifClear`.
  Elements select(unsigned bit, const Elements &ifSet,
                  const Elements &ifClear) {
    Value condition = shuffler.isBitSet(bit);
    Elements result;
    for (auto [a, b] : llvm::zip(ifSet, ifClear))
      result.push_back(LLVM::SelectOp::create(builder, loc, condition, a, b));
    return result;
  }

  /// Of values 2i and 2i + 1, each lane keeps the one that the bit of its
  /// number says, and combines it with its partner's.
  void halve(SmallVector<Elements> &values, unsigned bit) {
    SmallVector<Elements> halves;
    for (size_t i = 0; i < values.size(); i += 2) {
      Elements kept = select(bit, values[i + 1], values[i]);
      Elements sent = select(bit, values[i], values[i + 1]);
      Elements arrived = exchange(sent, bit);
      halves.push_back(isSymmetric ? combiner.combine(kept, arrived)
                                   : combineInOrder(kept, arrived, bit));
    }
    values = std::move(halves);
  }
  /// Undoes what `halve` did to the places of values.
  void doubleValues(SmallVector<Elements> &values, unsigned bit) {
    SmallVector<Elements> both;
    for (const Elements &own : values) {
      // A shuffle stays even where no operation wants what it gives.
      Elements other = own;
      for (auto [value, isWanted] : llvm::zip(other, isUsed))
        if (isWanted)
          value = shuffler.exchange(value, 1u << bit);
      both.push_back(select(bit, other, own));
      both.push_back(select(bit, own, other));
    }
    values = std::move(both);
  }
  /// Combines own elements with those that came from the lane with the other
  /// `bit`, the lower lane's on the left.
  Elements combineInOrder(const Elements &own, const Elements &arrived,
                          unsigned bit) {
    return combiner.combine(select(bit, arrived, own),
                            select(bit, own, arrived));
  }
  /// Where the sides can be exchanged all lanes compute the same. If not, only
  /// those do that are 0 in all bits: the others get it from there, and what
  /// they compute until then must at least be in order if something is asserted
  /// of it.
  void butterfly(SmallVector<Elements> &values, ArrayRef<unsigned> bits) {
    if (bits.empty())
      return;
    unsigned mask = 0;
    for (unsigned bit : bits) {
      mask |= 1u << bit;
      for (Elements &elements : values) {
        Elements arrived = exchange(elements, bit);
        elements = isSymmetric || !asserts
                       ? combiner.combine(elements, arrived)
                       : combineInOrder(elements, arrived, bit);
      }
    }
    if (isSymmetric)
      return;
    Value first = LLVM::AndOp::create(
        builder, loc, shuffler.getLane(),
        emitI32(builder, loc, (kThreadsPerWarp - 1) & ~mask));
    for (Elements &elements : values)
      for (auto [value, isWanted] : llvm::zip(elements, isUsed))
        if (isWanted)
          value = shuffler.readLane(value, first);
  }

  const ElementCombiner &combiner;
  ArrayRef<bool> isUsed;
  OpBuilder &builder;
  Location loc;
  LaneShuffler shuffler;
  RegionCost cost;
  std::optional<NVVM::ReduxKind> redux;
  std::optional<Vote> vote;
  bool isSymmetric;
  bool asserts;
};

/// Combines the registers that differ by `mask`.
void reduceRegisters(std::map<unsigned, Elements> &values, unsigned mask,
                     const ElementCombiner &combiner) {
  for (auto it = values.begin(); it != values.end();) {
    auto [reg, elements] = *it;
    if (reg & mask) {
      it = values.erase(it);
      continue;
    }
    it->second = combiner.combine(elements, values.at(reg | mask));
    ++it;
  }
}

/// The registers of each result.
SmallVector<SmallVector<Value>>
getResults(ReduceOp op, const ThreadLayout &layout,
           const std::map<unsigned, Elements> &values) {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  auto add = [&](const Elements &elements) {
    for (auto [list, value] : llvm::zip(results, elements))
      list.push_back(value);
  };
  auto type = dyn_cast<RankedTensorType>(op.getResultTypes()[0]);
  if (!type) {
    add(values.begin()->second);
    return results;
  }
  std::map<SmallVector<int32_t>, unsigned> registerAt;
  for (const auto &[reg, elements] : values) {
    SmallVector<int32_t> offset = layout.getRegisterOffset(reg);
    offset.erase(offset.begin() + op.getAxis());
    registerAt[offset] = reg;
  }
  ThreadLayout resultLayout(type);
  for (unsigned reg = 0; reg < resultLayout.getNumRegisters(); ++reg)
    add(values.at(registerAt.at(resultLayout.getRegisterOffset(reg))));
  return results;
}

LogicalResult lowerReduce(ReduceOp op, Parts<ReduceOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  std::string error;
  std::optional<ReductionPlan> plan =
      ReductionPlan::create(toLinearLayout(type), getDimName(op.getAxis()),
                            op.isCommutative(), &error);
  if (!plan || plan->crossesWarps())
    return op.emitOpError("expected a layout that has all elements along "
                          "dimension ")
           << op.getAxis() << " in one warp, found " << type.getEncoding()
           << (plan ? "" : ", where " + error)
           << "; run tile-split-reductions first";

  // By register; of those along the axis the one with axis bits 0 is left.
  ThreadLayout layout(type);
  std::map<unsigned, Elements> values;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
    if (reg & layout.getFreeRegisterMask())
      continue;
    Elements &elements = values[reg];
    for (ValueRange registers : adaptor.getSrcs())
      elements.push_back(registers[reg]);
  }
  Block &body = op.getCombineOp().front();
  ElementCombiner combiner(body, rewriter);
  SmallVector<bool> isUsed;
  for (Value result : op.getResults())
    isUsed.push_back(!result.use_empty());
  for (const auto &[number, run] : llvm::enumerate(plan->getRuns())) {
    if (run.level == ReductionRun::Level::Registers) {
      for (unsigned bit : run.bits)
        reduceRegisters(values, 1u << bit, combiner);
      continue;
    }
    SmallVector<Elements> list;
    for (auto &[reg, elements] : values)
      list.push_back(elements);
    // Later runs may need all of them.
    bool isLast = number + 1 == plan->getRuns().size();
    SmallVector<bool> isWanted(isLast ? isUsed
                                      : SmallVector<bool>(isUsed.size(), true));
    LaneReducer(body, combiner, isWanted, rewriter, op.getLoc())
        .reduce(list, run.bits);
    for (auto [entry, elements] : llvm::zip(values, list))
      entry.second = elements;
  }
  rewriter.replaceOpWithMultiple(op, getResults(op, layout, values));
  return success();
}

} // namespace

void tile::populateReducePatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerReduce);
}
