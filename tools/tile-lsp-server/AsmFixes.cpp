//===- AsmFixes.cpp - Quick fixes of inline PTX ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmFixes.h"

#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

namespace {
struct TextEdit {
  size_t begin, end;
  std::string text;
};
} // namespace

std::vector<AsmInText> tile::findAsmOperations(Document &document,
                                               ParsedPart &part) {
  StringRef text = document.getText();
  ArrayRef<Token> tokens = document.getTokens();
  std::vector<AsmInText> found;
  std::vector<AsmLiteral> literals = findAsmLiterals(text, tokens);
  for (const auto &definition : part.state.getOpDefs()) {
    auto op = dyn_cast<ElementwiseInlineAsmOp>(definition.op);
    if (!op)
      continue;
    size_t name = part.getOffset(definition.loc.Start);
    size_t end = part.getOffset(definition.scopeLoc.End);
    auto literal = llvm::find_if(literals, [&](const AsmLiteral &literal) {
      size_t begin = tokens[literal.token].begin;
      return begin > name && begin < end;
    });
    if (literal != literals.end() && literal->body == op.getAsmString())
      found.push_back({op, *literal});
  }
  return found;
}

std::optional<AsmLiteral> tile::findConstraints(Document &document,
                                                const AsmLiteral &literal) {
  StringRef text = document.getText();
  ArrayRef<Token> tokens = document.getTokens();
  for (size_t i = literal.token + 1; i + 2 < tokens.size(); ++i) {
    StringRef word = tokens[i].in(text);
    if (tokens[i].kind == Token::Word && word == "constraints")
      return tokens[i + 2].kind == Token::String
                 ? std::optional(readLiteral(text, tokens, i + 2))
                 : std::nullopt;
    if (word.ends_with("elementwise_inline_asm"))
      break;
  }
  return std::nullopt;
}

std::optional<std::pair<size_t, size_t>>
tile::findConstraintItem(StringRef constraints, unsigned number) {
  size_t begin = 0;
  for (; number > 0; --number) {
    begin = constraints.find(',', begin);
    if (begin == StringRef::npos)
      return std::nullopt;
    ++begin;
  }
  return std::pair(begin,
                   std::min(constraints.find(',', begin), constraints.size()));
}

namespace {
/// Makes edits of one asm of what a fix says; none if something that it expects
/// does not stand there.
class EditMaker {
public:
  EditMaker(Document &document, const AsmLiteral &literal)
      : document(document), literal(literal), text(document.getText()),
        tokens(document.getTokens()) {}

  std::optional<std::vector<TextEdit>> make(const ptx::Fix &fix) {
    bool isMade =
        llvm::all_of(fix.edits,
                     [&](const ptx::BodyEdit &edit) { return add(edit); }) &&
        llvm::all_of(fix.constraints,
                     [&](const std::pair<unsigned, char> &constraint) {
                       return setConstraint(constraint.first,
                                            constraint.second);
                     }) &&
        (!fix.makesImpure || makeImpure()) &&
        (!fix.setsThreadScope || setThreadScope()) &&
        (!fix.dropsScope || dropScope());
    if (!isMade)
      return std::nullopt;
    return std::move(edits);
  }

private:
  bool add(const ptx::BodyEdit &edit) {
    if (!StringRef(literal.body).substr(edit.offset).starts_with(edit.before))
      return false;
    std::string escaped;
    llvm::raw_string_ostream os(escaped);
    llvm::printEscapedString(edit.after, os);
    edits.push_back({literal.places[edit.offset],
                     literal.places[edit.offset + edit.before.size()],
                     escaped});
    return true;
  }

  bool setConstraint(unsigned number, char letter) {
    std::optional<AsmLiteral> constraints = findConstraints(document, literal);
    if (!constraints)
      return false;
    auto item = findConstraintItem(constraints->body, number);
    if (!item || item->first == item->second ||
        !llvm::isAlpha(constraints->body[item->second - 1]))
      return false;
    edits.push_back({constraints->places[item->second - 1],
                     constraints->places[item->second],
                     std::string(1, letter)});
    return true;
  }

