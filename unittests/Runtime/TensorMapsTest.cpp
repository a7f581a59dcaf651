//===- TensorMapsTest.cpp - Which entry a launch takes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

#include "tile/Runtime/TensorMaps.h"

#include "llvm/Support/MathExtras.h"

#include <thread>

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

/// A kernel f(a: ptr, m: i32, k: i64, flag: i1, small: i8, mid: i16) with a map
/// of `a` as m rows of k bf16 that lie k apart, 64 x 64 at a time.
KernelInfo makeKernel() {
  KernelInfo kernel;
  kernel.symbol = kernel.name = "f";
  kernel.numThreads = 128;
  kernel.arguments = {makeArgument("a", "!tile.ptr<bf16>", 8),
                      makeArgument("m", "i32", 4),
                      makeArgument("k", "i64", 8),
                      makeArgument("flag", "i1", 1),
                      makeArgument("small", "i8", 1),
                      makeArgument("mid", "i16", 2)};
  TensorMapEntry &entry = kernel.tensorMapEntry.emplace();
  entry.name = "f_tma";
  entry.numThreads = kernel.numThreads;
  TensorMapInfo &map = entry.maps.emplace_back();
  map.elementType = "bf16";
  map.swizzle = 128;
  map.dims.resize(2);
  map.dims[0].box = map.dims[1].box = 64;
  map.dims[0].extent = ArgumentSum{ArgumentTerm{1, {2}}};
  map.dims[1].extent = ArgumentSum{ArgumentTerm{1, {1}}};
  map.dims[1].stride = {{1, {2}}};
  return kernel;
}

struct Launch {
  uint64_t a = 0x10000;
  int32_t m = 100;
  int64_t k = 128;
  uint8_t flag = 1;
  int8_t small = -2;
  int16_t mid = -300;
  uint32_t numCTAs = 1;
};

/// What is encoded, by a device that refuses nothing or everything.
struct Recorder {
  explicit Recorder(const KernelInfo &kernel, bool accepts = true)
      : maps(
            kernel, /*maxCTAs=*/0,
            [this, accepts](const sim::TensorMap &tensor, void *map) {
              EXPECT_EQ(tensor.check(), "");
              EXPECT_EQ(reinterpret_cast<uintptr_t>(map) % 64, 0u);
              tensor.encode(static_cast<uint8_t *>(map));
              ++count;
              return accepts;
            },
            TensorMaps::Clusters()),
        ctasPerCluster(kernel.tensorMapEntry->ctasPerCluster) {}

  /// The first map of a launch; none: it takes the plain entry.
  std::optional<sim::TensorMap> encode(Launch launch) {
    void *parameters[] = {&launch.a,    &launch.m,     &launch.k,
                          &launch.flag, &launch.small, &launch.mid};
    EncodedTensorMaps encoded;
    if (!maps.encode({launch.numCTAs, 3, 2}, parameters, encoded))
      return std::nullopt;
    // In whole clusters.
    EXPECT_EQ(encoded.ctas.x, llvm::alignTo(launch.numCTAs, ctasPerCluster));
    EXPECT_EQ(encoded.ctas.y, 3u);
    EXPECT_EQ(encoded.ctas.z, 2u);
    sim::TensorMap map;
    EXPECT_TRUE(map.decode(reinterpret_cast<uint8_t *>(encoded.maps[0])));
    return map;
  }
  bool takes(const Launch &launch) { return encode(launch).has_value(); }

  unsigned count = 0;
  TensorMaps maps;
  unsigned ctasPerCluster;
};

/// Whether a launch takes the entry of a changed kernel.
template <typename Change> bool takes(Change change, Launch launch = {}) {
  KernelInfo kernel = makeKernel();
  change(*kernel.tensorMapEntry);
  return Recorder(kernel).takes(launch);
}
bool isPositive(ArgumentSum sum, Launch launch = {}) {
  return takes([&](TensorMapEntry &entry) { entry.positives = {sum}; }, launch);
}

TEST(TensorMapsTest, TheMapHasTheArguments) {
  Recorder recorder(makeKernel());
  std::optional<sim::TensorMap> map = recorder.encode({});
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(map->address, 0x10000u);
  EXPECT_EQ(map->type, 9u);
  EXPECT_EQ(map->rank, 2u);
  EXPECT_EQ(map->swizzle, 3u);
  EXPECT_EQ(map->interleave, 0u);
  EXPECT_EQ(map->fill, 0u);
  EXPECT_EQ(map->sizes[0], 128u);
  EXPECT_EQ(map->sizes[1], 100u);
  EXPECT_EQ(map->strides[0], 256u);
  EXPECT_EQ(map->box[0], 64u);
  EXPECT_EQ(map->box[1], 64u);
  EXPECT_EQ(map->elementStrides[0], 1u);
}

