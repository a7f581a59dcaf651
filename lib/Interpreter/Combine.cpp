//===- Combine.cpp - Bounds of combined elements --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far another grouping of a reduction or a scan can be from this one.
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "Sums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// What a region combines
//===----------------------------------------------------------------------===//

namespace {
/// The region of a reduction or a scan.
class Combination {
public:
  explicit Combination(Region &region)
      : block(region.front()), half(block.getNumArguments() / 2) {}

  Value getLeft(unsigned number) { return block.getArgument(number); }
  Value getRight(unsigned number) { return block.getArgument(half + number); }
  Value getResult(unsigned number) {
    return block.getTerminator()->getOperand(number);
  }
  unsigned getNumResults() const { return half; }

  /// Whether a result is made of both elements of its operand, in any order.
  template <typename OpType> bool combines(unsigned number) {
    return isOf<OpType>(getResult(number), getLeft(number), getRight(number));
  }

  /// Whether a value is this operation of these two, in any order.
  template <typename OpType> static bool isOf(Value value, Value a, Value b) {
    auto op = value.getDefiningOp<OpType>();
    return op && ((op.getLhs() == a && op.getRhs() == b) ||
                  (op.getLhs() == b && op.getRhs() == a));
  }

  /// Whether all orders give the same result, and the same of what it is made
  /// of.
  bool isExact(unsigned number);
  /// Whether the results are as WelfordBound expects.
  bool isWelford();

private:
  Block &block;
  unsigned half;
};
} // namespace

/// Whether it only chooses and moves, or computes integers.
static bool roundsNothing(Operation &op) {
  return llvm::none_of(op.getResultTypes(), llvm::IsaPred<FloatType>) ||
         isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::SelectOp, arith::NegFOp, arith::ExtFOp,
             arith::ConstantOp, arith::BitcastOp, math::AbsFOp,
             math::CopySignOp>(op);
}

bool Combination::isExact(unsigned number) {
  SmallVector<Value> list = {getResult(number)};
  DenseSet<Value> seen;
  while (!list.empty()) {
    Value value = list.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == &block)
        list.push_back(getResult(argument.getArgNumber() % half));
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != &block)
      continue;
    if (op->getNumRegions() != 0 || !roundsNothing(*op))
      return false;
    llvm::append_range(list, op->getOperands());
  }
  return true;
}

/// What a product is of, other than `factor`; null if it is no such product.
static Value getOtherFactor(Value product, Value factor) {
  auto op = product.getDefiningOp<arith::MulFOp>();
  if (!op || (op.getLhs() != factor && op.getRhs() != factor))
    return {};
  return op.getLhs() == factor ? op.getRhs() : op.getLhs();
}

/// What a sum is of, other than `term`; null if it is no such sum.
static Value getOtherTerm(Value sum, Value term) {
  auto op = sum.getDefiningOp<arith::AddFOp>();
  if (!op || (op.getLhs() != term && op.getRhs() != term))
    return {};
  return op.getLhs() == term ? op.getRhs() : op.getLhs();
}

/// The part of the right weight: a quotient, or 0 where all weights are 0.
static bool isPartOfWeight(Value part, Value right, Value total) {
  if (auto select = part.getDefiningOp<arith::SelectOp>()) {
    auto isZero = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!isZero || isZero.getPredicate() != arith::CmpFPredicate::OEQ ||
        isZero.getLhs() != total ||
        !matchPattern(isZero.getRhs(), m_AnyZeroFloat()) ||
        !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
      return false;
    part = select.getFalseValue();
  }
  auto quotient = part.getDefiningOp<arith::DivFOp>();
  return quotient && quotient.getLhs() == right && quotient.getRhs() == total;
}

