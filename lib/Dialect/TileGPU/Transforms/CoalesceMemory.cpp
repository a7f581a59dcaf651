//===- CoalesceMemory.cpp - Layouts that coalesce -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/CoalesceMemory.h"
#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECOALESCEMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Bytes of a sector, what memory moves at once, and threads of a warp (CUDA
/// C++ Best Practices Guide, "Coalesced Access to Global Memory").
static constexpr int64_t kSectorBytes = 32;

static RankedTensorType getTileType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// The pointers of a load or store of tiles, else null.
static Value getAccessedTile(Operation *op) {
  if (!isa<LoadOp, StoreOp>(op) || !getTileType(op->getOperand(0)))
    return {};
  return op->getOperand(0);
}

static Type getPointee(Value ptr) {
  return cast<PtrType>(getScalarType(ptr.getType())).getPointeeType();
}

namespace {

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// Accesses and values that must share a layout.
struct Component {
  /// The pointers of the accesses, in the order of the code.
  SmallVector<Operation *> accesses;
  /// The largest extent of a tile of the component in each dimension.
  SmallVector<int64_t> shape;
  /// The layout, if it cannot be chosen: that of a function's argument, say.
  Attribute fixed;
  /// The component whose slice this one follows, by index, and the dimension.
  std::optional<std::pair<unsigned, unsigned>> followed;
};

/// Numbers the values and accesses of a function and groups them.
class ComponentBuilder {
public:
  explicit ComponentBuilder(FunctionOpInterface func) {
    for (BlockArgument argument : func.getArguments())
      fix(argument);
    func->walk([&](Operation *op) { collect(op); });
  }

  SmallVector<Component> build() {
    classes.grow(types.size());
    for (auto [a, b] : joins)
      classes.join(a, b);
    classes.compress();
    SmallVector<Component> components(classes.getNumClasses());
    for (auto [id, type] : llvm::enumerate(types)) {
      SmallVector<int64_t> &shape = components[classes[id]].shape;
      shape.resize(type.getRank(), 1);
      for (auto [extent, size] : llvm::zip(shape, type.getShape()))
        extent = std::max(extent, size);
    }
    for (auto [id, op] : accesses)
      components[classes[id]].accesses.push_back(op);
    for (unsigned id : fixed)
      components[classes[id]].fixed = types[id].getEncoding();
    for (auto [from, to, axis] : expansions) {
      Component &component = components[classes[from]];
      if (!component.followed)
        component.followed = {classes[to], axis};
    }
    return components;
  }

private:
  unsigned add(RankedTensorType type) {
    types.push_back(type);
    return types.size() - 1;
  }
  unsigned getId(Value value) {
    auto [it, isNew] = ids.try_emplace(value, types.size());
    if (isNew)
      add(getTileType(value));
    return it->second;
  }
  /// Whether the value's layout matters to others; cheap values follow.
  static bool connects(Value value) {
    return getTileType(value) && !isCheap(value);
  }
  void fix(Value value) {
    if (connects(value))
      fixed.push_back(getId(value));
  }
  void join(ValueRange values, std::optional<unsigned> id = std::nullopt) {
    for (Value value : values) {
      if (!connects(value))
        continue;
      if (id)
        joins.emplace_back(*id, getId(value));
      id = getId(value);
    }
  }
  void joinBoth(ValueRange a, ValueRange b,
                std::optional<unsigned> id = std::nullopt) {
    SmallVector<Value> all(a);
    llvm::append_range(all, b);
    join(all, id);
  }

