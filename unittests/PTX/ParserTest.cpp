//===- ParserTest.cpp - PTX that parses -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

std::vector<Statement> parseBody(StringRef text) {
  ParseResult<AsmBody> result = parseAsmBody(text);
  for (const Diagnostic &error : result.errors)
    ADD_FAILURE() << text.str() << ": " << error.message;
  return std::move(result.value.statements);
}

/// The one instruction of a body.
Instruction parseOne(StringRef text) {
  std::vector<Statement> statements = parseBody(text);
  EXPECT_EQ(statements.size(), 1u) << text.str();
  if (statements.empty() || !statements[0].getIf<Instruction>()) {
    ADD_FAILURE() << text.str() << ": no instruction";
    return {};
  }
  return *statements[0].getIf<Instruction>();
}

Operand parseOperand(StringRef text) {
  Instruction instruction = parseOne("x " + text.str() + ";");
  EXPECT_EQ(instruction.operands.size(), 1u) << text.str();
  return instruction.operands.empty() ? Operand() : instruction.operands[0];
}

int64_t parseInteger(StringRef text) {
  Operand operand = parseOperand(text);
  EXPECT_EQ(operand.kind, Operand::Integer) << text.str();
  return operand.bits;
}

template <typename T> T parseStatement(StringRef text) {
  std::vector<Statement> statements = parseBody(text);
  if (statements.size() != 1 || !statements[0].getIf<T>()) {
    ADD_FAILURE() << text.str() << ": another kind of statement";
    return {};
  }
  return *statements[0].getIf<T>();
}

Module parse(StringRef text) {
  ParseResult<Module> result = parseModule(text);
  for (const Diagnostic &error : result.errors)
    ADD_FAILURE() << error.location.line << ": " << error.message;
  return std::move(result.value);
}

