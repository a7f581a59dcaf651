//===- AsmInputs.cpp - Inputs made on the device --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmInputs.h"

#include "tile/Run/SpecialValues.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using arith::CmpIPredicate;

static constexpr unsigned kDigitBits = run::kSpecialValueBits;
static_assert(kDigitBits == 8, "the field below has 256 elements");

/// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators" (2014):
/// the increment and the mixing function of SplitMix64.
static constexpr uint64_t kIncrement = 0x9E3779B97F4A7C15;
static constexpr uint64_t kMix1 = 0xBF58476D1CE4E5B9;
static constexpr uint64_t kMix2 = 0x94D049BB133111EB;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value TileArithmetic::constant(unsigned width, uint64_t value) const {
  APInt bits = APInt(64, value).trunc(width);
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(getIntegerType(width), bits));
}

Value TileArithmetic::resize(Value value, unsigned width) const {
  unsigned current = getWidth(value);
  if (current == width)
    return value;
  RankedTensorType type = getIntegerType(width);
  if (current > width)
    return arith::TruncIOp::create(builder, loc, type, value);
  return arith::ExtUIOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

/// The product of two elements of GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
static unsigned multiplyInField(unsigned a, unsigned b) {
  unsigned product = 0;
  for (; b; b >>= 1) {
    if (b & 1)
      product ^= a;
    a <<= 1;
    if (a & 0x100)
      a ^= 0x11B;
  }
  return product;
}

/// The values number `index` (i32) of an input's list.
static Value emitSpecialValue(const TileArithmetic &tile, unsigned input,
                              unsigned width, Value index, Value table) {
  Value place =
      tile.apply<arith::AddIOp>(index, input * run::kNumSpecialValues);
  Value base = tile.splat(table);
  Value pointers =
      AddPtrOp::create(tile.builder, tile.loc, base.getType(), base, place);
  Value values =
      LoadOp::create(tile.builder, tile.loc, tile.getIntegerType(64), pointers,
                     /*mask=*/Value(), /*other=*/Value(), CacheModifier::None,
                     EvictionPolicy::Normal, /*isVolatile=*/false);
  return tile.resize(values, width);
}

/// The values at `point` of the polynomials whose coefficients are the digits
/// of the numbers, the lowest digit being the constant one.
static Value emitPolynomial(const TileArithmetic &tile, Value number,
                            unsigned point, unsigned strength) {
  Value result = tile.apply<arith::AndIOp>(tile.resize(number, 32), 0xFF);
  unsigned power = point;
  for (unsigned digit = 1; digit < strength && power != 0; ++digit) {
    Value bits =
        tile.resize(tile.apply<arith::ShRUIOp>(number, digit * kDigitBits), 32);
    // The product by a constant is linear over the bits.
    for (unsigned bit = 0; bit < kDigitBits; ++bit) {
      Value one =
          tile.apply<arith::AndIOp>(tile.apply<arith::ShRUIOp>(bits, bit), 1);
      Value product =
          tile.apply<arith::MulIOp>(one, multiplyInField(power, 1u << bit));
      result = tile.apply<arith::XOrIOp>(result, product);
    }
    power = multiplyInField(power, point);
  }
  return result;
}

static Value emitSpecialIndex(const TileArithmetic &tile, Value number,
                              unsigned input, unsigned numInputs,
                              unsigned strength) {
  if (strength < numInputs)
    return emitPolynomial(tile, number, input % 256, strength);
  Value digit = tile.apply<arith::ShRUIOp>(number, input * kDigitBits);
  return tile.apply<arith::AndIOp>(tile.resize(digit, 32), 0xFF);
}

//===----------------------------------------------------------------------===//
// Random values
//===----------------------------------------------------------------------===//

namespace {

/// One input from 64 random bits. The low bits are the value, others choose
/// what becomes of it:
///   bits 0 to 2    the kind
///   bits 3 to 10   which special value
///   bits 11 to 18  how many trailing bits are cleared, or leading ones
///   bits 19, 20    what is added then: -1, 0, 1 or 2
///   bits 21 to 25  the exponent
/// of the high half, or, where the value takes all 64 bits, of the high half of
/// a product with them.
class RandomInput {
public:
  RandomInput(const TileArithmetic &tile, const AsmElement &element, Value hash)
      : tile(tile), type(element.type), width(run::getBitWidth(type)),
        workWidth(width == 64 ? 64 : 32) {
    Value high = width == 64 ? tile.apply<arith::MulIOp>(hash, kMix1) : hash;
    choice = tile.resize(tile.apply<arith::ShRUIOp>(high, 32), 32);
    raw = tile.resize(hash, workWidth);
    if (width < 32)
      raw = tile.apply<arith::AndIOp>(raw,
                                      llvm::maskTrailingOnes<uint64_t>(width));
  }

  /// `getSpecial` gives the special values number i.
  Value emit(function_ref<Value(Value)> getSpecial) const {
    if (width == 1)
      return tile.resize(raw, 1);
    bool isFloat = run::isFloat(type);
    Value nearby = isFloat ? emitNearOne() : emitSmall();
    // Of 8: 1 special, 2 raw, 2 nearby, 2 nearby (floats) or raw (integers) cut
    // off, 1 raw cut off.
    Value cutSource = isFloat ? tile.select(is(6), raw, nearby) : raw;
    Value value = tile.select(isBetween(2, 3), nearby, raw);
    value = tile.select(isBetween(4, 6), emitCut(cutSource), value);
    value = tile.resize(value, width);
    Value special =
        getSpecial(tile.apply<arith::AndIOp>(shift(choice, 3), 0xFF));
    return tile.select(is(0), special, value);
  }

private:
  Value kind() const { return tile.apply<arith::AndIOp>(choice, 7); }
  Value is(uint64_t k) const {
    return tile.compare(CmpIPredicate::eq, kind(), k);
  }
  Value isBetween(uint64_t first, uint64_t last) const {
    Value from = tile.apply<arith::SubIOp>(kind(), first);
    return tile.compare(CmpIPredicate::ule, from, last - first);
  }
  Value shift(Value value, uint64_t by) const {
    return tile.apply<arith::ShRUIOp>(value, by);
  }
  unsigned getMantissaBits() const {
    return llvm::APFloat::semanticsPrecision(run::getSemantics(type)) - 1;
  }

  /// A random number from 0 to `count` - 1.
  Value emitLength(unsigned count) const {
    Value random = tile.apply<arith::AndIOp>(shift(choice, 11), 0xFF);
    Value scaled = tile.apply<arith::MulIOp>(random, count);
    return tile.resize(shift(scaled, 8), workWidth);
  }

  /// The sign and mantissa of `raw`, with one of the exponents around 0.
  Value emitNearOne() const {
    unsigned mantissa = getMantissaBits();
    unsigned exponentBits = width - 1 - mantissa;
    unsigned bits = std::min(5u, exponentBits - 1);
    uint64_t bias = llvm::maskTrailingOnes<uint64_t>(exponentBits - 1);
    uint64_t mask = llvm::maskTrailingOnes<uint64_t>(exponentBits) << mantissa;
    Value random = tile.apply<arith::AndIOp>(
        shift(choice, 21), llvm::maskTrailingOnes<uint64_t>(bits));
    Value exponent = tile.apply<arith::AddIOp>(
        tile.resize(random, workWidth), bias - (uint64_t(1) << (bits - 1)));
    exponent = tile.apply<arith::ShLIOp>(exponent, mantissa);
    return tile.apply<arith::OrIOp>(tile.apply<arith::AndIOp>(raw, ~mask),
                                    exponent);
  }

  /// `raw`, shifted to the right with its sign.
  Value emitSmall() const {
    Value value = raw;
    Value by = emitLength(width);
    if (width < workWidth) {
      value = tile.apply<arith::ShLIOp>(value, workWidth - width);
      by = tile.apply<arith::AddIOp>(by, workWidth - width);
    }
    return tile.apply<arith::ShRSIOp>(value, by);
  }

  /// `value` with trailing bits cleared, and the neighbours of that.
  Value emitCut(Value value) const {
    Value length =
        emitLength(run::isFloat(type) ? getMantissaBits() + 1 : width);
    Value ones = tile.constant(workWidth, ~uint64_t(0));
    Value cut = tile.apply<arith::AndIOp>(
        value, tile.apply<arith::ShLIOp>(ones, length));
    Value more =
        tile.resize(tile.apply<arith::AndIOp>(shift(choice, 19), 3), workWidth);
    return tile.apply<arith::SubIOp>(tile.apply<arith::AddIOp>(cut, more), 1);
  }

  const TileArithmetic &tile;
  run::ElementType type;
  unsigned width, workWidth;
  Value choice, raw;
};

} // namespace

/// SplitMix64's mixing function.
static Value emitHash(const TileArithmetic &tile, Value state) {
  auto mix = [&](Value value, unsigned shift) {
    return tile.apply<arith::XOrIOp>(value,
                                     tile.apply<arith::ShRUIOp>(value, shift));
  };
  Value value = tile.apply<arith::MulIOp>(mix(state, 30), kMix1);
  value = tile.apply<arith::MulIOp>(mix(value, 27), kMix2);
  return mix(value, 31);
}

uint64_t AsmComparison::scrambleSeed(uint64_t seed) {
  uint64_t value = seed + kIncrement;
  value = (value ^ (value >> 30)) * kMix1;
  value = (value ^ (value >> 27)) * kMix2;
  return value ^ (value >> 31);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

SmallVector<Value> tile::emitAsmInputs(const TileArithmetic &tile,
                                       ArrayRef<AsmElement> inputs,
                                       AsmInputs kind, unsigned strength,
                                       Value number,
                                       const AsmInputArguments &arguments) {
  SmallVector<Value> values;
  if (inputs.empty())
    return values;
  if (kind == AsmInputs::All) {
    // At most 32 bits, which are less work than 64.
    Value rest = tile.resize(number, 32);
    unsigned first = 0;
    for (const AsmElement &input : inputs) {
      unsigned width = run::getBitWidth(input.type);
      values.push_back(
          tile.resize(tile.apply<arith::ShRUIOp>(rest, first), width));
      first += width;
    }
    return values;
  }
  Value states;
  if (kind == AsmInputs::Random) {
    Value seed = tile.splat(arguments.seed);
    states = tile.apply<arith::AddIOp>(
        seed, tile.apply<arith::MulIOp>(number, inputs.size() * kIncrement));
  }
  for (auto [i, input] : llvm::enumerate(inputs)) {
    auto getSpecial = [&, i = i, type = input.type](Value index) {
      return emitSpecialValue(tile, i, run::getBitWidth(type), index,
                              arguments.table);
    };
    if (kind == AsmInputs::Special) {
      values.push_back(getSpecial(
          emitSpecialIndex(tile, number, i, inputs.size(), strength)));
      continue;
    }
    Value state = tile.apply<arith::AddIOp>(states, (i + 1) * kIncrement);
    values.push_back(
        RandomInput(tile, input, emitHash(tile, state)).emit(getSpecial));
  }
  return values;
}
