//===- TensorMapLaunchTest.cpp - Launches that make tensor maps -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

#include "tile/Runtime/CountedLaunch.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

using T = ArgumentType;

/// Bytes that a CTA writes: a box of 64 x 64 bf16 as it lies in shared memory,
/// one of 4 x 8 i32, and a word that says which entry wrote.
constexpr unsigned kFirst = 8192, kSecond = 128, kBytes = kFirst + kSecond + 4;
constexpr uint32_t kMapped = 1, kPlain = 2;

/// Two entries of 128 threads:
///   copy(out, a, b, m, k, pitch, row, col)
/// The plain one writes only the word. The other one, in clusters of 2 CTAs,
/// copies the boxes of a at (row, col) and of b at (row, 0), where a is m x k
/// and its rows lie `pitch` elements apart, and b has rows of 16, of which it
/// sees the 8 in front, and no end.
KernelImage makeMappedImage() {
  KernelImage image;
  image.target = "sm_90a";
  image.numWarps = 4;
  const std::string parameters = R"(.param .u64 out, .param .u64 a,
  .param .u64 b, .param .u32 m, .param .u64 k, .param .u64 pitch,
  .param .u32 row, .param .u32 col)";
  image.stages[unsigned(Stage::PTX)] = R"(.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy_entry()" + parameters +
                                       R"()
.reqntid 128
{
.reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d<2>;
ld.param.u64 %d0, [out];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p, %r0, 0; @%p ret;
mov.u32 %r1, %ctaid.x;
mul.wide.u32 %d1, %r1, 8324;
add.u64 %d0, %d0, %d1;
mov.u32 %r2, 2;
st.global.u32 [%d0 + 8320], %r2;
ret;
}
.visible .entry copy_tma()" + parameters +
                                       R"(,
  .param .align 64 .b8 map_a[128], .param .align 64 .b8 map_b[128],
  .param .u32 programs)
.reqntid 128
.reqnctapercluster 2
{
.reg .pred %p<3>; .reg .b32 %r<10>; .reg .b64 %d<6>;
.shared .align 1024 .b8 box_a[8192];
.shared .align 128 .b8 box_b[128];
.shared .align 8 .b64 bar;
mov.u32 %r0, %tid.x;
setp.eq.u32 %p0, %r0, 0;
@%p0 mbarrier.init.shared::cta.b64 [bar], 1;
@%p0 fence.mbarrier_init.release.cluster;
bar.sync 0;
@!%p0 bra WAIT;
mov.u64 %d0, map_a; cvta.param.u64 %d0, %d0;
mov.u64 %d1, map_b; cvta.param.u64 %d1, %d1;
ld.param.u32 %r1, [row];
ld.param.u32 %r2, [col];
mov.u32 %r3, 0;
mbarrier.arrive.expect_tx.shared::cta.b64 %d2, [bar], 8320;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [box_a], [%d0, {%r2, %r1}], [bar];
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [box_b], [%d1, {%r3, %r1}], [bar];
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
@!%p1 bra WAIT;
ld.param.u64 %d0, [out];
mov.u32 %r1, %ctaid.x;
mul.wide.u32 %d1, %r1, 8324;
add.u64 %d0, %d0, %d1;
mov.u32 %r4, box_a;
shl.b32 %r2, %r0, 2;
mov.u32 %r3, %r2;
LOOP:
add.u32 %r5, %r4, %r3;
ld.shared.u32 %r6, [%r5];
cvt.u64.u32 %d2, %r3;
add.u64 %d2, %d2, %d0;
st.global.u32 [%d2], %r6;
add.u32 %r3, %r3, 512;
setp.lt.u32 %p2, %r3, 8192; @%p2 bra LOOP;
setp.ge.u32 %p2, %r2, 128; @%p2 bra MARK;
mov.u32 %r4, box_b;
add.u32 %r5, %r4, %r2;
ld.shared.u32 %r6, [%r5];
cvt.u64.u32 %d2, %r2;
add.u64 %d2, %d2, %d0;
st.global.u32 [%d2 + 8192], %r6;
MARK:
mov.u32 %r6, 1;
@%p0 st.global.u32 [%d0 + 8320], %r6;
ret;
}
)";
  KernelInfo copy;
  copy.symbol = "copy";
  copy.name = "copy_entry";
  copy.numWarps = 4;
  copy.numThreads = 128;
  copy.arguments = {makeArgument("out", "!tile.ptr<i32>", 8),
                    makeArgument("a", "!tile.ptr<bf16>", 8),
                    makeArgument("b", "!tile.ptr<i32>", 8),
                    makeArgument("m", "i32", 4),
                    makeArgument("k", "i64", 8),
                    makeArgument("pitch", "i64", 8),
                    makeArgument("row", "i32", 4),
                    makeArgument("col", "i32", 4)};
  TensorMapEntry &entry = copy.tensorMapEntry.emplace();
  entry.name = "copy_tma";
  entry.numThreads = copy.numThreads;
  entry.ctasPerCluster = 2;
  entry.sharedMemory = 8192 + 128 + 8;
  entry.maps.resize(2);
  TensorMapInfo &a = entry.maps[0], &b = entry.maps[1];
  a.argument = 1;
  a.elementType = "bf16";
  a.swizzle = 128;
  a.dims.resize(2);
  a.dims[0].box = a.dims[1].box = 64;
  a.dims[0].extent = ArgumentSum{ArgumentTerm{1, {4}}};
  a.dims[1].extent = ArgumentSum{ArgumentTerm{1, {3}}};
  a.dims[1].stride = {{1, {5}}};
  b.argument = 2;
  b.elementType = "i32";
  b.dims.resize(2);
  b.dims[0].extent = ArgumentSum{ArgumentTerm{8, {}}};
  b.dims[0].box = 8;
  b.dims[1].stride = {{16, {}}};
  b.dims[1].box = 4;
  // row > -100, and m k < 2^20.
  entry.positives = {{{1, {6}}, {100, {}}},
                     {{-1, {3, 4}}, {int64_t(1) << 20, {}}}};
  image.kernels = {copy};
  return image;
}

