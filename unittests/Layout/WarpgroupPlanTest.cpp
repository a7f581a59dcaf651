//===- WarpgroupPlanTest.cpp - Products of warpgroups, by the formulas ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/WarpgroupPlan.h"

#include "RandomLayout.h"

#include <set>

using namespace mlir::tile;

namespace {

/// Bits 4 and up of an offset flipped by those from 7 on, for lines of so many
/// bytes (PTX ISA, "Swizzling Modes").
uint32_t swizzle(uint32_t offset, unsigned line) {
  return offset ^ ((offset >> 7 & (line / 16 - 1)) << 4);
}

/// Of 16-bit elements unless said otherwise.
struct Matrix {
  int64_t mn, k;
  bool isMNMajor;
  unsigned line;
  uint32_t leading, stride;
  unsigned bytes = 2;

  /// Without the swizzle. PTX ISA, "Canonical Layouts".
  uint32_t getOffset(uint32_t mn, uint32_t k) const {
    uint32_t width = line / bytes;
    return isMNMajor ? mn / width * leading + k / 8 * stride + k % 8 * line +
                           mn % width * bytes
                     : mn / 8 * stride + mn % 8 * line + k * bytes;
  }
};

/// The place as a map from the dimensions to bytes, to look at.
int32_t getBytes(const LinearLayout &inverse, int32_t dim0, int32_t dim1,
                 unsigned bytes) {
  return inverse.apply({{"dim0", dim0}, {"dim1", dim1}})[0].second *
         int32_t(bytes);
}

/// A field of a descriptor, in bytes.
uint32_t getField(uint64_t bits, unsigned first) {
  return (bits >> first & 0x3fff) << 4;
}

unsigned getLine(uint64_t bits) {
  unsigned mode = bits >> 62;
  return mode == 1 ? 128 : mode == 2 ? 64 : mode == 3 ? 32 : 0;
}

/// Whether the tensor cores find the right elements by a descriptor, wherever
/// they take some: each element of each instruction is looked up.
bool readsRight(const MatrixDescriptor &descriptor, const LinearLayout &inverse,
                unsigned bytes, unsigned kDim, int64_t extent) {
  uint64_t bits = descriptor.getBits();
  Matrix formula{extent,        32 / int64_t(bytes), descriptor.isMNMajor(),
                 getLine(bits), getField(bits, 16),  getField(bits, 32),
                 bytes};
  if (formula.line == 0 || (bits & 0xc000ffffull) || bits >> 46 & 0xffff)
    return false;
  std::string kName = "dim" + std::to_string(kDim),
              mnName = "dim" + std::to_string(1 - kDim);
  int64_t mnSize = inverse.getInDimSize(mnName),
          kSize = inverse.getInDimSize(kName);
  for (int64_t mn = 0; mn < mnSize; mn += extent)
    for (int64_t k = 0; k < kSize; k += formula.k) {
      uint32_t start = descriptor.getOffset(mn, k);
      if (start % 16)
        return false;
      for (int64_t i = 0; i < extent; ++i)
        for (int64_t j = 0; j < formula.k; ++j) {
          // The swizzle works on the whole address, so it comes last.
          uint32_t at = swizzle(start + formula.getOffset(i, j), formula.line);
          int32_t dims[2];
          dims[kDim] = k + j;
          dims[1 - kDim] = mn + i;
          if (getBytes(inverse, dims[0], dims[1], bytes) != int32_t(at))
            return false;
        }
    }
  return true;
}

TEST(WarpgroupPlaceTest, IsTheCanonicalLayout) {
  for (bool isMNMajor : {false, true})
    for (int64_t mn : {8, 16, 32, 64, 128, 256})
      for (int64_t k : {16, 32, 64, 128}) {
        SCOPED_TRACE(testing::Message()
                     << mn << "x" << k << (isMNMajor ? " mn" : " k"));
        // Rows along MN, columns along K.
        auto place = getWarpgroupPlace({mn, k}, 2,
                                       isMNMajor ? ArrayRef<unsigned>{0, 1}
                                                 : ArrayRef<unsigned>{1, 0});
        int64_t fast = isMNMajor ? mn : k;
        if (fast * 2 < 32) {
          EXPECT_FALSE(place);
          continue;
        }
        ASSERT_TRUE(place);
        unsigned line = std::min<int64_t>(128, fast * 2);
        // As tight as they can be; several lines beside each other come last.
        int64_t slow = isMNMajor ? k : mn, width = line / 2;
        LinearLayout inverse = place->invert();
        for (int64_t i = 0; i < mn; ++i)
          for (int64_t j = 0; j < k; ++j) {
            int64_t along = isMNMajor ? i : j, across = isMNMajor ? j : i;
            uint32_t expected = swizzle(along / width * slow * line +
                                            across * line + along % width * 2,
                                        line);
            ASSERT_EQ(getBytes(inverse, i, j, 2), int32_t(expected))
                << i << ", " << j;
          }
      }
}

TEST(WarpgroupPlaceTest, RefusesWhatIsTooSmall) {
  const unsigned rows[] = {1, 0}, columns[] = {0, 1};
  EXPECT_TRUE(getWarpgroupPlace({8, 16}, 2, rows));
  EXPECT_FALSE(getWarpgroupPlace({8, 8}, 2, rows));
  EXPECT_FALSE(getWarpgroupPlace({4, 16}, 2, rows));
  EXPECT_FALSE(getWarpgroupPlace({8, 16}, 2, columns));
  EXPECT_TRUE(getWarpgroupPlace({8, 8}, 4, rows));
  EXPECT_FALSE(getWarpgroupPlace({2, 64, 64}, 2, {2, 1, 0}));
}

TEST(MatrixDescriptorTest, SaysWhereEachElementIs) {
  for (unsigned bytes : {1, 2, 4})
    for (bool isMNMajor : {false, true})
      for (unsigned kDim : {0, 1})
        for (int64_t mn : {8, 16, 64, 128})
          for (int64_t k : {16, 32, 128}) {
            SmallVector<int64_t> shape = {mn, mn};
            shape[kDim] = k;
            unsigned fast = isMNMajor ? 1 - kDim : kDim;
            auto place = getWarpgroupPlace(shape, bytes, {fast, 1 - fast});
            if (!place)
              continue;
            for (int64_t extent = 8; extent <= mn; extent *= 2) {
              SCOPED_TRACE(testing::Message()
                           << mn << "x" << k << ", " << bytes << " bytes, "
                           << extent << (isMNMajor ? " mn" : " k"));
              auto found = MatrixDescriptor::match(*place, bytes, kDim, extent);
              unsigned line = std::min<int64_t>(128, shape[fast] * bytes);
              // Only 16-bit elements may lie along MN, and only whole lines.
              bool canBe = k * bytes >= 32 &&
                           (!isMNMajor || (bytes == 2 && extent * 2 >= line));
              ASSERT_EQ(bool(found), canBe);
              if (!found)
                continue;
              EXPECT_EQ(found->isMNMajor(), isMNMajor);
              EXPECT_EQ(getLine(found->getBits()), line);
              EXPECT_TRUE(
                  readsRight(*found, place->invert(), bytes, kDim, extent));
            }
          }
}

/// Of tf32 that lies along MN, for tcgen05.mma alone.
TEST(MatrixDescriptorTest, VectorsOf32Bytes) {
  for (unsigned kDim : {0, 1})
    for (int64_t mn : {16, 32, 64, 128, 256})
      for (int64_t k : {8, 16, 32, 64}) {
        SCOPED_TRACE(testing::Message() << mn << "x" << k << ", K " << kDim);
        SmallVector<int64_t> shape = {mn, mn};
        shape[kDim] = k;
        const unsigned order[] = {1 - kDim, kDim};
        auto place = getWarpgroupPlace(shape, 4, order, SwizzledVectors::Of32);
        ASSERT_EQ(bool(place), mn >= 32);
        auto narrow = getWarpgroupPlace(shape, 4, order);
        ASSERT_TRUE(narrow);
        EXPECT_FALSE(MatrixDescriptor::match(*narrow, 4, kDim, mn,
                                             /*anyMajor=*/true));
        if (!place)
          continue;
        EXPECT_FALSE(MatrixDescriptor::match(*place, 4, kDim, mn));
        LinearLayout inverse = place->invert();
        for (int64_t extent = 32; extent <= mn; extent *= 2) {
          auto found = MatrixDescriptor::match(*place, 4, kDim, extent,
                                               /*anyMajor=*/true);
          ASSERT_TRUE(found);
          EXPECT_TRUE(found->isMNMajor());
          uint64_t bits = found->getBits();
          EXPECT_EQ(bits >> 61, 1u);
          uint32_t leading = getField(bits, 16), stride = getField(bits, 32);
          for (int64_t i = 0; i < mn; ++i)
            for (int64_t j = 0; j < k; ++j) {
              // Of the instruction that takes the element.
              uint32_t row = i % extent, depth = j % 8;
              uint32_t at = found->getOffset(i - row, j - depth) +
                            row / 32 * leading + depth / 4 * stride +
                            depth % 4 * 128 + row % 32 * 4;
              at ^= (at >> 7 & 3) << 5;
              int32_t dims[2];
              dims[kDim] = j;
              dims[1 - kDim] = i;
              ASSERT_EQ(getBytes(inverse, dims[0], dims[1], 4), int32_t(at))
                  << i << ", " << j;
            }
        }
      }
}

TEST(MatrixDescriptorTest, Fields) {
  const unsigned rows[] = {1, 0};
  // K along rows of 128 bytes: eight rows are 1024 bytes. The leading step is
  // not read.
  auto tall = MatrixDescriptor::match(*getWarpgroupPlace({128, 64}, 2, rows), 2,
                                      /*kDim=*/1, 64);
  ASSERT_TRUE(tall);
  EXPECT_FALSE(tall->isMNMajor());
  EXPECT_EQ(tall->getBits(), 1ull << 62 | 64ull << 32 | 1ull << 16);
  EXPECT_EQ(tall->getOffset(0, 16), 32u);
  EXPECT_EQ(tall->getOffset(64, 0), 64u * 128);
  EXPECT_EQ(tall->getOffset(64, 48), 64u * 128 + 96);
  // Two lines of K: the second begins behind all rows of the first.
  auto deep = MatrixDescriptor::match(*getWarpgroupPlace({64, 128}, 2, rows), 2,
                                      /*kDim=*/1, 64);
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->getOffset(0, 64), 64u * 128);
  // Columns along rows: four lines of 64 columns, of 32 steps of K each.
  auto wide = MatrixDescriptor::match(*getWarpgroupPlace({32, 256}, 2, rows), 2,
                                      /*kDim=*/0, 256);
  ASSERT_TRUE(wide);
  EXPECT_TRUE(wide->isMNMajor());
  EXPECT_EQ(wide->getBits(), 1ull << 62 | 64ull << 32 | 256ull << 16);
  EXPECT_EQ(wide->getOffset(0, 16), 2048u);
  // A line of 32 bytes.
  auto narrow = MatrixDescriptor::match(*getWarpgroupPlace({16, 16}, 2, rows),
                                        2, /*kDim=*/0, 16);
  ASSERT_TRUE(narrow);
  EXPECT_EQ(narrow->getBits(), 3ull << 62 | 16ull << 32 | 1ull << 16);
}

