//===- Queries.cpp - Occupancy, limits and other questions
//-------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Hardware/SharedMemory.h"

#include <cstdio>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability". PTX does not say how many registers a kernel takes, so they are
/// no limit here.
static constexpr unsigned kMaxResidentThreads = 2048, kMaxResidentBlocks = 32;
/// Bytes per CTA that the system takes, from 8.0 on.
static constexpr unsigned kReservedShared = 1024;

TILE_CUDA_API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count,
                                                          Function function,
                                                          int threads,
                                                          size_t sharedMemory) {
  if (!count || threads <= 0)
    return Result::InvalidValue;
  if (!function)
    return Result::InvalidHandle;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  unsigned rounded = (unsigned(threads) + 31) / 32 * 32;
  uint64_t shared = function->staticShared + sharedMemory + kReservedShared;
  uint64_t all = getMaxSharedMemory(State::get().capability) + kReservedShared;
  *count =
      threads > 1024
          ? 0
          : std::min<uint64_t>({kMaxResidentBlocks,
                                kMaxResidentThreads / rounded, all / shared});
  return Result::Success;
}

TILE_CUDA_API cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *count, Function function, int threads, size_t sharedMemory, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(count, function, threads,
                                                     sharedMemory);
}

TILE_CUDA_API cuOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, Function function, size_t (*getShared)(int),
    size_t sharedMemory, int limit, unsigned) {
  if (!grid || !block)
    return Result::InvalidValue;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  int most = function->module->program->getMaxThreads(function->name);
  if (limit > 0)
    most = std::min(most, limit);
  int best = 0;
  for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
    int count = 0, tried = std::min(threads, most);
    if (Result result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &count, function, tried,
            getShared ? getShared(tried) : sharedMemory);
        result != Result::Success)
      return result;
    if (count * tried <= best)
      continue;
    best = count * tried;
    *block = tried;
    *grid = count;
  }
  int multiprocessors = 0;
  cuDeviceGetAttribute(&multiprocessors, DeviceAttribute::MultiprocessorCount,
                       0);
  *grid *= multiprocessors;
  return Result::Success;
}

TILE_CUDA_API cuOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                               Function function,
                                               size_t (*getShared)(int),
                                               size_t sharedMemory, int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(
      grid, block, function, getShared, sharedMemory, limit, 0);
}

TILE_CUDA_API cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      Function function,
                                                      int blocks, int threads) {
  if (!bytes || blocks <= 0)
    return Result::InvalidValue;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  uint64_t all = getMaxSharedMemory(State::get().capability) + kReservedShared;
  uint64_t taken = function->staticShared + kReservedShared;
  *bytes = all / blocks > taken ? all / blocks - taken : 0;
  return Result::Success;
}

/// The largest that all GPUs with clusters have.
TILE_CUDA_API cuOccupancyMaxPotentialClusterSize(int *size, Function,
                                                 const LaunchConfig *) {
  if (!size)
    return Result::InvalidValue;
  *size = 8;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuDeviceGetUuid_v2(char *uuid, Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!uuid)
    return Result::InvalidValue;
  std::memcpy(uuid, "PTX simulator  ", 16);
  uuid[15] = char(device);
  return Result::Success;
}

TILE_CUDA_API cuDeviceGetPCIBusId(char *id, int size, Device device) {
  if (!State::get().find(device))
    return Result::InvalidDevice;
  if (!id || size <= 0)
    return Result::InvalidValue;
  std::snprintf(id, size, "0000:%02x:00.0", device + 1);
  return Result::Success;
}

TILE_CUDA_API cuDeviceGetByPCIBusId(Device *device, const char *id) {
  unsigned domain, bus;
  if (!device || !id || std::sscanf(id, "%x:%x", &domain, &bus) != 2 || !bus ||
      !State::get().find(bus - 1))
    return Result::InvalidValue;
  *device = bus - 1;
  return Result::Success;
}

/// A kernel reaches the memory of its own device, and the host's.
TILE_CUDA_API cuDeviceCanAccessPeer(int *canAccess, Device, Device) {
  if (!canAccess)
    return Result::InvalidValue;
  *canAccess = 0;
  return Result::Success;
}

TILE_CUDA_API cuDevicePrimaryCtxReset_v2(Device device) {
  return State::get().find(device) ? Result::Success : Result::InvalidDevice;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// CU_LIMIT_MALLOC_HEAP_SIZE.
static constexpr int kMallocHeapSize = 2;

TILE_CUDA_API cuCtxSetLimit(int limit, size_t value) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (limit == kMallocHeapSize)
    context->device->memory.heapLimit = value;
  return Result::Success;
}

/// CU_LIMIT_STACK_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE: numbers of CUDA's.
TILE_CUDA_API cuCtxGetLimit(size_t *value, int limit) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!value)
    return Result::InvalidValue;
  *value = limit == kMallocHeapSize ? context->device->memory.heapLimit
           : limit == 0             ? 1024
           : limit == 1             ? 1 << 20
                                    : 0;
  return Result::Success;
}

TILE_CUDA_API cuCtxGetFlags(unsigned *flags) {
  if (!flags)
    return Result::InvalidValue;
  *flags = 0;
  return Result::Success;
}

TILE_CUDA_API cuCtxSetFlags(unsigned) { return Result::Success; }
TILE_CUDA_API cuCtxSetCacheConfig(int) { return Result::Success; }
TILE_CUDA_API cuCtxResetPersistingL2Cache() { return Result::Success; }
TILE_CUDA_API cuProfilerStart() { return Result::Success; }
TILE_CUDA_API cuProfilerStop() { return Result::Success; }

TILE_CUDA_API cuCtxGetCacheConfig(int *config) {
  if (!config)
    return Result::InvalidValue;
  *config = 0;
  return Result::Success;
}

TILE_CUDA_API cuCtxGetApiVersion(Context context, unsigned *version) {
  if (!version)
    return Result::InvalidValue;
  *version = kDriverVersion;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Tables without documentation
//===----------------------------------------------------------------------===//

/// NVIDIA's CUDA runtime asks for these, and checks with one that the driver is
/// NVIDIA's.
TILE_CUDA_API cuGetExportTable(const void **table, const void *id) {
  if (table)
    *table = nullptr;
  bool &isSaid = State::get().hasExplainedRuntime;
  if (!isSaid)
    llvm::errs() << "simulated CUDA driver: NVIDIA's CUDA runtime runs on "
                    "NVIDIA's driver alone; link the program with nvcc "
                    "-cudart shared, so that it finds the runtime of the "
                    "simulator next to this driver\n";
  isSaid = true;
  return Result::NotFound;
}
