//===- InstructionCases.h - An instruction on many values -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one instruction on all combinations of values, a lane each: in all
// lanes, under a guard and its negation, and onto its own operand. Each result
// is compared with a function that the test gives.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_DECODERS_INSTRUCTIONCASES_H
#define TILE_UNITTESTS_SIMULATOR_DECODERS_INSTRUCTIONCASES_H

#include "TestKernel.h"

#include <array>
#include <functional>

namespace mlir::tile::sim {

using Int128 = __int128;
using UInt128 = unsigned __int128;

/// The low bits of a number.
inline uint64_t truncateTo(unsigned bits, UInt128 value) {
  return uint64_t(bits >= 64 ? value : value & ((UInt128(1) << bits) - 1));
}

/// A type of PTX as tests need it: "s32".
struct IntType {
  std::string name;
  unsigned bits;
  bool isSigned;

  IntType(const std::string &name)
      : name(name), bits(std::stoi(name.substr(1))), isSigned(name[0] == 's') {}
  /// The number that the bits are.
  Int128 value(uint64_t x) const {
    Int128 v = truncateTo(bits, x);
    return isSigned && (v >> (bits - 1)) ? v - (Int128(1) << bits) : v;
  }
  Int128 min() const { return isSigned ? -(Int128(1) << (bits - 1)) : 0; }
  Int128 max() const { return (Int128(1) << (isSigned ? bits - 1 : bits)) - 1; }
  uint64_t clamp(Int128 x) const {
    return truncateTo(bits, UInt128(x < min() ? min() : x > max() ? max() : x));
  }
};

/// Numbers at the ends and in the middle of what has so many bits.
inline std::vector<uint64_t> getEdges(unsigned bits) {
  const uint64_t values[] = {0,
                             1,
                             2,
                             7,
                             ~uint64_t(0),
                             ~uint64_t(0) - 1,
                             uint64_t(1) << (bits - 1),
                             (uint64_t(1) << (bits - 1)) + 1,
                             (uint64_t(1) << (bits - 1)) - 1,
                             uint64_t(1) << (bits / 2),
                             (uint64_t(1) << (bits / 2)) - 1,
                             0x5a3c96f01e87d2b4,
                             0xc0ffee1234567891};
  std::vector<uint64_t> result;
  for (uint64_t value : values)
    result.push_back(truncateTo(bits, value));
  return result;
}

/// Amounts of shifts, and positions and lengths of fields.
inline std::vector<uint64_t> getAmounts() {
  return {0,  1,  5,  15,  16,  17,  31,  32,        33,
          63, 64, 65, 127, 128, 255, 256, 0x1000003, 0xffffffff};
}

inline const char *getRegisterPrefix(unsigned bits) {
  return bits == 16 ? "%h" : bits == 32 ? "%r" : "%d";
}

using Values = std::array<uint64_t, 4>;

struct InstructionCase {
  /// "add.u32".
  std::string mnemonic;
  /// Bits of the result, and of the operands (at most four).
  unsigned resultBits;
  std::vector<unsigned> operandBits;
  /// What comes behind the operands: ", 0x80".
  std::string suffix = "";
  /// Whether all is in the instruction: the operand of this number is written
  /// as a constant, and has but one value. -1: none.
  int constantOperand = -1;
  /// What comes behind the result and each operand, ".b0"; may be fewer.
  std::vector<std::string> components = {};

