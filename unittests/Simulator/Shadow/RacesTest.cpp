//===- RacesTest.cpp - Races, what is none, and what may be one -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mistake has a twin that is right.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;

static TestKernel getKernel(unsigned threads, unsigned blocks = 1) {
  TestKernel kernel;
  kernel.threads = threads;
  kernel.blocks = blocks;
  kernel.options.threads = 1;
  return kernel;
}

static std::string replace(std::string text, const std::string &from,
                           const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

//===----------------------------------------------------------------------===//
// Equal values
//===----------------------------------------------------------------------===//

TEST(RacesTest, EqualValuesInSharedMemoryAreANote) {
  TestKernel kernel = getKernel(64);
  std::string body = ".shared .b32 x;\nmov.u32 %r1, 7;\n"
                     "st.shared.b32 [x], %r1; //!";
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.getNotes(), "shared-race@26");
  EXPECT_TRUE(run.result.succeeded());
  EXPECT_EQ(run.result.reports[0].message,
            "a store of 4 bytes at byte 0 of 'x' in shared memory, where "
            "another thread stored the same value, with no order between");
  EXPECT_EQ(run.result.reports[0].other.ptxLine, 26u);
  kernel.options.strictRaces = true;
  EXPECT_FALSE(runWrong(kernel, body, "shared-race").result.succeeded());
  // Of values that differ, in one of two bytes of the granule.
  kernel.options.strictRaces = false;
  body = replace(body, "%r1, 7", "%r1, %t");
  runWrong(kernel, body, "shared-race");
  // One of two stores of the same thread.
  size_t at = body.find("[x], %r1; //!");
  body.replace(at, 13, "[x], 0;\nst.shared.b8 [x], %r1;");
  EXPECT_EQ(kernel.run(body).getFindings(), "shared-race@26 shared-race@27");
}

TEST(RacesTest, EqualValuesInGlobalMemoryAreANote) {
  // The first slot of the output, from two CTAs.
  TestKernel kernel = getKernel(32, 2);
  std::string body = "ld.param.u64 %d1, [out];\nmov.u32 %r1, 7;\n"
                     "setp.eq.u32 %p1, %t, 0;\n"
                     "@%p1 st.global.b32 [%d1], %r1; //!";
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.getNotes(), "global-race@27");
  kernel.options.strictRaces = true;
  runWrong(kernel, body, "global-race");
  kernel.options.strictRaces = false;
  run = runWrong(kernel, replace(body, "%r1, 7", "%r1, %cta"), "global-race");
  // Both sides are named.
  EXPECT_TRUE(run.result.reports[0].hasOther);
  EXPECT_EQ(run.result.reports[0].other.ptxLine, 27u);
  EXPECT_NE(run.result.reports[0].otherBlock.x, run.result.reports[0].block.x);
  EXPECT_EQ(getMessage(run), "a store of 4 bytes at byte 0 of out, which "
                             "another CTA accessed without an order between "
                             "them");
}

