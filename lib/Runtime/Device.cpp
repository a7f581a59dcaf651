//===- Device.cpp - Finds devices by name ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "SimulatorDevice.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

Stream::~Stream() = default;
Event::~Event() = default;
Graph::~Graph() = default;
MemoryPool::~MemoryPool() = default;
Module::~Module() = default;
Device::~Device() = default;

/// The first GPU that can be opened, else the simulator.
static llvm::Expected<std::shared_ptr<Device>> openAny() {
  llvm::Expected<unsigned> count = Device::countGPUs();
  if (!count)
    llvm::consumeError(count.takeError());
  for (unsigned i = 0, e = count ? *count : 0; i < e; ++i) {
    llvm::Expected<std::shared_ptr<Device>> device = CudaDevice::open(i);
    if (device)
      return device;
    llvm::consumeError(device.takeError());
  }
  return SimulatorDevice::open("");
}

llvm::Expected<std::shared_ptr<Device>> Device::open(llvm::StringRef spec) {
  auto [kind, detail] = spec.split(':');
  bool hasDetail = kind.size() != spec.size();
  if (spec == "auto")
    return openAny();
  if (kind == "sim" && hasDetail == !detail.empty())
    return SimulatorDevice::open(detail);
  unsigned ordinal = 0;
  if (kind == "cuda" && (!hasDetail || !detail.getAsInteger(10, ordinal)))
    return CudaDevice::open(ordinal);
  bool isKnown = kind == "sim" || kind == "cuda" || kind == "auto";
  return makeError(isKnown ? StatusCode::InvalidArgument : StatusCode::NotFound,
                   "expected a device such as 'auto', 'sim', 'sim:sm_80', "
                   "'cuda' or 'cuda:1', found '" +
                       spec + "'");
}

llvm::Expected<std::shared_ptr<Device>> Device::adopt(void *context) {
  return CudaDevice::adopt(context);
}

llvm::Expected<unsigned> Device::countGPUs() { return CudaDevice::count(); }
