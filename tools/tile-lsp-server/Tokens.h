//===- Tokens.h - The words of MLIR's text ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A document as tokens, by its text alone, so that colours, folding and names
// are known while the document cannot be parsed.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_TOKENS_H
#define TILE_TOOLS_TILELSPSERVER_TOKENS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::tile {

struct Token {
  enum Kind {
    Comment,     ///< from "//" to the end of the line
    String,      ///< with its quotes
    Number,      ///<
    Value,       ///< "%x"
    Symbol,      ///< "@f"
    Block,       ///< "^bb1"
    Attribute,   ///< "#tile.blocked", "#alias"
    Type,        ///< "!tile.ptr", "!alias"
    Word,        ///< "tile.load", "f32", "start"
    Punctuation, ///< one character
  };
  Kind kind;
  size_t begin, end; ///< in bytes

  llvm::StringRef in(llvm::StringRef text) const {
    return text.slice(begin, end);
  }
};

std::vector<Token> tokenize(llvm::StringRef text);

/// The token that has this byte, or ends there; null if none has.
const Token *findToken(llvm::ArrayRef<Token> tokens, size_t offset);

/// Whether a word is the name of an operation there: it begins a line, or `=`
/// is before it.
bool isOperationName(llvm::StringRef text, const Token &token);

/// The string of an inline asm in a document.
struct AsmLiteral {
  size_t token; ///< which of the tokens it is
  /// What the characters between the quotes stand for, and where in the
  /// document each byte of it is; one more place for the last quote.
  std::string body;
  std::vector<size_t> places;
};

/// A string token without its quotes and escapes; `token` is its number.
AsmLiteral readLiteral(llvm::StringRef text, llvm::ArrayRef<Token> tokens,
                       size_t token);

/// The string of each inline asm, in the order of the text.
std::vector<AsmLiteral> findAsmLiterals(llvm::StringRef text,
                                        llvm::ArrayRef<Token> tokens);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_TOKENS_H
