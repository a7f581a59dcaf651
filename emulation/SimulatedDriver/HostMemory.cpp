//===- HostMemory.cpp - Memory of the host that kernels reach
//----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

//===----------------------------------------------------------------------===//
// Pinned and managed memory
//===----------------------------------------------------------------------===//

/// Addresses that are kept free of other things. They take no memory.
static constexpr uint64_t kRegionBytes = uint64_t(1) << 40;

/// 4096 on x86-64; on Arm up to 65536.
static uint64_t getPageBytes() {
  static const uint64_t bytes = sysconf(_SC_PAGESIZE);
  return bytes;
}

/// A place in the region, with a page after it that no code may access. None is
/// used twice. Under the state's mutex.
static void *reserve(size_t bytes) {
  uint64_t &next = State::get().hostNext, &end = State::get().hostEnd;
  if (!next) {
    void *region = mmap(nullptr, kRegionBytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED)
      return nullptr;
    next = reinterpret_cast<uintptr_t>(region);
    end = next + kRegionBytes;
  }
  uint64_t page = getPageBytes(), whole = llvm::alignTo(bytes, page);
  if (bytes > end - next || whole + page > end - next)
    return nullptr;
  void *memory = reinterpret_cast<void *>(next);
  if (mprotect(memory, whole, PROT_READ | PROT_WRITE))
    return nullptr;
  next += whole + page;
  return memory;
}

/// Makes it known to all devices.
static bool add(void *memory, size_t bytes, const HostMemory &info) {
  const char *name = info.isManaged ? "managed memory" : "memory of the host";
  for (SimulatedDevice &device : State::get().devices)
    if (!device.memory.addHostMemory(memory, bytes, name))
      return false;
  State::get().hostMemory[reinterpret_cast<uintptr_t>(memory)] = info;
  return true;
}

void *mlir::tile::cuda::allocateHost(size_t bytes, bool isManaged,
                                     unsigned flags) {
  std::lock_guard<std::mutex> lock(State::get().mutex);
  void *memory = reserve(std::max<size_t>(bytes, 1));
  return memory && add(memory, bytes, {bytes, flags, isManaged, false})
             ? memory
             : nullptr;
}

bool mlir::tile::cuda::freeHost(void *memory) {
  std::lock_guard<std::mutex> lock(State::get().mutex);
  auto &known = State::get().hostMemory;
  auto it = known.find(reinterpret_cast<uintptr_t>(memory));
  if (it == known.end() || it->second.isRegistered)
    return false;
  for (SimulatedDevice &device : State::get().devices)
    (void)device.memory.free(it->first);
  // The addresses stay taken, so that a wrong access is recognised.
  size_t bytes =
      llvm::alignTo(std::max<size_t>(it->second.bytes, 1), getPageBytes());
  mmap(memory, bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  known.erase(it);
  return true;
}

TILE_CUDA_API cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!memory || !bytes)
    return Result::InvalidValue;
  std::lock_guard<std::mutex> lock(context->device->mutex);
  *memory = allocateHost(bytes, /*isManaged=*/false, flags);
  return *memory ? Result::Success : Result::OutOfMemory;
}

TILE_CUDA_API cuMemAllocHost_v2(void **memory, size_t bytes) {
  return cuMemHostAlloc(memory, bytes, 0);
}

TILE_CUDA_API cuMemFreeHost(void *memory) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  std::lock_guard<std::mutex> lock(context->device->mutex);
  return !memory || freeHost(memory) ? Result::Success : Result::InvalidValue;
}

TILE_CUDA_API cuMemAllocManaged(Pointer *address, size_t bytes,
                                unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!address || !bytes)
    return Result::InvalidValue;
  std::lock_guard<std::mutex> lock(context->device->mutex);
  *address = reinterpret_cast<uintptr_t>(
      allocateHost(bytes, /*isManaged=*/true, flags));
  return *address ? Result::Success : Result::OutOfMemory;
}

TILE_CUDA_API cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!memory || !bytes)
    return Result::InvalidValue;
  std::lock_guard<std::mutex> device(context->device->mutex);
  std::lock_guard<std::mutex> lock(State::get().mutex);
  // CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED.
  return add(memory, bytes, {bytes, flags, false, true}) ? Result::Success
                                                         : Result(712);
}

TILE_CUDA_API cuMemHostUnregister(void *memory) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  std::lock_guard<std::mutex> device(context->device->mutex);
  std::lock_guard<std::mutex> lock(State::get().mutex);
  auto &known = State::get().hostMemory;
  auto it = known.find(reinterpret_cast<uintptr_t>(memory));
  // CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED.
  if (it == known.end() || !it->second.isRegistered)
    return Result(713);
  for (SimulatedDevice &device : State::get().devices)
    (void)device.memory.removeHostMemory(memory);
  known.erase(it);
  return Result::Success;
}

/// The memory of the host that an address is in; null if there is none.
static const HostMemory *findHost(uint64_t address, uint64_t &begin) {
  auto &known = State::get().hostMemory;
  auto it = known.upper_bound(address);
  if (it == known.begin())
    return nullptr;
  --it;
  begin = it->first;
  return address - it->first < it->second.bytes ? &it->second : nullptr;
}

