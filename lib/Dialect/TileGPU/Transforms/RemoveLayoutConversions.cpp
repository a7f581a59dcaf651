//===- RemoveLayoutConversions.cpp - One layout a connected part --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/RemoveLayoutConversions.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"

#include <deque>

namespace mlir::tile {
#define GEN_PASS_DEF_TILEREMOVELAYOUTCONVERSIONS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// The first tile among the operands, or else the results; null if there is
/// none.
static Value getFirstTile(Operation *op) {
  for (ValueRange values :
       {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    for (Value value : values)
      if (isTile(value))
        return value;
  return {};
}

/// An asm that runs once for each element and takes several: it needs so many
/// in each thread.
static bool needsGroups(Operation *op) {
  auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op);
  return inlineAsm && inlineAsm.isOncePerElement() &&
         inlineAsm.getPackedElement() > 1 && isElementwise(op) &&
         getFirstTile(op);
}

/// Whether an operation brings a layout of its own: a load or store of tiles, a
/// reduction, whose operands have one that keeps the axis in a thread, and
/// inline asm on groups.
static bool isAnchor(Operation *op) {
  return isa<ReduceOp>(op) || needsGroups(op) ||
         (isa<LoadOp, StoreOp>(op) && isTile(op->getOperand(0)));
}

/// What an anchor reads, writes or works on.
static Value getData(Operation *anchor) {
  if (auto store = dyn_cast<StoreOp>(anchor))
    return store.getValue();
  return isa<LoadOp>(anchor) ? anchor->getResult(0) : getFirstTile(anchor);
}

/// Whether an anchor can work on data of this layout: a reduction needs all of
/// the axis in each thread, an asm whole groups.
static bool takes(Operation *anchor, Attribute layout) {
  if (!isa<ReduceOp>(anchor) && !needsGroups(anchor))
    return true;
  auto type = cast<RankedTensorType>(getFirstTile(anchor).getType());
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape());
  if (auto reduce = dyn_cast<ReduceOp>(anchor))
    return map.sublayoutIsZero({kLane, kWarp}, {getDimName(reduce.getAxis())});
  unsigned copies =
      llvm::popcount(static_cast<uint32_t>(map.getFreeVariableMask(kRegister)));
  auto pack = cast<ElementwiseInlineAsmOp>(anchor).getPackedElement();
  return map.getInDimSize(kRegister) >> copies >= static_cast<int32_t>(pack);
}

//===----------------------------------------------------------------------===//
// Flow between blocks
//===----------------------------------------------------------------------===//

namespace {

/// Where the operands of terminators, loops and branches arrive.
class ControlFlow {
public:
  explicit ControlFlow(FunctionOpInterface func) {
    func->walk([&](Operation *op) { collect(op); });
  }

  /// The block arguments and results that take the value of `use`; empty if it
  /// does not pass a value on.
  ArrayRef<Value> getTargets(OpOperand &use) const {
    auto it = targets.find(&use);
    return it == targets.end() ? ArrayRef<Value>() : ArrayRef(it->second);
  }

  /// The values that may arrive at a block argument or result.
  ArrayRef<OpOperand *> getSources(Value target) const {
    auto it = sources.find(target);
    return it == sources.end() ? ArrayRef<OpOperand *>() : ArrayRef(it->second);
  }

private:
  void link(OpOperand &use, Value target) {
    if (!isTile(target))
      return;
    targets[&use].push_back(target);
    sources[target].push_back(&use);
  }

