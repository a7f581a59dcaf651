//===- CoalesceMemory.cpp - Layouts that coalesce -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/CoalesceMemory.h"

#include "LayoutPicker.h"
#include "SeparateAccesses.h"
#include "Steps.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"

#include <deque>

namespace mlir::tile {
#define GEN_PASS_DEF_TILECOALESCEMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static Value getPointers(Operation *access) {
  return LayoutModel(access).getAccessedPointers();
}

//===----------------------------------------------------------------------===//
// Change
//===----------------------------------------------------------------------===//

/// Which conversions around an operation stay.
struct Pins {
  bool pointers = false, data = false, results = false;
};

/// Gives the deciding class of `op` this layout, and the other classes the
/// layouts that follow or that they prefer. Of the conversions that stay, those
/// of values that are cheap to compute again do not.
static void setLayout(Operation *op, Attribute layout, unsigned numWarps,
                      Pins pins = {}) {
  LayoutModel model(op);
  Value data = model.isAnchor() ? model.getData() : Value();
  SmallVector<Attribute> layouts;
  for (unsigned other = 0; other < model.getNumClasses(); ++other) {
    Attribute own = model.inferLayout(model.getDecidingClass(), layout, other);
    layouts.push_back(own ? own : model.getPreferredLayout(other, numWarps));
  }
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    RankedTensorType type = getTileType(operand.get());
    Attribute own = type ? layouts[model.getClass(operand)] : Attribute();
    if (!own)
      continue;
    auto convert = ConvertLayoutOp::create(
        builder, op->getLoc(), withLayout(type, own), operand.get());
    bool isPinned = operand.get() == data ? pins.data : pins.pointers;
    convert.setPinned(isPinned && !isCheap(operand.get()));
    operand.set(convert);
  }
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    RankedTensorType type = getTileType(result);
    Attribute own = type ? layouts[model.getClass(result)] : Attribute();
    if (!own)
      continue;
    result.setType(withLayout(type, own));
    auto back = ConvertLayoutOp::create(builder, op->getLoc(), type, result);
    back.setPinned(pins.results);
    result.replaceAllUsesExcept(back, back);
  }
}

/// Converts an operand. The types of its operation agree until layouts are
/// chosen for all.
static void convertOperand(OpOperand &operand, Attribute layout) {
  OpBuilder builder(operand.getOwner());
  Location loc = operand.getOwner()->getLoc();
  auto type = cast<RankedTensorType>(operand.get().getType());
  auto convert = ConvertLayoutOp::create(builder, loc, withLayout(type, layout),
                                         operand.get());
  convert.setPinned(true);
  operand.set(ConvertLayoutOp::create(builder, loc, type, convert));
}

/// Gives an operation the layout of its detour, with pinned conversions, except
/// where it has tiles of its own, or goes to pinned conversions itself.
static void applyDetour(const LayoutDetour &detour, unsigned numWarps) {
  Pins pins;
  if (!detour.converted) {
    OwnOperands own(detour.op, detour.layout);
    own.make();
    pins.data = true;
    pins.pointers = !own;
    pins.results = pins.pointers ||
                   !llvm::all_of(detour.op->getUsers(), [](Operation *op) {
                     auto convert = dyn_cast<ConvertLayoutOp>(op);
                     return convert && convert.getPinned();
                   });
  }
  setLayout(detour.op, detour.layout, numWarps, pins);
  if (!detour.converted)
    return;
  for (Operation *load : detour.loads)
    setLayout(load, detour.layout, numWarps);
  convertOperand(*detour.converted, detour.layout);
}

/// What a conversion may take of shared memory; see LayoutPrices.h.
static int64_t getMaxSharedBytes(FunctionOpInterface func) {
  bool isLarge = wantsLargeCTAs(func);
  const TargetInfo *target = lookupTarget(getTarget(func).getChip());
  return isLarge && target ? getMaxSharedMemory(target->capability)
                           : kDefaultSharedMemory;
}

