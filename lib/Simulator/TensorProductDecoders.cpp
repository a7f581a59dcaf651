//===- TensorProductDecoders.cpp - tcgen05.mma ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16.10 "tcgen05 Matrix Multiply-Accumulate Operations". Not
// simulated: a sparse A, rows that are shifted (.ashift), masks of columns.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryDecoders.h"
#include "TensorProduct.h"

#include "Block.h"
#include "Undefined.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
/// `Inst::a` and `Inst::b` are the descriptors of A and B, `Inst::d` that of
/// the instruction, `Inst::c` enable-input-d; `Inst::list` has the words of the
/// mask of lanes that are not written.
struct ProductData {
  TensorForm form;
  MemoryOperand d, a, scaleA, scaleB;
  uint32_t enableFlip = 0;
  /// What is added to is divided by 2 to this.
  int64_t inputScale = 0;
};

/// A product that is issued.
struct Product {
  Warp &w;
  const Inst &i;
  const ProductData &data;
  unsigned lane;
  uint32_t number = 0;
  TensorShape shape;
  llvm::SmallVector<Block *, 2> blocks;
  TensorFactors a, b;

  bool begin();
  bool readA();
  void readMatrix(bool isA);
  bool readTensorA();
  /// Codes of less than a byte become bytes.
  void unpack(TensorFactors &factors, bool isInShared);
  bool readScales(bool isA);
  bool prepareSums(uint32_t address);
  void multiply(uint32_t address, bool accumulates);
};
} // namespace

static void fail(const Product &product, const llvm::Twine &message) {
  product.w.report(ReportKind::Undefined, product.i, product.lane, message);
}

bool Product::begin() {
  uint32_t descriptor = w.reg<uint32_t>(i.d)[lane];
  std::string wrong;
  if (!readTensorShape(descriptor, data.form, shape, wrong)) {
    fail(*this, "the instruction descriptor 0x" +
                    llvm::Twine::utohexstr(descriptor) + ": expected " + wrong);
    return false;
  }
  blocks = getTensorBlocks(w, i, lane, data.form.isPair);
  if (blocks.empty())
    return false;
  if (data.form.isPair && blocks[0] != &w.block) {
    fail(*this, "expected the CTA of even rank of the pair to issue the "
                "product, found rank " +
                    llvm::Twine(w.block.rank));
    return false;
  }
  bool isWellFormed =
      checkTensorDescriptor(w, i, lane, w.reg<uint64_t>(i.b)[lane], "B");
  if (!data.form.isInTensorMemory)
    isWellFormed &=
        checkTensorDescriptor(w, i, lane, w.reg<uint64_t>(i.a)[lane], "A");
  if (isWellFormed)
    number = issueProduct(w, lane, data.form.isPair);
  return isWellFormed;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// Each CTA of a pair has half of the rows of A, and of the columns of B.
void Product::readMatrix(bool isA) {
  TensorFactors &factors = isA ? a : b;
  unsigned rows = isA ? shape.m : shape.n;
  TensorMatrix matrix;
  matrix.descriptor = w.reg<uint64_t>(isA ? i.a : i.b)[lane];
  matrix.rows = rows / blocks.size();
  matrix.k = shape.k();
  matrix.elementBytes = shape.elementBytes();
  // 16 elements of less than a byte.
  unsigned bits = getElementBits(factors.element);
  if (bits < 8 && !shape.isPacked)
    matrix.usedBytes = 2 * bits;
  matrix.isTransposed = isA ? shape.isTransposedA : shape.isTransposedB;
  factors.codes.resize(rows, matrix.rowBytes);
  for (auto [number, block] : llvm::enumerate(blocks))
    readTensorMatrix(w, i, lane, *block, matrix, this->number, factors.codes,
                     number * matrix.rows);
  unpack(factors, /*isInShared=*/true);
}

void Product::unpack(TensorFactors &factors, bool isInShared) {
  MatrixBytes &codes = factors.codes;
  unsigned bits = getElementBits(factors.element),
           rows = codes.isUndefined.size();
  if (shape.isPacked) {
    MatrixBytes bytes = codes;
    bytes.pitch = 2 * codes.pitch;
    bytes.bytes.resize(size_t(rows) * bytes.pitch);
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned e = 0; e < bytes.pitch; ++e)
        bytes.row(row)[e] = (codes.row(row)[e / 2] >> (e % 2 * 4) & 15) << 2;
    codes = std::move(bytes);
    return;
  }
  if (bits >= 8 || !isInShared)
    return;
  for (unsigned row = 0; row < rows; ++row) {
    uint8_t unpacked[32];
    unpackSmallElements(codes.row(row), codes.pitch, bits, unpacked);
    std::memcpy(codes.row(row), unpacked, codes.pitch);
  }
}

