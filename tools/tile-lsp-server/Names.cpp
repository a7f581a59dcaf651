//===- Names.cpp - Values, symbols and blocks by name ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser knows the definition and the uses of a value or a block. Symbols
// are found by their text: what the parser knows of them depends on the
// verifier of the operations that use them.
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "SourceText.h"

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LSP/Protocol.h"

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

using Definition = AsmParserState::SMDefinition;

static llvm::Error fail(const Twine &message) {
  return llvm::make_error<llvm::lsp::LSPError>(
      message.str(), llvm::lsp::ErrorCode::RequestFailed);
}

/// Whether a name may have these characters after its first one.
static bool isNameOf(Token::Kind kind, StringRef name) {
  bool isNumber = !name.empty() && llvm::all_of(name, llvm::isDigit);
  if (isNumber)
    return kind != Token::Symbol;
  StringRef first = kind == Token::Symbol ? "_" : "_$.-";
  auto isOther = [](char c) {
    return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
  };
  return !name.empty() && (llvm::isAlpha(name[0]) || first.contains(name[0])) &&
         llvm::all_of(name, isOther);
}

static bool isRenamable(const Token &token) {
  return token.kind == Token::Value || token.kind == Token::Symbol ||
         token.kind == Token::Block;
}

const Token *tile::findRenamable(Document &document, size_t offset) {
  const Token *token = findToken(document.getTokens(), offset);
  return token && isRenamable(*token) && document.getPart(offset) ? token
                                                                  : nullptr;
}

/// The values and blocks that a definition of the parser has, and the operation
/// in which their names count.
namespace {
struct Found {
  std::vector<const Definition *> definitions;
  Operation *scope = nullptr;
};
} // namespace

static bool hasPlace(const Definition &definition, SMLoc place) {
  auto contains = [&](SMRange range) {
    return range.isValid() && range.Start.getPointer() <= place.getPointer() &&
           place.getPointer() < range.End.getPointer();
  };
  return contains(definition.loc) || llvm::any_of(definition.uses, contains);
}

static Found findDefinition(const AsmParserState &state, SMLoc place) {
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs()) {
    bool isHere = llvm::any_of(op.resultGroups, [&](const auto &group) {
      return hasPlace(group.definition, place);
    });
    for (const auto &group : op.resultGroups)
      if (isHere && hasPlace(group.definition, place))
        return {{&group.definition}, op.op->getParentOp()};
  }
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs()) {
    if (hasPlace(block.definition, place))
      return {{&block.definition}, block.block->getParentOp()};
    for (const Definition &argument : block.arguments)
      if (hasPlace(argument, place))
        return {{&argument}, block.block->getParentOp()};
  }
  return {};
}

/// The operation around which no name of a value counts.
static Operation *findIsolated(Operation *op) {
  while (op && !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    op = op->getParentOp();
  return op;
}

llvm::Expected<json::Array> tile::renameAt(Document &document, size_t offset,
                                           StringRef newName) {
  StringRef text = document.getText();
  const Token *token = findRenamable(document, offset);
  if (!token)
    return fail("expected the name of a value, a symbol or a block");
  StringRef name = token->in(text);
  newName.consume_front(name.take_front(1));
  if (!isNameOf(token->kind, newName))
    return fail("expected letters, digits, '_', '$', '.' and '-' as a name, "
                "found '" +
                newName + "'");
  std::string replacement = (name.take_front(1) + newName).str();
  ParsedPart *part = document.getPart(offset);
  auto [partText, partBegin] = findPart(text, offset);

  // Where the same name means the same, and the new one must be free.
  size_t begin = partBegin, end = partBegin + partText.size();
  std::vector<size_t> places;
  if (token->kind != Token::Symbol) {
    Found found = findDefinition(part->state, part->getPlace(token->begin));
    if (found.definitions.empty())
      return fail("expected a name that the text defines, found '" + name +
                  "'");
    for (const Definition *definition : found.definitions) {
      places.push_back(part->getOffset(definition->loc.Start));
      for (SMRange use : definition->uses)
        places.push_back(part->getOffset(use.Start));
    }
    const auto *scope = part->state.getOpDef(
        token->kind == Token::Value ? findIsolated(found.scope) : found.scope);
    if (scope) {
      begin = part->getOffset(scope->scopeLoc.Start);
      end = part->getOffset(scope->scopeLoc.End);
    }
  }
  for (const Token &other : document.getTokens()) {
    if (other.kind != token->kind || other.begin < begin || other.end > end)
      continue;
    if (other.in(text) == replacement && replacement != name)
      return fail("expected a name that is free, found '" + Twine(replacement) +
                  "', which the text has already");
    if (token->kind == Token::Symbol && other.in(text) == name)
      places.push_back(other.begin);
  }
  llvm::sort(places);
  places.erase(llvm::unique(places), places.end());
  json::Array edits;
  for (size_t place : places) {
    if (!text.substr(place).starts_with(name))
      return fail("expected '" + name + "' at each use, found another name");
    edits.push_back(
        json::Object{{"range", document.makeRange(place, place + name.size())},
                     {"newText", replacement}});
  }
  return edits;
}
