//===- SplitLoops.cpp - Loops that CTAs of a cluster share ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

#include "PersistentGrid.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A loop of so few iterations ends before sums are added.
static constexpr int64_t kLeastIterations = 16;

//===----------------------------------------------------------------------===//
// How many iterations
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getConstant(Value value) {
  APInt integer;
  if (!matchPattern(value, m_ConstantInt(&integer)))
    return std::nullopt;
  return integer.getSExtValue();
}

/// The value as a sum of the entry's arguments.
static std::optional<ArgumentSum> readSum(Value value) {
  if (std::optional<int64_t> constant = getConstant(value))
    return ArgumentSum{{*constant, {}}};
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (!isa<FuncOp>(arg.getOwner()->getParentOp()))
      return std::nullopt;
    return ArgumentSum{{1, {arg.getArgNumber()}}};
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op))
    return readSum(op->getOperand(0));
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<ArgumentSum> a = readSum(op->getOperand(0)),
                             b = readSum(op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  ArgumentSum sum;
  if (isa<arith::MulIOp>(op)) {
    for (const ArgumentTerm &x : *a)
      for (const ArgumentTerm &y : *b) {
        ArgumentTerm &term = sum.emplace_back(x);
        term.factor *= y.factor;
        llvm::append_range(term.arguments, y.arguments);
      }
    return sum;
  }
  sum = std::move(*a);
  for (ArgumentTerm &term : *b) {
    term.factor *= isa<arith::SubIOp>(op) ? -1 : 1;
    sum.push_back(std::move(term));
  }
  return sum;
}

/// About how many iterations the loop has: rounded up or not, for that decides
/// no more than whether it is split.
static std::optional<LoopSplit> readLength(scf::ForOp loop) {
  std::optional<int64_t> step = getConstant(loop.getStep()),
                         lower = getConstant(loop.getLowerBound());
  if (!step || *step < 1 || !lower)
    return std::nullopt;
  LoopSplit split;
  split.step = *step;
  Value upper = loop.getUpperBound();
  if (Operation *op = upper.getDefiningOp();
      op && isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
                arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
    std::optional<int64_t> divisor = getConstant(op->getOperand(1));
    if (!divisor || *divisor < 1 || *lower != 0 ||
        llvm::MulOverflow(split.step, *divisor, split.step))
      return std::nullopt;
    upper = op->getOperand(0);
  }
  std::optional<ArgumentSum> sum = readSum(upper);
  if (!sum)
    return std::nullopt;
  split.length = std::move(*sum);
  if (*lower != 0)
    split.length.push_back({-*lower, {}});
  bool isConstant = llvm::all_of(split.length, [](const ArgumentTerm &term) {
    return term.arguments.empty();
  });
  int64_t length = 0;
  for (const ArgumentTerm &term : split.length)
    length += term.factor;
  if (isConstant && length / split.step < kLeastIterations)
    return std::nullopt;
  return split;
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Whether an operation, without what is in it, only computes, loads or traps:
/// several CTAs may do the same.
static bool onlyLoads(Operation *op) {
  if (isTrap(op))
    return true;
  if (auto load = dyn_cast<LoadOp>(op))
    return !load.getIsVolatile();
  return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         isMemoryEffectFree(op);
}

/// Whether the loop adds to the tile in each iteration, and does nothing else
/// with it. The sum begins with zeros.
static bool isSum(scf::ForOp loop, BlockArgument arg) {
  auto tile = dyn_cast<RankedTensorType>(arg.getType());
  Value init = loop.getTiedLoopInit(arg)->get();
  if (!tile ||
      !(tile.getElementType().isF32() || tile.getElementType().isInteger(32)) ||
      !(matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat())))
    return false;
  Value next = loop.getTiedLoopYieldedValue(arg)->get();
  Operation *op = next.getDefiningOp();
  if (!op || !arg.hasOneUse() || *arg.user_begin() != op || !next.hasOneUse())
    return false;
  if (auto dot = dyn_cast<DotOp>(op))
    return dot.getC() == arg;
  return isa<arith::AddFOp, arith::AddIOp>(op);
}

/// Whether the value is the same in all iterations, or can be computed before
/// the loop.
static bool isInvariant(scf::ForOp loop, Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(loop, operand);
         });
}

/// Moves what makes an invariant value to the place before the loop.
static void hoist(scf::ForOp loop, Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    hoist(loop, operand);
  op->moveBefore(loop);
}

/// What each iteration adds to a number or to pointers, if it is the same in
/// all; nothing reads the last ones.
static Value findStep(scf::ForOp loop, BlockArgument arg) {
  Operation *next = loop.getTiedLoopYieldedValue(arg)->get().getDefiningOp();
  if (!next || !isa<AddPtrOp, arith::AddIOp>(next) ||
      next->getOperand(0) != arg || !loop.getTiedLoopResult(arg).use_empty())
    return {};
  Value step = next->getOperand(1);
  return isInvariant(loop, step) ? step : Value();
}

