//===- Names.h - Values, symbols and blocks by name -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a name stands, and what a rename of it changes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_NAMES_H
#define TILE_TOOLS_TILELSPSERVER_NAMES_H

#include "Document.h"

#include "llvm/Support/Error.h"

namespace mlir::tile {

/// The name at a byte, "%x", "@f" or "^bb1"; null if no such name stands there,
/// or the part cannot be parsed.
const Token *findRenamable(Document &document, size_t offset);

/// The edits that give the name at a byte another one, with or without its
/// first character. An error says why it cannot have that one.
llvm::Expected<llvm::json::Array> renameAt(Document &document, size_t offset,
                                           llvm::StringRef newName);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_NAMES_H
