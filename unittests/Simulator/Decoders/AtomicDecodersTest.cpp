//===- AtomicDecodersTest.cpp - atom and red ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include <algorithm>
#include <functional>
#include <random>

using namespace mlir::tile::sim;

namespace {
/// A register of the test kernels.
struct Class {
  std::string prefix, load;
  unsigned bytes;
};
} // namespace

static Class getClass(const std::string &type) {
  if (type == "f32")
    return {"%f", "f32", 4};
  if (type == "f64")
    return {"%q", "f64", 8};
  if (type == "b16" || type == "f16" || type == "bf16")
    return {"%h", "b16", 2};
  return type.find("64") != std::string::npos ? Class{"%d", "b64", 8}
                                              : Class{"%r", "b32", 4};
}

/// atom on each thread's own value: in global memory at [%out], in shared
/// memory, and there by a generic address; red beside it. `expected` computes
/// what is left.
template <typename T, typename F>
static void checkOperation(const std::string &op, const std::string &type,
                           std::vector<T> values, F expected) {
  SCOPED_TRACE(op + "." + type);
  std::mt19937_64 random(3);
  std::vector<uint8_t> input;
  size_t n = values.size();
  auto oldOf = [&](unsigned t) { return values[t % n]; };
  auto operandOf = [&](unsigned t) { return values[(t * 7 / n + t * 3) % n]; };
  fillSlots<T>(input, 64, 0, oldOf);
  fillSlots<T>(input, 64, 8, operandOf);
  Class c = getClass(type);
  std::string name = op + "." + type;
  auto reg = [&](int i) { return c.prefix + std::to_string(i); };
  std::string ld = "ld.global." + c.load + " ",
              st = "st.global." + c.load + " ";
  TestKernel kernel;
  kernel.threads = 64;
  TestRun run = kernel.runClean(
      ".shared .align 8 .b8 s[1024];\n" + ld + reg(1) + ", [%in];\n" + ld +
          reg(2) + ", [%in+8];\n" + st + "[%out], " + reg(1) + ";\n" + st +
          "[%out+8], " + reg(1) +
          ";\n"
          "mov.u32 %r9, s; shl.b32 %r8, %t, 4; add.u32 %r9, %r9, %r8;\n"
          "st.shared." +
          c.load + " [%r9], " + reg(1) + ";\nst.shared." + c.load +
          " [%r9+8], " + reg(1) +
          ";\n"
          "mov.u64 %d9, s; cvta.shared.u64 %d9, %d9; cvt.u64.u32 %d8, %r8;\n"
          "add.u64 %d9, %d9, %d8;\n"
          "atom.global." +
          name + " " + reg(3) + ", [%out], " + reg(2) +
          ";\n"
          "red.global." +
          name + " [%out+8], " + reg(2) +
          ";\n"
          "atom.shared." +
          name + " " + reg(4) + ", [%r9], " + reg(2) +
          ";\n"
          "red." +
          name + " [%d9+8], " + reg(2) + ";\n" + st + "[%out+16], " + reg(3) +
          ";\n" + st + "[%out+24], " + reg(4) + ";\nld.shared." + c.load + " " +
          reg(5) + ", [%r9];\nld.shared." + c.load + " " + reg(6) +
          ", [%r9+8];\n" + st + "[%out+32], " + reg(5) + ";\n" + st +
          "[%out+40], " + reg(6) + ";",
      input);
  for (unsigned t = 0; t < 64; ++t) {
    T old = oldOf(t), wanted = expected(old, operandOf(t));
    auto same = [&](unsigned byte, T value) {
      T found = run.get<T>(t, byte);
      EXPECT_EQ(std::memcmp(&found, &value, sizeof(T)), 0)
          << "thread " << t << " byte " << byte << ": " << +found << " for "
          << +value << ", of " << +old << " and " << +operandOf(t);
    };
    same(0, wanted);
    same(8, wanted);
    same(16, old);
    same(24, old);
    same(32, wanted);
    same(40, wanted);
  }
}

static const std::vector<uint32_t> kWords = {
    0, 1, 5, 6, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFB, 0x12345678};
