//===- check-asm.cpp - How long the check of an inline asm takes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times what each compile does with an inline asm: the analysis of its text,
// and the comparison of elements in the simulator. Both bodies have 52
// instructions, four elements in a group, and no mistake.
//
//===----------------------------------------------------------------------===//
//
// usage: bench-check-asm [COUNT=1000]
//
// Prints, for each body, the shortest and the median time of COUNT checks.

#include "tile/PTX/Parser.h"
#include "tile/Simulator/AsmElements.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>

using namespace mlir::tile;
using llvm::StringRef;

namespace {

struct Body {
  StringRef name;
  std::string text;
  std::vector<ptx::AsmOperand> operands;
};

using Samples = std::vector<double>;

} // namespace

static ptx::AsmOperand makeOperand(StringRef type, unsigned numElements,
                                   StringRef floatFormat, unsigned value) {
  ptx::AsmOperand operand;
  operand.type = type;
  operand.valueBits = ptx::getTypeBits(type);
  operand.numElements = numElements;
  operand.floatFormat = floatFormat;
  operand.value = value;
  return operand;
}

static ptx::AsmOperand makeOutput(ptx::AsmOperand operand) {
  operand.isOutput = true;
  return operand;
}

/// Replaces each '#' in the text by the number of an element.
static std::string repeat(StringRef text) {
  std::string all;
  for (char element : {'0', '1', '2', '3'}) {
    std::string one = text.str();
    std::replace(one.begin(), one.end(), '#', element);
    all += one;
  }
  return all;
}

/// x * (1 + tanh(...)) / 2 of four e4m3, with a scale before and behind it.
static Body makeGelu() {
  std::string text =
      "{ .reg .b16 lo, hi, h<4>; .reg .b32 lo2, hi2;\n"
      ".reg .f32 x<4>, u<4>, y<4>;\n"
      "mov.b32 {lo, hi}, $1;\n"
      "cvt.rn.f16x2.e4m3x2 lo2, lo;\ncvt.rn.f16x2.e4m3x2 hi2, hi;\n"
      "mov.b32 {h0, h1}, lo2;\nmov.b32 {h2, h3}, hi2;\n" +
      repeat("cvt.f32.f16 x#, h#;\n"
             "mul.rn.f32 x#, x#, $2;\n"
             "mul.rn.f32 u#, x#, x#;\n"
             "fma.rn.f32 u#, u#, 0f3D372713, 0f3F800000;\n"
             "mul.rn.f32 u#, u#, x#;\n"
             "mul.rn.f32 u#, u#, 0f3F4C422A;\n"
             "tanh.approx.f32 u#, u#;\n"
             "add.rn.f32 u#, u#, 0f3F800000;\n"
             "mul.rn.f32 y#, x#, 0f3F000000;\n"
             "mul.rn.f32 y#, y#, u#;\n"
             "mul.rn.f32 y#, y#, $2;\n") +
      "cvt.rn.satfinite.e4m3x2.f32 lo, y1, y0;\n"
      "cvt.rn.satfinite.e4m3x2.f32 hi, y3, y2;\n"
      "mov.b32 $0, {lo, hi}; }";
  ptx::AsmOperand scale = makeOperand("f32", 1, "f32", 2);
  scale.isOfWholeGroup = scale.isUniform = true;
  return {"gelu of e4m3x4",
          text,
          {makeOutput(makeOperand("b32", 4, "e4m3", 0)),
           makeOperand("b32", 4, "e4m3", 1), scale}};
}

/// The two halves of four bytes as numbers: their product, if it is positive,
/// and their sum else, as bf16.
static Body makeUnpack() {
  std::string text =
      "{ .reg .b32 b<4>, l<4>, h<4>, p<4>; .reg .f32 f<4>; .reg .pred q<4>;\n" +
      repeat("bfe.u32 b#, $2, &, 8;\n"
             "and.b32 l#, b#, 15;\n"
             "xor.b32 l#, l#, 8;\n"
             "sub.s32 l#, l#, 8;\n"
             "shr.u32 h#, b#, 4;\n"
             "xor.b32 h#, h#, 8;\n"
             "sub.s32 h#, h#, 8;\n"
             "mul.lo.s32 p#, l#, h#;\n"
             "add.s32 h#, l#, h#;\n"
             "setp.gt.s32 q#, p#, 0;\n"
             "@!q# mov.b32 p#, h#;\n"
             "cvt.rn.f32.s32 f#, p#;\n") +
      "cvt.rn.bf16x2.f32 $0, f1, f0;\ncvt.rn.bf16x2.f32 $1, f3, f2;\n"
      "abs.bf16x2 $0, $0;\nabs.bf16x2 $1, $1; }";
  for (StringRef shift : {"0", "8", "16", "24"})
    text.replace(text.find('&'), 1, shift.str());
  ptx::AsmOperand low = makeOutput(makeOperand("b32", 2, "bf16", 0));
  ptx::AsmOperand high = low;
  high.firstElement = 2;
  return {"unpack of i4x8", text, {low, high, makeOperand("b32", 4, "", 1)}};
}

static void print(StringRef what, Samples samples) {
  std::sort(samples.begin(), samples.end());
  llvm::outs() << llvm::format("  %-26s %8.4f %8.4f\n", what.data(),
                               samples.front(), samples[samples.size() / 2]);
}

/// False if the body has a finding, or cannot be read.
static bool measure(const Body &body, unsigned count) {
  ptx::ParseResult<ptx::AsmBody> parsed = ptx::parseAsmBody(body.text);
  if (!parsed) {
    llvm::errs() << parsed.errors.front().message << '\n';
    return false;
  }
  ptx::AsmContext context;
  context.operands = body.operands;
  context.target = ptx::Target::parse("sm_90a");
  context.version = 90;
  context.isPure = true;
  context.isOncePerElement = true;
  context.numThreads = 128;
  context.isWholeCTA = true;
  auto isSymbol = [](StringRef) { return false; };
  context.isSymbol = isSymbol;
  auto now = [] { return std::chrono::steady_clock::now(); };
  auto getMilliseconds = [](auto from, auto to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
  };
  Samples analyses, comparisons, checks;
  for (unsigned i = 0; i < count; ++i) {
    auto start = now();
    ptx::AnalyzedAsm analyzed = ptx::analyzeAsm(parsed.value, context);
    auto middle = now();
    std::vector<ptx::Finding> &findings = analyzed.findings;
    if (findings.empty())
      if (auto finding =
              sim::compareAsmElements(parsed.value, context, analyzed))
        findings.push_back(*finding);
    auto compared = now();
    for (const ptx::Finding &finding : findings)
      llvm::errs() << finding.message << '\n';
    if (!findings.empty())
      return false;
    analyses.push_back(getMilliseconds(start, middle));
    comparisons.push_back(getMilliseconds(middle, compared));
    checks.push_back(getMilliseconds(start, compared));
  }
  llvm::outs() << body.name << ", ms:        shortest   median\n";
  print("analysis", analyses);
  print("comparison of elements", comparisons);
  print("both", checks);
  return true;
}

int main(int argc, char **argv) {
  unsigned count = 1000;
  if (argc > 2 || (argc == 2 && StringRef(argv[1]).getAsInteger(10, count)) ||
      count == 0) {
    llvm::errs() << "usage: bench-check-asm [COUNT=1000]\n";
    return 2;
  }
  return measure(makeGelu(), count) && measure(makeUnpack(), count) ? 0 : 1;
}
