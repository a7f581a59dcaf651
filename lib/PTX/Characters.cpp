//===- Characters.cpp - Characters that PTX cannot have -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Characters.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {
struct CharacterName {
  llvm::UTF32 code;
  llvm::StringLiteral name;
};
} // namespace

/// Those that look like ASCII, or like nothing. Source of the names: Unicode
/// 16, "UnicodeData.txt".
static constexpr CharacterName kNames[] = {
    {0x0000, "null"},
    {0x000B, "vertical tab"},
    {0x0085, "next line"},
    {0x00A0, "no-break space"},
    {0x00AB, "left-pointing double angle quotation mark"},
    {0x00AD, "soft hyphen"},
    {0x00B4, "acute accent"},
    {0x00BB, "right-pointing double angle quotation mark"},
    {0x00D7, "multiplication sign"},
    {0x02BC, "modifier letter apostrophe"},
    {0x037E, "Greek question mark"},
    {0x1680, "Ogham space mark"},
    {0x2000, "en quad"},
    {0x2001, "em quad"},
    {0x2002, "en space"},
    {0x2003, "em space"},
    {0x2004, "three-per-em space"},
    {0x2005, "four-per-em space"},
    {0x2006, "six-per-em space"},
    {0x2007, "figure space"},
    {0x2008, "punctuation space"},
    {0x2009, "thin space"},
    {0x200A, "hair space"},
    {0x200B, "zero width space"},
    {0x200C, "zero width non-joiner"},
    {0x200D, "zero width joiner"},
    {0x200E, "left-to-right mark"},
    {0x200F, "right-to-left mark"},
    {0x2010, "hyphen"},
    {0x2011, "non-breaking hyphen"},
    {0x2012, "figure dash"},
    {0x2013, "en dash"},
    {0x2014, "em dash"},
    {0x2015, "horizontal bar"},
    {0x2018, "left single quotation mark"},
    {0x2019, "right single quotation mark"},
    {0x201A, "single low-9 quotation mark"},
    {0x201C, "left double quotation mark"},
    {0x201D, "right double quotation mark"},
    {0x201E, "double low-9 quotation mark"},
    {0x2024, "one dot leader"},
    {0x2026, "horizontal ellipsis"},
    {0x2028, "line separator"},
    {0x2029, "paragraph separator"},
    {0x202A, "left-to-right embedding"},
    {0x202B, "right-to-left embedding"},
    {0x202C, "pop directional formatting"},
    {0x202D, "left-to-right override"},
    {0x202E, "right-to-left override"},
    {0x202F, "narrow no-break space"},
    {0x2032, "prime"},
    {0x2033, "double prime"},
    {0x2044, "fraction slash"},
    {0x205F, "medium mathematical space"},
    {0x2060, "word joiner"},
    {0x2066, "left-to-right isolate"},
    {0x2067, "right-to-left isolate"},
    {0x2068, "first strong isolate"},
    {0x2069, "pop directional isolate"},
    {0x2212, "minus sign"},
    {0x2215, "division slash"},
    {0x2217, "asterisk operator"},
    {0x2223, "divides"},
    {0x2236, "ratio"},
    {0x3000, "ideographic space"},
    {0x3001, "ideographic comma"},
    {0x3002, "ideographic full stop"},
    {0xFE63, "small hyphen-minus"},
    {0xFEFF, "byte order mark"},
};

size_t mlir::tile::ptx::getCharacterLength(StringRef text) {
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  size_t length = llvm::getNumBytesForUTF8(bytes[0]);
  return length <= text.size() &&
                 llvm::isLegalUTF8Sequence(bytes, bytes + length)
             ? length
             : 1;
}

/// The code point of a character that is known to be UTF-8.
static llvm::UTF32 decode(StringRef character) {
  const auto *source = reinterpret_cast<const llvm::UTF8 *>(character.data());
  llvm::UTF32 code = 0;
  (void)llvm::convertUTF8Sequence(&source, source + character.size(), &code,
                                  llvm::strictConversion);
  return code;
}

static std::string getName(StringRef character, llvm::UTF32 code) {
  for (const CharacterName &entry : kNames)
    if (entry.code == code)
      return entry.name.str();
  // Unicode, "Halfwidth and Fullwidth Forms": ASCII from '!' to '~'.
  constexpr llvm::UTF32 kFirst = 0xFF01, kLast = 0xFF5E;
  if (code >= kFirst && code <= kLast)
    return std::string("full-width '") + char('!' + (code - kFirst)) + "'";
  if (llvm::sys::unicode::columnWidthUTF8(character) > 0)
    return ("'" + character + "'").str();
  return "";
}

