//===- IntegerDecodersTest.cpp - Arithmetic on integers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values come from arithmetic on 128 bits.
//
//===----------------------------------------------------------------------===//

#include "InstructionCases.h"

using namespace mlir::tile::sim;

static const char *const kAllTypes[] = {"u16", "u32", "u64",
                                        "s16", "s32", "s64"};

/// Few values for a third operand.
static std::vector<uint64_t> getSomeEdges(unsigned bits) {
  std::vector<uint64_t> values;
  for (uint64_t value :
       {uint64_t(0), uint64_t(1), ~uint64_t(0), uint64_t(1) << (bits - 1),
        (uint64_t(1) << (bits - 1)) - 1, uint64_t(0x3b9aca07d1e5f264)})
    values.push_back(truncateTo(bits, value));
  return values;
}

using BinaryFunction = std::function<Int128(Int128, Int128)>;

/// An instruction of two operands whose result is the low bits of `f` of the
/// numbers that they are.
static void checkBinary(const std::string &opcode, const IntType &type,
                        const BinaryFunction &f) {
  std::vector<uint64_t> edges = getEdges(type.bits);
  checkInstruction(
      {opcode + "." + type.name, type.bits, {type.bits, type.bits}},
      {edges, edges}, [&](const Values &v) {
        return uint64_t(f(type.value(v[0]), type.value(v[1])));
      });
}

/// The bits of the product, exact.
static UInt128 multiply(const IntType &type, uint64_t a, uint64_t b) {
  return UInt128(type.value(a)) * UInt128(type.value(b));
}

/// Bits `bits` and up of the product, with its sign.
static uint64_t getHigh(const IntType &type, uint64_t a, uint64_t b) {
  UInt128 product = multiply(type, a, b);
  return uint64_t(type.isSigned ? UInt128(Int128(product) >> type.bits)
                                : product >> type.bits);
}

//===----------------------------------------------------------------------===//
// add, sub, mul, mad
//===----------------------------------------------------------------------===//

TEST(IntegerDecodersTest, AddAndSub) {
  for (const char *name : kAllTypes) {
    checkBinary("add", IntType(name), [](Int128 a, Int128 b) { return a + b; });
    checkBinary("sub", IntType(name), [](Int128 a, Int128 b) { return a - b; });
  }
}

TEST(IntegerDecodersTest, AddAndSubSaturate) {
  IntType s32("s32");
  checkBinary("add.sat", s32,
              [&](Int128 a, Int128 b) { return Int128(s32.clamp(a + b)); });
  checkBinary("sub.sat", s32,
              [&](Int128 a, Int128 b) { return Int128(s32.clamp(a - b)); });
}

TEST(IntegerDecodersTest, AddOfAConstant) {
  for (uint64_t constant : {uint64_t(5), ~uint64_t(0)})
    checkInstruction({"add.u32", 32, {32, 32}, "", 1},
                     {getEdges(32), {constant}},
                     [](const Values &v) { return v[0] + v[1]; });
}

/// Op of each half of 32 bits.
static void checkPairs(const std::string &mnemonic, const IntType &half,
                       const BinaryFunction &f) {
  std::vector<uint64_t> pairs = getEdges(32);
  for (uint64_t pair : {0x80007fffu, 0x7fff8000u, 0xffff0001u, 0x0001ffffu})
    pairs.push_back(pair);
  checkInstruction(
      {mnemonic, 32, {32, 32}}, {pairs, pairs}, [&](const Values &v) {
        uint64_t low = truncateTo(16, f(half.value(v[0]), half.value(v[1])));
        uint64_t high =
            truncateTo(16, f(half.value(v[0] >> 16), half.value(v[1] >> 16)));
        return high << 16 | low;
      });
}

TEST(IntegerDecodersTest, AddOfPairs) {
  auto add = [](Int128 a, Int128 b) { return a + b; };
  checkPairs("add.u16x2", IntType("u16"), add);
  checkPairs("add.s16x2", IntType("s16"), add);
}

