//===- LexerTest.cpp - The tokens of PTX ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Lexer.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

/// The one token of a text.
Token lexOne(StringRef text, TextKind kind = TextKind::Module) {
  std::vector<Token> tokens = tokenize(text, kind);
  EXPECT_EQ(tokens.size(), 2u) << text.str();
  return tokens.front();
}

/// The tokens' spellings, a '|' between them.
std::string spell(StringRef text, TextKind kind = TextKind::Module) {
  std::string result;
  for (const Token &token : tokenize(text, kind))
    if (!token.is(TokenKind::End))
      result += (result.empty() ? "" : "|") + token.spelling.str();
  return result;
}

TEST(Lexer, TextMayBeEmpty) {
  EXPECT_TRUE(tokenize("", TextKind::Module).front().is(TokenKind::End));
  EXPECT_TRUE(tokenize(" \n// x", TextKind::Module).front().is(TokenKind::End));
}

TEST(Lexer, Identifiers) {
  for (const char *text : {"add", "%r1", "$L__BB0_2", "_", "a$b", "%SP", "_x1"})
    EXPECT_TRUE(lexOne(text).is(TokenKind::Identifier)) << text;
}

TEST(Lexer, WordsBehindDots) {
  for (const char *text : {".rn", ".v4", ".L1::evict_last", ".shared::cta",
                           ".mbarrier::complete_tx::bytes", ".debug_info"})
    EXPECT_TRUE(lexOne(text).is(TokenKind::DotWord)) << text;
}

TEST(Lexer, AWordThatStartsWithADigitFollowsAWord) {
  EXPECT_EQ(spell("tex.2d.v4"), "tex|.2d|.v4");
  EXPECT_EQ(spell("tcgen05.ld.16x64b"), "tcgen05|.ld|.16x64b");
}

TEST(Lexer, ColonsThatEndALabel) {
  EXPECT_EQ(spell("L: add.L1::x y"), "L|:|add|.L1::x|y");
  EXPECT_EQ(spell(".a:: b"), ".a|:|:|b");
}

TEST(Lexer, Integers) {
  EXPECT_EQ(lexOne("42").bits, 42u);
  EXPECT_EQ(lexOne("0").bits, 0u);
  EXPECT_EQ(lexOne("0x2A").bits, 42u);
  EXPECT_EQ(lexOne("0X2a").bits, 42u);
  EXPECT_EQ(lexOne("052").bits, 42u);
  EXPECT_EQ(lexOne("0b101010").bits, 42u);
  EXPECT_EQ(lexOne("18446744073709551615").bits, UINT64_MAX);
  EXPECT_FALSE(lexOne("42").isUnsigned);
}

TEST(Lexer, UnsignedIntegers) {
  EXPECT_TRUE(lexOne("42U").isUnsigned);
  EXPECT_TRUE(lexOne("0xffU").isUnsigned);
  EXPECT_EQ(lexOne("0xffU").bits, 255u);
}

TEST(Lexer, IntegersThatAreNone) {
  for (const char *text :
       {"0x", "0b", "0b2", "08", "12ab", "18446744073709551616", "1_0"})
    EXPECT_TRUE(lexOne(text).is(TokenKind::Error)) << text;
  EXPECT_EQ(lexOne("18446744073709551616").error,
            "an integer of at most 64 bits");
  EXPECT_EQ(lexOne("08").error, "digits from 0 to 7 after a leading 0");
}

TEST(Lexer, FloatBits) {
  Token single = lexOne("0f3F800000");
  EXPECT_TRUE(single.is(TokenKind::F32));
  EXPECT_EQ(single.bits, 0x3F800000u);
  Token twice = lexOne("0d3ff0000000000000");
  EXPECT_TRUE(twice.is(TokenKind::F64));
  EXPECT_EQ(twice.bits, 0x3FF0000000000000u);
}