/// What an access only writes or adds to memory; null if there is none.
static Value getWritten(Operation *access) {
  if (auto store = dyn_cast<StoreOp>(access))
    return store.getValue();
  auto atomic = dyn_cast<AtomicRMWOp>(access);
  return atomic && atomic->use_empty() ? atomic.getVal() : Value();
}

/// The type of a product of warpgroups whose sums an access writes; null if
/// there is none.
static RankedTensorType findWrittenSums(Operation *access) {
  Value written = getWritten(access);
  auto tile = written ? getTileType(written) : RankedTensorType();
  llvm::SmallSetVector<Value, 16> values;
  if (tile)
    values.insert(written);
  for (size_t i = 0; i < values.size(); ++i) {
    auto type = dyn_cast<RankedTensorType>(values[i].getType());
    if (!type || type.getShape() != tile.getShape())
      continue;
    if (auto arg = dyn_cast<BlockArgument>(values[i])) {
      if (auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp()))
        values.insert(loop.getTiedLoopYieldedValue(arg)->get());
      continue;
    }
    Operation *op = values[i].getDefiningOp();
    if (isa<DotOp>(op) && isWarpgroupLayout(type.getEncoding()))
      return type;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      values.insert(
          loop.getRegionIterArg(cast<OpResult>(values[i]).getResultNumber()));
    else if (isa<ConvertLayoutOp>(op) || isElementwise(op))
      values.insert(op->operand_begin(), op->operand_end());
  }
  return {};
}

/// A layout that accesses memory as `blocked` does, along rows, in which each
/// warp has the elements that it has of `sums`; null if its lanes go along more
/// rows than a warp has.
static Attribute shareWarps(BlockedLayoutAttr blocked, RankedTensorType sums) {
  using Basis = std::vector<int32_t>;
  LinearLayout layout = toLinearLayout(sums);
  LinearLayout::BasesT given = layout.getBases();
  auto getBases = [&](StringRef dim) -> std::vector<Basis> & {
    return llvm::find_if(given, [&](auto &it) { return it.first == dim; })
        ->second;
  };
  std::vector<Basis> &registers = getBases(kRegister);
  std::vector<Basis> &lanes = getBases(kLane);
  const std::vector<Basis> &warps = getBases(kWarp);
  // The bits of rows and columns that are not in the number of the warp.
  std::deque<Basis> rows, columns;
  for (int32_t row = 1; row < sums.getDimSize(0); row *= 2)
    if (!llvm::is_contained(warps, Basis{row, 0}))
      rows.push_back({row, 0});
  for (int32_t column = 1; column < sums.getDimSize(1); column *= 2)
    if (!llvm::is_contained(warps, Basis{0, column}))
      columns.push_back({0, column});

  registers.clear();
  lanes.clear();
  auto move = [](std::deque<Basis> &from, std::vector<Basis> &to,
                 unsigned count) {
    for (; count > 0 && !from.empty(); --count, from.pop_front())
      to.push_back(from.front());
  };
  constexpr unsigned kRowBits = 4, kLaneBits = 5;
  move(columns, registers, llvm::Log2_32(blocked.getSizePerThread()[1]));
  unsigned columnBits = std::min<unsigned>(
      llvm::Log2_32(blocked.getThreadsPerWarp()[1]), columns.size());
  unsigned rowBits = kLaneBits - columnBits;
  if (rowBits > kRowBits)
    return {};
  move(rows, registers, kRowBits - rowBits);
  move(columns, lanes, columnBits);
  move(rows, lanes, rowBits);
  move(columns, registers, columns.size());
  move(rows, registers, rows.size());
  return getLayoutAttr(sums.getContext(), sums.getShape(),
                       LinearLayout(given, layout.getOutDims()));
}

