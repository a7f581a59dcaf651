//===- TextMutator.cpp - Changes of lines and words -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// At edges of types, of memory, and of what the simulator counts in.
constexpr StringRef kNumbers[] = {"0",
                                  "1",
                                  "-1",
                                  "2",
                                  "3",
                                  "7",
                                  "8",
                                  "16",
                                  "31",
                                  "32",
                                  "33",
                                  "64",
                                  "127",
                                  "128",
                                  "255",
                                  "256",
                                  "1023",
                                  "1024",
                                  "4095",
                                  "65535",
                                  "65536",
                                  "232448",
                                  "2147483647",
                                  "-2147483648",
                                  "4294967295",
                                  "4294967296",
                                  "9223372036854775807",
                                  "18446744073709551615",
                                  "18446744073709551616",
                                  "0x7fffffff",
                                  "0f7F800000",
                                  "0d7FF0000000000000"};

/// What may take a word's place.
enum class Sort { Number, Register, Modifier, Name, Sign };

class Changer {
public:
  Changer(StringRef text, StringRef other, std::mt19937_64 &random)
      : random(random) {
    text.split(lines, '\n');
    other.split(others, '\n');
  }

  std::string run();

private:
  size_t below(size_t bound) { return bound ? random() % bound : 0; }
  bool oneIn(size_t count) { return below(count) == 0; }
  StringRef pickLine();
  void changeLines();
  std::string changeWord(StringRef line);

  SmallVector<StringRef> lines, others;
  /// The changed lines, of which `lines` refers to.
  std::vector<std::unique_ptr<std::string>> made;
  std::mt19937_64 &random;
};

} // namespace

static bool isOfWord(char c) {
  return llvm::isAlnum(c) || StringRef("_$%@").contains(c);
}

/// A word with the dot before it, or a character that is none.
static SmallVector<StringRef> splitWords(StringRef line) {
  SmallVector<StringRef> words;
  while (!line.empty()) {
    size_t size = line[0] == '.' || line[0] == '-' ? 1 : 0;
    while (size < line.size() && isOfWord(line[size]))
      ++size;
    size = std::max<size_t>(size, 1);
    words.push_back(line.take_front(size));
    line = line.drop_front(size);
  }
  return words;
}

static Sort getSort(StringRef word) {
  if (word[0] == '%')
    return Sort::Register;
  if (word[0] == '.' && word.size() > 1)
    return Sort::Modifier;
  if (llvm::isDigit(word.back()) && (llvm::isDigit(word[0]) || word[0] == '-'))
    return Sort::Number;
  return isOfWord(word[0]) ? Sort::Name : Sort::Sign;
}

StringRef Changer::pickLine() {
  const SmallVector<StringRef> &from = oneIn(3) ? others : lines;
  return from.empty() ? "" : from[below(from.size())];
}

void Changer::changeLines() {
  size_t at = below(lines.size());
  // Runs of lines, mostly of one.
  size_t count =
      std::min(oneIn(4) ? 1 + below(8) : size_t(1), lines.size() - at);
  switch (below(5)) {
  case 0:
    lines.erase(lines.begin() + at, lines.begin() + at + count);
    break;
  case 1: {
    SmallVector<StringRef> again(lines.begin() + at,
                                 lines.begin() + at + count);
    lines.insert(lines.begin() + below(lines.size() + 1), again.begin(),
                 again.end());
    break;
  }
  case 2:
    std::swap(lines[at], lines[below(lines.size())]);
    break;
  case 3:
    lines.insert(lines.begin() + at, pickLine());
    break;
  default:
    lines[at] = pickLine();
  }
}

std::string Changer::changeWord(StringRef line) {
  SmallVector<StringRef> words = splitWords(line);
  SmallVector<size_t> places;
  for (auto [place, word] : llvm::enumerate(words))
    if (getSort(word) != Sort::Sign || oneIn(8))
      places.push_back(place);
  if (places.empty())
    return line.str();
  size_t place = places[below(places.size())];
  Sort sort = getSort(words[place]);
  if (oneIn(12)) {
    words.erase(words.begin() + place);
  } else if (sort == Sort::Number && !oneIn(3)) {
    words[place] = kNumbers[below(std::size(kNumbers))];
  } else {
    // One of the same sort, of a line that has one.
    for (unsigned attempt = 0; attempt < 8; ++attempt) {
      SmallVector<StringRef> found = splitWords(pickLine());
      llvm::erase_if(found, [&](StringRef word) {
        return getSort(word) != sort || word == words[place];
      });
      if (found.empty())
        continue;
      words[place] = found[below(found.size())];
      break;
    }
  }
  return llvm::join(words, "");
}

std::string Changer::run() {
  for (unsigned count = 1 + below(oneIn(4) ? 6 : 2); count > 0; --count) {
    if (lines.empty())
      break;
    if (oneIn(3)) {
      changeLines();
      continue;
    }
    StringRef &line = lines[below(lines.size())];
    made.push_back(std::make_unique<std::string>(changeWord(line)));
    line = *made.back();
  }
  return llvm::join(lines, "\n");
}

std::string fuzz::changeLinesAndWords(StringRef text, StringRef other,
                                      std::mt19937_64 &random) {
  return Changer(text, other, random).run();
}
