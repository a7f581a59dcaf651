//===- WgmmaTest.cpp - Matrix products of warpgroups ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared memory of each test is laid out here from tiles, as a tensor copy
// writes them: rows side by side, and then the swizzle of their 16-byte parts.
// More than 600 lines: all tests share that.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <cmath>
#include <functional>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
struct Type {
  const char *name;
  unsigned bytes;
  /// The code of a small integer.
  std::function<uint32_t(int)> encode;
  const char *shape;
  /// Numbers behind scale-d: factors, and transpositions.
  bool hasScales, hasTranspositions;
};

uint32_t encodeHalf(int value, unsigned mantissa, int bias) {
  if (value == 0)
    return 0;
  int exponent;
  double fraction = std::frexp(std::abs(value), &exponent);
  unsigned bits = unsigned((fraction * 2 - 1) * (1u << mantissa)) |
                  unsigned(exponent - 1 + bias) << mantissa;
  unsigned sign = mantissa == 10 ? 15 : mantissa == 7 ? 15 : 7;
  return bits | unsigned(value < 0) << sign;
}

uint32_t encodeF32(int value) {
  float f = float(value);
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

const Type kF16{"f16", 2,    [](int v) { return encodeHalf(v, 10, 15); },
                "k16", true, true};
const Type kBF16{"bf16", 2,    [](int v) { return encodeHalf(v, 7, 127); },
                 "k16",  true, true};
const Type kTF32{"tf32", 4, encodeF32, "k8", true, false};
const Type kE4M3{"e4m3", 1,    [](int v) { return encodeHalf(v, 3, 7); },
                 "k32",  true, false};
const Type kE5M2{"e5m2", 1,    [](int v) { return encodeHalf(v, 2, 15); },
                 "k32",  true, false};
const Type kS8{"s8",  1,     [](int v) { return uint32_t(uint8_t(v)); },
               "k32", false, false};
const Type kU8{
    "u8",  1,     [](int v) { return uint32_t(uint8_t(std::abs(v))); },
    "k32", false, false};

/// A matrix of so many rows (columns, of B) in shared memory.
struct Image {
  std::vector<uint8_t> bytes;
  uint64_t descriptor = 0;
};

/// `swizzle`: bytes of a row of a tile, or 16: none.
Image makeImage(const Type &type, unsigned rows, unsigned swizzle,
                bool isTransposed, uint64_t start,
                const std::function<int(unsigned, unsigned)> &at) {
  Image image;
  unsigned k = 32 / type.bytes;
  // Tiles of 8 lines of `swizzle` bytes. A line is a row with its k, or, if
  // transposed, a k with its rows.
  unsigned lines = isTransposed ? k : rows, count = isTransposed ? rows : k;
  unsigned perLine = swizzle / type.bytes;
  unsigned tileBytes = 8 * swizzle;
  unsigned across = (count + perLine - 1) / perLine;
  image.bytes.resize(size_t(lines / 8) * across * tileBytes);
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned e = 0; e < count; ++e) {
      unsigned tile = line / 8 * across + e / perLine;
      unsigned byte = e % perLine * type.bytes, part = byte / 16;
      if (swizzle == 128)
        part ^= line % 8;
      if (swizzle == 64)
        part ^= line / 2 % 4;
      if (swizzle == 32)
        part ^= line / 4 % 2;
      uint32_t code =
          isTransposed ? type.encode(at(e, line)) : type.encode(at(line, e));
      std::memcpy(image.bytes.data() + tile * tileBytes + line % 8 * swizzle +
                      part * 16 + byte % 16,
                  &code, type.bytes);
    }
  uint64_t down = across * tileBytes, along = tileBytes;
  // Between tiles of 8 lines, and along a line. Unswizzled MN-major matrices
  // have them the other way round.
  uint64_t stride = down, leading = along;
  if (swizzle == 16 && isTransposed)
    std::swap(stride, leading);
  uint64_t mode = swizzle == 128  ? 1
                  : swizzle == 64 ? 2
                  : swizzle == 32 ? 3
                                  : 0;
  image.descriptor =
      start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | mode << 62;
  return image;
}

