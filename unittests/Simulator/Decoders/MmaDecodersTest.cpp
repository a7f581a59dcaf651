//===- MmaDecodersTest.cpp - mma ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of random matrices of small integers, which are exact in every
// format. The elements of each lane are those of the formulas in PTX ISA 9.0,
// 9.7.14.5.1 to 9.7.14.5.12, which count them and not registers.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <cmath>
#include <functional>
#include <random>

using namespace mlir::tile::sim;

namespace {
/// A form of mma, as its words say.
struct Form {
  unsigned m, k;
  /// Words between "col" and D's type, the types, words at the end.
  std::string before, typeD, typeA, typeB, after;
  std::string target = "sm_100a";
  /// Scales of a row of A and of a column of B, and where they are.
  unsigned numScales = 0, byteA = 0, threadA = 0, byteB = 0, threadB = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The number of a code with such fields.
static double decodeFloat(uint32_t code, int exponentBits, int mantissaBits,
                          int bias) {
  int field = code >> mantissaBits & ((1 << exponentBits) - 1);
  int mantissa = code & ((1 << mantissaBits) - 1);
  double value = field ? std::ldexp(mantissa + (1 << mantissaBits),
                                    field - bias - mantissaBits)
                       : std::ldexp(mantissa, 1 - bias - mantissaBits);
  return code >> (exponentBits + mantissaBits) & 1 ? -value : value;
}

/// The bits of an element: of floats by a search among the codes.
static uint64_t encode(const std::string &type, double value) {
  struct Fields {
    int exponent, mantissa, bias, shift;
  };
  auto search = [&](Fields f) -> uint64_t {
    for (uint32_t code = 0; code < 1u << (1 + f.exponent + f.mantissa); ++code)
      if (decodeFloat(code, f.exponent, f.mantissa, f.bias) == value)
        return uint64_t(code) << f.shift;
    ADD_FAILURE() << value << " is no " << type;
    return 0;
  };
  if (type == "f16")
    return search({5, 10, 15, 0});
  if (type == "bf16")
    return search({8, 7, 127, 0});
  if (type == "tf32")
    return search({8, 10, 127, 13});
  if (type == "e4m3")
    return search({4, 3, 7, 0});
  if (type == "e5m2")
    return search({5, 2, 15, 0});
  if (type == "e3m2")
    return search({3, 2, 3, 0});
  if (type == "e2m3")
    return search({2, 3, 1, 0});
  if (type == "e2m1")
    return search({2, 1, 1, 2});
  if (type == "packed e2m1")
    return search({2, 1, 1, 0});
  if (type == "f32") {
    float f = float(value);
    uint32_t bits;
    std::memcpy(&bits, &f, 4);
    return bits;
  }
  if (type == "f64") {
    uint64_t bits;
    std::memcpy(&bits, &value, 8);
    return bits;
  }
  return uint64_t(int64_t(value));
}

/// Bits that an element takes in a register.
static unsigned getBits(const std::string &type) {
  if (type == "f64")
    return 64;
  if (type == "f16" || type == "bf16")
    return 16;
  if (type == "tf32" || type == "f32" || type == "s32")
    return 32;
  if (type == "u4" || type == "s4" || type == "packed e2m1")
    return 4;
  return type == "b1" ? 1 : 8;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Bytes that a lane has of the input and the output.
static constexpr unsigned kLaneBytes = 256;

namespace {
/// The elements of a lane, packed.
struct Fragment {
  explicit Fragment(unsigned bits) : bits(bits) {}
  unsigned bits;
  std::vector<uint8_t> bytes = std::vector<uint8_t>(64);
  void set(unsigned i, uint64_t code) {
    if (bits >= 8) {
      std::memcpy(bytes.data() + i * bits / 8, &code, bits / 8);
      return;
    }
    uint64_t mask = (1u << bits) - 1;
    bytes[i * bits / 8] |= (code & mask) << (i * bits % 8);
  }
};

struct Matrices {
  double a[16][256], b[256][8], c[16][8], d[16][8];
  /// Codes of scales.
  uint8_t scalesOfA[16][4], scalesOfB[8][4];
};
} // namespace

/// "{%r4, %r5}": registers of `bytes` bytes from `first` on.
static std::string getRegisters(bool isDouble, unsigned first, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes / (isDouble ? 8 : 4); ++i)
    text += (text.empty() ? "" : ", ") + std::string(isDouble ? "%w" : "%v") +
            std::to_string(first + i);
  return "{" + text + "}";
}

static std::string transfer(bool isDouble, unsigned first, unsigned bytes,
                            unsigned offset, bool isLoad) {
  std::string text, type = isDouble ? "f64" : "b32";
  unsigned size = isDouble ? 8 : 4;
  for (unsigned i = 0; i < bytes / size; ++i) {
    std::string reg = (isDouble ? "%w" : "%v") + std::to_string(first + i);
    std::string at = "[%d1+" + std::to_string(offset + i * size) + "]";
    text += isLoad ? "ld.global." + type + " " + reg + ", " + at + ";\n"
                   : "st.global." + type + " " + at + ", " + reg + ";\n";
  }
  return text;
}

/// The type as an instruction has it.
static std::string getWord(const std::string &type) {
  return type == "packed e2m1" ? "e2m1" : type;
}

/// Runs the form on the matrices; `d` becomes the result.
static void runForm(const Form &form, Matrices &x) {
  unsigned bitsA = getBits(form.typeA), bitsC = getBits(form.typeD);
  bool isDouble = form.typeA == "f64";
  // Elements in a register, and of a lane.
  unsigned e = isDouble ? 1 : 32 / bitsA;
  unsigned numA = form.m * form.k / 32, numB = 8 * form.k / 32,
           numC = form.m * 8 / 32;
  std::vector<uint8_t> input(128 * kSlot);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned group = lane / 4, in = lane % 4;
    Fragment a(bitsA), b(bitsA), c(bitsC);
    for (unsigned i = 0; i < numA; ++i) {
      bool isFirst = form.m == 8 || i / e % 2 == 0;
      unsigned row = isFirst ? group : group + 8;
      unsigned col =
          in * e + i % e + (form.m == 16 ? i / (2 * e) : i / e) * 4 * e;
      a.set(i, encode(form.typeA, x.a[row][col]));
    }
    for (unsigned i = 0; i < numB; ++i)
      b.set(i, encode(form.typeB, x.b[in * e + i % e + i / e * 4 * e][group]));
    for (unsigned i = 0; i < numC; ++i)
      c.set(i, encode(form.typeD,
                      x.c[i < 2 ? group : group + 8][in * 2 + (i & 1)]));
    // Bytes and lanes that are not selected have other scales.
    uint32_t scaleA = 0x9B9B9B9B, scaleB = 0x9D9D9D9D;
    for (unsigned i = 0; i < form.numScales; ++i) {
      auto set = [&](uint32_t &word, unsigned byte, uint8_t code) {
        word &= ~(0xFFu << 8 * byte);
        word |= uint32_t(code) << 8 * byte;
      };
      if (in / 2 == form.threadA)
        set(scaleA, form.byteA + i, x.scalesOfA[group + in % 2 * 8][i]);
      if (in == form.threadB)
        set(scaleB, form.byteB + i, x.scalesOfB[group][i]);
    }
    std::memcpy(input.data() + lane * kLaneBytes + 192, &scaleA, 4);
    std::memcpy(input.data() + lane * kLaneBytes + 196, &scaleB, 4);
    std::memcpy(input.data() + lane * kLaneBytes, a.bytes.data(), 64);
    std::memcpy(input.data() + lane * kLaneBytes + 64, b.bytes.data(), 64);
    std::memcpy(input.data() + lane * kLaneBytes + 128, c.bytes.data(), 64);
  }
  unsigned bytesA = numA * bitsA / 8, bytesB = numB * bitsA / 8,
           bytesC = numC * bitsC / 8;
  TestKernel kernel;
  kernel.target = form.target;
  // For slots of 256 bytes per lane; the other warps have nothing to do.
  kernel.threads = 128;
  std::string words = "mma.sync.aligned.m" + std::to_string(form.m) + "n8k" +
                      std::to_string(form.k) + ".row.col" + form.before + "." +
                      form.typeD + "." + getWord(form.typeA) + "." +
                      getWord(form.typeB) + "." + form.typeD + form.after;
  auto getSelector = [](unsigned word, unsigned byte, unsigned thread) {
    return ", %v" + std::to_string(word) + ", {" + std::to_string(byte) + ", " +
           std::to_string(thread) + "}";
  };
  std::string scales = form.numScales
                           ? getSelector(24, form.byteA, form.threadA) +
                                 getSelector(25, form.byteB, form.threadB)
                           : "";
  TestRun run = kernel.runClean(
      ".reg .b32 %v<32>; .reg .f64 %w<32>;\n"
      "setp.ge.u32 %p1, %t, 32;\n@%p1 exit;\n"
      "ld.param.u64 %d1, [in]; mul.wide.u32 %d2, %t, 256;\n"
      "add.u64 %d1, %d1, %d2;\n" +
          transfer(isDouble, 0, bytesA, 0, true) +
          transfer(isDouble, 8, bytesB, 64, true) +
          transfer(isDouble, 12, bytesC, 128, true) +
          transfer(false, 24, 8, 192, true) + words + " " +
          getRegisters(isDouble, 16, bytesC) + ", " +
          getRegisters(isDouble, 0, bytesA) + ", " +
          getRegisters(isDouble, 8, bytesB) + ", " +
          getRegisters(isDouble, 12, bytesC) + scales +
          ";\nld.param.u64 %d1, [out]; add.u64 %d1, %d1, %d2;\n" +
          transfer(isDouble, 16, bytesC, 0, false),
      input);
  ASSERT_EQ(run.out.size(), size_t(128 * kSlot)) << words;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < numC; ++i) {
      uint64_t code = 0;
      std::memcpy(&code, run.out.data() + lane * kLaneBytes + i * bitsC / 8,
                  bitsC / 8);
      double value = 0;
      if (form.typeD == "s32") {
        value = int32_t(code);
      } else if (form.typeD == "f16") {
        value = decodeFloat(uint32_t(code), 5, 10, 15);
      } else if (form.typeD == "f32") {
        float f;
        std::memcpy(&f, &code, 4);
        value = f;
      } else {
        std::memcpy(&value, &code, 8);
      }
      x.d[lane / 4 + (i < 2 ? 0 : 8)][lane % 4 * 2 + (i & 1)] = value;
    }
}

