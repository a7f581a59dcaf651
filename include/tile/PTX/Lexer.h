//===- Lexer.h - The tokens of PTX -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits PTX text into tokens that know their place. The text is that of a
// module, or the body of an inline asm with `$0` for its operands. Source: PTX
// ISA, "Syntax". Needs only LLVM's Support, no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_LEXER_H
#define TILE_PTX_LEXER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::tile::ptx {

/// A place in a text: a byte offset, and the line and column, from 1, that
/// belong to it. Columns count bytes. Line 0 is "nowhere".
struct Location {
  size_t offset = 0;
  unsigned line = 0;
  unsigned column = 0;
};

/// What is wrong, and where: "expected ..., found ...".
struct Diagnostic {
  Location location;
  std::string message;
};

/// After this many errors reading, or checking, stops.
inline constexpr unsigned kMaxErrors = 50;

/// What a text is: in an asm body `$` starts an operand, `$$` is a `$`.
enum class TextKind { Module, InlineAsm };

enum class TokenKind {
  End,
  /// Text that is not a token; `Token::error` says why.
  Error,
  /// `add`, `%r1`, `$L__BB0_1`, `_`; in an asm body also `$$L1` and `L${:uid}`.
  Identifier,
  /// A word with a dot before it: `.reg`, `.rn`, `.L1::evict_last`, `.2d`.
  DotWord,
  /// `42`, `052`, `0x2A`, `0b101010`, `42U`: the value is `Token::bits`.
  Integer,
  /// `0f3F800000`: the bits of an f32.
  F32,
  /// `0d3FF0000000000000` or `1.0`: the bits of an f64.
  F64,
  /// `"text"`: the spelling is with its quotes.
  String,
  /// `$3` or `${3}` of an asm body: the number is `Token::bits`.
  Placeholder,
  LeftParen,
  RightParen,
  LeftBrace,
  RightBrace,
  LeftBracket,
  RightBracket,
  Comma,
  Semicolon,
  Colon,
  At,
  Equal,
  Less,
  Greater,
  Pipe,
  /// Any other operator of a constant expression: `+`, `<<`, `&&`, `!`.
  Operator,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Location location;
  /// The token as written, a view into the text.
  llvm::StringRef spelling;
  uint64_t bits = 0;
  /// An integer with the suffix `U`.
  bool isUnsigned = false;
  /// Text stands directly before the token, with no blank or comment between:
  /// the `.rn` of `add.rn`, the `.x` of `%tid.x`.
  bool isGlued = false;
  /// Of an Error: what was expected; what was found is the spelling.
  llvm::StringRef error;

  bool is(TokenKind other) const { return kind == other; }
  /// Whether the token is an operator, directive or name of this spelling.
  bool is(llvm::StringRef text) const {
    return spelling == text && kind != TokenKind::String;
  }
  /// The token for a message: "'add'" or "the end of the text".
  std::string describe() const;
};

/// Reads one token after the other.
class Lexer {
public:
  /// `text` must outlive the tokens.
  Lexer(llvm::StringRef text, TextKind kind) : text(text), kind(kind) {}

  /// The next token; End, again and again, after the last one.
  Token next();

private:
  void advance(size_t count);
  /// Skips blanks and comments; false at a comment that does not end.
  bool skipBlanks();
  Token make(TokenKind kind, size_t length);
  Token makeError(size_t length, llvm::StringRef expected);
  Token lexNumber();
  Token lexDecimalFloat(size_t integerLength);
  Token lexString();
  Token lexPlaceholder();
  Token lexPunctuation();
  /// The length of the word of letters, digits, `_` and `$` (with their
  /// escapes in an asm body) at `start`.
  size_t scanWord(size_t start, bool allowColons) const;

  llvm::StringRef text;
  TextKind kind;
  Location here{0, 1, 1};
  size_t lastEnd = llvm::StringRef::npos;
  /// The last token was a word, so that `.5` after it is a modifier.
  bool afterWord = false;
};

/// All tokens of the text, End included.
std::vector<Token> tokenize(llvm::StringRef text, TextKind kind);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_LEXER_H
