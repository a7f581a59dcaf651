//===- AsmUnread.cpp - Values of an asm that nothing reads ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backwards over the body: a register is live where some path reads it before
// it is written again; outputs are live at the end. An instruction that only
// writes registers is a mistake if none of them is live after it: most often a
// later one reads or writes another register than was meant.
//
// A constant that is written over on all paths is a default, and no mistake,
// unless the next write comes for certain: a guard is missing then. Of several
// registers that one instruction writes (`mov.b64 {lo, hi}`, `setp p|q`), one
// may stay unread. What no path comes to is reported, too.
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir::tile::ptx;
using llvm::BitVector;
using llvm::StringRef;

/// Instructions times registers that are looked at before the rest is given up.
static constexpr size_t kMaxSteps = size_t(1) << 24;

namespace {

class UnreadChecker {
public:
  UnreadChecker(const AsmGraph &graph, const AsmContext &context,
                FindingList &findings)
      : graph(graph), context(context), findings(findings),
        atEnd(graph.symbols.size()), isRead(graph.symbols.size()),
        isReported(graph.symbols.size()) {}

  void run() {
    for (auto [k, operand] : llvm::enumerate(context.operands))
      if (operand.isOutput)
        atEnd.set(k);
    isRead = atEnd;
    size_t count = graph.nodes.size(), steps = 0;
    isLoopHead.resize(count + 1);
    for (auto [i, node] : llvm::enumerate(graph.nodes)) {
      for (unsigned target : node.targets) {
        if (target < count)
          atLabel.try_emplace(target, graph.symbols.size());
        if (target <= i)
          isLoopHead.set(target);
      }
      for (const AsmUse &use : node.uses)
        if (!use.isWritten || node.instruction->opcode == "wgmma")
          isRead.set(use.symbol);
    }
    checkReached();
    // Each round takes the values one loop further.
    while (walk(/*isLast=*/false))
      if ((steps += count * (graph.symbols.size() / 64 + 1)) > kMaxSteps)
        return;
    walk(/*isLast=*/true);
  }

private:
  /// Instructions that no path comes to; the first of each row is reported.
  void checkReached() {
    unsigned count = graph.nodes.size();
    isReached.resize(count + 1);
    llvm::SmallVector<unsigned> work = {0};
    while (!work.empty()) {
      unsigned index = work.pop_back_val();
      if (isReached[index])
        continue;
      isReached.set(index);
      if (index == count)
        continue;
      if (graph.nodes[index].fallsThrough)
        work.push_back(index + 1);
      work.append(graph.nodes[index].targets.begin(),
                  graph.nodes[index].targets.end());
    }
    for (unsigned i = 1; i < count; ++i) {
      const Instruction &instruction = *graph.nodes[i].instruction;
      // A second way out, or a stop that nothing should come to.
      bool isEnd = llvm::is_contained({"bra", "trap", "exit", "ret", "brkpt"},
                                      instruction.opcode);
      if (!isReached[i] && isReached[i - 1] && !isEnd)
        findings.add(instruction.location, Severity::Warning, "code-unreached",
                     "expected a path to '" + instruction.getMnemonic() +
                         "', found none");
    }
  }

  /// Once through the body from its end. Whether more is live at a label than
  /// was known.
  bool walk(bool isLast) {
    bool changed = false;
    BitVector live = atEnd;
    for (unsigned i = graph.nodes.size(); i-- > 0;) {
      const AsmNode &node = graph.nodes[i];
      if (!node.fallsThrough)
        live.reset();
      for (unsigned target : node.targets)
        live |= target == graph.nodes.size() ? atEnd : atLabel[target];
      if (isLast)
        check(i, live);
      for (const AsmUse &use : node.uses)
        if (use.isWritten && node.guard < 0)
          live.reset(use.symbol);
      // A product adds to its registers, unless a predicate says otherwise.
      bool isSum = node.instruction->opcode == "wgmma";
      for (const AsmUse &use : node.uses)
        if (!use.isWritten || isSum)
          live.set(use.symbol);
      auto label = atLabel.find(i);
      if (label == atLabel.end() || label->second == live)
        continue;
      label->second = live;
      changed = true;
    }
    return changed;
  }

  /// Whether all that the instruction does is in the registers it writes.
  static bool isComputation(const AsmNode &node) {
    if (!node.row || (node.row->form->effects & ~(ReadsMemory | Convergent)))
      return false;
    return !node.row->has("volatile") && !node.row->has("relaxed") &&
           !node.row->has("acquire") && !node.row->has("mmio");
  }

  bool isConstant(const AsmNode &node) const {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    if (node.instruction->opcode != "mov" || operands.size() != 2)
      return false;
    const Operand &source = operands[1];
    return source.kind == Operand::Integer || source.kind == Operand::F32 ||
           source.kind == Operand::F64 ||
           (source.kind == Operand::Placeholder &&
            source.bits < context.operands.size() &&
            context.operands[source.bits].isImmediate);
  }

  /// Whether an instruction after a node, with no branch and no beginning of a
  /// loop between, writes the register whatever holds.
  bool isOverwritten(unsigned index, unsigned symbol) const {
    for (unsigned i = index + 1; i < graph.nodes.size(); ++i) {
      const AsmNode &node = graph.nodes[i];
      bool isWritten = llvm::any_of(node.uses, [&](const AsmUse &use) {
        return use.isWritten && use.symbol == symbol;
      });
      if (isLoopHead[i] || (isWritten && node.guard >= 0))
        return false;
      if (isWritten)
        return true;
      if (!node.targets.empty() || !node.fallsThrough)
        return false;
    }
    return false;
  }

  void check(unsigned index, const BitVector &live) {
    const AsmNode &node = graph.nodes[index];
    if (!isReached[index] || !isComputation(node))
      return;
    const AsmUse *result = nullptr;
    for (const AsmUse &use : node.uses) {
      if (!use.isWritten)
        continue;
      // A carry that is lost is another finding.
      if (live[use.symbol] || graph.isUnclear[use.symbol] ||
          graph.symbols[use.symbol] == kCarry)
        return;
      if (!result)
        result = &use;
    }
    if (!result || isReported[result->symbol] ||
        (isRead[result->symbol] && isConstant(node) &&
         !isOverwritten(index, result->symbol)))
      return;
    isReported.set(result->symbol);
    std::string name = result->placeholder >= 0
                           ? "$" + std::to_string(result->placeholder)
                           : "'" + graph.symbols[result->symbol] + "'";
    findings.add(result->location, Severity::Warning, "value-unread",
                 "expected an instruction to read " + name + ", which '" +
                     node.instruction->getMnemonic() +
                     "' writes here, found none" +
                     (isRead[result->symbol]
                          ? " before it is written again or the asm ends"
                          : ""));
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  /// What is live at the end of the body, and at each label.
  BitVector atEnd;
  llvm::DenseMap<unsigned, BitVector> atLabel;
  BitVector isRead, isReported, isLoopHead, isReached;
};

} // namespace

void mlir::tile::ptx::checkAsmUnread(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  if (!graph.hasUnknownName && !graph.hasUnknownTarget)
    UnreadChecker(graph, context, findings).run();
}
