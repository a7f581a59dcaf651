//===- TensorProductTest.cpp - tcgen05.mma --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small integers, so that each order of the sums gives the same. Where elements
// are in shared and in tensor memory is computed here again, from the PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
struct Type {
  const char *name;
  /// In the instruction descriptor, and in shared memory.
  unsigned code, bits;
  /// Of a float.
  unsigned mantissa, bias, sign;
};

constexpr Type kF16{"f16", 0, 16, 10, 15, 15}, kBF16{"bf16", 1, 16, 7, 127, 15},
    kTF32{"tf32", 2, 32, 23, 127, 31}, kE4M3{"e4m3", 0, 8, 3, 7, 7},
    kE5M2{"e5m2", 1, 8, 2, 15, 7}, kE2M3{"e2m3", 3, 6, 3, 1, 5},
    kE3M2{"e3m2", 4, 6, 2, 3, 5}, kE2M1{"e2m1", 5, 4, 1, 1, 3},
    kU8{"u8", 0, 8, 0, 0, 0}, kS8{"s8", 1, 8, 0, 0, 0},
    kPackedE2M1{"e2m1", 1, 4, 1, 1, 3};

uint32_t encode(const Type &type, int value) {
  if (!type.sign)
    return uint8_t(value);
  if (value == 0)
    return 0;
  int exponent;
  double fraction = std::frexp(std::abs(value), &exponent);
  return uint32_t((fraction * 2 - 1) * (1u << type.mantissa)) |
         uint32_t(exponent - 1 + int(type.bias)) << type.mantissa |
         uint32_t(value < 0) << type.sign;
}

struct Case {
  const char *kind = "f16";
  const Type *a = &kBF16, *b = &kBF16;
  unsigned m = 128, n = 64, swizzleA = 128, swizzleB = 128;
  bool isTransposedA = false, isTransposedB = false;
  bool isPair = false, isWeightStationary = false, isInTensorMemory = false;
  bool accumulates = true;
  /// f16, f32 or s32: 0, 1, 2.
  unsigned result = 1;
  bool negatesA = false, negatesB = false;
  /// Words behind the kind; scales per row; where they begin; their type.
  std::string scaling;
  unsigned numScales = 0, scaleA = 0, scaleB = 0;
  bool isUE8M0 = true;
  /// Operands before and after the predicate.
  std::string mask, inputScale;
  unsigned inputShift = 0, laneOfD = 0;

  bool isPacked() const { return a == &kPackedE2M1; }
  unsigned k() const {
    return isPacked() ? 64 : a->bits > 8 ? 256 / a->bits : 32;
  }
};

int valueA(const Case &c, unsigned m, unsigned k) {
  int value = int((m * 5 + k * 3 + m / 8) % 7) - 3;
  return c.a == &kU8 ? std::abs(value) : value;
}
int valueB(const Case &c, unsigned n, unsigned k) {
  int value = int((n * 3 + k * 5 + n / 8) % 6) - 3;
  return c.b == &kU8 ? std::abs(value) : value;
}
int valueD(unsigned m, unsigned n) { return int((m + 2 * n) % 9) - 4; }
/// Powers of two, 2^-1 to 2^2.
int exponentOf(bool isA, unsigned row, unsigned block) {
  return int((row * 3 + block + (isA ? 1 : 0)) % 4) - 1;
}

/// Swizzled tiles of 8 lines. A line is a row with its k, or, if it is
/// transposed, a k with its rows.
struct Image {
  std::vector<uint8_t> bytes;
  uint64_t descriptor = 0;
};

