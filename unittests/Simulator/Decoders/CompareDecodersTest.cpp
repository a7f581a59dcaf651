//===- CompareDecodersTest.cpp - Comparisons and selections ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two values are in one of four relations (less, equal, greater, unordered);
// expected results are whether a comparison is about that relation.
//
//===----------------------------------------------------------------------===//

#include "InstructionCases.h"

#include <cmath>

using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Types, values and relations
//===----------------------------------------------------------------------===//

namespace {
struct CompareType {
  std::string name;
  unsigned bits;
  /// Of a floating-point format; 0 exponent bits for integers.
  unsigned exponentBits = 0;
  bool isFlushed = false;
  bool isPair = false;

  bool isFloat() const { return exponentBits != 0; }
  /// ".ftz" if it is.
  std::string getFlush() const { return isFlushed ? ".ftz" : ""; }
  unsigned getElementBits() const { return isPair ? bits / 2 : bits; }
};
} // namespace

static const CompareType kIntegers[] = {{"u16", 16}, {"u32", 32}, {"u64", 64},
                                        {"s16", 16}, {"s32", 32}, {"s64", 64},
                                        {"b16", 16}, {"b32", 32}, {"b64", 64}};

static const CompareType kFloats[] = {{"f32", 32, 8},
                                      {"f32", 32, 8, true},
                                      {"f64", 64, 11},
                                      {"f16", 16, 5},
                                      {"f16", 16, 5, true},
                                      {"bf16", 16, 8},
                                      {"f16x2", 32, 5, false, true},
                                      {"f16x2", 32, 5, true, true},
                                      {"bf16x2", 32, 8, false, true}};

/// A number of the format, from its definition; `nan` if it is none.
static long double decode(const CompareType &type, uint64_t code) {
  unsigned bits = type.getElementBits(),
           fieldBits = bits - 1 - type.exponentBits;
  uint64_t mantissa = truncateTo(fieldBits, code);
  int exponent = int(truncateTo(type.exponentBits, code >> fieldBits));
  int last = (1 << type.exponentBits) - 1, bias = last / 2;
  long double magnitude;
  if (exponent == last)
    magnitude = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    magnitude = type.isFlushed ? 0
                               : std::ldexp((long double)mantissa,
                                            1 - bias - int(fieldBits));
  else
    magnitude = std::ldexp((long double)(mantissa + (uint64_t(1) << fieldBits)),
                           exponent - bias - int(fieldBits));
  return (code >> (bits - 1)) & 1 ? -magnitude : magnitude;
}

/// 'L', 'E', 'G' or 'U'.
static char getRelation(const CompareType &type, uint64_t a, uint64_t b) {
  if (!type.isFloat()) {
    IntType integer(type.name);
    Int128 x = integer.value(a), y = integer.value(b);
    return x < y ? 'L' : x > y ? 'G' : 'E';
  }
  long double x = decode(type, a), y = decode(type, b);
  return std::isnan(x) || std::isnan(y) ? 'U' : x < y ? 'L' : x > y ? 'G' : 'E';
}

namespace {
struct NamedRelation {
  const char *name;
  /// The relations for which it holds.
  const char *relations;
};
} // namespace

static std::vector<NamedRelation> getComparisons(const CompareType &type) {
  if (type.isFloat())
    return {{"eq", "E"},    {"ne", "LG"},   {"lt", "L"},   {"le", "LE"},
            {"gt", "G"},    {"ge", "GE"},   {"equ", "EU"}, {"neu", "LGU"},
            {"ltu", "LU"},  {"leu", "LEU"}, {"gtu", "GU"}, {"geu", "GEU"},
            {"num", "LEG"}, {"nan", "U"}};
  if (type.name[0] == 'b')
    return {{"eq", "E"}, {"ne", "LG"}};
  std::vector<NamedRelation> result = {{"eq", "E"}, {"ne", "LG"},
                                       {"lt", "L"}, {"le", "LE"},
                                       {"gt", "G"}, {"ge", "GE"}};
  if (type.name[0] == 'u')
    for (NamedRelation relation :
         {NamedRelation{"lo", "L"}, NamedRelation{"ls", "LE"},
          NamedRelation{"hi", "G"}, NamedRelation{"hs", "GE"}})
      result.push_back(relation);
  return result;
}

static bool holds(const NamedRelation &relation, const CompareType &type,
                  uint64_t a, uint64_t b) {
  return std::string(relation.relations).find(getRelation(type, a, b)) !=
         std::string::npos;
}

