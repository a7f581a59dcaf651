//===- AsmHelp.h - Registers and constraints for editors --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_ASMHELP_H
#define TILE_TOOLS_TILELSPSERVER_ASMHELP_H

#include "Document.h"

#include <string>

namespace mlir::tile {

/// Markdown about the `$k` of an asm, or about the item of its constraints, at
/// this byte: which elements the register has, and what its constraint says. ""
/// if neither stands there, or the part cannot be parsed.
std::string describeAsmOperand(Document &document, size_t offset);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_ASMHELP_H
