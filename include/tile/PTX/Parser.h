//===- Parser.h - From text to PTX as data ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a module of PTX or the body of an inline asm. A mistake is a value with
// its place; reading goes on after the next `;`, so that one call reports
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
  /// At most `kMaxErrors`.
  std::vector<Diagnostic> errors;

  explicit operator bool() const { return errors.empty(); }
};

/// Blocks, expressions and initializers nest no deeper than this.
inline constexpr unsigned kMaxDepth = 200;

/// An instruction has no more words than this, and an instruction, a vector or
/// the arguments of a call no more operands. PTX needs 12 words and 128
/// registers.
inline constexpr unsigned kMaxWords = 32;
inline constexpr unsigned kMaxOperands = 4096;

/// What was read may take this many bytes per byte of text, or `kMinDataLimit`
/// where that is more: compiled PTX takes 15 to 25, and a text of 8 MB can
/// always be read. While a vector grows, 2.5 times as much may be in use.
inline constexpr uint64_t kMaxDataPerByte = 32;
inline constexpr uint64_t kMinDataLimit = uint64_t(512) << 20;

struct ParseOptions {
  /// The most bytes that what was read may take; 0 is the rule above.
  uint64_t maxDataBytes = 0;
};

/// Reads a whole module. The text is not needed afterwards.
[[nodiscard]] ParseResult<Module> parseModule(llvm::StringRef text,
                                              const ParseOptions &options = {});

/// Reads the body of an inline asm: statements, with `$k` for operands. Braces
/// around it are a block, as everywhere.
[[nodiscard]] ParseResult<AsmBody>
parseAsmBody(llvm::StringRef text, const ParseOptions &options = {});

} // namespace mlir::tile::ptx

#endif // TILE_PTX_PARSER_H