/// Zeros, ones, subnormal and largest numbers, infinities, NaNs, both signs.
static std::vector<uint64_t> getCompareValues(const CompareType &type) {
  if (!type.isFloat())
    return getEdges(type.bits);
  unsigned bits = type.getElementBits(),
           fieldBits = bits - 1 - type.exponentBits;
  uint64_t smallest = uint64_t(1) << fieldBits;
  uint64_t infinity = truncateTo(type.exponentBits, ~uint64_t(0)) << fieldBits;
  uint64_t one = ((uint64_t(1) << (type.exponentBits - 1)) - 1) << fieldBits;
  std::vector<uint64_t> values;
  for (uint64_t magnitude :
       {uint64_t(0), uint64_t(1), smallest - 1, smallest, one, one + 1,
        infinity - 1, infinity, infinity + 1, infinity + smallest / 2})
    for (uint64_t sign : {0, 1})
      values.push_back(magnitude | sign << (bits - 1));
  if (!type.isPair)
    return values;
  std::vector<uint64_t> pairs;
  for (size_t k = 0; k < values.size(); ++k)
    pairs.push_back(values[k] | values[(7 * k + 3) % values.size()] << bits);
  return pairs;
}

/// All pairs of values, as many as fill warps, and the slots they are in.
namespace {
struct Pairs {
  explicit Pairs(const CompareType &type) {
    for (uint64_t a : getCompareValues(type))
      for (uint64_t b : getCompareValues(type))
        pairs.push_back({a, b});
    pairs.resize((pairs.size() + 31) / 32 * 32, pairs.front());
    input.resize(pairs.size() * kSlot);
    for (size_t t = 0; t < pairs.size(); ++t)
      std::memcpy(&input[t * kSlot], pairs[t].data(), 16);
    kernel.target = "sm_90";
    kernel.blocks = unsigned(pairs.size() / 32);
    prefix = getRegisterPrefix(type.bits);
    std::string bits = std::to_string(type.bits);
    // %p1 is bit 0 of the thread, %p2 bit 1.
    start = "ld.global.b" + bits + " " + prefix + "1, [%in];\nld.global.b" +
            bits + " " + prefix + "2, [%in+8];\n" +
            "and.b32 %r20, %t, 1; setp.ne.u32 %p1, %r20, 0;\n"
            "and.b32 %r20, %t, 2; setp.ne.u32 %p2, %r20, 0;\n";
    operands = ", " + prefix + "1, " + prefix + "2";
  }
  std::vector<std::array<uint64_t, 2>> pairs;
  std::vector<uint8_t> input;
  TestKernel kernel;
  std::string prefix, start;
  /// ", %r1, %r2"
  std::string operands;
};
} // namespace

//===----------------------------------------------------------------------===//
// setp
//===----------------------------------------------------------------------===//

/// Runs all shapes of a setp, each giving a bit of the result.
static void checkSetp(const CompareType &type) {
  Pairs pairs(type);
  for (const NamedRelation &relation : getComparisons(type)) {
    bool hasPair = type.name != "f16" && type.name != "bf16";
    std::string body = pairs.start + "mov.b32 %r21, 0;\n";
    auto setp = [&](const std::string &op, const std::string &result,
                    const std::string &other = "") {
      body += "setp." + std::string(relation.name) + op + type.getFlush() +
              "." + type.name + " " + result + pairs.operands +
              (other.empty() ? "" : ", " + other) + ";\n";
    };
    auto collect = [&](const std::string &predicate, unsigned bit) {
      body += "selp.b32 %r22, " + std::to_string(1u << bit) + ", 0, " +
              predicate + "; or.b32 %r21, %r21, %r22;\n";
    };
    setp("", "%p3");
    collect("%p3", 0);
    body += "mov.pred %p4, %p2;\n@%p1 ";
    setp("", "%p4");
    collect("%p4", 1);
    setp(".and", "%p7", "%p2");
    collect("%p7", 2);
    setp(".or", "%p8", "!%p2");
    collect("%p8", 3);
    body += "mov.pred %p15, %p1;\n@%p15 ";
    setp("", "%p15");
    collect("%p15", 4);
    body += "mov.pred %p9, %p1;\n@!%p2 ";
    setp(".xor", "%p9", "%p9");
    collect("%p9", 5);
    if (hasPair) {
      setp("", "%p5|%p6");
      collect("%p5", 6);
      collect("%p6", 7);
      setp(".xor", "%p9|%p10", "%p2");
      collect("%p9", 8);
      collect("%p10", 9);
      body += "mov.pred %p12, %p2;\n";
      setp(".and", "%p12|%p13", "!%p12");
      collect("%p12", 10);
      collect("%p13", 11);
      setp(".or", "_|%p14", "%p2");
      collect("%p14", 12);
    }
    SCOPED_TRACE(body);
    TestRun run = pairs.kernel.runClean(body + "st.global.b32 [%out], %r21;",
                                        pairs.input);
    if (run.out.empty())
      return;
    for (unsigned t = 0; t < pairs.pairs.size(); ++t) {
      auto [a, b] = pairs.pairs[t];
      bool r = holds(relation, type, a, b), s = !r;
      if (type.isPair)
        s = holds(relation, type, a >> 16, b >> 16);
      bool p1 = t & 1, c = t & 2;
      bool want[] = {
          r,      p1 ? r : c, r && c,  r || !c, p1 && r, c ? p1 : r != p1, r, s,
          r != c, s != c,     r && !c, s && !c, s || c};
      uint32_t bits = 0;
      for (unsigned k = 0; k < (hasPair ? 13 : 6); ++k)
        bits |= uint32_t(want[k]) << k;
      ASSERT_EQ(run.get<uint32_t>(t), bits)
          << relation.name << "." << type.name << std::hex << " of 0x" << a
          << " and 0x" << b << " in thread " << std::dec << t;
    }
  }
}