TEST(TensorMapsTest, TypesOfElements) {
  struct {
    const char *name;
    uint32_t type, bytes;
  } rows[] = {{"i8", 0, 1},  {"f8E4M3FN", 0, 1}, {"f8E5M2", 0, 1},
              {"i16", 1, 2}, {"i32", 3, 4},      {"i64", 5, 8},
              {"f16", 6, 2}, {"f32", 7, 4},      {"f64", 8, 8},
              {"bf16", 9, 2}};
  for (auto &row : rows) {
    KernelInfo kernel = makeKernel();
    TensorMapInfo &map = kernel.tensorMapEntry->maps[0];
    map.elementType = row.name;
    map.dims[0].box = 128 / row.bytes;
    std::optional<sim::TensorMap> encoded = Recorder(kernel).encode({});
    ASSERT_TRUE(encoded.has_value()) << row.name;
    EXPECT_EQ(encoded->type, row.type) << row.name;
    EXPECT_EQ(encoded->strides[0], 128 * row.bytes) << row.name;
  }
  for (const char *name : {"", "i1", "i4", "f8E8M0FNU", "tf32", "i128"})
    EXPECT_FALSE(takes([&](auto &e) { e.maps[0].elementType = name; })) << name;
}

TEST(TensorMapsTest, Swizzles) {
  const uint32_t swizzles[] = {0, 32, 64, 128};
  for (uint32_t number = 0; number < 4; ++number) {
    KernelInfo kernel = makeKernel();
    TensorMapInfo &map = kernel.tensorMapEntry->maps[0];
    map.swizzle = swizzles[number];
    map.dims[0].box = 16;
    EXPECT_EQ(Recorder(kernel).encode({})->swizzle, number);
  }
  // A row of 128 bytes in a swizzle of 64, and one of 8 bytes.
  EXPECT_FALSE(takes([](auto &e) { e.maps[0].swizzle = 64; }));
  EXPECT_FALSE(takes([](auto &e) { e.maps[0].dims[0].box = 4; }));
}

TEST(TensorMapsTest, Addresses) {
  Recorder recorder(makeKernel());
  for (uint64_t address : {uint64_t(16), uint64_t(1) << 63})
    EXPECT_TRUE(recorder.takes({address})) << address;
  for (uint64_t address : {0, 1, 8, 0x10008})
    EXPECT_FALSE(recorder.takes({address})) << address;
}

