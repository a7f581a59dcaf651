//===- SparseMmaDecoders.cpp - mma.sp -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.6 "mma.sp". Block-scaled forms are not simulated.
//
//===----------------------------------------------------------------------===//
//
// Half of A is zero, and only the other half is stored: in registers as the A
// of an mma with half the k (MmaOperands.h). The metadata say where the stored
// elements belong, with four bits for each group of columns:
//
//     f16, bf16, 8 bits   groups of 4 columns; two places of 2 bits
//     tf32                groups of 2; 0b0100 is the first, 0b1110 the second
//     4 bits              groups of 8, that is of 4 pairs; two places of pairs
//
// Of the four lanes of a row, one, two or all have a part of the metadata; the
// selector says which. Of 16 bits and tf32 a word has four groups of row L / 4
// in its low half, and of row L / 4 + 8 in its high half; for m16n8k32 of f16,
// with 8 groups per row, the lanes 0 and 1 of the four have metadata, or 2 and
// 3. Of 8 and 4 bits a word has eight groups of one row: of row L / 4 in lanes
// 0 and 2, of row L / 4 + 8 in lanes 1 and 3. PTX shows it in figures; all was
// compared with an H200.
//
// Elements of B that no stored element meets take no part in the sums, not even
// if they are infinite.
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "MmaOperands.h"

#include "Block.h"
#include "Lanes.h"
#include "Undefined.h"

#include "tile/Simulator/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
constexpr unsigned kRows = 16, kColumns = 8, kMaxStored = 64, kMaxK = 128;

struct SparseData : MmaData {
  /// Columns of a group, and stored elements that are neighbours.
  unsigned groupColumns = 4, together = 1;
  /// Of a group, so many are stored.
  unsigned groupStored = 2;
  /// The first of the four lanes that has metadata, and how many have.
  unsigned firstLane = 0, numLanes = 1;
  bool isOrdered = false;
  /// Elements of a row that are stored.
  unsigned stored() const { return k / 2; }
  unsigned metadata() const { return beginD() + numD; }
};

/// The columns of the stored elements.
struct Places {
  uint8_t column[kRows][kMaxStored];
};
} // namespace

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// Calls `f(row, group, lane, shift)` for each four bits of metadata.
template <typename F> static void forGroups(const SparseData &data, F f) {
  unsigned numGroups = data.k / data.groupColumns;
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned group = 0; group < numGroups; ++group) {
      unsigned lane = 4 * (row % 8) + data.firstLane;
      if (data.bits >= 16)
        f(row, group, lane + group / 4, row / 8 * 16 + group % 4 * 4);
      else
        f(row, group, lane + row / 8 + group / 8 * 2, group % 8 * 4);
    }
}

static std::string describeBits(unsigned bits) {
  std::string text = "0b";
  for (unsigned bit = 4; bit-- > 0;)
    text += bits >> bit & 1 ? '1' : '0';
  return text;
}

/// Reads the metadata; reports the first that PTX leaves undefined.
static void readPlaces(Warp &w, const Inst &i, const SparseData &data,
                       Places &places) {
  const uint32_t *words = w.reg<uint32_t>(i.list[data.metadata()]);
  bool isReported = false;
  auto report = [&](unsigned lane, const char *expected, unsigned bits) {
    if (!std::exchange(isReported, true))
      w.report(ReportKind::Undefined, i, lane,
               "expected " + llvm::Twine(expected) +
                   " in the metadata, found " + describeBits(bits));
  };
  forGroups(data, [&](unsigned row, unsigned group, unsigned lane,
                      unsigned shift) {
    unsigned bits = words[lane] >> shift & 15, low = bits & 3, high = bits >> 2;
    unsigned first = group * data.groupColumns;
    uint8_t *to = &places.column[row][group * data.groupStored];
    if (data.groupColumns == 2) {
      if (bits != 0b0100 && bits != 0b1110)
        report(lane, "0b0100 or 0b1110", bits);
      to[0] = first + low / 2;
      return;
    }
    if (data.isOrdered && low >= high)
      report(lane, "the lower place first", bits);
    for (unsigned e = 0; e < data.together; ++e) {
      to[e] = first + low * data.together + e;
      to[data.together + e] = first + high * data.together + e;
    }
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static void runSparseFloat(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const SparseData *>(i.data);
  Places places;
  readPlaces(w, i, data, places);
  unsigned count = data.perRegister, bits = 32 / count;
  MatrixElement a[kRows][kMaxStored], b[kMaxK / 2][kColumns];
  forA(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(i.list[r])[lane];
    for (unsigned j = 0; j < count; ++j)
      a[row][col + j] = data.unpackA(word >> (j * bits % 32), data.tableA);
  });
  forB(data, count, [&](unsigned lane, unsigned r, unsigned row, unsigned col) {
    uint32_t word = w.reg<uint32_t>(i.list[data.beginB() + r])[lane];
    for (unsigned j = 0; j < count; ++j)
      b[row + j][col] = data.unpackB(word >> (j * bits % 32), data.tableB);
  });
  MatrixElement c[kRows][kColumns];
  forC(data.numC, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t word = w.reg<uint32_t>(i.list[data.beginC() + r])[lane];
         c[row][col] = data.isHalf ? unpackF16(uint16_t(word >> (16 * e)))
                                   : unpackF32(word);
       });
  float results[kRows][kColumns];
  // Each row meets other elements of B.
  FloatMatrices x;
  x.m = 1;
  x.k = data.stored();
  for (unsigned row = 0; row < kRows; ++row) {
    for (unsigned j = 0; j < x.k; ++j) {
      x.setA(0, j, a[row][j]);
      for (unsigned n = 0; n < kColumns; ++n)
        x.setB(j, n, b[places.column[row][j]][n]);
    }
    for (unsigned n = 0; n < kColumns; ++n)
      x.setC(0, n, c[row][n]);
    x.multiply(data.model, data.isHalf);
    for (unsigned n = 0; n < kColumns; ++n)
      results[row][n] = float(x.c[0][n]);
  }
  forC(data.numD, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t to = i.list[data.beginD() + r];
         float value = results[row][col];
         if (data.isHalf)
           w.reg<uint16_t>(to)[2 * lane + e] =
               convertF32ToF16(llvm::bit_cast<uint32_t>(value));
         else
           w.reg<float>(to)[lane] = canonicalizeNaN(value);
       });
}

