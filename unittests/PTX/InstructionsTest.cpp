//===- InstructionsTest.cpp - The table of PTX instructions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <deque>

using namespace mlir::tile::ptx;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

void forEachForm(llvm::function_ref<void(const InstructionForm &)> check) {
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family)
      check(form);
}

/// The words of a row with the first alternative of each group.
std::vector<std::string> firstWords(const InstructionForm &form) {
  std::vector<std::string> words;
  SmallVector<StringRef> groups;
  StringRef(form.words).split(groups, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef group : groups) {
    group.consume_back("?");
    std::string word = group.split('|').first.str();
    if (size_t star = word.find('*'); star != std::string::npos)
      word.replace(star, 1, "64");
    if (word != "...")
      words.push_back(word);
  }
  return words;
}

/// The words live as long as the test: a match has views into them.
std::optional<InstructionMatch> match(StringRef opcode,
                                      std::vector<std::string> words) {
  static std::deque<std::vector<std::string>> kept;
  kept.push_back(std::move(words));
  for (const InstructionForm *form : lookupForms(opcode))
    if (auto result = matchWords(*form, kept.back()))
      return result;
  return std::nullopt;
}

TEST(Instructions, EachRowIsFoundByItsOpcode) {
  forEachForm([](const InstructionForm &form) {
    EXPECT_TRUE(llvm::is_contained(lookupForms(form.opcode), &form));
  });
  EXPECT_TRUE(lookupForms("frobnicate").empty());
}

TEST(Instructions, EachRowMatchesItsOwnWords) {
  forEachForm([](const InstructionForm &form) {
    auto result = matchWords(form, firstWords(form));
    ASSERT_TRUE(result) << form.opcode.str() << " " << form.words.str();
    EXPECT_EQ(result->form, &form);
  });
}

TEST(Instructions, EachOperandHasAType) {
  forEachForm([](const InstructionForm &form) {
    // The match has views into the words.
    auto words = firstWords(form);
    auto result = matchWords(form, words);
    ASSERT_TRUE(result);
    for (const OperandPattern &pattern : getOperandPatterns(*result)) {
      if (pattern.kind != OperandPattern::Value)
        continue;
      EXPECT_NE(pattern.getBits(), 0u)
          << form.opcode.str() << " " << form.words.str() << ": "
          << pattern.type.str();
    }
  });
}

TEST(Instructions, EachTargetIsOne) {
  forEachForm([](const InstructionForm &form) {
    SmallVector<StringRef> names;
    StringRef(form.targets).split(names, '|', -1, /*KeepEmpty=*/false);
    for (StringRef name : names)
      EXPECT_TRUE(Target::parse(name)) << name.str();
    EXPECT_TRUE(form.version >= 10 && form.version <= 90);
  });
}

TEST(Instructions, TypesAreNumberedInOrder) {
  auto cvt = match("cvt", {"rn", "f32", "s32"});
  ASSERT_TRUE(cvt);
  EXPECT_EQ(cvt->types[0], "f32");
  EXPECT_EQ(cvt->types[1], "s32");
  EXPECT_TRUE(cvt->has("rn"));
  EXPECT_FALSE(cvt->has("sat"));
}

TEST(Instructions, OperandsHaveTheTypesOfTheWords) {
  auto wide = match("mad", {"wide", "s32"});
  ASSERT_TRUE(wide);
  auto operands = getOperandPatterns(*wide);
  ASSERT_EQ(operands.size(), 4u);
  EXPECT_TRUE(operands[0].isWritten);
  EXPECT_EQ(operands[0].getBits(), 64u);
  EXPECT_EQ(operands[1].getBits(), 32u);
  EXPECT_FALSE(operands[1].isWritten);
}

TEST(Instructions, VectorsHaveTheSizeOfTheWord) {
  auto load = match("ld", {"global", "v4", "b32"});
  ASSERT_TRUE(load);
  EXPECT_EQ(load->vectorSize, 4u);
  auto operands = getOperandPatterns(*load);
  EXPECT_EQ(operands[0].vectorSize, 4u);
  EXPECT_EQ(operands[1].kind, OperandPattern::Address);
  EXPECT_EQ(load->form->effects, ReadsMemory);
}

/// What checkAsmThreads relies on.
TEST(Instructions, BarriersNameTheirNumberAndThreads) {
  unsigned numBarriers = 0;
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family) {
      if (form.opcode == "wgmma" || form.opcode == "setmaxnreg")
        EXPECT_TRUE(form.effects & AcrossWarps) << form.words.str();
      if (form.effects & AcrossWarps)
        EXPECT_TRUE(form.effects & Convergent) << form.words.str();
      if (!(form.effects & IsNumberedBarrier))
        continue;
      ++numBarriers;
      llvm::StringRef operands = form.operands;
      operands.consume_front("=T ");
      EXPECT_TRUE(operands.starts_with("b32")) << form.operands.str();
    }
  EXPECT_EQ(numBarriers, 12u);
}

