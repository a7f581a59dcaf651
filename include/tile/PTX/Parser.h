//===- Parser.h - From text to PTX as data ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a module of PTX or the body of an inline asm. A mistake is a value with
// its place; reading goes on behind the next `;`, so that one call reports
// several. Only the grammar is checked here: see Checker.h for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_PARSER_H
#define TILE_PTX_PARSER_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tile::ptx {

/// What was read; if there are errors, the parts that were understood.
template <typename T> struct ParseResult {
  T value;
  std::vector<Diagnostic> errors;

  explicit operator bool() const { return errors.empty(); }
};

/// After this many errors reading stops.
inline constexpr unsigned kMaxErrors = 50;

/// Blocks, expressions and initializers nest no deeper than this.
inline constexpr unsigned kMaxDepth = 200;

/// Reads a whole module. The text is not needed afterwards.
[[nodiscard]] ParseResult<Module> parseModule(llvm::StringRef text);

/// Reads the body of an inline asm: statements, with `$k` for operands. Braces
/// around it are a block, as everywhere.
[[nodiscard]] ParseResult<AsmBody> parseAsmBody(llvm::StringRef text);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_PARSER_H