static void runSparseInteger(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const SparseData *>(i.data);
  Places places;
  readPlaces(w, i, data, places);
  int32_t a[kRows][kMaxStored], b[kMaxK][kColumns];
  gatherIntegers(w, data, i.list, a, b);
  int32_t results[4][kNumLanes];
  forC(data.numC, 1,
       [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
         int64_t sum = w.reg<int32_t>(i.list[data.beginC() + r])[lane];
         for (unsigned j = 0; j < data.stored(); ++j)
           sum += a[row][j] * b[places.column[row][j]][col];
         results[r][lane] = finishInteger(sum, data.saturates);
       });
  for (unsigned r = 0; r < data.numD; ++r)
    std::memcpy(w.reg<int32_t>(i.list[data.beginD() + r]), results[r],
                sizeof(results[r]));
}

//===----------------------------------------------------------------------===//
// Undefined bits
//===----------------------------------------------------------------------===//

/// As of `mma`; metadata count like the row of A that they are of.
static void followSparse(Warp &w, const Inst &i, const InstInfo &,
                         uint32_t mask) {
  const auto &data = *static_cast<const SparseData *>(i.data);
  bool rows[kRows] = {}, cols[kColumns] = {};
  auto get = [&](unsigned index, unsigned lane) {
    return getShadow<uint32_t>(w, i.list[index])[lane];
  };
  forGroups(data, [&](unsigned row, unsigned, unsigned lane, unsigned shift) {
    rows[row] |= (get(data.metadata(), lane) >> shift & 15) != 0;
  });
  forA(data, data.perRegister,
       [&](unsigned lane, unsigned r, unsigned row, unsigned) {
         rows[row] |= get(r, lane) != 0;
       });
  forB(data, data.perRegister,
       [&](unsigned lane, unsigned r, unsigned, unsigned col) {
         cols[col] |= get(data.beginB() + r, lane) != 0;
       });
  uint32_t ofElement = data.perResult == 2 ? 0xFFFF : 0xFFFFFFFF;
  // D may be C.
  uint32_t shadows[4][kNumLanes] = {};
  forC(data.numC, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t bits = ofElement << (16 * e);
         if (rows[row] || cols[col] || (get(data.beginC() + r, lane) & bits))
           shadows[r][lane] |= bits;
       });
  for (unsigned r = 0; r < data.numD; ++r)
    forLanes(mask, [&](unsigned lane) {
      getShadow<uint32_t>(w, i.list[data.beginD() + r])[lane] =
          shadows[r][lane];
    });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeSparseMma(Decoder &d) {
  SparseData data;
  StringRef typeD = d.type(0), typeA = d.type(1), typeB = d.type(2);
  MmaShape shape = getMmaShape(d);
  int64_t selector;
  if (d.has("block_scale") || shape.m != kRows || shape.n != kColumns ||
      d.numOperands() != 6 || d.type(3) != typeD)
    return d.emitNotSimulated();
  if (!d.immediate(d.operand(5), selector))
    return;
  data.m = shape.m;
  data.k = shape.k;
  data.isOrdered = d.has("sp::ordered_metadata");
  // Types of less than a byte have one of their own.
  data.bits = ptx::isFloatType(typeA) && ptx::getTypeBits(typeA) < 8
                  ? 8
                  : ptx::getTypeBits(typeA);
  if (typeA == "tf32") {
    data.bits = 32;
    data.groupColumns = 2;
    data.groupStored = 1;
  } else if (data.bits == 4) {
    data.groupColumns = 8;
    data.groupStored = 4;
    data.together = 2;
  }
  data.numLanes = std::max(1u, data.k / data.groupColumns / 4);
  data.firstLane = unsigned(selector) * data.numLanes;
  if (selector < 0 || data.firstLane + data.numLanes > 4)
    return d.fail("expected a sparsity selector from 0 to " +
                  llvm::Twine(4 / data.numLanes - 1) + ", found " +
                  llvm::Twine(selector));
  data.perRegister = 32 / data.bits;
  Handler handler = runSparseInteger;
  if (typeD == "s32") {
    data.isSignedA = typeA.starts_with("s");
    data.isSignedB = typeB.starts_with("s");
    data.saturates = d.has("satfinite");
  } else {
    data.model = DotModel::get(getCapability(d), typeA);
    data.isHalf = typeD == "f16";
    data.perResult = data.isHalf ? 2 : 1;
    handler = runSparseFloat;
    if (!setUnpack(typeA, data, /*isA=*/true) ||
        !setUnpack(typeB, data, /*isA=*/false))
      return d.emitNotSimulated();
  }
  d.info.flow = followSparse;
  llvm::SmallVector<uint32_t, 24> list;
  uint32_t metadata = d.read(4, "b32");
  readMmaRegisters(d, "b32", data, list);
  list.push_back(metadata);
  d.setList(list);
  d.setData(data);
  d.emit(handler);
}