TEST(CompareDecodersTest, SetpOfIntegers) {
  for (const CompareType &type : kIntegers)
    checkSetp(type);
}

TEST(CompareDecodersTest, SetpOfFloats) {
  for (const CompareType &type : kFloats)
    checkSetp(type);
}

TEST(CompareDecodersTest, SetpWithAConstant) {
  TestKernel kernel;
  kernel.target = "sm_90";
  TestRun run = kernel.runClean(R"(
    sub.s32 %r1, %t, 16;
    setp.lt.s32 %p1, %r1, -3;
    setp.lt.u32 %p2, %r1, -3;
    selp.u32 %r2, 1, 0, %p1;
    selp.u32 %r3, 1, 0, %p2;
    st.global.v2.u32 [%out], {%r2, %r3};)");
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t), t < 13 ? 1u : 0u);
    EXPECT_EQ(run.get<uint32_t>(t, 4), t < 13 || t >= 16 ? 1u : 0u);
  }
}

//===----------------------------------------------------------------------===//
// set
//===----------------------------------------------------------------------===//

/// What `set` of the result type gives for true.
static uint32_t getTrue(const std::string &type) {
  if (type == "f32")
    return 0x3f800000;
  if (type == "f16" || type == "f16x2")
    return 0x3c003c00;
  if (type == "bf16" || type == "bf16x2")
    return 0x3f803f80;
  return 0xffffffff;
}

static void checkSet(const CompareType &type, const std::string &result) {
  Pairs pairs(type);
  unsigned bits =
      result.find("16") != std::string::npos && !type.isPair && type.isFloat()
          ? 16
          : 32;
  std::string prefix = getRegisterPrefix(bits);
  std::string width = ".b" + std::to_string(bits);
  for (const NamedRelation &relation : getComparisons(type)) {
    std::string body = pairs.start;
    unsigned number = 10;
    auto set = [&](const std::string &guard, const std::string &op,
                   const std::string &other) {
      std::string name = prefix + std::to_string(number);
      body += "mov" + width + " " + name + ", 77;\n" + guard + "set." +
              relation.name + op + type.getFlush() + "." + result + "." +
              type.name + " " + name + pairs.operands + other + ";\nst.global" +
              width + " [%out+" + std::to_string(4 * (number - 10)) + "], " +
              name + ";\n";
      ++number;
    };
    set("", "", "");
    set("@%p1 ", "", "");
    set("", ".and", ", %p2");
    set("", ".or", ", !%p2");
    set("@!%p1 ", ".xor", ", %p2");
    SCOPED_TRACE(body);
    TestRun run = pairs.kernel.runClean(body, pairs.input);
    if (run.out.empty())
      return;
    for (unsigned t = 0; t < pairs.pairs.size(); ++t) {
      auto [a, b] = pairs.pairs[t];
      bool low = holds(relation, type, a, b);
      bool high = type.isPair ? holds(relation, type, a >> 16, b >> 16) : low;
      bool p1 = t & 1, c = t & 2;
      auto make = [&](bool isLow, bool isHigh) {
        return uint32_t(
            truncateTo(bits, getTrue(result) & ((isLow ? 0xffff : 0) |
                                                (isHigh ? 0xffff0000 : 0))));
      };
      uint32_t want[] = {make(low, high), p1 ? make(low, high) : 77,
                         make(low && c, high && c), make(low || !c, high || !c),
                         p1 ? 77 : make(low != c, high != c)};
      for (unsigned k = 0; k < 5; ++k)
        ASSERT_EQ(run.get<uint32_t>(t, 4 * k), want[k])
            << "set " << k << ", " << relation.name << "." << type.name
            << std::hex << " of 0x" << a << " and 0x" << b << " in thread "
            << std::dec << t;
    }
  }
}

