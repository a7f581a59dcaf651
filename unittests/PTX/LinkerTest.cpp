//===- LinkerTest.cpp - Several modules of PTX as one ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Linker.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

constexpr const char *kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// The text of the linked module, or the messages.
std::string link(std::vector<std::string> texts) {
  std::vector<LinkInput> inputs;
  for (const std::string &text : texts) {
    ParseResult<Module> parsed = parseModule(text);
    EXPECT_TRUE(bool(parsed)) << text;
    inputs.push_back(
        {std::string(1, char('a' + inputs.size())), std::move(parsed.value)});
  }
  std::vector<Diagnostic> errors;
  std::optional<Module> linked = linkModules(std::move(inputs), errors);
  EXPECT_EQ(linked.has_value(), errors.empty());
  if (linked)
    return toString(*linked);
  std::string text;
  for (const Diagnostic &error : errors)
    text += error.message + "\n";
  return text;
}

std::string withHead(const std::string &body) { return kHead + body; }

size_t count(StringRef text, StringRef part) { return text.count(part); }

TEST(Linker, TakesTheDefinitionForADeclaration) {
  std::string text = link(
      {withHead(".extern .func f();\n.extern .global .u32 g;\n"
                ".visible .entry k() { .reg .u32 %r1; call.uni f, (); "
                "ld.global.u32 %r1, [g]; ret; }\n"),
       withHead(
           ".visible .global .u32 g = 7;\n.visible .func f() { ret; }\n")});
  EXPECT_EQ(count(text, ".extern"), 0u) << text;
  EXPECT_EQ(count(text, "g = 7"), 1u) << text;
  EXPECT_EQ(count(text, ".func f"), 2u) << "a prototype and a definition\n"
                                        << text;
  EXPECT_TRUE(bool(parseModule(text)));
}

TEST(Linker, KeepsWhatNoModuleDefines) {
  std::string declaration =
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n";
  std::string text = link({withHead(declaration), withHead(declaration)});
  EXPECT_EQ(count(text, ".extern"), 1u) << text;
}

TEST(Linker, JoinsDynamicSharedArrays) {
  std::string text =
      link({withHead(".extern .shared .align 4 .b8 smem[];\n"),
            withHead(".extern .shared .align 128 .b8 smem[];\n")});
  EXPECT_EQ(count(text, "smem"), 1u) << text;
  EXPECT_EQ(count(text, ".align 128"), 1u) << text;
}

TEST(Linker, RenamesWhatBelongsToAModule) {
  std::string text =
      link({withHead(".global .u32 x = 1;\n"),
            withHead(".global .u32 x = 2;\n.global .u64 p = generic(x);\n"
                     ".visible .entry k() { .reg .u32 %r1; "
                     "ld.global.u32 %r1, [x+4]; ret; }\n"
                     ".visible .entry own() { .shared .u32 x; .reg .u32 %r1; "
                     "ld.shared.u32 %r1, [x]; ret; }\n")});
  EXPECT_EQ(count(text, "x$1 = 2"), 1u) << text;
  EXPECT_EQ(count(text, "generic(x$1)"), 1u) << text;
  EXPECT_EQ(count(text, "[x$1+4]"), 1u) << text;
  // What a kernel declares hides the variable of the module.
  EXPECT_EQ(count(text, "%r1, [x];"), 1u) << text;
}

TEST(Linker, RefusesTwoDefinitions) {
  EXPECT_EQ(link({withHead(".visible .func f() { ret; }\n"),
                  withHead(".visible .func f() { ret; }\n")}),
            "b: expected one definition of 'f', found another in a\n");
  EXPECT_EQ(link({withHead(".visible .global .u32 f;\n"),
                  withHead(".visible .func f() { ret; }\n")}),
            "b: expected 'f' to be a variable, as in a, found a function\n");
}

TEST(Linker, ChoosesAmongWeakDefinitions) {
  std::string text = link({withHead(".weak .global .u32 w = 1;\n"),
                           withHead(".visible .global .u32 w = 2;\n"),
                           withHead(".weak .global .u32 w = 3;\n")});
  EXPECT_EQ(count(text, "w = "), 1u) << text;
  EXPECT_EQ(count(text, "w = 2"), 1u) << text;
}

TEST(Linker, ComparesTypes) {
  EXPECT_EQ(link({withHead(".extern .func f(.param .b32 x);\n"),
                  withHead(".visible .func f(.param .b64 x) { ret; }\n")}),
            "a: expected the parameters and results that 'f' has in b, found "
            "others\n");
}

TEST(Linker, JoinsVersionsAndTargets) {
  auto head = [](StringRef version, StringRef target) {
    return (".version " + version + "\n.target " + target +
            "\n.address_size 64\n")
        .str();
  };
  std::string text = link({head("8.0", "sm_80"), head("8.3", "sm_90a")});
  EXPECT_NE(text.find(".version 8.3\n.target sm_90a"), std::string::npos)
      << text;
  EXPECT_EQ(link({head("8.0", "sm_90a"), head("8.6", "sm_100")}),
            "b: expected code that one target can run, found code for sm_100 "
            "and code for sm_90a\n");
}

TEST(Linker, NumbersFilesAnew) {
  std::string text =
      link({withHead(".visible .entry a() { .loc 1 5 0\n ret; }\n"
                     ".file 1 \"a.cu\"\n"),
            withHead(".visible .entry b() { .loc 1 6 0\n ret; }\n"
                     ".file 1 \"b.cu\"\n")});
  EXPECT_EQ(count(text, ".loc 1 5"), 1u) << text;
  EXPECT_EQ(count(text, ".loc 2 6"), 1u) << text;
  EXPECT_EQ(count(text, ".file 2 \"b.cu\""), 1u) << text;
}

TEST(Linker, NeedsAModule) {
  EXPECT_EQ(link({}), "expected a module to link, found none\n");
}

} // namespace
