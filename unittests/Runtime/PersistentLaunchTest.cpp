//===- PersistentLaunchTest.cpp - Launches of persistent entries ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

#include "tile/Runtime/CountedLaunch.h"
#include "tile/Runtime/TensorMaps.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

constexpr uint32_t kPlain = 1, kPersistent = 2;
/// Words in front of those of the programs: the grid and the entry.
constexpr unsigned kFirstWords = 4;
/// Of a program: how often it ran, and in which CTA.
constexpr unsigned kProgramWords = 2;

/// Two entries of 32 threads, run(out, a): thread 0 of a CTA counts its
/// programs. The persistent one takes so much shared memory that a
/// multiprocessor has one CTA at a time.
KernelImage makePersistentImage(unsigned ctasPerCluster = 1) {
  constexpr llvm::StringLiteral kCount = R"(
mul.wide.u32 %d1, %p, 8;
add.u64 %d1, %d1, %d0;
atom.global.add.u32 %old, [%d1 + 16], 1;
st.global.u32 [%d1 + 20], %c;
)";
  constexpr llvm::StringLiteral kBegin = R"(
.reqntid 32
{
.reg .pred %q; .reg .b32 %p, %c, %n, %x, %y, %z, %all, %old, %t; .reg .b64 %d<2>;
ld.param.u64 %d0, [out];
mov.u32 %t, %tid.x;
setp.ne.u32 %q, %t, 0; @%q ret;
mov.u32 %c, %ctaid.x;
)";
  std::string cluster = ctasPerCluster > 1 ? "\n.reqnctapercluster " +
                                                 std::to_string(ctasPerCluster)
                                           : "";
  KernelImage image;
  image.target = "sm_90a";
  image.numWarps = 1;
  image.stages[unsigned(Stage::PTX)] = R"(.version 8.0
.target sm_90a
.address_size 64
.visible .entry run_entry(.param .u64 out, .param .u64 a))" +
                                       kBegin.str() + R"(
mov.u32 %x, %nctaid.x; mov.u32 %y, %nctaid.y;
mov.u32 %p, %ctaid.z; mov.u32 %t, %ctaid.y;
mad.lo.u32 %p, %p, %y, %t;
mad.lo.u32 %p, %p, %x, %c;
mov.u32 %t, 1;
atom.global.exch.b32 %old, [%d0 + 12], %t;)" +
                                       kCount.str() +
                                       R"(
ret;
}
.visible .entry run_tma(.param .u64 out, .param .u64 a,
  .param .align 64 .b8 map[128], .param .u32 x, .param .u32 y, .param .u32 z))" +
                                       cluster + kBegin.str() + R"(
ld.param.u32 %x, [x]; ld.param.u32 %y, [y]; ld.param.u32 %z, [z];
setp.ne.u32 %q, %c, 0; @%q bra BEGIN;
st.global.u32 [%d0], %x; st.global.u32 [%d0 + 4], %y; st.global.u32 [%d0 + 8], %z;
mov.u32 %t, 2;
st.global.u32 [%d0 + 12], %t;
BEGIN:
mul.lo.u32 %all, %x, %y;
mul.lo.u32 %all, %all, %z;
mov.u32 %n, %nctaid.x;
mov.u32 %p, %c;
LOOP:
setp.ge.u32 %q, %p, %all; @%q ret;)" + kCount.str() +
                                       R"(
add.u32 %p, %p, %n;
bra LOOP;
}
)";
  KernelInfo kernel;
  kernel.symbol = "run";
  kernel.name = "run_entry";
  kernel.numWarps = 1;
  kernel.numThreads = 32;
  kernel.arguments = {makeArgument("out", "!tile.ptr<i32>", 8),
                      makeArgument("a", "!tile.ptr<f32>", 8)};
  TensorMapEntry &entry = kernel.tensorMapEntry.emplace();
  entry.name = "run_tma";
  entry.numThreads = 32;
  entry.ctasPerCluster = ctasPerCluster;
  entry.isPersistent = true;
  entry.dynamicSharedMemory = 200 * 1024;
  TensorMapInfo &map = entry.maps.emplace_back();
  map.argument = 1;
  map.elementType = "f32";
  map.dims.resize(1);
  map.dims[0].box = 4;
  map.dims[0].extent = ArgumentSum{ArgumentTerm{4, {}}};
  image.kernels = {kernel};
  return image;
}

