//===- MmaDecoders.cpp - mma ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.5.14 "mma". SparseMmaDecoders.cpp has the sparse forms,
// QuadMmaDecoders.cpp m8n8k4 of f16.
//

#include "ExactDecoders.h"
#include "MatrixDecoders.h"
#include "MmaOperands.h"

#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// f16, bf16, tf32 and smaller
//===----------------------------------------------------------------------===//

namespace {
/// A number from its bits.
template <typename Bits, MatrixElement (*unpack)(Bits)> struct UnpackNumber {
  static constexpr unsigned kBits = 8 * sizeof(Bits);
  static MatrixElement get(uint32_t code, const MatrixElement *) {
    return unpack(Bits(code));
  }
};
using UnpackF16 = UnpackNumber<uint16_t, unpackF16>;
using UnpackBF16 = UnpackNumber<uint16_t, unpackBF16>;
using UnpackTF32 = UnpackNumber<uint32_t, unpackTF32>;
using UnpackExact16 = UnpackNumber<uint16_t, unpackExact16>;
using UnpackExact32 = UnpackNumber<uint32_t, unpackExact32>;
struct UnpackByte {
  static constexpr unsigned kBits = 8;
  static MatrixElement get(uint32_t code, const MatrixElement *table) {
    return table[code & 0xFF];
  }
};
/// e2m1 without a byte of its own.
struct UnpackNibble {
  static constexpr unsigned kBits = 4;
  static MatrixElement get(uint32_t code, const MatrixElement *table) {
    return table[(code & 0xF) << 2];
  }
};
} // namespace

template <typename Unpack>
static void gatherA(Warp &w, const MmaData &data, const uint32_t *list,
                    FloatMatrices &x) {
  constexpr unsigned count = 32 / Unpack::kBits;
  forA(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(list[r])[lane];
    for (unsigned j = 0; j < count; ++j)
      x.setA(row, col + j,
             Unpack::get(word >> (j * Unpack::kBits % 32), data.tableA));
  });
}

template <typename Unpack>
static void gatherB(Warp &w, const MmaData &data, const uint32_t *list,
                    FloatMatrices &x) {
  constexpr unsigned count = 32 / Unpack::kBits;
  forB(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(list[r])[lane];
    for (unsigned j = 0; j < count; ++j)
      x.setB(row + j, col,
             Unpack::get(word >> (j * Unpack::kBits % 32), data.tableB));
  });
}

MatrixElement mlir::tile::sim::multiply(const DotModel &model, MatrixElement x,
                                        MatrixElement scale) {
  if (model.isExact && std::isfinite(x.value * scale.value))
    return {exact::Number::fromInteger(int64_t(x.value) * int64_t(scale.value))
                .toDouble(),
            0};
  if (x.value == 0 && std::isfinite(scale.value))
    return x;
  return {x.value * scale.value, int16_t(x.exponent + scale.exponent)};
}

/// The lane of a row of A, or of a column of B, that has its scales.
static unsigned getScaleLane(bool isA, unsigned index, unsigned selected) {
  return isA ? index % 8 * 4 + selected % 2 * 2 + index / 8
             : index * 4 + selected % 4;
}

/// Multiplies A and B by their scales. What ptxas has not checked of a selector
/// is taken modulo what there is.
static void scaleBlocks(Warp &w, const MmaData &data, const uint32_t *list,
                        FloatMatrices &x) {
  unsigned size = data.k / data.numScales;
  for (bool isA : {true, false}) {
    const uint32_t *operand = list + (isA ? 0 : 3);
    const auto *words = w.reg<uint32_t>(operand[0]);
    unsigned byte = *w.reg<uint16_t>(operand[1]) % 4 / data.numScales *
                    data.numScales,
             selected = *w.reg<uint16_t>(operand[2]);
    for (unsigned index = 0; index < (isA ? data.m : FloatMatrices::kN);
         ++index) {
      uint32_t word = words[getScaleLane(isA, index, selected)];
      for (unsigned k = 0; k < data.k; ++k) {
        MatrixElement scale =
            data.scales[word >> (8 * (byte + k / size)) & 0xFF];
        if (isA)
          x.setA(index, k,
                 multiply(data.model, {x.a[index][k], x.aExponents[index][k]},
                          scale));
        else
          x.setB(k, index,
                 multiply(data.model, {x.b[k][index], x.bExponents[k][index]},
                          scale));
      }
    }
  }
}

