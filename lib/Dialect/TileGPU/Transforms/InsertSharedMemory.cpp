//===- InsertSharedMemory.cpp - What goes through shared memory -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Histograms.h"
#include "HoistConversions.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/KnownIndex.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/GatherPlan.h"
#include "tile/Layout/MatrixAccess.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEINSERTSHAREDMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Conversions that go through shared memory one after the other share barriers
/// while their places are no larger than this in all.
static constexpr int64_t kMaxBytesTogether = 32 * 1024;

//===----------------------------------------------------------------------===//
// Conversions of layouts
//===----------------------------------------------------------------------===//

static const TargetInfo *getTargetInfo(Operation *op) {
  TargetAttr target = getTarget(op);
  return target ? lookupTarget(target.getChip()) : nullptr;
}

/// Whether the target has `stmatrix`.
static bool hasMatrixStores(Operation *op) {
  const TargetInfo *info = getTargetInfo(op);
  return info && info->hasMatrixStores();
}

/// Where each element lies meanwhile, if the conversions, which are of one
/// tile, go through shared memory.
static ConversionPlace pickPlace(ArrayRef<ConvertLayoutOp> ops) {
  SmallVector<PlaceReader> targets;
  for (ConvertLayoutOp op : ops)
    targets.push_back({cast<RankedTensorType>(op.getType()),
                       findOperandSlice(op.getResult())});
  ConvertLayoutOp first = ops.front();
  // Other targets keep their places until the change is measured on them.
  const TargetInfo *info = getTargetInfo(first);
  return pickConversionPlace(cast<RankedTensorType>(first.getSrc().getType()),
                             targets, hasMatrixStores(first),
                             info && info->hasWarpgroupProducts());
}

/// The place in shared memory through which a conversion goes; null if it goes
/// another way.
static MemDescType getPlace(ConvertLayoutOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  std::optional<ConversionPlan> plan =
      ConversionPlan::create(toLinearLayout(from), toLinearLayout(to),
                             getBitWidth(from.getElementType()));
  if (!plan || plan->getKind() != ConversionPlan::Kind::Shared)
    return {};
  SmallVector<unsigned> order =
      cast<LayoutAttrInterface>(from.getEncoding()).getOrder();
  SharedLayoutAttrInterface layout;
  std::pair<int64_t, int64_t> price;
  const TargetInfo *info = getTargetInfo(op);
  // Threads may store rows of any dimension; in tensor memory's products, where
  // they compute right operands, too, they store the cheaper ones.
  bool canChoose = info && info->hasTensorMemory();
  for (int attempt = 0; attempt < 2 && (canChoose || !layout); ++attempt) {
    if (auto found = findWarpgroupPlace(op.getResult(), from.getShape(),
                                        from.getElementType(), order)) {
      auto other =
          getCopyWork(getSharedOffsets(toLinearLayout(from),
                                       found.toLinearLayout(from.getShape())),
                      getByteWidth(from.getElementType()),
                      /*isStore=*/true, hasMatrixStores(op))
              .getRank();
      if (!layout || other < price) {
        layout = found;
        price = other;
      }
    }
    std::reverse(order.begin(), order.end());
  }
  if (!layout)
    layout = LinearSharedAttr::get(op.getContext(), pickPlace(op).layout);
  return MemDescType::get(from.getShape(), from.getElementType(), layout);
}

/// The place in shared memory through which all of the conversions of one tile
/// go; null if they are better off with places of their own. What products of
/// warpgroups take has its own form.
static MemDescType getSharedPlace(ArrayRef<ConvertLayoutOp> ops) {
  MemDescType first = getPlace(ops.front());
  std::pair<int64_t, int64_t> apart;
  for (ConvertLayoutOp op : ops) {
    ConversionPlace own = pickPlace(op);
    MemDescType place = getPlace(op);
    auto linear = dyn_cast<LinearSharedAttr>(place.getLayout());
    if (!linear || linear.toLinearLayout(place.getShape()) != own.layout)
      return llvm::all_of(
                 ops, [&](ConvertLayoutOp op) { return getPlace(op) == first; })
                 ? first
                 : MemDescType();
    apart.first += own.rank.first;
    apart.second += own.rank.second;
  }
  ConversionPlace together = pickPlace(ops);
  if (together.rank.first > apart.first || together.rank.second > apart.second)
    return {};
  return MemDescType::get(
      first.getShape(), first.getElementType(),
      LinearSharedAttr::get(first.getContext(), together.layout));
}

