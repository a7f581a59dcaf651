//===- ExactDecoders.h - Instructions in exact arithmetic -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What computes with floats, as a program in exact arithmetic has it
// (ExactArithmetic.h). All else is as ever: to move, compare or negate numbers
// is to move, compare or negate their bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_EXACTDECODERS_H
#define TILE_LIB_SIMULATOR_DECODERS_EXACTDECODERS_H

#include "MatrixMultiply.h"

#include "tile/Simulator/Float/ExactArithmetic.h"

namespace mlir::tile::sim {

class Decoder;
class Warp;
struct Inst;

/// Decodes an instruction that computes with floats, `cvt` included; false if
/// it is none of these.
bool decodeExact(Decoder &d);

/// Notes that what the instruction makes depends on how floats are encoded.
/// Once for each instruction.
void reportInexact(Warp &warp, const Inst &inst, uint32_t mask);

/// A product of f64 and a sum.
struct ExactFmaF64 {
  double operator()(double a, double b, double c) const;
};

/// Elements of products: the number of the ring, or an infinity or NaN.
MatrixElement unpackExact16(uint16_t code);
inline MatrixElement unpackExact32(uint32_t code) {
  return unpackExact16(uint16_t(code >> 16));
}
/// As getElementTable and getScaleTable.
const MatrixElement *getExactElementTable(llvm::StringRef type);
const MatrixElement *getExactScaleTable(llvm::StringRef type);
/// The bits of a result.
uint32_t packExact(double value, exact::Format format);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_EXACTDECODERS_H