TEST(IntegerDecodersTest, Mul) {
  for (const char *name : kAllTypes) {
    IntType type(name);
    std::vector<uint64_t> edges = getEdges(type.bits);
    std::vector<unsigned> operands = {type.bits, type.bits};
    checkInstruction(
        {"mul.lo." + type.name, type.bits, operands}, {edges, edges},
        [&](const Values &v) { return uint64_t(multiply(type, v[0], v[1])); });
    checkInstruction(
        {"mul.hi." + type.name, type.bits, operands}, {edges, edges},
        [&](const Values &v) { return getHigh(type, v[0], v[1]); });
    if (type.bits == 64)
      continue;
    checkInstruction(
        {"mul.wide." + type.name, 2 * type.bits, operands}, {edges, edges},
        [&](const Values &v) { return uint64_t(multiply(type, v[0], v[1])); });
  }
}

TEST(IntegerDecodersTest, Mad) {
  for (const char *name : kAllTypes) {
    IntType type(name);
    std::vector<uint64_t> edges = getEdges(type.bits),
                          some = getSomeEdges(type.bits);
    std::vector<unsigned> operands = {type.bits, type.bits, type.bits};
    checkInstruction({"mad.lo." + type.name, type.bits, operands},
                     {edges, edges, some}, [&](const Values &v) {
                       return uint64_t(multiply(type, v[0], v[1]) + v[2]);
                     });
    checkInstruction(
        {"mad.hi." + type.name, type.bits, operands}, {edges, edges, some},
        [&](const Values &v) { return getHigh(type, v[0], v[1]) + v[2]; });
    if (type.bits == 64)
      continue;
    checkInstruction({"mad.wide." + type.name,
                      2 * type.bits,
                      {type.bits, type.bits, 2 * type.bits}},
                     {edges, edges, getSomeEdges(2 * type.bits)},
                     [&](const Values &v) {
                       return uint64_t(multiply(type, v[0], v[1]) + v[2]);
                     });
  }
}

TEST(IntegerDecodersTest, MadHighSaturates) {
  IntType s32("s32");
  std::vector<uint64_t> edges = getEdges(32);
  checkInstruction({"mad.hi.sat.s32", 32, {32, 32, 32}},
                   {edges, edges, getSomeEdges(32)}, [&](const Values &v) {
                     Int128 high = (s32.value(v[0]) * s32.value(v[1])) >> 32;
                     return s32.clamp(high + s32.value(v[2]));
                   });
}

TEST(IntegerDecodersTest, MulOf24Bits) {
  for (const char *name : {"u32", "s32"}) {
    IntType type(name), narrow(type.isSigned ? "s24" : "u24");
    std::vector<uint64_t> edges = getEdges(32);
    for (uint64_t value : {0x7fffff, 0x800000, 0xffffff, 0x1800001})
      edges.push_back(value);
    auto product = [&](const Values &v) {
      return narrow.value(v[0]) * narrow.value(v[1]);
    };
    std::vector<std::vector<uint64_t>> two = {edges, edges};
    checkInstruction({"mul24.lo." + type.name, 32, {32, 32}}, two,
                     [&](const Values &v) { return uint64_t(product(v)); });
    checkInstruction(
        {"mul24.hi." + type.name, 32, {32, 32}}, two,
        [&](const Values &v) { return uint64_t(product(v) >> 16); });
    std::vector<std::vector<uint64_t>> three = {edges, edges, getSomeEdges(32)};
    checkInstruction(
        {"mad24.lo." + type.name, 32, {32, 32, 32}}, three,
        [&](const Values &v) { return uint64_t(product(v)) + v[2]; });
    checkInstruction(
        {"mad24.hi." + type.name, 32, {32, 32, 32}}, three,
        [&](const Values &v) { return uint64_t(product(v) >> 16) + v[2]; });
    if (!type.isSigned)
      continue;
    checkInstruction({"mad24.hi.sat.s32", 32, {32, 32, 32}}, three,
                     [&](const Values &v) {
                       Int128 high = IntType("s32").value(product(v) >> 16);
                       return type.clamp(high + type.value(v[2]));
                     });
  }
}

//===----------------------------------------------------------------------===//
// sad, div, rem, abs, neg, min, max
//===----------------------------------------------------------------------===//

