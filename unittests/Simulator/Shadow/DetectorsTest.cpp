//===- DetectorsTest.cpp - Planted bugs are found -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong kernel a detector, and one beside it that is right. The body of a
// kernel begins at line 24; see TestKernel.h.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile::sim;

namespace {
/// The first finding, or one that fails the test.
const Report &getOnly(const TestRun &run) {
  static const Report none{};
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.result.error, "");
  EXPECT_EQ(run.result.reports.size(), 1u) << run.getFindings();
  return run.result.reports.empty() ? none : run.result.reports.front();
}
} // namespace

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

TEST(DetectorsTest, StorePastTheEnd) {
  TestRun run = TestKernel().run("mov.u32 %r1, 1;\n"
                                 "st.global.u32 [%out+64], %r1;");
  const Report &report = getOnly(run);
  EXPECT_EQ(run.getFindings(), "out-of-bounds@25");
  EXPECT_EQ(report.thread.x, 31u);
  EXPECT_NE(report.message.find("a store of 4 bytes at 0x"), std::string::npos);
  EXPECT_NE(report.message.find("0 bytes past the end of out of 2048 bytes"),
            std::string::npos);
}

TEST(DetectorsTest, LoadBeforeTheStart) {
  TestRun run = TestKernel().run("ld.global.u32 %r1, [%out+-8];\n"
                                 "st.global.u32 [%out], %r1;");
  const Report &report = getOnly(run);
  EXPECT_EQ(run.getFindings(), "out-of-bounds@24");
  EXPECT_EQ(report.thread.x, 0u);
  EXPECT_NE(report.message.find("8 bytes before out of 2048 bytes"),
            std::string::npos)
      << report.message;
}

