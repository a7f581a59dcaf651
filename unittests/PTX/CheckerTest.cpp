//===- CheckerTest.cpp - Instructions that a target has or has not --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Checker.h"
#include "tile/PTX/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

/// The errors of a body, a line each; $0, $1, ... have the types.
std::string check(StringRef text, StringRef target = "sm_90a",
                  unsigned version = 86,
                  llvm::ArrayRef<StringRef> operandTypes = {}) {
  ParseResult<AsmBody> body = parseAsmBody(text);
  EXPECT_TRUE(body) << text.str();
  std::string result;
  for (const Diagnostic &error :
       checkAsmBody(body.value, *Target::parse(target), version, operandTypes))
    result += (result.empty() ? "" : "\n") +
              std::to_string(error.location.column) + ": " + error.message;
  return result;
}

TEST(Check, GoodInstructions) {
  for (const char *text :
       {"add.rn.f32 $0, $1, 0f3F800000;", "ret;", "@$1 bra L;",
        "ld.global.v4.b32 {a, b, _, d}, [$1];", "ld.global.b32 {a}, [$1];",
        "st.global.b32 [$0], 0;", "setp.lt.s32 p, $0, 4;",
        "setp.lt.and.f32 p|q, a, b, !r;", "shfl.sync.bfly.b32 a|p, b, 1, 2, 3;",
        "cp.async.wait_group 0;", "mov.b64 {a, b}, c;", "mov.u32 a, %tid.x;",
        "lop3.b32 a, b, c, d, 0x40;", "call (r), f, (a);",
        "cp.async.bulk.wait_group.read 0;",
        "tex.2d.v4.f32.f32 {a, b, c, d}, [t, {x, y}];",
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [a], 16;",
        "atom.global.gpu.acq_rel.add.f32 a, [b], c;"})
    EXPECT_EQ(check(text), "") << text;
}

TEST(Check, Opcodes) {
  EXPECT_EQ(check("ad.f32 $0, $1;"),
            "1: expected an instruction of PTX, found 'ad'; did you mean "
            "'add.f32' or 'ld.f32'");
}

TEST(Check, Words) {
  EXPECT_EQ(check("sin.approx.f64 a, b;"),
            "1: expected '.f32' after 'sin.approx', found '.f64'; write "
            "'sin.approx.f32'");
  EXPECT_EQ(check("sin.approx a, b;"),
            "1: expected a type ('.f32') in 'sin.approx', found none; write "
            "'sin.approx.f32'");
  EXPECT_EQ(check("ret.foo;"),
            "1: expected '.uni' or nothing after 'ret', found '.foo'; write "
            "'ret'");
  EXPECT_EQ(check("exit.foo;"),
            "1: expected nothing after 'exit', found '.foo'; write 'exit'");
}

TEST(Check, NumberOfOperands) {
  EXPECT_EQ(check("add.f32 a, b;"),
            "1: expected 3 operands of 'add.f32', found 2");
  EXPECT_EQ(check("bar.sync;"),
            "1: expected 1 or 2 operands of 'bar.sync', found 0");
  EXPECT_EQ(check("bra a, b;"), "1: expected 1 operand of 'bra', found 2");
}

TEST(Check, KindsOfOperands) {
  EXPECT_EQ(check("ld.global.b32 a, b;"),
            "18: expected an address, found 'b' as operand 2 of "
            "'ld.global.b32'; write [b]");
  EXPECT_EQ(check("ld.global.v4.b32 {a, b}, [c];"),
            "18: expected a vector of 4 elements, found one of 2 as operand 1 "
            "of 'ld.global.v4.b32'");
  EXPECT_EQ(check("add.s32 3, a, b;"),
            "9: expected a register, found an integer as operand 1 of "
            "'add.s32'");
  EXPECT_EQ(check("add.s32 a, _, b;"),
            "12: expected a value, found '_' as operand 2 of 'add.s32'");
  EXPECT_EQ(check("cp.async.wait_group {a};"),
            "21: expected an integer constant, found a vector as operand 1 of "
            "'cp.async.wait_group'");
  EXPECT_EQ(check("bra [a];"),
            "5: expected a label, found an address as operand 1 of 'bra'");
  EXPECT_EQ(check("add.s32 a|b, c, d;"),
            "9: expected a register, found a pair as operand 1 of 'add.s32'");
}

TEST(Check, Constants) {
  EXPECT_EQ(check("add.f32 a, b, 1;"),
            "15: expected a register or a float for '.f32', found an integer "
            "as operand 3 of 'add.f32'; write 1.0");
  EXPECT_EQ(check("add.s32 a, b, 1.0;"),
            "15: expected a register or an integer for '.s32', found an f64 "
            "constant as operand 3 of 'add.s32'; write 1");
}

TEST(Check, NegatedOperands) {
  EXPECT_EQ(check("and.pred p, !q, r;"), "");
  EXPECT_EQ(check("neg.f32 a, !b;"),
            "12: expected an operand without '!', found '!b' as operand 2 of "
            "'neg.f32'");
}

