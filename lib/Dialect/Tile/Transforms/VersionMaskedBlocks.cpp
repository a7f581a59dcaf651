//===- VersionMaskedBlocks.cpp - A path without masks -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two versions of the code around masked loads and stores: one for tiles that
// are wholly in bounds, without masks, and the original one.
//
// The transformation plans spans for all blocks, then rewrites them. A span
// runs from the first to the last load or store of a block whose mask it drops:
//
//   a = load p, m          addresses and masks           <- moved before
//   q = addptr ...         %ok = "m is true everywhere"
//   c = f(a)         =>    c' = scf.if %ok {
//   store q, c, m             a = load p; c = f(a); store q, c; yield c
//   g(c)                   } else {
//                             a = load p, m; c = f(a); store q, c, m; yield c
//                          }
//                          g(c')
//
// Operations of a span that touch no memory and need nothing the span loads are
// moved before the branch; all others are cloned, once. What must not be cloned
// (impure asm, atomics, calls, printing, volatile accesses) and nested regions
// with masked accesses of their own, which are versioned by themselves, end a
// span. So do loads in loops that lead to operands of products: a branch would
// keep them from running ahead, and tile-pipeline-loops makes two versions of
// their copies.
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/AllTrueCondition.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEVERSIONMASKEDBLOCKS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
struct VersionMaskedOptions {
  /// Operations, nested ones included, that one span may clone.
  int64_t maxOps = 20000;
  /// Also version accesses whose width the mask does not limit.
  bool allMasks = false;
  /// Iterations in flight at a time of loops that do not say it: with 2 and
  /// more loads that lead to products have no versions of their own.
  unsigned numStages = 3;
};

struct VersionMaskedStatistics {
  unsigned spans = 0;
  unsigned clonedOps = 0;
  /// Masks that are true everywhere whatever happens, dropped in place.
  unsigned trivialMasks = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Masked accesses
//===----------------------------------------------------------------------===//

/// The mask of an access of tiles; null if there is none.
static Value getMask(Operation *op) {
  auto access = dyn_cast<LayoutOpInterface>(op);
  return access && access.getAccessedPointers() ? access.getAccessMask()
                                                : Value();
}

static bool isVolatile(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getIsVolatile();
  if (auto store = dyn_cast<StoreOp>(op))
    return store.getIsVolatile();
  return false;
}

/// Of the accesses that may have two versions.
static bool isMaskedTileAccess(Operation *op) {
  return isa<LoadOp, StoreOp, AtomicRMWOp>(op) && getMask(op);
}

static void dropMask(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op)) {
    load.getOtherMutable().clear();
    load.getMaskMutable().clear();
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    store.getMaskMutable().clear();
  } else {
    cast<AtomicRMWOp>(op).getMaskMutable().clear();
  }
}

/// Whether the mask makes the accesses narrower than the addresses allow.
static bool isLimitedByMask(Operation *op, const ModuleAxisInfo &axisInfo) {
  auto access = cast<LayoutOpInterface>(op);
  Value ptr = access.getAccessedPointers();
  auto type = cast<RankedTensorType>(ptr.getType());
  // No layout says yet along which dimension vectors are formed: it will be the
  // one along which the addresses are adjacent.
  unsigned vectorDim = 0, contiguity = 0;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    if (unsigned found = axisInfo.getPointerContiguity(ptr, dim);
        found >= contiguity) {
      vectorDim = dim;
      contiguity = found;
    }
  unsigned width = std::min(contiguity, access.getMaxAccessWidth());
  return axisInfo.getMaskAlignment(access.getAccessMask(), vectorDim) < width;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Whether a span ends at `op`: there must not be two of it, it may run ahead
/// of its loop, or it holds masked accesses, which are versioned in their own
/// block. An atomic operation may be there twice, as one of the two runs.
static bool endsSpan(Operation *op, unsigned numStages) {
  if (auto load = dyn_cast<LoadOp>(op); load && mayRunAhead(load, numStages))
    return true;
  if (isa<LoadOp, StoreOp, AtomicOpInterface>(op))
    return isVolatile(op);
  if (isMemoryEffectFree(op))
    return false;
  if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : block)
        if (isMaskedTileAccess(&nested) || endsSpan(&nested, numStages))
          return true;
  return false;
}

