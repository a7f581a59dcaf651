//===- CharactersTest.cpp - Characters that PTX cannot have ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Characters.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

TEST(Characters, Names) {
  EXPECT_EQ(describeCharacter("\u00A0 "), "U+00A0 (no-break space)");
  EXPECT_EQ(describeCharacter("\uFEFFadd"), "U+FEFF (byte order mark)");
  EXPECT_EQ(describeCharacter("\u22121"), "U+2212 (minus sign)");
  EXPECT_EQ(describeCharacter("\u2013"), "U+2013 (en dash)");
  EXPECT_EQ(describeCharacter("\u201Cx"),
            "U+201C (left double quotation mark)");
  EXPECT_EQ(describeCharacter("\uFF1B"), "U+FF1B (full-width ';')");
  EXPECT_EQ(describeCharacter("\uFF01"), "U+FF01 (full-width '!')");
  EXPECT_EQ(describeCharacter("\uFF5E"), "U+FF5E (full-width '~')");
  EXPECT_EQ(describeCharacter("\u4E2D\u6587"), "U+4E2D ('\u4E2D')");
  EXPECT_EQ(describeCharacter("\U0001F600"), "U+1F600 ('\U0001F600')");
  EXPECT_EQ(describeCharacter(StringRef("\0", 1)), "U+0000 (null)");
  EXPECT_EQ(describeCharacter("\v"), "U+000B (vertical tab)");
}

TEST(Characters, WithoutAName) {
  EXPECT_EQ(describeCharacter("\u0301"), "U+0301");
}

TEST(Characters, NoUTF8) {
  EXPECT_EQ(describeCharacter("\xFC"), "the byte 0xFC, which is no UTF-8");
  EXPECT_EQ(describeCharacter("\xE4\xB8"), "the byte 0xE4, which is no UTF-8");
}

TEST(Characters, CommentsBecomeASCII) {
  EXPECT_EQ(makeCommentsASCII("add; // gr\u00FCn \u4E2D\u6587\nret;"),
            "add; // gr?n ??\nret;");
  EXPECT_EQ(makeCommentsASCII("/* \u00FC\n\u00FC */ add; /* \xFC"),
            "/* ?\n? */ add; /* ?");
  EXPECT_EQ(makeCommentsASCII(StringRef("// a\0b\nadd;", 11)), "// a?b\nadd;");
}

TEST(Characters, OtherTextStays) {
  for (StringRef text : {"add; // x", "", "\u00FC", "\"// \u00FC\" \u00FC",
                         "\"\\\"// \u00FC\"", "a / \u00FC * / b"})
    EXPECT_EQ(makeCommentsASCII(text), text);
}

TEST(Characters, StringEndsWithItsLine) {
  EXPECT_EQ(makeCommentsASCII("\" // \u00FC\n// \u00FC"), "\" // \u00FC\n// ?");
}

TEST(Characters, QuotesInStringsAreOctal) {
  EXPECT_EQ(makeQuotesOctal(R"(.file 1 "a\"b\\" // \")"),
            R"(.file 1 "a\042b\\" // \")");
  EXPECT_EQ(makeQuotesOctal(R"("a" "b\\")"), R"("a" "b\\")");
}

TEST(Characters, EscapesOfStrings) {
  EXPECT_EQ(unescapeString(R"(gr\303\274n\042\\\"x)"), "gr\u00FCn\"\\\"x");
  EXPECT_EQ(unescapeString("\\"), "\\");
  EXPECT_EQ(unescapeString(""), "");
}

TEST(Characters, FirstForeignOne) {
  EXPECT_EQ(findForeignCharacter("add; // \u00FC"), StringRef::npos);
  EXPECT_EQ(findForeignCharacter("// \u00FC\nadd\u00A0\u00A0"), 9u);
  EXPECT_EQ(findForeignCharacter("\"\u00FC\""), 1u);
  EXPECT_EQ(findForeignCharacter("\uFEFF"), 0u);
}

} // namespace