/// Random elements from `choose`, and the plain product.
static void checkProduct(const Form &form,
                         const std::function<double(bool isB)> &choose,
                         const std::function<double()> &chooseC) {
  auto x = std::make_unique<Matrices>();
  for (unsigned row = 0; row < form.m; ++row)
    for (unsigned k = 0; k < form.k; ++k)
      x->a[row][k] = choose(false);
  for (unsigned k = 0; k < form.k; ++k)
    for (unsigned col = 0; col < 8; ++col)
      x->b[k][col] = choose(true);
  for (unsigned row = 0; row < form.m; ++row)
    for (unsigned col = 0; col < 8; ++col)
      x->c[row][col] = chooseC();
  runForm(form, *x);
  SCOPED_TRACE(form.typeA + " " + form.typeB + " " + form.typeD + " " +
               std::to_string(form.m) + " " + std::to_string(form.k));
  for (unsigned row = 0; row < form.m; ++row)
    for (unsigned col = 0; col < 8; ++col) {
      double sum = x->c[row][col];
      for (unsigned k = 0; k < form.k; ++k) {
        double a = x->a[row][k], b = x->b[k][col];
        sum += form.after.find("xor") != std::string::npos ? a != b : a * b;
      }
      if (form.typeD == "s32" && form.before == ".satfinite")
        sum = std::min(std::max(sum, -0x1p31), 0x1p31 - 1);
      else if (form.typeD == "s32")
        sum = int32_t(uint32_t(int64_t(sum)));
      EXPECT_EQ(x->d[row][col], sum) << row << ", " << col;
    }
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static std::mt19937 randomBits(7);

static int getRandom(int least, int greatest) {
  return std::uniform_int_distribution<int>(least, greatest)(randomBits);
}

TEST(MmaDecodersTest, Floats) {
  auto small = [](bool) { return double(getRandom(-4, 4)); };
  auto smallC = [] { return double(getRandom(-50, 50)); };
  for (const Form &form : std::vector<Form>{
           {16, 8, "", "f32", "f16", "f16", ""},
           {16, 8, "", "f16", "f16", "f16", ""},
           {16, 16, "", "f32", "f16", "f16", ""},
           {16, 16, "", "f16", "f16", "f16", ""},
           {16, 8, "", "f32", "bf16", "bf16", ""},
           {16, 16, "", "f32", "bf16", "bf16", ""},
           {16, 4, "", "f32", "tf32", "tf32", ""},
           {16, 8, "", "f32", "tf32", "tf32", ""},
           {8, 4, "", "f64", "f64", "f64", ""},
           {16, 4, "", "f64", "f64", "f64", ""},
           {16, 8, "", "f64", "f64", "f64", ""},
           {16, 16, "", "f64", "f64", "f64", ""},
       })
    for (unsigned i = 0; i < 3; ++i)
      checkProduct(form, small, smallC);
}

TEST(MmaDecodersTest, SmallFloats) {
  auto small = [](bool) { return double(getRandom(-4, 4)) / 2; };
  auto smallC = [] { return double(getRandom(-50, 50)); };
  for (std::string a : {"e4m3", "e5m2"})
    for (std::string b : {"e4m3", "e5m2"}) {
      checkProduct({16, 32, "", "f32", a, b, ""}, small, smallC);
      checkProduct({16, 32, "", "f16", a, b, ""}, small, smallC);
      checkProduct({16, 16, "", "f32", a, b, ""}, small, smallC);
    }
  // Not 2.5 and 3.5 in two bits of mantissa.
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, -0.5, -1, -1.5, -2, -3};
  for (std::string a : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"})
    for (std::string b : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"})
      checkProduct(
          {16, 32, ".kind::f8f6f4", "f32", a, b, "", "sm_120a"},
          [&](bool) { return values[getRandom(0, 10)]; }, smallC);
}

/// Compares with sums of numbers times both scales. `decode` reads a scale.
static void checkScaledProduct(const Form &form,
                               const std::function<double(uint8_t)> &decode,
                               const std::function<uint8_t()> &chooseScale) {
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, -0.5, -1, -1.5, -2, -3};
  auto x = std::make_unique<Matrices>();
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned k = 0; k < form.k; ++k)
      x->a[row][k] = values[getRandom(0, 10)];
  for (unsigned col = 0; col < 8; ++col)
    for (unsigned k = 0; k < form.k; ++k)
      x->b[k][col] = values[getRandom(0, 10)];
  for (auto &row : x->scalesOfA)
    std::generate(std::begin(row), std::end(row), chooseScale);
  for (auto &col : x->scalesOfB)
    std::generate(std::begin(col), std::end(col), chooseScale);
  for (auto &row : x->c)
    for (double &c : row)
      c = getRandom(-50, 50);
  runForm(form, *x);
  SCOPED_TRACE(form.before + form.after + " " + form.typeA + " " + form.typeB);
  unsigned size = form.k / form.numScales;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned col = 0; col < 8; ++col) {
      double sum = x->c[row][col];
      for (unsigned k = 0; k < form.k; ++k)
        sum += x->a[row][k] * decode(x->scalesOfA[row][k / size]) *
               x->b[k][col] * decode(x->scalesOfB[col][k / size]);
      EXPECT_EQ(x->d[row][col], sum) << row << ", " << col;
    }
}