static const std::vector<uint64_t> kLongs = {0,
                                             1,
                                             0x7FFFFFFFFFFFFFFF,
                                             0x8000000000000000,
                                             0xFFFFFFFFFFFFFFFF,
                                             0x00000000FFFFFFFF,
                                             0x123456789ABCDEF0};

TEST(AtomicDecodersTest, Integers32) {
  using U = uint32_t;
  checkOperation<U>("add", "u32", kWords, [](U a, U b) { return a + b; });
  checkOperation<U>("add", "s32", kWords, [](U a, U b) { return a + b; });
  checkOperation<U>("min", "u32", kWords,
                    [](U a, U b) { return a < b ? a : b; });
  checkOperation<U>("max", "u32", kWords,
                    [](U a, U b) { return a > b ? a : b; });
  checkOperation<U>("min", "s32", kWords,
                    [](U a, U b) { return int32_t(a) < int32_t(b) ? a : b; });
  checkOperation<U>("max", "s32", kWords,
                    [](U a, U b) { return int32_t(a) > int32_t(b) ? a : b; });
  checkOperation<U>("inc", "u32", kWords,
                    [](U a, U b) { return a >= b ? 0 : a + 1; });
  checkOperation<U>("dec", "u32", kWords,
                    [](U a, U b) { return a == 0 || a > b ? b : a - 1; });
  checkOperation<U>("and", "b32", kWords, [](U a, U b) { return a & b; });
  checkOperation<U>("or", "b32", kWords, [](U a, U b) { return a | b; });
  checkOperation<U>("xor", "b32", kWords, [](U a, U b) { return a ^ b; });
}

TEST(AtomicDecodersTest, Integers64) {
  using U = uint64_t;
  checkOperation<U>("add", "u64", kLongs, [](U a, U b) { return a + b; });
  checkOperation<U>("min", "u64", kLongs,
                    [](U a, U b) { return a < b ? a : b; });
  checkOperation<U>("max", "u64", kLongs,
                    [](U a, U b) { return a > b ? a : b; });
  checkOperation<U>("min", "s64", kLongs,
                    [](U a, U b) { return int64_t(a) < int64_t(b) ? a : b; });
  checkOperation<U>("max", "s64", kLongs,
                    [](U a, U b) { return int64_t(a) > int64_t(b) ? a : b; });
  checkOperation<U>("and", "b64", kLongs, [](U a, U b) { return a & b; });
  checkOperation<U>("or", "b64", kLongs, [](U a, U b) { return a | b; });
  checkOperation<U>("xor", "b64", kLongs, [](U a, U b) { return a ^ b; });
}

TEST(AtomicDecodersTest, Floats) {
  checkOperation<float>("add", "f32", {1.0f, -2.5f, 0x1p-24f, 1e30f, 3.0f},
                        [](float a, float b) { return a + b; });
  checkOperation<double>("add", "f64", {1.0, -2.5, 0x1p-53, 1e300, 0x1p-1070},
                         [](double a, double b) { return a + b; });
  // 0.5, 1, 2.5 and a subnormal, as f16 and as bf16.
  std::vector<std::pair<uint16_t, double>> f16 = {
      {0x3800, 0.5}, {0x3C00, 1}, {0x4100, 2.5}, {0x0001, 0x1p-24}};
  auto add = [](const auto &table, uint16_t a, uint16_t b,
                const std::function<uint16_t(double)> &encode) {
    double sum = 0;
    for (const auto &[code, value] : table)
      sum += (code == a) * value + (code == b) * value;
    return encode(sum);
  };
  auto toF16 = [](double value) {
    _Float16 half = _Float16(value);
    uint16_t code;
    std::memcpy(&code, &half, 2);
    return code;
  };
  checkOperation<uint16_t>(
      "add.noftz", "f16", {0x3800, 0x3C00, 0x4100, 0x0001},
      [&](uint16_t a, uint16_t b) { return add(f16, a, b, toF16); });
  // These sums are exact in bf16.
  std::vector<std::pair<uint16_t, double>> bf16 = {
      {0x3F00, 0.5}, {0x3F80, 1}, {0x4020, 2.5}, {0x3E80, 0.25}};
  auto toBF16 = [](double value) {
    float wide = float(value);
    uint32_t bits;
    std::memcpy(&bits, &wide, 4);
    EXPECT_EQ(bits & 0xFFFF, 0u);
    return uint16_t(bits >> 16);
  };
  checkOperation<uint16_t>(
      "add.noftz", "bf16", {0x3F00, 0x3F80, 0x4020, 0x3E80},
      [&](uint16_t a, uint16_t b) { return add(bf16, a, b, toBF16); });
  checkOperation<uint32_t>(
      "add.noftz", "f16x2", {0x38003C00, 0x41000001, 0x3C003800},
      [&](uint32_t a, uint32_t b) {
        return uint32_t(add(f16, a >> 16, b >> 16, toF16)) << 16 |
               add(f16, uint16_t(a), uint16_t(b), toF16);
      });
}

