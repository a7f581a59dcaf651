//===- ParseDeclarations.cpp - Variables, functions and modules of PTX ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "State Spaces, Types, and Variables" and "Directives".
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

static bool isSpace(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({".reg", ".sreg", ".const", ".global", ".local"}, true)
      .Cases({".param", ".shared", ".shared::cta", ".shared::cluster"}, true)
      .Cases({".tex", ".param::entry", ".param::func"}, true)
      .Default(false);
}

static constexpr llvm::StringLiteral kTypes[] = {
    ".b8",    ".b16", ".b32",   ".b64",    ".b128",       ".u8",
    ".u16",   ".u32", ".u64",   ".s8",     ".s16",        ".s32",
    ".s64",   ".f16", ".f16x2", ".bf16",   ".bf16x2",     ".f32",
    ".f32x2", ".f64", ".pred",  ".texref", ".samplerref", ".surfref"};

static bool isType(StringRef word) { return llvm::is_contained(kTypes, word); }

/// The type that the author may have meant by a name of C.
static std::string suggestType(StringRef word) {
  StringRef type = llvm::StringSwitch<StringRef>(word.ltrim('.'))
                       .Cases({"float", "single"}, ".f32")
                       .Case("double", ".f64")
                       .Case("half", ".b16")
                       .Cases({"int", "i32", "int32"}, ".s32")
                       .Cases({"unsigned", "uint", "uint32"}, ".u32")
                       .Cases({"long", "i64", "int64", "ptr"}, ".b64")
                       .Cases({"short", "i16", "int16"}, ".s16")
                       .Cases({"char", "i8", "int8"}, ".s8")
                       .Cases({"bool", "i1", "predicate"}, ".pred")
                       .Default("");
  if (!type.empty())
    return "; write '" + type.str() + "'";
  NearestNames nearest(word);
  for (StringRef candidate : kTypes)
    nearest.add(candidate);
  return nearest.get().empty()
             ? ""
             : "; did you mean '" + nearest.get()[0].str() + "'";
}

bool Parser::failType() {
  std::string text = peek().describe();
  std::string hint = at(TokenKind::DotWord) ? suggestType(peek().spelling)
                     : kind == TextKind::InlineAsm
                         ? "; write one as '.b32', '.f32' or '.pred' before "
                           "the name"
                         : "";
  return failAt(peek().location, "expected a type, found " + text + hint);
}

