//===- SharedBoxesTest.cpp - Descriptors that do not fit tensor maps ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"
#include "tile/Simulator/TensorMap.h"

#include "gtest/gtest.h"

#include <array>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {

/// A box of 64 rows of 64 f16, and a product of its first 64 rows and first 8.
struct BoxProduct {
  /// CUtensorMapSwizzle.
  unsigned swizzle = 3;
  /// Of the descriptors: 1 is 128 bytes, 2 is 64, 3 is 32.
  unsigned mode = 1;
  unsigned leading = 16, stride = 1024;
  /// MN-major.
  bool isTransposed = false;
  /// Behind the copy.
  std::string then;

  /// The notes.
  std::string run() const {
    uint64_t descriptor = uint64_t(leading / 16) << 16 |
                          uint64_t(stride / 16) << 32 | uint64_t(mode) << 62;
    std::string major = isTransposed ? "1, 1" : "0, 0";
    std::string text = R"(.version 8.3
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128])
.reqntid 128
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %d<8>;
.shared .align 1024 .b8 smem[16384]; .shared .align 8 .b64 bar;
mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 0;
@%p0 mbarrier.init.shared::cta.b64 [bar], 1;
@%p0 fence.mbarrier_init.release.cluster;
bar.sync 0;
mov.u32 %r1, 0;
mov.u32 %r2, smem;
@!%p0 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 %d0, [bar], 8192;
mov.u64 %d1, map; cvta.param.u64 %d1, %d1;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%d1, {%r1, %r1}], [bar];
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
@!%p1 bra WAIT;
)" + then + R"(
shr.u32 %r3, %r2, 4; cvt.u64.u32 %d2, %r3;
or.b64 %d2, %d2, )" + std::to_string(descriptor) +
                       R"(;
setp.ne.u32 %p2, %r1, 0;
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
    TensorMap map;
    map.type = 6; // f16
    map.rank = 2;
    map.sizes[0] = map.sizes[1] = map.box[0] = map.box[1] = 64;
    map.strides[0] = 128;
    map.swizzle = swizzle;
    std::vector<uint8_t> tensor(8192);
    map.address = memory.allocate(tensor.size(), "tensor");
    EXPECT_TRUE(memory.write(map.address, tensor));
    std::array<uint8_t, 128> bytes;
    map.encode(bytes.data());
    Launch launch;
    launch.addArgument(bytes);
    LaunchResult result = program->run(launch, {});
    EXPECT_EQ(result.error, "");
    std::string notes;
    for (const Report &report : result.reports) {
      EXPECT_TRUE(report.isNote);
      notes += report.message + "\n";
    }
    return notes;
  }
};

TEST(SharedBoxesTest, WhatFits) {
  BoxProduct product;
  EXPECT_EQ(product.run(), "");
  product.isTransposed = true;
  EXPECT_EQ(product.run(), "");
}

TEST(SharedBoxesTest, AnotherSwizzle) {
  BoxProduct product;
  product.mode = 2;
  std::string notes = product.run();
  EXPECT_EQ(notes.find("the descriptor of A has a swizzle of 64 bytes and "
                       "offsets of 16 and 1024 bytes, and the tensor copy at "
                       "PTX line 18 wrote rows of 128 bytes there with a "
                       "swizzle of 128 bytes: rows 0 and 1 of A are at bytes 0 "
                       "and 64 of rows of that box"),
            0u)
      << notes;
  product.mode = 0;
  EXPECT_EQ(product.run().find("the descriptor of A has no swizzle"), 0u);
  product = BoxProduct();
  product.swizzle = 0;
  notes = product.run();
  EXPECT_NE(notes.find("wrote rows of 128 bytes there with no swizzle"),
            std::string::npos)
      << notes;
}

TEST(SharedBoxesTest, AnotherStride) {
  BoxProduct product;
  product.stride = 512;
  std::string notes = product.run();
  EXPECT_NE(notes.find(": rows 7 and 8 of A are rows 7 and 4 of that box"),
            std::string::npos)
      << notes;
  product.isTransposed = true;
  notes = product.run();
  EXPECT_NE(notes.find(": k = 7 and 8 of A are rows 7 and 4 of that box"),
            std::string::npos)
      << notes;
}

TEST(SharedBoxesTest, WhatThreadsWroteSinceIsNoBox) {
  BoxProduct product;
  product.mode = 2;
  // Each thread zeroes 64 bytes.
  product.then = "shl.b32 %r4, %r0, 6;\nadd.u32 %r4, %r4, %r2;\n";
  for (unsigned at = 0; at < 64; at += 16)
    product.then += "st.shared.v4.u32 [%r4+" + std::to_string(at) +
                    "], {%r1, %r1, %r1, %r1};\n";
  product.then += "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
  EXPECT_EQ(product.run(), "");
}

} // namespace
