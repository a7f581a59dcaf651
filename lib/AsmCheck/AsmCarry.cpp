//===- AsmCarry.cpp - Carries of an asm that are lost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Extended-Precision Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

#include <array>

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

/// `addc t, t, 0` after `sub.cc` counts borrows.
static bool isOfTwoRegisters(const AsmNode &node) {
  const auto &operands = node.instruction->operands;
  return operands.size() == 3 &&
         llvm::none_of(llvm::drop_begin(operands), [](const Operand &operand) {
           return operand.kind == Operand::Integer;
         });
}

/// The numbers of the `$k` of a sum, if all are such.
static std::optional<std::array<int, 3>> getColumn(const AsmNode &node) {
  const auto &operands = node.instruction->operands;
  if (operands.size() != 3)
    return std::nullopt;
  std::array<int, 3> column;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand.kind != Operand::Placeholder)
      return std::nullopt;
    column[i] = operand.bits;
  }
  return column;
}

/// Whether all three registers of b have the same distance from the registers
/// of a.
static std::optional<int> getDistance(const AsmNode &a, const AsmNode &b) {
  auto first = getColumn(a), second = getColumn(b);
  if (!first || !second)
    return std::nullopt;
  int distance = (*second)[0] - (*first)[0];
  for (int i : {1, 2})
    if ((*second)[i] - (*first)[i] != distance)
      return std::nullopt;
  return distance;
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
    // `add.cc` for a later part of the number whose carry comes.
    std::optional<int> distance =
        next ? getDistance(*use.node, *next->node) : std::nullopt;
    if (use.isRead && use.isWritten && next && !next->isRead && distance == 1)
      findings.add(next->node->instruction->location, Severity::Warning,
                   "carry-lost",
                   "expected '" + next->node->instruction->getMnemonic() +
                       "' of the next parts to take the carry of '" +
                       instruction.getMnemonic() + "', found that it does not",
                   "addc.cc, subc.cc or madc.lo.cc");
    // The plain sum of the next parts after the last carry.
    std::optional<int> column =
        i > 0 ? getDistance(*uses[i - 1].node, *use.node) : std::nullopt;
    if (use.isRead && use.isWritten && !next && column && *column != 0)
      for (const AsmNode &node : graph.nodes)
        if (&node > use.node && node.guard < 0 &&
            instruction.opcode == node.instruction->opcode + "c" &&
            getDistance(*use.node, node) == column)
          findings.add(
              node.instruction->location, Severity::Warning, "carry-lost",
              "expected '" + node.instruction->getMnemonic() +
                  "' of the next parts to take the carry of '" +
                  instruction.getMnemonic() + "', found that it does not",
              "addc or subc");
    // Parts from the lowest on, or in the order of big-endian numbers.
    std::optional<int> before =
        i > 0 ? getDistance(*uses[i - 1].node, *use.node) : std::nullopt;
    if (use.isRead && next && next->isRead && before && distance &&
        (*before < 0) != (*distance < 0))
      findings.add(
          next->node->instruction->location, Severity::Warning, "carry-lost",
          "expected the parts of a number in their order, found '" +
              next->node->instruction->getMnemonic() + "' of $" +
              llvm::Twine((*getColumn(*next->node))[0]) + " after that of $" +
              llvm::Twine((*getColumn(*use.node))[0]),
          "the lowest part first");
    // Of a number of three parts, the second one drops its carry; the third
    // one takes that of the first.
    bool isStale = use.isRead && !use.isWritten && next && next->isRead &&
                   !instruction.operands.empty() && addsRegisters(*use.node);
    if (isStale)
      findings.add(instruction.location, Severity::Warning, "carry-lost",
                   "expected '.cc' of '" + instruction.getMnemonic() +
                       "', as '" + next->node->instruction->getMnemonic() +
                       "' takes a carry after it, found none",
                   "write '" + instruction.opcode + ".cc'",
                   {Fix::replace(instruction.location, instruction.opcode,
                                 instruction.opcode + ".cc")});
  }
}