TEST(DetectorsTest, NullPointer) {
  TestRun run = TestKernel().run("mov.u64 %d1, 0;\n"
                                 "ld.global.u32 %r1, [%d1];\n"
                                 "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "out-of-bounds@25");
  EXPECT_EQ(getOnly(run).count, 1u);
}

TEST(DetectorsTest, MisalignedAddress) {
  TestRun run = TestKernel().run("add.u64 %d1, %out, 2;\n"
                                 "mov.u32 %r1, 1;\n"
                                 "st.global.u32 [%d1], %r1;");
  EXPECT_EQ(run.getFindings(), "misaligned@26");
  EXPECT_NE(getOnly(run).message.find("not a multiple of 4"),
            std::string::npos);
}

TEST(DetectorsTest, AVectorIsAlignedAsAWhole) {
  TestRun run = TestKernel().run("mov.u32 %r1, 1;\n"
                                 "st.global.v2.u32 [%out+4], {%r1, %r1};");
  EXPECT_EQ(run.getFindings(), "misaligned@25");
}

TEST(DetectorsTest, StoreToConstants) {
  TestKernel kernel;
  kernel.module = ".const .u32 table[4] = {1, 2, 3, 4};";
  TestRun run = kernel.run("mov.u64 %d1, table;\ncvta.const.u64 %d1, %d1;\n"
                           "mov.u32 %r1, 1;\nst.u32 [%d1], %r1;");
  EXPECT_EQ(run.getFindings(), "out-of-bounds@27");
}

TEST(DetectorsTest, FreedBuffer) {
  mlir::tile::ptx::ParseResult<mlir::tile::ptx::Module> parsed =
      mlir::tile::ptx::parseModule(
          ".version 8.0\n.target sm_90\n.address_size 64\n"
          ".entry k(.param .u64 p) .reqntid 1 {\n.reg .b64 %d; .reg .b32 %r;\n"
          "ld.param.u64 %d, [p];\nld.global.u32 %r, [%d];\nret;\n}");
  ASSERT_TRUE(bool(parsed));
  GlobalMemory memory;
  std::vector<mlir::tile::ptx::Diagnostic> errors;
  auto program = Program::load(std::move(parsed.value), memory, errors);
  ASSERT_TRUE(program);
  uint64_t address = memory.allocate(64, "x");
  ASSERT_TRUE(memory.free(address));
  EXPECT_FALSE(memory.free(address));
  Launch launch;
  launch.addArgument(address);
  LaunchResult result = program->run(launch, {});
  ASSERT_EQ(result.reports.size(), 1u);
  EXPECT_EQ(result.reports[0].kind, ReportKind::UseAfterFree);
  EXPECT_EQ(result.reports[0].location.ptxLine, 7u);
}

TEST(DetectorsTest, TwoCTAsWriteTheSame) {
  TestKernel kernel;
  kernel.blocks = 2;
  kernel.threads = 1;
  kernel.options.strictRaces = true;
  const char *body = "ld.param.u64 %d1, [out];\n"
                     "mov.u32 %r1, 1;\n"
                     "st.global.u32 [%d1], %r1;";
  TestRun run = kernel.run(body);
  const Report &report = getOnly(run);
  EXPECT_EQ(run.getFindings(), "global-race@26");
  EXPECT_TRUE(report.hasOther);
  EXPECT_NE(report.block.x, report.otherBlock.x);
  kernel.options.findGlobalRaces = false;
  kernel.runClean(body);
}

TEST(DetectorsTest, OneCTAReadsWhatAnotherWrites) {
  TestKernel kernel;
  kernel.blocks = 2;
  kernel.threads = 1;
  kernel.options.threads = 1;
  TestRun run = kernel.run("ld.param.u64 %d1, [out];\n"
                           "setp.eq.u32 %p1, %cta, 0;\n"
                           "@%p1 st.global.u32 [%d1], %cta;\n"
                           "@!%p1 ld.global.u32 %r1, [%d1];");
  EXPECT_EQ(run.getFindings(), "global-race@27");
}

TEST(DetectorsTest, BytesBesideEachOtherAreNoRace) {
  TestKernel kernel;
  kernel.blocks = 4;
  kernel.threads = 1;
  kernel.runClean("ld.param.u64 %d1, [out];\n"
                  "cvt.u64.u32 %d2, %cta;\n"
                  "add.u64 %d1, %d1, %d2;\n"
                  "st.global.u8 [%d1], %cta;");
}

TEST(DetectorsTest, TheLastCTAReadsAllAfterFences) {
  // Each CTA writes its part, fences, and counts itself; the last adds up.
  TestKernel kernel;
  kernel.blocks = 8;
  kernel.threads = 1;
  kernel.module = ".global .u32 done;";
  TestRun run = kernel.runClean(R"(
    st.global.u32 [%out], %cta;
    membar.gl;
    mov.u64 %d1, done;
    atom.global.add.u32 %r1, [%d1], 1;
    setp.ne.u32 %p1, %r1, 7;
    @%p1 bra END;
    membar.gl;
    ld.param.u64 %d2, [out];
    ld.global.u32 %r2, [%d2];
    ld.global.u32 %r3, [%d2+448];
    add.u32 %r2, %r2, %r3;
    st.global.u32 [%d2+4], %r2;
  END:)");
  EXPECT_EQ(run.get<uint32_t>(0, 4), 7u);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Each thread writes a word of shared memory and reads the one of a thread of
/// the next warp.
static std::string getExchange(const char *between) {
  return std::string(".shared .u32 x[64];\n"
                     "mov.u32 %r1, x;\n"
                     "shl.b32 %r2, %t, 2;\n"
                     "add.u32 %r3, %r1, %r2;\n"
                     "st.shared.u32 [%r3], %t;\n") +
         between +
         "\nxor.b32 %r2, %r2, 128;\n"
         "add.u32 %r3, %r1, %r2;\n"
         "ld.shared.u32 %r4, [%r3];\n"
         "st.global.u32 [%out], %r4;";
}

TEST(DetectorsTest, MissingBarrier) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.run(getExchange(""));
  // Warp 0 reads what no thread has written yet; then warp 1 reads what warp 0
  // wrote, and writes what warp 0 has read.
  std::string findings = run.getFindings();
  EXPECT_NE(findings.find("shared-race@32"), std::string::npos) << findings;
  EXPECT_NE(findings.find("shared-race@28"), std::string::npos) << findings;
  for (const Report &report : run.result.reports)
    if (report.kind == ReportKind::SharedRace) {
      EXPECT_TRUE(report.hasOther && report.other.ptxLine);
    }
  kernel.runClean(getExchange("bar.sync 0;"));
}

TEST(DetectorsTest, ABarrierOfTheWarpIsNotEnough) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.run(getExchange("bar.warp.sync -1;"));
  EXPECT_NE(run.getFindings().find("shared-race@32"), std::string::npos);
}