  void collect(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // Its interface leaves out what a known number of iterations excludes,
      // but the types must agree nevertheless.
      for (MutableArrayRef<OpOperand> uses :
           {loop.getInitArgsMutable().operator MutableArrayRef<OpOperand>(),
            MutableArrayRef<OpOperand>(
                loop.getBody()->getTerminator()->getOpOperands())})
        for (auto [use, argument, result] :
             llvm::zip(uses, loop.getRegionIterArgs(), loop.getResults())) {
          link(use, argument);
          link(use, result);
        }
    } else if (auto regions = dyn_cast<RegionBranchOpInterface>(op)) {
      RegionBranchSuccessorMapping mapping;
      regions.getSuccessorOperandInputMapping(mapping);
      auto linkOperands = [&](Operation *point) {
        for (OpOperand &use : point->getOpOperands())
          for (Value target : mapping.lookup(&use))
            link(use, target);
      };
      // Not in the mapping's order, which is not the same in each run.
      linkOperands(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (block.mightHaveTerminator())
            linkOperands(block.getTerminator());
    } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
      for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
        SuccessorOperands operands = branch.getSuccessorOperands(i);
        Block *successor = op->getSuccessor(i);
        for (unsigned j = operands.getProducedOperandCount();
             j < operands.size(); ++j)
          link(op->getOpOperand(operands.getOperandIndex(j)),
               successor->getArgument(j));
      }
    }
  }

  DenseMap<OpOperand *, SmallVector<Value, 2>> targets;
  DenseMap<Value, SmallVector<OpOperand *>> sources;
};

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Spreads layouts from anchors over the links of a function.
class LayoutChooser {
public:
  /// `given` holds the layouts that loads and stores had; their operands may
  /// have lost theirs with the conversions.
  LayoutChooser(FunctionOpInterface func, const ControlFlow &flow,
                const DenseMap<Operation *, Attribute> &given)
      : flow(flow) {
    // What is fixed from outside: the function's own arguments and results, and
    // those of functions it calls. Only then what they would like to be given.
    for (BlockArgument argument : func.getArguments())
      propose(argument, getLayout(argument.getType()));
    func->walk([&](CallOp op) {
      for (Value result : op.getResults())
        propose(result, getLayout(result.getType()));
    });
    SmallVector<Operation *> anchors;
    func->walk([&](Operation *op) {
      if (isAnchor(op)) {
        anchors.push_back(op);
      } else if (isa<CallOp, ReturnOp>(op)) {
        for (Value operand : op->getOperands())
          propose(operand, getLayout(operand.getType()));
      }
    });
    spread();
    // The largest tiles first: they move most of the data. An anchor whose data
    // is already reached follows, since a load in a layout that repeats
    // elements is cheaper than moving them between threads.
    llvm::stable_sort(anchors, [](Operation *a, Operation *b) {
      auto elements = [](Operation *op) {
        return cast<RankedTensorType>(getFirstTile(op).getType())
            .getNumElements();
      };
      return elements(a) > elements(b);
    });
    for (Operation *op : anchors) {
      Value data = getData(op);
      Attribute layout = get(data);
      Attribute own = given.lookup(op);
      if (!layout || (!takes(op, layout) && takes(op, own)))
        layout = own;
      anchorLayouts[op] = layout;
      propose(data, layout);
      for (Value operand : op->getOperands())
        propose(operand, layout);
      for (Value result : op->getResults())
        if (isa<ReduceOp>(op))
          assign(result, inferResultLayout(op, layout));
        else if (needsGroups(op))
          assign(result, layout);
      spread();
    }
    // The rest, from the last value back, so that results of tile.expand_dims
    // decide on its operands.
    func->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      for (Value result : op->getResults()) {
        propose(result, getLayout(result.getType()));
        spread();
      }
    });
  }

  Attribute get(Value value) const { return layouts.lookup(value); }

  /// The layout in which a load or store accesses its tile.
  Attribute getAnchorLayout(Operation *op) const {
    return anchorLayouts.lookup(op);
  }