TEST(Check, TypesOfAsmOperands) {
  EXPECT_EQ(check("add.f32 $0, $1, $2;", "sm_90a", 86, {"b32", "f32", "b64"}),
            "17: expected a register for '.f32', found one of type '.b64' as "
            "operand 3 of 'add.f32'");
  EXPECT_EQ(check("add.s32 $0, $0, $1;", "sm_90a", 86, {"b32", "f32"}),
            "17: expected a register for '.s32', found one of type '.f32' as "
            "operand 3 of 'add.s32'");
  EXPECT_EQ(check("mul.wide.s32 $0, $1, $1;", "sm_90a", 86, {"b32", "b32"}),
            "14: expected a register of 64 bits, found one of type '.b32' as "
            "operand 1 of 'mul.wide.s32'");
  // What is loaded or converted may be in a wider register.
  EXPECT_EQ(check("ld.global.b8 $0, [$1];", "sm_90a", 86, {"b32", "b64"}), "");
  EXPECT_EQ(check("ld.global.b64 $0, [$1];", "sm_90a", 86, {"b32", "b64"}),
            "15: expected a register for '.b64', found one of type '.b32' as "
            "operand 1 of 'ld.global.b64'");
}

TEST(Check, TypesOfDeclaredRegisters) {
  EXPECT_EQ(check("{ .reg .b64 t; .reg .b32 r<2>; add.s32 r0, r1, t; }"),
            "48: expected a register for '.s32', found one of type '.b64' as "
            "operand 3 of 'add.s32'");
  // Inner declarations hide outer ones, and end with their block.
  EXPECT_EQ(check(".reg .b32 t; { .reg .b64 t; add.s64 t, t, 1; } "
                  "add.s32 t, t, 1;"),
            "");
}

TEST(Check, Guards) {
  EXPECT_EQ(check("@$0 ret;", "sm_90a", 86, {"b32"}),
            "2: expected a predicate after '@', found a register of type "
            "'.b32'");
}

TEST(Check, Targets) {
  EXPECT_EQ(check("add.bf16 a, b, c;", "sm_80"),
            "1: 'add.bf16' needs sm_90, target is sm_80");
  EXPECT_EQ(check("cvt.rs.f16x2.f32 a, b, c, d;", "sm_90a", 90),
            "1: 'cvt.rs.f16x2.f32' needs sm_100a or sm_103a, target is "
            "sm_90a");
  EXPECT_EQ(check("wgmma.fence.sync.aligned;", "sm_100a"),
            "1: 'wgmma.fence.sync.aligned' needs sm_90a, target is sm_100a");
  EXPECT_EQ(check("tcgen05.wait::ld.sync.aligned;", "sm_90a"),
            "1: 'tcgen05.wait::ld.sync.aligned' needs sm_100a or sm_110a, "
            "target is sm_90a");
  EXPECT_EQ(check("tcgen05.wait::ld.sync.aligned;", "sm_100a"), "");
}

TEST(Check, Versions) {
  EXPECT_EQ(check("add.bf16 a, b, c;", "sm_90", 77),
            "1: 'add.bf16' needs PTX ISA 7.8, version is 7.7");
}

TEST(Check, WordsWithRequirementsOfTheirOwn) {
  EXPECT_EQ(check("ld.shared::cta.b32 a, [b];", "sm_80", 77),
            "1: '.shared::cta' of 'ld.shared::cta.b32' needs PTX ISA 7.8, "
            "version is 7.7");
  EXPECT_EQ(check("atom.cluster.add.u32 a, [b], c;", "sm_80"),
            "1: '.cluster' of 'atom.cluster.add.u32' needs sm_90, target is "
            "sm_80");
}

TEST(Check, RegisterTypes) {
  auto fits = [](StringRef text, StringRef type) {
    return check(text, "sm_90a", 86, {type, "b64"}) == "";
  };
  // What ptxas takes, type by type.
  for (auto [text, types] :
       {std::pair{"add.f16x2 $0, $0, $0;", "b32 f16x2"},
        {"add.bf16x2 $0, $0, $0;", "b32"},
        {"add.f16 $0, $0, $0;", "b16 f16"},
        {"add.s32 $0, $0, $0;", "b32 u32 s32 f16x2"},
        {"add.f32 $0, $0, $0;", "b32 f32"},
        {"and.b32 $0, $0, $0;", "b32 u32 s32 f16x2 f32"},
        {"ld.global.u16 $0, [$1];",
         "b16 u16 s16 b32 u32 s32 f16x2 b64 u64 s64"},
        {"ld.global.b16 $0, [$1];",
         "b16 u16 s16 f16 b32 u32 s32 f16x2 f32 b64 u64 s64 f64"},
        {"ld.global.f32 $0, [$1];", "b32 f32 b64"},
        {"cvt.rni.u16.bf16 $0, x;", "b16 u16 s16"}}) {
    llvm::SmallVector<StringRef> taken;
    StringRef(types).split(taken, ' ');
    for (StringRef type : {"b8", "b16", "u16", "s16", "f16", "b32", "u32",
                           "s32", "f16x2", "f32", "b64", "u64", "s64", "f64"})
      EXPECT_EQ(fits(text, type), llvm::is_contained(taken, type))
          << text << " " << type.str();
  }
}