TEST(IntegerDecodersTest, SumOfAbsoluteDifferences) {
  for (const char *name : kAllTypes) {
    IntType type(name);
    std::vector<uint64_t> edges = getEdges(type.bits);
    checkInstruction(
        {"sad." + type.name, type.bits, {type.bits, type.bits, type.bits}},
        {edges, edges, getSomeEdges(type.bits)}, [&](const Values &v) {
          Int128 d = type.value(v[0]) - type.value(v[1]);
          return v[2] + uint64_t(d < 0 ? -d : d);
        });
  }
}

TEST(IntegerDecodersTest, DivAndRem) {
  // By zero, all bits are set: PTX leaves it open, an H200 does that.
  for (const char *name : kAllTypes) {
    checkBinary("div", IntType(name),
                [](Int128 a, Int128 b) { return b == 0 ? Int128(-1) : a / b; });
    checkBinary("rem", IntType(name),
                [](Int128 a, Int128 b) { return b == 0 ? Int128(-1) : a % b; });
  }
}

TEST(IntegerDecodersTest, AbsAndNeg) {
  for (const char *name : {"s16", "s32", "s64"}) {
    IntType type(name);
    std::vector<std::vector<uint64_t>> values = {getEdges(type.bits)};
    checkInstruction({"abs." + type.name, type.bits, {type.bits}}, values,
                     [&](const Values &v) {
                       Int128 a = type.value(v[0]);
                       return uint64_t(a < 0 ? -a : a);
                     });
    checkInstruction(
        {"neg." + type.name, type.bits, {type.bits}}, values,
        [&](const Values &v) { return uint64_t(-type.value(v[0])); });
  }
}

TEST(IntegerDecodersTest, MinAndMax) {
  auto min = [](Int128 a, Int128 b) { return a < b ? a : b; };
  auto max = [](Int128 a, Int128 b) { return a > b ? a : b; };
  auto minRelu = [](Int128 a, Int128 b) {
    return a < 0 || b < 0 ? Int128(0) : a < b ? a : b;
  };
  auto maxRelu = [](Int128 a, Int128 b) {
    return a < 0 && b < 0 ? Int128(0) : a > b ? a : b;
  };
  for (const char *name : kAllTypes) {
    checkBinary("min", IntType(name), min);
    checkBinary("max", IntType(name), max);
  }
  checkBinary("min.relu", IntType("s32"), minRelu);
  checkBinary("max.relu", IntType("s32"), maxRelu);
  checkPairs("min.u16x2", IntType("u16"), min);
  checkPairs("max.u16x2", IntType("u16"), max);
  checkPairs("min.s16x2", IntType("s16"), min);
  checkPairs("max.s16x2", IntType("s16"), max);
  checkPairs("min.relu.s16x2", IntType("s16"), minRelu);
  checkPairs("max.relu.s16x2", IntType("s16"), maxRelu);
}

//===----------------------------------------------------------------------===//
// dp4a, dp2a
//===----------------------------------------------------------------------===//

TEST(IntegerDecodersTest, DotProducts) {
  std::vector<uint64_t> values = getEdges(32);
  for (uint64_t value : {0x80808080u, 0x7f7f7f7fu, 0x7f80ff01u, 0x80007fffu})
    values.push_back(value);
  for (const char *nameA : {"u32", "s32"})
    for (const char *nameB : {"u32", "s32"}) {
      std::string types = std::string(".") + nameA + "." + nameB;
      std::string signA(1, nameA[0]), signB(1, nameB[0]);
      IntType byteA(signA + "8"), byteB(signB + "8"), halfA(signA + "16");
      checkInstruction({"dp4a" + types, 32, {32, 32, 32}},
                       {values, values, getSomeEdges(32)},
                       [&](const Values &v) {
                         Int128 sum = v[2];
                         for (unsigned k = 0; k < 4; ++k)
                           sum += byteA.value(v[0] >> (8 * k)) *
                                  byteB.value(v[1] >> (8 * k));
                         return uint64_t(sum);
                       });
      for (bool isHigh : {false, true})
        checkInstruction({std::string("dp2a.") + (isHigh ? "hi" : "lo") + types,
                          32,
                          {32, 32, 32}},
                         {values, values, getSomeEdges(32)},
                         [&](const Values &v) {
                           Int128 sum = v[2];
                           for (unsigned k = 0; k < 2; ++k)
                             sum += halfA.value(v[0] >> (16 * k)) *
                                    byteB.value(v[1] >> (8 * (k + 2 * isHigh)));
                           return uint64_t(sum);
                         });
    }
}

