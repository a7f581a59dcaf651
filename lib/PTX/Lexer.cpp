//===- Lexer.cpp - The tokens of PTX --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Lexer.h"

#include "tile/PTX/Characters.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// Of a decimal float: 767 digits can matter to its rounding, and reading n of
/// them takes n * n steps.
static constexpr size_t kMaxFloatLength = 1024;

static bool isWordChar(char c) { return llvm::isAlnum(c) || c == '_'; }

std::string Token::describe() const {
  if (kind == TokenKind::End)
    return "the end of the text";
  if (kind == TokenKind::Error && !spelling.empty() &&
      isForeign(spelling.front()))
    return describeCharacter(spelling);
  // A long string or name says enough by its first part.
  StringRef shown = spelling.take_front(60);
  std::string text = "'";
  for (char c : shown)
    text += llvm::isPrint(c) ? c : '?';
  text += shown.size() < spelling.size() ? "...'" : "'";
  return text;
}

void Lexer::advance(size_t count) {
  for (char c : text.substr(here.offset, count)) {
    if (c == '\n') {
      ++here.line;
      here.column = 1;
    } else {
      ++here.column;
    }
  }
  here.offset += count;
}

bool Lexer::skipBlanks() {
  while (here.offset < text.size()) {
    StringRef rest = text.drop_front(here.offset);
    bool isBlank = llvm::isSpace(rest.front()) &&
                   (kind == TextKind::Module || !isForeign(rest.front()));
    if (isBlank) {
      advance(1);
    } else if (rest.starts_with("//")) {
      advance(std::min(rest.find('\n'), rest.size()));
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      if (end == StringRef::npos)
        return false;
      advance(end + 2);
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::make(TokenKind tokenKind, size_t length) {
  Token token;
  token.kind = tokenKind;
  token.location = here;
  token.spelling = text.substr(here.offset, length);
  token.isGlued = here.offset == lastEnd;
  advance(length);
  lastEnd = here.offset;
  afterWord =
      tokenKind == TokenKind::Identifier || tokenKind == TokenKind::DotWord;
  return token;
}

Token Lexer::makeError(size_t length, StringRef expected) {
  Token token = make(TokenKind::Error, length);
  token.error = expected;
  return token;
}

size_t Lexer::scanWord(size_t start, bool allowColons) const {
  size_t at = start;
  while (at < text.size()) {
    StringRef rest = text.drop_front(at);
    if (isWordChar(rest.front()) ||
        (rest.front() == '$' && kind == TextKind::Module))
      ++at;
    else if (rest.starts_with("$$"))
      at += 2;
    else if (StringRef uid = "${:uid}"; rest.starts_with(uid))
      at += uid.size();
    else if (allowColons && rest.starts_with("::") && rest.size() > 2 &&
             isWordChar(rest[2]))
      at += 2;
    else
      break;
  }
  return at - start;
}

Token Lexer::next() {
  if (!skipBlanks())
    return makeError(text.size() - here.offset, "'*/' after '/*'");
  StringRef rest = text.drop_front(here.offset);
  if (rest.empty())
    return make(TokenKind::End, 0);
  char c = rest.front();
  if (llvm::isDigit(c))
    return lexNumber();
  if (c == '"')
    return lexString();
  if (c == '.') {
    // Nor is `.2d` a number in `tex .2d`.
    StringRef afterDigits = rest.drop_front().drop_while(llvm::isDigit);
    bool isPartOfName =
        afterWord && (here.offset == lastEnd || afterDigits.starts_with("d") ||
                      afterDigits.starts_with("x"));
    if (!isPartOfName && rest.size() > 1 && llvm::isDigit(rest[1]))
      return lexDecimalFloat(0);
    if (size_t length = scanWord(here.offset + 1, /*allowColons=*/true))
      return make(TokenKind::DotWord, length + 1);
    return makeError(1, "a word after '.'");
  }
  if (c == '%') {
    if (size_t length = scanWord(here.offset + 1, /*allowColons=*/false))
      return make(TokenKind::Identifier, length + 1);
    return make(TokenKind::Operator, 1);
  }
  if (size_t length = scanWord(here.offset, /*allowColons=*/false))
    return make(TokenKind::Identifier, length);
  if (c == '$')
    return lexPlaceholder();
  return lexPunctuation();
}

Token Lexer::lexNumber() {
  StringRef rest = text.drop_front(here.offset);
  auto isDigitOf = [](unsigned radix) {
    return [radix](char c) { return llvm::hexDigitValue(c) < radix; };
  };
  char second = rest.size() > 1 ? llvm::toLower(rest[1]) : '\0';
  if (rest.front() == '0' && (second == 'f' || second == 'd')) {
    size_t numDigits = second == 'f' ? 8 : 16;
    size_t length = scanWord(here.offset, /*allowColons=*/false);
    StringRef digits = rest.substr(2, length - 2);
    uint64_t bits;
    if (digits.size() != numDigits || digits.getAsInteger(16, bits))
      return makeError(length, second == 'f'
                                   ? "8 hexadecimal digits after '0f'"
                                   : "16 hexadecimal digits after '0d'");
    Token token = make(second == 'f' ? TokenKind::F32 : TokenKind::F64, length);
    token.bits = bits;
    return token;
  }

  unsigned radix = 10;
  size_t start = 0;
  if (rest.front() == '0' && (second == 'x' || second == 'b')) {
    radix = second == 'x' ? 16 : 2;
    start = 2;
  }
  StringRef digits = rest.substr(start).take_while(isDigitOf(radix));
  size_t end = start + digits.size();
  if (radix == 10) {
    StringRef after = rest.substr(end);
    bool isExponent =
        (after.starts_with("e") || after.starts_with("E")) &&
        after.size() > 1 &&
        (llvm::isDigit(after[1]) || after[1] == '+' || after[1] == '-');
    if (after.starts_with(".") || isExponent)
      return lexDecimalFloat(end);
    if (digits.size() > 1 && digits.front() == '0')
      radix = 8;
  }
  bool isUnsigned = rest.substr(end).starts_with("U");
  end += isUnsigned;
  size_t wordLength = scanWord(here.offset, /*allowColons=*/false);
  if (digits.empty() || wordLength > end)
    return makeError(std::max(wordLength, end), "an integer");
  uint64_t bits;
  if (!llvm::all_of(digits, isDigitOf(radix)))
    return makeError(end, "digits from 0 to 7 after a leading 0");
  if (digits.getAsInteger(radix, bits))
    return makeError(end, "an integer of at most 64 bits");
  Token token = make(TokenKind::Integer, end);
  token.bits = bits;
  token.isUnsigned = isUnsigned;
  return token;
}

Token Lexer::lexDecimalFloat(size_t integerLength) {
  StringRef rest = text.drop_front(here.offset);
  size_t end = integerLength;
  auto skipDigits = [&] {
    end += rest.substr(end).take_while(llvm::isDigit).size();
  };
  if (rest.substr(end).starts_with(".")) {
    ++end;
    skipDigits();
  }
  if (end < rest.size() && llvm::toLower(rest[end]) == 'e') {
    size_t digits = end + 1;
    if (digits < rest.size() && (rest[digits] == '+' || rest[digits] == '-'))
      ++digits;
    if (digits < rest.size() && llvm::isDigit(rest[digits])) {
      end = digits;
      skipDigits();
    }
  }
  double value;
  if (end < rest.size() && isWordChar(rest[end])) {
    bool isSuffixOfC = rest.substr(end, 1).equals_insensitive("f") &&
                       scanWord(here.offset + end, /*allowColons=*/false) == 1;
    return makeError(end + scanWord(here.offset + end, /*allowColons=*/false),
                     isSuffixOfC ? "a number without the 'f' of C"
                                 : "a number");
  }
  if (end > kMaxFloatLength)
    return makeError(end, "a number of at most 1024 characters");
  // Imprecise and overflowing values are rounded, as in C.
  if (rest.take_front(end).getAsDouble(value, /*AllowInexact=*/true))
    return makeError(end, "a number that an f64 can hold");
  Token token = make(TokenKind::F64, end);
  token.bits = llvm::bit_cast<uint64_t>(value);
  return token;
}

Token Lexer::lexString() {
  StringRef rest = text.drop_front(here.offset);
  for (size_t at = 1; at < rest.size() && rest[at] != '\n'; ++at) {
    if (kind == TextKind::InlineAsm && isForeign(rest[at])) {
      advance(at);
      return makeError(getCharacterLength(rest.substr(at)),
                       "ASCII in a string");
    }
    if (rest[at] == '\\')
      ++at;
    else if (rest[at] == '"')
      return make(TokenKind::String, at + 1);
  }
  return makeError(std::min(rest.find('\n'), rest.size()),
                   "'\"' before the end of the line");
}

Token Lexer::lexPlaceholder() {
  StringRef rest = text.drop_front(here.offset);
  size_t start = rest.starts_with("${") ? 2 : 1;
  StringRef digits = rest.drop_front(start).take_while(llvm::isDigit);
  size_t end = start + digits.size();
  if (start == 2) {
    if (digits.empty() || !rest.substr(end).starts_with("}"))
      return makeError(std::max<size_t>(end, 2),
                       "'${' with the number of an operand and '}'");
    ++end;
  }
  uint64_t number;
  if (digits.getAsInteger(10, number) || number > INT32_MAX)
    return makeError(end, "the number of an operand after '$'");
  Token token = make(TokenKind::Placeholder, end);
  token.bits = number;
  return token;
}

Token Lexer::lexPunctuation() {
  StringRef rest = text.drop_front(here.offset);
  switch (rest.front()) {
  case '(':
    return make(TokenKind::LeftParen, 1);
  case ')':
    return make(TokenKind::RightParen, 1);
  case '{':
    return make(TokenKind::LeftBrace, 1);
  case '}':
    return make(TokenKind::RightBrace, 1);
  case '[':
    return make(TokenKind::LeftBracket, 1);
  case ']':
    return make(TokenKind::RightBracket, 1);
  case ',':
    return make(TokenKind::Comma, 1);
  case ';':
    return make(TokenKind::Semicolon, 1);
  case ':':
    return make(TokenKind::Colon, 1);
  case '@':
    return make(TokenKind::At, 1);
  default:
    break;
  }
  for (StringRef op : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
    if (rest.starts_with(op))
      return make(TokenKind::Operator, 2);
  switch (rest.front()) {
  case '=':
    return make(TokenKind::Equal, 1);
  case '<':
    return make(TokenKind::Less, 1);
  case '>':
    return make(TokenKind::Greater, 1);
  case '|':
    return make(TokenKind::Pipe, 1);
  case '+':
  case '-':
  case '*':
  case '/':
  case '&':
  case '^':
  case '~':
  case '!':
  case '?':
    return make(TokenKind::Operator, 1);
  case '\\':
    return makeError(std::min<size_t>(rest.size(), 2),
                     "a line break (\\0A in the text of MLIR)");
  case '#':
    return makeError(1, "a comment as '// ...'");
  default:
    return makeError(getCharacterLength(rest), "PTX");
  }
}

std::vector<Token> mlir::tile::ptx::tokenize(StringRef text, TextKind kind) {
  std::vector<Token> tokens;
  Lexer lexer(text, kind);
  do
    tokens.push_back(lexer.next());
  while (!tokens.back().is(TokenKind::End));
  return tokens;
}