static Linkage getLinkage(StringRef word) {
  return llvm::StringSwitch<Linkage>(word)
      .Case(".visible", Linkage::Visible)
      .Case(".extern", Linkage::Extern)
      .Case(".weak", Linkage::Weak)
      .Case(".common", Linkage::Common)
      .Default(Linkage::None);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

bool Parser::parseLinkage(Linkage &linkage) {
  Linkage word = getLinkage(peek().spelling);
  if (at(TokenKind::DotWord) && word != Linkage::None) {
    linkage = word;
    take();
  }
  return true;
}

bool Parser::atVariable() {
  if (!at(TokenKind::DotWord))
    return false;
  bool hasLinkage = getLinkage(peek().spelling) != Linkage::None;
  return isSpace(hasLinkage ? peekNext().spelling : peek().spelling);
}

bool Parser::parseAttribute(std::string &attribute) {
  if (!expect(TokenKind::LeftParen, "'('"))
    return false;
  size_t start = peek().location.offset;
  unsigned open = 1;
  while (!at(TokenKind::End)) {
    if (at(TokenKind::LeftParen))
      ++open;
    if (at(TokenKind::RightParen) && --open == 0)
      break;
    take();
  }
  attribute = text.slice(start, peek().location.offset).rtrim();
  return expect(TokenKind::RightParen, "')'");
}

bool Parser::parseVariable(Variable &variable, bool isParameter) {
  if (!at(TokenKind::DotWord) || !isSpace(peek().spelling))
    return fail("a state space");
  variable.space = take().spelling.drop_front();
  // Words in any order, as ptxas takes them.
  while (at(TokenKind::DotWord)) {
    StringRef word = peek().spelling;
    unsigned vectorSize = llvm::StringSwitch<unsigned>(word)
                              .Case(".v2", 2)
                              .Case(".v4", 4)
                              .Case(".v8", 8)
                              .Default(0);
    if (vectorSize != 0) {
      if (variable.vectorSize != 0 || !variable.type.empty())
        return fail(variable.type.empty() ? "a type" : "a name");
      variable.vectorSize = vectorSize;
      take();
    } else if (word == ".align") {
      take();
      if (!at(TokenKind::Integer) || !llvm::isPowerOf2_64(peek().bits))
        return fail("an alignment, a power of two");
      uint64_t alignment = take().bits;
      (variable.isPointer ? variable.pointeeAlignment : variable.alignment) =
          alignment;
    } else if (word == ".attribute") {
      take();
      if (!parseAttribute(variable.attribute))
        return false;
    } else if (word == ".ptr" && isParameter && !variable.type.empty()) {
      take();
      variable.isPointer = true;
      if (at(TokenKind::DotWord) && isSpace(peek().spelling))
        variable.pointeeSpace = take().spelling.drop_front();
    } else if (isType(word) && variable.type.empty()) {
      variable.type = take().spelling.drop_front();
    } else {
      return variable.type.empty() ? failType() : fail("a name");
    }
  }
  if (variable.type.empty())
    return failType();
  do {
    Declarator *declarator = append(variable.names);
    if (!declarator || !parseDeclarator(*declarator))
      return false;
  } while (!isParameter && consumeIf(TokenKind::Comma));
  return true;
}

bool Parser::parseDeclarator(Declarator &declarator) {
  declarator.location = peek().location;
  if (!parseName(declarator.name, "a name"))
    return false;
  if (consumeIf(TokenKind::Less)) {
    uint64_t count;
    if (!parseInteger(count, "the number of registers", UINT32_MAX))
      return false;
    declarator.rangeCount = count;
    return expect(TokenKind::Greater, "'>'");
  }
  while (consumeIf(TokenKind::LeftBracket)) {
    declarator.dims.emplace_back();
    if (!at(TokenKind::RightBracket)) {
      Operand size;
      if (kind == TextKind::InlineAsm && at(TokenKind::Operator) && atWord("+"))
        return fail("the size of an array");
      if (!parseConstant(size))
        return false;
      if (size.kind != Operand::Integer || int64_t(size.bits) < 0)
        return failAt(size.location,
                      "expected the size of an array, found " +
                          llvm::Twine(size.kind == Operand::Integer
                                          ? "a negative number"
                                          : "a float"));
      declarator.dims.back() = size.bits;
    }
    if (!expect(TokenKind::RightBracket, "']'"))
      return false;
  }
  if (consumeIf(TokenKind::Equal)) {
    declarator.initializer.emplace();
    return parseInitializer(*declarator.initializer);
  }
  return true;
}

bool Parser::parseParameters(std::vector<Variable> &params) {
  if (!expect(TokenKind::LeftParen, "'('"))
    return false;
  if (consumeIf(TokenKind::RightParen))
    return true;
  do {
    Variable *param = append(params);
    if (!param)
      return false;
    param->location = peek().location;
    if (!parseVariable(*param, /*isParameter=*/true))
      return false;
  } while (consumeIf(TokenKind::Comma));
  return expect(TokenKind::RightParen, "',' or ')'");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool Parser::parseDirectiveArguments(Directive &directive) {
  directive.location = peek().location;
  directive.name = take().spelling.drop_front();
  if (!at(TokenKind::Integer) && !at(TokenKind::String))
    return directive.name != "pragma" || fail("a string");
  return parseOperands(directive.arguments);
}

bool Parser::parseFunctionDirectives(std::vector<Directive> &directives) {
  while (at(TokenKind::DotWord)) {
    bool isKnown =
        llvm::StringSwitch<bool>(peek().spelling)
            .Cases({".maxnreg", ".maxntid", ".reqntid", ".minnctapersm"}, true)
            .Cases({".maxnctapersm", ".noreturn", ".pragma", ".unique"}, true)
            .Cases({".reqnctapercluster", ".explicitcluster"}, true)
            .Cases({".maxclusterrank", ".blocksareclusters"}, true)
            .Cases({".abi_preserve", ".abi_preserve_control"}, true)
            .Default(false);
    if (!isKnown)
      return fail("a directive of a function, '{' or ';'");
    Directive *directive = append(directives);
    if (!directive || !parseDirectiveArguments(*directive))
      return false;
    if (directive->name == "pragma" && !expect(TokenKind::Semicolon, "';'"))
      return false;
  }
  return true;
}

bool Parser::parseFunction(Module &module, Linkage linkage) {
  Function function;
  function.location = peek().location;
  function.linkage = linkage;
  function.isEntry = take().spelling == ".entry";
  if (consumeIf(".attribute") && !parseAttribute(function.attribute))
    return false;
  if (!function.isEntry && at(TokenKind::LeftParen) &&
      !parseParameters(function.results))
    return false;
  if (!parseName(function.name, "the name of a function"))
    return false;
  if (at(TokenKind::LeftParen) && !parseParameters(function.params))
    return false;
  if (!parseFunctionDirectives(function.directives))
    return false;
  if (consumeIf(TokenKind::Semicolon)) {
    return addItem(module, std::move(function));
  }
  if (!at(TokenKind::LeftBrace))
    return fail("a directive of a function, '{' or ';'");
  source = {};
  function.body.emplace();
  bool ok = parseBlock(*function.body);
  return addItem(module, std::move(function)) && ok;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool Parser::parseFile(FileDirective &file) {
  file.location = take().location;
  if (!parseUnsigned(file.number, "the number of a file"))
    return false;
  if (!at(TokenKind::String))
    return fail("a string");
  file.path = take().spelling.drop_front().drop_back();
  while (consumeIf(TokenKind::Comma)) {
    file.numbers.emplace_back();
    if (!parseInteger(file.numbers.back(), "an integer"))
      return false;
  }
  return true;
}

bool Parser::parseSection(Section &section) {
  section.location = take().location;
  if (!at(TokenKind::DotWord) && !at(TokenKind::Identifier))
    return fail("the name of a section");
  section.name = take().spelling;
  size_t start = peek().location.offset + 1;
  if (!expect(TokenKind::LeftBrace, "'{'"))
    return false;
  unsigned open = 1;
  while (!at(TokenKind::End)) {
    if (at(TokenKind::LeftBrace))
      ++open;
    if (at(TokenKind::RightBrace) && --open == 0)
      break;
    take();
  }
  section.text = text.slice(start, peek().location.offset);
  return expect(TokenKind::RightBrace, "'}'");
}

/// `.version`, `.target` and `.address_size`.
bool Parser::parseHeader(Module &module) {
  StringRef word = take().spelling;
  if (word == ".address_size") {
    if (!at(TokenKind::Integer) || (peek().bits != 32 && peek().bits != 64))
      return fail("32 or 64");
    module.addressSize = take().bits;
    return true;
  }
  if (word == ".target") {
    do {
      std::string *target = append(module.targets);
      if (!target || !parseName(*target, "a target"))
        return false;
    } while (consumeIf(TokenKind::Comma));
    return true;
  }
  auto [major, minor] = peek().spelling.split('.');
  if (!at(TokenKind::F64) || major.getAsInteger(10, module.versionMajor) ||
      minor.getAsInteger(10, module.versionMinor))
    return fail("a version such as 8.6");
  take();
  return true;
}

template <typename T> bool Parser::addItem(Module &module, T item) {
  return append(module.items, ModuleItem(std::move(item))) != nullptr;
}

bool Parser::parseItem(Module &module) {
  Token token = peek();
  if (!token.is(TokenKind::DotWord))
    return fail("a directive");
  if (token.is(".version") || token.is(".target") || token.is(".address_size"))
    return parseHeader(module);
  if (token.is(".file")) {
    FileDirective file;
    if (!parseFile(file))
      return false;
    return addItem(module, std::move(file));
  }
  if (token.is(".section")) {
    Section section;
    if (!parseSection(section))
      return false;
    return addItem(module, std::move(section));
  }
  if (token.is(".pragma")) {
    Directive directive;
    if (!parseDirectiveArguments(directive))
      return false;
    return addItem(module, std::move(directive)) && expectSemicolon();
  }
  if (token.is(".alias")) {
    Alias alias;
    alias.location = take().location;
    if (!parseName(alias.name, "a function") ||
        !expect(TokenKind::Comma, "','") ||
        !parseName(alias.aliasee, "a function"))
      return false;
    return addItem(module, std::move(alias)) && expectSemicolon();
  }
  Location start = token.location;
  Linkage linkage = Linkage::None;
  parseLinkage(linkage);
  if (atWord(".entry") || atWord(".func"))
    return parseFunction(module, linkage);
  if (!at(TokenKind::DotWord) || !isSpace(peek().spelling))
    return fail(linkage == Linkage::None ? "a directive"
                                         : "'.entry', '.func' or a state "
                                           "space");
  Variable variable;
  variable.location = start;
  variable.linkage = linkage;
  if (!parseVariable(variable, /*isParameter=*/false))
    return false;
  return addItem(module, std::move(variable)) && expectSemicolon();
}

void Parser::parseModule(Module &module) {
  while (!at(TokenKind::End) && !isDone()) {
    size_t start = position;
    if (parseItem(module))
      continue;
    recover();
    if (position == start || at(TokenKind::RightBrace))
      take();
  }
}
