//===- MmaDecoders.cpp - mma ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.5.14 "mma". Sparse and block-scaled forms, and m8n8k4 of
// f16, are not simulated.
//
//===----------------------------------------------------------------------===//
//
// Where the elements are, for all shapes and types (9.7.14.5.1 to 9.7.14.5.12):
// with E elements in a register (32 bits over the element's, 1 of f64), lane L
// has in the element j of register r
//
//     A, 16 rows   row L / 4 + 8 * (r % 2), column E * (L % 4) + j + 4E * (r /
//     2) A, 8 rows    row L / 4,               column E * (L % 4) + j + 4E * r
//     B            row E * (L % 4) + j + 4E * r, column L / 4
//     C, D         row L / 4 + 8 * (e / 2), column 2 * (L % 4) + e % 2
//
// where e counts the elements of C and D.
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "MatrixMultiply.h"

#include "Block.h"
#include "Lanes.h"
#include "Undefined.h"

#include "tile/Simulator/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
struct MmaData;
/// Copies the elements of A or B from the registers.
using GatherFunction = void (*)(Warp &, const MmaData &, const uint32_t *list,
                                FloatMatrices &);

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
  const MatrixElement *tableA = nullptr, *tableB = nullptr;
  DotModel model;
  bool isHalf = false;
  // Integers.
  unsigned bits = 8;
  bool isSignedA = false, isSignedB = false, saturates = false;
  bool isAnd = false;
};
} // namespace

/// Calls `f(lane, register, row, column of its first element)` for A, with
/// `count` elements per register.
template <typename F>
static void forA(const MmaData &data, unsigned count, F f) {
  for (unsigned r = 0; r < data.numA; ++r) {
    unsigned row = data.m == 16 ? 8 * (r % 2) : 0;
    unsigned col = 4 * count * (data.m == 16 ? r / 2 : r);
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, r, row + lane / 4, col + count * (lane % 4));
  }
}

/// The same for B: `f(lane, register, first row, column)`.
template <typename F>
static void forB(const MmaData &data, unsigned count, F f) {
  for (unsigned r = 0; r < data.numB; ++r)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, r, 4 * count * r + count * (lane % 4), lane / 4);
}

/// For C and D, whose registers have `count` elements: `f(lane, register,
/// element in it, row, column)`.
template <typename F>
static void forC(unsigned numRegisters, unsigned count, F f) {
  for (unsigned e = 0; e < numRegisters * count; ++e)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, e / count, e % count, lane / 4 + 8 * (e / 2),
        2 * (lane % 4) + e % 2);
}

//===----------------------------------------------------------------------===//
// f16, bf16, tf32 and smaller
//===----------------------------------------------------------------------===//

namespace {
struct UnpackF16 {
  static constexpr unsigned kBits = 16;
  static MatrixElement get(uint32_t code, const MatrixElement *) {
    return unpackF16(uint16_t(code));
  }
};
struct UnpackBF16 {
  static constexpr unsigned kBits = 16;
  static MatrixElement get(uint32_t code, const MatrixElement *) {
    return unpackBF16(uint16_t(code));
  }
};
struct UnpackTF32 {
  static constexpr unsigned kBits = 32;
  static MatrixElement get(uint32_t code, const MatrixElement *) {
    return unpackTF32(code);
  }
};
struct UnpackByte {
  static constexpr unsigned kBits = 8;
  static MatrixElement get(uint32_t code, const MatrixElement *table) {
    return table[code & 0xFF];
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
  unsigned count = data.isHalf ? 2 : 1;
  forC(data.numC, count,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t word = w.reg<uint32_t>(c[r])[lane];
         x.setC(row, col,
                data.isHalf ? unpackF16(uint16_t(word >> (16 * e)))
                            : unpackF32(word));
       });
  x.multiply(data.model, data.isHalf);
  if (!data.isHalf)
    return forC(
        data.numD, 1,
        [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
          w.reg<float>(d[r])[lane] = canonicalizeNaN(float(x.c[row][col]));
        });
  forC(data.numD, 2,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         w.reg<uint16_t>(d[r])[2 * lane + e] =
             convertF32ToF16(llvm::bit_cast<uint32_t>(float(x.c[row][col])));
       });
}

