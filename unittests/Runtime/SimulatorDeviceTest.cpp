//===- SimulatorDeviceTest.cpp - The simulator as a device ----------------===//
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

TEST(SimulatorDeviceTest, Info) {
  auto device = take(Device::open("sim"));
  EXPECT_TRUE(device->getInfo().isSimulator);
  EXPECT_EQ(device->getInfo().name, "PTX simulator");
  EXPECT_EQ(device->getInfo().target, "sm_90a");
  EXPECT_EQ(device->getInfo().driverVersion, 0u);
  EXPECT_GT(device->getInfo().totalMemory, 0u);
  EXPECT_GT(device->getInfo().numMultiprocessors, 0u);
  EXPECT_EQ(take(Device::open("sim:sm_80"))->getInfo().target, "sm_80");
}

TEST(SimulatorDeviceTest, Specs) {
  EXPECT_EQ(getText(Device::open("sim:sm_1"))
                .find("not-found: expected one of the targets sm_80, sm_86, "),
            0u);
  const char *expected = "expected a device such as 'auto', 'sim', "
                         "'sim:sm_80', 'cuda' or 'cuda:1', found '";
  for (const char *spec : {"foo", "", "Cuda", "gpu:0"})
    EXPECT_EQ(getText(Device::open(spec)),
              "not-found: " + std::string(expected) + spec + "'");
  for (const char *spec : {"cuda:x", "cuda:", "cuda:-1", "cuda:1 ",
                           "sim:", "auto:1", "cuda:99999999999"})
    EXPECT_EQ(getText(Device::open(spec)),
              "invalid-argument: " + std::string(expected) + spec + "'");
}

TEST(SimulatorDeviceTest, ReportsAreTheError) {
  auto device = take(Device::open("sim"));
  auto module = take(device->load(makeImage()));
  Kernel *scale = take(module->findKernel("scale"));
  DeviceAddress x = take(device->allocate(160));
  LaunchArgument arguments[] = {LaunchArgument::pointer(x),
                                LaunchArgument::f32(1),
                                LaunchArgument::integer(T::I32, 41)};
  auto [code, message] = takeStatus(scale->launch({2}, arguments, nullptr));
  EXPECT_EQ(code, StatusCode::LaunchFailed);
  // Element 40, thread 8 of CTA 1, is the first behind the allocation.
  for (const char *part : {"kernel 'scale' failed on the simulator\n",
                           "out-of-bounds", "ld.global.f32", "st.global.f32",
                           "0 bytes past the end of allocation 1 "
                           "of 160 bytes",
                           "line 23",
                           "  of a source line that the PTX does not name: "
                           "compile with --line-info (in C: "
                           "tileCompilerOptionsSetLineInfo)\n"})
    EXPECT_NE(message.find(part), std::string::npos) << part << "\n" << message;
}

