//===- Contexts.cpp - Devices and contexts of the simulated driver --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// CUDA_ERROR_CONTEXT_IS_DESTROYED.
static constexpr Result kContextIsDestroyed = Result(709);

/// The thread's stack of contexts; the last one is current.
static thread_local std::vector<Context> contexts;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

State &State::get() {
  static State *state = new State;
  return *state;
}

void State::add(const void *object) {
  std::lock_guard<std::mutex> lock(mutex);
  live.insert(object);
}

bool State::remove(const void *object) {
  std::lock_guard<std::mutex> lock(mutex);
  return live.erase(object);
}

bool State::isLive(const void *object) {
  std::lock_guard<std::mutex> lock(mutex);
  return live.count(object);
}

SimulatedDevice *State::find(Device device) {
  std::lock_guard<std::mutex> lock(mutex);
  return device >= 0 && size_t(device) < devices.size() ? &devices[device]
                                                        : nullptr;
}

Result mlir::tile::cuda::getCurrent(Context &context) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (contexts.empty() || !contexts.back())
    return Result::InvalidContext;
  context = contexts.back();
  return State::get().isLive(context) ? Result::Success : kContextIsDestroyed;
}

Device mlir::tile::cuda::getNumber(const SimulatedDevice *device) {
  Device number = 0;
  while (State::get().find(number) != device)
    ++number;
  return number;
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

bool mlir::tile::cuda::readNumber(const char *name, unsigned low, unsigned high,
                                  unsigned &number) {
  const char *text = std::getenv(name);
  if (!text)
    return true;
  std::string digits = text;
  // "9.0" is 90.
  if (size_t dot = digits.find('.'); dot != std::string::npos)
    digits.erase(dot, 1);
  if (!llvm::StringRef(digits).getAsInteger(10, number) && number >= low &&
      number <= high)
    return true;
  llvm::errs() << "simulated CUDA driver: expected a number from " << low
               << " to " << high << " in " << name << ", found '" << text
               << "'\n";
  return false;
}

/// False after a message.
static bool readOnFinding(bool &continues) {
  const char *text = std::getenv("TILEWRIGHT_SIM_ON_FINDING");
  llvm::StringRef word = text ? text : "continue";
  continues = word == "continue";
  if (continues || word == "stop")
    return true;
  llvm::errs() << "simulated CUDA driver: expected stop or continue in "
                  "TILEWRIGHT_SIM_ON_FINDING, found '"
               << word << "'\n";
  return false;
}

TILE_CUDA_API cuInit(unsigned flags) {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (flags)
    return Result::InvalidValue;
  if (state.isInitialized)
    return Result::Success;
  unsigned numDevices = 1, strictRaces = 0, failingCancels = 0,
           followsUndefined = 0;
  if (!readNumber("TILEWRIGHT_SIM_CAPABILITY", 50, 129, state.capability) ||
      !readNumber("TILEWRIGHT_SIM_DEVICES", 0, 64, numDevices) ||
      !readNumber("TILEWRIGHT_SIM_STRICT_RACES", 0, 1, strictRaces) ||
      !readNumber("TILEWRIGHT_SIM_UNINITIALIZED_GLOBAL", 0, 1,
                  followsUndefined) ||
      !readNumber("TILEWRIGHT_SIM_FAILING_CANCELS", 0, 1'000'000,
                  failingCancels) ||
      !readNumber("TILEWRIGHT_SIM_STEP_LIMIT", 1, 4'000'000'000,
                  state.stepLimit) ||
      !readNumber("TILEWRIGHT_SIM_EXIT_CODE", 1, 255, state.exitCode) ||
      !readNumber("TILEWRIGHT_SIM_MULTIPROCESSORS", 1, 1024,
                  state.numMultiprocessors) ||
      !readOnFinding(state.continuesAfterFindings))
    return Result::Unknown;
  state.strictRaces = strictRaces;
  state.failingCancels = failingCancels;
  if (!numDevices)
    return Result::NoDevice;
  for (unsigned i = 0; i < numDevices; ++i)
    state.devices.emplace_back(i).memory.followsUndefined = followsUndefined;
  state.isInitialized = true;
  return Result::Success;
}

TILE_CUDA_API cuDriverGetVersion(int *version) {
  if (!version)
    return Result::InvalidValue;
  *version = kDriverVersion;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// What the addresses of two devices are apart at least.
static constexpr uint64_t kDeviceStride = uint64_t(1) << 40;

SimulatedDevice::SimulatedDevice(unsigned number)
    : memory(sim::GlobalMemory::kFirstAddress + number * kDeviceStride) {
  memory.allocateManaged = [](uint64_t bytes, llvm::StringRef name) {
    return allocateHost(bytes, /*isManaged=*/true, 0);
  };
}

TILE_CUDA_API cuDeviceGetCount(int *count) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (!count)
    return Result::InvalidValue;
  *count = State::get().devices.size();
  return Result::Success;
}

TILE_CUDA_API cuDeviceGet(Device *device, int ordinal) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (!device)
    return Result::InvalidValue;
  if (!State::get().find(ordinal))
    return Result::InvalidDevice;
  *device = ordinal;
  return Result::Success;
}

