//===- CudaDeviceTest.cpp - GPUs, and their absence -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDevice.h"

#include "../../lib/Runtime/CudaDriver.h"
#include "tile/Runtime/CudaTarget.h"

#include "llvm/ADT/StringRef.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

TEST(CudaTargetTest, Parse) {
  EXPECT_EQ(CudaTarget::parse("sm_90a")->capability, 90u);
  EXPECT_EQ(CudaTarget::parse("sm_90a")->suffix, 'a');
  EXPECT_EQ(CudaTarget::parse("sm_100f")->suffix, 'f');
  EXPECT_EQ(CudaTarget::parse("sm_121")->suffix, 0);
  for (const char *text : {"", "sm_", "sm_x", "sm_90b", "sm_90aa", "90a"})
    EXPECT_FALSE(CudaTarget::parse(text).has_value()) << text;
}

/// CUDA C++ Programming Guide: "Binary Compatibility", "PTX Compatibility" and
/// "Family-Specific Features".
TEST(CudaTargetTest, Fits) {
  struct {
    const char *target;
    unsigned device;
    bool cubin, ptx;
  } rows[] = {{"sm_80", 80, true, true},      {"sm_80", 86, true, true},
              {"sm_86", 80, false, false},    {"sm_80", 90, false, true},
              {"sm_90", 90, true, true},      {"sm_90a", 90, true, true},
              {"sm_90a", 100, false, false},  {"sm_90a", 89, false, false},
              {"sm_100", 103, true, true},    {"sm_100a", 103, false, false},
              {"sm_100f", 100, true, true},   {"sm_100f", 103, false, true},
              {"sm_103f", 100, false, false}, {"sm_100f", 110, false, false},
              {"sm_100f", 120, false, false}, {"sm_120f", 121, false, true},
              {"sm_100", 120, false, true}};
  for (auto &row : rows) {
    CudaTarget target = *CudaTarget::parse(row.target);
    EXPECT_EQ(target.fitsCubin(row.device), row.cubin)
        << row.target << " on " << row.device;
    EXPECT_EQ(target.fitsPTX(row.device), row.ptx)
        << row.target << " on " << row.device;
  }
}

TEST(CudaTargetTest, FindTarget) {
  EXPECT_EQ(findTarget(75), "");
  EXPECT_EQ(findTarget(80), "sm_80");
  EXPECT_EQ(findTarget(82), "sm_80");
  EXPECT_EQ(findTarget(89), "sm_89");
  EXPECT_EQ(findTarget(90), "sm_90a");
  EXPECT_EQ(findTarget(100), "sm_100a");
  EXPECT_EQ(findTarget(120), "sm_120a");
  EXPECT_EQ(findTarget(109), "sm_103");
  EXPECT_EQ(findTarget(129), "sm_121");
}

//===----------------------------------------------------------------------===//
// Where there is no driver
//===----------------------------------------------------------------------===//

TEST(CudaDriverTest, WithoutADriver) {
  llvm::Expected<unsigned> count = Device::countGPUs();
  if (count)
    GTEST_SKIP() << "there is a driver";
  std::string text = getText(std::move(count));
  EXPECT_EQ(text.find("unavailable: the CUDA driver "), 0u) << text;
  EXPECT_EQ(getText(Device::open("cuda")), text);
  EXPECT_EQ(getText(Device::open("cuda:99")), text);
  EXPECT_EQ(getText(Device::adopt(&text)), text);
  EXPECT_EQ(getText(Device::adopt(nullptr)),
            "invalid-argument: expected a CUDA context to adopt, found null");
  EXPECT_TRUE(take(Device::open("auto"))->getInfo().isSimulator);
}

//===----------------------------------------------------------------------===//
// With one
//===----------------------------------------------------------------------===//

/// Runs where TILEWRIGHT_TEST_DEVICE is a GPU, simulated or not.
class CudaDeviceTest : public testing::Test {
protected:
  void SetUp() override {
    if (!llvm::StringRef(getTestDevice()).starts_with("cuda"))
      GTEST_SKIP() << "no GPU is to be tested";
    device = openTestDevice();
    driver = take(cuda::Driver::get());
  }
  std::shared_ptr<Device> device;
  const cuda::Driver *driver = nullptr;
  KernelImage image = makeImage();

