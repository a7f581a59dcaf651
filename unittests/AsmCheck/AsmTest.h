//===- AsmTest.h - Inline asm with its operands -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the asm analysis share: operands from constraints, and the
// findings about a body as text.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_ASMCHECK_ASMTEST_H
#define TILE_UNITTESTS_ASMCHECK_ASMTEST_H

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/PTX/Parser.h"

#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"

namespace mlir::tile::ptx::test {

/// The operands of "=&r,=h,0,n": one value each, as wide as its register.
inline std::vector<AsmOperand> makeOperands(llvm::StringRef constraints) {
  std::vector<AsmOperand> operands;
  llvm::SmallVector<llvm::StringRef> items;
  constraints.split(items, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef item : items) {
    AsmOperand operand;
    operand.isOutput = item.consume_front("=");
    item.consume_front("&");
    operand.isImmediate = item == "n";
    operand.value = operands.size();
    operand.isUniform = !operand.isOutput;
    unsigned tied;
    if (!item.getAsInteger(10, tied)) {
      operand.tiedTo = tied;
      operand.type = operands[tied].type;
    } else {
      operand.type = llvm::StringSwitch<llvm::StringRef>(item)
                         .Case("h", "b16")
                         .Case("r", "b32")
                         .Case("l", "b64")
                         .Case("q", "b128")
                         .Case("f", "f32")
                         .Case("d", "f64")
                         .Case("b", "pred")
                         .Default("");
    }
    operand.valueBits = getTypeBits(operand.type);
    operands.push_back(operand);
  }
  return operands;
}

struct Options {
  bool isPure = false;
  llvm::StringRef target = "sm_90a";
  unsigned version = 90;
};

/// What is wrong with a body that can be read. The module has a symbol `table`.
inline std::vector<Finding> analyze(const AsmBody &body,
                                    llvm::StringRef constraints,
                                    Options options = {}) {
  std::vector<AsmOperand> operands = makeOperands(constraints);
  AsmContext context;
  context.operands = operands;
  context.target = Target::parse(options.target);
  context.version = options.version;
  context.isPure = options.isPure;
  auto isSymbol = [](llvm::StringRef name) { return name == "table"; };
  context.isSymbol = isSymbol;
  return analyzeAsmBody(body, context);
}

/// The same for a text. What cannot be read fails the test.
inline std::vector<Finding> analyze(llvm::StringRef text,
                                    llvm::StringRef constraints,
                                    Options options = {}) {
  ParseResult<AsmBody> body = parseAsmBody(text);
  EXPECT_TRUE(body) << text.str();
  return analyze(body.value, constraints, options);
}

/// All messages about a text with their hints, one per line. Those of the
/// parser are the only ones of what cannot be read.
inline std::string messages(llvm::StringRef text, llvm::StringRef constraints,
                            Options options = {}) {
  std::string result;
  auto add = [&](const std::string &message, const std::string &hint) {
    result += (result.empty() ? "" : "\n") + message +
              (hint.empty() ? "" : "; " + hint);
  };
  ParseResult<AsmBody> body = parseAsmBody(text);
  for (const Diagnostic &error : body.errors)
    add(error.message, "");
  if (body)
    for (const Finding &finding : analyze(body.value, constraints, options))
      add(finding.message, finding.hint);
  return result;
}

} // namespace mlir::tile::ptx::test

#endif // TILE_UNITTESTS_ASMCHECK_ASMTEST_H
