//===- BitDecodersTest.cpp - Logic, shifts, and counts of bits ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values are made bit by bit, as PTX ISA's pseudo-code does.
//
//===----------------------------------------------------------------------===//

#include "InstructionCases.h"

using namespace mlir::tile::sim;

static const unsigned kWidths[] = {16, 32, 64};

static std::string getName(const std::string &opcode, unsigned bits) {
  return opcode + ".b" + std::to_string(bits);
}

static bool getBit(uint64_t value, unsigned k) { return (value >> k) & 1; }

//===----------------------------------------------------------------------===//
// and, or, xor, not, cnot, lop3
//===----------------------------------------------------------------------===//

TEST(BitDecodersTest, Logic) {
  for (unsigned bits : kWidths) {
    std::vector<std::vector<uint64_t>> two = {getEdges(bits), getEdges(bits)};
    checkInstruction({getName("and", bits), bits, {bits, bits}}, two,
                     [](const Values &v) { return v[0] & v[1]; });
    checkInstruction({getName("or", bits), bits, {bits, bits}}, two,
                     [](const Values &v) { return v[0] | v[1]; });
    checkInstruction({getName("xor", bits), bits, {bits, bits}}, two,
                     [](const Values &v) { return v[0] ^ v[1]; });
    std::vector<std::vector<uint64_t>> one = {getEdges(bits)};
    checkInstruction({getName("not", bits), bits, {bits}}, one,
                     [](const Values &v) { return ~uint64_t(0) - v[0]; });
    checkInstruction({getName("cnot", bits), bits, {bits}}, one,
                     [](const Values &v) { return v[0] ? 0 : 1; });
  }
}

TEST(BitDecodersTest, LogicOfPredicates) {
  // p2 and p3 are bits 0 and 1 of the thread, p1 the guard bit 2; every second
  // result starts as true.
  TestKernel kernel;
  kernel.target = "sm_90";
  std::string start = "and.b32 %r1, %t, 1; setp.ne.u32 %p2, %r1, 0;\n"
                      "and.b32 %r1, %t, 2; setp.ne.u32 %p3, %r1, 0;\n"
                      "and.b32 %r1, %t, 4; setp.ne.u32 %p1, %r1, 0;\n"
                      "setp.ge.u32 %p5, %t, 16;\n";
  struct {
    const char *text;
    bool (*f)(bool a, bool b);
  } cases[] = {
      {"and.pred %p5, %p2, %p3;", [](bool a, bool b) { return a && b; }},
      {"and.pred %p5, !%p2, %p3;", [](bool a, bool b) { return !a && b; }},
      {"and.pred %p5, %p2, !%p3;", [](bool a, bool b) { return a && !b; }},
      {"or.pred %p5, %p2, %p3;", [](bool a, bool b) { return a || b; }},
      {"or.pred %p5, !%p2, !%p3;", [](bool a, bool b) { return !a || !b; }},
      {"xor.pred %p5, %p2, %p3;", [](bool a, bool b) { return a != b; }},
      {"xor.pred %p5, !%p2, %p3;", [](bool a, bool b) { return a == b; }},
      {"not.pred %p5, %p2;", [](bool a, bool) { return !a; }},
      {"not.pred %p5, !%p3;", [](bool, bool b) { return b; }},
      {"and.pred %p5, %p2, 1;", [](bool a, bool) { return a; }},
      {"mov.pred %p5, %p3;", [](bool, bool b) { return b; }},
      {"mov.pred %p5, !%p3;", [](bool, bool b) { return !b; }},
  };
  for (const auto &c : cases)
    for (std::string guard : {"", "@%p1 ", "@!%p1 "}) {
      SCOPED_TRACE(guard + c.text);
      TestRun run = kernel.runClean(start + guard + c.text +
                                    "selp.u32 %r2, 1, 0, %p5;\n"
                                    "st.global.u32 [%out], %r2;");
      for (unsigned t = 0; t < 32; ++t) {
        bool isOn = guard.empty() || getBit(t, 2) == (guard == "@%p1 ");
        bool want = isOn ? c.f(getBit(t, 0), getBit(t, 1)) : t >= 16;
        EXPECT_EQ(run.get<uint32_t>(t), uint32_t(want)) << "thread " << t;
      }
    }
}

