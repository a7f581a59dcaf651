//===- CombineIdentity.cpp - What combining with changes nothing ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/CombineIdentity.h"
#include "tile/Dialect/Tile/IR/CombineRegions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;

/// Null if the operation has none.
static TypedAttr getFloatIdentity(Operation *op, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto make = [&](const APFloat &value) -> TypedAttr {
    return FloatAttr::get(type, value);
  };
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      // 0 + -0 is 0, and would change a -0.
      .Case<arith::AddFOp>([&](auto) {
        return make(APFloat::getZero(semantics, /*Negative=*/true));
      })
      .Case<arith::MulFOp>([&](auto) { return make(APFloat(semantics, 1)); })
      // A NaN stays a NaN next to an infinity.
      .Case<arith::MaximumFOp>([&](auto) {
        return make(APFloat::getInf(semantics, /*Negative=*/true));
      })
      .Case<arith::MinimumFOp>(
          [&](auto) { return make(APFloat::getInf(semantics)); })
      // Here the number wins, and of two NaN one is left.
      .Case<arith::MaxNumFOp, arith::MinNumFOp>(
          [&](auto) { return make(APFloat::getNaN(semantics)); })
      .Default([](Operation *) { return TypedAttr(); });
}

static TypedAttr getIntegerIdentity(Operation *op, IntegerType type) {
  unsigned width = type.getWidth();
  auto make = [&](const APInt &value) -> TypedAttr {
    return IntegerAttr::get(type, value);
  };
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](auto) { return make(APInt::getZero(width)); })
      .Case<arith::MulIOp>([&](auto) { return make(APInt(width, 1)); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](auto) { return make(APInt::getAllOnes(width)); })
      .Case<arith::MaxSIOp>(
          [&](auto) { return make(APInt::getSignedMinValue(width)); })
      .Case<arith::MinSIOp>(
          [&](auto) { return make(APInt::getSignedMaxValue(width)); })
      .Default([](Operation *) { return TypedAttr(); });
}

std::optional<SmallVector<TypedAttr>> tile::findIdentity(Block &body) {
  if (hasAsserts(body))
    return std::nullopt;
  SmallVector<TypedAttr> identity;
  unsigned count = body.getNumArguments() / 2;
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Operation *op = value.getDefiningOp();
    Value left = body.getArgument(i), right = body.getArgument(count + i);
    if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1)
      return std::nullopt;
    Value a = op->getOperand(0), b = op->getOperand(1);
    // All of these commute.
    if (!(a == left && b == right) && !(a == right && b == left))
      return std::nullopt;
    TypedAttr attr;
    if (auto type = dyn_cast<FloatType>(value.getType()))
      attr = getFloatIdentity(op, type);
    else if (auto type = dyn_cast<IntegerType>(value.getType()))
      attr = getIntegerIdentity(op, type);
    if (!attr)
      return std::nullopt;
    identity.push_back(attr);
  }
  return identity;
}
