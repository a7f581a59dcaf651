//===- AsmPrograms.cpp - Inline asm that needs a CTA of its own -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmPrograms.h"

#include "tile/PTX/Instructions.h"
#include "tile/PTX/OperandAccess.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

/// A special register of the CTA that the operands name.
static std::optional<CTAUse> findRegister(ArrayRef<Operand> operands) {
  for (const Operand &operand : operands) {
    const SpecialRegister *special = nullptr;
    if (operand.kind == Operand::Name &&
        StringRef(operand.name).starts_with("%"))
      special = lookupSpecialRegister(operand.name);
    StringRef component = StringRef(operand.component).ltrim('.');
    if (special && !special->ofCTA.empty() &&
        (component.empty() || special->ofCTA.contains(component)))
      return CTAUse{operand.location, "'" + operand.name +
                                          (component.empty() ? "" : ".") +
                                          component.str() + "'"};
    if (auto inner = findRegister(operand.elements))
      return inner;
  }
  return std::nullopt;
}

static std::optional<CTAUse> findCTAUse(const Instruction &instruction) {
  std::string mnemonic = instruction.getMnemonic();
  auto find = [&](StringRef kind) {
    return CTAUse{instruction.location, kind.str() + "'" + mnemonic + "'"};
  };
  std::optional<InstructionMatch> row = findRow(instruction);
  if (!row)
    return find("the unknown instruction ");
  if (row->form->effects & IsNumberedBarrier)
    return find("the barrier ");
  if (row->form->effects & AcrossWarps)
    return find("what several warps do together, ");
  if (llvm::any_of(instruction.modifiers,
                   [](StringRef word) { return word.starts_with("shared"); }))
    return find("shared memory in ");
  if (instruction.opcode == "call")
    return find("");
  return findRegister(instruction.operands);
}

static std::optional<CTAUse> findCTAUse(ArrayRef<Statement> statements) {
  for (const Statement &statement : statements) {
    std::optional<CTAUse> use;
    if (const auto *block = statement.getIf<Block>())
      use = findCTAUse(block->statements);
    else if (const auto *instruction = statement.getIf<Instruction>())
      use = findCTAUse(*instruction);
    else if (const auto *variable = statement.getIf<Variable>();
             variable && StringRef(variable->space).starts_with("shared"))
      use = CTAUse{variable->location, "a variable in shared memory"};
    if (use)
      return use;
  }
  return std::nullopt;
}

std::optional<CTAUse> mlir::tile::ptx::findCTAUse(const AsmBody &body) {
  return ::findCTAUse(body.statements);
}