TEST(RacesTest, CopiesOfAnElementThatIsUpdatedInPlaceAreANote) {
  // Threads 64 to 127 hold copies of what threads 0 to 63 update.
  TestKernel kernel = getKernel(128);
  std::string body = "ld.param.u64 %d1, [out];\nand.b32 %r1, %t, 63;\n"
                     "mad.wide.u32 %d1, %r1, 4, %d1;\n"
                     "ld.global.b32 %r2, [%d1];\nadd.u32 %r2, %r2, 1;\n"
                     "setp.lt.u32 %p1, %t, 64;\n"
                     "@%p1 st.global.b32 [%d1], %r2;";
  TestRun run = kernel.runClean(body);
  EXPECT_EQ(run.getNotes(), "global-race@27");
  EXPECT_EQ(run.result.reports[0].message,
            "a load of 4 bytes at byte 0 of out, where several threads load "
            "with one instruction and one of them stores, with no order "
            "between");
  kernel.options.strictRaces = true;
  EXPECT_EQ(kernel.run(body).getFindings(), "global-race@27");
  kernel.options.strictRaces = false;
  // All load before one stores: the turn of the first warp ends before.
  std::string late = body;
  late.insert(late.find("setp"), "mov.u32 %r3, 0;\n"
                                 "L: add.u32 %r3, %r3, 1;\n"
                                 "setp.lt.u32 %p2, %r3, 20000;\n"
                                 "@%p2 bra L;\n");
  EXPECT_EQ(kernel.runClean(late).getNotes(), "global-race@34");
  // So if it stores twice.
  std::string twice = body + "\n@%p1 st.global.b32 [%d1], %r1;";
  EXPECT_EQ(kernel.runClean(twice).getNotes(), "global-race@27");
  // Eight lanes of a warp hold copies, and the first of them stores.
  std::string lanes = "ld.param.u64 %d1, [out];\nshr.u32 %r1, %t, 3;\n"
                      "mad.wide.u32 %d1, %r1, 4, %d1;\n"
                      "ld.global.b32 %r2, [%d1];\nadd.u32 %r2, %r2, 1;\n"
                      "and.b32 %r3, %t, 7;\nsetp.eq.u32 %p1, %r3, 0;\n"
                      "@%p1 st.global.b32 [%d1], %r2;";
  kernel.runClean(lanes);
  // Pairs of lanes hold copies of two neighbours, four times in a warp, and
  // again two warps later; the first pair stores. A mask ends in a pair. The
  // last warp at the barrier goes on first.
  std::string pairs =
      "ld.param.u64 %d1, [out];\nbar.sync 0;\nshr.u32 %r1, %t, 2;\n"
      "and.b32 %r1, %r1, 14;\nand.b32 %r2, %t, 1;\nor.b32 %r1, %r1, %r2;\n"
      "setp.lt.u32 %p1, %r1, 5;\nmad.wide.u32 %d1, %r1, 4, %d1;\n"
      "mov.u32 %r2, 0;\n@%p1 ld.global.b32 %r2, [%d1];\n"
      "add.u32 %r2, %r2, 1;\nand.b32 %r3, %t, 70;\n"
      "setp.eq.and.u32 %p2, %r3, 0, %p1;\n@%p2 st.global.b32 [%d1], %r2;";
  kernel.runClean(pairs);
  // All lanes load one element. The last warp at the barrier goes on first.
  std::string one = "ld.param.u64 %d1, [out];\nbar.sync 0;\n"
                    "ld.global.b32 %r2, [%d1];\nadd.u32 %r2, %r2, 1;\n"
                    "setp.eq.u32 %p1, %t, 0;\n"
                    "@%p1 st.global.b32 [%d1], %r2;";
  EXPECT_EQ(kernel.runClean(one).getNotes(), "global-race@26 global-race@29");
  // What a neighbour loads is not a copy.
  body.insert(body.find("add.u32"), "ld.global.b32 %r3, [%d1+4];\n");
  EXPECT_NE(kernel.run(body).getFindings(), "");
}

