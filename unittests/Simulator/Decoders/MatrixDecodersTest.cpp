//===- MatrixDecodersTest.cpp - ldmatrix, stmatrix, movmatrix -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

using namespace mlir::tile::sim;

/// Lane L gives 16 bytes in four words: 64 L to 64 L + 3 and so on. They are
/// stored in shared memory in rows of `stride` bytes, whose addresses are in
/// %r10.
static std::string storeRows(unsigned stride) {
  return R"(
    .shared .align 16 .b8 s[8192];
    mov.u32 %r1, s;
    mul.lo.u32 %r2, %t, )" +
         std::to_string(stride) + R"(;
    add.u32 %r10, %r1, %r2;
    ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%in];
    st.shared.v4.u32 [%r10], {%r3, %r4, %r5, %r6};
    bar.warp.sync 0xffffffff;
)";
}

/// Byte b of lane L is a number that tells which it is.
static uint8_t getByte(unsigned lane, unsigned byte) {
  return uint8_t(lane * 16 + byte) ^ uint8_t(lane >> 4 << 7);
}

static std::vector<uint8_t> getRows() {
  std::vector<uint8_t> input(32 * kSlot);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned b = 0; b < 16; ++b)
      input[lane * kSlot + b] = getByte(lane, b);
  return input;
}

TEST(MatrixDecodersTest, LoadsOfRows) {
  TestRun run = TestKernel().runClean(storeRows(16) + R"(
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r10];
    ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%r12, %r13}, [%r10];
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r10];
    st.global.v4.u32 [%out], {%r11, %r12, %r13, %r14};
    st.global.v4.u32 [%out+16], {%r14, %r15, %r16, %r17};)",
                                      getRows());
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned b = 0; b < 4; ++b) {
      auto expected = [&](unsigned matrix) {
        return getByte(8 * matrix + t / 4, 4 * (t % 4) + b);
      };
      EXPECT_EQ(run.get<uint8_t>(t, b), expected(0));
      EXPECT_EQ(run.get<uint8_t>(t, 4 + b), expected(0));
      EXPECT_EQ(run.get<uint8_t>(t, 8 + b), expected(1));
      for (unsigned matrix = 0; matrix < 4; ++matrix)
        EXPECT_EQ(run.get<uint8_t>(t, 16 + 4 * matrix + b), expected(matrix));
    }
  const MemoryStatistics &loads = run.result.statistics.sharedLoads;
  EXPECT_EQ(loads.requests, 3u);
  EXPECT_EQ(loads.bytes, 128u + 256 + 512);
  EXPECT_EQ(loads.wavefronts, 1u + 2 + 4);
  EXPECT_EQ(loads.bankConflicts, 0u);
}

TEST(MatrixDecodersTest, RowsInTheSameBanks) {
  // 128 bytes from row to row: the eight rows of a matrix share four banks.
  TestRun run = TestKernel().runClean(storeRows(128) + R"(
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r10];
    st.global.v4.u32 [%out], {%r14, %r15, %r16, %r17};)",
                                      getRows());
  EXPECT_EQ(run.get<uint8_t>(9, 0), getByte(2, 4));
  EXPECT_EQ(run.result.statistics.sharedLoads.wavefronts, 32u);
  EXPECT_EQ(run.result.statistics.sharedLoads.bankConflicts, 28u);
}

TEST(MatrixDecodersTest, LoadsOfColumns) {
  TestRun run = TestKernel().runClean(storeRows(16) + R"(
    ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r14, %r15, %r16, %r17}, [%r10];
    st.global.v4.u32 [%out], {%r14, %r15, %r16, %r17};
    ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%r14, %r15, %r16, %r17}, [%r10];
    st.global.v4.u32 [%out+16], {%r14, %r15, %r16, %r17};
    ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r14, %r15}, [%r10];
    st.global.v2.u32 [%out+32], {%r14, %r15};)",
                                      getRows());
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned b = 0; b < 4; ++b) {
        EXPECT_EQ(run.get<uint8_t>(t, 4 * r + b),
                  getByte(8 * r + 2 * (t % 4) + b / 2, 2 * (t / 4) + b % 2));
        uint8_t byte =
            getByte(16 * (r / 2) + 4 * (t % 4) + b, t / 4 + 8 * (r % 2));
        EXPECT_EQ(run.get<uint8_t>(t, 16 + 4 * r + b), byte);
        if (r < 2) {
          EXPECT_EQ(run.get<uint8_t>(t, 32 + 4 * r + b), byte);
        }
      }
}