/// Whether the program is: what only computes and loads, a loop that makes
/// nothing but sums of products, and the rest.
static bool isSumOfProducts(FuncOp entry, scf::ForOp loop) {
  if (loop->getParentOp() != entry || loop.getUnsignedCmp() ||
      !isa<IntegerType>(loop.getInductionVar().getType()) ||
      !llvm::all_of(loop.getRegionIterArgs(),
                    [&](BlockArgument arg) {
                      return isSum(loop, arg) || findStep(loop, arg);
                    }) ||
      loop.getBody()->getOps<DotOp>().empty())
    return false;
  bool isBefore = true;
  WalkResult walked = entry.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == loop) {
      bool isGood = !op->walk([&](Operation *inner) {
                         return inner == op || onlyLoads(inner)
                                    ? WalkResult::advance()
                                    : WalkResult::interrupt();
                       }).wasInterrupted();
      isBefore = false;
      return isGood ? WalkResult::skip() : WalkResult::interrupt();
    }
    bool isBad = isa<LoopLikeOpInterface>(op) ||
                 (op != entry && isBefore && !onlyLoads(op));
    return isBad ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// Makes the loop one over the CTA's part of the iterations.
static void takePart(OpBuilder &builder, scf::ForOp loop, Value rank,
                     Value size) {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), step = loop.getStep();
  Type type = lower.getType();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto cast = [&](Value value, Type to) -> Value {
    unsigned from = value.getType().getIntOrFloatBitWidth(),
             bits = to.getIntOrFloatBitWidth();
    if (from == bits)
      return value;
    if (from < bits)
      return arith::ExtUIOp::create(builder, loc, to, value);
    return arith::TruncIOp::create(builder, loc, to, value);
  };
  rank = cast(rank, type);
  size = cast(size, type);
  Value length = arith::MaxSIOp::create(
      builder, loc,
      arith::SubIOp::create(builder, loc, loop.getUpperBound(), lower),
      number(0));
  auto addLess = [&](Value a, Value b) -> Value {
    Value less = arith::SubIOp::create(builder, loc, b, number(1));
    return arith::AddIOp::create(builder, loc, a, less);
  };
  auto shift = [&](Value value, int64_t bits) -> Value {
    return arith::ShRUIOp::create(builder, loc, value, number(bits));
  };
  // All are at least 0: ceil(length / step), then ceil(iterations / size). A
  // division by 1, 2, 4 or 8 shifts by 0, 1, 2 or 4 - 1 bits.
  Value iterations =
      arith::DivUIOp::create(builder, loc, addLess(length, step), step);
  Value each = arith::ShRUIOp::create(
      builder, loc, addLess(iterations, size),
      arith::SubIOp::create(builder, loc, shift(size, 1), shift(size, 3)));
  Value first = arith::MinUIOp::create(
      builder, loc, arith::MulIOp::create(builder, loc, rank, each),
      iterations);
  Value last = arith::MinUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, first, each),
      iterations);
  auto at = [&](Value iteration) -> Value {
    return arith::AddIOp::create(
        builder, loc, lower,
        arith::MulIOp::create(builder, loc, iteration, step));
  };
  loop.setLowerBound(at(first));
  loop.setUpperBound(at(last));

  for (BlockArgument arg : loop.getRegionIterArgs()) {
    Value each = findStep(loop, arg);
    if (!each || isSum(loop, arg))
      continue;
    hoist(loop, each);
    Value times = cast(first, getElementTypeOrSelf(each));
    if (isa<RankedTensorType>(each.getType()))
      times = SplatOp::create(builder, loc, each.getType(), times);
    Value before = arith::MulIOp::create(builder, loc, times, each);
    OpOperand *init = loop.getTiedLoopInit(arg);
    init->set(
        isa<AddPtrOp>(loop.getTiedLoopYieldedValue(arg)->get().getDefiningOp())
            ? Value(AddPtrOp::create(builder, loc, arg.getType(), init->get(),
                                     before))
            : Value(arith::AddIOp::create(builder, loc, init->get(), before)));
  }
}

/// The loop's results that are sums.
static SmallVector<OpResult> getSums(scf::ForOp loop) {
  SmallVector<OpResult> sums;
  for (BlockArgument arg : loop.getRegionIterArgs())
    if (isSum(loop, arg))
      sums.push_back(loop.getTiedLoopResult(arg));
  return sums;
}

/// Words of shared memory for the sums of each result, of up to `bytes`; 0 if
/// these are too few.
static int64_t countWords(ArrayRef<OpResult> sums, int64_t bytes) {
  int64_t threads = getNumWarps(sums[0].getOwner()) * kThreadsPerWarp,
          words = 0;
  for (OpResult sum : sums) {
    int64_t registers =
        ClusterSumOp::getRegistersAtOnce(cast<RankedTensorType>(sum.getType()),
                                         bytes / sizeof(uint32_t), threads);
    // Each round waits twice for all CTAs, about 1 us on an H200.
    constexpr int64_t kMostRounds = 2;
    if (registers * kMostRounds <
        toLinearLayout(cast<RankedTensorType>(sum.getType()))
            .getInDimSize(kRegister))
      return 0;
    words = std::max(words, registers * threads);
  }
  return words;
}

