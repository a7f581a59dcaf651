//===- LayoutModel.cpp - What any operation means for layouts -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutModel.h"

using namespace mlir;
using namespace mlir::tile;

LayoutModel::LayoutModel(Operation *op)
    : op(op), layoutOp(dyn_cast<LayoutOpInterface>(op)) {
  if (layoutOp)
    kind = layoutOp.hasFixedLayouts() ? Kind::Fixed : Kind::Interface;
  else if (isElementwise(op))
    kind = Kind::Map;
  else if (op->hasTrait<OpTrait::ConstantLike>())
    kind = Kind::Constant;
  else
    kind = Kind::Unknown;
}

unsigned LayoutModel::getNumClasses() const {
  // Operands first, then results.
  if (isFixed())
    return op->getNumOperands() + op->getNumResults();
  return layoutOp ? layoutOp.getNumLayoutClasses() : 1;
}

unsigned LayoutModel::getClass(OpOperand &operand) const {
  if (isFixed())
    return operand.getOperandNumber();
  return layoutOp ? layoutOp.getOperandLayoutClass(operand.getOperandNumber())
                  : 0;
}

unsigned LayoutModel::getClass(OpResult result) const {
  if (isFixed())
    return op->getNumOperands() + result.getResultNumber();
  return layoutOp ? layoutOp.getResultLayoutClass(result.getResultNumber()) : 0;
}

unsigned LayoutModel::getDecidingClass() const {
  return kind == Kind::Interface ? layoutOp.getDecidingClass() : 0;
}

unsigned LayoutModel::getFreeClass() const {
  return kind == Kind::Interface ? layoutOp.getFreeClass() : 0;
}

SmallVector<Value> LayoutModel::getTiles(unsigned layoutClass) const {
  SmallVector<Value> tiles;
  auto add = [&](Value value, unsigned place) {
    if (place == layoutClass && isa<RankedTensorType>(value.getType()))
      tiles.push_back(value);
  };
  for (OpOperand &operand : op->getOpOperands())
    add(operand.get(), getClass(operand));
  for (OpResult result : op->getResults())
    add(result, getClass(result));
  return tiles;
}

RankedTensorType LayoutModel::getType(unsigned layoutClass) const {
  SmallVector<Value> tiles = getTiles(layoutClass);
  return tiles.empty() ? RankedTensorType()
                       : cast<RankedTensorType>(tiles.front().getType());
}

std::optional<CoordinateBit>
LayoutModel::mapBit(unsigned from, CoordinateBit bit, unsigned to) const {
  if (kind == Kind::Interface)
    return layoutOp.mapBit(from, bit, to);
  return from == to ? std::optional(bit) : std::nullopt;
}

std::optional<unsigned> LayoutModel::getSliceDim(unsigned slice,
                                                 unsigned whole) const {
  return kind == Kind::Interface ? layoutOp.getSliceDim(slice, whole)
                                 : std::nullopt;
}

Attribute LayoutModel::inferLayout(unsigned from, Attribute layout, unsigned to,
                                   bool forAnyExtent) const {
  if (!layout || from == to)
    return layout;
  if (kind != Kind::Interface || !getType(from) || !getType(to))
    return {};
  return layoutOp.inferLayout(from, layout, to, forAnyExtent);
}

bool LayoutModel::areTied(unsigned a, Attribute layoutA, unsigned b,
                          Attribute layoutB) const {
  if (a == b)
    return layoutA == layoutB;
  if (b == getDecidingClass()) {
    std::swap(a, b);
    std::swap(layoutA, layoutB);
  }
  Attribute inferred = inferLayout(a, layoutA, b);
  return inferred &&
         (inferred == layoutB ||
          (layoutB && areEquivalent(getType(b).getShape(), inferred, layoutB)));
}

SmallVector<LayoutDemand> LayoutModel::getDemands(int64_t numThreads) const {
  return layoutOp ? layoutOp.getLayoutDemands(numThreads)
                  : SmallVector<LayoutDemand>();
}

bool LayoutModel::accepts(unsigned layoutClass, Attribute layout) const {
  return !layoutOp || layoutOp.acceptsLayout(layoutClass, layout);
}

Work LayoutModel::getWork(Attribute layout) const {
  return layoutOp ? layoutOp.getWork(layout) : Work();
}

int64_t LayoutModel::getNumInstructions() const {
  // As ptxas makes them for f32 and i32 on sm_90.
  constexpr int64_t kQuotient = 8, kFunction = 24, kIntegerQuotient = 20,
                    kQuotientByConstant = 4;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
    return matchPattern(op->getOperand(1), m_Constant()) ? kQuotientByConstant
                                                         : kIntegerQuotient;
  if (isa<arith::DivFOp, PreciseDivFOp, ApproxDivFOp, math::ExpOp, math::Exp2Op,
          math::LogOp, math::Log2Op, math::SqrtOp, math::RsqrtOp>(op))
    return kQuotient;
  if (isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp, math::CeilOp,
          math::RoundEvenOp, math::TruncOp, math::CopySignOp>(op))
    return 1;
  if (isa<arith::RemFOp>(op) ||
      isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return kFunction;
  return 1;
}

Attribute LayoutModel::getPreferredLayout(unsigned layoutClass,
                                          unsigned numWarps) const {
  return layoutOp ? layoutOp.getPreferredLayout(layoutClass, numWarps)
                  : Attribute();
}

Value LayoutModel::getAccessedPointers() const {
  return layoutOp ? layoutOp.getAccessedPointers() : Value();
}

bool LayoutModel::isAnchor() const {
  // One without tiles, of scalar operands, has nothing to say.
  return layoutOp && layoutOp.isLayoutAnchor() && getType(getDecidingClass());
}

Value LayoutModel::getData() const { return layoutOp.getLayoutData(); }

bool LayoutModel::isCheap() const {
  switch (kind) {
  case Kind::Interface:
  case Kind::Fixed:
    return layoutOp.isCheap();
  case Kind::Map:
    // A few instructions; operations of math are calls of functions.
    return isa_and_present<arith::ArithDialect>(op->getDialect());
  case Kind::Constant:
    return true;
  case Kind::Unknown:
    return false;
  }
  return false;
}

bool LayoutModel::isOncePerElement() const {
  return layoutOp ? layoutOp.isOncePerElement()
                  : kind == Kind::Unknown || !isMemoryEffectFree(op);
}

bool LayoutModel::wantsLargeCTAs() const {
  return layoutOp && layoutOp.wantsLargeCTAs();
}

bool tile::wantsLargeCTAs(Operation *func) {
  return func
      ->walk([](Operation *op) {
        return LayoutModel(op).wantsLargeCTAs() ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}