  std::string getComponent(size_t number) const {
    return number < components.size() ? components[number] : "";
  }
};

/// Checks the instruction on all combinations of values of its operands, taken
/// from `values`; `expected` gets the bits of the operands.
inline void
checkInstruction(const InstructionCase &c,
                 const std::vector<std::vector<uint64_t>> &values,
                 const std::function<uint64_t(const Values &)> &expected) {
  size_t numOperands = c.operandBits.size();
  std::vector<Values> cases = {Values{}};
  for (size_t k = 0; k < numOperands; ++k) {
    std::vector<Values> longer;
    for (const Values &start : cases)
      for (uint64_t value : values[k]) {
        longer.push_back(start);
        longer.back()[k] = value;
      }
    cases = std::move(longer);
  }
  TestKernel kernel;
  kernel.target = "sm_90";
  kernel.blocks = unsigned(cases.size() + 31) / 32;
  cases.resize(kernel.blocks * 32, cases.front());

  // Operand k is in register k + 1 of its width, results in 10 and up.
  std::string loads, operands;
  for (size_t k = 0; k < numOperands; ++k) {
    std::string bits = std::to_string(c.operandBits[k]);
    std::string name =
        getRegisterPrefix(c.operandBits[k]) + std::to_string(k + 1);
    loads += "ld.global.b" + bits + " " + name + ", [%in+" +
             std::to_string(8 * k) + "];\n";
    operands += ", " + (int(k) == c.constantOperand
                            ? std::to_string(int64_t(values[k].front()))
                            : name + c.getComponent(k + 1));
  }
  std::string prefix = getRegisterPrefix(c.resultBits);
  std::string type = ".b" + std::to_string(c.resultBits);
  auto emit = [&](const std::string &guard, const std::string &result) {
    return guard + c.mnemonic + " " + result + c.getComponent(0) + operands +
           c.suffix + ";\n";
  };
  auto store = [&](const std::string &name, unsigned byte) {
    return "st.global" + type + " [%out+" + std::to_string(byte) + "], " +
           name + ";\n";
  };
  bool writesOperand = c.operandBits.front() == c.resultBits;
  std::string body =
      loads + "and.b32 %r20, %t, 3;\nsetp.eq.u32 %p1, %r20, 1;\n";
  for (unsigned k = 10; k < 13; ++k)
    body += "mov" + type + " " + prefix + std::to_string(k) + ", 77;\n";
  body += emit("", prefix + "10") + emit("@%p1 ", prefix + "11") +
          emit("@!%p1 ", prefix + "12") + store(prefix + "10", 0) +
          store(prefix + "11", 8) + store(prefix + "12", 16);
  if (writesOperand)
    body += emit("", prefix + "1") + store(prefix + "1", 24);

  std::vector<uint8_t> input(cases.size() * kSlot);
  for (size_t t = 0; t < cases.size(); ++t)
    for (size_t k = 0; k < numOperands; ++k)
      std::memcpy(&input[t * kSlot + 8 * k], &cases[t][k], 8);
  SCOPED_TRACE(emit("", prefix + "10"));
  TestRun run = kernel.runClean(body, input);
  if (run.out.empty() || ::testing::Test::HasFailure())
    return;
  unsigned failures = 0;
  for (unsigned t = 0; t < cases.size() && failures < 3; ++t) {
    uint64_t want = truncateTo(c.resultBits, expected(cases[t]));
    bool isGuarded = (t & 3) == 1;
    auto check = [&](uint64_t expectedBits, unsigned byte, const char *what) {
      uint64_t found = run.get<uint64_t>(t, byte);
      if (found == expectedBits)
        return;
      ++failures;
      ADD_FAILURE() << c.mnemonic << c.suffix << " " << what << std::hex
                    << " of 0x" << cases[t][0] << ", 0x" << cases[t][1]
                    << ", 0x" << cases[t][2] << ", 0x" << cases[t][3]
                    << ": expected 0x" << expectedBits << ", found 0x" << found;
    };
    check(want, 0, "in all lanes");
    check(isGuarded ? want : 77, 8, "where the guard holds");
    check(isGuarded ? 77 : want, 16, "where the guard does not hold");
    if (writesOperand)
      check(want, 24, "onto its operand");
  }
}

} // namespace mlir::tile::sim

#endif // TILE_UNITTESTS_SIMULATOR_DECODERS_INSTRUCTIONCASES_H
