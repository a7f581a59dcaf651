//===- AsmElements.cpp - Elements that results exchange, mix or lose ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements make a group is unspecified. So an element of a result must
// depend on the elements at its own place in the group, and on no others.
// AsmBits says what each bit of a register depends on; here, it is followed
// through the body.
//
//===----------------------------------------------------------------------===//

#include "AsmBitFlow.h"
#include "AsmValues.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::SmallVector;
using llvm::Twine;

/// "element 1", "elements 0, 2 and 3"
static std::string describePositions(uint32_t positions) {
  SmallVector<std::string> numbers;
  for (unsigned i = 0; i < 32; ++i)
    if (positions >> i & 1)
      numbers.push_back(std::to_string(i));
  if (numbers.size() == 1)
    return "element " + numbers[0];
  std::string last = numbers.pop_back_val();
  return "elements " + llvm::join(numbers, ", ") + " and " + last;
}

namespace {

class ElementChecker {
public:
  /// Of a flow that is solved.
  ElementChecker(AsmBitFlow &flow, const AsmGraph &graph,
                 const AsmContext &context, FindingList &findings,
                 llvm::ArrayRef<ElementSource> sources)
      : graph(graph), context(context), findings(findings), sources(sources),
        flow(flow), end(flow.end), algebra(flow.algebra) {}

  void run() {
    for (unsigned k = 0; k < context.operands.size(); ++k)
      if (context.operands[k].isOutput)
        checkResult(k);
    if (!hasFinding)
      checkInputs();
  }

private:
  //===--- Findings -------------------------------------------------------===//

  /// "bits 16 to 31 of $0"
  std::string describe(unsigned k, unsigned index) const {
    const AsmOperand &operand = context.operands[k];
    std::string name = "$" + std::to_string(k);
    if (operand.numElements <= 1)
      return name;
    unsigned size = getElementBits(operand);
    return "bits " + std::to_string(index * size) + " to " +
           std::to_string((index + 1) * size - 1) + " of " + name;
  }

  /// Where the output is written last.
  const AsmUse *findLastWrite(unsigned symbol, const AsmNode *&writer) const {
    for (const AsmNode &node : llvm::reverse(graph.nodes))
      for (const AsmUse &use : node.uses)
        if (use.isWritten && use.symbol == symbol) {
          writer = &node;
          return &use;
        }
    return nullptr;
  }

  void checkResult(unsigned k) {
    const AsmOperand &operand = context.operands[k];
    if (!end || operand.valueBits == 0 || operand.valueBits > 64)
      return;
    const AsmBits &bits = (*end)[k];
    unsigned size = getElementBits(operand);
    for (unsigned index = 0; index < operand.numElements; ++index) {
      uint64_t mask = AsmBitAlgebra::getMask(size) << (index * size);
      uint32_t found = algebra.getPositions(bits, mask);
      uint32_t own = uint32_t(1) << (operand.firstElement + index);
      if (bits.isUnwritten || found == own ||
          llvm::is_contained(reportedValues, operand.value))
        continue;
      bool isOpen = bits.open & mask;
      if (found == 0 && (isOpen || !mayBeLost(operand)))
        continue;
      report(k, index, found, own, isOpen);
    }
  }

  /// Whether an element that depends on none is a mistake: others do, and no
  /// branch decides.
  bool mayBeLost(const AsmOperand &operand) const {
    if (flow.hasBranch)
      return false;
    for (auto [k, other] : llvm::enumerate(context.operands))
      if (other.isOutput && other.value == operand.value &&
          algebra.getPositions((*end)[k]))
        return true;
    return false;
  }

  void report(unsigned k, unsigned index, uint32_t found, uint32_t own,
              bool isOpen) {
    const AsmOperand &operand = context.operands[k];
    const AsmNode *writer = nullptr;
    const AsmUse *write = findLastWrite(k, writer);
    if (!write)
      return;
    hasFinding = true;
    reportedValues.push_back(operand.value);
    if (reportExchange(k, *writer))
      return;
    std::string expected = "expected " + describe(k, index) + " to depend on " +
                           describePositions(own) + " of the operands" +
                           (found & own || isOpen ? " alone" : "");
    if (found == 0)
      findings.add(write->location, Severity::Warning, "element-lost",
                   expected + ", found that no element decides it");
    else if (!(found & own) && !isOpen)
      findings.add(write->location, Severity::Warning, "element-order",
                   expected + ", found " + describePositions(found),
                   "compute each element of a result from the operands' "
                   "elements at the same position");
    else
      findings.add(write->location, Severity::Warning, "element-mixed",
                   expected + ", found " + describePositions(found) +
                       (found & own || !isOpen ? "" : " as well"),
                   "keep the elements of a group separate: which elements are "
                   "neighbours is unspecified");
  }

