//===- SharedOriginsTest.cpp - Overruns between shared variables ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

namespace {
/// Two arrays of 128 bytes, one behind the other, that each thread has written
/// its word of.
struct TwoArrays : TestKernel {
  TwoArrays() {
    module = ".shared .align 16 .b8 a[128]; .shared .align 16 .b8 b[128];";
  }
};

const char *kFill = "shl.b32 %r9, %t, 2; mov.u32 %r1, a; mov.u32 %r2, b;\n"
                    "add.u32 %r3, %r1, %r9; add.u32 %r4, %r2, %r9;\n"
                    "st.shared.u32 [%r3], %t; st.shared.u32 [%r4], %t;\n"
                    "bar.warp.sync -1;\n";
} // namespace

TEST(SharedOriginsTest, PastTheEnd) {
  TestRun run = runWrong(
      TwoArrays(), kFill + std::string("ld.shared.u32 %r5, [%r3+4]; //!\n"),
      "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "a load of 4 bytes at byte 0 of 'b' in shared memory, 0 bytes past "
            "the end of 'a' of 128 bytes, whose address it uses");
}

TEST(SharedOriginsTest, BeforeTheBegin) {
  TestRun run = runWrong(
      TwoArrays(), kFill + std::string("ld.shared.u32 %r5, [%r4+-8]; //!\n"),
      "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "a load of 4 bytes at byte 120 of 'a' in shared memory, 8 bytes "
            "before 'b' of 128 bytes, whose address it uses");
}

TEST(SharedOriginsTest, AcrossTheEnd) {
  TestKernel kernel = TwoArrays();
  kernel.module = ".shared .align 4 .b8 a[124]; .shared .align 4 .b8 b[132];";
  TestRun run =
      runWrong(kernel, "mov.u32 %r1, a; ld.shared.u64 %d1, [%r1+120]; //!\n",
               "out-of-bounds");
  EXPECT_EQ(getMessage(run),
            "a load of 8 bytes at byte 120 of 'a' in shared memory, and the "
            "last 4 are past the end of 'a' of 124 bytes, whose address it "
            "uses");
}

TEST(SharedOriginsTest, ByTheName) {
  runWrong(TwoArrays(),
           kFill + std::string("ld.shared.u32 %r5, [a+128]; //!\n"),
           "out-of-bounds");
}

TEST(SharedOriginsTest, GenericAddress) {
  runWrong(TwoArrays(),
           kFill + std::string("cvt.u64.u32 %d1, %r3;\n"
                               "cvta.shared.u64 %d2, %d1;\n"
                               "ld.u32 %r5, [%d2+4]; //!\n"),
           "out-of-bounds");
}

TEST(SharedOriginsTest, IndexInALoop) {
  // The last of 33 turns is one too many.
  runWrong(TwoArrays(),
           kFill + std::string("mov.u32 %r6, %r1; mov.u32 %r7, 0;\nL:\n"
                               "ld.shared.u32 %r5, [%r6]; //!\n"
                               "add.u32 %r6, %r6, 4; add.u32 %r7, %r7, 1;\n"
                               "setp.lt.u32 %p1, %r7, 33;\n@%p1 bra L;\n"),
           "out-of-bounds");
}

TEST(SharedOriginsTest, OneOfTwoVariables) {
  TwoArrays().runClean(kFill + std::string("setp.lt.u32 %p1, %t, 9;\n"
                                           "selp.b32 %r6, %r3, %r4, %p1;\n"
                                           "ld.shared.u32 %r5, [%r6];\n"));
}

TEST(SharedOriginsTest, DistanceOfTwoVariables) {
  TwoArrays().runClean(kFill + std::string("sub.u32 %r6, %r2, %r1;\n"
                                           "add.u32 %r7, %r3, %r6;\n"
                                           "ld.shared.u32 %r5, [%r7];\n"));
}

TEST(SharedOriginsTest, AddressFromMemory) {
  TwoArrays().runClean(kFill + std::string("st.shared.u32 [%r3], %r4;\n"
                                           "ld.shared.u32 %r6, [%r3];\n"
                                           "ld.shared.u32 %r5, [%r6];\n"));
}

TEST(SharedOriginsTest, ArraysThatTheLaunchSizes) {
  // As Triton has it: one array, of which each part is used for its own.
  TestKernel kernel;
  kernel.module = ".extern .shared .align 16 .b8 a[];";
  kernel.dynamicShared = 256;
  kernel.runClean(
      "shl.b32 %r9, %t, 2; mov.u32 %r1, a; add.u32 %r3, %r1, %r9;\n"
      "st.shared.u32 [%r3+128], %t; ld.shared.u32 %r5, [%r3+128];\n");
}

TEST(SharedOriginsTest, RegisterForSeveralThings) {
  // An address at first, another one later.
  TwoArrays().runClean(kFill +
                       std::string("mov.u32 %r6, %r3;\n"
                                   "ld.shared.u32 %r5, [%r6];\n"
                                   "mov.u32 %r6, 128; add.u32 %r6, %r6, %r9;\n"
                                   "ld.shared.u32 %r5, [%r6];\n"));
}
