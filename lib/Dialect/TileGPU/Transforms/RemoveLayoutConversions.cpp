//===- RemoveLayoutConversions.cpp - One layout a connected part --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a layout for every tile of a function, given the layouts of the
// memory operations, so that few conversions remain.
//
// The idea. Loads and stores have the layouts that coalesce; they are anchors.
// Everything else only connects them: an elementwise operation wants one layout
// for all its tiles, tile.broadcast the same before and after, tile.expand_dims
// the slice of its result's, tile.reshape, trans, join and split the same one
// in other coordinates (LayoutOpInterface.h), a loop the same for a carried
// value's start, body and result. A tile.reduce is an anchor as well: it keeps
// to its operand's layout if that has the axis in one thread, else to its own,
// and its result is the slice. So layouts spread over these links, from the
// anchors of the largest tiles first, until each tile has one. An anchor that
// is reached before its turn follows: a row of biases is loaded in the slice of
// the matrix's layout, so that each thread holds what it adds, instead of being
// moved between threads. What no anchor reaches keeps the default of its shape.
//
// A link whose two ends got different layouts needs a conversion. If the value
// is cheap to make again (a range, a splat, a constant, or arithmetic on these)
// it is made again in the layout that the use wants; otherwise a
// tilegpu.convert_layout stays.
//
// Example: a load of layout A, whose pointers are a range plus a splat.
//
//   %r = make_range : D          %r = make_range : A
//   %p = addptr %s, %r : D       %p = addptr %s, %r : A
//   %q = convert_layout %p : D -> A
//   %v = load %q : A             %v = load %p : A
//   %w = convert_layout %v : A -> D
//   %z = addf %w, %w : D         %z = addf %v, %v : A
//
// Considered instead: rewriting conversion by conversion, forward and backward
// slices of each (as Triton does). It handles the same programs with more code,
// since every slice has to deal with loops by itself.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "tile/Analysis/ValueFlow.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/IR/Iterators.h"

#include <deque>

namespace mlir::tile {
#define GEN_PASS_DEF_TILEREMOVELAYOUTCONVERSIONS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {
/// How many conversions there were before and after, and how many operations
/// were made again instead of converting their results.
struct LayoutConversionCounts {
  unsigned before = 0;
  unsigned after = 0;
  unsigned rematerialized = 0;
};
} // namespace

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// The layout that the tiles of each class of an operation have; null for a
/// class without tiles.
static SmallVector<Attribute> getClassLayouts(Operation *op) {
  LayoutModel model(op);
  SmallVector<Attribute> layouts;
  for (unsigned i = 0; i < model.getNumClasses(); ++i) {
    RankedTensorType type = model.getType(i);
    layouts.push_back(type ? type.getEncoding() : Attribute());
  }
  return layouts;
}

namespace {

/// What the code said while its conversions were there. Without them operands
/// may have other layouts.
struct GivenLayouts {
  explicit GivenLayouts(FunctionOpInterface func) {
    func->walk([&](Operation *op) {
      LayoutModel model(op);
      if (model.isAnchor())
        anchors[op] = getClassLayouts(op);
      if (model.isFixed() && !isa<ConvertLayoutOp>(op))
        for (OpOperand &use : op->getOpOperands())
          fixed[&use] = getLayout(use.get().getType());
    });
  }