/// What stmatrix wrote: 16 bytes of each row, in the slot of the lane that gave
/// its address. The registers are %r3 to %r6.
static TestRun runStoreMatrix(const std::string &instruction) {
  return TestKernel().runClean(R"(
    .shared .align 16 .b8 s[512];
    mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r10, %r1, %r2;
    mov.u32 %r11, 0;
    st.shared.v4.u32 [%r10], {%r11, %r11, %r11, %r11};
    ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%in];
    bar.warp.sync 0xffffffff;
    )" + instruction + R"(
    bar.warp.sync 0xffffffff;
    ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r10];
    st.global.v4.u32 [%out], {%r3, %r4, %r5, %r6};)",
                               getRows());
}

TEST(MatrixDecodersTest, StoresOfRows) {
  for (unsigned count : {1, 2, 4}) {
    std::string registers = count == 1   ? "{%r3}"
                            : count == 2 ? "{%r3, %r4}"
                                         : "{%r3, %r4, %r5, %r6}";
    TestRun run =
        runStoreMatrix("stmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                       ".shared.b16 [%r10], " + registers + ";");
    TestRun columns =
        runStoreMatrix("stmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                       ".trans.shared.b16 [%r10], " + registers + ";");
    for (unsigned row = 0; row < 32; ++row)
      for (unsigned b = 0; b < 16; ++b) {
        unsigned matrix = row / 8, in = row % 8;
        EXPECT_EQ(run.get<uint8_t>(row, b),
                  matrix < count ? getByte(4 * in + b / 4, 4 * matrix + b % 4)
                                 : 0);
        // Element (in, b / 2) is where (b / 2, in) was.
        EXPECT_EQ(columns.get<uint8_t>(row, b),
                  matrix < count ? getByte(4 * (b / 2) + in / 2,
                                           4 * matrix + 2 * (in % 2) + b % 2)
                                 : 0);
      }
  }
}

TEST(MatrixDecodersTest, StoresOfBytes) {
  TestRun run = runStoreMatrix("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 "
                               "[%r10], {%r3, %r4, %r5, %r6};");
  // A column of 16 elements is a row of memory. Of a 16x8 matrix as mma has it,
  // element (m, n) is in lane 4 * (m % 8) + n / 2.
  for (unsigned row = 0; row < 32; ++row)
    for (unsigned m = 0; m < 16; ++m) {
      unsigned n = row % 8;
      EXPECT_EQ(
          run.get<uint8_t>(row, m),
          getByte(4 * (m % 8) + n / 2, 4 * (row / 8) + 2 * (m / 8) + n % 2));
    }
}

TEST(MatrixDecodersTest, Transposition) {
  TestRun run = TestKernel().runClean(R"(
    ld.global.u32 %r1, [%in];
    movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
    movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2;
    st.global.v2.u32 [%out], {%r2, %r3};)",
                                      getRows());
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned b = 0; b < 4; ++b) {
      unsigned row = t / 4, col = 2 * (t % 4) + b / 2;
      EXPECT_EQ(run.get<uint8_t>(t, b),
                getByte(4 * col + row / 2, 2 * (row % 2) + b % 2));
      EXPECT_EQ(run.get<uint8_t>(t, 4 + b), getByte(t, b));
    }
}

TEST(MatrixDecodersTest, AllLanesMustTakePart) {
  TestRun run = runWrong(TestKernel(), R"(
    setp.eq.u32 %p1, %t, 3;
    @!%p1 movmatrix.sync.aligned.m8n8.trans.b16 %r2, %t; //!
    st.global.u32 [%out], %t;)",
                         "undefined");
  EXPECT_EQ(getMessage(run),
            "expected all 32 threads of the warp to execute the instruction "
            "together, found 31, without lane 3");
  TestKernel kernel;
  kernel.threads = 16;
  runWrong(kernel, storeRows(16) + R"(
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r10]; //!)",
           "undefined", getRows());
}

TEST(MatrixDecodersTest, WrongRows) {
  runWrong(TestKernel(), storeRows(16) + R"(
    add.u32 %r10, %r10, 8;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r10]; //!)",
           "misaligned", getRows());
  runWrong(TestKernel(), storeRows(16) + R"(
    add.u32 %r10, %r10, 512;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r10];
    st.global.u32 [%out], %r11; //!)",
           "uninitialized-shared", getRows());
  // Lanes 8 to 31 give no address of .x1.
  TestRun run = TestKernel().runClean(storeRows(16) + R"(
    setp.ge.u32 %p1, %t, 8;
    selp.u32 %r10, 1, %r10, %p1;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [%r10];
    st.global.u32 [%out], %r11;)",
                                      getRows());
  EXPECT_EQ(run.get<uint8_t>(31, 3), getByte(7, 15));
}
