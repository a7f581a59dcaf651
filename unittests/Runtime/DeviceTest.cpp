//===- DeviceTest.cpp - What every device does ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

#include <numeric>
#include <thread>

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

using T = ArgumentType;

/// Runs on TILEWRIGHT_TEST_DEVICE.
class DeviceTest : public testing::Test {
protected:
  std::shared_ptr<Device> device = openTestDevice();
  KernelImage image = makeImage();

  DeviceAddress upload(const std::vector<float> &values) {
    DeviceAddress address = take(device->allocate(values.size() * 4));
    check(device->copyToDevice(address, values.data(), values.size() * 4,
                               nullptr));
    return address;
  }
  template <typename V = float>
  std::vector<V> download(DeviceAddress address, size_t count) {
    std::vector<V> values(count);
    check(
        device->copyToHost(values.data(), address, count * sizeof(V), nullptr));
    return values;
  }
  static std::vector<LaunchArgument> makeArguments(DeviceAddress x, float a,
                                                   int n) {
    return {LaunchArgument::pointer(x), LaunchArgument::f32(a),
            LaunchArgument::integer(T::I32, n)};
  }
  /// Kernels whose errors end the use of a real GPU need one that is not.
  bool isSimulated() const { return device->getInfo().name == "PTX simulator"; }
};

TEST_F(DeviceTest, Memory) {
  DeviceAddress empty = take(device->allocate(0));
  EXPECT_NE(empty, 0u);
  DeviceAddress x = take(device->allocate(1000));
  EXPECT_EQ(x % 256, 0u);
  std::vector<uint8_t> values(1000);
  std::iota(values.begin(), values.end(), 0);
  check(device->copyToDevice(x, values.data(), values.size(), nullptr));
  EXPECT_EQ(download<uint8_t>(x, 1000), values);
  DeviceAddress y = take(device->allocate(1000));
  check(device->copy(y, x + 10, 500, nullptr));
  EXPECT_EQ(download<uint8_t>(y, 500),
            std::vector<uint8_t>(values.begin() + 10, values.begin() + 510));
  check(device->copy(y, x, 0, nullptr));
  check(device->copyToHost(nullptr, x, 0, nullptr));
  check(device->free(empty));
  check(device->free(x));
  check(device->free(y));
  check(device->free(0));
}

TEST_F(DeviceTest, CopiesThatAreOutOfBounds) {
  if (!isSimulated())
    GTEST_SKIP() << "what a driver says of these differs";
  DeviceAddress x = take(device->allocate(64));
  char bytes[65] = {};
  auto expect = [&](llvm::Error error, const char *size) {
    std::string text = getText(std::move(error));
    EXPECT_NE(text.find("invalid-argument: "), std::string::npos) << text;
    EXPECT_NE(text.find(size), std::string::npos) << text;
    char address[32];
    std::snprintf(address, sizeof(address), "0x%llx", (unsigned long long)x);
    EXPECT_NE(text.find(address), std::string::npos) << text;
  };
  expect(device->copyToDevice(x, bytes, 65, nullptr), "65 bytes");
  expect(device->copyToHost(bytes, x, 65, nullptr), "65 bytes");
  expect(device->copy(x, x, 65, nullptr), "65 bytes");
  uint32_t one = 1;
  expect(device->fill(x, &one, 4, 17, nullptr), "68 bytes");
  EXPECT_EQ(getText(device->free(x + 4))
                .find("invalid-argument: expected the "
                      "address of an allocation"),
            0u);
  check(device->free(x));
  EXPECT_EQ(getText(device->free(x)).find("invalid-argument: "), 0u);
}

TEST_F(DeviceTest, FillPatterns) {
  const uint8_t pattern[16] = {1, 2,  3,  4,  5,  6,  7,  8,
                               9, 10, 11, 12, 13, 14, 15, 16};
  for (unsigned size : {1, 2, 4, 8, 16})
    for (uint64_t count : {0, 1, 2, 3, 37, 64}) {
      DeviceAddress x = take(device->allocate(2048));
      uint8_t old = 0xEE;
      check(device->fill(x, &old, 1, 2048, nullptr));
      // Before and behind, nothing may change.
      check(device->fill(x + 16, pattern, size, count, nullptr));
      std::vector<uint8_t> expected(2048, 0xEE);
      for (uint64_t i = 0; i < size * count; ++i)
        expected[16 + i] = pattern[i % size];
      EXPECT_EQ(download<uint8_t>(x, 2048), expected)
          << size << " bytes, " << count << " times";
      check(device->free(x));
    }
}

