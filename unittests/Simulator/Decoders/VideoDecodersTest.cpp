//===- VideoDecodersTest.cpp - Arithmetic on parts of words ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values come from arithmetic on 128 bits, on parts that the test
// takes out of the words.
//
//===----------------------------------------------------------------------===//

#include "InstructionCases.h"

using namespace mlir::tile::sim;

using BinaryFunction = Int128 (*)(Int128, Int128);

namespace {
struct NamedFunction {
  const char *name;
  BinaryFunction f;
};
} // namespace

static const NamedFunction kFunctions[] = {
    {"vadd", [](Int128 a, Int128 b) { return a + b; }},
    {"vsub", [](Int128 a, Int128 b) { return a - b; }},
    {"vabsdiff", [](Int128 a, Int128 b) { return a < b ? b - a : a - b; }},
    {"vmin", [](Int128 a, Int128 b) { return a < b ? a : b; }},
    {"vmax", [](Int128 a, Int128 b) { return a < b ? b : a; }}};

static const NamedFunction kRelations[] = {
    {"eq", [](Int128 a, Int128 b) { return Int128(a == b); }},
    {"ne", [](Int128 a, Int128 b) { return Int128(a != b); }},
    {"lt", [](Int128 a, Int128 b) { return Int128(a < b); }},
    {"le", [](Int128 a, Int128 b) { return Int128(a <= b); }},
    {"gt", [](Int128 a, Int128 b) { return Int128(a > b); }},
    {"ge", [](Int128 a, Int128 b) { return Int128(a >= b); }}};

/// To the nearest, the middle away from zero.
static Int128 average(Int128 a, Int128 b) {
  Int128 sum = a + b;
  return sum < 0 ? -((1 - sum) / 2) : (sum + 1) / 2;
}

static const std::vector<uint64_t> kWords = {
    0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x80ff7f01,
    0x017f80fe, 0x8000ffff, 0x00ff7fff, 0x5a3c96f0, 0xc1d2e3f4};
static const std::vector<uint64_t> kThirdWords = {0, 0x7fffffff, 0xfedcba98};

/// `.b2`, `.h1` or nothing of a word.
static Int128 getPart(const std::string &type, const std::string &component,
                      uint64_t word) {
  if (component.empty())
    return IntType(type).value(word);
  unsigned bits = component[1] == 'b' ? 8 : 16;
  return IntType(type.substr(0, 1) + std::to_string(bits))
      .value(word >> (bits * (component[2] - '0')));
}

/// The result in `.b2` or the like of the last operand.
static uint64_t merge(const std::string &component, Int128 value,
                      uint64_t last) {
  // As ptxas makes it: the high half of the result.
  if (component == ".h1")
    return (uint64_t(value) & 0xFFFF0000) | (last & 0xFFFF);
  unsigned bits = component[1] == 'b' ? 8 : 16;
  unsigned shift = bits * (component[2] - '0');
  uint64_t mask = truncateTo(bits, ~uint64_t(0)) << shift;
  return (truncateTo(bits, UInt128(value)) << shift) | (last & ~mask);
}

/// The word as a signed number.
static Int128 signExtend(Int128 x) { return int32_t(uint32_t(x)); }

/// `.sat`, as ptxas makes it: see VideoDecoders.cpp.
static Int128 saturate(const std::string &type, Int128 x) {
  IntType to(type);
  if (type == "u32")
    return x < 0 ? 0 : x;
  if (type == "s32")
    return to.value(to.clamp(x));
  Int128 max = to.value(to.clamp(Int128(1) << 100));
  return x < 0 || x > max ? max : x;
}

/// `.min` and `.max`, as ptxas makes them.
static uint64_t choose(bool isMin, bool isSigned, Int128 x, uint64_t c) {
  bool isLess = isSigned ? x < signExtend(c) : uint64_t(x) < c;
  return isLess == isMin ? uint64_t(x) : c;
}

static std::string getResultType(const std::string &type,
                                 const std::string &component) {
  return type.substr(0, 1) + (component.empty()     ? "32"
                              : component[1] == 'b' ? "8"
                                                    : "16");
}