//===----------------------------------------------------------------------===//
// Carries
//===----------------------------------------------------------------------===//

/// Numbers of two words: all combinations of some words.
static std::vector<std::array<uint64_t, 2>> getPairs(unsigned bits) {
  std::vector<std::array<uint64_t, 2>> pairs;
  for (uint64_t low : getSomeEdges(bits))
    for (uint64_t high : getSomeEdges(bits))
      pairs.push_back({low, high});
  return pairs;
}

/// Runs `body` on all pairs of numbers of two words each, a in registers 1 and
/// 2, b in 3 and 4; the result is in 5 and up, as many words as `numResults`.
static void
checkChain(const std::string &body, unsigned bits, unsigned numResults,
           const std::function<std::array<uint64_t, 4>(const Values &)> &f) {
  std::vector<Values> cases;
  for (const auto &a : getPairs(bits))
    for (const auto &b : getPairs(bits))
      cases.push_back({a[0], a[1], b[0], b[1]});
  TestKernel kernel;
  kernel.target = "sm_90";
  kernel.blocks = unsigned(cases.size() + 31) / 32;
  cases.resize(kernel.blocks * 32, cases.front());
  std::vector<uint8_t> input(cases.size() * kSlot);
  for (size_t t = 0; t < cases.size(); ++t)
    std::memcpy(&input[t * kSlot], cases[t].data(), 32);
  std::string prefix = getRegisterPrefix(bits), text;
  std::string type = ".b" + std::to_string(bits);
  for (unsigned k = 0; k < 4; ++k)
    text += "ld.global" + type + " " + prefix + std::to_string(k + 1) +
            ", [%in+" + std::to_string(8 * k) + "];\n";
  // Registers are %W1 and so on in the body.
  std::string replaced = body;
  for (size_t at; (at = replaced.find("%W")) != std::string::npos;)
    replaced.replace(at, 2, prefix);
  for (size_t at; (at = replaced.find(".W")) != std::string::npos;)
    replaced.replace(at, 2, ".u" + std::to_string(bits));
  for (size_t at; (at = replaced.find(".S")) != std::string::npos;)
    replaced.replace(at, 2, ".s" + std::to_string(bits));
  text += replaced;
  for (unsigned k = 0; k < numResults; ++k)
    text += "\nst.global" + type + " [%out+" + std::to_string(8 * k) + "], " +
            prefix + std::to_string(k + 5) + ";";
  SCOPED_TRACE(text);
  TestRun run = kernel.runClean(text, input);
  if (run.out.empty())
    return;
  for (unsigned t = 0; t < cases.size(); ++t) {
    std::array<uint64_t, 4> want = f(cases[t]);
    for (unsigned k = 0; k < numResults; ++k)
      ASSERT_EQ(run.get<uint64_t>(t, 8 * k), truncateTo(bits, want[k]))
          << "word " << k << " of " << std::hex << cases[t][0] << " "
          << cases[t][1] << ", " << cases[t][2] << " " << cases[t][3];
  }
}

TEST(IntegerDecodersTest, LongSums) {
  for (unsigned bits : {32u, 64u})
    for (std::string type : {".W", ".S"})
      checkChain("add.cc" + type + " %W5, %W1, %W3;\naddc.cc" + type +
                     " %W6, %W2, %W4;\naddc" + type + " %W7, 0, 0;",
                 bits, 3, [&](const Values &v) -> std::array<uint64_t, 4> {
                   UInt128 low = UInt128(v[0]) + v[2];
                   UInt128 high = UInt128(v[1]) + v[3] + (low >> bits);
                   return {uint64_t(low), uint64_t(high),
                           uint64_t(high >> bits)};
                 });
}

TEST(IntegerDecodersTest, LongDifferences) {
  for (unsigned bits : {32u, 64u})
    for (std::string type : {".W", ".S"})
      checkChain(
          "sub.cc" + type + " %W5, %W1, %W3;\nsubc.cc" + type +
              " %W6, %W2, %W4;\nsubc" + type + " %W7, 0, 0;",
          bits, 3, [&](const Values &v) -> std::array<uint64_t, 4> {
            Int128 low = Int128(v[0]) - Int128(v[2]);
            Int128 high = Int128(v[1]) - Int128(v[3]) - (low < 0 ? 1 : 0);
            return {uint64_t(low), uint64_t(high), high < 0 ? ~uint64_t(0) : 0};
          });
}

