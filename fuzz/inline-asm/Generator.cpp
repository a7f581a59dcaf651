//===- Generator.cpp - Instructions of the table, with operands -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

#include "tile/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::fuzz;
using llvm::StringRef;
using ptx::Operand;

Generator::Generator() {
  llvm::SetVector<StringRef> seen;
  for (llvm::ArrayRef<ptx::InstructionForm> family :
       ptx::getInstructionFamilies())
    for (const ptx::InstructionForm &form : family) {
      ptx::EnumerationLimits limits;
      limits.maxPerRow = 24;
      rows.push_back(ptx::enumerateForm(form, limits));
      seen.insert(form.opcode);
      llvm::SmallVector<StringRef> groups, alternatives;
      StringRef(form.words).split(groups, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef group : groups) {
        group.consume_back("?");
        group.split(alternatives, '|');
      }
      for (StringRef word : alternatives)
        if (!word.contains('*') && word != "...")
          seen.insert(word);
    }
  for (StringRef word : seen)
    words.push_back(word.str());
}

//===----------------------------------------------------------------------===//
// Operands of all kinds
//===----------------------------------------------------------------------===//

static Operand makeName(StringRef name) {
  Operand operand;
  operand.name = name.str();
  return operand;
}

static Operand makePlaceholder(unsigned number) {
  Operand operand;
  operand.kind = Operand::Placeholder;
  operand.bits = number;
  return operand;
}

static Operand makeInteger(Random &random) {
  static constexpr uint64_t kValues[] = {0,
                                         1,
                                         2,
                                         3,
                                         4,
                                         7,
                                         8,
                                         15,
                                         16,
                                         31,
                                         32,
                                         33,
                                         63,
                                         64,
                                         127,
                                         128,
                                         255,
                                         256,
                                         32767,
                                         65535,
                                         65536,
                                         0x7fffffff,
                                         0x80000000,
                                         0xffffffff,
                                         0x100000000,
                                         0x7fffffffffffffff,
                                         0x8000000000000000,
                                         0xffffffffffffffff};
  Operand operand;
  operand.kind = Operand::Integer;
  operand.bits =
      random.once(8) ? random.below(~size_t(0)) : random.pick(kValues);
  if (random.once(4))
    operand.bits = -operand.bits;
  operand.isUnsigned = random.once(6);
  return operand;
}

static Operand makeFloat(Random &random) {
  Operand operand;
  operand.kind = random.once(2) ? Operand::F32 : Operand::F64;
  static constexpr double kValues[] = {0.0, 1.0, -1.5, 3e38, 1e300};
  double value = random.pick(kValues);
  float single = value;
  if (operand.kind == Operand::F64) {
    std::memcpy(&operand.bits, &value, sizeof(value));
  } else {
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof(single));
    operand.bits = bits;
  }
  return operand;
}

