//===- MatrixAccess.cpp - Shared memory by rows of matrices ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/MatrixAccess.h"

#include "ConversionPlanParts.h"

#include "tile/Layout/SharedAccess.h"
#include "tile/Layout/Subspace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace mlir::tile;

/// The bytes of a matrix's row, and of the word that a lane has of it.
static constexpr unsigned kRowBytes = 16, kWordBytes = 4;
static constexpr size_t kLaneBits = 5;

SmallVector<uint32_t> MatrixAccess::getRegisters(uint32_t number,
                                                 uint32_t matrix) const {
  uint32_t first = applyColumns(repetitions, number << log2Matrices | matrix);
  SmallVector<uint32_t> registers;
  for (uint32_t i = 0; i < 1u << word.size(); ++i)
    registers.push_back(first ^ applyColumns(word, i));
  return registers;
}

/// The wavefronts of one matrix whose rows are sums of `rows`, bytes.
static unsigned countWavefronts(ArrayRef<uint64_t> rows) {
  std::array<SmallVector<uint64_t>, kWavefrontBytes / kRowBytes> banks;
  size_t most = 1;
  for (uint32_t row = 0; row < 1u << rows.size(); ++row) {
    uint64_t chunk = applyColumns(rows, row) / kRowBytes;
    auto &bank = banks[chunk % banks.size()];
    if (!llvm::is_contained(bank, chunk))
      bank.push_back(chunk);
    most = std::max(most, bank.size());
  }
  return most;
}

std::optional<MatrixAccess>
mlir::tile::planMatrixAccess(const LinearLayout &offsets, unsigned elementBytes,
                             bool isStore) {
  if (elementBytes > kWordBytes ||
      offsets.getInDimSizeLog2("lane") != kLaneBits ||
      (isStore && offsets.getFreeVariableMask("lane") != 0))
    return std::nullopt;
  size_t numRegisterBits = offsets.getInDimSizeLog2("register");
  SmallVector<uint64_t> bytes;
  for (uint64_t column : offsets.getColumns())
    bytes.push_back(column * elementBytes);
  ArrayRef<uint64_t> registers = ArrayRef(bytes).take_front(numRegisterBits);
  ArrayRef<uint64_t> lanes = ArrayRef(bytes).slice(numRegisterBits, kLaneBits);
  ArrayRef<uint64_t> others =
      ArrayRef(bytes).drop_front(numRegisterBits + kLaneBits);
  auto areRows = [](ArrayRef<uint64_t> places) {
    return llvm::all_of(places,
                        [](uint64_t place) { return place % kRowBytes == 0; });
  };
  if (!areRows(others))
    return std::nullopt;

  MatrixAccess access;
  Subspace reached;
  SmallVector<uint32_t> registerBits;
  for (auto [bit, place] : llvm::enumerate(registers))
    if (reached.insert(place))
      registerBits.push_back(1u << bit);
  auto getRegister = [&](uint64_t place) {
    return applyColumns(registerBits, *reached.getCoordinates(place));
  };
  SmallVector<uint64_t> rows;
  if (lanes[0] == kWordBytes && lanes[1] == 2 * kWordBytes &&
      areRows(lanes.drop_front(2))) {
    for (unsigned place = elementBytes; place < kWordBytes; place *= 2) {
      if (!reached.contains(place))
        return std::nullopt;
      access.word.push_back(getRegister(place));
    }
    rows.assign(lanes.begin() + 2, lanes.end());
  } else if (elementBytes == 2 && areRows(lanes.take_front(2)) &&
             lanes[2] == 2 && lanes[3] == 4 && lanes[4] == 8) {
    access.isTransposed = true;
    const uint32_t *bit = llvm::find_if(registerBits, [&](uint32_t bit) {
      return applyColumns(registers, bit) % kRowBytes == 0;
    });
    if (bit == registerBits.end())
      return std::nullopt;
    access.word.push_back(*bit);
    rows = {applyColumns(registers, *bit), lanes[0], lanes[1]};
  } else {
    return std::nullopt;
  }

  // What is left of the registers: other matrices, whose rows must begin where
  // rows can.
  Subspace taken;
  for (uint32_t reg : access.word)
    taken.insert(reg);
  for (uint32_t bit : registerBits) {
    if (!taken.insert(bit))
      continue;
    uint64_t place = applyColumns(registers, bit);
    uint32_t reg = bit;
    if (!access.isTransposed) {
      uint64_t within = place % kWordBytes;
      reg ^= within ? getRegister(within) : 0;
      place -= within;
    }
    if (place % kRowBytes != 0)
      return std::nullopt;
    access.repetitions.push_back(reg);
  }
  access.log2Matrices = std::min<size_t>(access.repetitions.size(), 2);
  for (uint64_t row : rows)
    access.lanes.push_back(row / elementBytes);
  for (unsigned bit = 0; bit < access.log2Matrices; ++bit)
    access.lanes.push_back(applyColumns(registers, access.repetitions[bit]) /
                           elementBytes);
  access.lanes.resize(kLaneBits, 0);
  unsigned perMatrix = countWavefronts(rows);
  access.wavefronts = perMatrix << access.log2Matrices;
  access.conflicts = access.wavefronts - access.getNumMatrices();
  return access;
}

