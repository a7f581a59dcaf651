//===- InstructionHelpTest.cpp - What editors show of instructions --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/InstructionHelp.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir::tile::ptx;

static std::vector<std::string> getWords(std::vector<Completion> completions) {
  std::vector<std::string> words;
  for (const Completion &completion : completions)
    words.push_back(completion.word);
  return words;
}

TEST(InstructionHelp, EveryOpcodeHasASummary) {
  std::set<std::string> opcodes, summarized;
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family)
      opcodes.insert(form.opcode.str());
  for (llvm::StringRef opcode : getSummarizedOpcodes())
    EXPECT_TRUE(summarized.insert(opcode.str()).second) << opcode.str();
  EXPECT_EQ(opcodes, summarized);
  EXPECT_EQ(getSummary("nothing"), "");
}

TEST(InstructionHelp, DescribesTheFormsThatFit) {
  EXPECT_EQ(describeInstruction("add.rn.f32x2"),
            "`add`: sum\n\n```\n"
            "add{.rn|.rz|.rm|.rp}{.ftz}.f32x2  =T, T, T  // PTX ISA 8.6, "
            "sm_100\n```\n");
}

TEST(InstructionHelp, DescribesAllFormsWhereNoneFits) {
  std::string text = describeInstruction("clz.f32");
  EXPECT_NE(text.find("clz(.b32|.b64)  "), std::string::npos) << text;
  EXPECT_NE(text.find("No form has the words of `clz.f32`."),
            std::string::npos);
}

TEST(InstructionHelp, DescribesEffects) {
  EXPECT_NE(describeInstruction("atom.global.add.u32")
                .find("Besides its results: reads memory, writes memory"),
            std::string::npos);
}

TEST(InstructionHelp, DescribesNothingThatIsNoInstruction) {
  EXPECT_EQ(describeInstruction("nothing.f32"), "");
}

TEST(InstructionHelp, CompletesOpcodes) {
  EXPECT_EQ(getWords(completeInstruction("ad")),
            (std::vector<std::string>{"add", "addc"}));
}

TEST(InstructionHelp, CompletesTheNextWord) {
  EXPECT_EQ(getWords(completeInstruction("rcp.approx.ftz.")),
            (std::vector<std::string>{"f32", "f64"}));
}

TEST(InstructionHelp, CompletesTheWordsBegun) {
  for (const std::string &word : getWords(completeInstruction("cvt.rn.b")))
    EXPECT_EQ(word[0], 'b') << word;
  EXPECT_TRUE(
      llvm::is_contained(getWords(completeInstruction("cvt.rn.b")), "bf16x2"));
}

TEST(InstructionHelp, CompletesNothingBehindTheLastWord) {
  EXPECT_TRUE(completeInstruction("add.rn.f64.").empty());
}

TEST(InstructionHelp, CompletesSizesOfWgmma) {
  EXPECT_TRUE(llvm::is_contained(
      getWords(completeInstruction("wgmma.mma_async.sync.aligned.m64n24")),
      "m64n24k16"));
}

/// What is completed leads to an instruction: each next word can be consumed.
TEST(InstructionHelp, EveryCompletedWordCanGoOn) {
  for (llvm::StringRef opcode : getSummarizedOpcodes())
    for (const Completion &first : completeInstruction((opcode + ".").str()))
      EXPECT_TRUE(llvm::is_contained(
          getWords(completeInstruction((opcode + "." + first.word).str())),
          first.word))
          << opcode.str() << '.' << first.word;
}

TEST(InstructionHelp, CompletesSpecialRegisters) {
  EXPECT_EQ(getWords(completeSpecialRegister("%tid")),
            (std::vector<std::string>{"%tid.x", "%tid.y", "%tid.z"}));
  EXPECT_TRUE(llvm::is_contained(getWords(completeSpecialRegister("%lane")),
                                 "%laneid"));
}