TEST(IntegerDecodersTest, SumsAfterDifferences) {
  // The carry of a difference is that of a + ~b + 1, on an H200.
  checkChain("sub.cc.W %W5, %W1, %W3;\naddc.cc.W %W6, %W2, %W4;\n"
             "subc.W %W7, 100, 0;",
             32, 3, [&](const Values &v) -> std::array<uint64_t, 4> {
               UInt128 low = UInt128(v[0]) + truncateTo(32, ~v[2]) + 1;
               UInt128 high = UInt128(v[1]) + v[3] + (low >> 32);
               return {uint64_t(low), uint64_t(high),
                       99 + uint64_t(high >> 32)};
             });
}

TEST(IntegerDecodersTest, LongProducts) {
  // (a1:a0) * b0 + (b1 in both words), in three words.
  for (unsigned bits : {32u, 64u})
    checkChain("mad.lo.cc.W %W5, %W1, %W3, %W4;\n"
               "madc.hi.cc.W %W6, %W1, %W3, %W4;\n"
               "addc.W %W7, 0, 0;\n"
               "mad.lo.cc.W %W6, %W2, %W3, %W6;\n"
               "madc.hi.W %W7, %W2, %W3, %W7;",
               bits, 3, [&](const Values &v) -> std::array<uint64_t, 4> {
                 UInt128 first = UInt128(v[0]) * v[2];
                 UInt128 second = UInt128(v[1]) * v[2];
                 UInt128 low = UInt128(truncateTo(bits, first)) + v[3];
                 UInt128 mid = (first >> bits) + v[3] + (low >> bits);
                 UInt128 high = mid >> bits;
                 mid =
                     UInt128(truncateTo(bits, mid)) + truncateTo(bits, second);
                 high += (second >> bits) + (mid >> bits);
                 return {uint64_t(low), uint64_t(mid), uint64_t(high)};
               });
}

TEST(IntegerDecodersTest, SignedHighProductsWithCarry) {
  for (unsigned bits : {32u, 64u})
    checkChain("add.cc.W %W8, %W4, %W4;\n"
               "madc.hi.cc.S %W5, %W1, %W2, %W3;\n"
               "madc.lo.cc.S %W6, %W1, %W2, %W3;\n"
               "mad.hi.cc.S %W9, %W1, %W2, %W4;\naddc.W %W7, 0, 0;",
               bits, 3, [&](const Values &v) -> std::array<uint64_t, 4> {
                 IntType type("s" + std::to_string(bits));
                 uint64_t high = truncateTo(bits, getHigh(type, v[0], v[1]));
                 uint64_t low = truncateTo(bits, multiply(type, v[0], v[1]));
                 UInt128 carry = (UInt128(v[3]) + v[3]) >> bits;
                 UInt128 first = UInt128(high) + v[2] + carry;
                 UInt128 second = UInt128(low) + v[2] + (first >> bits);
                 UInt128 third = UInt128(high) + v[3];
                 return {uint64_t(first), uint64_t(second),
                         uint64_t(third >> bits)};
               });
}

TEST(IntegerDecodersTest, CarriesAreALanesOwn) {
  // Lanes with an odd number have no carry; the others keep theirs while these
  // add something else, and instructions without .cc leave it alone.
  TestKernel kernel;
  kernel.target = "sm_90";
  TestRun run = kernel.runClean(R"(
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p1, %r1, 1;
    add.cc.u32 %r2, 0xffffffff, 1;
    @%p1 add.cc.u32 %r3, 1, 1;
    add.u32 %r4, 1, 1;
    addc.u32 %r5, %t, 100;
    addc.u32 %r6, %t, 200;
    st.global.v2.u32 [%out], {%r5, %r6};)");
  for (unsigned t = 0; t < 32; ++t) {
    unsigned carry = t % 2 == 0;
    EXPECT_EQ(run.get<uint32_t>(t), t + 100 + carry);
    EXPECT_EQ(run.get<uint32_t>(t, 4), t + 200 + carry);
  }
}
