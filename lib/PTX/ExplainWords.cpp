//===- ExplainWords.cpp - Which word of an instruction is wrong -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row of the opcode is compared with the words of the instruction. A
// repair says how to change the words to the words of the row:
//
//   row   "rn|rz|rm|rp ftz? sat? f32"
//   words  "ftz" "f23"
//   repair: one of rn, rz, rm, rp is missing; "f23" is f32
//
// The cheapest repairs are what the author may have meant. A word that is only
// missing costs least, then a word that is misspelt. Rows that the target does
// not have, or whose operands would not fit, cost more.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

using FitsOperands = llvm::function_ref<bool(const InstructionMatch &)>;

namespace {

constexpr unsigned kMissing = 3;
constexpr unsigned kMisspelt = 2;
constexpr unsigned kOtherType = 4;
constexpr unsigned kOther = 8;
constexpr unsigned kExtra = 6;
constexpr unsigned kLacksTarget = 2;
constexpr unsigned kMisfit = 3;
/// Floats of 8 bits and less, whose conversions are to and from nothing else.
constexpr unsigned kOtherSmallFloat = 6;

/// How the words become the words of a row.
struct Repair {
  unsigned cost = 0;
  /// Of the words: one that belongs to no group, or to none as it is spelt.
  SmallVector<unsigned, 2> wrong;
  /// The group that the wrong word stands for, or -1 where it is too much.
  SmallVector<int, 2> replacedBy;
  SmallVector<unsigned, 2> missing;
  /// The choices of the one group that is missing or misspelt, if it is one.
  SmallVector<std::string, 16> choices;
  /// Words that may stand where one is too much.
  SmallVector<std::string, 16> optional;
  /// The instructions that come out of it, the nearest first.
  SmallVector<std::string, 4> results;
};

class RepairFinder : RowWords {
public:
  /// `knownWords`: those that some row of the opcode has.
  RepairFinder(StringRef opcode, ArrayRef<std::string> words,
               const llvm::BitVector &knownWords, const InstructionForm &form)
      : RowWords(form), opcode(opcode), words(words), knownWords(knownWords) {}

  Repair find() {
    groupOfWord.assign(words.size(), -1);
    wordOfGroup.assign(groups.size(), -1);
    assignExact();
    assignRest();
    for (auto [g, group] : llvm::enumerate(groups))
      if (wordOfGroup[g] < 0 && !group.isOptional) {
        repair.missing.push_back(g);
        repair.cost += kMissing;
      }
    collectChoices();
    return std::move(repair);
  }

  /// The words of the row, with `choice` for the group that `choices` is of.
  std::vector<std::string> getWords(StringRef choice) const {
    std::vector<std::string> result;
    for (auto [g, group] : llvm::enumerate(groups)) {
      if (int(g) == choiceGroup)
        result.push_back(choice.str());
      else if (wordOfGroup[g] >= 0)
        result.push_back(getSpelling(g));
      else if (!group.isOptional)
        result.push_back(getExample(group.choices[0]));
    }
    return result;
  }

  std::string join(ArrayRef<std::string> result) const {
    std::string text = opcode.str();
    for (StringRef word : result)
      text += "." + word.str();
    return text;
  }

private:
  /// `m64n8k16` of `m64n*k16`.
  static std::string getExample(StringRef pattern) {
    auto [before, after] = pattern.split('*');
    return pattern.contains('*') ? (before + "8" + after).str() : pattern.str();
  }

  static bool isType(StringRef word) { return getTypeBits(word) != 0; }

  /// Types keep their order.
  bool isInOrder(unsigned word, unsigned group) const {
    if (!isType(groups[group].choices[0]))
      return true;
    for (auto [other, otherGroup] : llvm::enumerate(groupOfWord))
      if (otherGroup >= 0 && isType(groups[otherGroup].choices[0]) &&
          (other < word) != (otherGroup < int(group)))
        return false;
    return true;
  }

  void assign(unsigned word, unsigned group) {
    groupOfWord[word] = group;
    wordOfGroup[group] = word;
  }

