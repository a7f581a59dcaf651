//===- SparseMmaDecodersTest.cpp - mma.sp ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the metadata mean. That all shapes and types compute what an H200 does
// is compared by test/Integration/instructions.test.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include <cmath>

using namespace mlir::tile::sim;

namespace {
struct Sparse {
  /// Of m16n8k32.
  std::string words = "sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32";
  std::string metadata = "0x44444444", selector = "0";
  std::string target = "sm_90a";
  unsigned registersOfA = 4, registersOfB = 4;
};

std::string list(const char *name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", %" : "%") + (name + std::to_string(first + i));
  return text + "}";
}

/// A is the register %r1, as often as A has registers; those of B are %r8 to
/// %r11.
std::string product(const Sparse &form, const std::string &before) {
  std::string a = "{%r1";
  for (unsigned i = 1; i < form.registersOfA; ++i)
    a += ", %r1";
  bool isInteger = form.words.find("s32") != std::string::npos;
  std::string d = list(isInteger ? "r" : "f", 20 * isInteger, 4);
  return before + "mov.b32 %r2, " + form.metadata + ";\nmma." + form.words +
         " " + d + ", " + a + "}, " + list("r", 8, form.registersOfB) + ", " +
         d + ", %r2, " + form.selector + "; //!\n";
}

TestKernel getKernel(const Sparse &form) {
  TestKernel kernel;
  kernel.target = form.target;
  return kernel;
}

const char *kZeroF32 = "mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0;\n"
                       "mov.f32 %f2, %f0; mov.f32 %f3, %f0;\n";
/// B has row + 1 in all columns, of m16n8k32: lane l has the rows 2 * (l % 4)
/// + 8r and the next.
const char *kRowsOfB =
    "and.b32 %r3, %t, 3; shl.b32 %r3, %r3, 1; cvt.rn.f32.u32 %f4, %r3;\n"
    "add.f32 %f5, %f4, 0f3f800000; add.f32 %f6, %f4, 0f40000000;\n"
    "cvt.rn.f16x2.f32 %r8, %f6, %f5;\n"
    "mov.b32 %r4, 0x48004800; add.f16x2 %r9, %r8, %r4;\n"
    "add.f16x2 %r10, %r9, %r4; add.f16x2 %r11, %r10, %r4;\n";
const char *kStore = "st.global.f32 [%out], %f0;\n"
                     "st.global.f32 [%out+8], %f2;\n";
const char *kOnes = "mov.b32 %r1, 0x3c003c00;\n";
} // namespace

TEST(SparseMmaDecodersTest, MetadataChooseRowsOfB) {
  Sparse form;
  // The first and second of each four: 1 + 2 + 5 + 6 + ... + 29 + 30.
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  TestRun run = getKernel(form).runClean(product(form, before) + kStore);
  EXPECT_EQ(run.get<float>(0), 248);
  // The third and fourth.
  form.metadata = "0xeeeeeeee";
  run = getKernel(form).runClean(product(form, before) + kStore);
  EXPECT_EQ(run.get<float>(0), 248 + 2 * 16);
}

TEST(SparseMmaDecodersTest, HalvesOfAWordAreRows) {
  Sparse form;
  form.metadata = "0xeeee4444";
  TestRun run = getKernel(form).runClean(
      product(form, std::string(kZeroF32) + kOnes + kRowsOfB) + kStore);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(run.get<float>(lane), 248);
    EXPECT_EQ(run.get<float>(lane, 8), 280);
  }
}

TEST(SparseMmaDecodersTest, SelectorChoosesLanes) {
  // Lanes 2 and 3 of the four have other metadata.
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  for (const char *selector : {"0", "1"}) {
    Sparse form;
    form.selector = selector;
    std::string text = product(form, before);
    text.insert(text.find("mma."), "and.b32 %r5, %t, 2;\n"
                                   "setp.ne.u32 %p1, %r5, 0;\n"
                                   "@%p1 mov.b32 %r2, 0xeeeeeeee;\n");
    TestRun run = getKernel(form).runClean(text + kStore);
    EXPECT_EQ(run.get<float>(0), *selector == '0' ? 248 : 280);
  }
}

