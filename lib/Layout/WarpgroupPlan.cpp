//===- WarpgroupPlan.cpp - Matrix products of warpgroups ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/WarpgroupPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace mlir::tile;

/// Vectors of 16 bytes change places; lines have 32, 64 or 128.
static constexpr unsigned kVectorBytes = 16, kMaxLineBytes = 128,
                          kMinLineBytes = 32;

/// Rows of a line's length that lie one after the other.
static constexpr unsigned kLines = 8;

/// Bits of a byte's offset that flip lower ones begin here, and those are so
/// many bits lower.
static constexpr unsigned kFlippingBit = 7, kFlipDistance = 3;

static std::string getDim(unsigned dim) { return "dim" + std::to_string(dim); }

/// The offset without the swizzle of lines of so many bytes, or with it: the
/// map is its own inverse.
static uint32_t swizzle(uint32_t offset, unsigned line,
                        SwizzledVectors vectors) {
  if (vectors == SwizzledVectors::Of32)
    return offset ^ ((offset >> kFlippingBit & 3) << (kFlippingBit - 2));
  uint32_t mask = line / kVectorBytes - 1;
  return offset ^
         ((offset >> kFlippingBit & mask) << (kFlippingBit - kFlipDistance));
}

unsigned mlir::tile::getWarpgroupLine(ArrayRef<int64_t> shape,
                                      unsigned elementBytes,
                                      ArrayRef<unsigned> order) {
  if (shape.size() != 2 || shape[order[1]] < kLines)
    return 0;
  unsigned line =
      std::min<int64_t>(kMaxLineBytes, shape[order[0]] * elementBytes);
  return line < kMinLineBytes ? 0 : line;
}

std::optional<LinearLayout>
mlir::tile::getWarpgroupPlace(ArrayRef<int64_t> shape, unsigned elementBytes,
                              ArrayRef<unsigned> order,
                              SwizzledVectors vectors) {
  unsigned line = getWarpgroupLine(shape, elementBytes, order);
  if (line == 0 || (vectors == SwizzledVectors::Of32 && line != kMaxLineBytes))
    return std::nullopt;
  unsigned fast = order[0], slow = order[1];
  // By bit of the offset in bytes, without the swizzle.
  SmallVector<std::pair<unsigned, int32_t>> bits;
  int32_t lineElements = line / elementBytes;
  for (int32_t at = 1; at < lineElements; at *= 2)
    bits.emplace_back(fast, at);
  for (int32_t at = 1; at < shape[slow]; at *= 2)
    bits.emplace_back(slow, at);
  for (int32_t at = lineElements; at < shape[fast]; at *= 2)
    bits.emplace_back(fast, at);
  std::vector<std::vector<int32_t>> bases;
  for (size_t bit = 0; bit < bits.size(); ++bit) {
    uint32_t logical =
        swizzle(elementBytes << bit, line, vectors) / elementBytes;
    std::vector<int32_t> &basis = bases.emplace_back(2, 0);
    for (size_t other = 0; other < bits.size(); ++other)
      if (logical >> other & 1)
        basis[bits[other].first] ^= bits[other].second;
  }
  return LinearLayout({{"offset", bases}}, {{getDim(0), int32_t(shape[0])},
                                            {getDim(1), int32_t(shape[1])}});
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// Whether bits `begin` to `end` of a coordinate add `step`, 2 * `step`, ...
static bool areSteps(ArrayRef<uint32_t> offsets, size_t begin, size_t end,
                     uint32_t step) {
  for (size_t bit = begin; bit < std::min(end, offsets.size()); ++bit)
    if (offsets[bit] != step << (bit - begin))
      return false;
  return true;
}

/// Whether what bits from `begin` on add are starts of whole patterns.
static bool areStarts(ArrayRef<uint32_t> offsets, size_t begin,
                      unsigned pattern) {
  for (size_t bit = begin; bit < offsets.size(); ++bit)
    if (offsets[bit] % pattern != 0)
      return false;
  return true;
}

std::optional<MatrixDescriptor>
MatrixDescriptor::match(const LinearLayout &offsets, unsigned elementBytes,
                        unsigned kDim, size_t extentBits, bool anyMajor,
                        unsigned line, SwizzledVectors vectors) {
  MatrixDescriptor found;
  found.line = line;
  found.vectors = vectors;
  auto collect = [&](StringRef name, SmallVector<uint32_t> &list) {
    for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(name); ++bit)
      list.push_back(swizzle(offsets.getBasis(name, bit)[0] * elementBytes,
                             line, vectors));
  };
  collect(getDim(1 - kDim), found.mnOffsets);
  collect(getDim(kDim), found.kOffsets);
  ArrayRef<uint32_t> mn = found.mnOffsets, k = found.kOffsets;
  // Else what several bits contribute does not add up.
  if (k.size() < llvm::Log2_32(kWarpgroupDepthBytes / elementBytes) ||
      mn.size() < extentBits || !llvm::all_of(mn, llvm::isPowerOf2_32) ||
      !llvm::all_of(k, llvm::isPowerOf2_32))
    return std::nullopt;
  bool areWide = vectors == SwizzledVectors::Of32;
  unsigned lines = areWide ? kLines / 2 : kLines, pattern = lines * line;
  size_t linesBits = llvm::Log2_32(lines),
         lineBits = llvm::Log2_32(line / elementBytes);

  // A line has steps of K.
  uint32_t stride = mn.size() > linesBits ? mn[linesBits] : pattern;
  if (!areWide && areSteps(k, 0, lineBits, elementBytes) &&
      k.size() >= lineBits && areStarts(k, lineBits, pattern) &&
      areSteps(mn, 0, linesBits, line) &&
      areSteps(mn, linesBits, extentBits, stride) &&
      areStarts(mn, linesBits, pattern)) {
    found.stride = stride;
    return found;
  }
  // A line has rows or columns. PTX ISA: for wgmma of elements of 16 bits
  // only.
  if (areWide ? !(anyMajor && elementBytes == 4)
              : elementBytes != 2 && !(anyMajor && elementBytes == 1))
    return std::nullopt;
  uint32_t leading = mn.size() > lineBits ? mn[lineBits] : 0;
  if (areSteps(mn, 0, lineBits, elementBytes) && mn.size() >= lineBits &&
      areSteps(mn, lineBits, extentBits, leading) &&
      areStarts(mn, lineBits, pattern) && areSteps(k, 0, linesBits, line) &&
      areStarts(k, linesBits, pattern) &&
      (extentBits >= lineBits || mn.size() == extentBits)) {
    found.mnMajor = true;
    found.stride = k.size() > linesBits ? k[linesBits] : pattern;
    found.leading = leading;
    return found;
  }
  return std::nullopt;
}

