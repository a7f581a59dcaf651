//===- MatrixAccessTest.cpp - Matrices, moved byte by byte ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/MatrixAccess.h"

#include "tile/Layout/SharedAccess.h"

#include "gtest/gtest.h"

#include <map>
#include <random>
#include <set>

using namespace mlir::tile;

namespace {

using Bases = std::vector<std::vector<int32_t>>;

uint64_t apply(const LinearLayout &offsets, uint32_t reg, uint32_t lane,
               uint32_t warp) {
  return offsets
      .apply({{"register", reg}, {"lane", lane}, {"warp", warp}, {"block", 0}})
      .front()
      .second;
}

uint32_t sum(llvm::ArrayRef<uint64_t> columns, uint32_t word) {
  uint64_t result = 0;
  for (size_t bit = 0; bit < columns.size(); ++bit)
    if (word >> bit & 1)
      result ^= columns[bit];
  return result;
}

/// Carries `ldmatrix` out as the PTX ISA says: each register gets the element
/// at its offset, and the wavefronts are as planned.
void runMatrices(const LinearLayout &offsets, unsigned bytes,
                 const MatrixAccess &access) {
  std::set<uint32_t> registers;
  for (uint32_t number = 0; number < access.getNumAccesses(); ++number)
    for (uint32_t warp = 0; warp < uint32_t(offsets.getInDimSize("warp"));
         ++warp) {
      unsigned wavefronts = 0;
      uint32_t first = access.getRegisters(number, 0)[0];
      for (uint32_t matrix = 0; matrix < access.getNumMatrices(); ++matrix) {
        llvm::SmallVector<uint32_t> word = access.getRegisters(number, matrix);
        ASSERT_EQ(word.size() * bytes, 4u);
        // Where the rows of this matrix begin, in bytes.
        uint64_t rows[8];
        std::map<uint64_t, std::set<uint64_t>> banks;
        for (uint32_t row = 0; row < 8; ++row) {
          rows[row] = bytes * (apply(offsets, first, 0, warp) ^
                               sum(access.lanes, 8 * matrix + row));
          ASSERT_EQ(rows[row] % 16, 0u);
          for (unsigned byte = 0; byte < 16; byte += 4)
            banks[(rows[row] + byte) / 4 % 32].insert(rows[row] + byte);
        }
        size_t most = 0;
        for (auto &[bank, words] : banks)
          most = std::max(most, words.size());
        wavefronts += most;
        for (uint32_t lane = 0; lane < 32; ++lane)
          for (uint32_t i = 0; i < word.size(); ++i) {
            registers.insert(word[i]);
            uint64_t place = access.isTransposed
                                 ? rows[2 * (lane % 4) + i] + lane / 4 * 2
                                 : rows[lane / 4] + 4 * (lane % 4) + i * bytes;
            ASSERT_EQ(place, bytes * apply(offsets, word[i], lane, warp));
          }
      }
      ASSERT_EQ(wavefronts, access.wavefronts);
      ASSERT_EQ(access.conflicts, wavefronts - access.getNumMatrices());
    }
  // Each element that a thread holds comes once.
  std::set<uint64_t> elements, loaded;
  for (uint32_t reg = 0; reg < uint32_t(offsets.getInDimSize("register"));
       ++reg)
    elements.insert(apply(offsets, reg, 0, 0));
  for (uint32_t reg : registers)
    ASSERT_TRUE(loaded.insert(apply(offsets, reg, 0, 0)).second);
  ASSERT_EQ(loaded, elements);
}

/// An operand of `mma.sync`: rows of `outer` and columns of `k` elements, or
/// the other way round for the right one.
LinearLayout makeOperand(unsigned index, int32_t outer, int32_t k,
                         int32_t kWidth, int32_t warps = 2) {
  Bases registers, lanes, warpBases;
  auto add = [&](Bases &bases, int32_t alongOuter, int32_t alongK) {
    if (alongOuter >= outer)
      alongOuter = 0;
    if (alongK >= k)
      alongK = 0;
    bases.push_back(index == 0 ? std::vector<int32_t>{alongOuter, alongK}
                               : std::vector<int32_t>{alongK, alongOuter});
  };
  int32_t e = 1;
  for (; e < kWidth; e *= 2)
    add(registers, 0, e);
  if (index == 0)
    add(registers, 8, 0);
  add(registers, 0, 4 * kWidth);
  for (int32_t lane : {kWidth, 2 * kWidth})
    add(lanes, 0, lane);
  for (int32_t lane : {1, 2, 4})
    add(lanes, lane, 0);
  int32_t size = index == 0 ? 16 : 8;
  for (int32_t warp = 1; warp < warps; warp *= 2, size *= 2)
    add(warpBases, size, 0);
  for (int32_t more = 8 * kWidth; more < k; more *= 2)
    add(registers, 0, more);
  for (; size < outer; size *= 2)
    add(registers, size, 0);
  return LinearLayout(
      {{"register", registers},
       {"lane", lanes},
       {"warp", warpBases},
       {"block", Bases()}},
      index == 0 ? llvm::SmallVector<LinearLayout::NamedInt>{{"dim0", outer},
                                                             {"dim1", k}}
                 : llvm::SmallVector<LinearLayout::NamedInt>{{"dim0", k},
                                                             {"dim1", outer}});
}

/// Random maps, some of which matrices fit.
TEST(MatrixAccessTest, LoadsWhatLanesHold) {
  std::mt19937 engine(7);
  unsigned found = 0, foundTransposed = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    unsigned bytes = 1u << engine() % 3;
    unsigned numBits = 9 + engine() % 3;
    bool isTransposed = bytes == 2 && engine() % 2;
    auto element = [&](unsigned byte) { return int32_t(byte / bytes); };
    auto row = [&] {
      // Most often, a multiple of 16 bytes, or 0.
      int32_t place = engine() % (1u << numBits);
      return std::vector<int32_t>{engine() % 16 == 0 ? place
                                  : engine() % 8 == 0
                                      ? 0
                                      : place / element(16) * element(16)};
    };
    Bases registers, lanes, warps;
    if (!isTransposed)
      for (unsigned byte = bytes; byte < 4; byte *= 2)
        registers.push_back({element(byte)});
    while (registers.size() < 1 + engine() % 6)
      registers.push_back(row());
    std::shuffle(registers.begin(), registers.end(), engine);
    while (lanes.size() < 3)
      lanes.push_back(row());
    if (isTransposed)
      lanes.insert(lanes.begin() + 2, {{1}, {2}, {4}}), lanes.resize(5);
    else
      lanes.insert(lanes.begin(), {{element(4)}, {element(8)}});
    warps.push_back(row());
    LinearLayout offsets({{"register", registers},
                          {"lane", lanes},
                          {"warp", warps},
                          {"block", Bases()}},
                         {{"offset", 1 << numBits}},
                         /*requireSurjective=*/false);
    auto access = planMatrixAccess(offsets, bytes, /*isStore=*/false);
    if (!access)
      continue;
    ++(access->isTransposed ? foundTransposed : found);
    ASSERT_NO_FATAL_FAILURE(runMatrices(offsets, bytes, *access))
        << offsets.toString();
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(foundTransposed, 300u);
}

/// Not one bank conflict, in the load of any operand and in the copy to its
/// place of chunks of 16 bytes by neighbouring threads.
TEST(MatrixAccessTest, PlacesOfOperandsHaveNoConflicts) {
  for (unsigned bytes : {1, 2, 4, 8})
    for (int32_t kWidth = std::max(1, 4 / int(bytes));
         kWidth <= 16 / int(bytes); kWidth *= 2)
      for (unsigned index : {0, 1})
        for (int32_t outer = 16; outer <= 256; outer *= 2)
          for (int32_t k = 16; k <= 256; k *= 2)
            for (unsigned fastest : {0, 1}) {
              SCOPED_TRACE(testing::Message()
                           << bytes << " bytes, kWidth " << kWidth
                           << ", operand " << index << ", " << outer << "x" << k
                           << ", fastest " << fastest);
              LinearLayout layout = makeOperand(index, outer, k, kWidth);
              LinearLayout place =
                  pickOperandPlace(layout, bytes, {fastest, 1 - fastest});
              LinearLayout offsets = getSharedOffsets(layout, place);
              SharedAccess vectors = planSharedAccess(offsets, bytes, false);
              auto matrices = planMatrixAccess(offsets, bytes, false);
              if (matrices) {
                ASSERT_NO_FATAL_FAILURE(runMatrices(offsets, bytes, *matrices));
              }
              bool isAlongK = (fastest == 1) == (index == 0);
              bool isMatrix = isAlongK ? kWidth * bytes == 4 : bytes == 2;
              EXPECT_EQ(matrices.has_value(), isMatrix);
              EXPECT_EQ(matrices ? matrices->conflicts : vectors.conflicts, 0u);
              // Lanes with 16 bytes each, row after row.
              int32_t vec = 16 / bytes;
              if (outer * k < 32 * vec)
                continue;
              const char *fast = fastest ? "dim1" : "dim0";
              const char *slow = fastest ? "dim0" : "dim1";
              LinearLayout flat =
                  LinearLayout::identity1D(vec, "register", "flat") *
                  LinearLayout::identity1D(32, "lane", "flat") *
                  LinearLayout::identity1D(outer * k / vec / 32, "warp",
                                           "flat") *
                  LinearLayout::identity1D(1, "block", "flat");
              LinearLayout split =
                  LinearLayout::identity1D(place.getOutDimSize(fast), "flat",
                                           fast) *
                  LinearLayout::identity1D(place.getOutDimSize(slow), "flat",
                                           slow);
              LinearLayout source =
                  flat.compose(split).transposeOuts({"dim0", "dim1"});
              SharedAccess store = planSharedAccess(
                  getSharedOffsets(source, place), bytes, true);
              EXPECT_EQ(store.getRegisters(0).size() * bytes, 16u);
              EXPECT_EQ(store.conflicts, 0u);
              EXPECT_EQ(store.wavefronts, 4u);
            }
}

/// 128 bytes: chunk ^ row % 8. 64 bytes: chunk ^ (row / 2) % 4.
TEST(MatrixAccessTest, ChunksArePermutedByRow) {
  LinearLayout wide = pickOperandPlace(makeOperand(0, 64, 64, 2), 2, {1, 0});
  LinearLayout narrow = pickOperandPlace(makeOperand(0, 64, 32, 2), 2, {1, 0});
  for (int32_t row = 0; row < 64; ++row)
    for (int32_t chunk = 0; chunk < 8; ++chunk) {
      auto coordinates = wide.apply({{"offset", row * 64 + chunk * 8}});
      EXPECT_EQ(coordinates[0].second, row);
      EXPECT_EQ(coordinates[1].second, (chunk ^ row % 8) * 8);
      if (chunk >= 4)
        continue;
      coordinates = narrow.apply({{"offset", row * 32 + chunk * 8}});
      EXPECT_EQ(coordinates[0].second, row);
      EXPECT_EQ(coordinates[1].second, (chunk ^ row / 2 % 4) * 8);
    }
}

/// Lanes that are replicas would store an element twice.
TEST(MatrixAccessTest, NoStoreByReplicas) {
  LinearLayout layout = makeOperand(0, 4, 16, 2, 1);
  LinearLayout place = pickOperandPlace(layout, 2, {1, 0});
  LinearLayout offsets = getSharedOffsets(layout, place);
  EXPECT_TRUE(planMatrixAccess(offsets, 2, /*isStore=*/false).has_value());
  EXPECT_FALSE(planMatrixAccess(offsets, 2, /*isStore=*/true).has_value());
}

} // namespace
