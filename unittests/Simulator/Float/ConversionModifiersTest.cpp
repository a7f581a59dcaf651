//===- ConversionModifiersTest.cpp - Tests of .ftz, .sat, .rs and NaN -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/Conversion.h"

#include "ConversionByText.h"
#include "ExactFloats.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

namespace {

TEST(ConversionModifiers, RoundsWithoutAWordForIt) {
  // 1 + 3/4, 1/2 and 3/2 of the last bit of bf16.
  EXPECT_EQ(get("bf16.f16").convert(0x3c06), 0x3f81u);
  EXPECT_EQ(get("bf16.f16").convert(0x3c04), 0x3f80u);
  EXPECT_EQ(get("bf16.f16").convert(0x3c0c), 0x3f82u);
}

TEST(ConversionModifiers, FlushesSubnormals) {
  constexpr uint32_t kLargestSubnormal = 0x007fffff;
  EXPECT_EQ(get("ftz.f32.f32").convert(kLargestSubnormal), 0u);
  EXPECT_EQ(get("ftz.f32.f32").convert(0x80000001), 0x80000000u);
  EXPECT_EQ(get("ftz.f32.f32").convert(0x00800000), 0x00800000u);
  EXPECT_EQ(get("f32.f32").convert(kLargestSubnormal), kLargestSubnormal);
  EXPECT_EQ(get("ftz.f64.f32").convert(0x80000001), f64(-0.0));
  EXPECT_EQ(get("f64.f32").convert(0x80000001), f64(-0x1p-149));
  EXPECT_EQ(get("rn.ftz.f32.f64").convert(f64(-0x1p-127)), 0x80000000u);
  EXPECT_EQ(get("rn.f32.f64").convert(f64(-0x1p-127)), 0x80400000u);
  // Rounded up to the smallest normal number.
  EXPECT_EQ(get("rn.ftz.f32.f64").convert(f64(0x1.ffffffffp-127)), 0x800000u);
  EXPECT_EQ(get("rp.f16.f32").convert(1), 1u);
  // It does so in spite of `.ftz`.
  EXPECT_EQ(get("rp.ftz.f16.f32").convert(1), 1u);
  EXPECT_EQ(get("rpi.f32.f32").convert(1), f32(1));
  EXPECT_EQ(get("rpi.ftz.f32.f32").convert(1), 0u);
  // Subnormal in f16, but not in f32.
  EXPECT_EQ(get("ftz.f32.f16").convert(1), f32(0x1p-24f));
}

TEST(ConversionModifiers, SaturatesToTheUnitInterval) {
  struct {
    float from, to;
  } cases[] = {{0.5f, 0.5f},
               {-0.5f, 0},
               {1, 1},
               {1.5f, 1},
               {-0.0f, 0},
               {HUGE_VALF, 1},
               {-HUGE_VALF, 0},
               {NAN, 0},
               {0x1p-24f, 0x1p-24f},
               {0x1.fffffep-1f, 0x1.fffffep-1f}};
  for (auto [from, to] : cases) {
    EXPECT_EQ(get("sat.f32.f32").convert(f32(from)), f32(to)) << from;
    EXPECT_EQ(get("sat.f64.f32").convert(f32(from)), f64(to)) << from;
    EXPECT_EQ(get("rn.sat.f32.f64").convert(f64(from)), f32(to)) << from;
    EXPECT_EQ(get("rn.sat.f16.f32").convert(f32(from)),
              kExactF16.round(to, 'n', false))
        << from;
    // Integral first: 0.5 is even at 0.
    float integral = from == 0x1.fffffep-1f ? 1 : from == 0.5f ? 0 : to;
    EXPECT_EQ(get("rni.sat.f32.f32").convert(f32(from)),
              f32(from == 0x1p-24f ? 0 : integral))
        << from;
  }
  EXPECT_EQ(get("sat.f16.f16").convert(0xbc00), 0u);
  EXPECT_EQ(get("sat.f16.f16").convert(0x4000), 0x3c00u);
}

/// What an H200 makes of NaN.
TEST(ConversionModifiers, NaN) {
  // Canonical, without sign and payload.
  EXPECT_EQ(get("f32.f16").convert(0xfc01), 0x7fffffffu);
  EXPECT_EQ(get("f16.f16").convert(0xfc01), 0x7fffu);
  EXPECT_EQ(get("bf16.bf16").convert(0xff81), 0x7fffu);
  EXPECT_EQ(get("ftz.f32.bf16").convert(0xff81), 0x7fffffffu);
  EXPECT_EQ(get("rz.bf16.f32").convert(0xffc00000), 0x7fffu);
  EXPECT_EQ(get("rn.bf16.f16").convert(0xfe00), 0x7fffu);
  EXPECT_EQ(get("rni.f32.f32").convert(0xffc00001), 0x7fffffffu);
  EXPECT_EQ(get("ftz.f32.f32").convert(0xffc00001), 0x7fffffffu);
  EXPECT_EQ(get("rn.relu.f16.f32").convert(0xffc00001), 0x7fffu);
  // Sign and payload, made quiet.
  EXPECT_EQ(get("rn.f32.f64").convert(0xfff0000000000001), 0xffc00000u);
  EXPECT_EQ(get("rn.ftz.f32.f64").convert(0x7ff8000020000000), 0x7fc00001u);
  EXPECT_EQ(get("rn.f16.f64").convert(0xfff8000000000000), 0xfe00u);
  EXPECT_EQ(get("rn.bf16.f64").convert(0xfff8000000000000), 0xffc0u);
  EXPECT_EQ(get("f64.f32").convert(0xff800001), 0xfff8000020000000u);
  EXPECT_EQ(get("f64.f16").convert(0x7fff), 0x7ffffc0000000000u);
  EXPECT_EQ(get("f64.bf16").convert(0xff81), 0xfff8200000000000u);
  EXPECT_EQ(get("rzi.f64.f64").convert(0xfff0000000000001),
            0xfff8000000000001u);
  // All bits.
  EXPECT_EQ(get("f32.bf16").convert(0xff81), 0xff810000u);
  EXPECT_EQ(get("rna.tf32.f32").convert(0xffc00003), 0xffc00000u);
  EXPECT_EQ(get("rna.satfinite.tf32.f32").convert(0xffc00003), 0xffbfe000u);
  // `.ftz` of f32 makes it canonical before.
  EXPECT_EQ(get("ftz.f64.f32").convert(0xff800001), 0x7fffffffe0000000u);
  EXPECT_EQ(get("f32.f32").convert(0xff800001), 0xff800001u);
  EXPECT_EQ(get("f64.f64").convert(0xfff0000000000001), 0xfff0000000000001u);
}

//===----------------------------------------------------------------------===//
// Random bits, registers
//===----------------------------------------------------------------------===//

TEST(ConversionModifiers, RandomRounding) {
  // A quarter of the way to the next number: a quarter of the random bits.
  float f16 = 1 + 0x1p-12f, bf16 = 1 + 0x1p-9f;
  Conversion toF16 = get("rs.f16x2.f32");
  EXPECT_EQ(toF16.getNumSources(), 3u);
  EXPECT_EQ(toF16.convert(f32(f16), f32(f16), 0x18001800), 0x3c013c01u);
  EXPECT_EQ(toF16.convert(f32(f16), f32(f16), 0x17ff1800), 0x3c003c01u);
  EXPECT_EQ(toF16.convert(f32(f16), f32(f16), 0xf800f7ff), 0x3c013c00u);
  Conversion toBF16 = get("rs.relu.bf16x2.f32");
  EXPECT_EQ(toBF16.convert(f32(bf16), f32(-bf16), 0xc000ffff), 0x3f810000u);
  EXPECT_EQ(toBF16.convert(f32(-bf16), f32(bf16), 0xffffbfff), 0x3f80u);
  EXPECT_EQ(
      get("rs.satfinite.f16x2.f32").convert(f32(1e9f), f32(-HUGE_VALF), 0),
      0x7bfffbffu);
  EXPECT_EQ(get("rs.f16x2.f32").convert(f32(65519), f32(1e9f), 0x1fff0000),
            0x7c007c00u);

  // Four numbers, a byte for each; the one of the first operand on top.
  float e4m3 = 1 + 0x1p-5f, e2m1 = 1 + 0x1p-3f, e2m3 = 1 + 0x1p-5f;
  Conversion toE4M3 = get("rs.satfinite.e4m3x4.f32");
  EXPECT_EQ(toE4M3.getNumSources(), 5u);
  EXPECT_EQ(toE4M3.getSourceBits(4), 32u);
  uint32_t x = f32(e4m3);
  EXPECT_EQ(toE4M3.convert(x, x, x, x, 0xc0bfc0bf), 0x39383938u);
  EXPECT_EQ(toE4M3.convert(x, f32(NAN), f32(500), f32(-500), 0xbfffffff),
            0x387f7efeu);
  uint32_t y = f32(e2m3);
  EXPECT_EQ(get("rs.satfinite.e2m3x4.f32").convert(y, y, y, y, 0xbfc0c0bf),
            0x08090908u);
  uint32_t z = f32(e2m1);
  Conversion toE2M1 = get("rs.satfinite.e2m1x4.f32");
  EXPECT_EQ(toE2M1.getResultBits(), 16u);
  EXPECT_EQ(toE2M1.convert(z, z, z, z, 0), 0x2222u);
  EXPECT_EQ(toE2M1.convert(z, z, z, z, 0xc000c000), 0x3322u);
  EXPECT_EQ(toE2M1.convert(z, z, z, z, 0x00c000c0), 0x2233u);
}

TEST(ConversionModifiers, FillsWiderRegisters) {
  const uint32_t from[] = {0x80, 0x17f, 0xff};
  int32_t extended[3];
  get("s8.u32").convertAll(extended, from, 3);
  EXPECT_EQ(extended[0], -128);
  EXPECT_EQ(extended[1], 127);
  EXPECT_EQ(extended[2], -1);
  uint32_t wide[3];
  get("u8.s32").convertAll(wide, from, 3);
  EXPECT_EQ(wide[0], 0x80u);
  EXPECT_EQ(wide[2], 0xffu);
  uint64_t widest[3];
  get("s8.s32").convertAll(widest, from, 3);
  EXPECT_EQ(widest[2], ~uint64_t(0));
  get("s64.s32").convertAll(widest, from, 3);
  EXPECT_EQ(widest[1], 0x17fu);
}

} // namespace
