//===- Structure.cpp - Colours, folds and indentation ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structure.h"

#include "SourceText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LSP/Protocol.h"

#include <set>

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Colours
//===----------------------------------------------------------------------===//

namespace {
enum Colour {
  Comment,
  String,
  Number,
  Variable,
  Function,
  Label,
  Decorator,
  TypeName,
  Keyword,
  Property,
  Parameter,
  Macro,
  None
};

struct Piece {
  size_t begin, end;
  Colour colour;
};
} // namespace

json::Array tile::getSemanticTokenTypes() {
  json::Array types;
  for (const char *type :
       {"comment", "string", "number", "variable", "function", "label",
        "decorator", "type", "keyword", "property", "parameter", "macro"})
    types.push_back(type);
  return types;
}

static bool isTypeWord(StringRef word) {
  if (llvm::is_contained({"tensor", "index", "vector", "memref", "none",
                          "tuple", "complex", "bf16", "tf32"},
                         word))
    return true;
  if (word.starts_with("f8E") || word.starts_with("f4E") ||
      word.starts_with("f6E"))
    return true;
  StringRef digits = word;
  return (digits.consume_front("i") || digits.consume_front("f") ||
          digits.consume_front("si") || digits.consume_front("ui")) &&
         !digits.empty() && llvm::all_of(digits, llvm::isDigit);
}

/// PTX inside a string: words by what they are, by their text alone.
static void addAsmPieces(const AsmLiteral &literal,
                         std::vector<Piece> &pieces) {
  StringRef body = literal.body;
  auto add = [&](size_t begin, size_t end, Colour colour) {
    pieces.push_back({literal.places[begin], literal.places[end], colour});
  };
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || StringRef("_.$%:").contains(c);
  };
  bool isStatementBegin = true, isGuard = false;
  for (size_t at = 0; at < body.size();) {
    size_t begin = at;
    if (body.substr(at).starts_with("//")) {
      at = std::min(body.find('\n', at), body.size());
      add(begin, at, Comment);
    } else if (body.substr(at).starts_with("/*")) {
      size_t close = body.find("*/", at + 2);
      at = close == StringRef::npos ? body.size() : close + 2;
      add(begin, at, Comment);
    } else if (isWord(body[at])) {
      while (at < body.size() && isWord(body[at]))
        ++at;
      StringRef word = body.slice(begin, at);
      if (word.starts_with("$"))
        add(begin, at, Parameter);
      else if (llvm::isDigit(word[0]))
        add(begin, at, Number);
      else if (word.starts_with("."))
        add(begin, at, Keyword);
      else if (isStatementBegin && !isGuard && !word.ends_with(":"))
        add(begin, at, Macro);
      else
        add(begin, at, word.ends_with(":") ? Label : Variable);
      isStatementBegin = isGuard || (isStatementBegin && word.ends_with(":"));
      isGuard = false;
    } else {
      char c = body[at++];
      isStatementBegin |= c == ';' || c == '{' || c == '}';
      if (c == '@')
        isGuard = isStatementBegin = true;
    }
  }
}

static Colour getColour(StringRef text, ArrayRef<Token> tokens, size_t i) {
  const Token &token = tokens[i];
  StringRef word = token.in(text);
  switch (token.kind) {
  case Token::Comment:
    return Comment;
  case Token::String:
    return String;
  case Token::Number:
    return Number;
  case Token::Value:
    return Variable;
  case Token::Symbol:
    return Function;
  case Token::Block:
    return Label;
  case Token::Attribute:
    return Decorator;
  case Token::Type:
    return TypeName;
  case Token::Punctuation:
    return None;
  case Token::Word:
    if (i + 1 < tokens.size() && tokens[i + 1].in(text) == "=")
      return Property;
    return isTypeWord(word) && !isOperationName(text, token) ? TypeName
                                                             : Keyword;
  }
  return None;
}

json::Array tile::makeSemanticTokens(Document &document) {
  StringRef text = document.getText();
  ArrayRef<Token> tokens = document.getTokens();
  std::vector<Piece> pieces;
  std::vector<AsmLiteral> literals = findAsmLiterals(text, tokens);
  auto literal = literals.begin();
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (literal != literals.end() && literal->token == i)
      addAsmPieces(*literal++, pieces);
    else if (Colour colour = getColour(text, tokens, i); colour != None)
      pieces.push_back({tokens[i].begin, tokens[i].end, colour});
  }
  json::Array numbers;
  ArrayRef<size_t> lines = document.getLines();
  size_t line = 0, lastLine = 0;
  int64_t lastCharacter = 0;
  for (const Piece &piece : pieces) {
    while (line + 1 < lines.size() && lines[line + 1] <= piece.begin)
      ++line;
    int64_t character = countUnits(text.slice(lines[line], piece.begin));
    for (int64_t number :
         {int64_t(line - lastLine),
          line == lastLine ? character - lastCharacter : character,
          int64_t(countUnits(text.slice(piece.begin, piece.end).rtrim("\r"))),
          int64_t(piece.colour), int64_t(0)})
      numbers.push_back(number);
    lastLine = line;
    lastCharacter = character;
  }
  return numbers;
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

