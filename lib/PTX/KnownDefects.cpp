//===- KnownDefects.cpp - What ptxas gets wrong ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/KnownDefects.h"

#include "AsmGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;

std::optional<KnownDefect>
mlir::tile::ptx::findKnownDefect(const Instruction &instruction) {
  auto has = [&](llvm::StringRef word) {
    return llvm::is_contained(instruction.modifiers, word);
  };
  // Bulk copies have their policy elsewhere.
  if (instruction.opcode != "cp" || !has("async") || has("bulk") ||
      !has("L2::cache_hint"))
    return std::nullopt;
  return KnownDefect{
      "ptxas before 13.4, and drivers with such a ptxas, may make an illegal "
      "instruction of a 'cp.async' with '.L2::cache_hint' on GPUs from sm_90 "
      "on",
      "leave out '.L2::cache_hint' and the policy"};
}

void mlir::tile::ptx::checkKnownDefects(const AsmGraph &graph,
                                        const AsmContext &context,
                                        FindingList &findings) {
  if (context.target && context.target->capability < 90)
    return;
  for (const AsmNode &node : graph.nodes)
    if (std::optional<KnownDefect> defect = findKnownDefect(*node.instruction))
      findings.add(node.instruction->location, Severity::Warning,
                   "ptxas-defect", defect->message, defect->hint);
}
