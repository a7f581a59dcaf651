//===- NarrowLoads.cpp - Elements that repeat are loaded once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of products that read the same element for several neighbours.
//
// Weights of few bits come with a scale for each group of them, and several in
// a byte. Kernels compute a pointer for each weight:
//
//   scales = load(p + (k + range(32)) // 128)     32 times the same element
//   codes  = load(q + range(32) // 2)             each element twice
//
// A load that feeds a product runs ahead of it, through shared memory. There
// each of the 32 scales would have a place of its own, and a store to it. And
// the 16 bytes of codes have no 32 neighbours, so each would be an access. So
// the load takes each run of equal pointers once, and the results are repeated:
//
//   codes  = repeat(load(q + range(16)), 2)
//
// The pointers of the runs' first elements are computed like all pointers, on
// smaller tiles. If a loop carries the pointers, it carries the smaller tile.
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILENARROWLOADS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Tiles of each `step`-th element of others, along a dimension.
class Thinner {
public:
  Thinner(LoadOp load, unsigned dim, int64_t step)
      : loop(load->getParentOfType<scf::ForOp>()), dim(dim), step(step) {}

  /// Whether it can make such a tile of `value`.
  bool accepts(Value value) { return accepts(value, dim); }

  /// Lets the loop carry all that accepted values need of it.
  void extendLoop(RewriterBase &rewriter) {
    if (carried.empty())
      return;
    SmallVector<unsigned> numbers;
    SmallVector<Value> inits;
    for (auto [argument, along] : carried) {
      numbers.push_back(cast<BlockArgument>(argument).getArgNumber() - 1);
      inits.push_back(
          thin(rewriter, loop.getInitArgs()[numbers.back()], along));
    }
    auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
      for (auto [old, now] : llvm::zip(carried, added))
        thinned[old] = now;
      return llvm::map_to_vector(
          llvm::zip(numbers, carried), [&](auto pair) -> Value {
            auto [number, old] = pair;
            return thin(rewriter, loop.getYieldedValues()[number], old.second);
          });
    };
    unsigned numBefore = loop.getNumRegionIterArgs();
    loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yield));
    for (auto [i, old] : llvm::enumerate(carried)) {
      Value argument = loop.getRegionIterArg(numbers[i]);
      thinned[{argument, old.second}] = loop.getRegionIterArg(numBefore + i);
    }
  }

  /// The tile of an accepted value.
  Value thin(RewriterBase &rewriter, Value value) {
    return thin(rewriter, value, dim);
  }

  /// Forgets what the loop carries for pointers that nothing else reads.
  void dropCarried() {
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      OpOperand &yielded = (*loop.getYieldedValuesMutable())[i];
      Operation *step = yielded.get().getDefiningOp();
      if (step && step->hasOneUse() && argument.hasOneUse() &&
          *argument.user_begin() == step && isMemoryEffectFree(step) &&
          step->getNumRegions() == 0 && loop.getResult(i).use_empty())
        yielded.set(argument);
    }
  }