std::optional<MatrixDescriptor>
MatrixDescriptor::match(const LinearLayout &place, unsigned elementBytes,
                        unsigned kDim, int64_t extent, bool anyMajor) {
  LinearLayout offsets = place.invert();
  if (offsets.getNumInDims() != 2 || !offsets.hasInDim(getDim(kDim)) ||
      !offsets.hasInDim(getDim(1 - kDim)))
    return std::nullopt;
  size_t extentBits = llvm::Log2_64(extent);
  for (unsigned line = kMaxLineBytes; line >= kMinLineBytes; line /= 2)
    if (auto found = match(offsets, elementBytes, kDim, extentBits, anyMajor,
                           line, SwizzledVectors::Of16))
      return found;
  return match(offsets, elementBytes, kDim, extentBits, anyMajor, kMaxLineBytes,
               SwizzledVectors::Of32);
}

uint64_t MatrixDescriptor::getBits() const {
  // Bits 61 to 63: 2, 4 and 6 are 128, 64 and 32 bytes, and 1 is 128 bytes in
  // vectors of 32. wgmma has the upper two bits.
  uint64_t mode = vectors == SwizzledVectors::Of32
                      ? 1
                      : 2 * llvm::Log2_32(2 * kMaxLineBytes / line);
  auto field = [](uint32_t bytes) { return uint64_t(bytes >> 4 & 0x3fff); };
  // The leading step is not read if there is one line; 1 is what other
  // compilers write.
  uint64_t lead = leading ? field(leading) : 1;
  return mode << 61 | field(stride) << 32 | lead << 16;
}

