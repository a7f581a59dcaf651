//===- AsmAnalysisTest.cpp - What is wrong with an inline asm -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmTest.h"

#include <ctime>

using namespace mlir::tile::ptx;
using namespace mlir::tile::ptx::test;
using llvm::StringRef;

namespace {

/// "1:9 error output-unwritten", one per line.
std::string names(StringRef text, StringRef constraints, Options options = {}) {
  std::string result;
  for (const Finding &finding : analyze(text, constraints, options))
    result += (result.empty() ? "" : "\n") +
              std::to_string(finding.location.line) + ":" +
              std::to_string(finding.location.column) +
              (finding.severity == Severity::Error ? " error " : " warning ") +
              finding.name.str();
  return result;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

TEST(AsmAnalysis, GoodBodies) {
  EXPECT_EQ(names("add.s32 $0, $1, $2;", "=r,r,r"), "");
  EXPECT_EQ(names("", ""), "");
  EXPECT_EQ(names("", "=r,0"), "");
  EXPECT_EQ(names("{ .reg .b32 t<2>; mov.b64 {t0, t1}, $1; add.s32 $0, t0, t1; "
                  "}",
                  "=r,l"),
            "");
  EXPECT_EQ(names("ld.global.v2.b32 {$0, $1}, [$2+8];", "=r,=r,l"), "");
  EXPECT_EQ(names("red.global.add.u32 [$0], $1;", "l,r"), "");
  EXPECT_EQ(names("mov.u32 $0, %tid.x;", "=r"), "");
}

TEST(AsmAnalysis, InstructionsAreCheckedByTheTable) {
  EXPECT_EQ(names("ad.f32 $0, $1;", "=f,f"), "1:1 error unknown-instruction");
  EXPECT_EQ(names("sin.approx.f64 $0, $1;", "=d,d"),
            "1:1 error unknown-modifier");
  EXPECT_EQ(names("add.f32 $0, $1;", "=f,f"), "1:1 error operand-count");
  EXPECT_EQ(names("add.f32 $0, $1, 3;", "=f,f"), "1:17 error operand-type");
  EXPECT_EQ(names("@$1 mov.b32 $0, 3;", "=r,r,0"), "1:2 error guard-type");
  EXPECT_EQ(names("add.u32 $0, %tid.x, 1;", "=r"),
            "1:13 error special-register");
  EXPECT_EQ(messages("add.bf16 $0, $1, $1;", "=h,h", {false, "sm_80"}),
            "'add.bf16' needs sm_90, target is sm_80");
  EXPECT_EQ(names("add.bf16 $0, $1, $1;", "=h,h", {false, "sm_90", 77}),
            "1:1 error needs-ptx-version");
}

TEST(AsmAnalysis, OperandsBeyondTheConstraints) {
  EXPECT_EQ(names("mov.b32 $0, $7;", "=r"), "1:13 error operand-out-of-range");
  EXPECT_EQ(names("@$9 mov.b32 $0, 1;", "=r,0"),
            "1:2 error operand-out-of-range");
}

TEST(AsmAnalysis, WithoutATargetAnyWillDo) {
  EXPECT_EQ(names("wgmma.fence.sync.aligned;", "", {false, "", 0}), "");
  EXPECT_EQ(names("tcgen05.wait::ld.sync.aligned;", "", {false, "", 0}), "");
  EXPECT_EQ(names("wgmma.nonsense;", "", {false, "", 0}),
            "1:1 error unknown-modifier");
}

TEST(AsmAnalysis, ClassesOfOtherWidths) {
  EXPECT_EQ(messages("cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=r,f,f"),
            "expected a register for '.e4m3x2', found one of type '.b32' as "
            "operand 1 of 'cvt.rn.satfinite.e4m3x2.f32'; use a '.reg .b16' of "
            "the body, and mov.b32 between $0 and a vector of such");
  EXPECT_EQ(messages("add.s64 $0, $1, $1;", "=l,r"),
            "expected a register for '.s64', found one of type '.b32' as "
            "operand 2 of 'add.s64'; use constraint 'l' for $1");
}

TEST(AsmAnalysis, FloatClassesInIntegerInstructionsWork) {
  EXPECT_EQ(names("add.s32 $0, $1, 1;", "=f,f"), "1:9 warning operand-kind");
  EXPECT_EQ(names("and.b32 $0, $1, 1;", "=f,f"), "");
}

TEST(AsmAnalysis, ImmediatesAreIntegers) {
  EXPECT_EQ(names("shl.b32 $0, $1, $2;", "=r,r,n"), "");
  EXPECT_EQ(names("add.f32 $0, $1, $2;", "=f,f,n"), "1:17 error operand-type");
  EXPECT_EQ(names("mov.b32 $1, 3;", "=r,n"),
            "1:1 error output-unwritten\n1:9 error operand-type");
  EXPECT_EQ(names("ld.global.b32 $0, [$1 + $2];", "=r,l,n"), "");
  EXPECT_EQ(names("ld.global.b32 $0, [$1 + $2];", "=r,l,l"),
            "1:20 error address-offset");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(AsmAnalysis, ConstantsOfMoreBitsThanTheInstructionTakes) {
  constexpr llvm::StringLiteral kWide = "1:17 warning constant-range";
  EXPECT_EQ(names("xor.b32 $0, $1, 0x9E3779B97F4A7C15;", "=r,r"), kWide);
  EXPECT_EQ(names("add.s32 $0, $1, 0x1ffffffff;", "=r,r"), kWide);
  EXPECT_EQ(names("add.s32 $0, $1, -5000000000;", "=r,r"), kWide);
  EXPECT_EQ(names("add.s16 $0, $1, 70000;", "=h,h"), kWide);
  EXPECT_EQ(names("st.global.v2.b16 [$0], {$1, 0x12345};", "l,h"),
            "1:29 warning constant-range");
  // With its sign, or without, and with ones before it.
  for (StringRef value : {"0xffffffff", "-1", "-2147483648", "4294967295U",
                          "0xffffffff80000000", "0xffffffffffffffff"})
    EXPECT_EQ(names(("add.s32 $0, $1, " + value + ";").str(), "=r,r"), "")
        << value.str();
  for (StringRef value : {"0xffff", "-32768", "65535", "0xffff8000"})
    EXPECT_EQ(names(("add.s16 $0, $1, " + value + ";").str(), "=h,h"), "")
        << value.str();
  EXPECT_EQ(names("xor.b64 $0, $1, 0x9E3779B97F4A7C15;", "=l,l"), "");
}

TEST(AsmAnalysis, Declarations) {
  EXPECT_EQ(names("{ .reg .b32 t; .reg .b32 t; mov.b32 t, $1; mov.b32 $0, t; }",
                  "=r,r"),
            "1:26 error register-redeclared");
  EXPECT_EQ(names("{ .reg .b32 t<4>, t2; mov.b32 $0, $1; }", "=r,r"),
            "1:19 error register-redeclared");
  EXPECT_EQ(names("{ .reg .b32 t2, t<4>; mov.b32 $0, $1; }", "=r,r"),
            "1:17 error register-redeclared");
  EXPECT_EQ(names("{ .reg .b32 t4, t<4>; mov.b32 $0, $1; }", "=r,r"), "");
  // An inner block may hide a name.
  EXPECT_EQ(names("{ .reg .b32 t; { .reg .b64 t; mov.b64 t, 1; } mov.b32 t, $1;"
                  " mov.b32 $0, t; }",
                  "=r,r"),
            "1:39 warning value-unread");
  // `r12` may be of `r1<4>`, too.
  EXPECT_EQ(
      names("{ .reg .b32 r1<4>; mov.b32 r12, $1; mov.b32 $0, r12; }", "=r,r"),
      "");
}

TEST(AsmAnalysis, NamesThatNothingDeclares) {
  EXPECT_EQ(messages("add.f32 $0, %f1, $1;", "=f,f"),
            "expected $0 or $1 or a register declared in the body, found "
            "'%f1'");
  // Once, and not behind its block.
  EXPECT_EQ(names("{ .reg .b32 t; mov.b32 t, $1; } add.s32 $0, t, t;", "=r,r"),
            "1:45 error register-undeclared");
  EXPECT_EQ(names("mov.b32 t, $1; .reg .b32 t; mov.b32 $0, 1;", "=r,r"),
            "1:9 error register-undeclared");
  EXPECT_EQ(names("@q mov.b32 $0, 1;", "=r,0"),
            "1:2 error register-undeclared");
  EXPECT_EQ(names("mov.u64 $0, table;", "=l"), "");
  EXPECT_EQ(names("ld.global.b32 $0, [tabel];", "=r"),
            "1:20 error register-undeclared");
  EXPECT_EQ(names("{ .shared .b32 s[4]; st.shared.b32 [s+4], 1; "
                  "ld.shared.b32 $0, [s+4]; }",
                  "=r"),
            "");
  EXPECT_EQ(names("mov.u32 $0, WARP_SZ;", "=r"), "");
  EXPECT_EQ(names("mov.b64 {$0, _}, $1;", "=r,l"), "");
}

TEST(AsmAnalysis, NamesOfTheCompiler) {
  EXPECT_EQ(messages("{ .reg .b32 %r1; mov.b32 %r1, 5; add.s32 $0, $1, %r1; }",
                     "=r,r"),
            "expected a name that the compiler does not use, found '%r1', "
            "which may be the register of $0; leave out the '%'");
  EXPECT_EQ(names("{ .reg .b32 %r<4>; mov.b32 %r1, 5; add.s32 $0, $1, %r1; }",
                  "=r,r"),
            "1:13 error register-captures");
  EXPECT_EQ(names("{ .reg .pred %p1; setp.lt.s32 %p1, $1, 0; "
                  "selp.b32 $0, 1, 2, %p1; }",
                  "=r,r"),
            "");
  EXPECT_EQ(names("{ .reg .b32 %rest; mov.b32 %rest, $1; mov.b32 $0, %rest; }",
                  "=r,r"),
            "");
}

TEST(AsmAnalysis, Labels) {
  EXPECT_EQ(names("bra L; mov.b32 $0, 1;", "=r"), "1:5 error label-undeclared");
  EXPECT_EQ(names("L: mov.b32 $0, 1; L: mov.b32 $0, 2;", "=r"),
            "1:19 error label-redeclared");
  EXPECT_EQ(names("{ .reg .b32 L; L: mov.b32 $0, 1; }", "=r"),
            "1:16 error label-redeclared");
  EXPECT_EQ(names("{ L: .reg .b32 L; mov.b32 $0, 1; }", "=r"),
            "1:16 error register-redeclared");
  // Labels of a block are not known around it.
  EXPECT_EQ(names("mov.b32 $0, 1; bra L; { L: mov.b32 $0, 2; }", "=r"),
            "1:20 error label-undeclared");
  EXPECT_EQ(names("{ bra L; } L: mov.b32 $0, 2;", "=r"), "");
  EXPECT_EQ(names("L: { L: mov.b32 $0, 2; }", "=r"), "");
  EXPECT_EQ(names("ts: .branchtargets A, B; brx.idx $1, ts; A: mov.b32 $0, 1; "
                  "bra E; B: mov.b32 $0, 2; E:",
                  "=r,r"),
            "");
  EXPECT_EQ(names("brx.idx $1, ts; A: mov.b32 $0, 1;", "=r,r"),
            "1:13 error label-undeclared");
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

TEST(AsmFlow, OutputsThatNothingWrites) {
  EXPECT_EQ(names("mov.b32 $0, $2;", "=r,=r,r"), "1:1 error output-unwritten");
  EXPECT_EQ(names("", "=r,r"), "1:1 error output-unwritten");
  EXPECT_EQ(names("add.s32 $1, $1, 1;", "=r,0"), "");
}

TEST(AsmFlow, OutputsThatNothingReads) {
  ParseResult<AsmBody> body = parseAsmBody("griddepcontrol.wait; // $0");
  std::vector<AsmOperand> operands = makeOperands("=r");
  operands[0].isUnused = true;
  AsmContext context;
  context.operands = operands;
  EXPECT_TRUE(analyzeAsmBody(body.value, context).empty());
  operands[0].isUnused = false;
  EXPECT_EQ(analyzeAsmBody(body.value, context).size(), 1u);
  // A pure asm is there for its outputs.
  body = parseAsmBody("// $0");
  operands[0].isUnused = context.isPure = true;
  EXPECT_EQ(analyzeAsmBody(body.value, context).size(), 1u);
}

TEST(AsmFlow, WrittenUnderACondition) {
  EXPECT_EQ(names("@$1 mov.b32 $0, 1;", "=r,b"),
            "1:13 warning output-maybe-unwritten");
  EXPECT_EQ(names("@$1 mov.b32 $0, 1; @!$1 mov.b32 $0, 2;", "=r,b"), "");
  EXPECT_EQ(names("@!$1 mov.b32 $0, 1; @!$1 mov.b32 $0, 2;", "=r,b"),
            "1:14 warning output-maybe-unwritten");
  EXPECT_EQ(names("mov.b32 $0, 0; @$1 mov.b32 $0, 2;", "=r,b"), "");
  EXPECT_EQ(names("@$2 mov.b32 $0, 2;", "=r,0,b"), "");
  // What is known of a predicate ends with its value.
  EXPECT_EQ(names("{ .reg .pred p; setp.lt.s32 p, $1, 0; @p mov.b32 $0, 1; "
                  "setp.lt.s32 p, $1, 9; @!p mov.b32 $0, 2; }",
                  "=r,r"),
            "1:50 warning output-maybe-unwritten");
}

TEST(AsmFlow, NegativesOfPredicates) {
  EXPECT_EQ(names("{ .reg .pred p, q; setp.lt.s32 p|q, $1, 0; "
                  "@p mov.b32 $0, 1; @q mov.b32 $0, 2; }",
                  "=r,r"),
            "");
  EXPECT_EQ(names("{ .reg .pred p, q; setp.lt.s32 p, $1, 0; not.pred q, p; "
                  "@p mov.b32 $0, 1; @q mov.b32 $0, 2; }",
                  "=r,r"),
            "");
  // With a third predicate the two are not negatives.
  EXPECT_EQ(names("{ .reg .pred p, q; setp.lt.and.s32 p|q, $1, 0, $2; "
                  "@p mov.b32 $0, 1; @q mov.b32 $0, 2; }",
                  "=r,r,b"),
            "1:63 warning output-maybe-unwritten");
}

TEST(AsmFlow, OppositeComparisons) {
  auto check = [](StringRef first, StringRef second) {
    // Of floats, with an f.
    StringRef constraints = first.contains("f32") ? "=r,f" : "=r,r";
    return names((".reg .pred p, q; setp." + first + "; setp." + second +
                  "; @p mov.b32 $0, 1; @q mov.b32 $0, 2;")
                     .str(),
                 constraints);
  };
  EXPECT_EQ(check("lt.s32 p, $1, 0", "ge.s32 q, $1, 0"), "");
  EXPECT_EQ(check("ne.b32 p, $1, 7", "eq.b32 q, $1, 7"), "");
  EXPECT_EQ(check("ls.u32 p, $1, 7", "hi.u32 q, $1, 7"), "");
  EXPECT_EQ(check("lt.f32 p, $1, 0f00000000", "geu.f32 q, $1, 0f00000000"), "");
  EXPECT_EQ(check("nan.f32 p, $1, $1", "num.f32 q, $1, $1"), "");
  // A NaN is neither; other numbers, other types.
  EXPECT_NE(check("lt.f32 p, $1, 0f00000000", "ge.f32 q, $1, 0f00000000"), "");
  EXPECT_NE(check("lt.s32 p, $1, 0", "ge.s32 q, $1, 1"), "");
  EXPECT_NE(check("lt.s32 p, $1, 0", "ge.u32 q, $1, 0"), "");
  EXPECT_NE(check("lt.s32 p, $1, 0", "gt.s32 q, $1, 0"), "");
  // What is compared changes between them, or a branch comes between.
  EXPECT_NE(names(".reg .pred p, q; .reg .b32 t; mov.b32 t, $1; setp.lt.s32 p, "
                  "t, 0; add.s32 t, t, 1; setp.ge.s32 q, t, 0; @p mov.b32 $0, "
                  "1; @q mov.b32 $0, 2;",
                  "=r,r"),
            "");
  EXPECT_EQ(names(".reg .pred p, q; .reg .b32 t; add.s32 t, $1, 1; setp.lt.s32 "
                  "p, t, 0; setp.ge.s32 q, t, 0; @p mov.b32 $0, 1; @q mov.b32 "
                  "$0, 2;",
                  "=r,r"),
            "");
}

TEST(AsmFlow, Branches) {
  StringRef both = "@$1 bra A; mov.b32 $0, 1; bra B; A: mov.b32 $0, 2; B: ";
  EXPECT_EQ(names(both, "=r,b"), "");
  EXPECT_EQ(names("@$1 bra B; mov.b32 $0, 1; B: ", "=r,b"),
            "1:20 warning output-maybe-unwritten");
  EXPECT_EQ(names("@!$1 bra B; mov.b32 $0, 1; B: @!$1 mov.b32 $0, 2;", "=r,b"),
            "");
  EXPECT_EQ(names("@!$1 bra B; mov.b32 $0, 1; B: @$1 mov.b32 $0, 2;", "=r,b"),
            "1:21 warning output-maybe-unwritten");
  // A branch that is always taken, and a thread that ends.
  EXPECT_EQ(names("bra A; mov.b32 $0, 1; A: mov.b32 $0, 2;", "=r"),
            "1:8 warning code-unreached");
  EXPECT_EQ(names("@$1 trap; mov.b32 $0, 1;", "=r,b"), "");
  EXPECT_EQ(names("@$1 bra A; exit; A: mov.b32 $0, 1;", "=r,b"), "");
}

TEST(AsmFlow, Loops) {
  EXPECT_EQ(names("{ .reg .pred p; .reg .b32 i; mov.b32 i, $1; L: mov.b32 $0, "
                  "i; add.s32 i, i, -1; setp.gt.s32 p, i, 0; @p bra L; }",
                  "=r,r"),
            "");
  EXPECT_EQ(names("{ .reg .pred p; .reg .b32 i; mov.b32 i, $1; "
                  "L: setp.le.s32 p, i, 0; @p bra E; mov.b32 $0, i; "
                  "add.s32 i, i, -1; bra L; E: }",
                  "=r,r"),
            "1:87 warning output-maybe-unwritten");
}

TEST(AsmFlow, ReadBeforeWritten) {
  EXPECT_EQ(names("add.s32 $0, $0, $1;", "=r,r"),
            "1:13 error output-read-first");
  EXPECT_EQ(names("add.s32 $0, $0, $2;", "=r,0,r"), "");
  EXPECT_EQ(names("mov.b32 $0, 1; add.s32 $0, $0, $1;", "=r,r"), "");
  EXPECT_EQ(names("@$2 mov.b32 $0, 1; add.s32 $0, $0, $1;", "=r,r,b"),
            "1:32 warning output-maybe-read-first");
  // The same condition at both.
  EXPECT_EQ(names("@$2 mov.b32 $0, 1; @$2 add.s32 $0, $0, $1; "
                  "@!$2 mov.b32 $0, 7;",
                  "=r,r,b"),
            "");
}

TEST(AsmFlow, Inputs) {
  EXPECT_EQ(names("add.s32 $1, $1, 1; mov.b32 $0, $1;", "=r,r"),
            "1:9 warning input-written");
  EXPECT_EQ(names("mov.b32 $0, $1;", "=r,r,r"), "1:1 warning input-unread");
  EXPECT_EQ(names("{ .reg .b32 t; add.s32 $0, $1, t; }", "=r,r"),
            "1:32 warning register-unwritten");
}

TEST(AsmFlow, OwnRegisters) {
  EXPECT_EQ(names("{ .reg .b32 t; add.s32 $0, $1, t; mov.b32 t, 1; }", "=r,r"),
            "1:32 warning register-read-first");
  // By a path, except where a loop may know how often it runs.
  EXPECT_EQ(names("{ .reg .pred p; .reg .b32 t; setp.gt.s32 p, $1, 0; "
                  "@p mov.b32 t, 1; add.s32 $0, $1, t; }",
                  "=r,r"),
            "1:85 warning register-maybe-unwritten");
  EXPECT_EQ(names("{ .reg .pred p; .reg .b32 t, n; mov.b32 n, $1; L: "
                  "setp.lt.s32 p, n, $1; @p add.s32 $0, $1, t; @!p mov.b32 "
                  "$0, 0; mov.b32 t, 1; sub.s32 n, n, 1; @!p bra L; }",
                  "=r,r"),
            "");
  // One that the asm writes and nothing reads is another finding.
  EXPECT_EQ(names("{ .reg .b32 t; mov.b32 $0, $1; mov.b32 t, 1; }", "=r,r"),
            "1:40 warning value-unread");
}

TEST(AsmFlow, TheCarryIsWrittenBefore) {
  EXPECT_EQ(names("add.cc.u32 $0, $2, $3; addc.u32 $1, $2, 0;", "=r,=r,r,r"),
            "");
  EXPECT_EQ(names("mad.lo.cc.u32 $0, $2, $3, $2; madc.hi.u32 $1, $2, $3, 0;",
                  "=r,=r,r,r"),
            "");
  EXPECT_EQ(names("addc.u32 $0, $1, $2;", "=r,r,r"),
            "1:1 warning register-unwritten");
  EXPECT_EQ(names("addc.cc.u32 $0, $2, $3; addc.u32 $1, $2, 0;", "=r,=r,r,r"),
            "1:1 warning register-read-first");
}

TEST(AsmFlow, OwnRegistersCostOutputsNothing) {
  // Too many blocks times registers to follow these, but not the output.
  std::string text = "{ .reg .pred p; .reg .b32 t<700>; setp.gt.s32 p, $1, 0; ";
  for (int i = 0; i < 700; ++i) {
    std::string t = "t" + std::to_string(i), label = "L" + std::to_string(i);
    text += "mov.b32 " + t + ", $1; add.s32 " + t + ", " + t + ", 1; @p bra " +
            label + "; " + label + ": ";
  }
  text += "add.s32 $0, $0, $1; }";
  std::string found = names(text, "=r,r");
  EXPECT_NE(found.find("output-read-first"), std::string::npos) << found;
}

TEST(AsmFlow, ValuesInSeveralRegistersAreReadIfOneIs) {
  ParseResult<AsmBody> body = parseAsmBody("mov.b32 $0, $2;");
  std::vector<AsmOperand> operands = makeOperands("=r,r,r,r,r");
  operands[1].value = operands[2].value = 1;
  operands[3].value = operands[4].value = 2;
  AsmContext context;
  context.operands = operands;
  std::vector<Finding> findings = analyzeAsmBody(body.value, context);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "expected the asm to read $3 to $4, found no "
                                 "instruction that does");
}

TEST(AsmFlow, FindsTheInputsThatNeedACopy) {
  auto find = [](StringRef text, StringRef constraints) {
    auto inputs =
        findWrittenInputs(parseAsmBody(text).value, makeOperands(constraints));
    return std::vector<unsigned>(inputs.begin(), inputs.end());
  };
  using List = std::vector<unsigned>;
  EXPECT_EQ(find("add.s32 $0, $1, $2;", "=r,r,r"), List());
  EXPECT_EQ(find("add.s32 $2, $1, $2; mov.b32 $0, $2;", "=r,r,r"), List({2}));
  EXPECT_EQ(find("add.s32 $1, $1, $2;", "=r,0,r"), List());
  EXPECT_EQ(find("{ mov.b64 {$2, $1}, $3; }", "=r,r,r,l"), List({1, 2}));
  // An address is read.
  EXPECT_EQ(find("st.global.b32 [$0], $1;", "l,r"), List());
  // Of an instruction that is not known, the first operand is written.
  EXPECT_EQ(find("frobnicate $1, $2;", "=r,r,r"), List({1}));
}

//===----------------------------------------------------------------------===//
// Purity
//===----------------------------------------------------------------------===//

TEST(AsmSpaces, VariablesThroughRegisters) {
  auto check = [](StringRef text) {
    return names((".shared .b32 s; .local .b32 l; .global .b32 g; .reg .b64 "
                  "a, b; .reg .b32 t; " +
                  text)
                     .str(),
                 "=r,r");
  };
  // By its name a variable is where it is.
  EXPECT_EQ(check("st.b32 [s], $1; ld.b32 $0, [s];"), "");
  EXPECT_EQ(
      check("mov.u64 a, s; st.shared.b32 [a], $1; ld.shared.b32 $0, [s];"), "");
  EXPECT_EQ(
      check("mov.u32 t, s; st.shared.b32 [t], $1; ld.shared.b32 $0, [s];"), "");
  EXPECT_EQ(
      check("cvta.shared.u64 a, s; st.b32 [a], $1; ld.shared.b32 $0, [s];"),
      "");
  EXPECT_EQ(check("mov.u64 b, s; cvta.shared.u64 a, b; add.u64 a, a, 0; st.b32 "
                  "[a], $1; ld.shared.b32 $0, [s];"),
            "");
  EXPECT_EQ(check("cvta.shared.u64 a, s; cvta.to.shared.u64 b, a; "
                  "st.shared.b32 [b], $1; ld.shared.b32 $0, [s];"),
            "");
  EXPECT_EQ(check("mov.u64 a, g; st.b32 [a], $1; ld.global.b32 $0, [a];"), "");
  // Without the cvta, with one too many, and in another state space.
  EXPECT_EQ(check("mov.u64 a, s; st.b32 [a], $1; ld.shared.b32 $0, [s];"),
            "1:99 warning address-space");
  EXPECT_EQ(check("mov.u64 a, l; add.u64 a, a, 0; ld.b32 $0, [a]; add.s32 "
                  "$0, $0, $1;"),
            "1:120 warning address-space\n1:120 warning variable-unwritten");
  EXPECT_EQ(check("cvta.shared.u64 a, s; st.shared.b32 [a], $1; mov.b32 $0, "
                  "0;"),
            "1:114 warning address-space");
  EXPECT_EQ(check("mov.u64 a, s; st.global.b32 [a], $1; mov.b32 $0, 0;"),
            "1:106 warning address-space");
}

TEST(AsmPurity, Effects) {
  auto pure = [](StringRef text, StringRef constraints) {
    return names(text, constraints, {/*isPure=*/true});
  };
  EXPECT_EQ(pure("add.s32 $0, $1, 1;", "=r,r"), "");
  EXPECT_EQ(pure("ld.global.b32 $0, [$1];", "=r,l"), "1:1 warning pure-load");
  EXPECT_EQ(pure("mov.b32 $0, 1; st.global.b32 [$1], 1;", "=r,l"),
            "1:16 error pure-store");
  EXPECT_EQ(pure("atom.global.add.u32 $0, [$1], 1;", "=r,l"),
            "1:1 error pure-atomic");
  EXPECT_EQ(pure("bar.sync 0; mov.b32 $0, 1;", "=r"), "1:1 error pure-barrier");
  EXPECT_EQ(pure("ld.volatile.global.b32 $0, [$1];", "=r,l"),
            "1:1 error pure-volatile");
  EXPECT_EQ(pure("mov.u64 $0, %clock64;", "=l"), "1:13 error pure-clock");
  EXPECT_EQ(pure("mov.u32 $0, %clusterid.x;", "=r"), "");
  EXPECT_EQ(pure("shfl.sync.idx.b32 $0, $1, 0, 31, -1;", "=r,r"),
            "1:1 warning pure-lanes");
  EXPECT_EQ(pure("mov.b32 $0, 1; @$1 exit;", "=r,b"), "1:16 warning pure-exit");
  EXPECT_EQ(pure("prefetch.global.L2 [$1]; mov.b32 $0, 1;", "=r,l"), "");
}

TEST(AsmPurity, LoopsThatWait) {
  StringRef spin = "{ .reg .pred p; L: ld.global.b32 $0, [$1]; "
                   "setp.eq.s32 p, $0, 0; @p bra L; }";
  EXPECT_EQ(names(spin, "=r,l", {true}),
            "1:20 warning pure-load\n1:66 warning pure-loop");
  // Others may store there, but an ordinary load may be done once.
  EXPECT_EQ(names(spin, "=r,l"), "1:20 warning load-stale");
  EXPECT_EQ(names("{ .reg .pred p; L: ld.relaxed.gpu.global.b32 $0, [$1]; "
                  "setp.eq.s32 p, $0, 0; @p bra L; }",
                  "=r,l"),
            "");
  EXPECT_EQ(names("{ .reg .pred p; .reg .b32 i; mov.b32 i, $1; mov.b32 $0, 0; "
                  "L: add.s32 $0, $0, i; add.s32 i, i, -1; "
                  "setp.gt.s32 p, i, 0; @p bra L; }",
                  "=r,r", {true}),
            "");
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST(AsmAnalysis, TellsABoundedNumber) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "nonsense a" + std::to_string(i) + ";\n";
  EXPECT_EQ(analyze(text, "").size(), size_t(kMaxErrors));
}

/// Microseconds of processor time that this thread has used.
double getProcessorTime() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * time.tv_sec + 1e-3 * time.tv_nsec;
}

/// The fastest of some runs, in microseconds of this thread's processor time:
/// other load on the machine does not count.
double measure(StringRef text, StringRef constraints, int runs) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    double start = getProcessorTime();
    analyze(text, constraints);
    best = std::min(best, getProcessorTime() - start);
  }
  return best;
}

