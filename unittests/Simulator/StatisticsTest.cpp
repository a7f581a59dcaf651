//===- StatisticsTest.cpp - Counts are exact ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "llvm/Support/JSON.h"

using namespace mlir::tile::sim;

namespace {
/// The statistics of a kernel of one warp, with `%d1` the array `out`, which
/// begins at a multiple of 256, and %d2 a thread's number times `stride`.
Statistics count(unsigned stride, const std::string &access) {
  TestKernel kernel;
  return kernel
      .runClean("ld.param.u64 %d1, [out];\nmul.wide.u32 %d2, %t, " +
                std::to_string(stride) + ";\nadd.u64 %d1, %d1, %d2;\n" +
                "mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r3, 0; mov.u32 %r4, "
                "0;\n" +
                access)
      .result.statistics;
}

/// The same for shared memory of 8 KiB, with %r1 the thread's offset.
Statistics countShared(unsigned stride, const std::string &access) {
  TestKernel kernel;
  return kernel
      .runClean(".shared .align 128 .b8 x[8192];\nmov.u32 %r2, x;\n"
                "mad.lo.u32 %r1, %t, " +
                std::to_string(stride) +
                ", %r2;\nmov.u32 %r3, 0; mov.u32 %r4, 0; mov.u64 %d3, 0;\n" +
                access)
      .result.statistics;
}
} // namespace

TEST(StatisticsTest, ConsecutiveWordsAreFourSectors) {
  Statistics s = count(4, "st.global.u32 [%d1], %r1;");
  EXPECT_EQ(s.globalStores.requests, 1u);
  EXPECT_EQ(s.globalStores.bytes, 128u);
  EXPECT_EQ(s.globalStores.sectors, 4u);
  EXPECT_EQ(s.globalLoads.requests, 0u);
}

TEST(StatisticsTest, VectorsOfFour) {
  Statistics s = count(16, "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];");
  EXPECT_EQ(s.globalLoads.requests, 1u);
  EXPECT_EQ(s.globalLoads.bytes, 512u);
  EXPECT_EQ(s.globalLoads.sectors, 16u);
}

TEST(StatisticsTest, AShiftByAWordTakesOneSectorMore) {
  Statistics s = count(4, "ld.global.u32 %r1, [%d1+4];");
  EXPECT_EQ(s.globalLoads.sectors, 5u);
}

TEST(StatisticsTest, AStrideTakesASectorALane) {
  EXPECT_EQ(count(32, "ld.global.u32 %r1, [%d1];").globalLoads.sectors, 32u);
  EXPECT_EQ(count(64, "ld.global.u32 %r1, [%d1];").globalLoads.sectors, 32u);
  EXPECT_EQ(count(8, "ld.global.u32 %r1, [%d1];").globalLoads.sectors, 8u);
}

TEST(StatisticsTest, OneAddressIsOneSector) {
  Statistics s = count(0, "ld.global.u32 %r1, [%d1];");
  EXPECT_EQ(s.globalLoads.sectors, 1u);
  EXPECT_EQ(s.globalLoads.bytes, 128u);
}

TEST(StatisticsTest, OnlyActiveLanesCount) {
  Statistics s = count(4, "setp.lt.u32 %p1, %t, 8;\n"
                          "@%p1 ld.global.u32 %r1, [%d1];");
  EXPECT_EQ(s.globalLoads.bytes, 32u);
  EXPECT_EQ(s.globalLoads.sectors, 1u);
  EXPECT_EQ(s.laneInstructions[unsigned(InstructionClass::Global)], 8u);
  EXPECT_EQ(s.warpInstructions[unsigned(InstructionClass::Global)], 1u);
}

TEST(StatisticsTest, NoLaneIsNoRequest) {
  Statistics s = count(4, "setp.lt.u32 %p1, %t, 0;\n"
                          "@%p1 ld.global.u32 %r1, [%d1];");
  EXPECT_EQ(s.globalLoads.requests, 0u);
}

TEST(StatisticsTest, BanksWithoutConflict) {
  Statistics s = countShared(4, "st.shared.u32 [%r1], %r3;");
  EXPECT_EQ(s.sharedStores.requests, 1u);
  EXPECT_EQ(s.sharedStores.wavefronts, 1u);
  EXPECT_EQ(s.sharedStores.bankConflicts, 0u);
}

TEST(StatisticsTest, AStrideOf32WordsIsA32WayConflict) {
  Statistics s = countShared(128, "st.shared.u32 [%r1], %r3;");
  EXPECT_EQ(s.sharedStores.wavefronts, 32u);
  EXPECT_EQ(s.sharedStores.bankConflicts, 31u);
}

TEST(StatisticsTest, StridesOfTwoWordsAndOfThree) {
  EXPECT_EQ(countShared(8, "st.shared.u32 [%r1], %r3;").sharedStores.wavefronts,
            2u);
  EXPECT_EQ(
      countShared(12, "st.shared.u32 [%r1], %r3;").sharedStores.wavefronts, 1u);
}

TEST(StatisticsTest, OneWordForAll) {
  Statistics s = countShared(0, "st.shared.u32 [%r1], %r3;\n"
                                "bar.warp.sync -1;\n"
                                "ld.shared.u32 %r4, [%r1];");
  EXPECT_EQ(s.sharedLoads.wavefronts, 1u);
  EXPECT_EQ(s.sharedLoads.bankConflicts, 0u);
}

