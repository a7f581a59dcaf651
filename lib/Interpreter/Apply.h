//===- Apply.h - Maps over elements -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the elements of one to three operands, and evaluators that are
// such a loop. An operand of one element repeats.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_APPLY_H
#define TILE_LIB_INTERPRETER_APPLY_H

#include "Evaluation.h"
#include "Formats.h"

#include <utility>

namespace mlir::tile::interp {

template <typename A> using ElementsOf = const Elements &;

/// `f` of the elements, which are of the types `A`, as elements of type `R`.
template <typename R, typename... A, typename F>
Elements apply(ElementType type, F f, ElementsOf<A>... values) {
  uint32_t n = std::max({values.size()...});
  Elements result(type, n);
  R *to = result.get<R>();
  if (((values.size() == n) && ...)) {
    [&](const A *...from) {
      for (uint32_t i = 0; i < n; ++i)
        to[i] = f(from[i]...);
    }(values.template get<A>()...);
  } else {
    [&](std::pair<const A *, bool>... from) {
      for (uint32_t i = 0; i < n; ++i)
        to[i] = f(from.first[from.second ? i : 0]...);
    }(std::pair(values.template get<A>(), values.size() != 1)...);
  }
  return result;
}

/// The type of elements that an operation's result has.
inline ElementType getResultType(const Step &s, unsigned result = 0) {
  return *getElementType(getScalarType(s.op->getResult(result).getType()));
}

/// Families of formats. `with` calls a function with the format of a type, or
/// returns false if the type is of another family.
struct Integers {
  static constexpr StringLiteral kNames = "integers of 1, 8, 16, 32 or 64 bits";
  template <typename F> static bool with(ElementType type, F f) {
    return withInteger(type, f);
  }
};
struct Floats {
  static constexpr StringLiteral kNames = "floats of 16, 32 or 64 bits";
  template <typename F> static bool with(ElementType type, F f) {
    return withFloat(type, f);
  }
};
struct AnyFloats {
  static constexpr StringLiteral kNames = Floats::kNames;
  template <typename F> static bool with(ElementType type, F f) {
    return withAnyFloat(type, f);
  }
};

/// The error if the first operand is not of a family.
template <typename Family> LogicalResult failType(const Step &s) {
  return s.fail("expected " + Family::kNames + ", found " +
                quote(s.op->getOperand(0).getType()));
}

template <typename T, size_t> using BitsOf = typename T::Bits;

template <typename Family, typename F, size_t... k>
auto mapBits(F f, std::index_sequence<k...>) {
  return [f](const Step &s) {
    bool known = Family::with(s.get(0).getType(), [&](auto format) {
      using T = decltype(format);
      using R = decltype(f(format, BitsOf<T, k>()...));
      s.set(0, apply<R, BitsOf<T, k>...>(
                   getResultType(s),
                   [&](BitsOf<T, k>... bits) { return f(format, bits...); },
                   s.get(k)...));
    });
    return known ? success() : failType<Family>(s);
  };
}

/// The evaluator that makes `f(format, bits...)` of so many operands of one
/// type; `f` gives bits of the result's type.
template <typename Family, unsigned count, typename F> auto mapBits(F f) {
  return mapBits<Family>(f, std::make_index_sequence<count>());
}

/// `f(format, numbers...)`, a number of the operands' type.
template <typename Family, unsigned count, typename F> auto mapNumbers(F f) {
  return mapBits<Family, count>([f](auto format, auto... bits) {
    using T = decltype(format);
    return T::store(f(format, T::load(bits)...));
  });
}

/// `f` of so many floats, which it gets as a format's `Compute`: float for f32,
/// else double.
template <unsigned count, typename F> auto floats(F f) {
  return mapNumbers<Floats, count>([f](auto, auto... x) { return f(x...); });
}

/// A function of doubles for all formats, rounded once more.
template <unsigned count, typename F> auto inDouble(F f) {
  return mapNumbers<Floats, count>([f](auto format, auto... x) {
    return typename decltype(format)::Compute(f(double(x)...));
  });
}

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_APPLY_H