TEST(AsmAnalysis, FiftyLinesTakeLessThanAMillisecond) {
  std::string text = "{ .reg .b32 t<4>; .reg .pred p;\n";
  for (int i = 0; i < 12; ++i)
    text += "lop3.b32 t0, $1, 0x000f000f, 0x64006400, 0xea;\n"
            "cvt.rn.f16x2.f32 t1, $2, $2;\n"
            "fma.rn.f16x2 t2, t0, t1, t1;\n"
            "setp.lt.s32 p, t2, 0;\n";
  text += "@p mov.b32 $0, t2;\n@!p mov.b32 $0, t1; }";
  double time = measure(text, "=r,r,f", 20);
  RecordProperty("microseconds", std::to_string(time));
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__)
  EXPECT_LT(time, 1000.0);
#endif
}

/// Each search on its own would look at all instructions for each of them.
TEST(AsmAnalysis, LargeBodiesEnd) {
  constexpr int kCount = 5000;
  std::vector<AsmOperand> operands = makeOperands("=r,r,l");
  operands[0].floatFormat = operands[1].floatFormat = "f32";
  operands[2].space = "global";
  AsmContext context;
  context.operands = operands;
  context.target = Target::parse("sm_90a");
  auto count = [&](const std::string &text) {
    ParseResult<AsmBody> body = parseAsmBody(text);
    EXPECT_TRUE(body);
    return analyzeAsmBody(body.value, context).size();
  };
  // Writes of another format, none of which is the last one.
  std::string formats, barriers, addresses = "{ .reg .b64 a<5001>;\n";
  // Branches of some threads, each over all that follow.
  std::string branches = "{ .reg .pred p; .reg .b32 t; mov.u32 t, %tid.x; "
                         "setp.eq.u32 p, t, 0;\n";
  barriers = "{ .reg .b32 n; mov.b32 n, 64;\n";
  for (int i = 0; i < kCount; ++i) {
    formats += "@p cvt.rni.s32.f32 $0, $1;\n";
    barriers += "bar.sync n, n;\n";
    branches += "@p bra END;\n";
    // Each register comes from the one that is written behind it.
    addresses +=
        "mov.b64 a" + std::to_string(i) + ", a" + std::to_string(i + 1) + ";\n";
  }
  count("{ .reg .pred p; setp.eq.b32 p, $1, 0;\n" + formats +
        "mov.b32 $0, 0; }");
  count(barriers + "mov.b32 $0, $1; }");
  count(branches + "bar.sync 0; END: mov.b32 $0, $1; }");
  count(addresses + "mov.b64 a5000, $2; ld.shared.b32 $0, [a0]; }");
}

TEST(AsmAnalysis, ManyBranchesEnd) {
  // Each label is reached from all branches before it.
  std::string text = "{ .reg .pred p<400>; .reg .b32 t; mov.b32 t, $1;\n";
  for (int i = 0; i < 400; ++i) {
    std::string number = std::to_string(i);
    text += "setp.lt.s32 p" + number + ", t, " + number + ";\n@p" + number +
            " bra L" + std::to_string(i * 7 % 400) + ";\nL" + number + ": @p" +
            number + " mov.b32 $0, 1;\nadd.s32 t, t, 1;\n";
  }
  text += "mov.b32 $0, t; }";
  EXPECT_EQ(names(text, "=r,r"), "3:1 warning constant-idle\n803:1 warning "
                                 "constant-idle\n1600:21 warning value-unread");
}

} // namespace
