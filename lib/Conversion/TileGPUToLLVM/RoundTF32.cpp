//===- RoundTF32.cpp - f32 as tensor cores shall read it ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To nearest: half of the last digit is added, which a carry passes on to the
// exponent. Half of it is the number's power of two, times 2^-11:
//
//     1.7530 * 2^4                      the number
//     1.0000 * 2^4                      sign and exponent only
//     1.0000 * 2^4 * 2^-11 + number     one multiply-add
//
// These are two instructions. cvt.rna.tf32.f32 gives the same, but ptxas makes
// three of it on all targets: it compares with infinity, adds an integer, and
// cuts off what tensor cores cut off themselves.
//
//===----------------------------------------------------------------------===//

#include "RoundTF32.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether a value has no more digits than tf32, as far as its definition says.
/// `depth` bounds the search. Elements are computed by arith and math, which
/// become llvm later.
static bool isNumberOfTF32(Value value, unsigned depth = 4) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  Type type = getElementTypeOrSelf(value.getType());
  if (!type.isF32())
    return false;
  FloatAttr number;
  if (matchPattern(op, m_Constant(&number)))
    return (number.getValue().bitcastToAPInt().getZExtValue() & ~kTF32Digits) ==
           0;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return op->getOperand(0).getType().getIntOrFloatBitWidth() <= 8;
  if (isa<arith::ExtFOp, LLVM::FPExtOp, arith::NegFOp, math::AbsFOp,
          LLVM::ExtractElementOp>(op))
    return isNumberOfTF32(op->getOperand(0), depth - 1) ||
           getElementTypeOrSelf(op->getOperand(0).getType())
                   .getIntOrFloatBitWidth() <= 16;
  if (isa<arith::SelectOp>(op))
    return isNumberOfTF32(op->getOperand(1), depth - 1) &&
           isNumberOfTF32(op->getOperand(2), depth - 1);
  return false;
}

Value tile::roundToTF32(const BitBuilder &e, Value value,
                        TF32Rounding rounding) {
  if (rounding == TF32Rounding::Cut || isNumberOfTF32(value))
    return value;
  OpBuilder::InsertionGuard guard(e.getBuilder());
  e.getBuilder().setInsertionPointAfterValue(value);
  if (rounding == TF32Rounding::Compensated)
    return e.create<LLVM::FMulOp>(value, e.real(e.f32(), kTF32Compensation));
  Value power = e.bitcast(
      e.bitAnd(e.bitcast(value, e.i32()), int32_t(0xff800000)), e.f32());
  return e.create<LLVM::FMAOp>(power, e.real(e.f32(), kTF32HalfDigit), value);
}