/// Places that differ in a few bits from ones that a descriptor can say.
TEST(MatrixDescriptorTest, AcceptsOnlyWhatIsRead) {
  unsigned numAccepted = 0, numRefused = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomLayout random(seed);
    int64_t sizes[2] = {8 << random.below(4), 16 << random.below(3)};
    unsigned kDim = random.below(2), fast = random.below(2);
    SmallVector<int64_t> shape = {sizes[0], sizes[0]};
    shape[kDim] = sizes[1];
    auto place = getWarpgroupPlace(shape, 2, {fast, 1 - fast});
    if (!place)
      continue;
    LinearLayout::BasesT bases = place->getBases();
    auto &list = bases.front().second;
    switch (random.below(3)) {
    case 0:
      std::swap(list[random.below(list.size())],
                list[random.below(list.size())]);
      break;
    case 1: {
      size_t to = random.below(list.size()), from = random.below(list.size());
      if (to != from)
        for (int dim : {0, 1})
          list[to][dim] ^= list[from][dim];
      break;
    }
    default:
      break;
    }
    LinearLayout changed(
        bases, {{"dim0", int32_t(shape[0])}, {"dim1", int32_t(shape[1])}});
    for (int64_t extent = 8; extent <= sizes[0]; extent *= 2) {
      auto found = MatrixDescriptor::match(changed, 2, kDim, extent);
      numAccepted += bool(found);
      numRefused += !found;
      if (found) {
        ASSERT_TRUE(readsRight(*found, changed.invert(), 2, kDim, extent))
            << extent;
      }
    }
  }
  EXPECT_GT(numAccepted, 200u);
  EXPECT_GT(numRefused, 200u);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

