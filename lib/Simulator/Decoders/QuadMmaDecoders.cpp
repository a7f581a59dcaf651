//===- QuadMmaDecoders.cpp - mma.m8n8k4 of f16 ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.5.1 and 9.7.14.5.14.
//
//===----------------------------------------------------------------------===//
//
// A warp computes four products. Product q belongs to eight lanes: the quad q
// and the quad q + 4. With h = L / 16 lane L has of its product
//
//     A, row-major    row L % 4 + 4h, column j
//     A, col-major    row j + 4h, column L % 4
//     B, col-major    row j, column L % 4 + 4h
//     B, row-major    row L % 4, column j + 4h
//     C, D of f16     row L % 4 + 4h, column e
//     C, D of f32     row L % 2 + e / 2 % 2 * 2 + 4h,
//                     column e / 4 * 4 + L % 4 / 2 * 2 + e % 2
//
// where j counts the four elements of A or B, and e the eight of C or D.
//
// Only sm_70 to sm_75 have an instruction for it: a tensor core that adds four
// products and C at once (MatrixMultiply.h), with 23 bits after the point, and
// 24 from sm_75 on (M. Fasi et al., "Numerical behavior of NVIDIA tensor
// cores", PeerJ Computer Science 7:e330, 2021). For later targets ptxas makes
// it of shuffles and f32 arithmetic, each step rounded to nearest:
//
//     D of f32    C + fma(a3, b3, fma(a2, b2, fma(a1, b1, fma(a0, b0, 0))))
//     D of f16    (C + fma(a1, b1, a0 * b0)) + fma(a3, b3, a2 * b2), and the
//                 sum is rounded to f16
//
// An H200 gives the bits of these.
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "MmaOperands.h"

#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
constexpr unsigned kPairs = 4, kSize = 8, kInner = 4;

/// `Inst::list` has the registers of A, B, C and D.
struct QuadMmaData {
  bool isRowA = true, isRowB = false;
  bool isHalfC = false, isHalfD = false;
  bool hasTensorCore = false;
  DotModel model;

  static constexpr unsigned kBeginB = 2, kBeginC = 4;
  unsigned beginD() const { return kBeginC + (isHalfC ? 4 : 8); }
};

/// The factors and the sums of one product.
struct Product {
  float a[kSize][kInner], b[kSize][kInner], c[kSize][kSize];
};
} // namespace

static unsigned getPair(unsigned lane) { return lane / 4 % kPairs; }

/// Calls `f(lane, j, row of A or column of B, k)`. `isAcross`: a lane has all
/// four k of one row of A or of one column of B.
template <typename F> static void forFactors(bool isAcross, F f) {
  for (unsigned lane = 0; lane < kNumLanes; ++lane)
    for (unsigned j = 0; j < kInner; ++j) {
      unsigned first = lane / 16 * 4;
      if (isAcross)
        f(lane, j, first + lane % 4, j);
      else
        f(lane, j, first + j, lane % 4);
    }
}

