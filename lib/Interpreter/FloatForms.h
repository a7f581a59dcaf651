//===- FloatForms.h - Evaluators of functions of floats ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes an evaluator from a function of one to three numbers. The function gets
// a format's `Compute`: float for f32, else double.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_FLOATFORMS_H
#define TILE_LIB_INTERPRETER_FLOATFORMS_H

#include "Apply.h"
#include "Formats.h"

namespace mlir::tile::interp {

inline LogicalResult failFloatType(const Evaluation &e, const Instruction &i) {
  return e.fail(i.op, "expected floats of 16, 32 or 64 bits, found " +
                          quote(i.op->getOperand(0).getType()));
}

template <typename F> auto floatUnary(F f) {
  return [f](Evaluation &e, const Instruction &i, Frame &frame) {
    const Elements &a = e.get(i, 0, frame);
    bool known = withFloat(a.getType(), [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      e.set(i, 0,
            apply<B, B>(a.getType(), a,
                        [&](B x) { return T::store(f(T::load(x))); }),
            frame);
    });
    return known ? success() : failFloatType(e, i);
  };
}

template <typename F> auto floatBinary(F f) {
  return [f](Evaluation &e, const Instruction &i, Frame &frame) {
    const Elements &a = e.get(i, 0, frame), &b = e.get(i, 1, frame);
    bool known = withFloat(a.getType(), [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      e.set(i, 0,
            apply<B, B, B>(
                a.getType(), a, b,
                [&](B x, B y) { return T::store(f(T::load(x), T::load(y))); }),
            frame);
    });
    return known ? success() : failFloatType(e, i);
  };
}

template <typename F> auto floatTernary(F f) {
  return [f](Evaluation &e, const Instruction &i, Frame &frame) {
    const Elements &a = e.get(i, 0, frame), &b = e.get(i, 1, frame),
                   &c = e.get(i, 2, frame);
    bool known = withFloat(a.getType(), [&](auto format) {
      using T = decltype(format);
      using B = typename T::Bits;
      e.set(i, 0,
            apply<B, B, B, B>(a.getType(), a, b, c,
                              [&](B x, B y, B z) {
                                return T::store(
                                    f(T::load(x), T::load(y), T::load(z)));
                              }),
            frame);
    });
    return known ? success() : failFloatType(e, i);
  };
}

/// A function of doubles for all formats, rounded once more.
template <typename F> auto inDouble(F f) {
  return floatUnary([f](auto a) { return decltype(a)(f(double(a))); });
}
template <typename F> auto inDouble2(F f) {
  return floatBinary(
      [f](auto a, auto b) { return decltype(a)(f(double(a), double(b))); });
}

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_FLOATFORMS_H