TEST(BitDecodersTest, SelpTakesANegatedPredicate) {
  TestKernel kernel;
  kernel.target = "sm_90";
  TestRun run = kernel.runClean(R"(
    setp.lt.u32 %p1, %t, 20;
    selp.u32 %r2, 5, 7, !%p1;
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t < 20 ? 7u : 5u) << "thread " << t;
}

TEST(BitDecodersTest, APredicateMayBeItsOwnGuard) {
  TestKernel kernel;
  kernel.target = "sm_90";
  TestRun run = kernel.runClean(R"(
    setp.lt.u32 %p1, %t, 20;
    setp.lt.u32 %p2, %t, 10;
    @%p1 not.pred %p1, %p2;
    selp.u32 %r2, 1, 0, %p1;
    st.global.u32 [%out], %r2;)");
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(run.get<uint32_t>(t), t >= 10 && t < 20 ? 1u : 0u);
}

static uint64_t lookUp(const Values &v, unsigned table) {
  uint64_t result = 0;
  for (unsigned k = 0; k < 32; ++k) {
    unsigned row = 4 * getBit(v[0], k) + 2 * getBit(v[1], k) + getBit(v[2], k);
    result |= uint64_t(getBit(table, row)) << k;
  }
  return result;
}

TEST(BitDecodersTest, Lop3) {
  // All eight rows of a table occur in each of these.
  std::vector<uint64_t> a = {0xf0f0f0f0, 0x12345678, 0}, b = {0xcccccccc},
                        c = {0xaaaaaaaa, 0xffffffff};
  for (unsigned table = 0; table < 256; ++table)
    checkInstruction(
        {"lop3.b32", 32, {32, 32, 32}, ", " + std::to_string(table)}, {a, b, c},
        [&](const Values &v) { return lookUp(v, table); });
}

TEST(BitDecodersTest, Lop3WithAPredicate) {
  TestKernel kernel;
  kernel.target = "sm_90";
  for (std::string op : {"or", "and"})
    for (std::string result : {"%r5|%p4", "_|%p4", "%r5|%p2"})
      for (std::string other : {"%p2", "!%p2"}) {
        std::string p = result.substr(result.find('|') + 1);
        std::string text = "lop3." + op + ".b32 " + result +
                           ", %t, 12, 0xffffffff, 0x80, " + other + ";\n";
        SCOPED_TRACE(text);
        TestRun run = kernel.runClean(
            "mov.u32 %r5, 99; setp.lt.u32 %p2, %t, 10; setp.lt.u32 %p1, %t, 30;"
            "setp.lt.u32 %p4, %t, 99;\n@%p1 " +
            text + "selp.u32 %r6, 1, 0, " + p +
            ";\nst.global.v2.u32 [%out], {%r5, %r6};");
        for (unsigned t = 0; t < 32; ++t) {
          unsigned word = t & 12;
          bool q = (t < 10) != (other[0] == '!');
          bool want = op == "or" ? word != 0 || q : word != 0 && q;
          if (t >= 30)
            want = p == "%p4";
          EXPECT_EQ(run.get<uint32_t>(t),
                    result[0] == '_' || t >= 30 ? 99 : word);
          EXPECT_EQ(run.get<uint32_t>(t, 4), uint32_t(want)) << t;
        }
      }
}

