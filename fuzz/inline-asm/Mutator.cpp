//===- Mutator.cpp - Changed asm operations -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

#include "tile/PTX/Lexer.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::fuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The tokens with a blank between those that do not touch.
static std::string
joinTokens(llvm::ArrayRef<std::pair<bool, std::string>> all) {
  std::string text;
  for (const auto &[isGlued, word] : all) {
    if (!isGlued && !text.empty())
      text += ' ';
    text += word;
  }
  return text;
}

void Mutator::changeTokens(AsmProgram &program, Random &random) const {
  static constexpr llvm::StringLiteral kWords[] = {"{",
                                                   "}",
                                                   "(",
                                                   ")",
                                                   "[",
                                                   "]",
                                                   ",",
                                                   ";",
                                                   ":",
                                                   "@",
                                                   "@!",
                                                   "|",
                                                   "+",
                                                   "-",
                                                   "!",
                                                   "_",
                                                   "$0",
                                                   "$1",
                                                   "$2",
                                                   "$9",
                                                   "$$",
                                                   "${:uid}",
                                                   "${0}",
                                                   "0",
                                                   "1",
                                                   "-1",
                                                   "0x80000000",
                                                   "0f3F800000",
                                                   "1.0",
                                                   "%tid.x",
                                                   "%p1",
                                                   "%r1",
                                                   ".reg",
                                                   ".b32",
                                                   ".pred",
                                                   ".f32",
                                                   ".s64",
                                                   ".v2",
                                                   ".v4",
                                                   ".param",
                                                   ".shared",
                                                   ".local",
                                                   ".global",
                                                   ".align",
                                                   ".loc",
                                                   ".pragma",
                                                   ".branchtargets",
                                                   ".callprototype",
                                                   "bra",
                                                   "call",
                                                   "ret",
                                                   "exit",
                                                   "trap",
                                                   "L0:",
                                                   "//",
                                                   "/*",
                                                   "\n",
                                                   "\\",
                                                   "\""};
  std::vector<std::pair<bool, std::string>> tokens;
  for (const ptx::Token &token :
       ptx::tokenize(program.text, ptx::TextKind::InlineAsm))
    if (!token.is(ptx::TokenKind::End))
      tokens.emplace_back(token.isGlued, token.spelling.str());
  auto newWord = [&]() -> std::string {
    if (random.once(2))
      return random.pick(kWords).str();
    return (random.once(4) ? "" : ".") + random.pick(generator.getWords());
  };
  size_t at = random.below(tokens.size() + 1);
  if (at == tokens.size()) {
    tokens.emplace_back(false, newWord());
  } else {
    switch (random.below(6)) {
    case 0:
      tokens.erase(tokens.begin() + at);
      break;
    case 1:
      tokens.insert(tokens.begin() + at, tokens[at]);
      break;
    case 2:
      tokens[at].second = newWord();
      break;
    case 3:
      tokens.insert(tokens.begin() + at, {random.once(2), newWord()});
      break;
    case 4:
      std::swap(tokens[at].second, random.pick(tokens).second);
      break;
    case 5: { // A word of another asm.
      const std::string &other = random.pick(seeds).text;
      std::vector<ptx::Token> others =
          ptx::tokenize(other, ptx::TextKind::InlineAsm);
      tokens[at].second = random.pick(others).spelling.str();
      break;
    }
    }
  }
  program.text = joinTokens(tokens);
}

void Mutator::changeInstruction(ptx::Instruction &instruction,
                                unsigned numRegisters, Random &random) const {
  auto &operands = instruction.operands;
  switch (random.below(8)) {
  case 0:
    generator.changeWords(instruction, random);
    return;
  case 1: // One word.
    if (!instruction.modifiers.empty())
      random.pick(instruction.modifiers) = random.pick(generator.getWords());
    return;
  case 2: { // A guard, another one, or none.
    ptx::Operand guard = generator.makeOperand(numRegisters, random);
    if (guard.kind == ptx::Operand::Name ||
        guard.kind == ptx::Operand::Placeholder)
      instruction.guard = guard;
    else
      instruction.guard.reset();
    return;
  }
  case 3:
    if (operands.size() > 1)
      std::swap(random.pick(operands), random.pick(operands));
    return;
  case 4:
    if (random.once(2) && !operands.empty())
      operands.erase(operands.begin() + random.below(operands.size()));
    else
      operands.push_back(generator.makeOperand(numRegisters, random));
    return;
  default:
    break;
  }
  if (operands.empty())
    return;
  ptx::Operand *operand = &random.pick(operands);
  while (!operand->elements.empty() && !random.once(3))
    operand = &random.pick(operand->elements);
  *operand = generator.makeOperand(numRegisters, random);
}