TEST_F(DeviceTest, FillWithEqualWords) {
  DeviceAddress x = take(device->allocate(256));
  uint64_t pattern[2] = {0x0102'0304'0102'0304, 0x0102'0304'0102'0304};
  check(device->fill(x, pattern, 16, 16, nullptr));
  EXPECT_EQ(download<uint32_t>(x, 64), std::vector<uint32_t>(64, 0x0102'0304));
  check(device->free(x));
}

TEST_F(DeviceTest, FillsThatAreWrong) {
  DeviceAddress x = take(device->allocate(256));
  uint64_t zero[2] = {};
  EXPECT_EQ(getText(device->fill(x, zero, 3, 1, nullptr)),
            "invalid-argument: expected a pattern of 1, 2, 4, 8 or 16 bytes to "
            "fill with, found 3");
  EXPECT_EQ(getText(device->fill(x + 2, zero, 8, 1, nullptr))
                .find("invalid-argument: expected an address to fill that is a "
                      "multiple of 4, found 0x"),
            0u);
  EXPECT_EQ(getText(device->fill(x, zero, 16, ~uint64_t(0), nullptr)),
            "invalid-argument: expected at most 2^59 patterns to fill with, "
            "found 18446744073709551615");
  check(device->free(x));
}

TEST_F(DeviceTest, Launch) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  EXPECT_EQ(scale, take(module->findKernel("scale_entry")));
  EXPECT_EQ(scale->getName(), "scale");
  EXPECT_EQ(&scale->getModule(), module.get());
  EXPECT_EQ(&scale->getDevice(), device.get());
  EXPECT_EQ(scale->getNative() == nullptr, device->getInfo().isSimulator);
  std::vector<float> values(100);
  std::iota(values.begin(), values.end(), 0);
  DeviceAddress x = upload(values);
  check(scale->launch({4}, makeArguments(x, 3, 90), nullptr));
  for (int i = 0; i < 90; ++i)
    values[i] = 3 * i;
  EXPECT_EQ(download(x, 100), values);
  // The same with pointers to the values.
  float a = 2;
  int n = 1;
  void *parameters[] = {&x, &a, &n};
  values[0] = 5;
  check(device->copyToDevice(x, values.data(), 4, nullptr));
  check(scale->launchRaw({1}, parameters, nullptr));
  EXPECT_EQ(download(x, 1)[0], 10);
  check(device->free(x));
}

TEST_F(DeviceTest, ArgumentsAreChecked) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  EXPECT_EQ(getText(scale->launch({1}, makeArguments(0x1004, 1, 1), nullptr)),
            "assumption-violated: argument 0 'x' of kernel 'scale': expected a "
            "multiple of 16, as its code relies on it, found 0x1004; compile "
            "with --assume=x:1 to allow any value, or use a specializer "
            "(tileSpecializerCreate)");
}