TEST(AtomicDecodersTest, SumsOfF32FlushInGlobalMemoryOnly) {
  TestRun run = TestKernel().runClean(R"(
    .shared .align 4 .b8 s[128];
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2;
    mov.f32 %f1, 0f00000003;
    mov.f32 %f2, 0f80000005;
    mov.f32 %f3, 0f00800001;
    mov.f32 %f4, 0f80800000;
    st.global.f32 [%out], %f1;
    st.global.f32 [%out+4], %f3;
    st.shared.f32 [%r1], %f1;
    red.global.add.f32 [%out], %f2;
    red.global.add.f32 [%out+4], %f4;
    red.shared.add.f32 [%r1], %f2;
    ld.shared.f32 %f5, [%r1];
    st.global.f32 [%out+8], %f5;)");
  EXPECT_EQ(run.get<uint32_t>(0, 0), 0u);
  EXPECT_EQ(run.get<uint32_t>(0, 4), 0u);
  EXPECT_EQ(run.get<uint32_t>(0, 8), 0x80000002u);
}

TEST(AtomicDecodersTest, LanesGoInOrder) {
  TestKernel kernel;
  TestRun run = kernel.runClean(R"(
    .shared .u32 s;
    mov.u32 %r1, 100;
    setp.eq.u32 %p1, %t, 0;
    @%p1 st.shared.u32 [s], %r1;
    bar.sync 0;
    atom.shared.add.u32 %r2, [s], %t;
    atom.shared.exch.b32 %r3, [s], %t;
    bar.sync 0;
    ld.shared.u32 %r4, [s];
    st.global.v2.u32 [%out], {%r2, %r3};
    st.global.u32 [%out+8], %r4;)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint32_t>(t, 0), 100 + t * (t - 1) / 2 * (t > 0));
    EXPECT_EQ(run.get<uint32_t>(t, 4), t == 0 ? 100u + 496u : t - 1);
    EXPECT_EQ(run.get<uint32_t>(t, 8), 31u);
  }
  EXPECT_EQ(run.result.statistics.sharedAtomics.requests, 2u);
}

TEST(AtomicDecodersTest, CompareAndSwap) {
  std::vector<uint8_t> input;
  fillSlots<uint64_t>(input, 32, 0,
                      [](unsigned t) { return t % 2 ? 0x123456789ull : t; });
  TestRun run = TestKernel().runClean(R"(
    ld.global.b64 %d1, [%in];
    mov.b64 %d2, 0x123456789; mov.b64 %d3, -1;
    st.global.b64 [%out], %d1;
    cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2;
    st.global.b32 [%out+8], %r1;
    st.global.b32 [%out+12], %r1;
    cvt.u16.u64 %h1, %d1; cvt.u16.u64 %h2, %d2;
    atom.global.cas.b64 %d4, [%out], %d2, %d3;
    atom.global.cas.b32 %r3, [%out+8], %r2, 7;
    atom.global.cas.b16 %h3, [%out+14], %h2, 9;
    atom.global.cas.b16 %h4, [%out+12], %h2, 9;
    st.global.b64 [%out+16], %d4;
    st.global.b32 [%out+24], %r3;
    st.global.b16 [%out+28], %h3;
    st.global.b16 [%out+30], %h4;)",
                                      input);
  for (unsigned t = 0; t < 32; ++t) {
    uint64_t old = t % 2 ? 0x123456789ull : t;
    EXPECT_EQ(run.get<uint64_t>(t, 0), t % 2 ? ~0ull : old);
    EXPECT_EQ(run.get<uint32_t>(t, 8), t % 2 ? 7u : t);
    // The upper half is 0x2345, not 0x6789: only the lower one is replaced.
    EXPECT_EQ(run.get<uint32_t>(t, 12), t % 2 ? 0x23450009u : t);
    EXPECT_EQ(run.get<uint64_t>(t, 16), old);
    EXPECT_EQ(run.get<uint32_t>(t, 24), uint32_t(old));
    EXPECT_EQ(run.get<uint16_t>(t, 28), uint16_t(old >> 16));
    EXPECT_EQ(run.get<uint16_t>(t, 30), uint16_t(old));
  }
}

