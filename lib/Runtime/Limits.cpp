//===- Limits.cpp - What devices allow, by name ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "CudaDevice.h"
#include "SimulatorDevice.h"

#include "tile/Hardware/Occupancy.h"
#include "tile/Hardware/SharedMemory.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::DeviceAttribute;
using cuda::Result;

namespace {
struct NamedAttribute {
  const char *name;
  DeviceAttribute attribute;
};
} // namespace

static constexpr NamedAttribute kLimits[] = {
    {"max-threads-per-cta", DeviceAttribute::MaxThreadsPerBlock},
    {"max-cta-x", DeviceAttribute::MaxBlockDimX},
    {"max-cta-y", DeviceAttribute::MaxBlockDimY},
    {"max-cta-z", DeviceAttribute::MaxBlockDimZ},
    {"max-grid-x", DeviceAttribute::MaxGridDimX},
    {"max-grid-y", DeviceAttribute::MaxGridDimY},
    {"max-grid-z", DeviceAttribute::MaxGridDimZ},
    {"default-shared-memory-per-cta", DeviceAttribute::MaxSharedMemoryPerBlock},
    {"max-shared-memory-per-cta",
     DeviceAttribute::MaxSharedMemoryPerBlockOptin},
    {"shared-memory-per-multiprocessor",
     DeviceAttribute::MaxSharedMemoryPerMultiprocessor},
    {"constant-memory", DeviceAttribute::TotalConstantMemory},
    {"warp-size", DeviceAttribute::WarpSize},
    {"registers-per-cta", DeviceAttribute::MaxRegistersPerBlock},
    {"registers-per-multiprocessor",
     DeviceAttribute::MaxRegistersPerMultiprocessor},
    {"threads-per-multiprocessor",
     DeviceAttribute::MaxThreadsPerMultiprocessor},
    {"multiprocessors", DeviceAttribute::MultiprocessorCount},
    {"l2-cache", DeviceAttribute::L2CacheSize},
    {"compute-capability-major", DeviceAttribute::ComputeCapabilityMajor},
    {"compute-capability-minor", DeviceAttribute::ComputeCapabilityMinor},
};

llvm::Expected<Limits> CudaDevice::getLimits() {
  Limits limits;
  for (const NamedAttribute &limit : kLimits) {
    int value = 0;
    Result result = driver.deviceGetAttribute(&value, limit.attribute, handle);
    if (result != Result::Success)
      return driver.makeError(llvm::Twine("asking for the limit ") + limit.name,
                              result);
    limits.emplace_back(limit.name, value);
  }
  return limits;
}

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability": the same for all targets.
static constexpr int64_t kWarpSize = 32, kRegisters = 65536,
                         kConstantMemory = 65536;
/// Bytes per CTA that the system takes, from 8.0 on.
static constexpr int64_t kReservedShared = 1024;

llvm::Expected<Limits> SimulatorDevice::getLimits() {
  const TargetInfo &target = *lookupTarget(info.target);
  int64_t shared = getMaxSharedMemory();
  int64_t warps = computeOccupancy(target, {32, 0, 0}).maxWarps;
  auto get = [&](DeviceAttribute attribute) -> int64_t {
    switch (attribute) {
    case DeviceAttribute::MaxThreadsPerBlock:
    case DeviceAttribute::MaxBlockDimX:
    case DeviceAttribute::MaxBlockDimY:
      return kMaxThreads;
    case DeviceAttribute::MaxBlockDimZ:
      return kMaxThreadsZ;
    case DeviceAttribute::MaxGridDimX:
      return kMaxGridX;
    case DeviceAttribute::MaxGridDimY:
    case DeviceAttribute::MaxGridDimZ:
      return kMaxGridYZ;
    case DeviceAttribute::MaxSharedMemoryPerBlock:
      return kDefaultSharedMemory;
    case DeviceAttribute::MaxSharedMemoryPerBlockOptin:
      return shared;
    case DeviceAttribute::MaxSharedMemoryPerMultiprocessor:
      return shared + kReservedShared;
    case DeviceAttribute::TotalConstantMemory:
      return kConstantMemory;
    case DeviceAttribute::WarpSize:
      return kWarpSize;
    case DeviceAttribute::MaxRegistersPerBlock:
    case DeviceAttribute::MaxRegistersPerMultiprocessor:
      return kRegisters;
    case DeviceAttribute::MaxThreadsPerMultiprocessor:
      return warps * kWarpSize;
    case DeviceAttribute::MultiprocessorCount:
      return info.numMultiprocessors;
    case DeviceAttribute::ComputeCapabilityMajor:
      return target.capability / 10;
    case DeviceAttribute::ComputeCapabilityMinor:
      return target.capability % 10;
    // The simulator has no caches.
    case DeviceAttribute::L2CacheSize:
    case DeviceAttribute::UnifiedAddressing:
      break;
    }
    return 0;
  };
  Limits limits;
  for (const NamedAttribute &limit : kLimits)
    limits.emplace_back(limit.name, get(limit.attribute));
  return limits;
}
