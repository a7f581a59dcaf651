//===- MbarrierDecodersTest.cpp - mbarrier --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

/// Thread 0 makes a barrier of `count` arrivals in `bar`; then `body`.
static std::string withBarrier(unsigned count, const std::string &body) {
  return R"(
    .shared .align 8 .b64 bar;
    setp.eq.u32 %p15, %t, 0;
    @%p15 mbarrier.init.shared::cta.b64 [bar], )" +
         std::to_string(count) + ";\nbar.sync 0;\n" + body;
}

TEST(MbarrierDecodersTest, OrdersWhatWasWrittenBefore) {
  TestKernel kernel;
  kernel.threads = 96;
  auto body = [](const std::string &arrive, const std::string &wait) {
    return withBarrier(96, R"(
    .shared .u32 values[96];
    mov.u32 %r1, values;
    shl.b32 %r2, %t, 2;
    add.u32 %r3, %r1, %r2;
    sub.u32 %r4, 380, %r2;
    add.u32 %r4, %r1, %r4;
    st.shared.u32 [%r3], %t;
    )" + arrive + R"(
  WAIT:
    )" + wait + R"(
    @!%p1 bra WAIT;
    ld.shared.u32 %r5, [%r4]; //!
    st.global.u32 [%out], %r5;)");
  };
  std::string arrive = "mbarrier.arrive.shared::cta.b64 %d1, [bar];";
  for (const char *wait :
       {"mbarrier.test_wait.shared::cta.b64 %p1, [bar], %d1;",
        "mbarrier.try_wait.shared::cta.b64 %p1, [bar], %d1, 1000;",
        "mbarrier.test_wait.parity.shared::cta.b64 %p1, [bar], 0;",
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [bar], "
        "0;"}) {
    TestRun run = kernel.runClean(body(arrive, wait));
    for (unsigned t = 0; t < 96; ++t)
      EXPECT_EQ(run.get<uint32_t>(t), 95 - t);
  }
  std::string wait = "mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;";
  runWrong(
      kernel,
      body("mbarrier.arrive.relaxed.cta.shared::cta.b64 %d1, [bar];", wait),
      "shared-race");
  runWrong(kernel,
           body(arrive, "mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 "
                        "%p1, [bar], 0;"),
           "shared-race");
}

TEST(MbarrierDecodersTest, PhasesFollowEachOther) {
  // Two warps hand a value to and fro, 10 times.
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.runClean(R"(
    .shared .align 8 .b64 full; .shared .align 8 .b64 empty;
    .shared .u32 value;
    setp.eq.u32 %p15, %t, 0;
    @%p15 mbarrier.init.shared::cta.b64 [full], 1;
    @%p15 mbarrier.init.shared::cta.b64 [empty], 32;
    bar.sync 0;
    mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r5, 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra CONSUMER;
  PRODUCER:
    xor.b32 %r3, %r2, 1;
  W1:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [empty], %r3;
    @!%p2 bra W1;
    mul.lo.u32 %r4, %r1, %r1;
    @%p15 st.shared.u32 [value], %r4;
    @%p15 mbarrier.arrive.shared::cta.b64 _, [full];
    xor.b32 %r2, %r2, 1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 10;
    @%p3 bra PRODUCER;
    bra DONE;
  CONSUMER:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], %r2;
    @!%p2 bra CONSUMER;
    ld.shared.u32 %r4, [value];
    add.u32 %r5, %r5, %r4;
    mbarrier.arrive.shared::cta.b64 _, [empty];
    xor.b32 %r2, %r2, 1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 10;
    @%p3 bra CONSUMER;
  DONE:
    st.global.u32 [%out], %r5;)");
  EXPECT_EQ(run.get<uint32_t>(5), 0u);
  EXPECT_EQ(run.get<uint32_t>(40), 285u);
}

TEST(MbarrierDecodersTest, CountsAndTransactions) {
  TestRun run = TestKernel().runClean(withBarrier(10, R"(
    @!%p15 exit;
    mbarrier.arrive.noComplete.shared::cta.b64 %d1, [bar], 3;
    mbarrier.pending_count.b64 %r1, %d1;
    mbarrier.arrive_drop.noComplete.shared::cta.b64 %d2, [bar], 2;
    mbarrier.pending_count.b64 %r2, %d2;
    mbarrier.arrive.shared::cta.b64 %d3, [bar], 4;
    mbarrier.pending_count.b64 %r3, %d3;
    mbarrier.arrive.expect_tx.shared::cta.b64 %d4, [bar], 100;
    mbarrier.pending_count.b64 %r4, %d4;
    mbarrier.test_wait.shared::cta.b64 %p1, [bar], %d4;
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 60;
    mbarrier.test_wait.shared::cta.b64 %p2, [bar], %d4;
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 40;
    mbarrier.test_wait.shared::cta.b64 %p3, [bar], %d4;
    // The next phase has two arrivals fewer.
    mbarrier.arrive.shared::cta.b64 %d5, [bar], 7;
    mbarrier.pending_count.b64 %r5, %d5;
    mbarrier.test_wait.shared::cta.b64 %p4, [bar], %d5;
    mbarrier.arrive.shared::cta.b64 %d6, [bar];
    mbarrier.test_wait.shared::cta.b64 %p5, [bar], %d5;
    mbarrier.inval.shared::cta.b64 [bar];
    mov.u64 %d7, 5;
    st.shared.u64 [bar], %d7;
    selp.u32 %r6, 1, 0, %p1; selp.u32 %r7, 1, 0, %p2;
    selp.u32 %r8, 1, 0, %p3; selp.u32 %r9, 1, 0, %p4;
    selp.u32 %r10, 1, 0, %p5;
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%out+16], {%r5, %r6, %r7, %r8};
    st.global.v2.u32 [%out+32], {%r9, %r10};)"));
  const uint32_t expected[] = {10, 7, 5, 1, 8, 0, 0, 1, 0, 1};
  for (unsigned e = 0; e < 10; ++e)
    EXPECT_EQ(run.get<uint32_t>(0, 4 * e), expected[e]) << e;
}

