//===- FloatDecoders.cpp - Arithmetic of f32 and f64 ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.3 "Floating Point Instructions". FloatArithmetic.h computes.
//
//===----------------------------------------------------------------------===//

#include "FloatDispatch.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Calls `f` with rounding, ftz and sat.
template <typename F> static void withModes(const Decoder &d, F f) {
  withRounding(d, [&](auto r) {
    withFlag(d.has("ftz"), [&](auto ftz) {
      withFlag(d.has("sat"), [&](auto sat) { f(r, ftz, sat); });
    });
  });
}

namespace {
enum class Operation { Add, Sub, Mul, Fma };
} // namespace

template <Operation O> static void decodeF32(Decoder &d) {
  withModes(d, [&](auto r, auto ftz, auto sat) {
    if constexpr (O == Operation::Add)
      emitBinary<float, AddF32<r(), ftz(), sat()>>(d, "f32");
    else if constexpr (O == Operation::Sub)
      emitBinary<float, SubF32<r(), ftz(), sat()>>(d, "f32");
    else if constexpr (O == Operation::Mul)
      emitBinary<float, MulF32<r(), ftz(), sat()>>(d, "f32");
    else
      emitTernary<float, FmaF32<r(), ftz(), sat()>>(d, "f32");
  });
}

template <Operation O> static void decodeF64(Decoder &d) {
  withRounding(d, [&](auto r) {
    if constexpr (O == Operation::Add)
      emitBinary<double, AddF64<r()>>(d, "f64");
    else if constexpr (O == Operation::Sub)
      emitBinary<double, SubF64<r()>>(d, "f64");
    else if constexpr (O == Operation::Mul)
      emitBinary<double, MulF64<r()>>(d, "f64");
    else
      emitTernary<double, FmaF64<r()>>(d, "f64");
  });
}

/// Two f32 at once.
template <Operation O> static void decodeF32x2(Decoder &d) {
  withRounding(d, [&](auto r) {
    withFlag(d.has("ftz"), [&](auto ftz) {
      if constexpr (O == Operation::Add)
        emitBinary<uint64_t, EachF32<AddF32<r(), ftz()>>>(d, "b64");
      else if constexpr (O == Operation::Sub)
        emitBinary<uint64_t, EachF32<SubF32<r(), ftz()>>>(d, "b64");
      else if constexpr (O == Operation::Mul)
        emitBinary<uint64_t, EachF32<MulF32<r(), ftz()>>>(d, "b64");
      else
        emitTernary<uint64_t, EachF32<FmaF32<r(), ftz()>>>(d, "b64");
    });
  });
}

template <Operation O> static void decodeArithmetic(Decoder &d) {
  StringRef type = d.type();
  if (type == "f32")
    return d.type(1).empty() ? decodeF32<O>(d) : decodeMixedArithmetic(d);
  if (type == "f64")
    return decodeF64<O>(d);
  if (type == "f32x2")
    return decodeF32x2<O>(d);
  decodeHalfArithmetic(d);
}

//===----------------------------------------------------------------------===//
// div, rcp, sqrt
//===----------------------------------------------------------------------===//

template <typename F32, typename F64>
static void decodeRounded(Decoder &d, F32 f32, F64 f64) {
  if (d.has("approx") || d.has("full"))
    return decodeApproximation(d);
  withRounding(d, [&](auto r) {
    if (d.type() == "f64")
      return f64(r);
    withFlag(d.has("ftz"), [&](auto ftz) { f32(r, ftz); });
  });
}

static void decodeDivide(Decoder &d) {
  decodeRounded(
      d,
      [&](auto r, auto ftz) {
        emitBinary<float, DivF32<r(), ftz()>>(d, "f32");
      },
      [&](auto r) { emitBinary<double, DivF64<r()>>(d, "f64"); });
}

static void decodeReciprocal(Decoder &d) {
  decodeRounded(
      d,
      [&](auto r, auto ftz) { emitUnary<float, RcpF32<r(), ftz()>>(d, "f32"); },
      [&](auto r) { emitUnary<double, RcpF64<r()>>(d, "f64"); });
}

static void decodeSqrt(Decoder &d) {
  decodeRounded(
      d,
      [&](auto r, auto ftz) {
        emitUnary<float, SqrtF32<r(), ftz()>>(d, "f32");
      },
      [&](auto r) { emitUnary<double, SqrtF64<r()>>(d, "f64"); });
}

//===----------------------------------------------------------------------===//
// Signs and tests
//===----------------------------------------------------------------------===//

static void decodeNegate(Decoder &d) {
  if (d.type() == "f64")
    return emitUnary<double, NegF64>(d, "f64");
  if (d.type() != "f32")
    return decodeHalfArithmetic(d);
  withFlag(d.has("ftz"),
           [&](auto ftz) { emitUnary<float, NegF32<ftz()>>(d, "f32"); });
}

static void decodeAbs(Decoder &d) {
  if (d.type() == "f64")
    return emitUnary<double, AbsF64>(d, "f64");
  if (d.type() != "f32")
    return decodeHalfArithmetic(d);
  withFlag(d.has("ftz"),
           [&](auto ftz) { emitUnary<float, AbsF32<ftz()>>(d, "f32"); });
}

static void decodeCopySign(Decoder &d) {
  if (d.type() == "f64")
    return emitBinary<double, CopySign<double>>(d, "f64");
  emitBinary<float, CopySign<float>>(d, "f32");
}

template <typename T, typename Op>
static void runTest(Warp &w, const Inst &i, uint32_t mask) {
  const T *a = w.reg<T>(i.a);
  w.setPredicate(i.dst, mask,
                 collectLanes(mask, [&](unsigned l) { return Op()(a[l]); }));
}

template <typename T> static Handler getTest(const Decoder &d) {
  using P = FloatProperty;
  if (d.has("finite"))
    return runTest<T, TestProperty<T, P::Finite>>;
  if (d.has("infinite"))
    return runTest<T, TestProperty<T, P::Infinite>>;
  if (d.has("number"))
    return runTest<T, TestProperty<T, P::Number>>;
  if (d.has("notanumber"))
    return runTest<T, TestProperty<T, P::NotANumber>>;
  if (d.has("normal"))
    return runTest<T, TestProperty<T, P::Normal>>;
  return runTest<T, TestProperty<T, P::Subnormal>>;
}

static void decodeTest(Decoder &d) {
  d.inst.a = d.read(1, d.type());
  d.inst.dst = d.write(0, "pred");
  d.emit(d.type() == "f64" ? getTest<double>(d) : getTest<float>(d));
}

void mlir::tile::sim::addFloatDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Float);
  };
  add("add", decodeArithmetic<Operation::Add>);
  add("sub", decodeArithmetic<Operation::Sub>);
  add("mul", decodeArithmetic<Operation::Mul>);
  add("fma", decodeArithmetic<Operation::Fma>);
  add("mad", decodeArithmetic<Operation::Fma>);
  add("div", decodeDivide);
  add("rcp", decodeReciprocal);
  add("sqrt", decodeSqrt);
  add("neg", decodeNegate);
  add("abs", decodeAbs);
  add("min", decodeFloatMinMax);
  add("max", decodeFloatMinMax);
  add("copysign", decodeCopySign);
  add("testp", decodeTest);
  for (StringRef opcode : {"rsqrt", "sin", "cos", "lg2", "ex2", "tanh"})
    table.add(opcode, decodeApproximation, InstructionClass::Special);
}
