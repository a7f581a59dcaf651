//===- AxisInfoArith.cpp - AxisInfo of integer arithmetic ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function below says what one operation makes of the facts about one
// dimension. Notation of the comments: C, D, K as in AxisInfo.h, a run is x0,
// x0 + 1, ..., x0 + L - 1. Most of it follows from one remark: a run whose
// first element is a multiple of its length L lies within [x0, x0 + L), which
// no multiple of L divides.
//
//===----------------------------------------------------------------------===//

#include "AxisInfoTransfer.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::axisinfo;

namespace {

using Constant = std::optional<int64_t>;

/// What a binary operation is asked about.
struct Binary {
  const AxisInfo &x;
  const AxisInfo &y;
  /// Bits of the operands' elements.
  unsigned width;

  int64_t exactX(unsigned d) const { return getExactRun(x.getDim(d), width); }
  int64_t exactY(unsigned d) const { return getExactRun(y.getDim(d), width); }

  /// The length of runs of x over which y is one number that is a multiple of
  /// the run's length.
  int64_t exactXOverConstantY(unsigned d) const {
    const AxisFacts &facts = y.getDim(d);
    return std::min({exactX(d), facts.constancy, facts.divisibilityAt(1)});
  }
  int64_t exactYOverConstantX(unsigned d) const {
    return Binary{y, x, width}.exactXOverConstantY(d);
  }
};

} // namespace

static int64_t commonConstancy(const AxisFacts &x, const AxisFacts &y) {
  return std::min(x.constancy, y.constancy);
}

