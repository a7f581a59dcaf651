//===- Nesting.cpp - How deep a source may nest ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The place after a string literal or a comment that begins at `pos`, else
/// `pos`.
static size_t skipLiteral(StringRef text, size_t pos) {
  if (text.substr(pos).starts_with("//"))
    return std::min(text.find('\n', pos), text.size());
  if (text[pos] != '"')
    return pos;
  for (++pos; pos < text.size(); ++pos) {
    if (text[pos] == '\\')
      ++pos;
    else if (text[pos] == '"' || text[pos] == '\n')
      return pos + 1;
  }
  return text.size();
}

/// Whether the '<' at `pos` belongs to an affine_map or affine_set.
static bool isAffine(StringRef text, size_t pos) {
  StringRef before = text.take_front(pos).rtrim();
  return before.ends_with("affine_map") || before.ends_with("affine_set");
}

TextNesting tile::measureNesting(StringRef text) {
  TextNesting result;
  // The open brackets. An angle bracket that finds no partner is an operator or
  // a part of an arrow, and not counted.
  SmallVector<char, kMaxNesting> open;
  std::optional<size_t> affineBegin;
  size_t affineDepth = 0;
  for (size_t pos = 0; pos < text.size(); ++pos) {
    if (size_t end = skipLiteral(text, pos); end != pos) {
      pos = end - 1;
      continue;
    }
    char c = text[pos];
    switch (c) {
    case '<':
      if (!affineBegin && isAffine(text, pos)) {
        affineBegin = pos;
        affineDepth = open.size();
      }
      [[fallthrough]];
    case '(':
    case '[':
    case '{':
      open.push_back(c);
      break;
    case '>':
      if (!open.empty() && open.back() == '<')
        if (pos == 0 || text[pos - 1] != '-')
          open.pop_back();
      break;
    case ')':
    case ']':
    case '}': {
      while (!open.empty() && open.back() == '<')
        open.pop_back();
      char partner = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!open.empty() && open.back() == partner)
        open.pop_back();
      break;
    }
    case '#':
    case '!':
      result.hasAliases |= open.empty();
      break;
    default:
      break;
    }
    if (affineBegin && open.size() <= affineDepth)
      affineBegin.reset();
    if (open.size() > kMaxNesting ||
        (affineBegin && pos - *affineBegin > kMaxAffineLength)) {
      result.tooDeep = pos;
      return result;
    }
  }
  return result;
}

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// The next word from `pos` on, behind spaces and comments; `pos` is then
/// behind it. A word may begin with `!`. Any other character is a word by
/// itself.
static StringRef readWord(StringRef text, size_t &pos) {
  while (pos < text.size()) {
    size_t end = text[pos] == '/' ? skipLiteral(text, pos) : pos;
    if (end == pos && !llvm::isSpace(text[pos]))
      break;
    pos = std::max(end, pos + 1);
  }
  size_t begin = pos;
  if (pos < text.size())
    ++pos;
  if (begin < text.size() &&
      (text[begin] == '!' || isWordCharacter(text[begin])))
    while (pos < text.size() && isWordCharacter(text[pos]))
      ++pos;
  return text.slice(begin, pos);
}

std::optional<size_t> tile::findIndexArray(StringRef text) {
  // Types by the name of their alias, if they are one word.
  llvm::StringMap<StringRef> aliases;
  SmallVector<std::pair<size_t, StringRef>> arrays; // place, type of elements
  for (size_t pos = 0; pos < text.size();) {
    if (size_t end = skipLiteral(text, pos); end != pos) {
      pos = end;
      continue;
    }
    if (llvm::isSpace(text[pos])) {
      ++pos;
      continue;
    }
    size_t begin = pos;
    StringRef word = readWord(text, pos);
    size_t next = pos;
    if (word == "array" && readWord(text, next) == "<")
      arrays.push_back({begin, readWord(text, next)});
    else if (word.starts_with("!") && readWord(text, next) == "=")
      aliases.try_emplace(word, readWord(text, next));
  }
  for (auto [place, type] : arrays) {
    // A circle of aliases is the parser's to find.
    for (size_t i = 0; i <= aliases.size() && aliases.contains(type); ++i)
      type = aliases.lookup(type);
    if (type == "index")
      return place;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

/// Measures attributes and types, each once.
class SymbolDepths {
public:
  /// False if it nests too deeply.
  bool check(Attribute attribute) {
    return !attribute || measure(attribute.getAsOpaquePointer(), attribute, {});
  }
  bool check(Type type) {
    return !type || measure(type.getAsOpaquePointer(), {}, type);
  }

private:
  /// An attribute or a type whose parts are being measured.
  struct Frame {
    const void *key;
    SmallVector<std::pair<Attribute, Type>> parts;
    unsigned depth = 1;
  };

  static Frame open(const void *key, Attribute attribute, Type type) {
    Frame frame;
    frame.key = key;
    auto onAttribute = [&](Attribute part) {
      if (part)
        frame.parts.emplace_back(part, Type());
    };
    auto onType = [&](Type part) {
      if (part)
        frame.parts.emplace_back(Attribute(), part);
    };
    if (attribute)
      attribute.walkImmediateSubElements(onAttribute, onType);
    else
      type.walkImmediateSubElements(onAttribute, onType);
    return frame;
  }

  bool measure(const void *key, Attribute attribute, Type type) {
    if (depths.count(key))
      return true;
    SmallVector<Frame, 4> stack;
    stack.push_back(open(key, attribute, type));
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.depth > kMaxNesting || stack.size() > kMaxNesting)
        return false;
      if (frame.parts.empty()) {
        unsigned depth = frame.depth;
        depths[frame.key] = depth;
        stack.pop_back();
        if (!stack.empty())
          stack.back().depth = std::max(stack.back().depth, depth + 1);
        continue;
      }
      auto [part, partType] = frame.parts.pop_back_val();
      const void *partKey =
          part ? part.getAsOpaquePointer() : partType.getAsOpaquePointer();
      auto known = depths.find(partKey);
      if (known != depths.end())
        frame.depth = std::max(frame.depth, known->second + 1);
      else
        stack.push_back(open(partKey, part, partType));
    }
    return true;
  }

  DenseMap<const void *, unsigned> depths;
};

} // namespace

/// All operations, an outer one before those in it, with their depths.
static SmallVector<std::pair<Operation *, unsigned>> listNested(Operation *op) {
  SmallVector<std::pair<Operation *, unsigned>> list = {{op, 0}};
  for (size_t i = 0; i < list.size(); ++i) {
    auto [outer, depth] = list[i];
    for (Region &region : outer->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          list.emplace_back(&inner, depth + 1);
  }
  return list;
}

bool tile::isNestedTooDeeply(Operation *op) {
  SymbolDepths depths;
  for (auto [inner, depth] : listNested(op)) {
    if (depth > kMaxNesting || !depths.check(inner->getAttrDictionary()) ||
        !depths.check(inner->getLoc()))
      return true;
    for (Type type : inner->getResultTypes())
      if (!depths.check(type))
        return true;
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (!depths.check(argument.getType()) ||
              !depths.check(Attribute(argument.getLoc())))
            return true;
  }
  return false;
}

void tile::eraseNested(Operation *op) {
  auto list = listNested(op);
  for (auto [inner, depth] : llvm::reverse(list)) {
    inner->dropAllUses();
    if (inner != op)
      inner->erase();
  }
  op->destroy();
}
