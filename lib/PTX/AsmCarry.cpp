//===- AsmCarry.cpp - Carries of an asm that are lost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Extended-Precision Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

using namespace mlir::tile::ptx;

namespace {
struct CarryUse {
  const AsmNode *node;
  bool isRead = false, isWritten = false;
};
} // namespace

/// `addc t, 0, 0` makes a number of the carry, and may do so more than once.
static bool addsRegisters(const AsmNode &node) {
  return llvm::any_of(
      llvm::drop_begin(node.instruction->operands),
      [](const Operand &operand) { return operand.kind != Operand::Integer; });
}

/// Whether it takes or gives a borrow, not a carry.
static bool isDifference(const AsmNode &node) {
  return llvm::StringRef(node.instruction->opcode).starts_with("sub");
}

/// `addc t, t, 0` behind `sub.cc` counts borrows.
static bool isOfTwoRegisters(const AsmNode &node) {
  const auto &operands = node.instruction->operands;
  return operands.size() == 3 &&
         llvm::none_of(llvm::drop_begin(operands), [](const Operand &operand) {
           return operand.kind == Operand::Integer;
         });
}

void mlir::tile::ptx::checkAsmCarry(const AsmGraph &graph,
                                    FindingList &findings) {
  llvm::SmallVector<CarryUse> uses;
  for (const AsmNode &node : graph.nodes) {
    // Along a branch another instruction may be next.
    if (!node.targets.empty())
      return;
    CarryUse found{&node};
    for (const AsmUse &use : node.uses)
      if (graph.symbols[use.symbol] == kCarry)
        (use.isWritten ? found.isWritten : found.isRead) = true;
    if (!found.isRead && !found.isWritten)
      continue;
    if (node.guard >= 0)
      return;
    uses.push_back(found);
  }
  for (auto [i, use] : llvm::enumerate(uses)) {
    const Instruction &instruction = *use.node->instruction;
    const CarryUse *next = i + 1 < uses.size() ? &uses[i + 1] : nullptr;
    if (use.isWritten && !use.isRead && !(next && next->isRead))
      findings.add(instruction.location, Severity::Warning, "carry-lost",
                   "expected an addc, subc or madc that takes the carry of '" +
                       instruction.getMnemonic() + "', found " +
                       (next ? "another carry first" : "none"),
                   "the upper part is a sum with the carry: addc, subc or "
                   "madc");
    if (use.isWritten && next && next->isRead &&
        isDifference(*use.node) != isDifference(*next->node) &&
        isOfTwoRegisters(*use.node) && isOfTwoRegisters(*next->node)) {
      bool isBorrow = isDifference(*use.node);
      findings.add(next->node->instruction->location, Severity::Warning,
                   "carry-lost",
                   "expected '" + llvm::Twine(isBorrow ? "subc" : "addc") +
                       "' to take the " + (isBorrow ? "borrow" : "carry") +
                       " of '" + instruction.getMnemonic() + "', found '" +
                       next->node->instruction->getMnemonic() + "'");
    }
    // Of a number of three parts, the second one drops its carry; the third
    // one takes that of the first.
    bool isStale = use.isRead && !use.isWritten && next && next->isRead &&
                   !instruction.operands.empty() && addsRegisters(*use.node);
    if (isStale)
      findings.add(instruction.location, Severity::Warning, "carry-lost",
                   "expected '.cc' of '" + instruction.getMnemonic() +
                       "', as '" + next->node->instruction->getMnemonic() +
                       "' takes a carry behind it, found none",
                   "write '" + instruction.opcode + ".cc'");
  }
}
