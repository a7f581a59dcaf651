//===- LayoutPrices.cpp - What a layout costs -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"

#include "AddressSteps.h"
#include "SeparateAccesses.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Layout/ConversionPlan.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

int64_t tilegpu::getLoopWeight(Operation *op) {
  constexpr int64_t kIterations = 8;
  int64_t weight = 1;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && weight < (int64_t(1) << 30))
      weight *= kIterations;
  return weight;
}

int64_t LayoutPrices::getBytesApart(Operation *access, unsigned dim) const {
  constexpr int64_t kFar = int64_t(1) << 20;
  Value pointers = cast<LayoutOpInterface>(access).getAccessedPointers();
  auto type = cast<RankedTensorType>(pointers.getType());
  int64_t bytes =
      getByteWidth(cast<PtrType>(type.getElementType()).getPointeeType());
  const AxisInfo *info = axisInfo.lookup(pointers);
  if (info && info->getContiguity(dim) > 1)
    return bytes;
  // Runs of equal numbers, such as an index divided by a constant.
  if (info && info->getConstancy(dim) > 1 &&
      info->getConstancy(dim) < type.getDimSize(dim))
    return bytes;
  AddressStep step = getAddressStep(pointers, dim);
  switch (step.kind) {
  case AddressStep::Kind::Known:
    return llvm::PowerOf2Ceil(std::max<int64_t>(step.elements, 1)) * bytes;
  case AddressStep::Kind::Data:
    return hasEffect<MemoryEffects::Write>(access) ? 2 * bytes : kFar;
  case AddressStep::Kind::Far:
    return kFar;
  }
  llvm_unreachable("all kinds of steps are above");
}

int64_t LayoutPrices::getWidth(Operation *access,
                               const LinearLayout &map) const {
  auto layoutOp = cast<LayoutOpInterface>(access);
  Value pointers = layoutOp.getAccessedPointers();
  int64_t width = 1;
  for (int32_t dim = 0; dim < map.getNumOutDims(); ++dim) {
    int64_t along =
        std::min<int64_t>({map.getContiguity(kRegister, getDimName(dim)),
                           axisInfo.getPointerContiguity(pointers, dim),
                           layoutOp.getMaxAccessWidth()});
    width = std::max(width, along);
  }
  return width;
}

int64_t LayoutPrices::getBytesAtOnce(Operation *access,
                                     Attribute layout) const {
  auto type = cast<RankedTensorType>(
      cast<LayoutOpInterface>(access).getAccessedPointers().getType());
  return getByteWidth(cast<PtrType>(type.getElementType()).getPointeeType()) *
         getWidth(access, cast<LayoutAttrInterface>(layout).toLinearLayout(
                              type.getShape()));
}

/// The price in a table, computed where it is not there yet. To compute it must
/// not touch the table.
template <typename Table, typename Key>
static int64_t lookup(Table &table, const Key &key,
                      llvm::function_ref<int64_t()> compute) {
  auto [it, isNew] = table.try_emplace(key, 0);
  if (isNew)
    it->second = compute();
  return it->second;
}

LayoutPrices::AccessPrice LayoutPrices::getAccessPrice(Operation *access,
                                                       Attribute layout) {
  auto [it, isNew] = accesses.try_emplace(std::pair(access, layout));
  if (isNew)
    it->second = computeAccess(access, layout);
  return it->second;
}

