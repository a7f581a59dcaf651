//===- TensorCoverageTest.cpp - Exchanged coordinates of tensor copies ----===//
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

/// Each CTA loads a box of an f16 tensor.
struct Boxes {
  /// Of the tensor, the box, and the grid; dimension 0 is the contiguous one.
  unsigned sizes[2] = {128, 256}, box[2] = {32, 64}, grid[2] = {4, 4};
  /// Elements from one CTA's box to the next.
  unsigned steps[2] = {32, 64};
  bool isExchanged = false, isUnbounded = false;

  /// The notes.
  std::string run() const {
    std::string coordinates = isExchanged ? "{%r2, %r1}" : "{%r1, %r2}";
    std::string text = R"(.version 8.3
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128])
.reqntid 1
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %d<8>;
.shared .align 1024 .b8 smem[16384]; .shared .align 8 .b64 bar;
mbarrier.init.shared::cta.b64 [bar], 1;
fence.mbarrier_init.release.cluster;
mov.u32 %r0, smem;
mov.u32 %r1, %ctaid.x; mul.lo.u32 %r1, %r1, )" +
                       std::to_string(steps[0]) + R"(;
mov.u32 %r2, %ctaid.y; mul.lo.u32 %r2, %r2, )" +
                       std::to_string(steps[1]) + R"(;
mbarrier.arrive.expect_tx.shared::cta.b64 %d0, [bar], )" +
                       std::to_string(2 * box[0] * box[1]) + R"(;
mov.u64 %d1, map; cvta.param.u64 %d1, %d1;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%d1, )" +
                       coordinates + R"(], [bar];
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
@!%p1 bra WAIT;
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
    for (unsigned d = 0; d < 2; ++d) {
      map.sizes[d] = sizes[d];
      map.box[d] = box[d];
    }
    if (isUnbounded)
      map.sizes[0] = uint64_t(1) << 31;
    map.strides[0] = 2 * sizes[0];
    map.address = memory.allocate(2 * sizes[0] * sizes[1], "tensor");
    std::array<uint8_t, 128> bytes;
    map.encode(bytes.data());
    Launch launch;
    launch.grid = {grid[0], grid[1], 1};
    launch.addArgument(bytes);
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

TEST(TensorCoverageTest, WholeTensor) { EXPECT_EQ(Boxes().run(), ""); }

TEST(TensorCoverageTest, StepsOfTheOtherDimension) {
  Boxes boxes;
  boxes.isExchanged = true;
  std::string notes = boxes.run();
  EXPECT_EQ(
      notes.find(
          "when the launch was over, the boxes of 32 x 64 elements of a tensor "
          "of 128 x 256 began at multiples of 64 in dimension 0, which leaves "
          "gaps, and at multiples of 32 in dimension 1, so that they overlap, "
          "as if the coordinates of the two dimensions were exchanged"),
      0u)
      << notes;
}

TEST(TensorCoverageTest, MostBoxesOutside) {
  Boxes boxes;
  boxes.sizes[0] = 64;
  boxes.sizes[1] = 1024;
  boxes.box[0] = boxes.box[1] = 32;
  boxes.steps[0] = boxes.steps[1] = 32;
  boxes.grid[0] = 2;
  boxes.grid[1] = 32;
  EXPECT_EQ(boxes.run(), "");
  boxes.isExchanged = true;
  std::string notes = boxes.run();
  EXPECT_EQ(notes.find("when the launch was over, 60 of 64 boxes of 32 x 32 "
                       "elements of a tensor of 64 x 1024 were outside of it "
                       "in dimension 0, and of dimension 1 only 64 of 1024 "
                       "were ever loaded"),
            0u)
      << notes;
}

TEST(TensorCoverageTest, RightOnes) {
  // A matrix of one row, of which tiles have 64: three of four boxes are
  // outside.
  Boxes boxes;
  boxes.sizes[1] = 1;
  EXPECT_EQ(boxes.run(), "");
  // Without a bound of the columns: few of all that there may be are loaded.
  boxes.isUnbounded = true;
  EXPECT_EQ(boxes.run(), "");
  // A part of the tensor only.
  boxes = Boxes();
  boxes.grid[0] = 1;
  EXPECT_EQ(boxes.run(), "");
  // Gaps, and overlaps, each without the other.
  boxes = Boxes();
  boxes.steps[0] = 64;
  boxes.grid[0] = 2;
  EXPECT_EQ(boxes.run(), "");
  boxes = Boxes();
  boxes.steps[1] = 32;
  boxes.grid[1] = 7;
  EXPECT_EQ(boxes.run(), "");
}

} // namespace
