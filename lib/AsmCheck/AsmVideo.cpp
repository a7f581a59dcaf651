//===- AsmVideo.cpp - Operands of video instructions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Scalar Video Instructions" and "SIMD Video Instructions".
//
//===----------------------------------------------------------------------===//

#include "AsmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

bool mlir::tile::ptx::isVideoInstruction(StringRef opcode) {
  return llvm::StringSwitch<bool>(opcode)
      .Cases({"vadd", "vsub", "vabsdiff", "vmin", "vmax"}, true)
      .Cases({"vshl", "vshr", "vmad", "vset"}, true)
      .Cases({"vadd2", "vsub2", "vavrg2", "vabsdiff2"}, true)
      .Cases({"vmin2", "vmax2", "vset2"}, true)
      .Cases({"vadd4", "vsub4", "vavrg4", "vabsdiff4"}, true)
      .Cases({"vmin4", "vmax4", "vset4"}, true)
      .Default(false);
}

static bool areDigits(StringRef text, size_t count, char last) {
  return text.size() == count &&
         llvm::all_of(text, [&](char c) { return c >= '0' && c <= last; });
}

/// Of what is written: the parts, the last one first.
static bool isMask(StringRef text, char last) {
  char before = last + 1;
  for (char c : text) {
    if (c < '0' || c >= before)
      return false;
    before = c;
  }
  return !text.empty();
}

/// Whether the instruction takes `.b0`, `.h32`, ... of the operand.
static bool isPart(StringRef opcode, bool isResult, StringRef part) {
  part.consume_front(".");
  bool isByte = part.consume_front("b");
  if (!isByte && !part.consume_front("h"))
    return false;
  if (opcode.ends_with("2"))
    return !isByte && (isResult ? isMask(part, '1') : areDigits(part, 2, '3'));
  if (opcode.ends_with("4"))
    return isByte && (isResult ? isMask(part, '3') : areDigits(part, 4, '7'));
  return areDigits(part, 1, isByte ? '3' : '1');
}

std::string mlir::tile::ptx::checkVideoOperand(const Instruction &instruction,
                                               const InstructionMatch &match,
                                               size_t position,
                                               AsmNameLookup lookup) {
  StringRef opcode = instruction.opcode;
  llvm::ArrayRef<Operand> operands = instruction.operands;
  const Operand &operand = operands[position];
  bool isSimd = opcode.ends_with("2") || opcode.ends_with("4");
  bool isNamed =
      operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
  if (isSimd && (!isNamed || lookup(operand).kind == AsmName::Constant))
    return "expected a register, found a constant";
  if (!isNamed)
    return "";
  if (operand.offset != 0 || operand.offsetPlaceholder >= 0)
    return "expected a register alone, found a sum";
  StringRef part = operand.component;
  if (!part.empty()) {
    StringRef type = lookup(operand).type;
    if (!type.empty() && (getTypeBits(type) != 32 || isFloatType(type)))
      return ("expected a part of a register of 32 bits, found one of '." +
              type + "'")
          .str();
    if (lookup(operand).kind != AsmName::Register || operand.isNegated ||
        (position == 0 && opcode == "vmad") || position == 3 ||
        !isPart(opcode, position == 0, part))
      return "expected a part that '" + instruction.opcode +
             "' takes, found '" + part.str() + "'";
  }
  bool hasSecond = match.has("add") || match.has("min") || match.has("max");
  bool hasPart = !operands[0].component.empty();
  if (!isSimd && position == 0 && opcode != "vmad") {
    if (hasSecond && hasPart)
      return "expected a whole register with a second operation, found '" +
             part.str() + "'";
    if ((hasSecond || hasPart) && operands.size() != 4)
      return std::string("expected four operands with ") +
             (hasPart ? "a part" : "a second operation") + ", found three";
  }
  if (opcode == "vmad" && position == 0) {
    bool isProduct = operands[1].isMinus != operands[2].isMinus;
    if ((operands[1].isMinus || operands[2].isMinus || operands[3].isMinus) &&
        (match.has("po") || (isProduct && operands[3].isMinus)))
      return "expected '-' at the product or at the last operand, without "
             "'.po'";
  }
  return "";
}