TEST(SimulatorDeviceTest, DevicesHaveAddressesOfTheirOwn) {
  auto device = take(Device::open("sim"));
  auto other = take(Device::open("sim:sm_80"));
  DeviceAddress own = take(device->allocate(160));
  DeviceAddress foreign = take(other->allocate(160));
  EXPECT_NE(own, foreign);
  auto module = take(device->load(makeImage()));
  Kernel *scale = take(module->findKernel("scale"));
  auto launch = [&](DeviceAddress x) {
    return scale->launch({1},
                         {LaunchArgument::pointer(x), LaunchArgument::f32(1),
                          LaunchArgument::integer(T::I32, 32)},
                         nullptr);
  };
  check(launch(own));
  std::string text = getText(launch(foreign));
  EXPECT_NE(text.find("out-of-bounds: a load of 4 bytes at 0x"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("which is in no buffer"), std::string::npos) << text;
  uint32_t word = 0;
  EXPECT_EQ(getText(device->copyToHost(&word, foreign, 4, nullptr))
                .find("invalid-argument: copying from 4 bytes at 0x"),
            0u);
  EXPECT_EQ(getText(device->free(foreign))
                .find("invalid-argument: expected the address of an"),
            0u);
  // A device that is gone gives its addresses back.
  other.reset();
  EXPECT_EQ(take(take(Device::open("sim"))->allocate(160)), foreign);
}

TEST(SimulatorDeviceTest, SharedMemoryIsThatOfTheTarget) {
  KernelImage image = makeImage();
  image.kernels[1].dynamicSharedMemory = 120 * 1024;
  take(take(Device::open("sim:sm_80"))->load(image));
  EXPECT_EQ(getText(take(Device::open("sim:sm_86"))->load(image)),
            "unsupported: expected at most 101376 bytes of shared memory per "
            "CTA for kernel 'sum' of the image, which is what 'PTX simulator' "
            "has, found 122880: 0 static and 122880 dynamic");
}

/// Bytes beyond those of the image are out of bounds.
TEST(SimulatorDeviceTest, DynamicSharedMemoryHasAnEnd) {
  auto device = take(Device::open("sim"));
  KernelImage image = makeImage();
  image.kernels[1].dynamicSharedMemory = 124;
  auto module = take(device->load(image));
  Kernel *sum = take(module->findKernel("sum"));
  DeviceAddress out = take(device->allocate(4));
  std::string text =
      getText(sum->launch({1}, {LaunchArgument::pointer(out)}, nullptr));
  EXPECT_NE(text.find("at byte 124 of the CTA's 124 bytes of shared memory, "
                      "124 of them dynamic"),
            std::string::npos)
      << text;
  check(sum->setDynamicSharedMemory(4));
  check(sum->launch({1}, {LaunchArgument::pointer(out)}, nullptr));
}

/// A CTA that runs for long is counted alone: others that begin meanwhile, as
/// it may wait for them, do not count.
TEST(SimulatorDeviceTest, CountsAreOfCTAsThatEnd) {
  auto device = take(Device::open("sim"));
  KernelImage image = makeImage();
  std::string &ptx = image.stages[unsigned(Stage::PTX)];
  std::string load = "ld.global.f32 %v, [%x];";
  ptx.replace(ptx.find(load), load.size(),
              load + "mov.u32 %t, 0; again: add.u32 %t, %t, 1; "
                     "setp.lt.u32 %p, %t, 3000000; @%p bra again;");
  auto module = take(device->load(image));
  Kernel *scale = take(module->findKernel("scale"));
  DeviceAddress x = take(device->allocate(4 * 64));
  LaunchArgument arguments[] = {LaunchArgument::pointer(x),
                                LaunchArgument::f32(2),
                                LaunchArgument::integer(T::I32, 64)};
  uint64_t zeros[32] = {};
  check(device->copyToDevice(x, zeros, sizeof(zeros), nullptr));
  LaunchCounts one = take(countLaunch(*scale, {2}, arguments, 1)),
               both = take(countLaunch(*scale, {2}, arguments, 0));
  EXPECT_EQ(one.statistics.blocks, 1u);
  EXPECT_EQ(both.statistics.blocks, 2u);
  EXPECT_EQ(2 * one.statistics.getWarpInstructions(),
            both.statistics.getWarpInstructions());
}

TEST(SimulatorDeviceTest, ImagesWithoutPTX) {
  auto device = take(Device::open("sim"));
  KernelImage image = makeImage();
  image.stages[unsigned(Stage::PTX)].clear();
  image.stages[unsigned(Stage::Cubin)] = "\x7F"
                                         "ELF";
  EXPECT_EQ(getText(device->load(image)),
            "unsupported: the simulator runs PTX, and the image for sm_80 has "
            "none");
}

TEST(SimulatorDeviceTest, ImagesThatContradictThemselves) {
  auto device = take(Device::open("sim"));
  KernelImage image = makeImage();
  image.kernels[0].arguments.pop_back();
  EXPECT_EQ(getText(device->load(image)),
            "corrupt-data: the image says that kernel 'scale' has 2 "
            "parameters, its PTX says 3");
  image = makeImage();
  image.kernels[0].arguments[2].size = 8;
  EXPECT_EQ(getText(device->load(image)),
            "corrupt-data: the image says that argument 2 'n' of kernel "
            "'scale' has 8 bytes, its PTX says 4");
}

/// A kernel that counts its launches in a variable of the module.
KernelImage makeCounter() {
  KernelImage image;
  image.target = "sm_80";
  image.stages[unsigned(Stage::PTX)] = R"(.version 8.1
.target sm_80
.address_size 64
.global .u32 counter = 5;
.visible .entry count(.param .u64 out)
{
.reg .b32 %v;
.reg .b64 %out, %c;
ld.param.u64 %out, [out];
mov.u64 %c, counter;
ld.global.u32 %v, [%c];
add.u32 %v, %v, 1;
st.global.u32 [%c], %v;
st.global.u64 [%out], %c;
ret;
}
)";
  KernelInfo info;
  info.symbol = info.name = "count";
  info.numThreads = 1;
  info.arguments = {makeArgument("out", "!tile.ptr<i64>", 8)};
  image.kernels = {info};
  return image;
}