/// Runs on TILEWRIGHT_TEST_DEVICE.
class TensorMapLaunchTest : public testing::Test {
protected:
  static constexpr int kRows = 100, kColumns = 72, kPitch = 80, kRowsB = 256;

  void SetUp() override {
    device = openTestDevice();
    if (device->getInfo().target != "sm_90a")
      GTEST_SKIP() << "the code is for sm_90a";
    load(makeMappedImage());
    for (int i = 0; i < kRows * kPitch; ++i)
      a.push_back(uint16_t(i + 1));
    for (int i = 0; i < kRowsB * 16; ++i)
      b.push_back(7 * i + 1);
    out = take(device->allocate(2 * kBytes));
    addressA = take(device->allocate(a.size() * 2));
    addressB = take(device->allocate(b.size() * 4));
    check(device->copyToDevice(addressA, a.data(), a.size() * 2, nullptr));
    check(device->copyToDevice(addressB, b.data(), b.size() * 4, nullptr));
  }
  void load(const KernelImage &image) {
    module = take(device->load(image));
    kernel = take(module->findKernel("copy"));
  }

  struct Values {
    uint64_t shift = 0;
    int m = kRows;
    int64_t k = kColumns, pitch = kPitch;
    int row = 0, col = 0;
    uint32_t numCTAs = 2;
    uint64_t shiftB = 0;
  };
  std::vector<LaunchArgument> makeArguments(const Values &values) const {
    return {LaunchArgument::pointer(out),
            LaunchArgument::pointer(addressA + values.shift),
            LaunchArgument::pointer(addressB + values.shiftB),
            LaunchArgument::integer(T::I32, values.m),
            LaunchArgument::integer(T::I64, values.k),
            LaunchArgument::integer(T::I64, values.pitch),
            LaunchArgument::integer(T::I32, values.row),
            LaunchArgument::integer(T::I32, values.col)};
  }
  /// Launches, and returns which entry the CTAs say they ran.
  uint32_t launch(const Values &values) {
    uint32_t old = 0xEEEE'EEEE;
    check(device->fill(out, &old, 4, 2 * kBytes / 4, nullptr));
    std::vector<LaunchArgument> arguments = makeArguments(values);
    check(kernel->launch({values.numCTAs}, arguments, nullptr));
    result.resize(2 * kBytes);
    check(device->copyToHost(result.data(), out, 2 * kBytes, nullptr));
    uint32_t first = readWord(kFirst + kSecond);
    if (values.numCTAs > 1)
      EXPECT_EQ(readWord(kBytes + kFirst + kSecond), first);
    std::vector<void *> parameters;
    for (LaunchArgument &argument : arguments)
      parameters.push_back(&argument.bits);
    EXPECT_EQ(kernel->takesTensorMaps({values.numCTAs}, parameters.data()),
              first == kMapped);
    return first;
  }
  uint32_t readWord(size_t at) const {
    uint32_t word;
    std::memcpy(&word, &result[at], 4);
    return word;
  }
  /// What each CTA wrote of a box at that place, zeros outside of the tensor.
  void expectBoxes(const Values &values) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < values.numCTAs; ++cta)
      for (int r = 0; r < 64; ++r)
        for (int c = 0; c < 64; ++c) {
          int row = values.row + r, col = values.col + c;
          bool isInside =
              row >= 0 && row < values.m && col >= 0 && col < values.k;
          uint16_t expected =
              isInside ? a[values.shift / 2 + row * values.pitch + col] : 0;
          // Of the row's 8 chunks of 16 bytes, each is at its number xor r.
          size_t at =
              cta * kBytes + r * 128 + ((c / 8) ^ (r % 8)) * 16 + (c % 8) * 2;
          uint16_t found;
          std::memcpy(&found, &result[at], 2);
          wrong += found != expected;
        }
    EXPECT_EQ(wrong, 0u);
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 8; ++c)
        EXPECT_EQ(readWord(kFirst + (r * 8 + c) * 4),
                  values.row + r < 0 ? 0u : b[(values.row + r) * 16 + c])
            << r << ", " << c;
  }

  std::shared_ptr<Device> device;
  std::unique_ptr<Module> module;
  Kernel *kernel = nullptr;
  std::vector<uint16_t> a;
  std::vector<uint32_t> b;
  DeviceAddress out = 0, addressA = 0, addressB = 0;
  std::vector<uint8_t> result;
};

