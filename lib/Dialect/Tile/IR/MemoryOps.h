//===- MemoryOps.h - What operations on memory share ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and atomic operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H
#define TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <optional>

namespace mlir::tile {

/// The value of a constant mask that is the same everywhere.
std::optional<bool> getConstantMask(Value mask);

/// A store or an atomic operation under a mask that is true everywhere needs no
/// mask; one under a mask that is false everywhere does nothing.
template <typename OpTy>
LogicalResult foldConstantMask(OpTy op, PatternRewriter &rewriter) {
  std::optional<bool> mask = getConstantMask(op.getMask());
  if (!mask)
    return rewriter.notifyMatchFailure(op, "no constant mask");
  if (*mask)
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
  else if (op->getNumResults() == 0)
    rewriter.eraseOp(op);
  else
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op->getResultTypes());
  return success();
}

/// Checks what an access says of its box. `type`: of its values.
template <typename OpTy> LogicalResult verifyBox(OpTy op, Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  size_t rank = tile ? tile.getRank() : 0, count = op.getCoordinates().size();
  constexpr size_t kMaxRank = 5; // PTX ISA, "Tensor Dimension"
  if (!op.getMap()) {
    if (count != 0 || !op.getBoxDims().empty())
      return op.emitOpError(
          "expected a tensor map before coordinates, found none");
    return success();
  }
  SmallVector<int32_t> dims(op.getBoxDims());
  llvm::sort(dims);
  if (rank == 0 || count < rank || count > kMaxRank || dims.size() != rank ||
      !llvm::equal(dims, llvm::seq<int32_t>(rank)))
    return op.emitOpError("expected a box of a tile with up to ")
           << kMaxRank << " coordinates and each of the tile's dimensions "
           << "once, found " << count << " coordinates along ["
           << op.getBoxDims() << "] of " << type;
  return success();
}

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H