static void runFloat(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MmaData *>(i.data);
  const uint32_t *c = i.list + data.beginC(), *d = i.list + data.beginD();
  FloatMatrices x;
  x.m = data.m;
  x.k = data.k;
  data.gatherA(w, data, i.list, x);
  data.gatherB(w, data, i.list + data.beginB(), x);
  if (data.numScales)
    scaleBlocks(w, data, i.list + data.beginScales(), x);
  unsigned count = data.isHalf ? 2 : 1;
  forC(data.numC, count,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t word = w.reg<uint32_t>(c[r])[lane];
         x.setC(row, col, unpackSum(data.model, word >> (16 * e), data.isHalf));
       });
  x.multiply(data.model, data.isHalf);
  if (!data.isHalf)
    return forC(
        data.numD, 1,
        [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
          w.reg<uint32_t>(d[r])[lane] =
              packSum(data.model, x.c[row][col], /*isHalf=*/false);
        });
  forC(data.numD, 2,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         w.reg<uint16_t>(d[r])[2 * lane + e] =
             uint16_t(packSum(data.model, x.c[row][col], /*isHalf=*/true));
       });
}

template <typename Unpack>
static void setUnpack(MmaData &data, bool isA, const MatrixElement *table) {
  (isA ? data.gatherA : data.gatherB) = isA ? gatherA<Unpack> : gatherB<Unpack>;
  (isA ? data.unpackA : data.unpackB) = Unpack::get;
  (isA ? data.tableA : data.tableB) = table;
}

bool mlir::tile::sim::setUnpack(StringRef type, MmaData &data, bool isA) {
  bool isExact = data.model.isExact;
  const MatrixElement *table = nullptr;
  if (isExact && (type == "f16" || type == "bf16"))
    ::setUnpack<UnpackExact16>(data, isA, nullptr);
  else if (isExact && type == "tf32")
    ::setUnpack<UnpackExact32>(data, isA, nullptr);
  else if (type == "f16")
    ::setUnpack<UnpackF16>(data, isA, nullptr);
  else if (type == "bf16")
    ::setUnpack<UnpackBF16>(data, isA, nullptr);
  else if (type == "tf32")
    ::setUnpack<UnpackTF32>(data, isA, nullptr);
  else if ((table = isExact ? getExactElementTable(type)
                            : getElementTable(type, data.model.isEmulated)))
    ::setUnpack<UnpackByte>(data, isA, table);
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// A chain of fused multiply-adds, in the order of the columns of A.
template <typename Fma>
static void runF64(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MmaData *>(i.data);
  double a[16][16], b[16][8], d[16][8];
  forA(data, 1, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    a[row][col] = w.reg<double>(i.list[r])[lane];
  });
  forB(data, 1, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    b[row][col] = w.reg<double>(i.list[data.beginB() + r])[lane];
  });
  forC(data.numC, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         d[row][col] = w.reg<double>(i.list[data.beginC() + r])[lane];
       });
  for (unsigned row = 0; row < data.m; ++row)
    for (unsigned col = 0; col < 8; ++col)
      for (unsigned k = 0; k < data.k; ++k)
        d[row][col] = Fma()(a[row][k], b[k][col], d[row][col]);
  forC(data.numD, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         w.reg<double>(i.list[data.beginD() + r])[lane] = d[row][col];
       });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// C + the sums, to the registers of D.
static void finishIntegers(Warp &w, const Inst &i, const MmaData &data,
                           const int64_t (*sums)[8]) {
  int32_t results[4][kNumLanes];
  forC(data.numC, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         int64_t sum =
             sums[row][col] + w.reg<int32_t>(i.list[data.beginC() + r])[lane];
         results[r][lane] = finishInteger(sum, data.saturates);
       });
  for (unsigned r = 0; r < data.numD; ++r)
    std::memcpy(w.reg<int32_t>(i.list[data.beginD() + r]), results[r],
                sizeof(results[r]));
}