static double decodeExponent(uint8_t code) {
  return std::ldexp(1.0, int(code) - 127);
}

TEST(MmaDecodersTest, ScalesOf32Elements) {
  auto choose = [] { return uint8_t(getRandom(125, 129)); };
  unsigned count = 0;
  for (std::string a : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"})
    for (std::string b : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}) {
      checkScaledProduct({16, 32, ".kind::mxf8f6f4.block_scale.scale_vec::1X",
                          "f32", a, b, ".ue8m0", "sm_120a", 1, count % 4,
                          count % 2, count / 2 % 4, count % 4},
                         decodeExponent, choose);
      ++count;
    }
  for (std::string kind : {"mxf4", "mxf4nvf4"})
    for (unsigned byte : {0, 2})
      for (unsigned thread : {0, 1, 2, 3})
        checkScaledProduct({16, 64,
                            ".kind::" + kind + ".block_scale.scale_vec::2X",
                            "f32", "packed e2m1", "packed e2m1", ".ue8m0",
                            "sm_120a", 2, byte, thread % 2, 2 - byte, thread},
                           decodeExponent, choose);
}

TEST(MmaDecodersTest, ScalesOf16Elements) {
  for (unsigned thread : {0, 1, 2, 3})
    checkScaledProduct(
        {16, 64, ".kind::mxf4nvf4.block_scale.scale_vec::4X", "f32",
         "packed e2m1", "packed e2m1", ".ue4m3", "sm_120a", 4, 0, thread % 2, 0,
         thread},
        [](uint8_t code) { return decodeFloat(code, 4, 3, 7); },
        // From 0.5 to 3.75.
        [] { return uint8_t(getRandom(0x30, 0x47)); });
}