private:
  /// Gives `value` and those that must be like it this layout, unless they have
  /// one, or it cannot be had: what tile.reduce makes follows from its operand,
  /// tile.join makes no layout without a register for the last dimension, and
  /// some inline asm none without whole groups in a thread.
  void propose(Value value, Attribute layout) {
    Operation *op = value.getDefiningOp();
    if (!isTile(value) || !layout || isa_and_present<ReduceOp>(op) ||
        (isa_and_present<JoinOp>(op) && !inferOperandLayout(op, layout)) ||
        (op && needsGroups(op) && !takes(op, layout)))
      return;
    assign(value, layout);
  }

  void assign(Value value, Attribute layout) {
    if (!isTile(value) || !layouts.try_emplace(value, layout).second)
      return;
    worklist.push_back(value);
    // An operand that arrives at two places, as in loops, has one type there.
    for (OpOperand *source : flow.getSources(value))
      for (Value target : flow.getTargets(*source))
        propose(target, layout);
    if (Operation *op = value.getDefiningOp();
        op && (isElementwise(op) || isa<SplitOp>(op)))
      for (Value result : op->getResults())
        propose(result, layout);
  }

  void spread() {
    while (!worklist.empty()) {
      Value value = worklist.front();
      worklist.pop_front();
      Attribute layout = layouts.lookup(value);
      for (OpOperand *source : flow.getSources(value))
        propose(source->get(), layout);
      if (Operation *op = value.getDefiningOp())
        spreadOver(op, layout, /*isResult=*/true);
      // Not from a cheap value to its users, which may belong to accesses in
      // another layout: it is made again for them.
      SmallVector<Operation *> ops;
      if (collectCheapOps(value, ops))
        continue;
      for (OpOperand &use : value.getUses()) {
        for (Value target : flow.getTargets(use))
          propose(target, layout);
        spreadOver(use.getOwner(), layout, /*isResult=*/false);
      }
    }
  }

  /// `layout` is that of a result or of an operand of `op`.
  void spreadOver(Operation *op, Attribute layout, bool isResult) {
    Attribute operandLayout = layout, resultLayout = layout;
    if (needsGroups(op) && !takes(op, layout))
      return;
    if (tiesLayouts(op)) {
      if (isResult)
        operandLayout = inferOperandLayout(op, layout);
      else
        resultLayout = inferResultLayout(op, layout);
    } else if (!isElementwise(op)) {
      return;
    }
    for (Value result : op->getResults())
      propose(result, resultLayout);
    for (Value operand : op->getOperands())
      propose(operand, operandLayout);
  }

  const ControlFlow &flow;
  DenseMap<Value, Attribute> layouts;
  DenseMap<Operation *, Attribute> anchorLayouts;
  std::deque<Value> worklist;
};

//===----------------------------------------------------------------------===//
// Repair
//===----------------------------------------------------------------------===//

/// Gives each use the layout that its operation wants.
class UseRepairer {
public:
  UseRepairer(const ControlFlow &flow, const LayoutChooser &chooser,
              LayoutConversionCounts &counts)
      : flow(flow), chooser(chooser), counts(counts) {}

  void repair(Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      if (!isTile(use.get()))
        continue;
      Attribute wanted = getWantedLayout(use);
      if (!wanted || wanted == getLayout(use.get().getType()))
        continue;
      OpBuilder builder(op);
      use.set(getInLayout(builder, use.get(), wanted));
    }
  }