bool Combination::isWelford() {
  if (half != 3)
    return false;
  Value total = getResult(2);
  Value step = getOtherTerm(getResult(0), getLeft(0));
  if (!step || !combines<arith::AddFOp>(2))
    return false;
  auto product = step.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  for (Value difference : product->getOperands()) {
    auto d = difference.getDefiningOp<arith::SubFOp>();
    if (!d || d.getLhs() != getRight(0) || d.getRhs() != getLeft(0) ||
        !isPartOfWeight(getOtherFactor(step, difference), getRight(2), total))
      continue;
    // s_l + s_r + d step w_l, the sums and products in any order.
    auto sum = getResult(1).getDefiningOp<arith::AddFOp>();
    if (!sum)
      return false;
    for (Value term : sum->getOperands()) {
      Value others = getOtherTerm(getResult(1), term);
      Value square = getOtherFactor(term, getLeft(2));
      Value weighted = getOtherFactor(term, difference);
      if (isOf<arith::AddFOp>(others, getLeft(1), getRight(1)) &&
          ((square && isOf<arith::MulFOp>(square, difference, step)) ||
           (weighted && isOf<arith::MulFOp>(weighted, step, getLeft(2)))))
        return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {
/// Rows of elements, and their results.
struct Rows {
  ArrayRef<Elements> operands;
  uint32_t size;
  MutableArrayRef<Elements> results;
  bool isScan;

  uint32_t getPlace(uint32_t k) const { return isScan ? k : k / size; }
};
} // namespace

template <typename Bound>
static void setBounds(const Rows &rows, unsigned number) {
  const Elements &operand = rows.operands[number];
  Elements &result = rows.results[number];
  std::vector<double> bounds(result.size(), 0);
  for (uint32_t row = 0; row < operand.size() / rows.size; ++row) {
    Bound bound(operand.getType());
    for (uint32_t k = row * rows.size; k < (row + 1) * rows.size; ++k) {
      bound.add(loadNumber(operand, k), operand.getBound(k));
      uint32_t place = rows.getPlace(k);
      if (rows.isScan || (k + 1) % rows.size == 0)
        bounds[place] = bound.get(loadNumber(result, place));
    }
  }
  result.setBounds(std::move(bounds));
}

static void setWelfordBounds(const Rows &rows) {
  uint32_t total = rows.operands.front().size();
  std::array<std::vector<double>, 3> bounds;
  for (std::vector<double> &own : bounds)
    own.resize(rows.results.front().size());
  for (uint32_t row = 0; row < total / rows.size; ++row) {
    WelfordBound bound(rows.operands.front().getType());
    for (uint32_t k = row * rows.size; k < (row + 1) * rows.size; ++k) {
      auto get = [&](unsigned number) -> WelfordBound::Part {
        const Elements &operand = rows.operands[number];
        return {loadNumber(operand, k), operand.getBound(k)};
      };
      bound.add(get(0), get(1), get(2));
      uint32_t place = rows.getPlace(k);
      if (!rows.isScan && (k + 1) % rows.size != 0)
        continue;
      auto parts = bound.get(loadNumber(rows.results[0], place),
                             loadNumber(rows.results[1], place),
                             loadNumber(rows.results[2], place));
      for (unsigned number = 0; number < 3; ++number)
        bounds[number][place] = parts[number];
    }
  }
  for (unsigned number = 0; number < 3; ++number)
    rows.results[number].setBounds(std::move(bounds[number]));
}

void interp::setCombinedBounds(Region &region, ArrayRef<Elements> operands,
                               uint32_t size, MutableArrayRef<Elements> results,
                               bool isScan) {
  // With one element nothing is combined.
  if (size == 1)
    return;
  Rows rows{operands, size, results, isScan};
  if (!region.hasOneBlock()) {
    for (Elements &result : results)
      result.setBounds(std::vector<double>(result.size(), kUnknownBound));
    return;
  }
  Combination combination(region);
  if (combination.isWelford())
    return setWelfordBounds(rows);
  for (unsigned number = 0; number < results.size(); ++number) {
    Elements &result = results[number];
    if (combination.combines<arith::AddFOp>(number))
      setBounds<SumBound>(rows, number);
    else if (combination.combines<arith::MulFOp>(number))
      setBounds<ProductBound>(rows, number);
    else if (!combination.isExact(number))
      result.setBounds(std::vector<double>(result.size(), kUnknownBound));
  }
}