/// A has its rows on the lanes where D has them, 32 bytes in 8 columns.
bool Product::readTensorA() {
  constexpr unsigned kColumns = 8, kRows = TensorMemory::kGroupLanes;
  uint32_t address = readTensorAddress(w, i, 1u << lane, data.a);
  bool isKnown = data.form.isPair
                     ? shape.m == 256
                     : !data.form.isWeightStationary || shape.m == 128;
  if (!isKnown) {
    w.report(ReportKind::NotSimulated, i, lane,
             "A in tensor memory with M of " + llvm::Twine(shape.m) +
                 " is not simulated in this form");
    return false;
  }
  a.codes.resize(shape.m, 4 * kColumns);
  for (unsigned row = 0; row < shape.m; row += kRows) {
    TensorPlace place = getTensorPlace(data.form, shape, row, 0);
    TensorRange range = {getTensorLane(address) + place.lane, kRows,
                         getTensorColumn(address), kColumns};
    Block &block = *blocks[place.cta];
    TensorMemory *memory = accessTensor(w, i, lane, block, range);
    if (!memory)
      return false;
    followTensor(w, i, lane, block, range, TensorPipe::Product, number,
                 AccessKind::Read);
    for (unsigned r = 0; r < kRows; ++r)
      for (unsigned c = 0; c < kColumns; ++c) {
        std::memcpy(a.codes.row(row + r) + 4 * c,
                    memory->at(range.lane + r, range.column + c), 4);
        a.codes.isUndefined[row + r] |=
            *memory->undefinedAt(range.lane + r, range.column + c);
      }
  }
  unpack(a, /*isInShared=*/false);
  return true;
}

bool Product::readA() {
  a.element = shape.a;
  a.negates = shape.negatesA;
  if (data.form.isInTensorMemory)
    return readTensorA();
  readMatrix(/*isA=*/true);
  return true;
}

