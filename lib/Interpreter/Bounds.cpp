//===- Bounds.cpp - Bounds through maps over elements ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "Formats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// Elements and their ranges
//===----------------------------------------------------------------------===//

static double loadNumber(ElementType type, uint64_t bits) {
  double number = 0;
  withAnyFloat(type, [&](auto format) {
    using T = decltype(format);
    number = T::load(typename T::Bits(bits));
  });
  return number;
}

double interp::loadNumber(const Elements &value, uint32_t index) {
  return ::loadNumber(value.getType(), value.getBits(index));
}

double interp::getLargestNumber(ElementType type) {
  double number = std::numeric_limits<double>::max();
  if (type != ElementType::F64)
    withAnyFloat(type, [&](auto format) {
      using T = decltype(format);
      number = T::load(T::round(number, Rounding::TowardZero));
    });
  return number;
}

double interp::getSmallestNormal(ElementType type) {
  double number = std::numeric_limits<double>::min();
  if (type == ElementType::F32)
    return std::numeric_limits<float>::min();
  if (type != ElementType::F64)
    withAnyFloat(type, [&](auto format) {
      using T = decltype(format);
      // Only the last digit of the exponent.
      number = T::load(typename T::Bits(1) << (T::kDigits - 1));
    });
  return number;
}

static double grow(double number) {
  return std::nextafter(number, std::numeric_limits<double>::infinity());
}

/// What an operand is at an end of its range. The range has only numbers of the
/// type, so that the end rounds to the inside.
static uint64_t moveNumber(ElementType type, uint64_t bits, double bound,
                           bool isHigh) {
  uint64_t moved = bits;
  withAnyFloat(type, [&](auto format) {
    using T = decltype(format);
    double number = T::load(typename T::Bits(bits));
    number = isHigh ? grow(number + bound) : -grow(bound - number);
    moved = T::round(number, isHigh ? Rounding::Downward : Rounding::Upward);
  });
  return moved;
}

namespace {
/// An integer and its bound, read with a sign or without.
struct Integer {
  __int128 value = 0, bound = 0, least = 0, most = 0;
  bool isInside() const {
    return value - bound >= least && value + bound <= most;
  }
};
} // namespace

static std::optional<Integer> readInteger(const Elements &value, uint32_t index,
                                          bool isSigned) {
  double bound = value.getBound(index);
  if (!(bound < 0x1p64))
    return std::nullopt;
  Integer result;
  result.bound = static_cast<__int128>(bound);
  bool known = withInteger(value.getType(), [&](auto format) {
    using T = decltype(format);
    auto number = T::load(typename T::Bits(value.getBits(index)));
    result.value = isSigned ? __int128(T::sign(number)) : __int128(number);
    __int128 size = __int128(1) << T::kWidth;
    result.least = isSigned ? -size / 2 : 0;
    result.most = result.least + size - 1;
    // An i1 that may be both.
    if (T::kWidth == 1 && result.bound != 0) {
      result.value = result.least;
      result.bound = 0;
      result.most = result.least + 1;
    }
  });
  return known ? std::optional(result) : std::nullopt;
}

bool interp::hasRange(const Elements &value, uint32_t index, bool isSigned) {
  if (run::isFloat(value.getType()))
    return value.getBound(index) != kUnknownBound;
  std::optional<Integer> number = readInteger(value, index, isSigned);
  return number && number->isInside();
}

Elements interp::getEnd(const Elements &value, bool isHigh, bool isSigned) {
  Elements end(value.getType(), value.size());
  std::memcpy(end.data(), value.data(),
              size_t(value.size()) * value.getByteWidth());
  for (uint32_t k = 0; k < value.size(); ++k) {
    double bound = value.getBound(k);
    if (bound == 0 || !hasRange(value, k, isSigned))
      continue;
    if (run::isFloat(value.getType()))
      end.setBits(k,
                  moveNumber(value.getType(), value.getBits(k), bound, isHigh));
    else if (value.getType() == ElementType::I1)
      end.setBits(k, isHigh != isSigned);
    else
      end.setBits(k, isHigh ? value.getBits(k) + uint64_t(bound)
                            : value.getBits(k) - uint64_t(bound));
  }
  return end;
}

