//===- ExactUses.cpp - Which bits of a function are floats ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactUses.h"
#include "ControlFlow.h"

#include "tile/PTX/Instructions.h"
#include "tile/Simulator/Float/ExactArithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <numeric>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Not a float: a register that is read as an integer, or as several types.
static constexpr StringRef kOther = "other";

//===----------------------------------------------------------------------===//
// What instructions do
//===----------------------------------------------------------------------===//

static bool isConstant(const ptx::Operand &operand) {
  return operand.kind == ptx::Operand::Integer;
}

/// Masks of signs and of halves: what is left, or changed, is a number's.
static bool isMask(uint64_t bits) {
  switch (bits & 0xFFFFFFFF) {
  case 0x8000:
  case 0x7FFF:
  case 0xFFFF8000:
  case 0xFFFF7FFF:
  case 0x80008000:
  case 0x7FFF7FFF:
  case 0x80000000:
  case 0x7FFFFFFF:
  case 0xFFFF:
  case 0xFFFF0000:
  case 0xFFFFE000:
  case 0xFFFFFFFF:
  case 0:
    return true;
  default:
    return false;
  }
}

/// Whether an instruction, of integers, makes bits of bits.
static bool isIntegerOpcode(StringRef opcode) {
  return llvm::StringSwitch<bool>(opcode)
      .Cases({"add", "addc", "sub", "subc", "mul", "mul24"}, true)
      .Cases({"mad", "madc", "mad24", "sad", "div", "rem"}, true)
      .Cases({"abs", "neg", "min", "max", "cvt", "dp2a", "dp4a"}, true)
      .Cases({"and", "or", "xor", "not", "cnot", "lop3"}, true)
      .Cases({"shl", "shr", "shf", "bfe", "bfi", "bmsk", "szext"}, true)
      .Cases({"popc", "clz", "bfind", "brev", "fns"}, true)
      .Default(false);
}

/// Whether an integer instruction leaves numbers what they are, or orders them.
static bool keepsNumbers(const ptx::Instruction &source) {
  StringRef opcode = source.opcode;
  if (opcode == "min" || opcode == "max" || opcode == "cvt")
    return true;
  if (source.operands.size() != 3)
    return false;
  // Halves are put together by `or`.
  if (!isConstant(source.operands[2]))
    return opcode == "and" || opcode == "or" || opcode == "xor";
  uint64_t bits = source.operands[2].bits;
  if (opcode == "shl" || opcode == "shr")
    return bits % 16 == 0;
  return (opcode == "and" || opcode == "or" || opcode == "xor") && isMask(bits);
}

/// The type of a register of a fragment of a matrix.
static StringRef getFragmentType(StringRef element) {
  return llvm::StringSwitch<StringRef>(element)
      .Case("f16", "f16x2")
      .Case("bf16", "bf16x2")
      .Cases({"tf32", "f32"}, "f32")
      .Case("f64", "f64")
      .Default("");
}

/// The same of one number, or two.
static StringRef getNumberType(StringRef word) {
  return llvm::StringSwitch<StringRef>(word)
      .Case("tf32", "f32")
      .Cases({"f16", "f16x2", "bf16", "bf16x2"}, word)
      .Cases({"f32", "f32x2", "f64"}, word)
      .Default("");
}

static bool isTypeWord(StringRef word) {
  return ptx::isFloatType(word) || ptx::getTypeBits(word) > 1;
}