/// Runs on TILEWRIGHT_TEST_DEVICE.
class PersistentLaunchTest : public testing::Test {
protected:
  void SetUp() override {
    device = openTestDevice();
    if (device->getInfo().target != "sm_90a")
      GTEST_SKIP() << "the code is for sm_90a";
  }

  void load(const KernelImage &image) {
    module = take(device->load(image));
    kernel = take(module->findKernel("run"));
  }
  /// With so many multiprocessors, where the device can have them.
  void load(unsigned numMultiprocessors, unsigned ctasPerCluster = 1) {
    if (device->getInfo().isSimulator) {
      SimulatorSettings settings;
      settings.numMultiprocessors = numMultiprocessors;
      check(setSimulatorSettings(*device, settings));
    }
    load(makePersistentImage(ctasPerCluster));
  }

  /// Runs each program once, and returns by how many CTAs, of 0 on: the plain
  /// entry's along x.
  uint32_t launch(Grid grid, uint32_t expectedEntry = kPersistent,
                  uint64_t shift = 0) {
    uint32_t numPrograms = grid.x * grid.y * grid.z;
    std::vector<uint32_t> words(kFirstWords + kProgramWords * numPrograms);
    uint64_t bytes = words.size() * 4;
    DeviceAddress out = take(device->allocate(bytes + 256));
    uint32_t zero = 0;
    check(device->fill(out, &zero, 4, words.size(), nullptr));
    LaunchArgument arguments[] = {LaunchArgument::pointer(out),
                                  LaunchArgument::pointer(out + shift)};
    check(kernel->launch(grid, arguments, nullptr));
    check(device->copyToHost(words.data(), out, bytes, nullptr));
    check(device->free(out));
    EXPECT_EQ(words[3], expectedEntry);
    if (expectedEntry == kPersistent) {
      EXPECT_EQ(words[0], grid.x);
      EXPECT_EQ(words[1], grid.y);
      EXPECT_EQ(words[2], grid.z);
    }
    uint32_t numCTAs = 0, wrong = 0;
    for (uint32_t p = 0; p < numPrograms; ++p) {
      const uint32_t *program = &words[kFirstWords + kProgramWords * p];
      wrong += program[0] != 1;
      numCTAs = std::max(numCTAs, program[1] + 1);
    }
    if (expectedEntry == kPersistent)
      for (uint32_t p = 0; p < numPrograms; ++p)
        wrong += words[kFirstWords + kProgramWords * p + 1] != p % numCTAs;
    EXPECT_EQ(wrong, 0u);
    return numCTAs;
  }
  /// Of a launch of so many programs.
  uint32_t getNumCTAs(uint32_t numPrograms, unsigned ctasPerCluster = 1) const {
    uint32_t most = device->getInfo().numMultiprocessors;
    most = std::max(most - most % ctasPerCluster, ctasPerCluster);
    uint32_t rounds = (numPrograms + most - 1) / most;
    uint32_t fewest = (numPrograms + rounds - 1) / rounds;
    return std::min({numPrograms, most, (fewest + 3) / 4 * 4});
  }

  std::shared_ptr<Device> device;
  std::unique_ptr<Module> module;
  Kernel *kernel = nullptr;
};

TEST_F(PersistentLaunchTest, EachProgramRunsOnce) {
  load(4);
  EXPECT_EQ(launch({3, 5, 2}), getNumCTAs(30));
  EXPECT_EQ(launch({7, 20, 3}), getNumCTAs(420));
  EXPECT_EQ(launch({420}), getNumCTAs(420));
  // Fewer programs than CTAs fit.
  EXPECT_EQ(launch({3}), getNumCTAs(3));
  EXPECT_EQ(launch({1, 1, 2}), getNumCTAs(2));
}