std::optional<MatrixAccess>
mlir::tile::chooseMatrixAccess(const LinearLayout &offsets,
                               unsigned elementBytes, bool isStore) {
  auto access = planMatrixAccess(offsets, elementBytes, isStore);
  SharedAccess vectors = planSharedAccess(offsets, elementBytes, isStore);
  if (access &&
      getSharedWork(*access).getRank() >= getSharedWork(vectors).getRank())
    return std::nullopt;
  return access;
}

Work mlir::tile::getCopyWork(const LinearLayout &offsets, unsigned elementBytes,
                             bool isStore, bool mayUseMatrices) {
  if (mayUseMatrices)
    if (auto access = chooseMatrixAccess(offsets, elementBytes, isStore))
      return getSharedWork(*access);
  return getSharedWork(planSharedAccess(offsets, elementBytes, isStore));
}

//===----------------------------------------------------------------------===//
// Places of operands
//===----------------------------------------------------------------------===//

namespace {

/// How a tile lies in shared memory, row after row: bit i of the number of the
/// 128 bytes flips these bits of the number of 16 bytes in them.
using Flips = SmallVector<uint32_t>;
using Rank = std::pair<int64_t, int64_t>;

constexpr unsigned kChunkBits = llvm::CTLog2<kWavefrontBytes / kRowBytes>();

class PlacePicker {
public:
  PlacePicker(const LinearLayout &layout, unsigned elementBytes,
              ArrayRef<unsigned> order)
      : layout(layout), elementBytes(elementBytes), order(order),
        firstChunk(llvm::Log2_32(kRowBytes / elementBytes)),
        firstLine(firstChunk + kChunkBits),
        numLines(std::max<int>(layout.getTotalOutDimSizeLog2() - firstLine, 0)),
        leastRank(getLeastRank(layout, elementBytes)) {}

  LinearLayout pick() {
    // First rows whose chunks the row permutes: swizzles that have a name.
    unsigned rowBits =
        layout.getOutDimSizeLog2(layout.getOutDimNames()[order[0]]);
    unsigned chunks = std::clamp<int>(rowBits - firstChunk, 0, int(kChunkBits));
    for (unsigned chunk = 0; chunk < chunks; ++chunk)
      for (unsigned line = rowBits - std::min(rowBits, firstLine);
           line < numLines; ++line)
        for (unsigned width = std::min(chunks - chunk, numLines - line);
             width > 0; --width) {
          Flips flips(numLines, 0);
          for (unsigned i = 0; i < width; ++i)
            flips[line + i] = 1u << (chunk + i);
          consider(flips);
        }
    Flips none(numLines, 0);
    consider(none);
    if (isBestPossible())
      return makePlace(best);
    LinearLayout offsets = getSharedOffsets(layout, makePlace(none));
    consider(solve(getVectors(offsets)));
    if (auto matrices = planMatrixAccess(offsets, elementBytes, false))
      consider(solve(ArrayRef(matrices->lanes).take_front(kChunkBits)));
    return makePlace(best);
  }

private:
  LinearLayout makePlace(const Flips &flips) const {
    SmallVector<LinearLayout::NamedInt> outs = layout.getOutDims();
    LinearLayout::BasesT bases(1);
    bases[0].first = "offset";
    std::vector<std::vector<int32_t>> &offsets = bases[0].second;
    for (unsigned dim : order)
      for (int32_t c = 1; c < outs[dim].second; c *= 2)
        offsets.emplace_back(outs.size(), 0)[dim] = c;
    for (auto [line, chunks] : llvm::enumerate(flips))
      for (unsigned bit = 0; bit < kChunkBits; ++bit)
        for (size_t dim = 0; dim < outs.size() && chunks >> bit & 1; ++dim)
          offsets[firstLine + line][dim] ^= offsets[firstChunk + bit][dim];
    return LinearLayout(bases, outs);
  }

