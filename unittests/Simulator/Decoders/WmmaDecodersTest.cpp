//===- WmmaDecodersTest.cpp - wmma ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fragments are loaded and stored, and what is found. That all shapes and
// types compute what an H200 does is compared by
// test/Integration/instructions.test.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

static std::string list(const char *name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", %" : "%") + (name + std::to_string(first + i));
  return text + "}";
}

static TestKernel getKernel() {
  TestKernel kernel;
  kernel.target = "sm_90a";
  return kernel;
}

/// The arrays of all threads, not the slot of each.
static const char *kBases =
    "ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out];\n";

TEST(WmmaDecodersTest, SumsGoThroughEachShapeAndLayout) {
  std::vector<uint8_t> input(32 * kSlot);
  for (unsigned i = 0; i < 256; ++i)
    std::memcpy(input.data() + 4 * i, &i, 4);
  for (auto [shape, rows] :
       {std::pair("m16n16k16", 16u), {"m32n8k16", 32u}, {"m8n32k16", 8u}})
    for (bool isTransposed : {false, true}) {
      unsigned columns = 256 / rows;
      TestRun run = getKernel().runClean(
          kBases + ("wmma.load.c.sync.aligned.row." + std::string(shape)) +
              ".global.s32 " + list("r", 0, 8) + ", [%d1], " +
              std::to_string(columns) + ";\nwmma.store.d.sync.aligned." +
              (isTransposed ? "col." : "row.") + shape + ".global.s32 [%d2], " +
              list("r", 0, 8) + ", " +
              std::to_string(isTransposed ? rows : columns) + ";\n",
          input);
      for (unsigned i = 0; i < 256; ++i) {
        unsigned expected = isTransposed ? i % rows * columns + i / rows : i;
        uint32_t found;
        std::memcpy(&found, run.out.data() + 4 * i, 4);
        ASSERT_EQ(found, expected) << shape << ' ' << i;
      }
    }
}

TEST(WmmaDecodersTest, ProductOfIntegers) {
  // A is 16 rows of their number; B is k in all columns.
  std::vector<uint8_t> input(32 * kSlot);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned k = 0; k < 16; ++k) {
      input[16 * row + k] = row;
      input[256 + 16 * k + row] = k;
    }
  std::string zeros;
  for (unsigned i = 0; i < 8; ++i)
    zeros += "mov.b32 %r" + std::to_string(8 + i) + ", 1;\n";
  TestRun run = getKernel().runClean(
      kBases + zeros +
          "wmma.load.a.sync.aligned.row.m16n16k16.global.u8 {%r0, %r1}, [%d1], "
          "16;\n"
          "wmma.load.b.sync.aligned.row.m16n16k16.global.u8 {%r2, %r3}, "
          "[%d1+256];\n"
          "wmma.mma.sync.aligned.row.row.m16n16k16.s32.u8.u8.s32 " +
          list("r", 8, 8) + ", {%r0, %r1}, {%r2, %r3}, " + list("r", 8, 8) +
          ";\nwmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%d2], " +
          list("r", 8, 8) + ";\n",
      input);
  for (unsigned i = 0; i < 256; ++i) {
    int32_t found;
    std::memcpy(&found, run.out.data() + 4 * i, 4);
    ASSERT_EQ(found, int32_t(1 + i / 16 * 120)) << i;
  }
}

TEST(WmmaDecodersTest, SharedMemoryAndStride) {
  // 8 rows of 4 f64, 6 apart.
  TestKernel kernel = getKernel();
  kernel.module = ".shared .align 16 .b8 s[512];";
  std::string text =
      std::string(kBases) +
      "mov.u32 %r0, s; shr.u32 %r1, %t, 2; and.b32 %r2, %t, 3;\n"
      "mad.lo.u32 %r3, %r1, 6, %r2; mad.lo.u32 %r3, %r3, 8, %r0;\n"
      "cvt.rn.f64.u32 %q0, %t; st.shared.f64 [%r3], %q0; bar.warp.sync -1;\n"
      "wmma.load.a.sync.aligned.row.m8n8k4.shared.f64 {%q1}, [%r0], 6;\n"
      "mov.f64 %q2, 0d3ff0000000000000;\n"
      "mov.f64 %q3, 0d0000000000000000; mov.f64 %q4, %q3;\n"
      "wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64 {%q3, %q4}, "
      "{%q1}, {%q2}, {%q3, %q4};\n"
      "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%d2], {%q3, %q4}, 8;\n";
  TestRun run = kernel.runClean(text);
  for (unsigned i = 0; i < 64; ++i) {
    double found;
    std::memcpy(&found, run.out.data() + 8 * i, 8);
    ASSERT_EQ(found, 16 * (i / 8) + 6) << i;
  }
}

