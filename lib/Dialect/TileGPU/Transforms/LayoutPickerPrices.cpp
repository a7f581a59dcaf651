//===- LayoutPickerPrices.cpp - Cheaper layouts of components -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPicker.h"

#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static Value getPointers(Operation *access) {
  return LayoutModel(access).getAccessedPointers();
}

Attribute LayoutPicker::pickAlone(Operation *access,
                                  ArrayRef<int64_t> shape) const {
  Component alone;
  alone.accesses.push_back(access);
  alone.shape.assign(shape.begin(), shape.end());
  alone.inThread.resize(shape.size(), 0);
  SmallVector<uint32_t> nothing(shape.size(), 0);
  return pick(alone, nothing);
}

CoordinateMask LayoutPicker::getDemanded(const Component &component) const {
  CoordinateMask demanded(component.shape.size(), 0);
  for (Operation *op : component.demanding) {
    LayoutModel model(op);
    for (const LayoutDemand &demand :
         model.getDemands(kThreadsPerWarp * int64_t(numWarps)))
      if (demand.layoutClass == model.getDecidingClass())
        for (CoordinateBit bit : demand.bits)
          demanded[bit.dim] |= 1u << bit.pos;
  }
  return demanded;
}

Attribute LayoutPicker::fillThreads(const Component &component,
                                    Attribute layout) const {
  CoordinateMask demanded = getDemanded(component);
  int64_t room =
      component.getNumElements() / (kThreadsPerWarp * int64_t(numWarps));
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(component.shape);
  SmallVector<unsigned> order = cast<LayoutAttrInterface>(layout).getOrder();
  // What the thread takes at once stays.
  SmallVector<uint32_t> registers(component.shape.size(), 0);
  unsigned fastest = order.front(), count = 0;
  registers[fastest] = map.getContiguity(kRegister, getDimName(fastest)) - 1;
  count += llvm::popcount(registers[fastest]);
  bool isFilled = false;
  for (auto [dim, mask] : llvm::enumerate(demanded))
    for (uint32_t rest = mask & ~registers[dim];
         rest && (int64_t(2) << count) <= room; rest &= rest - 1) {
      registers[dim] |= rest & -rest;
      isFilled = true;
      ++count;
    }
  if (!isFilled)
    return {};
  // Without accesses nothing asks for lanes: let them have the rest.
  if (component.accesses.empty())
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return (demanded[a] != 0) > (demanded[b] != 0);
    });
  return spreadThreads(component, order, registers);
}

Attribute LayoutPicker::keepInWarp(const Component &component,
                                   Attribute layout) const {
  CoordinateMask demanded = getDemanded(component);
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(component.shape);
  SmallVector<uint32_t> registers(component.shape.size(), 0);
  bool crosses = false;
  unsigned count = 0;
  for (auto [dim, mask] : llvm::enumerate(registers)) {
    StringRef name = getDimName(dim);
    // The block of the thread: what lies below lanes and warps.
    uint32_t others = 0;
    for (StringRef inDim : {kLane, kWarp})
      for (int32_t bit = 0; bit < map.getInDimSizeLog2(inDim); ++bit)
        others |= map.getBasis(inDim, bit, name);
    for (int32_t bit = 0; bit < map.getInDimSizeLog2(kRegister); ++bit) {
      uint32_t moved = map.getBasis(kRegister, bit, name);
      // Repetition along a demanded dimension stays where it is, too.
      if (moved < (others & -others) || (moved & demanded[dim]))
        mask |= moved;
    }
    for (int32_t bit = 0; bit < map.getInDimSizeLog2(kWarp); ++bit)
      if (uint32_t moved = map.getBasis(kWarp, bit, name) & demanded[dim]) {
        mask |= moved;
        crosses = true;
      }
    count += llvm::popcount(mask);
  }
  int64_t room =
      component.getNumElements() / (kThreadsPerWarp * int64_t(numWarps));
  if (!crosses || (int64_t(1) << count) > room)
    return {};
  return spreadThreads(component, cast<LayoutAttrInterface>(layout).getOrder(),
                       registers);
}