json::Array tile::makeFoldingRanges(Document &document) {
  StringRef text = document.getText();
  json::Array ranges;
  auto add = [&](size_t first, size_t last, const char *kind) {
    if (last > first)
      ranges.push_back(json::Object{{"startLine", int64_t(first)},
                                    {"endLine", int64_t(last)},
                                    {"kind", kind}});
  };
  std::vector<size_t> open;
  std::optional<std::pair<size_t, size_t>> comment;
  for (const Token &token : document.getTokens()) {
    size_t line = document.findLine(token.begin).first;
    bool isAlone =
        token.kind == Token::Comment &&
        text.slice(document.getLines()[line], token.begin).trim().empty();
    if (isAlone && comment && comment->second + 1 == line) {
      comment->second = line;
    } else {
      if (comment)
        add(comment->first, comment->second, "comment");
      comment = isAlone ? std::optional(std::pair(line, line)) : std::nullopt;
    }
    StringRef word = token.in(text);
    if (token.kind != Token::Punctuation)
      continue;
    if (word == "{") {
      open.push_back(line);
    } else if (word == "}" && !open.empty()) {
      // The line with the brace stays to be seen.
      if (line > open.back())
        add(open.back(), line - 1, "region");
      open.pop_back();
    }
  }
  if (comment)
    add(comment->first, comment->second, "comment");
  return ranges;
}

//===----------------------------------------------------------------------===//
// Indentation
//===----------------------------------------------------------------------===//

/// Where operations and blocks begin.
static void collectBegins(ParsedPart &part, std::set<size_t> &operations,
                          std::set<size_t> &blocks) {
  for (const AsmParserState::OperationDefinition &op : part.state.getOpDefs()) {
    size_t begin = part.getOffset(op.loc.Start);
    for (const auto &group : op.resultGroups)
      begin = std::min(begin, part.getOffset(group.definition.loc.Start));
    operations.insert(begin);
  }
  for (const AsmParserState::BlockDefinition &block : part.state.getBlockDefs())
    if (block.definition.loc.isValid())
      blocks.insert(part.getOffset(block.definition.loc.Start));
}

llvm::Expected<std::vector<Edit>> tile::formatDocument(Document &document,
                                                       unsigned tabSize) {
  StringRef text = document.getText();
  std::set<size_t> operations, blocks;
  for (size_t at = 0; at <= text.size();) {
    auto [partText, begin] = findPart(text, at);
    ParsedPart *part = document.getPart(at);
    if (!part)
      return llvm::make_error<llvm::lsp::LSPError>(
          "expected a text that can be parsed; the errors are in the list of "
          "problems",
          llvm::lsp::ErrorCode::RequestFailed);
    collectBegins(*part, operations, blocks);
    at = std::max(at, begin + partText.size()) + 1;
  }
  // A generic operation's definition begins at the name without its quote.
  auto isBeginOf = [&](size_t place) {
    return operations.count(place) != 0 ||
           (text.substr(place).starts_with("\"") &&
            operations.count(place + 1) != 0);
  };

  std::vector<Edit> edits;
  auto edit = [&](size_t begin, size_t end, std::string with) {
    if (text.slice(begin, end) != with)
      edits.push_back({begin, end, std::move(with)});
  };
  ArrayRef<Token> tokens = document.getTokens();
  const Token *token = tokens.begin();
  ArrayRef<size_t> lines = document.getLines();
  int64_t depth = 0;
  /// How far the last line that is not a continuation moved.
  int64_t moved = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    size_t begin = lines[i];
    size_t end = i + 1 < lines.size() ? lines[i + 1] - 1 : text.size();
    StringRef line = text.slice(begin, end);
    StringRef content = line.trim(" \t\r");
    size_t first = begin + (line.size() - line.ltrim(" \t").size());
    int64_t closers = 0;
    for (char c : content.take_while(
             [](char c) { return c == '}' || c == ')' || c == ' '; }))
      closers += c == '}';
    bool isComment = content.starts_with("//");
    bool isAlias =
        depth == 0 && (content.starts_with("#") || content.starts_with("!"));
    bool isBlock = blocks.count(first) != 0;
    int64_t wanted = -1;
    if (isBlock)
      wanted = depth - 1;
    else if (closers > 0)
      wanted = depth - closers;
    else if (isComment || isAlias || isBeginOf(first))
      wanted = depth;
    int64_t column = 0;
    for (char c : text.slice(begin, first))
      column += c == '\t' ? tabSize : 1;
    int64_t target = wanted < 0 ? column + moved : wanted * int64_t(tabSize);
    // What follows a block or a comment is not a continuation of it.
    if (wanted >= 0 && !isComment)
      moved = target - column;
    if (content.empty()) {
      edit(begin, end, "");
    } else {
      edit(begin, first, std::string(std::max<int64_t>(target, 0), ' '));
      edit(first + content.size(), end, line.ends_with("\r") ? "\r" : "");
    }
    for (; token != tokens.end() && token->begin < end; ++token)
      if (token->kind == Token::Punctuation)
        depth += token->in(text) == "{" ? 1 : token->in(text) == "}" ? -1 : 0;
  }
  return edits;
}
