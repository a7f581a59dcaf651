//===- FindingsTest.cpp - Findings that come again and again --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that meets a finding in a loop without an end: the finding is shown
// at once, and the run ends after so many repeats, in little time.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <ctime>

using namespace mlir::tile::sim;

namespace {
/// What a run reported while it went on, and seconds of processor time.
struct Shown {
  std::vector<Report> reports;
  double first = 0, all = 0;
};

/// Runs a kernel that would not end before its step limit, which is far.
Shown runWithoutEnd(TestKernel kernel, const std::string &body) {
  Shown shown;
  std::clock_t start = std::clock();
  auto getSeconds = [&] {
    return double(std::clock() - start) / CLOCKS_PER_SEC;
  };
  kernel.options.stepLimit = ~uint64_t(0);
  kernel.options.onFinding = [&](const Report &report) {
    if (shown.reports.empty())
      shown.first = getSeconds();
    shown.reports.push_back(report);
  };
  TestRun run = kernel.run(body);
  shown.all = getSeconds();
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.result.error, "");
  EXPECT_TRUE(run.result.stopped) << body;
  EXPECT_EQ(run.result.reports.size(), shown.reports.size());
  return shown;
}

/// Generous: these take milliseconds, and a sanitizer makes them ten times
/// slower.
constexpr double kFirstSeconds = 2, kAllSeconds = 30;
} // namespace

static const char *kBarrier = ".shared .align 8 .b64 bar;\n";

