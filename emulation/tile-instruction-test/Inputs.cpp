//===- Inputs.cpp - The operands that instructions are tried on -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

uint64_t mlir::tile::itest::hashBytes(ArrayRef<uint8_t> bytes) {
  uint64_t sum = 0, index = 0;
  for (size_t i = 0; i < bytes.size(); i += 8, ++index) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<size_t>(8, bytes.size() - i));
    sum += mix(word ^ index * 0xd6e8feb86659fd93);
  }
  return sum;
}

std::string InputKey::getName() const {
  return kind + ":" + std::to_string(arity) + ":" + std::to_string(position) +
         ":" + std::to_string(threads);
}

std::string InputKey::getFragmentKind(StringRef range, StringRef element) {
  if (!ptx::isFloatType(element))
    return "b32";
  StringRef count = ptx::getTypeBits(element) == 8    ? "x4"
                    : ptx::getTypeBits(element) == 16 ? "x2"
                                                      : "";
  return (range + llvm::Twine("-") + element + count).str();
}

static uint64_t getMask(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// Random bits for a thread; `salt` tells uses apart.
static uint64_t draw(unsigned thread, unsigned salt) {
  return mix(mix(thread + 1) ^ uint64_t(salt) << 40);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

namespace {
/// A format with a sign, infinities and NaN, as f16.
struct Format {
  unsigned exponentBits, mantissaBits;

  uint64_t getSign() const {
    return uint64_t(1) << (exponentBits + mantissaBits);
  }
  uint64_t getInfinity() const { return getMask(exponentBits) << mantissaBits; }
  int getBias() const { return int(getMask(exponentBits - 1)); }
  /// (-1)^sign * 1.mantissa * 2^exponent, of the low bits of the mantissa.
  uint64_t make(bool sign, int exponent, uint64_t mantissa) const {
    return (sign ? getSign() : 0) |
           uint64_t(exponent + getBias()) << mantissaBits |
           (mantissa & getMask(mantissaBits));
  }
  /// The value with the excess bits cut off; small ones become zeros.
  uint64_t encode(double value) const {
    uint64_t bits;
    std::memcpy(&bits, &value, 8);
    int exponent = int(bits >> 52 & 0x7ff) - 1023;
    bool sign = bits >> 63;
    if (exponent < 1 - getBias())
      return sign ? getSign() : 0;
    if (exponent > getBias())
      return getInfinity() | (sign ? getSign() : 0);
    return make(sign, exponent, bits >> (52 - mantissaBits));
  }
  double decode(uint64_t bits) const {
    uint64_t exponent = bits >> mantissaBits & getMask(exponentBits);
    uint64_t mantissa = bits & getMask(mantissaBits);
    double value =
        exponent == 0
            ? std::ldexp(double(mantissa), 1 - getBias() - int(mantissaBits))
            : std::ldexp(1.0 + std::ldexp(double(mantissa), -int(mantissaBits)),
                         int(exponent) - getBias());
    return bits & getSign() ? -value : value;
  }
};

/// The values of one format for the operands of a thread.
class FloatInputs {
public:
  explicit FloatInputs(Format format) : f(format) {
    uint64_t one = f.make(false, 0, 0), quiet = uint64_t(1)
                                                << (f.mantissaBits - 1);
    uint64_t inf = f.getInfinity();
    addSigned(core, {0, one, inf});
    core.push_back(f.getSign() | 1);
    core.push_back(f.make(true, 1 - f.getBias(), 0));
    core.push_back(inf - 1);
    core.push_back(inf | quiet | 5);
    addSigned(specials,
              {0, 1, getMask(f.mantissaBits), f.make(false, 1 - f.getBias(), 0),
               f.make(false, 1 - f.getBias(), 1), one, one - 1, one + 1,
               f.make(false, -1, 0), f.make(false, 0, quiet),
               f.make(false, 1, 0), f.make(false, 1, quiet >> 1), inf - 1, inf,
               inf | quiet, inf | quiet | 3, inf | 1});
    makeUnary();
  }

  uint64_t get(const InputKey &key, unsigned t) const {
    unsigned bits = 1 + f.exponentBits + f.mantissaBits;
    uint64_t random = draw(t, 10 + key.position) & getMask(bits);
    if (key.arity == 1) {
      if (bits <= 16 && key.threads == kExhaustiveThreads)
        return t;
      if (t < unary.size())
        return unary[t];
      return t % 2 ? random : getModerate(t, 0);
    }
    unsigned numSpecials = specials.size(), numCore = core.size();
    unsigned cross = numSpecials * numSpecials;
    if (key.arity == 2) {
      if (t < cross)
        return specials[key.position ? t / numSpecials : t % numSpecials];
      return t % 3 == 0                        ? random
             : t % 3 == 1 || key.position == 0 ? getModerate(t, key.position)
                                               : getNear(getModerate(t, 0), t);
    }
    cross = numCore * numCore * numCore;
    if (t < cross && key.position < 3)
      return core[key.position == 0   ? t % numCore
                  : key.position == 1 ? t / numCore % numCore
                                      : t / numCore / numCore];
    if (t % 4 == 0)
      return specials[draw(t, 20 + key.position) % numSpecials];
    if (t % 4 == 1)
      return random;
    if (t % 4 == 2 || key.position < 2)
      return getModerate(t, key.position);
    // The product of the others with the other sign, almost.
    double product = f.decode(getModerate(t, 0)) * f.decode(getModerate(t, 1));
    uint64_t opposite = f.encode(-product);
    return t % 8 == 3 ? opposite : opposite + draw(t, 30) % 5 - 2;
  }

  uint64_t getModerate(unsigned t, unsigned position) const {
    uint64_t random = draw(t, 40 + position);
    int range = f.exponentBits < 8 ? 5 : 10;
    // Of the mantissa sometimes a few bits only: ties are then common.
    uint64_t mantissa = random >> 8;
    if (random & 2)
      mantissa &= ~getMask(f.mantissaBits / 2 + 1);
    return f.make(random & 1, int(random >> 2 & 63) % (2 * range) - range,
                  mantissa);
  }

private:
  uint64_t getNear(uint64_t value, unsigned t) const {
    uint64_t random = draw(t, 50);
    int exponent = int(value >> f.mantissaBits & getMask(f.exponentBits)) -
                   f.getBias() + int(random >> 8 & 3) - 2;
    return f.make(random & 1, exponent, random >> 10);
  }

  void addSigned(llvm::SmallVectorImpl<uint64_t> &list,
                 ArrayRef<uint64_t> values) {
    for (uint64_t value : values) {
      list.push_back(value);
      list.push_back(value | f.getSign());
    }
  }

  void makeUnary() {
    unary = specials;
    auto addAround = [&](double value) {
      uint64_t bits = f.encode(value);
      addSigned(unary, {bits, bits + 1, bits - 1});
    };
    // Where integers of some width end, and halves.
    for (unsigned k : {7, 8, 10, 11, 15, 16, 23, 24, 31, 32, 52, 53, 63, 64})
      addAround(std::ldexp(1.0, k));
    for (double k : {7, 8, 15, 16, 31, 32})
      for (double below : {0.5, 1.0, 1.5})
        addAround(std::ldexp(1.0, k) - below);
    for (double value : {1.5, 2.5, 3.5, 4.5, 0.25, 0.75, 100.5, 101.5})
      addAround(value);
    // The ends of smaller formats, and values halfway between two of theirs.
    struct Target {
      int mantissaBits, lowest, highest;
    };
    for (Target target :
         {Target{10, -14, 15}, Target{7, -126, 127}, Target{3, -6, 8},
          Target{2, -14, 15}, Target{23, -126, 127}}) {
      if (unsigned(target.mantissaBits) >= f.mantissaBits)
        continue;
      auto addHalfway = [&](int exponent, uint64_t mantissa, int bits) {
        if (exponent > f.getBias() || exponent < 1 - f.getBias() || bits < 0)
          return;
        unsigned rest = f.mantissaBits - bits;
        uint64_t tie = f.make(false, exponent,
                              (mantissa & getMask(bits)) << rest |
                                  (rest ? uint64_t(1) << (rest - 1) : 0));
        addSigned(unary, {tie, tie + 1, tie - 1});
      };
      for (unsigned i = 0; i < 6; ++i)
        addHalfway(int(draw(i, 60) % 12) - 4, draw(i, 61), target.mantissaBits);
      addHalfway(target.highest, ~uint64_t(0), target.mantissaBits);
      addHalfway(target.highest, ~uint64_t(1), target.mantissaBits);
      addHalfway(target.highest, 0, target.mantissaBits);
      // Subnormals of the target: fewer bits.
      for (int lost = 0; lost <= target.mantissaBits + 1; lost += 1)
        addHalfway(target.lowest - lost, draw(lost, 62),
                   std::max(0, target.mantissaBits - lost));
    }
  }

  Format f;
  SmallVector<uint64_t, 12> core;
  SmallVector<uint64_t, 0> specials, unary;
};

/// Values of the integers of a width, signed or not.
class IntegerInputs {
public:
  explicit IntegerInputs(unsigned bits) : bits(bits) {
    uint64_t min = uint64_t(1) << (bits - 1), half = uint64_t(1) << (bits / 2);
    core = {0,    1, ~uint64_t(0),       min,  min - 1,
            half, 3, 0x5555555555555555, ~half};
    specials = {0,
                1,
                2,
                3,
                5,
                7,
                8,
                31,
                32,
                33,
                min,
                min - 1,
                min + 1,
                min - 2,
                ~uint64_t(0),
                0 - 2ul,
                0 - 3ul,
                half,
                half - 1,
                half + 1,
                0 - half,
                0 - half - 1,
                min + half,
                min >> 1,
                0x5555555555555555,
                0xaaaaaaaaaaaaaaaa,
                0x0f0f0f0f0f0f0f0f,
                0x00ff00ff00ff00ff,
                0xffff0000ffff0000,
                0x8000000080000000,
                0x7fffffff7fffffff,
                0x0123456789abcdef};
    unary = specials;
    for (unsigned i = 0; i < bits; ++i) {
      uint64_t power = uint64_t(1) << i;
      unary.append({power, power - 1, power + 1, ~power, 0 - power});
    }
  }

  uint64_t get(const InputKey &key, unsigned t) const {
    return getBits(key, t) & getMask(bits);
  }

private:
  uint64_t getBits(const InputKey &key, unsigned t) const {
    uint64_t random = draw(t, 70 + key.position);
    // Of any length.
    uint64_t shortened = int64_t(random) >> (draw(t, 80 + key.position) % 64);
    unsigned numSpecials = specials.size(), numCore = core.size();
    if (key.arity == 1)
      return t < unary.size() ? unary[t] : t % 2 ? random : shortened;
    if (key.arity == 2) {
      if (t < numSpecials * numSpecials)
        return specials[key.position ? t / numSpecials : t % numSpecials];
      return t % 2 ? random : shortened;
    }
    if (t < numCore * numCore * numCore && key.position < 3)
      return core[key.position == 0   ? t % numCore
                  : key.position == 1 ? t / numCore % numCore
                                      : t / numCore / numCore];
    return t % 4 == 0   ? specials[draw(t, 90 + key.position) % numSpecials]
           : t % 4 == 1 ? shortened
                        : random;
  }

  unsigned bits;
  SmallVector<uint64_t, 12> core;
  SmallVector<uint64_t, 0> specials, unary;
};
} // namespace

static std::optional<Format> getFormat(StringRef type) {
  if (type == "f16")
    return Format{5, 10};
  if (type == "bf16")
    return Format{8, 7};
  if (type == "f32" || type == "tf32")
    return Format{8, 23};
  if (type == "f64")
    return Format{11, 52};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operands of matrix instructions
//===----------------------------------------------------------------------===//

/// e4m3 and e5m2 have what these numbers need; e4m3 has no infinity.
static Format getElementFormat(StringRef type) {
  return type == "e4m3"   ? Format{4, 3}
         : type == "e5m2" ? Format{5, 2}
                          : *getFormat(type);
}

static uint64_t getElement(StringRef range, StringRef type, uint64_t random) {
  Format f = getElementFormat(type);
  unsigned bits = 1 + f.exponentBits + f.mantissaBits;
  if (range == "small")
    return f.encode(double(int64_t(random % 9) - 4));
  if (range == "near")
    return f.make(random & 1, -int(random >> 1 & 1), random >> 2);
  // Most of some common exponents.
  if (random % 16 < 13)
    return f.make(random >> 8 & 1, int(random >> 9 & 7) - 4 - (type == "e4m3"),
                  random >> 16);
  if (random % 16 < 15)
    return random >> 8 & getMask(bits);
  return f.getInfinity() | (random >> 8 & 1 ? f.getSign() : 0);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

namespace {
/// What a thread gets of a kind, bit for bit.
class Generator {
public:
  /// The values of 64 bits, the low one first.
  SmallVector<uint64_t, 2> get(const InputKey &key, unsigned t) {
    StringRef kind = key.kind;
    auto [range, element] = kind.split('-');
    if (range == "small" || range == "near" || range == "far")
      return {getPacked(range, element, t, key.position)};
    if (kind == "b128") {
      InputKey half = key;
      half.kind = "b64";
      return {getScalar(half, t), getScalar(half, shuffle(t, key.threads))};
    }
    return {getScalar(key, t)};
  }

private:
  /// The same threads in another order, for the upper half of packed values.
  static unsigned shuffle(unsigned t, unsigned threads) {
    return (t * 1237u + 11u) % threads;
  }

  static uint64_t getPacked(StringRef range, StringRef type, unsigned t,
                            unsigned position) {
    unsigned count = 1;
    if (type.consume_back("x2"))
      count = 2;
    else if (type.consume_back("x4"))
      count = 4;
    uint64_t result = 0;
    unsigned bits = count == 4 ? 8 : 16;
    for (unsigned i = 0; i < count; ++i)
      result |= getElement(range, type, draw(t, 100 + 4 * position + i))
                << (i * bits);
    return result;
  }

  uint64_t getScalar(const InputKey &key, unsigned t) {
    StringRef kind = key.kind;
    uint64_t random = draw(t, 500 + key.position);
    if (kind == "count") {
      static constexpr uint32_t kLarge[] = {255,  256,   257,        1000,
                                            ~31u, ~0u,   0x80000000, 0x10001,
                                            128,  0x100, 64,         96};
      return random % 8 == 0 ? kLarge[(random >> 8) % std::size(kLarge)]
                             : (random >> 8) % 71;
    }
    if (kind == "lane")
      return random % 32;
    if (kind == "clamp") // Threads of a warp agree, in most.
      return (t % 256 < 128 ? draw(t / 32, 501) : random) & 0x1f1f;
    if (kind.starts_with("metadata")) {
      // Places of the elements, the lower first; one of two elements that are
      // two halves each is 0 and 1, or 2 and 3.
      static constexpr uint8_t kPlaces[] = {0x4, 0xe, 0x8, 0x9, 0xc, 0xd};
      uint64_t word = 0;
      for (unsigned i = 0; i < 32; i += 4)
        word |=
            uint64_t(
                kPlaces[(random >> (2 * i)) % (kind == "metadata1" ? 2 : 6)])
            << i;
      return word;
    }
    if (kind == "offset")
      return uint32_t(int32_t(random % 67) - 33);
    if (kind == "few" || kind == "few64")
      return (draw(t / 32, 502) >> (random % 4)) &
             getMask(kind == "few" ? 32 : 64);
    if (kind.consume_front("nonzero-")) {
      InputKey plain{kind.str(), key.arity, key.position, key.threads};
      uint64_t value = getScalar(plain, t);
      return value ? value : 7;
    }
    if (kind.consume_front("int24-")) {
      uint64_t value = integers(24).get(key, t);
      return kind == "s32" ? uint32_t(int32_t(uint32_t(value) << 8) >> 8)
                           : value;
    }
    if (kind.ends_with("x2") && ptx::getTypeBits(kind) == 32) {
      InputKey half{kind.drop_back(2).str(), key.arity, key.position,
                    key.threads};
      return getScalar(half, t) | getScalar(half, shuffle(t, key.threads))
                                      << 16;
    }
    if (std::optional<Format> format = getFormat(kind))
      return floats(kind, *format).get(key, t);
    unsigned bits = ptx::getTypeBits(kind);
    if (bits <= 16 && key.arity == 1 && key.threads == kExhaustiveThreads)
      return t & getMask(bits);
    return integers(std::min(std::max(bits, 8u), 64u)).get(key, t);
  }

  IntegerInputs &integers(unsigned bits) {
    std::unique_ptr<IntegerInputs> &entry = integerInputs[std::to_string(bits)];
    if (!entry)
      entry = std::make_unique<IntegerInputs>(bits);
    return *entry;
  }
  FloatInputs &floats(StringRef type, Format format) {
    std::unique_ptr<FloatInputs> &entry = floatInputs[type];
    if (!entry)
      entry = std::make_unique<FloatInputs>(format);
    return *entry;
  }

  llvm::StringMap<std::unique_ptr<IntegerInputs>> integerInputs;
  llvm::StringMap<std::unique_ptr<FloatInputs>> floatInputs;
};
} // namespace

static unsigned getElementBytes(StringRef kind) {
  if (kind == "few64")
    return 8;
  auto [range, type] = kind.split('-');
  if (!type.empty())
    kind = type;
  unsigned bits = ptx::getTypeBits(kind);
  return bits == 0 ? 4 : std::max(bits, 8u) / 8;
}

const InputArray &InputArena::get(const InputKey &key) {
  std::string name = key.getName();
  if (InputArray *found = names.lookup(name))
    return *found;
  static Generator generator;
  auto array = std::make_unique<InputArray>();
  array->name = name;
  array->elementBytes = getElementBytes(key.kind);
  array->offset = size;
  array->bytes.resize(size_t(key.threads) * array->elementBytes);
  for (unsigned t = 0; t < key.threads; ++t)
    std::memcpy(array->bytes.data() + size_t(t) * array->elementBytes,
                generator.get(key, t).data(), array->elementBytes);
  array->hash = hashBytes(array->bytes);
  size += llvm::alignTo(array->bytes.size(), kArrayAlignment);
  names[name] = array.get();
  arrays.push_back(std::move(array));
  return *arrays.back();
}

std::vector<uint8_t> InputArena::getBytes() const {
  std::vector<uint8_t> bytes(size);
  for (const std::unique_ptr<InputArray> &array : arrays)
    llvm::copy(array->bytes, bytes.begin() + array->offset);
  return bytes;
}
