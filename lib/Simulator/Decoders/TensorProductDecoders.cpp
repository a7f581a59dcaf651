//===- TensorProductDecoders.cpp - tcgen05.mma ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16.10 "tcgen05 Matrix Multiply-Accumulate Operations". Not
// simulated: rows that are shifted (.ashift); a sparse A with block scales, or
// with other rows than 128 in a CTA, whose metadata PTX shows in figures only.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryDecoders.h"
#include "TensorProduct.h"

#include "Block.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
/// `Inst::a` and `Inst::b` are the descriptors of A and B, `Inst::d` that of
/// the instruction, `Inst::c` enable-input-d; `Inst::list` has the words of the
/// mask of lanes that are not written, or else that of columns of B.
struct ProductData {
  TensorForm form;
  MemoryOperand d, a, metadata, scaleA, scaleB;
  bool hasColumnMask = false;
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
  unsigned getColumnShift() const {
    return w.reg<uint64_t>(i.list[0])[lane] >> 56 & 63;
  }
  bool readTensorA();
  /// Codes of less than a byte become bytes.
  void unpack(TensorFactors &factors, bool isInShared);
  bool readScales(bool isA);
  bool readMetadata();
  bool maskColumns();
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
  // Columns of B may be shifted: so many more are read.
  unsigned shift = 0;
  if (!isA && data.hasColumnMask)
    shift = getColumnShift();
  rows += shift;
  matrix.rows = rows / blocks.size();
  matrix.k = isA ? shape.k() : shape.kOfB();
  if (!isA && shape.isSparse)
    matrix.rowBytes = 64;
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
  MatrixBytes &codes = factors.codes;
  codes.bytes.erase(codes.bytes.begin(),
                    codes.bytes.begin() + size_t(shift) * codes.pitch);
  codes.isUndefined.erase(codes.isUndefined.begin(),
                          codes.isUndefined.begin() + shift);
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
    uint8_t unpacked[64];
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
/// the lanes. In a pair, a CTA has the scales of its rows of A, and all scales
/// of B.
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

static std::string describeBits(unsigned bits) {
  std::string text = "0b";
  for (unsigned bit = 4; bit-- > 0;)
    text += bits >> bit & 1 ? '1' : '0';
  return text;
}

/// Where the stored elements of A belong: four bits for each group of columns,
/// as SparseMetadata.h has them. Of 16 bits and tf32, rows r and r + 8 of each
/// 16 rows share lane r, which has four groups of them in its low and in its
/// high half; lane r + 8 has the other four. It is a column, and the selector
/// says which. Of 8 and 4 bits, a row has two columns of its lane.
bool Product::readMetadata() {
  constexpr unsigned kRows = TensorMemory::kLanes;
  uint32_t address = readTensorAddress(w, i, 1u << lane, data.metadata);
  if (shape.m != kRows * blocks.size() || shape.selector > 1) {
    w.report(ReportKind::NotSimulated, i, lane,
             shape.selector > 1
                 ? "a sparsity selector of " + llvm::Twine(shape.selector) +
                       " is not simulated"
                 : "a sparse A with M of " + llvm::Twine(shape.m) +
                       " is not simulated in this form");
    return false;
  }
  bool isWide = shape.elementBytes() > 1, isTF32 = shape.elementBytes() == 4;
  if (getTensorLane(address) != 0 || (isWide && getTensorColumn(address) % 2)) {
    fail(*this, "expected metadata from lane 0 and an even column on, found "
                "lane " +
                    llvm::Twine(getTensorLane(address)) + " and column " +
                    llvm::Twine(getTensorColumn(address)));
    return false;
  }
  unsigned stored = isTF32 ? 1 : shape.isPacked ? 4 : 2;
  unsigned together = shape.isPacked ? 2 : 1, groups = shape.k() / stored;
  TensorRange range = {0, kRows, getTensorColumn(address) + shape.selector,
                       isWide ? 1u : 2u};
  a.places.resize(size_t(shape.m) * shape.k());
  bool isReported = false;
  for (auto [number, block] : llvm::enumerate(blocks)) {
    TensorMemory *memory = accessTensor(w, i, lane, *block, range);
    if (!memory)
      return false;
    followTensor(w, i, lane, *block, range, TensorPipe::Product, this->number,
                 AccessKind::Read);
    for (unsigned r = 0; r < kRows; ++r)
      for (unsigned group = 0; group < groups; ++group) {
        unsigned at = isWide ? r / 16 * 16 + group / 4 * 8 + r % 8 : r;
        unsigned shift =
            isWide ? r / 8 % 2 * 16 + group % 4 * 4 : group % 8 * 4;
        unsigned column = range.column + (isWide ? 0 : group / 8);
        unsigned row = number * kRows + r;
        unsigned bits = *memory->at(at, column) >> shift & 15;
        bool isUndefined = *memory->undefinedAt(at, column);
        a.codes.isUndefined[row] |= isUndefined;
        // 0, 1 and so on are places; so is 2, 1.
        uint16_t known = isTF32 ? 1 << 4 | 1 << 14
                                : 1 << 4 | 1 << 8 | 1 << 12 | 1 << 9 | 1 << 13 |
                                      1 << 6 | 1 << 14;
        if (!isUndefined && !(known >> bits & 1) &&
            !std::exchange(isReported, true))
          fail(*this,
               "expected " +
                   std::string(isTF32 ? "0b0100 or 0b1110"
                                      : "two places, the lower one first,") +
                   " in the metadata of row " + std::to_string(row) +
                   ", found " + describeBits(bits));
        uint8_t *to = &a.places[row * shape.k() + group * stored];
        unsigned first = 2 * stored * group;
        if (isTF32) {
          to[0] = first + (bits & 3) / 2;
          continue;
        }
        for (unsigned e = 0; e < together; ++e) {
          to[e] = first + (bits & 3) * together + e;
          to[together + e] = first + (bits >> 2) * together + e;
        }
      }
  }
  return true;
}

/// PTX ISA 9.0, 9.7.16.4.3 "Zero-Column Mask Descriptor": columns of B that
/// count as zeros. Runs of columns that are used and that are not take turns,
/// anew for each part of N that is next to others on the lanes.
bool Product::maskColumns() {
  uint64_t mask = w.reg<uint64_t>(i.list[0])[lane];
  auto bits = [&](unsigned first, unsigned count) {
    return unsigned(mask >> first & ((1u << count) - 1));
  };
  unsigned shift = bits(56, 6), most = shape.m == 32 ? 16 : 32;
  std::string wrong;
  if (bits(36, 3) || bits(62, 2))
    wrong = "0 in bits 36 to 38, 62 and 63";
  else if (shift > most)
    wrong = "a shift of at most " + std::to_string(most) + " in bits 56 to 61";
  else if (shift > shape.maxShift)
    wrong = "a shift of at most " + std::to_string(shape.maxShift) +
            ", which bits 30 and 31 of the instruction descriptor allow, in "
            "bits 56 to 61";
  unsigned unused = bits(40, 8) + 1, used = bits(48, 8) + 1;
  unsigned parts = 128 / shape.m, size = shape.n / parts;
  bool isMasked = bits(39, 1);
  for (unsigned part = 0; isMasked && wrong.empty() && part < parts; ++part)
    if (bits(8 * part, 8) >= (bits(32 + part, 1) ? unused : used))
      wrong = "a start count " + std::to_string(part) +
              " that is less than its first span";
  if (!wrong.empty()) {
    fail(*this,
         "the mask of columns 0x" + llvm::Twine::utohexstr(mask) +
             ": expected " + wrong + ", found " +
             (wrong.find("shift") != std::string::npos ? std::to_string(shift)
                                                       : "another one"));
    return false;
  }
  for (unsigned column = 0; isMasked && column < shape.n; ++column) {
    unsigned part = column / size, at = column % size + bits(8 * part, 8);
    bool beginsUnused = bits(32 + part, 1);
    at %= used + unused;
    if (beginsUnused ? at >= unused : at < used)
      continue;
    b.codes.isUndefined[column] = 0;
    std::memset(b.codes.row(column), 0, b.codes.pitch);
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
    return !data.hasColumnMask && i.listSize != 0 &&
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
  if ((data.form.isSparse && !product.readMetadata()) ||
      (data.hasColumnMask && !product.maskColumns()))
    return;
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

void mlir::tile::sim::decodeTensorProduct(Decoder &d) {
  ProductData data;
  TensorForm &form = data.form;
  form.isExact = d.program().isExact;
  if (!ptx::readTensorForm(d.match, form) ||
      (form.isSparse && form.numScales) || d.has("ashift"))
    return d.emitNotSimulated();
  form.isInTensorMemory = d.operand(1).kind == ptx::Operand::Address;
  decodeTensorAddress(d, d.operand(0), data.d);
  if (form.isInTensorMemory)
    decodeTensorAddress(d, d.operand(1), data.a);
  else
    d.inst.a = d.read(1, "b64");
  d.inst.b = d.read(2, "b64");
  unsigned next = 3;
  if (form.isSparse)
    decodeTensorAddress(d, d.operand(next++), data.metadata);
  d.inst.d = d.read(next++, "b32");
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
    data.hasColumnMask = form.isWeightStationary;
    if (data.hasColumnMask)
      mask.push_back(d.read(next, "b64"));
    else if (!d.immediate(d.operand(next), data.inputScale))
      return;
  }
  d.setList(mask);
  d.setData(data);
  d.emit(runProduct);
}
