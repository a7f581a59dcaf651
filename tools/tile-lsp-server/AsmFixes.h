//===- AsmFixes.h - Quick fixes of inline PTX -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixes that come with findings (tile/PTX/Fix.h) as edits of a document.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_ASMFIXES_H
#define TILE_TOOLS_TILELSPSERVER_ASMFIXES_H

#include "Document.h"

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// An asm of a part, and its string.
struct AsmInText {
  ElementwiseInlineAsmOp op;
  AsmLiteral literal;
};

/// The asm operations of a part whose string stands at the operation.
std::vector<AsmInText> findAsmOperations(Document &document, ParsedPart &part);

/// Code actions for the findings between two bytes.
llvm::json::Array makeAsmFixes(Document &document, llvm::StringRef uri,
                               size_t begin, size_t end);

/// The string `constraints = "..."` of an asm; none if it stands elsewhere.
std::optional<AsmLiteral> findConstraints(Document &document,
                                          const AsmLiteral &literal);

/// Where in a constraint string the item of `$number` begins and ends.
std::optional<std::pair<size_t, size_t>>
findConstraintItem(llvm::StringRef constraints, unsigned number);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_ASMFIXES_H