struct Case {
  const Type *a, *b;
  unsigned n = 16, swizzleA = 128, swizzleB = 128;
  bool isTransposedA = false, isTransposedB = false, isInRegisters = false;
  const char *result = "f32";
  int scaleA = 1, scaleB = 1;
  bool accumulates = true;
};

int valueA(unsigned m, unsigned k) { return int((m * 5 + k * 3) % 7) - 3; }
int valueB(unsigned n, unsigned k) {
  return int((n * 3 + k * 5 + n / 8) % 8) - 4;
}
int valueC(unsigned m, unsigned n) { return int((m + 2 * n) % 9) - 4; }

std::string getList(const std::string &prefix, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", %" : "%") + prefix + std::to_string(i);
  return text + "}";
}

constexpr unsigned kStartB = 32768;

struct Harness {
  std::vector<uint8_t> shared, registersA, accumulators;
  unsigned numD = 0;
  std::string before = "wgmma.fence.sync.aligned;\n", after;
  std::string wait = "wgmma.commit_group.sync.aligned;\n"
                     "wgmma.wait_group.sync.aligned 0;\n";
  std::string product, declarations;
  bool hasProxyFence = true;
  RunOptions options;

  /// Copies `shared`, executes the product once, and stores the accumulators.
  TestRun run() const {
    std::string text =
        ".version 8.4\n.target sm_90a\n.address_size 64\n"
        ".extern .shared .align 1024 .b8 smem[];\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n"
        ".reqntid 128\n{\n.reg .pred %p<4>;\n.reg .b32 %t, %d<128>, %a<4>, "
        "%v<8>;\n.reg .b64 %in, %out, %x, %y, %da, %db;\n" +
        declarations +
        "mov.u32 %t, %tid.x;\nld.param.u64 %in, [in];\nld.param.u64 %out, "
        "[out];\n";
    size_t copied = shared.size();
    for (size_t at = 0; at < copied; at += 2048)
      text += "mad.wide.u32 %x, %t, 16, " + std::to_string(at) +
              ";\n"
              "add.u64 %y, %in, %x;\n"
              "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%y];\n"
              "cvt.u32.u64 %v4, %x;\nmov.u32 %v5, smem;\nadd.u32 %v4, %v4, "
              "%v5;\nst.shared.v4.b32 [%v4], {%v0, %v1, %v2, %v3};\n";
    text += "add.u64 %x, %in, " + std::to_string(copied) +
            ";\n"
            "mad.wide.u32 %x, %t, 16, %x;\n"
            "ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%x];\n"
            "add.u64 %x, %in, " +
            std::to_string(copied + 2048) +
            ";\n"
            "mad.wide.u32 %x, %t, " +
            std::to_string(4 * numD) + ", %x;\n";
    for (unsigned r = 0; r < numD; ++r)
      text += "ld.global.b32 %d" + std::to_string(r) + ", [%x+" +
              std::to_string(4 * r) + "];\n";
    if (hasProxyFence)
      text += "fence.proxy.async.shared::cta;\n";
    text += "bar.sync 0;\n" + before + product + wait + after;
    text += "mad.wide.u32 %x, %t, " + std::to_string(4 * numD) + ", %out;\n";
    for (unsigned r = 0; r < numD; ++r)
      text += "st.global.b32 [%x+" + std::to_string(4 * r) + "], %d" +
              std::to_string(r) + ";\n";
    text += "ret;\n}\n";
    TestRun run;
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    GlobalMemory memory;
    std::unique_ptr<Program> program;
    if (errors.empty())
      program = Program::load(std::move(parsed.value), memory, errors);
    for (const ptx::Diagnostic &error : errors)
      run.errors += error.message + "\n";
    if (!program)
      return run;
    std::vector<uint8_t> bytes = shared;
    bytes.insert(bytes.end(), registersA.begin(), registersA.end());
    bytes.resize(copied + 2048);
    bytes.insert(bytes.end(), accumulators.begin(), accumulators.end());
    bytes.resize(copied + 2048 + 512 * numD);
    uint64_t in = memory.allocate(bytes.size(), "in");
    run.out.resize(512 * numD);
    uint64_t out = memory.allocate(run.out.size(), "out", true);
    EXPECT_TRUE(memory.write(in, bytes));
    Launch launch;
    launch.grid = {1};
    launch.dynamicSharedMemory = unsigned(copied);
    launch.addArgument(in);
    launch.addArgument(out);
    run.result = program->run(launch, options);
    EXPECT_TRUE(memory.read(out, run.out));
    return run;
  }
};

