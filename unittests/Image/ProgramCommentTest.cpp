//===- ProgramCommentTest.cpp - Tests for ProgramComment.h ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/ProgramComment.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

static std::string makeText() {
  KernelInfo one, four, eight;
  one.name = "one";
  four.name = "four";
  four.programsPerCTA = 4;
  eight.name = "eight";
  eight.programsPerCTA = 8;
  return writeProgramComments({one, four, eight});
}

TEST(ProgramComment, IsWrittenForSeveralPrograms) {
  EXPECT_EQ(makeText(),
            "// kernel four: 4 programs per CTA, the last parameter is their "
            "number\n"
            "// kernel eight: 8 programs per CTA, the last parameter is their "
            "number\n");
}

TEST(ProgramComment, IsWrittenForSecondEntries) {
  KernelInfo kernel;
  kernel.name = "copy";
  kernel.tensorMapEntry.emplace().name = "copy_tma";
  std::string line =
      "// kernel copy_tma: with tensor maps, the other entry of copy";
  EXPECT_EQ(writeProgramComments({kernel}), line + "\n");
  kernel.tensorMapEntry->isPersistent = true;
  std::string text = writeProgramComments({kernel});
  EXPECT_EQ(text, line + ", persistent, the last parameters are the programs "
                         "along x, y and z\n");
  EXPECT_TRUE(isTensorMapEntry(text, "copy_tma"));
  EXPECT_FALSE(isTensorMapEntry(text, "copy"));
  kernel.tensorMapEntry->isPersistent = false;
  kernel.tensorMapEntry->ctasPerCluster = 2;
  EXPECT_EQ(writeProgramComments({kernel}),
            line + ", in whole clusters, the last parameter is the programs "
                   "along x\n");
}

TEST(ProgramComment, IsReadBack) {
  std::string ptx = ".version 8.0\n}\n" + makeText();
  for (const std::string &text : {ptx, ptx + "\n \n", makeText()}) {
    EXPECT_EQ(readProgramComment(text, "one"), 1u);
    EXPECT_EQ(readProgramComment(text, "four"), 4u);
    EXPECT_EQ(readProgramComment(text, "eight"), 8u);
    EXPECT_EQ(readProgramComment(text, "our"), 1u);
  }
}

TEST(ProgramComment, CountsAtTheEndOnly) {
  EXPECT_EQ(readProgramComment(makeText() + "}\n", "four"), 1u);
  EXPECT_EQ(readProgramComment("", "four"), 1u);
}

TEST(ProgramComment, OthersAreComments) {
  for (llvm::StringRef line :
       {"// kernel four: 4 programs", "// kernel four",
        "// kernel four: x programs per CTA, the last parameter is their "
        "number",
        "// kernel four: 0 programs per CTA, the last parameter is their "
        "number"})
    EXPECT_EQ(readProgramComment(line, "four"), 1u) << line.str();
}