/// With one rest of the program for both, a CTA alone would jump over the sum,
/// to instructions that are in no cache yet: 0.2 us. So it has a copy, unless
/// that does so much with the sums that its instructions take longer to come,
/// and as long to compile as all else. On an H200, int8 with two scales, 4
/// operations: 114 us with a copy, 122 without; bias and GELU, 8 operations:
/// the same.
static constexpr unsigned kMostOpsCopied = 4;

/// The elementwise operations among `rest` on what is made of the sums.
static unsigned countOpsOn(ArrayRef<OpResult> sums,
                           ArrayRef<Operation *> rest) {
  DenseSet<Value> made(sums.begin(), sums.end());
  unsigned count = 0;
  for (Operation *op : rest) {
    if (llvm::none_of(op->getOperands(),
                      [&](Value value) { return made.contains(value); }))
      continue;
    made.insert(op->result_begin(), op->result_end());
    count += op->hasTrait<OpTrait::Elementwise>();
  }
  return count;
}

void tilegpu::splitLoop(FunctionOpInterface func, ArrayRef<PipelinePlan> plans,
                        bool isPersistent) {
  auto entry = dyn_cast<FuncOp>(func.getOperation());
  if (!entry || getEntryOf(entry).empty() || !entry.getBody().hasOneBlock() ||
      plans.size() != 1)
    return;
  const PipelinePlan &plan = plans[0];
  scf::ForOp loop = plan.loop;
  if (!isSumOfProducts(entry, loop) || !mayTakeSeveral(entry))
    return;
  // What else takes shared memory, as barriers.
  constexpr int64_t kMargin = 1024;
  SmallVector<OpResult> sums = getSums(loop);
  if (sums.empty())
    return;
  int64_t words = countWords(sums, isPersistent ? plan.roomBytes - kMargin
                                                : getBytes(plan));
  std::optional<LoopSplit> split = readLength(loop);
  if (words == 0 || !split)
    return;

  entry->setAttr(kLoopSplitAttrName,
                 makeLoopSplitAttr(entry.getContext(), *split));
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Type i32 = builder.getI32Type();
  Value rank = CTARankOp::create(builder, loc, i32),
        size = ClusterSizeOp::create(builder, loc, i32);
  auto compare = [&](arith::CmpIPredicate how, Value value, int32_t with) {
    return arith::CmpIOp::create(builder, loc, how, value,
                                 emitI32(builder, loc, with));
  };
  takePart(builder, loop, rank, size);

  SmallVector<Operation *> rest;
  for (Operation *op = loop->getNextNode();
       op != &entry.getBody().front().back(); op = op->getNextNode())
    rest.push_back(op);
  bool isCopied = countOpsOn(sums, rest) <= kMostOpsCopied;
  SmallVector<Value> values(sums.begin(), sums.end());
  builder.setInsertionPointAfter(loop);
  auto isAlone = scf::IfOp::create(
      builder, loc, isCopied ? TypeRange() : TypeRange(ValueRange(values)),
      compare(arith::CmpIPredicate::eq, size, 1), /*withElseRegion=*/true);
  if (!isCopied) {
    for (auto [sum, all] : llvm::zip(sums, isAlone.getResults()))
      sum.replaceAllUsesWith(all);
    builder.setInsertionPointToStart(isAlone.thenBlock());
    scf::YieldOp::create(builder, loc, values);
  }
  builder.setInsertionPointToStart(isAlone.elseBlock());
  auto layout =
      SwizzledSharedAttr::get(builder.getContext(), /*vec=*/1, /*perPhase=*/1,
                              /*maxPhase=*/1, /*order=*/{0});
  Value place = LocalAllocOp::create(builder, loc,
                                     MemDescType::get({words}, i32, layout));
  IRMapping mapping;
  for (Value &value : values) {
    Value all = ClusterSumOp::create(builder, loc, value, place);
    mapping.map(value, all);
    value = all;
  }
  if (!isCopied) {
    scf::YieldOp::create(builder, loc, values);
    builder.setInsertionPointAfter(isAlone);
  }
  auto isFirst = scf::IfOp::create(builder, loc,
                                   compare(arith::CmpIPredicate::eq, rank, 0));
  if (isCopied) {
    builder.setInsertionPointToStart(isFirst.thenBlock());
    for (Operation *op : rest)
      builder.clone(*op, mapping);
  }
  Block *block = (isCopied ? isAlone : isFirst).thenBlock();
  for (Operation *op : rest)
    op->moveBefore(block->getTerminator());
}
