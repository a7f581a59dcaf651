//===- AsyncDecodersTest.cpp - cp.async and its groups --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <random>

using namespace mlir::tile::sim;

/// 16 bytes of each thread go to shared memory; each reads its neighbour's.
static std::string getCopyKernel(const std::string &wait,
                                 const std::string &barrier) {
  return R"(
    .shared .align 16 .b8 s[2048];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    xor.b32 %r4, %r3, 16;
    cp.async.cg.shared.global [%r3], [%in], 16;
    )" + wait +
         "\n" + barrier + R"(
    ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r4]; //!
    st.global.v4.u32 [%out], {%r5, %r6, %r7, %r8};)";
}

static std::vector<uint8_t> getRandom(unsigned threads) {
  std::vector<uint8_t> input(threads * kSlot);
  std::mt19937 random(5);
  for (uint8_t &byte : input)
    byte = random();
  return input;
}

TEST(AsyncDecodersTest, CopiesArriveAfterTheWait) {
  TestKernel kernel;
  kernel.threads = 64;
  std::vector<uint8_t> input = getRandom(64);
  for (const char *wait : {"cp.async.wait_all;",
                           "cp.async.commit_group; cp.async.wait_group 0;"}) {
    TestRun run = kernel.runClean(getCopyKernel(wait, "bar.sync 0;"), input);
    for (unsigned t = 0; t < 64; ++t)
      EXPECT_EQ(std::memcmp(run.out.data() + t * kSlot,
                            input.data() + (t ^ 1) * kSlot, 16),
                0)
          << t;
    const Statistics &s = run.result.statistics;
    EXPECT_EQ(s.globalLoads.bytes, 64u * 16);
    // 64 bytes from one slot to the next: a sector each.
    EXPECT_EQ(s.globalLoads.sectors, 64u);
    EXPECT_EQ(s.sharedStores.bytes, 64u * 16);
    EXPECT_EQ(s.sharedStores.bankConflicts, 0u);
  }
}

TEST(AsyncDecodersTest, ReadsBeforeTheWaitAreFound) {
  TestKernel kernel;
  kernel.threads = 64;
  // Committed, or waited for by another group's count: not there yet.
  for (const char *wait : {"cp.async.commit_group;",
                           "cp.async.commit_group; cp.async.wait_group 1;",
                           "cp.async.wait_group 0;"}) {
    TestRun run = runWrong(kernel, getCopyKernel(wait, "bar.sync 0;"),
                           "uninitialized-shared");
    EXPECT_NE(
        getMessage(run).find("an asynchronous copy that no thread has waited "
                             "for"),
        std::string::npos);
    // What was there before the copy is what is read.
    EXPECT_EQ(run.get<uint64_t>(3), 0u);
  }
}

TEST(AsyncDecodersTest, TheWaitIsForTheOwnThreadOnly) {
  runWrong(TestKernel(), getCopyKernel("cp.async.wait_all;", ""),
           "shared-race");
}

TEST(AsyncDecodersTest, ACopyOverWhatOthersRead) {
  TestKernel kernel;
  kernel.threads = 64;
  auto body = [](const std::string &barrier) {
    return R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    xor.b32 %r4, %r3, 512;
    st.shared.v4.u32 [%r3], {%t, %t, %t, %t};
    bar.sync 0;
    ld.shared.u32 %r5, [%r4];
    )" + barrier +
           R"(
    cp.async.cg.shared.global [%r3], [%in], 16; //!
    cp.async.wait_all;
    bar.sync 0;
    st.global.u32 [%out], %r5;)";
  };
  TestRun run = kernel.runClean(body("bar.sync 0;"));
  EXPECT_EQ(run.get<uint32_t>(5), 37u);
  // The second warp reads what the first has copied, and copies over what it
  // has read.
  EXPECT_EQ(kernel.run(body("")).getFindings(),
            "shared-race@32 shared-race@34");
}

TEST(AsyncDecodersTest, GroupsCompleteInOrder) {
  std::vector<uint8_t> input = getRandom(32);
  auto body = [](unsigned allowed, unsigned read) {
    return R"(
    .shared .align 16 .b8 s[2048];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 6;
    add.u32 %r3, %r1, %r2;
    cp.async.ca.shared.global [%r3], [%in], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r3+16], [%in+16], 8;
    cp.async.ca.shared.global [%r3+24], [%in+24], 8;
    cp.async.commit_group;
    cp.async.commit_group;
    cp.async.ca.shared::cta.global [%r3+48], [%in+48], 16;
    cp.async.commit_group;
    cp.async.wait_group )" +
           std::to_string(allowed) + ";\nld.shared.u32 %r4, [%r3+" +
           std::to_string(read) + "]; //!\nst.global.u32 [%out], %r4;";
  };
  // The bytes of each group, and how many later groups there are.
  for (auto [read, later] : {std::pair(0u, 3u), {16, 2}, {28, 2}, {48, 0}})
    for (unsigned allowed = 0; allowed < 5; ++allowed) {
      if (allowed > later) {
        runWrong(TestKernel(), body(allowed, read), "uninitialized-shared",
                 input);
        continue;
      }
      TestRun run = TestKernel().runClean(body(allowed, read), input);
      EXPECT_EQ(std::memcmp(run.out.data() + 9 * kSlot,
                            input.data() + 9 * kSlot + read, 4),
                0);
    }
}

