//===- FloatForms.h - Evaluators of functions of floats ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes an evaluator from a function of numbers. The function gets a format's
// `Compute`: float for f32, else double.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_FLOATFORMS_H
#define TILE_LIB_INTERPRETER_FLOATFORMS_H

#include "Apply.h"

namespace mlir::tile::interp {

/// `f` of so many numbers.
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

#endif // TILE_LIB_INTERPRETER_FLOATFORMS_H
