//===- AllocateTensorMemory.cpp - Columns for sums of products ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum in flight is a value, but the instruction adds to what is in tensor
// memory. So all values that are one sum after another, of a product and what
// it adds to, of a loop and what it carries, have the same columns: a chain.
// Chains whose operations follow each other share columns.
//
// The warps of several warpgroups divide columns among them, tiles of different
// widths differently. So a barrier stands where a warp stores what begins a
// sum, or a left operand, to columns from which another one may still load.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/AllocateTensorMemory.h"

#include "ProducerWarp.h"

#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Layout/TensorScales.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEALLOCATETENSORMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static bool isSum(Value value) {
  auto pending = dyn_cast<PendingType>(value.getType());
  return pending && isInTensorMemory(pending);
}

namespace {

/// What is in tensor memory at a time.
struct Range {
  /// The first and the last of the function's operations.
  unsigned first = ~0u, last = 0;
  int64_t columns = 0, begin = 0;
  /// Of sums: how warps divide them.
  RankedTensorType tile;

  void add(unsigned number) {
    first = std::min(first, number);
    last = std::max(last, number);
  }
};

class Allocator {
public:
  explicit Allocator(FuncOp func) : func(func) {}

  /// Returns how many columns the kernel has, 0 if it needs none; fails, with a
  /// message, if there are not so many.
  FailureOr<unsigned> run() {
    number();
    if (chains.empty() && places.empty())
      return 0;
    int64_t columns = place();
    if (columns > int64_t(kTensorMemoryColumns)) {
      endAtOnce();
      chains.clear();
      lefts.clear();
      scales.clear();
      places.clear();
      number();
      columns = place();
    }
    if (columns > int64_t(kTensorMemoryColumns))
      return func.emitOpError("expected sums of products that take at most ")
             << kTensorMemoryColumns << " columns of tensor memory, found "
             << columns;
    unsigned allocated = std::max<int64_t>(32, llvm::PowerOf2Ceil(columns));
    separate();
    rewrite(allocated);
    return allocated;
  }

private:
  /// The chain of a sum.
  Range &getChain(Value sum) {
    return chains[sums.getOrInsertLeaderValue(sum)];
  }

  void joinCarried(Operation *op) {
    auto join = [&](Value a, Value b) {
      if (isSum(a))
        sums.unionSets(a, b);
    };
    if (auto loop = dyn_cast<scf::ForOp>(op))
      for (BlockArgument arg : loop.getRegionIterArgs()) {
        join(arg, loop.getTiedLoopInit(arg)->get());
        join(arg, loop.getTiedLoopYieldedValue(arg)->get());
        join(arg, loop.getTiedLoopResult(arg));
      }
    if (auto branch = dyn_cast<scf::IfOp>(op))
      for (OpResult result : branch.getResults())
        for (Region *region : branch.getRegions())
          if (!region->empty())
            join(result, region->front().getTerminator()->getOperand(
                             result.getResultNumber()));
  }

