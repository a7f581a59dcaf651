//===- LayoutComponents.cpp - What must share a layout ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutComponents.h"

#include "tile/Analysis/ValueFlow.h"
#include "tile/Dialect/TileGPU/Transforms/CoalesceMemory.h"
#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

int64_t Component::getNumElements() const {
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  return elements;
}

SmallVector<std::pair<unsigned, CoordinateBit>>
LayoutComponents::spread(unsigned index, CoordinateBit bit,
                         bool keepsAll) const {
  SmallVector<std::pair<unsigned, CoordinateBit>> found{{index, bit}};
  auto add = [&](unsigned other, std::optional<CoordinateBit> place) {
    if (place && llvm::none_of(found, [&](auto &entry) {
          return entry.first == other && entry.second.dim == place->dim &&
                 entry.second.pos == place->pos;
        }))
      found.emplace_back(other, *place);
  };
  for (size_t i = 0; i < found.size(); ++i) {
    auto [current, place] = found[i];
    for (unsigned number : components[current].links) {
      const ComponentLink &link = links[number];
      LayoutModel model(link.op);
      auto [a, b] = link.ends;
      if (keepsAll && (model.getSliceDim(a.layoutClass, b.layoutClass) ||
                       model.getSliceDim(b.layoutClass, a.layoutClass)))
        continue;
      if (a.component == current)
        add(b.component, model.mapBit(a.layoutClass, place, b.layoutClass));
      if (b.component == current)
        add(a.component, model.mapBit(b.layoutClass, place, a.layoutClass));
    }
  }
  return found;
}

static unsigned countBits(ArrayRef<uint32_t> mask) {
  unsigned count = 0;
  for (uint32_t bits : mask)
    count += llvm::popcount(bits);
  return count;
}

namespace {

/// Numbers the values and accesses of a function and groups them.
class ComponentBuilder {
public:
  ComponentBuilder(FunctionOpInterface func, unsigned numWarps)
      : flow(func), numWarps(numWarps) {
    for (BlockArgument argument : func.getArguments())
      fix(argument);
    func->walk([&](Operation *op) {
      if (op != func)
        collect(op);
    });
  }

  void build(LayoutComponents &out) {
    classes.grow(types.size());
    for (auto [a, b] : joins)
      classes.join(a, b);
    classes.compress();
    auto &components = out.components;
    components.resize(classes.getNumClasses());
    for (auto [id, type] : llvm::enumerate(types)) {
      Component &component = components[classes[id]];
      component.shape.resize(type.getRank(), 1);
      component.inThread.resize(type.getRank(), 0);
      for (auto [extent, size] : llvm::zip(component.shape, type.getShape()))
        extent = std::max(extent, size);
    }
    for (auto [id, op] : accesses)
      components[classes[id]].accesses.push_back(op);
    for (auto [id, op] : demanding)
      components[classes[id]].demanding.push_back(op);
    for (auto [id, weight, instructions] : work) {
      components[classes[id]].work += weight;
      components[classes[id]].moreWork += weight * (instructions - 1);
    }
    for (auto [id, layout] : fixed)
      components[classes[id]].fixed = layout;
    for (ComponentLink link : links) {
      auto &[a, b] = link.ends;
      a.component = classes[a.component];
      b.component = classes[b.component];
      components[a.component].links.push_back(out.links.size());
      if (b.component != a.component)
        components[b.component].links.push_back(out.links.size());
      out.links.push_back(link);
    }
    out.unknown = std::move(unknown);
    for (const Demand &demand : demands) {
      unsigned index = classes[demand.id];
      if (honour(out, index, demand.bits) && !LayoutModel(demand.op).isAnchor())
        components[index].wishes.emplace_back(
            demand.op, getMask(components[index], demand.bits));
    }
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
      fixed.emplace_back(getId(value), getLayout(value.getType()));
  }
  /// Joins values, and a number without a value if there is one.
  void join(ValueRange values, std::optional<unsigned> id = std::nullopt) {
    for (Value value : values) {
      if (!connects(value))
        continue;
      if (id)
        joins.emplace_back(*id, getId(value));
      id = getId(value);
    }
  }
  void collect(Operation *op) {
    for (OpOperand &use : op->getOpOperands())
      if (ArrayRef<Value> targets = flow.getTargets(use); !targets.empty()) {
        SmallVector<Value> values{use.get()};
        llvm::append_range(values, targets);
        join(values);
      }
    // Wherever the layouts are chosen, it is one if that can be.
    if (auto convert = dyn_cast<ConvertLayoutOp>(op);
        convert && !convert.getPinned())
      return join({convert.getSrc(), convert.getResult()});
    LayoutModel model(op);
    if (model.isFixed())
      return collectFixed(op, model);
    if (model.isAnchor() || model.getNumClasses() > 1 ||
        !model.getDemands(getNumThreads()).empty())
      return collectClasses(op, model);
    join(model.getTiles(0));
    if (op->getNumResults() == 1 && connects(op->getResult(0)))
      work.push_back({getId(op->getResult(0)), getLoopWeight(op),
                      model.getNumInstructions()});
  }