Image makeImage(const Case &c, const Type &type, unsigned rows,
                unsigned swizzle, bool isTransposed, unsigned start,
                const std::function<int(unsigned, unsigned)> &at) {
  Image image;
  unsigned lines = isTransposed ? c.k() : rows,
           lineBytes = isTransposed ? rows * type.bits / 8 : 32;
  unsigned across = (lineBytes + swizzle - 1) / swizzle;
  image.bytes.resize(size_t(lines / 8) * across * 8 * swizzle);
  auto place = [&](unsigned line, unsigned byte) -> uint8_t & {
    unsigned tile = line / 8 * across + byte / swizzle;
    unsigned part = byte % swizzle / 16;
    part ^= line % 8 / (128 / swizzle) % (swizzle / 16);
    return image
        .bytes[tile * 8 * swizzle + line % 8 * swizzle + part * 16 + byte % 16];
  };
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned k = 0; k < c.k(); ++k) {
      uint32_t code = encode(type, at(row, k));
      if (isTransposed) {
        for (unsigned byte = 0; byte < type.bits / 8; ++byte)
          place(k, row * type.bits / 8 + byte) = uint8_t(code >> 8 * byte);
        continue;
      }
      // 16 elements of less than 8 bits are in 16 bytes, or packed.
      unsigned bit = type.bits >= 8 ? k * type.bits
                     : c.isPacked() ? k * 4
                                    : k / 16 * 128 + k % 16 * type.bits;
      for (unsigned b = 0; b < type.bits; ++b)
        place(row, (bit + b) / 8) |= (code >> b & 1) << (bit + b) % 8;
    }
  uint64_t stride = uint64_t(across) * 8 * swizzle, leading = 8 * swizzle;
  if (swizzle == 16 && isTransposed)
    std::swap(stride, leading);
  uint64_t mode = swizzle == 128  ? 2
                  : swizzle == 64 ? 4
                  : swizzle == 32 ? 6
                                  : 0;
  image.descriptor = start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 |
                     uint64_t(1) << 46 | mode << 61;
  return image;
}

uint32_t describe(const Case &c) {
  uint32_t descriptor =
      c.a->code << 7 | c.b->code << 10 | uint32_t(c.negatesA) << 13 |
      uint32_t(c.negatesB) << 14 | uint32_t(c.isTransposedA) << 15 |
      uint32_t(c.isTransposedB) << 16 | c.n >> 3 << 17 | c.m >> 4 << 24;
  if (c.numScales)
    return descriptor | c.scaleB << 4 | uint32_t(c.isUE8M0) << 23 |
           c.scaleA << 29;
  return descriptor | c.result << 4;
}

struct Place {
  unsigned cta, lane, column;
};
Place getPlace(const Case &c, unsigned m, unsigned n) {
  if (c.isPair && c.m == 256)
    return {m / 128, m % 128, n};
  if (c.isPair)
    return {m / 64, m % 64 + (n >= c.n / 2 ? 64 : 0), n % (c.n / 2)};
  if (c.m == 128)
    return {0, m, n};
  if (c.m == 32)
    return {0, m + n / (c.n / 4) * 32, n % (c.n / 4)};
  if (c.isWeightStationary)
    return {0, m + (n >= c.n / 2 ? 64 : 0), n % (c.n / 2)};
  return {0, m / 16 * 32 + m % 16 + c.laneOfD, n};
}

uint32_t encodeResult(const Case &c, double value) {
  if (c.result == 2)
    return uint32_t(int32_t(value));
  if (c.result == 0)
    return encode(kF16, int(value));
  auto single = float(value);
  uint32_t word;
  std::memcpy(&word, &single, 4);
  return word;
}

void put(std::vector<uint8_t> &bytes, size_t at, uint32_t word) {
  std::memcpy(bytes.data() + at, &word, 4);
}

/// Scales as tcgen05.cp.32x128b.warpx4 takes them: of each 128 rows 512 bytes.
void putScales(const Case &c, bool isA, unsigned rows, unsigned first,
               uint8_t *to) {
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned s = 0; s < c.numScales; ++s) {
      int exponent = exponentOf(isA, first + row, s);
      uint8_t code =
          c.isUE8M0 ? uint8_t(127 + exponent) : uint8_t((7 + exponent) << 3);
      to[row / 128 * 512 + row % 32 * 16 + row % 128 / 32 * 4 +
         (isA ? c.scaleA : c.scaleB) + s] = code;
    }
}

