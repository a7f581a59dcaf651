//===- ParserErrorsTest.cpp - PTX that does not parse ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

/// "line:column: message", a line each.
std::string render(const std::vector<Diagnostic> &errors) {
  std::string text;
  for (const Diagnostic &error : errors)
    text += (text.empty() ? "" : "\n") + std::to_string(error.location.line) +
            ":" + std::to_string(error.location.column) + ": " + error.message;
  return text;
}

std::string bodyErrors(StringRef text) {
  return render(parseAsmBody(text).errors);
}

std::string moduleErrors(StringRef text) {
  return render(parseModule(text).errors);
}

TEST(ParseErrors, NoSemicolon) {
  EXPECT_EQ(bodyErrors("add.f32 $0, $1, $2"),
            "1:19: expected ';', found the end of the text");
  // The next statement is read all the same.
  EXPECT_EQ(bodyErrors("neg a, b\nadd.f32 $0, ;"),
            "2:1: expected ';' at the end of line 1, found 'add'\n"
            "2:13: expected an operand, found ';'");
  EXPECT_EQ(bodyErrors("add.f32 $0, $1, $2\n\n.reg .b32 t;"),
            "3:1: expected ';' at the end of line 1, found '.reg'");
}

TEST(ParseErrors, Operands) {
  EXPECT_EQ(bodyErrors("add $0, , $2;"), "1:9: expected an operand, found ','");
  EXPECT_EQ(bodyErrors("ld {a b}, [c];"),
            "1:7: expected ',' or '}', found 'b'");
  EXPECT_EQ(bodyErrors("ld a, [c;"),
            "1:9: expected ',', '+' or ']', found ';'");
  EXPECT_EQ(bodyErrors("ld a, [c+];"), "1:10: expected an operand, found ']'");
  EXPECT_EQ(bodyErrors("setp p|3, a, b;"), "1:8: expected a name, found '3'");
  EXPECT_EQ(bodyErrors("call (a, f;"), "1:11: expected ',' or ')', found ';'");
}

TEST(ParseErrors, Guards) {
  EXPECT_EQ(bodyErrors("@ 3 bra L;"),
            "1:3: expected a predicate after '@', found '3'");
  EXPECT_EQ(bodyErrors("@p ;"), "1:4: expected an instruction, found ';'");
}

TEST(ParseErrors, Tokens) {
  EXPECT_EQ(bodyErrors("mov.b32 $0, 0f3F;"),
            "1:13: expected 8 hexadecimal digits after '0f', found '0f3F'");
  EXPECT_EQ(bodyErrors("mov.b32 $x, 1;"),
            "1:9: expected the number of an operand after '$', found '$'");
  EXPECT_EQ(bodyErrors("ret; /* x"),
            "1:6: expected '*/' after '/*', found '/* x'");
}

TEST(ParseErrors, Constants) {
  EXPECT_EQ(bodyErrors("x 1/0;"),
            "1:4: expected a divisor other than 0, found 0");
  EXPECT_EQ(bodyErrors("x 1.0+2;"),
            "1:6: expected integers at '+', found a float");
  EXPECT_EQ(bodyErrors("x ~1.0;"), "1:3: expected an integer, found a float");
  EXPECT_EQ(bodyErrors("x (1;"), "1:5: expected ')', found ';'");
  EXPECT_EQ(bodyErrors("x [a+1.0];"),
            "1:6: expected an integer, found a float");
  EXPECT_EQ(bodyErrors("x (.f32)1;"),
            "1:4: expected '.s64' or '.u64', found '.f32'");
}

TEST(ParseErrors, Blocks) {
  EXPECT_EQ(bodyErrors("{ ret;"),
            "1:7: expected '}', found the end of the text");
  EXPECT_EQ(bodyErrors("ret; } ret;"), "1:6: expected a statement, found '}'");
  EXPECT_EQ(bodyErrors("3;"), "1:1: expected a statement, found '3'");
  EXPECT_EQ(bodyErrors(".foo;"), "1:1: expected a statement, found '.foo'");
}

TEST(ParseErrors, SeveralAreReported) {
  EXPECT_EQ(bodyErrors("add $0,;\nret;\nsub ,;\n{ mul [;\n} neg {;"),
            "1:8: expected an operand, found ';'\n"
            "3:5: expected an operand, found ','\n"
            "4:8: expected an operand, found ';'\n"
            "5:8: expected an operand, found ';'");
}

