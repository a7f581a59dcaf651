//===- AsmTensor.cpp - Tensor memory in an inline asm ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong in the order of tcgen05 instructions, and in their constants.
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"

#include "AsmValues.h"

#include "tile/PTX/TensorShape.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

void mlir::tile::ptx::checkTensorGroups(const AsmGraph &graph,
                                        FindingList &findings) {
  StringRef first;
  for (const AsmNode &node : graph.nodes) {
    StringRef group = getTensorGroup(*node.instruction);
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

namespace {
class TensorChecker {
public:
  TensorChecker(const AsmGraph &graph, const AsmContext &context,
                FindingList &findings)
      : graph(graph), findings(findings), values(graph, context) {}

  void run() {
    llvm::BitVector isTarget(graph.nodes.size() + 1);
    for (const AsmNode &node : graph.nodes)
      for (unsigned target : node.targets)
        isTarget.set(target);
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      // Where paths meet, nothing is known of what is before.
      if (isTarget[index]) {
        loading.clear();
        relinquished = nullptr;
      }
      checkUses(node);
      if (node.instruction->opcode == "tcgen05" && node.row)
        check(node);
      if (!node.fallsThrough) {
        loading.clear();
        relinquished = nullptr;
      }
    }
  }

private:
  /// PTX ISA, "Register dependencies, same thread": what reads a register comes
  /// after its load.
  void checkUses(const AsmNode &node) {
    for (const AsmUse &use : node.uses)
      if (!use.isWritten)
        loading.erase(use.symbol);
    for (const AsmUse &use : node.uses) {
      auto load = loading.find(use.symbol);
      if (load == loading.end())
        continue;
      findings.add(use.location, Severity::Warning, "tensor-wait",
                   "expected 'tcgen05.wait::ld.sync.aligned' between '" +
                       load->second->instruction->getMnemonic() + "' and '" +
                       node.instruction->getMnemonic() + "', which writes '" +
                       graph.symbols[use.symbol] + "', found none",
                   "wait before");
      // One mistake is one message.
      loading.clear();
      return;
    }
  }

  void check(const AsmNode &node) {
    const InstructionMatch &match = *node.row;
    if (match.has("wait::ld"))
      return loading.clear();
    if (match.has("ld")) {
      for (const AsmUse &use : node.uses)
        if (use.isWritten)
          loading[use.symbol] = &node;
      return;
    }
    if (match.has("relinquish_alloc_permit"))
      relinquished = &node;
    if (match.has("alloc") && relinquished)
      findings.add(node.instruction->location, Severity::Warning,
                   "tensor-alloc",
                   "expected no allocation after '" +
                       relinquished->instruction->getMnemonic() + "', found '" +
                       node.instruction->getMnemonic() + "'",
                   "allocate all before");
    if (match.has("mma"))
      checkDescriptor(node);
  }

  void checkDescriptor(const AsmNode &node) {
    TensorForm form;
    size_t position = node.row->has("sp") ? 4 : 3;
    if (!readTensorForm(*node.row, form) ||
        node.instruction->operands.size() <= position)
      return;
    const Operand &operand = node.instruction->operands[position];
    form.isInTensorMemory =
        node.instruction->operands[1].kind == Operand::Address;
    std::optional<int64_t> descriptor = values.findConstant(node, operand);
    TensorShape shape;
    std::string wrong;
    if (!descriptor ||
        readTensorShape(uint32_t(*descriptor), form, shape, wrong))
      return;
    findings.add(operand.location, Severity::Error, "tensor-descriptor",
                 "the instruction descriptor 0x" +
                     llvm::utohexstr(uint32_t(*descriptor)) + " of '" +
                     node.instruction->getMnemonic() + "': expected " + wrong);
  }

  const AsmGraph &graph;
  FindingList &findings;
  AsmValues values;
  /// Registers that a tcgen05.ld writes, until the wait.
  llvm::DenseMap<unsigned, const AsmNode *> loading;
  const AsmNode *relinquished = nullptr;
};
} // namespace

void mlir::tile::ptx::checkAsmTensor(const AsmGraph &graph,
                                     const AsmContext &context,
                                     FindingList &findings) {
  bool hasTensor = llvm::any_of(graph.nodes, [](const AsmNode &node) {
    return node.instruction->opcode == "tcgen05";
  });
  if (hasTensor)
    TensorChecker(graph, context, findings).run();
}
