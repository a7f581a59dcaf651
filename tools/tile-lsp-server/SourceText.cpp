//===- SourceText.cpp - The text that an editor shows ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include "tile/PTX/Characters.h"

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

std::optional<size_t> tile::findOffset(StringRef text, size_t line,
                                       size_t character) {
  size_t offset = 0;
  for (; line > 0; --line) {
    size_t end = text.find('\n', offset);
    if (end == StringRef::npos)
      return std::nullopt;
    offset = end + 1;
  }
  StringRef rest = text.drop_front(offset).take_until(
      [](char c) { return c == '\n' || c == '\r'; });
  while (character > 0 && !rest.empty()) {
    size_t length = ptx::getCharacterLength(rest);
    character -= std::min<size_t>(character, length == 4 ? 2 : 1);
    rest = rest.drop_front(length);
    offset += length;
  }
  return offset;
}

unsigned tile::countUnits(StringRef text) {
  unsigned units = 0;
  while (!text.empty()) {
    size_t length = ptx::getCharacterLength(text);
    units += length == 4 ? 2 : 1;
    text = text.drop_front(length);
  }
  return units;
}

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

namespace {
/// Reads a document from its beginning: comments, strings, and names.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  /// Goes on to the next string or name; false at the end.
  bool next() {
    while (at < text.size()) {
      if (text.substr(at).starts_with("//")) {
        at = std::min(text.find('\n', at), text.size());
        continue;
      }
      begin = at;
      if (text[at] == '"') {
        for (++at; at < text.size() && text[at] != '"' && text[at] != '\n';)
          at += text[at] == '\\' ? 2 : 1;
        at = std::min(at, text.size());
        end = at;
        at += at < text.size();
        isString = true;
        return true;
      }
      if (isNameCharacter(text[at])) {
        while (at < text.size() && isNameCharacter(text[at]))
          ++at;
        end = at;
        isString = false;
        return true;
      }
      ++at;
    }
    return false;
  }

  StringRef get() const { return text.slice(begin, end); }

  size_t begin = 0, end = 0;
  bool isString = false;

private:
  StringRef text;
  size_t at = 0;
};
} // namespace

/// Appends what the characters between the quotes stand for.
static std::string unescape(StringRef text) {
  std::string bytes;
  for (; !text.empty();) {
    char c = text.front();
    text = text.drop_front();
    if (c != '\\' || text.empty()) {
      bytes += c;
      continue;
    }
    if (text.size() > 1 && llvm::isHexDigit(text[0]) &&
        llvm::isHexDigit(text[1])) {
      bytes += static_cast<char>(llvm::hexFromNibbles(text[0], text[1]));
      text = text.drop_front(2);
      continue;
    }
    bytes += text.front() == 'n' ? '\n' : text.front() == 't' ? '\t' : text[0];
    text = text.drop_front();
  }
  return bytes;
}

std::optional<AsmAtPlace> tile::findAsm(StringRef text, size_t offset) {
  Scanner scanner(text);
  bool isAsm = false;
  while (scanner.next() && scanner.begin < offset) {
    if (!scanner.isString) {
      isAsm = scanner.get().ends_with(".elementwise_inline_asm") ||
              scanner.get() == "asm_string";
      continue;
    }
    if (isAsm && offset <= scanner.end)
      return AsmAtPlace{unescape(text.slice(scanner.begin + 1, scanner.end)),
                        unescape(text.slice(scanner.begin + 1, offset)).size()};
    isAsm = StringRef(scanner.get()).ends_with(".elementwise_inline_asm");
  }
  return std::nullopt;
}

StringRef tile::findName(StringRef text, size_t offset) {
  Scanner scanner(text);
  while (scanner.next() && scanner.begin <= offset)
    if (offset <= scanner.end)
      return scanner.isString ? "" : scanner.get();
  return "";
}

AsmWord tile::findAsmWord(StringRef body, size_t offset) {
  auto isPart = [](char c) {
    return isNameCharacter(c) || c == ':' || c == '%';
  };
  size_t begin = offset, end = offset;
  while (begin > 0 && isPart(body[begin - 1]))
    --begin;
  while (end < body.size() && isPart(body[end]))
    ++end;
  // A comment has no words.
  if (StringRef line = body.slice(body.rfind('\n', offset) + 1, offset);
      line.contains("//") ||
      body.take_front(offset).count("/*") > body.take_front(offset).count("*/"))
    return {"", "", false};
  // Before an instruction: nothing, the end of another statement, a
  // label, or the predicate of this one.
  StringRef before = body.take_front(begin);
  while (true) {
    before = before.rtrim();
    if (before.ends_with("*/"))
      before = before.take_front(
          before.rfind("/*") == StringRef::npos ? 0 : before.rfind("/*"));
    else if (size_t line = before.rfind('\n') + 1;
             before.substr(line).contains("//"))
      before = before.take_front(line + before.substr(line).find("//"));
    else
      break;
  }
  StringRef guard = before;
  while (!guard.empty() && isPart(guard.back()))
    guard = guard.drop_back();
  bool isInstruction =
      before.empty() ||
      llvm::is_contained({';', '{', '}', ':'}, before.back()) ||
      guard.ends_with("@") || guard.ends_with("@!");
  return {body.slice(begin, end), body.slice(begin, offset), isInstruction};
}

std::pair<StringRef, size_t> tile::findPart(StringRef text, size_t offset) {
  size_t begin = 0;
  while (true) {
    size_t split = text.find("\n// -----", begin);
    if (split == StringRef::npos || split >= offset)
      return {text.slice(begin, split), begin};
    begin = split + 1;
  }
}
