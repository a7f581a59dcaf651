//===- Parser.cpp - From text to PTX as data ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

Token Parser::take() {
  Token token = peek();
  if (position + 1 < tokens.size())
    ++position;
  return token;
}

bool Parser::consumeIf(TokenKind tokenKind) {
  if (!at(tokenKind))
    return false;
  take();
  return true;
}

bool Parser::consumeIf(StringRef word) {
  if (!atWord(word))
    return false;
  take();
  return true;
}

bool Parser::failAt(Location location, const llvm::Twine &message) {
  if (!isDone())
    errors.push_back({location, message.str()});
  return false;
}

bool Parser::fail(const llvm::Twine &what) {
  const Token &token = peek();
  if (token.is(TokenKind::Error))
    return failAt(token.location,
                  "expected " + token.error + ", found " + token.describe());
  return failAt(token.location,
                "expected " + what + ", found " + token.describe());
}

bool Parser::expect(TokenKind tokenKind, StringRef what) {
  return consumeIf(tokenKind) || fail(what);
}

bool Parser::expectSemicolon() {
  if (consumeIf(TokenKind::Semicolon))
    return true;
  fail("';'");
  // A statement that starts on the next line is whole: read on with it.
  bool isNewLine =
      position > 0 && peek().location.line > tokens[position - 1].location.line;
  if (!isNewLine || at(TokenKind::Error))
    recover();
  return true;
}

/// Skips to behind the next ';', or to a '}' that closes a block.
void Parser::recover() {
  while (!at(TokenKind::End)) {
    if (consumeIf(TokenKind::Semicolon))
      return;
    if (at(TokenKind::RightBrace)) {
      // The '}' of a vector is in the middle of its statement.
      const Token &after = peek(1);
      if (!after.is(TokenKind::Comma) && !after.is(TokenKind::Semicolon) &&
          !after.is(TokenKind::RightBracket))
        return;
    }
    take();
  }
}