using Bases = std::vector<std::vector<int32_t>>;

/// `warpsPerCTA` of rows and columns, and what an instruction takes of them.
LinearLayout getSums(int32_t m, int32_t n, int32_t rowWarps,
                     int32_t columnWarps) {
  int32_t width = std::min(n / columnWarps, 256);
  Bases registers = {{0, 1}, {8, 0}}, warps = {{16, 0}, {32, 0}};
  for (int32_t column = 8; column < width; column *= 2)
    registers.push_back({0, column});
  for (int32_t row = 4; row < rowWarps; row *= 2)
    warps.push_back({16 * row, 0});
  for (int32_t column = 1; column < columnWarps; column *= 2)
    warps.push_back({0, width * column});
  for (int32_t row = 16 * rowWarps; row < m; row *= 2)
    registers.push_back({row, 0});
  for (int32_t column = width * columnWarps; column < n; column *= 2)
    registers.push_back({0, column});
  return LinearLayout({{"register", registers},
                       {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                       {"warp", warps},
                       {"block", Bases()}},
                      {{"dim0", m}, {"dim1", n}});
}

std::pair<int32_t, int32_t> find(const LinearLayout &layout, uint32_t reg,
                                 int32_t lane, int32_t warp) {
  llvm::SmallVector<int32_t> outs;
  layout.applyInto({int32_t(reg), lane, warp, 0}, outs);
  return {outs[0], outs[1]};
}

TEST(WarpgroupSumsTest, AreTheInstructionsRegisters) {
  struct Case {
    int32_t m, n, rowWarps, columnWarps, numBlocks;
  };
  for (Case c :
       {Case{64, 8, 4, 1, 1}, Case{64, 256, 4, 1, 1}, Case{128, 64, 4, 1, 2},
        Case{128, 64, 8, 1, 1}, Case{64, 64, 4, 2, 1}, Case{256, 512, 8, 1, 4},
        Case{256, 256, 8, 2, 2}, Case{128, 512, 4, 2, 2}}) {
    SCOPED_TRACE(testing::Message() << c.m << "x" << c.n);
    LinearLayout layout = getSums(c.m, c.n, c.rowWarps, c.columnWarps);
    auto sums = planWarpgroupSums(layout);
    ASSERT_TRUE(sums);
    EXPECT_EQ(int32_t(sums->blocks.size()), c.numBlocks);
    std::set<std::pair<int32_t, int32_t>> all;
    for (auto &block : sums->blocks) {
      ASSERT_EQ(block.registers.size(), sums->numColumns / 2);
      for (int32_t warp = 0; warp < c.rowWarps * c.columnWarps; ++warp) {
        int32_t row = block.row, column = block.column;
        for (size_t bit = 0; bit < sums->warpgroups.size(); ++bit)
          if (warp >> 2 >> bit & 1) {
            row += sums->warpgroups[bit].first;
            column += sums->warpgroups[bit].second;
          }
        // PTX ISA, "Register Fragments for wgmma".
        for (int32_t lane = 0; lane < 32; ++lane)
          for (uint32_t i = 0; i < block.registers.size(); ++i) {
            std::pair<int32_t, int32_t> expected = {
                row + 16 * (warp % 4) + lane / 4 + 8 * (i >> 1 & 1),
                column + 8 * (i >> 2) + 2 * (lane % 4) + (i & 1)};
            ASSERT_EQ(find(layout, block.registers[i], lane, warp), expected);
            all.insert(expected);
          }
      }
    }
    EXPECT_EQ(int64_t(all.size()), int64_t(c.m) * c.n);
  }
}

/// A layout with one basis changed.
LinearLayout change(const LinearLayout &layout, StringRef dim, size_t bit,
                    std::vector<int32_t> basis) {
  LinearLayout::BasesT bases = layout.getBases();
  for (auto &[name, list] : bases)
    if (name == dim)
      list[bit] = basis;
  return LinearLayout(bases,
                      {{"dim0", layout.getOutDimSize("dim0")},
                       {"dim1", layout.getOutDimSize("dim1")}},
                      /*requireSurjective=*/false);
}

TEST(WarpgroupSumsTest, NearMissesAreRefused) {
  LinearLayout layout = getSums(128, 64, 8, 1);
  ASSERT_TRUE(planWarpgroupSums(layout));
  // The order of registers is free, what lanes and warps have is not.
  EXPECT_TRUE(planWarpgroupSums(
      change(change(layout, "register", 0, {8, 0}), "register", 1, {0, 1})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "lane", 0, {0, 4})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "lane", 2, {8, 0})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "warp", 0, {32, 0})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "warp", 1, {0, 32})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "warp", 2, {32, 0})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "register", 0, {0, 0})));
  EXPECT_FALSE(planWarpgroupSums(change(layout, "register", 0, {1, 1})));
  // Too few warps.
  LinearLayout small({{"register", {{0, 1}, {8, 0}}},
                      {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                      {"warp", {{16, 0}}},
                      {"block", Bases()}},
                     {{"dim0", 32}, {"dim1", 8}});
  EXPECT_FALSE(planWarpgroupSums(small));
}

