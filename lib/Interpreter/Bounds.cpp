//===- Bounds.cpp - How far reassociated sums can be ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Combine.h"
#include "Formats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

namespace {
/// How floats of a type round.
struct Precision {
  unsigned digits = 53;
  /// The largest relative error of a rounding.
  double unit = 0x1p-53;
};
} // namespace

static Precision getPrecision(ElementType type) {
  Precision result;
  withAnyFloat(type, [&](auto format) {
    using T = decltype(format);
    result.digits = T::kDigits;
    result.unit = std::ldexp(1.0, -int(T::kDigits));
  });
  return result;
}

static double load(const Elements &value, uint32_t index) {
  double number = 0;
  if (value.size() == 1)
    index = 0;
  withAnyFloat(value.getType(), [&](auto format) {
    using T = decltype(format);
    number = T::load(typename T::Bits(value.getBits(index)));
  });
  return number;
}

//===----------------------------------------------------------------------===//
// Maps over elements
//===----------------------------------------------------------------------===//

void interp::deriveBounds(const Instruction &i, Frame &frame) {
  if (llvm::none_of(i.operands, [&](uint32_t operand) {
        return frame[operand].getBounds() != nullptr;
      }))
    return;
  Operation *op = i.op;
  for (uint32_t number : i.results) {
    Elements &result = frame[number];
    std::vector<double> bounds(result.size(), 0);
    double unit = getPrecision(result.getType()).unit;
    for (uint32_t k = 0; k < result.size(); ++k) {
      if (llvm::all_of(i.operands, [&](uint32_t operand) {
            return frame[operand].getBound(k) == 0;
          }))
        continue;
      const Elements &a = frame[i.operands.front()],
                     &b = frame[i.operands.back()];
      double boundA = a.getBound(k), boundB = b.getBound(k);
      double bound = kUnknownBound;
      bool rounds = true;
      if (isa<arith::AddFOp, arith::SubFOp>(op)) {
        bound = boundA + boundB;
      } else if (isa<arith::MulFOp>(op)) {
        bound = std::fabs(load(a, k)) * boundB +
                std::fabs(load(b, k)) * boundA + boundA * boundB;
      } else if (isa<arith::DivFOp, PreciseDivFOp>(op)) {
        double divisor = std::fabs(load(b, k)) - boundB;
        if (divisor > 0)
          bound = (boundA + std::fabs(load(result, k)) * boundB) / divisor;
      } else if (isa<arith::NegFOp, math::AbsFOp, arith::ExtFOp>(op)) {
        bound = boundA;
        rounds = false;
      } else if (isa<arith::TruncFOp, FpToFpOp>(op)) {
        bound = boundA;
        // The other one may be cut off where this one is rounded.
        unit *= 2;
      }
      // Both results are rounded.
      if (rounds)
        bound = bound * (1 + 4 * unit) + 2 * unit * std::fabs(load(result, k));
      bounds[k] = bound == bound ? bound : kUnknownBound;
    }
    result.setBounds(std::move(bounds));
  }
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

/// Whether every order of combining elements gives the same.
static bool roundsNothing(Region &region) {
  auto isExact = [](Operation &op) {
    return llvm::none_of(op.getResultTypes(), llvm::IsaPred<FloatType>) ||
           isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
               arith::MinNumFOp, arith::SelectOp, arith::NegFOp, arith::ExtFOp,
               arith::ConstantOp, arith::BitcastOp, math::AbsFOp,
               math::CopySignOp>(op);
  };
  return llvm::all_of(region.getOps(), isExact);
}

/// Whether a result is the sum of both elements of its operand.
static bool isSum(Region &region, unsigned number) {
  Block &block = region.front();
  auto sum =
      block.getTerminator()->getOperand(number).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value left = block.getArgument(number),
        right = block.getArgument(block.getNumArguments() / 2 + number);
  return (sum.getLhs() == left && sum.getRhs() == right) ||
         (sum.getLhs() == right && sum.getRhs() == left);
}

namespace {
/// What one knows of some numbers and their sum.
class SumBound {
public:
  explicit SumBound(Precision precision) : precision(precision) {}

  void add(double number, double bound) {
    ++count;
    sum += number;
    magnitude += std::fabs(number);
    carried += bound;
    if (number == 0 || !std::isfinite(number))
      return;
    // The number's last digit that is not 0.
    int exponent;
    double digits = std::frexp(std::fabs(number), &exponent);
    auto whole = uint64_t(std::ldexp(digits, 53));
    last = std::min(last, exponent - 53 + int(llvm::countr_zero(whole)));
  }

  double get(double result) const {
    if (!std::isfinite(magnitude) || !std::isfinite(result))
      return magnitude == magnitude && carried == 0 && isSettled()
                 ? 0
                 : kUnknownBound;
    // All partial sums are multiples of the last digit, and small enough.
    if (count <= 1 || magnitude == 0 ||
        std::ldexp(magnitude, -last) <= std::ldexp(1.0, precision.digits))
      return carried;
    double most =
        std::expm1((count - 1) * std::log1p(precision.unit)) * magnitude;
    if (precision.digits == 53)
      return 2 * most + carried;
    return std::fabs(result - sum) + most + carried +
           count * 0x1p-52 * magnitude;
  }

private:
  /// An infinity or a NaN among the numbers decides, whatever the order.
  bool isSettled() const { return !std::isfinite(sum); }

  Precision precision;
  uint32_t count = 0;
  double sum = 0, magnitude = 0, carried = 0;
  int last = 1 << 20;
};
} // namespace

void interp::setCombinedBounds(Region &region, ArrayRef<Elements> rows,
                               uint32_t size, MutableArrayRef<Elements> results,
                               bool isScan) {
  bool isExact = roundsNothing(region);
  bool carries = llvm::any_of(rows, [](const Elements &operand) {
    return operand.getBounds() != nullptr;
  });
  if (isExact && !carries)
    return;
  for (auto [number, result] : llvm::enumerate(results)) {
    std::vector<double> bounds(result.size(), 0);
    bool sums = isSum(region, number);
    const Elements &operand = rows[number];
    for (uint32_t row = 0; row < operand.size() / size; ++row) {
      SumBound bound(getPrecision(operand.getType()));
      bool unknown = false;
      for (uint32_t k = row * size; k < (row + 1) * size; ++k) {
        if (sums)
          bound.add(load(operand, k), operand.getBound(k));
        else
          unknown |= !isExact || llvm::any_of(rows, [&](const Elements &other) {
            return other.getBound(k) != 0;
          });
        uint32_t place = isScan ? k : row;
        bounds[place] = sums      ? bound.get(load(result, place))
                        : unknown ? kUnknownBound
                                  : 0;
      }
    }
    // With one element nothing is combined.
    if (size > 1 || carries)
      result.setBounds(std::move(bounds));
  }
}