TEST(WmmaDecodersTest, SameAddress) {
  TestRun run = runWrong(
      getKernel(),
      "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%q1}, [%in], 4; //!",
      "undefined");
  EXPECT_EQ(getMessage(run).substr(0, 63),
            "expected the same address in all threads of the warp, found 0x7");
}

TEST(WmmaDecodersTest, SameStride) {
  TestRun run = runWrong(
      getKernel(),
      kBases + std::string("and.b32 %r1, %t, 1; add.u32 %r1, %r1, 4;\n"
                           "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 "
                           "{%q1}, [%d1], %r1; //!"),
      "undefined");
  EXPECT_EQ(getMessage(run), "expected the same stride in all threads of the "
                             "warp, found 5 and 4");
}

TEST(WmmaDecodersTest, OutOfBounds) {
  runWrong(getKernel(),
           kBases + std::string("wmma.load.a.sync.aligned.row.m8n8k4.global."
                                "f64 {%q1}, [%d1], 1000; //!"),
           "out-of-bounds");
}

TEST(WmmaDecodersTest, UndefinedRow) {
  TestKernel kernel = getKernel();
  kernel.module = ".shared .align 16 .b8 s[512];";
  // Row 7 of A is never written.
  std::string text =
      std::string(kBases) +
      "mov.u32 %r0, s; mad.lo.u32 %r3, %t, 8, %r0;\n"
      "setp.lt.u32 %p1, %t, 28; cvt.rn.f64.u32 %q0, %t;\n"
      "@%p1 st.shared.f64 [%r3], %q0;\nbar.warp.sync -1;\n"
      "wmma.load.a.sync.aligned.row.m8n8k4.shared.f64 {%q1}, [%r0], 4;\n"
      "mov.f64 %q2, 0d3ff0000000000000;\n"
      "mov.f64 %q3, 0d0000000000000000; mov.f64 %q4, %q3;\n"
      "wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64 {%q3, %q4}, "
      "{%q1}, {%q2}, {%q3, %q4};\n";
  // Lanes 28 to 31 have the row of the result.
  kernel.runClean(text + "@%p1 st.global.f64 [%out], %q3;\n");
  runWrong(kernel, text + "@!%p1 st.global.f64 [%out], %q3; //!\n",
           "uninitialized-shared");
}

TEST(WmmaDecodersTest, StoreHandsUndefinedBitsOn) {
  TestKernel kernel = getKernel();
  kernel.module = ".shared .align 16 .b8 s[512];";
  std::string text =
      "mov.u32 %r0, s; setp.lt.u32 %p1, %t, 28;\n"
      "@%p1 mov.f64 %q3, 0d0000000000000000; mov.f64 %q4, "
      "0d0000000000000000;\n"
      "wmma.store.d.sync.aligned.row.m8n8k4.shared.f64 [%r0], {%q3, %q4}, 8;\n"
      "bar.warp.sync -1; mad.lo.u32 %r1, %t, 16, %r0;\n"
      "ld.shared.f64 %q5, [%r1];\n";
  kernel.runClean(text + "@%p1 st.global.f64 [%out], %q5;\n");
  runWrong(kernel, text + "@!%p1 st.global.f64 [%out], %q5; //!\n",
           "uninitialized-register");
}

TEST(WmmaDecodersTest, UndefinedSumsLeaveTheKernel) {
  // The accumulators of lanes 28 to 31 are never set.
  std::string text =
      std::string(kBases) +
      "setp.lt.u32 %p1, %t, 28;\n"
      "@%p1 mov.f64 %q3, 0d0000000000000000; mov.f64 %q4, "
      "0d0000000000000000;\nmov.f64 %q1, %q4; mov.f64 %q2, %q4;\n"
      "wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64 {%q5, %q6}, "
      "{%q1}, {%q2}, {%q3, %q4};\n"
      "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%d2], {%q5, %q6}, 8; "
      "//!\n";
  TestRun run = runWrong(getKernel(), text, "uninitialized-register");
  EXPECT_NE(getMessage(run).find("is stored to global memory"),
            std::string::npos)
      << getMessage(run);
  text.erase(text.find("@%p1 "), 5);
  getKernel().runClean(text);
}

TEST(WmmaDecodersTest, WholeWarp) {
  runWrong(getKernel(),
           kBases +
               std::string("setp.eq.u32 %p3, %t, 7;\n@%p3 bra E;\n"
                           "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 "
                           "{%q1}, [%d1]; //!\nE:\n"),
           "undefined");
}