Attribute LayoutPicker::putWarpsLast(const Component &component,
                                     Attribute layout) const {
  CoordinateMask demanded = getDemanded(component);
  LinearLayout::BasesT bases = cast<LayoutAttrInterface>(layout)
                                   .toLinearLayout(component.shape)
                                   .getBases();
  auto &registers = bases[0].second, &warps = bases[2].second;
  bool isChanged = false;
  for (auto [dim, mask] : llvm::enumerate(demanded)) {
    // What moves along this dimension alone, in registers and in warps.
    auto isAlong = [&, dim = dim](const std::vector<int32_t> &basis) {
      return llvm::all_of(llvm::enumerate(basis), [&](auto entry) {
        return (entry.value() != 0) == (entry.index() == dim);
      });
    };
    for (std::vector<int32_t> &warp : warps)
      for (std::vector<int32_t> &reg : registers)
        if (mask && isAlong(warp) && isAlong(reg) && reg[dim] > warp[dim]) {
          std::swap(reg, warp);
          isChanged = true;
        }
  }
  if (!isChanged)
    return {};
  return getLayoutAttr(context, component.shape,
                       LinearLayout(bases, getOutDims(component.shape)));
}

/// Prices are estimates: what is only a little cheaper is not worth a change,
/// of one access by 5 %, of all of them by 10 %. Exchanges between threads are
/// counted one by one, and are little next to what memory takes: 2 %.
static bool isCheaper(int64_t price, int64_t other) {
  return price * 20 < other * 19;
}
/// A conversion takes instructions as well, so those that it saves an access
/// are a reason for one only where they are many.
static bool isFarCheaper(int64_t price, int64_t other) {
  return price * 3 < other * 2;
}
static bool isMuchCheaper(int64_t price, int64_t other, bool countsExchanges) {
  return countsExchanges ? price * 50 < other * 49 : price * 10 < other * 9;
}

/// Whether the load is read ahead by copies to shared memory, from where its
/// tile comes in any layout: in `own` larger ones, or any at all.
static bool isCopiedBetter(Operation *access, Attribute own, Attribute layout,
                           const LayoutPrices &prices) {
  constexpr int64_t kLeastBytes = 4;
  auto load = dyn_cast<LoadOp>(access);
  if (!load || load.getIsVolatile() || !mayRunAhead(load, /*numStages=*/2))
    return false;
  int64_t bytes = prices.getBytesAtOnce(load, own);
  return bytes >= kLeastBytes && bytes > prices.getBytesAtOnce(load, layout);
}

/// Whether the bits of a mask are registers' alone.
static bool isInThread(Attribute layout, const Component &component,
                       ArrayRef<uint32_t> mask) {
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(component.shape);
  for (StringRef inDim : {kLane, kWarp})
    for (int32_t bit = 0; bit < map.getInDimSizeLog2(inDim); ++bit)
      for (auto [dim, wanted] : llvm::enumerate(mask))
        if (map.getBasis(inDim, bit, getDimName(dim)) & wanted)
          return false;
  return true;
}

LayoutPicker::Price
LayoutPicker::getPrice(ArrayRef<unsigned> cluster, ArrayRef<Attribute> chosen,
                       SmallVectorImpl<LayoutDetour> &found) {
  Price together, apart;
  int64_t fitting = 0, moreCopies = 0;
  size_t numAccesses = 0;
  SmallVector<LayoutDetour> accesses;
  for (unsigned index : cluster) {
    Attribute layout = chosen[index];
    if (!layout)
      continue;
    fitting += LayoutPrices::getCopies(components[index].shape, layout,
                                       components[index].work);
    moreCopies += LayoutPrices::getCopies(components[index].shape, layout,
                                          components[index].moreWork);
    for (Operation *op : components[index].accesses) {
      int64_t price = prices.getAccess(op, layout);
      // The layout that it would have alone, with conversions around it.
      Attribute own = pickAlone(op, getTileType(getPointers(op)).getShape());
      int64_t detour =
          prices.getAccess(op, own) + prices.getDetour(op, own, layout);
      int64_t preparation = prices.getPreparation(op, layout);
      int64_t prepared = prices.getPreparation(op, own);
      together.moves += price;
      together.preparation += preparation;
      bool isCopied = isCopiedBetter(op, own, layout, prices);
      if (isCopied)
        detour = prices.getAccess(op, own);
      if (isCopied || isCheaper(detour, price) ||
          isFarCheaper(detour + prepared, price + preparation)) {
        accesses.push_back({op, own});
        price = detour;
        preparation = prepared;
      }
      apart.moves += price;
      apart.preparation += preparation;
      ++numAccesses;
    }
    // Where a wish is not granted, elements are converted to what grants it.
    for (auto &[op, mask] : components[index].wishes)
      if (layout != layouts[index] &&
          !isInThread(layout, components[index], mask))
        fitting += prices.getConversion(
            RankedTensorType::get(components[index].shape,
                                  IntegerType::get(context, 32)),
            layout, layouts[index], op);
    // What works in this layout, if it can, or in the one that was made for it.
    for (Operation *op : components[index].demanding) {
      LayoutModel model(op);
      Attribute own = layouts[index];
      std::optional<int64_t> here;
      if (layout == own || model.accepts(model.getDecidingClass(), layout))
        here = prices.getOperation(op, layout);
      if (layout != own) {
        int64_t detour =
            prices.getOperation(op, own) + prices.getDetour(op, own, layout);
        if (!here || isCheaper(detour, *here)) {
          found.push_back({op, own});
          here = detour;
        }
      }
      fitting += *here;
    }
  }
  // If all accesses went apart, nothing would hold the layout that was chosen,
  // unless it is fixed, as that of a matrix product is.
  bool isHeld =
      accesses.size() < numAccesses ||
      llvm::any_of(
          cluster,
          [&](unsigned index) { return components[index].fixed != nullptr; });
  if (isHeld)
    found.append(accesses);
  Price price = isHeld ? apart : together;
  // Long computations go on while memory delivers.
  price.moves = std::max(price.moves, moreCopies) + fitting;
  return price;
}