TEST_F(DeviceTest, Grids) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  auto arguments = makeArguments(0, 1, 1);
  // It would store to address 0 if it ran.
  check(scale->launch({0, 1, 1}, arguments, nullptr));
  check(scale->launch({1, 0, 1}, arguments, nullptr));
  check(scale->launch({1, 1, 0}, arguments, nullptr));
  const char *expected =
      "invalid-argument: expected a grid of at most 2147483647 x 65535 x 65535 "
      "CTAs for kernel 'scale', found ";
  EXPECT_EQ(getText(scale->launch({0x8000'0000}, arguments, nullptr)),
            expected + std::string("2147483648 x 1 x 1"));
  EXPECT_EQ(getText(scale->launch({1, 65536}, arguments, nullptr)),
            expected + std::string("1 x 65536 x 1"));
  EXPECT_EQ(getText(scale->launch({1, 1, 65536}, arguments, nullptr)),
            expected + std::string("1 x 1 x 65536"));
  check(device->synchronize());
}

TEST_F(DeviceTest, DynamicSharedMemory) {
  auto module = take(device->load(image));
  Kernel *sum = take(module->findKernel("sum"));
  DeviceAddress out = take(device->allocate(4));
  // 64 KiB must be asked for.
  for (unsigned bytes : {128, 64 * 1024, 128}) {
    uint32_t zero = 0;
    check(device->fill(out, &zero, 4, 1, nullptr));
    check(sum->setDynamicSharedMemory(bytes));
    check(sum->launch({1}, {LaunchArgument::pointer(out)}, nullptr));
    EXPECT_EQ(download<uint32_t>(out, 1)[0], 496u) << bytes;
  }
  std::string text = getText(sum->setDynamicSharedMemory(1 << 20));
  EXPECT_EQ(text.find("invalid-argument: expected at most "), 0u) << text;
  EXPECT_NE(text.find(" bytes of dynamic shared memory for kernel 'sum', found "
                      "1048576"),
            std::string::npos)
      << text;
  // Not 0 bytes, which would fit.
  text = getText(sum->setDynamicSharedMemory(uint64_t(1) << 32));
  EXPECT_NE(text.find("found 4294967296"), std::string::npos) << text;
  check(device->free(out));
}

/// What the code needs is there without a word, and also when the caller asks
/// for other bytes, which come behind it.
TEST_F(DeviceTest, DynamicSharedMemoryOfTheImage) {
  image.kernels[1].dynamicSharedMemory = 64 * 1024;
  auto module = take(device->load(image));
  Kernel *sum = take(module->findKernel("sum"));
  DeviceAddress out = take(device->allocate(4));
  LaunchArgument arguments[] = {LaunchArgument::pointer(out)};
  auto run = [&] {
    uint32_t zero = 0;
    check(device->fill(out, &zero, 4, 1, nullptr));
    check(sum->launch({1}, arguments, nullptr));
    EXPECT_EQ(download<uint32_t>(out, 1)[0], 496u);
  };
  run();
  for (unsigned bytes : {16, 80 * 1024, 0}) {
    check(sum->setDynamicSharedMemory(bytes));
    run();
  }
  std::string text = getText(sum->setDynamicSharedMemory(1 << 20));
  EXPECT_NE(
      text.find(
          " bytes of dynamic shared memory for kernel 'sum' in addition to "
          "the 65536 that its code needs, found 1048576"),
      std::string::npos)
      << text;
  run();
  check(device->free(out));
}

/// How many bytes a launch has, as the kernel sees it.
TEST_F(DeviceTest, DynamicSharedMemoryIsTheSum) {
  KernelImage image;
  image.target = "sm_80";
  image.stages[unsigned(Stage::PTX)] = R"(.version 8.1
.target sm_80
.address_size 64
.visible .entry size(.param .u64 out)
{
.reg .b32 %v;
.reg .b64 %out;
ld.param.u64 %out, [out];
mov.u32 %v, %dynamic_smem_size;
st.global.u32 [%out], %v;
ret;
}
)";
  KernelInfo info;
  info.symbol = info.name = "size";
  info.numThreads = 1;
  info.arguments = {makeArgument("out", "!tile.ptr<i32>", 8)};
  DeviceAddress out = take(device->allocate(4));
  for (unsigned needed : {0, 1024, 48 * 1024, 64 * 1024}) {
    info.dynamicSharedMemory = needed;
    image.kernels = {info};
    auto module = take(device->load(image));
    Kernel *size = take(module->findKernel(""));
    auto launch = [&] {
      check(size->launch({1}, {LaunchArgument::pointer(out)}, nullptr));
      return download<uint32_t>(out, 1)[0];
    };
    EXPECT_EQ(launch(), needed);
    for (unsigned bytes : {512, 16 * 1024, 0}) {
      check(size->setDynamicSharedMemory(bytes));
      EXPECT_EQ(launch(), needed + bytes);
    }
  }
  check(device->free(out));
}

TEST_F(DeviceTest, ImagesThatNeedTooMuchSharedMemory) {
  image.kernels[1].sharedMemory = 1024;
  image.kernels[1].dynamicSharedMemory = 1 << 20;
  std::string text = getText(device->load(image));
  EXPECT_EQ(text.find("unsupported: expected at most "), 0u) << text;
  EXPECT_NE(text.find(" bytes of shared memory per CTA for kernel 'sum' of the "
                      "image, which is what '" +
                      device->getInfo().name +
                      "' has, found 1049600: 1024 static and 1048576 dynamic"),
            std::string::npos)
      << text;
  // Sums that do not fit 32 bits.
  image.kernels[1].dynamicSharedMemory = UINT32_MAX;
  text = getText(device->load(image));
  EXPECT_NE(text.find("found 4294968319: 1024 static"), std::string::npos)
      << text;
}

TEST_F(DeviceTest, KernelsThatFail) {
  if (!isSimulated())
    GTEST_SKIP() << "ends the use of a GPU by this process";
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  DeviceAddress x = upload(std::vector<float>(40));
  auto [code, message] =
      takeStatus(scale->launch({2}, makeArguments(x, 1, 64), nullptr));
  EXPECT_EQ(code, StatusCode::LaunchFailed);
  EXPECT_NE(message.find("kernel 'scale'"), std::string::npos) << message;
  check(device->free(x));
}

TEST_F(DeviceTest, FindKernel) {
  auto module = take(device->load(image));
  EXPECT_EQ(getText(module->findKernel("gone")),
            "not-found: expected one of the kernels 'scale', 'sum', found "
            "'gone'");
  EXPECT_EQ(getText(module->findKernel("")),
            "invalid-argument: expected the name of a kernel, as the module "
            "has several: 'scale', 'sum'");
  image.kernels.pop_back();
  auto single = take(device->load(image));
  EXPECT_EQ(take(single->findKernel(""))->getName(), "scale");
  image.kernels.clear();
  auto none = take(device->load(image));
  EXPECT_EQ(getText(none->findKernel("")),
            "not-found: expected a kernel in the module, found none");
}

TEST_F(DeviceTest, ImagesThatCannotBeLoaded) {
  KernelImage gone = image;
  gone.kernels[0].name = "other";
  std::string text = getText(device->load(gone));
  EXPECT_EQ(text.find("not-found: the image's "), 0u) << text;
  EXPECT_NE(text.find(" has no entry 'other' for the kernel 'scale'"),
            std::string::npos)
      << text;
  gone = image;
  gone.kernels[1].numThreads = 0;
  EXPECT_EQ(getText(device->load(gone)),
            "invalid-argument: expected 1 to 1024 threads per CTA for kernel "
            "'sum' of the image, found 0");
  gone = image;
  gone.stages[unsigned(Stage::PTX)] =
      ".version 8.1\n.target sm_80\n.address_size 64\n.visible .entry "
      "scale_entry()\n{\nwrong.u32 %r;\n}\n";
  text = getText(device->load(gone));
  EXPECT_EQ(text.find("compile-failed: "), 0u) << text;
  EXPECT_NE(text.find("wrong"), std::string::npos) << text;
}

TEST_F(DeviceTest, StreamsAndEvents) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  auto stream = take(device->createStream());
  auto other = take(device->createStream());
  EXPECT_EQ(&stream->getDevice(), device.get());
  auto begin = take(device->createEvent());
  auto end = take(device->createEvent());
  EXPECT_EQ(getText(begin->getElapsed(*end)),
            "invalid-argument: expected two events that are recorded to "
            "measure between, found one that is not");
  DeviceAddress x = take(device->allocate(128));
  std::vector<float> values(32, 2);
  check(begin->record(stream.get()));
  check(device->copyToDevice(x, values.data(), 128, stream.get()));
  check(scale->launch({1}, makeArguments(x, 4, 32), stream.get()));
  check(end->record(stream.get()));
  check(other->wait(*end));
  check(scale->launch({1}, makeArguments(x, 4, 32), other.get()));
  check(device->copyToHost(values.data(), x, 128, other.get()));
  check(other->synchronize());
  EXPECT_EQ(values, std::vector<float>(32, 32));
  check(stream->synchronize());
  EXPECT_TRUE(take(stream->isDone()));
  check(end->synchronize());
  EXPECT_TRUE(take(end->isDone()));
  float elapsed = take(begin->getElapsed(*end));
  EXPECT_GE(elapsed, 0);
  EXPECT_LT(elapsed, 60000);
  check(device->synchronize());
  check(device->free(x));
}

