//===- Signatures.cpp - Help while operands are written -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signatures.h"

#include "OperationHelp.h"
#include "SourceText.h"

#include "tile/PTX/InstructionHelp.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

/// How many commas outside of brackets a text has.
static int64_t countCommas(StringRef text) {
  int64_t commas = 0, depth = 0;
  for (char c : text) {
    depth += StringRef("([{<").contains(c);
    depth -= StringRef(")]}>").contains(c) && depth > 0;
    commas += c == ',' && depth == 0;
  }
  return commas;
}

/// The parts of a label between commas from `begin` on.
static json::Array makeParameters(StringRef label, size_t begin) {
  json::Array parameters;
  int depth = 0;
  for (size_t at = begin; at <= label.size(); ++at) {
    if (at < label.size()) {
      depth += StringRef("([{").contains(label[at]);
      depth -= StringRef(")]}").contains(label[at]);
      if (label[at] != ',' || depth > 0)
        continue;
    }
    while (begin < at && label[begin] == ' ')
      ++begin;
    if (begin < at)
      parameters.push_back(
          json::Object{{"label", json::Array{int64_t(begin), int64_t(at)}}});
    begin = at + 1;
  }
  return parameters;
}

/// The instruction that has operands at a byte of the body.
static std::optional<json::Value> helpWithInstruction(const AsmAtPlace &place) {
  StringRef before = StringRef(place.text).take_front(place.offset);
  size_t begin = before.find_last_of(";\n") + 1;
  StringRef statement = before.substr(begin).ltrim("{} \t");
  while (statement.starts_with("/*") && statement.contains("*/"))
    statement = statement.split("*/").second.ltrim("{} \t");
  if (statement.starts_with("@"))
    statement = statement.drop_until([](char c) { return c == ' '; }).ltrim();
  StringRef mnemonic =
      statement.take_until([](char c) { return llvm::isSpace(c); });
  if (mnemonic.size() == statement.size())
    return std::nullopt;
  std::string about = ptx::describeInstruction(mnemonic);
  auto [summary, forms] = StringRef(about).split("\n\n```\n");
  if (forms.empty())
    return std::nullopt;
  int64_t operand = countCommas(statement.drop_front(mnemonic.size()));
  json::Array signatures;
  std::optional<int64_t> active;
  while (!forms.empty() && !forms.starts_with("```")) {
    auto [line, rest] = forms.split('\n');
    forms = rest;
    if (line.starts_with("//"))
      continue;
    auto [label, needs] = line.split("  // ");
    size_t first = label.find("  ");
    json::Array parameters =
        makeParameters(label, first == StringRef::npos ? label.size() : first);
    if (!active && operand < int64_t(parameters.size()))
      active = signatures.size();
    signatures.push_back(
        json::Object{{"label", label.str()},
                     {"documentation", (summary + "\n" + needs).str()},
                     {"parameters", std::move(parameters)}});
  }
  return json::Object{{"signatures", std::move(signatures)},
                      {"activeSignature", active.value_or(0)},
                      {"activeParameter", operand}};
}

/// The parameters of a syntax as ODS has it: its `$operand`s.
static json::Array findOperands(StringRef syntax) {
  json::Array parameters;
  for (size_t at = 0; (at = syntax.find('$', at)) != StringRef::npos;) {
    size_t end = at + 1;
    while (end < syntax.size() &&
           (llvm::isAlnum(syntax[end]) || syntax[end] == '_'))
      ++end;
    // type($x) is not an operand.
    if (!syntax.take_front(at).ends_with("("))
      parameters.push_back(
          json::Object{{"label", json::Array{int64_t(at), int64_t(end)}}});
    at = end;
  }
  return parameters;
}

std::optional<json::Value> tile::makeSignatureHelp(Document &document,
                                                   size_t offset) {
  StringRef text = document.getText();
  if (std::optional<AsmAtPlace> place = findAsm(text, offset))
    return helpWithInstruction(*place);
  ArrayRef<Token> tokens = document.getTokens();
  const Token *name = nullptr;
  for (const Token &token : tokens) {
    if (token.begin >= offset)
      break;
    if (isOperationName(text, token) && token.end < offset)
      name = &token;
  }
  if (!name)
    return std::nullopt;
  std::string about = describeOperation(name->in(text));
  StringRef page = about;
  StringRef syntax = page.split("Syntax:\n\n```\noperation ::= ").second;
  syntax = syntax.take_front(syntax.find("\n```"));
  // What can belong to the operation: its line, and lines that go on with it.
  StringRef between = text.slice(name->end, offset);
  bool isNewLine =
      between.contains('\n') && between.rsplit('\n').second.trim().empty();
  if (syntax.empty() || isNewLine || between.contains("\n\n") ||
      between.contains('}'))
    return std::nullopt;
  json::Array parameters = findOperands(syntax);
  StringRef summary = page.split("\n\n_").second;
  summary = summary.take_front(summary.find("_\n"));
  return json::Object{
      {"signatures",
       json::Array{json::Object{{"label", syntax.str()},
                                {"documentation", summary.str()},
                                {"parameters", std::move(parameters)}}}},
      {"activeSignature", 0},
      {"activeParameter", countCommas(between)}};
}