  /// Finds the chains, and from where to where each is.
  void number() {
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      joinCarried(op);
      if (auto dot = dyn_cast<WarpgroupDotOp>(op);
          dot && isSum(dot) && isSum(dot.getC()))
        sums.unionSets(dot.getResult(), dot.getC());
      if (auto wait = dyn_cast<WarpgroupWaitOp>(op);
          wait && isSum(wait.getSrc()) && isSum(wait.getResult()))
        sums.unionSets(wait.getResult(), wait.getSrc());
    });
    unsigned number = 0;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      ++number;
      auto add = [&](Value value) {
        if (!isSum(value))
          return;
        Range &chain = getChain(value);
        chain.add(number);
        chain.tile = cast<PendingType>(value.getType()).getTile();
        chain.columns = countTensorMemoryColumns(chain.tile);
      };
      llvm::for_each(op->getOperands(), add);
      llvm::for_each(op->getResults(), add);
    });
    // A left operand from registers, as long as the sum: it may be read until
    // the product ends.
    func.walk([&](WarpgroupDotOp dot) {
      auto tile = dyn_cast<RankedTensorType>(dot.getA().getType());
      if (!isSum(dot) || !tile)
        return;
      constexpr int64_t kWordBytes = 4;
      RankedTensorType sums = dot.getType().getTile();
      Range range = getChain(dot);
      range.tile = {};
      range.columns = countTensorMemoryColumns(sums) / sums.getDimSize(1) *
                      (tile.getDimSize(1) *
                       getByteWidth(tile.getElementType()) / kWordBytes);
      lefts.insert({dot, range});
    });
    func.walk([&](WarpgroupDotOp dot) {
      if (!dot.getAScale())
        return;
      Range range = getChain(dot);
      range.tile = {};
      range.columns = 0;
      for (Value scale : {dot.getAScale(), dot.getBScale()}) {
        ArrayRef<int64_t> shape =
            cast<RankedTensorType>(scale.getType()).getShape();
        range.columns += countScaleColumns(shape[0], shape[1]);
      }
      scales.insert({dot, range});
    });
    // What a product warp writes to is its own at any time.
    func.walk([&](TensorPlacesOp op) {
      TensorPlacesType type = op.getType();
      Range range;
      range.add(0);
      range.add(number);
      range.columns =
          type.getCount() * countTensorMemoryColumns(type.getTile());
      places.insert({op, range});
    });
  }

  /// Waits for each product as soon as it is issued, where its sum is waited
  /// for in the same block: so that few are there at a time.
  void endAtOnce() {
    func.walk([&](WarpgroupDotOp dot) {
      auto wait = dot->hasOneUse()
                      ? dyn_cast<WarpgroupWaitOp>(*dot->user_begin())
                      : WarpgroupWaitOp();
      if (!isSum(dot) || !wait || wait->getBlock() != dot->getBlock() ||
          isSum(wait.getResult()))
        return;
      wait->moveAfter(dot);
      wait.setPending(0);
    });
  }

  /// Gives each range the lowest columns that no other has at the time. Returns
  /// how many there are.
  int64_t place() {
    SmallVector<Range *> ranges;
    for (auto &[sum, chain] : chains)
      ranges.push_back(&chain);
    for (auto &[op, left] : lefts)
      ranges.push_back(&left);
    for (auto &[op, range] : scales)
      ranges.push_back(&range);
    for (auto &[op, range] : places)
      ranges.push_back(&range);
    // The largest first: fewer gaps.
    llvm::stable_sort(ranges, [](const Range *a, const Range *b) {
      return a->columns > b->columns;
    });
    int64_t columns = 0;
    for (size_t i = 0; i < ranges.size(); ++i) {
      Range &range = *ranges[i];
      SmallVector<const Range *> others;
      for (const Range *other : ArrayRef(ranges).take_front(i))
        if (other->first <= range.last && range.first <= other->last)
          others.push_back(other);
      llvm::sort(others, [](const Range *a, const Range *b) {
        return a->begin < b->begin;
      });
      for (const Range *other : others)
        if (range.begin + range.columns > other->begin)
          range.begin = std::max(range.begin, other->begin + other->columns);
      columns = std::max(columns, range.begin + range.columns);
    }
    return columns;
  }

  /// Whether a warp may load what another one stores.
  static bool mayMeet(const Range &stored, const Range &chain) {
    return (!stored.tile || stored.tile != chain.tile) &&
           stored.begin < chain.begin + chain.columns &&
           chain.begin < stored.begin + stored.columns;
  }

  /// Whether threads that store this range have to wait for others, which load
  /// sums. All meet before a product begins.
  bool needsBarrier(Operation *op, const Range &stored) {
    auto meets = [&](auto &entry) { return mayMeet(stored, entry.second); };
    if (llvm::none_of(chains, meets))
      return false;
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode()) {
      if (auto wait = dyn_cast<WarpgroupWaitOp>(before);
          wait && isSum(wait.getSrc()) &&
          mayMeet(stored, getChain(wait.getSrc())))
        return true;
      if (auto dot = dyn_cast<WarpgroupDotOp>(before); dot && isSum(dot))
        return false;
      if (before->getNumRegions() != 0)
        return true;
    }
    return true;
  }

  /// Inserts barriers before what stores to columns of other chains.
  void separate() {
    if (getNumWarps(func) <= kWarpgroupWarps)
      return;
    func.walk([&](Operation *op) {
      SmallVector<Range> stored;
      if (auto dot = dyn_cast<WarpgroupDotOp>(op); dot && isSum(dot)) {
        if (!isSum(dot.getC()) && !matchPattern(dot.getC(), m_AnyZeroFloat()) &&
            !matchPattern(dot.getC(), m_Zero()))
          stored.push_back(getChain(dot));
        for (auto *ranges : {&lefts, &scales})
          if (auto found = ranges->find(op); found != ranges->end())
            stored.push_back(found->second);
      } else if (auto sum = dyn_cast<PendingSumOp>(op); sum && isSum(sum)) {
        stored.push_back(getChain(sum));
      }
      if (llvm::any_of(stored, [&](const Range &range) {
            return needsBarrier(op, range);
          })) {
        OpBuilder builder(op);
        BarrierOp::create(builder, op->getLoc(), BarrierScope::CTA);
      }
    });
  }

  void rewrite(unsigned columns) {
    // The producer warp's threads go elsewhere before, unless a product warp
    // needs the address.
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    if (ProducerWarpOp producer = getProducerWarp(func);
        producer && !getProductWarp(func))
      builder.setInsertionPointAfter(producer);
    Location loc = func.getLoc();
    auto layout =
        SwizzledSharedAttr::get(func.getContext(), /*vec=*/1, /*perPhase=*/1,
                                /*maxPhase=*/1, /*order=*/{0});
    Value address = LocalAllocOp::create(
        builder, loc, MemDescType::get({1}, builder.getI32Type(), layout));
    Value barriers =
        createBarriers(builder, loc, kTensorProductBarriers, /*count=*/1);
    Value memory = TensorMemoryAllocOp::create(
        builder, loc, TensorMemoryType::get(func.getContext()), address,
        barriers, columns);
    func.walk([&](Operation *op) {
      auto getColumn = [&](Value sum) { return getChain(sum).begin; };
      if (auto dot = dyn_cast<WarpgroupDotOp>(op); dot && isSum(dot)) {
        dot.getMemoryMutable().assign(memory);
        dot.setColumn(getColumn(dot));
        dot.setColumnOfA(lefts.lookup(dot).begin);
        dot.setColumnOfScales(scales.lookup(dot).begin);
      } else if (auto wait = dyn_cast<WarpgroupWaitOp>(op);
                 wait && isSum(wait.getSrc())) {
        wait.getMemoryMutable().assign(memory);
        wait.setColumn(getColumn(wait.getSrc()));
      } else if (auto sum = dyn_cast<PendingSumOp>(op); sum && isSum(sum)) {
        sum.getMemoryMutable().assign(memory);
        sum.setColumn(getColumn(sum));
      } else if (auto found = dyn_cast<TensorPlacesOp>(op)) {
        found.getMemoryMutable().assign(memory);
        found.setColumn(places.lookup(op).begin);
      }
    });
    func.walk([&](ReturnOp op) {
      OpBuilder atEnd(op);
      TensorMemoryDeallocOp::create(atEnd, op.getLoc(), memory, columns);
    });
    func->setAttr(kTensorMemoryAttrName, builder.getI32IntegerAttr(columns));
  }

  FuncOp func;
  llvm::EquivalenceClasses<Value> sums;
  /// By the value that stands for its chain.
  llvm::MapVector<Value, Range> chains;
  /// By product, left operands and scales; by operation, places.
  llvm::MapVector<Operation *, Range> lefts, scales, places;
};

} // namespace

FailureOr<unsigned> tilegpu::allocateTensorMemory(FuncOp func) {
  return Allocator(func).run();
}

namespace {

struct TileAllocateTensorMemory
    : tile::impl::TileAllocateTensorMemoryBase<TileAllocateTensorMemory> {
  void runOnOperation() override {
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      if (func.isDeclaration())
        continue;
      FailureOr<unsigned> columns = allocateTensorMemory(func);
      if (failed(columns))
        return signalPassFailure();
      numColumns += *columns;
    }
  }
};

} // namespace
