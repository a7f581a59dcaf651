//===- AsmTensor.cpp - Tensor memory in an inline asm ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// "cta_group::2" of an instruction on tensor memory, or "".
static StringRef getGroup(const Instruction &instruction) {
  if (instruction.opcode != "tcgen05")
    return "";
  auto word = llvm::find_if(instruction.modifiers, [](StringRef modifier) {
    return modifier.starts_with("cta_group::");
  });
  return word == instruction.modifiers.end() ? StringRef() : StringRef(*word);
}

void mlir::tile::ptx::checkTensorGroups(const AsmGraph &graph,
                                        FindingList &findings) {
  StringRef first;
  for (const AsmNode &node : graph.nodes) {
    StringRef group = getGroup(*node.instruction);
    if (first.empty())
      first = group;
    if (group.empty() || group == first)
      continue;
    findings.add(node.instruction->location, Severity::Error, "cta-group",
                 "expected '." + first +
                     "' as in the instructions before, found '" +
                     node.instruction->getMnemonic() + "'");
    return;
  }
}