LayoutPrices::AccessPrice LayoutPrices::computeAccess(Operation *access,
                                                      Attribute layout) const {
  auto layoutOp = cast<LayoutOpInterface>(access);
  Value pointers = layoutOp.getAccessedPointers();
  auto type = cast<RankedTensorType>(pointers.getType());
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape());
  Type pointee = cast<PtrType>(type.getElementType()).getPointeeType();
  int64_t bytes = getByteWidth(pointee);
  const AxisInfo *info = axisInfo.lookup(pointers);

  int64_t width = getWidth(access, map);
  bool isStore = hasEffect<MemoryEffects::Write>(access);
  // Where elements of one address stand for one, and how far apart neighbours
  // are then.
  int64_t numDistinct = 1;
  SmallVector<std::pair<unsigned, int64_t>> steps;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t size = type.getDimSize(dim);
    int64_t constancy = info ? std::min(info->getConstancy(dim), size) : 1;
    int64_t bytesApart = getBytesApart(access, dim);
    numDistinct *= std::max<int64_t>(size / constancy, 1);
    steps.emplace_back(llvm::Log2_64(constancy), bytesApart);
  }
  uint32_t numLanes = map.getInDimSize(kLane);
  SmallVector<SmallVector<int32_t, 5>> laneBases(type.getRank());
  for (auto [dim, bases] : llvm::enumerate(laneBases))
    for (int32_t bit = 0; bit < map.getInDimSizeLog2(kLane); ++bit)
      bases.push_back(map.getBasis(kLane, bit, getDimName(dim)));
  // How many coordinates along each dimension, as a power of two, lie in one
  // piece of so many bytes: along runs of addresses, and wherever the address
  // is the same.
  auto getShifts = [&](int64_t pieceBytes) {
    SmallVector<unsigned> shifts;
    for (auto [dim, step] : llvm::enumerate(steps)) {
      int64_t run = std::max<int64_t>(pieceBytes / step.second, 1);
      if (int64_t known = info ? info->getContiguity(dim) : 1; known > 1)
        run = std::min(run, known);
      shifts.push_back(step.first + llvm::Log2_64(run));
    }
    return shifts;
  };
  // The pieces that the lanes of a request touch.
  auto countPieces = [&](int64_t pieceBytes) {
    SmallVector<unsigned> shifts = getShifts(pieceBytes);
    uint32_t idle = isStore ? map.getFreeVariableMask(kLane) : 0;
    llvm::SmallSet<uint64_t, 32> pieces;
    for (uint32_t lane = 0; lane < kThreadsPerWarp; ++lane) {
      if (lane & idle)
        continue;
      uint64_t piece = 0;
      for (unsigned dim = 0; dim < type.getRank(); ++dim) {
        uint32_t coordinate = 0;
        for (uint32_t bits = lane & (numLanes - 1); bits; bits &= bits - 1)
          coordinate ^= laneBases[dim][llvm::countr_zero(bits)];
        piece = piece * type.getDimSize(dim) + (coordinate >> shifts[dim]);
      }
      pieces.insert(piece);
    }
    return int64_t(pieces.size());
  };
  int64_t requests =
      std::max<int64_t>(map.getNumDistinct(kRegister) / width, 1);
  int64_t preparation = (layoutOp.getAccessMask() ? kPrepareMasked : kPrepare) *
                        requests * map.getInDimSize(kWarp);
  int64_t warps = isStore ? map.getNumDistinct(kWarp) : map.getInDimSize(kWarp);
  int64_t sectors =
      countPieces(kSectorBytes) *
      static_cast<int64_t>(llvm::divideCeil(width * bytes, kSectorBytes));
  int64_t linesPerRequest = countPieces(kLineBytes);
  int64_t lines = requests * warps * linesPerRequest;
  Cost cost;
  cost.issue = kRequest * requests * warps + kLine * lines;
  // What is loaded again comes from the cache, and requests are issued while
  // memory delivers; what is stored goes on to the next cache each time.
  int64_t touched = requests * warps * sectors;
  int64_t moved = llvm::divideCeil(numDistinct * bytes, kSectorBytes);
  if (isStore) {
    cost.memory = kSector * touched;
  } else {
    cost.issue = std::max<int64_t>(cost.issue - kSector * moved, 0);
    cost.memory =
        kSector * moved +
        llvm::alignDown(kSectorAgain * std::max<int64_t>(touched - moved, 0),
                        kClock);
    // A line comes in one piece, or by so many requests. What few lines lack
    // comes before the cache drops them.
    constexpr int64_t kFewLines =
        kThreadsPerWarp * (kMaxVectorBits / 8) / kLineBytes;
    int64_t tileLines = 1;
    for (auto [size, shift] :
         llvm::zip_equal(type.getShape(), getShifts(kLineBytes)))
      tileLines *= std::max<int64_t>(size >> shift, 1);
    if (linesPerRequest > kFewLines)
      cost.memory +=
          kLineAgain *
          std::max<int64_t>(moved * linesPerRequest / sectors - tileLines, 0);
  }
  return {cost, preparation, lines};
}