TEST(MmaDecodersTest, EndsOfScales) {
  auto run = [](uint8_t scaleA, uint8_t scaleB, double a) {
    auto x = std::make_unique<Matrices>();
    std::memset(x.get(), 0, sizeof(Matrices));
    x->a[0][0] = a;
    x->b[0][0] = 1;
    x->scalesOfA[0][0] = scaleA;
    x->scalesOfB[0][0] = scaleB;
    runForm({16, 32, ".kind::mxf8f6f4.block_scale", "f32", "e4m3", "e4m3",
             ".ue8m0", "sm_120a", 1},
            *x);
    return x->d[0][0];
  };
  EXPECT_EQ(run(0, 127, 1), 0x1p-127);
  EXPECT_EQ(run(0, 127 - 22, 1), 0x1p-149);
  EXPECT_EQ(run(254, 127, 1), 0x1p127);
  EXPECT_EQ(run(254, 0, 2), 2);
  EXPECT_EQ(run(254, 254, 1), INFINITY);
  // NaN, of zeros too.
  EXPECT_TRUE(std::isnan(run(255, 127, 1)));
  EXPECT_TRUE(std::isnan(run(127, 255, 0)));
}

TEST(MmaDecodersTest, Integers) {
  struct Shape {
    unsigned m, k;
  };
  for (bool isSmall : {false, true})
    for (Shape shape : isSmall
                           ? std::vector<Shape>{{8, 32}, {16, 32}, {16, 64}}
                           : std::vector<Shape>{{8, 16}, {16, 16}, {16, 32}})
      for (bool isSignedA : {false, true})
        for (bool isSignedB : {false, true})
          for (const char *before : {"", ".satfinite"}) {
            int range = isSmall ? 16 : 256;
            auto choose = [&](bool isB) {
              bool isSigned = isB ? isSignedB : isSignedA;
              return double(getRandom(isSigned ? -range / 2 : 0,
                                      isSigned ? range / 2 - 1 : range - 1));
            };
            auto chooseC = [] {
              int which = getRandom(0, 3);
              return which == 0   ? 2147483647.0 - getRandom(0, 1000)
                     : which == 1 ? -2147483648.0 + getRandom(0, 1000)
                                  : double(getRandom(-100000, 100000));
            };
            std::string bits = isSmall ? "4" : "8";
            checkProduct({shape.m, shape.k, before, "s32",
                          (isSignedA ? "s" : "u") + bits,
                          (isSignedB ? "s" : "u") + bits, ""},
                         choose, chooseC);
          }
}