TEST(ParseErrors, TheGoodStatementsAreKept) {
  ParseResult<AsmBody> result = parseAsmBody("ret; add ,; trap;");
  EXPECT_FALSE(result);
  EXPECT_EQ(result.value.statements.size(), 2u);
}

TEST(ParseErrors, NotTooMany) {
  std::string text;
  for (unsigned i = 0; i < 1000; ++i)
    text += "add ,;\n";
  EXPECT_EQ(parseAsmBody(text).errors.size(), kMaxErrors);
  EXPECT_EQ(parseModule(text).errors.size(), kMaxErrors);
}

TEST(ParseErrors, NestingEnds) {
  EXPECT_EQ(bodyErrors(std::string(100000, '{')),
            "1:201: expected blocks nested less deep, found '{'");
  for (const char *piece : {"(", "-", "{", "[", "1+(", "a["})
    EXPECT_FALSE(parseAsmBody("x " + std::string(50000, ' ') +
                              [&] {
                                std::string text;
                                for (unsigned i = 0; i < 50000; ++i)
                                  text += piece;
                                return text;
                              }()))
        << piece;
}

TEST(ParseErrors, Declarations) {
  EXPECT_EQ(bodyErrors(".reg .b7 x;"),
            "1:6: expected a type, found '.b7'; did you mean '.b8'");
  EXPECT_EQ(bodyErrors(".reg x;"),
            "1:6: expected a type, found 'x'; write one as '.b32', '.f32' or "
            "'.pred' before the name");
  EXPECT_EQ(bodyErrors(".reg .b32 %r<x>;"),
            "1:14: expected the number of registers, found 'x'");
  EXPECT_EQ(bodyErrors(".shared .align 3 .b8 x;"),
            "1:16: expected an alignment, a power of two, found '3'");
  EXPECT_EQ(bodyErrors(".shared .b8 x[-1];"),
            "1:15: expected the size of an array, found a negative number");
  EXPECT_EQ(bodyErrors(".reg .b32 .b32 x;"),
            "1:11: expected a name, found '.b32'");
}

TEST(ParseErrors, Lines) {
  EXPECT_EQ(bodyErrors(".loc 1 2;"),
            "1:9: expected a column number, found ';'");
  EXPECT_EQ(bodyErrors(".loc 1 2 3, foo;"),
            "1:13: expected 'function_name', found 'foo'");
  EXPECT_EQ(bodyErrors(".loc 1 2 3, function_name f, at;"),
            "1:30: expected 'inlined_at', found 'at'");
}

TEST(ParseErrors, Targets) {
  EXPECT_EQ(bodyErrors(".branchtargets 3;"),
            "1:16: expected a label, found '3'");
  EXPECT_EQ(bodyErrors(".callprototype ;"), "1:16: expected '_', found ';'");
}

TEST(ParseErrors, Headers) {
  EXPECT_EQ(moduleErrors(".version 8"),
            "1:10: expected a version such as 8.6, found '8'");
  EXPECT_EQ(moduleErrors(".target 90"), "1:9: expected a target, found '90'");
  EXPECT_EQ(moduleErrors(".address_size 16"),
            "1:15: expected 32 or 64, found '16'");
}

TEST(ParseErrors, Functions) {
  EXPECT_EQ(moduleErrors(".entry (.param .b32 a);"),
            "1:8: expected the name of a function, found '('");
  EXPECT_EQ(moduleErrors(".entry f(.b32 a) { }"),
            "1:10: expected a state space, found '.b32'");
  EXPECT_EQ(moduleErrors(".entry f .foo { }"),
            "1:10: expected a directive of a function, '{' or ';', found "
            "'.foo'");
  EXPECT_EQ(moduleErrors(".visible foo;"),
            "1:10: expected '.entry', '.func' or a state space, found 'foo'");
  EXPECT_EQ(moduleErrors(".entry f { ret; "),
            "1:17: expected '}', found the end of the text");
}

TEST(ParseErrors, Items) {
  EXPECT_EQ(moduleErrors("add.f32 a, b, c;"),
            "1:1: expected a directive, found 'add'");
  EXPECT_EQ(moduleErrors(".section {"),
            "1:10: expected the name of a section, found '{'");
  EXPECT_EQ(moduleErrors(".section .x { "),
            "1:15: expected '}', found the end of the text");
  EXPECT_EQ(moduleErrors(".file x"),
            "1:7: expected the number of a file, found 'x'");
  EXPECT_EQ(moduleErrors(".global .b32 x = foo(y);"),
            "1:18: expected 'generic', found 'foo'");
}

} // namespace
