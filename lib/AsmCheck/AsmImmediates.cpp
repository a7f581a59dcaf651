//===- AsmImmediates.cpp - Constants in the text of an asm ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmImmediates.h"

#include "AsmOperands.h"

#include "tile/PTX/OperandAccess.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

/// u32, s64, ...
static bool isIntegerType(StringRef type) {
  return (type.consume_front("u") || type.consume_front("s")) &&
         !type.empty() && llvm::isDigit(type.front());
}

bool mlir::tile::ptx::takesFloat(const Instruction &instruction,
                                 const InstructionMatch *row,
                                 unsigned operand) {
  if (!row)
    return true;
  if (hasConstantRange(instruction, *row, operand))
    return false;
  auto patterns = getOperandPatterns(*row);
  if (operand >= patterns.size() ||
      patterns[operand].kind == OperandPattern::Any)
    return true;
  return patterns[operand].kind == OperandPattern::Value &&
         !isIntegerType(patterns[operand].type);
}

/// Adds the places of floats in an operand and in what it is made of.
static void collectFloats(const Operand &operand, ArrayRef<AsmOperand> operands,
                          SmallVectorImpl<size_t> &offsets) {
  if (operand.kind == Operand::Placeholder && operand.bits < operands.size()) {
    const AsmOperand &bound = operands[operand.bits];
    if (bound.isImmediate && !bound.type.empty())
      offsets.push_back(operand.location.offset);
  }
  for (const Operand &element : operand.elements)
    collectFloats(element, operands, offsets);
}

static void collectFloats(ArrayRef<Statement> statements,
                          ArrayRef<AsmOperand> operands,
                          SmallVectorImpl<size_t> &offsets) {
  for (const Statement &statement : statements) {
    if (const auto *block = statement.getIf<Block>())
      collectFloats(block->statements, operands, offsets);
    const auto *instruction = statement.getIf<Instruction>();
    if (!instruction)
      continue;
    std::optional<InstructionMatch> row = findRow(*instruction);
    for (auto [i, operand] : llvm::enumerate(instruction->operands))
      if (!takesFloat(*instruction, row ? &*row : nullptr, i))
        collectFloats(operand, operands, offsets);
  }
}

SmallVector<size_t>
mlir::tile::ptx::findFloatsAsIntegers(const AsmBody &body,
                                      ArrayRef<AsmOperand> operands) {
  SmallVector<size_t> offsets;
  bool hasFloats = llvm::any_of(operands, [](const AsmOperand &operand) {
    return operand.isImmediate && !operand.type.empty();
  });
  if (hasFloats)
    collectFloats(body.statements, operands, offsets);
  return offsets;
}
