//===- CorpusTest.cpp - Real PTX, read and printed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs/ holds what tilec writes for the kernels of bench/kernels, and PTX of
// other origin with debug information.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Checker.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

/// Calls `check` with the text of each file of the corpus.
void forEachFile(
    llvm::function_ref<void(StringRef name, StringRef text)> check) {
  std::error_code error;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator it(TILE_PTX_CORPUS, error), end;
       !error && it != end; it.increment(error)) {
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(buffer) << it->path();
    check(it->path(), (*buffer)->getBuffer());
    ++count;
  }
  EXPECT_FALSE(error);
  EXPECT_GE(count, 10u);
}

/// The tokens, a line each, with numbers by value and without `+ 0`.
std::string renderTokens(StringRef text) {
  std::string result;
  std::vector<Token> tokens = tokenize(text, TextKind::Module);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token &token = tokens[i];
    if (token.is("+") && tokens[i + 1].is("0"))
      ++i;
    else if (token.is(TokenKind::Integer) || token.is(TokenKind::F32) ||
             token.is(TokenKind::F64))
      result += std::to_string(token.bits) + "\n";
    else
      result += token.spelling.str() + "\n";
  }
  return result;
}

TEST(Corpus, Parses) {
  forEachFile([](StringRef name, StringRef text) {
    for (const Diagnostic &error : parseModule(text).errors)
      ADD_FAILURE() << name.str() << ":" << error.location.line << ": "
                    << error.message;
  });
}

TEST(Corpus, PrintsTheSameTokens) {
  forEachFile([](StringRef name, StringRef text) {
    EXPECT_EQ(renderTokens(toString(parseModule(text).value)),
              renderTokens(text))
        << name.str();
  });
}

TEST(Corpus, PrintedTextIsAFixedPoint) {
  forEachFile([](StringRef name, StringRef text) {
    std::string once = toString(parseModule(text).value);
    EXPECT_EQ(toString(parseModule(once).value), once) << name.str();
  });
}

TEST(Corpus, PrintedTextReadsTheSame) {
  forEachFile([](StringRef name, StringRef text) {
    Module module = parseModule(text).value;
    Module copy = module;
    EXPECT_TRUE(isSame(copy, module));
    EXPECT_TRUE(isSame(parseModule(toString(module)).value, module))
        << name.str();
  });
}

TEST(Corpus, HasOnlyInstructionsOfTheTable) {
  forEachFile([](StringRef name, StringRef text) {
    for (const Diagnostic &error : checkModule(parseModule(text).value))
      ADD_FAILURE() << name.str() << ":" << error.location.line << ": "
                    << error.message;
  });
}

} // namespace