TEST(RacesTest, EqualValuesFromManyHostThreadsAreANote) {
  TestKernel kernel = getKernel(32, 64);
  kernel.options.threads = 4;
  kernel.runClean("ld.param.u64 %d1, [out];\nmul.wide.u32 %d2, %t, 4;\n"
                  "add.u64 %d1, %d1, %d2;\nst.global.b32 [%d1], %t;");
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

/// Warp 0 writes, warp 1 reads; `between` stands between.
static std::string passOn(const std::string &between) {
  return ".shared .b32 x[32], flag;\nshl.b32 %r1, %t, 2; and.b32 %r1, %r1, "
         "127;\n"
         "mov.u32 %r2, x; add.u32 %r2, %r2, %r1; setp.lt.u32 %p1, %t, 32;\n"
         "@%p1 st.shared.b32 [%r2], %t;\n" +
         between +
         "\n@!%p1 ld.shared.b32 %r3, [%r2]; //!\n"
         "@!%p1 st.global.b32 [%out], %r3;";
}

TEST(RacesTest, AFenceIsNoBarrier) {
  TestKernel kernel = getKernel(64);
  EXPECT_EQ(kernel.runClean(passOn("bar.sync 0;")).get<uint32_t>(40), 8u);
  for (const char *fence : {"membar.cta;", "membar.gl;", "fence.acq_rel.cta;",
                            "fence.sc.gpu;", "fence.proxy.async;"})
    runWrong(kernel, passOn(fence), "shared-race");
}

/// Hands over by a flag, which one lane of warp 0 sets.
static std::string byFlag(const std::string &fence) {
  return "setp.eq.u32 %p2, %t, 0; setp.eq.u32 %p4, %t, 63;\n"
         "@%p4 st.relaxed.cta.shared.b32 [flag], 0;\nbar.sync 0;\n" +
         fence +
         "\n@%p2 st.relaxed.cta.shared.b32 [flag], 1;\n"
         "@%p1 bra DONE;\n"
         "SPIN: ld.relaxed.cta.shared.b32 %r4, [flag];\n"
         "setp.eq.u32 %p3, %r4, 0;\n@%p3 bra SPIN;\n" +
         fence + "\nDONE:";
}

TEST(RacesTest, AFenceOrdersThroughAPlace) {
  TestKernel kernel = getKernel(64);
  // The write is before the barrier in passOn; one behind it is ordered by the
  // flag alone.
  auto get = [](const std::string &fence) {
    return ".shared .b32 y;\n" +
           replace(passOn(replace(byFlag(fence), "bar.sync 0;",
                                  "bar.sync 0;\n@%p1 st.shared.b32 [y], 5;")),
                   "ld.shared.b32 %r3, [%r2]", "ld.shared.b32 %r3, [y]");
  };
  for (const char *fence : {"membar.cta;", "fence.acq_rel.cta;"}) {
    TestRun run = kernel.runClean(get(fence));
    EXPECT_EQ(run.get<uint32_t>(40), 5u);
  }
  for (const char *fence :
       {"", "fence.proxy.async;", "fence.mbarrier_init.release.cluster;"})
    runWrong(kernel, get(fence), "shared-race");
}

TEST(RacesTest, AFenceOfACTAOrdersNoOtherCTA) {
  // CTA 0 writes and sets a flag, CTA 1 waits for it and reads.
  auto get = [](const std::string &fence) {
    return "ld.param.u64 %d1, [out]; setp.eq.u32 %p1, %cta, 0;\n"
           "@!%p1 bra WAIT;\nst.global.b32 [%d1], 5;\n" +
           fence +
           "\natom.global.exch.b32 %r1, [%d1+4], 1;\nbra END;\n"
           "WAIT: atom.global.or.b32 %r1, [%d1+4], 0;\n"
           "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra WAIT;\n" +
           fence + "\nld.global.b32 %r2, [%d1]; //!\nEND:";
  };
  TestKernel kernel = getKernel(1, 2);
  kernel.runClean(get("membar.gl;"));
  runWrong(kernel, get("membar.cta;"), "global-race");
}

//===----------------------------------------------------------------------===//
// Volatile and relaxed accesses
//===----------------------------------------------------------------------===//

TEST(RacesTest, TheLastWarpOfAReduction) {
  // Before Volta, lanes of a warp went in lock step: x[t] += x[t + 16].
  std::string body = R"(
    .shared .b32 x[32];
    shl.b32 %r1, %t, 2; mov.u32 %r2, x; add.u32 %r2, %r2, %r1;
    st.volatile.shared.b32 [%r2], %t;
    //sync
    setp.lt.u32 %p1, %t, 16;
    @%p1 ld.volatile.shared.b32 %r3, [%r2+64];
    @%p1 st.global.b32 [%out], %r3;)";
  TestRun run = TestKernel().runClean(body);
  EXPECT_EQ(run.getNotes(), "shared-race@30");
  run = TestKernel().runClean(replace(body, "//sync", "bar.warp.sync -1;"));
  EXPECT_EQ(run.getNotes(), "");
}

TEST(RacesTest, UpdatesThatMayBeLost) {
  std::string body = ".shared .b32 x;\nsetp.eq.u32 %p1, %t, 0;\n"
                     "@%p1 st.shared.b32 [x], 0;\nbar.sync 0;\n"
                     "and.b32 %r1, %t, 31; setp.eq.u32 %p2, %r1, 0;\n"
                     "@%p2 ld.volatile.shared.b32 %r2, [x];\n"
                     "add.u32 %r2, %r2, 1;\n"
                     "@%p2 st.volatile.shared.b32 [x], %r2;";
  EXPECT_EQ(getKernel(64).runClean(body).getNotes(), "shared-race@31");
  body = replace(body, "@%p2 st.volatile.shared.b32 [x], %r2;",
                 "@%p2 red.shared.add.u32 [x], 1;");
  body =
      replace(body, "@%p2 ld.volatile.shared.b32 %r2, [x];", "mov.u32 %r2, 0;");
  EXPECT_EQ(getKernel(64).runClean(body).getNotes(), "");
}

//===----------------------------------------------------------------------===//
// Global memory inside of a CTA
//===----------------------------------------------------------------------===//

