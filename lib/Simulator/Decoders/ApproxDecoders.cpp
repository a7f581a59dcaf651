//===- ApproxDecoders.cpp - The approximate functions ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed, and how exactly, is in ApproxFunctions.
//
//===----------------------------------------------------------------------===//

#include "FloatDispatch.h"

#include "tile/Simulator/Float/ApproxFunctions.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// ex2 and tanh of f16 and bf16.
template <template <const FloatFormat &> class Op>
static void emitHalf(Decoder &d) {
  bool isPacked = d.type().ends_with("x2");
  auto emit = [&](auto op) {
    if (isPacked)
      emitUnary<uint32_t, EachHalf<decltype(op)>>(d, "b32");
    else
      emitUnary<uint16_t, decltype(op)>(d, "b16");
  };
  if (d.type().starts_with("bf16"))
    emit(Op<kBF16>());
  else
    emit(Op<kF16>());
}

static void decodeF64(Decoder &d) {
  if (d.source.opcode == "rcp")
    emitUnary<double, RcpApproxF64>(d, "f64");
  else if (d.has("ftz"))
    emitUnary<double, RsqrtApproxFtzF64>(d, "f64");
  else
    emitUnary<double, RsqrtApproxF64>(d, "f64");
}

template <bool Ftz> static void decodeF32(Decoder &d) {
  StringRef opcode = d.source.opcode;
  if (opcode == "div")
    d.has("full") ? emitBinary<float, DivFullF32<Ftz>>(d, "f32")
                  : emitBinary<float, DivApproxF32<Ftz>>(d, "f32");
  else if (opcode == "rcp")
    emitUnary<float, RcpApproxF32<Ftz>>(d, "f32");
  else if (opcode == "sqrt")
    emitUnary<float, SqrtApproxF32<Ftz>>(d, "f32");
  else if (opcode == "rsqrt")
    emitUnary<float, RsqrtApproxF32<Ftz>>(d, "f32");
  else if (opcode == "lg2")
    emitUnary<float, Lg2ApproxF32<Ftz>>(d, "f32");
  else if (opcode == "ex2")
    emitUnary<float, Ex2ApproxF32<Ftz>>(d, "f32");
  else if (opcode == "sin")
    emitUnary<float, SinApproxF32>(d, "f32");
  else if (opcode == "cos")
    emitUnary<float, CosApproxF32>(d, "f32");
  else
    emitUnary<float, TanhApproxF32>(d, "f32");
}

void mlir::tile::sim::decodeApproximation(Decoder &d) {
  d.inst.cls = InstructionClass::Special;
  if (d.type() == "f64")
    return decodeF64(d);
  if (d.type() == "f32") {
    withFlag(d.has("ftz"), [&](auto ftz) { decodeF32<ftz()>(d); });
    return;
  }
  if (d.source.opcode == "ex2")
    emitHalf<Ex2ApproxHalf>(d);
  else
    emitHalf<TanhApproxHalf>(d);
}