TEST(SpecialRegisters, WhichDifferFromThreadToThread) {
  std::string threads;
  for (const SpecialRegister &entry : getSpecialRegisters())
    if (entry.variation == SpecialRegister::Threads)
      threads += entry.name.str() + " ";
  EXPECT_EQ(threads, "%tid %laneid %warpid %lanemask_eq %lanemask_le "
                     "%lanemask_lt %lanemask_ge %lanemask_gt ");
}

TEST(Instructions, OperandsThatAWordBringsAlong) {
  auto with = match("red", {"global", "add", "L2::cache_hint", "u32"});
  auto without = match("red", {"global", "add", "u32"});
  ASSERT_TRUE(with && without);
  EXPECT_EQ(getOperandPatterns(*with).size(), 3u);
  EXPECT_FALSE(getOperandPatterns(*with)[2].isOptional);
  EXPECT_EQ(getOperandPatterns(*without).size(), 2u);
}

TEST(Instructions, WordsInAnotherOrder) {
  EXPECT_TRUE(match("atom", {"global", "gpu", "acq_rel", "add", "f32"}));
  EXPECT_TRUE(match("add", {"f32", "rn"}));
  EXPECT_FALSE(match("add", {"rn", "rn", "f32"}));
  EXPECT_FALSE(match("add", {"rn"}));
}

TEST(Instructions, WordsWithAStar) {
  for (const char *good : {"m64n8k16", "m64n128k16", "m64n256k16"})
    EXPECT_TRUE(match(
        "wgmma", {"mma_async", "sync", "aligned", good, "f32", "f16", "f16"}))
        << good;
  for (const char *bad : {"m64n12k16", "m64n264k16", "m64n0k16", "m64nk16"})
    EXPECT_FALSE(match(
        "wgmma", {"mma_async", "sync", "aligned", bad, "f32", "f16", "f16"}))
        << bad;
}

TEST(Instructions, ManyEqualWordsAreNotSlow) {
  EXPECT_FALSE(match("mma", std::vector<std::string>(12, "f32")));
  EXPECT_FALSE(match("mma", std::vector<std::string>(100000, "f32")));
}

TEST(Targets, Names) {
  auto target = Target::parse("sm_90a");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->capability, 90u);
  EXPECT_EQ(target->suffix, 'a');
  EXPECT_EQ(target->getName(), "sm_90a");
  for (const char *bad : {"", "sm_", "sm_a", "90", "sm_9x", "sm_99999"})
    EXPECT_FALSE(Target::parse(bad)) << bad;
}

TEST(Targets, PlainRequirementsHoldForLaterOnes) {
  EXPECT_TRUE(Target::parse("sm_90")->satisfies("sm_80"));
  EXPECT_TRUE(Target::parse("sm_100a")->satisfies("sm_90"));
  EXPECT_FALSE(Target::parse("sm_80")->satisfies("sm_90"));
  EXPECT_TRUE(Target::parse("sm_80")->satisfies(""));
}

TEST(Targets, ArchitectureAndFamily) {
  EXPECT_TRUE(Target::parse("sm_90a")->satisfies("sm_90a"));
  EXPECT_FALSE(Target::parse("sm_90")->satisfies("sm_90a"));
  EXPECT_FALSE(Target::parse("sm_100a")->satisfies("sm_90a"));
  for (const char *name : {"sm_100a", "sm_100f", "sm_103a", "sm_103f"})
    EXPECT_TRUE(Target::parse(name)->satisfies("sm_100f")) << name;
  for (const char *name : {"sm_100", "sm_90a", "sm_120a"})
    EXPECT_FALSE(Target::parse(name)->satisfies("sm_100f")) << name;
  EXPECT_TRUE(Target::parse("sm_121a")->satisfies("sm_100f|sm_120f"));
}

TEST(SpecialRegisters, Lookup) {
  ASSERT_TRUE(lookupSpecialRegister("%tid"));
  EXPECT_TRUE(lookupSpecialRegister("%tid")->isVector);
  EXPECT_EQ(lookupSpecialRegister("%clock64")->type, "u64");
  EXPECT_FALSE(lookupSpecialRegister("%r1"));
  EXPECT_EQ(lookupSpecialRegister("%pm7_64")->version, 40u);
  EXPECT_TRUE(lookupSpecialRegister("%envreg31"));
  EXPECT_FALSE(lookupSpecialRegister("%envreg32"));
}

} // namespace
