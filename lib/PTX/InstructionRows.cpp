//===- InstructionRows.cpp - Rows of the table and instructions -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the words of an instruction with a row of the table, and says
// what operands the row has for them. Each row is parsed once.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"

#include <memory>

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool InstructionMatch::has(StringRef word) const {
  return llvm::is_contained(words, word);
}

bool mlir::tile::ptx::matchesWord(StringRef pattern, StringRef word) {
  if (!pattern.contains('*'))
    return pattern == word;
  auto [before, after] = pattern.split('*');
  unsigned n;
  return word.consume_front(before) && word.consume_back(after) &&
         !word.getAsInteger(10, n) && n >= 8 && n <= 256 && n % 8 == 0;
}

RowWords::RowWords(const InstructionForm &form) {
  SmallVector<StringRef, 12> parts;
  StringRef(form.words).split(parts, ' ', -1, /*KeepEmpty=*/false);
  isOpen = !parts.empty() && parts.back() == "...";
  if (isOpen)
    parts.pop_back();
  for (StringRef part : parts) {
    WordGroup &group = groups.emplace_back();
    group.isOptional = part.consume_back("?");
    part.split(group.choices, '|');
  }
}

namespace {
/// An operand of a row, before the words of an instruction say the rest.
struct RowOperand {
  OperandPattern pattern;
  /// It is there with this word only.
  StringRef condition;
  /// What the row has for the type, and which of the types it stands for.
  StringRef type;
  size_t typeNumber = StringRef::npos;
  bool hasType = false;
  /// `{v}`: as many as the words say.
  bool isVectorOfWords = false;
  /// `{4x}`: so many times the number of the word `.x8`; else 0.
  unsigned timesWord = 0;
  bool isOfAnyKind = false;
};

/// The text of a row, parsed.
struct Row : RowWords {
  SmallVector<RowOperand, 4> operands;
  /// The bits of all words that may stand in it, and how many must: most rows
  /// of an opcode are left out by these.
  uint64_t wordBits = 0;
  size_t numRequired = 0;

  /// One of 64, by what tells words apart quickly.
  static uint64_t getBit(StringRef word) {
    unsigned hash = word.size() * 5 + uint8_t(word.front()) * 3 +
                    uint8_t(word.back()) * 7 + uint8_t(word[word.size() / 2]);
    return uint64_t(1) << (hash % 64);
  }

  bool mayMatch(ArrayRef<std::string> words) const {
    return isOpen || (words.size() >= numRequired &&
                      llvm::all_of(words, [&](const std::string &word) {
                        return !word.empty() && (wordBits & getBit(word));
                      }));
  }

  explicit Row(const InstructionForm &form) : RowWords(form) {
    for (const WordGroup &group : groups) {
      numRequired += !group.isOptional;
      for (StringRef word : group.choices)
        wordBits |=
            word.empty() || word.contains('*') ? ~uint64_t(0) : getBit(word);
    }
    SmallVector<StringRef, 12> parts;
    StringRef(form.operands).split(parts, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      operands.push_back(parseOperand(part));
  }

  static RowOperand parseOperand(StringRef text);
};

/// Groups of a row against the words of an instruction.
struct WordMatcher {
  ArrayRef<WordGroup> groups;
  ArrayRef<std::string> words;
  /// The index of the word of a group, or -1.
  SmallVector<int, 12> chosen;
  bool isOpen;
  /// How much a search may try: a bound for words made to be slow.
  unsigned budget = 2000;

  WordMatcher(const Row &row, ArrayRef<std::string> words)
      : groups(row.groups), words(words), isOpen(row.isOpen) {
    chosen.assign(groups.size(), -1);
  }

  bool fits(unsigned group, unsigned word) const {
    return llvm::any_of(groups[group].choices, [&](StringRef pattern) {
      return matchesWord(pattern, words[word]);
    });
  }

  bool matchInOrder(unsigned group, unsigned word) {
    if (budget == 0)
      return false;
    --budget;
    if (group == groups.size())
      return isOpen || word == words.size();
    if (word < words.size() && fits(group, word)) {
      chosen[group] = word;
      if (matchInOrder(group + 1, word + 1))
        return true;
      chosen[group] = -1;
    }
    return groups[group].isOptional && matchInOrder(group + 1, word);
  }

  /// Words from `word` on, to groups from `start` on. Types keep their order,
  /// as `cvt.rn.f32.s32` is not `cvt.rn.s32.f32`, and so do the state spaces of
  /// a copy; the first one is the destination's.
  bool matchInAnyOrder(unsigned word, unsigned start) {
    if (budget == 0)
      return false;
    --budget;
    if (word == words.size())
      return llvm::all_of(llvm::seq<size_t>(0, groups.size()), [&](size_t i) {
        return groups[i].isOptional || chosen[i] >= 0;
      });
    for (unsigned group = start; group < groups.size(); ++group) {
      if (chosen[group] >= 0 || !fits(group, word) ||
          hasSuccessorBehind(group, words[word]))
        continue;
      chosen[group] = word;
      if (matchInAnyOrder(word + 1, start))
        return true;
      chosen[group] = -1;
    }
    return false;
  }

