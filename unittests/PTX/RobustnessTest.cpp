//===- RobustnessTest.cpp - Texts made to be too much ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long, dense, deep and broken texts end with a result or an error, in time and
// memory in proportion to their size. The suite takes 1 MB of each kind; with
// --gtest_also_run_disabled_tests it is 100 MB, for minutes.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Checker.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

constexpr size_t kMega = size_t(1) << 20;
constexpr const char *kKernel =
    ".version 8.6\n.target sm_90a\n.entry f() {\n.reg .f32 %f<4>;\n";

/// `before`, then `piece` again and again up to that size, then `after`.
std::string repeat(size_t size, StringRef piece, StringRef before = "",
                   StringRef after = "") {
  std::string text = before.str();
  text.reserve(size + before.size() + piece.size() + after.size());
  while (text.size() < size)
    text += piece;
  return text += after;
}

/// Reads a text as a module and as an asm body, checks and prints what came of
/// it. Not ending, or a sanitizer, is the failure.
void readBothWays(StringRef text) {
  ParseResult<Module> module = parseModule(text);
  EXPECT_LE(module.errors.size(), kMaxErrors);
  EXPECT_LE(checkModule(module.value).size(), kMaxErrors);
  EXPECT_LE(toString(module.value).size(), 64 + 20 * text.size());
  ParseResult<AsmBody> body = parseAsmBody(text);
  EXPECT_LE(body.errors.size(), kMaxErrors);
  EXPECT_LE(checkAsmBody(body.value, *Target::parse("sm_90a"), 86, {}).size(),
            kMaxErrors);
  EXPECT_LE(toString(body.value).size(), 64 + 20 * text.size());
}

void readOneLineOfEachKind(size_t size) {
  for (const char *piece : {"a",
                            "0",
                            "9",
                            ".",
                            "{",
                            "}",
                            "(",
                            ")",
                            "[",
                            "]",
                            ",",
                            ";",
                            ":",
                            "-",
                            "!",
                            "+",
                            "\"",
                            "\"a\" ",
                            "<",
                            "::",
                            "@",
                            "@p ",
                            "$1",
                            "$",
                            "$$",
                            "${",
                            "%",
                            "|",
                            "a|",
                            "\\",
                            "0f",
                            "0x",
                            "1 ",
                            "1.",
                            "1e",
                            "/*",
                            "/",
                            "*/",
                            "=",
                            "?",
                            "1?",
                            "1?1:",
                            "a,",
                            "a;",
                            "a:",
                            "{}",
                            "add.",
                            ".add",
                            "a.a ",
                            "L:{",
                            "x {",
                            "x (",
                            "x a+",
                            "x a[",
                            "x 1+",
                            "x !",
                            "x -",
                            ".reg ",
                            ".entry f(",
                            ".visible ",
                            ".attribute(",
                            ".loc 1 1 1 ",
                            ".file 1 \"a\",",
                            ".section a {",
                            ".branchtargets a,",
                            ".reg .b32 a;",
                            ".pragma \"a\";",
                            ".global .b8 x[]={",
                            ".extern .func f;",
                            ".target a, a ",
                            ".version 8.6 ",
                            "call (",
                            "foo;",
                            "add.f32 $0,$1,$2;",
                            "@p bra L;",
                            "\xff",
                            "\x80 a",
                            "\t"})
    readBothWays(repeat(size, piece));
  readBothWays(std::string(size, '\0'));
  readBothWays(std::string(size, '\n'));
}

/// Kinds of which something comes before or after the long part.
void readLongParts(size_t size) {
  EXPECT_TRUE(parseModule(repeat(size, "a", "/*", "*/")));
  EXPECT_FALSE(parseModule(repeat(size, "a", "/*")));
  EXPECT_TRUE(parseModule(repeat(size, "a", "//")));
  EXPECT_TRUE(parseModule(repeat(size, "a", ".file 1 \"", "\"")));
  EXPECT_FALSE(parseModule(repeat(size, "a", ".file 1 \"")));
  EXPECT_TRUE(parseAsmBody(repeat(size, "a", "", ";")));
  EXPECT_TRUE(parseAsmBody(repeat(size, "0", "x ", ";")));
  EXPECT_TRUE(parseAsmBody(repeat(size, "1+", "x 1+", "1;")));
  // Digits cost their square, so their number has a bound of its own.
  EXPECT_FALSE(parseAsmBody(repeat(size, "9", "x 1.", ";")));
  EXPECT_FALSE(parseAsmBody(repeat(size, "9", "x ", ";")));
  EXPECT_FALSE(parseAsmBody(repeat(size, ".add", "add", ";")));
  EXPECT_FALSE(parseAsmBody(repeat(size, ",a", "add a", ";")));
  EXPECT_FALSE(parseAsmBody(repeat(size, ",a", "ld {a", "}, [b];")));
  EXPECT_FALSE(parseAsmBody(repeat(size, ",a", "call f, (a", ");")));
}

