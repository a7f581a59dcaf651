//===- IntegerOps.cpp - Integers, comparisons, selects --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"

#include "tile/Run/Poison.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// `f(format, numbers...)` on numbers without a sign.
template <typename F> static auto unary(F f) {
  return mapNumbers<Integers, 1>(f);
}
template <typename F> static auto binary(F f) {
  return mapNumbers<Integers, 2>(f);
}

/// Results of `f(format, a, b)`, a pair of numbers, the second one of the type
/// of the second result.
template <typename F> static auto binaryPair(F f) {
  return [f](const Step &s) {
    Elements a = s.get(0), b = s.get(1);
    ElementType type = a.getType(), second = getResultType(s, 1);
    bool known = withInteger(type, [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      auto both = [&](B x, B y) { return f(format, T::load(x), T::load(y)); };
      s.set(0, apply<B, B, B>(
                   type, [&](B x, B y) { return T::store(both(x, y).first); },
                   a, b));
      withInteger(second, [&](auto other) {
        using O = decltype(other);
        s.set(1,
              apply<typename O::Bits, B, B>(
                  second, [&](B x, B y) { return O::store(both(x, y).second); },
                  a, b));
      });
    });
    return known ? success() : failType<Integers>(s);
  };
}

/// A division, whose divisor must not be 0; if `overflows`, neither may the
/// smallest number be divided by -1.
template <typename F> static auto division(bool overflows, F f) {
  auto divide = binary(f);
  return [=](const Step &s) -> LogicalResult {
    const Elements &a = s.get(0), &b = s.get(1);
    uint32_t n = std::max(a.size(), b.size());
    std::optional<uint32_t> zero, overflow;
    withInteger(a.getType(), [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      const B *x = a.get<B>(), *y = b.get<B>();
      for (uint32_t k = 0; k < n; ++k) {
        B divisor = y[b.size() == 1 ? 0 : k];
        if (divisor == 0 && !zero)
          zero = k;
        if (overflows && !overflow && T::sign(divisor) == -1 &&
            T::sign(x[a.size() == 1 ? 0 : k]) == T::kMin)
          overflow = k;
      }
    });
    if (zero)
      return s.failAt(*zero, "expected a divisor other than 0, found 0");
    if (overflow)
      return s.failAt(*overflow,
                      "expected a quotient that fits the type, found the "
                      "smallest number divided by -1");
    return divide(s);
  };
}

/// A shift; by too much it gives run::getPoison.
template <typename F> static auto shift(F f) {
  return [f](const Step &s) {
    uint64_t poison = run::getPoison(s.get(0).getType());
    return binary([&](auto format, auto a, auto b) {
      using T = decltype(format);
      using U = typename T::U;
      return b >= T::kWidth ? U(poison) : U(f(format, a, b));
    })(s);
  };
}

//===----------------------------------------------------------------------===//
// Comparisons and selects
//===----------------------------------------------------------------------===//

static LogicalResult evaluateCmpI(const Step &s) {
  // Equal, less, greater: for which of these each predicate is true.
  enum : uint8_t { E = 1, L = 2, G = 4 };
  static constexpr uint8_t kTrue[] = {E,     L | G, L,     L | E, G,
                                      G | E, L,     L | E, G,     G | E};
  auto predicate = cast<arith::CmpIOp>(s.op).getPredicate();
  uint8_t isTrue = kTrue[unsigned(predicate)];
  bool isSigned = predicate >= arith::CmpIPredicate::slt &&
                  predicate <= arith::CmpIPredicate::sge;
  return mapBits<Integers, 2>([=](auto format, auto x, auto y) {
    using T = decltype(format);
    auto a = T::load(x), b = T::load(y);
    bool isLess = isSigned ? T::sign(a) < T::sign(b) : a < b;
    uint8_t outcome = a == b ? E : isLess ? L : G;
    return uint8_t((isTrue & outcome) != 0);
  })(s);
}

