//===- Structure.h - Colours, folds and indentation -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_STRUCTURE_H
#define TILE_TOOLS_TILELSPSERVER_STRUCTURE_H

#include "Document.h"

#include "llvm/Support/Error.h"

namespace mlir::tile {

/// The text that replaces the bytes between two positions.
struct Edit {
  size_t begin, end;
  std::string text;
};

/// The kinds that `makeSemanticTokens` numbers.
llvm::json::Array getSemanticTokenTypes();

/// Five numbers for each token, as the protocol has them; the tokens of PTX
/// inside an asm string, too.
llvm::json::Array makeSemanticTokens(Document &document);

/// Blocks in braces, and comments of several lines.
llvm::json::Array makeFoldingRanges(Document &document);

/// The edits that indent each operation by the regions that it is in, with
/// `tabSize` blanks for each of them. The other lines of an operation move with
/// its first one; comments and names stay. An error if the text cannot be
/// parsed.
llvm::Expected<std::vector<Edit>> formatDocument(Document &document,
                                                 unsigned tabSize);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_STRUCTURE_H