TestRun runCase(const Case &c, const RunOptions &options = {}) {
  TensorKernel kernel;
  kernel.options = options;
  kernel.columns = c.n;
  kernel.isPair = c.isPair;
  kernel.storesA = c.isInTensorMemory;
  unsigned ctas = c.isPair ? 2 : 1;
  size_t perCTA = kSharedBytes + 512 * c.n + 4096;
  std::vector<uint8_t> input(perCTA * ctas);
  Image a, b;
  for (unsigned cta = 0; cta < ctas; ++cta) {
    uint8_t *shared = input.data() + cta * perCTA;
    unsigned rows = c.m / ctas, columns = c.n / ctas;
    a = makeImage(
        c, *c.a, rows, c.swizzleA, c.isTransposedA, 0,
        [&](unsigned m, unsigned k) { return valueA(c, cta * rows + m, k); });
    b = makeImage(c, *c.b, columns, c.swizzleB, c.isTransposedB, kStartB,
                  [&](unsigned n, unsigned k) {
                    return valueB(c, cta * columns + n, k);
                  });
    std::copy(a.bytes.begin(), a.bytes.end(), shared);
    std::copy(b.bytes.begin(), b.bytes.end(), shared + kStartB);
    if (c.numScales) {
      putScales(c, true, rows, cta * rows, shared + kStartScales);
      putScales(c, false, c.n, 0, shared + kStartScales + 1024);
    }
  }
  for (unsigned m = 0; m < c.m; ++m)
    for (unsigned n = 0; n < c.n; ++n) {
      Place place = getPlace(c, m, n);
      put(input,
          place.cta * perCTA + kSharedBytes +
              4 * (size_t(place.lane) * c.n + place.column),
          encodeResult(c, valueD(m, n)));
    }
  if (c.isInTensorMemory)
    for (unsigned m = 0; m < c.m; ++m) {
      Place place = getPlace(c, m, 0);
      for (unsigned k = 0; k < c.k(); ++k) {
        uint32_t code = encode(*c.a, valueA(c, m, k));
        // A byte each, those of 4 bits in its middle.
        unsigned bits = c.isPacked() ? 4 : std::max(c.a->bits, 8u);
        if (c.a->bits == 4 && !c.isPacked())
          code <<= 2;
        size_t at =
            place.cta * perCTA + kSharedBytes + 512 * c.n + 32 * place.lane;
        for (unsigned bit = 0; bit < bits; ++bit)
          input[at + (k * bits + bit) / 8] |= (code >> bit & 1)
                                              << (k * bits + bit) % 8;
      }
    }
  std::string group = c.isPair ? "cta_group::2" : "cta_group::1";
  if (c.numScales) {
    auto copy = [&](unsigned column, unsigned at) {
      uint64_t descriptor = at >> 4 | uint64_t(8) << 32 | uint64_t(1) << 46;
      return "add.u32 %v8, %a, " + std::to_string(column) + ";\ntcgen05.cp." +
             group + ".32x128b.warpx4 [%v8], " + std::to_string(descriptor) +
             "U;\n";
    };
    kernel.copies = copy(kColumnScaleA, kStartScales);
    for (unsigned unit = 0; 128 * unit < c.n; ++unit)
      kernel.copies +=
          copy(kColumnScaleB + 4 * unit, kStartScales + 1024 + 512 * unit);
  }
  std::string number = std::to_string(describe(c)) + "U";
  kernel.product =
      "mov.u64 %da, " + std::to_string(a.descriptor) + "U;\nmov.u64 %db, " +
      std::to_string(b.descriptor) + "U;\nmov.u32 %v9, " + number +
      ";\nadd.u32 %v10, %a, " + std::to_string(kColumnA) +
      ";\nadd.u32 %v11, %a, " + std::to_string(kColumnScaleA) +
      ";\nadd.u32 %v12, %a, " + std::to_string(kColumnScaleB) +
      ";\nadd.u32 %v13, %a, " + std::to_string(c.laneOfD << 16) + ";\nsetp." +
      (c.accumulates ? "eq" : "ne") + ".u32 %p6, 0, 0;\ntcgen05.mma" +
      (c.isWeightStationary ? ".ws." : ".") + group + ".kind::" + c.kind +
      c.scaling + " [%v13], " + (c.isInTensorMemory ? "[%v10]" : "%da") +
      ", %db, %v9, " + (c.numScales ? "[%v11], [%v12], " : "") + c.mask +
      "%p6" + c.inputScale + ";\n";
  return kernel.run(kernel.getText(), input);
}

