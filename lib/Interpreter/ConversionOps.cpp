//===- ConversionOps.cpp - Conversions between element types --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Formats.h"

#include "tile/Run/Poison.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static LogicalResult failTypes(Evaluation &e, const Instruction &i) {
  return e.fail(i.op, "is not evaluated from " +
                          quote(i.op->getOperand(0).getType()) + " to " +
                          quote(i.op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// To a wider or a narrower integer.
static LogicalResult resize(Evaluation &e, const Instruction &i, Frame &frame,
                            bool isSigned) {
  const Elements &a = e.get(i, 0, frame);
  ElementType type = getResultType(i);
  bool known = false;
  withInteger(a.getType(), [&](auto from) {
    using A = decltype(from);
    known = withInteger(type, [&](auto to) {
      using R = decltype(to);
      e.set(i, 0,
            apply<typename R::Bits, typename A::Bits>(
                type, a,
                [&](typename A::Bits x) {
                  auto value = A::load(x);
                  return R::store(isSigned
                                      ? typename R::U(int64_t(A::sign(value)))
                                      : typename R::U(value));
                }),
            frame);
    });
  });
  return known ? success() : failTypes(e, i);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static LogicalResult convertFloat(Evaluation &e, const Instruction &i,
                                  Frame &frame, Rounding rounding) {
  const Elements &a = e.get(i, 0, frame);
  ElementType type = getResultType(i);
  bool known = false;
  withAnyFloat(a.getType(), [&](auto from) {
    using A = decltype(from);
    known = withAnyFloat(type, [&](auto to) {
      using R = decltype(to);
      e.set(i, 0,
            apply<typename R::Bits, typename A::Bits>(
                type, a,
                [&](typename A::Bits x) {
                  return R::round(double(A::load(x)), rounding);
                }),
            frame);
    });
  });
  return known ? success() : failTypes(e, i);
}

static LogicalResult evaluateFpToFp(Evaluation &e, const Instruction &i,
                                    Frame &frame) {
  auto rounding = cast<FpToFpOp>(i.op).getRounding();
  return convertFloat(e, i, frame,
                      rounding == RoundingMode::RTZ ? Rounding::TowardZero
                                                    : Rounding::NearestEven);
}

static bool hasByteFloat(const Instruction &i) {
  auto isByte = [](Type type) {
    Type scalar = getScalarType(type);
    return isa<FloatType>(scalar) && scalar.getIntOrFloatBitWidth() == 8;
  };
  return isByte(i.op->getOperand(0).getType()) ||
         isByte(i.op->getResult(0).getType());
}

static LogicalResult evaluateTruncF(Evaluation &e, const Instruction &i,
                                    Frame &frame) {
  if (hasByteFloat(i))
    return e.fail(i.op, "expected no 8-bit floats, which tile.fp_to_fp "
                        "converts, found " +
                            quote(i.op->getResult(0).getType()));
  Rounding rounding = Rounding::NearestEven;
  if (auto mode = cast<arith::TruncFOp>(i.op).getRoundingmode())
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
  return convertFloat(e, i, frame, rounding);
}

static LogicalResult evaluateExtF(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  if (hasByteFloat(i))
    return e.fail(i.op, "expected no 8-bit floats, which tile.fp_to_fp "
                        "converts, found " +
                            quote(i.op->getOperand(0).getType()));
  return convertFloat(e, i, frame, Rounding::NearestEven);
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

static LogicalResult integerToFloat(Evaluation &e, const Instruction &i,
                                    Frame &frame, bool isSigned) {
  const Elements &a = e.get(i, 0, frame);
  ElementType type = getResultType(i);
  bool known = false;
  withInteger(a.getType(), [&](auto from) {
    using A = decltype(from);
    known = withFloat(type, [&](auto to) {
      using R = decltype(to);
      e.set(i, 0,
            apply<typename R::Bits, typename A::Bits>(
                type, a,
                [&](typename A::Bits x) {
                  auto value = A::load(x);
                  int64_t number = A::sign(value);
                  bool isNegative = isSigned && number < 0;
                  return fromInteger<R>(isNegative ? 0 - uint64_t(number)
                                                   : uint64_t(value),
                                        isNegative);
                }),
            frame);
    });
  });
  return known ? success() : failTypes(e, i);
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

static LogicalResult floatToInteger(Evaluation &e, const Instruction &i,
                                    Frame &frame, bool isSigned) {
  const Elements &a = e.get(i, 0, frame);
  ElementType type = getResultType(i);
  bool known = false;
  withFloat(a.getType(), [&](auto from) {
    using A = decltype(from);
    known = withInteger(type, [&](auto to) {
      using R = decltype(to);
      uint64_t poison = run::getPoison(type);
      e.set(i, 0,
            apply<typename R::Bits, typename A::Bits>(
                type, a,
                [&](typename A::Bits x) {
                  return toInteger<R>(A::load(x), isSigned, poison);
                }),
            frame);
    });
  });
  return known ? success() : failTypes(e, i);
}

/// The same bits.
static LogicalResult castBits(Evaluation &e, const Instruction &i,
                              Frame &frame) {
  e.set(i, 0, e.get(i, 0, frame).withType(getResultType(i)), frame);
  return success();
}

void interp::addConversionEvaluators(EvaluatorTable &table) {
  auto withFlag = [](auto function, bool isSigned) {
    return [=](Evaluation &e, const Instruction &i, Frame &frame) {
      return function(e, i, frame, isSigned);
    };
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
