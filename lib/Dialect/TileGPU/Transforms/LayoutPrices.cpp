//===- LayoutPrices.cpp - What a layout costs -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPrices.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Layout/ConversionPlan.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// What memory moves at once (CUDA C++ Best Practices Guide, "Coalesced Access
/// to Global Memory"), and what it costs; the head of LayoutPrices.h says why.
static constexpr int64_t kSectorBytes = 32, kLineBytes = 128;
static constexpr int64_t kClocksPerSector = 2, kClocksPerBarrier = 40,
                         kClocksToWait = 60;

int64_t tilegpu::getLoopWeight(Operation *op) {
  constexpr int64_t kIterations = 8;
  int64_t weight = 1;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && weight < (int64_t(1) << 30))
      weight *= kIterations;
  return weight;
}

int64_t LayoutPrices::getAccess(Operation *access, Attribute layout) const {
  auto layoutOp = cast<LayoutOpInterface>(access);
  Value pointers = layoutOp.getAccessedPointers();
  auto type = cast<RankedTensorType>(pointers.getType());
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape());
  Type pointee = cast<PtrType>(type.getElementType()).getPointeeType();
  int64_t bytes = getByteWidth(pointee);
  const AxisInfo *info = axisInfo.lookup(pointers);

  // Elements that a thread takes at once, along the best dimension.
  int64_t width = 1;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t along =
        std::min<int64_t>({map.getContiguity(kRegister, getDimName(dim)),
                           axisInfo.getPointerContiguity(pointers, dim),
                           layoutOp.getMaxAccessWidth()});
    width = std::max(width, along);
  }
  bool isStore = hasEffect<MemoryEffects::Write>(access);
  // The pieces of so many bytes that the lanes touch: lanes share one along
  // runs of addresses, and wherever the address is the same.
  auto countPieces = [&](int64_t pieceBytes) {
    SmallVector<unsigned> shifts;
    for (unsigned dim = 0; dim < type.getRank(); ++dim) {
      int64_t run = info ? info->getContiguity(dim) : 1;
      int64_t constancy = info ? info->getConstancy(dim) : 1;
      shifts.push_back(llvm::Log2_64(std::max(
          {constancy, std::min(run, pieceBytes / bytes), int64_t(1)})));
    }
    uint32_t idle = isStore ? map.getFreeVariableMask(kLane) : 0;
    llvm::SmallSet<uint64_t, 32> pieces;
    for (uint32_t lane = 0; lane < kThreadsPerWarp; ++lane) {
      if (lane & idle)
        continue;
      uint64_t piece = 0;
      for (unsigned dim = 0; dim < type.getRank(); ++dim) {
        uint32_t coordinate = 0;
        for (int32_t bit = 0; bit < map.getInDimSizeLog2(kLane); ++bit)
          if (lane >> bit & 1)
            coordinate ^= map.getBasis(kLane, bit, getDimName(dim));
        piece = piece * type.getDimSize(dim) + (coordinate >> shifts[dim]);
      }
      pieces.insert(piece);
    }
    return int64_t(pieces.size());
  };
  int64_t registers =
      map.getInDimSize(kRegister) >>
      llvm::popcount(static_cast<uint32_t>(map.getFreeVariableMask(kRegister)));
  int64_t requests = std::max<int64_t>(registers / width, 1);
  int64_t warps = map.getInDimSize(kWarp);
  if (isStore)
    warps >>=
        llvm::popcount(static_cast<uint32_t>(map.getFreeVariableMask(kWarp)));
  int64_t sectors =
      countPieces(kSectorBytes) *
      static_cast<int64_t>(llvm::divideCeil(width * bytes, kSectorBytes));
  int64_t price = requests * warps * (1 + countPieces(kLineBytes));
  // What is loaded again comes from the cache, and requests are issued while
  // memory delivers; what is stored goes on to the next cache each time.
  int64_t touched = requests * warps * sectors;
  int64_t moved = llvm::divideCeil(type.getNumElements() * bytes, kSectorBytes);
  if (isStore)
    price += kClocksPerSector * touched;
  else
    price = std::max(price, kClocksPerSector * moved) +
            std::max<int64_t>(touched - moved, 0) / 4;
  return price * getLoopWeight(access);
}

int64_t LayoutPrices::getOperation(Operation *op, Attribute layout) {
  return LayoutModel(op).getClocks(layout) * getLoopWeight(op);
}

int64_t LayoutPrices::getConversion(RankedTensorType type, Attribute from,
                                    Attribute to, Operation *where) {
  if (from == to)
    return 0;
  auto key = std::pair<Type, Attribute>(withLayout(type, from), to);
  auto [it, isNew] = conversions.try_emplace(key, 0);
  if (isNew) {
    LinearLayout source =
        cast<LayoutAttrInterface>(from).toLinearLayout(type.getShape());
    std::optional<ConversionPlan> plan = ConversionPlan::create(
        source, cast<LayoutAttrInterface>(to).toLinearLayout(type.getShape()),
        getBitWidth(type.getElementType()));
    // Not to be had at any price, as what takes shared memory that some GPUs do
    // not have, or from others.
    it->second = int64_t(1) << 40;
    if (plan && plan->getCost().bytes <= maxBytes) {
      const ConversionCost &cost = plan->getCost();
      int64_t clocks =
          cost.shuffles + (cost.selects + 1) / 2 + (cost.wavefronts + 1) / 2;
      it->second = source.getInDimSize(kWarp) * clocks +
                   kClocksPerBarrier * cost.barriers +
                   (clocks ? kClocksToWait : 0);
    }
  }
  return it->second * getLoopWeight(where);
}

int64_t LayoutPrices::getDetour(Operation *op, Attribute own,
                                Attribute around) {
  LayoutModel model(op);
  unsigned deciding = model.getDecidingClass();
  auto getLayouts = [&](unsigned layoutClass) {
    return std::pair(model.inferLayout(deciding, own, layoutClass),
                     model.inferLayout(deciding, around, layoutClass));
  };
  int64_t price = 0;
  for (OpOperand &use : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(use.get().getType());
    if (!type || isCheap(use.get()))
      continue;
    auto [inside, outside] = getLayouts(model.getClass(use));
    if (inside && outside)
      price += getConversion(type, outside, inside, op);
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
