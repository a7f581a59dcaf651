//===- CollectiveDecodersTest.cpp - Shuffles, votes, reductions -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <cmath>
#include <random>

using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// shfl.sync
//===----------------------------------------------------------------------===//

// What the CUDA C++ Programming Guide, "Warp Shuffle Functions", says of
// segments of `width` lanes; a lane whose source is outside keeps its own.
static int getSource(const std::string &mode, int lane, int by, int width) {
  int begin = lane / width * width, end = begin + width;
  if (mode == "idx")
    return begin + by % width;
  if (mode == "up")
    return lane - by < begin ? lane : lane - by;
  if (mode == "down")
    return lane + by >= end ? lane : lane + by;
  return (lane ^ by) >= end ? lane : lane ^ by;
}

TEST(CollectiveDecodersTest, ShufflesWithinSegments) {
  std::mt19937 random(1);
  for (const char *mode : {"up", "down", "bfly", "idx"})
    for (int width : {32, 16, 8, 4, 2, 1}) {
      uint32_t value[32], by[32];
      std::vector<uint8_t> input;
      uint32_t clamp = (32 - width) << 8 | (mode == std::string("up") ? 0 : 31);
      fillSlots<uint32_t>(input, 32, 0,
                          [&](unsigned t) { return value[t] = random(); });
      fillSlots<uint32_t>(input, 32, 4,
                          [&](unsigned t) { return by[t] = random() % 32; });
      fillSlots<uint32_t>(input, 32, 8, [&](unsigned) { return clamp; });
      TestRun run = TestKernel().runClean(
          "ld.global.u32 %r1, [%in]; ld.global.u32 %r2, [%in+4];\n"
          "ld.global.u32 %r3, [%in+8];\n"
          "shfl.sync." +
              std::string(mode) +
              ".b32 %r4|%p1, %r1, %r2, %r3, 0xffffffff;\n"
              "selp.u32 %r5, 1, 0, %p1;\n"
              "st.global.v2.u32 [%out], {%r4, %r5};",
          input);
      for (int t = 0; t < 32; ++t) {
        int source = getSource(mode, t, by[t], width);
        EXPECT_EQ(run.get<uint32_t>(t), value[source])
            << mode << " width " << width << " lane " << t << " by " << by[t];
        // The predicate tells "out of range" from a source that is the lane.
        bool isIn = source != t || by[t] == 0 ||
                    (mode == std::string("idx") &&
                     t / width * width + int(by[t]) % width == t);
        EXPECT_EQ(run.get<uint32_t>(t, 4), isIn) << mode << " lane " << t;
      }
    }
}

TEST(CollectiveDecodersTest, ShuffleOverItsOwnOperand) {
  TestRun run = TestKernel().runClean(R"(
    shfl.sync.bfly.b32 %t, %t, 1, 31, 0xffffffff;
    st.global.u32 [%out], %t;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t ^ 1);
}

TEST(CollectiveDecodersTest, LanesAtDifferentInstructionsMeet) {
  TestRun run = TestKernel().runClean(R"(
    add.u32 %r1, %t, 100;
    setp.lt.u32 %p1, %t, 10;
    @%p1 bra A;
    add.u32 %r1, %r1, 1000;
    shfl.sync.idx.b32 %r2, %r1, 3, 31, 0xffffffff;
    bra B;
  A:
    shfl.sync.idx.b32 %r2, %r1, 20, 31, 0xffffffff;
  B:
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t < 10 ? 1120u : 103u);
}

TEST(CollectiveDecodersTest, LanesInDifferentCallsMeet) {
  TestKernel kernel;
  kernel.module = ".func (.reg .b32 %s) total(.reg .b32 %x) { "
                  "redux.sync.add.u32 %s, %x, 0xffffffff; ret; }";
  TestRun run = kernel.runClean(R"(
    setp.lt.u32 %p1, %t, 10;
    @%p1 bra A;
    call (%r2), total, (%t);
    bra B;
  A:
    mov.u32 %r1, 1000;
    call (%r2), total, (%r1);
  B:
    st.global.u32 [%out], %r2;)");
  unsigned total = 10 * 1000;
  for (unsigned t = 10; t < 32; ++t)
    total += t;
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), total);
}

TEST(CollectiveDecodersTest, HalvesWithMasksOfTheirOwn) {
  TestRun run = TestKernel().runClean(R"(
    setp.lt.u32 %p1, %t, 16;
    selp.u32 %r1, 0x0000ffff, 0xffff0000, %p1;
    redux.sync.add.u32 %r2, %t, %r1;
    activemask.b32 %r3;
    st.global.v2.u32 [%out], {%r2, %r3};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), t < 16 ? 120u : 376u);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0xFFFFFFFFu);
  }
  EXPECT_EQ(run.result.statistics
                .laneInstructions[unsigned(InstructionClass::Collective)],
            64u);
}

