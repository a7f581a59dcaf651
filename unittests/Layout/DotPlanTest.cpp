//===- DotPlanTest.cpp - Products, carried out product by product ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/DotPlan.h"

#include "gtest/gtest.h"

#include <map>
#include <random>
#include <set>

using namespace mlir::tile;

namespace {

using Bases = std::vector<std::vector<int32_t>>;
/// (batch,) row and column.
using Place = std::vector<int32_t>;

Place apply(const LinearLayout &layout, uint32_t reg, uint32_t lane,
            uint32_t warp) {
  llvm::SmallVector<int32_t> outs;
  layout.applyInto({int32_t(reg), int32_t(lane), int32_t(warp), 0}, outs);
  return Place(outs.begin(), outs.end());
}

/// For each element of c, which steps of K have been multiplied.
using Steps = std::map<Place, std::set<int32_t>>;

/// What lane and warp do with the registers of one step.
void multiply(Steps &steps, const Place &a, const Place &b, const Place &c) {
  size_t rank = c.size();
  ASSERT_EQ(a[rank - 2], c[rank - 2]);
  ASSERT_EQ(b[rank - 1], c[rank - 1]);
  ASSERT_EQ(a[rank - 1], b[rank - 2]);
  if (rank == 3) {
    ASSERT_EQ(a[0], c[0]);
    ASSERT_EQ(b[0], c[0]);
  }
  ASSERT_TRUE(steps[c].insert(a[rank - 1]).second)
      << "a step counts twice: " << a[rank - 1];
}

void expectAll(const DotLayouts &layouts, const Steps &steps, bool isWarp) {
  int32_t depth = layouts.a.getOutDimSize(layouts.a.getOutDimNames().back());
  for (auto &[place, found] : steps)
    EXPECT_EQ(int32_t(found.size()), depth);
  // Registers of the plan reach all elements.
  if (!isWarp) {
    EXPECT_EQ(int64_t(steps.size()), layouts.c.getTotalOutDimSize());
  }
}

/// Carries `mma` out, as the PTX ISA's fragments say.
void runTensorCores(const DotLayouts &layouts, const DotPlan &plan,
                    unsigned numRows) {
  unsigned halves = numRows / 8;
  std::set<Place> all;
  for (uint32_t warp = 0; warp < uint32_t(layouts.c.getInDimSize("warp"));
       ++warp) {
    Steps steps;
    for (const DotPlan::Part &part : plan.parts) {
      // Copies of rows and columns are made several times: once counts.
      Steps own;
      for (uint32_t row = 0; row < numRows; ++row)
        for (uint32_t column = 0; column < 8; ++column) {
          uint32_t half = row / 8;
          Place c = apply(layouts.c, part.registers[2 * half + column % 2],
                          row % 8 * 4 + column / 2, warp);
          Steps once;
          for (uint32_t k = 0; k < plan.depth; ++k)
            for (uint32_t lane = 0; lane < 4; ++lane)
              if (!(lane & plan.copies))
                ASSERT_NO_FATAL_FAILURE(multiply(
                    once,
                    apply(layouts.a, plan.a[part.row][k * halves + half],
                          row % 8 * 4 + lane, warp),
                    apply(layouts.b, plan.b[part.column][k], column * 4 + lane,
                          warp),
                    c));
          own.insert(once.begin(), once.end());
        }
      for (auto &[place, found] : own) {
        EXPECT_EQ(steps.count(place), 0u) << "two parts have one element";
        steps[place] = found;
        all.insert(place);
      }
    }
    expectAll(layouts, steps, /*isWarp=*/true);
  }
  EXPECT_EQ(int64_t(all.size()), layouts.c.getTotalOutDimSize());
}

void runThreads(const DotLayouts &layouts, const DotPlan &plan) {
  Steps all;
  for (uint32_t warp = 0; warp < uint32_t(layouts.c.getInDimSize("warp"));
       ++warp)
    for (uint32_t lane = 0; lane < 32; ++lane) {
      Steps steps;
      for (const DotPlan::Part &part : plan.parts)
        for (uint32_t k = 0; k < plan.depth; ++k)
          ASSERT_NO_FATAL_FAILURE(
              multiply(steps, apply(layouts.a, plan.a[part.row][k], lane, warp),
                       apply(layouts.b, plan.b[part.column][k], lane, warp),
                       apply(layouts.c, part.registers[0], lane, warp)));
      all.insert(steps.begin(), steps.end());
    }
  expectAll(layouts, all, /*isWarp=*/false);
}

/// Layouts by the coordinates (batch, row, column) of the single bits, cut to
/// the tile's shape.
LinearLayout makeLayout(const Bases &registers, const Bases &lanes,
                        const Bases &warps, Place shape, bool hasBatch) {
  auto cut = [&](const Bases &bases, bool drop) {
    Bases result;
    for (std::vector<int32_t> basis : bases) {
      for (int dim = 0; dim < 3; ++dim)
        if (basis[dim] >= shape[dim])
          basis[dim] = 0;
      if (!hasBatch)
        basis.erase(basis.begin());
      if (!drop || basis != std::vector<int32_t>(basis.size(), 0))
        result.push_back(basis);
    }
    return result;
  };
  llvm::SmallVector<LinearLayout::NamedInt> outs;
  for (int dim = hasBatch ? 0 : 1; dim < 3; ++dim)
    outs.emplace_back("dim" + std::to_string(outs.size()), shape[dim]);
  return LinearLayout({{"register", cut(registers, true)},
                       {"lane", cut(lanes, false)},
                       {"warp", cut(warps, false)},
                       {"block", Bases()}},
                      outs);
}

struct Shape {
  int32_t batch, m, n, k, kWidth, warpsM, warpsN;
};

/// The layouts of `mma.sync` for a product of this shape.
DotLayouts makeLayouts(Shape s) {
  Bases cRegisters{{0, 0, 1}, {0, 8, 0}}, aRegisters, bRegisters;
  for (int32_t e = 1; e < s.kWidth; e *= 2) {
    aRegisters.push_back({0, 0, e});
    bRegisters.push_back({0, e, 0});
  }
  aRegisters.push_back({0, 8, 0});
  for (int32_t k = 4 * s.kWidth; k < s.k; k *= 2) {
    aRegisters.push_back({0, 0, k});
    bRegisters.push_back({0, k, 0});
  }
  Bases cWarps, aWarps, bWarps;
  int32_t n = 8, m = 16;
  for (int32_t warp = 1; warp < s.warpsN; warp *= 2, n *= 2) {
    cWarps.push_back({0, 0, n});
    aWarps.push_back({0, 0, 0});
    bWarps.push_back({0, 0, n});
  }
  for (int32_t warp = 1; warp < s.warpsM; warp *= 2, m *= 2) {
    cWarps.push_back({0, m, 0});
    aWarps.push_back({0, m, 0});
    bWarps.push_back({0, 0, 0});
  }
  for (; n < s.n; n *= 2) {
    cRegisters.push_back({0, 0, n});
    bRegisters.push_back({0, 0, n});
  }
  for (; m < s.m; m *= 2) {
    cRegisters.push_back({0, m, 0});
    aRegisters.push_back({0, m, 0});
  }
  for (int32_t z = 1; z < s.batch; z *= 2)
    for (Bases *bases : {&cRegisters, &aRegisters, &bRegisters})
      bases->push_back({z, 0, 0});
  Bases rows{{0, 1, 0}, {0, 2, 0}, {0, 4, 0}}, cLanes{{0, 0, 2}, {0, 0, 4}},
      aLanes{{0, 0, s.kWidth}, {0, 0, 2 * s.kWidth}},
      bLanes{{0, s.kWidth, 0}, {0, 2 * s.kWidth, 0}};
  cLanes.insert(cLanes.end(), rows.begin(), rows.end());
  aLanes.insert(aLanes.end(), rows.begin(), rows.end());
  for (int32_t column : {1, 2, 4})
    bLanes.push_back({0, 0, column});
  bool hasBatch = s.batch > 1;
  return {
      makeLayout(aRegisters, aLanes, aWarps, {s.batch, s.m, s.k}, hasBatch),
      makeLayout(bRegisters, bLanes, bWarps, {s.batch, s.k, s.n}, hasBatch),
      makeLayout(cRegisters, cLanes, cWarps, {s.batch, s.m, s.n}, hasBatch)};
}

TEST(DotPlanTest, TensorCoresMultiplyEachStepOnce) {
  for (int32_t batch : {1, 2})
    for (int32_t m : {1, 4, 8, 32})
      for (int32_t n : {1, 4, 16})
        for (int32_t k : {1, 2, 8, 32})
          for (int32_t kWidth : {1, 2, 8})
            for (int32_t warps : {1, 2})
              for (unsigned rows : {8, 16}) {
                SCOPED_TRACE(testing::Message()
                             << batch << " times " << m << "x" << n << "x" << k
                             << ", kWidth " << kWidth << ", warps " << warps
                             << ", rows " << rows);
                DotLayouts layouts =
                    makeLayouts({batch, m, n, k, kWidth, warps, 2});
                std::string error;
                auto plan = planTensorCores(layouts, rows, &error);
                ASSERT_TRUE(plan.has_value()) << error;
                ASSERT_NO_FATAL_FAILURE(runTensorCores(layouts, *plan, rows));
              }
}

/// Neither the order of registers nor which rows go together matters.
TEST(DotPlanTest, RegistersInAnyOrder) {
  std::mt19937 engine(3);
  for (unsigned round = 0; round < 10; ++round) {
    DotLayouts layouts = makeLayouts({2, 32, 32, 32, 2, 2, 1});
    for (LinearLayout *layout : {&layouts.a, &layouts.b, &layouts.c}) {
      LinearLayout::BasesT bases = layout->getBases();
      std::shuffle(bases[0].second.begin(), bases[0].second.end(), engine);
      *layout = LinearLayout(bases, layout->getOutDims());
    }
    std::string error;
    auto plan = planTensorCores(layouts, 16, &error);
    ASSERT_TRUE(plan.has_value()) << error;
    ASSERT_NO_FATAL_FAILURE(runTensorCores(layouts, *plan, 16));
  }
}

TEST(DotPlanTest, ThreadsMultiplyEachStepOnce) {
  for (int32_t k : {1, 4, 16}) {
    Bases lanes{{0, 0, 2}, {0, 0, 4}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}};
    auto drop = [&](int dim) {
      Bases result = lanes;
      for (auto &basis : result)
        basis[dim] = 0;
      return result;
    };
    Bases aRegisters{{0, 8, 0}}, bRegisters{{0, 0, 1}, {0, 0, 8}};
    for (int32_t step = 1; step < k; step *= 2) {
      aRegisters.push_back({0, 0, step});
      bRegisters.push_back({0, step, 0});
    }
    DotLayouts layouts{makeLayout(aRegisters, drop(2), {}, {1, 16, k}, false),
                       makeLayout(bRegisters, drop(1), {}, {1, k, 16}, false),
                       makeLayout({{0, 0, 1}, {0, 8, 0}, {0, 0, 8}}, lanes, {},
                                  {1, 16, 16}, false)};
    std::string error;
    auto plan = planThreads(layouts, &error);
    ASSERT_TRUE(plan.has_value()) << error;
    EXPECT_EQ(plan->parts.size(), 8u);
    ASSERT_NO_FATAL_FAILURE(runThreads(layouts, *plan));
    EXPECT_FALSE(planTensorCores(layouts, 16).has_value());
  }
}

