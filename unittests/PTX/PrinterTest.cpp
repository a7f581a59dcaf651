//===- PrinterTest.cpp - Data as PTX --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Printer.h"
#include "tile/PTX/Parser.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

std::string reprint(StringRef text) {
  ParseResult<AsmBody> result = parseAsmBody(text);
  EXPECT_TRUE(result) << text.str();
  return toString(result.value);
}

/// Expects that the text is printed as it is.
void expectSame(StringRef text) { EXPECT_EQ(reprint(text), text.str()); }

TEST(Printer, Instructions) {
  expectSame("ret;\n");
  expectSame("@!%p1 add.rn.f32\t$0, $1, $2;\n");
  expectSame("call.uni\t(r), f, (a, b);\n");
}

TEST(Printer, Operands) {
  expectSame("x\t%tid.x, _, {a, _}, [b+4], [c+-4], [t, {x, y}], p|q, !p, a[3];"
             "\n");
  expectSame("x\t[$1+4+$2];\n");
}

TEST(Printer, Numbers) {
  EXPECT_EQ(reprint("x 0x10, -1, 1.0, 0f3f800000, 5U;"),
            "x\t16, -1, 0d3FF0000000000000, 0f3F800000, 5U;\n");
  expectSame("x\t-9223372036854775808, 18446744073709551615U;\n");
}

TEST(Printer, Statements) {
  expectSame(".reg .b32 %r<5>, a, b;\n");
  expectSame("{\n\t.reg .pred p;\nL:\n\tbra\tL;\n}\n");
  expectSame(".pragma \"nounroll\";\n");
  expectSame(".branchtargets L1, L2;\n");
  expectSame(".callprototype (.param .b32 _) _ (.param .b64 _);\n");
  expectSame(".loc 1 2 3\n");
  expectSame(".loc 1 2 3, function_name f+4, inlined_at 4 5 6\n");
}

TEST(Printer, Modules) {
  StringRef text =
      ".version 8.6\n.target sm_90a, debug\n.address_size 64\n\n"
      ".extern .shared .align 16 .b8 s[];\n\n"
      ".global .u64 t[3] = {f, generic(b)+4, 255(a)};\n\n"
      ".file 1 \"a.py\", 1, 2\n\n"
      ".alias f, g;\n\n"
      ".visible .entry k(\n\t.param .u64 .ptr .global .align 16 p,\n"
      "\t.param .align 4 .b8 x[16]\n)\n.reqntid 128, 1, 1\n"
      ".pragma \"x\";\n{\n\tret;\n}\n\n"
      ".extern .func (.param .b32 r) v(\n\t.param .b64 a\n)\n.noreturn;\n\n"
      ".section .debug_str {\n.b8 1 // {\n}\n";
  ParseResult<Module> result = parseModule(text);
  ASSERT_TRUE(result);
  EXPECT_EQ(toString(result.value), text.str());
}

TEST(IsSame, FindsEachDifference) {
  auto parse = [](StringRef text) { return parseAsmBody(text).value; };
  constexpr const char *kText =
      "{ .reg .b32 r<4>; L: @!p add.s32 $1, %tid.x, 4; ld.b32 a, [b+4]; "
      ".loc 1 2 3 call f, (a); .shared .align 8 .b8 x[4]; }";
  EXPECT_TRUE(isSame(parse(kText), parse("// moved\n\n" + std::string(kText))));
  for (auto [from, to] : {std::pair{"r<4>", "r<5>"},
                          {"L:", "M:"},
                          {"@!p", "@p"},
                          {"@!p", ""},
                          {"@!p", "@!q"},
                          {"add", "sub"},
                          {"s32", "u32"},
                          {"$1", "$2"},
                          {"%tid.x", "%tid.y"},
                          {"%tid.x", "%tid"},
                          {", 4;", ", 5;"},
                          {", 4;", ", 4U;"},
                          {"b+4", "b+8"},
                          {"b+4", "b"},
                          {"1 2 3", "1 2 4"},
                          {"(a)", "(a, b)"},
                          {"(a)", "a"},
                          {".align 8", ".align 4"},
                          {"x[4]", "x[5]"},
                          {"x[4]", "x[4][1]"},
                          {"x[4]", "x[4] = {1}"},
                          {"; }", "; ret; }"}}) {
    std::string changed = kText;
    size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    changed.replace(at, StringRef(from).size(), to);
    EXPECT_TRUE(parseAsmBody(changed)) << changed;
    EXPECT_FALSE(isSame(parse(kText), parse(changed))) << changed;
  }
}

} // namespace