  void assignExact() {
    for (unsigned w = 0; w < words.size(); ++w)
      for (unsigned g = 0; g < groups.size(); ++g) {
        bool fits = llvm::any_of(groups[g].choices, [&](StringRef choice) {
          return matchesWord(choice, words[w]);
        });
        if (!fits || wordOfGroup[g] >= 0 || !isInOrder(w, g))
          continue;
        assign(w, g);
        break;
      }
  }

  StringRef getNearest(unsigned word, unsigned group) const {
    StringRef best = groups[group].choices[0];
    for (StringRef choice : groups[group].choices)
      if (getDistance(words[word], choice) < getDistance(words[word], best))
        best = choice;
    return best;
  }

  unsigned getSmallFloatCost(unsigned word) const {
    bool isSmall = isFloatType(words[word]) && getTypeBits(words[word]) <= 8;
    return isSmall ? kOtherSmallFloat : 0;
  }

  unsigned getCost(unsigned word, unsigned group) const {
    StringRef nearest = getNearest(word, group);
    unsigned distance = getDistance(words[word], nearest);
    bool isTypeGroup = isType(groups[group].choices[0]);
    if (isType(words[word]) != isTypeGroup &&
        (isType(words[word]) || !isNear(words[word], nearest)))
      return kExtra + 1 + getSmallFloatCost(word);
    if (isType(words[word]) && nearest == words[word] + "x2")
      return kMisspelt;
    if (isType(words[word]))
      return kOtherType + std::min(distance, 3u) +
             (!isFloatType(words[word]) && isFloatType(nearest)) +
             getSmallFloatCost(word);
    // What is right elsewhere is hardly misspelt.
    if (isNear(words[word], nearest))
      return kMisspelt + std::min(distance, 3u) +
             (knownWords.test(word) ? kMissing : 0);
    return groups[group].isOptional ? kExtra + 1 : kOther;
  }

  /// Words that no group has as they are: each for the group that it is
  /// nearest to.
  void assignRest() {
    for (unsigned w = 0; w < words.size(); ++w) {
      if (groupOfWord[w] >= 0)
        continue;
      int best = -1;
      unsigned cost = kExtra + getSmallFloatCost(w), bestCost = ~0u;
      for (unsigned g = 0; g < groups.size(); ++g) {
        if (wordOfGroup[g] >= 0 || !isInOrder(w, g))
          continue;
        // What is filled is not missing.
        unsigned found = getCost(w, g);
        unsigned gain = groups[g].isOptional ? 0 : kMissing;
        if (found < cost + gain && found < bestCost) {
          best = g;
          bestCost = found;
        }
      }
      if (best < 0 && isOpen)
        continue;
      repair.wrong.push_back(w);
      repair.replacedBy.push_back(best);
      repair.cost += best < 0 ? cost : bestCost;
      if (best >= 0)
        assign(w, best);
    }
  }

  std::string getSpelling(unsigned group) const {
    unsigned word = wordOfGroup[group];
    bool isWrong = llvm::is_contained(repairedWords, word);
    return isWrong ? getExample(getNearest(word, group)) : words[word];
  }

  void collectChoices() {
    repairedWords.assign(repair.wrong.begin(), repair.wrong.end());
    if (repair.wrong.size() + repair.missing.size() != 1)
      return;
    choiceGroup =
        repair.missing.empty() ? repair.replacedBy[0] : repair.missing[0];
    if (choiceGroup < 0)
      return collectOptional(repair.wrong[0]);
    for (StringRef choice : groups[choiceGroup].choices)
      repair.choices.push_back(getExample(choice));
  }

  /// The groups that are left out between the neighbours of a word.
  void collectOptional(unsigned word) {
    int before = -1, after = groups.size();
    for (auto [other, group] : llvm::enumerate(groupOfWord)) {
      if (group >= 0 && other < word)
        before = std::max(before, group);
      else if (group >= 0)
        after = std::min(after, group);
    }
    for (int g = before + 1; g < after; ++g)
      if (wordOfGroup[g] < 0)
        for (StringRef choice : groups[g].choices)
          repair.optional.push_back(getExample(choice));
  }

