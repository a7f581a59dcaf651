//===- ProgressTest.cpp - Threads that wait in loops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each wait that never ends has a twin that ends late.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

/// Much less than a million waits, and than the limit of steps.
static constexpr uint64_t kFewInstructions = 3000;

/// An mbarrier of `count` arrivals, of two warps; %p1 is warp 0.
static std::string withBarrier(unsigned count, const std::string &body) {
  return R"(
    .shared .align 8 .b64 bar; .shared .u32 flag;
    setp.lt.u32 %p1, %t, 32;
    setp.eq.u32 %p2, %t, 0;
    @%p2 mbarrier.init.shared::cta.b64 [bar], )" +
         std::to_string(count) + R"(;
    @%p2 st.shared.u32 [flag], 0;
    bar.sync 0;
    )" + body;
}

static TestKernel getTwoWarps() {
  TestKernel kernel;
  kernel.threads = 64;
  return kernel;
}

/// A loop of 100,000 rounds that only counts.
static constexpr const char *kLongTime = R"(
    mov.u32 %r9, 0;
  COUNT:
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p9, %r9, 100000;
    @%p9 bra COUNT;)";

static constexpr const char *kWaitForBarrier = R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0; //!
    @!%p3 bra WAIT;)";

static constexpr const char *kWaitForFlag = R"(
  WAIT:
    ld.volatile.shared.u32 %r1, [flag]; //!
    setp.eq.u32 %p3, %r1, 0;
    @%p3 bra WAIT;)";

static void expectFewInstructions(const TestRun &run) {
  EXPECT_TRUE(run.result.stopped);
  EXPECT_LT(run.result.statistics.getWarpInstructions(), kFewInstructions);
}

TEST(ProgressTest, AnMbarrierWhereNobodyArrivesIsFoundAtOnce) {
  TestRun run =
      runWrong(getTwoWarps(), withBarrier(1, kWaitForBarrier), "deadlock");
  EXPECT_EQ(
      getMessage(run),
      "no thread of the CTA can continue: this one waits for phase 0 of the "
      "mbarrier at byte 0, where 1 of 1 arrivals and 0 bytes are "
      "missing");
  EXPECT_TRUE(run.result.reports.front().waiters.empty());
  expectFewInstructions(run);
}

TEST(ProgressTest, SomebodyArrivesAfterALongTime) {
  std::string body = std::string("@%p1 bra WAIT;") + kLongTime +
                     "setp.eq.u32 %p4, %t, 32;\n"
                     "@%p4 mbarrier.arrive.shared::cta.b64 %d1, [bar];" +
                     kWaitForBarrier;
  TestRun run = getTwoWarps().runClean(withBarrier(1, body));
  EXPECT_GT(run.result.statistics.getWarpInstructions(), 300'000u);
}

TEST(ProgressTest, SaysWhoWaitsWhere) {
  // Warp 0 waits for an arrival of warp 1, which waits for warp 0.
  std::string body = std::string("@!%p1 bra OTHER;") + kWaitForBarrier + R"(
    bar.sync 1;
    bra END;
  OTHER:
    bar.sync 1;
    mbarrier.arrive.shared::cta.b64 %d1, [bar];
  END:)";
  TestRun run = runWrong(getTwoWarps(), withBarrier(32, body), "deadlock");
  EXPECT_EQ(
      getMessage(run),
      "no thread of the CTA can continue: this one waits for phase 0 of the "
      "mbarrier at byte 0, where 32 of 32 arrivals and 0 bytes are "
      "missing");
  const Report &report = run.result.reports.front();
  ASSERT_EQ(report.waiters.size(), 1u);
  EXPECT_EQ(report.waiters[0].what,
            "barrier 1, where 32 of 64 threads have arrived");
  EXPECT_EQ(report.waiters[0].threads, 32u);
  EXPECT_EQ(report.waiters[0].thread.x, 32u);
  EXPECT_EQ(report.waiters[0].location.instruction, "bar.sync\t1;");
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, report);
  EXPECT_NE(text.find("\n  32 other threads wait for barrier 1, where 32 of 64 "
                      "threads have arrived:\n  at PTX line "),
            std::string::npos)
      << text;
  expectFewInstructions(run);
}

TEST(ProgressTest, AWaitForBytesThatNobodySendsComesFirst) {
  std::string body = std::string(R"(
    .shared .align 8 .b64 full;
    setp.eq.u32 %p4, %t, 32;
    @%p4 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
    @!%p1 bra OTHER;)") +
                     kWaitForBarrier +
                     R"(
    bra END;
  OTHER:
    @%p4 mbarrier.arrive.expect_tx.shared::cta.b64 %d1, [full], 64;
  FULL:
    mbarrier.try_wait.parity.shared::cta.b64 %p5, [full], 0;
    @!%p5 bra FULL;
  END:)";
  TestRun run = getTwoWarps().run(withBarrier(1, body));
  ASSERT_EQ(run.result.reports.size(), 1u);
  EXPECT_NE(run.result.reports[0].message.find(
                "0 of 1 arrivals and 64 bytes are missing; expected 64 bytes: "
                "64 at PTX line"),
            std::string::npos)
      << run.result.reports[0].message;
  EXPECT_EQ(run.result.reports[0].waiters.size(), 1u);
}