static int64_t commonDivisibility(const AxisFacts &x, const AxisFacts &y,
                                  int64_t run) {
  return std::min(x.divisibilityAt(run), y.divisibilityAt(run));
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

static AxisFacts inferAdd(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = std::max(std::min(x.contiguity, y.constancy),
                         std::min(x.constancy, y.contiguity));
  return {run, commonDivisibility(x, y, run), commonConstancy(x, y)};
}

/// The difference of two runs is constant. If either run wrapped before it was
/// extended it would not be, so only exact runs count.
static AxisFacts inferSub(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = std::min(x.contiguity, y.constancy);
  return {run, commonDivisibility(x, y, run),
          std::max(commonConstancy(x, y), std::min(b.exactX(d), b.exactY(d)))};
}

static AxisFacts inferMul(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  return {1, saturatingProduct(x.divisibilityAt(1), y.divisibilityAt(1)),
          commonConstancy(x, y)};
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// Rounding down, all of a run of L gives one quotient if L divides x0 and y:
/// ((x0 + j) / L) / (y / L) with x0 / L whole and j < L. Rounding toward zero
/// is rounding down if x is not negative, whatever the sign of y, whose change
/// only changes that of the result.
static AxisFacts inferDiv(const Binary &b, unsigned d, bool roundsDown,
                          bool isSigned) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = roundsDown ? b.exactXOverConstantY(d) : 1;
  int64_t divisibility = 1;
  if (Constant divisor = b.y.getConstantValue()) {
    APInt value(b.width, uint64_t(*divisor), /*isSigned=*/true,
                /*implicitTrunc=*/true);
    uint64_t size = (isSigned ? value.abs() : value).getZExtValue();
    // Exact, as each quotient is that of the first element of a run.
    if (llvm::isPowerOf2_64(size) && size <= uint64_t(x.divisibilityAt(run)))
      divisibility = x.divisibilityAt(run) / int64_t(size);
  }
  return {1, divisibility, std::max(commonConstancy(x, y), run)};
}

/// In a run that has one quotient the remainders count up with x. The first is
/// x0 less a multiple of y.
static AxisFacts inferRem(const Binary &b, unsigned d, bool roundsDown) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = roundsDown ? b.exactXOverConstantY(d) : 1;
  return {run, std::min(x.divisibilityAt(run), y.divisibilityAt(1)),
          commonConstancy(x, y)};
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

/// The shift amount if it is known and not too large.
static std::optional<unsigned> getShift(const Binary &b) {
  Constant amount = b.y.getConstantValue();
  if (!amount || *amount < 0 || *amount >= int64_t(b.width) || *amount > 61)
    return std::nullopt;
  return unsigned(*amount);
}

static AxisFacts inferShl(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t factor = int64_t(1) << getShift(b).value_or(0);
  return {1, saturatingProduct(x.divisibilityAt(1), factor),
          commonConstancy(x, y)};
}

/// Shifts right round down, with or without sign.
static AxisFacts inferShr(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  std::optional<unsigned> shift = getShift(b);
  if (!shift)
    return {1, 1, commonConstancy(x, y)};
  int64_t divisor = int64_t(1) << *shift;
  int64_t run = std::min(b.exactX(d), divisor);
  return {1, std::max<int64_t>(1, x.divisibilityAt(run) / divisor),
          std::max(commonConstancy(x, y), run)};
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// A mask m whose low bits are 0 makes runs constant, one whose low bits are 1
/// cuts them: x & ~3 repeats, x & 3 counts.
static AxisFacts inferAnd(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t same = std::max(b.exactXOverConstantY(d), b.exactYOverConstantX(d));
  int64_t run = 1;
  auto cut = [&](Constant mask, int64_t exact) {
    if (!mask)
      return;
    unsigned ones = std::min(llvm::countr_one(uint64_t(*mask)), 61);
    run = std::max(run, std::min(exact, int64_t(1) << ones));
  };
  cut(b.y.getConstantValue(), b.exactX(d));
  cut(b.x.getConstantValue(), b.exactY(d));
  // What either operand's firsts have as low zeros, the result's have.
  int64_t first = std::max(run, same);
  return {run, std::max(x.divisibilityAt(first), y.divisibilityAt(first)),
          std::max(commonConstancy(x, y), same)};
}

/// Where one operand is constant and its low bits are 0, a run of the other one
/// fills them: `or` and `xor` are sums there.
static AxisFacts inferOrXor(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = std::max(b.exactXOverConstantY(d), b.exactYOverConstantX(d));
  return {run, commonDivisibility(x, y, run), commonConstancy(x, y)};
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Two exact runs of one length do not interleave: one of them is chosen whole.
static AxisFacts inferMinMax(const Binary &b, unsigned d) {
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t run = std::min(b.exactX(d), b.exactY(d));
  return {run, commonDivisibility(x, y, run), commonConstancy(x, y)};
}

/// Compare a run of x with a constant y, both multiples of L: x0 + j < y and
/// x0 < y are the same for j < L, and so are their negations >=. But x0 + j <=
/// y differs from x0 <= y where x0 = y, and equality differs there too. Two
/// runs compare as their firsts.
static AxisFacts inferCompare(const Binary &b, unsigned d,
                              arith::CmpIPredicate predicate) {
  using arith::CmpIPredicate;
  const AxisFacts &x = b.x.getDim(d), &y = b.y.getDim(d);
  int64_t same =
      std::max(commonConstancy(x, y), std::min(b.exactX(d), b.exactY(d)));
  switch (predicate) {
  case CmpIPredicate::slt:
  case CmpIPredicate::ult:
  case CmpIPredicate::sge:
  case CmpIPredicate::uge:
    same = std::max(same, b.exactXOverConstantY(d));
    break;
  case CmpIPredicate::sgt:
  case CmpIPredicate::ugt:
  case CmpIPredicate::sle:
  case CmpIPredicate::ule:
    same = std::max(same, b.exactYOverConstantX(d));
    break;
  case CmpIPredicate::eq:
  case CmpIPredicate::ne:
    break;
  }
  return {1, 1, same};
}

/// `x <= c` is `x < c + 1`, and `c >= x`, `x > c`, `c < x` likewise: rewrites
/// the compare of x with a constant so that inferCompare sees the multiple
/// c + 1, if that does not overflow.
static AxisInfo inferCompareInfo(arith::CmpIOp op, const Binary &b) {
  using arith::CmpIPredicate;
  CmpIPredicate predicate = op.getPredicate();
  Type operandType = op.getLhs().getType();
  AxisInfo x = b.x, y = b.y;
  auto increment = [&](AxisInfo &info, bool isSigned) {
    if (!info.getConstantValue())
      return false;
    APInt value(b.width, uint64_t(*info.getConstantValue()), /*isSigned=*/true,
                /*implicitTrunc=*/true);
    if (isSigned ? value.isMaxSignedValue() : value.isMaxValue())
      return false;
    info = AxisInfo::getConstant(operandType, (value + 1).getSExtValue());
    return true;
  };
  struct Step {
    CmpIPredicate from;
    bool ofRight, isSigned;
    CmpIPredicate to;
  };
  using P = CmpIPredicate;
  static constexpr Step kSteps[] = {
      {P::sle, true, true, P::slt},   {P::sgt, true, true, P::sge},
      {P::ule, true, false, P::ult},  {P::ugt, true, false, P::uge},
      {P::slt, false, true, P::sle},  {P::sge, false, true, P::sgt},
      {P::ult, false, false, P::ule}, {P::uge, false, false, P::ugt}};
  for (const Step &step : kSteps)
    if (step.from == op.getPredicate() &&
        increment(step.ofRight ? y : x, step.isSigned))
      predicate = step.to;
  Binary changed{x, y, b.width};
  SmallVector<AxisFacts> dims;
  for (unsigned d = 0; d < b.x.getRank(); ++d) {
    AxisFacts facts = inferCompare(b, d, op.getPredicate());
    facts.constancy = std::max(facts.constancy,
                               inferCompare(changed, d, predicate).constancy);
    dims.push_back(facts);
  }
  return AxisInfo(dims, /*unit=*/1);
}

static AxisInfo inferSelect(const AxisInfo &condition, const AxisInfo &x,
                            const AxisInfo &y, bool scalarCondition) {
  if (Constant constant = condition.getConstantValue())
    return *constant ? x : y;
  SmallVector<AxisFacts> dims;
  for (unsigned d = 0; d < x.getRank(); ++d) {
    const AxisFacts &a = x.getDim(d), &b = y.getDim(d);
    int64_t run = std::min(a.contiguity, b.contiguity);
    int64_t same = commonConstancy(a, b);
    if (!scalarCondition) {
      run = std::min(run, condition.getConstancy(d));
      same = std::min(same, condition.getConstancy(d));
    }
    dims.push_back({run,
                    std::min(a.divisibilityAt(run, x.getUnit()),
                             b.divisibilityAt(run, y.getUnit())),
                    same});
  }
  return AxisInfo(dims, x.getUnit(), std::nullopt,
                  x.isNonNegative() && y.isNonNegative());
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Divisibility and repetition survive every integer cast. So do runs if the
/// result is narrower; widened, no run is longer than the numbers of the source
/// type that share a sign.
static AxisInfo inferCast(const AxisInfo &x, Type from, Type to,
                          bool isSigned) {
  unsigned fromWidth = getIntegerWidth(from), toWidth = getIntegerWidth(to);
  if (Constant value = x.getConstantValue()) {
    APInt source(fromWidth, uint64_t(*value), /*isSigned=*/true,
                 /*implicitTrunc=*/true);
    APInt result =
        isSigned ? source.sextOrTrunc(toWidth) : source.zextOrTrunc(toWidth);
    return AxisInfo::getConstant(to, result.getSExtValue());
  }
  bool widens = toWidth > fromWidth;
  SmallVector<AxisFacts> dims;
  for (AxisFacts facts : x.getDims()) {
    int64_t run = facts.contiguity;
    if (widens && fromWidth <= 62)
      run = std::min(run, int64_t(1) << (fromWidth - 1));
    dims.push_back({run, facts.divisibilityAt(run), facts.constancy});
  }
  bool nonNegative = widens ? (!isSigned || x.isNonNegative())
                            : toWidth == fromWidth && x.isNonNegative();
  return AxisInfo(dims, /*unit=*/1, std::nullopt, nonNegative);
}

//===----------------------------------------------------------------------===//
// Constants and dispatch
//===----------------------------------------------------------------------===//

/// The result on constants, if it is defined.
static std::optional<APInt> foldBinary(Operation *op, const APInt &x,
                                       const APInt &y) {
  using Result = std::optional<APInt>;
  bool divides = !y.isZero();
  bool dividesSigned = divides && !(x.isMinSignedValue() && y.isAllOnes());
  bool shifts = y.ult(x.getBitWidth());
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return x + y; })
      .Case([&](arith::SubIOp) { return x - y; })
      .Case([&](arith::MulIOp) { return x * y; })
      .Case([&](arith::AndIOp) { return x & y; })
      .Case([&](arith::OrIOp) { return x | y; })
      .Case([&](arith::XOrIOp) { return x ^ y; })
      .Case([&](arith::MinSIOp) { return llvm::APIntOps::smin(x, y); })
      .Case([&](arith::MaxSIOp) { return llvm::APIntOps::smax(x, y); })
      .Case([&](arith::MinUIOp) { return llvm::APIntOps::umin(x, y); })
      .Case([&](arith::MaxUIOp) { return llvm::APIntOps::umax(x, y); })
      .Case([&](arith::DivSIOp) {
        return dividesSigned ? Result(x.sdiv(y)) : Result();
      })
      .Case([&](arith::RemSIOp) {
        return dividesSigned ? Result(x.srem(y)) : Result();
      })
      .Case([&](arith::DivUIOp) {
        return divides ? Result(x.udiv(y)) : Result();
      })
      .Case([&](arith::RemUIOp) {
        return divides ? Result(x.urem(y)) : Result();
      })
      .Case([&](arith::ShLIOp) { return shifts ? Result(x.shl(y)) : Result(); })
      .Case(
          [&](arith::ShRSIOp) { return shifts ? Result(x.ashr(y)) : Result(); })
      .Case(
          [&](arith::ShRUIOp) { return shifts ? Result(x.lshr(y)) : Result(); })
      .Case([&](arith::CmpIOp compare) {
        return APInt(1, arith::applyCmpPredicate(compare.getPredicate(), x, y));
      })
      .Default(Result());
}

/// Results that are one of the operands or a constant whatever the other
/// operand is. They matter because they keep runs that do not begin at a
/// multiple.
static std::optional<AxisInfo> inferIdentity(Operation *op, const Binary &b) {
  Constant x = b.x.getConstantValue(), y = b.y.getConstantValue();
  Type type = op->getResult(0).getType();
  if (isa<arith::MulIOp>(op)) {
    if (x == 1)
      return b.y;
    if (y == 1)
      return b.x;
  }
  if (isa<arith::MulIOp, arith::AndIOp>(op) && (x == 0 || y == 0))
    return AxisInfo::getConstant(type, 0);
  if (isa<arith::DivSIOp, arith::DivUIOp>(op) && y == 1 && b.width > 1)
    return b.x;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op) && y == 1)
    return AxisInfo::getConstant(type, 0);
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, arith::OrIOp,
          arith::XOrIOp>(op) &&
      y == 0)
    return b.x;
  if (isa<arith::OrIOp, arith::XOrIOp>(op) && x == 0)
    return b.y;
  return std::nullopt;
}

