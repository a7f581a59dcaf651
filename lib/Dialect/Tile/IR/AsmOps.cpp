//===- AsmOps.cpp - Inline PTX ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult ElementwiseInlineAsmOp::verify() {
  int32_t pack = getPackedElement();
  if (pack < 1 || !llvm::isPowerOf2_32(pack) || pack > 32)
    return emitOpError("expected packed_element to be 1, 2, 4, 8, 16 or 32, "
                       "found ")
           << pack;
  if (getPure() && getNumResults() == 0)
    return emitOpError("expected a pure asm to have results, found none");

  // The common shape: that of the results, or what the operands broadcast to.
  SmallVector<int64_t> shape;
  bool isTile = false;
  for (Value arg : getArgs()) {
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (!type)
      continue;
    if (!isTile) {
      shape.assign(type.getShape().begin(), type.getShape().end());
      isTile = true;
      continue;
    }
    if (type.getRank() != int64_t(shape.size()))
      return emitOpError("expected operands of one number of dimensions, "
                         "found ")
             << shape.size() << " and " << type.getRank();
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      if (shape[dim] != size && shape[dim] != 1 && size != 1)
        return emitOpError("expected operands whose shapes broadcast, found ")
               << shape[dim] << " and " << size << " in dimension " << dim;
      shape[dim] = std::max(shape[dim], size);
    }
  }
  for (Value result : getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    // Scalars, and no operands at all, broadcast to any shape.
    if (isTile && (!type || type.getShape() != ArrayRef(shape))) {
      auto diag = emitOpError("expected results of the operands' common shape ");
      llvm::interleave(shape, diag, "x");
      return diag << ", found " << result.getType();
    }
    auto first = dyn_cast<RankedTensorType>(getResult(0).getType());
    if (bool(type) != bool(first) ||
        (type && type.getShape() != first.getShape()))
      return emitOpError("expected results of one shape, found ")
             << getResult(0).getType() << " and " << result.getType();
  }
  return success();
}

void ElementwiseInlineAsmOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}
