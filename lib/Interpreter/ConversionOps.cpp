//===- ConversionOps.cpp - Conversions between element types --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"

#include "tile/Run/Poison.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

/// `f(from, to, bits)`, the bits of an element in another format.
template <typename From, typename To, typename F>
static LogicalResult convert(const Step &s, F f) {
  const Elements &a = s.get(0);
  ElementType type = getResultType(s);
  bool known = false;
  From::with(a.getType(), [&](auto from) {
    known = To::with(type, [&](auto to) {
      using A = typename decltype(from)::Bits;
      s.set(0, apply<typename decltype(to)::Bits, A>(
                   type, [&](A bits) { return f(from, to, bits); }, a));
    });
  });
  return known ? success()
               : s.fail("is not evaluated from " +
                        quote(s.op->getOperand(0).getType()) + " to " +
                        quote(s.op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// To a wider or a narrower integer.
static LogicalResult resize(const Step &s, bool isSigned) {
  return convert<Integers, Integers>(s, [=](auto from, auto to, auto bits) {
    using A = decltype(from);
    using R = decltype(to);
    auto value = A::load(bits);
    return R::store(isSigned ? typename R::U(int64_t(A::sign(value)))
                             : typename R::U(value));
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static LogicalResult convertFloat(const Step &s, Rounding rounding) {
  return convert<AnyFloats, AnyFloats>(s, [=](auto from, auto to, auto bits) {
    return decltype(to)::round(double(decltype(from)::load(bits)), rounding);
  });
}

static LogicalResult evaluateFpToFp(const Step &s) {
  auto rounding = cast<FpToFpOp>(s.op).getRounding();
  return convertFloat(s, rounding == RoundingMode::RTZ ? Rounding::TowardZero
                                                       : Rounding::NearestEven);
}

static bool hasByteFloat(const Step &s) {
  auto isByte = [](Type type) {
    Type scalar = getScalarType(type);
    return isa<FloatType>(scalar) && scalar.getIntOrFloatBitWidth() == 8;
  };
  return isByte(s.op->getOperand(0).getType()) ||
         isByte(s.op->getResult(0).getType());
}

static LogicalResult evaluateTruncF(const Step &s) {
  if (hasByteFloat(s))
    return s.fail("expected no 8-bit floats, which tile.fp_to_fp "
                  "converts, found " +
                  quote(s.op->getResult(0).getType()));
  Rounding rounding = Rounding::NearestEven;
  if (auto mode = cast<arith::TruncFOp>(s.op).getRoundingmode())
    switch (*mode) {
    case arith::RoundingMode::to_nearest_even:
      break;
    case arith::RoundingMode::downward:
      rounding = Rounding::Downward;
      break;
    case arith::RoundingMode::upward:
      rounding = Rounding::Upward;
      break;
    case arith::RoundingMode::toward_zero:
      rounding = Rounding::TowardZero;
      break;
    case arith::RoundingMode::to_nearest_away:
      rounding = Rounding::NearestAway;
      break;
    }
  return convertFloat(s, rounding);
}

static LogicalResult evaluateExtF(const Step &s) {
  if (hasByteFloat(s))
    return s.fail("expected no 8-bit floats, which tile.fp_to_fp "
                  "converts, found " +
                  quote(s.op->getOperand(0).getType()));
  return convertFloat(s, Rounding::NearestEven);
}

//===----------------------------------------------------------------------===//
// Between integers and floats
//===----------------------------------------------------------------------===//

/// `magnitude` as a double that rounds like it: cut off where it has too many
/// digits, with the last one set if anything was lost.
static double toDoubleToOdd(uint64_t magnitude) {
  if (magnitude < uint64_t(1) << 53)
    return double(magnitude);
  uint64_t lost = magnitude & 0x7ff;
  return std::ldexp(double((magnitude >> 11) | (lost != 0)), 11);
}

/// Rounds an integer once.
template <typename R>
static typename R::Bits fromInteger(uint64_t magnitude, bool isNegative) {
  if constexpr (std::is_same_v<R, F64Format>) {
    double value = double(magnitude);
    return R::store(isNegative ? -value : value);
  } else if constexpr (std::is_same_v<R, F32Format>) {
    float value = float(magnitude);
    return R::store(isNegative ? -value : value);
  } else {
    double value = toDoubleToOdd(magnitude);
    return R::store(isNegative ? -value : value);
  }
}

static LogicalResult integerToFloat(const Step &s, bool isSigned) {
  return convert<Integers, Floats>(s, [=](auto from, auto to, auto bits) {
    using A = decltype(from);
    auto value = A::load(bits);
    int64_t number = A::sign(value);
    bool isNegative = isSigned && number < 0;
    return fromInteger<decltype(to)>(
        isNegative ? 0 - uint64_t(number) : uint64_t(value), isNegative);
  });
}

/// Toward zero; run::getPoison where the integer has no such value.
template <typename R>
static typename R::Bits toInteger(double value, bool isSigned,
                                  uint64_t poison) {
  double whole = std::trunc(value);
  constexpr int width = R::kWidth;
  double limit = std::ldexp(1.0, isSigned ? width - 1 : width);
  double least = isSigned ? -limit : 0;
  // False for NaN too.
  if (!(whole >= least && whole < limit))
    return typename R::Bits(poison);
  return R::store(
      typename R::U(whole < 0 ? 0 - uint64_t(-whole) : uint64_t(whole)));
}

static LogicalResult floatToInteger(const Step &s, bool isSigned) {
  uint64_t poison = run::getPoison(getResultType(s));
  return convert<Floats, Integers>(s, [=](auto from, auto to, auto bits) {
    return toInteger<decltype(to)>(decltype(from)::load(bits), isSigned,
                                   poison);
  });
}

/// The same bits.
static LogicalResult castBits(const Step &s) {
  return s.give(s.get(0).withType(getResultType(s)));
}

void interp::addConversionEvaluators(EvaluatorTable &table) {
  auto withFlag = [](auto function, bool isSigned) {
    return [=](const Step &s) { return function(s, isSigned); };
  };
  table.add("arith.extui", withFlag(resize, false));
  table.add("arith.extsi", withFlag(resize, true));
  table.add("arith.trunci", withFlag(resize, false));
  table.add("arith.index_cast", withFlag(resize, true));
  table.add("arith.index_castui", withFlag(resize, false));
  table.add("arith.uitofp", withFlag(integerToFloat, false));
  table.add("arith.sitofp", withFlag(integerToFloat, true));
  table.add("arith.fptoui", withFlag(floatToInteger, false));
  table.add("arith.fptosi", withFlag(floatToInteger, true));
  table.add("arith.extf", evaluateExtF);
  table.add("arith.truncf", evaluateTruncF);
  table.add("tile.fp_to_fp", evaluateFpToFp);
  for (StringRef name :
       {"arith.bitcast", "tile.bitcast", "tile.int_to_ptr", "tile.ptr_to_int"})
    table.add(name, castBits);
}