TEST(TensorMapsTest, Extents) {
  Recorder recorder(makeKernel());
  for (int32_t m : {1, 0x7FFF'FFFF})
    EXPECT_TRUE(recorder.takes({16, m})) << m;
  for (int32_t m : {0, -1, int32_t(0x8000'0000)})
    EXPECT_FALSE(recorder.takes({16, m})) << m;
  // Below 2^31, from which on a kernel's sums of 32 bits have wrapped; and what
  // has no end has as many.
  auto withExtent = [](std::optional<ArgumentSum> extent) {
    KernelInfo kernel = makeKernel();
    kernel.tensorMapEntry->maps[0].dims[0].extent = extent;
    std::optional<sim::TensorMap> map = Recorder(kernel).encode({});
    return map ? map->sizes[0] : 0;
  };
  uint64_t most = uint64_t(1) << 31;
  EXPECT_EQ(withExtent(std::nullopt), most);
  EXPECT_EQ(withExtent(ArgumentSum{ArgumentTerm{int64_t(1) << 24, {2}}}), 0u);
  EXPECT_EQ(withExtent(ArgumentSum{{int64_t(1) << 24, {2}}, {-1, {}}}),
            most - 1);
  EXPECT_EQ(withExtent(ArgumentSum{}), 0u);
}

TEST(TensorMapsTest, Origins) {
  auto withOrigins = [](Launch launch, unsigned column, unsigned row,
                        int64_t stride = 128) {
    KernelInfo kernel = makeKernel();
    kernel.tensorMapEntry->maps[0].dims[1].stride = {{stride, {}}};
    std::vector<TensorMapDim> &dims = kernel.tensorMapEntry->maps[0].dims;
    dims[0].origin = column;
    dims[1].origin = row;
    return Recorder(kernel).encode(launch);
  };
  // Rows of 256 bytes.
  uint64_t address = 0x10'0000'0000;
  std::optional<sim::TensorMap> map = withOrigins({address + 32}, 8, 1 << 28);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->address, 16u);
  EXPECT_EQ(map->sizes[0], 136u);
  EXPECT_EQ(map->sizes[1], (1u << 28) + 100);
  // Below address 16; lines off 16 bytes; as many rows as copies take; and a
  // product that overflows.
  EXPECT_FALSE(withOrigins({address + 16}, 8, 1 << 28));
  EXPECT_FALSE(withOrigins({address}, 0, 1 << 28));
  EXPECT_FALSE(withOrigins({address + 32}, 4, 1 << 28));
  Launch rows{uint64_t(1) << 62, INT32_MAX - 100};
  EXPECT_TRUE(withOrigins(rows, 0, 100));
  EXPECT_FALSE(withOrigins(rows, 0, 101));
  Launch high{uint64_t(1) << 62};
  EXPECT_TRUE(withOrigins(high, 0, 1 << 16, (int64_t(1) << 39) - 8));
  EXPECT_FALSE(withOrigins(high, 0, 1 << 30, (int64_t(1) << 39) - 8));
}

TEST(TensorMapsTest, Strides) {
  auto withStride = [](int64_t elements) {
    return takes([&](TensorMapEntry &entry) {
      entry.maps[0].dims[1].stride = {{elements, {}}};
    });
  };
  int64_t end = int64_t(1) << 39;
  for (int64_t stride : {int64_t(8), end - 8})
    EXPECT_TRUE(withStride(stride)) << stride;
  for (int64_t stride :
       {int64_t(0), int64_t(-8), int64_t(1), int64_t(4), end, end - 4,
        int64_t(1) << 62, std::numeric_limits<int64_t>::min()})
    EXPECT_FALSE(withStride(stride)) << stride;
  EXPECT_FALSE(takes([](auto &e) { e.maps[0].dims[1].stride = {}; }));
  // That of dimension 0 is not looked at.
  EXPECT_TRUE(takes([](auto &e) { e.maps[0].dims[0].stride = {{-3, {}}}; }));
}

TEST(TensorMapsTest, Clusters) {
  auto withCTAs = [](uint32_t numCTAs) {
    Launch launch;
    launch.numCTAs = numCTAs;
    return takes([](auto &e) { e.ctasPerCluster = 4; }, launch);
  };
  for (uint32_t number : {1, 2, 3, 4, 5, 6, 0x7FFF'FFFC})
    EXPECT_TRUE(withCTAs(number)) << number;
  // No grid has so many.
  EXPECT_FALSE(withCTAs(0x7FFF'FFFF));
}

/// The CTAs that share each of `programs` programs of a loop of k / 64
/// iterations, on an H200.
unsigned getShares(Grid programs, int64_t k, bool isPersistent = false,
                   unsigned asked = 0) {
  KernelInfo kernel = makeKernel();
  kernel.tensorMapEntry->split = LoopSplit{{{1, {2}}, {63, {}}}, 64};
  kernel.tensorMapEntry->isPersistent = isPersistent;
  // Two CTAs fit a multiprocessor.
  TensorMaps maps(kernel, 132,
                  [](const sim::TensorMap &, void *) { return true; },
                  {132, {132, 62, 30}});
  Launch launch;
  void *parameters[] = {&launch.a,    &launch.m,     &k,
                        &launch.flag, &launch.small, &launch.mid};
  EncodedTensorMaps encoded;
  EXPECT_TRUE(maps.encode(programs, parameters, encoded, asked));
  unsigned shares = encoded.ctasPerProgram;
  Grid ctas = {programs.x * shares, programs.y, programs.z};
  if (isPersistent)
    ctas = {ctas.x * ctas.y * ctas.z, 1, 1};
  // More programs than multiprocessors wait for each other in turn.
  if (ctas.x <= 132)
    EXPECT_EQ(encoded.ctas.x, ctas.x);
  return shares;
}

// As many as have a multiprocessor each, and 8 iterations or more; 16 if they
// are two.
TEST(TensorMapsTest, CTAsThatShareALoop) {
  for (bool isPersistent : {false, true}) {
    EXPECT_EQ(getShares({1}, 8192, isPersistent), 8u);
    EXPECT_EQ(getShares({16}, 8192, isPersistent), 8u);
    EXPECT_EQ(getShares({17}, 8192, isPersistent), 4u);
    EXPECT_EQ(getShares({4, 4, 2}, 8192, isPersistent), 4u);
    EXPECT_EQ(getShares({66}, 8192, isPersistent), 2u);
    EXPECT_EQ(getShares({67}, 64 * 127, isPersistent), 1u);
    EXPECT_EQ(getShares({67}, 64 * 128, isPersistent), 2u);
    EXPECT_EQ(getShares({133}, 65536, isPersistent), 1u);
    EXPECT_EQ(getShares({1000}, 65536, isPersistent), 1u);
    EXPECT_EQ(getShares({66}, 64 * 31, isPersistent), 1u);
    EXPECT_EQ(getShares({66}, 64 * 32, isPersistent), 2u);
    EXPECT_EQ(getShares({16}, 64 * 31, isPersistent), 1u);
    EXPECT_EQ(getShares({16}, 64 * 32, isPersistent), 4u);
    EXPECT_EQ(getShares({16}, 64 * 63, isPersistent), 4u);
    EXPECT_EQ(getShares({16}, 64 * 64, isPersistent), 8u);
    // What is asked for, as by a node of a graph.
    EXPECT_EQ(getShares({16}, 64, isPersistent, 4), 4u);
    EXPECT_EQ(getShares({16}, 8192, isPersistent, 1), 1u);
  }
}

// A device that runs fewer clusters at a time; and one that runs none.
TEST(TensorMapsTest, ClustersThatADeviceRuns) {
  KernelInfo kernel = makeKernel();
  kernel.tensorMapEntry->split = LoopSplit{{{1, {2}}}, 64};
  auto getShares = [&](const TensorMaps::Clusters &clusters) {
    TensorMaps maps(
        kernel, 132, [](const sim::TensorMap &, void *) { return true; },
        clusters);
    Launch launch;
    launch.k = 8192;
    void *parameters[] = {&launch.a,    &launch.m,     &launch.k,
                          &launch.flag, &launch.small, &launch.mid};
    EncodedTensorMaps encoded;
    EXPECT_TRUE(maps.encode({15}, parameters, encoded));
    return encoded.ctasPerProgram;
  };
  EXPECT_EQ(getShares({}), 1u);
  EXPECT_EQ(getShares({132, {66, 30, 15}}), 8u);
  EXPECT_EQ(getShares({132, {66, 30, 14}}), 4u);
  EXPECT_EQ(getShares({132, {66, 14, 14}}), 2u);
  EXPECT_EQ(getShares(TensorMaps::Clusters::ofOneCTA(132)), 8u);
  EXPECT_EQ(getShares(TensorMaps::Clusters::ofOneCTA(30)), 2u);
}

// A kernel whose loop is not split cannot do what is asked for.
TEST(TensorMapsTest, WholeLoopsHaveNoClusters) {
  TensorMaps maps(
      makeKernel(), 132, [](const sim::TensorMap &, void *) { return true; },
      TensorMaps::Clusters::ofOneCTA(132));
  Launch launch;
  void *parameters[] = {&launch.a,    &launch.m,     &launch.k,
                        &launch.flag, &launch.small, &launch.mid};
  EncodedTensorMaps encoded;
  EXPECT_FALSE(maps.encode({4}, parameters, encoded, 2));
  EXPECT_TRUE(maps.encode({4}, parameters, encoded, 1));
  EXPECT_EQ(encoded.ctasPerProgram, 1u);
}

TEST(TensorMapsTest, SumsReadIntegersOfEachSize) {
  // i1 is 0 or 1, whatever the byte's other bits; the others have signs.
  EXPECT_TRUE(isPositive({{1, {3}}}));
  EXPECT_TRUE(isPositive({{-1, {3}}, {2, {}}}, {16, 1, 8, 0xFF}));
  EXPECT_FALSE(isPositive({{1, {3}}}, {16, 1, 8, 0xFE}));
  EXPECT_FALSE(isPositive({{1, {4}}, {2, {}}}));
  EXPECT_TRUE(isPositive({{1, {4}}, {3, {}}}));
  EXPECT_FALSE(isPositive({{1, {5}}, {300, {}}}));
  EXPECT_TRUE(isPositive({{1, {5}}, {301, {}}}));
  EXPECT_FALSE(isPositive({{1, {2}}, {-128, {}}}));
  EXPECT_TRUE(isPositive({{1, {2}}, {-127, {}}}));
}

TEST(TensorMapsTest, SumsOfProducts) {
  // 3 m k - 2 m m + 1 = 38400 - 20000 + 1, and without the 1 and less.
  ArgumentSum sum = {{3, {1, 2}}, {-2, {1, 1}}, {1, {}}};
  EXPECT_TRUE(isPositive(sum));
  sum[2].factor = -18400;
  EXPECT_FALSE(isPositive(sum));
  sum[2].factor = -18399;
  EXPECT_TRUE(isPositive(sum));
  EXPECT_FALSE(isPositive({}));
}

TEST(TensorMapsTest, OverflowsTakeThePlainEntry) {
  int64_t large = int64_t(1) << 62;
  EXPECT_TRUE(isPositive({{large, {}}}));
  // 2^62 + 2^62 and 2^62 * 100, which would be positive modulo 2^64 with 5.
  EXPECT_FALSE(isPositive({{large, {}}, {large, {}}}));
  EXPECT_FALSE(isPositive({{large, {1}}}));
  EXPECT_FALSE(isPositive({{large + 1, {1, 1}}}));
  // A product that overflows on its way is none, although a 0 follows.
  EXPECT_FALSE(isPositive({{large, {1, 3}}, {1, {}}}, {16, 4, 8, 0}));
  EXPECT_FALSE(isPositive({{std::numeric_limits<int64_t>::min(), {4}}},
                          {16, 1, 8, 0, -1}));
  Recorder recorder(makeKernel());
  EXPECT_FALSE(
      recorder.takes({16, 1, std::numeric_limits<int64_t>::max() - 7}));
  EXPECT_EQ(recorder.count, 0u);
}

TEST(TensorMapsTest, ADeviceThatRefuses) {
  Recorder recorder(makeKernel(), /*accepts=*/false);
  EXPECT_FALSE(recorder.takes({}));
  EXPECT_FALSE(recorder.takes({}));
  EXPECT_EQ(recorder.count, 2u);
}

TEST(TensorMapsTest, EqualValuesAreEncodedOnce) {
  Recorder recorder(makeKernel());
  EXPECT_TRUE(recorder.takes({}));
  EXPECT_EQ(recorder.count, 1u);
  // What is in no map changes nothing.
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(recorder.takes({0x10000, 100, 128, uint8_t(i), int8_t(i)}));
  EXPECT_EQ(recorder.count, 1u);
  EXPECT_EQ(recorder.encode({0x20000})->address, 0x20000u);
  EXPECT_EQ(recorder.count, 2u);
  EXPECT_EQ(recorder.encode({0x10000, 101})->sizes[1], 101u);
  EXPECT_EQ(recorder.encode({0x10000, 100, 136})->strides[0], 272u);
  EXPECT_EQ(recorder.count, 4u);
  // All of them are kept.
  EXPECT_EQ(recorder.encode({})->address, 0x10000u);
  EXPECT_EQ(recorder.encode({0x20000})->address, 0x20000u);
  EXPECT_EQ(recorder.encode({0x10000, 101})->sizes[1], 101u);
  EXPECT_EQ(recorder.count, 4u);
}

// The layers of a model: one kernel, and weights at as many addresses.
TEST(TensorMapsTest, ManyAddressesAreKept) {
  Recorder recorder(makeKernel());
  auto launchAll = [&] {
    for (uint64_t i = 1; i <= 32; ++i)
      EXPECT_EQ(recorder.encode({i << 21})->address, i << 21);
  };
  launchAll();
  EXPECT_EQ(recorder.count, 32u);
  launchAll();
  EXPECT_LE(recorder.count, 36u);
  // More than fit are right all the same.
  for (uint64_t i = 1; i <= 5000; ++i)
    EXPECT_EQ(recorder.encode({i << 12})->address, i << 12);
}

// Each value is a function of its key, so that one in parts of two shows.
TEST(TensorMapCacheTest, ThreadsReadWholeEntries) {
  TensorMapCache cache(2, 40);
  std::atomic<unsigned> numWrong{0}, numFound{0};
  auto work = [&](unsigned seed) {
    uint64_t state = seed;
    for (unsigned i = 0; i < 40000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      // More keys than places.
      uint64_t number = (state >> 33) % 300;
      uint64_t key[2] = {number << 8, ~number}, value[40];
      if (cache.find(key, value)) {
        ++numFound;
        for (unsigned w = 0; w < 40; ++w)
          numWrong += value[w] != number * 1000 + w;
        continue;
      }
      for (unsigned w = 0; w < 40; ++w)
        value[w] = number * 1000 + w;
      cache.insert(key, value);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numWrong, 0u);
  EXPECT_GT(numFound, 1000u);
}

} // namespace
