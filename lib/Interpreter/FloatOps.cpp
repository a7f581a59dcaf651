//===- FloatOps.cpp - Arithmetic and comparisons of floats ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// Minima, maxima, fused multiply-add
//===----------------------------------------------------------------------===//

/// -0 is below +0; `a` and `b` are no NaN.
template <typename T> static T larger(T a, T b) {
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <typename T> static T smaller(T a, T b) {
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
/// A NaN if one is.
template <typename T> static T maximum(T a, T b) {
  return a != a ? a : b != b ? b : larger(a, b);
}
template <typename T> static T minimum(T a, T b) {
  return a != a ? a : b != b ? b : smaller(a, b);
}
/// The number if one is.
template <typename T> static T maxNumber(T a, T b) {
  return a != a ? b : b != b ? a : larger(a, b);
}
template <typename T> static T minNumber(T a, T b) {
  return a != a ? b : b != b ? a : smaller(a, b);
}

/// The sum of two doubles rounded to odd: cut off, with the last bit set if
/// anything was lost. Rounded once more, to two digits less at least, it gives
/// what the exact sum gives.
static double addToOdd(double a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum))
    return sum;
  // What the sum lost (D. Knuth, The Art of Computer Programming, 4.2.2).
  double part = sum - a;
  double lost = (a - (sum - part)) + (b - part);
  uint64_t bits = llvm::bit_cast<uint64_t>(sum);
  if (lost == 0 || (bits & 1))
    return sum;
  bool grows = (lost > 0) == (sum > 0);
  return llvm::bit_cast<double>(grows ? bits + 1 : bits - 1);
}

namespace {
struct FusedMultiplyAdd {
  float operator()(float a, float b, float c) const {
    return std::fma(a, b, c);
  }
  /// Of f64.
  double operator()(double a, double b, double c) const {
    return std::fma(a, b, c);
  }
};
} // namespace

static LogicalResult evaluateFma(const Step &s) {
  ElementType type = s.get(0).getType();
  // Of 16 bits, the product of two is exact in double.
  if (type == ElementType::F16 || type == ElementType::BF16)
    return floats<3>(
        [](double a, double b, double c) { return addToOdd(a * b, c); })(s);
  return floats<3>(FusedMultiplyAdd())(s);
}

//===----------------------------------------------------------------------===//
// Clamps
//===----------------------------------------------------------------------===//

static LogicalResult evaluateTileClamp(const Step &s) {
  if (cast<ClampFOp>(s.op).getPropagateNan() == PropagateNan::ALL)
    return floats<3>([](auto x, auto low, auto high) {
      return minimum(maximum(x, low), high);
    })(s);
  return floats<3>([](auto x, auto low, auto high) {
    return minNumber(maxNumber(x, low), high);
  })(s);
}

//===----------------------------------------------------------------------===//
// Bits: signs and classes
//===----------------------------------------------------------------------===//

/// `f(format, bits...)`, without a look at NaN.
template <unsigned count, typename F> static auto onBits(F f) {
  return mapBits<AnyFloats, count>([f](auto format, auto... bits) {
    return typename decltype(format)::Bits(f(format, bits...));
  });
}

/// `f(format, magnitude)`, true or false.
template <typename F> static auto classify(F f) {
  return mapBits<Floats, 1>([f](auto format, auto bits) {
    using T = decltype(format);
    return uint8_t(f(format, typename T::Bits(bits & ~T::kSign)));
  });
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static LogicalResult evaluateCmpF(const Step &s) {
  // Equal, greater, less, unordered: for which of these each predicate is true.
  enum : uint8_t { E = 1, G = 2, L = 4, U = 8 };
  static constexpr uint8_t kTrue[] = {
      0,         E,         G,     G | E,        L,         L | E,
      L | G,     L | G | E, U | E, U | G,        U | G | E, U | L,
      U | L | E, U | L | G, U,     U | L | G | E};
  uint8_t isTrue = kTrue[unsigned(cast<arith::CmpFOp>(s.op).getPredicate())];
  return mapBits<Floats, 2>([=](auto format, auto x, auto y) {
    using C = typename decltype(format)::Compute;
    C a = decltype(format)::load(x), b = decltype(format)::load(y);
    uint8_t outcome = a == b ? E : a > b ? G : a < b ? L : U;
    return uint8_t((isTrue & outcome) != 0);
  })(s);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addArithmetic(EvaluatorTable &table) {
  table.add("arith.addf", floats<2>([](auto a, auto b) { return a + b; }));
  table.add("arith.subf", floats<2>([](auto a, auto b) { return a - b; }));
  table.add("arith.mulf", floats<2>([](auto a, auto b) { return a * b; }));
  auto divide = floats<2>([](auto a, auto b) { return a / b; });
  table.add("arith.divf", divide);
  table.add("tile.precise_divf", divide);
  // PTX ISA, "div": a larger divisor counts as infinite.
  table.add("tile.approx_divf", floats<2>([](auto a, auto b) {
              bool isLarge = std::fabs(b) > decltype(b)(0x1p126);
              return isLarge ? decltype(a)(std::isinf(a) ? NAN : a * 0 / b)
                             : a / b;
            }));
  table.add("arith.remf", floats<2>([](auto a, auto b) {
              return decltype(a)(std::fmod(a, b));
            }));
  table.add("arith.maximumf",
            floats<2>([](auto a, auto b) { return maximum(a, b); }));
  table.add("arith.minimumf",
            floats<2>([](auto a, auto b) { return minimum(a, b); }));
  table.add("arith.maxnumf",
            floats<2>([](auto a, auto b) { return maxNumber(a, b); }));
  table.add("arith.minnumf",
            floats<2>([](auto a, auto b) { return minNumber(a, b); }));
  auto root = floats<1>([](auto a) { return decltype(a)(std::sqrt(a)); });
  table.add("math.sqrt", root);
  table.add("tile.precise_sqrt", root);
  table.add("math.fma", evaluateFma);
  table.add("tile.clampf", evaluateTileClamp);
  table.add("math.clampf", floats<3>([](auto x, auto low, auto high) {
              return minimum(maximum(x, low), high);
            }));
}

static void addBitOperations(EvaluatorTable &table) {
  table.add("arith.negf", onBits<1>([](auto format, auto bits) {
              return bits ^ decltype(format)::kSign;
            }));
  table.add("math.absf", onBits<1>([](auto format, auto bits) {
              return bits & ~decltype(format)::kSign;
            }));
  table.add("math.copysign", onBits<2>([](auto format, auto x, auto y) {
              using T = decltype(format);
              return (x & ~T::kSign) | (y & T::kSign);
            }));
  table.add("math.isnan", classify([](auto format, auto magnitude) {
              return magnitude > decltype(format)::kInfinity;
            }));
  table.add("math.isinf", classify([](auto format, auto magnitude) {
              return magnitude == decltype(format)::kInfinity;
            }));
  table.add("math.isfinite", classify([](auto format, auto magnitude) {
              return magnitude < decltype(format)::kInfinity;
            }));
  table.add("math.isnormal", classify([](auto format, auto magnitude) {
              using T = decltype(format);
              // The smallest normal number has only the exponent's last bit.
              return magnitude < T::kInfinity &&
                     magnitude >> (T::kDigits - 1) != 0;
            }));
}

void interp::addFloatEvaluators(EvaluatorTable &table) {
  addArithmetic(table);
  addBitOperations(table);
  table.add("arith.cmpf", evaluateCmpF);
}
