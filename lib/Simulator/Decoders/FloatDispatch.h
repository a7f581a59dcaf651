//===- FloatDispatch.h - From words to instances of templates ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The float families pick a function object by rounding, `.ftz`, `.sat` and the
// like; these turn a value of the run into a template argument.
//
//===----------------------------------------------------------------------===//
//
//   withRounding(d, [&](auto r) {
//     withFlag(d.has("ftz"), [&](auto ftz) {
//       emitBinary<float, DivF32<r(), ftz()>>(d, "f32");
//     });
//   });
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_FLOATDISPATCH_H
#define TILE_LIB_SIMULATOR_DECODERS_FLOATDISPATCH_H

#include "Decoder.h"
#include "Lanes.h"

#include "tile/Simulator/Float/FloatFormat.h"

#include <type_traits>

namespace mlir::tile::sim {

template <auto V> using Constant = std::integral_constant<decltype(V), V>;

template <typename F> void withFlag(bool flag, F f) {
  if (flag)
    f(Constant<true>());
  else
    f(Constant<false>());
}

/// `.rn` if the instruction says nothing.
template <typename F> void withRounding(const Decoder &d, F f) {
  if (d.has("rz"))
    f(Constant<Rounding::Zero>());
  else if (d.has("rm"))
    f(Constant<Rounding::Down>());
  else if (d.has("rp"))
    f(Constant<Rounding::Up>());
  else
    f(Constant<Rounding::NearestEven>());
}

/// Reads one to three operands of the type and emits a handler of T.
template <typename T, typename Op>
void emitUnary(Decoder &d, llvm::StringRef type) {
  d.inst.a = d.read(1, type);
  d.inst.dst = d.write(0, type);
  d.emit(runUnary<T, T, Op>);
}

template <typename T, typename Op>
void emitBinary(Decoder &d, llvm::StringRef type) {
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.dst = d.write(0, type);
  d.emit(runBinary<T, T, Op>);
}

template <typename T, typename Op>
void emitTernary(Decoder &d, llvm::StringRef type) {
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.read(3, type);
  d.inst.dst = d.write(0, type);
  d.emit(runTernary<T, T, T, Op>);
}

// The parts of the family, by file.
void decodeHalfArithmetic(Decoder &d);
void decodeMixedArithmetic(Decoder &d);
void decodeFloatMinMax(Decoder &d);
void decodeApproximation(Decoder &d);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_FLOATDISPATCH_H