template <typename T> T parseItem(StringRef text) {
  Module module = parse(text);
  if (module.items.size() != 1 || !std::get_if<T>(&module.items[0])) {
    ADD_FAILURE() << text.str() << ": another kind of item";
    return {};
  }
  return std::get<T>(module.items[0]);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

TEST(ParseInstruction, OpcodeAndModifiers) {
  Instruction add = parseOne("add.rn.ftz.f32 $0, $1, $2;");
  EXPECT_EQ(add.opcode, "add");
  EXPECT_EQ(add.modifiers, (std::vector<std::string>{"rn", "ftz", "f32"}));
  EXPECT_EQ(add.getMnemonic(), "add.rn.ftz.f32");
  EXPECT_EQ(add.operands.size(), 3u);
  EXPECT_FALSE(add.guard);
}

TEST(ParseInstruction, WithoutOperands) {
  EXPECT_TRUE(parseOne("ret;").operands.empty());
  EXPECT_EQ(parseOne("cp.async.commit_group;").modifiers.size(), 2u);
}

TEST(ParseInstruction, Guards) {
  Instruction plain = parseOne("@%p1 bra $$L;");
  ASSERT_TRUE(plain.guard);
  EXPECT_EQ(plain.guard->name, "%p1");
  EXPECT_FALSE(plain.guard->isNegated);
  Instruction negated = parseOne("@!$4 trap;");
  ASSERT_TRUE(negated.guard);
  EXPECT_TRUE(negated.guard->isNegated);
  EXPECT_EQ(negated.guard->kind, Operand::Placeholder);
  EXPECT_EQ(negated.guard->bits, 4u);
}

TEST(ParseInstruction, Calls) {
  Instruction call = parseOne("call.uni (r0, r1), f, (a, 3), proto;");
  ASSERT_EQ(call.operands.size(), 4u);
  EXPECT_EQ(call.operands[0].kind, Operand::List);
  EXPECT_EQ(call.operands[0].elements.size(), 2u);
  EXPECT_EQ(call.operands[1].name, "f");
  EXPECT_EQ(call.operands[2].elements[1].bits, 3u);
  EXPECT_EQ(parseOne("call f;").operands.size(), 1u);
  EXPECT_TRUE(parseOne("call f, ();").operands[1].elements.empty());
}

TEST(ParseInstruction, PlacesCountInsideTheBody) {
  std::vector<Statement> body = parseBody("ret;\n  ret;");
  EXPECT_EQ(body[1].getIf<Instruction>()->location.line, 2u);
  EXPECT_EQ(body[1].getIf<Instruction>()->location.column, 3u);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST(ParseOperand, Names) {
  EXPECT_EQ(parseOperand("%r1").name, "%r1");
  EXPECT_TRUE(parseOperand("_").isSink());
  Operand special = parseOperand("%tid.x");
  EXPECT_EQ(special.name, "%tid");
  EXPECT_EQ(special.component, ".x");
  EXPECT_EQ(parseOperand("sym+8").offset, 8);
}

TEST(ParseOperand, Placeholders) {
  Operand operand = parseOperand("${7}");
  EXPECT_EQ(operand.kind, Operand::Placeholder);
  EXPECT_EQ(operand.bits, 7u);
}

TEST(ParseOperand, NegatedPredicates) {
  Operand operand = parseOperand("!%p3");
  EXPECT_TRUE(operand.isNegated);
  EXPECT_EQ(operand.name, "%p3");
}

TEST(ParseOperand, Vectors) {
  Operand vector = parseOperand("{%r1, _, $2, 4}");
  ASSERT_EQ(vector.kind, Operand::Vector);
  ASSERT_EQ(vector.elements.size(), 4u);
  EXPECT_TRUE(vector.elements[1].isSink());
  EXPECT_EQ(vector.elements[2].kind, Operand::Placeholder);
  EXPECT_EQ(vector.elements[3].bits, 4u);
}

TEST(ParseOperand, Pairs) {
  Operand pair = parseOperand("%p1|%p2");
  ASSERT_EQ(pair.kind, Operand::Pair);
  EXPECT_EQ(pair.elements[0].name, "%p1");
  EXPECT_EQ(pair.elements[1].name, "%p2");
}

TEST(ParseOperand, Addresses) {
  Operand plain = parseOperand("[%rd1]");
  ASSERT_EQ(plain.kind, Operand::Address);
  EXPECT_EQ(plain.elements[0].name, "%rd1");
  EXPECT_EQ(parseOperand("[%rd1+2048]").elements[0].offset, 2048);
  EXPECT_EQ(parseOperand("[%rd1+-4]").elements[0].offset, -4);
  EXPECT_EQ(parseOperand("[ $1 + 2*8 ]").elements[0].offset, 16);
  EXPECT_EQ(parseOperand("[128]").elements[0].bits, 128u);
}

TEST(ParseOperand, AnOffsetMayBeAnAsmOperand) {
  Operand address = parseOperand("[ $1 + $2 + 4 ]");
  EXPECT_EQ(address.elements[0].offsetPlaceholder, 2);
  EXPECT_EQ(address.elements[0].offset, 4);
}

TEST(ParseOperand, AddressesOfTensors) {
  Operand address = parseOperand("[%rd1, {%r1, 0}]");
  ASSERT_EQ(address.elements.size(), 2u);
  EXPECT_EQ(address.elements[1].kind, Operand::Vector);
}

TEST(ParseOperand, ElementsOfArrays) {
  Operand element = parseOperand("a[3]");
  EXPECT_EQ(element.kind, Operand::Element);
  EXPECT_EQ(element.name, "a");
  EXPECT_EQ(element.elements[0].bits, 3u);
}

TEST(ParseOperand, Floats) {
  EXPECT_EQ(parseOperand("0f3F800000").kind, Operand::F32);
  EXPECT_EQ(parseOperand("-0d3FF0000000000000").bits, 0xBFF0000000000000u);
  EXPECT_EQ(parseOperand("-1.0").bits, 0xBFF0000000000000u);
}

TEST(ParseConstant, PrecedenceIsThatOfC) {
  EXPECT_EQ(parseInteger("1+2*3"), 7);
  EXPECT_EQ(parseInteger("(1+2)*3"), 9);
  EXPECT_EQ(parseInteger("7-2-1"), 4);
  EXPECT_EQ(parseInteger("1<<4|1"), 17);
  EXPECT_EQ(parseInteger("1|6&4"), 5);
  EXPECT_EQ(parseInteger("3==3&&2<1"), 0);
  EXPECT_EQ(parseInteger("1 ? 2 : 3"), 2);
  EXPECT_EQ(parseInteger("~0"), -1);
  EXPECT_EQ(parseInteger("!5"), 0);
}

TEST(ParseConstant, SignedAndUnsigned) {
  EXPECT_EQ(parseInteger("-7/2"), -3);
  EXPECT_EQ(parseInteger("-7 % 4"), -3);
  EXPECT_EQ(parseInteger("-8>>1"), -4);
  EXPECT_EQ(parseInteger("(.u64)-8>>63"), 1);
  EXPECT_EQ(parseInteger("-1 < 1"), 1);
  EXPECT_EQ(parseInteger("-1 < 1U"), 0);
}

TEST(ParseConstant, TheLeastIntegerIsSigned) {
  Operand least = parseOperand("-9223372036854775808");
  EXPECT_EQ(least.bits, uint64_t(1) << 63);
  EXPECT_FALSE(least.isUnsigned);
  EXPECT_EQ(parseInteger("-9223372036854775808/-1"), INT64_MIN);
  EXPECT_TRUE(parseOperand("9223372036854775808").isUnsigned);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

TEST(ParseStatement, Registers) {
  Variable range = parseStatement<Variable>(".reg .b32 %r<57>;");
  EXPECT_EQ(range.space, "reg");
  EXPECT_EQ(range.type, "b32");
  EXPECT_EQ(range.names[0].name, "%r");
  EXPECT_EQ(range.names[0].rangeCount, 57u);
  Variable list = parseStatement<Variable>(".reg .pred p, q<2>, r;");
  EXPECT_EQ(list.names.size(), 3u);
  EXPECT_EQ(parseStatement<Variable>(".reg .v4 .f32 v;").vectorSize, 4u);
}

TEST(ParseStatement, BlocksNest) {
  Block block =
      parseStatement<Block>("{ .reg .b32 t; { mov.b32 t, 1; } ret; }");
  ASSERT_EQ(block.statements.size(), 3u);
  EXPECT_TRUE(block.statements[1].getIf<Block>());
}

// ptxas takes no empty statement; modules of other sources are read as they
// are.
TEST(ParseStatement, EmptyStatements) {
  EXPECT_TRUE(parseBody("").empty());
  ParseResult<AsmBody> body = parseAsmBody("trap;;");
  ASSERT_EQ(body.errors.size(), 1u);
  EXPECT_EQ(body.errors[0].location.column, 6u);
  EXPECT_TRUE(parseModule(".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".func f() { trap;; }\n"));
}

// ptxas reads `wgmma.fence` as one word, and `bar.cta.arrive`, too, though
// `bar.cta` is an instruction.
TEST(ParseStatement, BlanksInNames) {
  for (const char *text :
       {"add .f32 $0, $1, $2;", "add.rn\n.f32 $0, $1, $2;", "bar .sync 0;",
        "bar.cta .sync 0;", "fence .acq_rel.gpu;", "fence.proxy .async;",
        "barrier .sync 0;", "griddepcontrol /**/ .wait;",
        "tex.base .2d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $6}];"})
    EXPECT_EQ(parseBody(text).size(), 1u) << text;
  for (const auto &[text, line, column, message] :
       {std::tuple{"wgmma .fence.sync.aligned;", 1u, 7u,
                   "expected no blank in 'wgmma.fence', found '.fence'"},
        {"bar.cta \n.arrive $0, $0;", 2u, 1u,
         "expected no blank in 'bar.cta.arrive', found '.arrive'"},
        {"bar .cta.sync 0;", 1u, 5u,
         "expected no blank in 'bar.cta', found '.cta'"},
        {"div/**/.full.f32 $0, $1, $2;", 1u, 8u,
         "expected no blank in 'div.full', found '.full'"},
        {"cp.async.bulk //\n .wait_group 0;", 2u, 2u,
         "expected no blank in 'cp.async.bulk.wait_group', found "
         "'.wait_group'"}}) {
    ParseResult<AsmBody> body = parseAsmBody(text);
    ASSERT_EQ(body.errors.size(), 1u) << text;
    EXPECT_EQ(body.errors[0].location.line, line) << text;
    EXPECT_EQ(body.errors[0].location.column, column) << text;
    EXPECT_EQ(body.errors[0].message, message);
    // Modules of other sources are read as they are.
    EXPECT_TRUE(parseModule(".version 9.0\n.target sm_90a\n.address_size 64\n"
                            ".func f() { " +
                            std::string(text) + " }\n"));
  }
}

// ptxas takes `+-4` only.
TEST(ParseStatement, NegativeOffsets) {
  EXPECT_EQ(parseBody("ld.b32 $0, [$1+-4];").size(), 1u);
  ParseResult<AsmBody> body = parseAsmBody("ld.b32 $0, [$1-4];");
  ASSERT_EQ(body.errors.size(), 1u);
  EXPECT_EQ(body.errors[0].message,
            "expected '+' and an offset, as in '+-4', found '-'");
}

// ptxas reads `_` as a place that takes a value, and no sum of it.
TEST(ParseStatement, SumsOfSinks) {
  EXPECT_EQ(parseBody("mov.b64 {$0, _}, $1;").size(), 1u);
  for (const char *text :
       {"mov.b64 {$0, _+7}, $1;", "mov.b64 {$0, _+0}, $1;",
        "tex.base.2d.v4.f16.f32 {$0, $1, _+7, $1}|$2, [$3, {$4, $5}];"}) {
    ParseResult<AsmBody> body = parseAsmBody(text);
    ASSERT_EQ(body.errors.size(), 1u) << text;
    EXPECT_EQ(body.errors[0].message, "expected '_' alone, found a sum");
    EXPECT_EQ(text[body.errors[0].location.column - 1], '_') << text;
  }
}

TEST(ParseStatement, Labels) {
  std::vector<Statement> body = parseBody("L${:uid}: bra L${:uid};");
  ASSERT_EQ(body.size(), 2u);
  EXPECT_EQ(body[0].getIf<Label>()->name, "L${:uid}");
  EXPECT_EQ(body[1].getIf<Instruction>()->operands[0].name, "L${:uid}");
}

TEST(ParseStatement, Targets) {
  TargetList list = parseStatement<TargetList>(".branchtargets L1, L2;");
  EXPECT_EQ(list.names, (std::vector<std::string>{"L1", "L2"}));
  EXPECT_TRUE(parseStatement<TargetList>(".calltargets f;").isCall);
}

TEST(ParseStatement, Prototypes) {
  CallPrototype prototype = parseStatement<CallPrototype>(
      ".callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _)"
      " .noreturn;");
  EXPECT_EQ(prototype.results.size(), 1u);
  EXPECT_EQ(prototype.params.size(), 2u);
  EXPECT_EQ(prototype.directives[0].name, "noreturn");
}

TEST(ParseStatement, Pragmas) {
  Directive pragma = parseStatement<Directive>(".pragma \"nounroll\";");
  EXPECT_EQ(pragma.arguments[0].name, "nounroll");
}

TEST(ParseStatement, LinesReachTheInstructions) {
  std::vector<Statement> body =
      parseBody(".loc 1 72 16\nret;\n.loc 2 3 4, function_name L+2, "
                "inlined_at 1 5 6\nret;");
  ASSERT_EQ(body.size(), 4u);
  EXPECT_EQ(body[1].getIf<Instruction>()->source.line, 72u);
  EXPECT_EQ(body[3].getIf<Instruction>()->source.file, 2u);
  const LineDirective &inlined = *body[2].getIf<LineDirective>();
  EXPECT_EQ(inlined.functionName->offset, 2);
  EXPECT_EQ(inlined.inlinedAt->column, 6u);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

TEST(ParseModule, Header) {
  Module module =
      parse(".version 8.6\n.target sm_90a, debug\n.address_size 64\n");
  EXPECT_EQ(module.getVersion(), 86u);
  EXPECT_EQ(module.targets, (std::vector<std::string>{"sm_90a", "debug"}));
  EXPECT_EQ(module.addressSize, 64u);
}

TEST(ParseModule, Kernels) {
  Function kernel = parseItem<Function>(
      ".visible .entry f(\n .param .u64 .ptr .global .align 16 p,\n"
      " .param .align 4 .b8 x[16]\n)\n.reqntid 128, 1, 1\n.minnctapersm 2\n"
      "{ ret; }");
  EXPECT_EQ(kernel.linkage, Linkage::Visible);
  EXPECT_TRUE(kernel.isEntry);
  EXPECT_EQ(kernel.name, "f");
  ASSERT_EQ(kernel.params.size(), 2u);
  EXPECT_TRUE(kernel.params[0].isPointer);
  EXPECT_EQ(kernel.params[0].pointeeSpace, "global");
  EXPECT_EQ(kernel.params[0].pointeeAlignment, 16u);
  EXPECT_EQ(kernel.params[1].alignment, 4u);
  EXPECT_EQ(kernel.params[1].names[0].dims[0], 16u);
  ASSERT_EQ(kernel.directives.size(), 2u);
  EXPECT_EQ(kernel.directives[0].arguments.size(), 3u);
  ASSERT_TRUE(kernel.body);
  EXPECT_EQ(kernel.body->statements.size(), 1u);
}

TEST(ParseModule, Functions) {
  Function function = parseItem<Function>(
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .reg .b32 b);");
  EXPECT_EQ(function.linkage, Linkage::Extern);
  EXPECT_FALSE(function.isEntry);
  EXPECT_EQ(function.results.size(), 1u);
  EXPECT_EQ(function.params[1].space, "reg");
  EXPECT_FALSE(function.body);
  EXPECT_EQ(
      parseItem<Function>(".func f() .noreturn { trap; }").directives[0].name,
      "noreturn");
}

TEST(ParseModule, Variables) {
  Variable array = parseItem<Variable>(
      ".visible .global .align 8 .b8 a[2][3] = {{1, 2, 3}, {4}};");
  EXPECT_EQ(array.alignment, 8u);
  EXPECT_EQ(array.names[0].dims.size(), 2u);
  ASSERT_TRUE(array.names[0].initializer);
  EXPECT_EQ(array.names[0].initializer->elements[0].elements[2].bits, 3u);
  Variable dynamic = parseItem<Variable>(".extern .shared .align 16 .b8 s[];");
  EXPECT_EQ(dynamic.space, "shared");
  ASSERT_EQ(dynamic.names[0].dims.size(), 1u);
  EXPECT_FALSE(dynamic.names[0].dims[0]);
  for (const char *space : {"const", "global", "local", "shared", "param"})
    EXPECT_EQ(parseItem<Variable>("." + std::string(space) + " .f64 x;").space,
              space);
}

TEST(ParseModule, InitializersWithAddresses) {
  Variable table =
      parseItem<Variable>(".global .u64 t[4] = {f, a+8, generic(b)+4, 0};");
  const std::vector<Operand> &values = table.names[0].initializer->elements;
  EXPECT_EQ(values[0].name, "f");
  EXPECT_EQ(values[1].offset, 8);
  EXPECT_EQ(values[2].kind, Operand::Generic);
  EXPECT_EQ(values[2].offset, 4);
  Variable bytes =
      parseItem<Variable>(".global .u8 t[2] = {0xff(a), 0xff00(generic(a))};");
  const std::vector<Operand> &masks = bytes.names[0].initializer->elements;
  EXPECT_EQ(masks[0].kind, Operand::Masked);
  EXPECT_EQ(masks[0].bits, 255u);
  EXPECT_EQ(masks[1].elements[0].kind, Operand::Generic);
}

TEST(ParseModule, Attributes) {
  EXPECT_EQ(
      parseItem<Variable>(".global .attribute(.managed) .s32 g;").attribute,
      ".managed");
}

TEST(ParseModule, Files) {
  FileDirective file = parseItem<FileDirective>(".file 1 \"a b.py\", 17, 42");
  EXPECT_EQ(file.number, 1u);
  EXPECT_EQ(file.path, "a b.py");
  EXPECT_EQ(file.numbers, (std::vector<uint64_t>{17, 42}));
}

TEST(ParseModule, SectionsAreKeptAsTheyAre) {
  Section section =
      parseItem<Section>(".section .debug_str {\n.b8 1 // }\n{ x }\n}");
  EXPECT_EQ(section.name, ".debug_str");
  EXPECT_EQ(section.text, "\n.b8 1 // }\n{ x }\n");
}

TEST(ParseOperand, NegativesOfRegisters) {
  Operand operand = parseOperand("-%r1.b2");
  EXPECT_EQ(operand.kind, Operand::Name);
  EXPECT_TRUE(operand.isMinus);
  EXPECT_EQ(operand.name, "%r1");
  EXPECT_EQ(operand.component, ".b2");
  EXPECT_EQ(mlir::tile::ptx::toString(operand), "-%r1.b2");
  // The negative of a number is a number.
  EXPECT_EQ(parseInteger("-5"), -5);
}

TEST(ParseModule, Aliases) {
  EXPECT_EQ(parseItem<Alias>(".alias f, g;").aliasee, "g");
}

} // namespace
