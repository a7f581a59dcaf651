//===- ParseExpressions.cpp - Operands and constants of PTX ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Instruction Operands" and "Constant Expressions".
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

bool Parser::parseInteger(uint64_t &value, StringRef what, uint64_t max) {
  if (!at(TokenKind::Integer) || peek().bits > max)
    return fail(what);
  value = take().bits;
  return true;
}

bool Parser::parseUnsigned(unsigned &value, StringRef what) {
  uint64_t bits = 0;
  if (!parseInteger(bits, what, UINT32_MAX))
    return false;
  value = bits;
  return true;
}

/// Of a binary operator of a constant expression, as in C; 0 if it is none.
static unsigned getPrecedence(const Token &token) {
  if (token.is(TokenKind::String))
    return 0;
  return llvm::StringSwitch<unsigned>(token.spelling)
      .Cases({"*", "/", "%"}, 10)
      .Cases({"+", "-"}, 9)
      .Cases({"<<", ">>"}, 8)
      .Cases({"<", ">", "<=", ">="}, 7)
      .Cases({"==", "!="}, 6)
      .Case("&", 5)
      .Case("^", 4)
      .Case("|", 3)
      .Case("&&", 2)
      .Case("||", 1)
      .Default(0);
}

/// `a op b` in 64 bits, which wrap. No value: a division by zero.
static std::optional<uint64_t> evaluate(StringRef op, uint64_t a, uint64_t b,
                                        bool isUnsigned) {
  auto isLess = [&](uint64_t x, uint64_t y) {
    return isUnsigned ? x < y : int64_t(x) < int64_t(y);
  };
  if (op == "*")
    return a * b;
  if (op == "/" || op == "%") {
    bool isQuotient = op == "/";
    if (b == 0)
      return std::nullopt;
    if (isUnsigned)
      return isQuotient ? a / b : a % b;
    if (b == UINT64_MAX) // -1, by which the least integer must not be divided.
      return isQuotient ? 0 - a : 0;
    return isQuotient ? int64_t(a) / int64_t(b) : int64_t(a) % int64_t(b);
  }
  if (op == "+")
    return a + b;
  if (op == "-")
    return a - b;
  if (op == "<<")
    return b > 63 ? 0 : a << b;
  if (op == ">>") {
    if (isUnsigned)
      return b > 63 ? 0 : a >> b;
    return int64_t(a) >> std::min<uint64_t>(b, 63);
  }
  if (op == "<")
    return isLess(a, b);
  if (op == ">")
    return isLess(b, a);
  if (op == "<=")
    return !isLess(b, a);
  if (op == ">=")
    return !isLess(a, b);
  if (op == "==")
    return a == b;
  if (op == "!=")
    return a != b;
  if (op == "&")
    return a & b;
  if (op == "^")
    return a ^ b;
  if (op == "|")
    return a | b;
  if (op == "&&")
    return a && b;
  return a || b;
}

bool Parser::parseUnary(Operand &value) {
  Depth nesting(*this);
  if (!nesting.ok)
    return fail("an expression nested less deep");
  value.location = peek().location;
  if (at(TokenKind::Integer)) {
    Token token = take();
    value.kind = Operand::Integer;
    value.bits = token.bits;
    // Literals are s64, or u64 where they do not fit.
    value.isUnsigned = token.isUnsigned || token.bits > uint64_t(INT64_MAX);
    return true;
  }
  if (at(TokenKind::F32) || at(TokenKind::F64)) {
    value.kind = at(TokenKind::F32) ? Operand::F32 : Operand::F64;
    value.bits = take().bits;
    return true;
  }
  if (consumeIf(TokenKind::LeftParen)) {
    if (at(TokenKind::DotWord)) { // A cast.
      if (!atWord(".s64") && !atWord(".u64"))
        return fail("'.s64' or '.u64'");
      bool isUnsigned = take().spelling == ".u64";
      if (!expect(TokenKind::RightParen, "')'") || !parseUnary(value))
        return false;
      if (value.kind != Operand::Integer)
        return failAt(value.location, "expected an integer, found a float");
      value.isUnsigned = isUnsigned;
      return true;
    }
    return parseExpression(value, 1) && expect(TokenKind::RightParen, "')'");
  }
  if (!at(TokenKind::Operator) ||
      !(atWord("-") || atWord("+") || atWord("~") || atWord("!")))
    return fail("an operand");
  char op = take().spelling.front();
  bool isLeast = at(TokenKind::Integer) && peek().bits == uint64_t(1) << 63 &&
                 !peek().isUnsigned;
  // ptxas takes -1.0, but no sign before bits.
  if (at(TokenKind::F32))
    return fail("a number as 1.0 after a sign");
  Location start = value.location;
  if (!parseUnary(value))
    return false;
  value.location = start;
  if (value.kind != Operand::Integer) {
    if (op == '~' || op == '!')
      return failAt(start, "expected an integer, found a float");
    if (op == '-')
      value.bits ^= uint64_t(1) << (value.kind == Operand::F32 ? 31 : 63);
    return true;
  }
  if (op == '-') {
    value.bits = 0 - value.bits;
    value.isUnsigned &= !isLeast;
  } else if (op == '~') {
    value.bits = ~value.bits;
  } else if (op == '!') {
    value.bits = value.bits == 0;
    value.isUnsigned = false;
  }
  return true;
}