void Mutator::changeStatements(std::vector<ptx::Statement> &statements,
                               unsigned numRegisters, Random &random) const {
  if (statements.empty())
    return;
  size_t at = random.below(statements.size());
  if (auto *block = statements[at].getIf<ptx::Block>();
      block && !random.once(5))
    return changeStatements(block->statements, numRegisters, random);
  switch (random.below(8)) {
  case 0:
    statements.erase(statements.begin() + at);
    return;
  case 1: {
    ptx::Statement copy = statements[at];
    statements.insert(statements.begin() + random.below(statements.size() + 1),
                      copy);
    return;
  }
  case 2:
    std::swap(statements[at], random.pick(statements));
    return;
  case 3: { // One of another asm.
    ptx::ParseResult<ptx::AsmBody> other =
        ptx::parseAsmBody(random.pick(seeds).text);
    if (!other.value.statements.empty())
      statements.insert(statements.begin() + at,
                        random.pick(other.value.statements));
    return;
  }
  default:
    if (auto *instruction = statements[at].getIf<ptx::Instruction>())
      changeInstruction(*instruction, numRegisters, random);
  }
}

void Mutator::changeText(AsmProgram &program, Random &random) const {
  if (random.once(3))
    return changeTokens(program, random);
  ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(program.text);
  if (!body || body.value.statements.empty())
    return changeTokens(program, random);
  changeStatements(body.value.statements, program.constraints.size(), random);
  program.text = ptx::toString(body.value);
}

//===----------------------------------------------------------------------===//
// Around the text
//===----------------------------------------------------------------------===//

void Mutator::changeConstraints(AsmProgram &program, Random &random) const {
  static constexpr llvm::StringLiteral kItems[] = {
      "r",    "f",   "l",  "d",  "h",  "q",         "b",   "n",
      "i",    "=r",  "=f", "=l", "=h", "=b",        "=&r", "=&l",
      "=d",   "=q",  "0",  "1",  "2",  "~{memory}", "=0",  "=n",
      "m",    "=*m", "+r", "c",  "",   "~{}",       "rf",  "^r",
      "{r0}", "%r",  "s",  "x",  "*r", "&r",        "-1",  "99999999999"};
  auto &items = program.constraints;
  if (items.empty() || random.once(12)) {
    items.insert(items.begin() + random.below(items.size() + 1),
                 random.pick(kItems).str());
    return;
  }
  size_t at = random.below(items.size());
  switch (random.below(6)) {
  case 0:
    items[at] = random.pick(kItems).str();
    return;
  case 1: // Another class.
    if (!items[at].empty())
      items[at].back() = random.pick(StringRef("rflhdqb"));
    return;
  case 2: // A tie.
    if (!StringRef(items[at]).starts_with("="))
      items[at] = std::to_string(random.below(program.results.size() + 1));
    return;
  case 3:
    if (items[at].size() == 2 && items[at][0] == '=')
      items[at].insert(1, "&");
    return;
  case 4:
    std::swap(items[at], random.pick(items));
    return;
  default:
    if (random.once(2))
      items.erase(items.begin() + at);
    else
      items.insert(items.begin() + at, items[at]);
  }
}