  StringRef opcode;
  ArrayRef<std::string> words;
  const llvm::BitVector &knownWords;
  SmallVector<int, 12> groupOfWord, wordOfGroup;
  SmallVector<unsigned, 2> repairedWords;
  int choiceGroup = -1;
  Repair repair;
};

bool isMissingOnly(const Repair &repair) {
  return repair.wrong.empty() && !repair.missing.empty();
}

/// The wrong word where it is the only thing that is wrong, or -1.
int getOnlyWrong(const Repair &repair) {
  return repair.wrong.size() == 1 && repair.missing.empty()
             ? int(repair.wrong[0])
             : -1;
}

/// All repairs that cost least.
class Explainer {
public:
  Explainer(StringRef opcode, ArrayRef<std::string> words,
            ArrayRef<const InstructionForm *> forms, const Target &target,
            unsigned version, FitsOperands fits)
      : opcode(opcode), words(words), target(target), version(version),
        fits(fits), knownWords(words.size()) {
    for (const InstructionForm *form : forms)
      noteWords(*form);
    for (const InstructionForm *form : forms)
      add(*form);
  }

  unsigned getCost() const { return cost; }

  WordsProblem explain() const {
    WordsProblem problem;
    SmallVector<std::string, 16> results = getResults();
    std::string found = "'" + join(words.size()) + "'";
    if (llvm::all_of(repairs, isMissingOnly) && hasChoices()) {
      SmallVector<std::string, 16> choices = getChoices();
      problem.message = "expected " + describeClass(choices) + " in " + found +
                        ", found none";
      problem.hint = "write " + listResults(results);
      problem.replacements = getShown(results);
      return problem;
    }
    int wrong = repairs.empty() ? -1 : getOnlyWrong(repairs[0]);
    bool isOneWord =
        wrong >= 0 && llvm::all_of(repairs, [&](const Repair &repair) {
          return getOnlyWrong(repair) == wrong;
        });
    if (!isOneWord) {
      problem.message =
          "expected " +
          (results.empty() ? "a form that PTX has" : listResults(results)) +
          ", found " + found;
      problem.replacements = getShown(results);
      return problem;
    }
    SmallVector<std::string, 16> choices = getChoices();
    llvm::stable_sort(choices, [&](StringRef a, StringRef b) {
      return getDistance(words[wrong], a) < getDistance(words[wrong], b);
    });
    bool mayBeNothing = llvm::any_of(
        repairs, [](const Repair &repair) { return repair.replacedBy[0] < 0; });
    std::string wanted = listWords(choices, words[wrong], mayBeNothing);
    problem.message = "expected " + wanted + " after '" + join(wrong) +
                      "', found '." + words[wrong] + "'";
    // Which of several words that are not alike was meant is not known.
    bool isGuess = !mayBeNothing && choices.size() > 1 &&
                   getTypeBits(choices[0]) == 0 &&
                   !isNear(words[wrong], choices[0]);
    if (!results.empty() && !isGuess) {
      problem.hint = "write " + listResults(results);
      problem.replacements = getShown(results);
    }
    return problem;
  }

  SmallVector<std::string, 16> getResults() const {
    SmallVector<std::string, 16> results;
    for (const Repair &repair : repairs)
      append(results, repair.results);
    return results;
  }

  /// The long names of matrix instructions would fill the screen.
  static size_t countShown(ArrayRef<std::string> results) {
    constexpr size_t kMaxShown = 6, kMaxLength = 120;
    size_t shown = 0, length = 0;
    while (shown < results.size() && shown < kMaxShown &&
           (shown == 0 || length + results[shown].size() <= kMaxLength))
      length += results[shown++].size();
    return shown;
  }
  static std::string listResults(ArrayRef<std::string> results) {
    return listChoices(results, countShown(results));
  }
  static std::vector<std::string> getShown(ArrayRef<std::string> results) {
    return results.take_front(countShown(results)).vec();
  }

private:
  void noteWords(const InstructionForm &form) {
    for (const WordGroup &group : RowWords(form).groups)
      for (auto [w, word] : llvm::enumerate(words))
        if (llvm::is_contained(group.choices, word))
          knownWords.set(w);
  }