int64_t LayoutPrices::getCopies(ArrayRef<int64_t> shape, Attribute layout,
                                int64_t work) {
  LinearLayout map = cast<LayoutAttrInterface>(layout).toLinearLayout(shape);
  int64_t held = int64_t(map.getNumDistinct(kRegister)) * kThreadsPerWarp *
                 map.getInDimSize(kWarp);
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  return kInstruction * (held - elements) * work / kThreadsPerWarp;
}

int64_t LayoutPrices::getOperation(Operation *op, Attribute layout) {
  return lookup(operations, std::pair(op, layout), [&] {
    return LayoutModel(op).getWork(layout).getPrice() * getLoopWeight(op);
  });
}

int64_t LayoutPrices::getConversion(RankedTensorType type, Attribute from,
                                    Attribute to, Operation *where,
                                    bool isAwaited) {
  if (from == to)
    return 0;
  auto key = std::pair<Type, Attribute>(withLayout(type, from), to);
  auto [it, isNew] = conversions.try_emplace(key);
  if (isNew) {
    LinearLayout source =
        cast<LayoutAttrInterface>(from).toLinearLayout(type.getShape());
    std::optional<ConversionPlan> plan = ConversionPlan::create(
        source, cast<LayoutAttrInterface>(to).toLinearLayout(type.getShape()),
        getBitWidth(type.getElementType()));
    if (plan && plan->getShared().bytes <= maxBytes)
      it->second = plan->getWork().ofWarps(source.getInDimSize(kWarp));
  }
  // Not to be had at any price, as what takes shared memory that some GPUs do
  // not have, or from others.
  if (!it->second)
    return kNever * getLoopWeight(where);
  Cost cost = it->second->getCost();
  if (!isAwaited && it->second->shuffles != 0 && it->second->accesses == 0)
    cost.latency = 0;
  return cost.getSum() * getLoopWeight(where);
}

int64_t LayoutPrices::getDetour(Operation *op, Attribute own,
                                Attribute around) {
  return lookup(detours, std::tuple(op, own, around),
                [&] { return computeDetour(op, own, around); });
}

int64_t LayoutPrices::computeDetour(Operation *op, Attribute own,
                                    Attribute around) {
  LayoutModel model(op);
  unsigned deciding = model.getDecidingClass();
  auto getLayouts = [&](unsigned layoutClass) {
    return std::pair(model.inferLayout(deciding, own, layoutClass),
                     model.inferLayout(deciding, around, layoutClass));
  };
  // Before a load or an iteration other work goes on, but after a program's
  // last stores nothing does: a decoder's attention took 2 % longer on an H200.
  constexpr unsigned kMaxOpsAtEnd = 16;
  bool isAtEnd = op->getNumResults() == 0 && getLoopWeight(op) == 1;
  unsigned maxOps = isAtEnd ? kMaxOpsAtEnd : kMaxCheapOps;
  // What a loop stores nothing waits for, if it changes lanes by shuffles.
  bool isAwaited = op->getNumResults() != 0 || isAtEnd;
  int64_t price = 0;
  OwnOperands operands(op, own, maxOps), others(op, around, maxOps);
  bool hasOwn = operands && others;
  if (hasOwn) {
    DenseMap<Value, Attribute> layouts(others.getLeaves().begin(),
                                       others.getLeaves().end());
    scf::ForOp loop = operands.getLoop();
    for (auto [leaf, layout] : operands.getLeaves()) {
      bool isBefore = loop && loop.isDefinedOutsideOfLoop(leaf);
      price += getConversion(cast<RankedTensorType>(leaf.getType()),
                             layouts.at(leaf), layout, isBefore ? loop : op);
    }
  }
  for (OpOperand &use : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(use.get().getType());
    if (!type || isCheap(use.get(), maxOps) ||
        (hasOwn && use.get() != model.getData()))
      continue;
    auto [inside, outside] = getLayouts(model.getClass(use));
    if (inside && outside)
      price += getConversion(type, outside, inside, op, isAwaited);
  }
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || result.use_empty())
      continue;
    auto [inside, outside] = getLayouts(model.getClass(result));
    if (inside && outside)
      price += getConversion(type, inside, outside, op);
  }
  return price;
}