TEST(CollectiveDecodersTest, GuardedShuffle) {
  TestRun run = TestKernel().runClean(R"(
    setp.ge.u32 %p1, %t, 8;
    mov.u32 %r2, 77;
    @%p1 shfl.sync.idx.b32 %r2, %t, 8, 31, 0xffffff00;
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t < 8 ? 77u : 8u);
}

TEST(CollectiveDecodersTest, LanesThatExitedAreNotWaitedFor) {
  TestRun run = TestKernel().runClean(R"(
    setp.lt.u32 %p1, %t, 5;
    @%p1 exit;
    setp.ne.u32 %p2, %t, 7;
    vote.sync.ballot.b32 %r1, %p2, 0xffffffff;
    st.global.u32 [%out], %r1;)");
  EXPECT_EQ(run.get<uint32_t>(31), 0xFFFFFF60u);
}

TEST(CollectiveDecodersTest, LanesThatExitWhileOthersWait) {
  // Lanes 16 to 31 run after the others have come to the vote, and exit.
  TestRun run = TestKernel().runClean(R"(
    setp.ge.u32 %p1, %t, 16;
    @%p1 bra A;
    vote.sync.ballot.b32 %r1, %p1, 0xffffffff;
    st.global.u32 [%out], 1;
    exit;
  A:
    exit;)");
  EXPECT_EQ(run.get<uint32_t>(3), 1u);
}

TEST(CollectiveDecodersTest, ACTAWithPartOfAWarp) {
  TestKernel kernel;
  kernel.threads = 40;
  TestRun run = kernel.runClean(R"(
    redux.sync.max.u32 %r1, %t, 0xffffffff;
    st.global.u32 [%out], %r1;)");
  for (unsigned t = 0; t < 40; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t < 32 ? 31u : 39u);
}

TEST(CollectiveDecodersTest, LanesThatDoNotCome) {
  TestRun run = runWrong(TestKernel(), R"(
    mov.u32 %r1, 0;
    setp.ge.u32 %p1, %t, 16;
    @%p1 bra A;
    redux.sync.add.u32 %r1, %t, 0xffffffff; //!
  A:
    st.global.u32 [%out], %r1;)",
                         "undefined");
  // It goes on with those that are there.
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t < 16 ? 120u : 0u);
  EXPECT_EQ(getMessage(run),
            "the mask 0xffffffff names lane 16, which does not reach the "
            "instruction but waits where the lanes meet again");
}

TEST(CollectiveDecodersTest, LanesAtDifferentCollectives) {
  runWrong(TestKernel(), R"(
    mov.u32 %r1, 0;
    setp.ge.u32 %p1, %t, 16;
    @%p1 bra A;
    vote.sync.ballot.b32 %r1, %p1, 0xffffffff; //!
    bra B;
  A:
    redux.sync.add.u32 %r1, %t, 0xffff0000;
  B:
    st.global.u32 [%out], %r1;)",
           "undefined");
}

TEST(CollectiveDecodersTest, ALaneThatIsNotInItsMask) {
  TestRun run = runWrong(TestKernel(), R"(
    shfl.sync.idx.b32 %r1, %t, 4, 31, 0x7fffffff; //!
    st.global.u32 [%out], %r1;)",
                         "undefined");
  EXPECT_EQ(run.get<uint32_t>(3), 4u);
  EXPECT_EQ(getMessage(run),
            "lane 31 executes the instruction but is not in its mask "
            "0x7fffffff");
}

TEST(CollectiveDecodersTest, ShuffleFromALaneThatIsNotThere) {
  TestRun run = runWrong(TestKernel(), R"(
    setp.lt.u32 %p1, %t, 16;
    @!%p1 bra A;
    shfl.sync.down.b32 %r1, %t, 1, 31, 0x0000ffff; //!
    st.global.u32 [%out], %r1;
  A:
    )",
                         "undefined");
  EXPECT_EQ(run.get<uint32_t>(14), 15u);
  EXPECT_EQ(getMessage(run),
            "lane 15 reads from lane 16, which does not take part in the "
            "shuffle");
  EXPECT_EQ(run.result.reports.at(0).thread.x, 15u);
}

//===----------------------------------------------------------------------===//
// vote.sync, match.sync, redux.sync, elect.sync
//===----------------------------------------------------------------------===//

