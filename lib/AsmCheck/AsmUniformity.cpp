//===- AsmUniformity.cpp - What all threads of a CTA agree on -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmUniformity.h"

using namespace mlir::tile::ptx;

AsmUniformity::AsmUniformity(const AsmGraph &graph, const AsmContext &context)
    : graph(graph), varyingSymbols(graph.symbols.size()),
      dividedNodes(graph.nodes.size(), context.mayLackThreads) {
  for (auto [k, operand] : llvm::enumerate(context.operands))
    if (!operand.isOutput && !operand.isImmediate && !operand.isUniform)
      varyingSymbols.set(operand.tiedTo >= 0 ? operand.tiedTo : k);
  // Each round adds a symbol or a node, or is the last.
  for (bool changed = true; changed;) {
    changed = false;
    if (!spend(graph.nodes.size()))
      return;
    for (unsigned i = 0; i < graph.nodes.size(); ++i) {
      const AsmNode &node = graph.nodes[i];
      if (!node.targets.empty() && !isRunByAllOrNone(i))
        changed |= divide(i);
      if (!dividedNodes[i] && !varies(node))
        continue;
      for (const AsmUse &use : node.uses)
        if (use.isWritten && !varyingSymbols[use.symbol]) {
          varyingSymbols.set(use.symbol);
          changed = true;
        }
    }
  }
}

bool AsmUniformity::spend(size_t steps) {
  gaveUp |= steps > budget;
  budget -= gaveUp ? 0 : steps;
  return !gaveUp;
}

bool AsmUniformity::isRunByAllOrNone(unsigned node) const {
  int guard = graph.nodes[node].guard;
  return gaveUp ||
         (!dividedNodes[node] && (guard < 0 || !varyingSymbols[guard]));
}

/// Whether what the instruction writes may differ where all threads run it.
bool AsmUniformity::varies(const AsmNode &node) const {
  if (!node.row)
    return true;
  unsigned effects = node.row->form->effects;
  bool isAtomic = (effects & ReadsMemory) && (effects & WritesMemory);
  // Barriers give all threads the same number.
  bool isAmongLanes = (effects & Convergent) && !(effects & IsNumberedBarrier);
  // Each thread has its own `.local`.
  bool isOwnMemory =
      llvm::any_of(node.variables, [](const AsmVariableUse &use) {
        return use.space == "local";
      });
  return isAtomic || isAmongLanes || isOwnMemory ||
         findSpecialRegister(*node.instruction, SpecialRegister::Threads) ||
         findSpecialRegister(*node.instruction, SpecialRegister::Reads) ||
         llvm::any_of(node.uses, [&](const AsmUse &use) {
           return !use.isWritten && varyingSymbols[use.symbol];
         });
}

/// Marks what is between a branch that some threads take and its targets.
bool AsmUniformity::divide(unsigned node) {
  bool changed = false;
  for (unsigned target : graph.nodes[node].targets) {
    unsigned begin = target > node ? node + 1 : target;
    unsigned end = target > node ? target : node + 1;
    // 64 at a time.
    if (!spend((end - begin) / 64 + 1))
      return false;
    if (dividedNodes.find_first_unset_in(begin, end) >= 0) {
      dividedNodes.set(begin, end);
      changed = true;
    }
  }
  return changed;
}