ExactInstruction::ExactInstruction(const ptx::Instruction &source)
    : source(&source) {
  StringRef opcode = source.opcode;
  llvm::ArrayRef<ptx::Operand> operands = source.operands;
  llvm::SmallVector<StringRef, 4> types;
  for (StringRef word : source.modifiers)
    if (isTypeWord(word))
      types.push_back(word);
  auto getType = [&](size_t number) {
    return number < types.size() ? types[number] : StringRef();
  };
  bool isMatrix = opcode == "mma" || opcode == "wgmma" || opcode == "wmma";
  if (isMatrix && !types.empty()) {
    // D, A, B, C; wgmma has no C, and its D is one.
    for (auto [number, operand] : llvm::enumerate(operands.take_front(4))) {
      if (operand.kind != ptx::Operand::Vector)
        continue;
      StringRef type =
          getFragmentType(getType(std::min(number, types.size() - 1)));
      if (number == 0)
        writes.push_back({&operand, type});
      if (number != 0 || opcode == "wgmma")
        reads.push_back({&operand, type});
    }
    return;
  }
  if (operands.empty())
    return;
  if (opcode == "mov" || opcode == "selp" || opcode == "shfl" ||
      opcode == "prmt") {
    isCopy = true;
    writes.push_back({&operands[0], ""});
    size_t count = opcode == "selp" || opcode == "prmt" ? 3 : 2;
    for (const ptx::Operand &operand : operands.take_front(count).drop_front())
      reads.push_back({&operand, ""});
    return;
  }
  if (opcode == "atom" || opcode == "red") {
    StringRef type = getNumberType(getType(0));
    if (type.empty())
      return;
    for (const ptx::Operand &operand : operands)
      if (operand.kind != ptx::Operand::Address)
        reads.push_back({&operand, type});
    return;
  }
  bool isFloat = llvm::any_of(types, ptx::isFloatType);
  if (types.empty() || opcode == "ld" || opcode == "st" ||
      (!isFloat && !isIntegerOpcode(opcode)))
    return;
  isCopy = !isFloat && keepsNumbers(source);
  isInteger = !isFloat && !isCopy;
  writes.push_back({&operands[0], getNumberType(getType(0))});
  // Of two types the last is that of operands; of add, sub and fma, not of the
  // last operand.
  bool isMixed = types.size() > 1 && opcode != "cvt" && opcode != "set";
  for (auto [number, operand] : llvm::enumerate(operands.drop_front())) {
    bool isLast = number + 2 == operands.size();
    StringRef type = isMixed && isLast ? types.front() : types.back();
    reads.push_back({&operand, getNumberType(type)});
  }
}

//===----------------------------------------------------------------------===//
// Back to constants
//===----------------------------------------------------------------------===//

ExactUses::ExactUses(const ptx::Block &body) {
  collect(body);
  bool isChanged = true;
  while (std::exchange(isChanged, false))
    for (const ExactInstruction &instruction : llvm::reverse(instructions))
      forReads(instruction, [&](const ptx::Operand &operand, StringRef type) {
        isChanged |= want(operand, type);
      });
  for (const ExactInstruction &instruction : instructions)
    forReads(instruction, [&](const ptx::Operand &operand, StringRef type) {
      if (isConstant(operand) && !type.empty() && type != kOther)
        constants[&operand] = type;
    });
}

void ExactUses::collect(const ptx::Block &block) {
  for (const ptx::Statement &statement : block.statements) {
    if (const auto *inner = statement.getIf<ptx::Block>())
      collect(*inner);
    if (const auto *instruction = statement.getIf<ptx::Instruction>())
      instructions.emplace_back(*instruction);
  }
}

/// Of the parts of a vector, and back.
static StringRef getPart(StringRef type) {
  return type.ends_with("x2") ? type.drop_back(2) : StringRef();
}
static StringRef getWhole(StringRef part) {
  return llvm::StringSwitch<StringRef>(part)
      .Case("f16", "f16x2")
      .Case("bf16", "bf16x2")
      .Case("f32", "f32x2")
      .Default("");
}

static bool isList(const ptx::Operand &operand) {
  return operand.kind == ptx::Operand::Vector ||
         operand.kind == ptx::Operand::List ||
         operand.kind == ptx::Operand::Pair;
}

/// A list in a move is the parts of one register.
StringRef ExactUses::getWanted(const ptx::Operand &operand) const {
  if (operand.kind == ptx::Operand::Name)
    return wanted.lookup(operand.name);
  if (isList(operand))
    for (const ptx::Operand &element : operand.elements)
      if (StringRef type = getWanted(element); !type.empty())
        return getWhole(type);
  return "";
}

bool ExactUses::want(const ptx::Operand &operand, StringRef type) {
  if (type.empty() || operand.kind != ptx::Operand::Name)
    return false;
  StringRef &known = wanted[operand.name];
  if (known == type || known == kOther)
    return false;
  known = known.empty() ? type : kOther;
  return true;
}

template <typename F>
void ExactUses::forReads(const ExactInstruction &instruction, F f) const {
  auto forElements = [&](const ptx::Operand &operand, StringRef type) {
    if (isList(operand))
      for (const ptx::Operand &element : operand.elements)
        f(element, type);
    else
      f(operand, type);
  };
  StringRef opcode = instruction.source->opcode;
  for (const ptx::Operand &operand : instruction.source->operands)
    if (operand.kind == ptx::Operand::Address)
      for (const ptx::Operand &element : operand.elements)
        f(element, kOther);
  bool isMove = opcode == "mov" || opcode == "selp" || opcode == "shfl";
  for (const ExactUse &use : instruction.reads) {
    if (!instruction.isCopy) {
      // A fragment's registers are each of the type.
      forElements(*use.operand, use.type.empty() ? kOther : use.type);
      continue;
    }
    // Masks and amounts are none of the bits.
    if (!isMove && isConstant(*use.operand))
      continue;
    StringRef type = getWanted(*instruction.writes.front().operand);
    bool isPart = isList(*use.operand) && type != kOther;
    forElements(*use.operand, isPart ? getPart(type) : type);
  }
}