  void collect(Operation *op) {
    if (Value ptr = getAccessedTile(op)) {
      unsigned id = add(getTileType(ptr));
      accesses.emplace_back(id, op);
      joinBoth(op->getOperands(), op->getResults(), id);
    } else if (isElementwise(op) || isa<BroadcastOp, ConvertLayoutOp>(op)) {
      joinBoth(op->getOperands(), op->getResults());
    } else if (auto expand = dyn_cast<ExpandDimsOp>(op)) {
      if (connects(expand.getSrc()))
        expansions.push_back({getId(expand.getSrc()), getId(expand.getResult()),
                              expand.getAxis()});
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // Its interface leaves out what a known number of iterations excludes,
      // but the types agree nevertheless.
      for (auto [init, argument, yielded, result] :
           llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                     loop.getYieldedValues(), loop.getResults()))
        join({init, argument, yielded, result});
    } else if (auto regions = dyn_cast<RegionBranchOpInterface>(op)) {
      RegionBranchSuccessorMapping mapping;
      regions.getSuccessorOperandInputMapping(mapping);
      auto joinOperands = [&](Operation *point) {
        for (OpOperand &operand : point->getOpOperands())
          for (Value target : mapping.lookup(&operand))
            join({operand.get(), target});
      };
      // Not in the mapping's order, which differs from run to run.
      joinOperands(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (block.mightHaveTerminator())
            joinOperands(block.getTerminator());
    } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
      for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
        SuccessorOperands operands = branch.getSuccessorOperands(i);
        for (unsigned j = operands.getProducedOperandCount();
             j < operands.size(); ++j)
          join({op->getSuccessor(i)->getArgument(j), operands[j]});
      }
    } else if (isa<CallOp, ReturnOp>(op)) {
      for (Value value : op->getOperands())
        fix(value);
      for (Value value : op->getResults())
        fix(value);
    }
  }

  struct Expansion {
    unsigned from, to, axis;
  };

  DenseMap<Value, unsigned> ids;
  SmallVector<RankedTensorType> types;
  SmallVector<std::pair<unsigned, unsigned>> joins;
  SmallVector<std::pair<unsigned, Operation *>> accesses;
  SmallVector<unsigned> fixed;
  SmallVector<Expansion> expansions;
  llvm::IntEqClasses classes;
};

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

class LayoutPicker {
public:
  LayoutPicker(MLIRContext *context, ArrayRef<Component> components,
               const ModuleAxisInfo &axisInfo, unsigned numWarps)
      : context(context), components(components), axisInfo(axisInfo),
        numWarps(numWarps) {}

  LayoutAttrInterface pick(const Component &component) const {
    if (component.fixed)
      return cast<LayoutAttrInterface>(component.fixed);
    if (component.followed) {
      auto [index, axis] = *component.followed;
      return SliceLayoutAttr::get(axis, pick(components[index]));
    }
    SmallVector<unsigned> order = pickOrder(component);
    SmallVector<unsigned> sizePerThread(order.size(), 1);
    sizePerThread[order[0]] = pickWidth(component, order[0]);
    return BlockedLayoutAttr::get(context, component.shape, sizePerThread,
                                  order, numWarps);
  }

  /// The order that one access prefers; nothing if no addresses are
  /// consecutive.
  std::optional<SmallVector<unsigned>> getPreferredOrder(Value ptr) const {
    unsigned rank = getTileType(ptr).getRank();
    SmallVector<unsigned> order(llvm::reverse(llvm::seq(0u, rank)));
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return getRun(ptr, a) > getRun(ptr, b);
    });
    if (getRun(ptr, order[0]) == 1)
      return std::nullopt;
    return order;
  }

