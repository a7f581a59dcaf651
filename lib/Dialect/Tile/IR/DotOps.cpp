//===- DotOps.cpp - Matrix products ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier's rules have labels, which TileDotOps.td explains.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

/// dot_c1 and dot_c2, of tiles with these shapes.
static LogicalResult verifyShapes(Operation *op, ArrayRef<int64_t> a,
                                  ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  size_t rank = c.size();
  if ((rank != 2 && rank != 3) || a.size() != rank || b.size() != rank)
    return op->emitOpError("expected three tiles of 2 or of 3 dimensions, "
                           "found ")
           << a.size() << ", " << b.size() << " and " << rank << " dimensions";
  bool fits = a[rank - 1] == b[rank - 2] && a[rank - 2] == c[rank - 2] &&
              b[rank - 1] == c[rank - 1];
  if (rank == 3)
    fits &= a[0] == c[0] && b[0] == c[0];
  auto print = [](ArrayRef<int64_t> shape) {
    std::string text;
    llvm::raw_string_ostream out(text);
    llvm::interleave(shape, out, "x");
    return text;
  };
  if (!fits)
    return op->emitOpError(
               "expected tiles of MxK, KxN and MxN elements, found ")
           << print(a) << ", " << print(b) << " and " << print(c);
  return success();
}

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

static Type getElement(Value tile) { return getScalarType(tile.getType()); }

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

unsigned DotOp::getOperandLayoutClass(unsigned operand) { return operand; }
unsigned DotOp::getResultLayoutClass(unsigned) { return 2; }

/// dot_c3.
static bool isDotOf(Type a, Type b, Type c) {
  auto is8BitFloat = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  if (is8BitFloat(a) && is8BitFloat(b))
    return c.isF32() || c.isF16();
  if (a != b)
    return false;
  if (a.isF16())
    return c.isF16() || c.isF32();
  if (a.isBF16())
    return c.isF32() || c.isBF16();
  if (a.isF32() || a.isF64())
    return c == a;
  return a.isInteger(8) && c.isInteger(32);
}

LogicalResult DotOp::verify() {
  if (failed(verifyShapes(*this, getShape(getA()), getShape(getB()),
                          getShape(getC()))))
    return failure();
  Type a = getElement(getA()), b = getElement(getB()), c = getElement(getC());
  if (!isDotOf(a, b, c))
    return emitOpError(
               "expected elements of f16 with f16 or f32, bf16 with "
               "f32 or bf16, f32, f64, 8-bit floats with f32 or f16, or "
               "i8 with i32, found ")
           << a << " and " << b << " with " << c;
  int32_t steps = static_cast<int32_t>(getMaxNumImpreciseAcc());
  if (steps < 0)
    return emitOpError("expected a maxNumImpreciseAcc of 0 or more, found ")
           << steps;
  return success();
}

//===----------------------------------------------------------------------===//
// DotScaledOp
//===----------------------------------------------------------------------===//

/// The classes are a, b, c, the scales of a, the scales of b.
unsigned DotScaledOp::getOperandLayoutClass(unsigned operand) {
  Value value = getOperation()->getOperand(operand);
  if (operand < 3)
    return operand;
  return value == getAScale() && operand == 3 ? 3 : 4;
}
unsigned DotScaledOp::getResultLayoutClass(unsigned) { return 2; }

/// dot_scaled_c3.
static bool isElementOf(Type type, ScaledElement element) {
  switch (element) {
  case ScaledElement::E4M3:
    return isa<Float8E4M3FNType>(type) || type.isInteger(8);
  case ScaledElement::E5M2:
    return isa<Float8E5M2Type>(type) || type.isInteger(8);
  case ScaledElement::E2M3:
  case ScaledElement::E3M2:
  case ScaledElement::E2M1:
    return type.isInteger(8);
  case ScaledElement::BF16:
    return type.isBF16();
  case ScaledElement::FP16:
    return type.isF16();
  }
  return false;
}

LogicalResult DotScaledOp::verify() {
  SmallVector<int64_t> a(getShape(getA())), b(getShape(getB()));
  ArrayRef<int64_t> c = getShape(getC());
  size_t rank = c.size();
  if (a.size() == rank && b.size() == rank && rank >= 2) {
    if (getAElemType() == ScaledElement::E2M1)
      a[getLhsKPack() ? rank - 1 : rank - 2] *= 2;
    if (getBElemType() == ScaledElement::E2M1)
      b[getRhsKPack() ? rank - 2 : rank - 1] *= 2;
  }
  if (failed(verifyShapes(*this, a, b, c)))
    return failure();
  auto checkElement = [&](StringRef name, Value tile,
                          ScaledElement element) -> LogicalResult {
    if (!isElementOf(getElement(tile), element))
      return emitOpError("expected elements of ")
             << stringifyScaledElement(element) << " as " << name << ", found "
             << getElement(tile);
    return success();
  };
  if (failed(checkElement("a", getA(), getAElemType())) ||
      failed(checkElement("b", getB(), getBElemType())))
    return failure();
  int64_t k = a[rank - 1];
  auto checkScale = [&](StringRef name, Value scale,
                        int64_t outer) -> LogicalResult {
    if (!scale)
      return success();
    Type element = getElement(scale);
    bool isExponent = element.isInteger(8);
    if (!isExponent && !isa<Float8E4M3FNType>(element))
      return emitOpError("expected scales of i8 or f8E4M3FN for ")
             << name << ", found " << element;
    int64_t block = isExponent ? 32 : 16;
    SmallVector<int64_t> expected;
    if (rank == 3)
      expected.push_back(c[0]);
    expected.append({outer, k / block});
    if (k % block != 0 || getShape(scale) != ArrayRef(expected))
      return emitOpError("expected a scale for each ")
             << block << " elements along K of " << name << ", found "
             << scale.getType();
    return success();
  };
  if (failed(checkScale("a", getAScale(), c[rank - 2])) ||
      failed(checkScale("b", getBScale(), c[rank - 1])))
    return failure();
  if (!getElement(getC()).isF32())
    return emitOpError("expected f32 as elements of c, found ")
           << getElement(getC());
  return success();
}