static void runInteger(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MmaData *>(i.data);
  int32_t a[16][64], b[64][8];
  gatherIntegers(w, data, i.list, a, b);
  int64_t sums[16][8];
  for (unsigned row = 0; row < data.m; ++row) {
    // 64 products of 8 bits fit.
    int32_t row8[8] = {};
    for (unsigned k = 0; k < data.k; ++k)
      for (unsigned col = 0; col < 8; ++col)
        row8[col] += a[row][k] * b[k][col];
    std::copy(row8, row8 + 8, sums[row]);
  }
  finishIntegers(w, i, data, sums);
}

static void runBits(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MmaData *>(i.data);
  uint32_t a[16][8], b[8][8];
  forA(data, 32, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    a[row][col / 32] = w.reg<uint32_t>(i.list[r])[lane];
  });
  forB(data, 32, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    b[row / 32][col] = w.reg<uint32_t>(i.list[data.beginB() + r])[lane];
  });
  int64_t sums[16][8];
  for (unsigned row = 0; row < data.m; ++row)
    for (unsigned col = 0; col < 8; ++col) {
      sums[row][col] = 0;
      for (unsigned k = 0; k < data.k / 32; ++k)
        sums[row][col] += __builtin_popcount(
            data.isAnd ? a[row][k] & b[k][col] : a[row][k] ^ b[k][col]);
    }
  finishIntegers(w, i, data, sums);
}

//===----------------------------------------------------------------------===//
// Undefined bits
//===----------------------------------------------------------------------===//

/// An element of the result is undefined if something is in its row of A, in
/// its column of B, or in C.
static void followMma(Warp &w, const Inst &i, const InstInfo &info,
                      uint32_t mask) {
  const auto &data = *static_cast<const MmaData *>(i.data);
  bool rows[16] = {}, cols[8] = {}, results[16][8] = {};
  unsigned bytes = info.writes.empty() ? 4 : info.writes.front().bits / 8;
  auto isUndefined = [&](uint32_t offset, unsigned lane, unsigned element,
                         unsigned count) {
    return hasUndefinedBits(getShadow<uint8_t>(w, offset) + lane * bytes +
                                element * (bytes / count),
                            bytes / count);
  };
  forA(data, data.perRegister,
       [&](unsigned lane, unsigned r, unsigned row, unsigned) {
         rows[row] |= isUndefined(i.list[r], lane, 0, 1);
       });
  forB(data, data.perRegister,
       [&](unsigned lane, unsigned r, unsigned, unsigned col) {
         cols[col] |= isUndefined(i.list[data.beginB() + r], lane, 0, 1);
       });
  if (data.numScales) {
    const uint32_t *scales = i.list + data.beginScales();
    for (unsigned row = 0; row < data.m; ++row)
      rows[row] |= isUndefined(
          scales[0],
          getScaleLane(/*isA=*/true, row, *w.reg<uint16_t>(scales[2])), 0, 1);
    for (unsigned col = 0; col < FloatMatrices::kN; ++col)
      cols[col] |= isUndefined(
          scales[3],
          getScaleLane(/*isA=*/false, col, *w.reg<uint16_t>(scales[5])), 0, 1);
  }
  forC(data.numC, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         results[row][col] =
             rows[row] || cols[col] ||
             isUndefined(i.list[data.beginC() + r], lane, e, data.perResult);
       });
  unsigned elementBytes = bytes / data.perResult;
  forC(data.numD, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         if (mask >> lane & 1)
           std::memset(getShadow<uint8_t>(w, i.list[data.beginD() + r]) +
                           lane * bytes + e * elementBytes,
                       results[row][col] ? 0xFF : 0, elementBytes);
       });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

MmaShape mlir::tile::sim::getMmaShape(const Decoder &d) {
  for (StringRef word : d.match.words) {
    MmaShape shape;
    if (word.consume_front("m") && !word.consumeInteger(10, shape.m) &&
        word.consume_front("n") && !word.consumeInteger(10, shape.n) &&
        word.consume_front("k") && !word.consumeInteger(10, shape.k) &&
        word.empty())
      return shape;
  }
  return {};
}

/// The registers of the operands; each of `type`.
static void readRegisters(Decoder &d, unsigned operand, StringRef type,
                          llvm::SmallVectorImpl<uint32_t> &list,
                          unsigned &count) {
  for (const ptx::Operand &element : Decoder::elements(d.operand(operand))) {
    list.push_back(d.read(element, type));
    ++count;
  }
}

