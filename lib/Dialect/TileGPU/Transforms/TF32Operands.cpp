//===- TF32Operands.cpp - Operands rounded to tf32 ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TF32Operands.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether a tile's numbers have no more digits than tf32, as far as its
/// definition says. `depth` bounds the search.
static bool isOfTF32(Value tile, unsigned depth = 8) {
  Operation *op = tile.getDefiningOp();
  if (!op || depth == 0)
    return false;
  auto getBits = [&](unsigned operand) {
    return getElementTypeOrSelf(op->getOperand(operand).getType())
        .getIntOrFloatBitWidth();
  };
  FloatAttr number;
  if (matchPattern(op, m_Constant(&number)))
    return (number.getValue().bitcastToAPInt().getZExtValue() & ~kTF32Digits) ==
           0;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return getBits(0) <= 8;
  if (isa<arith::ExtFOp, FpToFpOp>(op))
    return getBits(0) <= 16;
  // What gives elements other places, or another sign.
  if (isa<ConvertLayoutOp, TransOp, ReshapeOp, ExpandDimsOp, BroadcastOp,
          SplatOp, arith::NegFOp, math::AbsFOp>(op))
    return isOfTF32(op->getOperand(0), depth - 1);
  return false;
}

static Value round(Value tile, TF32Rounding rounding) {
  OpBuilder builder(tile.getContext());
  builder.setInsertionPointAfterValue(tile);
  Location loc = tile.getLoc();
  auto type = cast<RankedTensorType>(tile.getType());
  auto words = cast<RankedTensorType>(type.clone(builder.getI32Type()));
  auto makeReal = [&](float number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, number));
  };
  auto mask = [&](Value value, uint32_t bits) -> Value {
    Value word = BitcastOp::create(builder, loc, words, value);
    Value kept = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(words, APInt(32, bits)));
    return BitcastOp::create(builder, loc, type,
                             arith::AndIOp::create(builder, loc, word, kept));
  };
  constexpr uint32_t kSignAndExponent = 0xff800000;
  Value rounded =
      rounding == TF32Rounding::Compensated
          ? Value(arith::MulFOp::create(builder, loc, tile,
                                        makeReal(kTF32Compensation)))
          : Value(math::FmaOp::create(builder, loc,
                                      mask(tile, kSignAndExponent),
                                      makeReal(kTF32HalfDigit), tile));
  // A product by single warps, which it may become, rounds what is left.
  return mask(rounded, kTF32Digits);
}

void tilegpu::roundOperands(DotOp op, TF32Rounding rounding) {
  if (rounding == TF32Rounding::Cut)
    return;
  for (OpOperand *operand : {&op.getAMutable(), &op.getBMutable()})
    if (!isOfTF32(operand->get()))
      operand->set(round(operand->get(), rounding));
}
