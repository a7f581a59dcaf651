//===- HoistConversions.cpp - Conversions out of loops --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistConversions.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/ConversionPlan.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// 32-bit registers that a loop may have to keep more than before. Kernels that
/// load tiles in loops have 40 to 100 of 255, so these do not spill.
static constexpr int64_t kMaxHoistedWords = 32;

/// Operations that move along with a conversion; longer chains are rare.
static constexpr unsigned kMaxOperations = 16;

/// 32-bit registers that a tile takes in each thread.
static int64_t getWords(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  int64_t bits = std::max(8u, getBitWidth(type.getElementType()));
  return llvm::divideCeil(toLinearLayout(type).getInDimSize(kRegister) * bits,
                          32);
}

/// Whether a conversion moves anything.
static bool isFree(ConvertLayoutOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  std::optional<ConversionPlan> plan =
      ConversionPlan::create(toLinearLayout(from), toLinearLayout(to),
                             getBitWidth(from.getElementType()));
  return plan && (plan->getKind() == ConversionPlan::Kind::Nothing ||
                  plan->getKind() == ConversionPlan::Kind::Registers);
}

/// Collects the operations of the loop's body that make `value`, each after
/// what it uses. Fails if it may differ between iterations, or may not be made
/// before the loop.
static bool collectInvariant(Value value, LoopLikeOpInterface loop,
                             llvm::SetVector<Operation *> &slice) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getParentOp() != loop || op->getNumRegions() != 0 ||
      !isPure(op) || slice.size() >= kMaxOperations)
    return false;
  if (slice.contains(op))
    return true;
  for (Value operand : op->getOperands())
    if (!collectInvariant(operand, loop, slice))
      return false;
  slice.insert(op);
  return true;
}

/// Whether a value from outside of the loop is used in it, or after it, by
/// something else than `slice`.
static bool isUsedBeside(Value value, LoopLikeOpInterface loop,
                         const llvm::SetVector<Operation *> &slice) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (slice.contains(user))
      return false;
    Operation *ancestor = loop->getBlock()->findAncestorOpInBlock(*user);
    return !ancestor || !ancestor->isBeforeInBlock(loop);
  });
}

/// Registers that the loop has to keep more if `slice`, which ends with a
/// conversion, is before it.
static int64_t getMoreWords(ConvertLayoutOp convert, LoopLikeOpInterface loop,
                            const llvm::SetVector<Operation *> &slice) {
  int64_t words = getWords(convert.getResult());
  llvm::SmallPtrSet<Value, 8> seen;
  for (Operation *op : slice)
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()) &&
          loop.isDefinedOutsideOfLoop(operand) && seen.insert(operand).second &&
          !isUsedBeside(operand, loop, slice))
        words -= getWords(operand);
  return std::max<int64_t>(words, 0);
}

unsigned tilegpu::hoistConversions(FunctionOpInterface func) {
  SmallVector<ConvertLayoutOp> conversions;
  func->walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
  DenseMap<Operation *, int64_t> words;
  unsigned count = 0;
  for (ConvertLayoutOp convert : conversions) {
    bool moved = false;
    while (auto loop = dyn_cast<LoopLikeOpInterface>(convert->getParentOp())) {
      llvm::SetVector<Operation *> slice;
      if (isFree(convert) ||
          !collectInvariant(convert.getResult(), loop, slice))
        break;
      int64_t more = words[loop] + getMoreWords(convert, loop, slice);
      if (more > kMaxHoistedWords)
        break;
      words[loop] = more;
      for (Operation *op : slice)
        op->moveBefore(loop);
      moved = true;
    }
    count += moved;
  }
  return count;
}