TEST(AtomicDecodersTest, SixteenBytes) {
  TestRun run = TestKernel().runClean(R"(
    .reg .b128 %x<4>;
    cvt.u64.u32 %d1, %t;
    mov.b64 %d2, 5; mov.b64 %d3, 77;
    mov.b128 %x3, {%d2, %d1};
    mov.b128 %x0, %x3;
    mov.b128 %x1, {%d3, %d3};
    st.global.v2.b64 [%out], {%d2, %d2};
    st.global.v2.b64 [%out+16], {%d2, %d1};
    atom.global.cas.b128 %x2, [%out], %x0, %x1;
    atom.global.exch.b128 %x3, [%out+16], %x1;
    st.global.b128 [%out+32], %x2;
    st.global.b128 [%out+48], %x3;)");
  for (uint64_t t = 0; t < 32; ++t) {
    EXPECT_EQ(run.get<uint64_t>(t, 0), t == 5 ? 77u : 5u);
    EXPECT_EQ(run.get<uint64_t>(t, 8), t == 5 ? 77u : 5u);
    EXPECT_EQ(run.get<uint64_t>(t, 24), 77u);
    EXPECT_EQ(run.get<uint64_t>(t, 40), 5u);
    EXPECT_EQ(run.get<uint64_t>(t, 56), t);
  }
}

TEST(AtomicDecodersTest, Vectors) {
  TestKernel kernel;
  std::vector<uint8_t> input;
  for (unsigned e = 0; e < 4; ++e)
    fillSlots<float>(input, 32, 4 * e,
                     [&](unsigned t) { return float(t * (e + 1)); });
  TestRun run = kernel.runClean(R"(
    ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%in];
    st.global.v4.f32 [%out], {%f4, %f3, %f2, %f1};
    atom.global.add.v4.f32 {%f4, %f3, %f2, %f1}, [%out], {%f1, %f2, %f3, %f4};
    st.global.v4.f32 [%out+16], {%f1, %f2, %f3, %f4};
    mov.b32 %r1, 0x3C004000; mov.b32 %r2, 0xC2003800;
    st.global.v2.b32 [%out+32], {%r1, %r2};
    red.global.min.noftz.v2.f16x2 [%out+32], {%r2, %r1};)",
                                input);
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned e = 0; e < 4; ++e) {
      EXPECT_EQ(run.get<float>(t, 4 * e), float(5 * t));
      // The old values are those stored, put into the registers backwards.
      EXPECT_EQ(run.get<float>(t, 16 + 4 * e), float(t * (e + 1)));
    }
  EXPECT_EQ(run.get<uint32_t>(9, 32), 0xC2003800u);
  EXPECT_EQ(run.get<uint32_t>(9, 36), 0xC2003800u);
  EXPECT_EQ(run.result.statistics.globalAtomics.requests, 2u);
  EXPECT_EQ(run.result.statistics.globalAtomics.bytes, 32u * (16 + 8));
}

TEST(AtomicDecodersTest, CTAsShareGlobalMemory) {
  TestKernel kernel;
  kernel.threads = 128;
  kernel.blocks = 100;
  kernel.options.threads = 8;
  TestRun run = kernel.runClean(R"(
    ld.param.u64 %d1, [out];
    red.global.add.u32 [%d1], 1;
    atom.global.max.u32 %r1, [%d1+4], %cta;
    mov.b16 %h1, 0x0400;
    red.global.add.noftz.f16 [%d1+10], %h1;
    red.global.or.b32 [%d1+8], 1;)");
  EXPECT_EQ(run.get<uint32_t>(0, 0), 12800u);
  EXPECT_EQ(run.get<uint32_t>(0, 4), 12799u);
  EXPECT_EQ(run.get<uint16_t>(0, 8), 1u);
  // 2^-14 12800 times: from 2^-3 on, half a unit in the last place is lost to
  // the even neighbour.
  EXPECT_EQ(run.get<uint16_t>(0, 10), 0x3000u);
}

