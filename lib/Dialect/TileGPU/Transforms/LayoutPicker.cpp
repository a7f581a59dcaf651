//===- LayoutPicker.cpp - A layout for each component ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPicker.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static Value getPointers(Operation *access) {
  return LayoutModel(access).getAccessedPointers();
}

static Type getPointee(Value ptr) {
  return cast<PtrType>(getScalarType(ptr.getType())).getPointeeType();
}

LayoutPicker::LayoutPicker(MLIRContext *context, const LayoutComponents &tiles,
                           const ModuleAxisInfo &axisInfo, unsigned numWarps,
                           int64_t maxSharedBytes)
    : context(context), components(tiles.components), links(tiles.links),
      axisInfo(axisInfo), numWarps(numWarps), prices(axisInfo, maxSharedBytes),
      layouts(components.size()), wanted(components.size()) {
  findWanted(tiles);
  for (auto [index, component] : llvm::enumerate(components))
    if (component.fixed)
      assign(layouts, index, component.fixed);
  // The largest first, of equal ones those with accesses.
  auto indices = llvm::to_vector(llvm::seq<unsigned>(0, components.size()));
  llvm::stable_sort(indices, [&](unsigned a, unsigned b) {
    auto getKey = [&](unsigned index) {
      return std::pair(components[index].getNumElements(),
                       !components[index].accesses.empty());
    };
    return getKey(a) > getKey(b);
  });
  for (unsigned index : indices) {
    const Component &component = components[index];
    if (component.accesses.empty() && component.demanding.empty())
      continue;
    for (unsigned first : {findLeader(index), index})
      if (!layouts[index])
        assign(layouts, first, pick(components[first], wanted[first]));
  }
  improve();
  moveConversions();
}

std::optional<SmallVector<unsigned>>
LayoutPicker::getPreferredOrder(Value ptr) const {
  unsigned rank = getTileType(ptr).getRank();
  SmallVector<unsigned> order(llvm::reverse(llvm::seq(0u, rank)));
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return getRun(ptr, a) > getRun(ptr, b);
  });
  if (getRun(ptr, order[0]) == 1)
    return std::nullopt;
  return order;
}

int64_t LayoutPicker::getWidth(Operation *access, unsigned dim) const {
  return std::min(cast<LayoutOpInterface>(access).getMaxAccessWidth(),
                  axisInfo.getPointerContiguity(getPointers(access), dim));
}

bool LayoutPicker::isWide(Operation *access, unsigned dim,
                          LayoutAttrInterface layout) const {
  int64_t width = getWidth(access, dim);
  return width > 1 &&
         layout.toLinearLayout(getTileType(getPointers(access)).getShape())
                 .getContiguity(kRegister, getDimName(dim)) >= width;
}

void LayoutPicker::assign(MutableArrayRef<Attribute> layouts, unsigned index,
                          Attribute layout) const {
  layouts[index] = layout;
  SmallVector<unsigned> todo{index};
  for (size_t i = 0; i < todo.size(); ++i)
    for (unsigned number : components[todo[i]].links) {
      const ComponentLink &link = links[number];
      bool isFirst = link.ends[0].component == todo[i];
      ComponentLink::End from = link.ends[!isFirst], to = link.ends[isFirst];
      if (layouts[to.component])
        continue;
      layouts[to.component] = LayoutModel(link.op).inferLayout(
          from.layoutClass, layouts[todo[i]], to.layoutClass,
          /*forAnyExtent=*/isLarger(to.component, link.op, to.layoutClass));
      if (layouts[to.component])
        todo.push_back(to.component);
    }
}

bool LayoutPicker::isLarger(unsigned component, Operation *op,
                            unsigned layoutClass) const {
  return components[component].getNumElements() >
         LayoutModel(op).getType(layoutClass).getNumElements();
}

unsigned LayoutPicker::findLeader(unsigned index) const {
  for (unsigned steps = 0; steps < components.size(); ++steps) {
    std::optional<unsigned> next;
    for (unsigned number : components[index].links) {
      const ComponentLink &link = links[number];
      for (bool second : {false, true}) {
        ComponentLink::End slice = link.ends[second];
        ComponentLink::End whole = link.ends[!second];
        // Of size 1 along its own dimension, the whole may as well follow.
        if (!next && slice.component == index &&
            LayoutModel(link.op).getSliceDim(slice.layoutClass,
                                             whole.layoutClass) &&
            isLarger(whole.component, link.op, slice.layoutClass))
          next = whole.component;
      }
      if (next)
        break;
    }
    if (!next || layouts[*next])
      break;
    index = *next;
  }
  return index;
}