TEST(DetectorsTest, LanesOfAWarpNeedABarrierToo) {
  std::string body = getExchange("");
  body.replace(body.find("128"), 3, "4");
  TestRun run = TestKernel().run(body);
  EXPECT_EQ(run.getFindings(), "shared-race@32");
  body = getExchange("bar.warp.sync -1;");
  body.replace(body.find("128"), 3, "4");
  TestKernel().runClean(body);
}

TEST(DetectorsTest, LanesOfOneStoreClash) {
  const char *body = ".shared .u32 x;\n"
                     "mov.u32 %r1, x;\n"
                     "st.shared.u32 [%r1], %r2;";
  TestRun run = TestKernel().run(std::string("mov.u32 %r2, %t;\n") + body);
  EXPECT_EQ(run.getFindings(), "shared-race@27");
  // The same value from all is what is meant.
  TestKernel().runClean(std::string("mov.u32 %r2, 5;\n") + body);
}

TEST(DetectorsTest, UninitializedSharedMemory) {
  TestKernel kernel;
  kernel.threads = 1;
  TestRun run = kernel.run(".shared .u32 x[4];\n"
                           "mov.u32 %r1, x;\n"
                           "st.shared.u32 [%r1+4], 1;\n"
                           "ld.shared.u32 %r2, [%r1+4];\n"
                           "ld.shared.u32 %r2, [%r1+8];\n"
                           "st.global.u32 [%out], %r2;");
  EXPECT_EQ(run.getFindings(), "uninitialized-shared@29");
  EXPECT_EQ(getOnly(run).message,
            "the register '%r2' is stored to global memory but comes from "
            "shared memory that was never written, which line 28 loads");
  EXPECT_TRUE(getOnly(run).hasOrigin);
  EXPECT_EQ(getOnly(run).origin.ptxLine, 28u);
}