//===----------------------------------------------------------------------===//
// Layouts that do not fit
//===----------------------------------------------------------------------===//

std::string getError(const DotLayouts &layouts) {
  std::string error;
  EXPECT_FALSE(planTensorCores(layouts, 16, &error).has_value());
  return error;
}

TEST(DotPlanTest, OtherStepsInAThanInB) {
  DotLayouts layouts = makeLayouts({1, 32, 32, 32, 2, 1, 1});
  layouts.b = makeLayouts({1, 32, 32, 32, 4, 1, 1}).b;
  EXPECT_EQ(getError(layouts),
            "lanes 1 and 2 have other steps along K in a than in b");
}

TEST(DotPlanTest, OtherWarpsInAThanInC) {
  DotLayouts layouts = makeLayouts({1, 32, 32, 32, 2, 2, 1});
  layouts.a = makeLayouts({1, 32, 32, 32, 2, 1, 2}).a;
  EXPECT_EQ(getError(layouts),
            "a warp has other rows or columns of the operands than of the "
            "result");
}

TEST(DotPlanTest, OtherLanesInC) {
  DotLayouts layouts = makeLayouts({1, 32, 32, 32, 2, 1, 1});
  LinearLayout::BasesT bases = layouts.c.getBases();
  std::swap(bases[1].second[0], bases[1].second[1]);
  layouts.c = LinearLayout(bases, layouts.c.getOutDims());
  EXPECT_EQ(getError(layouts),
            "lanes have other columns of b than of the result");
  bases = layouts.c.getBases();
  std::swap(bases[1].second[3], bases[1].second[4]);
  layouts.c = LinearLayout(bases, layouts.c.getOutDims());
  EXPECT_EQ(getError(layouts),
            "lanes 4, 8 and 16 have other rows of a than of the result");
}

TEST(DotPlanTest, OtherNumbersOfWarps) {
  DotLayouts layouts = makeLayouts({1, 32, 32, 32, 2, 2, 1});
  layouts.a = makeLayouts({1, 32, 32, 32, 2, 1, 1}).a;
  EXPECT_EQ(getError(layouts), "the layouts have different numbers of threads");
  std::string error;
  EXPECT_FALSE(planThreads(layouts, &error).has_value());
  EXPECT_EQ(error, "the layouts have different numbers of threads");
}

TEST(DotPlanTest, ThreadsWithoutAllOfK) {
  std::string error;
  EXPECT_FALSE(
      planThreads(makeLayouts({1, 32, 32, 32, 2, 1, 1}), &error).has_value());
  EXPECT_EQ(error, "a thread has other rows or columns of the operands than of "
                   "the result");
}

} // namespace