  /// A conversion of two values puts the first one into the upper half. The
  /// first of two elements belongs into the lower half.
  bool reportExchange(unsigned k, const AsmNode &writer) {
    const Instruction &instruction = *writer.instruction;
    if (instruction.opcode != "cvt" || instruction.operands.size() < 3 ||
        instruction.operands[0].kind != Operand::Placeholder)
      return false;
    const Operand &upper = instruction.operands[1];
    const Operand &lower = instruction.operands[2];
    auto isElement = [&](const Operand &operand, unsigned position) {
      return operand.kind == Operand::Placeholder &&
             operand.bits < context.operands.size() &&
             !context.operands[operand.bits].isOutput &&
             context.operands[operand.bits].firstElement == position;
    };
    unsigned first = context.operands[k].firstElement;
    if (!isElement(upper, first) || !isElement(lower, first + 1))
      return false;
    std::string target = "$" + std::to_string(k);
    std::string a = "$" + std::to_string(upper.bits);
    std::string b = "$" + std::to_string(lower.bits);
    Fix fix;
    fix.title = "write " + target + ", " + b + ", " + a;
    fix.edits.push_back({upper.location.offset, a, b});
    fix.edits.push_back({lower.location.offset, b, a});
    findings.add(upper.location, Severity::Warning, "element-order",
                 "expected the earlier element " + a +
                     " in the lower half of " + target + ", found '" +
                     instruction.getMnemonic() +
                     "', which puts its first value into the upper half",
                 "write " + target + ", " + b + ", " + a, {std::move(fix)});
    return true;
  }

  /// Elements of an operand that no result depends on, while others of the same
  /// operand decide results, and only results: the address of the first element
  /// may be that of all.
  void checkInputs() {
    if (!end)
      return;
    llvm::BitVector decides(sources.size());
    for (auto [k, operand] : llvm::enumerate(context.operands))
      if (operand.isOutput)
        for (auto [s, bits] : llvm::enumerate((*end)[k].sources))
          if (bits)
            decides.set(s);
    SmallVector<unsigned> reported;
    for (auto [s, source] : llvm::enumerate(sources)) {
      const AsmOperand &operand = context.operands[source.operand];
      bool isOtherUsed = false, hasOther = false;
      for (auto [other, of] : llvm::enumerate(sources))
        if (context.operands[of.operand].value == operand.value) {
          hasOther |= decides[other];
          isOtherUsed |= algebra.getUsed()[other];
        }
      if (decides[s] || isOtherUsed || !hasOther ||
          llvm::is_contained(reported, operand.value))
        continue;
      reported.push_back(operand.value);
      findings.add(
          findFirstRead(operand.value), Severity::Warning, "element-lost",
          "expected the asm to use element " + Twine(algebra.getPosition(s)) +
              " of an operand, " + describe(source.operand, source.index) +
              ", found that it has no influence, though other elements of the "
              "operand have");
    }
  }

  Location findFirstRead(unsigned value) const {
    for (const AsmNode &node : graph.nodes)
      for (const AsmUse &use : node.uses)
        if (!use.isWritten && use.placeholder >= 0 &&
            context.operands[use.placeholder].value == value)
          return use.location;
    return {0, 1, 1};
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  llvm::ArrayRef<ElementSource> sources;
  AsmBitFlow &flow;
  const std::optional<AsmBitFlow::State> &end;
  AsmBitAlgebra &algebra;
  bool hasFinding = false;
  SmallVector<unsigned> reportedValues;
};

} // namespace

void mlir::tile::ptx::checkStoredElement(const AsmNode &node,
                                         const AsmBitFlow::State &state,
                                         const AsmBitFlow &flow,
                                         FindingList &findings) {
  const std::vector<Operand> &operands = node.instruction->operands;
  if (node.instruction->opcode != "st" || operands.size() < 2 ||
      flow.algebra.getNumSources() == 0 ||
      operands[0].kind != Operand::Address || operands[0].elements.size() != 1)
    return;
  int address = AsmValues::findSymbol(node, operands[0].elements[0]);
  int value = AsmValues::findSymbol(node, operands[1]);
  if (address < 0 || value < 0)
    return;
  // An address that was computed may be that of another element.
  const AsmBits &to = state[address], &from = state[value];
  bool isCopied = to.copied == ~uint64_t(0);
  uint32_t own = flow.algebra.getPositions(to),
           found = flow.algebra.getPositions(from);
  if (!isCopied || to.open || from.open || llvm::popcount(own) != 1 ||
      found == 0 || (found & own))
    return;
  findings.add(operands[1].location, Severity::Warning, "element-order",
               "expected " + describePositions(own) +
                   " of the operands, to which the address belongs, found "
                   "that " +
                   describePositions(found) +
                   (llvm::popcount(found) == 1 ? " decides" : " decide") +
                   " the value");
}

void mlir::tile::ptx::checkAsmBits(const AsmGraph &graph,
                                   const AsmContext &context,
                                   FindingList &findings) {
  // What is wrong with names and instructions has its own findings.
  if (graph.hasUnknownName || graph.hasUnknownTarget || graph.isUnclear.any())
    return;
  constexpr unsigned kMaxElements = 32;
  SmallVector<ElementSource> sources;
  SmallVector<unsigned> positions;
  bool hasGroup = false, isTooLarge = false;
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    isTooLarge |= operand.firstElement + operand.numElements > kMaxElements;
    hasGroup |= operand.firstElement > 0 || operand.numElements > 1;
    if (operand.isOutput || operand.isImmediate || operand.isOfWholeGroup)
      continue;
    for (unsigned index = 0; index < operand.numElements; ++index) {
      sources.push_back({unsigned(k), index});
      positions.push_back(operand.firstElement + index);
    }
  }
  if (!hasGroup || isTooLarge) {
    sources.clear();
    positions.clear();
  }
  AsmBitFlow flow(graph, context, sources, positions);
  if (checkAsmKnown(flow, graph, context, findings) && !sources.empty())
    ElementChecker(flow, graph, context, findings, sources).run();
}