/// Whether `op`, or an operation in it, reads a result of one of `ops`.
static bool uses(Operation *op, const SmallPtrSetImpl<Operation *> &ops) {
  return op
      ->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *def = operand.getDefiningOp();
              def && ops.contains(def))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// Consecutive operations of a block. The first and the last one are accesses
/// whose masks `condition` makes superfluous.
struct Span {
  AllTrueCondition condition;
  Operation *first = nullptr;
  Operation *last = nullptr;
  /// What is cloned, in order; what remains can be moved before.
  SmallVector<Operation *> cloned;
  /// The operations of `cloned` that lose their masks.
  SmallPtrSet<Operation *, 8> unmasked;
};

/// Finds the spans of one block.
class SpanFinder {
public:
  SpanFinder(const VersionMaskedOptions &options,
             const ModuleAxisInfo &axisInfo, std::vector<Span> &spans)
      : options(options), axisInfo(axisInfo), spans(spans) {}

  void run(Block &block) {
    for (Operation &op : block) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        break;
      if (endsSpan(&op, options.numStages)) {
        close();
        continue;
      }
      if (isMaskedTileAccess(&op))
        addAccess(&op);
      if (!current.first)
        continue;
      if (!isMemoryEffectFree(&op) || uses(&op, pinned)) {
        pinned.insert(&op);
        open.push_back(&op);
      }
    }
    close();
  }

private:
  /// Begins or extends the span if the access gains from it.
  void addAccess(Operation *op) {
    auto condition = AllTrueCondition::get(getMask(op));
    if (!condition)
      return;
    accesses.emplace_back(op, *condition);
    bool isFree = current.first && condition->isSubsetOf(current.condition);
    if (!isFree && !options.allMasks && !isLimitedByMask(op, axisInfo))
      return;
    // The test stands before the span, so it must not need what the span reads.
    if (current.first &&
        llvm::any_of(condition->getScalars(), [&](Value scalar) {
          return pinned.contains(scalar.getDefiningOp());
        })) {
      close();
      accesses.emplace_back(op, *condition);
    }
    if (!current.first)
      current.first = op;
    current.condition.conjoin(*condition);
    current.last = op;
    // What came since the last access is now within the span; `op` itself is
    // added by the caller.
    numClosed = open.size() + 1;
  }

  /// Ends the span at its last access.
  void close() {
    if (current.first) {
      open.truncate(std::min<size_t>(numClosed, open.size()));
      for (auto &[op, condition] : accesses)
        if (condition.isSubsetOf(current.condition))
          current.unmasked.insert(op);
      current.cloned = std::move(open);
      spans.push_back(std::move(current));
    }
    current = Span();
    open.clear();
    pinned.clear();
    accesses.clear();
    numClosed = 0;
  }

  const VersionMaskedOptions &options;
  const ModuleAxisInfo &axisInfo;
  std::vector<Span> &spans;

  /// The span being built; `first` is null if there is none.
  Span current;
  /// Operations since `first` that cannot be moved before it: the operations of
  /// `current` and, after the first `numClosed`, the operations after its last
  /// access.
  SmallVector<Operation *> open;
  size_t numClosed = 0;
  SmallPtrSet<Operation *, 16> pinned;
  /// The masked accesses since `first` that have a condition.
  SmallVector<std::pair<Operation *, AllTrueCondition>, 0> accesses;
};

} // namespace

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Moves what can be moved before the span, then branches. `replaced` maps
/// values that were defined in a span to what stands for them after it.
static void versionSpan(const Span &span, IRMapping &replaced) {
  SmallPtrSet<Operation *, 16> cloned(span.cloned.begin(), span.cloned.end());
  Block *block = span.first->getBlock();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(
           span.first->getIterator(), std::next(span.last->getIterator()))))
    if (!cloned.contains(&op))
      op.moveBefore(span.first);

  SmallVector<Value> yielded;
  for (Operation *op : span.cloned)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !cloned.contains(block->findAncestorOpInBlock(*user));
          }))
        yielded.push_back(result);

  Location loc = span.first->getLoc();
  OpBuilder builder(span.first);
  Value condition = span.condition.emit(builder, loc, replaced);
  auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(yielded)),
                                  condition, /*withElseRegion=*/true);
  branch->setAttr(kVersionedAttrName, builder.getUnitAttr());

  // An scf.if without results comes with its terminators.
  auto addYield = [&](Block *body, ValueRange values) {
    if (!body->empty())
      body->back().erase();
    OpBuilder atEnd = OpBuilder::atBlockEnd(body);
    scf::YieldOp::create(atEnd, loc, values);
  };
  IRMapping fast;
  addYield(branch.thenBlock(), {});
  builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  for (Operation *op : span.cloned) {
    Operation *clone = builder.clone(*op, fast);
    if (span.unmasked.contains(op))
      dropMask(clone);
  }
  SmallVector<Value> fastYielded;
  for (Value value : yielded)
    fastYielded.push_back(fast.lookup(value));
  addYield(branch.thenBlock(), fastYielded);

  addYield(branch.elseBlock(), yielded);
  for (Operation *op : span.cloned)
    op->moveBefore(branch.elseBlock()->getTerminator());
  for (auto [value, result] : llvm::zip_equal(yielded, branch.getResults())) {
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !branch->isProperAncestor(use.getOwner());
    });
    replaced.map(value, result);
  }
}