/// The instruction, with what it needs in shared memory and registers.
Harness prepare(const Case &c) {
  Harness h;
  bool isHalf = std::string(c.result) == "f16";
  bool isInteger = std::string(c.result) == "s32";
  h.numD = c.n / (isHalf ? 4 : 2);
  h.shared.resize(65536);
  Image a = makeImage(*c.a, 64, c.swizzleA, c.isTransposedA, 0, valueA);
  Image b = makeImage(*c.b, c.n, c.swizzleB, c.isTransposedB, kStartB, valueB);
  std::copy(a.bytes.begin(), a.bytes.end(), h.shared.begin());
  std::copy(b.bytes.begin(), b.bytes.end(), h.shared.begin() + kStartB);
  h.registersA.resize(2048);
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned j = 0; j < 4; ++j)
      for (unsigned e = 0; e < 4 / c.a->bytes; ++e) {
        unsigned row = thread / 32 * 16 + thread % 32 / 4 + 8 * (j & 1);
        unsigned k =
            4 / c.a->bytes * (thread % 4) + 16 / c.a->bytes * (j >> 1) + e;
        uint32_t code = c.a->encode(valueA(row, k));
        std::memcpy(&h.registersA[thread * 16 + 4 * j + e * c.a->bytes], &code,
                    c.a->bytes);
      }
  h.accumulators.resize(512 * h.numD);
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < c.n / 2; ++i) {
      unsigned row = thread / 32 * 16 + thread % 32 / 4 + 8 * (i >> 1 & 1);
      unsigned col = 8 * (i >> 2) + 2 * (thread % 4) + (i & 1);
      int value = valueC(row, col);
      uint32_t code = isInteger ? uint32_t(value)
                      : isHalf  ? kF16.encode(value)
                                : encodeF32(value);
      unsigned size = isHalf ? 2 : 4;
      std::memcpy(&h.accumulators[thread * 4 * h.numD + i * size], &code, size);
    }
  auto hex = [](uint64_t value) { return std::to_string(value) + "U"; };
  h.product = "mov.u64 %da, " + hex(a.descriptor) + ";\nmov.u64 %db, " +
              hex(b.descriptor) + ";\nsetp." + (c.accumulates ? "eq" : "ne") +
              ".u32 %p1, 0, 0;\n"
              "wgmma.mma_async.sync.aligned.m64n" +
              std::to_string(c.n) + c.a->shape + "." + c.result + "." +
              c.a->name + "." + c.b->name + " " + getList("d", h.numD) + ", " +
              (c.isInRegisters ? getList("a", 4) : "%da") + ", %db, %p1";
  if (c.a->hasScales)
    h.product +=
        ", " + std::to_string(c.scaleA) + ", " + std::to_string(c.scaleB);
  if (c.a->hasTranspositions) {
    if (!c.isInRegisters)
      h.product += c.isTransposedA ? ", 1" : ", 0";
    h.product += c.isTransposedB ? ", 1" : ", 0";
  }
  h.product += ";\n";
  return h;
}

