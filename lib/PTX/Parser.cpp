//===- Parser.cpp - From text to PTX as data ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"
#include "ParserImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

Token Parser::take() {
  Token token = current;
  if (token.is(TokenKind::End))
    return token;
  ++position;
  lastLine = token.location.line;
  current = next ? *next : lexer.next();
  next.reset();
  return token;
}

void Parser::stop() {
  isStopped = true;
  current.kind = TokenKind::End;
  current.spelling = {};
  next = current;
}

bool Parser::allowData(uint64_t bytes) {
  dataSize += bytes;
  if (dataSize <= dataLimit)
    return true;
  failAt(peek().location, "expected statements that take at most " +
                              llvm::Twine(dataLimit) +
                              " bytes of memory, found more up to here");
  stop();
  return false;
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
  std::string note = describeForeign(token);
  return failAt(token.location, "expected " + what + ", found " +
                                    token.describe() +
                                    (note.empty() ? "" : "; " + note));
}

/// What belongs to the C around an asm, or to how GCC and CUDA write one.
std::string Parser::describeForeign(const Token &token) {
  if (kind != TextKind::InlineAsm)
    return "";
  if (token.is(TokenKind::Operator) && token.spelling == "%" &&
      peekNext().is(TokenKind::LeftBracket))
    return "registers have numbers here, as $0, and no names";
  if (token.is(TokenKind::Operator) && token.spelling == "%" &&
      peekNext().is(TokenKind::Identifier) && peekNext().isGlued &&
      peekNext().spelling.starts_with("%"))
    return ("write " + peekNext().spelling + ", with one '%'").str();
  return "";
}

bool Parser::expect(TokenKind tokenKind, StringRef what) {
  return consumeIf(tokenKind) || fail(what);
}

bool Parser::expectSemicolon() {
  if (consumeIf(TokenKind::Semicolon))
    return true;
  // A statement that starts on the next line is whole: read on with it.
  bool isNewLine = position > 0 && peek().location.line > lastLine;
  if (isNewLine && !at(TokenKind::End))
    fail("';' at the end of line " + llvm::Twine(lastLine));
  else
    fail(atOperand() ? "',' or ';'" : "';'");
  if (!isNewLine || at(TokenKind::Error))
    recover();
  return true;
}

/// Whether what follows may be an operand, so that a ',' may be missing.
bool Parser::atOperand() const {
  return at(TokenKind::Identifier) || at(TokenKind::Placeholder) ||
         at(TokenKind::Integer) || at(TokenKind::F32) || at(TokenKind::F64) ||
         at(TokenKind::LeftBracket);
}

