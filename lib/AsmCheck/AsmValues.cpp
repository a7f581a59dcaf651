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

/// The last write before a node, up to where another path comes in.
const AsmNode *AsmValues::findLastWriter(unsigned symbol,
                                         const AsmNode &at) const {
  if (isTarget.empty()) {
    isTarget.resize(graph.nodes.size() + 1);
    for (const AsmNode &node : graph.nodes)
      for (unsigned target : node.targets)
        isTarget.set(target);
  }
  int index = &at - graph.nodes.data();
  for (int i = index - 1; i >= 0 && index - i < kMaxDistance; --i) {
    if (isTarget[i + 1] || !graph.nodes[i].fallsThrough)
      return nullptr;
    for (const AsmUse &use : graph.nodes[i].uses)
      if (use.isWritten && use.symbol == symbol)
        return graph.nodes[i].guard < 0 ? &graph.nodes[i] : nullptr;
  }
  return nullptr;
}

/// What comes in counts as two.
void AsmValues::countWriters() const {
  if (!writers.empty())
    return;
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

bool AsmValues::isNeverWritten(unsigned symbol) const {
  countWriters();
  return !writers[symbol].first;
}

/// The one write of a register that comes from nowhere else.
const AsmNode *AsmValues::findOnlyWriter(unsigned symbol) const {
  countWriters();
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

/// Copies that a value is followed through.
static constexpr unsigned kMaxCopies = 8;

std::optional<AsmValues::Origin>
AsmValues::findOrigin(const AsmNode &node, const Operand &operand) const {
  const AsmNode *at = &node;
  const Operand *source = &operand;
  for (unsigned i = 0; i < kMaxCopies; ++i) {
    bool isRegister =
        source->kind == Operand::Name || source->kind == Operand::Placeholder;
    int symbol = isRegister ? findSymbol(*at, *source) : -1;
    // A register of several parts has several writers.
    if (symbol < 0 || !source->component.empty())
      return std::nullopt;
    if (isNeverWritten(symbol))
      return Origin(symbol, nullptr);
    const AsmNode *writer = findLastWriter(symbol, *at);
    if (!writer)
      return std::nullopt;
    llvm::ArrayRef<Operand> operands = writer->instruction->operands;
    bool isCopy = writer->instruction->opcode == "mov" &&
                  operands.size() == 2 && operands[0].kind != Operand::Vector &&
                  findSymbol(*writer, operands[1]) >= 0;
    if (!isCopy || (operands[1].kind != Operand::Name &&
                    operands[1].kind != Operand::Placeholder))
      return Origin(symbol, writer);
    at = writer;
    source = &operands[1];
  }
  return std::nullopt;
}

bool AsmValues::forEachSource(
    const AsmNode &node, const Operand &operand,
    llvm::function_ref<void(const AsmNode &)> callback) const {
  constexpr size_t kMaxSources = 64;
  llvm::SmallVector<std::pair<const AsmNode *, unsigned>> work;
  llvm::SmallVector<const AsmNode *> seen;
  int first = findSymbol(node, operand);
  if (first < 0)
    return false;
  work.push_back({&node, unsigned(first)});
  while (!work.empty()) {
    auto [at, symbol] = work.pop_back_val();
    const AsmNode *writer = findLastWriter(symbol, *at);
    if (!writer) {
      if (!isNeverWritten(symbol))
        return false;
      continue;
    }
    if (llvm::is_contained(seen, writer))
      continue;
    if (seen.size() >= kMaxSources)
      return false;
    seen.push_back(writer);
    callback(*writer);
    bool isComputed = writer->row && writer->row->form->effects == NoEffects;
    for (const AsmUse &use : writer->uses)
      if (isComputed && !use.isWritten)
        work.push_back({writer, use.symbol});
  }
  return true;
}

bool AsmValues::areSameValue(const AsmNode &node, const Operand &first,
                             const Operand &second) const {
  auto isRegister = [](const Operand &operand) {
    return operand.kind == Operand::Name ||
           operand.kind == Operand::Placeholder;
  };
  if (!isRegister(first) || !isRegister(second) ||
      first.isNegated != second.isNegated)
    return false;
  int symbol = findSymbol(node, first);
  if (symbol >= 0 && isSame(first, second))
    return true;
  std::optional<Origin> a = findOrigin(node, first);
  return symbol >= 0 && a && a == findOrigin(node, second);
}