void check(const Case &c) {
  Harness h = prepare(c);
  TestRun run = h.run();
  ASSERT_EQ(run.errors, "");
  EXPECT_EQ(run.getFindings(), "") << run.result.reports.front().message;
  const uint64_t *products = run.result.statistics.warpgroupProducts;
  for (unsigned bytes : {1, 2, 4})
    EXPECT_EQ(products[bytes / 2],
              bytes == c.a->bytes ? 64u * c.n * (32 / bytes) : 0u);
  bool isHalf = std::string(c.result) == "f16";
  bool isInteger = std::string(c.result) == "s32";
  bool isUnsigned = std::string(c.a->name) == "u8";
  bool isUnsignedB = std::string(c.b->name) == "u8";
  unsigned wrong = 0;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < c.n / 2; ++i) {
      unsigned row = thread / 32 * 16 + thread % 32 / 4 + 8 * (i >> 1 & 1);
      unsigned col = 8 * (i >> 2) + 2 * (thread % 4) + (i & 1);
      int sum = c.accumulates ? valueC(row, col) : 0;
      for (unsigned k = 0; k < 32 / c.a->bytes; ++k) {
        int x = valueA(row, k), y = valueB(col, k);
        sum += c.scaleA * c.scaleB * (isUnsigned ? std::abs(x) : x) *
               (isUnsignedB ? std::abs(y) : y);
      }
      uint32_t code = isInteger ? uint32_t(sum)
                      : isHalf  ? kF16.encode(sum)
                                : encodeF32(sum);
      unsigned size = isHalf ? 2 : 4;
      uint32_t found = 0;
      std::memcpy(&found, &run.out[thread * 4 * h.numD + i * size], size);
      if (found != code && wrong++ < 3)
        ADD_FAILURE() << "row " << row << " column " << col << ": expected 0x"
                      << std::hex << code << ", found 0x" << found;
    }
  EXPECT_EQ(wrong, 0u);
}
} // namespace

TEST(WgmmaTest, KMajorMatricesInEachSwizzle) {
  for (const Type *type : {&kF16, &kBF16, &kTF32, &kE4M3, &kE5M2})
    for (unsigned swizzle : {16, 32, 64, 128}) {
      SCOPED_TRACE(type->name + std::to_string(swizzle));
      check({type, type, 16, swizzle, swizzle});
    }
}

TEST(WgmmaTest, MNMajorMatricesInEachSwizzle) {
  for (const Type *type : {&kF16, &kBF16})
    for (unsigned swizzle : {16, 32, 64, 128})
      for (unsigned which = 1; which < 4; ++which) {
        SCOPED_TRACE(type->name + std::to_string(swizzle) + " " +
                     std::to_string(which));
        Case c{type, type, 128, swizzle, swizzle};
        c.isTransposedA = which & 1;
        c.isTransposedB = which & 2;
        check(c);
      }
}

TEST(WgmmaTest, AFromRegisters) {
  for (const Type *type : {&kF16, &kBF16, &kTF32, &kE4M3, &kE5M2, &kS8, &kU8}) {
    SCOPED_TRACE(type->name);
    Case c{type, type, 32};
    c.isInRegisters = true;
    if (!type->hasScales)
      c.result = "s32";
    check(c);
  }
}

TEST(WgmmaTest, EachWidth) {
  for (unsigned n = 8; n <= 256; n += 8) {
    SCOPED_TRACE(n);
    check({&kF16, &kF16, n});
  }
}

TEST(WgmmaTest, AccumulatorsOf16Bits) {
  for (const Type *type : {&kF16, &kE4M3}) {
    Case c{type, type, 64};
    c.result = "f16";
    check(c);
  }
}

TEST(WgmmaTest, OperandsOfTwoTypes) {
  check({&kE4M3, &kE5M2});
  check({&kE5M2, &kE4M3});
  for (auto [a, b] : {std::pair(&kS8, &kU8), std::pair(&kU8, &kS8)}) {
    Case c{a, b};
    c.result = "s32";
    check(c);
  }
}

TEST(WgmmaTest, Integers) {
  for (const Type *type : {&kS8, &kU8})
    for (unsigned swizzle : {16, 32, 64, 128}) {
      Case c{type, type, 96, swizzle, swizzle};
      c.result = "s32";
      check(c);
    }
}

TEST(WgmmaTest, ScaleDFalseIgnoresTheAccumulators) {
  Case c{&kF16, &kF16};
  c.accumulates = false;
  check(c);
}

TEST(WgmmaTest, NegatedOperands) {
  for (auto [a, b] : {std::pair(-1, 1), std::pair(1, -1), std::pair(-1, -1)}) {
    Case c{&kBF16, &kBF16};
    c.scaleA = a;
    c.scaleB = b;
    check(c);
  }
}