TEST(BitDecodersTest, Lop3NeedsATableOf8Bits) {
  TestKernel kernel;
  EXPECT_NE(kernel.run("lop3.b32 %r1, %t, %t, %t, 256;").errors, "");
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

static uint64_t shiftLeft(unsigned bits, uint64_t a, uint64_t amount) {
  return amount >= bits ? 0 : truncateTo(bits, UInt128(a) << amount);
}

static uint64_t shiftRight(const IntType &type, uint64_t a, uint64_t amount) {
  return uint64_t(type.value(a) >> (amount > 100 ? 100 : amount));
}

TEST(BitDecodersTest, Shifts) {
  for (unsigned bits : kWidths) {
    std::vector<std::vector<uint64_t>> values = {getEdges(bits), getAmounts()};
    checkInstruction(
        {getName("shl", bits), bits, {bits, 32}}, values,
        [&](const Values &v) { return shiftLeft(bits, v[0], v[1]); });
    for (std::string letter : {"b", "u", "s"}) {
      IntType type(letter + std::to_string(bits));
      checkInstruction(
          {"shr." + type.name, bits, {bits, 32}}, values,
          [&](const Values &v) { return shiftRight(type, v[0], v[1]); });
    }
  }
}

TEST(BitDecodersTest, ShiftsByConstants) {
  for (unsigned bits : kWidths)
    for (uint64_t amount : getAmounts()) {
      std::vector<std::vector<uint64_t>> values = {getEdges(bits), {amount}};
      checkInstruction(
          {getName("shl", bits), bits, {bits, 32}, "", 1}, values,
          [&](const Values &v) { return shiftLeft(bits, v[0], amount); });
      for (std::string letter : {"u", "s"}) {
        IntType type(letter + std::to_string(bits));
        checkInstruction(
            {"shr." + type.name, bits, {bits, 32}, "", 1}, values,
            [&](const Values &v) { return shiftRight(type, v[0], amount); });
      }
    }
}

TEST(BitDecodersTest, FunnelShifts) {
  for (bool isLeft : {false, true})
    for (bool isClamped : {false, true})
      checkInstruction(
          {std::string("shf.") + (isLeft ? "l" : "r") +
               (isClamped ? ".clamp.b32" : ".wrap.b32"),
           32,
           {32, 32, 32}},
          {getEdges(32), getEdges(32), getAmounts()}, [&](const Values &v) {
            uint64_t n = isClamped ? std::min<uint64_t>(v[2], 32) : v[2] % 32;
            UInt128 both = UInt128(v[1]) << 32 | v[0];
            return uint64_t(isLeft ? (both << n) >> 32 : both >> n);
          });
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

static unsigned getByte(const Values &v, unsigned k) {
  return (v[k / 4] >> (8 * (k % 4))) & 0xff;
}

static uint64_t permute(const Values &v, uint64_t selector) {
  uint64_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned nibble = (selector >> (4 * k)) & 15;
    unsigned byte = getByte(v, nibble & 7);
    if (nibble & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= uint64_t(byte) << (8 * k);
  }
  return result;
}

TEST(BitDecodersTest, Prmt) {
  std::vector<uint64_t> a = {0x83726150, 0x80017fff}, b = {0x07f6e5d4};
  std::vector<uint64_t> selectors = {0x3210, 0x7654, 0x0123, 0x5410,
                                     0xfedc, 0xba98, 0x1d3b, 0x12345,
                                     0,      ~0u,    0x8888, 0x6420};
  checkInstruction({"prmt.b32", 32, {32, 32, 32}}, {a, b, selectors},
                   [](const Values &v) { return permute(v, v[2]); });
  for (uint64_t selector : selectors)
    checkInstruction({"prmt.b32", 32, {32, 32, 32}, "", 2}, {a, b, {selector}},
                     [](const Values &v) { return permute(v, v[2]); });
}

TEST(BitDecodersTest, ModesOfPrmt) {
  // The bytes that each mode chooses for controls 0 to 3, the highest first
  // (PTX ISA, 9.7.9.7).
  struct {
    const char *name;
    const char *bytes[4];
  } modes[] = {{"f4e", {"3210", "4321", "5432", "6543"}},
               {"b4e", {"5670", "6701", "7012", "0123"}},
               {"rc8", {"0000", "1111", "2222", "3333"}},
               {"ecl", {"3210", "3211", "3222", "3333"}},
               {"ecr", {"0000", "1110", "2210", "3210"}},
               {"rc16", {"1010", "3232", "1010", "3232"}}};
  std::vector<uint64_t> a = {0x83726150}, b = {0x07f6e5d4};
  for (const auto &mode : modes) {
    auto expected = [&](const Values &v) {
      uint64_t result = 0;
      for (unsigned k = 0; k < 4; ++k)
        result = result << 8 | getByte(v, mode.bytes[v[2] & 3][k] - '0');
      return result;
    };
    std::string name = std::string("prmt.b32.") + mode.name;
    checkInstruction({name, 32, {32, 32, 32}}, {a, b, {0, 1, 2, 3, 4, 7, ~0u}},
                     expected);
    for (uint64_t control : {0, 1, 2, 3, 6})
      checkInstruction({name, 32, {32, 32, 32}, "", 2}, {a, b, {control}},
                       expected);
  }
}

//===----------------------------------------------------------------------===//
// popc, clz, bfind, brev, fns
//===----------------------------------------------------------------------===//

/// Edges and all powers of two.
static std::vector<uint64_t> getManyValues(unsigned bits) {
  std::vector<uint64_t> values = getEdges(bits);
  for (unsigned k = 0; k < bits; ++k)
    for (uint64_t value :
         {uint64_t(1) << k, ~(uint64_t(1) << k), (uint64_t(1) << k) * 3 + 1})
      values.push_back(truncateTo(bits, value));
  return values;
}

TEST(BitDecodersTest, Counts) {
  for (unsigned bits : {32u, 64u}) {
    std::vector<std::vector<uint64_t>> values = {getManyValues(bits)};
    checkInstruction({getName("popc", bits), 32, {bits}}, values,
                     [&](const Values &v) {
                       unsigned count = 0;
                       for (unsigned k = 0; k < bits; ++k)
                         count += getBit(v[0], k);
                       return count;
                     });
    checkInstruction({getName("clz", bits), 32, {bits}}, values,
                     [&](const Values &v) {
                       unsigned count = 0;
                       while (count < bits && !getBit(v[0], bits - 1 - count))
                         ++count;
                       return count;
                     });
    checkInstruction({getName("brev", bits), bits, {bits}}, values,
                     [&](const Values &v) {
                       uint64_t result = 0;
                       for (unsigned k = 0; k < bits; ++k)
                         result |= uint64_t(getBit(v[0], k)) << (bits - 1 - k);
                       return result;
                     });
  }
}

TEST(BitDecodersTest, FindHighest) {
  for (const char *name : {"u32", "u64", "s32", "s64"}) {
    IntType type(name);
    auto find = [&](const Values &v) {
      bool fill = type.isSigned && getBit(v[0], type.bits - 1);
      for (int k = int(type.bits) - 1; k >= 0; --k)
        if (getBit(v[0], k) != fill)
          return k;
      return -1;
    };
    std::vector<std::vector<uint64_t>> values = {getManyValues(type.bits)};
    checkInstruction({"bfind." + type.name, 32, {type.bits}}, values,
                     [&](const Values &v) { return uint64_t(find(v)); });
    checkInstruction({"bfind.shiftamt." + type.name, 32, {type.bits}}, values,
                     [&](const Values &v) {
                       int k = find(v);
                       return uint64_t(k < 0 ? -1 : int(type.bits) - 1 - k);
                     });
  }
}

TEST(BitDecodersTest, FindNthSet) {
  std::vector<uint64_t> masks = {0, 1, 0x80000000, ~0u, 0x5a3c96f0, 0x10010},
                        bases = {0, 1, 4, 15, 16, 30, 31};
  std::vector<uint64_t> offsets;
  for (int offset : {0, 1, 2, 3, 8, 31, 32, 33, -1, -2, -3, -16, -32, -33})
    offsets.push_back(uint32_t(offset));
  checkInstruction({"fns.b32", 32, {32, 32, 32}}, {masks, bases, offsets},
                   [](const Values &v) -> uint64_t {
                     int n = int(uint32_t(v[2])), base = int(v[1]);
                     if (n == 0)
                       return getBit(v[0], base) ? base : ~0u;
                     int step = n > 0 ? 1 : -1, count = n * step;
                     for (int k = base; k >= 0 && k < 32; k += step) {
                       count -= getBit(v[0], k);
                       if (count == 0)
                         return k;
                     }
                     return ~0u;
                   });
}

//===----------------------------------------------------------------------===//
// bfe, bfi, szext, bmsk
//===----------------------------------------------------------------------===//

/// Positions and lengths above 255 are not PTX; what an H200 makes of them.
static uint64_t getFieldNumber(unsigned bits, uint64_t x) {
  return bits == 32 ? x % 256 : x;
}

TEST(BitDecodersTest, ExtractField) {
  for (const char *name : {"u32", "u64", "s32", "s64"}) {
    IntType type(name);
    checkInstruction({"bfe." + type.name, type.bits, {type.bits, 32, 32}},
                     {getEdges(type.bits), getAmounts(), getAmounts()},
                     [&](const Values &v) {
                       uint64_t position = getFieldNumber(type.bits, v[1]);
                       uint64_t length = getFieldNumber(type.bits, v[2]);
                       uint64_t last = type.bits - 1;
                       bool fill =
                           type.isSigned && length != 0 &&
                           getBit(v[0], std::min(position + length - 1, last));
                       uint64_t result = 0;
                       for (uint64_t k = 0; k <= last; ++k) {
                         bool bit = k < length && position + k <= last
                                        ? getBit(v[0], position + k)
                                        : fill;
                         result |= uint64_t(bit) << k;
                       }
                       return result;
                     });
  }
}

TEST(BitDecodersTest, InsertField) {
  for (unsigned bits : {32u, 64u})
    checkInstruction({getName("bfi", bits), bits, {bits, bits, 32, 32}},
                     {{0x5a3c96f0, truncateTo(bits, ~uint64_t(0))},
                      {0, truncateTo(bits, 0x123456789abcdef0)},
                      getAmounts(),
                      getAmounts()},
                     [&](const Values &v) {
                       uint64_t position = getFieldNumber(bits, v[2]);
                       uint64_t length =
                           std::min<uint64_t>(getFieldNumber(bits, v[3]), bits);

                       uint64_t result = v[1];
                       for (uint64_t k = 0; k < length; ++k)
                         if (position + k < bits) {
                           uint64_t bit = uint64_t(1) << (position + k);
                           result =
                               getBit(v[0], k) ? result | bit : result & ~bit;
                         }
                       return result;
                     });
}

TEST(BitDecodersTest, Extend) {
  for (bool isSigned : {false, true})
    for (bool isClamped : {false, true})
      checkInstruction(
          {std::string("szext.") + (isClamped ? "clamp" : "wrap") +
               (isSigned ? ".s32" : ".u32"),
           32,
           {32, 32}},
          {getEdges(32), getAmounts()}, [&](const Values &v) -> uint64_t {
            uint64_t n = isClamped ? std::min<uint64_t>(v[1], 32) : v[1] % 32;
            if (n == 0)
              return 0;
            IntType narrow((isSigned ? "s" : "u") + std::to_string(n));
            return uint64_t(narrow.value(v[0]));
          });
}

TEST(BitDecodersTest, MakeMask) {
  for (bool isClamped : {false, true})
    checkInstruction(
        {std::string("bmsk.") + (isClamped ? "clamp" : "wrap") + ".b32",
         32,
         {32, 32}},
        {getAmounts(), getAmounts()}, [&](const Values &v) {
          auto reduce = [&](uint64_t x) {
            return isClamped ? std::min<uint64_t>(x, 32) : x % 32;
          };
          uint64_t position = reduce(v[0]), length = reduce(v[1]);
          uint64_t result = 0;
          for (uint64_t k = 0; k < length; ++k)
            result |= UInt128(1) << (position + k);
          return result;
        });
}