void Mutator::changeValues(AsmProgram &program, Random &random) const {
  static constexpr llvm::StringLiteral kTypes[] = {"i1",
                                                   "i8",
                                                   "i16",
                                                   "i32",
                                                   "i64",
                                                   "f16",
                                                   "bf16",
                                                   "f32",
                                                   "f64",
                                                   "f8E4M3FN",
                                                   "f8E5M2",
                                                   "!tile.ptr<f32>",
                                                   "!tile.ptr<i32>",
                                                   "!tile.ptr<i8>"};
  bool isResult =
      program.operands.empty() || (!program.results.empty() && random.once(3));
  auto &values = isResult ? program.results : program.operands;
  if (values.empty())
    return;
  size_t at = random.below(values.size());
  AsmValue &value = values[at];
  switch (random.below(8)) {
  case 0:
  case 1:
    value.type = random.pick(kTypes).str();
    value.constant.clear();
    return;
  case 2:
    std::swap(value, random.pick(values));
    break;
  case 3:
    if (!isResult)
      value.shape = AsmValue::Shape(random.below(3));
    break;
  case 4: {
    if (isResult || at == 0)
      return;
    size_t other = random.below(at);
    value = values[other];
    if (value.sameAs < 0)
      value.sameAs = other;
    return;
  }
  case 5:
    if (isResult)
      return;
    value.constant = StringRef(value.type).contains('f') ? "1.5" : "7";
    if (value.type == "i1")
      value.constant = "true";
    if (StringRef(value.type).starts_with("!"))
      value.constant.clear();
    break;
  case 6:
    values.erase(values.begin() + at);
    break;
  case 7:
    values.insert(values.begin() + at, value);
    break;
  }
  // References to operands that are no longer before theirs.
  for (AsmValue &operand : program.operands)
    operand.sameAs = -1;
}

void Mutator::changeAround(AsmProgram &program, Random &random) const {
  static const std::vector<int64_t> kShapes[] = {
      {},    {1},    {2},    {8},    {16},     {32},      {64},   {128},
      {256}, {1024}, {1, 1}, {4, 8}, {32, 16}, {2, 2, 8}, {1, 64}};
  static constexpr llvm::StringLiteral kTargets[] = {"sm_80", "sm_89", "sm_90a",
                                                     "sm_100a", "sm_120"};
  switch (random.below(13)) {
  case 0:
    program.pack = 1u << random.below(5);
    return;
  case 1:
    program.isPure = !program.isPure;
    return;
  case 2:
    program.isThreadScope = !program.isThreadScope;
    return;
  case 3:
    program.isUsed = !program.isUsed;
    return;
  case 4:
  case 5:
    program.shape = random.pick(kShapes);
    for (auto *values : {&program.operands, &program.results})
      for (AsmValue &value : *values)
        if (value.shape != AsmValue::Ones)
          value.shape = program.shape.empty() ||
                                (values == &program.operands && random.once(8))
                            ? AsmValue::Scalar
                            : AsmValue::Full;
    return;
  case 6:
    program.numWarps = 1u << random.below(4);
    return;
  case 7:
    program.choice = random.below(3);
    return;
  case 8:
    program.isSignExtended = !program.isSignExtended;
    return;
  case 9:
    if (random.once(2))
      program.perGroup.clear();
    else
      program.perGroup.push_back(random.below(program.operands.size() + 1));
    return;
  case 10: // That of another asm, or none.
    program.fallback = random.once(3) ? "" : random.pick(seeds).fallback;
    return;
  default:
    program.target = random.pick(kTargets).str();
  }
}

AsmProgram Mutator::make(uint64_t number) const {
  Random random(number * 0x9E3779B97F4A7C15u + 1);
  bool isNew = seeds.empty() || random.once(3);
  AsmProgram program = isNew ? generator.make(random) : random.pick(seeds);
  if (isNew || random.once(3))
    program.target = "sm_90a";
  unsigned edits = random.below(isNew ? 3 : 5) + !isNew;
  for (; edits > 0; --edits)
    switch (random.below(10)) {
    case 0:
    case 1:
      changeConstraints(program, random);
      break;
    case 2:
      changeValues(program, random);
      break;
    case 3:
    case 4:
      changeAround(program, random);
      break;
    default:
      changeText(program, random);
    }
  // New asms are of scalars; tiles go other ways.
  if (isNew && random.once(3))
    changeAround(program, random);
  return program;
}
