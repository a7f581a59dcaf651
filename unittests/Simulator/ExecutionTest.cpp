//===- ExecutionTest.cpp - Order of execution -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divergence, calls, barriers, and what a launch is asked for its sizes.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile::sim;

TEST(ExecutionTest, MovesAndStores) {
  TestKernel kernel;
  kernel.threads = 48;
  kernel.blocks = 3;
  TestRun run = kernel.runClean("st.global.u32 [%out], %cta;");
  for (unsigned t = 0; t < 144; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t);
  EXPECT_EQ(run.result.statistics.threads, 144u);
  EXPECT_EQ(run.result.statistics.warps, 6u);
}

TEST(ExecutionTest, BranchesDivergeAndMeet) {
  TestRun run = TestKernel().runClean(R"(
    setp.lt.u32 %p1, %t, 10;
    @%p1 bra A;
    mov.u32 %r1, 2;
    bra B;
  A:
    mov.u32 %r1, 1;
  B:
    activemask.b32 %r2;
    st.global.v2.u32 [%out], {%r1, %r2};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), t < 10 ? 1u : 2u);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0xFFFFFFFFu);
  }
  EXPECT_EQ(run.result.statistics.divergentBranches, 1u);
}

TEST(ExecutionTest, LoopsOfDifferentLength) {
  TestRun run = TestKernel().runClean(R"(
    mov.u32 %r1, 0;
  LOOP:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, %t;
    @%p1 bra LOOP;
    activemask.b32 %r2;
    st.global.v2.u32 [%out], {%r1, %r2};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), std::max(t, 1u));
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0xFFFFFFFFu);
  }
}

TEST(ExecutionTest, ALaneThatWaitsForAnother) {
  // Lane 1 sets what the others spin on, on the other side of the branch.
  TestRun run = TestKernel().runClean(R"(
    .shared .u32 flag;
    mov.u32 %r1, 0;
    st.relaxed.cta.shared.u32 [flag], %r1;
    setp.eq.u32 %p1, %t, 1;
    @%p1 bra SET;
  SPIN:
    ld.relaxed.cta.shared.u32 %r2, [flag];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra SPIN;
    bra DONE;
  SET:
    mov.u32 %r2, 7;
    st.relaxed.cta.shared.u32 [flag], %r2;
  DONE:
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), 7u);
}

TEST(ExecutionTest, Calls) {
  TestKernel kernel;
  kernel.module = ".func (.param .b32 result) twice(.param .b32 x) { "
                  ".reg .b32 %a; .reg .pred %c; ld.param.b32 %a, [x]; "
                  "setp.gt.u32 %c, %a, 100; @%c ret; add.u32 %a, %a, %a; "
                  "st.param.b32 [result], %a; ret; }";
  TestRun run = kernel.runClean(R"(
    { .param .b32 p; .param .b32 q;
      st.param.b32 [p], %t;
      call (q), twice, (p);
      ld.param.b32 %r1, [q]; }
    st.global.u32 [%out], %r1;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), 2 * t);
}

TEST(ExecutionTest, Recursion) {
  TestKernel kernel;
  kernel.module =
      ".func (.reg .b32 %result) fib(.reg .b32 %n) { .reg .b32 %a, %b; "
      ".reg .pred %c; setp.lt.u32 %c, %n, 2; @!%c bra MORE; "
      "mov.u32 %result, %n; ret; MORE: sub.u32 %n, %n, 1; "
      "call (%a), fib, (%n); sub.u32 %n, %n, 1; call (%b), fib, (%n); "
      "add.u32 %result, %a, %b; ret; }";
  TestRun run = kernel.runClean(R"(
    and.b32 %r1, %t, 7;
    call (%r2), fib, (%r1);
    activemask.b32 %r3;
    st.global.v2.u32 [%out], {%r2, %r3};)");
  const unsigned fib[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), fib[t & 7]);
    EXPECT_EQ(run.get<uint32_t>(t, 4), 0xFFFFFFFFu);
  }
}

TEST(ExecutionTest, BarriersOrderWarps) {
  TestKernel kernel;
  kernel.threads = 128;
  TestRun run = kernel.runClean(R"(
    .shared .u32 values[128];
    mov.u32 %r1, values;
    shl.b32 %r2, %t, 2;
    add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3], %t;
    bar.sync 0;
    sub.u32 %r4, 508, %r2;
    add.u32 %r4, %r1, %r4;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%out], %r5;)");
  for (unsigned t = 0; t < 128; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), 127 - t);
  EXPECT_EQ(run.result.statistics.barriers, 4u);
  EXPECT_EQ(run.result.statistics.sharedLoads.bankConflicts, 0u);
}

TEST(ExecutionTest, LocalMemoryIsAThreadsOwn) {
  TestRun run = TestKernel().runClean(R"(
    .local .u32 a[4];
    mov.u64 %d1, a;
    st.local.u32 [%d1+4], %t;
    cvta.local.u64 %d2, %d1;
    ld.u32 %r1, [%d2+4];
    st.global.u32 [%out], %r1;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t);
}

TEST(ExecutionTest, ExitsInTheMiddle) {
  TestRun run = TestKernel().runClean(R"(
    setp.ge.u32 %p1, %t, 16;
    @%p1 exit;
    activemask.b32 %r2;
    st.global.u32 [%out], %r2;)");
  EXPECT_EQ(run.get<uint32_t>(3), 0xFFFFu);
  EXPECT_EQ(run.get<uint32_t>(20), 0u);
}
