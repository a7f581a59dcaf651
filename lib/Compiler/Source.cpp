//===- Source.cpp - Reading what is compiled ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Compiler/OperationNames.h"
#include "tile/Compiler/Registration.h"
#include "tile/Compiler/SourceText.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

std::unique_ptr<MLIRContext> Compiler::createContext() {
  DialectRegistry registry;
  registerDialects(registry);
  registerTranslations(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // The constructor leaves the tables of types and attributes with their locks
  // and with an allocator for each thread.
  context->disableMultithreading();
  // A message shows the line of the source. An operation with its layouts has
  // 200 characters, which an author of kernels did not write.
  context->printOpOnDiagnostic(false);
  return context;
}

/// The value name at a place in the source, without its '%'; empty if none is
/// there.
static StringRef getNameAt(StringRef line, unsigned column) {
  if (column == 0 || column > line.size())
    return {};
  StringRef text = line.drop_front(column - 1);
  if (!text.consume_front("%"))
    return {};
  return text.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); });
}

/// Wraps the locations of function arguments that have no name in the names
/// that the source text gives them: their locations are the locations of these
/// names.
static void nameArguments(ModuleOp module, llvm::MemoryBufferRef source) {
  SmallVector<StringRef> lines;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      auto loc = dyn_cast<FileLineColLoc>(argument.getLoc());
      if (!loc || loc.getFilename() != source.getBufferIdentifier())
        continue;
      if (lines.empty())
        source.getBuffer().split(lines, '\n');
      if (loc.getLine() == 0 || loc.getLine() > lines.size())
        continue;
      StringRef name = getNameAt(lines[loc.getLine() - 1], loc.getColumn());
      if (!name.empty())
        argument.setLoc(
            NameLoc::get(StringAttr::get(module.getContext(), name), loc));
    }
  }
}

LogicalResult tile::checkBeforeVerifier(Operation *root) {
  // The verifier of arith.select takes the shape of a result that has none.
  WalkResult walked = root->walk([](arith::SelectOp op) {
    if (op->getNumOperands() != 3 || op->getNumResults() != 1)
      return WalkResult::advance();
    Type condition = op->getOperand(0).getType();
    Type result = op->getResult(0).getType();
    auto isShaped = [](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      return shaped && shaped.hasRank();
    };
    if (!isa<ShapedType>(condition) ||
        (isShaped(condition) && isShaped(result)))
      return WalkResult::advance();
    op->emitOpError("expected a condition of type i1 for a result of type ")
        << result << ", found " << condition;
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

OwningOpRef<ModuleOp> Compiler::parse(llvm::MemoryBufferRef source,
                                      MLIRContext *context) {
  const bool isText = !isBytecode(source);
  SourceText text;
  if (isText) {
    FailureOr<SourceText> checked = checkSourceText(source, context);
    if (failed(checked))
      return {};
    text = *checked;
  }
  OperationSuggester suggester(context);
  // A copy, because the lexer needs a terminating null.
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source.getBuffer(),
                                           source.getBufferIdentifier()),
      llvm::SMLoc());
  // The verifier comes after the check, for it may print what it finds.
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      sourceMgr, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module)
    return {};
  if ((!isText || text.hasAliases) && isNestedTooDeeply(*module)) {
    emitError(FileLineColLoc::get(context, source.getBufferIdentifier(), 1, 1))
        << "expected regions, attributes and types within at most "
        << kMaxNesting << " others, found more";
    eraseNested(module.release());
    return {};
  }
  if (failed(checkBeforeVerifier(*module)) || failed(verify(*module)))
    return {};
  if (isText)
    nameArguments(*module, source);
  return module;
}