/// The function that unpacks a type, and the table that it needs.
static void setGather(StringRef type, MmaData &data, bool isA) {
  GatherFunction a = nullptr, b = nullptr;
  const MatrixElement *table = nullptr;
  if (type == "f16") {
    a = gatherA<UnpackF16>;
    b = gatherB<UnpackF16>;
  } else if (type == "bf16") {
    a = gatherA<UnpackBF16>;
    b = gatherB<UnpackBF16>;
  } else if (type == "tf32") {
    a = gatherA<UnpackTF32>;
    b = gatherB<UnpackTF32>;
  } else if ((table = getElementTable(type, data.model.isEmulated))) {
    a = gatherA<UnpackByte>;
    b = gatherB<UnpackByte>;
  }
  if (isA) {
    data.gatherA = a;
    data.tableA = table;
  } else {
    data.gatherB = b;
    data.tableB = table;
  }
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// A chain of fused multiply-adds, in the order of the columns of A.
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
        d[row][col] = FmaF64<>()(a[row][k], b[k][col], d[row][col]);
  forC(data.numD, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         w.reg<double>(i.list[data.beginD() + r])[lane] = d[row][col];
       });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int32_t extract(uint32_t word, unsigned index, unsigned bits,
                       bool isSigned) {
  uint32_t high = word << (32 - bits * (index + 1));
  return isSigned ? int32_t(high) >> (32 - bits) : int32_t(high >> (32 - bits));
}

/// C + the sums, to the registers of D.
static void finishIntegers(Warp &w, const Inst &i, const MmaData &data,
                           const int64_t (*sums)[8]) {
  int32_t results[4][kNumLanes];
  forC(data.numC, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         int64_t sum =
             sums[row][col] + w.reg<int32_t>(i.list[data.beginC() + r])[lane];
         if (data.saturates)
           sum =
               std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
         results[r][lane] = int32_t(uint32_t(sum));
       });
  for (unsigned r = 0; r < data.numD; ++r)
    std::memcpy(w.reg<int32_t>(i.list[data.beginD() + r]), results[r],
                sizeof(results[r]));
}

static void runInteger(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const MmaData *>(i.data);
  unsigned count = 32 / data.bits;
  int32_t a[16][64], b[64][8];
  forA(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(i.list[r])[lane];
    for (unsigned j = 0; j < count; ++j)
      a[row][col + j] = extract(word, j, data.bits, data.isSignedA);
  });
  forB(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(i.list[data.beginB() + r])[lane];
    for (unsigned j = 0; j < count; ++j)
      b[row + j][col] = extract(word, j, data.bits, data.isSignedB);
  });
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

/// The numbers of "m16n8k32"; false if there is no such word.
static bool parseShape(const Decoder &d, MmaData &data) {
  for (StringRef word : d.match.words) {
    unsigned n;
    if (word.consume_front("m") && !word.consumeInteger(10, data.m) &&
        word.consume_front("n") && !word.consumeInteger(10, n) &&
        word.consume_front("k") && !word.consumeInteger(10, data.k) &&
        word.empty())
      return n == 8;
  }
  return false;
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

static unsigned getCapability(Decoder &d) {
  for (const std::string &name : d.program().module.targets)
    if (auto target = ptx::Target::parse(name))
      return target->capability;
  return 90;
}

void mlir::tile::sim::decodeMma(Decoder &d) {
  MmaData data;
  bool isSparse = d.has("sp") || d.has("sp::ordered_metadata");
  bool isScaled =
      d.has("kind::mxf4") || d.has("kind::mxf4nvf4") || d.has("kind::mxf8f6f4");
  // The types are those of D, A, B and C.
  StringRef typeD = d.type(0), typeA = d.type(1), typeB = d.type(2),
            typeC = d.type(3);
  if (isSparse || isScaled || !parseShape(d, data) || d.numOperands() != 4 ||
      typeD != typeC || (data.m == 8 && typeA == "f16"))
    return d.emitNotSimulated();
  Handler handler = nullptr;
  if (typeD == "f64") {
    handler = runF64;
  } else if (typeD == "s32") {
    data.bits = ptx::getTypeBits(typeA);
    data.isSignedA = typeA.starts_with("s");
    data.isSignedB = typeB.starts_with("s");
    data.saturates = d.has("satfinite");
    data.isAnd = d.has("and");
    handler = typeA == "b1" ? runBits : runInteger;
  } else {
    data.model = DotModel::get(getCapability(d), typeA);
    setGather(typeA, data, /*isA=*/true);
    setGather(typeB, data, /*isA=*/false);
    data.isHalf = typeD == "f16";
    if (data.gatherA && data.gatherB)
      handler = runFloat;
  }
  if (!handler)
    return d.emitNotSimulated();
  StringRef word = typeD == "f64" ? "f64" : "b32";
  data.perRegister =
      typeD == "f64" ? 1 : 32 / std::max(ptx::getTypeBits(typeA), 1u);
  data.perResult = data.isHalf ? 2 : 1;
  d.info.flow = followMma;
  llvm::SmallVector<uint32_t, 24> list;
  readRegisters(d, 1, word, list, data.numA);
  readRegisters(d, 2, word, list, data.numB);
  readRegisters(d, 3, word, list, data.numC);
  for (const ptx::Operand &element : Decoder::elements(d.operand(0))) {
    list.push_back(d.write(element, word));
    ++data.numD;
  }
  d.setList(list);
  d.setData(data);
  d.emit(handler);
}