void mlir::tile::sim::readMmaRegisters(Decoder &d, StringRef type,
                                       MmaData &data,
                                       llvm::SmallVectorImpl<uint32_t> &list) {
  readRegisters(d, 1, type, list, data.numA);
  readRegisters(d, 2, type, list, data.numB);
  readRegisters(d, 3, type, list, data.numC);
  for (const ptx::Operand &element : Decoder::elements(d.operand(0))) {
    list.push_back(d.write(element, type));
    ++data.numD;
  }
}

unsigned mlir::tile::sim::getCapability(Decoder &d) {
  for (const std::string &name : d.program().module.targets)
    if (auto target = ptx::Target::parse(name))
      return target->capability;
  return 90;
}

DotModel mlir::tile::sim::getDotModel(Decoder &d, StringRef type) {
  DotModel model = DotModel::get(getCapability(d), type);
  model.isExact = d.program().isExact;
  return model;
}

void mlir::tile::sim::decodeMma(Decoder &d) {
  MmaData data;
  if (d.has("sp") || d.has("sp::ordered_metadata"))
    return decodeSparseMma(d);
  bool isScaled = d.has("block_scale");
  // The types are the types of D, A, B and C.
  StringRef typeD = d.type(0), typeA = d.type(1), typeB = d.type(2),
            typeC = d.type(3);
  MmaShape shape = getMmaShape(d);
  if (shape.m == 8 && typeA == "f16")
    return decodeQuadMma(d);
  if (shape.n != 8 || d.numOperands() != (isScaled ? 8u : 4u) || typeD != typeC)
    return d.emitNotSimulated();
  data.m = shape.m;
  data.k = shape.k;
  Handler handler = nullptr;
  if (typeD == "f64") {
    handler = d.program().isExact ? runF64<ExactFmaF64> : runF64<FmaF64<>>;
  } else if (typeD == "s32") {
    data.bits = ptx::getTypeBits(typeA);
    data.isSignedA = typeA.starts_with("s");
    data.isSignedB = typeB.starts_with("s");
    data.saturates = d.has("satfinite");
    data.isAnd = d.has("and");
    handler = typeA == "b1" ? runBits : runInteger;
  } else {
    data.model = getDotModel(d, typeA);
    data.isHalf = typeD == "f16";
    if (isScaled) {
      data.numScales = d.has("scale_vec::4X")    ? 4
                       : d.has("kind::mxf8f6f4") ? 1
                                                 : 2;
      data.scales = data.model.isExact ? getExactScaleTable(d.type(4))
                                       : getScaleTable(d.type(4));
    }
    bool isKnown = setUnpack(typeA, data, /*isA=*/true) &&
                   setUnpack(typeB, data, /*isA=*/false) &&
                   (!isScaled || data.scales);
    // A byte of A has two elements.
    if (typeA == "e2m1" && data.k == 64) {
      data.model.length *= 2;
      for (bool isA : {true, false})
        ::setUnpack<UnpackNibble>(data, isA, isA ? data.tableA : data.tableB);
    }
    if (isKnown)
      handler = runFloat;
  }
  if (!handler)
    return d.emitNotSimulated();
  StringRef word = typeD == "f64" ? "f64" : "b32";
  data.perRegister =
      typeD == "f64" ? 1 : 32 / std::max(ptx::getTypeBits(typeA), 1u);
  // Elements of fewer than 8 bits are in bytes, except in the longest forms.
  if (data.tableA)
    data.perRegister = data.k == 64 ? 8 : 4;
  data.perResult = data.isHalf ? 2 : 1;
  d.info.flow = followMma;
  llvm::SmallVector<uint32_t, 24> list;
  readMmaRegisters(d, word, data, list);
  for (unsigned operand = 4; operand < d.numOperands(); operand += 2) {
    list.push_back(d.read(operand, "b32"));
    for (const ptx::Operand &selector :
         Decoder::elements(d.operand(operand + 1)))
      list.push_back(d.read(selector, "b16"));
  }
  d.setList(list);
  d.setData(data);
  d.emit(handler);
}