TEST(WgmmaTest, Bits) {
  // A has byte 0x0F everywhere, B 0x3C: two common bits per byte.
  Case c{&kS8, &kS8, 16};
  c.result = "s32";
  c.accumulates = false;
  Harness h = prepare(c);
  std::fill(h.shared.begin(), h.shared.begin() + kStartB, 0x0F);
  std::fill(h.shared.begin() + kStartB, h.shared.end(), 0x3C);
  size_t at = h.product.find("k32.s32.s8.s8");
  h.product.replace(at, 13, "k256.s32.b1.b1.and.popc");
  TestRun run = h.run();
  EXPECT_EQ(run.errors, "");
  for (unsigned at = 0; at < run.out.size(); at += 4)
    EXPECT_EQ(run.out[at], 64u);
}

TEST(WgmmaTest, EightBitFloatsLoseBitsBelowThirteen) {
  // The accumulator is 1; one product is 2^-9 * 2^-9 in e5m2, far below.
  Case c{&kE5M2, &kE5M2, 8};
  Harness h = prepare(c);
  std::fill(h.shared.begin(), h.shared.end(), 0);
  float ones[2048 / 4];
  std::fill(std::begin(ones), std::end(ones), 1.0f + 0x1p-13f + 0x1p-14f);
  std::memcpy(h.accumulators.data(), ones, h.accumulators.size());
  TestRun run = h.run();
  float found;
  std::memcpy(&found, run.out.data(), 4);
  EXPECT_EQ(found, 1.0f + 0x1p-13f);
  // bf16 keeps them.
  h = prepare({&kBF16, &kBF16, 8});
  std::fill(h.shared.begin(), h.shared.end(), 0);
  std::memcpy(h.accumulators.data(), ones, h.accumulators.size());
  run = h.run();
  std::memcpy(&found, run.out.data(), 4);
  EXPECT_EQ(found, ones[0]);
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

/// The message of the only finding.
static std::string getMessage(const Harness &h) {
  TestRun run = h.run();
  EXPECT_EQ(run.errors, "");
  std::string text;
  for (const Report &report : run.result.reports)
    text += getReportKindName(report.kind).str() + ": " + report.message + "\n";
  return text;
}

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(WgmmaTest, ExchangedOffsetsAreOtherElements) {
  Case c{&kF16, &kF16, 128, 64, 64};
  c.isTransposedB = true;
  Harness h = prepare(c);
  std::vector<uint8_t> right = h.run().out;
  uint64_t descriptor =
      makeImage(kF16, 128, 64, true, kStartB, valueB).descriptor;
  uint64_t leading = descriptor >> 16 & 0x3FFF,
           stride = descriptor >> 32 & 0x3FFF;
  ASSERT_NE(leading, stride);
  uint64_t other =
      (descriptor & ~(uint64_t(0x3FFF) << 16 | uint64_t(0x3FFF) << 32)) |
      stride << 16 | leading << 32;
  h.product.replace(h.product.find(std::to_string(descriptor)),
                    std::to_string(descriptor).size(), std::to_string(other));
  EXPECT_NE(h.run().out, right);
}

TEST(WgmmaTest, AMatrixPastTheEnd) {
  Harness h = prepare({&kF16, &kF16});
  h.product.insert(h.product.find("setp"), "add.u64 %db, %db, 0x800;\n");
  EXPECT_TRUE(contains(getMessage(h), "out-of-bounds: the matrix at byte "));
}

TEST(WgmmaTest, NoFence) {
  Harness h = prepare({&kF16, &kF16});
  h.before = "";
  EXPECT_EQ(getMessage(h), "undefined: expected wgmma.fence before the first "
                           "wgmma.mma_async\n");
}

TEST(WgmmaTest, RegistersThatAreAccessedAfterTheFence) {
  Harness h = prepare({&kF16, &kF16});
  h.before += "add.u32 %d3, %d3, 0;\n";
  // The first product follows nothing yet.
  h.product += h.wait + "add.u32 %d3, %d3, 0;\n" +
               h.product.substr(h.product.find("wgmma"));
  EXPECT_EQ(getMessage(h),
            "undefined: registers of it were accessed since the last "
            "wgmma.fence\n");
}

TEST(WgmmaTest, AnAccumulatorThatIsReadInFlight) {
  Harness h = prepare({&kF16, &kF16});
  h.product += "add.u32 %v6, %d5, 0;\n";
  EXPECT_TRUE(contains(getMessage(h),
                       "undefined: reads register %d5, an accumulator of the "
                       "wgmma at PTX line "));
}

TEST(WgmmaTest, AnAccumulatorThatIsWrittenInFlight) {
  Harness h = prepare({&kF16, &kF16});
  h.product += "mov.u32 %d5, 0;\n";
  EXPECT_TRUE(contains(getMessage(h),
                       "undefined: writes register %d5, an accumulator"));
}

TEST(WgmmaTest, ARegisterOfAThatIsWrittenInFlight) {
  Case c{&kF16, &kF16};
  c.isInRegisters = true;
  Harness h = prepare(c);
  h.product += "mov.u32 %v6, %a1;\nmov.u32 %a2, 0;\n";
  std::string message = getMessage(h);
  EXPECT_TRUE(contains(message, "undefined: writes register %a2, which has "
                                "elements of A of the wgmma"));
  EXPECT_FALSE(contains(message, "reads"));
}

TEST(WgmmaTest, CopiesInFlightAreNoAccesses) {
  Harness h = prepare({&kF16, &kF16});
  h.product += "mov.b32 %v6, %d5;\nmov.b32 %d5, %v6;\n";
  EXPECT_EQ(getMessage(h), "");
  // But what is done with a copy is.
  h.product += "add.u32 %v7, %v6, 1;\n";
  EXPECT_TRUE(contains(getMessage(h), "undefined: reads register %v6, an "
                                      "accumulator"));
}

/// What a debug build makes of an accumulator between two asm statements: it
/// is stored to local memory, and loaded again.
const char *kThroughMemory = "st.local.u32 [place], %d5;\n"
                             "ld.local.u32 %v6, [place];\n"
                             "mov.b32 %d5, %v6;\n";

TEST(WgmmaTest, CopiesThroughLocalMemoryAreNoAccesses) {
  Harness h = prepare({&kF16, &kF16});
  h.before += ".local .align 16 .b8 place[16];\n.reg .b64 %pl;\n"
              "mov.b64 %pl, place;\ncvta.local.u64 %pl, %pl;\n";
  std::string product = h.product;
  for (const char *copies :
       {kThroughMemory, "st.u32 [%pl], %d5;\nld.u32 %v6, [%pl];\n",
        "st.local.v2.u32 [place+8], {%v7, %d5};\n"
        "ld.local.u32 %v6, [place+12];\n"}) {
    h.product = product + copies;
    EXPECT_EQ(getMessage(h), "");
    // But what is done with a copy is.
    h.product += "add.u32 %v7, %v6, 1;\n";
    EXPECT_TRUE(contains(getMessage(h), "undefined: reads register %v6, an "
                                        "accumulator"));
  }
  // What is stored over a copy is not a copy.
  h.product = product + "st.local.u32 [place], %d5;\n"
                        "st.local.u32 [place], %v7;\n"
                        "ld.local.u32 %v6, [place];\nadd.u32 %v7, %v6, 1;\n";
  EXPECT_EQ(getMessage(h), "");
  // Only a wait makes an accumulator a number.
  h.product = product + "st.global.u32 [%in], %d5;\n";
  EXPECT_TRUE(contains(getMessage(h), "undefined: reads register %d5"));
}

TEST(WgmmaTest, CopiesAfterTheFenceAreNoAccesses) {
  Harness h = prepare({&kF16, &kF16});
  h.before += ".local .align 16 .b8 place[16];\n";
  std::string again = h.product.substr(h.product.find("wgmma"));
  std::string first = h.product + h.wait;
  std::string fence = "wgmma.fence.sync.aligned;\n";
  h.product = first + "mov.b32 %v6, %d5;\n" + fence + "mov.b32 %d5, %v6;\n" +
              kThroughMemory + again;
  EXPECT_EQ(getMessage(h), "");
  h.product =
      first + fence + "add.u32 %v6, %d5, 0;\nmov.b32 %d5, %v6;\n" + again;
  EXPECT_TRUE(contains(getMessage(h), "registers of it were accessed"));
}

TEST(WgmmaTest, AWaitLeavesTheNewestGroups) {
  Harness h = prepare({&kF16, &kF16});
  std::string read = "add.u32 %v6, %d5, 0;\n";
  h.wait = "wgmma.commit_group.sync.aligned;\n"
           "wgmma.wait_group.sync.aligned 1;\n" +
           read;
  EXPECT_TRUE(contains(getMessage(h), "reads register %d5"));
  h.wait = "wgmma.commit_group.sync.aligned;\n" + h.wait;
  EXPECT_FALSE(contains(getMessage(h), "PTX line 1000"));
}

TEST(WgmmaTest, SharedMemoryThatIsOverwrittenInFlight) {
  Harness h = prepare({&kF16, &kF16});
  std::string store = "mov.u32 %v5, smem;\nmad.lo.u32 %v5, %t, 16, %v5;\n"
                      "st.shared.u32 [%v5], 0;\n";
  h.product += store;
  EXPECT_TRUE(contains(getMessage(h),
                       "shared-race: a store of 4 bytes at byte 0 of "
                       "shared memory, which an asynchronous operation that no "
                       "thread has waited for still reads"));
}

TEST(WgmmaTest, AWaitIsForTheWholeWarpgroup) {
  // Each warp that has waited may overwrite B, and the rows of A of the others.
  for (unsigned thread : {0, 32, 127})
    for (unsigned offset : {0, 6144, 32768}) {
      Harness h = prepare({&kF16, &kF16});
      std::string store = "mov.u32 %v5, smem;\nadd.u32 %v5, %v5, " +
                          std::to_string(offset) + ";\nsetp.eq.u32 %p2, %t, " +
                          std::to_string(thread) +
                          ";\n@%p2 st.shared.u32 [%v5], 0;\n";
      h.after = store;
      EXPECT_EQ(getMessage(h), "");
      // One that has not must not.
      h.after = "";
      h.wait = "wgmma.commit_group.sync.aligned;\n" + store +
               "wgmma.wait_group.sync.aligned 0;\n";
      EXPECT_TRUE(contains(getMessage(h), "shared-race: "));
      // Nor must one that waited for the group before.
      h = prepare({&kF16, &kF16});
      h.wait = "wgmma.commit_group.sync.aligned;\n" + h.product + h.wait;
      h.wait.insert(h.wait.find("wgmma.wait_group"),
                    "wgmma.wait_group.sync.aligned 1;\n" + store);
      EXPECT_TRUE(contains(getMessage(h), "shared-race: "));
    }
}

TEST(WgmmaTest, AnotherWarpThatOverwritesWhatIsRead) {
  // Warp 4 knows by a flag alone that the product is over, or by a barrier.
  for (bool isRight : {false, true}) {
    std::string barrier = isRight ? "bar.sync 1, 160;\n" : "";
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(
        R"(.version 8.4
.target sm_90a
.address_size 64
.visible .entry k()
.reqntid 160
{
.reg .pred %p<3>; .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %d<2>;
.shared .align 1024 .b8 smem[4096]; .shared .align 4 .b32 flag;
mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 0; setp.ge.u32 %p1, %r0, 128;
@%p0 st.shared.u32 [flag], 0;
bar.sync 0;
@%p1 bra OTHER;
mov.u32 %r1, smem; shr.u32 %r1, %r1, 4; cvt.u64.u32 %d0, %r1;
or.b64 %d0, %d0, 0x4000004000010000;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d0, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
@%p0 st.relaxed.cta.shared.u32 [flag], 1;
)" + barrier +
        R"(ret;
OTHER:
ld.relaxed.cta.shared.u32 %r2, [flag];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra OTHER;
)" + barrier +
        R"(st.shared.u32 [smem], %r2;
ret;
}
)");
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    ASSERT_TRUE(errors.empty()) << errors.front().message;
    GlobalMemory memory;
    auto program = Program::load(std::move(parsed.value), memory, errors);
    ASSERT_TRUE(program) << errors.front().message;
    LaunchResult result = program->run(Launch(), {});
    std::string found;
    for (const Report &report : result.reports)
      found += report.isNote ? "" : report.message;
    EXPECT_EQ(contains(found, "which a wgmma of another warp reads: expected a "
                              "barrier, or an mbarrier that is arrived at, "
                              "between its wgmma.wait_group and this"),
              !isRight)
        << found;
  }
}

