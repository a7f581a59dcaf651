//===- ElementaryFunctions.h - exp2, log2, sin ... the same everywhere ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library computes these with a last bit that depends on its version and
// on the processor. Here they are made of additions, products and quotients
// alone, which IEEE 754 rounds in one way: every host gets the same bits.
//
//===----------------------------------------------------------------------===//
//
// The errors are at most 4 units in the last place of a double. Near multiples
// of pi a sine has an error of 2^-83 instead. An f32 made of the result is the
// nearest to the exact number except in a few of 10^8 cases.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_FLOAT_ELEMENTARYFUNCTIONS_H
#define TILE_LIB_SIMULATOR_FLOAT_ELEMENTARYFUNCTIONS_H

namespace mlir::tile::sim {

/// 2^x. Infinity from 1023.5 on, and zero below -1022: no subnormal results.
double computeExp2(double x);
/// log2(x), x no subnormal number. NaN of negative numbers.
double computeLog2(double x);
/// The sine and the cosine of an angle from -pi to pi. NaN of NaN.
double computeSine(double angle);
double computeCosine(double angle);
/// tanh(x).
double computeTanh(double x);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_FLOAT_ELEMENTARYFUNCTIONS_H