TEST(MmaDecodersTest, Bits) {
  auto bit = [](bool) { return double(getRandom(0, 1)); };
  auto any = [] { return double(getRandom(-1000, 1000)); };
  for (const char *op : {".xor.popc", ".and.popc"}) {
    checkProduct({8, 128, "", "s32", "b1", "b1", op}, bit, any);
    checkProduct({16, 128, "", "s32", "b1", "b1", op}, bit, any);
    checkProduct({16, 256, "", "s32", "b1", "b1", op}, bit, any);
  }
}

/// The sum of products of the terms and C, as element (0, 0) of a product.
static double runDot(const Form &form,
                     const std::vector<std::pair<double, double>> &terms,
                     double c) {
  auto x = std::make_unique<Matrices>();
  std::memset(x.get(), 0, sizeof(Matrices));
  for (size_t i = 0; i < terms.size(); ++i) {
    x->a[0][i] = terms[i].first;
    x->b[i][0] = terms[i].second;
  }
  x->c[0][0] = c;
  runForm(form, *x);
  return x->d[0][0];
}

static const Form kF16 = {16, 16, "", "f32", "f16", "f16", "", "sm_90a"};
static const Form kBF16 = {16, 16, "", "f32", "bf16", "bf16", "", "sm_90a"};

TEST(MmaDecodersTest, SumsAreCutOff) {
  auto dot = [](const std::vector<std::pair<double, double>> &terms, double c) {
    return runDot(kF16, terms, c);
  };
  // 1 + 2^-24 + 2^-24 has 25 bits after the point: they are kept in the sum,
  // so that what comes of it is exact, and is then cut off to 23.
  EXPECT_EQ(dot({{1, 1}, {0x1p-12, 0x1p-12}, {0x1p-12, 0x1p-12}}, 0),
            1 + 0x1p-23);
  EXPECT_EQ(dot({{1, 1}, {0x1p-12, 0x1p-12}}, 0), 1.0);
  EXPECT_EQ(dot({{1, 1}, {0x1p-12, 0x1.8p-12}}, 0), 1.0);
  EXPECT_EQ(dot({{1, -1}, {0x1p-12, -0x1.8p-12}}, 0), -1.0);
  // 2^-26 is below the 25 bits, each of four by itself.
  std::pair<double, double> tiny = {0x1p-13, 0x1p-13};
  EXPECT_EQ(dot({{1, 1}, tiny, tiny, tiny, tiny}, -1), 0.0);
  EXPECT_EQ(dot({{1, 1}, {0x1p-13, 0x1p-12}}, -1), 0x1p-25);
  // The exponent of 1.5 * 1.5 is 0, although it is 2.25.
  EXPECT_EQ(dot({{1.5, 1.5}, {1.5, -1.5}, {0x1p-13, 0x1p-12}}, 0), 0x1p-25);
  EXPECT_EQ(dot({{2, 1}, {0x1p-13, 0x1p-12}}, -2), 0.0);
}

