//===- SharedSourcesTest.cpp - Descriptors that do not fit copies ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {

/// Threads copy a tile of 64 rows of 64 f16, with a swizzle of 128 bytes, and
/// multiply its first 64 rows and first 8.
struct CopyProduct {
  /// How a thread copies 16 bytes from [%d1] to [%r2].
  std::string copy = "cp.async.cg.shared.global [%r2], [%d1], 16;\n";
  /// Bits of the row that change the place of its 16 bytes.
  unsigned swizzleMask = 7;
  /// Bytes between rows of the matrix.
  unsigned pitch = 256;
  /// Places of parts: without a swizzle, `partPitch` and `groupPitch` are the
  /// bytes between parts and between groups of eight rows.
  bool isSwizzled = true;
  unsigned partPitch = 1024, groupPitch = 128;
  /// Of the descriptors: 1 is a swizzle of 128 bytes, 2 of 64, 0 of none.
  unsigned mode = 1;
  unsigned leading = 16, stride = 1024;
  bool isTransposed = false;

  /// Instead.
  std::string place;

  /// Where row %r4 has its part %r5.
  std::string getPlace() const {
    if (!place.empty())
      return place;
    auto text = [](unsigned n) { return std::to_string(n); };
    if (isSwizzled)
      return "and.b32 %r6, %r4, " + text(swizzleMask) +
             "; xor.b32 %r6, %r6, %r5; shl.b32 %r6, %r6, 4;\n"
             "mad.lo.u32 %r2, %r4, 128, %r6;\n";
    return "shr.u32 %r6, %r4, 3; mul.lo.u32 %r2, %r6, " + text(groupPitch) +
           "; and.b32 %r6, %r4, 7; mad.lo.u32 %r2, %r6, 16, %r2;\n"
           "mad.lo.u32 %r2, %r5, " +
           text(partPitch) + ", %r2;\n";
  }

  /// The notes.
  std::string run() const {
    uint64_t descriptor = uint64_t(leading / 16) << 16 |
                          uint64_t(stride / 16) << 32 | uint64_t(mode) << 62;
    std::string major = isTransposed ? "1, 1" : "0, 0";
    std::string text = R"(.version 8.3
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 a)
.reqntid 128
{
.reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .f32 %f<4>; .reg .b64 %d<8>;
.shared .align 1024 .b8 smem[16384];
mov.u32 %r0, %tid.x;
mov.u32 %r1, smem;
ld.param.u64 %d0, [a]; cvta.to.global.u64 %d0, %d0;
mov.u32 %r3, %r0;
COPY:
shr.u32 %r4, %r3, 3; and.b32 %r5, %r3, 7;
)" + getPlace() + R"(
add.u32 %r2, %r2, %r1;
mad.wide.u32 %d1, %r4, )" +
                       std::to_string(pitch) + R"(, %d0;
mul.wide.u32 %d2, %r5, 16; add.u64 %d1, %d1, %d2;
)" + copy + R"(
add.u32 %r3, %r3, 128; setp.lt.u32 %p0, %r3, 512;
@%p0 bra COPY;
cp.async.wait_all;
fence.proxy.async.shared::cta;
bar.sync 0;
shr.u32 %r3, %r1, 4; cvt.u64.u32 %d2, %r3;
or.b64 %d2, %d2, )" + std::to_string(descriptor) +
                       R"(;
setp.ne.u32 %p2, %r1, %r1;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d2, %d2, %p2, 1, 1, )" +
                       major + R"(;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
ret;
}
)";
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    std::vector<ptx::Diagnostic> errors = parsed.errors;
    GlobalMemory memory;
    std::unique_ptr<Program> program;
    if (errors.empty())
      program = Program::load(std::move(parsed.value), memory, errors);
    if (!program)
      return errors.front().message;
    uint64_t address = memory.allocate(64 * 256, "a");
    Launch launch;
    launch.addArgument(address);
    LaunchResult result = program->run(launch, {});
    EXPECT_EQ(result.error, "");
    std::string notes;
    for (const Report &report : result.reports) {
      EXPECT_TRUE(report.isNote) << report.message;
      notes += report.message + "\n";
    }
    return notes;
  }
};

/// By registers, all at once.
constexpr const char *kVector =
    "ld.global.v4.u32 {%r7, %r8, %r9, %r10}, [%d1];\n"
    "st.shared.v4.u32 [%r2], {%r7, %r8, %r9, %r10};\n";

/// Element after element.
std::string copyElements() {
  std::string text;
  for (unsigned e = 0; e < 8; ++e) {
    std::string at = std::to_string(2 * e), h = "%h" + std::to_string(e);
    text += "ld.global.u16 " + h + ", [%d1+" + at + "];\n";
    text += "st.shared.u16 [%r2+" + at + "], " + h + ";\n";
  }
  return text;
}