TEST(VideoDecodersTest, OneResult) {
  const std::vector<std::string> selections[] = {
      {"", "", ""}, {"", ".b1", ".h1"}, {"", ".h0", ".b3"}, {"", ".b0", ""}};
  for (const NamedFunction &function : kFunctions)
    for (const char *d : {"u32", "s32"})
      for (const char *a : {"u32", "s32"})
        for (const char *b : {"u32", "s32"})
          for (bool isSaturated : {false, true})
            for (const auto &selection : selections) {
              std::string mnemonic = std::string(function.name) + "." + d +
                                     "." + a + "." + b +
                                     (isSaturated ? ".sat" : "");
              auto compute = [&](const Values &v, const std::string &part) {
                Int128 x = function.f(getPart(a, selection[1], v[0]),
                                      getPart(b, selection[2], v[1]));
                return isSaturated ? saturate(getResultType(d, part), x) : x;
              };
              checkInstruction(
                  {mnemonic, 32, {32, 32}, "", -1, selection}, {kWords, kWords},
                  [&](const Values &v) { return uint64_t(compute(v, "")); });
              if (&selection > &selections[1])
                continue;
              bool isSum = llvm::StringRef(function.name) == "vadd" ||
                           llvm::StringRef(function.name) == "vsub";
              for (std::string second : {"add", "min", "max"})
                checkInstruction(
                    {mnemonic + "." + second,
                     32,
                     {32, 32, 32},
                     "",
                     -1,
                     selection},
                    {kWords, kWords, kThirdWords}, [&](const Values &v) {
                      Int128 x = compute(v, "");
                      if (second == "add")
                        return uint64_t(x + v[2]);
                      return choose(second == "min", d[0] == 's',
                                    isSum ? signExtend(x) : x, v[2]);
                    });
              for (std::string part : {".b0", ".b3", ".h0", ".h1"})
                checkInstruction({mnemonic,
                                  32,
                                  {32, 32, 32},
                                  "",
                                  -1,
                                  {part, selection[1], selection[2]}},
                                 {kWords, kWords, kThirdWords},
                                 [&](const Values &v) {
                                   return merge(part, compute(v, part), v[2]);
                                 });
            }
}

TEST(VideoDecodersTest, Shifts) {
  for (bool isLeft : {false, true})
    for (const char *d : {"u32", "s32"})
      for (const char *a : {"u32", "s32"})
        for (bool isSaturated : {false, true})
          for (bool wraps : {false, true})
            for (std::string part : {"", ".b2"}) {
              std::string mnemonic = std::string(isLeft ? "vshl." : "vshr.") +
                                     d + "." + a + ".u32" +
                                     (isSaturated ? ".sat" : "") +
                                     (wraps ? ".wrap" : ".clamp");
              checkInstruction(
                  {mnemonic, 32, {32, 32}, "", -1, {"", part, ""}},
                  {kWords, {0, 1, 7, 31, 32, 33, 64, 255, 0xffffffff}},
                  [&](const Values &v) {
                    uint64_t n =
                        wraps ? v[1] % 32 : std::min<uint64_t>(v[1], 32);
                    Int128 x = getPart(a, part, v[0]);
                    x = isLeft ? x * (Int128(1) << n) : x >> n;
                    if (!isSaturated)
                      return uint64_t(x);
                    // 34 bits of it, as PTX ISA says.
                    Int128 high = Int128(1) << 34;
                    x = ((x % high) + high) % high;
                    return uint64_t(
                        IntType(d).clamp(x >= high / 2 ? x - high : x));
                  });
            }
}

TEST(VideoDecodersTest, Mad) {
  for (const char *a : {"u32", "s32"})
    for (const char *b : {"u32", "s32"})
      for (bool addsOne : {false, true})
        for (bool isSaturated : {false, true})
          for (int scale : {0, 7, 15}) {
            bool isSigned = a[0] == 's' || b[0] == 's';
            IntType type(isSigned ? "s32" : "u32");
            std::string mnemonic =
                "vmad." + type.name + "." + a + "." + b +
                (addsOne ? ".po" : "") + (isSaturated ? ".sat" : "") +
                (scale ? ".shr" + std::to_string(scale) : "");
            for (std::string part : {"", ".h1"})
              checkInstruction(
                  {mnemonic, 32, {32, 32, 32}, "", -1, {"", part, ".b1"}},
                  {kWords, kWords, kThirdWords}, [&](const Values &v) {
                    // ptxas: signed words, and 64 bits of an unsigned sum.
                    Int128 x = signExtend(getPart(a, part, v[0])) *
                                   signExtend(getPart(b, ".b1", v[1])) +
                               signExtend(v[2]) + addsOne;
                    if (scale && !isSigned)
                      x = uint64_t(x);
                    x >>= scale;
                    return isSaturated ? type.clamp(x) : uint64_t(x);
                  });
          }
}

TEST(VideoDecodersTest, Set) {
  for (const NamedFunction &relation : kRelations)
    for (const char *a : {"u32", "s32"})
      for (const char *b : {"u32", "s32"})
        for (std::string part : {"", ".b3", ".h0"}) {
          std::string mnemonic =
              std::string("vset.") + a + "." + b + "." + relation.name;
          auto compute = [&](const Values &v) {
            return relation.f(getPart(a, part, v[0]), getPart(b, part, v[1]));
          };
          checkInstruction({mnemonic, 32, {32, 32}, "", -1, {"", part, part}},
                           {kWords, kWords}, [&](const Values &v) {
                             return uint64_t(compute(v));
                           });
          checkInstruction(
              {mnemonic + ".max", 32, {32, 32, 32}, "", -1, {"", part, part}},
              {kWords, kWords, kThirdWords}, [&](const Values &v) {
                return choose(false, a[0] == 's', compute(v), v[2]);
              });
          checkInstruction(
              {mnemonic, 32, {32, 32, 32}, "", -1, {".b1", part, part}},
              {kWords, kWords, kThirdWords},
              [&](const Values &v) { return merge(".b1", compute(v), v[2]); });
        }
}

