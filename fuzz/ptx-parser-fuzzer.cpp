//===- ptx-parser-fuzzer.cpp - Any text through the PTX library -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the input as a module and as the body of an inline asm, checks what was
// read against the table, and prints it. What was read without an error must
// read the same again when it is printed.
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/PTX/Checker.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include <cstdlib>

using namespace mlir::tile::ptx;
using llvm::StringRef;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

template <typename T>
static void
checkRoundTrip(const ParseResult<T> &read,
               llvm::function_ref<ParseResult<T>(StringRef)> parse) {
  std::string text = toString(read.value);
  if (!read)
    return;
  ParseResult<T> again = parse(text);
  if (again && isSame(again.value, read.value))
    return;
  llvm::errs() << "what was printed does not read the same again";
  if (!again)
    llvm::errs() << ": line " << again.errors[0].location.line << ": "
                 << again.errors[0].message;
  llvm::errs() << '\n' << text << '\n';
  std::abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  ParseResult<Module> module = parseModule(text);
  checkRoundTrip<Module>(module,
                         [](StringRef again) { return parseModule(again); });
  checkModule(module.value);

  ParseResult<AsmBody> body = parseAsmBody(text);
  checkRoundTrip<AsmBody>(body,
                          [](StringRef again) { return parseAsmBody(again); });
  StringRef types[] = {"b32", "f32", "b64", "pred"};
  checkAsmBody(body.value, *Target::parse("sm_100a"), 90, types);
  AsmOperand operands[5];
  for (auto [operand, type] : llvm::zip(operands, types))
    operand.type = type;
  operands[0].isOutput = operands[1].isOutput = true;
  operands[2].tiedTo = 1;
  operands[4].isImmediate = true;
  AsmContext context;
  context.operands = operands;
  context.isPure = true;
  analyzeAsmBody(body.value, context);
  findWrittenInputs(body.value, operands);
  return 0;
}