TEST_F(TensorMapLaunchTest, BoxesAreCopied) {
  // Columns are multiples of 16 bytes. Inside; at ragged edges; before the
  // first row and column; outside.
  for (auto [row, col] : {std::pair(3, 8), std::pair(80, 40), std::pair(-2, -8),
                          std::pair(-70, 104)}) {
    Values values;
    values.row = row;
    values.col = col;
    EXPECT_EQ(launch(values), kMapped);
    expectBoxes(values);
  }
  // Another tensor in the same memory.
  Values values{32, 50, 60, 88, 1, 8};
  EXPECT_EQ(launch(values), kMapped);
  expectBoxes(values);
}

// Pointers into the middle of memory, and rows before them. The maps begin
// where no memory is allocated.
TEST_F(TensorMapLaunchTest, RowsBeforeTheTensors) {
  constexpr int kOrigin = 1 << 28, kMiddle = 40;
  KernelImage image = makeMappedImage();
  std::vector<TensorMapInfo> &maps = image.kernels[0].tensorMapEntry->maps;
  for (TensorMapInfo &map : maps)
    map.dims[1].origin = kOrigin;
  // Rows of 64 bytes without an end may be more than 2^31.
  load(image);
  EXPECT_EQ(launch({}), kPlain);
  maps[1].dims[1].extent = ArgumentSum{ArgumentTerm{kRowsB - kMiddle, {}}};
  load(image);
  Values values;
  values.shift = kMiddle * kPitch * 2;
  values.shiftB = kMiddle * 16 * 4;
  values.m = kRows - kMiddle;
  for (int row : {-kMiddle, -7, 0, 20}) {
    values.row = kOrigin + row;
    EXPECT_EQ(launch(values), kMapped);
    Values whole;
    whole.row = kMiddle + row;
    expectBoxes(whole);
  }
  // Rows of 1 MiB, and too many.
  values.pitch = 1 << 19;
  EXPECT_EQ(launch(values), kPlain);
  values.pitch = kPitch;
  values.m = INT32_MAX - kOrigin + 1;
  EXPECT_EQ(launch(values), kPlain);
}

TEST_F(TensorMapLaunchTest, WhatTakesThePlainEntry) {
  EXPECT_EQ(launch({}), kMapped);
  // A pitch of 162 bytes, an address of 2 behind 16, no rows, negative ones,
  // a row before -99, and a product that is large or overflows.
  EXPECT_EQ(launch({0, kRows, kColumns, 81}), kPlain);
  EXPECT_EQ(launch({0, kRows, kColumns, 0}), kPlain);
  EXPECT_EQ(launch({0, kRows, kColumns, -kPitch}), kPlain);
  EXPECT_EQ(launch({2}), kPlain);
  EXPECT_EQ(launch({0, 0}), kPlain);
  EXPECT_EQ(launch({0, -1}), kPlain);
  EXPECT_EQ(launch({0, kRows, kColumns, kPitch, -100}), kPlain);
  EXPECT_EQ(launch({0, 1 << 16, 16}), kPlain);
  EXPECT_EQ(launch({0, 4, int64_t(1) << 62}), kPlain);
  EXPECT_EQ(launch({0, kRows, kColumns, int64_t(1) << 62}), kPlain);
  EXPECT_EQ(launch({}), kMapped);
}

TEST_F(TensorMapLaunchTest, ClustersAreMadeWhole) {
  EXPECT_EQ(launch({0, kRows, kColumns, kPitch, 0, 0, 1}), kMapped);
}