  void add(const InstructionForm &form) {
    RepairFinder finder(opcode, words, knownWords, form);
    Repair repair = finder.find();
    if (!target.satisfies(form.targets) || form.version > version)
      repair.cost += kLacksTarget;
    if (repair.cost > cost)
      return;
    // One result for each choice that is as near as the nearest.
    SmallVector<std::string, 16> choices = repair.choices;
    int wrong = getOnlyWrong(repair);
    if (wrong >= 0)
      llvm::stable_sort(choices, [&](StringRef a, StringRef b) {
        return getDistance(words[wrong], a) < getDistance(words[wrong], b);
      });
    if (choices.empty())
      choices.push_back("");
    bool isAnyFit = false;
    SmallVector<std::string, 16> fitting;
    for (StringRef choice : choices) {
      if (wrong >= 0 && getDistance(words[wrong], choice) >
                            getDistance(words[wrong], choices[0]))
        break;
      std::vector<std::string> result = finder.getWords(choice);
      std::optional<InstructionMatch> match = matchWords(form, result);
      if (!match)
        continue;
      bool isFit = fits(*match);
      if (isFit)
        fitting.push_back(choice.str());
      if (isFit && !isAnyFit)
        repair.results.clear();
      if (isFit || !isAnyFit)
        repair.results.push_back(finder.join(result));
      isAnyFit |= isFit;
    }
    // Of types that are missing, those that the operands have.
    if (wrong < 0 && isAnyFit && getTypeBits(choices[0]) != 0)
      repair.choices = std::move(fitting);
    // Of many choices one is example enough.
    constexpr size_t kFewChoices = 3;
    if (wrong < 0 && choices.size() > kFewChoices && !repair.results.empty())
      repair.results.truncate(1);
    if (!isAnyFit)
      repair.cost += kMisfit;
    if (repair.cost > cost)
      return;
    if (repair.cost < cost)
      repairs.clear();
    cost = repair.cost;
    repairs.push_back(std::move(repair));
  }

  bool hasChoices() const {
    return !repairs.empty() && llvm::all_of(repairs, [](const Repair &repair) {
      return !repair.choices.empty();
    });
  }

  SmallVector<std::string, 16> getChoices() const {
    SmallVector<std::string, 16> choices;
    for (const Repair &repair : repairs) {
      append(choices, repair.choices);
      // A word that other rows have is not misspelt.
      if (!repair.wrong.empty() && !knownWords.test(repair.wrong[0]))
        append(choices, repair.optional);
    }
    return choices;
  }

  static void append(SmallVector<std::string, 16> &texts,
                     ArrayRef<std::string> more) {
    for (const std::string &text : more)
      if (!llvm::is_contained(texts, text))
        texts.push_back(text);
  }

  /// The opcode and the first words.
  std::string join(size_t count) const {
    std::string text = opcode.str();
    for (size_t i = 0; i < count; ++i)
      text += "." + words[i];
    return text;
  }

  /// All of a short list; of a long one, those that are near, or the first.
  static std::string listWords(ArrayRef<std::string> choices, StringRef found,
                               bool mayBeNothing = false) {
    constexpr size_t kMaxShown = 8, kFewShown = 6;
    SmallVector<std::string, 16> texts;
    for (StringRef choice : choices)
      texts.push_back("." + choice.str());
    if (mayBeNothing && choices.empty())
      return "nothing";
    if (mayBeNothing && choices.size() > kMaxShown)
      return "nothing or one of " + listWords(choices, found);
    if (mayBeNothing) {
      std::string text;
      for (StringRef choice : texts)
        text += (text.empty() ? "'" : ", '") + choice.str() + "'";
      return text + " or nothing";
    }
    size_t near = 0;
    while (near < choices.size() && near < kFewShown &&
           isNear(found, choices[near]))
      ++near;
    size_t max = choices.size() <= kMaxShown ? choices.size()
                 : near > 0                  ? near
                                             : kFewShown;
    return listChoices(texts, max);
  }

  /// What kind of word a group is: the first word of each kind decides.
  static std::string describeClass(ArrayRef<std::string> choices) {
    std::string list = listWords(choices, "");
    StringRef first = choices[0];
    bool isRounding =
        llvm::is_contained({"rn", "rz", "rs", "rna", "rni", "rzi"}, first);
    bool isComparison =
        llvm::is_contained(choices, "eq") && llvm::is_contained(choices, "ne");
    StringRef kind = getTypeBits(first) != 0 ? "a type"
                     : isRounding            ? "a rounding"
                     : isComparison          ? "a comparison"
                                             : "";
    if (kind.empty())
      return list;
    // To an integer; C cuts the fraction off.
    StringRef like =
        llvm::is_contained(choices, "rzi") ? "; '.rzi' is what C does" : "";
    return (kind + " (" + list + like + ")").str();
  }