TEST(CompareDecodersTest, SetOfIntegers) {
  for (const CompareType &type : kIntegers)
    for (const char *result : {"u32", "s32", "f32"})
      checkSet(type, result);
}

TEST(CompareDecodersTest, SetOfFloats) {
  for (const CompareType &type : kFloats) {
    std::vector<std::string> results = {"u32", "s32"};
    if (type.bits >= 32 && !type.isPair)
      results.push_back("f32");
    else if (type.isPair)
      results.push_back(type.name);
    else
      results.insert(results.end(), {type.name, "u16", "s16"});
    for (const std::string &result : results)
      checkSet(type, result);
  }
}

//===----------------------------------------------------------------------===//
// selp, slct
//===----------------------------------------------------------------------===//

static const char *const kSelectTypes[] = {"b16", "b32", "b64", "u16",
                                           "u32", "u64", "s16", "s32",
                                           "s64", "f32", "f64"};

TEST(CompareDecodersTest, Selp) {
  for (std::string name : kSelectTypes) {
    CompareType type{name, unsigned(std::stoi(name.substr(1)))};
    Pairs pairs(CompareType{"b" + name.substr(1), type.bits});
    std::string width = ".b" + std::to_string(type.bits), p = pairs.prefix;
    TestRun run = pairs.kernel.runClean(
        pairs.start + "selp." + name + " " + p + "3" + pairs.operands +
            ", %p1;\nmov" + width + " " + p + "4, 77;\n@%p2 selp." + name +
            " " + p + "4" + pairs.operands + ", %p1;\nst.global" + width +
            " [%out], " + p + "3;\nst.global" + width + " [%out+8], " + p +
            "4;",
        pairs.input);
    for (unsigned t = 0; t < pairs.pairs.size(); ++t) {
      uint64_t want = pairs.pairs[t][t & 1 ? 0 : 1];
      ASSERT_EQ(run.get<uint64_t>(t), want) << name << " " << t;
      ASSERT_EQ(run.get<uint64_t>(t, 8), t & 2 ? want : 77) << name << " " << t;
    }
  }
}

TEST(CompareDecodersTest, Slct) {
  for (std::string name : kSelectTypes) {
    unsigned bits = unsigned(std::stoi(name.substr(1)));
    std::vector<uint64_t> a = {truncateTo(bits, 0x123456789abcdef0)},
                          b = {truncateTo(bits, 0xfedcba9876543210)};
    checkInstruction({"slct." + name + ".s32", bits, {bits, bits, 32}},
                     {a, b, getEdges(32)},
                     [&](const Values &v) { return v[2] >> 31 ? v[1] : v[0]; });
    for (bool isFlushed : {false, true}) {
      CompareType f32{"f32", 32, 8, isFlushed};
      checkInstruction(
          {std::string("slct") + (isFlushed ? ".ftz." : ".") + name + ".f32",
           bits,
           {bits, bits, 32}},
          {a, b, getCompareValues(f32)}, [&](const Values &v) {
            // A NaN is not at least 0.
            char relation = getRelation(f32, v[2], 0);
            return relation == 'G' || relation == 'E' ? v[0] : v[1];
          });
    }
  }
}

TEST(CompareDecodersTest, ComparisonsAreCountedByTheirType) {
  TestKernel kernel;
  kernel.target = "sm_90";
  auto count = [&](const std::string &body, InstructionClass cls) {
    TestRun with = kernel.runClean(body), without = kernel.runClean("");
    return with.result.statistics.warpInstructions[unsigned(cls)] -
           without.result.statistics.warpInstructions[unsigned(cls)];
  };
  std::string zero = "mov.b32 %r1, 0; mov.b16 %h1, 0;";
  EXPECT_EQ(count(zero + "setp.lt.s32 %p1, %r1, 1;", InstructionClass::Integer),
            1u);
  EXPECT_EQ(count(zero + "setp.lt.f32 %p1, %r1, %r1;", InstructionClass::Float),
            1u);
  EXPECT_EQ(count(zero + "setp.lt.f16 %p1, %h1, %h1;", InstructionClass::Half),
            1u);
}