TEST(AsyncDecodersTest, ShortSourcesAreFilledWithZeros) {
  std::vector<uint8_t> input = getRandom(32);
  // Lane t copies t % 17 bytes of 16, and the second time all or none.
  TestRun run = TestKernel().runClean(R"(
    .shared .align 16 .b8 s[2048];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 6;
    add.u32 %r3, %r1, %r2;
    rem.u32 %r4, %t, 17;
    setp.eq.u32 %p1, %r4, 3;
    cp.async.ca.shared.global [%r3], [%in], 16, %r4;
    cp.async.cg.shared.global [%r3+16], [%in+16], 16, %p1;
    cp.async.cg.shared.global [%r3+32], [%in+32], 16, 0;
    cp.async.wait_all;
    ld.shared.v2.u64 {%d1, %d2}, [%r3];
    ld.shared.v2.u64 {%d3, %d4}, [%r3+16];
    ld.shared.v2.u64 {%d5, %d6}, [%r3+32];
    st.global.v2.u64 [%out], {%d1, %d2};
    st.global.v2.u64 [%out+16], {%d3, %d4};
    st.global.v2.u64 [%out+32], {%d5, %d6};)",
                                      input);
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned b = 0; b < 16; ++b) {
      const uint8_t *in = input.data() + t * kSlot,
                    *out = run.out.data() + t * kSlot;
      EXPECT_EQ(out[b], b < t % 17 ? in[b] : 0);
      EXPECT_EQ(out[16 + b], t % 17 == 3 ? 0 : in[16 + b]);
      EXPECT_EQ(out[32 + b], 0);
    }
}

TEST(AsyncDecodersTest, WhatIsNotReadNeedsNoAddress) {
  // As loads at the edge of an array are masked.
  TestRun run = TestKernel().runClean(R"(
    .shared .align 16 .b8 s[512];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    mov.u32 %r4, 0;
    mov.u64 %d1, 0;
    cp.async.cg.shared.global [%r3], [%d1], 16, %r4;
    cp.async.wait_all;
    ld.shared.u32 %r5, [%r3];
    st.global.u32 [%out], %r5;)");
  EXPECT_EQ(run.get<uint32_t>(1), 0u);
  runWrong(TestKernel(), R"(
    .shared .align 16 .b8 s[16];
    ld.param.u64 %d1, [in];
    mov.u32 %r1, s;
    setp.eq.u32 %p1, %t, 0;
    @%p1 cp.async.cg.shared.global [%r1], [%d1+2040], 16; //!
    cp.async.wait_all;)",
           "misaligned");
}

TEST(AsyncDecodersTest, TooManySourceBytes) {
  TestRun run = runWrong(TestKernel(), R"(
    .shared .align 16 .b8 s[512];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 4;
    add.u32 %r3, %r1, %r2;
    mov.u32 %r4, 17;
    cp.async.cg.shared.global [%r3], [%in], 16, %r4; //!
    cp.async.wait_all;)",
                         "undefined");
  EXPECT_EQ(getMessage(run), "expected at most 16 bytes to be read, found 17");
}

TEST(AsyncDecodersTest, WrongSizes) {
  TestRun run = TestKernel().run(R"(
    .shared .align 16 .b8 s[512];
    cp.async.cg.shared.global [s], [%in], 8;)");
  EXPECT_NE(run.errors.find("expected a copy of 16 bytes, found 8"),
            std::string::npos)
      << run.errors;
}

TEST(AsyncDecodersTest, APolicyMayBecomeAnIllegalInstruction) {
  TestKernel kernel;
  kernel.threads = 32;
  std::string body = getCopyKernel("cp.async.wait_all;", "bar.sync 0;");
  std::string plain = "cp.async.cg.shared.global [%r3], [%in], 16;";
  body.replace(body.find(plain), plain.size(),
               "createpolicy.fractional.L2::evict_first.b64 %d1, 1.0;\n"
               "cp.async.cg.shared.global.L2::cache_hint [%r3], [%in], 16, "
               "%d1;");
  TestRun run = kernel.run(body, getRandom(32));
  EXPECT_EQ(run.errors, "");
  // A note: it is right here.
  ASSERT_EQ(run.result.reports.size(), 1u);
  const Report &report = run.result.reports.front();
  EXPECT_TRUE(report.isNote);
  EXPECT_EQ(getReportKindName(report.kind), "ptxas-defect");
  EXPECT_TRUE(report.message.find("ptxas before 13.4") != std::string::npos);
}

TEST(AsyncDecodersTest, DivergentGroupsAreOfEachThread) {
  // Odd lanes commit once more than even ones.
  std::vector<uint8_t> input = getRandom(32);
  TestRun run = TestKernel().runClean(R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r1, s;
    shl.b32 %r2, %t, 5;
    add.u32 %r3, %r1, %r2;
    and.b32 %r4, %t, 1;
    setp.eq.u32 %p1, %r4, 1;
    cp.async.cg.shared.global [%r3], [%in], 16;
    cp.async.commit_group;
    @!%p1 bra A;
    cp.async.cg.shared.global [%r3+16], [%in+16], 16;
    cp.async.commit_group;
    cp.async.wait_group 1;
    bra B;
  A:
    cp.async.wait_group 0;
  B:
    ld.shared.u32 %r5, [%r3];
    st.global.u32 [%out], %r5;)",
                                      input);
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(
        std::memcmp(run.out.data() + t * kSlot, input.data() + t * kSlot, 4),
        0);
}