  /// Whether a word that was read before `word` belongs after it, as both are
  /// types or both are state spaces.
  bool hasSuccessorBehind(unsigned group, StringRef word) const {
    bool isType = getTypeBits(word) != 0, isSpace = isCopySpace(word);
    return llvm::any_of(llvm::drop_begin(chosen, group + 1), [&](int other) {
      return other >= 0 && ((isType && getTypeBits(words[other]) != 0) ||
                            (isSpace && isCopySpace(words[other])));
    });
  }

  /// The state spaces between which copies are.
  static bool isCopySpace(StringRef word) {
    return word == "global" || word == "shared" || word == "shared::cta" ||
           word == "shared::cluster";
  }

  /// As matchInAnyOrder, but what comes first in the row, up to the first group
  /// that must be there, comes first: `mbarrier.arrive`, `div.full`.
  bool matchInAnyOrderAfterFirst() {
    unsigned word = 0;
    for (unsigned group = 0; group < groups.size(); ++group) {
      bool isThere = word < words.size() && fits(group, word);
      if (isThere)
        chosen[group] = word++;
      else if (!groups[group].isOptional)
        return false;
      // `cp.reduce.async.bulk` is one name.
      bool isName = isThere && group + 1 < groups.size() &&
                    isOperationWord(groups[group + 1].choices[0]);
      if (!groups[group].isOptional && !isName)
        return matchInAnyOrder(word, group + 1);
    }
    return false;
  }

