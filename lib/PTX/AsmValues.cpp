//===- AsmValues.cpp - Constants in registers of an asm -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

using namespace mlir::tile::ptx;

int AsmValues::findSymbol(const AsmNode &node, const Operand &operand,
                          bool isWritten) {
  for (const AsmUse &use : node.uses)
    if (use.isWritten == isWritten &&
        use.location.offset == operand.location.offset)
      return use.symbol;
  return -1;
}

/// Instructions that are looked at for the last write.
static constexpr int kMaxDistance = 256;

const AsmNode *AsmValues::findWriter(unsigned symbol, const AsmNode &at) const {
  const AsmNode *writer = findOnlyWriter(symbol);
  return writer ? writer : findLastWriter(symbol, at);
}

/// The last write in front of a node, in a body without branches.
const AsmNode *AsmValues::findLastWriter(unsigned symbol,
                                         const AsmNode &at) const {
  if (!isStraight)
    isStraight = llvm::all_of(
        graph.nodes, [](const AsmNode &node) { return node.targets.empty(); });
  if (!*isStraight)
    return nullptr;
  int index = &at - graph.nodes.data();
  for (int i = index - 1; i >= 0 && index - i < kMaxDistance; --i)
    for (const AsmUse &use : graph.nodes[i].uses)
      if (use.isWritten && use.symbol == symbol)
        return graph.nodes[i].guard < 0 ? &graph.nodes[i] : nullptr;
  return nullptr;
}

/// The one write of a register that comes from nowhere else.
const AsmNode *AsmValues::findOnlyWriter(unsigned symbol) const {
  if (writers.empty()) {
    writers.resize(graph.symbols.size());
    for (const AsmNode &node : graph.nodes)
      for (const AsmUse &use : node.uses)
        if (use.isWritten) {
          auto &[writer, count] = writers[use.symbol];
          writer = &node;
          ++count;
        }
    for (auto [k, operand] : llvm::enumerate(context.operands))
      if (!operand.isOutput)
        writers[operand.tiedTo >= 0 ? operand.tiedTo : k].second += 2;
  }
  auto [writer, count] = writers[symbol];
  return count == 1 ? writer : nullptr;
}

std::optional<int64_t> AsmValues::findConstant(const AsmNode &node,
                                               const Operand &operand) const {
  if (operand.kind == Operand::Integer)
    return operand.bits;
  if (operand.kind == Operand::Placeholder &&
      operand.bits < context.operands.size() &&
      context.operands[operand.bits].isImmediate)
    return context.operands[operand.bits].constant;
  int symbol = findSymbol(node, operand);
  const AsmNode *writer = symbol < 0 ? nullptr : findWriter(symbol, node);
  if (!writer || writer->guard >= 0 || writer->instruction->opcode != "mov" ||
      writer->instruction->operands.size() != 2 ||
      writer->instruction->operands[1].kind != Operand::Integer)
    return std::nullopt;
  return writer->instruction->operands[1].bits;
}