TEST_F(PersistentLaunchTest, ClustersAreWhole) {
  load(5, 2);
  EXPECT_EQ(launch({3, 5, 2}), getNumCTAs(30, 2));
  EXPECT_EQ(launch({3, 1, 2}), getNumCTAs(6, 2));
  // All programs together fill clusters, or not.
  EXPECT_EQ(launch({3, 5}, kPlain), 3u);
  load(1, 4);
  EXPECT_EQ(launch({2, 4}), getNumCTAs(8, 4));
}

// One CTA of the last cluster may have no program, and knows how many there
// are.
TEST_F(PersistentLaunchTest, ClustersOfOtherEntriesAreMadeWhole) {
  KernelImage image = makePersistentImage(2);
  image.kernels[0].tensorMapEntry->isPersistent = false;
  std::string &ptx = image.stages[unsigned(Stage::PTX)];
  auto replace = [&](llvm::StringRef from, llvm::StringRef to) {
    size_t at = ptx.find(from.str());
    ASSERT_NE(at, std::string::npos);
    ptx.replace(at, from.size(), to.str());
  };
  replace(", .param .u32 y, .param .u32 z", "");
  replace("ld.param.u32 %y, [y]; ld.param.u32 %z, [z];",
          "mov.u32 %y, 1; mov.u32 %z, 1;");
  load(image);
  EXPECT_EQ(launch({6}), 6u);
  EXPECT_EQ(launch({7}), 7u);
  EXPECT_EQ(launch({1}), 1u);
}

TEST_F(PersistentLaunchTest, CountsAreOfOneProgramPerCTA) {
  if (!device->getInfo().isSimulator)
    GTEST_SKIP() << "counts are the simulator's";
  load(4);
  constexpr uint32_t kPrograms = 30;
  DeviceAddress out = take(
      device->allocate((kFirstWords + kProgramWords * kPrograms) * 4 + 256));
  LaunchArgument arguments[] = {LaunchArgument::pointer(out),
                                LaunchArgument::pointer(out)};
  LaunchCounts counts = take(countLaunch(*kernel, {3, 5, 2}, arguments, 2));
  EXPECT_TRUE(counts.isPersistent);
  EXPECT_EQ(counts.numCTAs, kPrograms);
  EXPECT_EQ(counts.statistics.blocks, 2u);
  EXPECT_EQ(counts.ctasPerSM, 1u);
  uint64_t instructions = counts.statistics.getWarpInstructions();
  counts = take(countLaunch(*kernel, {kPrograms}, arguments, 2));
  EXPECT_EQ(counts.statistics.getWarpInstructions(), instructions);
  kernel->setUsesTensorMaps(false);
  counts = take(countLaunch(*kernel, {3, 5, 2}, arguments, 2));
  EXPECT_FALSE(counts.isPersistent);
  EXPECT_EQ(counts.numCTAs, kPrograms);
  check(device->free(out));
}

TEST_F(PersistentLaunchTest, OtherLaunchesTakeThePlainEntry) {
  load(4);
  EXPECT_EQ(launch({5, 3}, kPlain, /*shift=*/4), 5u);
  kernel->setUsesTensorMaps(false);
  EXPECT_EQ(launch({5, 3}, kPlain), 5u);
}

TEST_F(PersistentLaunchTest, ItsPTXHasTheNumbersOfPrograms) {
  if (!device->getInfo().isSimulator)
    GTEST_SKIP() << "a driver does not say what parameters its entries have";
  KernelImage image = makePersistentImage();
  std::string &ptx = image.stages[unsigned(Stage::PTX)];
  ptx.replace(ptx.find(".param .u32 z"), 13, ".param .u64 z");
  EXPECT_EQ(getText(device->load(image)),
            "corrupt-data: the image says that the entry 'run_tma' of kernel "
            "'run' is persistent, its PTX does not end with 3 parameters of 4 "
            "bytes for the programs along x, y and z");
}