/// Calls `f(lane, e, row, column)` for C or D.
template <typename F> static void forSums(bool isHalf, F f) {
  for (unsigned lane = 0; lane < kNumLanes; ++lane)
    for (unsigned e = 0; e < kSize; ++e) {
      unsigned first = lane / 16 * 4;
      if (isHalf)
        f(lane, e, first + lane % 4, e);
      else
        f(lane, e, first + lane % 2 + (e & 2), (e & 4) + (lane & 2) + e % 2);
    }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static float readHalf(Warp &w, const uint32_t *list, unsigned element,
                      unsigned lane) {
  uint16_t code = w.reg<uint16_t>(list[element / 2])[2 * lane + element % 2];
  return llvm::bit_cast<float>(convertF16ToF32(code));
}

static float sumInSoftware(const float *a, const float *b, float c,
                           bool isHalf) {
  FmaF32<> fma;
  AddF32<> add;
  MulF32<> mul;
  if (isHalf)
    return add(add(c, fma(a[1], b[1], mul(a[0], b[0]))),
               fma(a[3], b[3], mul(a[2], b[2])));
  float sum = 0;
  for (unsigned k = 0; k < kInner; ++k)
    sum = fma(a[k], b[k], sum);
  return add(c, sum);
}

static void multiplyInSoftware(Product &x, bool isHalf) {
  for (unsigned row = 0; row < kSize; ++row)
    for (unsigned col = 0; col < kSize; ++col)
      x.c[row][col] = sumInSoftware(x.a[row], x.b[col], x.c[row][col], isHalf);
}

static void multiplyInTensorCore(Product &x, const QuadMmaData &data) {
  auto unpackHalf = [](float value) {
    return unpackF16(convertF32ToF16(llvm::bit_cast<uint32_t>(value)));
  };
  FloatMatrices matrices;
  matrices.m = kSize;
  matrices.k = kInner;
  for (unsigned i = 0; i < kSize; ++i) {
    for (unsigned k = 0; k < kInner; ++k) {
      matrices.setA(i, k, unpackHalf(x.a[i][k]));
      matrices.setB(k, i, unpackHalf(x.b[i][k]));
    }
    for (unsigned col = 0; col < kSize; ++col)
      matrices.setC(i, col,
                    data.isHalfC
                        ? unpackHalf(x.c[i][col])
                        : unpackF32(llvm::bit_cast<uint32_t>(x.c[i][col])));
  }
  matrices.multiply(data.model, data.isHalfD);
  for (unsigned row = 0; row < kSize; ++row)
    for (unsigned col = 0; col < kSize; ++col)
      x.c[row][col] = float(matrices.c[row][col]);
}

static void runQuadMma(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const QuadMmaData *>(i.data);
  Product products[kPairs];
  forFactors(data.isRowA,
             [&](unsigned lane, unsigned j, unsigned row, unsigned k) {
               products[getPair(lane)].a[row][k] = readHalf(w, i.list, j, lane);
             });
  forFactors(!data.isRowB,
             [&](unsigned lane, unsigned j, unsigned col, unsigned k) {
               products[getPair(lane)].b[col][k] =
                   readHalf(w, i.list + QuadMmaData::kBeginB, j, lane);
             });
  const uint32_t *c = i.list + QuadMmaData::kBeginC,
                 *d = i.list + data.beginD();
  forSums(
      data.isHalfC, [&](unsigned lane, unsigned e, unsigned row, unsigned col) {
        products[getPair(lane)].c[row][col] =
            data.isHalfC ? readHalf(w, c, e, lane) : w.reg<float>(c[e])[lane];
      });
  for (Product &product : products)
    if (data.hasTensorCore)
      multiplyInTensorCore(product, data);
    else
      multiplyInSoftware(product, data.isHalfD);
  forSums(data.isHalfD,
          [&](unsigned lane, unsigned e, unsigned row, unsigned col) {
            float value = products[getPair(lane)].c[row][col];
            if (data.isHalfD)
              w.reg<uint16_t>(d[e / 2])[2 * lane + e % 2] =
                  convertF32ToF16(llvm::bit_cast<uint32_t>(value));
            else
              w.reg<float>(d[e])[lane] = canonicalizeNaN(value);
          });
}

//===----------------------------------------------------------------------===//
// Undefined bits
//===----------------------------------------------------------------------===//

/// As of the other forms of `mma`, within each product.
static void followQuadMma(Warp &w, const Inst &i, const InstInfo &,
                          uint32_t mask) {
  const auto &data = *static_cast<const QuadMmaData *>(i.data);
  bool rows[kPairs][kSize] = {}, cols[kPairs][kSize] = {},
       results[kPairs][kSize][kSize];
  auto getHalf = [&](unsigned begin, unsigned element,
                     unsigned lane) -> uint16_t & {
    return getShadow<uint16_t>(
        w, i.list[begin + element / 2])[2 * lane + element % 2];
  };
  auto getWord = [&](unsigned begin, unsigned element,
                     unsigned lane) -> uint32_t & {
    return getShadow<uint32_t>(w, i.list[begin + element])[lane];
  };
  forFactors(data.isRowA,
             [&](unsigned lane, unsigned j, unsigned row, unsigned) {
               rows[getPair(lane)][row] |= getHalf(0, j, lane) != 0;
             });
  forFactors(
      !data.isRowB, [&](unsigned lane, unsigned j, unsigned col, unsigned) {
        cols[getPair(lane)][col] |= getHalf(QuadMmaData::kBeginB, j, lane) != 0;
      });
  forSums(
      data.isHalfC, [&](unsigned lane, unsigned e, unsigned row, unsigned col) {
        unsigned pair = getPair(lane), begin = QuadMmaData::kBeginC;
        results[pair][row][col] = rows[pair][row] || cols[pair][col] ||
                                  (data.isHalfC ? getHalf(begin, e, lane) != 0
                                                : getWord(begin, e, lane) != 0);
      });
  forSums(data.isHalfD,
          [&](unsigned lane, unsigned e, unsigned row, unsigned col) {
            if (!(mask >> lane & 1))
              return;
            uint32_t bits = results[getPair(lane)][row][col] ? ~0u : 0;
            if (data.isHalfD)
              getHalf(data.beginD(), e, lane) = uint16_t(bits);
            else
              getWord(data.beginD(), e, lane) = bits;
          });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeQuadMma(Decoder &d) {
  if (d.program().isExact)
    return d.emitNotSimulated();
  QuadMmaData data;
  llvm::SmallVector<StringRef, 2> layouts;
  for (StringRef word : d.match.words)
    if (word == "row" || word == "col")
      layouts.push_back(word);
  data.isRowA = layouts[0] == "row";
  data.isRowB = layouts[1] == "row";
  data.isHalfD = d.type(0) == "f16";
  data.isHalfC = d.type(3) == "f16";
  unsigned capability = getCapability(d);
  data.hasTensorCore = capability < 80;
  data.model.length = kInner;
  data.model.fractionBits = capability < 75 ? 23 : 24;
  MmaData counts;
  llvm::SmallVector<uint32_t, 24> list;
  readMmaRegisters(d, "b32", counts, list);
  d.info.flow = followQuadMma;
  d.setList(list);
  d.setData(data);
  d.emit(runQuadMma);
}
