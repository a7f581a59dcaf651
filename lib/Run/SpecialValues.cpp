//===- SpecialValues.cpp - Inputs at which code goes wrong ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/SpecialValues.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir::tile::run;

namespace {

/// A list without repetitions that stops growing when it is full.
class ValueList {
public:
  explicit ValueList(unsigned width)
      : mask(llvm::maskTrailingOnes<uint64_t>(width)) {}

  void add(uint64_t bits) {
    bits &= mask;
    if (!isFull() && seen.insert({bits, 0}).second)
      values.push_back(bits);
  }
  bool isFull() const { return values.size() == kNumSpecialValues; }
  std::vector<uint64_t> take() { return std::move(values); }

private:
  uint64_t mask;
  /// Pairs, as a set of numbers keeps two of them for itself.
  llvm::DenseSet<std::pair<uint64_t, uint64_t>> seen;
  std::vector<uint64_t> values;
};

/// The largest number of those mentioned that are looked at, so that there is
/// room for the others.
constexpr unsigned kMaxMentioned = 8;

/// The ends of ranges and the halves between neighbours in formats that values
/// are often converted to. Largest values are from the OCP 8-bit and MX
/// formats; 2^-(p) is half of the least denormal number.
constexpr double kFormatEdges[] = {
    // e2m1: halves between 0, 0.5, 1, 1.5, 2, 3, 4, 6; its largest; the half to
    // what would come next.
    0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, 6.0, 7.0,
    // e4m3: largest, half to the next, half of the least, half above 1.
    448.0, 464.0, 0x1p-10, 1.0 + 0x1p-4,
    // e5m2
    57344.0, 61440.0, 0x1p-17, 1.0 + 0x1p-3,
    // f16
    65504.0, 65520.0, 0x1p-25, 1.0 + 0x1p-11,
    // bf16: halves above 1, to an even and from an odd neighbour.
    1.0 + 0x1p-8, 1.0 + 3 * 0x1p-8,
    // Integers.
    0.5, 1.5, 127.5, 255.5, 32767.5, 65535.5, 0x1p31, 0x1p32};

} // namespace

static void addFloats(ElementType type, const MentionedNumbers &mentioned,
                      ValueList &list) {
  const llvm::fltSemantics &format = getSemantics(type);
  unsigned width = getBitWidth(type);
  uint64_t sign = uint64_t(1) << (width - 1);
  auto addBoth = [&](uint64_t bits) {
    list.add(bits);
    list.add(bits | sign);
  };
  auto getBits = [](const llvm::APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  auto addAround = [&](double value) {
    uint64_t bits = encodeFloat(type, std::fabs(value));
    addBoth(bits);
    addBoth(bits + 1);
    if (bits != 0)
      addBoth(bits - 1);
  };
  addBoth(0);
  addBoth(getBits(llvm::APFloat::getOne(format)));
  addBoth(getBits(llvm::APFloat::getInf(format)));
  addBoth(getBits(llvm::APFloat::getQNaN(format)));
  addBoth(getBits(llvm::APFloat::getSNaN(format)));
  addBoth(sign - 1); // All ones: the NaN that PTX makes.
  uint64_t leastNormal = getBits(llvm::APFloat::getSmallestNormalized(format));
  addBoth(1);
  addBoth(leastNormal - 1);
  addBoth(leastNormal);
  addBoth(leastNormal + 1);
  addBoth(getBits(llvm::APFloat::getLargest(format)));
  addAround(1.0);
  unsigned numMentioned = 0;
  for (double value : mentioned.floats)
    if (++numMentioned <= kMaxMentioned)
      addAround(value);
  for (double value : kFormatEdges)
    addAround(value);
}

static void addIntegers(ElementType type, const MentionedNumbers &mentioned,
                        ValueList &list) {
  unsigned width = getBitWidth(type);
  auto addAround = [&](uint64_t bits) {
    list.add(bits);
    list.add(bits + 1);
    list.add(bits - 1);
  };
  addAround(0);
  addAround(uint64_t(1) << (width - 1));
  // Each byte, or half of one, the same; for code that treats parts of a word.
  for (uint64_t pattern :
       {0x0F0F0F0F0F0F0F0F, 0x5555555555555555, 0x00FF00FF00FF00FF,
        0x0101010101010101, 0x7F7F7F7F7F7F7F7F, 0x0000FFFF0000FFFF}) {
    list.add(pattern);
    list.add(~pattern);
  }
  unsigned numMentioned = 0;
  for (uint64_t value : mentioned.integers)
    if (++numMentioned <= kMaxMentioned)
      addAround(value);
  for (unsigned bit = 1; bit + 1 < width; ++bit)
    addAround(uint64_t(1) << bit);
  for (unsigned bit = 1; bit + 1 < width; ++bit)
    addAround(-(uint64_t(1) << bit));
}

std::vector<uint64_t>
mlir::tile::run::getSpecialValues(ElementType type,
                                  const MentionedNumbers &mentioned) {
  unsigned width = getBitWidth(type);
  if (width < 8) {
    std::vector<uint64_t> values(kNumSpecialValues);
    for (unsigned i = 0; i < kNumSpecialValues; ++i)
      values[i] = i & llvm::maskTrailingOnes<uint64_t>(width);
    return values;
  }
  ValueList list(width);
  if (isFloat(type))
    addFloats(type, mentioned, list);
  else
    addIntegers(type, mentioned, list);
  if (width == 8)
    for (unsigned i = 0; i < kNumSpecialValues; ++i)
      list.add(i);
  // Knuth's linear congruential generator (TAOCP 3.3.4); its high bits.
  for (uint64_t state = width; !list.isFull();) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    list.add(state >> (64 - width));
  }
  return list.take();
}