TEST(SimulatorDeviceTest, VariablesLiveInTheDevicesMemory) {
  auto device = take(Device::open("sim"));
  DeviceAddress out = take(device->allocate(8));
  auto module = take(device->load(makeCounter()));
  Kernel *kernel = take(module->findKernel(""));
  for (int i = 0; i < 3; ++i)
    check(kernel->launch({1}, {LaunchArgument::pointer(out)}, nullptr));
  uint64_t address = 0;
  check(device->copyToHost(&address, out, 8, nullptr));
  uint32_t count = 0;
  check(device->copyToHost(&count, address, 4, nullptr));
  EXPECT_EQ(count, 8u);
  // The module's, not the user's.
  EXPECT_EQ(getText(device->free(address)).find("invalid-argument: "), 0u);
  module.reset();
  EXPECT_EQ(getText(device->copyToHost(&count, address, 4, nullptr))
                .find("invalid-argument: copying from 4 bytes at 0x"),
            0u);
}

TEST(SimulatorDeviceTest, Settings) {
  auto device = take(Device::open("sim"));
  auto module = take(device->load(makeCounter()));
  Kernel *kernel = take(module->findKernel(""));
  DeviceAddress out = take(device->allocate(8));
  LaunchArgument argument = LaunchArgument::pointer(out);
  // All CTAs count in one place.
  auto [code, message] = takeStatus(kernel->launch({4}, argument, nullptr));
  EXPECT_EQ(code, StatusCode::LaunchFailed);
  EXPECT_NE(message.find("global-race"), std::string::npos) << message;
  SimulatorSettings settings;
  settings.findGlobalRaces = false;
  settings.threads = 1;
  check(setSimulatorSettings(*device, settings));
  check(kernel->launch({4}, argument, nullptr));
  settings.stepLimit = 2;
  check(setSimulatorSettings(*device, settings));
  std::string text = getText(kernel->launch({1}, argument, nullptr));
  EXPECT_NE(text.find("step-limit"), std::string::npos) << text;
}

TEST(SimulatorDeviceTest, NoStreamsOfCUDA) {
  auto device = take(Device::open("sim"));
  EXPECT_EQ(getText(device->adoptStream(nullptr)),
            "unsupported: the simulator has no CUDA streams to adopt");
}

TEST(SimulatorDeviceTest, MoreMemoryThanThereIs) {
  auto device = take(Device::open("sim"));
  EXPECT_EQ(getText(device->allocate(uint64_t(1) << 60)),
            "out-of-memory: the host has no memory for the 1152921504606846976 "
            "bytes of an allocation on the simulator");
}

} // namespace