bool Parser::parseExpression(Operand &value, unsigned minPrecedence) {
  Depth nesting(*this);
  if (!nesting.ok)
    return fail("an expression nested less deep");
  if (!parseUnary(value))
    return false;
  while (unsigned precedence = getPrecedence(peek())) {
    if (precedence < minPrecedence)
      break;
    Token op = take();
    Operand right;
    if (!parseExpression(right, precedence + 1))
      return false;
    if (value.kind != Operand::Integer || right.kind != Operand::Integer)
      return failAt(op.location, "expected integers at " + op.describe() +
                                     ", found a float");
    bool isUnsigned = value.isUnsigned || right.isUnsigned;
    std::optional<uint64_t> result =
        evaluate(op.spelling, value.bits, right.bits, isUnsigned);
    if (!result)
      return failAt(op.location, "expected a divisor other than 0, found 0");
    value.bits = *result;
    // Comparisons give an s64; shifts have the type of what is shifted.
    if (precedence == 8)
      continue;
    value.isUnsigned =
        isUnsigned && precedence != 7 && precedence != 6 && precedence > 2;
  }
  if (minPrecedence == 1 && at(TokenKind::Operator) && consumeIf("?")) {
    Operand yes, no;
    if (value.kind != Operand::Integer)
      return failAt(value.location, "expected an integer, found a float");
    if (!parseExpression(yes, 1) || !expect(TokenKind::Colon, "':'") ||
        !parseExpression(no, 1))
      return false;
    Location start = value.location;
    value = value.bits ? yes : no;
    value.location = start;
  }
  return true;
}

bool Parser::parseConstant(Operand &operand) {
  return parseExpression(operand, 1);
}

bool Parser::parseOffset(Operand &operand) {
  // ptxas takes `[r+-4]` and no `[r-4]`; modules are read as they are.
  if (kind == TextKind::InlineAsm && at(TokenKind::Operator) && atWord("-"))
    return fail("'+' and an offset, as in '+-4'");
  // What follows is read all the same.
  if (kind == TextKind::InlineAsm && operand.isSink() &&
      at(TokenKind::Operator) && atWord("+"))
    failAt(operand.location, "expected '_' alone, found a sum");
  while (at(TokenKind::Operator) && (atWord("+") || atWord("-"))) {
    bool isMinus = take().spelling == "-";
    if (!isMinus && at(TokenKind::Placeholder) &&
        operand.offsetPlaceholder < 0) {
      operand.offsetPlaceholder = take().bits;
      continue;
    }
    Operand value;
    // What binds stronger than '+': a number, a product.
    if (!parseExpression(value, 10))
      return false;
    if (value.kind != Operand::Integer)
      return failAt(value.location, "expected an integer, found a float");
    operand.offset =
        uint64_t(operand.offset) + (isMinus ? 0 - value.bits : value.bits);
  }
  return true;
}

/// A name or an asm operand with what may follow it.
bool Parser::parseNamed(Operand &operand) {
  operand.location = peek().location;
  if (at(TokenKind::Placeholder)) {
    operand.kind = Operand::Placeholder;
    operand.bits = take().bits;
  } else if (at(TokenKind::Identifier)) {
    operand.kind = Operand::Name;
    operand.name = take().spelling;
    if (at(TokenKind::LeftBracket)) {
      take();
      operand.kind = Operand::Element;
      operand.elements.emplace_back();
      return parseOperand(operand.elements.front()) &&
             expect(TokenKind::RightBracket, "']'");
    }
  } else {
    return fail("a name");
  }
  // On the next line stands a declaration, and a ';' is missing.
  if (at(TokenKind::DotWord) && peek().location.line == lastLine) {
    if (peek().spelling.size() > Component::kMaxSize)
      return fail("a component such as '.x'");
    operand.component = take().spelling;
  }
  return true;
}

