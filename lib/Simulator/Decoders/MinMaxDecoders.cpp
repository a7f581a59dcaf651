//===- MinMaxDecoders.cpp - min and max of floats -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.3.11, 9.7.3.12, 9.7.4.7 and 9.7.4.8.
//
//===----------------------------------------------------------------------===//

#include "FloatDispatch.h"

#include "tile/Simulator/Float/HalfArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

template <MinMax M, bool Ftz, bool PropagateNaN, MinMaxSign S>
static void emitMinMax(Decoder &d) {
  if (d.type() == "f32") {
    using Op = MinMaxF32<M, Ftz, PropagateNaN, S>;
    if constexpr (S != MinMaxSign::XorSignAbs)
      if (d.numOperands() == 4)
        return emitTernary<float, Op>(d, "f32");
    return emitBinary<float, Op>(d, "f32");
  }
  d.inst.cls = InstructionClass::Half;
  bool isPacked = d.type().ends_with("x2");
  auto emit = [&](auto op) {
    if (isPacked)
      emitBinary<uint32_t, EachHalf<decltype(op)>>(d, "b32");
    else
      emitBinary<uint16_t, decltype(op)>(d, "b16");
  };
  if (d.type().starts_with("bf16"))
    emit(MinMaxHalf<kBF16, M, false, PropagateNaN, S>());
  else
    emit(MinMaxHalf<kF16, M, Ftz, PropagateNaN, S>());
}

template <MinMax M> static void decode(Decoder &d) {
  if (d.type() == "f64")
    return emitBinary<double, MinMaxF64<M>>(d, "f64");
  withFlag(d.has("ftz"), [&](auto ftz) {
    withFlag(d.has("NaN"), [&](auto nan) {
      if (d.has("xorsign"))
        emitMinMax<M, ftz(), nan(), MinMaxSign::XorSignAbs>(d);
      else if (d.has("abs"))
        emitMinMax<M, ftz(), nan(), MinMaxSign::Abs>(d);
      else
        emitMinMax<M, ftz(), nan(), MinMaxSign::Keep>(d);
    });
  });
}

void mlir::tile::sim::decodeFloatMinMax(Decoder &d) {
  if (d.source.opcode == "min")
    decode<MinMax::Min>(d);
  else
    decode<MinMax::Max>(d);
}