TEST(MmaDecodersTest, OlderTargetsSumLess) {
  // 24 bits, and eight terms of f16 at once.
  Form form = kF16;
  form.target = "sm_80";
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-13, 0x1p-12}}, -1), 0.0);
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-12, 0x1p-12}}, -1), 0x1p-24);
  // The first eight give 1 + 2^-24, which is cut off before the others come.
  std::vector<std::pair<double, double>> terms(16);
  terms[0] = {1, 1};
  terms[1] = terms[8] = {0x1p-12, 0x1p-12};
  EXPECT_EQ(runDot(form, terms, 0), 1.0);
  terms[8] = {};
  terms[2] = {0x1p-12, 0x1p-12};
  EXPECT_EQ(runDot(form, terms, 0), 1 + 0x1p-23);
}

TEST(MmaDecodersTest, EightBitsOnHopperAreF16) {
  // C is added at last, and rounded, not cut off.
  Form form = {16, 32, "", "f32", "e4m3", "e4m3", "", "sm_90a"};
  std::vector<std::pair<double, double>> terms = {{0x1p-8, 0x1.8p-8}};
  EXPECT_EQ(runDot(form, terms, 256), 256 + 0x1p-15);
  form.target = "sm_120a";
  EXPECT_EQ(runDot(form, terms, 256), 256.0);
  // sm_89 keeps 13 bits.
  form.target = "sm_89";
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-6, 0x1p-7}}, 0), 1 + 0x1p-13);
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-7, 0x1p-7}}, 0), 1.0);
}

TEST(MmaDecodersTest, EndsOfTheRange) {
  EXPECT_EQ(runDot(kBF16, {{0x1p70, 0x1p70}}, 0), INFINITY);
  EXPECT_EQ(runDot(kBF16, {{0x1.fep63, 0x1p64}, {0x1p63, 0x1p56}}, 0),
            0x1.ffp127);
  EXPECT_EQ(runDot(kBF16, {{0x1.fep63, 0x1p64}, {0x1p64, 0x1p56}}, 0),
            INFINITY);
  // What is cut off to zero has no sign.
  double zero = runDot(kBF16, {{-0x1p-80, 0x1p-80}}, 0);
  EXPECT_EQ(zero, 0.0);
  EXPECT_FALSE(std::signbit(zero));
  EXPECT_EQ(runDot(kBF16, {{-0x1p-80, 0x1p-69}}, 0), -0x1p-149);
  // As an H200 has it: terms below 2^-158 are cut off, whatever the others.
  const uint16_t codes[][2] = {
      {0x1591, 0x9B84}, {0x9DD6, 0x9AF4}, {0x8FA7, 0x232B}, {0x8C68, 0x0270},
      {0x19AB, 0x8168}, {0x9158, 0x94C2}, {0x9AFF, 0x0B83}, {0x0DDD, 0x2441},
      {0x09D0, 0x8453}, {0x275B, 0x02C5}, {0x1D91, 0x13BB}, {0x9013, 0x1346},
      {0x1292, 0x9E33}, {0x274F, 0x890F}, {0x2610, 0x8F23}, {0x0310, 0x1619}};
  std::vector<std::pair<double, double>> terms;
  for (auto [a, b] : codes)
    terms.push_back({decodeFloat(a, 8, 7, 127), decodeFloat(b, 8, 7, 127)});
  EXPECT_EQ(runDot(kBF16, terms, 0), 405 * 0x1p-149);
}

TEST(MmaDecodersTest, HalfResultsAreRounded) {
  Form form = kF16;
  form.typeD = "f16";
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-11, 1}}, 0), 1.0);
  EXPECT_EQ(runDot(form, {{1, 1}, {0x1p-11, 0x1.004p0}}, 0), 1 + 0x1p-10);
  EXPECT_EQ(runDot(form, {{0x1p-10, 0x1p-14}}, 0), 0x1p-24);
}