Operand Generator::makeOperand(unsigned numRegisters, Random &random) const {
  // Names that mean something somewhere: in PTX, in LLVM's output, in seeds.
  static constexpr llvm::StringLiteral kNames[] = {"_",
                                                   "t",
                                                   "p",
                                                   "%tid",
                                                   "%laneid",
                                                   "%clock64",
                                                   "WARP_SZ",
                                                   "%r1",
                                                   "%p1",
                                                   "%rd1",
                                                   "%lanemask_lt",
                                                   "%envreg3",
                                                   "LOOP",
                                                   "DONE",
                                                   "buffer",
                                                   "k_param_0",
                                                   "%gridid",
                                                   "%ctaid",
                                                   "add",
                                                   "%warpid",
                                                   "__tile_exchange",
                                                   "vprintf",
                                                   "%pm0",
                                                   "%nosuch"};
  auto recurse = [&] { return makeOperand(numRegisters, random); };
  Operand operand;
  switch (random.below(16)) {
  case 0:
  case 1:
  case 2:
    operand = makeInteger(random);
    return operand;
  case 3:
    return makeFloat(random);
  case 4:
  case 5:
    operand = makeName(random.pick(kNames));
    if (random.once(3) || operand.name == "%tid")
      operand.component = random.once(4) ? ".b0" : ".x";
    break;
  case 6:
    operand.kind = Operand::Vector;
    for (unsigned count = 1 + random.below(5); count > 0; --count)
      operand.elements.push_back(recurse());
    return operand;
  case 7:
    operand.kind = Operand::Address;
    for (unsigned count = random.once(6) ? 2 : 1; count > 0; --count)
      operand.elements.push_back(recurse());
    return operand;
  case 8:
    operand.kind = Operand::Pair;
    operand.elements = {recurse(), recurse()};
    return operand;
  case 9:
    operand.kind = random.once(2) ? Operand::List : Operand::Element;
    operand.name = "buffer";
    operand.elements = {recurse()};
    return operand;
  default:
    operand = makePlaceholder(random.below(numRegisters + random.once(9)));
    break;
  }
  operand.isNegated = random.once(12);
  operand.isMinus = random.once(20);
  if (random.once(12))
    operand.offset = int64_t(makeInteger(random).bits);
  return operand;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Generator::changeWords(ptx::Instruction &instruction,
                            Random &random) const {
  llvm::SmallVector<const std::vector<ptx::EnumeratedInstruction> *> same;
  for (const auto &row : rows)
    if (!row.empty() && row[0].form->opcode == instruction.opcode)
      same.push_back(&row);
  if (same.empty())
    return;
  instruction.modifiers = random.pick(*random.pick(same)).words;
}

namespace {
/// An asm that grows, instruction by instruction.
class AsmWriter {
public:
  AsmWriter(const Generator &generator, Random &random)
      : generator(generator), random(random) {}

  void add(const ptx::EnumeratedInstruction &source) {
    ptx::Instruction instruction;
    instruction.opcode = source.form->opcode.str();
    instruction.modifiers = source.words;
    for (const ptx::OperandPattern &pattern :
         ptx::getOperandPatterns(source.getMatch()))
      if (!pattern.isOptional || random.once(2))
        instruction.operands.push_back(make(pattern));
    if (random.once(8)) {
      Operand guard = random.once(3)
                          ? generator.makeOperand(registers.size(), random)
                          : makeRegister("pred", /*isWritten=*/false);
      guard.isNegated = random.once(2);
      if (guard.kind == Operand::Name || guard.kind == Operand::Placeholder)
        instruction.guard = guard;
    }
    ptx::Statement statement;
    statement.value = std::move(instruction);
    statements.push_back(std::move(statement));
  }

  /// Numbers the registers: results first.
  AsmProgram finish() {
    AsmProgram program;
    std::vector<unsigned> numbers(registers.size());
    unsigned next = 0;
    for (bool isWritten : {true, false})
      for (auto [i, reg] : llvm::enumerate(registers)) {
        if (reg.isWritten != isWritten)
          continue;
        numbers[i] = next++;
        AsmValue value;
        value.type = chooseType(reg.letter);
        value.shape = AsmValue::Scalar;
        value.constant = reg.constant;
        (isWritten ? program.results : program.operands).push_back(value);
        program.constraints.push_back((isWritten ? "=" : "") +
                                      std::string(1, reg.letter));
      }
    for (ptx::Statement &statement : statements)
      if (auto *instruction = statement.getIf<ptx::Instruction>()) {
        renumber(instruction->operands, numbers);
        if (instruction->guard && instruction->guard->bits < numbers.size() &&
            instruction->guard->kind == Operand::Placeholder)
          instruction->guard->bits = numbers[instruction->guard->bits];
      }
    program.text = declarations;
    for (const ptx::Statement &statement : statements) {
      llvm::raw_string_ostream os(program.text);
      ptx::print(os, statement);
    }
    program.isPure = random.once(3) && !program.results.empty();
    program.isThreadScope = !program.isPure && random.once(2);
    return program;
  }

private:
  struct Register {
    char letter;
    bool isWritten;
    std::string type;
    std::string constant;
  };

  void renumber(std::vector<Operand> &operands,
                llvm::ArrayRef<unsigned> numbers) {
    for (Operand &operand : operands) {
      if (operand.kind == Operand::Placeholder && operand.bits < numbers.size())
        operand.bits = numbers[operand.bits];
      renumber(operand.elements, numbers);
    }
  }

  std::string chooseType(char letter) {
    switch (letter) {
    case 'b':
      return "i1";
    case 'h':
      return random.once(2) ? "i16" : "f16";
    case 'f':
      return "f32";
    case 'd':
      return "f64";
    case 'l':
      return random.once(2) ? "i64" : "!tile.ptr<i32>";
    case 'q':
      return "i64";
    default:
      return random.once(6) ? "i8" : "i32";
    }
  }

  Operand makeRegister(StringRef type, bool isWritten) {
    unsigned bits = ptx::getTypeBits(type);
    bool isFloat = type == "f32" || type == "f64";
    char letter = bits == 1    ? 'b'
                  : bits <= 16 ? 'h'
                  : bits <= 32 ? (isFloat && random.once(2) ? 'f' : 'r')
                  : bits <= 64 ? (isFloat && random.once(2) ? 'd' : 'l')
                               : 'q';
    // One of the body.
    if (random.once(5)) {
      std::string name = "t" + std::to_string(numLocals++);
      declarations +=
          ".reg ." + (bits == 0 ? "b32" : type.str()) + " " + name + ";\n";
      if (!isWritten && bits >= 16 && bits <= 64)
        declarations += "mov.b" + std::to_string(bits) + " " + name + ", 0;\n";
      return makeName(name);
    }
    for (auto [i, reg] : llvm::enumerate(registers))
      if (reg.letter == letter && (!isWritten || reg.isWritten) &&
          random.once(2))
        return makePlaceholder(i);
    registers.push_back({letter, isWritten, type.str(), ""});
    return makePlaceholder(registers.size() - 1);
  }

  Operand makeConstant(StringRef type) {
    if (random.once(5) && ptx::getTypeBits(type) == 32) {
      registers.push_back(
          {'n', false, type.str(), std::to_string(random.below(300))});
      return makePlaceholder(registers.size() - 1);
    }
    return ptx::isFloatType(type) ? makeFloat(random) : makeInteger(random);
  }

  Operand makeScalar(const ptx::OperandPattern &pattern) {
    if (random.once(25))
      return generator.makeOperand(registers.size(), random);
    if (pattern.isWritten && (pattern.mustBeSink || random.once(30)))
      return makeName("_");
    if (!pattern.isWritten && random.once(4))
      return makeConstant(pattern.type);
    std::string type = pattern.type.str();
    if (pattern.widthFactor == 2)
      type = type.substr(0, 1) + std::to_string(pattern.getBits());
    Operand operand = makeRegister(type, pattern.isWritten);
    operand.isNegated = pattern.mayBeNegated && random.once(4);
    return operand;
  }

  /// In tensor memory, or a texture with its coordinates.
  Operand makeTypedAddress(const ptx::OperandPattern &pattern) {
    Operand operand;
    operand.kind = Operand::Address;
    bool isHandle = pattern.addressKind == ptx::OperandPattern::Handle;
    operand.elements = {makeRegister(isHandle ? "b64" : "b32", false)};
    if (!isHandle && random.once(4))
      operand.elements[0].offset = int64_t(makeInteger(random).bits);
    if (pattern.numCoordinates == 0)
      return operand;
    Operand coordinates;
    coordinates.kind = Operand::Vector;
    for (unsigned i = 0; i < pattern.numCoordinates; ++i)
      coordinates.elements.push_back(makeScalar(pattern.getCoordinate(i)));
    operand.elements.push_back(std::move(coordinates));
    return operand;
  }

  Operand make(const ptx::OperandPattern &pattern) {
    Operand operand;
    switch (pattern.kind) {
    case ptx::OperandPattern::Address: {
      operand.kind = Operand::Address;
      if (pattern.addressKind != ptx::OperandPattern::Memory &&
          !random.once(20))
        return makeTypedAddress(pattern);
      Operand base = random.once(5)
                         ? generator.makeOperand(registers.size(), random)
                         : makeRegister(random.once(4) ? "b32" : "b64", false);
      if (random.once(4))
        base.offset = int64_t(makeInteger(random).bits);
      operand.elements = {base};
      return operand;
    }
    case ptx::OperandPattern::Immediate:
      return random.once(6) ? makeConstant("b32") : makeInteger(random);
    case ptx::OperandPattern::Label:
      return makeName("DONE");
    case ptx::OperandPattern::Name:
      return makeName("buffer");
    case ptx::OperandPattern::List:
      operand.kind = Operand::List;
      return operand;
    case ptx::OperandPattern::Any:
      if (pattern.vectorSize == 0)
        return generator.makeOperand(registers.size(), random);
      break;
    case ptx::OperandPattern::Value:
      break;
    }
    if (pattern.mustBePair || (pattern.mayBePair && random.once(3))) {
      ptx::OperandPattern predicate;
      predicate.type = "pred";
      predicate.isWritten = true;
      operand.kind = Operand::Pair;
      ptx::OperandPattern first = pattern;
      first.mayBePair = first.mustBePair = false;
      operand.elements = {make(first), makeScalar(predicate)};
      return operand;
    }
    if (pattern.vectorSize == 0 || (pattern.vectorSize == 1 && random.once(2)))
      return makeScalar(pattern);
    operand.kind = Operand::Vector;
    ptx::OperandPattern element = pattern;
    if (pattern.kind == ptx::OperandPattern::Any)
      element.type = "b32";
    unsigned size = pattern.vectorSize == ptx::kAnyVectorSize
                        ? 1 + random.below(5)
                        : pattern.vectorSize;
    for (; size > 0; --size)
      operand.elements.push_back(makeScalar(element));
    return operand;
  }

  const Generator &generator;
  Random &random;
  std::vector<Register> registers;
  std::vector<ptx::Statement> statements;
  std::string declarations;
  unsigned numLocals = 0;
};
} // namespace

AsmProgram Generator::make(Random &random) const {
  AsmWriter writer(*this, random);
  for (unsigned count = 1 + random.below(3); count > 0; --count) {
    const auto &row = random.pick(rows);
    if (!row.empty())
      writer.add(random.pick(row));
  }
  AsmProgram program = writer.finish();
  if (random.once(3) || StringRef(program.text).contains("buffer"))
    program.text = ".shared .align 16 .b8 buffer[64];\n" + program.text;
  if (StringRef(program.text).contains("DONE"))
    program.text += "DONE:\n";
  return program;
}