TEST(AtomicDecodersTest, CTAsShareSixteenBytes) {
  TestKernel kernel;
  kernel.blocks = 200;
  kernel.options.threads = 8;
  // Each thread adds 1 to the lower and 3 to the upper half, and hands its
  // number on for the one that was there.
  TestRun run = kernel.runClean(R"(
    .reg .b128 %x<4>;
    ld.param.u64 %d1, [out];
    cvt.u64.u32 %d8, %cta;
    mov.b64 %d2, 0; mov.b64 %d3, 0;
  AGAIN:
    mov.b128 %x0, {%d2, %d3};
    add.u64 %d4, %d2, 1; add.u64 %d5, %d3, 3;
    mov.b128 %x1, {%d4, %d5};
    atom.global.cas.b128 %x2, [%d1], %x0, %x1;
    mov.b128 {%d6, %d7}, %x2;
    setp.ne.u64 %p1, %d6, %d2;
    setp.ne.or.u64 %p1, %d7, %d3, %p1;
    mov.b64 %d2, %d6; mov.b64 %d3, %d7;
    @%p1 bra AGAIN;
    mov.b128 %x0, {%d8, %d8};
    atom.global.exch.b128 %x1, [%d1+16], %x0;
    mov.b128 {%d2, %d3}, %x1;
    red.global.add.u64 [%d1+32], %d2;
    red.global.add.u64 [%d1+40], %d3;)");
  EXPECT_EQ(run.get<uint64_t>(0, 0), 6400u);
  EXPECT_EQ(run.get<uint64_t>(0, 8), 3u * 6400u);
  // All numbers came by except the last one, which is there.
  uint64_t sum = 6399ull * 6400 / 2;
  EXPECT_EQ(run.get<uint64_t>(0, 16), run.get<uint64_t>(0, 24));
  EXPECT_EQ(run.get<uint64_t>(0, 32) + run.get<uint64_t>(0, 16), sum);
  EXPECT_EQ(run.get<uint64_t>(0, 40) + run.get<uint64_t>(0, 24), sum);
}

static TestRun runHandOver(const std::string &release,
                           const std::string &acquire) {
  TestKernel kernel;
  kernel.threads = 32;
  kernel.blocks = 2;
  // CTA 0 writes its slots, CTA 1 reads them when it sees the flag.
  return kernel.run(R"(
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READER;
    st.global.u32 [%out+4], %t;
    bar.sync 0;
    setp.ne.u32 %p2, %t, 0;
    @%p2 exit;
    )" + release + R"(
    exit;
  READER:
    )" + acquire + R"(
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra READER;
    sub.u64 %d2, %out, 2048;
    ld.global.u32 %r3, [%d2+4];
    st.global.u32 [%out+8], %r3;)");
}

TEST(AtomicDecodersTest, ReleaseAndAcquireOrder) {
  TestRun run = runHandOver("red.release.gpu.global.add.u32 [%d1], 1;",
                            "atom.acquire.gpu.global.or.b32 %r2, [%d1], 0;");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.getFindings(), "");
  EXPECT_EQ(run.get<uint32_t>(32 + 9, 8), 9u);
  run = runHandOver("red.relaxed.gpu.global.add.u32 [%d1], 1;",
                    "atom.relaxed.gpu.global.or.b32 %r2, [%d1], 0;");
  ASSERT_EQ(run.result.reports.size(), 1u);
  EXPECT_EQ(run.result.reports[0].kind, ReportKind::GlobalRace);
}

TEST(AtomicDecodersTest, WrongAddresses) {
  TestRun run = TestKernel().run(R"(
    add.u64 %d1, %out, 2;
    atom.global.add.u32 %r1, [%d1], 1;
    ld.param.u64 %d2, [out];
    red.global.add.u32 [%d2+2048], 1;
    st.global.u32 [%out], %r1;)");
  EXPECT_EQ(run.getFindings(), "misaligned@26 out-of-bounds@28");
  EXPECT_EQ(run.get<uint32_t>(4), 0u);
}
