//===- AsmDiagnostics.h - Findings in an editor -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of inline PTX in the language server: on each text that parses,
// what tile-check-inline-asm finds, at the characters of the asm string.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILE_LSP_SERVER_ASMDIAGNOSTICS_H
#define TILE_TOOLS_TILE_LSP_SERVER_ASMDIAGNOSTICS_H

namespace mlir {
class DialectRegistry;

namespace tile {

/// Contexts with this registry check each asm as it is verified.
void registerAsmDiagnostics(DialectRegistry &registry);

} // namespace tile
} // namespace mlir

#endif // TILE_TOOLS_TILE_LSP_SERVER_ASMDIAGNOSTICS_H
