//===- RegisterPoolTest.cpp - setmaxnreg ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// The findings of three warpgroups, of which the first gives registers back
/// and the others take some.
static std::string
getFound(const std::string &first, const std::string &others,
         const std::string &directives = ".minnctapersm 1\n") {
  TestKernel kernel;
  kernel.target = "sm_90a";
  kernel.threads = 384;
  std::string text =
      kernel.getText("setp.lt.u32 %p1, %t, 128;\n@!%p1 bra OTHERS;\n" + first +
                     "bra END;\nOTHERS:\n" + others + "END:\n");
  text.insert(text.find(".reqntid"), directives);
  TestRun run = kernel.runText(text);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.result.error, "");
  std::string found;
  for (const Report &report : run.result.reports)
    found +=
        getReportKindName(report.kind).str() + ": " + report.message + "\n";
  return found;
}

static std::string dec(unsigned count) {
  return "setmaxnreg.dec.sync.aligned.u32 " + std::to_string(count) + ";\n";
}
static std::string inc(unsigned count) {
  return "setmaxnreg.inc.sync.aligned.u32 " + std::to_string(count) + ";\n";
}

TEST(RegisterPoolTest, AsManyAsAreGivenBack) {
  // 3 * 168 = 24 + 2 * 240.
  EXPECT_EQ(getFound(dec(24), inc(240)), "");
  // Those who wait get them later.
  EXPECT_EQ(getFound("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\n"
                     "setp.lt.u32 %p2, %r1, 50000;\n@%p2 bra L;\n" +
                         dec(24),
                     inc(240)),
            "");
}

TEST(RegisterPoolTest, MoreThanThereAre) {
  // The seventh warp finds 168 * 384 - (128 * 40 + 6 * 32 * 240) too few.
  EXPECT_EQ(getFound(dec(40), inc(240)),
            "deadlock: no thread of the CTA can continue: this one waits for "
            "registers; 256 are left in the CTA: expected "
            "setmaxnreg.dec to give back enough for each warp\n");
  // It comes before those who wait for the work of that warp.
  std::string found =
      getFound(dec(40) + ".shared .align 8 .b64 bar;\n"
                         "setp.eq.u32 %p2, %t, 0;\n"
                         "@%p2 mbarrier.init.shared::cta.b64 [bar], 1;\n"
                         "bar.sync 1, 128;\n"
                         "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, "
                         "[bar], 0;\n@!%p3 bra WAIT;\n",
               inc(240));
  EXPECT_EQ(found.find("deadlock: no thread of the CTA can continue: this one "
                       "waits for registers; 256 are left"),
            0u)
      << found;
}

TEST(RegisterPoolTest, TheWrongDirection) {
  EXPECT_EQ(getFound(dec(240), ""),
            "undefined: expected at most the 168 registers "
            "that a thread has, found 240\n");
  EXPECT_EQ(getFound(inc(40), ""),
            "undefined: expected at least the 168 registers "
            "that a thread has, found 40\n");
}

TEST(RegisterPoolTest, ANumberByMaxnreg) {
  EXPECT_EQ(getFound(dec(24), inc(80), ".maxnreg 64\n"), "");
  EXPECT_NE(getFound(dec(24), inc(96), ".maxnreg 64\n"), "");
}

TEST(RegisterPoolTest, AnUnknownNumberIsIgnored) {
  EXPECT_EQ(getFound(dec(40), inc(240), ""), "");
}