/// x - x % y, which is between 0 and x if x is not negative.
static bool isWholeMultiple(arith::SubIOp op) {
  Operation *rem = op.getRhs().getDefiningOp();
  return isa_and_present<arith::RemSIOp, arith::RemUIOp>(rem) &&
         rem->getOperand(0) == op.getLhs();
}

static bool isResultNonNegative(Operation *op, const Binary &b,
                                const AxisInfoOptions &options) {
  bool x = b.x.isNonNegative(), y = b.y.isNonNegative();
  auto assumed = [&](arith::IntegerOverflowFlags flags) {
    // Narrow integers are data more often than indices.
    return (options.assumeNoSignedWrap && b.width >= 32) ||
           bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nsw);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::AddIOp, arith::MulIOp>(
          [&](auto sum) { return x && y && assumed(sum.getOverflowFlags()); })
      .Case<arith::DivSIOp, arith::OrIOp, arith::XOrIOp, arith::MinSIOp,
            arith::MaxUIOp>([&](auto) { return x && y; })
      .Case<arith::RemSIOp, arith::ShRSIOp>([&](auto) { return x; })
      // Unsigned quotients by 2 and more, and shifts by 1 and more, have a sign
      // bit of 0.
      .Case([&](arith::DivUIOp) {
        Constant divisor = b.y.getConstantValue();
        return x || (divisor && *divisor != 1 && b.width > 1);
      })
      .Case([&](arith::ShRUIOp) {
        Constant places = b.y.getConstantValue();
        return x || (places && *places != 0);
      })
      .Case([&](arith::SubIOp difference) {
        return x && isWholeMultiple(difference);
      })
      .Case<arith::RemUIOp, arith::AndIOp, arith::MaxSIOp, arith::MinUIOp>(
          [&](auto) { return x || y; })
      .Default(false);
}

