//===- SourceCheck.cpp - Text that a tool hands to MLIR -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceCheck.h"

#include "SourceLines.h"

#include "tile/Compiler/SourceText.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult tile::checkToolSource(const llvm::MemoryBuffer &input,
                                    StringRef splitMarker) {
  if (isBytecode(input.getMemBufferRef()))
    return success();
  MLIRContext context(MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getBuffer(),
                                       input.getBufferIdentifier(),
                                       /*RequiresNullTerminator=*/false),
      SMLoc());
  cutSourceLines(sourceMgr);
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  unsigned firstLine = 0;
  for (StringRef rest = input.getBuffer(); !rest.empty();) {
    StringRef part = rest;
    rest = {};
    if (!splitMarker.empty())
      std::tie(part, rest) = part.split(splitMarker);
    if (failed(checkSourceText({part, input.getBufferIdentifier()}, &context,
                               kMaxBracketsOfTools, firstLine)))
      return failure();
    firstLine += part.count('\n');
  }
  return success();
}