int64_t LayoutPicker::findCuts(ArrayRef<unsigned> cluster,
                               ArrayRef<Attribute> chosen,
                               SmallVectorImpl<LayoutCut> &found) {
  int64_t price = 0;
  for (const ComponentLink &link : links) {
    auto expand = dyn_cast<ExpandDimsOp>(link.op);
    if (!expand || !llvm::is_contained(cluster, link.ends[0].component))
      continue;
    LayoutModel model(link.op);
    OpOperand &operand = expand.getSrcMutable();
    RankedTensorType type = getTileType(operand.get());
    unsigned sourceClass = model.getClass(operand);
    bool isFirst = link.ends[0].layoutClass == sourceClass;
    const ComponentLink::End &source = link.ends[!isFirst],
                             &result = link.ends[isFirst];
    Attribute own = chosen[source.component], around = chosen[result.component];
    Attribute wanted =
        around ? model.inferLayout(result.layoutClass, around, sourceClass)
               : Attribute();
    if (!own || !wanted || areEquivalent(type.getShape(), own, wanted))
      continue;
    price += prices.getConversion(type, own, wanted, link.op);
    found.push_back({&operand, wanted});
  }
  return price;
}

void LayoutPicker::improve() {
  llvm::IntEqClasses classes(components.size());
  for (const ComponentLink &link : links)
    classes.join(link.ends[0].component, link.ends[1].component);
  classes.compress();
  std::vector<SmallVector<unsigned>> clusters(classes.getNumClasses());
  for (unsigned index = 0; index < components.size(); ++index)
    clusters[classes[index]].push_back(index);
  for (ArrayRef<unsigned> cluster : clusters)
    improve(cluster);
}