uint32_t MatrixDescriptor::getOffset(int64_t mn, int64_t k) const {
  uint32_t offset = 0;
  for (size_t bit = 0; bit < mnOffsets.size(); ++bit)
    if (mn >> bit & 1)
      offset ^= mnOffsets[bit];
  for (size_t bit = 0; bit < kOffsets.size(); ++bit)
    if (k >> bit & 1)
      offset ^= kOffsets[bit];
  return offset;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// What the warps and lanes of a warpgroup hold: rows, and what comes along
/// their columns or K, in steps of `width`.
static bool hasFragments(const LinearLayout &layout, int32_t width,
                         int32_t warpRows) {
  const std::array<std::array<int32_t, 2>, 5> lanes = {
      {{0, width}, {0, 2 * width}, {1, 0}, {2, 0}, {4, 0}}};
  if (layout.getNumOutDims() != 2 ||
      layout.getInDimSizeLog2("lane") != int32_t(lanes.size()) ||
      layout.getInDimSize("warp") < int32_t(kWarpgroupWarps))
    return false;
  for (auto [bit, basis] : llvm::enumerate(lanes))
    if (ArrayRef<int32_t>(layout.getBasis("lane", bit)) !=
        ArrayRef<int32_t>(basis))
      return false;
  for (int32_t bit : {0, 1}) {
    SmallVector<int32_t> basis = layout.getBasis("warp", bit);
    if (basis[0] != warpRows << bit || basis[1] != 0)
      return false;
  }
  return true;
}

/// The lowest register of thread 0 with the element at (row, column).
static std::optional<uint32_t> findRegister(const LinearLayout &layout,
                                            int32_t row, int32_t column) {
  // Each bit of a register moves along powers of two of its own.
  uint32_t reg = 0;
  for (int32_t bit = 0; bit < layout.getInDimSizeLog2("register"); ++bit) {
    SmallVector<int32_t> basis = layout.getBasis("register", bit);
    if ((basis[0] != 0) == (basis[1] != 0))
      continue;
    int32_t &left = basis[0] ? row : column, step = basis[0] | basis[1];
    if (llvm::isPowerOf2_32(step) && (left & step)) {
      left ^= step;
      reg |= 1u << bit;
    }
  }
  return row == 0 && column == 0 ? std::optional(reg) : std::nullopt;
}

std::optional<WarpgroupSums>
mlir::tile::planWarpgroupSums(const LinearLayout &layout, unsigned warpRows) {
  if (!hasFragments(layout, /*width=*/2, warpRows))
    return std::nullopt;
  WarpgroupSums sums;
  sums.warpRows = warpRows;
  int32_t groupRows = kWarpgroupWarps * warpRows;
  for (int32_t bit = 2; bit < layout.getInDimSizeLog2("warp"); ++bit) {
    SmallVector<int32_t> basis = layout.getBasis("warp", bit);
    if (basis[0] % groupRows != 0 || basis[1] % 8 != 0)
      return std::nullopt;
    sums.warpgroups.emplace_back(basis[0], basis[1]);
  }
  // As many columns as a thread has in a row, and an instruction can have.
  constexpr unsigned kMinColumns = 8;
  sums.numColumns = kMinColumns;
  while (sums.numColumns < kMaxWarpgroupColumns &&
         findRegister(layout, 0, sums.numColumns))
    sums.numColumns *= 2;
  // What is left of the registers' bits are blocks.
  SmallVector<std::array<int32_t, 2>> starts = {{0, 0}};
  for (int32_t bit = 0; bit < layout.getInDimSizeLog2("register"); ++bit) {
    SmallVector<int32_t> basis = layout.getBasis("register", bit);
    if (basis[0] == 0 && basis[1] == 0)
      continue;
    bool isInside = (basis[0] == 0 && basis[1] < int32_t(sums.numColumns)) ||
                    (basis[0] == 8 && basis[1] == 0);
    if (isInside)
      continue;
    bool isHalf = warpRows == 32 && basis[0] == 16 && basis[1] == 0;
    if (!isHalf &&
        (basis[0] % groupRows != 0 || basis[1] % sums.numColumns != 0))
      return std::nullopt;
    for (size_t i = 0, count = starts.size(); i < count; ++i)
      starts.push_back({starts[i][0] ^ basis[0], starts[i][1] ^ basis[1]});
  }
  for (auto [row, column] : starts) {
    WarpgroupSums::Block &block = sums.blocks.emplace_back();
    block.row = row;
    block.column = column;
    for (unsigned i = 0; i < sums.numColumns / 2; ++i) {
      auto reg = findRegister(layout, row + 8 * (i >> 1 & 1),
                              column + 8 * (i >> 2) + (i & 1));
      if (!reg)
        return std::nullopt;
      block.registers.push_back(*reg);
    }
  }
  return sums;
}

std::optional<SmallVector<uint32_t>> mlir::tile::findWarpgroupOperand(
    const LinearLayout &layout, const WarpgroupSums &sums,
    unsigned elementBytes, int32_t row, int32_t k, bool mayShareDepth) {
  int32_t width = 4 / elementBytes;
  if (elementBytes > 4 || !hasFragments(layout, width, sums.warpRows) ||
      layout.getInDimSizeLog2("warp") != int32_t(sums.warpgroups.size()) + 2)
    return std::nullopt;
  for (auto [bit, added] : llvm::enumerate(sums.warpgroups)) {
    SmallVector<int32_t> basis = layout.getBasis("warp", bit + 2);
    bool isShare = mayShareDepth && basis[0] == 0 &&
                   basis[1] % getWarpgroupDepth(layout) == 0;
    if (basis[0] != added.first || (basis[1] != 0 && !isShare))
      return std::nullopt;
  }
  SmallVector<uint32_t> registers;
  for (int32_t j = 0; j < 4; ++j)
    for (int32_t e = 0; e < width; ++e) {
      auto reg =
          findRegister(layout, row + 8 * (j & 1), k + 4 * width * (j >> 1) + e);
      if (!reg)
        return std::nullopt;
      registers.push_back(*reg);
    }
  return registers;
}

int32_t mlir::tile::getWarpgroupDepth(const LinearLayout &layout) {
  int32_t depth = layout.getOutDimSize("dim1");
  for (int32_t bit = 2; bit < layout.getInDimSizeLog2("warp"); ++bit)
    if (layout.getBasis("warp", bit)[1] != 0)
      depth /= 2;
  return depth;
}
