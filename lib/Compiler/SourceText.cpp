//===- SourceText.cpp - Text that MLIR's parser can read ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/SourceText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace mlir;
using namespace mlir::tile;

/// Characters of an affine_map or affine_set, whose operators nest too, at a
/// level each.
static constexpr size_t kMaxAffineLength = 500;
/// Characters of a number, of a tensor's dimensions, or of a keyword. MLIR
/// reads a number in time that is the square of its length, and one of 17,000
/// digits is too long for LLVM's floating-point numbers.
static constexpr size_t kMaxWordLength = 4096;
/// Words that an alias stands for when each alias in it is written out, as it
/// is in messages.
static constexpr uint64_t kMaxAliasWords = 100000;

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

namespace {
/// What text says of itself before it is parsed.
struct TextNesting {
  /// The first place that is beyond the bounds.
  std::optional<size_t> tooDeep;
  bool hasAliases = false;
};
} // namespace

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

static TextNesting measureNesting(StringRef text, unsigned maxBrackets) {
  TextNesting result;
  // The open brackets. An angle bracket that finds no partner is an operator or
  // a part of an arrow, and not counted.
  SmallVector<char, kMaxBrackets> open;
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
    if (open.size() > maxBrackets ||
        (affineBegin && pos - *affineBegin > kMaxAffineLength)) {
      result.tooDeep = pos;
      return result;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// The next word from `pos` on, after spaces and comments; `pos` is then
/// after it. A word may begin with `!`. Any other character is a word by
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

namespace {

/// Reads text word by word.
class WordReader {
public:
  explicit WordReader(StringRef text) : text(text) {}

  /// False at the first word that is beyond the bounds.
  bool read();

  /// Where that is, and what is wrong there.
  size_t place = 0;
  std::string message;

private:
  bool fail(size_t at, const Twine &what) {
    place = at;
    message = what.str();
    return false;
  }
  /// The name of an alias that begins at `pos`, with its `#` or `!`, else
  /// nothing; `pos` is then after it.
  StringRef readAliasName(size_t &pos) const;
  bool readResultNumber(size_t &pos);
  bool addToDefinition(size_t begin);
  void endDefinition();
  bool checkArrays();

  StringRef text;
  /// Types by the name of their alias, if they are one word.
  llvm::StringMap<StringRef> typeAliases;
  /// Arrays of `array<...>`: the place, and the type of the elements.
  SmallVector<std::pair<size_t, StringRef>> arrays;

  /// The highest number of a result that each name has, as in `%name#2`, and
  /// the numbers up to them of all names.
  llvm::StringMap<uint64_t> resultNumbers;
  uint64_t numResults = 0;

  /// How many words each alias stands for.
  llvm::StringMap<uint64_t> aliasWords;
  /// The alias that is being defined, and where; none if it is empty.
  StringRef defined;
  size_t definedAt = 0;
  uint64_t words = 0;
  int depth = 0;
};

} // namespace

StringRef WordReader::readAliasName(size_t &pos) const {
  size_t begin = pos;
  if (text[pos] != '#' && text[pos] != '!')
    return {};
  if (text[pos] == '#')
    ++pos;
  StringRef word = pos < text.size() ? readWord(text, pos) : StringRef();
  if (text[begin] == '#' ? !word.empty() && isWordCharacter(word.front())
                         : word.size() > 1 && word.front() == '!')
    return text.slice(begin, pos);
  pos = begin;
  return {};
}

/// Reads the number at `pos` of a result, as in `%name#2`, if one is there. The
/// parser makes room for all results up to it, before it knows how many there
/// are. Each result's type is in the text, too, so that the characters bound
/// their number.
bool WordReader::readResultNumber(size_t &pos) {
  StringRef name = text.take_front(pos);
  size_t length = 0;
  while (length < name.size() &&
         isWordCharacter(name[name.size() - length - 1]))
    ++length;
  size_t end = pos + 1;
  while (end < text.size() && llvm::isDigit(text[end]))
    ++end;
  if (length == 0 || length == name.size() ||
      name[name.size() - length - 1] != '%' || end == pos + 1)
    return true;
  uint64_t number;
  if (text.slice(pos + 1, end).getAsInteger(10, number))
    number = UINT64_MAX;
  uint64_t &highest = resultNumbers[name.take_back(length)];
  if (number > highest) {
    numResults = llvm::SaturatingAdd(numResults, number - highest);
    highest = number;
  }
  if (numResults > text.size())
    return fail(pos, "expected the number of a result that the source can "
                     "have, found " +
                         text.slice(pos + 1, end));
  pos = end;
  return true;
}

/// The words of a definition end with it: at the end of a line, outside of
/// brackets.
void WordReader::endDefinition() {
  if (!defined.empty())
    aliasWords[defined] = words;
  defined = {};
}

/// One more word of the definition, at `begin`, or another alias.
bool WordReader::addToDefinition(size_t begin) {
  size_t pos = begin;
  StringRef alias = readAliasName(pos);
  auto known = alias.empty() ? aliasWords.end() : aliasWords.find(alias);
  words = llvm::SaturatingAdd(words, known == aliasWords.end() ? uint64_t(1)
                                                               : known->second);
  char c = text[begin];
  depth += StringRef("([{<").contains(c);
  depth -= StringRef(")]}").contains(c) ||
           (c == '>' && begin != 0 && text[begin - 1] != '-');
  if (words <= kMaxAliasWords)
    return true;
  return fail(definedAt, "expected an alias to stand for at most " +
                             Twine(kMaxAliasWords) + " words, found that '" +
                             defined + "' stands for more");
}

bool WordReader::checkArrays() {
  for (auto [begin, type] : arrays) {
    // A circle of aliases is the parser's to find.
    for (size_t i = 0; i <= typeAliases.size() && typeAliases.contains(type);
         ++i)
      type = typeAliases.lookup(type);
    if (type == "index")
      return fail(begin, "expected an array of integers or floating-point "
                         "numbers, found one of 'index'");
  }
  return true;
}

bool WordReader::read() {
  for (size_t pos = 0; pos < text.size();) {
    if (size_t end = skipLiteral(text, pos); end != pos) {
      if (!defined.empty() && text[pos] == '"' && !addToDefinition(pos))
        return false;
      pos = end;
      continue;
    }
    if (llvm::isSpace(text[pos])) {
      if (text[pos] == '\n' && depth <= 0 && words != 0)
        endDefinition();
      ++pos;
      continue;
    }
    size_t begin = pos;
    if (text[pos] == '#') {
      if (!readResultNumber(pos))
        return false;
      if (pos != begin)
        continue;
    }
    StringRef alias = readAliasName(pos);
    if (!alias.empty()) {
      size_t next = pos;
      if (readWord(text, next) == "=") {
        endDefinition();
        StringRef value = readWord(text, next);
        if (alias.front() == '!')
          typeAliases.try_emplace(alias, value);
        // Locations are printed by the names of their aliases.
        if (value != "loc") {
          defined = alias;
          definedAt = begin;
          words = depth = 0;
          pos = text.find('=', pos) + 1;
        }
        continue;
      }
    }
    StringRef word = alias.empty() ? readWord(text, pos) : alias;
    bool isName = !alias.empty() ||
                  (begin != 0 && StringRef("@%^").contains(text[begin - 1]));
    if (!isName && word.size() > kMaxWordLength)
      return fail(begin, "expected numbers and keywords of at most " +
                             Twine(kMaxWordLength) +
                             " characters, found one of " + Twine(word.size()));
    if (size_t next = pos; word == "array" && readWord(text, next) == "<")
      arrays.push_back({begin, readWord(text, next)});
    if (!defined.empty() && !addToDefinition(begin))
      return false;
  }
  return checkArrays();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Where a byte of the source is.
static Location locate(llvm::MemoryBufferRef source, size_t pos,
                       unsigned firstLine, MLIRContext *context) {
  StringRef before = source.getBuffer().take_front(pos);
  size_t lineBegin = before.rfind('\n') + 1;
  return FileLineColLoc::get(context, source.getBufferIdentifier(),
                             firstLine + before.count('\n') + 1,
                             pos - lineBegin + 1);
}

FailureOr<SourceText> tile::checkSourceText(llvm::MemoryBufferRef source,
                                            MLIRContext *context,
                                            unsigned maxBrackets,
                                            unsigned firstLine) {
  TextNesting nesting = measureNesting(source.getBuffer(), maxBrackets);
  if (nesting.tooDeep)
    return emitError(locate(source, *nesting.tooDeep, firstLine, context))
           << "expected brackets within at most " << maxBrackets
           << " others, and affine maps of at most " << kMaxAffineLength
           << " characters, found more";
  WordReader words(source.getBuffer());
  if (!words.read())
    return emitError(locate(source, words.place, firstLine, context))
           << words.message;
  return SourceText{nesting.hasAliases};
}