TEST(SharedSourcesTest, WhatFits) {
  for (std::string copy :
       {CopyProduct().copy, std::string(kVector), copyElements()}) {
    CopyProduct product;
    product.copy = copy;
    EXPECT_EQ(product.run(), "");
    product.isTransposed = true;
    EXPECT_EQ(product.run(), "");
    product = CopyProduct();
    product.copy = copy;
    product.isSwizzled = false;
    product.mode = 0;
    product.leading = 1024;
    product.stride = 128;
    EXPECT_EQ(product.run(), "");
  }
}

TEST(SharedSourcesTest, AnotherSwizzle) {
  for (std::string copy :
       {CopyProduct().copy, std::string(kVector), copyElements()}) {
    CopyProduct product;
    product.copy = copy;
    product.swizzleMask = 3;
    std::string notes = product.run();
    EXPECT_NE(notes.find("the descriptor of A has a swizzle of 128 bytes and "
                         "offsets of 16 and 1024 bytes, and the copy at PTX "
                         "line "),
              std::string::npos)
        << notes;
    EXPECT_NE(notes.find(" put rows from global memory there with a swizzle of "
                         "64 bytes: bytes 0 to 15 of row 4 of A are from 64 "
                         "bytes after the place that they should be from"),
              std::string::npos)
        << notes;
    product.swizzleMask = 0;
    notes = product.run();
    EXPECT_NE(notes.find("there with no swizzle: bytes 0 to 15 of row 1 of A "
                         "are from 16 bytes after"),
              std::string::npos)
        << notes;
    product.isTransposed = true;
    notes = product.run();
    EXPECT_NE(notes.find("there with no swizzle: rows 0 to 7 of k = 1 of A are "
                         "from 16 bytes after"),
              std::string::npos)
        << notes;
    product = CopyProduct();
    product.copy = copy;
    // Of each line only the half is read.
    product.mode = 2;
    product.stride = 512;
    notes = product.run();
    EXPECT_NE(notes.find("there with a swizzle of 128 bytes: bytes 0 to 15 of "
                         "row 8 of A are from 64 bytes after"),
              std::string::npos)
        << notes;
  }
}

TEST(SharedSourcesTest, AnotherPhase) {
  CopyProduct product;
  product.place = "add.u32 %r6, %r4, 1; and.b32 %r6, %r6, 7; xor.b32 %r6, %r6, "
                  "%r5; shl.b32 %r6, %r6, 4; mad.lo.u32 %r2, %r4, 128, %r6;\n";
  std::string notes = product.run();
  EXPECT_NE(notes.find("there in an order that no swizzle has: bytes 0 to 15 "
                       "of row 0 of A are from 16 bytes after"),
            std::string::npos)
      << notes;
}

TEST(SharedSourcesTest, RowsFromAnywhere) {
  CopyProduct product;
  // Descending, with another pitch.
  product.copy = "mad.wide.u32 %d3, %r4, 384, 0; sub.u64 %d1, %d1, %d3; "
                 "add.u64 %d1, %d1, 8192;\n" +
                 product.copy;
  EXPECT_EQ(product.run(), "");
}

TEST(SharedSourcesTest, ExchangedOffsets) {
  CopyProduct product;
  product.isSwizzled = false;
  product.mode = 0;
  product.leading = 128;
  product.stride = 1024;
  std::string notes = product.run();
  EXPECT_NE(notes.find("row 8 of A is where bytes 16 to 31 of row 0 should be, "
                       "and these are where it should be, as if its two "
                       "offsets were exchanged"),
            std::string::npos)
      << notes;
}

TEST(SharedSourcesTest, OverlappingLines) {
  CopyProduct product;
  product.stride = 512;
  std::string notes = product.run();
  EXPECT_NE(notes.find("the descriptor of A has a swizzle of 128 bytes and "
                       "offsets of 16 and 512 bytes: bytes 0 to 15 of row 4 "
                       "and bytes "),
            std::string::npos)
      << notes;
}

TEST(SharedSourcesTest, CopiesOfTilesAreNotCompared) {
  // The tile may be swizzled in global memory.
  CopyProduct product;
  product.swizzleMask = 0;
  product.pitch = 128;
  EXPECT_EQ(product.run(), "");
}

TEST(SharedSourcesTest, OtherStoresAreNoCopies) {
  // What is stored is computed, or may be from another load.
  for (std::string change :
       {"add.u32 %r7, %r7, %r8;\n", "@%p3 ld.global.u32 %r7, [%d1];\n"}) {
    CopyProduct product;
    product.swizzleMask = 0;
    product.copy = "setp.eq.u32 %p3, %r1, 1;\n"
                   "ld.global.v4.u32 {%r7, %r8, %r9, %r10}, [%d1];\n" +
                   change + "st.shared.v4.u32 [%r2], {%r7, %r8, %r9, %r10};\n";
    EXPECT_EQ(product.run(), "");
  }
}

} // namespace