/// The left operand in registers: `width` neighbours along K in a word.
LinearLayout getLeft(int32_t m, int32_t k, int32_t width, int32_t rowWarps) {
  Bases registers, lanes = {{0, width}, {0, 2 * width}, {1, 0}, {2, 0}, {4, 0}},
                   warps = {{16, 0}, {32, 0}};
  for (int32_t e = 1; e < width; e *= 2)
    registers.push_back({0, e});
  registers.push_back({8, 0});
  for (int32_t at = 4 * width; at < k; at *= 2)
    registers.push_back({0, at});
  for (int32_t row = 4; row < rowWarps; row *= 2)
    warps.push_back({16 * row, 0});
  for (int32_t row = 16 * rowWarps; row < m; row *= 2)
    registers.push_back({row, 0});
  return LinearLayout({{"register", registers},
                       {"lane", lanes},
                       {"warp", warps},
                       {"block", Bases()}},
                      {{"dim0", m}, {"dim1", k}});
}

TEST(WarpgroupOperandTest, IsTheInstructionsRegisters) {
  for (unsigned bytes : {1, 2, 4})
    for (int32_t rowWarps : {4, 8}) {
      int32_t width = 4 / bytes, k = 64 * width, m = 128;
      LinearLayout layout = getLeft(m, k, width, rowWarps);
      auto sums = planWarpgroupSums(getSums(m, 64, rowWarps, 1));
      ASSERT_TRUE(sums);
      for (auto &block : sums->blocks)
        for (int32_t step = 0; step < k; step += 32 / bytes) {
          auto found =
              findWarpgroupOperand(layout, *sums, bytes, block.row, step);
          ASSERT_TRUE(found);
          ASSERT_EQ(found->size(), size_t(4 * width));
          for (int32_t warp = 0; warp < rowWarps; ++warp)
            for (int32_t lane = 0; lane < 32; ++lane)
              for (int32_t j = 0; j < 4; ++j)
                for (int32_t e = 0; e < width; ++e) {
                  std::pair<int32_t, int32_t> expected = {
                      block.row + 64 * (warp / 4) + 16 * (warp % 4) + lane / 4 +
                          8 * (j & 1),
                      step + width * (lane % 4) + 4 * width * (j >> 1) + e};
                  ASSERT_EQ(find(layout, (*found)[j * width + e], lane, warp),
                            expected);
                }
        }
    }
}