TEST(MbarrierDecodersTest, CopiesArrive) {
  TestKernel kernel;
  kernel.threads = 64;
  auto body = [](unsigned count, const std::string &arrive) {
    return withBarrier(count, R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    sub.u32 %r4, 1008, %r2;
    add.u32 %r4, %r1, %r4;
    cp.async.cg.shared.global [%r3], [%in], 16;
    )" + arrive + R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
    @!%p1 bra WAIT;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%out], %r5;)");
  };
  std::vector<uint8_t> input;
  fillSlots<uint32_t>(input, 64, 0, [](unsigned t) { return t * 3; });
  for (const std::string &text :
       {body(64, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar];"),
        body(64, "cp.async.mbarrier.arrive.shared::cta.b64 [bar];\n"
                 "mbarrier.arrive.shared::cta.b64 _, [bar];")}) {
    TestRun run = kernel.runClean(text, input);
    for (unsigned t = 0; t < 64; ++t)
      EXPECT_EQ(run.get<uint32_t>(t), (63 - t) * 3);
  }
}

TEST(MbarrierDecodersTest, NeverInitialised) {
  TestRun run = runWrong(TestKernel(), R"(
    .shared .align 8 .b64 other[3];
    mbarrier.arrive.shared::cta.b64 %d1, [other+16]; //!)",
                         "undefined");
  EXPECT_EQ(getMessage(run), "the mbarrier at byte 16 of shared memory was "
                             "never initialised");
}

TEST(MbarrierDecodersTest, NoBarrierAfterInit) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.run(R"(
    .shared .align 8 .b64 bar;
    setp.eq.u32 %p1, %t, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 64;
    mbarrier.arrive.shared::cta.b64 %d1, [bar];)");
  EXPECT_EQ(run.getFindings(), "shared-race@28");
  EXPECT_EQ(getMessage(run),
            "the mbarrier at byte 0 of shared memory was initialised by "
            "another thread, with no barrier between");
}

