//===- SparseWgmmaTest.cpp - wgmma.mma_async.sp ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What metadata and selector mean. That all shapes, types and layouts compute
// what an H200 does is compared by test/Integration/recorded/wgmma.test.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

static TestKernel getKernel() {
  TestKernel kernel;
  kernel.target = "sm_90a";
  kernel.threads = 128;
  return kernel;
}

/// B is k + 1 in row k of all eight columns, 32 rows of f16. A is ones in
/// registers, `metadata` is in %r9.
static std::string makeProduct(const std::string &metadata,
                               const std::string &selector = "0") {
  // Parts of 16 bytes of the columns, 128 bytes apart along K.
  return ".shared .align 128 .b8 s[512];\n"
         "shr.u32 %r1, %t, 5; and.b32 %r2, %t, 3; shl.b32 %r1, %r1, 3;\n"
         "mad.lo.u32 %r1, %r2, 2, %r1; add.u32 %r1, %r1, 1;\n"
         "cvt.rn.f32.u32 %f1, %r1; add.f32 %f2, %f1, 0f3f800000;\n"
         "cvt.rn.f16x2.f32 %r1, %f2, %f1;\n"
         "mov.u32 %r3, s; mad.lo.u32 %r4, %t, 4, %r3;\n"
         "st.shared.b32 [%r4], %r1;\n"
         "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
         "shr.u32 %r3, %r3, 4; cvt.u64.u32 %d1, %r3;\n"
         // 8 * 16 bytes along K, 512 from one eight columns to the next.
         "or.b64 %d1, %d1, 0x2000080000;\n"
         "mov.b32 %r8, 0x3c003c00;\n" +
         metadata +
         "setp.ne.u32 %p1, 0, 0;\n"
         "wgmma.fence.sync.aligned;\n"
         "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f4, %f5, %f6, "
         "%f7}, {%r8, %r8, %r8, %r8}, %d1, %r9, " +
         selector +
         ", %p1, 1, 1, 0; //!\n"
         "wgmma.commit_group.sync.aligned;\n"
         "wgmma.wait_group.sync.aligned 0;\n";
}

/// The sums of the rows of a warp's first and second eight.
static const char *kStore = "st.global.f32 [%out], %f4;\n"
                            "st.global.f32 [%out+4], %f6;\n";

TEST(SparseWgmmaTest, MetadataChooseRowsOfB) {
  // The first and second of each four: 1 + 2 + 5 + 6 + ... + 29 + 30.
  TestRun run =
      getKernel().runClean(makeProduct("mov.b32 %r9, 0x44444444;\n") + kStore);
  for (unsigned t = 0; t < 128; ++t) {
    EXPECT_EQ(run.get<float>(t), 248);
    EXPECT_EQ(run.get<float>(t, 4), 248);
  }
  // The others in the second eight rows.
  run =
      getKernel().runClean(makeProduct("mov.b32 %r9, 0xeeee4444;\n") + kStore);
  for (unsigned t = 0; t < 128; ++t) {
    EXPECT_EQ(run.get<float>(t), 248);
    EXPECT_EQ(run.get<float>(t, 4), 280);
  }
}

TEST(SparseWgmmaTest, SelectorChoosesLanes) {
  std::string metadata = "mov.b32 %r9, 0x44444444;\n"
                         "and.b32 %r5, %t, 2; setp.ne.u32 %p2, %r5, 0;\n"
                         "@%p2 mov.b32 %r9, 0xeeeeeeee;\n";
  for (const char *selector : {"0", "1"}) {
    TestRun run =
        getKernel().runClean(makeProduct(metadata, selector) + kStore);
    EXPECT_EQ(run.get<float>(70), *selector == '0' ? 248 : 280);
  }
  // The metadata of the other lanes are not read.
  std::string some = "and.b32 %r5, %t, 2; setp.eq.u32 %p2, %r5, 0;\n"
                     "@%p2 mov.b32 %r9, 0x44444444;\n";
  getKernel().runClean(makeProduct(some) + kStore);
  runWrong(getKernel(),
           makeProduct(some, "1").replace(makeProduct(some, "1").find("//!"), 3,
                                          "") +
               "st.global.f32 [%out], %f4; //!\n",
           "uninitialized-register");
}

TEST(SparseWgmmaTest, SelectorOutOfRange) {
  TestRun run = getKernel().run(makeProduct("mov.b32 %r9, 0;\n", "2"));
  EXPECT_NE(
      run.errors.find("expected a sparsity selector from 0 to 1, found 2"),
      std::string::npos)
      << run.errors;
}

TEST(SparseWgmmaTest, PlacesThatDoNotDiffer) {
  TestRun run = runWrong(getKernel(), makeProduct("mov.b32 %r9, 0x44444454;\n"),
                         "undefined");
  EXPECT_EQ(getMessage(run), "expected two places that differ in the metadata, "
                             "found 0b0101");
}