std::string mlir::tile::ptx::describeCharacter(StringRef text) {
  StringRef character = text.take_front(getCharacterLength(text));
  if (character.size() == 1 && static_cast<unsigned char>(text[0]) > 127)
    return "the byte 0x" +
           llvm::utohexstr(static_cast<unsigned char>(text[0]),
                           /*LowerCase=*/false, /*Width=*/2) +
           ", which is no UTF-8";
  llvm::UTF32 code = decode(character);
  // A width cuts longer numbers.
  std::string digits = llvm::utohexstr(code);
  std::string result =
      "U+" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') +
      digits;
  std::string name = getName(character, code);
  return name.empty() ? result : result + " (" + name + ")";
}

void mlir::tile::ptx::forEachTextPart(
    StringRef text, llvm::function_ref<void(StringRef, bool)> callback) {
  size_t begin = 0;
  auto add = [&](size_t end, bool isComment) {
    if (end > begin)
      callback(text.slice(begin, end), isComment);
    begin = end;
  };
  for (size_t at = 0; at < text.size();) {
    StringRef rest = text.substr(at);
    if (rest.front() == '"') {
      // To the quote at its end, or the end of the line.
      ++at;
      while (at < text.size() && text[at] != '"' && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, text.size());
    } else if (rest.starts_with("//") || rest.starts_with("/*")) {
      bool isLine = rest.starts_with("//");
      size_t end = isLine ? rest.find('\n') : rest.find("*/", 2);
      size_t length =
          end == StringRef::npos ? rest.size() : end + (isLine ? 0 : 2);
      add(at, /*isComment=*/false);
      at += length;
      add(at, /*isComment=*/true);
    } else {
      ++at;
    }
  }
  add(text.size(), /*isComment=*/false);
}

std::string mlir::tile::ptx::escapeComments(StringRef text) {
  if (!text.contains('$') || !text.contains('/'))
    return text.str();
  std::string result;
  forEachTextPart(text, [&](StringRef part, bool isComment) {
    for (char c : part)
      result.append(isComment && c == '$' ? 2 : 1, c);
  });
  return result;
}

std::string mlir::tile::ptx::makeCommentsASCII(StringRef text) {
  if (llvm::none_of(text, isForeign))
    return text.str();
  std::string result;
  result.reserve(text.size());
  forEachTextPart(text, [&](StringRef part, bool isComment) {
    while (!part.empty()) {
      bool isReplaced = isComment && isForeign(part.front());
      size_t length = isReplaced ? getCharacterLength(part) : 1;
      result += isReplaced ? '?' : part.front();
      part = part.drop_front(length);
    }
  });
  return result;
}

std::string mlir::tile::ptx::makeQuotesOctal(StringRef text) {
  if (!text.contains("\\\""))
    return text.str();
  std::string result;
  forEachTextPart(text, [&](StringRef part, bool isComment) {
    while (!part.empty()) {
      size_t length = !isComment && part.front() == '\\' ? 2 : 1;
      StringRef character = part.take_front(length);
      result += character == "\\\"" ? StringRef("\\042") : character;
      part = part.drop_front(character.size());
    }
  });
  return result;
}

std::string mlir::tile::ptx::unescapeString(StringRef text) {
  std::string result;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if (c == '\\' && !text.empty()) {
      StringRef digits = text.take_front(3).take_while(
          [](char digit) { return digit >= '0' && digit <= '7'; });
      unsigned code = text.front();
      if (!digits.empty())
        (void)digits.getAsInteger(8, code);
      c = char(code);
      text = text.drop_front(std::max<size_t>(digits.size(), 1));
    }
    result += c;
  }
  return result;
}

size_t mlir::tile::ptx::findForeignCharacter(StringRef text) {
  size_t found = StringRef::npos;
  if (llvm::none_of(text, isForeign))
    return found;
  forEachTextPart(text, [&](StringRef part, bool isComment) {
    if (isComment || found != StringRef::npos)
      return;
    const char *it = llvm::find_if(part, isForeign);
    if (it != part.end())
      found = it - text.data();
  });
  return found;
}