static int64_t countOps(const Span &span) {
  int64_t count = 0;
  for (Operation *op : span.cloned)
    op->walk([&](Operation *) { ++count; });
  return count;
}

/// Drops the masks of `root` that can only be true.
static unsigned dropTrivialMasks(Operation *root) {
  unsigned dropped = 0;
  root->walk([&](Operation *op) {
    if (!isMaskedTileAccess(op) || isVolatile(op))
      return;
    auto condition = AllTrueCondition::get(getMask(op));
    if (!condition || !condition->isTrivial())
      return;
    dropMask(op);
    ++dropped;
  });
  return dropped;
}

/// Versions every block below `root`. Gives up on a span with a remark if it is
/// larger than `options.maxOps`.
static VersionMaskedStatistics
versionMaskedBlocks(Operation *root, const VersionMaskedOptions &options) {
  VersionMaskedStatistics statistics;
  statistics.trivialMasks = dropTrivialMasks(root);

  // The analysis does not know what rewriting adds: all plans come first. They
  // do not disturb each other, since no span holds a block with spans.
  std::vector<Span> spans;
  ModuleAxisInfo axisInfo(root);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasAttr(kVersionedAttrName))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        SpanFinder(options, axisInfo, spans).run(block);
    return WalkResult::advance();
  });

  IRMapping replaced;
  for (const Span &span : spans) {
    int64_t count = countOps(span);
    if (count > options.maxOps) {
      span.first->emitRemark("no path without masks: it would clone ")
          << count << " operations, more than max-ops = " << options.maxOps;
      continue;
    }
    versionSpan(span, replaced);
    ++statistics.spans;
    statistics.clonedOps += count;
  }
  return statistics;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct TileVersionMaskedBlocks
    : tile::impl::TileVersionMaskedBlocksBase<TileVersionMaskedBlocks> {
  using TileVersionMaskedBlocksBase::TileVersionMaskedBlocksBase;

  void runOnOperation() override {
    VersionMaskedOptions options;
    options.maxOps = maxOps;
    options.allMasks = allMasks;
    options.numStages = numStages;
    VersionMaskedStatistics done = versionMaskedBlocks(getOperation(), options);
    numSpans += done.spans;
    numClonedOps += done.clonedOps;
    numTrivialMasks += done.trivialMasks;
  }
};

} // namespace
