//===- Signatures.h - Help while operands are written -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_SIGNATURES_H
#define TILE_TOOLS_TILELSPSERVER_SIGNATURES_H

#include "Document.h"

namespace mlir::tile {

/// Signature help at a byte: the forms of the PTX instruction whose operands
/// are there, or the syntax of the operation. None where neither is there.
std::optional<llvm::json::Value> makeSignatureHelp(Document &document,
                                                   size_t offset);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_SIGNATURES_H
