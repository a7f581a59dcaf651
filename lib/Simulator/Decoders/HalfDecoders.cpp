//===- HalfDecoders.cpp - Arithmetic of f16 and bf16 ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.4 "Half Precision Floating Point Instructions" and 9.7.5
// "Mixed Precision Floating Point Instructions". What is computed is in
// HalfArithmetic.
//
//===----------------------------------------------------------------------===//

#include "FloatDispatch.h"

#include "tile/Simulator/Float/HalfArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static bool isPacked(const Decoder &d) { return d.type().ends_with("x2"); }

/// One number, or the two of a register.
template <typename Op, unsigned N> static void emitHalf(Decoder &d) {
  if (isPacked(d)) {
    using Each = EachHalf<Op>;
    if constexpr (N == 1)
      emitUnary<uint32_t, Each>(d, "b32");
    else if constexpr (N == 2)
      emitBinary<uint32_t, Each>(d, "b32");
    else
      emitTernary<uint32_t, Each>(d, "b32");
    return;
  }
  if constexpr (N == 1)
    emitUnary<uint16_t, Op>(d, "b16");
  else if constexpr (N == 2)
    emitBinary<uint16_t, Op>(d, "b16");
  else
    emitTernary<uint16_t, Op>(d, "b16");
}

template <bool Ftz, HalfClamp C> static void emitF16(Decoder &d) {
  StringRef opcode = d.source.opcode;
  if (opcode == "add")
    emitHalf<AddHalf<kF16, Ftz, C>, 2>(d);
  else if (opcode == "sub")
    emitHalf<SubHalf<kF16, Ftz, C>, 2>(d);
  else if (opcode == "mul")
    emitHalf<MulHalf<kF16, Ftz, C>, 2>(d);
  else
    emitHalf<FmaHalf<kF16, Ftz, C>, 3>(d);
}

template <const FloatFormat &F> static void emitOob(Decoder &d) {
  if (d.has("relu"))
    emitHalf<FmaHalf<F, false, HalfClamp::Relu, /*Oob=*/true>, 3>(d);
  else
    emitHalf<FmaHalf<F, false, HalfClamp::None, /*Oob=*/true>, 3>(d);
}

static void emitBF16(Decoder &d) {
  StringRef opcode = d.source.opcode;
  if (opcode == "add")
    emitHalf<AddHalf<kBF16>, 2>(d);
  else if (opcode == "sub")
    emitHalf<SubHalf<kBF16>, 2>(d);
  else if (opcode == "mul")
    emitHalf<MulHalf<kBF16>, 2>(d);
  else if (d.has("relu"))
    emitHalf<FmaHalf<kBF16, false, HalfClamp::Relu>, 3>(d);
  else
    emitHalf<FmaHalf<kBF16>, 3>(d);
}

void mlir::tile::sim::decodeHalfArithmetic(Decoder &d) {
  d.inst.cls = InstructionClass::Half;
  StringRef opcode = d.source.opcode;
  bool isBF16 = d.type().starts_with("bf16");
  if (opcode == "neg" || opcode == "abs") {
    bool isNeg = opcode == "neg";
    if (isBF16)
      return isNeg ? emitHalf<NegHalf<kBF16>, 1>(d)
                   : emitHalf<AbsHalf<kBF16>, 1>(d);
    withFlag(d.has("ftz"), [&](auto ftz) {
      if (isNeg)
        emitHalf<NegHalf<kF16, ftz()>, 1>(d);
      else
        emitHalf<AbsHalf<kF16, ftz()>, 1>(d);
    });
    return;
  }
  if (d.has("oob"))
    return isBF16 ? emitOob<kBF16>(d) : emitOob<kF16>(d);
  if (isBF16)
    return emitBF16(d);
  withFlag(d.has("ftz"), [&](auto ftz) {
    if (d.has("sat"))
      emitF16<ftz(), HalfClamp::Sat>(d);
    else if (d.has("relu"))
      emitF16<ftz(), HalfClamp::Relu>(d);
    else
      emitF16<ftz(), HalfClamp::None>(d);
  });
}

//===----------------------------------------------------------------------===//
// Mixed precision
//===----------------------------------------------------------------------===//

template <typename Op>
static void runMixed(Warp &w, const Inst &i, uint32_t mask) {
  float *d = w.reg<float>(i.dst);
  const uint16_t *a = w.reg<uint16_t>(i.a);
  const float *c = w.reg<float>(i.c);
  forLanes(mask, [&](unsigned l) { d[l] = Op()(a[l], c[l]); });
}

template <const FloatFormat &F, Rounding R, bool Sat>
static void emitMixed(Decoder &d) {
  StringRef opcode = d.source.opcode;
  d.inst.a = d.read(1, "b16");
  if (opcode == "fma")
    d.inst.b = d.read(2, "b16");
  d.inst.c = d.read(opcode == "fma" ? 3 : 2, "f32");
  d.inst.dst = d.write(0, "f32");
  if (opcode == "add")
    d.emit(runMixed<AddMixed<F, R, Sat>>);
  else if (opcode == "sub")
    d.emit(runMixed<SubMixed<F, R, Sat>>);
  else
    d.emit(runTernary<float, uint16_t, float, FmaMixed<F, R, Sat>>);
}

void mlir::tile::sim::decodeMixedArithmetic(Decoder &d) {
  withRounding(d, [&](auto r) {
    withFlag(d.has("sat"), [&](auto sat) {
      if (d.type(1) == "bf16")
        emitMixed<kBF16, r(), sat()>(d);
      else
        emitMixed<kF16, r(), sat()>(d);
    });
  });
}
