//===- ValueHelp.h - A value's type and layout for editors ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread has which element of a tile: of a type with a layout, what the
// layout says; of a kernel as its author writes it, what the compiler chooses.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_VALUEHELP_H
#define TILE_TOOLS_TILELSPSERVER_VALUEHELP_H

#include "Document.h"

#include <string>

namespace mlir::tile {

/// Markdown about the tile whose name stands at this byte; "" if none does, or
/// the text cannot be parsed.
std::string describeValue(Document &document, size_t offset);

/// Writes the array of inlay hints between two bytes: the layouts of tiles
/// whose types have none.
void writeLayoutHints(Document &document, size_t begin, size_t end,
                      llvm::json::OStream &os);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_VALUEHELP_H