  cuda::Context getCurrent() const {
    cuda::Context context = nullptr;
    EXPECT_EQ(driver->contextGetCurrent(&context), cuda::Result::Success);
    return context;
  }
  /// Makes a context current for a while.
  cuda::Context push(unsigned ordinal) {
    cuda::Context context = nullptr;
    EXPECT_EQ(driver->primaryContextRetain(&context, ordinal),
              cuda::Result::Success);
    EXPECT_EQ(driver->contextPushCurrent(context), cuda::Result::Success);
    return context;
  }
  void pop(unsigned ordinal) {
    cuda::Context context = nullptr;
    driver->contextPopCurrent(&context);
    driver->primaryContextRelease(ordinal);
  }
  bool isSimulated() const { return device->getInfo().name == "PTX simulator"; }
  /// Launches `scale` on 32 ones and returns the first result.
  float run(Device &device, Stream *stream) {
    auto module = take(device.load(image));
    Kernel *scale = take(module->findKernel("scale"));
    std::vector<float> values(32, 1);
    DeviceAddress x = take(device.allocate(128));
    check(device.copyToDevice(x, values.data(), 128, stream));
    check(scale->launch({1},
                        {LaunchArgument::pointer(x), LaunchArgument::f32(7),
                         LaunchArgument::integer(ArgumentType::I32, 32)},
                        stream));
    check(device.copyToHost(values.data(), x, 128, stream));
    check(device.synchronize());
    check(device.free(x));
    return values[0];
  }
};

TEST_F(CudaDeviceTest, Info) {
  const DeviceInfo &info = device->getInfo();
  EXPECT_FALSE(info.isSimulator);
  EXPECT_GE(info.driverVersion, 11000u);
  EXPECT_GT(info.totalMemory, 0u);
  EXPECT_GT(info.numMultiprocessors, 0u);
  EXPECT_EQ(info.target.find("sm_"), 0u);
  if (isSimulated()) {
    EXPECT_EQ(info.target, "sm_90a");
    EXPECT_EQ(info.driverVersion, 13000u);
  }
}

TEST_F(CudaDeviceTest, Specs) {
  unsigned count = take(Device::countGPUs());
  std::string number = std::to_string(count);
  EXPECT_EQ(getText(Device::open("cuda:99")),
            "not-found: expected a GPU below cuda:" + number +
                ", as the driver has " + number + ", found cuda:99");
  EXPECT_FALSE(take(Device::open("auto"))->getInfo().isSimulator);
  EXPECT_EQ(getText(setSimulatorSettings(*device, {})),
            "unsupported: expected a simulator for these settings, found "
            "'" +
                device->getInfo().name + "'");
}

TEST_F(CudaDeviceTest, TheCurrentContextStays) {
  EXPECT_EQ(getCurrent(), nullptr);
  EXPECT_EQ(run(*device, nullptr), 7);
  EXPECT_EQ(getCurrent(), nullptr);
  cuda::Context context = push(0);
  EXPECT_EQ(run(*device, nullptr), 7);
  EXPECT_EQ(getCurrent(), context);
  pop(0);
  EXPECT_EQ(getCurrent(), nullptr);
}

TEST_F(CudaDeviceTest, TwoDevices) {
  if (take(Device::countGPUs()) < 2)
    GTEST_SKIP() << "there is one GPU";
  auto first = take(Device::open("cuda:0"));
  auto second = take(Device::open("cuda:1"));
  EXPECT_EQ(second->getInfo().ordinal, 1u);
  cuda::Context context = push(0);
  EXPECT_EQ(run(*second, nullptr), 7);
  EXPECT_EQ(getCurrent(), context);
  EXPECT_EQ(run(*first, nullptr), 7);
  auto stream = take(second->createStream());
  EXPECT_EQ(run(*second, stream.get()), 7);
  EXPECT_EQ(getText(first->fill(0, &context, 4, 1, stream.get())),
            "invalid-argument: expected a stream of this context of cuda:0, "
            "found one of another context of cuda:1");
  EXPECT_EQ(getText(first->adoptStream(stream->getNative())),
            "invalid-argument: expected a stream of this context of cuda:0, "
            "found one of another context");
  EXPECT_EQ(getCurrent(), context);
  auto adopted = take(Device::adopt(context));
  EXPECT_EQ(adopted->getInfo().ordinal, 0u);
  pop(0);
}

