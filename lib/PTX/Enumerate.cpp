//===- Enumerate.cpp - The instructions of the table, one by one ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Enumerate.h"

#include "InstructionFamilies.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <random>

using namespace mlir::tile::ptx;
using llvm::SmallVector;
using llvm::StringRef;

std::string EnumeratedInstruction::getMnemonic() const {
  return llvm::join(words, ".")
      .insert(0, words.empty() ? "" : ".")
      .insert(0, StringRef(form->opcode).str());
}

InstructionMatch EnumeratedInstruction::getMatch() const {
  std::optional<InstructionMatch> match = matchWords(*form, words);
  return match ? *match : InstructionMatch{form, {}, {}, 0};
}

/// The alternatives of each group of a row, "" first where it may be left out.
static SmallVector<SmallVector<std::string>>
getGroups(const InstructionForm &form) {
  SmallVector<SmallVector<std::string>> groups;
  for (const WordGroup &words : RowWords(form).groups) {
    SmallVector<std::string> &group = groups.emplace_back();
    if (words.isOptional)
      group.push_back("");
    for (StringRef word : words.choices) {
      if (!word.contains('*')) {
        group.push_back(word.str());
        continue;
      }
      auto [before, after] = word.split('*');
      for (unsigned n : {8, 16, 24, 64, 128, 192, 256})
        group.push_back((before + llvm::Twine(n) + after).str());
    }
  }
  return groups;
}

namespace {
/// Chooses words until every two of two groups have been together.
class PairwiseChooser {
public:
  using Groups = SmallVector<SmallVector<std::string>>;
  using Choice = SmallVector<unsigned, 12>;

  PairwiseChooser(const Groups &groups, uint64_t seed)
      : groups(groups), random(seed) {
    for (unsigned i = 0; i < groups.size(); ++i)
      for (unsigned j = i; j < groups.size(); ++j)
        for (unsigned a = 0; a < groups[i].size(); ++a)
          for (unsigned b = 0; b < groups[j].size(); ++b)
            if (i != j || a == b)
              missing.push_back({i, j, a, b});
    std::shuffle(missing.begin(), missing.end(), random);
  }

  /// Has a pair that was missing, and of some random choices for the other
  /// groups those that add most; empty where no pair is missing.
  Choice next() {
    while (!missing.empty() && isSeen(missing.back()))
      missing.pop_back();
    Choice best;
    if (missing.empty())
      return best;
    const Pair &pair = missing.back();
    unsigned bestCount = 0;
    for (unsigned attempt = 0; attempt < 20; ++attempt) {
      Choice choice;
      for (const auto &group : groups)
        choice.push_back(random() % group.size());
      choice[pair.i] = pair.a;
      choice[pair.j] = pair.b;
      unsigned count = 0;
      forEachPair(choice, [&](const Pair &other) { count += !isSeen(other); });
      if (count > bestCount) {
        best = choice;
        bestCount = count;
      }
    }
    forEachPair(best, [&](const Pair &other) { seen.insert(other.getKey()); });
    return best;
  }

private:
  /// Word a of group i, and b of j.
  struct Pair {
    unsigned i, j, a, b;
    uint64_t getKey() const {
      return uint64_t(i) << 48 | uint64_t(j) << 32 | a << 16 | b;
    }
  };

  static void forEachPair(const Choice &choice,
                          llvm::function_ref<void(const Pair &)> visit) {
    for (unsigned i = 0; i < choice.size(); ++i)
      for (unsigned j = i; j < choice.size(); ++j)
        visit({i, j, choice[i], choice[j]});
  }
  bool isSeen(const Pair &pair) const { return seen.contains(pair.getKey()); }

  const Groups &groups;
  std::mt19937_64 random;
  std::vector<Pair> missing;
  llvm::DenseSet<uint64_t> seen;
};
} // namespace

std::vector<EnumeratedInstruction>
mlir::tile::ptx::enumerateForm(const InstructionForm &form,
                               const EnumerationLimits &limits) {
  std::vector<EnumeratedInstruction> result;
  PairwiseChooser::Groups groups = getGroups(form);
  auto add = [&](llvm::ArrayRef<unsigned> choice) {
    EnumeratedInstruction instruction{&form, {}};
    for (auto [group, index] : llvm::zip(groups, choice))
      if (!group[index].empty())
        instruction.words.push_back(group[index]);
    result.push_back(std::move(instruction));
  };

  uint64_t total = 1;
  for (const auto &group : groups)
    total = std::min<uint64_t>(total * group.size(), UINT32_MAX);
  if (total <= limits.maxPerRow) {
    for (uint64_t number = 0; number < total; ++number) {
      PairwiseChooser::Choice choice;
      uint64_t rest = number;
      for (const auto &group : groups) {
        choice.push_back(rest % group.size());
        rest /= group.size();
      }
      add(choice);
    }
    return result;
  }
  PairwiseChooser chooser(groups, limits.seed);
  while (result.size() < limits.maxPerRow) {
    PairwiseChooser::Choice choice = chooser.next();
    if (choice.empty())
      break;
    add(choice);
  }
  return result;
}

bool mlir::tile::ptx::isSupported(const EnumeratedInstruction &instruction,
                                  const Target &target, unsigned version) {
  const InstructionForm &form = *instruction.form;
  return target.satisfies(form.targets) && version >= form.version &&
         llvm::all_of(
             getWordRequirements(), [&](const WordRequirement &needed) {
               return !needed.appliesTo(form.opcode, instruction.words) ||
                      (target.satisfies(needed.targets) &&
                       version >= needed.version);
             });
}

std::vector<EnumeratedInstruction>
mlir::tile::ptx::enumerateInstructions(const Target &target, unsigned version,
                                       const EnumerationLimits &limits) {
  std::vector<EnumeratedInstruction> result;
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family)
      for (EnumeratedInstruction &instruction : enumerateForm(form, limits))
        if (isSupported(instruction, target, version))
          result.push_back(std::move(instruction));
  return result;
}
