//===- AsmBits.cpp - Which elements the bits of a register have -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmBits.h"

#include "llvm/ADT/bit.h"

#include <array>

using namespace mlir::tile::ptx;
using llvm::ArrayRef;

static constexpr uint64_t kAll = ~uint64_t(0);

bool AsmBits::isConstant(unsigned width) const {
  return ((zeros | ones) & AsmBitAlgebra::getMask(width)) ==
         AsmBitAlgebra::getMask(width);
}

AsmBits AsmBitAlgebra::makeConstant(uint64_t value) {
  AsmBits bits;
  bits.ones = value;
  bits.zeros = ~value;
  return bits;
}

AsmBits AsmBitAlgebra::makeOpen(ArrayRef<AsmBits> inputs) {
  for (const AsmBits &input : inputs)
    escape(input);
  AsmBits bits;
  bits.open = kAll;
  return bits;
}

void AsmBitAlgebra::addElement(AsmBits &bits, unsigned source, unsigned first,
                               unsigned count) const {
  bits.sources.resize(positions.size());
  uint64_t mask = getMask(count) << first;
  bits.sources[source] |= mask;
  bits.copied |= mask;
  bits.zeros &= ~mask;
}

void AsmBitAlgebra::escape(const AsmBits &a) {
  for (auto [i, bits] : llvm::enumerate(a.sources))
    if (bits)
      used.set(i);
}

uint32_t AsmBitAlgebra::getPositions(const AsmBits &a, uint64_t mask) const {
  uint32_t result = 0;
  for (auto [bits, position] : llvm::zip(a.sources, positions))
    if (bits & mask)
      result |= uint32_t(1) << position;
  return result;
}

static void resize(AsmBits &result, std::initializer_list<const AsmBits *> of) {
  for (const AsmBits *input : of)
    if (!input->sources.empty())
      result.sources.resize(input->sources.size());
}

//===----------------------------------------------------------------------===//
// Bit by bit
//===----------------------------------------------------------------------===//

AsmBits AsmBitAlgebra::combine(uint8_t table, const AsmBits &a,
                               const AsmBits &b, const AsmBits &c,
                               bool isSameAB, bool isSameBC, bool isSameAC) {
  const AsmBits *inputs[3] = {&a, &b, &c};
  bool isSame[3][3] = {{true, isSameAB, isSameAC},
                       {isSameAB, true, isSameBC},
                       {isSameAC, isSameBC, true}};
  // Index k of the table has a in bit 2, b in bit 1 and c in bit 0.
  std::array<uint64_t, 8> possible;
  for (unsigned k = 0; k < 8; ++k) {
    possible[k] = kAll;
    for (unsigned i = 0; i < 3; ++i) {
      bool isOne = k >> (2 - i) & 1;
      possible[k] &= ~(isOne ? inputs[i]->zeros : inputs[i]->ones);
      for (unsigned j = 0; j < i; ++j)
        if (isSame[i][j] && (k >> (2 - i) & 1) != (k >> (2 - j) & 1))
          possible[k] = 0;
    }
  }
  AsmBits result;
  result.zeros = result.ones = kAll;
  for (unsigned k = 0; k < 8; ++k)
    (table >> k & 1 ? result.zeros : result.ones) &= ~possible[k];
  resize(result, {&a, &b, &c});
  // Where an input decides, all that is the same register changed with it.
  uint64_t decides[3] = {}, decided = 0, several = 0;
  for (unsigned i = 0; i < 3; ++i) {
    bool isSeen = (i > 0 && isSame[i][0]) || (i > 1 && isSame[i][1]);
    if (isSeen)
      continue;
    unsigned flip = 0;
    for (unsigned j = 0; j < 3; ++j)
      flip |= isSame[i][j] ? 4u >> j : 0;
    for (unsigned k = 0; k < 8; ++k)
      if ((table >> k & 1) != (table >> (k ^ flip) & 1))
        decides[i] |= possible[k] & possible[k ^ flip];
    several |= decided & decides[i];
    decided |= decides[i];
  }
  for (unsigned i = 0; i < 3; ++i) {
    result.open |= decides[i] & inputs[i]->open;
    result.copied |= decides[i] & inputs[i]->copied & ~several;
    for (auto [s, bits] : llvm::enumerate(inputs[i]->sources))
      result.sources[s] |= bits & decides[i];
  }
  bool mayCancel = table != bit_table::kAnd && table != bit_table::kOr;
  if (mayCancel && several) {
    dropShared(result, a, b);
    dropShared(result, a, c);
    dropShared(result, b, c);
  }
  return result;
}

AsmBits AsmBitAlgebra::complement(const AsmBits &a) {
  AsmBits result = a;
  std::swap(result.zeros, result.ones);
  return result;
}

