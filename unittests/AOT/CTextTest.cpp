//===- CTextTest.cpp - Tests of names and texts as C wants them -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CText.h"

#include "gtest/gtest.h"

using namespace mlir::tile::aot;

TEST(CText, identifiers) {
  for (const char *name : {"a", "_", "A1", "add_2", "int"})
    EXPECT_TRUE(isCIdentifier(name)) << name;
  for (const char *name : {"", "1a", "a-b", "a.b", "a b", "\xc3\xa9", "a/"})
    EXPECT_FALSE(isCIdentifier(name)) << name;
}

TEST(CText, camelCase) {
  EXPECT_EQ(makeCamelCase("add"), "Add");
  EXPECT_EQ(makeCamelCase("my_add"), "MyAdd");
  EXPECT_EQ(makeCamelCase("_a__b_"), "AB");
  EXPECT_EQ(makeCamelCase("already_Upper"), "AlreadyUpper");
  // Types must begin with a letter.
  EXPECT_EQ(makeCamelCase("_"), "Tile");
  EXPECT_EQ(makeCamelCase("_1"), "Tile1");
}

TEST(CText, foreignCharacters) {
  EXPECT_EQ(replaceForeign("a.b-c_1"), "a_b_c_1");
  EXPECT_EQ(replaceForeign("\xc3\xa9"), "__");
}

TEST(CText, reservedNames) {
  for (const char *name :
       {"int", "class", "co_await", "NULL", "UINT64_MAX", "INT8_C"})
    EXPECT_TRUE(isReserved(name)) << name;
  for (const char *name : {"x", "Int", "INTEGER", "MAX"})
    EXPECT_FALSE(isReserved(name)) << name;
}

TEST(CText, namesAreGivenOnce) {
  UniqueNames names;
  names.reserve("load");
  EXPECT_EQ(names.claim("load"), "load_2");
  EXPECT_EQ(names.claim("load"), "load_3");
  EXPECT_EQ(names.claim("load_2"), "load_2_2");
  EXPECT_EQ(names.claim("other"), "other");
}

TEST(CText, strings) {
  EXPECT_EQ(escapeString("a\tb\n"), "a\\tb\\n");
  EXPECT_EQ(escapeString("\"\\"), "\\\"\\\\");
  // No trigraph, and no digit that runs into an octal escape.
  EXPECT_EQ(escapeString("?\?/"), "\\?\\?/");
  EXPECT_EQ(escapeString("\x01"
                         "7"),
            "\\0017");
  EXPECT_EQ(escapeString("\xff"), "\\377");
  EXPECT_EQ(escapeString("%s"), "%s");
  EXPECT_EQ(escapeString("%s", /*isFormat=*/true), "%%s");
}

TEST(CText, commentsCannotBeLeft) {
  EXPECT_EQ(escapeComment("a */ int x; /* b"), "a __ int x; __ b");
  EXPECT_EQ(escapeComment("a\nb\\"), "a_b_");
  EXPECT_EQ(escapeComment("!tile.ptr<f32>"), "!tile.ptr<f32>");
}

TEST(CText, templates) {
  EXPECT_EQ(fillTemplate("a@x@b@y@@x@", {{"x", "1"}, {"y", "@x@"}}), "a1b@x@1");
  EXPECT_EQ(fillTemplate("nothing", {}), "nothing");
}