void LayoutPicker::findWanted(const LayoutComponents &tiles) {
  for (auto [index, component] : llvm::enumerate(components))
    wanted[index].resize(component.shape.size(), 0);
  for (auto [index, component] : llvm::enumerate(components))
    for (Operation *op : component.accesses) {
      Value ptr = getPointers(op);
      auto order = getPreferredOrder(ptr);
      if (!order)
        continue;
      unsigned dim = order->front(), bits = llvm::Log2_64(getWidth(op, dim));
      for (unsigned pos = 0; pos < bits; ++pos)
        for (auto [other, bit] :
             tiles.spread(index, {dim, pos}, /*keepsAll=*/true))
          wanted[other][bit.dim] |= 1u << bit.pos;
    }
}

Attribute LayoutPicker::pick(const Component &component,
                             ArrayRef<uint32_t> wanted) const {
  SmallVector<unsigned> order = pickOrder(component);
  // Bits of each coordinate that registers hold.
  CoordinateMask registers(component.inThread);
  registers[order[0]] |= pickWidth(component, order[0]) - 1;
  unsigned count = 0;
  for (uint32_t mask : registers)
    count += llvm::popcount(mask);
  int64_t room =
      component.getNumElements() / (kThreadsPerWarp * int64_t(numWarps));
  int64_t bytes = 1;
  for (Operation *op : component.accesses)
    bytes = std::max<int64_t>(bytes, getByteWidth(getPointee(getPointers(op))));
  // Whether a faster dimension has elements left for the lanes. If not, they
  // run along this one, and what is consecutive there is coalesced already.
  bool hasLanes = false;
  for (auto [faster, dim] : llvm::zip(order, ArrayRef(order).drop_front())) {
    hasLanes |= int64_t(registers[faster]) + 1 != component.shape[faster];
    uint32_t mask = registers[dim] | wanted[dim];
    unsigned added = llvm::popcount(mask) - llvm::popcount(registers[dim]);
    int64_t together = int64_t(1) << (count + added);
    if (added == 0 || together > room ||
        (!hasLanes && together * bytes > kSectorBytes))
      continue;
    registers[dim] = mask;
    count += added;
  }
  bool isBlock = llvm::all_of(
      registers, [](uint32_t mask) { return (mask & (mask + 1)) == 0; });
  if (!isBlock)
    return spreadThreads(component, order, registers);
  SmallVector<unsigned> sizePerThread;
  for (uint32_t mask : registers)
    sizePerThread.push_back(mask + 1);
  return BlockedLayoutAttr::get(context, component.shape, sizePerThread, order,
                                numWarps);
}

Attribute LayoutPicker::spreadThreads(const Component &component,
                                      ArrayRef<unsigned> order,
                                      ArrayRef<uint32_t> registers) const {
  unsigned rank = order.size();
  using Level = std::vector<std::vector<int32_t>>;
  auto getBasis = [&](CoordinateBit bit) {
    std::vector<int32_t> basis(rank, 0);
    basis[bit.dim] = 1 << bit.pos;
    return basis;
  };
  Level block, lanes, warps;
  SmallVector<CoordinateBit> repeated;
  unsigned numWarpBits = llvm::Log2_32(numWarps);
  for (unsigned dim : order) {
    unsigned low = llvm::countr_one(registers[dim]);
    for (unsigned pos = 0; 1 << pos < component.shape[dim]; ++pos) {
      CoordinateBit bit{dim, pos};
      if (pos < low)
        block.push_back(getBasis(bit));
      else if (registers[dim] >> pos & 1)
        repeated.push_back(bit);
      else if (lanes.size() < llvm::Log2_32(kThreadsPerWarp))
        lanes.push_back(getBasis(bit));
      else if (warps.size() < numWarpBits)
        warps.push_back(getBasis(bit));
      else
        repeated.push_back(bit);
    }
  }
  // What is left of the threads holds copies.
  lanes.resize(llvm::Log2_32(kThreadsPerWarp), std::vector<int32_t>(rank, 0));
  warps.resize(numWarpBits, std::vector<int32_t>(rank, 0));
  for (CoordinateBit bit : repeated)
    block.push_back(getBasis(bit));
  return getLayoutAttr(context, component.shape, block, lanes, warps);
}

