//===- AsmSigns.cpp - Floats of an asm whose sign is known ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class SignChecker {
public:
  SignChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : findings(findings), values(graph, context) {}

  void run(const AsmNode &ofNode) {
    node = &ofNode;
    type = node->row->types.empty() ? StringRef() : node->row->types.back();
    StringRef opcode = node->instruction->opcode;
    if (opcode == "setp" || opcode == "set")
      checkSignComparison(node->row->words.empty() ? StringRef()
                                                   : node->row->words[0]);
    else if (llvm::is_contained({"sqrt", "rsqrt", "lg2", "cvt", "add"}, opcode))
      checkSign();
  }

private:
  enum Sign { Either, NotNegative, NotPositive };

  /// Of `abs`, or the negative of one.
  Sign getSign(const AsmNode &at, const Operand &operand,
               unsigned depth = 0) const {
    bool isRegister =
        operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
    int symbol = isRegister ? AsmValues::findSymbol(at, operand) : -1;
    const AsmNode *writer =
        symbol < 0 ? nullptr : values.findWriter(symbol, at);
    if (!writer || writer->guard >= 0 || !writer->row || depth > 8 ||
        writer->row->types.empty() || !isFloatType(writer->row->types.back()) ||
        writer->instruction->operands.size() < 2)
      return Either;
    StringRef opcode = writer->instruction->opcode;
    const Operand &source = writer->instruction->operands[1];
    if (opcode == "abs" || opcode == "sqrt" || opcode == "ex2")
      return NotNegative;
    if (opcode == "mov")
      return getSign(*writer, source, depth + 1);
    if (opcode != "neg")
      return Either;
    Sign sign = getSign(*writer, source, depth + 1);
    return sign == NotNegative   ? NotPositive
           : sign == NotPositive ? NotNegative
                                 : Either;
  }

  void reportSign(size_t position, Sign sign, const Twine &effect) {
    findings.add(
        node->instruction->operands[position].location, Severity::Warning,
        "value-known",
        "expected a number of another sign as operand " + Twine(position + 1) +
            " of '" + node->instruction->getMnemonic() +
            "', found one that is " +
            (sign == NotPositive ? "never positive" : "never negative") +
            ", which " + effect);
  }

  /// What takes no number, or gives 0, of one that is never positive.
  void checkSign() {
    const auto &operands = node->instruction->operands;
    StringRef opcode = node->instruction->opcode;
    if (operands.size() < 2 || !isFloatType(type) || type.ends_with("x2"))
      return;
    bool isNotPositive = getSign(*node, operands[1]) == NotPositive;
    if (opcode == "add") {
      bool isZero = operands.size() > 2 &&
                    (operands[2].kind == Operand::F32 ||
                     operands[2].kind == Operand::F64) &&
                    operands[2].bits == 0;
      if (isNotPositive && isZero && node->row->has("sat"))
        reportSign(1, NotPositive, "'.sat' makes 0");
      return;
    }
    bool isToUnsigned = opcode == "cvt" && node->row->types[0].starts_with("u");
    if (isNotPositive && (opcode != "cvt" || isToUnsigned))
      reportSign(1, NotPositive,
                 isToUnsigned ? "gives 0" : "gives no number, except of 0");
  }

  /// Comparisons of `abs` and its like with 0.
  void checkSignComparison(StringRef comparison) {
    const auto &operands = node->instruction->operands;
    if (operands.size() < 3 || !isFloatType(type) ||
        (operands[2].kind != Operand::F32 &&
         operands[2].kind != Operand::F64) ||
        operands[2].bits != 0)
      return;
    Sign sign = getSign(*node, operands[1]);
    bool isNever = (sign == NotNegative && comparison == "lt") ||
                   (sign == NotPositive && comparison == "gt");
    if (isNever)
      reportSign(1, sign, "makes it always false");
  }

  FindingList &findings;
  AsmValues values;
  const AsmNode *node = nullptr;
  StringRef type;
};

} // namespace

void mlir::tile::ptx::checkAsmSigns(const AsmGraph &graph,
                                    const AsmContext &context,
                                    FindingList &findings) {
  SignChecker checker(graph, context, findings);
  for (const AsmNode &node : graph.nodes)
    if (node.row)
      checker.run(node);
}