bool Parser::parseName(std::string &name, StringRef what) {
  if (!at(TokenKind::Identifier))
    return fail(what);
  name = take().spelling;
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Parser::parseStatements(std::vector<Statement> &statements) {
  while (!at(TokenKind::End) && !isDone()) {
    parseBlockContents(statements);
    if (at(TokenKind::RightBrace)) {
      fail("a statement");
      take();
    }
  }
}

/// Statements up to a '}' or the end of the text.
void Parser::parseBlockContents(std::vector<Statement> &statements) {
  while (!at(TokenKind::End) && !at(TokenKind::RightBrace) && !isDone()) {
    size_t start = position;
    if (!parseStatement(statements)) {
      recover();
      if (position == start && !at(TokenKind::RightBrace))
        take();
    }
  }
}

bool Parser::parseBlock(Block &block) {
  Depth nesting(*this);
  block.location = peek().location;
  if (!nesting.ok) {
    fail("blocks nested less deep");
    // What follows cannot be told apart any more.
    position = tokens.size() - 1;
    return true;
  }
  if (!expect(TokenKind::LeftBrace, "'{'"))
    return false;
  parseBlockContents(block.statements);
  if (consumeIf(TokenKind::RightBrace) || isDone())
    return true;
  // Only the end of the text comes here. The innermost open block reports it.
  if (!endReported)
    fail("'}'");
  endReported = true;
  return true;
}

bool Parser::parseStatement(std::vector<Statement> &statements) {
  auto add = [&](auto value) { statements.push_back({std::move(value)}); };
  const Token &token = peek();
  if (consumeIf(TokenKind::Semicolon))
    return true; // An empty statement.
  if (token.is(TokenKind::LeftBrace)) {
    Block block;
    bool ok = parseBlock(block);
    add(std::move(block));
    return ok;
  }
  if (token.is(TokenKind::Identifier) && peek(1).is(TokenKind::Colon)) {
    Label label{token.location, token.spelling.str()};
    take();
    take();
    add(std::move(label));
    return true;
  }
  if (token.is(TokenKind::Identifier) || token.is(TokenKind::At)) {
    Instruction instruction;
    if (!parseInstruction(instruction))
      return false;
    add(std::move(instruction));
    return expectSemicolon();
  }
  if (!token.is(TokenKind::DotWord))
    return fail("a statement");

  if (atVariable()) {
    Variable variable;
    variable.location = token.location;
    if (!parseLinkage(variable.linkage) ||
        !parseVariable(variable, /*isParameter=*/false))
      return false;
    add(std::move(variable));
    return expectSemicolon();
  }
  if (token.is(".loc")) {
    LineDirective line;
    if (!parseLine(line))
      return false;
    source = line.source;
    add(std::move(line));
    return true;
  }
  if (token.is(".branchtargets") || token.is(".calltargets")) {
    TargetList list;
    if (!parseTargetList(list))
      return false;
    add(std::move(list));
    return expectSemicolon();
  }
  if (token.is(".callprototype")) {
    CallPrototype prototype;
    if (!parseCallPrototype(prototype))
      return false;
    add(std::move(prototype));
    return expectSemicolon();
  }
  if (token.is(".pragma")) {
    Directive directive;
    if (!parseDirectiveArguments(directive))
      return false;
    add(std::move(directive));
    return expectSemicolon();
  }
  return fail("a statement");
}

bool Parser::parseInstruction(Instruction &instruction) {
  instruction.location = peek().location;
  instruction.source = source;
  if (consumeIf(TokenKind::At)) {
    Operand guard;
    guard.location = peek().location;
    guard.isNegated = at(TokenKind::Operator) && consumeIf("!");
    if (!at(TokenKind::Identifier) && !at(TokenKind::Placeholder))
      return fail("a predicate after '@'");
    Token name = take();
    guard.kind =
        name.is(TokenKind::Placeholder) ? Operand::Placeholder : Operand::Name;
    guard.bits = name.bits;
    if (guard.kind == Operand::Name)
      guard.name = name.spelling;
    instruction.guard = std::move(guard);
  }
  if (!parseName(instruction.opcode, "an instruction"))
    return false;
  while (at(TokenKind::DotWord))
    instruction.modifiers.push_back(take().spelling.drop_front().str());
  if (at(TokenKind::Semicolon))
    return true;
  bool isCall = instruction.opcode == "call";
  do {
    instruction.operands.emplace_back();
    if (!parseOperand(instruction.operands.back(), isCall))
      return false;
  } while (consumeIf(TokenKind::Comma));
  return true;
}

bool Parser::parseSourceLine(SourceLine &line) {
  return parseUnsigned(line.file, "the number of a file") &&
         parseUnsigned(line.line, "a line number") &&
         parseUnsigned(line.column, "a column number");
}

bool Parser::parseLine(LineDirective &line) {
  line.location = take().location;
  if (!parseSourceLine(line.source))
    return false;
  if (!consumeIf(TokenKind::Comma))
    return true;
  if (!consumeIf("function_name"))
    return fail("'function_name'");
  Operand function;
  if (!at(TokenKind::Identifier))
    return fail("a label");
  if (!parseNamed(function) || !parseOffset(function))
    return false;
  line.functionName = std::move(function);
  if (!expect(TokenKind::Comma, "','"))
    return false;
  if (!consumeIf("inlined_at"))
    return fail("'inlined_at'");
  line.inlinedAt.emplace();
  return parseSourceLine(*line.inlinedAt);
}

bool Parser::parseTargetList(TargetList &list) {
  list.location = peek().location;
  list.isCall = take().spelling == ".calltargets";
  do {
    list.names.emplace_back();
    if (!parseName(list.names.back(), list.isCall ? "a function" : "a label"))
      return false;
  } while (consumeIf(TokenKind::Comma));
  return true;
}

bool Parser::parseCallPrototype(CallPrototype &prototype) {
  prototype.location = take().location;
  if (at(TokenKind::LeftParen) && !parseParameters(prototype.results))
    return false;
  if (!parseName(prototype.name, "'_'"))
    return false;
  if (at(TokenKind::LeftParen) && !parseParameters(prototype.params))
    return false;
  return parseFunctionDirectives(prototype.directives);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

ParseResult<Module> mlir::tile::ptx::parseModule(StringRef text) {
  Parser parser(text, TextKind::Module);
  ParseResult<Module> result;
  parser.parseModule(result.value);
  result.errors = std::move(parser.errors);
  return result;
}

ParseResult<AsmBody> mlir::tile::ptx::parseAsmBody(StringRef text) {
  Parser parser(text, TextKind::InlineAsm);
  ParseResult<AsmBody> result;
  parser.parseStatements(result.value.statements);
  result.errors = std::move(parser.errors);
  return result;
}