TEST(WarpgroupOperandTest, NearMissesAreRefused) {
  auto sums = planWarpgroupSums(getSums(128, 64, 8, 1));
  ASSERT_TRUE(sums);
  LinearLayout layout = getLeft(128, 32, 2, 8);
  EXPECT_TRUE(findWarpgroupOperand(layout, *sums, 2, 0, 16));
  // Other elements, other lanes, other rows in warps, or no such step.
  EXPECT_FALSE(findWarpgroupOperand(layout, *sums, 1, 0, 0));
  EXPECT_FALSE(findWarpgroupOperand(layout, *sums, 8, 0, 0));
  EXPECT_FALSE(findWarpgroupOperand(layout, *sums, 2, 0, 32));
  EXPECT_FALSE(findWarpgroupOperand(layout, *sums, 2, 128, 0));
  EXPECT_FALSE(
      findWarpgroupOperand(change(layout, "lane", 1, {0, 8}), *sums, 2, 0, 0));
  EXPECT_FALSE(
      findWarpgroupOperand(change(layout, "warp", 2, {0, 0}), *sums, 2, 0, 0));
  EXPECT_FALSE(findWarpgroupOperand(getLeft(128, 32, 2, 4), *sums, 2, 0, 0));
  // Warpgroups that share rows must all have them.
  auto beside = planWarpgroupSums(getSums(64, 64, 4, 2));
  ASSERT_TRUE(beside);
  EXPECT_FALSE(findWarpgroupOperand(layout, *beside, 2, 0, 0));
}