TEST_F(DeviceTest, StreamsOfAnotherDevice) {
  auto simulator = take(Device::open("sim"));
  auto stream = take(simulator->createStream());
  DeviceAddress x = take(device->allocate(128));
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  auto event = take(device->createEvent());
  int value = 0;
  for (std::string text :
       {getText(device->copyToDevice(x, &value, 4, stream.get())),
        getText(device->copyToHost(&value, x, 4, stream.get())),
        getText(device->copy(x, x + 8, 4, stream.get())),
        getText(device->fill(x, &value, 4, 1, stream.get())),
        getText(scale->launch({1}, makeArguments(x, 1, 1), stream.get())),
        getText(event->record(stream.get()))})
    EXPECT_EQ(text.find("invalid-argument: expected a stream of this "), 0u)
        << text;
  check(device->free(x));
}

TEST_F(DeviceTest, WhatADeviceMakesHoldsIt) {
  auto module = take(device->load(image));
  auto stream = take(device->createStream());
  auto event = take(device->createEvent());
  DeviceAddress x = upload(std::vector<float>(32, 1));
  Device *raw = device.get();
  device.reset();
  Kernel *scale = take(module->findKernel("scale"));
  check(scale->launch({1}, makeArguments(x, 2, 32), stream.get()));
  check(event->record(stream.get()));
  check(event->synchronize());
  EXPECT_EQ(&event->getDevice(), raw);
  check(raw->free(x));
}