double interp::getDistance(ElementType type, uint64_t a, uint64_t b) {
  if (a == b)
    return 0;
  if (!run::isFloat(type)) {
    double distance = kUnknownBound;
    withInteger(type, [&](auto format) {
      using T = decltype(format);
      auto difference = T::sign(T::load(T::store(typename T::U(a - b))));
      distance = grow(std::fabs(double(difference)));
    });
    return std::floor(distance);
  }
  double x = ::loadNumber(type, a), y = ::loadNumber(type, b);
  double distance = x - y;
  // False of what is not a number, too.
  if (!(std::fabs(distance) < kUnknownBound))
    return kUnknownBound;
  // Not 0 of zeros of both signs.
  bool isExact = distance != 0 && y + distance == x && x - distance == y;
  return isExact ? std::fabs(distance) : grow(std::fabs(distance));
}

double interp::getChoiceBound(const Elements &condition, const Elements &chosen,
                              const Elements &other, uint32_t index) {
  if (condition.getBound(index) == 0)
    return chosen.getBound(index);
  return std::max(chosen.getBound(index),
                  getDistance(chosen.getType(), chosen.getBits(index),
                              other.getBits(index)) +
                      other.getBound(index));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Whether the extremes of a float or a comparison are at the ends of the
/// operands' ranges.
static bool hasExtremesAtEnds(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             PreciseDivFOp, ApproxDivFOp, math::FmaOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, ClampFOp,
             math::ClampFOp, arith::ExtFOp, arith::TruncFOp, FpToFpOp,
             arith::SIToFPOp, arith::UIToFPOp, PreciseSqrtOp, math::SqrtOp,
             arith::CmpFOp>(op);
}

/// Whether it is a monotone function, which the host computes nearly rounded.
static bool isMonotone(Operation *op) {
  return isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::AtanOp, math::AtanhOp, math::CbrtOp, math::CeilOp,
             math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op,
             math::ExpM1Op, math::FloorOp, math::LogOp, math::Log10Op,
             math::Log1pOp, math::Log2Op, math::RoundOp, math::RoundEvenOp,
             math::RsqrtOp, math::SinhOp, math::TanhOp, math::TruncOp>(op);
}

/// The largest relative error of a rounding.
static double getUnit(ElementType type) {
  double unit = 0x1p-53;
  withAnyFloat(type, [&](auto format) {
    unit = std::ldexp(1.0, -int(decltype(format)::kDigits));
  });
  return unit;
}

/// The results at all combinations of ends.
static SmallVector<Elements> evaluateEnds(const Step &s, bool isSigned) {
  unsigned count = s.i.operands.size();
  SmallVector<std::array<Elements, 2>> ends(count);
  Instruction corner = s.i;
  corner.results.assign(1, count);
  unsigned movable = 0;
  for (unsigned k = 0; k < count; ++k) {
    const Elements &value = s.get(k);
    corner.operands[k] = k;
    ends[k][0] = value;
    if (!value.getBounds())
      continue;
    movable |= 1 << k;
    for (bool isHigh : {false, true})
      ends[k][isHigh] = getEnd(value, isHigh, isSigned);
  }
  SmallVector<Elements> results;
  for (unsigned choice = 0; choice < 1u << count; ++choice) {
    if (choice & ~movable)
      continue;
    Frame local(count + 1);
    for (unsigned k = 0; k < count; ++k)
      local[k] = ends[k][choice >> k & 1];
    if (failed(s.i.evaluator->run(Step(s.e, corner, local))))
      return {};
    results.push_back(local[count]);
  }
  return results;
}

/// Whether the range of a divisor has 0 in it.
static bool mayBeZero(const Elements &value, uint32_t index) {
  return std::fabs(loadNumber(value, index)) <= value.getBound(index);
}

/// Whether a comparison asks for equality, which the ends do not decide.
static bool isEquality(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  return predicate == P::OEQ || predicate == P::UEQ || predicate == P::ONE ||
         predicate == P::UNE;
}

/// Whether two elements have a number in common.
static bool mayBeEqual(const Elements &a, const Elements &b, uint32_t index) {
  return !(std::fabs(loadNumber(a, index) - loadNumber(b, index)) >
           grow(a.getBound(index) + b.getBound(index)));
}

/// The bound of an element whose results at the ends are known.
static double getBoundOfEnds(Operation *op, ArrayRef<const Elements *> operands,
                             const Elements &result, ArrayRef<Elements> ends,
                             uint32_t k) {
  if (isa<arith::DivFOp, PreciseDivFOp, ApproxDivFOp>(op) &&
      mayBeZero(*operands[1], k))
    return kUnknownBound;
  double bound = ends.empty() ? kUnknownBound : 0;
  for (const Elements &end : ends)
    bound = std::max(bound, getDistance(result.getType(), result.getBits(k),
                                        end.getBits(k)));
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return bound != 0 || (isEquality(compare.getPredicate()) &&
                          mayBeEqual(*operands[0], *operands[1], k))
               ? 1
               : 0;
  double number = loadNumber(result, k);
  if (isMonotone(op) && bound != 0)
    bound += 4 * getUnit(result.getType()) * (std::fabs(number) + bound);
  // A zero may have another sign.
  if (number == 0)
    bound = std::max(bound, std::numeric_limits<double>::denorm_min());
  return bound;
}

/// The bound of a float where none of the rules for ends is right.
static double deriveFloatBound(Operation *op,
                               ArrayRef<const Elements *> operands,
                               const Elements &result, uint32_t k) {
  double bound = operands.front()->getBound(k);
  if (isa<arith::NegFOp, math::AbsFOp>(op) ||
      (isa<math::CopySignOp>(op) && operands.back()->getBound(k) == 0))
    return bound;
  if (isa<math::SinOp, math::CosOp>(op))
    return bound + 4 * getUnit(result.getType());
  if (isa<arith::BitcastOp, BitcastOp>(op))
    return deriveIntegerBound(op, operands, result, k);
  return kUnknownBound;
}

void interp::deriveBounds(const Step &s) {
  SmallVector<const Elements *> operands;
  bool any = false;
  for (uint32_t operand : s.i.operands) {
    operands.push_back(&s.frame[operand]);
    any |= s.frame[operand].getBounds() != nullptr;
  }
  if (!any)
    return;
  Operation *op = s.op;
  bool takesEnds = hasExtremesAtEnds(op) || isMonotone(op);
  bool isSigned = !isa<arith::UIToFPOp>(op);
  SmallVector<Elements> ends;
  if (takesEnds)
    ends = evaluateEnds(s, isSigned);
  for (uint32_t number : s.i.results) {
    Elements &result = s.frame[number];
    std::vector<double> bounds(result.size(), 0);
    for (uint32_t k = 0; k < result.size(); ++k) {
      auto isExact = [&](const Elements *operand) {
        return operand->getBound(k) == 0;
      };
      if (llvm::all_of(operands, isExact))
        continue;
      if (takesEnds)
        bounds[k] = llvm::all_of(operands,
                                 [&](const Elements *operand) {
                                   return hasRange(*operand, k, isSigned);
                                 })
                        ? getBoundOfEnds(op, operands, result, ends, k)
                        : kUnknownBound;
      else if (run::isFloat(result.getType()))
        bounds[k] = deriveFloatBound(op, operands, result, k);
      else
        bounds[k] = deriveIntegerBound(op, operands, result, k);
    }
    result.setBounds(std::move(bounds));
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

using Wide = __int128;

static Wide getMagnitude(Wide value) { return value < 0 ? -value : value; }

/// How far a value between two others can be from `at`.
static double getReach(Wide low, Wide high, Wide at) {
  Wide reach = std::max(high - at, at - low);
  auto number = double(reach);
  return Wide(number) < reach ? grow(number) : number;
}

/// Of a logical operation: 0 if one operand decides it.
static double deriveLogicBound(Operation *op,
                               ArrayRef<const Elements *> operands,
                               uint32_t k) {
  for (const Elements *operand : operands)
    if (operand->getBound(k) == 0 &&
        ((isa<arith::AndIOp>(op) && operand->getBits(k) == 0) ||
         (isa<arith::OrIOp>(op) && operand->getBits(k) == 1)))
      return 0;
  return 1;
}

/// Of a comparison: 0 if the ranges decide it.
static double deriveCompareBound(arith::CmpIOp op, const Elements &a,
                                 const Elements &b, uint32_t k) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  bool isSigned = predicate == P::slt || predicate == P::sle ||
                  predicate == P::sgt || predicate == P::sge;
  auto x = readInteger(a, k, isSigned), y = readInteger(b, k, isSigned);
  if (!x || !y || !x->isInside() || !y->isInside() ||
      a.getType() == ElementType::I1)
    return 1;
  Wide least = x->value - x->bound - (y->value + y->bound);
  Wide most = x->value + x->bound - (y->value - y->bound);
  switch (predicate) {
  case P::eq:
  case P::ne:
    return least <= 0 && most >= 0;
  case P::slt:
  case P::ult:
  case P::sge:
  case P::uge:
    return least < 0 && most >= 0;
  default:
    return least <= 0 && most > 0;
  }
}

/// Of a cast of bits. The bits of floats of one sign are in the order of their
/// magnitudes.
static double deriveBitcastBound(const Elements &from, const Elements &result,
                                 uint32_t k) {
  bool fromFloat = run::isFloat(from.getType()),
       toFloat = run::isFloat(result.getType());
  if (!fromFloat && !toFloat)
    return from.getBound(k);
  if (!hasRange(from, k))
    return kUnknownBound;
  ElementType type = result.getType();
  uint64_t bits = from.getBits(k);
  uint64_t sign = uint64_t(1) << (8 * from.getByteWidth() - 1);
  double bound = 0;
  for (bool isHigh : {false, true}) {
    Elements end =
        from.gather(1, [&](uint32_t) { return from.size() == 1 ? 0 : k; });
    uint64_t moved = getEnd(end, isHigh).getBits(0);
    if ((moved ^ bits) & sign)
      return kUnknownBound;
    bound = std::max(bound, getDistance(type, bits, moved));
  }
  return bound;
}

/// Of a float cut to an integer: none where it may not fit.
static double deriveCutBound(const Elements &from, const Elements &result,
                             uint32_t k, bool isSigned) {
  double number = loadNumber(from, k), bound = from.getBound(k);
  double limit =
      std::ldexp(1.0, 8 * int(result.getByteWidth()) - (isSigned ? 1 : 0));
  double low = std::trunc(-grow(bound - number)),
         high = std::trunc(grow(number + bound));
  if (!(low >= (isSigned ? -limit : 0) && high < limit))
    return kUnknownBound;
  return getReach(Wide(low), Wide(high), Wide(std::trunc(number)));
}

/// The bound before the result's width cuts it.
static double deriveWideBound(Operation *op,
                              ArrayRef<const Elements *> operands,
                              const Elements &result, uint32_t k) {
  const Elements &a = *operands.front(), &b = *operands.back();
  double boundA = a.getBound(k), boundB = b.getBound(k);
  bool isSigned =
      isa<arith::MulIOp, arith::MaxSIOp, arith::MinSIOp, arith::ExtSIOp,
          arith::IndexCastOp, arith::ShRSIOp, arith::DivSIOp, math::AbsIOp>(op);
  auto x = readInteger(a, k, isSigned), y = readInteger(b, k, isSigned);
  if (!x || !y)
    return kUnknownBound;
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return boundA + boundB;
  if (isa<arith::MulIOp>(op))
    return grow(double(getMagnitude(x->value)) * boundB +
                double(getMagnitude(y->value)) * boundA + boundA * boundB);
  if (isa<arith::TruncIOp>(op))
    return boundA;
  if (isa<arith::ShLIOp>(op))
    return boundB == 0 && y->value < 64 ? std::ldexp(boundA, int(y->value))
                                        : kUnknownBound;
  if (isa<arith::AndIOp>(op) && (boundA == 0 || boundB == 0)) {
    // Not beyond the mask.
    Wide mask = boundA == 0 ? x->value : y->value;
    return getReach(0, mask, readInteger(result, k, false)->value);
  }
  // What follows needs numbers that do not wrap around.
  if (!x->isInside() || !y->isInside())
    return kUnknownBound;
  Wide low = x->value - x->bound, high = x->value + x->bound;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
          arith::IndexCastUIOp>(op))
    return boundA;
  if (isa<math::AbsIOp>(op))
    return low > x->least ? boundA : kUnknownBound;
  if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op))
    return std::max(boundA, boundB);
  if (boundB != 0)
    return kUnknownBound;
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op) && y->value >= 0 && y->value < 64)
    return getReach(low >> int(y->value), high >> int(y->value),
                    x->value >> int(y->value));
  if (isa<arith::DivUIOp, arith::DivSIOp>(op) && y->value > 0)
    return getReach(low / y->value, high / y->value, x->value / y->value);
  if (isa<arith::RemUIOp>(op) && y->value > 0)
    return low / y->value == high / y->value
               ? boundA
               : getReach(0, y->value - 1, x->value % y->value);
  return kUnknownBound;
}

double interp::deriveIntegerBound(Operation *op,
                                  ArrayRef<const Elements *> operands,
                                  const Elements &result, uint32_t k) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return deriveCompareBound(compare, *operands[0], *operands[1], k);
  if (isa<arith::BitcastOp, BitcastOp>(op))
    return deriveBitcastBound(*operands.front(), result, k);
  if (result.getType() == ElementType::I1)
    return isa<arith::AndIOp, arith::OrIOp>(op)
               ? deriveLogicBound(op, operands, k)
               : 1;
  bool isCut = isa<arith::FPToSIOp, arith::FPToUIOp>(op);
  double bound = isCut ? deriveCutBound(*operands.front(), result, k,
                                        isa<arith::FPToSIOp>(op))
                       : deriveWideBound(op, operands, result, k);
  // Half of all integers are this far away.
  return bound < std::ldexp(1.0, 8 * result.getByteWidth() - 1) ? bound
                                                                : kUnknownBound;
}
