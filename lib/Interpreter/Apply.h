//===- Apply.h - Maps over elements -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the elements of one to three operands. An operand of one element
// repeats.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_APPLY_H
#define TILE_LIB_INTERPRETER_APPLY_H

#include "Evaluation.h"

namespace mlir::tile::interp {

template <typename R, typename A, typename F>
Elements apply(ElementType type, const Elements &a, F f) {
  Elements result(type, a.size());
  const A *x = a.get<A>();
  R *to = result.get<R>();
  for (uint32_t i = 0, n = a.size(); i < n; ++i)
    to[i] = f(x[i]);
  return result;
}

template <typename R, typename A, typename B, typename F>
Elements apply(ElementType type, const Elements &a, const Elements &b, F f) {
  uint32_t n = std::max(a.size(), b.size());
  Elements result(type, n);
  const A *x = a.get<A>();
  const B *y = b.get<B>();
  R *to = result.get<R>();
  if (a.size() == b.size()) {
    for (uint32_t i = 0; i < n; ++i)
      to[i] = f(x[i], y[i]);
  } else if (a.size() == 1) {
    const A one = *x;
    for (uint32_t i = 0; i < n; ++i)
      to[i] = f(one, y[i]);
  } else {
    const B one = *y;
    for (uint32_t i = 0; i < n; ++i)
      to[i] = f(x[i], one);
  }
  return result;
}

template <typename R, typename A, typename B, typename C, typename F>
Elements apply(ElementType type, const Elements &a, const Elements &b,
               const Elements &c, F f) {
  uint32_t n = std::max({a.size(), b.size(), c.size()});
  Elements result(type, n);
  const A *x = a.get<A>();
  const B *y = b.get<B>();
  const C *z = c.get<C>();
  R *to = result.get<R>();
  bool moveX = a.size() != 1, moveY = b.size() != 1, moveZ = c.size() != 1;
  for (uint32_t i = 0; i < n; ++i)
    to[i] = f(x[moveX ? i : 0], y[moveY ? i : 0], z[moveZ ? i : 0]);
  return result;
}

/// The type of elements that an operation's result has.
inline ElementType getResultType(const Instruction &i, unsigned result = 0) {
  return *getElementType(getScalarType(i.op->getResult(result).getType()));
}

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_APPLY_H