TEST(Check, VectorsNeedBraces) {
  EXPECT_EQ(check("ld.global.v2.b32 $0, [$1];", "sm_90a", 86, {"b32", "b64"}),
            "18: expected a vector, found a register of type '.b32' as operand "
            "1 of 'ld.global.v2.b32'; write 2 registers in braces");
  // A vector register needs none.
  EXPECT_EQ(check(".reg .v2 .b32 v; ld.global.v2.b32 v, [$1];", "sm_90a", 86,
                  {"b32", "b64"}),
            "");
}

TEST(Check, OperandsThatBelongToWords) {
  EXPECT_EQ(check("ld.global.L2::cache_hint.b32 a, [b], c;"), "");
  EXPECT_EQ(check("ld.global.L2::cache_hint.b32 a, [b];"),
            "1: expected 3 operands of 'ld.global.L2::cache_hint.b32', found "
            "2");
  EXPECT_EQ(check("ld.global.b32 a, [b], c;"),
            "1: expected 2 operands of 'ld.global.b32', found 3");
}

TEST(Check, PairsAndSinksThatMustBe) {
  EXPECT_EQ(check("elect.sync a|p, -1; elect.sync _|p, -1;"), "");
  EXPECT_EQ(check("elect.sync a, -1;"),
            "12: expected a pair with a predicate, found 'a' as operand 1 "
            "of 'elect.sync'");
  EXPECT_EQ(check("mbarrier.arrive.shared::cluster.b64 _, [a];"), "");
  EXPECT_EQ(check("mbarrier.arrive.shared::cluster.b64 s, [a];"),
            "37: expected '_', found 's' as operand 1 of "
            "'mbarrier.arrive.shared::cluster.b64'");
}

TEST(Check, TypesKeepTheirOrder) {
  EXPECT_EQ(check("cvt.f32.rn.s32 a, b;"), "");
  EXPECT_NE(check("cvt.s32.rn.f32 a, b;"), "");
  EXPECT_NE(check("mbarrier.b64.arrive s, [a];"), "");
}

TEST(Check, SpecialRegisters) {
  EXPECT_EQ(check("mov.u32 $0, %tid.x; mov.u16 h, %ntid.y; mov.u64 d, "
                  "%clock64; cvt.u64.u32 d, %laneid; mov.u32 a, %gridid; "
                  "@%is_explicit_cluster ret;"),
            "");
  EXPECT_EQ(check("mov.u32 a, %clusterid.x;", "sm_80"),
            "12: '%clusterid' needs sm_90, target is sm_80");
  EXPECT_EQ(check("mov.u64 a, %current_graph_exec;", "sm_80", 78),
            "12: '%current_graph_exec' needs PTX ISA 8.0, version is 7.8");
  EXPECT_EQ(check("add.u32 a, %tid.x, 1;"),
            "12: expected a register, found the special register '%tid', "
            "which only mov and cvt read");
  EXPECT_EQ(check("mov.u32 %tid.x, a;"),
            "9: expected a register, found the special register '%tid', which "
            "is only read as operand 1 of 'mov.u32'");
  EXPECT_EQ(check("mov.u32 a, %tid;"),
            "12: expected a component such as '.x' of '%tid' as operand 2 of "
            "'mov.u32'");
  EXPECT_EQ(check("mov.u32 a, %tid.q;"),
            "12: expected a component such as '.x' of '%tid', found '.q' as "
            "operand 2 of 'mov.u32'");
  EXPECT_EQ(check("mov.u32 a, %laneid.x;"),
            "12: expected '%laneid' without a component as operand 2 of "
            "'mov.u32'");
  EXPECT_EQ(check("mov.u64 a, %laneid;"),
            "12: expected a value for '.u64', found '%laneid' of type '.u32' "
            "as operand 2 of 'mov.u64'");
  EXPECT_EQ(check("mov.f32 a, %laneid;"),
            "12: expected a value for '.f32', found '%laneid' of type '.u32' "
            "as operand 2 of 'mov.f32'");
}

TEST(Check, TheMatchSaysWhichRowItIs) {
  ParseResult<AsmBody> body = parseAsmBody("bar.sync 0;");
  Diagnostic error;
  auto match = checkInstruction(*body.value.statements[0].getIf<Instruction>(),
                                *Target::parse("sm_80"), 80, nullptr, error);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->form->effects,
            Synchronizes | Convergent | AcrossWarps | IsNumberedBarrier);
  EXPECT_EQ(error.message, "");
}

TEST(CheckModule, NeedsATarget) {
  auto errors = checkModule(parseModule(".version 8.6").value);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "expected a target such as sm_90a, found none");
}

TEST(CheckModule, ReportsAllInstructions) {
  auto errors = checkModule(
      parseModule(".version 8.6\n.target sm_80\n.entry f {\n"
                  ".reg .b32 %r<2>;\nadd.f64 %r0, %r1, %r1;\nfoo;\n}")
          .value);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].location.line, 5u);
  EXPECT_EQ(errors[1].location.line, 6u);
}

} // namespace