namespace {
struct Conversion {
  ConvertLayoutOp op;
  MemDescType place;
  /// Later conversions of the same tile, which load from this place.
  SmallVector<ConvertLayoutOp> others;
};
} // namespace

/// Conversions in one block; the first one can store for all.
static void lowerTogether(ArrayRef<Conversion> conversions) {
  SmallVector<Value> places;
  OpBuilder builder(conversions.front().op);
  for (const Conversion &conversion : conversions)
    places.push_back(LocalAllocOp::create(builder, conversion.op->getLoc(),
                                          conversion.place));
  for (auto [conversion, place] : llvm::zip(conversions, places)) {
    ConvertLayoutOp op = conversion.op;
    LocalStoreOp::create(builder, op.getLoc(), op.getSrc(), place);
  }
  auto load = [&](ConvertLayoutOp op, Value place) {
    builder.setInsertionPoint(op);
    op.replaceAllUsesWith(
        LocalLoadOp::create(builder, op.getLoc(), op.getType(), place)
            .getResult());
    op.erase();
  };
  for (auto [conversion, place] : llvm::zip(conversions, places)) {
    load(conversion.op, place);
    for (ConvertLayoutOp op : conversion.others)
      load(op, place);
  }
}

/// Moves a load down to the conversion that alone uses it, or to another one
/// before it, if only loads and what touches no memory stands between: the
/// store to shared memory, which waits for the load, then waits for no other
/// load to be issued.
static void sinkLoad(LoadOp load, Operation *conversion) {
  if (!load || !load->hasOneUse() || load.getIsVolatile() ||
      load->getBlock() != conversion->getBlock())
    return;
  for (Operation *op = load->getNextNode(); op != conversion;
       op = op->getNextNode()) {
    // Not past another one, with which it may share barriers.
    if (isa<ConvertLayoutOp>(op)) {
      conversion = op;
      break;
    }
    auto other = dyn_cast<LoadOp>(op);
    if (!isMemoryEffectFree(op) && !(other && !other.getIsVolatile()))
      return;
  }
  load->moveBefore(conversion);
}

/// Moves conversions down to their first uses: what waits for a barrier should
/// do so after all loads before it have been issued.
static void sinkConversions(Block &block) {
  // Each once, though they and their loads come to stand after one another.
  SmallVector<ConvertLayoutOp> conversions(block.getOps<ConvertLayoutOp>());
  for (ConvertLayoutOp convert : llvm::reverse(conversions)) {
    Operation &op = *convert;
    Operation *first = nullptr;
    for (Operation *user : op.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      // In another block, which comes later.
      if (!ancestor)
        ancestor =
            block.mightHaveTerminator() ? block.getTerminator() : nullptr;
      if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
        first = ancestor;
    }
    // Before an operation with regions, never into it: a loop would convert
    // again and again.
    if (first && first != op.getNextNode())
      op.moveBefore(first);
  }
  for (ConvertLayoutOp convert : llvm::reverse(conversions))
    sinkLoad(convert.getSrc().getDefiningOp<LoadOp>(), convert);
}

/// Conversions of conversions become one, as their folder would have it later,
/// when it is too late for shared memory.
static void joinConversions(FunctionOpInterface func) {
  SmallVector<ConvertLayoutOp> ops;
  func->walk([&](ConvertLayoutOp op) { ops.push_back(op); });
  for (ConvertLayoutOp op : ops) {
    while (auto inner = op.getSrc().getDefiningOp<ConvertLayoutOp>())
      op.getSrcMutable().assign(inner.getSrc());
    if (op.getSrc().getType() == op.getType())
      op.replaceAllUsesWith(op.getSrc());
  }
  for (ConvertLayoutOp op : llvm::reverse(ops))
    if (op.use_empty())
      op.erase();
}