TEST(CollectiveDecodersTest, Votes) {
  for (uint32_t bits : {0u, 0xFFFFFFFFu, 0x80000001u, 0xFFFFFFFEu}) {
    std::vector<uint8_t> input;
    fillSlots<uint32_t>(input, 32, 0,
                        [&](unsigned t) { return bits >> t & 1; });
    TestRun run = TestKernel().runClean(R"(
      ld.global.u32 %r1, [%in];
      setp.ne.u32 %p1, %r1, 0;
      vote.sync.all.pred %p2, %p1, 0xffffffff;
      vote.sync.any.pred %p3, %p1, 0xffffffff;
      vote.sync.uni.pred %p4, %p1, 0xffffffff;
      vote.sync.all.pred %p5, !%p1, 0xffffffff;
      vote.sync.ballot.b32 %r2, %p1, 0xffffffff;
      vote.sync.ballot.b32 %r3, !%p1, 0xffffffff;
      selp.u32 %r4, 1, 0, %p2; selp.u32 %r5, 1, 0, %p3;
      selp.u32 %r6, 1, 0, %p4; selp.u32 %r7, 1, 0, %p5;
      st.global.v2.u32 [%out], {%r2, %r3};
      st.global.v4.u32 [%out+16], {%r4, %r5, %r6, %r7};)",
                                        input);
    for (unsigned t = 0; t < 32; ++t) {
      EXPECT_EQ(run.get<uint32_t>(t, 0), bits);
      EXPECT_EQ(run.get<uint32_t>(t, 4), ~bits);
      EXPECT_EQ(run.get<uint32_t>(t, 16), bits == ~0u);
      EXPECT_EQ(run.get<uint32_t>(t, 20), bits != 0);
      EXPECT_EQ(run.get<uint32_t>(t, 24), bits == ~0u || bits == 0);
      EXPECT_EQ(run.get<uint32_t>(t, 28), bits == 0);
    }
  }
}

TEST(CollectiveDecodersTest, Matches) {
  std::vector<uint8_t> input;
  fillSlots<uint64_t>(
      input, 32, 0, [](unsigned t) { return (uint64_t(t % 3) << 40) + t % 2; });
  TestRun run = TestKernel().runClean(R"(
    ld.global.u64 %d1, [%in];
    cvt.u32.u64 %r1, %d1;
    match.any.sync.b64 %r2, %d1, 0xffffffff;
    match.any.sync.b32 %r3, %r1, 0xffffffff;
    match.all.sync.b64 %r4|%p1, %d1, 0xffffffff;
    mov.u32 %r5, 9;
    match.all.sync.b32 %r6|%p2, %r5, 0xffffffff;
    selp.u32 %r7, 1, 0, %p1; selp.u32 %r8, 1, 0, %p2;
    st.global.v2.u32 [%out], {%r2, %r3};
    st.global.v4.u32 [%out+16], {%r4, %r7, %r6, %r8};)",
                                      input);
  for (unsigned t = 0; t < 32; ++t) {
    uint32_t like6 = 0, like2 = 0;
    for (unsigned u = 0; u < 32; ++u) {
      like6 |= uint32_t(u % 6 == t % 6) << u;
      like2 |= uint32_t(u % 2 == t % 2) << u;
    }
    EXPECT_EQ(run.get<uint32_t>(t, 0), like6);
    EXPECT_EQ(run.get<uint32_t>(t, 4), like2);
    EXPECT_EQ(run.get<uint32_t>(t, 16), 0u);
    EXPECT_EQ(run.get<uint32_t>(t, 20), 0u);
    EXPECT_EQ(run.get<uint32_t>(t, 24), ~0u);
    EXPECT_EQ(run.get<uint32_t>(t, 28), 1u);
  }
}

TEST(CollectiveDecodersTest, IntegerReductions) {
  std::mt19937 random(2);
  std::vector<uint8_t> input;
  uint32_t values[32];
  fillSlots<uint32_t>(input, 32, 0,
                      [&](unsigned t) { return values[t] = random(); });
  TestRun run = TestKernel().runClean(R"(
    ld.global.u32 %r1, [%in];
    redux.sync.add.u32 %r2, %r1, 0xffffffff;
    redux.sync.add.s32 %r3, %r1, 0xffffffff;
    redux.sync.min.u32 %r4, %r1, 0xffffffff;
    redux.sync.min.s32 %r5, %r1, 0xffffffff;
    redux.sync.max.u32 %r6, %r1, 0xffffffff;
    redux.sync.max.s32 %r7, %r1, 0xffffffff;
    redux.sync.and.b32 %r8, %r1, 0xffffffff;
    redux.sync.or.b32 %r9, %r1, 0xffffffff;
    redux.sync.xor.b32 %r10, %r1, 0xffffffff;
    st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};
    st.global.v4.u32 [%out+16], {%r6, %r7, %r8, %r9};
    st.global.u32 [%out+32], %r10;)",
                                      input);
  uint32_t sum = 0, all = ~0u, any = 0, odd = 0;
  std::vector<uint32_t> u(values, values + 32);
  std::vector<int32_t> s(u.begin(), u.end());
  for (uint32_t value : u) {
    sum += value;
    all &= value;
    any |= value;
    odd ^= value;
  }
  std::sort(u.begin(), u.end());
  std::sort(s.begin(), s.end());
  uint32_t expected[] = {
      sum, sum, u.front(), uint32_t(s[0]), u.back(), uint32_t(s[31]),
      all, any, odd};
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned e = 0; e < 9; ++e)
      EXPECT_EQ(run.get<uint32_t>(t, 4 * e), expected[e]) << e;
}