private:
  using Key = std::pair<Value, unsigned>;

  static int64_t getSize(Value value, unsigned along) {
    return cast<RankedTensorType>(value.getType()).getDimSize(along);
  }

  /// Whether all operands and the result have the same shape, element by
  /// element.
  static bool isMap(Operation *op) {
    return op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op) &&
           op->getNumRegions() == 0 && op->getNumResults() == 1 &&
           llvm::all_of(op->getOperandTypes(), [&](Type type) {
             auto tile = dyn_cast<RankedTensorType>(type);
             return tile && tile.getShape() ==
                                cast<RankedTensorType>(op->getResultTypes()[0])
                                    .getShape();
           });
  }

  /// The range whose elements the operation divides by `step`, so that the
  /// quotients of each `step`-th one are a range as well.
  MakeRangeOp findDividedRange(Operation *op) const {
    APInt divisor;
    if (!isa<arith::DivSIOp, arith::DivUIOp>(op) ||
        !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
        divisor != step)
      return {};
    Operation *source = op->getOperand(0).getDefiningOp();
    while (isa_and_nonnull<ExpandDimsOp>(source))
      source = source->getOperand(0).getDefiningOp();
    auto range = dyn_cast_or_null<MakeRangeOp>(source);
    return range && int64_t(range.getStart()) % step == 0 ? range
                                                          : MakeRangeOp();
  }

  static unsigned mapThroughExpand(ExpandDimsOp op, unsigned along) {
    return along - (along > unsigned(op.getAxis()));
  }

  bool accepts(Value value, unsigned along) {
    if (getSize(value, along) == 1)
      return true;
    if (getSize(value, along) % step != 0)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != loop.getBody() || argument.getArgNumber() == 0)
        return false;
      if (!carried.insert({value, along}))
        return true;
      unsigned number = argument.getArgNumber() - 1;
      return accepts(loop.getInitArgs()[number], along) &&
             accepts(loop.getYieldedValues()[number], along);
    }
    Operation *op = value.getDefiningOp();
    if (isa<SplatOp, MakeRangeOp>(op))
      return true;
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return isa<SplatElementsAttr>(constant.getValue());
    if (auto expand = dyn_cast<ExpandDimsOp>(op))
      return accepts(expand.getSrc(), mapThroughExpand(expand, along));
    if (auto broadcast = dyn_cast<BroadcastOp>(op))
      return accepts(broadcast.getSrc(), along);
    if (!isMap(op))
      return false;
    return findDividedRange(op) ||
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return accepts(operand, along); });
  }

  Value thin(RewriterBase &rewriter, Value value, unsigned along) {
    if (getSize(value, along) == 1)
      return value;
    Value &known = thinned[{value, along}];
    if (known)
      return known;
    Operation *op = value.getDefiningOp();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    Value made = make(rewriter, op, along);
    return thinned[{value, along}] = made;
  }

  Value make(RewriterBase &rewriter, Operation *op, unsigned along) {
    Location loc = op->getLoc();
    auto whole = cast<RankedTensorType>(op->getResultTypes()[0]);
    SmallVector<int64_t> shape(whole.getShape());
    shape[along] /= step;
    auto type = RankedTensorType::get(shape, whole.getElementType());
    auto splat = [&](int64_t number) -> Value {
      return arith::ConstantOp::create(
          rewriter, loc,
          DenseElementsAttr::get(type, rewriter.getI32IntegerAttr(number)));
    };
    if (auto range = dyn_cast<MakeRangeOp>(op)) {
      int64_t start = range.getStart();
      if (shape[0] == 1)
        return splat(start);
      Value numbers =
          MakeRangeOp::create(rewriter, loc, type, 0, uint32_t(shape[0]));
      Value firsts = arith::MulIOp::create(rewriter, loc, numbers, splat(step));
      return arith::AddIOp::create(rewriter, loc, firsts, splat(start));
    }
    if (MakeRangeOp range = findDividedRange(op)) {
      int64_t first = range.getStart() / step;
      auto flat = RankedTensorType::get({shape[along]}, rewriter.getI32Type());
      Value result = MakeRangeOp::create(rewriter, loc, flat, uint32_t(first),
                                         uint32_t(first + shape[along]));
      return ReshapeOp::create(rewriter, loc, type, result);
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return arith::ConstantOp::create(
          rewriter, loc,
          cast<SplatElementsAttr>(constant.getValue()).resizeSplat(type));
    if (auto expand = dyn_cast<ExpandDimsOp>(op)) {
      Value source =
          thin(rewriter, expand.getSrc(), mapThroughExpand(expand, along));
      return ExpandDimsOp::create(rewriter, loc, type, source,
                                  expand.getAxis());
    }
    SmallVector<Value> operands(op->getOperands());
    if (!isa<SplatOp>(op))
      for (Value &operand : operands)
        operand = thin(rewriter, operand, along);
    return rewriter
        .create(loc, op->getName().getIdentifier(), operands, Type(type),
                op->getAttrs())
        ->getResult(0);
  }

  scf::ForOp loop;
  unsigned dim;
  int64_t step;
  /// What the loop carries of accepted values.
  llvm::SetVector<Key> carried;
  DenseMap<Key, Value> thinned;
};