/// The scales of row r are in lane r % 32 of column r / 32, in each quarter of
/// the lanes. In a pair, a CTA has those of its rows of A, and all of B.
bool Product::readScales(bool isA) {
  constexpr unsigned kQuarter = TensorMemory::kQuarterLanes;
  const MemoryOperand &operand = isA ? data.scaleA : data.scaleB;
  uint32_t address = readTensorAddress(w, i, 1u << lane, operand);
  TensorFactors &factors = isA ? a : b;
  unsigned rows = isA ? shape.m / blocks.size() : shape.n,
           count = data.form.numScales,
           begin = isA ? shape.scaleA : shape.scaleB;
  factors.scales.resize(rows * count * (isA ? blocks.size() : 1));
  if (getTensorLane(address) % kQuarter) {
    fail(*this, "expected scales from lane 0 on, found lane " +
                    llvm::Twine(getTensorLane(address)));
    return false;
  }
  unsigned columns = llvm::divideCeil(rows, kQuarter);
  for (auto [number, block] : llvm::enumerate(blocks)) {
    TensorRange range = {0, TensorMemory::kLanes, getTensorColumn(address),
                         columns};
    TensorMemory *memory = accessTensor(w, i, lane, *block, range);
    if (!memory)
      return false;
    followTensor(w, i, lane, *block, range, TensorPipe::Product, this->number,
                 AccessKind::Read);
    unsigned first = isA ? number * rows : 0;
    for (unsigned row = 0; row < rows; ++row) {
      unsigned at = row % kQuarter, column = range.column + row / kQuarter;
      uint32_t word = *memory->at(at, column);
      factors.codes.isUndefined[first + row] |=
          *memory->undefinedAt(at, column);
      for (unsigned quarter = 1; quarter < 4; ++quarter)
        if (*memory->at(at + kQuarter * quarter, column) != word)
          w.report(ReportKind::Undefined, i, lane, [&] {
            return "expected the scales of " + std::string(isA ? "A" : "B") +
                   " in all four quarters of the lanes, found others in lane " +
                   std::to_string(at + kQuarter * quarter) + " than in lane " +
                   std::to_string(at) + " of column " + std::to_string(column) +
                   ": tcgen05.cp with .warpx4 writes all";
          });
      for (unsigned s = 0; s < count; ++s)
        factors.scales[(first + row) * count + s] =
            uint8_t(word >> 8 * (begin + s));
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Checks where D is.
bool Product::prepareSums(uint32_t address) {
  unsigned first = getTensorLane(address);
  bool isHalfOfLanes =
      !data.form.isPair && !data.form.isWeightStationary && shape.m == 64;
  if (first != 0 && !(isHalfOfLanes && first == TensorMemory::kGroupLanes)) {
    fail(*this, "expected D to begin at lane 0" +
                    llvm::Twine(isHalfOfLanes ? " or 16" : "") +
                    ", found lane " + llvm::Twine(first));
    return false;
  }
  unsigned columns = getTensorColumns(data.form, shape);
  for (Block *block : blocks) {
    llvm::SmallVector<TensorRange, 4> ranges;
    if (isHalfOfLanes)
      for (unsigned quarter = 0; quarter < 4; ++quarter)
        ranges.push_back(
            {32 * quarter + first, 16, getTensorColumn(address), columns});
    else
      ranges.push_back(
          {0, TensorMemory::kLanes, getTensorColumn(address), columns});
    for (const TensorRange &range : ranges) {
      if (!accessTensor(w, i, lane, *block, range))
        return false;
      followTensor(w, i, lane, *block, range, TensorPipe::Product, number,
                   AccessKind::Write);
    }
  }
  return true;
}

void Product::multiply(uint32_t address, bool accumulates) {
  constexpr unsigned kRows = 16, kColumns = 8;
  TensorMultiplier multiplier(data.form, shape, a, b);
  auto isDisabled = [&](unsigned cta, unsigned lane) {
    return i.listSize != 0 &&
           (w.reg<uint32_t>(i.list[cta * 4 + lane / 32])[this->lane] >>
                lane % 32 &
            1);
  };
  float factor = std::ldexp(1.0f, -int(data.inputScale));
  for (unsigned row = 0; row < shape.m; row += kRows)
    for (unsigned column = 0; column < shape.n; column += kColumns) {
      TensorPlace place = getTensorPlace(data.form, shape, row, column);
      TensorMemory &memory = *blocks[place.cta]->tensorMemory;
      unsigned first = getTensorLane(address) + place.lane,
               at = getTensorColumn(address) + place.column;
      uint32_t sums[kRows][kColumns] = {};
      if (accumulates)
        for (unsigned c = 0; c < kColumns; ++c)
          for (unsigned r = 0; r < kRows; ++r)
            sums[r][c] = *memory.at(first + r, at + c);
      if (data.inputScale)
        for (auto &line : sums)
          for (uint32_t &sum : line)
            sum = shape.isHalf ? convertF32ToF16(llvm::bit_cast<uint32_t>(
                                     llvm::bit_cast<float>(
                                         convertF16ToF32(uint16_t(sum))) *
                                     factor))
                               : llvm::bit_cast<uint32_t>(
                                     llvm::bit_cast<float>(sum) * factor);
      multiplier.add(row, column, sums);
      for (unsigned c = 0; c < kColumns; ++c)
        for (unsigned r = 0; r < kRows; ++r) {
          if (isDisabled(place.cta, first + r))
            continue;
          uint8_t &isUndefined = *memory.undefinedAt(first + r, at + c);
          isUndefined = (accumulates && isUndefined) ||
                        a.codes.isUndefined[row + r] ||
                        b.codes.isUndefined[column + c];
          *memory.at(first + r, at + c) = sums[r][c];
        }
    }
}

static void runProduct(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const ProductData *>(i.data);
  Product product{w, i, data, getIssuingLane(w, i, mask), 0, {}, {}, {}, {}};
  if (!product.begin() || !product.readA())
    return;
  product.b.element = product.shape.b;
  product.b.negates = product.shape.negatesB;
  product.readMatrix(/*isA=*/false);
  if (data.form.numScales &&
      (!product.readScales(/*isA=*/true) || !product.readScales(false)))
    return;
  bool accumulates = (w.pred(i.c) ^ data.enableFlip) >> product.lane & 1;
  uint32_t address = readTensorAddress(w, i, 1u << product.lane, data.d);
  if (product.prepareSums(address))
    product.multiply(address, accumulates);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static bool readKind(Decoder &d, TensorForm &form) {
  struct Row {
    const char *word;
    TensorKind kind;
    unsigned numScales;
  };
  constexpr Row rows[] = {{"kind::f16", TensorKind::F16, 0},
                          {"kind::tf32", TensorKind::TF32, 0},
                          {"kind::f8f6f4", TensorKind::F8F6F4, 0},
                          {"kind::i8", TensorKind::I8, 0},
                          {"kind::mxf8f6f4", TensorKind::MXF8F6F4, 1},
                          {"kind::mxf4", TensorKind::MXF4, 2},
                          {"kind::mxf4nvf4", TensorKind::MXF4NVF4, 2}};
  for (const Row &row : rows)
    if (d.has(row.word)) {
      form.kind = row.kind;
      form.numScales = row.numScales;
      if (d.has("scale_vec::4X") || d.has("block16"))
        form.numScales = 4;
      return true;
    }
  return false;
}

void mlir::tile::sim::decodeTensorProduct(Decoder &d) {
  ProductData data;
  TensorForm &form = data.form;
  form.isPair = d.has("cta_group::2");
  form.isWeightStationary = d.has("ws");
  form.isExact = d.program().isExact;
  if (!readKind(d, form) || d.has("sp") || d.has("ashift"))
    return d.emitNotSimulated();
  form.isInTensorMemory = d.operand(1).kind == ptx::Operand::Address;
  decodeTensorAddress(d, d.operand(0), data.d);
  if (form.isInTensorMemory)
    decodeTensorAddress(d, d.operand(1), data.a);
  else
    d.inst.a = d.read(1, "b64");
  d.inst.b = d.read(2, "b64");
  d.inst.d = d.read(3, "b32");
  unsigned next = 4;
  if (form.numScales) {
    decodeTensorAddress(d, d.operand(next++), data.scaleA);
    decodeTensorAddress(d, d.operand(next++), data.scaleB);
  }
  llvm::SmallVector<uint32_t, 8> mask;
  if (next < d.numOperands() && d.operand(next).kind == ptx::Operand::Vector)
    for (const ptx::Operand &word : Decoder::elements(d.operand(next++)))
      mask.push_back(d.read(word, "b32"));
  d.inst.c = d.readPredicate(d.operand(next++), data.enableFlip);
  if (next < d.numOperands()) {
    // After .ws a mask of columns, else the scale of what is added to.
    if (form.isWeightStationary)
      return d.emitNotSimulated();
    if (!d.immediate(d.operand(next), data.inputScale))
      return;
  }
  d.setList(mask);
  d.setData(data);
  d.emit(runProduct);
}