/// The facts about one dimension, by operation; nothing if it is none of these.
using Rule = std::function<AxisFacts(const Binary &, unsigned)>;

static Rule getRule(Operation *op, const Binary &b) {
  bool nonNegative = b.x.isNonNegative();
  auto div = [](bool roundsDown, bool isSigned) -> Rule {
    return [=](const Binary &b, unsigned d) {
      return inferDiv(b, d, roundsDown, isSigned);
    };
  };
  auto rem = [](bool roundsDown) -> Rule {
    return
        [=](const Binary &b, unsigned d) { return inferRem(b, d, roundsDown); };
  };
  return llvm::TypeSwitch<Operation *, Rule>(op)
      .Case([](arith::AddIOp) { return inferAdd; })
      .Case([](arith::SubIOp) { return inferSub; })
      .Case([](arith::MulIOp) { return inferMul; })
      .Case([&](arith::DivUIOp) { return div(true, false); })
      .Case([&](arith::RemUIOp) { return rem(true); })
      .Case([&](arith::DivSIOp) { return div(nonNegative, true); })
      .Case([&](arith::RemSIOp) { return rem(nonNegative); })
      .Case([](arith::ShLIOp) { return inferShl; })
      .Case<arith::ShRSIOp, arith::ShRUIOp>([](auto) { return inferShr; })
      .Case([](arith::AndIOp) { return inferAnd; })
      .Case<arith::OrIOp, arith::XOrIOp>([](auto) { return inferOrXor; })
      .Case<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(
          [](auto) { return inferMinMax; })
      .Default(Rule());
}