/// Whether `op` has results that only the threads have which act for the
/// elements.
static bool hasResultsOfOwners(Operation *op) {
  auto layoutOp = dyn_cast<LayoutOpInterface>(op);
  return layoutOp && layoutOp.isOncePerElement() && op->getNumResults() != 0;
}

static unsigned lowerConversions(Block &block) {
  sinkConversions(block);
  unsigned count = 0;
  // Of the conversions of a tile, the first stores for all.
  llvm::MapVector<Value, SmallVector<ConvertLayoutOp>> ofTile;
  for (ConvertLayoutOp op : block.getOps<ConvertLayoutOp>())
    if (getPlace(op))
      ofTile[op.getSrc()].push_back(op);
  DenseMap<Operation *, MemDescType> sharedPlaces;
  for (ArrayRef<ConvertLayoutOp> ops : llvm::make_second_range(ofTile))
    if (MemDescType place =
            ops.size() > 1 ? getSharedPlace(ops) : MemDescType())
      for (ConvertLayoutOp op : ops)
        sharedPlaces[op] = place;
  SmallVector<Conversion> together;
  int64_t bytes = 0;
  auto flush = [&] {
    if (!together.empty())
      lowerTogether(together);
    count += together.size();
    together.clear();
    bytes = 0;
  };
  SmallVector<Operation *> ops(llvm::make_pointer_range(block));
  llvm::SmallPtrSet<Operation *, 8> done;
  for (Operation *current : ops) {
    if (done.contains(current))
      continue;
    Operation &op = *current;
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    MemDescType shared = sharedPlaces.lookup(&op);
    MemDescType place = shared    ? shared
                        : convert ? getPlace(convert)
                                  : MemDescType();
    if (!place) {
      // Loads for later conversions may come between, but nothing that
      // exchanges through shared memory or may not happen at all.
      if (op.getNumRegions() != 0 || isa<ElementwiseInlineAsmOp>(op) ||
          hasResultsOfOwners(&op))
        flush();
      continue;
    }
    Operation *source = convert.getSrc().getDefiningOp();
    bool isThere = together.empty() || !source ||
                   source->getBlock() != &block ||
                   source->isBeforeInBlock(together.front().op);
    if (!isThere || bytes + place.getNumBytes() > kMaxBytesTogether)
      flush();
    together.push_back({convert, place, {}});
    if (shared) {
      ArrayRef<ConvertLayoutOp> all = ofTile[convert.getSrc()];
      llvm::append_range(together.back().others, all.drop_front());
      done.insert(all.begin(), all.end());
    }
    bytes += place.getNumBytes();
  }
  flush();
  return count;
}

//===----------------------------------------------------------------------===//
// Results of what acts once per element
//===----------------------------------------------------------------------===//

/// The tile type that all operands and results share; null for scalars.
static RankedTensorType getTile(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getResultTypes()), TypeRange(op->getOperandTypes())})
    for (Type type : types)
      if (auto tile = dyn_cast<RankedTensorType>(type))
        return tile;
  return {};
}

bool tilegpu::needsSharedMemory(Operation *op) {
  if (!hasResultsOfOwners(op))
    return false;
  RankedTensorType tile = getTile(op);
  // Of a scalar, thread 0 is for all.
  if (!tile)
    return getNumWarps(op) > 1;
  LinearLayout layout = toLinearLayout(tile);
  if (layout.getFreeVariableMask(kWarp) != 0)
    return true;
  int32_t free = layout.getFreeVariableMask(kLane);
  for (int32_t bit = 0; bit < layout.getInDimSizeLog2(kLane); ++bit)
    if (free >> bit & 1)
      for (int32_t c : layout.getBasis(kLane, bit))
        if (c != 0)
          return true;
  return false;
}