void LayoutPicker::improve(ArrayRef<unsigned> cluster) {
  // Others are looked at only if an access would have it a good deal better
  // alone, or an operation has something to pay.
  SmallVector<std::pair<unsigned, Attribute>> candidates;
  auto add = [&](unsigned index, Attribute own) {
    const Component &component = components[index];
    for (Attribute layout :
         {own, keepInWarp(component, own), putWarpsLast(component, own),
          fillThreads(component, own)}) {
      std::pair<unsigned, Attribute> candidate(index, layout);
      if (layout && !llvm::is_contained(candidates, candidate))
        candidates.push_back(candidate);
    }
  };
  bool isWorse = false, hasExchanges = false;
  for (unsigned index : cluster) {
    const Component &component = components[index];
    for (Operation *op : component.accesses) {
      Attribute own = pickAlone(op, component.shape);
      add(index, own);
      int64_t ownPrice = prices.getAccess(op, own);
      int64_t price = prices.getAccess(op, layouts[index]);
      isWorse |= isCheaper(ownPrice, price) ||
                 isCheaper(ownPrice + prices.getPreparation(op, own),
                           price + prices.getPreparation(op, layouts[index]));
    }
    if (component.accesses.empty() && !component.demanding.empty())
      add(index, getDefaultLayout(context, component.shape, numWarps));
    for (Operation *op : component.demanding)
      hasExchanges |= prices.getOperation(op, layouts[index]) > 0;
  }
  if (!isWorse && !hasExchanges)
    return;

  SmallVector<Attribute> best(layouts);
  SmallVector<LayoutDetour> bestDetours;
  Price bestPrice = getPrice(cluster, best, bestDetours);
  const Price firstPrice = bestPrice;
  const size_t firstDetours = bestDetours.size();
  bool isFirst = true;
  constexpr size_t kMaxCandidates = 8;
  for (auto [first, layout] : ArrayRef(candidates).take_front(kMaxCandidates)) {
    SmallVector<Attribute> chosen(layouts);
    for (unsigned index : cluster)
      chosen[index] = {};
    for (unsigned index : cluster)
      if (components[index].fixed && !chosen[index])
        assign(chosen, index, components[index].fixed);
    if (chosen[first])
      continue;
    assign(chosen, first, layout);
    // What does not follow stays as it was.
    for (unsigned index : cluster)
      if (!chosen[index] && layouts[index])
        assign(chosen, index, layouts[index]);
    SmallVector<LayoutDetour> found;
    Price price = getPrice(cluster, chosen, found);
    // As above, preparation is not a reason for more conversions, if it is not
    // much. Nor does it hide what moves.
    bool hasMoreDetours = found.size() > firstDetours;
    bool isWorthIt =
        isMuchCheaper(price.getSum(), firstPrice.getSum(),
                      hasExchanges && !hasMoreDetours) ||
        (price.getSum() <= firstPrice.getSum() &&
         isMuchCheaper(price.moves, firstPrice.moves, hasExchanges));
    // Of those that are worth it, the cheapest; with more conversions, only if
    // it is by far.
    bool isCheapest = found.size() <= bestDetours.size()
                          ? price.getSum() < bestPrice.getSum()
                          : isFarCheaper(price.getSum(), bestPrice.getSum());
    if (isWorthIt && (isFirst || isCheapest)) {
      isFirst = false;
      bestPrice = price;
      best = std::move(chosen);
      bestDetours = std::move(found);
    }
  }
  // Layouts follow each other through vectors that tiles repeat, even if each
  // thread then computes all of a vector: except where that is dear.
  SmallVector<LayoutCut> found;
  int64_t sum = bestPrice.getSum() + findCuts(cluster, best, found);
  if (!found.empty() &&
      isMuchCheaper(sum, firstPrice.getSum(), /*countsExchanges=*/false))
    cuts.append(found.begin(), found.end());
  layouts = std::move(best);
  detours.append(bestDetours.begin(), bestDetours.end());
}

void LayoutPicker::moveConversions() {
  if (detours.empty())
    return;
  // The loads that have the layouts of their components.
  DenseMap<Operation *, Attribute> loads;
  for (auto [index, component] : llvm::enumerate(components))
    for (Operation *op : component.accesses)
      if (hasEffect<MemoryEffects::Read>(op) &&
          !hasEffect<MemoryEffects::Write>(op))
        loads[op] = layouts[index];
  for (const LayoutDetour &detour : detours)
    loads.erase(detour.op);
  for (LayoutDetour &detour : detours)
    moveConversion(detour, loads);
}

void LayoutPicker::moveConversion(
    LayoutDetour &detour, const DenseMap<Operation *, Attribute> &loads) {
  LayoutModel store(detour.op);
  if (!store.getAccessedPointers() || detour.op->getNumResults() != 0)
    return;
  Value data = store.getData();
  Operation *computes = data.getDefiningOp();
  if (!computes || !data.hasOneUse() || computes->getNumResults() != 1 ||
      computes->getBlock() != detour.op->getBlock() || !isPure(computes))
    return;
  LayoutModel model(computes);
  if (model.isFixed() || model.isAnchor() || model.getNumClasses() != 1)
    return;
  OpOperand *converted = nullptr;
  SmallVector<Operation *, 1> gaining;
  for (OpOperand &use : computes->getOpOperands()) {
    RankedTensorType type = getTileType(use.get());
    if (!type || isCheap(use.get()))
      continue;
    Operation *load = use.get().getDefiningOp();
    Attribute layout = load ? loads.lookup(load) : Attribute();
    // The load has no other users, and nothing but its result to convert.
    bool gains =
        layout && load->getBlock() == computes->getBlock() &&
        use.get().hasOneUse() &&
        llvm::all_of(load->getOperands(),
                     [](Value operand) { return isCheap(operand); }) &&
        prices.getAccess(load, detour.layout) <=
            prices.getAccess(load, layout) &&
        prices.getPreparation(load, detour.layout) <=
            prices.getPreparation(load, layout) &&
        prices.getLines(load, detour.layout) < prices.getLines(load, layout);
    if (gains) {
      gaining.push_back(load);
      continue;
    }
    // One conversion as before, of no more bits.
    if (converted || getBitWidth(type.getElementType()) >
                         getBitWidth(getTileType(data).getElementType()))
      return;
    converted = &use;
  }
  if (!converted || gaining.empty())
    return;
  detour.converted = converted;
  detour.loads = std::move(gaining);
}