void check(const Case &c) {
  TestRun run = runCase(c);
  ASSERT_EQ(run.errors, "");
  ASSERT_EQ(run.getFindings(), "")
      << (run.result.reports.empty() ? "" : run.result.reports.front().message);
  unsigned wrong = 0;
  for (unsigned m = 0; m < c.m; ++m)
    for (unsigned n = 0; n < c.n; ++n) {
      double sum = 0;
      for (unsigned k = 0; k < c.k(); ++k) {
        double product = valueA(c, m, k) * valueB(c, n, k);
        if (c.numScales) {
          unsigned block = k / (c.k() / c.numScales);
          product *= std::exp2(exponentOf(true, m, block) +
                               exponentOf(false, n, block));
        }
        sum += product;
      }
      if (c.negatesA != c.negatesB)
        sum = -sum;
      if (c.accumulates)
        sum += valueD(m, n) / double(1u << c.inputShift);
      Place place = getPlace(c, m, n);
      uint32_t expected = encodeResult(c, sum), found;
      std::memcpy(
          &found,
          run.out.data() +
              4 * ((size_t(place.cta) * 128 + place.lane) * c.n + place.column),
          4);
      if (found != expected && wrong++ < 3)
        ADD_FAILURE() << "row " << m << " column " << n << ": expected 0x"
                      << std::hex << expected << ", found 0x" << found;
    }
  EXPECT_EQ(wrong, 0u);
}

std::string trace(const Case &c) {
  return std::string(c.kind) + " " + c.a->name + " " + c.b->name + " m" +
         std::to_string(c.m) + "n" + std::to_string(c.n) + " swizzles " +
         std::to_string(c.swizzleA) + " " + std::to_string(c.swizzleB);
}
} // namespace

#define CHECK_CASE(c)                                                          \
  do {                                                                         \
    SCOPED_TRACE(trace(c));                                                    \
    check(c);                                                                  \
  } while (false)

TEST(TensorProductTest, KMajorMatricesInEachSwizzle) {
  struct Kind {
    const char *kind;
    const Type *type;
  };
  for (Kind kind : {Kind{"f16", &kF16},
                    {"f16", &kBF16},
                    {"tf32", &kTF32},
                    {"f8f6f4", &kE4M3},
                    {"f8f6f4", &kE5M2}})
    for (unsigned swizzle : {16, 32, 64, 128}) {
      Case c;
      c.kind = kind.kind;
      c.a = c.b = kind.type;
      c.swizzleA = c.swizzleB = swizzle;
      CHECK_CASE(c);
    }
}

TEST(TensorProductTest, MNMajorMatricesInEachSwizzle) {
  struct Kind {
    const char *kind;
    const Type *type;
  };
  for (Kind kind : {Kind{"f16", &kF16}, {"f8f6f4", &kE4M3}, {"tf32", &kTF32}})
    for (unsigned swizzle : {16, 32, 64, 128})
      for (unsigned which = 1; which < 4; ++which) {
        Case c;
        c.kind = kind.kind;
        c.a = c.b = kind.type;
        c.n = 128;
        c.swizzleA = c.swizzleB = swizzle;
        c.isTransposedA = which & 1;
        c.isTransposedB = which & 2;
        CHECK_CASE(c);
      }
}

TEST(TensorProductTest, Sizes) {
  for (unsigned m : {64, 128})
    for (unsigned n : {8, 16, 24, 48, 96, 128, 208, 256}) {
      if (m == 128 && n % 16)
        continue;
      Case c;
      c.m = m;
      c.n = n;
      CHECK_CASE(c);
      c.laneOfD = m == 64 ? 16 : 0;
      c.accumulates = false;
      CHECK_CASE(c);
    }
}

TEST(TensorProductTest, EachPairOfSmallTypes) {
  for (const Type *a : {&kE4M3, &kE5M2, &kE2M3, &kE3M2, &kE2M1})
    for (const Type *b : {&kE4M3, &kE5M2, &kE2M3, &kE3M2, &kE2M1}) {
      Case c;
      c.kind = "f8f6f4";
      c.a = a;
      c.b = b;
      CHECK_CASE(c);
      c.isInTensorMemory = true;
      CHECK_CASE(c);
    }
}