/// The CTAs of launches with one map of argument 0.
class PersistentCTAs {
public:
  PersistentCTAs(uint64_t maxCTAs, unsigned ctasPerCluster)
      : maps(
            makePersistentImage(ctasPerCluster).kernels[0], maxCTAs,
            [](const sim::TensorMap &, void *) { return true; },
            TensorMaps::Clusters()) {}

  /// 0: the launch takes the plain entry.
  uint32_t operator()(Grid programs) {
    void *parameters[] = {&address, &address};
    EncodedTensorMaps encoded;
    if (!maps.encode(programs, parameters, encoded))
      return 0;
    EXPECT_EQ(encoded.ctas.y, 1u);
    EXPECT_EQ(encoded.ctas.z, 1u);
    return encoded.ctas.x;
  }

private:
  uint64_t address = 0x1000;
  TensorMaps maps;
};

TEST(PersistentCTAsTest, AreAtMostThoseThatFit) {
  PersistentCTAs numCTAs(132, 1);
  EXPECT_EQ(numCTAs({131}), 131u);
  EXPECT_EQ(numCTAs({11, 12}), 132u);
  EXPECT_EQ(PersistentCTAs(0, 1)({5}), 1u);
  EXPECT_EQ(PersistentCTAs(1000000, 1)({2, 3, 4}), 24u);
}

TEST(PersistentCTAsTest, AreTheFewestThatNeedNoMoreRounds) {
  PersistentCTAs numCTAs(132, 1);
  EXPECT_EQ(numCTAs({1, 1, 133}), 68u);
  EXPECT_EQ(numCTAs({288}), 96u);
  EXPECT_EQ(numCTAs({16, 32}), 128u);
  EXPECT_EQ(numCTAs({32, 64}), 128u);
  // 131 would do.
  EXPECT_EQ(numCTAs({56, 28}), 132u);
  for (uint32_t programs = 1; programs < 2000; ++programs) {
    uint32_t ctas = numCTAs({programs});
    EXPECT_LE(ctas, 132u);
    EXPECT_EQ((programs + ctas - 1) / ctas, (programs + 131) / 132) << programs;
  }
}

TEST(PersistentCTAsTest, LaunchesOfManyProgramsTakeThePlainEntry) {
  PersistentCTAs numCTAs(132, 1);
  EXPECT_EQ(numCTAs({1u << 30}), 132u);
  EXPECT_EQ(numCTAs({1u << 15, 1u << 14, 2}), 132u);
  EXPECT_EQ(numCTAs({(1u << 30) + 1}), 0u);
  EXPECT_EQ(numCTAs({1u << 15, 1u << 15, 2}), 0u);
  EXPECT_EQ(numCTAs({0x7FFF'FFFF, 65535, 65535}), 0u);
  // Products that are 2^64, or 2^32 times less.
  EXPECT_EQ(numCTAs({1u << 16, 1u << 16, 1u << 31}), 0u);
  EXPECT_EQ(numCTAs({1u << 31, 1u << 31, 4}), 0u);
  EXPECT_EQ(PersistentCTAs(~uint64_t(0), 1)({1u << 30}), 1u << 30);
}

TEST(PersistentCTAsTest, AreWholeClusters) {
  PersistentCTAs numCTAs(134, 8);
  EXPECT_EQ(numCTAs({3, 7, 8}), 88u);
  EXPECT_EQ(numCTAs({1, 16, 16}), 128u);
  EXPECT_EQ(numCTAs({1, 8}), 8u);
  EXPECT_EQ(numCTAs({1, 12}), 0u);
  EXPECT_EQ(PersistentCTAs(3, 4)({400}), 4u);
}

} // namespace