TEST(WgmmaTest, AWarpThatDoesNotIssueTheProduct) {
  Harness h = prepare({&kF16, &kF16});
  h.before += "setp.ge.u32 %p2, %t, 96;\n@%p2 bra SKIP;\n";
  h.wait += "SKIP:\n";
  EXPECT_TRUE(contains(getMessage(h), "deadlock: "));
  EXPECT_TRUE(contains(getMessage(h), "the other warps of its warpgroup"));
}

TEST(WgmmaTest, NoProxyFence) {
  Harness h = prepare({&kF16, &kF16});
  h.hasProxyFence = false;
  EXPECT_TRUE(contains(getMessage(h),
                       "shared-race: a load of 16 bytes at byte 0 of "
                       "shared memory through the async proxy, which a thread "
                       "wrote with no fence.proxy.async of its own between"));
  // Behind the barrier a warp fences only what it wrote itself.
  std::string before = h.before;
  h.before = "fence.proxy.async;\n" + before;
  EXPECT_TRUE(contains(getMessage(h), "with no fence.proxy.async of its own"));
  h.before = "fence.proxy.async;\nbar.sync 0;\n" + before;
  EXPECT_EQ(getMessage(h), "");
}

TEST(WgmmaTest, NoBarrier) {
  Harness h = prepare({&kF16, &kF16});
  // The stores after the barrier are of the same values.
  h.before = "mov.u32 %v5, smem;\nmad.lo.u32 %v5, %t, 4, %v5;\n"
             "st.shared.u32 [%v5+32768], 0;\n" +
             h.before;
  EXPECT_TRUE(contains(getMessage(h), "shared-race: a store of 4 bytes"));
}

