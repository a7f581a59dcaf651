//===- AsmLanes.cpp - What the lanes of a warp agree on -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instructions of a body some lanes of a warp are sure to leave out. The
// opposite of AsmUniformity, which says what may differ: here, what differs is
// certain, and everything else counts as the same. `%laneid` differs, and so do
// the elements of a tile; `%tid.x` does, but not whether it is less than 64, or
// its bits from 5 on.
//
//===----------------------------------------------------------------------===//

#include "AsmUniformity.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

static constexpr unsigned kLanes = 32;

AsmLanes::AsmLanes(const AsmGraph &graph, const AsmContext &context)
    : graph(graph), values(graph, context), kinds(graph.symbols.size(), Same),
      divided(graph.nodes.size()),
      conditional(graph.nodes.size(), context.mayLackThreads) {
  for (auto [k, operand] : llvm::enumerate(context.operands))
    if (!operand.isOutput && !operand.isImmediate && !operand.isOfWholeGroup &&
        !operand.isUniform)
      kinds[operand.tiedTo >= 0 ? operand.tiedTo : k] = Differing;
  for (unsigned i = 0; i < graph.nodes.size(); ++i) {
    const AsmNode &node = graph.nodes[i];
    if (node.guard >= 0) {
      conditional.set(i);
      if (kinds[node.guard] == Differing && node.targets.empty())
        divided.set(i);
    }
    if (!node.targets.empty())
      divide(i);
    Kind kind = compute(node);
    for (const AsmUse &use : node.uses)
      if (use.isWritten)
        write(i, use.symbol, kind);
  }
}

/// What is between a branch and its target, some may leave out; where lanes
/// differ, some do.
void AsmLanes::divide(unsigned index) {
  const AsmNode &node = graph.nodes[index];
  bool isDivided = (node.guard >= 0 && kinds[node.guard] == Differing) ||
                   (node.guard < 0 && divided[index]);
  for (unsigned target : node.targets) {
    unsigned begin = target > index ? index + 1 : target;
    unsigned end = target > index ? target : index + 1;
    // The first round of a loop is run by all, the others by the lanes that
    // stay.
    if (target > index && end > begin)
      conditional.set(begin, end);
    if (isDivided && end > begin)
      divided.set(begin, end);
  }
}

void AsmLanes::write(unsigned index, unsigned symbol, Kind kind) {
  // On another path it has what it had before.
  if (conditional[index] && kinds[symbol] != kind)
    kind = Same;
  kinds[symbol] = kind;
}

AsmLanes::Kind AsmLanes::getKind(const AsmNode &node,
                                 const Operand &operand) const {
  int symbol = AsmValues::findSymbol(node, operand);
  if (symbol >= 0)
    return kinds[symbol];
  if (operand.kind != Operand::Name)
    return Same;
  if (operand.name == "%laneid" ||
      StringRef(operand.name).starts_with("%lanemask_"))
    return Differing;
  return operand.name == "%tid" && operand.component == StringRef(".x") ? Thread
                                                                        : Same;
}

/// Whether a comparison of `%tid.x` may differ within a warp.
AsmLanes::Kind AsmLanes::compare(const AsmNode &node) const {
  const Instruction &instruction = *node.instruction;
  StringRef word;
  if (!instruction.modifiers.empty())
    word = instruction.modifiers.front();
  if (instruction.operands.size() != 3)
    return Same;
  Kind first = getKind(node, instruction.operands[1]);
  Kind second = getKind(node, instruction.operands[2]);
  Kind kind = std::max(first, second);
  if (kind == Same || kind == Differing)
    return kind;
  if (word == "eq" || word == "ne")
    return std::min(first, second) == Same ? Differing : Same;
  std::optional<int64_t> bound =
      values.findConstant(node, instruction.operands[2]);
  if (kind != Thread || !bound || *bound < 0)
    return Same;
  bool isBelow = word == "lt" || word == "ge" || word == "lo" || word == "hs";
  int64_t border = isBelow ? *bound : *bound + 1;
  return border % kLanes == 0 ? Same : Differing;
}

/// What an instruction writes.
AsmLanes::Kind AsmLanes::compute(const AsmNode &node) const {
  if (!node.row)
    return Same;
  const Instruction &instruction = *node.instruction;
  StringRef opcode = instruction.opcode;
  // One lane of those that come.
  if (opcode == "elect")
    return Differing;
  if (node.row->form->effects != NoEffects)
    return Same;
  if (opcode == "setp")
    return compare(node);
  Kind kind = Same;
  for (const Operand &operand : llvm::drop_begin(instruction.operands))
    kind = std::max(kind, getKind(node, operand));
  if (kind == Same || kind == Differing || opcode == "mov" || opcode == "cvt") {
    // Predicates; one of them may be false in all lanes.
    bool isLogic = opcode == "and" || opcode == "or" || opcode == "selp";
    return kind == Differing && isLogic && !instruction.modifiers.empty() &&
                   instruction.modifiers.back() == "pred"
               ? Same
               : kind;
  }
  std::optional<int64_t> last =
      instruction.operands.size() == 3
          ? values.findConstant(node, instruction.operands[2])
          : std::nullopt;
  if (opcode == "and" && last)
    return *last & (kLanes - 1) ? Differing : Same;
  if (opcode == "rem" && last && *last > 1)
    return Differing;
  if (opcode == "shl" || opcode == "add" || opcode == "sub" ||
      opcode == "mul" || opcode == "mad")
    return ThreadSum;
  return Same;
}
