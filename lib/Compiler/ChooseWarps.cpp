//===- ChooseWarps.cpp - How many warps a program gets --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If nothing sets the number of warps, it is chosen by registers. A map over
// elements needs few: its elements can be computed one after the other. A
// product, a reduction, a scan or a sort waits for all elements of its
// operands. So each tile that lives there is in registers as a whole:
//
//   registers of a thread = 32-bit words of all tiles that live / threads
//
// For a product of 128x32 and 32x128 f16, whose addresses are not known to be
// adjacent, 4 warps are 128 threads:
//
//   sums          128 * 128 f32                      128
//   operands      128 * 32 f16 + 32 * 128 f16         32
//   pointers      2 * 128 * 32, of two words         128
//
// These 288 are more than the 255 that a thread can have, and 8 warps need 144.
// Pointers to adjacent elements are one pointer for each 16 bytes. Sums of
// products that are in tensor memory are not counted.
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Passes.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/Occupancy.h"
#include "tile/Hardware/TargetInfo.h"

#include "mlir/Analysis/Liveness.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// How many 32-bit words of tiles a module's operations have in registers.
class TileWords {
public:
  explicit TileWords(ModuleOp module) : module(module) {
    TargetAttr target = getTarget(module);
    const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
    hasTensorMemory = info && info->hasTensorMemory();
  }

  /// Of all tiles that live where `op` waits for its operands' elements.
  int64_t countLiving(Operation *op, Liveness &liveness);

private:
  int64_t count(Value value);

  ModuleOp module;
  bool hasTensorMemory;
  /// Made for the first tile of pointers.
  std::optional<ModuleAxisInfo> axisInfo;
};

} // namespace

/// Whether an operation waits for all elements of its operands.
static bool needsWholeTiles(Operation *op) {
  return isa<DotOp, DotScaledOp, ReduceOp, ScanOp, SortOp, TopKOp>(op);
}

/// Whether threads make a value where they need it, instead of keeping it.
static bool isCheap(Value value) {
  auto op = value.getDefiningOp<LayoutOpInterface>();
  return value.getDefiningOp() &&
         (value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>() ||
          (op && op.isCheap()));
}

/// Whether the value is a product that the target's tensor memory can hold.
static bool fitsTensorMemory(Value value) {
  if (auto dot = value.getDefiningOp<DotOp>())
    return tilegpu::haveWarpgroupInstruction(dot, kDefaultNumWarps);
  auto scaled = value.getDefiningOp<DotScaledOp>();
  return scaled && tile::fitsTensorMemory(scaled);
}

int64_t TileWords::count(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile || isCheap(value) || (hasTensorMemory && fitsTensorMemory(value)))
    return 0;
  int64_t elements = tile.getNumElements();
  auto pointer = dyn_cast<PtrType>(tile.getElementType());
  if (!pointer)
    return llvm::divideCeil(elements * getBitWidth(tile.getElementType()), 32);
  if (!axisInfo)
    axisInfo.emplace(module);
  unsigned run = 1;
  for (unsigned dim = 0, rank = tile.getRank(); dim < rank; ++dim)
    run = std::max(run, axisInfo->getPointerContiguity(value, dim));
  constexpr unsigned kMostBits = 128;
  unsigned bits = getBitWidth(pointer.getPointeeType());
  run = std::clamp(kMostBits / bits, 1u, run);
  return llvm::divideCeil(elements, run) * 2;
}

int64_t TileWords::countLiving(Operation *op, Liveness &liveness) {
  llvm::SetVector<Value> living;
  for (Operation *at = op; at && !isa<FuncOp>(at); at = at->getParentOp()) {
    const LivenessBlockInfo *block = liveness.getLiveness(at->getBlock());
    if (!block)
      return 0;
    for (Value value : block->currentlyLiveValues(at))
      // What a loop takes in and gives out lives in its body as arguments.
      if (at == op ||
          (value.getDefiningOp() != at && !liveness.isDeadAfter(value, at)))
        living.insert(value);
    // The next iteration reads it again.
    if (isa<LoopLikeOpInterface>(at->getParentOp()))
      living.insert_range(block->in());
  }
  // A result replaces an operand that ends here, as sums do.
  for (Value result : op->getResults())
    for (Value operand : llvm::reverse(op->getOperands()))
      if (operand.getType() == result.getType() &&
          liveness.isDeadAfter(operand, op) && living.remove(operand))
        break;
  int64_t words = 0;
  for (Value value : living)
    words += count(value);
  return words;
}

unsigned tile::chooseNumWarps(ModuleOp module, bool showRemarks) {
  // Layouts are over a number of warps already.
  if (findMisfitLayout(module, 0))
    return kDefaultNumWarps;
  TileWords words(module);
  int64_t most = 0;
  Operation *where = nullptr;
  for (FuncOp func : module.getOps<FuncOp>()) {
    std::optional<Liveness> liveness;
    func.walk([&](Operation *op) {
      if (!needsWholeTiles(op))
        return;
      if (!liveness)
        liveness.emplace(func);
      int64_t here = words.countLiving(op, *liveness);
      if (here > most) {
        most = here;
        where = op;
      }
    });
  }
  constexpr unsigned kMostWarps = 16;
  auto getPerThread = [&](unsigned warps) {
    return static_cast<int64_t>(
        llvm::divideCeil(most, warps * kThreadsPerWarp));
  };
  unsigned warps = kDefaultNumWarps;
  // With more warps the whole SM has no more registers.
  while (warps < kMostWarps && getPerThread(warps) > getMostRegisters(warps))
    warps *= 2;
  if (showRemarks && warps != kDefaultNumWarps)
    where->emitRemark()
        << "programs get " << warps
        << " warps, because no option and no attribute sets the number: with "
        << kDefaultNumWarps << ", the tiles that live here are "
        << getPerThread(kDefaultNumWarps) << " registers of a thread, with "
        << warps << " " << getPerThread(warps);
  return warps;
}
