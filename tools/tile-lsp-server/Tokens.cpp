//===- Tokens.cpp - The words of MLIR's text ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// After the quote that ends the string which begins at `at`, or at the end of
/// its line.
static size_t skipString(StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n';)
    at += text[at] == '\\' ? 2 : 1;
  return std::min(at + (at < text.size() && text[at] == '"'), text.size());
}

/// The end of the name with a sigil at `at`: `%x-1`, `@"f"`; `at` + 1 if there
/// is no name.
static size_t skipName(StringRef text, size_t at) {
  size_t end = at + 1;
  if (text[at] == '@' && end < text.size() && text[end] == '"')
    return skipString(text, end);
  while (end < text.size() && (isNameCharacter(text[end]) || text[end] == '-'))
    ++end;
  // The arrow of `#a->`.
  while (end > at + 1 && text[end - 1] == '-')
    --end;
  return end;
}

static size_t skipNumber(StringRef text, size_t at, bool isInAngles) {
  size_t end = at;
  if (!isInAngles && text.substr(at).starts_with_insensitive("0x")) {
    end += 2;
    while (end < text.size() && llvm::isHexDigit(text[end]))
      ++end;
    return end;
  }
  auto skipDigits = [&] {
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
  };
  skipDigits();
  if (end + 1 < text.size() && text[end] == '.' &&
      llvm::isDigit(text[end + 1])) {
    ++end;
    skipDigits();
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    size_t exponent = end + 1;
    exponent += exponent < text.size() &&
                (text[exponent] == '-' || text[exponent] == '+');
    if (exponent < text.size() && llvm::isDigit(text[exponent])) {
      end = exponent;
      skipDigits();
    }
  }
  return end;
}

std::vector<Token> tile::tokenize(StringRef text) {
  std::vector<Token> tokens;
  unsigned angles = 0;
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    if (llvm::isSpace(c)) {
      ++at;
      continue;
    }
    Token token{Token::Punctuation, at, at + 1};
    auto isNamed = [&] { return token.end > at + 1; };
    if (text.substr(at).starts_with("//")) {
      token.kind = Token::Comment;
      token.end = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      token.kind = Token::String;
      token.end = skipString(text, at);
    } else if (StringRef("%@^#!").contains(c)) {
      token.end = skipName(text, at);
      if (isNamed())
        token.kind = c == '%'   ? Token::Value
                     : c == '@' ? Token::Symbol
                     : c == '^' ? Token::Block
                     : c == '#' ? Token::Attribute
                                : Token::Type;
    } else if (llvm::isDigit(c)) {
      token.kind = Token::Number;
      token.end = skipNumber(text, at, angles > 0);
    } else if (text.substr(at).starts_with("->")) {
      token.end = at + 2;
    } else if (c == 'x' && !tokens.empty() && tokens.back().end == at &&
               (tokens.back().kind == Token::Number || text[at - 1] == '?' ||
                text[at - 1] == '*')) {
      // Between the sizes of a shape.
    } else if (isNameCharacter(c)) {
      token.kind = Token::Word;
      while (token.end < text.size() && isNameCharacter(text[token.end]))
        ++token.end;
    } else {
      angles += c == '<';
      angles -= c == '>' && angles > 0;
    }
    tokens.push_back(token);
    at = token.end;
  }
  return tokens;
}

const Token *tile::findToken(ArrayRef<Token> tokens, size_t offset) {
  const Token *after =
      llvm::upper_bound(tokens, offset, [](size_t place, const Token &token) {
        return place < token.begin;
      });
  if (after == tokens.begin())
    return nullptr;
  const Token *token = after - 1;
  // At the border of two, the one with a name is meant.
  bool isBorder = token->begin == offset && token->kind == Token::Punctuation &&
                  token != tokens.begin() && (token - 1)->end == offset;
  if (isBorder)
    --token;
  return offset <= token->end ? token : nullptr;
}

bool tile::isOperationName(StringRef text, const Token &token) {
  if (token.kind != Token::Word || token.in(text).ends_with("."))
    return false;
  StringRef before = text.take_front(token.begin);
  before = before.rtrim(" \t");
  if (before.empty() || before.back() == '\n' || before.back() == '{')
    return true;
  return before.back() == '=' && token.in(text).contains('.') &&
         before.drop_back().rtrim(" \t").take_back(1).find_first_of(
             "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$."
             "-") == 0 &&
         StringRef(before.take_back(before.size() - (before.rfind('\n') + 1)))
             .contains('%');
}

AsmLiteral tile::readLiteral(StringRef text, ArrayRef<Token> tokens,
                             size_t token) {
  AsmLiteral literal{token, "", {}};
  size_t at = tokens[token].begin + 1, end = tokens[token].end;
  if (end > at && text[end - 1] == '"')
    --end;
  while (at < end) {
    literal.places.push_back(at);
    char c = text[at++];
    if (c != '\\' || at >= end) {
      literal.body += c;
    } else if (at + 1 < end && llvm::isHexDigit(text[at]) &&
               llvm::isHexDigit(text[at + 1])) {
      literal.body +=
          static_cast<char>(llvm::hexFromNibbles(text[at], text[at + 1]));
      at += 2;
    } else {
      literal.body += text[at] == 'n'   ? '\n'
                      : text[at] == 't' ? '\t'
                                        : text[at];
      ++at;
    }
  }
  literal.places.push_back(end);
  return literal;
}

std::vector<AsmLiteral> tile::findAsmLiterals(StringRef text,
                                              ArrayRef<Token> tokens) {
  std::vector<AsmLiteral> literals;
  bool isNext = false;
  for (auto [i, token] : llvm::enumerate(tokens)) {
    StringRef word = token.in(text);
    if (token.kind == Token::Comment ||
        (token.kind == Token::Punctuation && word == "="))
      continue;
    if (token.kind == Token::String) {
      if (isNext)
        literals.push_back(readLiteral(text, tokens, i));
      isNext = false;
    } else {
      isNext =
          token.kind == Token::Word &&
          (word.ends_with(".elementwise_inline_asm") || word == "asm_string");
    }
  }
  return literals;
}