TEST(TensorProductTest, IntegersAndHalves) {
  for (const Type *a : {&kU8, &kS8})
    for (const Type *b : {&kU8, &kS8}) {
      Case c;
      c.kind = "i8";
      c.a = a;
      c.b = b;
      c.result = 2;
      CHECK_CASE(c);
    }
  for (const char *kind : {"f16", "f8f6f4"}) {
    Case c;
    c.kind = kind;
    c.a = c.b = c.kind == std::string("f16") ? &kF16 : &kE4M3;
    c.result = 0;
    CHECK_CASE(c);
  }
}

TEST(TensorProductTest, SignsMasksAndScales) {
  Case c;
  c.negatesA = true;
  CHECK_CASE(c);
  c.negatesB = true;
  CHECK_CASE(c);
  c.negatesA = false;
  c.inputScale = ", 2";
  c.inputShift = 2;
  CHECK_CASE(c);
}

TEST(TensorProductTest, LanesThatAreNotWritten) {
  Case c, all;
  c.mask = "{0, 0xFFFF0000, 0, 0x80000000}, ";
  c.accumulates = all.accumulates = false;
  TestRun masked = runCase(c), whole = runCase(all);
  ASSERT_EQ(masked.errors, "");
  EXPECT_EQ(masked.getFindings(), "");
  for (unsigned lane = 0; lane < 128; ++lane) {
    bool isKept = (lane >= 48 && lane < 64) || lane == 127;
    float first, sum;
    std::memcpy(&first, masked.out.data() + lane * 4 * c.n, 4);
    std::memcpy(&sum, whole.out.data() + lane * 4 * c.n, 4);
    EXPECT_EQ(first, isKept ? float(valueD(lane, 0)) : sum) << lane;
  }
}

TEST(TensorProductTest, AInTensorMemory) {
  for (unsigned m : {64, 128})
    for (const Type *type : {&kBF16, &kTF32}) {
      Case c;
      c.kind = type == &kTF32 ? "tf32" : "f16";
      c.a = c.b = type;
      c.m = m;
      c.isInTensorMemory = true;
      CHECK_CASE(c);
    }
}

TEST(TensorProductTest, Pairs) {
  for (unsigned m : {128, 256})
    for (unsigned n : {32, 64, 256})
      for (bool isTransposed : {false, true}) {
        Case c;
        c.isPair = true;
        c.m = m;
        c.n = n;
        c.isTransposedA = c.isTransposedB = isTransposed;
        if (isTransposed)
          c.swizzleA = c.swizzleB = 32;
        CHECK_CASE(c);
      }
  Case c;
  c.isPair = c.isInTensorMemory = true;
  c.m = 256;
  CHECK_CASE(c);
}

TEST(TensorProductTest, StationaryWeights) {
  for (unsigned m : {32, 64, 128})
    for (unsigned n : {64, 128, 256}) {
      Case c;
      c.isWeightStationary = true;
      c.m = m;
      c.n = n;
      CHECK_CASE(c);
    }
}

TEST(TensorProductTest, BlockScales) {
  struct Form {
    const char *kind, *scaling;
    unsigned numScales;
    bool isUE8M0;
  };
  for (const Form &form :
       {Form{"mxf8f6f4", ".block_scale.scale_vec::1X", 1, true},
        {"mxf4", ".block_scale.scale_vec::2X", 2, true},
        {"mxf4nvf4", ".block_scale.scale_vec::2X", 2, true},
        {"mxf4nvf4", ".block_scale.scale_vec::4X", 4, false},
        {"mxf4nvf4", ".block_scale.scale_vec::4X", 4, true}})
    for (unsigned begin = 0; begin < 4; begin += form.numScales)
      for (bool isPair : {false, true}) {
        Case c;
        c.kind = form.kind;
        c.scaling = form.scaling;
        c.numScales = form.numScales;
        c.isUE8M0 = form.isUE8M0;
        c.a = c.b = &kPackedE2M1;
        if (form.numScales == 1) {
          c.a = &kE4M3;
          c.b = &kE2M1;
        }
        c.scaleA = begin;
        c.scaleB = 4 - form.numScales - begin;
        c.isPair = isPair;
        c.m = isPair ? 256 : 128;
        c.n = 160;
        CHECK_CASE(c);
      }
}