/// The neighbours along a dimension that a load reads the same element for.
struct Run {
  unsigned dim = 0;
  int64_t length = 1;
};

} // namespace

static Run findRun(LoadOp load, const ModuleAxisInfo &axisInfo) {
  Run run;
  auto type = dyn_cast<RankedTensorType>(load.getPtr().getType());
  const AxisInfo *pointers = axisInfo.lookup(load.getPtr());
  if (!type || !pointers)
    return run;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t length =
        std::min(pointers->getConstancy(dim), type.getDimSize(dim));
    for (Value value : {load.getMask(), load.getOther()})
      if (value) {
        const AxisInfo *info = axisInfo.lookup(value);
        length = std::min(length, info ? info->getConstancy(dim) : 1);
      }
    if (length > run.length && type.getDimSize(dim) % length == 0)
      run = {dim, length};
  }
  return run;
}

static bool narrow(LoadOp load, Run run, RewriterBase &rewriter) {
  Thinner thinner(load, run.dim, run.length);
  SmallVector<Value> values{load.getPtr()};
  for (Value value : {load.getMask(), load.getOther()})
    if (value)
      values.push_back(value);
  if (!llvm::all_of(values,
                    [&](Value value) { return thinner.accepts(value); }))
    return false;
  thinner.extendLoop(rewriter);
  auto thin = [&](Value value) {
    return value ? thinner.thin(rewriter, value) : Value();
  };
  Value ptr = thin(load.getPtr()), mask = thin(load.getMask()),
        other = thin(load.getOther());
  Location loc = load.getLoc();
  auto type = cast<RankedTensorType>(load.getType());
  SmallVector<int64_t> shape(cast<RankedTensorType>(ptr.getType()).getShape());
  rewriter.setInsertionPoint(load);
  Value loaded = LoadOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()), ptr,
      mask, other, load.getCache(), load.getEvict(), load.getIsVolatile());
  if (shape[run.dim] != 1) {
    loaded = ExpandDimsOp::create(rewriter, loc, loaded, run.dim + 1);
    shape.insert(shape.begin() + run.dim + 1, run.length);
    loaded = BroadcastOp::create(
        rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
        loaded);
    loaded = ReshapeOp::create(rewriter, loc, type, loaded);
  } else {
    loaded = BroadcastOp::create(rewriter, loc, type, loaded);
  }
  rewriter.replaceOp(load, loaded);
  thinner.dropCarried();
  return true;
}

/// Narrows the loads that feed products of their loops, along the dimension in
/// which the most neighbours have one pointer and one mask. Returns how many.
static unsigned narrowLoads(FunctionOpInterface func,
                            const ModuleAxisInfo &axisInfo) {
  SmallVector<std::pair<LoadOp, Run>> found;
  func->walk([&](LoadOp load) {
    if (load.getIsVolatile() || load.getMap() ||
        !isa<scf::ForOp>(load->getParentOp()) || !feedsDot(load))
      return;
    Run run = findRun(load, axisInfo);
    if (run.length > 1)
      found.push_back({load, run});
  });
  IRRewriter rewriter(func->getContext());
  unsigned count = 0;
  for (auto [load, run] : found)
    count += narrow(load, run, rewriter);
  return count;
}

namespace {

struct TileNarrowLoads : tile::impl::TileNarrowLoadsBase<TileNarrowLoads> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasProducts = false;
    module.walk([&](DotOp) { hasProducts = true; });
    if (!hasProducts)
      return;
    ModuleAxisInfo axisInfo(module);
    for (FuncOp func : module.getOps<FuncOp>())
      numNarrowed += narrowLoads(func, axisInfo);
  }
};

} // namespace