TILE_CUDA_API cuDeviceGetName(char *name, int size, Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!name || size <= 0)
    return Result::InvalidValue;
  std::strncpy(name, "PTX simulator", size);
  name[size - 1] = 0;
  return Result::Success;
}

static uint64_t getHostMemory() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

TILE_CUDA_API cuDeviceTotalMem_v2(size_t *bytes, Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!bytes)
    return Result::InvalidValue;
  *bytes = getHostMemory();
  return Result::Success;
}

TILE_CUDA_API cuMemGetInfo_v2(size_t *free, size_t *total) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!free || !total)
    return Result::InvalidValue;
  *total = getHostMemory();
  *free = uint64_t(sysconf(_SC_AVPHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  return Result::Success;
}

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability": what is the same from 8.0 on, or that of 9.0.
static int getAttribute(DeviceAttribute attribute) {
  switch (attribute) {
  case DeviceAttribute::MaxThreadsPerBlock:
  case DeviceAttribute::MaxBlockDimX:
  case DeviceAttribute::MaxBlockDimY:
    return 1024;
  case DeviceAttribute::MaxBlockDimZ:
    return 64;
  case DeviceAttribute::MaxGridDimX:
    return 0x7FFF'FFFF;
  case DeviceAttribute::MaxGridDimY:
  case DeviceAttribute::MaxGridDimZ:
    return 65535;
  case DeviceAttribute::MaxSharedMemoryPerBlock:
    return kDefaultSharedMemory;
  case DeviceAttribute::MaxSharedMemoryPerBlockOptin:
    return getMaxSharedMemory(State::get().capability);
  case DeviceAttribute::MaxSharedMemoryPerMultiprocessor:
    return getMaxSharedMemory(State::get().capability) + 1024;
  case DeviceAttribute::TotalConstantMemory:
    return 64 * 1024;
  case DeviceAttribute::WarpSize:
    return 32;
  case DeviceAttribute::MaxRegistersPerBlock:
  case DeviceAttribute::MaxRegistersPerMultiprocessor:
    return 64 * 1024;
  case DeviceAttribute::MaxThreadsPerMultiprocessor:
    return 2048;
  case DeviceAttribute::MultiprocessorCount:
    return int(State::get().numMultiprocessors);
  case DeviceAttribute::ComputeCapabilityMajor:
    return State::get().capability / 10;
  case DeviceAttribute::ComputeCapabilityMinor:
    return State::get().capability % 10;
  case DeviceAttribute::UnifiedAddressing:
    return 1;
  case DeviceAttribute::L2CacheSize:
    return 0;
  }
  switch (int(attribute)) {
  case 11: // MAX_PITCH
    return 0x7FFF'FFFF;
  case 14: // TEXTURE_ALIGNMENT
    return 512;
  case 106: // MAX_BLOCKS_PER_MULTIPROCESSOR
    return 32;
  case 111: // RESERVED_SHARED_MEMORY_PER_BLOCK
    return 1024;
  case 19:  // CAN_MAP_HOST_MEMORY
  case 31:  // CONCURRENT_KERNELS
  case 40:  // ASYNC_ENGINE_COUNT
  case 78:  // STREAM_PRIORITIES_SUPPORTED
  case 79:  // GLOBAL_L1_CACHE_SUPPORTED
  case 80:  // LOCAL_L1_CACHE_SUPPORTED
  case 83:  // MANAGED_MEMORY
  case 89:  // CONCURRENT_MANAGED_ACCESS
  case 91:  // CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
  case 95:  // COOPERATIVE_LAUNCH
  case 99:  // HOST_REGISTER_SUPPORTED
  case 115: // MEMORY_POOLS_SUPPORTED
    return 1;
  case 120: // CLUSTER_LAUNCH
    return State::get().capability >= 90;
  }
  // All others are features, which are not there.
  return 0;
}

TILE_CUDA_API cuDeviceGetAttribute(int *value, DeviceAttribute attribute,
                                   Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!value || int(attribute) <= 0)
    return Result::InvalidValue;
  *value = getAttribute(attribute);
  return Result::Success;
}

