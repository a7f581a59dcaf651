//===- ExcerptTest.cpp - Lines of source under messages -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Excerpt.h"

#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace mlir::tile;
using llvm::StringRef;

namespace {

/// The two lines of an excerpt.
std::string show(StringRef line, size_t byte) {
  return makeExcerpt(line, byte).print(/*indent=*/0);
}

TEST(Excerpt, CaretIsUnderTheByte) {
  EXPECT_EQ(show("add $9;", 4), "add $9;\n    ^");
  EXPECT_EQ(show("add $9;", 0), "add $9;\n^");
}

TEST(Excerpt, EndOfTheLineIsAPlace) {
  EXPECT_EQ(show("add", 3), "add\n   ^");
  EXPECT_EQ(show("add", 99), "add\n   ^");
  EXPECT_EQ(show("", 0), "\n^");
}

TEST(Excerpt, IndentIsThatOfBothLines) {
  EXPECT_EQ(makeExcerpt("ab", 1).print(2), "  ab\n   ^");
}

TEST(Excerpt, LineOfAText) {
  StringRef text = "first\nsecond\r\nthird";
  EXPECT_EQ(makeExcerptAt(text, 0).print(0), "first\n^");
  EXPECT_EQ(makeExcerptAt(text, 5).print(0), "first\n     ^");
  EXPECT_EQ(makeExcerptAt(text, 8).print(0), "second\n  ^");
  EXPECT_EQ(makeExcerptAt(text, 14).print(0), "third\n^");
  EXPECT_EQ(makeExcerptAt(text, 999).print(0), "third\n     ^");
  EXPECT_EQ(makeExcerptAt("", 0).print(0), "\n^");
}

TEST(Excerpt, WhatCannotBePrinted) {
  EXPECT_EQ(show("a\tb\x01"
                 "c",
                 4),
            "a b?c\n    ^");
  EXPECT_EQ(show(StringRef("\0x", 2), 1), "?x\n ^");
  EXPECT_EQ(show("\xff\xfex", 2), "??x\n  ^");
  // The beginning of a character, at the end.
  EXPECT_EQ(show("x\xe4\xb8", 1), "x??\n ^");
}

TEST(Excerpt, CharactersOfSeveralBytes) {
  // U+00FC takes two bytes and a column, U+4E2D three bytes and two columns.
  EXPECT_EQ(show("gr\xc3\xbcn!", 5), "gr\xc3\xbcn!\n    ^");
  EXPECT_EQ(show("\xe4\xb8\xad!", 3), "\xe4\xb8\xad!\n  ^");
  EXPECT_EQ(show("\xe4\xb8\xad!", 2), "\xe4\xb8\xad!\n^");
}

TEST(Excerpt, TwoHundredCharactersAreShown) {
  std::string line(kMaxExcerpt, 'x');
  EXPECT_EQ(makeExcerpt(line, 7).text, line);
}

TEST(Excerpt, LongLinesAreCutAroundTheCaret) {
  std::string line;
  for (unsigned i = 0; i < 5000; ++i)
    line += char('a' + i % 26);
  for (size_t byte :
       {0u, 1u, 96u, 97u, 98u, 150u, 2500u, 4902u, 4903u, 4999u, 5000u}) {
    Excerpt excerpt = makeExcerpt(line, byte);
    SCOPED_TRACE(byte);
    EXPECT_LE(excerpt.text.size(), kMaxExcerpt);
    if (byte < line.size()) {
      ASSERT_LT(excerpt.caret, excerpt.text.size());
      EXPECT_EQ(excerpt.text[excerpt.caret], line[byte]);
    } else {
      EXPECT_EQ(excerpt.caret, excerpt.text.size());
    }
    EXPECT_EQ(StringRef(excerpt.text).starts_with("..."), byte > 97);
    EXPECT_EQ(StringRef(excerpt.text).ends_with("..."), byte < 4903);
  }
}

TEST(Excerpt, CutLinesKeepWholeCharacters) {
  std::string line;
  for (unsigned i = 0; i < 300; ++i)
    line += "\xc3\xbc";
  Excerpt excerpt = makeExcerpt(line, 300);
  EXPECT_EQ(excerpt.text.size(), 2 * 194u + 6);
  EXPECT_EQ(excerpt.caret, 3 + 97u);
}

} // namespace
