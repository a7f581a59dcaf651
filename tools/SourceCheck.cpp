//===- SourceCheck.cpp - Text that a tool hands to MLIR -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceCheck.h"

#include "SourceLines.h"

#include "tile/Compiler/Registration.h"
#include "tile/Compiler/SourceText.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

/// Parses a part of the input without the verifiers, and checks what comes of
/// it. Of the parser's errors nothing is said: the tool's own parser finds
/// them.
static LogicalResult checkOperations(StringRef part, StringRef name,
                                     unsigned firstLine,
                                     MakeDiagnosticHandler makeHandler) {
  // All that is checked so far. Most inputs have none, and are parsed once.
  if (!part.contains("select"))
    return success();
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  // Lines have the numbers that they have in the file.
  std::string text(firstLine, '\n');
  text += part;
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(firstLine == 0 ? part : text, name),
      SMLoc());
  Block block;
  {
    ScopedDiagnosticHandler silent(&context,
                                   [](Diagnostic &) { return success(); });
    if (failed(parseSourceFile(
            sourceMgr, &block,
            ParserConfig(&context, /*verifyAfterParse=*/false))))
      return success();
  }
  std::shared_ptr<void> handler = makeHandler(&context);
  return failure(llvm::any_of(
      block, [](Operation &op) { return failed(checkBeforeVerifier(&op)); }));
}

LogicalResult tile::checkSource(llvm::MemoryBufferRef input,
                                StringRef splitMarker,
                                MakeDiagnosticHandler makeHandler) {
  const bool isText = !isBytecode(input);
  StringRef name = input.getBufferIdentifier();
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::shared_ptr<void> handler = makeHandler(&context);
  unsigned firstLine = 0;
  for (StringRef rest = input.getBuffer(); !rest.empty();) {
    StringRef part = rest;
    rest = {};
    if (isText && !splitMarker.empty())
      std::tie(part, rest) = part.split(splitMarker);
    if (isText && failed(checkSourceText({part, name}, &context,
                                         kMaxBracketsOfTools, firstLine)))
      return failure();
    if (failed(checkOperations(part, name, firstLine, makeHandler)))
      return failure();
    firstLine += part.count('\n');
  }
  return success();
}

LogicalResult tile::checkToolSource(const llvm::MemoryBuffer &input,
                                    StringRef splitMarker) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getBuffer(),
                                       input.getBufferIdentifier(),
                                       /*RequiresNullTerminator=*/false),
      SMLoc());
  cutSourceLines(sourceMgr);
  return checkSource(
      input.getMemBufferRef(), splitMarker, [&](MLIRContext *context) {
        return std::make_shared<SourceMgrDiagnosticHandler>(sourceMgr, context);
      });
}