TEST(RacesTest, GlobalMemoryBetweenWarps) {
  // Each thread reads what the thread 32 before or behind has written.
  auto get = [](const std::string &barrier) {
    return "ld.param.u64 %d1, [out]; xor.b32 %r1, %t, 32;\n"
           "mad.wide.u32 %d2, %r1, 64, %d1;\nst.global.b32 [%out], %t;\n" +
           barrier + "\nld.global.b32 %r2, [%d2]; //!\n" +
           "st.global.b32 [%out+4], %r2;";
  };
  TestKernel kernel = getKernel(64);
  EXPECT_EQ(kernel.runClean(get("bar.sync 0;")).get<uint32_t>(3, 4), 35u);
  TestRun run = kernel.run(get(""));
  EXPECT_NE(run.getFindings().find("global-race"), std::string::npos);
  EXPECT_NE(run.result.reports[0].message.find(
                "which another thread accessed, with no barrier between"),
            std::string::npos)
      << run.result.reports[0].message;
  EXPECT_NE(run.result.reports[0].thread.x / 32,
            run.result.reports[0].otherThread.x / 32);
}

TEST(RacesTest, ManyLanesReadWhatOneHasWritten) {
  // All, or every other one; whichever of them is the one that wrote.
  for (const char *readers : {"-1", "0x55555555"})
    for (const char *writer : {"0", "1", "2", "4", "31"})
      for (bool isRight : {false, true}) {
        std::string body =
            std::string("ld.param.u64 %d1, [out]; setp.eq.u32 %p1, %t, ") +
            writer + ";\n@%p1 st.global.b32 [%d1], %t;\n" +
            (isRight ? "bar.warp.sync -1;\n" : "") + "shr.u32 %r3, " + readers +
            ", %t; and.b32 %r3, %r3, 1; setp.ne.u32 %p2, %r3, 0;\n"
            "@%p2 ld.global.b32 %r2, [%d1]; //!";
        TestKernel kernel = getKernel(32);
        if (isRight)
          (void)kernel.runClean(body);
        else
          (void)runWrong(kernel, body, "global-race");
      }
}

//===----------------------------------------------------------------------===//
// Threads and CTAs that end
//===----------------------------------------------------------------------===//

TEST(RacesTest, LanesThatEndBeforeABarrierAreANote) {
  std::string body = "setp.ge.u32 %p1, %t, 20;\n@%p1 ret;\nbar.sync 0; //!";
  TestKernel kernel = getKernel(32);
  EXPECT_EQ(kernel.runClean(body).getNotes(), "divergent-barrier@26");
  EXPECT_EQ(kernel.runClean("setp.ge.u32 %p1, %t, 20;\nbar.sync 0;\n@%p1 ret;")
                .getNotes(),
            "");
  kernel.options.strictRaces = true;
  TestRun run = runWrong(kernel, body, "divergent-barrier");
  EXPECT_EQ(getMessage(run),
            "all threads of a warp should execute the barrier, but 12 of them "
            "have ended, the first of them lane 20");
}

TEST(RacesTest, ACTAThatEndsWhileItsSharedMemoryIsRead) {
  auto get = [](const std::string &end) {
    return ".shared .b32 x;\nst.shared.b32 [x], %t;\n"
           "barrier.cluster.arrive; barrier.cluster.wait;\n"
           "mov.u32 %r1, x; mov.u32 %r2, %cluster_ctarank; xor.b32 %r2, %r2, "
           "1;\n"
           "mapa.shared::cluster.u32 %r1, %r1, %r2;\n"
           "ld.shared::cluster.b32 %r3, [%r1]; //!\n"
           "st.global.b32 [%out], %r3;\n" +
           end;
  };
  TestKernel kernel = getKernel(1, 2);
  kernel.clusterSize = 2;
  kernel.runClean(get("barrier.cluster.arrive; barrier.cluster.wait;"));
  TestRun run = runWrong(kernel, get(""), "use-after-free");
  EXPECT_NE(getMessage(run).find("of the CTA of rank"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

TEST(RacesTest, TheUsersLineIsNamed) {
  TestKernel kernel;
  kernel.module = ".file 1 \"user.cu\" .file 2 \"header.h\" .file 3 \"deep.h\"";
  TestRun run = kernel.run(".loc 1 12 5\n"
                           ".loc 2 100 3, function_name f, inlined_at 1 12 5\n"
                           ".loc 3 7 1, function_name g, inlined_at 2 100 3\n"
                           "st.global.b32 [%out], %r9;\n"
                           ".loc 1 13 1\n"
                           "st.global.b32 [%out], %r8;");
  ASSERT_EQ(run.result.reports.size(), 2u);
  EXPECT_EQ(run.result.reports[0].location.source, "user.cu:12:5");
  EXPECT_EQ(run.result.reports[0].location.inlined,
            (std::vector<std::string>{"header.h:100:3", "deep.h:7:1"}));
  EXPECT_EQ(run.result.reports[1].location.source, "user.cu:13:1");
  EXPECT_TRUE(run.result.reports[1].location.inlined.empty());
}