/// The layout, or one that accesses memory alike, in which warps have the
/// elements that they have of sums which are written: these then go to no other
/// warp, and no warp waits for others.
static Attribute keepSumsInWarps(ArrayRef<Operation *> accesses,
                                 Attribute layout) {
  auto blocked = dyn_cast<BlockedLayoutAttr>(layout);
  if (!blocked || blocked.getRank() != 2 || blocked.getOrder()[0] != 1 ||
      blocked.getSizePerThread()[0] != 1 || blocked.getWarpsPerCTA()[1] != 1)
    return layout;
  for (Operation *op : accesses)
    if (RankedTensorType sums = findWrittenSums(op))
      if (Attribute shared = shareWarps(blocked, sums))
        return shared;
  return layout;
}

unsigned tilegpu::coalesceMemory(FunctionOpInterface func,
                                 const ModuleAxisInfo &axisInfo,
                                 unsigned numWarps) {
  LayoutComponents tiles(func, numWarps);
  for (Operation *op : tiles.unknown)
    op->emitRemark() << "'" << op->getName()
                     << "' op does not say what it means for layouts, so its "
                        "tiles keep their layouts";
  LayoutPicker picker(func.getContext(), tiles, axisInfo, numWarps,
                      getMaxSharedBytes(func));
  SmallVector<std::pair<Operation *, Attribute>> changes;
  llvm::SmallPtrSet<Operation *, 4> onDetour;
  for (const LayoutDetour &detour : picker.getDetours()) {
    onDetour.insert(detour.op);
    onDetour.insert(detour.loads.begin(), detour.loads.end());
  }
  for (auto [index, component] : llvm::enumerate(tiles.components)) {
    if (component.accesses.empty() && component.demanding.empty())
      continue;
    auto layout = cast<LayoutAttrInterface>(
        keepSumsInWarps(component.accesses, picker.get(index)));
    auto change = [&, &shape = component.shape](Operation *op) {
      if (onDetour.contains(op))
        return;
      LayoutModel model(op);
      RankedTensorType type = model.getType(model.getDecidingClass());
      if (!areEquivalent(shape, type.getEncoding(), layout))
        changes.emplace_back(op, layout);
    };
    for (Operation *op : component.accesses) {
      Value ptr = getPointers(op);
      auto order = picker.getPreferredOrder(ptr);
      // Nothing moves along a dimension of size 1.
      SmallVector<unsigned> dims = layout.getOrder();
      llvm::erase_if(dims, [&shape = component.shape](unsigned dim) {
        return shape[dim] == 1;
      });
      unsigned fastest = dims.empty() ? 0 : dims.front();
      if (!onDetour.contains(op) && order && order->front() != fastest &&
          !picker.isWide(op, order->front(), layout))
        op->emitRemark("not coalesced: addresses are consecutive along "
                       "dimension ")
            << order->front() << ", but the layout that the access shares with "
            << "others is fastest along dimension " << fastest;
      change(op);
    }
    llvm::for_each(component.demanding, change);
  }
  for (auto [op, layout] : changes)
    setLayout(op, layout, numWarps);
  for (LayoutDetour detour : picker.getDetours()) {
    detour.layout = keepSumsInWarps(detour.op, detour.layout);
    applyDetour(detour, numWarps);
  }
  for (const LayoutCut &cut : picker.getCuts())
    convertOperand(*cut.operand, cut.layout);
  return changes.size() + picker.getDetours().size() + picker.getCuts().size();
}

namespace {

struct TileCoalesceMemory
    : tile::impl::TileCoalesceMemoryBase<TileCoalesceMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    if (keepsLayouts(module))
      return;
    ModuleAxisInfo axisInfo(module);
    for (auto func : module.getOps<FunctionOpInterface>()) {
      numPrefetching += prefetchNeighbours(func, axisInfo);
      numChanged += coalesceMemory(func, axisInfo, getNumWarps(func));
    }
  }
};

} // namespace
