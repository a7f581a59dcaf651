//===- SourceLines.cpp - Lines of source under messages -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"

#include "tile/PTX/Excerpt.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tile;

/// Prints as LLVM does, except for a line that is too long.
static void print(const llvm::SMDiagnostic &message, void *) {
  llvm::raw_ostream &os = llvm::errs();
  llvm::StringRef line = message.getLineContents();
  if (line.size() <= kMaxExcerpt) {
    message.print(/*ProgName=*/nullptr, os);
    return;
  }
  std::string place =
      (message.getFilename() + ":" + llvm::Twine(message.getLineNo()) + ":" +
       llvm::Twine(message.getColumnNo() + 1))
          .str();
  llvm::SMDiagnostic(place, message.getKind(), message.getMessage())
      .print(/*ProgName=*/nullptr, os);
  Excerpt excerpt = makeExcerpt(line, message.getColumnNo());
  os << excerpt.text << '\n' << std::string(excerpt.caret, ' ');
  llvm::WithColor(os, llvm::raw_ostream::GREEN, /*Bold=*/true) << '^';
  os << '\n';
}

void mlir::tile::cutSourceLines(llvm::SourceMgr &sourceMgr) {
  sourceMgr.setDiagHandler(print);
}
