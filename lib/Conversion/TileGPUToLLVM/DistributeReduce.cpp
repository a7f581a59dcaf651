//===- DistributeReduce.cpp - Reductions within a warp --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the elements along a dimension that registers and lanes hold, as
// ReductionPlan.h plans it. What several warps hold tile-split-reductions has
// taken apart. Of registers that repeat an element the lowest counts.
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

/// `redux.sync` of one operation on integers (PTX ISA, "Parallel
/// Synchronization and Communication Instructions: redux.sync"), if the region
/// is that.
static std::optional<NVVM::ReduxKind> getReduxKind(Block &body) {
  Operation *ret = body.getTerminator();
  if (ret->getNumOperands() != 1)
    return std::nullopt;
  Operation *op = ret->getOperand(0).getDefiningOp();
  if (!op || op->getNumOperands() != 2 ||
      !op->getResult(0).getType().isInteger(32) ||
      op->getOperand(0) == op->getOperand(1) ||
      !llvm::all_of(op->getOperands(), [&](Value operand) {
        return llvm::is_contained(body.getArguments(), operand);
      }))
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

/// Combines what lanes hold.
class LaneReducer {
public:
  /// `isUsed` says of each operand whether anybody wants its result.
  LaneReducer(Block &body, const ElementCombiner &combiner,
              ArrayRef<bool> isUsed, OpBuilder &builder, Location loc)
      : combiner(combiner), isUsed(isUsed), builder(builder), loc(loc),
        shuffler(builder, loc), cost(getRegionCost(body)),
        redux(getReduxKind(body)), isSymmetric(tile::isSymmetric(body)) {}

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
      if (isSymmetric)
        halves.push_back(combiner.combine(kept, arrived));
      else
        halves.push_back(combiner.combine(select(bit, arrived, kept),
                                          select(bit, kept, arrived)));
    }
    values = std::move(halves);
  }
  /// Undoes what `halve` did to the places of values.
  void doubleValues(SmallVector<Elements> &values, unsigned bit) {
    SmallVector<Elements> both;
    for (const Elements &own : values) {
      // A shuffle stays even where nobody wants what it gives.
      Elements other = own;
      for (auto [value, isWanted] : llvm::zip(other, isUsed))
        if (isWanted)
          value = shuffler.exchange(value, 1u << bit);
      both.push_back(select(bit, other, own));
      both.push_back(select(bit, own, other));
    }
    values = std::move(both);
  }
  /// Where the sides can be exchanged all lanes compute the same. If not, only
  /// those do that are 0 in all bits: the others get it from there.
  void butterfly(SmallVector<Elements> &values, ArrayRef<unsigned> bits) {
    if (bits.empty())
      return;
    unsigned mask = 0;
    for (unsigned bit : bits) {
      mask |= 1u << bit;
      for (Elements &elements : values)
        elements = combiner.combine(elements, exchange(elements, bit));
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
  bool isSymmetric;
};

class ReduceLowering : public OpConversionPattern<ReduceOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
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
      SmallVector<bool> isWanted(
          isLast ? isUsed : SmallVector<bool>(isUsed.size(), true));
      LaneReducer(body, combiner, isWanted, rewriter, op.getLoc())
          .reduce(list, run.bits);
      for (auto [entry, elements] : llvm::zip(values, list))
        entry.second = elements;
    }
    rewriter.replaceOpWithMultiple(op, getResults(op, layout, values));
    return success();
  }

private:
  /// Combines the registers that differ by `mask`.
  static void reduceRegisters(std::map<unsigned, Elements> &values,
                              unsigned mask, const ElementCombiner &combiner) {
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
  static SmallVector<SmallVector<Value>>
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
};

} // namespace

void tile::populateReducePatterns(const ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ReduceLowering>(converter, patterns.getContext());
}
