//===- MatrixMultiply.h - Products as tensor cores sum them -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D = A * B + C of small matrices of floating-point numbers, with the rounding
// of the hardware, which is not that of IEEE 754.
//
//===----------------------------------------------------------------------===//
//
// A tensor core multiplies exactly and adds `length` products and one addend at
// once, in fixed point: each term is cut off, towards zero, `fractionBits` bits
// below the greatest exponent of all; the sum is exact and is cut off to f32.
// The exponent of a product is the sum of its factors', not normalised. With 4
// fraction bits and decimal numbers for once:
//
//     1.5 * 1.5    exponent 0    2.25        -> 2.2500
//     1 * 2^-5     exponent -5   0.03125     -> 0.0000
//     c = -2       exponent 1    -2          -> greatest exponent 1: 3 bits
//     sum                                       0.25
//
// So the order of the terms does not matter within one such sum, and small
// terms are lost next to great ones. sm_90 and sm_100 have no such instruction
// for 8 bits: there ptxas converts the factors to f16, sums the first and
// second of each four columns, then the others, and adds C at last with an
// `add.rn`.
//
// The lengths and bits are those found by P. Xie et al., "MMA-Sim: Bit-Accurate
// Reference Model of Tensor Cores and Matrix Cores", arXiv:2511.10909, 2025.
// The rules of sm_90 were compared with an H200 by random factors of all kinds
// of exponents, bit for bit; wgmma's too, which has 8-bit floats of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_MATRIXMULTIPLY_H
#define TILE_LIB_SIMULATOR_MATRIXMULTIPLY_H

#include "tile/Simulator/Float/FloatArithmetic.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::tile::sim {

/// How an architecture sums products.
struct DotModel {
  unsigned length = 16;
  int fractionBits = 25;
  /// Bits after the point of an f32 result.
  int resultBits = 23;
  /// By conversion to f16.
  bool isEmulated = false;
  /// Elements are numbers of a ring (ExactDecoders.h), and so are sums.
  bool isExact = false;

  /// Of `mma` with factors of that type, on sm_<capability>.
  static DotModel get(unsigned capability, llvm::StringRef type);
  /// Of `wgmma`.
  static DotModel getOfWarpgroup(llvm::StringRef type);
};

/// A number and the exponent that it is aligned by.
struct MatrixElement {
  double value = 0;
  int16_t exponent = kZeroExponent;

  /// A zero does not count for the greatest exponent.
  static constexpr int16_t kZeroExponent = -2000;
};

struct FloatMatrices {
  static constexpr unsigned kMaxM = 16, kMaxK = 64, kN = 8;

  unsigned m = 16, k = 16;
  alignas(64) double a[kMaxM][kMaxK];
  alignas(64) double b[kMaxK][kN];
  /// C, and then D.
  alignas(64) double c[kMaxM][kN];
  alignas(64) int16_t aExponents[kMaxM][kMaxK];
  alignas(64) int16_t bExponents[kMaxK][kN];
  alignas(64) int16_t cExponents[kMaxM][kN];

  void setA(unsigned row, unsigned col, MatrixElement element) {
    a[row][col] = element.value;
    aExponents[row][col] = element.exponent;
  }
  void setB(unsigned row, unsigned col, MatrixElement element) {
    b[row][col] = element.value;
    bExponents[row][col] = element.exponent;
  }
  void setC(unsigned row, unsigned col, MatrixElement element) {
    c[row][col] = element.value;
    cExponents[row][col] = element.exponent;
  }

  /// C becomes the product. Results are f32, or f16 if `isHalf`; NaNs are left
  /// to who encodes them.
  void multiply(const DotModel &model, bool isHalf);

private:
  void multiplyFused(const DotModel &model, bool isHalf);
  void multiplySpecials(const DotModel &model, bool isHalf);
  void multiplyEmulated(bool isHalf);
  void multiplyExact();
  void multiplyRow(unsigned row, unsigned begin, unsigned end,
                   const DotModel &model, bool isHalf);
};

/// Of the fields of a code: subnormal numbers have the exponent of the smallest
/// normal ones.
inline int16_t getMatrixExponent(double value, int field, int bias) {
  return value == 0 ? MatrixElement::kZeroExponent
                    : int16_t((field ? field : 1) - bias);
}

/// The number of a code, and its exponent.
inline MatrixElement unpackF32(uint32_t code) {
  double value = llvm::bit_cast<float>(code);
  return {value, getMatrixExponent(value, code >> 23 & 0xFF, 127)};
}

inline MatrixElement unpackF16(uint16_t code) {
  double value = llvm::bit_cast<float>(convertF16ToF32(code));
  return {value, getMatrixExponent(value, code >> 10 & 0x1F, 15)};
}

inline MatrixElement unpackBF16(uint16_t code) {
  return unpackF32(uint32_t(code) << 16);
}

/// The low 13 bits do not count.
inline MatrixElement unpackTF32(uint32_t code) {
  return unpackF32(code & 0xFFFFE000);
}

MatrixElement unpackExactSum(uint32_t word, bool isHalf);
uint32_t packExactSum(double value, bool isHalf);

/// Of a sum's bits, in the low half of the word if it is an f16.
inline MatrixElement unpackSum(const DotModel &model, uint32_t word,
                               bool isHalf) {
  if (__builtin_expect(model.isExact, false))
    return unpackExactSum(word, isHalf);
  return isHalf ? unpackF16(uint16_t(word)) : unpackF32(word);
}
inline uint32_t packSum(const DotModel &model, double value, bool isHalf) {
  if (__builtin_expect(model.isExact, false))
    return packExactSum(value, isHalf);
  auto rounded = float(value);
  return isHalf ? convertF32ToF16(llvm::bit_cast<uint32_t>(rounded))
                : llvm::bit_cast<uint32_t>(canonicalizeNaN(rounded));
}

/// Of a type of 8 bits or less, in a byte as `mma` has it; 256 elements. Null
/// if there is no such type. `isEmulated`: with the exponents of f16.
const MatrixElement *getElementTable(llvm::StringRef type, bool isEmulated);

/// Of the scales of blocks, ue8m0 or ue4m3, in a byte; 256 elements. The sign
/// of a ue4m3 does not count.
const MatrixElement *getScaleTable(llvm::StringRef type);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_MATRIXMULTIPLY_H
