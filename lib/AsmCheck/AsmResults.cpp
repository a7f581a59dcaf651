//===- AsmResults.cpp - Bits of results of an asm that are lost ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmBitFlow.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class ResultChecker {
public:
  ResultChecker(const AsmBitFlow &flow, const AsmGraph &graph,
                const AsmContext &context, FindingList &findings)
      : flow(flow), graph(graph), context(context), findings(findings) {}

  /// What the results are after the body, in bits that are left of them.
  void checkEnd() {
    if (!flow.end)
      return;
    for (auto [k, operand] : llvm::enumerate(context.operands)) {
      const AsmBits &bits = (*flow.end)[k];
      unsigned width = getTypeBits(operand.type);
      if (!operand.isOutput || bits.isUnwritten || graph.isUnclear[k] ||
          operand.valueBits == 0 || width > 64 || width < 8)
        continue;
      const AsmNode *writer = nullptr;
      for (const AsmNode &node : graph.nodes)
        for (const AsmUse &use : node.uses)
          if (use.isWritten && use.symbol == k)
            writer = &node;
      if (!writer || findings.isReported(*writer->instruction))
        continue;
      if (operand.isBoolean ? checkBooleans(k, operand, bits, width, *writer)
                            : checkNarrow(k, operand, bits, width, *writer))
        return;
    }
  }

private:
  void reportEnd(const AsmNode &writer, const Twine &message,
                 const Twine &hint) {
    findings.add(writer.instruction->location, Severity::Warning, "value-known",
                 message, hint);
  }

  /// A byte is true where it is not 0.
  bool checkBooleans(unsigned k, const AsmOperand &operand, const AsmBits &bits,
                     unsigned width, const AsmNode &writer) {
    // A constant is intended.
    if (bits.isConstant(width))
      return false;
    for (unsigned i = 0; i < operand.numElements; ++i) {
      uint64_t mask = uint64_t(0xff) << (8 * i);
      if (!(bits.ones & mask))
        continue;
      reportEnd(writer,
                "expected a byte of 0 or another number for each i1 of $" +
                    Twine(k) + ", found that '" +
                    writer.instruction->getMnemonic() +
                    "' leaves bits of it 1, so that it is always true",
                "xor.b32 with 1, or 0x01010101 for four, is the opposite of "
                "an i1");
      return true;
    }
    uint64_t above = AsmBitAlgebra::getMask(width) & ~uint64_t(0xff);
    StringRef opcode = writer.instruction->opcode;
    bool isLost = operand.numElements == 1 && width >= 32 &&
                  ((bits.copied & above) == above ||
                   ((opcode == "sub" || opcode == "xor") && writer.guard < 0 &&
                    isOfWholeInputs(writer)));
    if (isLost)
      reportEnd(writer,
                "expected a byte as the i1 in $" + Twine(k) + ", found '" +
                    writer.instruction->getMnemonic() +
                    "' of more bits, whose upper bits are lost",
                "setp.ne and selp, or a predicate by constraint 'b'");
    return isLost;
  }

  /// Whether it reads two operands of the asm that fill their registers.
  bool isOfWholeInputs(const AsmNode &writer) const {
    unsigned count = 0;
    for (const AsmUse &use : writer.uses)
      if (!use.isWritten && use.placeholder >= 0 &&
          !context.operands[use.placeholder].isOutput)
        count += context.operands[use.placeholder].valueBits >= 32;
    return count == 2;
  }

  /// A result of fewer bits than its register has: what varies is above them.
  bool checkNarrow(unsigned k, const AsmOperand &operand, const AsmBits &bits,
                   unsigned width, const AsmNode &writer) {
    uint64_t left = AsmBitAlgebra::getMask(operand.valueBits);
    bool isLost = operand.valueBits < width && bits.open == 0 &&
                  ((bits.zeros | bits.ones) & left) == left &&
                  !bits.isConstant(width);
    if (isLost)
      reportEnd(writer,
                "expected the low " + Twine(operand.valueBits) + " bits of $" +
                    Twine(k) + " to depend on the operands, found that '" +
                    writer.instruction->getMnemonic() +
                    "' gives bits above them only",
                "a shift to the right");
    return isLost;
  }

  const AsmBitFlow &flow;
  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
};

} // namespace

void mlir::tile::ptx::checkAsmResults(const AsmBitFlow &flow,
                                      const AsmGraph &graph,
                                      const AsmContext &context,
                                      FindingList &findings) {
  ResultChecker(flow, graph, context, findings).checkEnd();
}