static LogicalResult evaluateSelect(const Step &s) {
  const Elements &condition = s.get(0);
  const Elements &a = s.get(1), &b = s.get(2);
  Elements result;
  withBits(a.getByteWidth(), [&](auto bits) {
    using B = decltype(bits);
    result = apply<B, uint8_t, B, B>(
        a.getType(), [](uint8_t c, B x, B y) { return c ? x : y; }, condition,
        a, b);
  });
  if (condition.getBounds() || a.getBounds() || b.getBounds()) {
    std::vector<double> bounds(result.size());
    for (uint32_t k = 0; k < result.size(); ++k)
      bounds[k] = condition.getBits(k) ? getChoiceBound(condition, a, b, k)
                                       : getChoiceBound(condition, b, a, k);
    result.setBounds(std::move(bounds));
  }
  return s.give(std::move(result));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// The upper half of a product.
static uint64_t multiplyHigh(uint64_t a, uint64_t b, unsigned width) {
  return uint64_t((static_cast<unsigned __int128>(a) * b) >> width);
}

template <typename T>
static auto signedMultiplyHigh(T, uint64_t a, uint64_t b) {
  __int128 product = static_cast<__int128>(T::sign(typename T::U(a))) *
                     T::sign(typename T::U(b));
  return typename T::U(product >> T::kWidth);
}

static void addArithmetic(EvaluatorTable &table) {
  table.add("arith.addi", binary([](auto, auto a, auto b) { return a + b; }));
  table.add("arith.subi", binary([](auto, auto a, auto b) { return a - b; }));
  table.add("arith.muli", binary([](auto, auto a, auto b) { return a * b; }));
  table.add("arith.andi", binary([](auto, auto a, auto b) { return a & b; }));
  table.add("arith.ori", binary([](auto, auto a, auto b) { return a | b; }));
  table.add("arith.xori", binary([](auto, auto a, auto b) { return a ^ b; }));
  table.add("arith.maxui",
            binary([](auto, auto a, auto b) { return std::max(a, b); }));
  table.add("arith.minui",
            binary([](auto, auto a, auto b) { return std::min(a, b); }));
  table.add("arith.maxsi", binary([](auto format, auto a, auto b) {
              using T = decltype(format);
              return T::sign(a) > T::sign(b) ? a : b;
            }));
  table.add("arith.minsi", binary([](auto format, auto a, auto b) {
              using T = decltype(format);
              return T::sign(a) < T::sign(b) ? a : b;
            }));
  table.add("arith.addui_extended", binaryPair([](auto format, auto a, auto b) {
              using T = decltype(format);
              auto sum = T::load(T::store(a + b));
              return std::pair(sum, typename T::U(sum < a));
            }));
  table.add("arith.mului_extended", binaryPair([](auto format, auto a, auto b) {
              using T = decltype(format);
              return std::pair(a * b,
                               typename T::U(multiplyHigh(a, b, T::kWidth)));
            }));
  table.add("arith.mulsi_extended", binaryPair([](auto format, auto a, auto b) {
              return std::pair(a * b, signedMultiplyHigh(format, a, b));
            }));
  table.add("tile.mulhiui", binary([](auto format, auto a, auto b) {
              using T = decltype(format);
              return typename T::U(multiplyHigh(a, b, T::kWidth));
            }));
}

static void addDivisions(EvaluatorTable &table) {
  table.add("arith.divui",
            division(false, [](auto, auto a, auto b) { return a / b; }));
  table.add("arith.remui",
            division(false, [](auto, auto a, auto b) { return a % b; }));
  table.add("arith.ceildivui", division(false, [](auto, auto a, auto b) {
              return a / b + (a % b != 0);
            }));
  table.add("arith.divsi", division(true, [](auto format, auto a, auto b) {
              using T = decltype(format);
              return typename T::U(T::sign(a) / T::sign(b));
            }));
  table.add("arith.remsi", division(false, [](auto format, auto a, auto b) {
              using T = decltype(format);
              using U = typename T::U;
              // The host traps where the quotient overflows.
              return T::sign(b) == -1 ? U(0) : U(T::sign(a) % T::sign(b));
            }));
  table.add("arith.ceildivsi", division(true, [](auto format, auto a, auto b) {
              using T = decltype(format);
              auto x = T::sign(a), y = T::sign(b);
              bool up = x % y != 0 && (x < 0) == (y < 0);
              return typename T::U(x / y + up);
            }));
  table.add("arith.floordivsi", division(true, [](auto format, auto a, auto b) {
              using T = decltype(format);
              auto x = T::sign(a), y = T::sign(b);
              bool down = x % y != 0 && (x < 0) != (y < 0);
              return typename T::U(x / y - down);
            }));
}

static void addBits(EvaluatorTable &table) {
  table.add("arith.shli", shift([](auto, auto a, auto b) { return a << b; }));
  table.add("arith.shrui", shift([](auto, auto a, auto b) { return a >> b; }));
  table.add("arith.shrsi", shift([](auto format, auto a, auto b) {
              using T = decltype(format);
              return T::sign(a) >> b;
            }));
  table.add("math.absi", unary([](auto format, auto a) {
              using T = decltype(format);
              return T::sign(a) < 0 ? 0 - a : a;
            }));
  table.add("math.ctpop", unary([](auto format, auto a) {
              using U = typename decltype(format)::U;
              return U(llvm::popcount(a));
            }));
  table.add("math.ctlz", unary([](auto format, auto a) {
              using T = decltype(format);
              using U = typename T::U;
              return U(llvm::countl_zero(a) - (sizeof(U) * 8 - T::kWidth));
            }));
  table.add("math.cttz", unary([](auto format, auto a) {
              using T = decltype(format);
              return typename T::U(a == 0 ? T::kWidth : llvm::countr_zero(a));
            }));
  table.add("math.ipowi", [](const Step &s) -> LogicalResult {
    const Elements &a = s.get(0), &b = s.get(1);
    uint32_t n = std::max(a.size(), b.size());
    std::optional<uint32_t> wrong;
    withInteger(a.getType(), [&](auto format) {
      using T = decltype(format);
      for (uint32_t k = 0; k < n && !wrong; ++k)
        if (a.getBits(k) == 0 && T::sign(b.getBits(k)) < 0)
          wrong = k;
    });
    if (wrong)
      return s.failAt(*wrong,
                      "expected a base other than 0 for a negative exponent, "
                      "found 0");
    return binary([](auto format, auto base, auto exponent) {
      using T = decltype(format);
      using U = typename T::U;
      if (T::sign(exponent) < 0) {
        // 1 / base^n is not 0 for 1 and -1 only.
        bool isOdd = exponent & 1;
        auto x = T::sign(base);
        return x == 1 ? U(1) : x == -1 ? U(isOdd ? -1 : 1) : U(0);
      }
      U result = 1;
      for (U rest = exponent; rest; rest >>= 1, base *= base)
        if (rest & 1)
          result *= base;
      return result;
    })(s);
  });
}

void interp::addIntegerEvaluators(EvaluatorTable &table) {
  addArithmetic(table);
  addDivisions(table);
  addBits(table);
  table.add("arith.cmpi", evaluateCmpI);
  table.addWithBounds("arith.select", evaluateSelect);
}
