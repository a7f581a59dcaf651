//===- ProxiesTest.cpp - Whose fence of the async proxy counts ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mistake has a twin that is right.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

static TestKernel getKernel(unsigned threads) {
  TestKernel kernel;
  kernel.threads = threads;
  return kernel;
}

/// Each thread writes 16 bytes; `between` stands before thread 0, %p1, copies
/// all of them to the output. %p2 is true in the threads from 32 on, %p3 in
/// every second one.
static std::string storeAll(const TestKernel &kernel,
                            const std::string &between) {
  return ".shared .align 16 .b8 s[4096];\n"
         "mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r3, %r1, %r2;\n"
         "setp.eq.u32 %p1, %t, 0; setp.ge.u32 %p2, %t, 32;\n"
         "and.b32 %r4, %t, 1; setp.eq.u32 %p3, %r4, 0;\n"
         "st.shared.v4.u32 [%r3], {%t, %t, %t, %t};\n" +
         between +
         "\n@%p1 cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], " +
         std::to_string(16 * kernel.threads) +
         "; //!\n"
         "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;";
}

static const std::string kFence = "fence.proxy.async.shared::cta;\n",
                         kBarrier = "bar.sync 0;\n";

TEST(ProxiesTest, EachWriterFencesBeforeTheBarrier) {
  TestKernel kernel = getKernel(64);
  kernel.runClean(storeAll(kernel, kFence + kBarrier));
  TestRun run = runWrong(kernel, storeAll(kernel, kBarrier), "shared-race");
  EXPECT_NE(getMessage(run).find("which a thread wrote with no "
                                 "fence.proxy.async of its own between"),
            std::string::npos);
}

TEST(ProxiesTest, AFenceBehindTheBarrierIsTheIssuersAlone) {
  TestKernel kernel = getKernel(64);
  runWrong(kernel, storeAll(kernel, kBarrier + "@%p1 " + kFence),
           "shared-race");
  // Nor do the others' fences help that thread 0 knows nothing of.
  runWrong(kernel, storeAll(kernel, kBarrier + kFence), "shared-race");
  // With another barrier it knows of them.
  kernel.runClean(storeAll(kernel, kBarrier + kFence + kBarrier));
}

TEST(ProxiesTest, OneWarpDoesNotFenceForAnother) {
  TestKernel kernel = getKernel(64);
  runWrong(kernel, storeAll(kernel, "@%p2 " + kFence + kBarrier),
           "shared-race");
  runWrong(kernel, storeAll(kernel, "@!%p2 " + kFence + kBarrier),
           "shared-race");
  kernel.runClean(
      storeAll(kernel, "@%p2 " + kFence + "@!%p2 " + kFence + kBarrier));
}

TEST(ProxiesTest, OneLaneDoesNotFenceForAnother) {
  TestKernel kernel = getKernel(32);
  std::string barrier = "bar.warp.sync 0xffffffff;\n";
  kernel.runClean(storeAll(kernel, kFence + barrier));
  runWrong(kernel, storeAll(kernel, barrier + "@%p1 " + kFence), "shared-race");
  runWrong(kernel, storeAll(kernel, "@%p3 " + kFence + barrier), "shared-race");
  kernel.runClean(
      storeAll(kernel, "@%p3 " + kFence + "@!%p3 " + kFence + barrier));
  // What a lane writes behind its fence is not fenced.
  runWrong(kernel,
           storeAll(kernel, "@%p3 " + kFence + "@!%p3 " + kFence +
                                "@%p3 st.shared.u32 [%r3], %t;\n" + barrier),
           "shared-race");
}

TEST(ProxiesTest, AThreadFencesItsOwnWrites) {
  TestKernel kernel = getKernel(64);
  auto get = [](const std::string &fence) {
    return ".shared .align 16 .b8 s[16];\n"
           "setp.ne.u32 %p1, %t, 40;\n@%p1 bra DONE;\n"
           "st.shared.v4.u32 [s], {%t, %t, %t, %t};\n" +
           fence +
           "cp.async.bulk.global.shared::cta.bulk_group [%out], [s], 16; //!\n"
           "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nDONE:";
  };
  kernel.runClean(get(kFence));
  runWrong(kernel, get(""), "shared-race");
}

TEST(ProxiesTest, FencesOfManyLanesAreForgottenWithoutAnAlarm) {
  // Each lane fences alone, three times as often as fences are remembered.
  TestKernel kernel = getKernel(64);
  kernel.runClean(storeAll(kernel, "mov.u32 %r5, 0; and.b32 %r7, %t, 31;\n"
                                   "LOOP: and.b32 %r6, %r5, 31;\n"
                                   "setp.eq.u32 %p4, %r6, %r7;\n@%p4 " +
                                       kFence +
                                       "add.u32 %r5, %r5, 1;\n"
                                       "setp.lt.u32 %p5, %r5, 192;\n"
                                       "@%p5 bra LOOP;\n" +
                                       kBarrier));
}

/// Thread 0 of CTA 1 copies what CTA 0 wrote into its shared memory.
static std::string sendAndStore(const std::string &writer,
                                const std::string &reader) {
  return ".shared .align 16 .b8 s[1024];\n"
         "mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r3, %r1, %r2;\n"
         "mov.u32 %r4, %cluster_ctarank; setp.eq.u32 %p1, %r4, 0;\n"
         "mapa.shared::cluster.u32 %r5, %r3, 1;\n"
         "@%p1 st.shared::cluster.v4.u32 [%r5], {%t, %t, %t, %t};\n" +
         writer +
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n" +
         reader +
         "setp.eq.u32 %p2, %cta, 32;\n"
         "@%p2 cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 512;"
         " //!\n"
         "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;";
}

TEST(ProxiesTest, WritesOfAnotherCTAAreFencedOnEitherSide) {
  TestKernel kernel = getKernel(32);
  kernel.blocks = kernel.clusterSize = 2;
  std::string fence = "fence.proxy.async;\n";
  kernel.runClean(sendAndStore("@%p1 " + fence, ""));
  kernel.runClean(sendAndStore("", "@!%p1 " + fence));
  runWrong(kernel, sendAndStore("", ""), "shared-race");
}