TEST(ProgressTest, BarriersWithoutLoopsSayWhoWaitsWhere) {
  TestRun run = getTwoWarps().run("setp.lt.u32 %p1, %t, 32;\n"
                                  "@%p1 bra A;\n"
                                  "bar.sync 1, 64;\n"
                                  "bra B;\n"
                                  "A: bar.sync 2, 64;\n"
                                  "B:");
  ASSERT_EQ(run.result.reports.size(), 1u);
  const Report &report = run.result.reports.front();
  ASSERT_EQ(report.waiters.size(), 1u);
  EXPECT_EQ(report.waiters[0].what,
            "barrier 1, where 32 of 64 threads have arrived");
}

TEST(ProgressTest, AFlagInSharedMemoryThatNobodySets) {
  TestRun run =
      runWrong(getTwoWarps(), withBarrier(1, kWaitForFlag), "deadlock");
  EXPECT_EQ(getMessage(run),
            "no thread of the CTA can continue: this one reads shared memory "
            "in a loop, and no thread writes to it");
}

TEST(ProgressTest, AFlagThatIsSetAfterALongTime) {
  std::string body = std::string("@%p1 bra WAIT;") + kLongTime + R"(
    setp.eq.u32 %p4, %t, 32;
    @%p4 st.volatile.shared.u32 [flag], 1;)" +
                     kWaitForFlag;
  TestRun run = getTwoWarps().runClean(withBarrier(1, body));
  // Who reads the same again lets the other warp run.
  EXPECT_LT(run.result.statistics.sharedLoads.requests, 100u);
}

TEST(ProgressTest, AFlagOfAnotherCTAThatIsSetAfterALongTime) {
  // By loads, and by atomic operations.
  for (std::string read : {"ld.acquire.gpu.global.u32 %r2, [done];",
                           "ld.volatile.global.u32 %r2, [done];",
                           "atom.global.cas.b32 %r2, [done], 1, 1;"}) {
    TestKernel kernel;
    kernel.blocks = 2;
    kernel.options.threads = 1;
    kernel.module = ".global .u32 done = 0;";
    TestRun run = kernel.runClean(R"(
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 1;
    setp.eq.u32 %p2, %t, 0;
    @%p1 bra SET;
    @!%p2 ret;
  WAIT:
    )" + read + R"(
    setp.eq.u32 %p4, %r2, 0;
    @%p4 bra WAIT;
    ret;
  SET:)" + kLongTime + R"(
    @%p2 st.release.gpu.global.u32 [done], 1;)");
    EXPECT_LT(run.result.statistics.globalLoads.requests +
                  run.result.statistics.globalAtomics.requests,
              1000u);
  }
}

TEST(ProgressTest, APolledFlagThatNobodySetsComesToTheLimit) {
  TestKernel kernel;
  kernel.options.stepLimit = 1'000'000;
  kernel.module = ".global .u32 done = 0;";
  TestRun run = kernel.run("L: ld.volatile.global.u32 %r2, [done];\n"
                           "setp.eq.u32 %p4, %r2, 0;\n@%p4 bra L;");
  EXPECT_NE(run.getFindings().find("step-limit"), std::string::npos);
}

TEST(ProgressTest, LanesOfAWarpThatWaitForOthersOfIt) {
  // The lanes that arrive are held where the branches meet, until the simulator
  // sees that lane 0 makes no progress.
  std::string body = R"(
    @!%p2 bra MEET;)" +
                     std::string(kWaitForBarrier) + R"(
    bra.uni END;
  MEET:
    @%p1 mbarrier.arrive.shared::cta.b64 %d1, [bar];
  END:)";
  TestRun run = getTwoWarps().runClean(withBarrier(31, body));
  EXPECT_LT(run.result.statistics.getWarpInstructions(), kFewInstructions);
}

TEST(ProgressTest, ALoopThatGivesUpIsNoDeadLock) {
  TestRun run = getTwoWarps().runClean(withBarrier(1, R"(
    mov.u32 %r9, 0;
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p4, %r9, 5000;
    @%p4 bra WAIT;
    st.global.u32 [%out], %r9;)"));
  EXPECT_EQ(run.get<uint32_t>(63), 5000u);
}

TEST(ProgressTest, ALoopThatLooksAtTheClockIsNoDeadLock) {
  TestRun run = getTwoWarps().runClean(withBarrier(1, R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    mov.u64 %d1, %clock64;
    setp.lt.u64 %p4, %d1, 9000;
    @%p4 bra WAIT;
    st.global.u32 [%out], 7;)"));
  EXPECT_EQ(run.get<uint32_t>(63), 7u);
}

TEST(ProgressTest, AFlagInGlobalMemoryMayBeSetByAnotherCTA) {
  // Both wait for an mbarrier, too, which CTA 0 leaves when the flag is set.
  TestKernel kernel;
  kernel.blocks = 2;
  kernel.options.threads = 1;
  kernel.module = ".global .u32 done = 0;";
  TestRun run = kernel.runClean(R"(
    .shared .align 8 .b64 bar;
    setp.eq.u32 %p2, %t, 0;
    @!%p2 ret;
    mbarrier.init.shared::cta.b64 [bar], 1;
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 1;
    @%p1 bra SET;
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    ld.relaxed.gpu.global.u32 %r2, [done];
    setp.eq.u32 %p4, %r2, 0;
    @%p4 bra WAIT;
    st.global.u32 [%out], 3;
    ret;
  SET:
    st.relaxed.gpu.global.u32 [done], 1;)");
  EXPECT_EQ(run.get<uint32_t>(0), 3u);
}

TEST(ProgressTest, ALoopWithoutAWaitComesToTheLimit) {
  TestKernel kernel = getTwoWarps();
  kernel.options.stepLimit = 100'000;
  TestRun run = kernel.run(withBarrier(1, "L: bra L;"));
  EXPECT_NE(run.getFindings().find("step-limit"), std::string::npos);
}