static const std::pair<const char *, std::string> kLoops[] = {
    {"AnMbarrierNeverInitialised",
     std::string(kBarrier) +
         "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n"
         "@!%p1 bra L;"},
    {"TestWaitOfOne",
     std::string(kBarrier) +
         "mov.u64 %d1, 0;\n"
         "L: mbarrier.test_wait.shared::cta.b64 %p1, [bar], %d1;\n"
         "@!%p1 bra L;"},
    {"OneThatIsNotValidAnyMore",
     std::string(kBarrier) +
         "setp.eq.u32 %p15, %t, 0;\n"
         "@%p15 mbarrier.init.shared::cta.b64 [bar], 1;\n"
         "@%p15 mbarrier.inval.shared::cta.b64 [bar];\nbar.sync 0;\n"
         "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n"
         "@!%p1 bra L;"},
    {"NoAddressOfAnMbarrier",
     "mov.u32 %r1, 100000;\n"
     "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], 0;\n"
     "@!%p1 bra L;"},
    {"ALoadOutOfBounds", "mov.u64 %d1, 16;\n"
                         "L: ld.volatile.global.u32 %r1, [%d1];\n"
                         "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"AStoreOutOfBounds", "mov.u64 %d1, 16;\n"
                          "L: st.global.u32 [%d1], %t;\nbra L;"},
    {"AnAtomicOperationOutOfBounds",
     "mov.u64 %d1, 16;\nL: atom.global.cas.b32 %r1, [%d1], 0, 1;\n"
     "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"ALoadAtNoMultipleOfItsSize",
     "add.u64 %d1, %out, 2;\nL: ld.global.u32 %r1, [%d1];\n"
     "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"SharedMemoryOutOfBounds", "L: ld.shared.u32 %r1, [100000];\n"
                                "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"LocalMemoryOutOfBounds", "L: ld.local.u32 %r1, [100000];\n"
                               "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"AnAddressOfAnotherSpace", "cvta.shared.u64 %d1, 0;\n"
                                "L: ld.global.u32 %r1, [%d1];\n"
                                "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"ARaceOfLanes", ".shared .u32 x;\nL: st.shared.u32 [x], %t;\nbra L;"},
    {"ARaceOfWarps", ".shared .u32 x;\n"
                     "st.shared.u32 [x], 0;\n"
                     "L: ld.shared.u32 %r1, [x];\nst.shared.u32 [x], 0;\n"
                     "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;"},
    {"ABarrierOfHalfAWarp", "setp.lt.u32 %p1, %t, 16;\n"
                            "L: @%p1 bra A;\nbar.sync 0;\nbra L;\n"
                            "A: bar.sync 0;\nbra L;"},
    {"DifferentBarriers", "and.b32 %r1, %t, 1;\nL: bar.sync %r1;\nbra L;"},
    {"NoBarrier", "L: bar.sync 16;\nbra L;"},
    {"AShuffleFromALaneThatIsNotThere",
     "setp.lt.u32 %p1, %t, 16;\nL:\n"
     "@%p1 shfl.sync.idx.b32 %r1, %t, 31, 31, 0xffff;\nbra L;"},
    {"AMaskThatNamesLanesElsewhere",
     "setp.lt.u32 %p1, %t, 16;\nL: @%p1 bar.warp.sync 0xffffffff;\nbra L;"},
    {"AnIndexPastTheList", "mov.u32 %r1, 5;\nL: brx.idx %r1, list;\n"
                           "list: .branchtargets A, L;\nA: bra L;"},
    {"ACopyOfTooManyBytes",
     ".shared .align 16 .b8 s[16];\n"
     "L: cp.async.ca.shared.global [s], [%out], 16, 32;\n"
     "cp.async.wait_all;\nbra L;"},
    {"AFunctionThatReadsOutOfBounds", "L: { .param .b64 p; .param .b64 q;"
                                      ".param .b32 r; "
                                      "st.param.b64 [p], 16; "
                                      "st.param.b64 [q], 16; "
                                      "call (r), vprintf, (p, q); }\n"
                                      "bra L;"},
};

namespace {
using LoopParameter = std::pair<const char *, std::string>;
class LoopTest : public testing::TestWithParam<LoopParameter> {};
} // namespace

TEST_P(LoopTest, IsShownAndEnds) {
  TestKernel kernel;
  kernel.threads = 64;
  kernel.module = ".extern .func (.param .b32 r) vprintf(.param .b64 p, "
                  ".param .b64 q);";
  Shown shown = runWithoutEnd(kernel, GetParam().second);
  ASSERT_FALSE(shown.reports.empty());
  EXPECT_LT(shown.first, kFirstSeconds);
  EXPECT_LT(shown.all, kAllSeconds);
  EXPECT_EQ(shown.reports.front().count, 1u);
  EXPECT_NE(shown.reports.front().message, "");
  EXPECT_NE(shown.reports.front().location.ptxLine, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Findings, LoopTest, testing::ValuesIn(kLoops),
    [](const testing::TestParamInfo<LoopParameter> &parameter) {
      return parameter.param.first;
    });

TEST(FindingsTest, ARaceOfCTAsInALoop) {
  TestKernel kernel;
  kernel.threads = 1;
  kernel.blocks = 2;
  Shown shown = runWithoutEnd(kernel, "ld.param.u64 %d1, [out];\n"
                                      "L: st.global.u32 [%d1], %cta;\nbra L;");
  ASSERT_FALSE(shown.reports.empty());
  EXPECT_EQ(shown.reports.front().kind, ReportKind::GlobalRace);
  EXPECT_LT(shown.all, kAllSeconds);
}

TEST(FindingsTest, TheRunEndsAfterSoManyRepeats) {
  TestKernel kernel;
  kernel.threads = 1;
  kernel.options.maxRepeats = 1000;
  std::string body = "mov.u32 %r1, 0;\nmov.u64 %d1, 16;\n"
                     "L: ld.global.u32 %r2, [%d1]; //!\nadd.u32 %r1, %r1, 1;\n"
                     "setp.lt.u32 %p1, %r1, N;\n@%p1 bra L;";
  auto run = [&](const char *n) {
    std::string text = body;
    return runWrong(kernel, text.replace(text.find("N;"), 1, n),
                    "out-of-bounds")
        .result;
  };
  // The first is not a repeat.
  LaunchResult result = run("1000");
  EXPECT_FALSE(result.stopped);
  EXPECT_EQ(result.reports[0].count, 1000u);
  result = run("1001");
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.reports[0].count, 1001u);
  EXPECT_EQ(RunOptions().maxRepeats, 100'000u);
}

TEST(FindingsTest, TheFirstInTheOrderOfTheGridIsKept) {
  // Later threads come first: each waits for the next one.
  TestKernel kernel;
  kernel.blocks = 3;
  kernel.threads = 64;
  kernel.options.threads = 1;
  std::vector<Report> shown;
  kernel.options.onFinding = [&](const Report &report) {
    shown.push_back(report);
  };
  TestRun run = runWrong(kernel, R"(
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra FIRST;
    bar.sync 0;
  FIRST:
    mov.u64 %d1, 16;
    ld.global.u32 %r1, [%d1]; //!
    setp.lt.u32 %p1, %t, 32;
    @%p1 bra END;
    bar.sync 0;
  END:)",
                         "out-of-bounds");
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0].thread.x, 32u);
  const Report &kept = run.result.reports[0];
  EXPECT_EQ(kept.count, 6u);
  EXPECT_EQ(kept.block.x, 0u);
  EXPECT_EQ(kept.thread.x, 0u);
  EXPECT_EQ(kept.message, shown[0].message);
}

TEST(FindingsTest, WaitsForNoMbarrierAreADeadLock) {
  // With so many repeats allowed, waits that fail end the run.
  TestKernel kernel;
  kernel.options.maxRepeats = ~uint64_t(0);
  TestRun run =
      kernel.run(std::string(kBarrier) +
                 "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n"
                 "@!%p1 bra L;");
  EXPECT_EQ(run.getFindings(), "deadlock@25 undefined@25");
  EXPECT_EQ(run.result.reports.front().message,
            "no thread of the CTA can continue: this one waits for what is no "
            "mbarrier");
}
