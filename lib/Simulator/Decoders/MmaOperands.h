//===- MmaOperands.h - Where the elements of mma are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements are, for all shapes and types (9.7.14.5.1 to 9.7.14.5.12):
// with E elements in a register (32 bits over the element's, 1 of f64), lane L
// has in the element j of register r
//
//     A, 16 rows   row L / 4 + 8 * (r % 2),
//                  column E * (L % 4) + j + 4E * (r / 2)
//     A, 8 rows    row L / 4, column E * (L % 4) + j + 4E * r
//     B            row E * (L % 4) + j + 4E * r, column L / 4
//     C, D         row L / 4 + 8 * (e / 2), column 2 * (L % 4) + e % 2
//
// where e counts the elements of C and D.
//
// With block scaling (9.7.14.3) a row of A and a column of B have 1, 2 or 4
// scales, for as many equal parts of K. They are neighbouring bytes from the
// selected one on, in a register of the selected lanes t of each four:
//
//     A            row L / 4 + 8 * (L % 2), of the lanes with L % 4 / 2 == t
//     B            column L / 4, of the lanes with L % 4 == t
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_MMAOPERANDS_H
#define TILE_LIB_SIMULATOR_DECODERS_MMAOPERANDS_H

#include "Lanes.h"
#include "MatrixMultiply.h"

namespace mlir::tile::sim {

class Decoder;

struct MmaData;
/// Copies the elements of A or B from the registers.
using GatherFunction = void (*)(Warp &, const MmaData &, const uint32_t *list,
                                FloatMatrices &);
/// The element at the low bits of a word.
using UnpackFunction = MatrixElement (*)(uint32_t code,
                                         const MatrixElement *table);

struct MmaData {
  unsigned m = 16, k = 16;
  /// Registers of A, B, C and D: how many there are.
  unsigned numA = 0, numB = 0, numC = 0, numD = 0;
  /// Of `Inst::list`, which has them one after the other.
  unsigned beginB() const { return numA; }
  unsigned beginC() const { return numA + numB; }
  unsigned beginD() const { return numA + numB + numC; }

  /// Elements in a register of A and B, and of C and D.
  unsigned perRegister = 1, perResult = 1;

  // Floating point.
  GatherFunction gatherA = nullptr, gatherB = nullptr;
  UnpackFunction unpackA = nullptr, unpackB = nullptr;
  const MatrixElement *tableA = nullptr, *tableB = nullptr;
  DotModel model;
  bool isHalf = false;
  // Scales of blocks, after the registers of D: of A the word, the byte, the
  // lane, and the same of B. 0 if there are none.
  unsigned numScales = 0;
  const MatrixElement *scales = nullptr;
  unsigned beginScales() const { return beginD() + numD; }
  // Integers.
  unsigned bits = 8;
  bool isSignedA = false, isSignedB = false, saturates = false;
  bool isAnd = false;
};

/// Calls `f(lane, register, row, column of its first element)` for A, with
/// `count` elements per register.
template <typename F> void forA(const MmaData &data, unsigned count, F f) {
  for (unsigned r = 0; r < data.numA; ++r) {
    unsigned row = data.m == 16 ? 8 * (r % 2) : 0;
    unsigned col = 4 * count * (data.m == 16 ? r / 2 : r);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, r, row + lane / 4, col + count * (lane % 4));
  }
}

/// The same for B: `f(lane, register, first row, column)`.
template <typename F> void forB(const MmaData &data, unsigned count, F f) {
  for (unsigned r = 0; r < data.numB; ++r)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, r, 4 * count * r + count * (lane % 4), lane / 4);
}

/// For C and D, whose registers have `count` elements: `f(lane, register,
/// element in it, row, column)`.
template <typename F> void forC(unsigned numRegisters, unsigned count, F f) {
  for (unsigned e = 0; e < numRegisters * count; ++e)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, e / count, e % count, lane / 4 + 8 * (e / 2),
        2 * (lane % 4) + e % 2);
}

/// Whether `type` is one of floats that matrix products have; sets how its
/// elements, of A or of B, are unpacked.
bool setUnpack(llvm::StringRef type, MmaData &data, bool isA);

/// An integer of a word of such.
inline int32_t extractInteger(uint32_t word, unsigned index, unsigned bits,
                              bool isSigned) {
  uint32_t high = word << (32 - bits * (index + 1));
  return isSigned ? int32_t(high) >> (32 - bits) : int32_t(high >> (32 - bits));
}

/// Copies the integers of A, row by row, and of B from the registers of `list`.
template <size_t MaxK, size_t N>
void gatherIntegers(Warp &w, const MmaData &data, const uint32_t *list,
                    int32_t (*a)[MaxK], int32_t (*b)[N]) {
  unsigned count = 32 / data.bits;
  forA(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(list[r])[lane];
    for (unsigned j = 0; j < count; ++j)
      a[row][col + j] = extractInteger(word, j, data.bits, data.isSignedA);
  });
  forB(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(list[data.beginB() + r])[lane];
    for (unsigned j = 0; j < count; ++j)
      b[row + j][col] = extractInteger(word, j, data.bits, data.isSignedB);
  });
}

/// A sum of 32 bits: wrapped, or kept in range.
inline int32_t finishInteger(int64_t sum, bool saturates) {
  if (saturates)
    sum = std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
  return int32_t(uint32_t(sum));
}

/// A number times a scale. The exponents add up, as the exponents of factors
/// do.
MatrixElement multiply(const DotModel &model, MatrixElement x,
                       MatrixElement scale);

/// The architecture that the program is for.
unsigned getCapability(Decoder &d);
/// How it sums products of the type; exactly, if the program has it so.
DotModel getDotModel(Decoder &d, llvm::StringRef type);

/// The numbers of "m16n8k32".
struct MmaShape {
  unsigned m = 0, n = 0, k = 0;
};
/// All 0 if there is no such word.
MmaShape getMmaShape(const Decoder &d);

/// Decodes operands of `mma`: list of A, B, C, D.
void readMmaRegisters(Decoder &d, llvm::StringRef type, MmaData &data,
                      llvm::SmallVectorImpl<uint32_t> &list);

/// `mma.sp`
void decodeSparseMma(Decoder &d);
/// `mma` of m8n8k4 and f16
void decodeQuadMma(Decoder &d);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_MMAOPERANDS_H