TEST_F(CudaDeviceTest, Adopt) {
  cuda::Context context = push(0);
  pop(0);
  // `device` retains it, too.
  auto adopted = take(Device::adopt(context));
  EXPECT_EQ(getCurrent(), nullptr);
  EXPECT_EQ(adopted->getInfo().name, device->getInfo().name);
  EXPECT_EQ(adopted->getInfo().target, device->getInfo().target);
  EXPECT_EQ(run(*adopted, nullptr), 7);
  // Streams belong to the context, whichever object they came from.
  auto stream = take(device->createStream());
  EXPECT_EQ(run(*adopted, stream.get()), 7);
  auto other = take(adopted->adoptStream(stream->getNative()));
  EXPECT_EQ(other->getNative(), stream->getNative());
  EXPECT_EQ(run(*adopted, other.get()), 7);
  other.reset();
  check(stream->synchronize());
  EXPECT_EQ(getText(Device::adopt(nullptr)),
            "invalid-argument: expected a CUDA context to adopt, found null");
}

TEST_F(CudaDeviceTest, ImagesForOtherTargets) {
  if (!isSimulated())
    GTEST_SKIP() << "what fits depends on the GPU";
  KernelImage other = image;
  other.target = "sm_100a";
  EXPECT_EQ(getText(device->load(other)),
            "unsupported: the image has PTX for sm_100a, which 'PTX simulator' "
            "of compute capability 9.0 cannot run; compile for sm_90a");
  other.stages[unsigned(Stage::Cubin)] = "\x7F"
                                         "ELF";
  EXPECT_EQ(getText(device->load(other)),
            "unsupported: the image has a cubin and PTX for sm_100a, which "
            "'PTX simulator' of compute capability 9.0 cannot run; compile for "
            "sm_90a");
  other.stages[unsigned(Stage::PTX)].clear();
  other.target = "sm_80";
  EXPECT_EQ(getText(device->load(other)),
            "unsupported: the image has a cubin for sm_80, which 'PTX "
            "simulator' of compute capability 9.0 cannot run; compile for "
            "sm_90a");
  other.target = "native";
  EXPECT_EQ(getText(device->load(other)),
            "unsupported: expected an image for a target such as 'sm_90a', "
            "found 'native'");
}

TEST_F(CudaDeviceTest, CubinsThatTheDriverRefuses) {
  if (!isSimulated())
    GTEST_SKIP() << "a GPU takes cubins";
  // Fits by its name, so the driver is asked, which takes none.
  image.target = "sm_90";
  image.stages[unsigned(Stage::Cubin)] = "\x7F"
                                         "ELF";
  EXPECT_EQ(run(*device, nullptr), 7);
  image.stages[unsigned(Stage::PTX)].clear();
  EXPECT_EQ(getText(device->load(image)),
            "driver-error: loading the cubin of the image failed: the "
            "simulator runs PTX and no machine code "
            "(CUDA_ERROR_NO_BINARY_FOR_GPU)");
}

TEST_F(CudaDeviceTest, OptionsOfTheJIT) {
  LoadOptions options;
  options.jitOptLevel = 0;
  take(device->load(image, options));
  options.jitOptLevel = 5;
  EXPECT_EQ(getText(device->load(image, options)),
            "invalid-argument: expected an optimisation level of the JIT of 0 "
            "to 4, found 5");
}

TEST_F(CudaDeviceTest, ErrorsNameTheDriversReason) {
  std::string text = getText(device->allocate(uint64_t(1) << 60));
  EXPECT_EQ(text.find("out-of-memory: allocating 1152921504606846976 bytes on "
                      "'"),
            0u)
      << text;
  EXPECT_NE(text.find("(CUDA_ERROR_OUT_OF_MEMORY)"), std::string::npos) << text;
}

TEST_F(CudaDeviceTest, ErrorsOfKernelsNameTheLastOne) {
  std::string name = "scale";
  auto [code, message] = takeStatus(driver->makeError(
      "waiting for a stream", cuda::Result::LaunchFailed, &name));
  EXPECT_EQ(code, StatusCode::LaunchFailed);
  EXPECT_EQ(message.find("waiting for a stream failed: "), 0u) << message;
  EXPECT_NE(message.find("(CUDA_ERROR_LAUNCH_FAILED); the last kernel "
                         "launched before is 'scale'"),
            std::string::npos)
      << message;
}

} // namespace
