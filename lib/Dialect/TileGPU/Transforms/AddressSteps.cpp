//===- AddressSteps.cpp - How far neighbours of a tile lie apart ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

using Kind = AddressStep::Kind;

static AddressStep getKnown(int64_t elements) {
  return {Kind::Known, elements};
}

/// What is far stays far, and what depends on data does so.
static AddressStep add(AddressStep a, AddressStep b) {
  if (a.kind == Kind::Known && b.kind == Kind::Known)
    return getKnown(a.elements + b.elements);
  return {std::max(a.kind, b.kind)};
}

static AddressStep scale(AddressStep step, int64_t factor) {
  step.elements *= factor;
  return step;
}

/// Of what is one of two tiles, element by element or whole.
static AddressStep join(AddressStep a, AddressStep b) {
  if (a.kind == Kind::Known && b.kind == Kind::Known)
    return a.elements == b.elements ? a : AddressStep();
  return {std::max(a.kind, b.kind)};
}

/// The number that all elements of a constant tile are.
static std::optional<int64_t> getNumber(Value value) {
  APInt number;
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  if (matchPattern(value, m_ConstantInt(&number)) &&
      number.getSignificantBits() <= 32)
    return number.getSExtValue();
  return std::nullopt;
}

static AddressStep getStep(Value value, unsigned dim, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getDimSize(dim) == 1 || getNumber(value))
    return getKnown(0);
  constexpr unsigned kMostOperations = 12;
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMostOperations)
    return {};
  auto get = [&](Value operand) { return getStep(operand, dim, depth + 1); };
  return llvm::TypeSwitch<Operation *, AddressStep>(op)
      .Case([](MakeRangeOp) { return getKnown(1); })
      .Case([](SplatOp) { return getKnown(0); })
      .Case<LoadOp, GatherOp>([](auto) { return AddressStep{Kind::Data}; })
      .Case([&](ExpandDimsOp expand) {
        return getStep(expand.getSrc(), dim - (dim > expand.getAxis()),
                       depth + 1);
      })
      .Case<BroadcastOp, ConvertLayoutOp>(
          [&](auto same) { return get(same.getSrc()); })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](auto cast) { return get(cast.getIn()); })
      .Case<AddPtrOp, arith::AddIOp>([&](Operation *sum) {
        return add(get(sum->getOperand(0)), get(sum->getOperand(1)));
      })
      .Case([&](arith::SubIOp difference) {
        return add(get(difference.getLhs()),
                   scale(get(difference.getRhs()), -1));
      })
      .Case([&](arith::MulIOp product) -> AddressStep {
        AddressStep lhs = get(product.getLhs()), rhs = get(product.getRhs());
        if (std::optional<int64_t> factor = getNumber(product.getRhs()))
          return scale(lhs, *factor);
        if (std::optional<int64_t> factor = getNumber(product.getLhs()))
          return scale(rhs, *factor);
        bool isSame = lhs.kind == Kind::Known && !lhs.elements &&
                      rhs.kind == Kind::Known && !rhs.elements;
        return isSame ? getKnown(0) : AddressStep();
      })
      // Neighbours are mostly in one group, whatever the size of groups is.
      .Case<arith::DivSIOp, arith::DivUIOp>([&](auto quotient) {
        AddressStep step = get(quotient.getLhs());
        return step.kind == Kind::Known ? getKnown(0) : step;
      })
      .Case<arith::RemSIOp, arith::RemUIOp>(
          [&](auto rest) { return get(rest.getLhs()); })
      .Case([&](arith::SelectOp select) {
        return join(get(select.getTrueValue()), get(select.getFalseValue()));
      })
      // A load may stand twice, with a mask and for whole tiles.
      .Case([&](scf::IfOp branch) {
        unsigned number = cast<OpResult>(value).getResultNumber();
        return join(get(branch.thenYield().getOperand(number)),
                    get(branch.elseYield().getOperand(number)));
      })
      .Default(AddressStep());
}

AddressStep tilegpu::getAddressStep(Value tile, unsigned dim) {
  AddressStep step = getStep(tile, dim, 0);
  step.elements = std::abs(step.elements);
  return step;
}