  /// Fixes the layouts of all tiles that do not flow elsewhere.
  void collectFixed(Operation *op, const LayoutModel &model) {
    SmallVector<Value> values;
    // A pinned conversion takes its operand in any layout.
    if (!isa<ConvertLayoutOp>(op))
      for (OpOperand &use : op->getOpOperands())
        if (flow.getTargets(use).empty())
          values.push_back(use.get());
    auto addTargets = [&](ValueRange targets) {
      for (Value target : targets)
        if (flow.getSources(target).empty())
          values.push_back(target);
    };
    addTargets(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addTargets(block.getArguments());
    llvm::for_each(values, [&](Value value) { fix(value); });
    if (!model.isKnown() && llvm::any_of(values, getTileType))
      unknown.push_back(op);
  }

  /// Gives each class a number even where no value has one, and links them.
  void collectClasses(Operation *op, const LayoutModel &model) {
    // What is made again in each layout ties nothing.
    if (llvm::any_of(op->getResults(), [](Value result) {
          return getTileType(result) && isCheap(result);
        }))
      return;
    SmallVector<std::optional<unsigned>> numbers(model.getNumClasses());
    for (auto [layoutClass, number] : llvm::enumerate(numbers)) {
      SmallVector<Value> tiles = model.getTiles(layoutClass);
      if (tiles.empty())
        continue;
      number = add(getTileType(tiles.front()));
      join(tiles, number);
      if (Attribute layout = model.getPreferredLayout(layoutClass, numWarps))
        fixed.emplace_back(*number, layout);
    }
    for (unsigned b = 0; b < numbers.size(); ++b)
      for (unsigned a = 0; a < b; ++a)
        if (numbers[a] && numbers[b])
          links.push_back({op, {{*numbers[a], a}, {*numbers[b], b}}});
    if (std::optional<unsigned> number = numbers[model.getDecidingClass()]) {
      if (model.getAccessedPointers())
        accesses.emplace_back(*number, op);
      else if (model.isAnchor())
        demanding.emplace_back(*number, op);
    }
    for (LayoutDemand &demand : model.getDemands(getNumThreads()))
      if (std::optional<unsigned> number = numbers[demand.layoutClass])
        demands.push_back({op, *number, std::move(demand.bits)});
  }

  int64_t getNumThreads() const { return kThreadsPerWarp * int64_t(numWarps); }

  static CoordinateMask getMask(const Component &component,
                                ArrayRef<CoordinateBit> bits) {
    CoordinateMask mask(component.shape.size(), 0);
    for (CoordinateBit bit : bits)
      mask[bit.dim] |= 1u << bit.pos;
    return mask;
  }

  /// Enters what is demanded of a component, and with it of others, unless that
  /// would be too much for one thread; then returns false.
  static bool honour(LayoutComponents &out, unsigned index,
                     ArrayRef<CoordinateBit> bits) {
    llvm::MapVector<unsigned, CoordinateMask> masks;
    for (CoordinateBit bit : bits)
      for (auto [other, place] : out.spread(index, bit, /*keepsAll=*/false))
        masks.try_emplace(other, out.components[other].inThread)
            .first->second[place.dim] |= 1u << place.pos;
    for (auto &[other, mask] : masks)
      if (countBits(mask) > llvm::Log2_32(kMaxDemandedElements))
        return false;
    for (auto &[other, mask] : masks)
      out.components[other].inThread = mask;
    return true;
  }

  /// Bits that an operation wants in one thread.
  struct Demand {
    Operation *op;
    unsigned id;
    SmallVector<CoordinateBit> bits;
  };

  ValueFlow flow;
  unsigned numWarps;
  DenseMap<Value, unsigned> ids;
  SmallVector<RankedTensorType> types;
  SmallVector<std::pair<unsigned, unsigned>> joins;
  SmallVector<std::pair<unsigned, Operation *>> accesses;
  SmallVector<std::pair<unsigned, Attribute>> fixed;
  SmallVector<std::pair<unsigned, Operation *>> demanding;
  /// The number of a result, the operation's weight and its instructions.
  SmallVector<std::tuple<unsigned, int64_t, int64_t>> work;
  SmallVector<Operation *> unknown;
  SmallVector<ComponentLink> links;
  SmallVector<Demand> demands;
  llvm::IntEqClasses classes;
};

} // namespace

LayoutComponents::LayoutComponents(FunctionOpInterface func,
                                   unsigned numWarps) {
  ComponentBuilder(func, numWarps).build(*this);
}