TEST_F(TensorMapLaunchTest, CanBeTurnedOff) {
  kernel->setUsesTensorMaps(false);
  EXPECT_EQ(launch({}), kPlain);
  kernel->setUsesTensorMaps(true);
  EXPECT_EQ(launch({}), kMapped);
}

TEST_F(TensorMapLaunchTest, DynamicMemoryOfTheCallerTakesThePlainEntry) {
  check(kernel->setDynamicSharedMemory(64 * 1024));
  EXPECT_EQ(launch({}), kPlain);
  check(kernel->setDynamicSharedMemory(0));
  EXPECT_EQ(launch({}), kMapped);
}

// Each entry has what it needs, also above 48 KiB.
TEST_F(TensorMapLaunchTest, EntriesHaveDynamicMemoryOfTheirOwn) {
  KernelImage image = makeMappedImage();
  image.kernels[0].dynamicSharedMemory = 128;
  image.kernels[0].tensorMapEntry->dynamicSharedMemory = 200 * 1024;
  load(image);
  EXPECT_EQ(launch({}), kMapped);
  expectBoxes({});
  EXPECT_EQ(launch({2}), kPlain);
  image.kernels[0].tensorMapEntry->dynamicSharedMemory = 228 * 1024;
  std::string text = getText(device->load(image));
  EXPECT_NE(text.find("bytes of shared memory per CTA for kernel 'copy' of the "
                      "image"),
            std::string::npos)
      << text;
}

TEST_F(TensorMapLaunchTest, AnEmptyGridTakesNone) {
  std::vector<LaunchArgument> arguments = makeArguments({});
  std::vector<void *> parameters;
  for (LaunchArgument &argument : arguments)
    parameters.push_back(&argument.bits);
  EXPECT_FALSE(kernel->takesTensorMaps({0}, parameters.data()));
  EXPECT_TRUE(kernel->takesTensorMaps({2}, parameters.data()));
  check(kernel->launch({0}, arguments, nullptr));
}

TEST_F(TensorMapLaunchTest, BenchmarksTakeIt) {
  BenchmarkOptions options;
  options.warmUp = options.duration = 0;
  options.minSamples = options.maxSamples = 1;
  take(benchmark(*kernel, {2}, makeArguments({}), options));
  result.resize(2 * kBytes);
  check(device->copyToHost(result.data(), out, 2 * kBytes, nullptr));
  EXPECT_EQ(readWord(kFirst + kSecond), kMapped);
}

TEST_F(TensorMapLaunchTest, CountsAreThoseOfTheEntryThatRuns) {
  if (!device->getInfo().isSimulator)
    GTEST_SKIP() << "counts are the simulator's";
  auto count = [&] {
    return take(countLaunch(*kernel, {2}, makeArguments({}), 0))
        .statistics.getWarpInstructions();
  };
  auto mapped = count();
  kernel->setUsesTensorMaps(false);
  EXPECT_GT(mapped, 10 * count());
}

TEST_F(TensorMapLaunchTest, ImagesThatContradictThemselves) {
  KernelImage image = makeMappedImage();
  TensorMapEntry &entry = *image.kernels[0].tensorMapEntry;
  entry.name = "missing";
  std::string text = getText(device->load(image));
  EXPECT_NE(text.find("has no entry 'missing' for the kernel 'copy'"),
            std::string::npos)
      << text;
  entry.name = "copy_tma";
  entry.maps[0].argument = 3;
  EXPECT_EQ(getText(device->load(image)),
            "invalid-argument: expected pointers of 8 bytes for the tensor "
            "maps of kernel 'copy', found argument 3");
  // A driver does not say what parameters its entries have.
  if (!device->getInfo().isSimulator)
    return;
  entry.maps[0].argument = 1;
  entry.maps.push_back(entry.maps[0]);
  EXPECT_EQ(getText(device->load(image)),
            "corrupt-data: the image says that the entry 'copy_tma' of kernel "
            "'copy' ends with 3 tensor maps, its PTX has no parameter of 128 "
            "bytes for number 0");
  entry.maps.resize(1);
  EXPECT_EQ(getText(device->load(image)),
            "corrupt-data: the image says that kernel 'copy' has 8 "
            "parameters, its PTX says 9");
}

// An image without the second entry's description launches the plain one.
TEST_F(TensorMapLaunchTest, ThePlainEntryNeedsNothing) {
  KernelImage image = makeMappedImage();
  image.kernels[0].tensorMapEntry.reset();
  load(image);
  EXPECT_EQ(launch({}), kPlain);
}

} // namespace