/// Whether a product takes what an access loads as its right operand, as it is
/// or element by element.
static bool isRightOperand(Operation *access) {
  llvm::SetVector<Operation *> ops;
  ops.insert(access);
  for (size_t i = 0; i < ops.size(); ++i)
    for (OpOperand &use : ops[i]->getUses()) {
      Operation *user = use.getOwner();
      if (auto dot = dyn_cast<DotOp>(user); dot && use == dot.getBMutable())
        return true;
      if (isa<ConvertLayoutOp>(user) || isElementwise(user))
        ops.insert(user);
    }
  return false;
}

SmallVector<unsigned> LayoutPicker::getNearestOrder(Operation *access) const {
  Value ptr = getPointers(access);
  RankedTensorType type = getTileType(ptr);
  const AxisInfo *info = axisInfo.lookup(ptr);
  // Along a dimension of one address for all there is nothing to share.
  auto getDistance = [&](unsigned dim) {
    bool isSame = info && info->getConstancy(dim) >= type.getDimSize(dim);
    return isSame ? std::numeric_limits<int64_t>::max()
                  : prices.getBytesApart(access, dim);
  };
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq(0u, unsigned(type.getRank()))));
  // What nothing is known of lies in memory row by row, and what products sum
  // over is next to each other: linear layers keep their weights so.
  if (isRightOperand(access))
    std::swap(order[0], order[1]);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return getDistance(a) < getDistance(b);
  });
  return order;
}

int64_t LayoutPicker::getRun(Value ptr, unsigned dim) const {
  const AxisInfo *info = axisInfo.lookup(ptr);
  return info ? info->getContiguity(dim) : 1;
}

SmallVector<unsigned>
LayoutPicker::pickOrder(const Component &component) const {
  llvm::MapVector<ArrayRef<unsigned>, int64_t> bytes;
  SmallVector<SmallVector<unsigned>> orders;
  orders.reserve(component.accesses.size());
  for (Operation *op : component.accesses) {
    Value ptr = getPointers(op);
    if (auto order = getPreferredOrder(ptr)) {
      orders.push_back(std::move(*order));
      bytes[orders.back()] += getTileType(ptr).getNumElements() *
                              int64_t(getByteWidth(getPointee(ptr)));
    }
  }
  // Without consecutive addresses, threads are along the nearest ones.
  if (bytes.empty())
    for (Operation *op : component.accesses) {
      orders.push_back(getNearestOrder(op));
      RankedTensorType type = getTileType(getPointers(op));
      bytes[orders.back()] +=
          type.getNumElements() *
          int64_t(getByteWidth(getPointee(getPointers(op))));
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

unsigned LayoutPicker::pickWidth(const Component &component,
                                 unsigned dim) const {
  constexpr int64_t maxBytes = kMaxVectorBits / 8;
  int64_t room =
      component.getNumElements() / (kThreadsPerWarp * int64_t(numWarps));
  for (auto [other, mask] : llvm::enumerate(component.inThread))
    room >>= llvm::popcount(mask) - (other == dim ? llvm::countr_one(mask) : 0);
  int64_t limit = std::min({maxBytes, component.shape[dim], room});
  auto getCost = [&](int64_t width) {
    int64_t sectors = 0, requests = 0;
    for (Operation *op : component.accesses) {
      Value ptr = getPointers(op);
      int64_t apart = prices.getBytesApart(op, dim);
      // Each element has a sector of its own in any case.
      if (getRun(ptr, dim) == 1 && apart >= kSectorBytes)
        continue;
      int64_t taken = std::min(width, getWidth(op, dim));
      int64_t weight = getTileType(ptr).getNumElements() * maxBytes / taken;
      sectors += weight * std::min(kSectorBytes, width * apart);
      requests += weight;
    }
    return kSector * sectors + (kRequest + kPrepare) * requests;
  };
  int64_t best = 1;
  for (int64_t width = 2; width <= limit; width *= 2)
    if (getCost(width) < getCost(best))
      best = width;
  return best;
}