TEST(WarpgroupOperandTest, WarpgroupsMayShareDepth) {
  auto sums = planWarpgroupSums(getSums(64, 64, 4, 2));
  ASSERT_TRUE(sums);
  LinearLayout copies({{"register", {{0, 1}, {8, 0}, {0, 8}, {0, 16}, {0, 32}}},
                       {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                       {"warp", {{16, 0}, {32, 0}, {0, 0}}},
                       {"block", Bases()}},
                      {{"dim0", 64}, {"dim1", 64}});
  EXPECT_EQ(getWarpgroupDepth(copies), 64);
  EXPECT_TRUE(findWarpgroupOperand(copies, *sums, 2, 0, 48));
  // The second warpgroup has the second half.
  LinearLayout halves({{"register", {{0, 1}, {8, 0}, {0, 8}, {0, 16}}},
                       {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                       {"warp", {{16, 0}, {32, 0}, {0, 32}}},
                       {"block", Bases()}},
                      {{"dim0", 64}, {"dim1", 64}});
  EXPECT_EQ(getWarpgroupDepth(halves), 32);
  EXPECT_FALSE(findWarpgroupOperand(halves, *sums, 2, 0, 0));
  auto found = findWarpgroupOperand(halves, *sums, 2, 0, 16, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(find(halves, (*found)[2], 5, 6), std::pair(33 + 8, 32 + 16 + 2));
  EXPECT_FALSE(findWarpgroupOperand(halves, *sums, 2, 0, 32, true));
  // Not every second step.
  EXPECT_FALSE(findWarpgroupOperand(
      change(change(halves, "warp", 2, {0, 16}), "register", 3, {0, 32}), *sums,
      2, 0, 0, true));
}

} // namespace