void readValidModule(size_t size) {
  ParseResult<Module> module = parseModule(
      repeat(size, "\tadd.rn.f32 \t%f1, %f2, %f3;\n", kKernel, "}\n"));
  EXPECT_TRUE(module);
  EXPECT_TRUE(checkModule(module.value).empty());
}

TEST(Robustness, OneLineOfEachKind) { readOneLineOfEachKind(kMega / 4); }
TEST(Robustness, LongParts) { readLongParts(kMega); }
TEST(Robustness, ValidModule) { readValidModule(kMega); }

TEST(Robustness, HundredMegabytes) {
  EXPECT_FALSE(parseModule(repeat(100 * kMega, "a")));
  EXPECT_FALSE(parseAsmBody(std::string(100 * kMega, '{')));
}

TEST(Robustness, DISABLED_OneLineOfEachKind) {
  readOneLineOfEachKind(100 * kMega);
}
TEST(Robustness, DISABLED_LongParts) { readLongParts(100 * kMega); }
TEST(Robustness, DISABLED_ValidModule) { readValidModule(100 * kMega); }

TEST(Robustness, NumberOfWordsAndOperands) {
  auto getError = [](const std::string &text) {
    ParseResult<AsmBody> body = parseAsmBody(text);
    return body ? "" : body.errors[0].message;
  };
  std::string words = "x";
  for (unsigned i = 0; i < kMaxWords; ++i)
    words += ".a";
  EXPECT_EQ(getError(words + ";"), "");
  EXPECT_EQ(getError(words + ".b;"),
            "expected at most 32 words of an instruction, found '.b'");
  std::string operands = "x a";
  for (unsigned i = 1; i < kMaxOperands; ++i)
    operands += ",a";
  EXPECT_EQ(getError(operands + ";"), "");
  EXPECT_EQ(getError(operands + ",b;"),
            "expected at most 4096 operands, found 'b'");
}

TEST(Robustness, DataIsBounded) {
  ParseOptions options;
  options.maxDataBytes = 100000;
  for (const char *piece : {"a;", "a:", "{}", "add a,b,c;", ".reg .b32 a,b,c;",
                            "ld {a,b}, [c];", "@p a;", ".loc 1 1 1 "}) {
    ParseResult<AsmBody> body = parseAsmBody(repeat(kMega / 2, piece), options);
    ASSERT_EQ(body.errors.size(), 1u) << piece;
    EXPECT_EQ(body.errors[0].message,
              "expected statements that take at most 100000 bytes of memory, "
              "found more up to here")
        << piece;
    EXPECT_LE(body.value.statements.size() * sizeof(Statement), 100000u);
  }
  for (const char *piece :
       {".global .b8 x;", ".extern .func f;", ".alias f, g;", ".file 1 \"a\" ",
        ".global .b8 x[3] = {1,2,3};", ".section a {}"}) {
    ParseResult<Module> module = parseModule(repeat(kMega, piece), options);
    ASSERT_EQ(module.errors.size(), 1u) << piece;
    EXPECT_LE(module.value.items.size() * sizeof(ModuleItem), 100000u);
  }
  EXPECT_FALSE(
      parseModule(repeat(kMega, ",0", ".global .b8 x[] = {0", "};"), options));
}

TEST(Robustness, DeepBlocksPrintInProportion) {
  std::string deep = std::string(kMaxDepth, '{') + repeat(1000, "a;") +
                     std::string(kMaxDepth, '}');
  ParseResult<AsmBody> body = parseAsmBody(deep);
  ASSERT_TRUE(body);
  EXPECT_LE(toString(body.value).size(), 20 * deep.size());
}

/// Real modules, cut at each place and changed at random ones.
TEST(Robustness, TruncatedAndChangedModules) {
  std::error_code error;
  std::mt19937_64 random(1);
  for (llvm::sys::fs::directory_iterator it(TILE_PTX_CORPUS, error), end;
       !error && it != end; it.increment(error)) {
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(buffer) << it->path();
    StringRef text = (*buffer)->getBuffer();
    for (unsigned i = 0; i < 40; ++i)
      readBothWays(text.take_front(random() % text.size()));
    for (unsigned i = 0; i < 40; ++i) {
      std::string changed = text.str();
      for (unsigned edits = 1 + random() % 8; edits > 0; --edits) {
        size_t at = random() % changed.size();
        switch (random() % 3) {
        case 0:
          changed[at] = char(random());
          break;
        case 1:
          changed.erase(at, 1 + random() % 40);
          break;
        default:
          changed.insert(at, text.substr(random() % text.size(), 30).str());
        }
      }
      readBothWays(changed);
    }
  }
  EXPECT_FALSE(error);
}

} // namespace