TEST(CollectiveDecodersTest, FloatReductions) {
  auto reduce = [](std::vector<float> values) {
    std::vector<uint8_t> input;
    fillSlots<float>(input, 32, 0,
                     [&](unsigned t) { return values[t % values.size()]; });
    TestRun run = TestKernel().runClean(R"(
      ld.global.f32 %f1, [%in];
      redux.sync.min.f32 %f2, %f1, 0xffffffff;
      redux.sync.max.f32 %f3, %f1, 0xffffffff;
      redux.sync.max.NaN.f32 %f4, %f1, 0xffffffff;
      redux.sync.max.abs.f32 %f5, %f1, 0xffffffff;
      redux.sync.min.abs.NaN.f32 %f6, %f1, 0xffffffff;
      st.global.v4.f32 [%out], {%f2, %f3, %f4, %f5};
      st.global.f32 [%out+16], %f6;)",
                                        input);
    std::vector<float> results;
    for (unsigned e = 0; e < 5; ++e)
      results.push_back(run.get<float>(7, 4 * e));
    return results;
  };
  EXPECT_EQ(reduce({1.5f, -3.0f, 2.0f}),
            (std::vector<float>{-3.0f, 2.0f, 2.0f, 3.0f, 1.5f}));
  std::vector<float> zeros = reduce({0.0f, -0.0f});
  EXPECT_TRUE(std::signbit(zeros[0]));
  EXPECT_FALSE(std::signbit(zeros[1]));
  std::vector<float> mixed = reduce({NAN, -1.0f, 1e-45f});
  EXPECT_EQ(mixed[0], -1.0f);
  EXPECT_EQ(mixed[1], 1e-45f);
  EXPECT_TRUE(std::isnan(mixed[2]));
  EXPECT_EQ(mixed[3], 1.0f);
  EXPECT_TRUE(std::isnan(mixed[4]));
  EXPECT_TRUE(std::isnan(reduce({NAN})[1]));
}

TEST(CollectiveDecodersTest, ElectionTakesTheLowestLane) {
  TestRun run = TestKernel().runClean(R"(
    setp.ge.u32 %p1, %t, 12;
    mov.u32 %r1, 99; mov.u32 %r2, 0;
    @!%p1 bra A;
    elect.sync %r1|%p2, 0xfffff000;
    selp.u32 %r2, 1, 0, %p2;
  A:
    st.global.v2.u32 [%out], {%r1, %r2};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), t < 12 ? 99u : 12u);
    EXPECT_EQ(run.get<uint32_t>(t, 4), t == 12);
  }
}

//===----------------------------------------------------------------------===//
// bar.warp.sync
//===----------------------------------------------------------------------===//

static std::string getNeighbourKernel(const std::string &barrier) {
  return R"(
    .shared .u32 values[32];
    mov.u32 %r1, values;
    shl.b32 %r2, %t, 2;
    add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3], %t;
    )" + barrier +
         R"(
    xor.b32 %r4, %r2, 4;
    add.u32 %r4, %r1, %r4;
    ld.shared.u32 %r5, [%r4]; //!
    st.global.u32 [%out], %r5;)";
}

TEST(CollectiveDecodersTest, WarpBarriersOrderLanes) {
  TestRun run =
      TestKernel().runClean(getNeighbourKernel("bar.warp.sync 0xffffffff;"));
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t ^ 1);
  runWrong(TestKernel(), getNeighbourKernel(""), "shared-race");
}

TEST(CollectiveDecodersTest, WarpBarriersOfDifferentPaths) {
  TestRun run = TestKernel().runClean(R"(
    setp.lt.u32 %p1, %t, 16;
    @%p1 bra A;
    mov.u32 %r1, 1;
    bar.warp.sync 0xffffffff;
    bra B;
  A:
    mov.u32 %r1, 2;
    bar.warp.sync 0xffffffff;
  B:
    st.global.u32 [%out], %r1;)");
  EXPECT_EQ(run.get<uint32_t>(0), 2u);
  EXPECT_EQ(run.get<uint32_t>(31), 1u);
}