/// Skips to after the next ';', or to a '}' that closes a block.
void Parser::recover() {
  while (!at(TokenKind::End)) {
    if (consumeIf(TokenKind::Semicolon))
      return;
    if (at(TokenKind::RightBrace)) {
      // The '}' of a vector is in the middle of its statement.
      const Token &after = peekNext();
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
    stop();
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

/// Statements that belong to C, or to constraints.
bool Parser::checkForeignStatement(const Token &token) {
  bool isAsm = token.is(TokenKind::Identifier) &&
               llvm::is_contained({"asm", "__asm", "__asm__"}, token.spelling);
  if (isAsm || token.is(TokenKind::String))
    return failAt(token.location, "expected only what stands in the quotes of "
                                  "a C asm, found " +
                                      token.describe());
  if (token.is(TokenKind::Identifier) && token.spelling != "call" &&
      peekNext().is(TokenKind::LeftParen) && peekNext().isGlued) {
    StringRef native =
        lookupNativeInstruction(StringRef(token.spelling).lower());
    return failAt(token.location,
                  "expected an instruction, found '" + token.spelling +
                      "(' as in a call of C" +
                      (native.empty() ? "" : "; did you mean " + native.str()));
  }
  if (token.is(TokenKind::Colon))
    return failAt(
        token.location,
        "expected a statement, found ':'; the constraints and operands that C "
        "has after the text of an asm are not part of the text here");
  if (token.is(TokenKind::Placeholder))
    return failAt(token.location,
                  "expected the name of an instruction, found " +
                      token.describe() +
                      "; registers follow the name, as in 'mov.b32 $0, $1;'");
  return true;
}

bool Parser::parseStatement(std::vector<Statement> &statements) {
  auto add = [&](auto value) {
    return append(statements, Statement{std::move(value)}) != nullptr;
  };
  Token token = peek();
  if (kind == TextKind::InlineAsm && !checkForeignStatement(token))
    return false;
  // An empty statement. Modules of ours have none; ptxas takes none, and in an
  // asm that is reported early.
  if (kind == TextKind::Module && consumeIf(TokenKind::Semicolon))
    return true;
  if (token.is(TokenKind::LeftBrace)) {
    Block block;
    bool ok = parseBlock(block);
    return add(std::move(block)) && ok;
  }
  if (token.is(TokenKind::Identifier) && peekNext().is(TokenKind::Colon)) {
    Label label{token.location, token.spelling.str()};
    take();
    take();
    return add(std::move(label));
  }
  if (token.is(TokenKind::Identifier) || token.is(TokenKind::At)) {
    Instruction instruction;
    if (!parseInstruction(instruction))
      return false;
    return add(std::move(instruction)) && expectSemicolon();
  }
  if (!token.is(TokenKind::DotWord))
    return fail("a statement");

  if (atVariable()) {
    Variable variable;
    variable.location = token.location;
    if (!parseLinkage(variable.linkage) ||
        !parseVariable(variable, /*isParameter=*/false))
      return false;
    return add(std::move(variable)) && expectSemicolon();
  }
  if (token.is(".loc")) {
    LineDirective line;
    if (!parseLine(line))
      return false;
    source = line.source;
    return add(std::move(line));
  }
  if (token.is(".branchtargets") || token.is(".calltargets")) {
    TargetList list;
    if (!parseTargetList(list))
      return false;
    return add(std::move(list)) && expectSemicolon();
  }
  if (token.is(".callprototype")) {
    CallPrototype prototype;
    if (!parseCallPrototype(prototype))
      return false;
    return add(std::move(prototype)) && expectSemicolon();
  }
  if (token.is(".pragma")) {
    Directive directive;
    if (!parseDirectiveArguments(directive))
      return false;
    return add(std::move(directive)) && expectSemicolon();
  }
  return fail("a statement");
}

/// Operands with ',' between.
bool Parser::parseOperands(std::vector<Operand> &operands, bool isCall) {
  do {
    if (operands.size() == kMaxOperands)
      return fail("at most " + llvm::Twine(kMaxOperands) + " operands");
    Operand *operand = append(operands);
    if (!operand || !parseOperand(*operand, isCall))
      return false;
  } while (consumeIf(TokenKind::Comma));
  return true;
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
  llvm::SmallVector<StringRef, kMaxWords> words;
  while (at(TokenKind::DotWord)) {
    if (words.size() == kMaxWords)
      return fail("at most " + llvm::Twine(kMaxWords) +
                  " words of an instruction");
    if (kind == TextKind::InlineAsm && !peek().isGlued) {
      std::string name = instruction.opcode;
      for (StringRef word : words)
        (name += '.') += word;
      name += peek().spelling;
      if (isNameInOnePiece(name))
        return fail("no blank in '" + name + "'");
    }
    words.push_back(take().spelling.drop_front());
  }
  if (!allowData(words.size() * sizeof(std::string)))
    return false;
  instruction.modifiers.assign(words.begin(), words.end());
  if (at(TokenKind::Semicolon))
    return true;
  bool isCall = instruction.opcode == "call";
  // Collected here, so that the vector that is kept is of the exact size.
  std::vector<Operand> operands = std::move(operandBuffer);
  operands.clear();
  bool ok = parseOperands(operands, isCall);
  instruction.operands.assign(std::make_move_iterator(operands.begin()),
                              std::make_move_iterator(operands.end()));
  operandBuffer = std::move(operands);
  return ok;
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
    std::string *name = append(list.names);
    if (!name || !parseName(*name, list.isCall ? "a function" : "a label"))
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

ParseResult<Module> mlir::tile::ptx::parseModule(StringRef text,
                                                 const ParseOptions &options) {
  Parser parser(text, TextKind::Module, options);
  ParseResult<Module> result;
  parser.parseModule(result.value);
  result.errors = std::move(parser.errors);
  return result;
}

ParseResult<AsmBody>
mlir::tile::ptx::parseAsmBody(StringRef text, const ParseOptions &options) {
  Parser parser(text, TextKind::InlineAsm, options);
  ParseResult<AsmBody> result;
  parser.parseStatements(result.value.statements);
  result.errors = std::move(parser.errors);
  return result;
}
