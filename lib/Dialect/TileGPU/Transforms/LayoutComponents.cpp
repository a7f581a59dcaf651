//===- LayoutComponents.cpp - What must share a layout ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutComponents.h"

#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Dialect/TileGPU/Transforms/CoalesceMemory.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

Value tilegpu::getAccessedTile(Operation *op) {
  if (!isa<LoadOp, StoreOp>(op) || !getTileType(op->getOperand(0)))
    return {};
  return op->getOperand(0);
}

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
      if (keepsAll && isa<ExpandDimsOp, ReduceOp>(link.op))
        continue;
      if (link.operand == current)
        add(link.result, mapBit(link.op, place, /*toResult=*/true));
      if (link.result == current)
        add(link.operand, mapBit(link.op, place, /*toResult=*/false));
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
      : numThreads(kThreadsPerWarp * numWarps) {
    for (BlockArgument argument : func.getArguments())
      fix(argument);
    func->walk([&](Operation *op) { collect(op); });
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
    for (unsigned id : fixed)
      components[classes[id]].fixed = types[id].getEncoding();
    for (ComponentLink link : links) {
      link.operand = classes[link.operand];
      link.result = classes[link.result];
      components[link.operand].links.push_back(out.links.size());
      if (link.result != link.operand)
        components[link.result].links.push_back(out.links.size());
      out.links.push_back(link);
    }
    for (auto &[id, bits] : demands)
      honour(out, classes[id], bits);
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
    } else if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op);
               inlineAsm && isElementwise(op) && collectAsm(inlineAsm)) {
      // Has a component of its own where no value has.
    } else if (isElementwise(op) || isa<BroadcastOp, ConvertLayoutOp>(op)) {
      joinBoth(op->getOperands(), op->getResults());
    } else if (tiesLayouts(op)) {
      collectTied(op);
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

  /// Of an asm that runs once for each element, a thread needs as many as an
  /// invocation takes; where tiles are large, any layout of its component will
  /// do. Of another one, elements that share a register had better be
  /// neighbours. Returns false if the asm demands neither.
  bool collectAsm(ElementwiseInlineAsmOp op) {
    RankedTensorType tile;
    for (TypeRange types :
         {TypeRange(op.getResultTypes()), TypeRange(op.getOperandTypes())})
      for (Type type : types)
        if (!tile)
          tile = dyn_cast<RankedTensorType>(type);
    int64_t pack = op.getPackedElement();
    if (!tile || pack == 1)
      return false;
    int64_t room = tile.getNumElements() / numThreads;
    bool isOnce = op.isOncePerElement();
    int64_t together = pack;
    if (!isOnce) {
      together = 1;
      for (const AsmRegister &reg : getAsmRegisters(op))
        together = std::max<int64_t>(together, reg.count);
      if (together == 1 || together > room)
        return false;
    }
    unsigned id = add(tile);
    joinBoth(op->getOperands(), op->getResults(), id);
    if (isOnce)
      demanding.emplace_back(id, op);
    if (isOnce && room >= pack)
      return true;
    SmallVector<CoordinateBit> bits;
    for (unsigned dim = tile.getRank(); dim-- > 0;)
      for (unsigned pos = 0; 1 << pos < tile.getDimSize(dim) && together > 1;
           ++pos) {
        bits.push_back({dim, pos});
        together /= 2;
      }
    demands.emplace_back(id, std::move(bits));
    return true;
  }

  void collectTied(Operation *op) {
    RankedTensorType result = getTileType(op->getResult(0));
    if (result && isCheap(op->getResult(0)))
      return;
    RankedTensorType operand = getTileType(op->getOperand(0));
    unsigned from = add(operand), to = from;
    join(op->getOperands(), from);
    if (result) {
      to = add(result);
      join(op->getResults(), to);
      links.push_back({from, to, op});
    }
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      demanding.emplace_back(from, op);
      demand(from, reduce.getAxis(), operand.getDimSize(reduce.getAxis()));
    } else if (isa<SplitOp>(op)) {
      demand(from, operand.getRank() - 1, 2);
    } else if (isa<JoinOp>(op)) {
      demand(to, result.getRank() - 1, 2);
    }
  }

  /// All of dimension `dim`, which has `size` elements, in one thread.
  void demand(unsigned id, int64_t dim, int64_t size) {
    SmallVector<CoordinateBit> bits;
    for (unsigned pos = 0; pos < llvm::Log2_64(size); ++pos)
      bits.push_back({unsigned(dim), pos});
    demands.emplace_back(id, std::move(bits));
  }

  /// Enters what is demanded of a component, and with it of others, unless that
  /// would be too much for one thread.
  static void honour(LayoutComponents &out, unsigned index,
                     ArrayRef<CoordinateBit> bits) {
    llvm::MapVector<unsigned, CoordinateMask> masks;
    for (CoordinateBit bit : bits)
      for (auto [other, place] : out.spread(index, bit, /*keepsAll=*/false))
        masks.try_emplace(other, out.components[other].inThread)
            .first->second[place.dim] |= 1u << place.pos;
    for (auto &[other, mask] : masks)
      if (countBits(mask) > llvm::Log2_32(kMaxDemandedElements))
        return;
    for (auto &[other, mask] : masks)
      out.components[other].inThread = mask;
  }

  int64_t numThreads;
  DenseMap<Value, unsigned> ids;
  SmallVector<RankedTensorType> types;
  SmallVector<std::pair<unsigned, unsigned>> joins;
  SmallVector<std::pair<unsigned, Operation *>> accesses;
  SmallVector<unsigned> fixed;
  SmallVector<std::pair<unsigned, Operation *>> demanding;
  SmallVector<ComponentLink> links;
  SmallVector<std::pair<unsigned, SmallVector<CoordinateBit>>> demands;
  llvm::IntEqClasses classes;
};

} // namespace

LayoutComponents::LayoutComponents(FunctionOpInterface func,
                                   unsigned numWarps) {
  ComponentBuilder(func, numWarps).build(*this);
}