  static bool isOperationWord(StringRef word) {
    return word == "async" || word == "bulk" || word == "tensor" ||
           word == "arrive" || word == "parity" || word == "mbarrier" ||
           word == "noinc" || word == "expect_tx" || word == "noComplete" ||
           // `barrier.cluster.wait`, `tcgen05.mma.ws`.
           word == "wait" || word == "ws" ||
           // The matrices of `wmma.load.a`.
           word == "a" || word == "b" || word == "c" || word == "d";
  }
};
} // namespace

/// Whether the first words are a part of the opcode.
static bool hasOperationWord(StringRef opcode, StringRef words) {
  if (opcode == "div")
    return words.starts_with("full");
  // `madc.hi.cc.u32`
  if (words.starts_with("wide") || words.starts_with("hi|lo"))
    return true;
  if (opcode == "cvta")
    return words.starts_with("to");
  if (opcode == "dp2a" || opcode == "shf")
    return true;
  if (opcode == "red" || opcode == "st")
    return words.starts_with("async") || words.starts_with("bulk");
  if (opcode == "fence" || opcode == "membar")
    return words.starts_with("proxy");
  return llvm::StringSwitch<bool>(opcode)
      .Cases({"tex", "txq", "suld", "sust", "sured"}, true)
      .Cases({"bar", "barrier", "cp", "createpolicy", "mbarrier"}, true)
      .Cases({"multimem", "setmaxnreg", "tcgen05", "tensormap"}, true)
      .Cases({"wgmma", "wmma"}, true)
      .Default(false);
}

/// The rows of the table are parsed once.
static const Row &getRow(const InstructionForm &form,
                         std::optional<Row> &other) {
  using Rows = llvm::DenseMap<const InstructionForm *, std::unique_ptr<Row>>;
  static const Rows rows = [] {
    Rows result;
    for (ArrayRef<InstructionForm> family : getInstructionFamilies())
      for (const InstructionForm &form : family)
        result[&form] = std::make_unique<Row>(form);
    return result;
  }();
  auto it = rows.find(&form);
  return it != rows.end() ? *it->second : other.emplace(form);
}

std::optional<InstructionMatch>
mlir::tile::ptx::matchWords(const InstructionForm &form,
                            ArrayRef<std::string> words) {
  std::optional<Row> other;
  const Row &row = getRow(form, other);
  if (!row.mayMatch(words))
    return std::nullopt;
  WordMatcher matcher(row, words);
  if (!matcher.isOpen && words.size() > matcher.groups.size())
    return std::nullopt;
  if (!matcher.matchInOrder(0, 0)) {
    if (matcher.isOpen)
      return std::nullopt;
    bool isMatch = hasOperationWord(form.opcode, form.words)
                       ? matcher.matchInAnyOrderAfterFirst()
                       : matcher.matchInAnyOrder(0, 0);
    if (!isMatch)
      return std::nullopt;
  }
  InstructionMatch match;
  match.form = &form;
  for (int index : matcher.chosen) {
    StringRef word = index < 0 ? StringRef() : StringRef(words[index]);
    match.words.push_back(word);
    if (getTypeBits(word) != 0 && word != "b1024")
      match.types.push_back(word);
    else if (word == "v2" || word == "v4" || word == "v8")
      match.vectorSize = word.back() - '0';
  }
  return match;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

OperandPattern OperandPattern::getCoordinate(unsigned index) const {
  OperandPattern pattern;
  pattern.type = hasIndex && index == 0 ? StringRef("u32") : type;
  return pattern;
}

/// `[]`, `[t]`, `[h]{i2}U`; the type is left as the row has it.
static bool parseAddress(StringRef &text, OperandPattern &pattern) {
  if (!text.starts_with("["))
    return false;
  pattern.kind = OperandPattern::Address;
  pattern.addressKind = text.starts_with("[t")   ? OperandPattern::TensorMemory
                        : text.starts_with("[h") ? OperandPattern::Handle
                                                 : OperandPattern::Memory;
  text = text.split(']').second;
  if (text.consume_front("{")) {
    pattern.hasIndex = text.consume_front("i");
    text.consumeInteger(10, pattern.numCoordinates);
    text.consume_front("}");
  }
  return true;
}

RowOperand Row::parseOperand(StringRef text) {
  RowOperand operand;
  OperandPattern &pattern = operand.pattern;
  if (size_t mark = text.find('?'); mark != StringRef::npos) {
    operand.condition = text.substr(mark + 1);
    text = text.take_front(mark);
    pattern.isOptional = operand.condition.empty();
  }
  pattern.mustBePair = text.consume_back("&pred");
  pattern.mayBePair = text.consume_back("|pred") || pattern.mustBePair;
  pattern.isWritten = text.consume_front("=");
  pattern.mustBeSink = text.consume_front("_");
  pattern.mayBeNegated = text.consume_front("!");
  pattern.mayBeMinus = text.consume_front("-");
  pattern.mayNotBeConstant = text != "..." && text.consume_front(".");
  operand.isOfAnyKind = text.consume_front("%");
  bool isAddress = parseAddress(text, pattern);
  if (text.consume_front("{")) {
    auto [size, rest] = text.split('}');
    text = rest;
    if (size == "v")
      operand.isVectorOfWords = true;
    else if (size == "*")
      pattern.vectorSize = kAnyVectorSize;
    else if (size.consume_back("x"))
      size.getAsInteger(10, operand.timesWord);
    else
      size.getAsInteger(10, pattern.vectorSize);
  }
  pattern.mayBeWider = text.consume_front("~");
  if (text.consume_front("2"))
    pattern.widthFactor = 2;
  if (!isAddress)
    pattern.kind = llvm::StringSwitch<OperandPattern::Kind>(text)
                       .Case("#", OperandPattern::Immediate)
                       .Case("label", OperandPattern::Label)
                       .Case("name", OperandPattern::Name)
                       .Case("list", OperandPattern::List)
                       .Cases({"any", "..."}, OperandPattern::Any)
                       .Default(OperandPattern::Value);
  operand.type = text;
  operand.hasType =
      pattern.kind == OperandPattern::Value || pattern.numCoordinates;
  if (text.size() == 1)
    operand.typeNumber = StringRef("TUVW").find(text);
  return operand;
}

SmallVector<OperandPattern, 6>
mlir::tile::ptx::getOperandPatterns(const InstructionMatch &match) {
  SmallVector<OperandPattern, 6> patterns;
  std::optional<Row> other;
  for (const RowOperand &operand : getRow(*match.form, other).operands) {
    if (!operand.condition.empty() && !match.has(operand.condition))
      continue;
    OperandPattern &pattern = patterns.emplace_back(operand.pattern);
    if (operand.isVectorOfWords) { // A scalar may stand in braces, too.
      pattern.vectorSize = std::max(match.vectorSize, 1u);
      pattern.mayLackBraces = match.vectorSize == 0;
    }
    for (StringRef word : match.words)
      if (unsigned count; operand.timesWord && word.consume_front("x") &&
                          !word.getAsInteger(10, count))
        pattern.vectorSize = operand.timesWord * count;
    if (!operand.hasType)
      continue;
    bool isWord = operand.typeNumber < match.types.size();
    pattern.type = isWord ? match.types[operand.typeNumber] : operand.type;
    // As data, floats are bits like others.
    pattern.mayNotBeFloat = !isWord && !operand.isOfAnyKind &&
                            pattern.kind != OperandPattern::Address &&
                            pattern.vectorSize == 0 &&
                            pattern.type.starts_with("b");
  }
  return patterns;
}