TEST(MbarrierDecodersTest, ThePrecedingPhaseIsOver) {
  TestRun run = TestKernel().runClean(withBarrier(1, R"(
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 1;
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2;
    st.global.v2.u32 [%out], {%r1, %r2};)"));
  EXPECT_EQ(run.get<uint32_t>(9, 0), 1u);
  EXPECT_EQ(run.get<uint32_t>(9, 4), 0u);
}

TEST(MbarrierDecodersTest, Overwritten) {
  TestRun run = runWrong(TestKernel(), withBarrier(1, R"(
    @%p15 st.shared.u32 [bar], %t;
    @%p15 mbarrier.arrive.shared::cta.b64 %d1, [bar]; //!)"),
                         "undefined");
  EXPECT_EQ(getMessage(run), "the mbarrier at byte 0 of shared memory was "
                             "overwritten after it was initialised");
}

TEST(MbarrierDecodersTest, InitialisedTwice) {
  runWrong(TestKernel(), withBarrier(1, R"(
    @%p15 mbarrier.init.shared::cta.b64 [bar], 1; //!)"),
           "undefined");
}

TEST(MbarrierDecodersTest, SeveralThreadsInitialise) {
  auto getBody = [](const char *count) {
    return std::string(R"(
    .shared .align 8 .b64 bar;
    and.b32 %r2, %t, 1; add.u32 %r2, %r2, 1; mov.u32 %r1, 1;
    mbarrier.init.shared::cta.b64 [bar], )") +
           count + R"(; //!
    bar.warp.sync 0xffffffff;
    setp.eq.u32 %p1, %t, 0;
    @%p1 mbarrier.arrive.shared::cta.b64 %d1, [bar];
    W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra W;)";
  };
  TestRun run = TestKernel().runClean(getBody("%r1"));
  EXPECT_EQ(run.getNotes().substr(0, 12), "shared-race@");
  EXPECT_EQ(getMessage(run), "32 threads of a warp initialise 1 mbarrier, each "
                             "with the same count: one thread is enough");
  // With two counts, one of them stays.
  TestRun other = TestKernel().run(getBody("%r2"));
  EXPECT_NE(other.getFindings(), "");
}

TEST(MbarrierDecodersTest, TooManyArrivals) {
  TestRun run = runWrong(TestKernel(), withBarrier(8, R"(
    @%p15 mbarrier.arrive.shared::cta.b64 %d1, [bar], 9; //!)"),
                         "undefined");
  EXPECT_EQ(getMessage(run), "arrives 9 times at the mbarrier at byte 0, "
                             "where 8 arrivals are pending");
  runWrong(TestKernel(), withBarrier(8, R"(
    @%p15 mbarrier.arrive.noComplete.shared::cta.b64 %d1, [bar], 8; //!)"),
           "undefined");
}

TEST(MbarrierDecodersTest, NobodyArrives) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = runWrong(kernel, withBarrier(65, R"(
    mbarrier.arrive.shared::cta.b64 %d1, [bar];
  WAIT:
    mbarrier.try_wait.shared::cta.b64 %p1, [bar], %d1; //!
    @!%p1 bra WAIT;)"),
                         "deadlock");
  EXPECT_EQ(
      getMessage(run),
      "no thread of the CTA can continue: this one waits for phase 0 of the "
      "mbarrier at byte 0, where 1 of 65 arrivals and 0 bytes are "
      "missing; so far 64 arrivals: 64 at PTX line 30");
  EXPECT_TRUE(run.result.stopped);
}

TEST(MbarrierDecodersTest, AWaitForAPhaseAfterTheLast) {
  TestRun run = runWrong(TestKernel(), withBarrier(32, R"(
    mbarrier.arrive.shared::cta.b64 %d1, [bar];
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 1; //!
    @!%p1 bra WAIT;
  AGAIN:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
    @!%p1 bra AGAIN;
    bra WAIT;)"),
                         "deadlock");
  EXPECT_NE(getMessage(run).find("waits for phase 1"), std::string::npos);
  EXPECT_NE(getMessage(run).find("; phase 0 had 32 arrivals: 32 at PTX line"),
            std::string::npos)
      << getMessage(run);
}

TEST(MbarrierDecodersTest, MoreArriveAtOnceThanArePending) {
  for (unsigned count : {16, 31}) {
    TestRun run = runWrong(
        TestKernel(),
        withBarrier(count, "mbarrier.arrive.shared::cta.b64 %d1, [bar]; //!"),
        "undefined");
    EXPECT_EQ(
        getMessage(run),
        "more threads of one warp arrive at once at the mbarrier at byte 0 "
        "than its phase has arrivals pending, on a GPU an unspecified launch "
        "failure: it expects " +
            std::to_string(count) +
            " arrivals in a phase. Expected that fewer threads arrive, or a "
            "greater count in mbarrier.init");
  }
  EXPECT_EQ(TestKernel()
                .runClean(withBarrier(
                    32, "mbarrier.arrive.shared::cta.b64 %d1, [bar];"))
                .getNotes(),
            "");
}

TEST(MbarrierDecodersTest, ExpectedByAThreadThatDoesNotArrive) {
  TestKernel kernel;
  kernel.threads = 64;
  // Thread 32 expects 8 bytes, and thread 0 arrives and completes them.
  auto body = [](const std::string &between) {
    return withBarrier(1, R"(
    setp.eq.u32 %p1, %t, 32;
    @%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8;
    )" + between + R"(
    @%p15 mbarrier.arrive.shared::cta.b64 %d1, [bar]; //!
    @%p15 mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 8;)");
  };
  TestRun run = runWrong(kernel, body(""), "shared-race");
  EXPECT_NE(getMessage(run).find("nothing orders it after the 8 bytes that "
                                 "are expected at PTX line"),
            std::string::npos)
      << getMessage(run);
  EXPECT_EQ(kernel.runClean(body("bar.sync 0;")).getNotes(), "");
}

TEST(MbarrierDecodersTest, EndsBeforeACopySignalsIt) {
  std::vector<uint8_t> input(64);
  TestRun run = runWrong(TestKernel(), withBarrier(1, R"(
    .shared .align 16 .b8 s[64];
    mov.u32 %r1, s; mov.u32 %r9, bar;
    ld.param.u64 %d1, [in];
    @!%p15 bra END;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%d1], 64, [%r9];
    mbarrier.inval.shared::cta.b64 [bar]; //!
  END:)"),
                         "undefined", input);
  EXPECT_NE(getMessage(run).find("no thread has waited for the copy"),
            std::string::npos);
}

TEST(MbarrierDecodersTest, GenericAddresses) {
  TestRun run = TestKernel().runClean(withBarrier(32, R"(
    mov.u64 %d1, bar;
    cvta.shared.u64 %d2, %d1;
    mbarrier.arrive.b64 %d3, [%d2];
    mbarrier.test_wait.b64 %p1, [%d2], %d3;
    selp.u32 %r1, 1, 0, %p1;
    st.global.u32 [%out], %r1;)"));
  EXPECT_EQ(run.get<uint32_t>(31), 1u);
  runWrong(TestKernel(), "mbarrier.arrive.b64 %d3, [%out]; //!", "undefined");
}