  /// By class.
  DenseMap<Operation *, SmallVector<Attribute>> anchors;
  /// Of what cannot change, as operands of calls.
  DenseMap<OpOperand *, Attribute> fixed;
};

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Spreads layouts from anchors over the links of a function.
class LayoutChooser {
public:
  LayoutChooser(FunctionOpInterface func, const ValueFlow &flow,
                const GivenLayouts &given)
      : flow(flow) {
    // What is fixed from outside: the function's own arguments, and what calls
    // and unknown operations make. Only then what they would like to be given.
    for (BlockArgument argument : func.getArguments())
      propose(argument, getLayout(argument.getType()));
    SmallVector<Operation *> anchors, fixed;
    func->walk([&](Operation *op) {
      LayoutModel model(op);
      if (model.isAnchor())
        anchors.push_back(op);
      else if (model.isFixed() && op != func)
        fixed.push_back(op);
    });
    // What runs most often first: conversions are then outside of its loop.
    llvm::stable_sort(fixed, [](Operation *a, Operation *b) {
      return getLoopWeight(a) > getLoopWeight(b);
    });
    for (Operation *op : fixed) {
      keep(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          keep(block.getArguments());
    }
    // What stands there in another layout than the operation wants, or before a
    // pinned conversion, which takes any, is better in that of an anchor.
    auto proposeOperands = [&](bool areConverted) {
      for (Operation *op : fixed)
        for (OpOperand &use : op->getOpOperands()) {
          Attribute layout = getLayout(use.get().getType());
          Attribute wanted = given.fixed.lookup(&use);
          if (!flow.getTargets(use).empty() ||
              (wanted != layout) != areConverted)
            continue;
          // What a product adds to, where nothing else decides: it is made
          // in the layout of the sums.
          if (areConverted && isa_and_present<NvidiaMmaLayoutAttr>(wanted))
            layout = wanted;
          propose(use.get(), layout);
        }
      spread();
    };
    proposeOperands(/*areConverted=*/false);
    // The largest tiles first: they move most of the data. An anchor whose data
    // is already reached follows, since a load in a layout that repeats
    // elements is cheaper than moving them between threads.
    llvm::stable_sort(anchors, [](Operation *a, Operation *b) {
      auto elements = [](Operation *op) {
        LayoutModel model(op);
        return model.getType(model.getDecidingClass()).getNumElements();
      };
      return elements(a) > elements(b);
    });
    for (Operation *op : anchors) {
      place(op, given.anchors.lookup(op));
      spread();
    }
    proposeOperands(/*areConverted=*/true);
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

  /// The layout in which an anchor works on the tiles of a class.
  Attribute getAnchorLayout(Operation *op, unsigned layoutClass) const {
    return anchorLayouts.find(op)->second[layoutClass];
  }

private:
  /// Keeps the layouts of what does not come from elsewhere.
  void keep(ValueRange values) {
    for (Value value : values)
      if (flow.getSources(value).empty())
        propose(value, getLayout(value.getType()));
  }

  /// Gives an anchor layouts: that which its result or its data has already, if
  /// it can work with it, else `own`.
  void place(Operation *op, ArrayRef<Attribute> own) {
    LayoutModel model(op);
    unsigned deciding = model.getDecidingClass();
    Value data = model.getData();
    Attribute layout = get(data);
    // What its users have given a result is decided.
    for (OpResult result : op->getResults())
      if (isTile(result) && model.getClass(result) == deciding && get(result))
        layout = get(result);
    if (!layout || (!model.accepts(deciding, layout) &&
                    model.accepts(deciding, own[deciding])))
      layout = own[deciding];
    SmallVector<Attribute> &chosen = anchorLayouts[op];
    for (unsigned i = 0; i < own.size(); ++i) {
      Attribute follows = model.inferLayout(deciding, layout, i);
      chosen.push_back(follows ? follows : own[i]);
    }
    propose(data, layout);
    for (OpOperand &use : op->getOpOperands())
      if (isTile(use.get()))
        propose(use.get(), chosen[model.getClass(use)]);
    for (OpResult result : op->getResults())
      if (isTile(result))
        assign(result, chosen[model.getClass(result)]);
  }

  /// Gives `value` and those that must be like it this layout, unless they have
  /// one, or it cannot be had: some layouts are not accepted by what makes the
  /// value, and what an anchor makes in other classes than the deciding one
  /// follows from that.
  void propose(Value value, Attribute layout) {
    if (!isTile(value) || !layout)
      return;
    if (auto result = dyn_cast<OpResult>(value)) {
      LayoutModel model(result.getOwner());
      unsigned layoutClass = model.getClass(result);
      if ((model.isAnchor() && layoutClass != model.getDecidingClass()) ||
          !model.accepts(layoutClass, layout))
        return;
    }
    assign(value, layout);
  }

  void assign(Value value, Attribute layout) {
    if (!isTile(value) || !layout || !layouts.try_emplace(value, layout).second)
      return;
    worklist.push_back(value);
    // An operand that arrives at two places, as in loops, has one type there.
    for (OpOperand *source : flow.getSources(value))
      for (Value target : flow.getTargets(*source))
        propose(target, layout);
    if (auto result = dyn_cast<OpResult>(value)) {
      LayoutModel model(result.getOwner());
      for (OpResult other : result.getOwner()->getResults())
        if (model.getClass(other) == model.getClass(result))
          propose(other, layout);
    }
  }

  void spread() {
    while (!worklist.empty()) {
      Value value = worklist.front();
      worklist.pop_front();
      Attribute layout = layouts.lookup(value);
      for (OpOperand *source : flow.getSources(value))
        propose(source->get(), layout);
      if (auto result = dyn_cast<OpResult>(value)) {
        LayoutModel model(result.getOwner());
        spreadOver(result.getOwner(), model, model.getClass(result), layout);
      }
      // Not from a cheap value to its users, which may belong to accesses in
      // another layout: it is made again for them.
      SmallVector<Operation *> ops;
      if (collectCheapOps(value, ops))
        continue;
      for (OpOperand &use : value.getUses()) {
        for (Value target : flow.getTargets(use))
          propose(target, layout);
        LayoutModel model(use.getOwner());
        spreadOver(use.getOwner(), model, model.getClass(use), layout);
      }
    }
  }

  /// A tile of this class of `op` has this layout: the others follow, except
  /// over memory accesses, which have their turn.
  void spreadOver(Operation *op, const LayoutModel &model, unsigned layoutClass,
                  Attribute layout) {
    if (model.isFixed() || model.getAccessedPointers() ||
        !model.accepts(layoutClass, layout))
      return;
    SmallVector<Attribute> others;
    for (unsigned i = 0; i < model.getNumClasses(); ++i)
      others.push_back(
          model.inferLayout(layoutClass, layout, i, /*forAnyExtent=*/true));
    for (OpResult result : op->getResults())
      if (isTile(result))
        propose(result, others[model.getClass(result)]);
    for (OpOperand &use : op->getOpOperands())
      if (isTile(use.get()))
        propose(use.get(), others[model.getClass(use)]);
  }

  const ValueFlow &flow;
  DenseMap<Value, Attribute> layouts;
  /// By class.
  DenseMap<Operation *, SmallVector<Attribute>> anchorLayouts;
  std::deque<Value> worklist;
};

//===----------------------------------------------------------------------===//
// Repair
//===----------------------------------------------------------------------===//

/// Gives each use the layout that its operation wants.
class UseRepairer {
public:
  UseRepairer(const ValueFlow &flow, const GivenLayouts &given,
              const LayoutChooser &chooser, LayoutConversionCounts &counts)
      : flow(flow), given(given), chooser(chooser), counts(counts) {}

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
    if (isa<ConvertLayoutOp>(op))
      return getLayout(use.get().getType());
    LayoutModel model(op);
    if (model.isFixed())
      return given.fixed.lookup(&use);
    unsigned own = model.getClass(use);
    if (model.isAnchor())
      return chooser.getAnchorLayout(op, own);
    // Results have their layouts; operands of one class follow the first.
    for (OpResult result : op->getResults())
      if (isTile(result) && model.getClass(result) == own)
        return getLayout(result.getType());
    Attribute first = model.getType(own).getEncoding();
    for (OpResult result : op->getResults()) {
      if (!isTile(result))
        continue;
      unsigned other = model.getClass(result);
      Attribute layout = getLayout(result.getType());
      if (model.areTied(own, first, other, layout))
        return first;
      if (Attribute follows = model.inferLayout(other, layout, own))
        return follows;
    }
    return first;
  }

  /// `value` in another layout: made again if that is cheap, else converted.
  Value getInLayout(OpBuilder &builder, Value value, Attribute layout) {
    unsigned count = 0;
    if (Value again = rematerialize(builder, value, layout, &count)) {
      counts.rematerialized += count;
      return again;
    }
    return ConvertLayoutOp::create(
        builder, value.getLoc(),
        withLayout(cast<RankedTensorType>(value.getType()), layout), value);
  }

  const ValueFlow &flow;
  const GivenLayouts &given;
  const LayoutChooser &chooser;
  LayoutConversionCounts &counts;
};

} // namespace

/// Chooses layouts for all tiles of a function whose tiles carry layouts.
static LayoutConversionCounts
removeLayoutConversions(FunctionOpInterface func) {
  LayoutConversionCounts counts;
  GivenLayouts given(func);
  // Without the conversions the types disagree until the layouts are chosen.
  func->walk([&](ConvertLayoutOp op) {
    ++counts.before;
    if (op.getPinned())
      return;
    op.replaceAllUsesWith(op.getSrc());
    op.erase();
  });

  ValueFlow flow(func);
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

  UseRepairer repairer(flow, given, chooser, counts);
  for (Operation *op : ops)
    repairer.repair(op);
  // What was made again may have left the original without uses.
  for (Operation *op : llvm::reverse(ops))
    if (op != func && isOpTriviallyDead(op))
      op->erase();
  func->walk([&](ConvertLayoutOp op) {
    op.setPinned(false);
    if (op.getSrc().getType() != op.getType()) {
      ++counts.after;
      return;
    }
    op.replaceAllUsesWith(op.getSrc());
    op.erase();
  });
  return counts;
}

namespace {

struct TileRemoveLayoutConversions
    : tile::impl::TileRemoveLayoutConversionsBase<TileRemoveLayoutConversions> {
  void runOnOperation() override {
    if (failed(verifyTilesHaveLayouts(getOperation())))
      return signalPassFailure();
    if (keepsLayouts(getOperation()))
      return;
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      LayoutConversionCounts counts = removeLayoutConversions(func);
      numBefore += counts.before;
      numAfter += counts.after;
      numRematerialized += counts.rematerialized;
    }
  }
};

} // namespace
