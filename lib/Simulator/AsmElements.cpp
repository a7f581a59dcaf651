//===- AsmElements.cpp - Elements of a group, computed alike --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body runs in the threads of a CTA. Lanes 0 to 15 of a warp have groups of
// elements; lanes 16 to 31 the same groups, with each element one place lower,
// and the first one last. What the body gives for an element has to be the
// same, bit by bit, at both places.
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/AsmElements.h"

#include "AsmProgram.h"

#include "tile/PTX/OperandAccess.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;
using llvm::Twine;

static constexpr unsigned kLanes = 32, kHalf = kLanes / 2, kWarps = 4;
static constexpr unsigned kThreads = kWarps * kLanes;

namespace {

class ElementComparison {
public:
  ElementComparison(const ptx::AsmBody &body, const ptx::AsmContext &context,
                    const ptx::AnalyzedAsm &analyzed)
      : body(body), context(context), analyzed(analyzed),
        operands(context.operands) {}

  std::optional<ptx::Finding> run() {
    if (!isSuitable())
      return std::nullopt;
    words.resize(size_t(kThreads) * operands.size());
    fill();
    if (!AsmProgram(body, context, analyzed.rowOf).run(kThreads, words))
      return std::nullopt;
    return compare();
  }

private:
  static unsigned getSize(const ptx::AsmOperand &operand) {
    return operand.valueBits / std::max(1u, operand.numElements);
  }

  /// Whether the body is a map of groups, of registers that a lane can load.
  bool isSuitable() {
    // Of a scalar, one element of the group counts.
    if (!context.target || context.isScalar ||
        ptx::getAsmEffects(analyzed) & ~ptx::ControlFlow ||
        ptx::mayDifferByThread(body, analyzed) || hasRandomRounding())
      return false;
    for (const ptx::AsmOperand &operand : operands) {
      if (operand.isImmediate && !operand.constant)
        return false;
      if (operand.isImmediate)
        continue;
      bool isPlain = operand.valueBits > 0 && operand.valueBits <= 64 &&
                     operand.type != "b128" && operand.space.empty();
      // Random bits for a group are divided among its elements.
      bool isNumber = !operand.floatFormat.empty();
      bool isShared = operand.isOfWholeGroup && !operand.isOutput;
      if (!isPlain || (isShared && !isNumber))
        return false;
      if (operand.isOutput || !operand.isOfWholeGroup)
        numPlaces =
            std::max(numPlaces, operand.firstElement + operand.numElements);
    }
    return numPlaces > 1;
  }

  /// `cvt.rs` takes some of its random bits for each element.
  bool hasRandomRounding() const {
    return llvm::any_of(analyzed.rows,
                        [](const auto &row) { return row->has("rs"); });
  }

  //===--- Elements -------------------------------------------------------===//

  /// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators".
  uint64_t random() {
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Numbers near 1, subnormal ones, small integers, and any bits.
  uint64_t makeElement(const ptx::AsmOperand &operand) {
    unsigned size = getSize(operand);
    uint64_t mask = size >= 64 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
    uint64_t bits = random(), kind = random() % 8;
    if (operand.isBoolean || operand.type == "pred")
      return bits & 1;
    StringRef format = operand.floatFormat;
    unsigned mantissa = format == "f32"    ? 23
                        : format == "f64"  ? 52
                        : format == "f16"  ? 10
                        : format == "bf16" ? 7
                                           : 0;
    if (mantissa > 0 && kind < 6) {
      // The exponent of 1, and up to 4 more or less.
      uint64_t one = (uint64_t(1) << (size - 2)) - (uint64_t(1) << mantissa);
      uint64_t fraction = (uint64_t(1) << mantissa) - 1;
      uint64_t sign = uint64_t(1) << (size - 1);
      return one + (((bits >> 58) % 9) << mantissa) -
             (uint64_t(4) << mantissa) + (bits & fraction) + (bits & sign);
    }
    if (mantissa > 0 && kind == 6)
      return bits & ((uint64_t(1) << mantissa) - 1);
    if (mantissa == 0 && kind == 0)
      return bits & 15;
    return bits & mask;
  }

  uint64_t &at(unsigned thread, unsigned k) {
    return words[size_t(thread) * operands.size() + k];
  }

  /// The place of an element of a thread's group in that of the thread half a
  /// warp further on.
  unsigned move(unsigned place) const {
    return (place + numPlaces - 1) % numPlaces;
  }

  void put(unsigned thread, unsigned value, unsigned place, uint64_t bits) {
    for (auto [k, operand] : llvm::enumerate(operands))
      if (!operand.isOutput && !operand.isImmediate && operand.value == value &&
          operand.firstElement <= place &&
          place < operand.firstElement + operand.numElements)
        at(thread, k) |= bits
                         << ((place - operand.firstElement) * getSize(operand));
  }

  /// One element in all registers of an operand.
  void putShared(unsigned thread, unsigned first) {
    uint64_t element = makeElement(operands[first]);
    for (auto [k, operand] : llvm::enumerate(operands)) {
      if (operand.isOutput || operand.value != operands[first].value)
        continue;
      uint64_t bits = 0;
      for (unsigned i = 0; i < operand.numElements; ++i)
        bits |= element << (i * getSize(operand));
      at(thread, k) = at(thread + kHalf, k) = bits;
    }
  }

  void fill() {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      if (thread % kLanes >= kHalf)
        continue;
      for (auto [k, operand] : llvm::enumerate(operands)) {
        if (operand.isOutput || operand.isImmediate)
          continue;
        if (operand.isOfWholeGroup) {
          putShared(thread, k);
          continue;
        }
        for (unsigned i = 0; i < operand.numElements; ++i) {
          uint64_t bits = makeElement(operand);
          put(thread, operand.value, operand.firstElement + i, bits);
          put(thread + kHalf, operand.value, move(operand.firstElement + i),
              bits);
        }
      }
    }
  }