TEST(WgmmaTest, EachWarpWaitsForB) {
  // Warp 3 writes B; warp 0 knows that, and the two others may not.
  auto prepareStore = [](const std::string &barrier) {
    Harness h = prepare({&kF16, &kF16});
    h.before += "mov.u32 %v5, smem;\nsetp.eq.u32 %p2, %t, 127;\n"
                "@%p2 st.shared.u32 [%v5+32768], 0;\nfence.proxy.async;\n" +
                barrier;
    return h;
  };
  EXPECT_EQ(getMessage(prepareStore("bar.sync 0;\n")), "");
  Harness h = prepareStore("sub.u32 %v5, %t, 32;\nsetp.lo.u32 %p2, %v5, 64;\n"
                           "@!%p2 bar.sync 1, 64;\n");
  EXPECT_TRUE(contains(getMessage(h), "shared-race: "));
}

TEST(WgmmaTest, DescriptorsThatDiffer) {
  Harness h = prepare({&kF16, &kF16});
  h.product.insert(h.product.find("setp"),
                   "setp.ge.u32 %p2, %t, 32;\n@%p2 add.u64 %db, %db, 2;\n");
  EXPECT_TRUE(contains(getMessage(h),
                       "undefined: expected the same descriptors "
                       "in all warps of the warpgroup"));
  h = prepare({&kF16, &kF16});
  h.product.insert(h.product.find("setp"),
                   "setp.eq.u32 %p2, %t, 5;\n@%p2 add.u64 %db, %db, 2;\n");
  EXPECT_TRUE(contains(getMessage(h), "undefined: expected the same descriptor "
                                      "of B in all threads"));
}
