//===- SparseMmaDecoders.cpp - mma.sp -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.6 "mma.sp". Block-scaled forms are not simulated.
// The registers of A are the same as for an mma with half the k
// (MmaOperands.h), the metadata say which columns they have (SparseMetadata.h).
//
//===----------------------------------------------------------------------===//

#include "MatrixDecoders.h"
#include "MmaOperands.h"
#include "SparseMetadata.h"

#include "Lanes.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
constexpr unsigned kRows = SparseLayout::kRows, kColumns = 8;
constexpr unsigned kMaxStored = SparsePlaces::kMaxStored, kMaxK = 128;

struct SparseData : MmaData {
  SparseLayout layout;
  /// Elements of a row that are stored.
  unsigned stored() const { return k / 2; }
  unsigned metadata() const { return beginD() + numD; }
};
} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static void runSparseFloat(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const SparseData *>(i.data);
  SparsePlaces places;
  readPlaces(w, i, data.layout, i.list[data.metadata()], places);
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
         c[row][col] = unpackSum(data.model, word >> (16 * e), data.isHalf);
       });
  double results[kRows][kColumns];
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
      results[row][n] = x.c[0][n];
  }
  forC(data.numD, data.perResult,
       [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
         uint32_t to = i.list[data.beginD() + r];
         uint32_t word = packSum(data.model, results[row][col], data.isHalf);
         if (data.isHalf)
           w.reg<uint16_t>(to)[2 * lane + e] = uint16_t(word);
         else
           w.reg<uint32_t>(to)[lane] = word;
       });
}

static void runSparseInteger(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const SparseData *>(i.data);
  SparsePlaces places;
  readPlaces(w, i, data.layout, i.list[data.metadata()], places);
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
  data.layout.forGroups(
      [&](unsigned row, unsigned, unsigned lane, unsigned shift) {
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
  data.layout = SparseLayout::get(typeA, data.k);
  data.layout.isOrdered = d.has("sp::ordered_metadata");
  if (!data.layout.select(d, selector))
    return;
  data.bits = data.layout.bits;
  data.perRegister = 32 / data.bits;
  Handler handler = runSparseInteger;
  if (typeD == "s32") {
    data.isSignedA = typeA.starts_with("s");
    data.isSignedB = typeB.starts_with("s");
    data.saturates = d.has("satfinite");
  } else {
    data.model = getDotModel(d, typeA);
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