static std::optional<AxisInfo> inferBinary(Operation *op, Operands operands,
                                           const AxisInfoOptions &options) {
  Type type = op->getOperand(0).getType();
  Binary b{*operands[0], *operands[1], getIntegerWidth(type)};
  Constant x = b.x.getConstantValue(), y = b.y.getConstantValue();
  if (x && y) {
    std::optional<APInt> value =
        foldBinary(op, APInt(b.width, uint64_t(*x), true, true),
                   APInt(b.width, uint64_t(*y), true, true));
    if (value)
      return AxisInfo::getConstant(op->getResult(0).getType(),
                                   value->getSExtValue());
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return inferCompareInfo(compare, b);
  if (std::optional<AxisInfo> same = inferIdentity(op, b))
    return same;
  Rule rule = getRule(op, b);
  if (!rule)
    return std::nullopt;
  SmallVector<AxisFacts> dims;
  for (unsigned d = 0; d < b.x.getRank(); ++d)
    dims.push_back(rule(b, d));
  return AxisInfo(dims, /*unit=*/1, std::nullopt,
                  isResultNonNegative(op, b, options));
}

/// Wider integers than tiles hold may occur as scalars.
static bool hasUsualWidths(Operation *op) {
  auto isUsual = [](Type type) {
    Type scalar = getElementTypeOrSelf(type);
    if (!scalar.isIntOrIndex())
      return true;
    unsigned width = getIntegerWidth(scalar);
    return width >= 1 && width <= 64;
  };
  return llvm::all_of(op->getOperandTypes(), isUsual) &&
         llvm::all_of(op->getResultTypes(), isUsual);
}

std::optional<AxisInfo> axisinfo::inferArith(Operation *op, Operands operands,
                                             const AxisInfoOptions &options) {
  if (op->getNumResults() != 1 || !hasUsualWidths(op))
    return std::nullopt;
  Type type = op->getResult(0).getType();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return inferConstant(type, constant.getValue());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return inferSelect(*operands[0], *operands[1], *operands[2],
                       !isa<ShapedType>(select.getCondition().getType()) &&
                           isa<ShapedType>(type));
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return inferCast(*operands[0], op->getOperand(0).getType(), type, true);
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(op))
    return inferCast(*operands[0], op->getOperand(0).getType(), type, false);
  if (op->getNumOperands() != 2 ||
      !getScalarType(op->getOperand(0).getType()).isIntOrIndex() ||
      operands[0]->getRank() != operands[1]->getRank())
    return std::nullopt;
  return inferBinary(op, operands, options);
}