void AsmBitAlgebra::dropShared(AsmBits &result, const AsmBits &a,
                               const AsmBits &b) {
  if (a.sources.empty() || b.sources.empty())
    return;
  // Bits in which elements of several positions are.
  uint64_t seen = 0, several = 0;
  for (unsigned position = 0; position < 32; ++position) {
    uint64_t of = 0;
    for (auto [s, bits] : llvm::enumerate(result.sources))
      if (positions[s] == position)
        of |= bits;
    several |= seen & of;
    seen |= of;
  }
  if (!several)
    return;
  for (auto [s, bits] : llvm::enumerate(result.sources)) {
    uint64_t shared = a.get(s) & b.get(s) & bits & several;
    if (!shared)
      continue;
    bits &= ~shared;
    result.open |= shared;
    used.set(s);
  }
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static uint64_t moveRight(uint64_t bits, unsigned amount) {
  return amount >= 64 ? 0 : bits >> amount;
}

AsmBits AsmBitAlgebra::extract(const AsmBits &a, unsigned first,
                               unsigned count) {
  uint64_t mask = getMask(count);
  AsmBits result;
  result.sources = a.sources;
  for (uint64_t &bits : result.sources)
    bits = moveRight(bits, first) & mask;
  result.ones = moveRight(a.ones, first) & mask;
  result.zeros = (moveRight(a.zeros, first) & mask) | ~mask;
  result.copied = moveRight(a.copied, first) & mask;
  result.open = moveRight(a.open, first) & mask;
  return result;
}

AsmBits AsmBitAlgebra::extractSigned(const AsmBits &a, unsigned first,
                                     unsigned count) {
  AsmBits result = extract(a, first, count);
  if (count == 0 || count >= 64)
    return result;
  uint64_t sign = uint64_t(1) << (count - 1), above = ~getMask(count);
  auto spread = [&](uint64_t &bits) {
    bits = bits & sign ? bits | above : bits & ~above;
  };
  for (uint64_t &bits : result.sources)
    spread(bits);
  spread(result.ones);
  spread(result.zeros);
  spread(result.open);
  return result;
}

AsmBits AsmBitAlgebra::shiftLeft(const AsmBits &a, unsigned amount) {
  if (amount >= 64)
    return makeConstant(0);
  AsmBits result = a;
  for (uint64_t &bits : result.sources)
    bits <<= amount;
  result.ones <<= amount;
  result.zeros = (result.zeros << amount) | getMask(amount);
  result.copied <<= amount;
  result.open <<= amount;
  return result;
}

AsmBits AsmBitAlgebra::unite(const AsmBits &a, const AsmBits &b) {
  AsmBits result;
  resize(result, {&a, &b});
  for (auto [s, bits] : llvm::enumerate(result.sources))
    bits = a.get(s) | b.get(s);
  result.zeros = a.zeros & b.zeros;
  result.ones = a.ones | b.ones;
  result.copied = a.copied | b.copied;
  result.open = a.open | b.open;
  return result;
}

AsmBits AsmBitAlgebra::select(const AsmBits &a, const AsmBits &b,
                              const AsmBits &choice) {
  AsmBits result = unite(a, b);
  result.ones = a.ones & b.ones;
  result.copied = 0;
  resize(result, {&a, &b, &choice});
  uint64_t changing = ~(result.zeros | result.ones);
  for (auto [s, bits] : llvm::enumerate(result.sources))
    if (choice.get(s))
      bits |= changing;
  if (choice.open)
    result.open |= changing;
  return result;
}

void AsmBitAlgebra::join(AsmBits &a, const AsmBits &b) {
  if (b.isUnwritten)
    return;
  if (a.isUnwritten) {
    a = b;
    return;
  }
  resize(a, {&a, &b});
  for (auto [s, bits] : llvm::enumerate(a.sources))
    bits |= b.get(s);
  a.zeros &= b.zeros;
  a.ones &= b.ones;
  a.copied &= b.copied;
  a.open |= b.open;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Spreads bits to the left, through neighbours in `through`.
static uint64_t flood(uint64_t bits, uint64_t through) {
  for (unsigned step = 1; step < 64; step *= 2) {
    bits |= through & (bits << step);
    through &= through << step;
  }
  return bits;
}

/// The carries into each bit of a sum.
static uint64_t getCarries(uint64_t a, uint64_t b, bool carry) {
  return (a + b + carry) ^ a ^ b;
}

AsmBits AsmBitAlgebra::add(const AsmBits &a, const AsmBits &b, unsigned width,
                           bool carry) {
  uint64_t mask = getMask(width);
  if (a.isConstant(width) && b.isConstant(width))
    return makeConstant((a.ones + b.ones + carry) & mask);
  // Carries that depend on the operands: those that may be, and those that are
  // sure to, as they come from bits that are independent of each other.
  uint64_t least = getCarries(a.ones, b.ones, carry);
  uint64_t varying = getCarries(~a.zeros, ~b.zeros, carry) & ~least & mask;
  uint64_t unclear =
      (~(a.zeros | a.ones | a.copied) | ~(b.zeros | b.ones | b.copied)) & mask;
  uint64_t clear = unclear ? getMask(llvm::countr_zero(unclear)) : kAll;
  uint64_t certain =
      getCarries(a.copied | a.ones, b.copied | b.ones, carry) & varying & clear;

  AsmBits result = unite(a, b);
  bool isOnePosition =
      llvm::popcount(getPositions(result, mask)) <= 1 && !(result.open & mask);
  if (!isOnePosition)
    dropShared(result, a, b);
  uint64_t open = result.open;
  for (auto [s, bits] : llvm::enumerate(result.sources)) {
    uint64_t may = flood(bits & mask, varying);
    bits = isOnePosition ? may : flood(bits & mask, certain);
    if (may & ~bits)
      used.set(s);
    open |= may & ~bits;
  }
  result.open = flood(open & mask, varying);
  uint64_t fixed = ~varying;
  auto known = [&](uint64_t x, uint64_t y, uint64_t z) { return x & y & z; };
  uint64_t carries = least;
  result.ones =
      fixed & mask &
      (known(a.ones, b.ones, carries) | known(a.ones, b.zeros, ~carries) |
       known(a.zeros, b.ones, ~carries) | known(a.zeros, b.zeros, carries));
  result.zeros = ~mask | (fixed & (known(a.zeros, b.zeros, ~carries) |
                                   known(a.ones, b.ones, ~carries) |
                                   known(a.ones, b.zeros, carries) |
                                   known(a.zeros, b.ones, carries)));
  result.copied =
      fixed & mask &
      ((a.copied & (b.zeros | b.ones)) | (b.copied & (a.zeros | a.ones)));
  return result;
}

AsmBits AsmBitAlgebra::multiply(const AsmBits &a, const AsmBits &b,
                                unsigned width) {
  bool isConstantA = a.isConstant(width), isConstantB = b.isConstant(width);
  if (!isConstantA && !isConstantB)
    return mix({extract(a, 0, width), extract(b, 0, width)}, width, IfCopied);
  const AsmBits &value = isConstantA ? b : a;
  uint64_t factor = (isConstantA ? a : b).ones & getMask(width);
  constexpr int kMaxTerms = 8;
  if (llvm::popcount(factor) > kMaxTerms)
    return mix({extract(value, 0, width)}, width, IfCopied);
  AsmBits sum = makeConstant(0);
  for (; factor; factor &= factor - 1)
    sum =
        add(sum, extract(shiftLeft(value, llvm::countr_zero(factor)), 0, width),
            width);
  return sum;
}

AsmBits AsmBitAlgebra::mix(ArrayRef<AsmBits> inputs, unsigned count,
                           Certainty certainty, bool mayCancel) {
  AsmBits result;
  uint64_t mask = getMask(count);
  result.zeros = ~mask;
  uint32_t all = 0;
  bool isUncertain = false;
  for (const AsmBits &input : inputs) {
    uint32_t own = getPositions(input);
    all |= own;
    uint64_t bits = 0;
    for (uint64_t of : input.sources)
      bits |= of;
    isUncertain |= certainty == IfCopied && llvm::popcount(own) > 1 &&
                   (bits & ~input.copied);
    result.open |= input.open ? mask : 0;
  }
  bool isOnePosition = llvm::popcount(all) <= 1;
  // A packed number times one that is not known may be one for each element.
  if (certainty == IfCopied && !isOnePosition)
    isUncertain |= llvm::any_of(inputs, [&](const AsmBits &input) {
      return getPositions(input) == 0 && !input.isConstant(count);
    });
  if (!isOnePosition && isUncertain)
    return extract(makeOpen(inputs), 0, count);
  for (const AsmBits &input : inputs) {
    if (input.sources.empty())
      continue;
    result.sources.resize(input.sources.size());
    for (auto [s, bits] : llvm::enumerate(input.sources))
      if (bits)
        result.sources[s] = mask;
  }
  if (mayCancel && !isOnePosition)
    for (auto [i, first] : llvm::enumerate(inputs))
      for (const AsmBits &second : inputs.take_front(i))
        for (auto [s, bits] : llvm::enumerate(result.sources))
          if (first.get(s) && second.get(s)) {
            bits = 0;
            result.open = mask;
            used.set(s);
          }
  return result;
}
