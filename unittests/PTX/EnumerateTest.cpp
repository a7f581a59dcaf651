//===- EnumerateTest.cpp - Instructions made of the table -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Enumerate.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir::tile::ptx;

namespace {

std::set<std::string> getMnemonics(const InstructionForm &form,
                                   unsigned maxPerRow = 60) {
  std::set<std::string> result;
  for (const EnumeratedInstruction &instruction :
       enumerateForm(form, {maxPerRow, 1}))
    result.insert(instruction.getMnemonic());
  return result;
}

TEST(Enumerate, AllChoicesOfASmallRow) {
  constexpr InstructionForm form = {"op", "a|b? c d?", "", 10, ""};
  EXPECT_EQ(getMnemonics(form),
            (std::set<std::string>{"op.c", "op.a.c", "op.b.c", "op.c.d",
                                   "op.a.c.d", "op.b.c.d"}));
  constexpr InstructionForm bare = {"op", "", "", 10, ""};
  EXPECT_EQ(getMnemonics(bare), std::set<std::string>{"op"});
}

TEST(Enumerate, EachPairOfWordsOfALargeRow) {
  // 7 * 7 * 7 choices, of which 49 could have all pairs.
  constexpr InstructionForm form = {
      "op", "a|b|c|d|e|f|g h|i|j|k|l|m|n o|p|q|r|s|t|u", "", 10, ""};
  std::set<std::string> mnemonics = getMnemonics(form, 200);
  EXPECT_LE(mnemonics.size(), 200u);
  for (char first = 'a'; first <= 'g'; ++first)
    for (char second = 'h'; second <= 'n'; ++second) {
      std::string start = std::string("op.") + first + "." + second + ".";
      EXPECT_TRUE(llvm::any_of(mnemonics, [&](const std::string &name) {
        return name.compare(0, start.size(), start) == 0;
      })) << start;
    }
}

TEST(Enumerate, TheLimitHolds) {
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family)
      EXPECT_LE(enumerateForm(form, {7, 1}).size(), 7u);
}

TEST(Enumerate, EachIsOfItsRow) {
  auto instructions = enumerateInstructions(*Target::parse("sm_90a"), 90);
  EXPECT_GE(instructions.size(), 2000u);
  for (const EnumeratedInstruction &instruction : instructions) {
    InstructionMatch match = instruction.getMatch();
    EXPECT_EQ(match.form, instruction.form);
    EXPECT_EQ(
        llvm::count_if(match.words,
                       [](llvm::StringRef word) { return !word.empty(); }),
        ptrdiff_t(instruction.words.size()))
        << instruction.getMnemonic();
  }
}

TEST(Enumerate, OnlyWhatTheTargetHas) {
  auto count = [](llvm::StringRef target, unsigned version,
                  llvm::StringRef opcode) {
    return llvm::count_if(
        enumerateInstructions(*Target::parse(target), version),
        [&](const EnumeratedInstruction &instruction) {
          return instruction.form->opcode == opcode;
        });
  };
  EXPECT_EQ(count("sm_80", 90, "wgmma"), 0);
  EXPECT_GT(count("sm_90a", 90, "wgmma"), 0);
  EXPECT_EQ(count("sm_90a", 79, "wgmma"), 0);
  // The words have requirements, too.
  for (const EnumeratedInstruction &instruction :
       enumerateInstructions(*Target::parse("sm_80"), 90))
    EXPECT_FALSE(llvm::is_contained(instruction.words, "shared::cluster"));
}

} // namespace
