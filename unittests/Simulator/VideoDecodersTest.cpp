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
  unsigned bits = component[1] == 'b' ? 8 : 16;
  unsigned shift = bits * (component[2] - '0');
  uint64_t mask = truncateTo(bits, ~uint64_t(0)) << shift;
  return (truncateTo(bits, UInt128(value)) << shift) | (last & ~mask);
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
                IntType type(getResultType(d, part));
                return isSaturated ? type.value(type.clamp(x)) : x;
              };
              checkInstruction(
                  {mnemonic, 32, {32, 32}, "", -1, selection}, {kWords, kWords},
                  [&](const Values &v) { return uint64_t(compute(v, "")); });
              if (&selection > &selections[1])
                continue;
              IntType type(d);
              for (std::string second : {"add", "min", "max"})
                checkInstruction(
                    {mnemonic + "." + second,
                     32,
                     {32, 32, 32},
                     "",
                     -1,
                     selection},
                    {kWords, kWords, kThirdWords}, [&](const Values &v) {
                      Int128 x = type.value(uint64_t(compute(v, ""))),
                             c = type.value(v[2]);
                      return uint64_t(second == "add"                ? x + c
                                      : (second == "min") == (x < c) ? x
                                                                     : c);
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
                    return isSaturated ? IntType(d).clamp(x) : uint64_t(x);
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
                    Int128 x =
                        getPart(a, part, v[0]) * getPart(b, ".b1", v[1]) +
                        type.value(v[2]) + addsOne;
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
                return std::max(uint64_t(compute(v)), v[2]);
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