//===----------------------------------------------------------------------===//
// On to uses
//===----------------------------------------------------------------------===//

namespace {
/// By register: whether its bits may be made as floats, and as integers.
struct Origins {
  llvm::BitVector floats, integers;

  explicit Origins(unsigned count) : floats(count), integers(count) {}
  /// Whether that was new.
  bool join(const Origins &other) {
    bool isNew = other.floats.test(floats) || other.integers.test(integers);
    floats |= other.floats;
    integers |= other.integers;
    return isNew;
  }
};
} // namespace

/// Whether the operand, or a part of it, is the register.
static bool names(const ptx::Operand &operand, StringRef name) {
  if (operand.kind == ptx::Operand::Name)
    return operand.name == name;
  return isList(operand) &&
         llvm::any_of(operand.elements, [&](const ptx::Operand &element) {
           return names(element, name);
         });
}

/// Follows an instruction; true if it mistakes bits.
static bool follow(const ExactInstruction &instruction, const InstInfo &info,
                   bool isGuarded, Origins &origins) {
  bool isWrong = false, ofFloats = false, ofIntegers = false;
  for (const RegisterUse &read : info.reads) {
    if (read.index < 0 || read.isAddress)
      continue;
    for (const ExactUse &use : instruction.reads) {
      if (!names(*use.operand, read.name))
        continue;
      bool areIntegers = origins.integers.test(read.index);
      bool areFloats = origins.floats.test(read.index);
      isWrong |= !use.type.empty() && areIntegers;
      isWrong |= instruction.isInteger && areFloats;
      ofIntegers |= instruction.isCopy && areIntegers;
      ofFloats |= instruction.isCopy && areFloats;
    }
  }
  for (const RegisterUse &write : info.writes) {
    if (write.index < 0)
      continue;
    bool isFloat = ofFloats, isInteger = ofIntegers || instruction.isInteger;
    for (const ExactUse &use : instruction.writes)
      isFloat |= !use.type.empty() && names(*use.operand, write.name);
    if (isFloat || !isGuarded)
      origins.floats[write.index] = isFloat;
    if ((isInteger && !isFloat) || !isGuarded)
      origins.integers[write.index] = isInteger && !isFloat;
  }
  return isWrong;
}

void mlir::tile::sim::markInexact(ProgramCode &program,
                                  const FunctionCode &function) {
  ControlFlowGraph graph(program, function);
  std::vector<Origins> before(graph.blocks.size(),
                              Origins(function.numRegisters));
  llvm::DenseMap<const ptx::Instruction *, std::unique_ptr<ExactInstruction>>
      known;
  auto followBlock = [&](unsigned number, Origins &now) {
    for (uint32_t pc = graph.blocks[number].begin;
         pc < graph.blocks[number].end; ++pc) {
      const InstInfo &info = program.infos[pc];
      if (!info.source)
        continue;
      std::unique_ptr<ExactInstruction> &instruction = known[info.source];
      if (!instruction)
        instruction = std::make_unique<ExactInstruction>(*info.source);
      if (follow(*instruction, info, program.code[pc].guard != kTrueOffset,
                 now))
        program.code[pc].flags |= IsInexact;
    }
  };
  std::vector<unsigned> work(graph.blocks.size());
  std::iota(work.rbegin(), work.rend(), 0);
  while (!work.empty()) {
    unsigned number = work.back();
    work.pop_back();
    Origins now = before[number];
    followBlock(number, now);
    for (unsigned successor : graph.blocks[number].successors)
      if (before[successor].join(now) && !llvm::is_contained(work, successor))
        work.push_back(successor);
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

uint64_t ExactUses::encode(StringRef type, uint64_t bits) {
  unsigned count = type.consume_back("x2") ? 2 : 1;
  std::optional<exact::Format> format = exact::getFormat(type);
  if (!format)
    return bits;
  unsigned width = exact::getBits(*format);
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  uint64_t result = 0;
  for (unsigned part = 0; part < count; ++part)
    result |= exact::encodeFloat(bits >> (part * width) & mask, *format)
              << (part * width);
  return result;
}