  /// What a warp has to pay for its elements wherever they lie: each wavefront
  /// has 128 bytes at most, and each access of a thread 16.
  static Rank getLeastRank(const LinearLayout &layout, unsigned elementBytes) {
    size_t numRegisterBits = layout.getInDimSizeLog2("register");
    size_t numLaneBits = layout.getInDimSizeLog2("lane");
    Subspace reached;
    unsigned ofThread = elementBytes, ofWarp = elementBytes;
    for (auto [bit, place] : llvm::enumerate(
             layout.getColumns().take_front(numRegisterBits + numLaneBits)))
      if (reached.insert(place)) {
        ofThread <<= bit < numRegisterBits;
        ofWarp <<= 1;
      }
    Work work;
    work.accesses = std::max(ofThread / kMaxSharedAccessBytes, 1u);
    work.wavefronts =
        std::max<int64_t>(ofWarp / kWavefrontBytes, work.accesses);
    return work.getRank();
  }

  bool isBestPossible() const { return hasBest && bestRank == leastRank; }

  void consider(const Flips &flips) {
    if (isBestPossible())
      return;
    LinearLayout offsets = getSharedOffsets(layout, makePlace(flips));
    Rank rank = getCopyWork(offsets, elementBytes, false).getRank();
    if (hasBest && rank >= bestRank)
      return;
    hasBest = true;
    best = flips;
    bestRank = rank;
  }

  /// The lanes that one wavefront serves, by their offsets.
  SmallVector<uint64_t> getVectors(const LinearLayout &offsets) const {
    unsigned bytes = elementBytes << planSharedAccess(offsets, elementBytes,
                                                      /*isStore=*/false)
                                         .vector.size();
    unsigned count =
        llvm::Log2_32(kWavefrontBytes / std::max(bytes, kBankBytes));
    return SmallVector<uint64_t>(
        offsets.getColumns()
            .drop_front(offsets.getInDimSizeLog2("register"))
            .take_front(count));
  }

  /// Flips with which lanes at sums of `places`, offsets, meet in no bank, if
  /// flips can bring that about. The numbers of their lines, reduced, have a
  /// bit each of their own, whose flips bring the lane to a bank of its own.
  Flips solve(ArrayRef<uint64_t> places) const {
    SmallVector<uint64_t> pivots, fixed;
    Subspace words;
    auto getLine = [](uint64_t word) { return word / kWavefrontWords; };
    for (uint64_t place : places) {
      uint64_t word = place * elementBytes / kBankBytes;
      // Lanes that meet in a word meet in no bank.
      if (!words.insert(word))
        continue;
      for (uint64_t pivot : pivots)
        if (getLine(word) & llvm::bit_floor(getLine(pivot)))
          word ^= pivot;
      if (getLine(word) == 0) {
        fixed.push_back(word);
        continue;
      }
      for (uint64_t &pivot : pivots)
        if (getLine(pivot) & llvm::bit_floor(getLine(word)))
          pivot ^= word;
      pivots.push_back(word);
    }
    Flips flips(numLines, 0);
    Subspace banks(fixed);
    for (uint64_t pivot : pivots)
      for (uint32_t chunks = 0; chunks < 1u << kChunkBits; ++chunks)
        if (banks.insert(pivot % kWavefrontWords ^
                         chunks * (kRowBytes / kBankBytes))) {
          flips[llvm::Log2_64(getLine(pivot))] = chunks;
          break;
        }
    return flips;
  }

  static constexpr unsigned kWavefrontWords = kWavefrontBytes / kBankBytes;

  const LinearLayout &layout;
  unsigned elementBytes;
  ArrayRef<unsigned> order;
  /// The bits of an offset that count chunks, and those that count lines.
  unsigned firstChunk, firstLine, numLines;
  Rank leastRank;
  bool hasBest = false;
  Flips best;
  Rank bestRank;
};

} // namespace

LinearLayout mlir::tile::pickOperandPlace(const LinearLayout &layout,
                                          unsigned elementBytes,
                                          ArrayRef<unsigned> order) {
  return PlacePicker(layout, elementBytes, order).pick();
}