  bool makeImpure() {
    for (size_t i = literal.token + 1; i + 2 < tokens.size(); ++i) {
      StringRef word = tokens[i].in(text);
      if (word.ends_with("elementwise_inline_asm"))
        return false;
      if (tokens[i].kind != Token::Word || word != "pure")
        continue;
      if (tokens[i + 2].in(text) != "true")
        return false;
      edits.push_back({tokens[i + 2].begin, tokens[i + 2].end, "false"});
      return true;
    }
    return false;
  }

  /// TTIR and the generic form have no such words.
  bool hasScope() const {
    return literal.token > 0 &&
           tokens[literal.token - 1].in(text) == "tile.elementwise_inline_asm";
  }

  bool setThreadScope() {
    if (!hasScope())
      return false;
    size_t end = tokens[literal.token].end;
    edits.push_back({end, end, " scope = thread"});
    return true;
  }

  bool dropScope() {
    if (!hasScope() || literal.token + 3 >= tokens.size() ||
        tokens[literal.token + 1].in(text) != "scope")
      return false;
    edits.push_back(
        {tokens[literal.token].end, tokens[literal.token + 3].end, ""});
    return true;
  }

  Document &document;
  const AsmLiteral &literal;
  StringRef text;
  ArrayRef<Token> tokens;
  std::vector<TextEdit> edits;
};
} // namespace

static json::Value makeAction(Document &document, StringRef uri,
                              const ptx::Fix &fix, StringRef code, size_t begin,
                              size_t end, ArrayRef<TextEdit> edits,
                              bool isPreferred) {
  json::Array changes;
  for (const TextEdit &edit : edits)
    changes.push_back(
        json::Object{{"range", document.makeRange(edit.begin, edit.end)},
                     {"newText", edit.text}});
  return json::Object{
      {"title", fix.title},
      {"kind", "quickfix"},
      {"isPreferred", isPreferred},
      {"edit", json::Object{{"changes",
                             json::Object{{uri.str(), std::move(changes)}}}}},
      {"data", json::Object{{"code", code.str()},
                            {"range", document.makeRange(begin, end)}}}};
}

json::Array tile::makeAsmFixes(Document &document, StringRef uri, size_t begin,
                               size_t end) {
  json::Array actions;
  ParsedPart *part = document.getPart(begin);
  if (!part)
    return actions;
  ScopedDiagnosticHandler silent(part->context.get(),
                                 [](Diagnostic &) { return success(); });
  ArrayRef<Token> tokens = document.getTokens();
  for (AsmInText &found : findAsmOperations(document, *part)) {
    const Token &token = tokens[found.literal.token];
    if (token.end < begin || token.begin > end)
      continue;
    auto module = found.op->getParentOfType<ModuleOp>();
    if (!module || failed(verify(module)))
      continue;
    InlineAsmAnalyzer analyzer(module);
    for (const ptx::Finding &finding : analyzer.analyze(found.op)) {
      size_t offset =
          std::min(finding.location.offset, found.literal.body.size());
      size_t length = 1;
      auto isPart = [](char c) {
        return llvm::isAlnum(c) || StringRef("_.$%:").contains(c);
      };
      while (offset + length < found.literal.body.size() &&
             isPart(found.literal.body[offset + length]))
        ++length;
      size_t first = found.literal.places[offset];
      size_t last =
          found.literal
              .places[std::min(offset + length, found.literal.body.size())];
      if (last < begin || first > end)
        continue;
      for (const ptx::Fix &fix : finding.fixes)
        if (auto edits = EditMaker(document, found.literal).make(fix))
          actions.push_back(makeAction(document, uri, fix, finding.name, first,
                                       last, *edits,
                                       finding.fixes.size() == 1));
    }
  }
  return actions;
}