TILE_CUDA_API cuMemHostGetDevicePointer_v2(Pointer *address, void *memory,
                                           unsigned flags) {
  if (!address || flags)
    return Result::InvalidValue;
  std::lock_guard<std::mutex> lock(State::get().mutex);
  uint64_t begin;
  if (!findHost(reinterpret_cast<uintptr_t>(memory), begin))
    return Result::InvalidValue;
  *address = reinterpret_cast<uintptr_t>(memory);
  return Result::Success;
}

TILE_CUDA_API cuMemHostGetFlags(unsigned *flags, void *memory) {
  std::lock_guard<std::mutex> lock(State::get().mutex);
  uint64_t begin;
  const HostMemory *known =
      findHost(reinterpret_cast<uintptr_t>(memory), begin);
  if (!flags || !known)
    return Result::InvalidValue;
  *flags = known->flags;
  return Result::Success;
}

/// Where managed memory is best changes nothing here.
TILE_CUDA_API cuMemPrefetchAsync_v2(Pointer address, size_t bytes,
                                    uint64_t location, unsigned flags,
                                    Stream stream) {
  return isStream(stream) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuMemAdvise_v2(Pointer address, size_t bytes, int advice,
                             uint64_t location) {
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// What an address is
//===----------------------------------------------------------------------===//

/// The device that memory belongs to; null if it is the host's.
static SimulatedDevice *findDevice(Pointer address, sim::Buffer *&buffer) {
  for (SimulatedDevice &device : State::get().devices) {
    std::lock_guard<std::mutex> lock(device.mutex);
    buffer = device.memory.findBefore(address);
    if (buffer && !buffer->isHosts && address - buffer->address < buffer->size)
      return &device;
  }
  buffer = nullptr;
  return nullptr;
}

sim::Bytes mlir::tile::cuda::findBytesAnywhere(Pointer address, size_t bytes,
                                               bool &isValid) {
  sim::Buffer *buffer;
  if (SimulatedDevice *device = findDevice(address, buffer)) {
    std::lock_guard<std::mutex> lock(device->mutex);
    sim::Bytes found = findBytes(*device, address, bytes);
    isValid = bool(found);
    return found;
  }
  isValid = address || !bytes;
  return sim::Bytes::ofHost(reinterpret_cast<void *>(address));
}

/// CUpointer_attribute, CUmemorytype.
enum PointerAttribute {
  kContext = 1,
  kMemoryType = 2,
  kDevicePointer = 3,
  kHostPointer = 4,
  kBufferId = 7,
  kIsManaged = 8,
  kDeviceOrdinal = 9,
  kRangeStart = 11,
  kRangeSize = 12,
  kIsMapped = 13
};
enum { kHostType = 1, kDeviceType = 2 };

TILE_CUDA_API cuPointerGetAttribute(void *value, int attribute,
                                    Pointer address) {
  if (!value)
    return Result::InvalidValue;
  sim::Buffer *buffer = nullptr;
  SimulatedDevice *device = findDevice(address, buffer);
  uint64_t begin = buffer ? buffer->address : 0;
  uint64_t bytes = buffer ? buffer->size : 0;
  bool isManaged = false;
  if (!device) {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    const HostMemory *known = findHost(address, begin);
    if (!known)
      return Result::InvalidValue;
    bytes = known->bytes;
    isManaged = known->isManaged;
  }
  auto give = [&](auto result) {
    std::memcpy(value, &result, sizeof(result));
    return Result::Success;
  };
  switch (attribute) {
  case kContext:
    return give(device ? &device->primary : nullptr);
  case kMemoryType:
    return give(device || isManaged ? kDeviceType : kHostType);
  case kDevicePointer:
    return give(address);
  case kHostPointer:
    return device ? Result::InvalidValue : give(address);
  case kBufferId:
    return give(begin);
  case kIsManaged:
    return give(isManaged);
  case kDeviceOrdinal:
    return give(device ? getNumber(device) : 0);
  case kRangeStart:
    return give(begin);
  case kRangeSize:
    return give(size_t(bytes));
  case kIsMapped:
    return give(true);
  }
  return Result::NotSupported;
}

TILE_CUDA_API cuPointerGetAttributes(unsigned count, int *attributes,
                                     void **values, Pointer address) {
  if (!attributes || !values)
    return Result::InvalidValue;
  // What is not known gives zeros, and no error.
  for (unsigned i = 0; i < count; ++i)
    if (values[i] && cuPointerGetAttribute(values[i], attributes[i], address) !=
                         Result::Success)
      std::memset(values[i], 0, attributes[i] == kMemoryType ? 4 : 1);
  return Result::Success;
}

TILE_CUDA_API cuMemGetAddressRange_v2(Pointer *begin, size_t *bytes,
                                      Pointer address) {
  Pointer start = 0;
  size_t size = 0;
  if (cuPointerGetAttribute(&start, kRangeStart, address) != Result::Success ||
      cuPointerGetAttribute(&size, kRangeSize, address) != Result::Success)
    return Result::NotFound;
  if (begin)
    *begin = start;
  if (bytes)
    *bytes = size;
  return Result::Success;
}