TEST(Lexer, FloatBitsOfTheWrongLength) {
  EXPECT_EQ(lexOne("0f3F80").error, "8 hexadecimal digits after '0f'");
  EXPECT_EQ(lexOne("0f3F80000g").error, "8 hexadecimal digits after '0f'");
  EXPECT_EQ(lexOne("0d3F800000").error, "16 hexadecimal digits after '0d'");
}

TEST(Lexer, DecimalFloats) {
  for (const char *text : {"1.0", "1.", "1e0", "10.0e-1", "0.1E+1"}) {
    EXPECT_TRUE(lexOne(text).is(TokenKind::F64)) << text;
    EXPECT_EQ(lexOne(text).bits, 0x3FF0000000000000u) << text;
  }
  EXPECT_EQ(lexOne(".5").bits, 0x3FE0000000000000u);
}

TEST(Lexer, Strings) {
  EXPECT_TRUE(lexOne("\"a // b\"").is(TokenKind::String));
  EXPECT_EQ(lexOne("\"a\\\"b\"").spelling, "\"a\\\"b\"");
  EXPECT_TRUE(
      tokenize("\"a\nb", TextKind::Module).front().is(TokenKind::Error));
}

TEST(Lexer, Comments) {
  EXPECT_EQ(spell("a // b ; c\nd /* e\nf */ g"), "a|d|g");
  EXPECT_TRUE(lexOne("/* a").is(TokenKind::Error));
}

TEST(Lexer, Punctuation) {
  EXPECT_EQ(spell("@!p{a,b}[c+-4](d)|<5>;:="),
            "@|!|p|{|a|,|b|}|[|c|+|-|4|]|(|d|)|||<|5|>|;|:|=");
  EXPECT_EQ(spell("1<<2>>3<=4&&5"), "1|<<|2|>>|3|<=|4|&&|5");
}

TEST(Lexer, TextThatIsNoPTX) {
  EXPECT_EQ(lexOne("#").error, "a comment as '// ...'");
  EXPECT_EQ(lexOne("\x80").describe(), "the byte 0x80, which is no UTF-8");
  EXPECT_EQ(lexOne(".").error, "a word after '.'");
}

TEST(Lexer, Places) {
  std::vector<Token> tokens = tokenize("a\n  /*\n*/ b", TextKind::Module);
  EXPECT_EQ(tokens[0].location.line, 1u);
  EXPECT_EQ(tokens[0].location.column, 1u);
  EXPECT_EQ(tokens[1].location.offset, 10u);
  EXPECT_EQ(tokens[1].location.line, 3u);
  EXPECT_EQ(tokens[1].location.column, 4u);
}

TEST(Lexer, GluedTokens) {
  std::vector<Token> tokens = tokenize("add.rn .f32", TextKind::Module);
  EXPECT_TRUE(tokens[1].isGlued);
  EXPECT_FALSE(tokens[2].isGlued);
}

TEST(Lexer, AsmOperands) {
  Token token = lexOne("$12", TextKind::InlineAsm);
  EXPECT_TRUE(token.is(TokenKind::Placeholder));
  EXPECT_EQ(token.bits, 12u);
  EXPECT_EQ(lexOne("${3}", TextKind::InlineAsm).bits, 3u);
  EXPECT_EQ(spell("[$1+$2]", TextKind::InlineAsm), "[|$1|+|$2|]");
}

TEST(Lexer, AsmNamesMayHoldEscapes) {
  for (const char *text : {"$$L1", "L${:uid}", "a$$b"})
    EXPECT_TRUE(lexOne(text, TextKind::InlineAsm).is(TokenKind::Identifier))
        << text;
}

TEST(Lexer, AsmOperandsThatAreNone) {
  for (const char *text : {"$", "${", "${}", "${1", "${x}", "$99999999999"})
    EXPECT_TRUE(
        tokenize(text, TextKind::InlineAsm).front().is(TokenKind::Error))
        << text;
}

TEST(Lexer, ADollarOfAModuleIsALetter) {
  EXPECT_TRUE(lexOne("$0").is(TokenKind::Identifier));
}

} // namespace