TILE_CUDA_API cuDeviceComputeCapability(int *major, int *minor, Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!major || !minor)
    return Result::InvalidValue;
  *major = State::get().capability / 10;
  *minor = State::get().capability % 10;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuDevicePrimaryCtxRetain(Context *context, Device number) {
  SimulatedDevice *device = State::get().find(number);
  if (!device)
    return Result::InvalidDevice;
  if (!context)
    return Result::InvalidValue;
  std::lock_guard<std::mutex> lock(State::get().mutex);
  if (!device->primary.uses++) {
    device->primary.number = State::get().getContextNumber();
    State::get().live.insert(&device->primary);
  }
  *context = &device->primary;
  return Result::Success;
}

TILE_CUDA_API cuDevicePrimaryCtxRelease_v2(Device number) {
  SimulatedDevice *device = State::get().find(number);
  if (!device)
    return Result::InvalidDevice;
  std::lock_guard<std::mutex> lock(State::get().mutex);
  if (!device->primary.uses)
    return Result::InvalidContext;
  if (!--device->primary.uses)
    State::get().live.erase(&device->primary);
  return Result::Success;
}

TILE_CUDA_API cuDevicePrimaryCtxSetFlags_v2(Device number, unsigned flags) {
  return State::get().find(number) ? Result::Success : Result::InvalidDevice;
}

TILE_CUDA_API cuDevicePrimaryCtxGetState(Device number, unsigned *flags,
                                         int *active) {
  SimulatedDevice *device = State::get().find(number);
  if (!device)
    return Result::InvalidDevice;
  if (!flags || !active)
    return Result::InvalidValue;
  *flags = 0;
  *active = State::get().isLive(&device->primary);
  return Result::Success;
}

TILE_CUDA_API cuCtxGetId(Context context, unsigned long long *number) {
  if (!context && getCurrent(context) != Result::Success)
    return Result::InvalidContext;
  if (!number)
    return Result::InvalidValue;
  if (!State::get().isLive(context))
    return kContextIsDestroyed;
  *number = context->number;
  return Result::Success;
}

TILE_CUDA_API cuCtxCreate_v2(Context *context, unsigned flags, Device number) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  SimulatedDevice *device = State::get().find(number);
  if (!device)
    return Result::InvalidDevice;
  if (!context)
    return Result::InvalidValue;
  *context = new ContextObject{device, 1, State::get().getContextNumber()};
  State::get().add(*context);
  contexts.push_back(*context);
  return Result::Success;
}

TILE_CUDA_API cuCtxCreate_v3(Context *context, void *affinities,
                             int numAffinities, unsigned flags, Device number) {
  return numAffinities ? Result::NotSupported
                       : cuCtxCreate_v2(context, flags, number);
}

TILE_CUDA_API cuCtxCreate_v4(Context *context, void *parameters, unsigned flags,
                             Device number) {
  return parameters ? Result::NotSupported
                    : cuCtxCreate_v2(context, flags, number);
}

TILE_CUDA_API cuCtxDestroy_v2(Context context) {
  if (!State::get().isLive(context))
    return Result::InvalidContext;
  if (context == &context->device->primary)
    return Result::InvalidContext;
  State::get().remove(context);
  if (!contexts.empty() && contexts.back() == context)
    contexts.pop_back();
  delete context;
  return Result::Success;
}

TILE_CUDA_API cuCtxGetCurrent(Context *context) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (!context)
    return Result::InvalidValue;
  *context = contexts.empty() ? nullptr : contexts.back();
  return Result::Success;
}

TILE_CUDA_API cuCtxSetCurrent(Context context) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (context && !State::get().isLive(context))
    return Result::InvalidContext;
  if (!contexts.empty())
    contexts.pop_back();
  if (context)
    contexts.push_back(context);
  return Result::Success;
}

TILE_CUDA_API cuCtxPushCurrent_v2(Context context) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (!State::get().isLive(context))
    return Result::InvalidContext;
  contexts.push_back(context);
  return Result::Success;
}

TILE_CUDA_API cuCtxPopCurrent_v2(Context *context) {
  if (contexts.empty())
    return Result::InvalidContext;
  if (context)
    *context = contexts.back();
  contexts.pop_back();
  return Result::Success;
}

TILE_CUDA_API cuCtxGetDevice(Device *device) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!device)
    return Result::InvalidValue;
  *device = getNumber(context->device);
  return Result::Success;
}

TILE_CUDA_API cuCtxSynchronize() {
  Context context;
  return getCurrent(context);
}
