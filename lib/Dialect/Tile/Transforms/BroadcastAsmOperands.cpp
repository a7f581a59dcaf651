//===- BroadcastAsmOperands.cpp - One shape for asm operands ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/BroadcastAsmOperands.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEBROADCASTASMOPERANDS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// A tile type of the shape that all operands and results of `op` have once
/// broadcast, with the layout of the tiles among them; null if all are scalars.
/// The verifier has seen to it that the shapes agree.
static RankedTensorType getCommonTile(ElementwiseInlineAsmOp op) {
  for (Type type : op.getResultTypes())
    if (auto tile = dyn_cast<RankedTensorType>(type))
      return tile;
  RankedTensorType like;
  SmallVector<int64_t> shape;
  for (Type type : op.getArgs().getTypes()) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      continue;
    if (!like) {
      like = tile;
      shape.assign(tile.getShape().begin(), tile.getShape().end());
    }
    for (auto [size, other] : llvm::zip_equal(shape, tile.getShape()))
      size = std::max(size, other);
  }
  return like ? like.clone(shape) : RankedTensorType();
}

AsmBroadcasts tile::broadcastAsmOperands(RewriterBase &rewriter,
                                         ElementwiseInlineAsmOp op) {
  AsmBroadcasts made;
  RankedTensorType common = getCommonTile(op);
  if (!common)
    return made;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op.getArgsMutable()) {
    Type type = operand.get().getType();
    auto wanted = cast<RankedTensorType>(getLike(common, getScalarType(type)));
    if (type == wanted)
      continue;
    // Constants stay constants, as the immediates of an asm must.
    Value value;
    if (isa<RankedTensorType>(type)) {
      value = rewriter.createOrFold<BroadcastOp>(op.getLoc(), wanted,
                                                 operand.get());
      ++made.broadcasts;
    } else {
      value =
          rewriter.createOrFold<SplatOp>(op.getLoc(), wanted, operand.get());
      ++made.splats;
    }
    rewriter.modifyOpInPlace(op, [&] { operand.set(value); });
  }
  return made;
}

namespace {

struct TileBroadcastAsmOperands
    : tile::impl::TileBroadcastAsmOperandsBase<TileBroadcastAsmOperands> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](ElementwiseInlineAsmOp op) {
      AsmBroadcasts made = broadcastAsmOperands(rewriter, op);
      numSplats += made.splats;
      numBroadcasts += made.broadcasts;
    });
  }
};

} // namespace