TEST_F(DeviceTest, ManyThreads) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> results(4);
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto stream = take(device->createStream());
      std::vector<float> values(32, 1);
      DeviceAddress x = take(device->allocate(128));
      check(device->copyToDevice(x, values.data(), 128, stream.get()));
      for (unsigned i = 0; i < 5; ++i)
        check(scale->launch({1}, makeArguments(x, t, 32), stream.get()));
      check(device->copyToHost(values.data(), x, 128, stream.get()));
      check(stream->synchronize());
      check(device->free(x));
      results[t] = values;
    });
  for (std::thread &thread : threads)
    thread.join();
  const float powers[] = {0, 1, 32, 243};
  for (unsigned t = 0; t < 4; ++t)
    EXPECT_EQ(results[t], std::vector<float>(32, powers[t]));
}

TEST_F(DeviceTest, Benchmark) {
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  DeviceAddress x = upload(std::vector<float>(320, 1));
  BenchmarkOptions options;
  options.warmUp = 1;
  options.duration = 5;
  options.minSamples = 7;
  options.maxSamples = 50;
  for (bool coldL2 : {true, false}) {
    options.coldL2 = coldL2;
    BenchmarkResult result =
        take(benchmark(*scale, {10}, makeArguments(x, 1, 320), options));
    EXPECT_GE(result.numSamples, 7u);
    EXPECT_LE(result.numSamples, 50u);
    EXPECT_GT(result.min, 0);
    EXPECT_LE(result.min, result.p10);
    EXPECT_LE(result.p10, result.median);
    EXPECT_LE(result.median, result.p90);
    EXPECT_LE(result.p90, result.p99);
    EXPECT_LE(result.p99, result.max);
    EXPECT_LE(result.min, result.mean);
    EXPECT_LE(result.mean, result.max);
  }
  EXPECT_EQ(getText(benchmark(*scale, {10}, {}, options)),
            "invalid-argument: expected 3 arguments for kernel 'scale', found "
            "0");
  options.maxSamples = 6;
  EXPECT_EQ(getText(benchmark(*scale, {10}, makeArguments(x, 1, 320), options))
                .find("invalid-argument: expected at least 1 sample"),
            0u);
  options.maxSamples = 50;
  options.duration = -1;
  EXPECT_EQ(getText(benchmark(*scale, {10}, makeArguments(x, 1, 320), options))
                .find("invalid-argument: expected times"),
            0u);
  check(device->free(x));
}

TEST_F(DeviceTest, BenchmarkCountsSteps) {
  BenchmarkOptions options;
  options.warmUp = 0;
  options.duration = 0;
  options.minSamples = 40;
  options.maxSamples = 40;
  options.coldL2 = true;
  unsigned steps = 0;
  auto step = [&] {
    ++steps;
    return llvm::Error::success();
  };
  BenchmarkResult result = take(benchmark(*device, step, options));
  EXPECT_EQ(result.numSamples, 40u);
  // One to warm up.
  EXPECT_EQ(steps, 41u);
  auto failing = [&] { return makeError(StatusCode::Cancelled, "enough"); };
  EXPECT_EQ(getText(benchmark(*device, failing, options)), "cancelled: enough");
}

} // namespace
