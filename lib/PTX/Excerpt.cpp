//===- Excerpt.cpp - A line of source under a message ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Excerpt.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace mlir::tile;
using llvm::StringRef;

static constexpr StringRef kDots = "...";

/// The bytes of the first character of a text; 0 if they are no UTF-8.
static unsigned getCharacterLength(StringRef text) {
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  unsigned length = llvm::getNumBytesForUTF8(bytes[0]);
  return length <= text.size() &&
                 llvm::isLegalUTF8Sequence(bytes, bytes + length)
             ? length
             : 0;
}

/// Columns of a terminal; 0 of what cannot be printed.
static unsigned getWidth(StringRef character) {
  return std::max(0, llvm::sys::unicode::columnWidthUTF8(character));
}

std::string Excerpt::print(unsigned indent) const {
  std::string blanks(indent, ' ');
  return blanks + text + "\n" + blanks + std::string(caret, ' ') + "^";
}

Excerpt mlir::tile::makeExcerpt(StringRef line, size_t byte) {
  // The bytes of the line by characters, and which of them has the caret.
  llvm::SmallVector<StringRef, 256> characters;
  size_t marked = 0;
  bool isFound = false;
  for (StringRef rest = line; !rest.empty();) {
    unsigned length = std::max(1u, getCharacterLength(rest));
    if (!isFound && byte < size_t(rest.data() - line.data()) + length) {
      marked = characters.size();
      isFound = true;
    }
    characters.push_back(rest.take_front(length));
    rest = rest.drop_front(length);
  }
  if (!isFound)
    marked = characters.size();

  size_t begin = 0, end = characters.size();
  if (characters.size() > kMaxExcerpt) {
    size_t room = kMaxExcerpt - 2 * kDots.size();
    begin = marked > room / 2 ? marked - room / 2 : 0;
    begin = std::min(begin, characters.size() - room);
    end = begin + room;
  }
  Excerpt excerpt;
  if (begin > 0)
    excerpt.text = kDots;
  excerpt.caret = excerpt.text.size();
  for (size_t i = begin; i < end; ++i) {
    unsigned width = getWidth(characters[i]);
    if (characters[i] == "\t")
      excerpt.text += ' ';
    else if (width == 0)
      excerpt.text += '?';
    else
      excerpt.text += characters[i];
    if (i < marked)
      excerpt.caret += std::max(1u, width);
  }
  if (end < characters.size())
    excerpt.text += kDots;
  return excerpt;
}

Excerpt mlir::tile::makeExcerptAt(StringRef text, size_t offset) {
  offset = std::min(offset, text.size());
  // StringRef::rfind takes the end of the search; 0 finds nothing.
  size_t before = text.take_front(offset).rfind('\n');
  size_t begin = before == StringRef::npos ? 0 : before + 1;
  StringRef line = text.substr(begin).take_until(
      [](char c) { return c == '\n' || c == '\r'; });
  return makeExcerpt(line, offset - begin);
}