/// Sends a result from its owners to all threads.
static void shareResult(Value result, unsigned numWarps) {
  MLIRContext *context = result.getContext();
  Operation *op = result.getDefiningOp();
  Location loc = op->getLoc();
  OpBuilder builder(context);
  builder.setInsertionPointAfter(op);
  auto tile = dyn_cast<RankedTensorType>(result.getType());
  Value stored = result;
  Operation *splat = nullptr;
  if (!tile) {
    tile = RankedTensorType::get({1}, result.getType(),
                                 getDefaultLayout(context, {1}, numWarps));
    splat = SplatOp::create(builder, loc, tile, result);
    stored = splat->getResult(0);
  }
  LinearLayout layout = toLinearLayout(tile);
  std::optional<ConversionPlan> plan = ConversionPlan::createShared(
      layout, layout, getBitWidth(tile.getElementType()));
  assert(plan && "a layout converts to itself");
  auto place = MemDescType::get(
      tile.getShape(), tile.getElementType(),
      LinearSharedAttr::get(context, plan->getShared().layout));
  Value memory = LocalAllocOp::create(builder, loc, place);
  auto store = LocalStoreOp::create(builder, loc, stored, memory);
  Value shared = LocalLoadOp::create(builder, loc, tile, memory);
  if (splat)
    shared = UnsplatOp::create(builder, loc, result.getType(), shared);
  result.replaceUsesWithIf(shared, [&](OpOperand &use) {
    return use.getOwner() != store && use.getOwner() != splat;
  });
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// Puts the tile into shared memory, unless the warps do it by themselves, and
/// returns whether it did.
static bool lowerGather(GatherOp op) {
  auto src = cast<RankedTensorType>(op.getSrc().getType());
  LinearLayout layout = toLinearLayout(src);
  unsigned bits = getBitWidth(src.getElementType());
  if (GatherPlan::create(
          layout, toLinearLayout(cast<RankedTensorType>(op.getType())),
          getDimName(op.getAxis()), bits, getKnownIndex(op).has_value())
          .isWithinWarp())
    return false;
  std::optional<ConversionPlan> plan =
      ConversionPlan::createShared(layout, layout, bits);
  assert(plan && "a layout converts to itself");
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto place = MemDescType::get(
      src.getShape(), src.getElementType(),
      LinearSharedAttr::get(op.getContext(), plan->getShared().layout));
  Value memory = LocalAllocOp::create(builder, loc, place);
  LocalStoreOp::create(builder, loc, op.getSrc(), memory);
  Value result = LocalGatherOp::create(builder, loc, op.getType(), memory,
                                       op.getIndices(), op.getAxis());
  op.replaceAllUsesWith(result);
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Says how a conversion is done and what that costs.
static void remarkOn(ConvertLayoutOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  std::optional<ConversionPlan> plan =
      ConversionPlan::create(toLinearLayout(from), toLinearLayout(to),
                             getBitWidth(from.getElementType()));
  if (!plan)
    return;
  Work work = plan->getWork();
  InFlightDiagnostic diagnostic = emitRemark(op.getLoc(), "layout conversion ");
  auto plural = [](uint64_t count, StringRef singular, StringRef plural) {
    return (Twine(count) + " " + (count == 1 ? singular : plural)).str();
  };
  auto append = [&](StringRef one, StringRef several, Value tile,
                    const LinearLayout &place, bool isStore) {
    LinearLayout offsets = getSharedOffsets(
        toLinearLayout(cast<RankedTensorType>(tile.getType())), place);
    unsigned bytes = getByteWidth(from.getElementType());
    auto matrices = !isStore || hasMatrixStores(op)
                        ? chooseMatrixAccess(offsets, bytes, isStore)
                        : std::nullopt;
    if (matrices) {
      work += getSharedWork(*matrices);
      diagnostic << plural(matrices->getNumAccesses(), one, several) << " of "
                 << plural(matrices->getNumMatrices(), "matrix", "matrices")
                 << " in "
                 << plural(matrices->wavefronts, "wavefront", "wavefronts")
                 << " each, ";
      return;
    }
    SharedAccess access = planSharedAccess(offsets, bytes, isStore);
    work += getSharedWork(access);
    diagnostic << plural(access.getNumAccesses(), one, several) << " of "
               << plural(bytes << access.vector.size(), "byte", "bytes")
               << " in " << plural(access.wavefronts, "wavefront", "wavefronts")
               << " each, ";
  };
  switch (plan->getKind()) {
  case ConversionPlan::Kind::Nothing:
    diagnostic << "that changes nothing";
    return;
  case ConversionPlan::Kind::Registers:
    diagnostic << "by other names of registers";
    return;
  case ConversionPlan::Kind::Lanes:
    diagnostic << "between lanes: " << work.shuffles << " shuffles and "
               << work.selects << " selects per warp";
    break;
  case ConversionPlan::Kind::Shared: {
    diagnostic << "through " << plan->getShared().bytes
               << " bytes of shared memory: per warp ";
    // This place may be another one than the plan's.
    work.accesses = work.wavefronts = 0;
    LinearLayout place = pickPlace(op).layout;
    append("store", "stores", op.getSrc(), place, /*isStore=*/true);
    append("load", "loads", op.getResult(), place, /*isStore=*/false);
    diagnostic << (plan->getShared().isWithinWarp ? "a barrier of the warp"
                                                  : "a barrier of the CTA");
    break;
  }
  }
  diagnostic << "; " << work.ofWarps(getNumWarps(op)).getCost().describe();
}

/// Says what accesses of global memory by tiles of pointers cost.
static void remarkOnAccesses(ModuleOp module) {
  ModuleAxisInfo axisInfo(module);
  LayoutPrices prices(axisInfo, kDefaultSharedMemory);
  module->walk([&](LayoutOpInterface access) {
    Value pointers = access.getAccessedPointers();
    auto tile = pointers ? dyn_cast<RankedTensorType>(pointers.getType())
                         : RankedTensorType();
    if (tile)
      access->emitRemark("access of memory: ")
          << prices.getAccessCost(access, tile.getEncoding()).describe();
  });
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

SharedMemoryCounts tilegpu::insertSharedMemory(FunctionOpInterface func,
                                               bool showRemarks) {
  SharedMemoryCounts counts;
  joinConversions(func);
  counts.hoisted = hoistConversions(func);
  if (showRemarks)
    func->walk(remarkOn);
  counts.histograms = lowerHistograms(func);
  SmallVector<Operation *> ops;
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // An asm whose operands are still to be broadcast has no layout of its own.
    bool isAsm = isa<ElementwiseInlineAsmOp>(op);
    if (needsSharedMemory(op) && (!isAsm || isElementwise(op)))
      ops.push_back(op);
    // A fallback has no tiles.
    return isAsm ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (!result.use_empty()) {
        shareResult(result, getNumWarps(op));
        ++counts.results;
      }
  SmallVector<Block *> blocks;
  func->walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    counts.conversions += lowerConversions(*block);
  SmallVector<GatherOp> gathers;
  func->walk([&](GatherOp op) { gathers.push_back(op); });
  for (GatherOp op : gathers)
    counts.gathers += lowerGather(op);
  return counts;
}

namespace {

struct TileInsertSharedMemory
    : tile::impl::TileInsertSharedMemoryBase<TileInsertSharedMemory> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    if (showRemarks)
      remarkOnAccesses(module);
    for (FuncOp func : module.getOps<FuncOp>()) {
      SharedMemoryCounts counts = insertSharedMemory(func, showRemarks);
      numHoisted += counts.hoisted;
      numConversions += counts.conversions;
      numResults += counts.results;
      numHistograms += counts.histograms;
      numGathers += counts.gathers;
    }
  }
};

} // namespace