TEST(DetectorsTest, SharedOutOfBounds) {
  TestRun run = TestKernel().run(".shared .u32 x[4];\n"
                                 "mov.u32 %r1, x;\n"
                                 "st.shared.u32 [%r1+16], 1;");
  EXPECT_EQ(run.getFindings(), "out-of-bounds@26");
  EXPECT_NE(getOnly(run).message.find(
                "at byte 16 of the CTA's 16 bytes of shared memory"),
            std::string::npos)
      << getOnly(run).message;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

TEST(DetectorsTest, UninitializedRegister) {
  TestRun run = TestKernel().run("add.u32 %r1, %r2, 1;\n"
                                 "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "uninitialized-register@25");
  EXPECT_EQ(getOnly(run).message,
            "the register '%r1' is stored to global memory but comes from "
            "'%r2', which line 24 reads and which was never written");
}

TEST(DetectorsTest, RegisterWrittenOnOneWayOnly) {
  const char *body = "setp.lt.u32 %p1, %t, 7;\n"
                     "@%p1 mov.u32 %r1, 3;\n"
                     "@%p2 st.global.u32 [%out], %r1;";
  TestRun run =
      TestKernel().run(std::string("setp.lt.u32 %p2, %t, 8;\n") + body);
  EXPECT_EQ(run.getFindings(), "uninitialized-register@27");
  EXPECT_EQ(getOnly(run).thread.x, 7u);
  TestKernel().runClean(std::string("setp.lt.u32 %p2, %t, 7;\n") + body);
}

TEST(DetectorsTest, TheGuardOfAStoreIsRead) {
  TestRun run = TestKernel().run("@%p1 st.global.u32 [%out], %t;");
  EXPECT_EQ(run.getFindings(), "uninitialized-register@24");
  EXPECT_NE(getOnly(run).message.find("'%p1'"), std::string::npos);
}

TEST(DetectorsTest, ACopyOfNothingIsNoRead) {
  TestKernel().runClean("mov.u32 %r1, %r2;");
  TestRun run = TestKernel().run("mov.u32 %r1, %r2;\n"
                                 "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "uninitialized-register@25");
}

TEST(DetectorsTest, APermutationOfNothingIsNoRead) {
  // The vector {t, t, -, -} as LLVM makes it, of which two bytes are used.
  TestKernel().runClean("prmt.b32 %r1, %r2, %r3, 0x3340;\n"
                        "prmt.b32 %r4, %t, %r1, 0x5410;\n"
                        "prmt.b32 %r5, %r4, %r6, 0x1110;\n"
                        "st.global.u32 [%out], %r5;");
  TestRun run = TestKernel().run("prmt.b32 %r1, %r2, %r3, 0x3340;\n"
                                 "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "uninitialized-register@25");
  // A mode and a constant choose, too.
  TestKernel().runClean("prmt.b32.rc8 %r1, %t, %r2, 1;\n"
                        "prmt.b32.f4e %r3, %t, %r2, 0;\n"
                        "prmt.b32 %r4, %r2, %t, 0x7654;\n"
                        "add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4;\n"
                        "st.global.u32 [%out], %r1;");
  // So does a register.
  run = TestKernel().run("mov.u32 %r3, 0x7654;\n"
                         "prmt.b32 %r1, %r2, %t, %r3;\n"
                         "st.global.u32 [%out], %r1;\n"
                         "prmt.b32 %r1, %t, %r2, %r3;\n"
                         "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.getFindings(), "uninitialized-register@28");
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

TEST(DetectorsTest, DivergentBarrier) {
  TestRun run = TestKernel().run("setp.lt.u32 %p1, %t, 7;\n"
                                 "@!%p1 bra END;\n"
                                 "bar.sync 0;\n"
                                 "END: mov.u32 %r1, 0;");
  EXPECT_EQ(run.getFindings(), "divergent-barrier@26");
  EXPECT_NE(getOnly(run).message.find("25 of them are elsewhere"),
            std::string::npos);
}

TEST(DetectorsTest, BarrierWithAGuard) {
  TestRun run = TestKernel().run("setp.lt.u32 %p1, %t, 7;\n"
                                 "@%p1 bar.sync 0;");
  EXPECT_EQ(run.getFindings(), "divergent-barrier@25");
}

TEST(DetectorsTest, ThreadsThatHaveEndedAreNotWaitedFor) {
  // Whichever warp comes first.
  for (const char *compare : {"lt", "ge"}) {
    TestKernel kernel;
    kernel.threads = 64;
    kernel.runClean("setp." + std::string(compare) +
                    ".u32 %p1, %t, 32;\n"
                    "@%p1 bra WAIT;\n"
                    "ret;\n"
                    "WAIT: bar.sync 0;");
  }
  TestKernel().runClean("setp.lt.u32 %p1, %t, 5;\n"
                        "@%p1 ret;\n"
                        "bar.sync 0;");
}

TEST(DetectorsTest, LanesThatAreAboutToEndAreNotWaitedFor) {
  // As nvcc has it of `if (t < 5) { *out = 1; return; } __syncthreads();`: the
  // ways meet at the return only. Whichever part comes first.
  for (const char *compare : {"lt", "ge"})
    TestKernel().runClean("setp." + std::string(compare) +
                          ".u32 %p1, %t, 5;\n"
                          "@%p1 bra STORE;\n"
                          "bar.sync 0;\n"
                          "bra END;\n"
                          "STORE: st.global.u32 [%out], 1;\n"
                          "END:");
}

TEST(DetectorsTest, ABarrierOnEachWay) {
  TestRun run = TestKernel().run("setp.lt.u32 %p1, %t, 5;\n"
                                 "@%p1 bra OTHER;\n"
                                 "bar.sync 0;\n"
                                 "bra END;\n"
                                 "OTHER: bar.sync 0;\n"
                                 "END: st.global.u32 [%out], 1;");
  EXPECT_NE(run.getFindings().find("divergent-barrier"), std::string::npos);
}

TEST(DetectorsTest, ACountedBarrierWaitsForAll) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.run("setp.lt.u32 %p1, %t, 32;\n"
                           "@%p1 ret;\n"
                           "bar.sync 0, 64;");
  EXPECT_EQ(run.getFindings(), "deadlock@26");
}

TEST(DetectorsTest, DeadlockOfTwoBarriers) {
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.run("setp.lt.u32 %p1, %t, 32;\n"
                           "@%p1 bra A;\n"
                           "bar.sync 1, 64;\n"
                           "bra B;\n"
                           "A: bar.sync 2, 64;\n"
                           "B:");
  ASSERT_EQ(run.result.reports.size(), 1u);
  EXPECT_EQ(run.result.reports[0].kind, ReportKind::Deadlock);
  EXPECT_NE(run.result.reports[0].message.find("32 of 64 threads"),
            std::string::npos)
      << run.result.reports[0].message;
  EXPECT_TRUE(run.result.stopped);
}

TEST(DetectorsTest, NamedBarriersOfHalves) {
  // Producer and consumer: one arrives, the other waits.
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.runClean(R"(
    .shared .u32 x;
    mov.u32 %r1, x;
    setp.lt.u32 %p1, %t, 32;
    @%p1 bra CONSUME;
    st.shared.u32 [%r1], 42;
    bar.arrive 1, 64;
    bra END;
  CONSUME:
    bar.sync 1, 64;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%out], %r2;
  END:)");
  EXPECT_EQ(run.get<uint32_t>(5), 42u);
}

TEST(DetectorsTest, StepLimit) {
  TestKernel kernel;
  kernel.options.stepLimit = 100'000;
  TestRun run = kernel.run("LOOP:\nbra LOOP;");
  EXPECT_EQ(run.getFindings(), "step-limit@25");
  EXPECT_TRUE(run.result.stopped);
}

TEST(DetectorsTest, TheLimitOfManyCTAsIsSoonReached) {
  // All of them spin; they must not all come to the limit.
  TestKernel kernel;
  kernel.blocks = 100;
  kernel.options.threads = 1;
  kernel.options.stepLimit = 9'000'000;
  TestRun run = kernel.run("L: bra L;");
  EXPECT_EQ(run.getFindings(), "step-limit@24");
  EXPECT_LT(run.result.statistics.getWarpInstructions(), 40'000'000u);
  EXPECT_EQ(run.result.statistics.blocks, 0u);
}

TEST(DetectorsTest, Traps) {
  TestRun run = TestKernel().run("setp.eq.u32 %p1, %t, 9;\n@%p1 trap;");
  EXPECT_EQ(run.getFindings(), "trap@25");
  EXPECT_EQ(getOnly(run).thread.x, 9u);
}

TEST(DetectorsTest, ManyFindingsOfOneKindAreCounted) {
  TestKernel kernel;
  kernel.blocks = 5;
  TestRun run = kernel.run("mov.u64 %d1, 16;\nld.global.u32 %r1, [%d1];");
  EXPECT_EQ(getOnly(run).count, 5u);
  EXPECT_EQ(getOnly(run).block.x, 0u);
}