/// All forms of an instruction on `count` parts. `d` is empty for `vset`.
static void checkSeveral(const std::string &mnemonic, BinaryFunction f,
                         unsigned count, const std::string &d,
                         const std::string &a, const std::string &b,
                         bool maySaturate) {
  unsigned bits = 32 / count;
  std::string width = std::to_string(bits);
  // Parts of the result, and of the two sources, the lowest last.
  std::vector<std::vector<std::string>> selections =
      count == 2
          ? std::vector<std::vector<std::string>>{{"10", "10", "32"},
                                                  {"1", "03", "12"},
                                                  {"0", "20", "31"}}
          : std::vector<std::vector<std::string>>{{"3210", "3210", "7654"},
                                                  {"320", "0615", "4273"},
                                                  {"1", "7162", "0000"}};
  for (const auto &selection : selections)
    for (std::string end : {"", ".sat", ".add"}) {
      if (end == ".sat" && !maySaturate)
        continue;
      std::string letter = count == 2 ? ".h" : ".b";
      std::vector<std::string> components;
      for (const std::string &part : selection)
        components.push_back(&selection == &selections[0] ? "" : letter + part);
      checkInstruction(
          {mnemonic + end, 32, {32, 32, 32}, "", -1, components},
          {kWords, kWords, kThirdWords}, [&](const Values &v) {
            uint64_t sources = v[1] << 32 | v[0], result = v[2];
            for (unsigned k = 0; k < count; ++k) {
              char digit = char('0' + k);
              if (selection[0].find(digit) == std::string::npos)
                continue;
              auto get = [&](const std::string &parts,
                             const std::string &type) {
                unsigned part = parts[count - 1 - k] - '0';
                return IntType(type.substr(0, 1) + width)
                    .value(sources >> (bits * part));
              };
              Int128 x = f(get(selection[1], a), get(selection[2], b));
              IntType type(d.substr(0, 1) + width);
              if (end == ".sat")
                x = type.value(type.clamp(x));
              if (end == ".add") {
                result += uint64_t(x);
                continue;
              }
              uint64_t mask = truncateTo(bits, ~uint64_t(0)) << (bits * k);
              result = (result & ~mask) | truncateTo(bits, UInt128(x))
                                              << (bits * k);
            }
            return result;
          });
    }
}

TEST(VideoDecodersTest, SeveralResults) {
  for (unsigned count : {2u, 4u})
    for (const char *a : {"u32", "s32"})
      for (const char *b : {"u32", "s32"}) {
        std::string number = std::to_string(count);
        for (const char *d : {"u32", "s32"}) {
          std::string types = std::string(".") + d + "." + a + "." + b;
          for (const NamedFunction &function : kFunctions)
            checkSeveral(function.name + number + types, function.f, count, d,
                         a, b, true);
          checkSeveral("vavrg" + number + types, average, count, d, a, b, true);
        }
        for (const NamedFunction &relation : kRelations)
          checkSeveral("vset" + number + "." + a + "." + b + "." +
                           relation.name,
                       relation.f, count, "u32", a, b, false);
      }
}

TEST(VideoDecodersTest, AFourthOperandOfWhichNoPartStays) {
  // As ptxas takes it: the result is the whole word.
  TestRun run = TestKernel().runClean("mov.b32 %r2, 7; mov.b32 %r3, -9;\n"
                                      "vadd.s32.s32.s32 %r1, %t, %r2, %r3;\n"
                                      "st.global.u32 [%out], %r1;");
  EXPECT_EQ(run.get<uint32_t>(31), 38u);
}

TEST(VideoDecodersTest, WrongWordsAreErrors) {
  TestKernel kernel;
  auto getErrors = [&](const std::string &text) {
    return kernel.run("mov.b32 %r1, 0;\n" + text).errors;
  };
  EXPECT_EQ(getErrors("vadd.f32.u32.u32 %r1, %r1, %r1;"),
            "25:1: expected 'vadd.u32.u32.u32', found 'vadd.f32.u32.u32'\n");
  EXPECT_EQ(getErrors("vadd.u32.u32.u32.add %r1, %r1, %r1;"),
            "25:1: expected 4 operands of 'vadd.u32.u32.u32.add', found 3\n");
  EXPECT_EQ(getErrors("vadd.u32.u32.u32 %r1;"),
            "25:1: expected 3 or 4 operands of 'vadd.u32.u32.u32', found 1\n");
  EXPECT_EQ(getErrors("vadd2.u32.u32.u32 %r1, %r1.b0, %r1, %r1;"),
            "25:1: expected parts of words as in '.b0' or '.h1', and in "
            "instructions of two or four '.h10' or '.b3210'\n");
}