  StringRef opcode;
  ArrayRef<std::string> words;
  const Target &target;
  unsigned version;
  FitsOperands fits;
  unsigned cost = ~0u;
  /// The words that some row has.
  llvm::BitVector knownWords;
  SmallVector<Repair, 4> repairs;
};

} // namespace

/// The instruction with its two types exchanged, where that is one that the
/// operands fit, or "".
static std::string swapTypes(const Instruction &instruction,
                             ArrayRef<const InstructionForm *> forms,
                             FitsOperands fits) {
  SmallVector<size_t, 4> types;
  for (auto [i, word] : llvm::enumerate(instruction.modifiers))
    if (getTypeBits(word) != 0)
      types.push_back(i);
  if (types.size() != 2)
    return "";
  Instruction swapped = instruction;
  std::swap(swapped.modifiers[types[0]], swapped.modifiers[types[1]]);
  for (const InstructionForm *form : forms) {
    std::optional<InstructionMatch> match =
        matchWords(*form, swapped.modifiers);
    if (match && fits(*match))
      return swapped.getMnemonic();
  }
  return "";
}

WordsProblem mlir::tile::ptx::explainWords(
    const Instruction &instruction, ArrayRef<const InstructionForm *> forms,
    const Target &target, unsigned version, FitsOperands fits) {
  if (std::string swapped = swapTypes(instruction, forms, fits);
      !swapped.empty())
    return {"expected '" + swapped + "', found '" + instruction.getMnemonic() +
                "'",
            "the type of the result comes first",
            {swapped}};
  Explainer explainer(instruction.opcode, instruction.modifiers, forms, target,
                      version, fits);
  return explainer.explain();
}

/// Words that begin a declaration.
static bool isSpaceWord(StringRef word) {
  return llvm::is_contained({"reg", "shared", "local", "global", "param"},
                            word);
}

WordsProblem mlir::tile::ptx::explainOpcode(const Instruction &instruction,
                                            const Target &target,
                                            unsigned version,
                                            FitsOperands fits) {
  WordsProblem problem;
  StringRef opcode = instruction.opcode;
  problem.message =
      "expected an instruction of PTX, found '" + instruction.opcode + "'";
  if (isSpaceWord(opcode)) {
    problem.hint =
        "a declaration begins with a dot: write '." + instruction.opcode + "'";
    return problem;
  }
  // What it may be: a name that others have for it, or one that is near.
  std::string small = opcode.lower();
  bool isOfAssembler = small == "mufu" && !instruction.modifiers.empty();
  StringRef whole = lookupNativeInstruction(
      isOfAssembler ? small + "." + StringRef(instruction.modifiers[0]).lower()
                    : small);
  if (!whole.empty() && instruction.modifiers.size() == isOfAssembler) {
    problem.hint = "did you mean " + whole.str();
    if (whole.ends_with("'"))
      problem.replacements.push_back(whole.trim('\'').str());
    return problem;
  }
  SmallVector<StringRef, 8> candidates;
  StringRef native = lookupNativeName(small);
  if (!native.empty()) {
    candidates.push_back(native);
  } else if (!lookupForms(small).empty()) {
    candidates.push_back(small);
  } else {
    NearestNames nearest(small);
    for (ArrayRef<InstructionForm> family : getInstructionFamilies())
      for (const InstructionForm &form : family)
        nearest.add(form.opcode);
    candidates.assign(nearest.get().begin(), nearest.get().end());
  }
  // Of several, the one that the words fit best.
  unsigned cost = ~0u;
  SmallVector<std::string, 16> results;
  for (StringRef candidate : candidates) {
    Explainer explainer(candidate, instruction.modifiers,
                        lookupForms(candidate), target, version, fits);
    if (explainer.getCost() > cost)
      continue;
    if (explainer.getCost() < cost)
      results.clear();
    cost = explainer.getCost();
    results.append(explainer.getResults());
  }
  if (!results.empty()) {
    problem.hint = "did you mean " + Explainer::listResults(results);
    problem.replacements = Explainer::getShown(results);
  }
  return problem;
}