bool Parser::parseOperandList(std::vector<Operand> &operands, TokenKind close,
                              StringRef what) {
  return parseOperands(operands) && expect(close, what);
}

bool Parser::parseRestOfPair(Operand &operand) {
  Operand pair;
  pair.kind = Operand::Pair;
  pair.location = operand.location;
  pair.elements.push_back(std::move(operand));
  pair.elements.emplace_back();
  if (!parseNamed(pair.elements.back()))
    return false;
  operand = std::move(pair);
  return true;
}

bool Parser::parseOperand(Operand &operand, bool isCall) {
  Depth nesting(*this);
  if (!nesting.ok)
    return fail("an operand nested less deep");
  operand.location = peek().location;
  switch (peek().kind) {
  case TokenKind::LeftBrace:
    take();
    operand.kind = Operand::Vector;
    return parseOperandList(operand.elements, TokenKind::RightBrace,
                            "',' or '}'") &&
           (!consumeIf(TokenKind::Pipe) || parseRestOfPair(operand));
  case TokenKind::LeftBracket:
    take();
    operand.kind = Operand::Address;
    return parseOperandList(operand.elements, TokenKind::RightBracket,
                            "',', '+' or ']'");
  case TokenKind::LeftParen:
    if (!isCall)
      return parseConstant(operand);
    take();
    operand.kind = Operand::List;
    if (consumeIf(TokenKind::RightParen))
      return true;
    return parseOperandList(operand.elements, TokenKind::RightParen,
                            "',' or ')'");
  case TokenKind::String:
    operand.kind = Operand::String;
    operand.name = take().spelling.drop_front().drop_back();
    return true;
  case TokenKind::Operator:
    if (atWord("!") && (peekNext().is(TokenKind::Identifier) ||
                        peekNext().is(TokenKind::Placeholder))) {
      Location start = take().location;
      operand.isNegated = true;
      bool ok = parseNamed(operand);
      operand.location = start;
      return ok;
    }
    // `-%r1` or `-$1`; the negative of a number is a constant.
    if (atWord("-") && (peekNext().is(TokenKind::Placeholder) ||
                        peekNext().is(TokenKind::Identifier))) {
      Location start = take().location;
      operand.isMinus = true;
      bool ok = parseNamed(operand);
      operand.location = start;
      return ok;
    }
    return parseConstant(operand);
  case TokenKind::Identifier:
  case TokenKind::Placeholder: {
    if (!parseNamed(operand))
      return false;
    if (consumeIf(TokenKind::Pipe))
      return parseRestOfPair(operand);
    return operand.kind == Operand::Element || parseOffset(operand);
  }
  default:
    return parseConstant(operand);
  }
}

bool Parser::parseInitializer(Operand &value) {
  Depth nesting(*this);
  if (!nesting.ok)
    return fail("an initializer nested less deep");
  value.location = peek().location;
  if (consumeIf(TokenKind::LeftBrace)) {
    value.kind = Operand::Vector;
    if (consumeIf(TokenKind::RightBrace))
      return true;
    do {
      Operand *element = append(value.elements);
      if (!element || !parseInitializer(*element))
        return false;
    } while (consumeIf(TokenKind::Comma));
    return expect(TokenKind::RightBrace, "',' or '}'");
  }
  bool isMask = at(TokenKind::Integer) && peekNext().is(TokenKind::LeftParen);
  bool isGeneric =
      at(TokenKind::Identifier) && peekNext().is(TokenKind::LeftParen);
  if (isMask || isGeneric) {
    if (isGeneric && !atWord("generic"))
      return fail("'generic'");
    value.kind = isMask ? Operand::Masked : Operand::Generic;
    value.bits = take().bits;
    take();
    // `0xff(generic(x))` is a mask of a generic address.
    if (isMask && atWord("generic") && peekNext().is(TokenKind::LeftParen)) {
      value.elements.emplace_back();
      if (!parseInitializer(value.elements.back()))
        return false;
      return expect(TokenKind::RightParen, "')'");
    }
    return parseName(value.name, "a variable") && parseOffset(value) &&
           expect(TokenKind::RightParen, "')'") && parseOffset(value);
  }
  return parseOperand(value);
}