TEST(SparseMmaDecodersTest, WhatIsNotChosenTakesNoPart) {
  Sparse form;
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  // The rows 2 and 3 of B, which lanes 1, 5 ... have, are infinite.
  before += "and.b32 %r5, %t, 3; setp.eq.u32 %p1, %r5, 1;\n"
            "@%p1 mov.b32 %r8, 0x7c007c00;\n";
  TestRun run = getKernel(form).runClean(product(form, before) + kStore);
  EXPECT_EQ(run.get<float>(0), 248);
  form.metadata = "0x44444448";
  run = getKernel(form).runClean(product(form, before) + kStore);
  EXPECT_EQ(run.get<float>(0), INFINITY);
}

TEST(SparseMmaDecodersTest, FourBitsGoByPairs) {
  Sparse form;
  form.words = "sp.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32";
  form.registersOfA = form.registersOfB = 2;
  // A and the second pair of each eight columns of B are ones.
  std::string before =
      "mov.b32 %r1, 0x11111111; mov.b32 %r8, 0x00001100; mov.b32 %r9, %r8;\n"
      "mov.b32 %r20, 5; mov.b32 %r21, 5; mov.b32 %r22, 5; mov.b32 %r23, 5;\n";
  const char *store = "st.global.b32 [%out], %r20;\n";
  TestRun run = getKernel(form).runClean(product(form, before) + store);
  EXPECT_EQ(run.get<int32_t>(0), 5 + 2 * 8);
  form.metadata = "0xeeeeeeee";
  run = getKernel(form).runClean(product(form, before) + store);
  EXPECT_EQ(run.get<int32_t>(0), 5);
}

TEST(SparseMmaDecodersTest, PlacesInOrder) {
  Sparse form;
  form.words = "sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16."
               "f32";
  form.metadata = "0x44444441";
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  TestRun run = runWrong(getKernel(form), product(form, before), "undefined");
  EXPECT_EQ(getMessage(run),
            "expected the lower place first in the metadata, found 0b0001");
  // Without the word the order does not matter.
  form.words = "sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32";
  getKernel(form).runClean(product(form, before));
}

TEST(SparseMmaDecodersTest, PlacesThatDoNotDiffer) {
  Sparse form;
  form.metadata = "0x44444a44";
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  TestRun run = runWrong(getKernel(form), product(form, before), "undefined");
  EXPECT_EQ(getMessage(run), "expected two places that differ in the metadata, "
                             "found 0b1010");
}

TEST(SparseMmaDecodersTest, PlacesOfTF32) {
  Sparse form;
  form.words = "sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32";
  form.metadata = "0xee44e8e4";
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  TestRun run = runWrong(getKernel(form), product(form, before), "undefined");
  EXPECT_EQ(getMessage(run),
            "expected 0b0100 or 0b1110 in the metadata, found 0b1000");
}

TEST(SparseMmaDecodersTest, UndefinedMetadata) {
  Sparse form;
  std::string before = std::string(kZeroF32) + kOnes + kRowsOfB;
  std::string text = product(form, before);
  // Those of the rows 0 and 8 only.
  text.insert(text.find("mma."), "setp.lt.u32 %p1, %t, 4;\n"
                                 "@!%p1 mov.b32 %r6, 0x44444444;\n"
                                 "mov.b32 %r2, %r6;\n");
  text.erase(text.find(" //!"), 4);
  runWrong(getKernel(form), text + "st.global.f32 [%out], %f0; //!\n",
           "uninitialized-register");
  getKernel(form).runClean(text + "setp.lt.u32 %p1, %t, 4;\n"
                                  "@!%p1 st.global.f32 [%out], %f0;\n");
}

TEST(SparseMmaDecodersTest, WholeWarp) {
  Sparse form;
  std::string text = product(form, std::string(kZeroF32) + kOnes + kRowsOfB);
  runWrong(getKernel(form),
           "setp.eq.u32 %p3, %t, 7;\n@%p3 bra E;\n" + text + "E:\n",
           "undefined");
}