TEST(StatisticsTest, WideSharedAccessesGoInGroups) {
  Statistics s = countShared(8, "st.shared.u64 [%r1], %d3;");
  EXPECT_EQ(s.sharedStores.wavefronts, 2u);
  EXPECT_EQ(s.sharedStores.bankConflicts, 0u);
  s = countShared(16, "st.shared.v4.u32 [%r1], {%r3, %r3, %r4, %r4};");
  EXPECT_EQ(s.sharedStores.wavefronts, 4u);
  EXPECT_EQ(s.sharedStores.bankConflicts, 0u);
  // 8 lanes a quarter, all in the same four banks.
  s = countShared(128, "st.shared.v4.u32 [%r1], {%r3, %r3, %r4, %r4};");
  EXPECT_EQ(s.sharedStores.wavefronts, 32u);
  EXPECT_EQ(s.sharedStores.bankConflicts, 28u);
}

TEST(StatisticsTest, CountsDoNotDependOnThreads) {
  TestKernel kernel;
  kernel.blocks = 40;
  kernel.threads = 96;
  const char *body = "and.b32 %r1, %t, 5;\nsetp.lt.u32 %p1, %r1, 2;\n"
                     "@%p1 bra A;\nst.global.u32 [%out], %r1;\nA:";
  std::string texts[2];
  for (unsigned threads : {1, 2}) {
    kernel.options.threads = threads;
    llvm::raw_string_ostream os(texts[threads - 1]);
    Statistics statistics = kernel.runClean(body).result.statistics;
    statistics.seconds = 0;
    printJSON(os, statistics);
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(StatisticsTest, JSON) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printJSON(os, count(4, "st.global.u32 [%d1], %r1;"));
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(bool(value));
  const llvm::json::Object *object = value->getAsObject();
  ASSERT_TRUE(object);
  EXPECT_EQ(object->getInteger("threads"), 32);
  EXPECT_GT(*object->getNumber("seconds"), 0);
  EXPECT_EQ(object->getObject("global_stores")->getInteger("sectors"), 4);
}

TEST(StatisticsTest, Text) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, count(4, "st.global.u32 [%d1], %r1;"));
  EXPECT_NE(
      text.find("global stores: 1 requests, 128 bytes, 4 sectors (4.00 per "
                "request)"),
      std::string::npos)
      << text;
}

TEST(StatisticsTest, LinesAreCountedOnlyWhereThatIsAskedFor) {
  TestKernel kernel;
  EXPECT_TRUE(kernel.runClean("mov.u32 %r1, 0;").result.lines.empty());
}

TEST(StatisticsTest, ALineHasItsOwnCounts) {
  TestKernel kernel;
  kernel.options.countLines = true;
  // Lines 24 to 31, of one warp.
  LaunchResult result = kernel
                            .runClean(".shared .align 128 .b8 x[8192];\n"
                                      "mov.u32 %r2, x; mov.u32 %r3, 0;\n"
                                      "mad.lo.u32 %r1, %t, 128, %r2;\n"
                                      "st.shared.u32 [%r1], %r3;\n"
                                      "setp.lt.u32 %p1, %t, 8;\n"
                                      "@%p1 bra there;\n"
                                      "st.global.u32 [%out], %r3;\n"
                                      "there:")
                            .result;
  auto find = [&](unsigned number) {
    for (const LineStatistics &line : result.lines)
      if (line.line == number)
        return line;
    ADD_FAILURE() << "no line " << number;
    return LineStatistics();
  };
  EXPECT_EQ(find(25).warps, 2u);
  EXPECT_EQ(find(25).lanes, 64u);
  EXPECT_EQ(find(25).memory.requests, 0u);
  EXPECT_EQ(find(27).memory.requests, 1u);
  EXPECT_EQ(find(27).memory.wavefronts, 32u);
  EXPECT_EQ(find(27).memory.bankConflicts, 31u);
  EXPECT_EQ(find(27).memory.sectors, 0u);
  EXPECT_EQ(find(28).divergentBranches, 0u);
  EXPECT_EQ(find(29).divergentBranches, 1u);
  // 24 lanes, each in slots of 64 bytes.
  EXPECT_EQ(find(30).lanes, 24u);
  EXPECT_EQ(find(30).memory.sectors, 24u);
  EXPECT_EQ(find(30).memory.bytes, 96u);
}

TEST(StatisticsTest, LinesAddUpToTheWhole) {
  TestKernel kernel;
  kernel.options.countLines = true;
  kernel.threads = 128;
  kernel.blocks = 5;
  LaunchResult result =
      kernel
          .runClean("ld.global.u32 %r1, [%in];\n"
                    "setp.gt.u32 %p0, %t, 64; @%p0 bra never;\n"
                    "st.global.u32 [%out], %r1;\n"
                    "never:")
          .result;
  LineStatistics sum;
  for (const LineStatistics &line : result.lines) {
    sum.warps += line.warps;
    sum.lanes += line.lanes;
    sum.memory.add(line.memory);
    sum.divergentBranches += line.divergentBranches;
  }
  const Statistics &s = result.statistics;
  EXPECT_EQ(sum.warps, s.getWarpInstructions());
  EXPECT_EQ(sum.lanes, s.getLaneInstructions());
  EXPECT_EQ(sum.memory.bytes, s.getAllMemory().bytes);
  EXPECT_EQ(sum.memory.sectors, s.globalLoads.sectors + s.globalStores.sectors);
  EXPECT_EQ(sum.divergentBranches, s.divergentBranches);
}