  struct Result {
    unsigned k;
    uint64_t bits;
  };

  /// The output with an element of a value, or null.
  const ptx::AsmOperand *findOutput(unsigned value, unsigned place) const {
    const auto *found = llvm::find_if(operands, [&](const auto &operand) {
      return operand.isOutput && operand.value == value &&
             operand.firstElement <= place &&
             place < operand.firstElement + operand.numElements;
    });
    return found == operands.end() ? nullptr : found;
  }

  Result get(unsigned thread, const ptx::AsmOperand &output, unsigned place) {
    unsigned k = &output - operands.begin(), size = getSize(output);
    uint64_t mask = size >= 64 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
    uint64_t bits = at(thread, k) >> ((place - output.firstElement) * size);
    return {k, bits & mask};
  }

  static bool isNaN(StringRef format, uint64_t bits) {
    if (format == "f32")
      return (bits & 0x7fffffff) > 0x7f800000;
    if (format == "f64")
      return (bits << 1) > (uint64_t(0x7ff) << 53);
    if (format == "f16")
      return (bits & 0x7fff) > 0x7c00;
    return format == "bf16" && (bits & 0x7fff) > 0x7f80;
  }

  std::optional<ptx::Finding> compare() {
    for (const ptx::AsmOperand &output : operands) {
      if (!output.isOutput)
        continue;
      for (unsigned i = 0; i < output.numElements; ++i) {
        unsigned place = output.firstElement + i;
        const ptx::AsmOperand *other = findOutput(output.value, move(place));
        if (!other)
          continue;
        for (unsigned thread = 0; thread < kThreads; ++thread) {
          if (thread % kLanes >= kHalf)
            continue;
          Result here = get(thread, output, place);
          Result there = get(thread + kHalf, *other, move(place));
          if (here.bits != there.bits &&
              !(isNaN(output.floatFormat, here.bits) &&
                isNaN(output.floatFormat, there.bits)))
            return report(here, place, there, move(place));
        }
      }
    }
    return std::nullopt;
  }

  ptx::Finding report(const Result &here, unsigned place, const Result &there,
                      unsigned otherPlace) {
    auto hex = [](uint64_t bits) { return "0x" + llvm::utohexstr(bits); };
    auto name = [&](const Result &result, unsigned at) {
      return "element " + std::to_string(at) + ", in $" +
             std::to_string(result.k);
    };
    return {
        findLastWrite(body.statements, here.k).value_or(ptx::Location{0, 1, 1}),
        ptx::Severity::Warning, "element-unequal",
        "expected the same result wherever an element is in its group, "
        "found that of the same operands " +
            name(here, place) + ", becomes " + hex(here.bits) + ", and " +
            name(there, otherPlace) + ", " + hex(there.bits),
        "the same instructions and constants for all elements"};
  }

  static std::optional<ptx::Location>
  findLastWrite(const std::vector<ptx::Statement> &statements, unsigned k) {
    std::optional<ptx::Location> found;
    for (const ptx::Statement &statement : statements) {
      if (const auto *block = statement.getIf<ptx::Block>())
        if (auto inside = findLastWrite(block->statements, k))
          found = inside;
      const auto *instruction = statement.getIf<ptx::Instruction>();
      if (!instruction)
        continue;
      std::optional<ptx::InstructionMatch> row = ptx::findRow(*instruction);
      ptx::forEachAccess(
          *instruction, row ? &*row : nullptr,
          [&](const ptx::Operand &operand, ptx::AccessContext access) {
            if (access.access == ptx::Access::Write &&
                operand.kind == ptx::Operand::Placeholder && operand.bits == k)
              found = operand.location;
          });
    }
    return found;
  }

  const ptx::AsmBody &body;
  const ptx::AsmContext &context;
  const ptx::AnalyzedAsm &analyzed;
  llvm::ArrayRef<ptx::AsmOperand> operands;
  unsigned numPlaces = 1;
  /// By thread and operand.
  std::vector<uint64_t> words;
  uint64_t seed = 1;
};

} // namespace

std::optional<ptx::Finding>
mlir::tile::sim::compareAsmElements(const ptx::AsmBody &body,
                                    const ptx::AsmContext &context,
                                    const ptx::AnalyzedAsm &analyzed) {
  return ElementComparison(body, context, analyzed).run();
}
