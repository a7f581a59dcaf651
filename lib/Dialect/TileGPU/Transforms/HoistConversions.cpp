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

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Operations that move along with a conversion; longer chains are rare.
static constexpr unsigned kMaxOperations = 16;

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

unsigned tilegpu::hoistConversions(FunctionOpInterface func) {
  SmallVector<ConvertLayoutOp> conversions;
  func->walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
  unsigned count = 0;
  for (ConvertLayoutOp convert : conversions) {
    bool moved = false;
    while (auto loop = dyn_cast<LoopLikeOpInterface>(convert->getParentOp())) {
      llvm::SetVector<Operation *> slice;
      if (isFree(convert) ||
          !collectInvariant(convert.getResult(), loop, slice))
        break;
      for (Operation *op : slice)
        op->moveBefore(loop);
      moved = true;
    }
    count += moved;
  }
  return count;
}