private:
  /// Consecutive addresses, aligned or not.
  int64_t getRun(Value ptr, unsigned dim) const {
    const AxisInfo *info = axisInfo.lookup(ptr);
    return info ? info->getContiguity(dim) : 1;
  }

  SmallVector<unsigned> pickOrder(const Component &component) const {
    llvm::MapVector<ArrayRef<unsigned>, int64_t> bytes;
    SmallVector<SmallVector<unsigned>> orders;
    orders.reserve(component.accesses.size());
    for (Operation *op : component.accesses) {
      Value ptr = getAccessedTile(op);
      if (auto order = getPreferredOrder(ptr)) {
        orders.push_back(std::move(*order));
        bytes[orders.back()] += getTileType(ptr).getNumElements() *
                                int64_t(getByteWidth(getPointee(ptr)));
      }
    }
    if (bytes.empty()) {
      auto dims = llvm::seq<unsigned>(0, component.shape.size());
      return SmallVector<unsigned>(llvm::reverse(dims));
    }
    auto *best = bytes.begin();
    for (auto *it = bytes.begin(); it != bytes.end(); ++it)
      if (it->second > best->second)
        best = it;
    return SmallVector<unsigned>(best->first);
  }

  /// See "Width" in the header. Each access is counted in 1/16 of what the
  /// header's table shows for 32 elements.
  unsigned pickWidth(const Component &component, unsigned dim) const {
    constexpr int64_t maxBytes = kMaxVectorBits / 8;
    int64_t elements = 1;
    for (int64_t extent : component.shape)
      elements *= extent;
    int64_t limit =
        std::min({maxBytes, component.shape[dim],
                  elements / (kThreadsPerWarp * int64_t(numWarps))});
    auto getCost = [&](int64_t width) {
      int64_t sectors = 0, requests = 0;
      for (Operation *op : component.accesses) {
        Value ptr = getAccessedTile(op);
        if (getRun(ptr, dim) == 1)
          continue;
        int64_t bytes = getByteWidth(getPointee(ptr));
        int64_t taken =
            std::min({width, maxBytes / bytes,
                      int64_t(axisInfo.getPointerContiguity(ptr, dim))});
        int64_t weight = getTileType(ptr).getNumElements() * maxBytes / taken;
        sectors += weight * std::min(kSectorBytes, width * bytes);
        requests += weight;
      }
      return std::pair(sectors, requests);
    };
    int64_t best = 1;
    for (int64_t width = 2; width <= limit; width *= 2)
      if (getCost(width) < getCost(best))
        best = width;
    return best;
  }

  MLIRContext *context;
  ArrayRef<Component> components;
  const ModuleAxisInfo &axisInfo;
  unsigned numWarps;
};

} // namespace

//===----------------------------------------------------------------------===//
// Change
//===----------------------------------------------------------------------===//

static void setLayout(Operation *op, Attribute layout) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (RankedTensorType type = getTileType(operand.get()))
      operand.set(ConvertLayoutOp::create(
          builder, op->getLoc(), withLayout(type, layout), operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    RankedTensorType type = getTileType(result);
    result.setType(withLayout(type, layout));
    auto back = ConvertLayoutOp::create(builder, op->getLoc(), type, result);
    result.replaceAllUsesExcept(back, back);
  }
}

unsigned tilegpu::coalesceMemory(FunctionOpInterface func,
                                 const ModuleAxisInfo &axisInfo,
                                 unsigned numWarps) {
  SmallVector<Component> components = ComponentBuilder(func).build();
  LayoutPicker picker(func.getContext(), components, axisInfo, numWarps);
  SmallVector<std::pair<Operation *, Attribute>> changes;
  for (const Component &component : components) {
    if (component.accesses.empty())
      continue;
    LayoutAttrInterface layout = picker.pick(component);
    for (Operation *op : component.accesses) {
      Value ptr = getAccessedTile(op);
      auto order = picker.getPreferredOrder(ptr);
      unsigned fastest = layout.getOrder().front();
      if (order && order->front() != fastest)
        op->emitRemark("not coalesced: addresses are consecutive along "
                       "dimension ")
            << order->front() << ", but the layout that the access shares with "
            << "others is fastest along dimension " << fastest;
      if (!areEquivalent(component.shape, getLayout(ptr.getType()), layout))
        changes.emplace_back(op, layout);
    }
  }
  for (auto [op, layout] : changes)
    setLayout(op, layout);
  return changes.size();
}

namespace {

struct TileCoalesceMemory
    : tile::impl::TileCoalesceMemoryBase<TileCoalesceMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    ModuleAxisInfo axisInfo(module);
    for (auto func : module.getOps<FunctionOpInterface>())
      numChanged += coalesceMemory(func, axisInfo, target.getNumWarps());
  }
};

} // namespace