private:
  Attribute getWantedLayout(OpOperand &use) {
    Operation *op = use.getOwner();
    if (ArrayRef<Value> targets = flow.getTargets(use); !targets.empty())
      return getLayout(targets.front().getType());
    if (isAnchor(op))
      return chooser.getAnchorLayout(op);
    if (tiesLayouts(op)) {
      Attribute given = getLayout(use.get().getType());
      Attribute result = getLayout(op->getResult(0).getType());
      return areTied(op, given, result) ? given
                                        : inferOperandLayout(op, result);
    }
    if (isElementwise(op)) {
      for (Value result : op->getResults())
        if (isTile(result))
          return getLayout(result.getType());
      for (Value operand : op->getOperands())
        if (isTile(operand))
          return getLayout(operand.getType());
    }
    if (auto call = dyn_cast<CallOp>(op)) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<FuncOp>(
          op, call.getCalleeAttr());
      return getLayout(callee.getArgumentTypes()[use.getOperandNumber()]);
    }
    if (isa<ReturnOp>(op))
      return getLayout(op->getParentOfType<FuncOp>()
                           .getResultTypes()[use.getOperandNumber()]);
    return {};
  }

  /// `value` in another layout: made again if that is cheap, else converted.
  Value getInLayout(OpBuilder &builder, Value value, Attribute layout) {
    SetVector<Operation *> slice;
    if (collectCheap(value, slice)) {
      IRMapping mapping;
      DenseMap<Value, Attribute> wanted{{value, layout}};
      // Users stand behind what they use in the slice: from the value back,
      // what each operand must be; then forward, the copies.
      for (Operation *op : slice)
        for (Value operand : op->getOperands()) {
          if (!isTile(operand))
            continue;
          Attribute own = wanted.lookup(op->getResult(0));
          if (tiesLayouts(op))
            own = inferOperandLayout(op, own);
          auto [it, isNew] = wanted.try_emplace(operand, own);
          if (!isNew && it->second != own)
            return convert(builder, value, layout);
        }
      for (Operation *op : llvm::reverse(slice)) {
        Operation *copy = builder.clone(*op, mapping);
        Value result = copy->getResult(0);
        setTileType(result, withLayout(cast<RankedTensorType>(result.getType()),
                                       wanted.lookup(op->getResult(0))));
        ++counts.rematerialized;
      }
      return mapping.lookup(value);
    }
    return convert(builder, value, layout);
  }

  static Value convert(OpBuilder &builder, Value value, Attribute layout) {
    return ConvertLayoutOp::create(
        builder, value.getLoc(),
        withLayout(cast<RankedTensorType>(value.getType()), layout), value);
  }

  /// The operations that make a cheap `value`, users before what they use.
  static bool collectCheap(Value value, SetVector<Operation *> &slice) {
    SmallVector<Operation *> ops;
    if (!collectCheapOps(value, ops))
      return false;
    // Operations of one block in reverse order; of several, outer blocks (which
    // dominate) last.
    DominanceInfo dominance;
    llvm::sort(ops, [&](Operation *a, Operation *b) {
      return a != b && dominance.properlyDominates(b, a);
    });
    slice.insert(ops.begin(), ops.end());
    return true;
  }

  const ControlFlow &flow;
  const LayoutChooser &chooser;
  LayoutConversionCounts &counts;
};

} // namespace

LayoutConversionCounts
tilegpu::removeLayoutConversions(FunctionOpInterface func) {
  LayoutConversionCounts counts;
  DenseMap<Operation *, Attribute> given;
  func->walk([&](Operation *op) {
    if (isAnchor(op))
      given[op] = getLayout(getFirstTile(op).getType());
  });
  // Without the conversions the types disagree until the layouts are chosen.
  func->walk([&](ConvertLayoutOp op) {
    ++counts.before;
    op.replaceAllUsesWith(op.getSrc());
    op.erase();
  });

  ControlFlow flow(func);
  LayoutChooser chooser(func, flow, given);
  auto choose = [&](Value value) {
    if (Attribute layout = chooser.get(value))
      setTileType(value,
                  withLayout(cast<RankedTensorType>(value.getType()), layout));
  };
  SmallVector<Operation *> ops;
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    for (Value result : op->getResults())
      choose(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          choose(argument);
  });

  UseRepairer repairer(flow, chooser, counts);
  for (Operation *op : ops)
    repairer.repair(op);
  // What was made again may have left the original without uses.
  for (Operation *op : llvm::reverse(ops))
    if (op != func && isOpTriviallyDead(op))
      op->erase();
  func->walk([&](ConvertLayoutOp) { ++counts.after; });
  return counts;
}

namespace {

struct TileRemoveLayoutConversions
    : tile::impl::TileRemoveLayoutConversionsBase<TileRemoveLayoutConversions> {
  void runOnOperation() override {
    if (failed(verifyTilesHaveLayouts(getOperation())))
      return signalPassFailure();
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      LayoutConversionCounts counts = removeLayoutConversions(func);
      numBefore += counts.before;
      numAfter += counts.after;
      numRematerialized += counts.rematerialized;
    }
  }
};

} // namespace
