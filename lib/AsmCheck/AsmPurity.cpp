//===- AsmPurity.cpp - What a pure asm must not do ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"
#include "AsmSpaces.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {
struct Impurity {
  Severity severity;
  llvm::StringLiteral name;
  /// What the instruction does, after its name.
  llvm::StringLiteral what;
};
} // namespace

static constexpr llvm::StringLiteral kHint =
    "set pure = false, so that it runs once for each element";
static constexpr llvm::StringLiteral kThreadHint =
    "set pure = false and scope = thread, so that every thread runs it";

/// Loads that see what others store, at the time that they run.
static bool isStrong(const InstructionMatch &row) {
  return row.has("volatile") || row.has("relaxed") || row.has("acquire");
}

static std::optional<Impurity> findImpurity(const AsmNode &node,
                                            const AsmOrigins &origins) {
  if (!node.row)
    return std::nullopt;
  uint8_t effects = node.row->form->effects;
  if (effects & ControlFlow) {
    if (effects & WritesMemory)
      return Impurity{Severity::Warning, "pure-call",
                      "calls a function, which may have side effects"};
    // Branches stay within the asm.
    if (node.targets.empty() && !node.instruction->operands.empty())
      return std::nullopt;
    // checkAsmThreads reports it of any asm.
    if (node.instruction->opcode == "ret")
      return std::nullopt;
    if (node.targets.empty())
      return Impurity{Severity::Warning, "pure-exit",
                      "ends the thread or stops it"};
    return std::nullopt;
  }
  if (effects & Synchronizes)
    return Impurity{Severity::Error, "pure-barrier",
                    "waits for others or orders memory"};
  bool reads = effects & ReadsMemory, writes = effects & WritesMemory;
  // What the body declares in .local is the invocation's own.
  if ((reads || writes) && origins.areAllOwn(node, "local"))
    return std::nullopt;
  if (reads && writes)
    return Impurity{Severity::Error, "pure-atomic",
                    "changes memory each time that it runs"};
  // The asm is dropped where nothing reads its result, and the store with it.
  if (writes)
    return Impurity{origins.areAllOwn(node) ? Severity::Warning
                                            : Severity::Error,
                    "pure-store", "writes memory"};
  if (reads && isStrong(*node.row))
    return Impurity{Severity::Error, "pure-volatile",
                    "reads memory that others write"};
  // What the body declares in .const never changes.
  if (reads && origins.areAllOwn(node, "const"))
    return std::nullopt;
  if (reads)
    return Impurity{Severity::Warning, "pure-load", "reads memory"};
  if (effects & Convergent)
    return Impurity{Severity::Warning, "pure-lanes",
                    "needs other lanes to run it at the same time"};
  return std::nullopt;
}

/// Instructions that the search for loops looks at before it gives up.
static constexpr size_t kMaxLoopSteps = 1 << 20;

/// Whether a loop, the nodes from `begin` to `end`, goes on or ends by what it
/// loads. False where `budget` runs out.
static bool waitsForMemory(const AsmGraph &graph, unsigned begin, unsigned end,
                           size_t &budget) {
  llvm::BitVector loaded(graph.symbols.size());
  auto isLoaded = [&](const AsmUse &use) {
    return !use.isWritten && loaded[use.symbol];
  };
  for (bool changed = true; changed;) {
    changed = false;
    if (budget < end - begin + 1)
      return false;
    budget -= end - begin + 1;
    for (unsigned i = begin; i <= end; ++i) {
      const AsmNode &node = graph.nodes[i];
      bool isLoad = node.row && (node.row->form->effects & ReadsMemory);
      if (!isLoad && llvm::none_of(node.uses, isLoaded))
        continue;
      for (const AsmUse &use : node.uses)
        if (use.isWritten && !loaded[use.symbol]) {
          loaded.set(use.symbol);
          changed = true;
        }
    }
  }
  for (unsigned i = begin; i <= end; ++i)
    if (!graph.nodes[i].targets.empty() && graph.nodes[i].guard >= 0 &&
        loaded[graph.nodes[i].guard])
      return true;
  return false;
}

void mlir::tile::ptx::checkAsmPurity(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  AsmOrigins origins(graph, context);
  bool isLoopReported = false;
  size_t budget = kMaxLoopSteps;
  for (auto [i, node] : llvm::enumerate(graph.nodes)) {
    const Instruction &instruction = *node.instruction;
    if (std::optional<Impurity> impurity = findImpurity(node, origins)) {
      unsigned effects = node.row->form->effects;
      bool needsOthers = (effects & Convergent) && !(effects & ControlFlow);
      findings.add(instruction.location, impurity->severity, impurity->name,
                   "expected a pure asm to have no side effects, found '" +
                       instruction.getMnemonic() + "', which " + impurity->what,
                   needsOthers ? kThreadHint : kHint,
                   {needsOthers ? Fix::setThreadScope(/*isPure=*/true)
                                : Fix::makeImpure()});
    }
    if (const Operand *clock =
            findSpecialRegister(instruction, SpecialRegister::Reads))
      findings.add(clock->location, Severity::Error, "pure-clock",
                   "expected a pure asm to give the same result each time, "
                   "found '" +
                       clock->name + "'",
                   kHint, {Fix::makeImpure()});
    // For a scalar the threads have to agree; of a tile, which thread computes
    // an element is unspecified.
    if (const Operand *varying =
            findSpecialRegister(instruction, SpecialRegister::Threads))
      findings.add(varying->location,
                   context.isScalar ? Severity::Error : Severity::Warning,
                   "pure-thread",
                   "expected a pure asm to give the same result in every "
                   "thread, found '" +
                       varying->name + "'",
                   kThreadHint, {Fix::setThreadScope(/*isPure=*/true)});
    for (unsigned target : node.targets)
      if (!isLoopReported && target <= i &&
          waitsForMemory(graph, target, i, budget)) {
        isLoopReported = true;
        findings.add(instruction.location, Severity::Warning, "pure-loop",
                     "expected a pure asm to end by itself, found a loop that "
                     "waits for memory",
                     kHint, {Fix::makeImpure()});
      }
  }
}
