//===- Memory.cpp - Memory of the simulated driver ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdlib>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// CUgraphNodeType.
enum { kMemcpy = 1, kMemset = 2 };

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuMemAlloc_v2(Pointer *address, size_t bytes) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!address || !bytes)
    return Result::InvalidValue;
  SimulatedDevice &device = *context->device;
  std::lock_guard<std::mutex> lock(device.mutex);
  std::string name =
      "allocation " + std::to_string(device.memory.getBuffers().size() + 1);
  *address = device.memory.allocate(bytes, name);
  if (!*address)
    return Result::OutOfMemory;
  if (device.memory.followsUndefined &&
      !device.memory.markUndefined(*address)) {
    (void)device.memory.free(*address);
    return Result::OutOfMemory;
  }
  device.allocations.insert(*address);
  return Result::Success;
}

TILE_CUDA_API cuMemFree_v2(Pointer address) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!address)
    return Result::Success;
  SimulatedDevice &device = *context->device;
  std::lock_guard<std::mutex> lock(device.mutex);
  return device.allocations.erase(address) && device.memory.free(address)
             ? Result::Success
             : Result::InvalidValue;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

sim::Bytes mlir::tile::cuda::findBytes(SimulatedDevice &device, Pointer address,
                                       size_t bytes) {
  return device.memory.findBytes(address, bytes);
}

TILE_CUDA_API cuMemcpyHtoDAsync_v2(Pointer destination, const void *source,
                                   size_t bytes, Stream stream) {
  return submit(stream, kMemcpy, [=](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    sim::Bytes to = findBytes(device, destination, bytes);
    if (bytes && (!to || !source))
      return Result::InvalidValue;
    if (bytes)
      to.copy(sim::Bytes::ofHost(source), bytes);
    return Result::Success;
  });
}

TILE_CUDA_API cuMemcpyDtoHAsync_v2(void *destination, Pointer source,
                                   size_t bytes, Stream stream) {
  return submit(stream, kMemcpy, [=](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    sim::Bytes from = findBytes(device, source, bytes);
    if (bytes && (!from || !destination))
      return Result::InvalidValue;
    if (bytes)
      std::memcpy(destination, from.data, bytes);
    return Result::Success;
  });
}

TILE_CUDA_API cuMemcpyDtoDAsync_v2(Pointer destination, Pointer source,
                                   size_t bytes, Stream stream) {
  return submit(stream, kMemcpy, [=](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    sim::Bytes from = findBytes(device, source, bytes);
    sim::Bytes to = findBytes(device, destination, bytes);
    if (bytes && (!from || !to))
      return Result::InvalidValue;
    if (bytes)
      to.copy(from, bytes);
    return Result::Success;
  });
}

TILE_CUDA_API cuMemcpyHtoD_v2(Pointer destination, const void *source,
                              size_t bytes) {
  return cuMemcpyHtoDAsync_v2(destination, source, bytes, nullptr);
}

TILE_CUDA_API cuMemcpyDtoH_v2(void *destination, Pointer source, size_t bytes) {
  return cuMemcpyDtoHAsync_v2(destination, source, bytes, nullptr);
}

TILE_CUDA_API cuMemcpyDtoD_v2(Pointer destination, Pointer source,
                              size_t bytes) {
  return cuMemcpyDtoDAsync_v2(destination, source, bytes, nullptr);
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

template <typename T>
static Result fill(Pointer destination, T value, size_t count, Stream stream) {
  return submit(stream, kMemset, [=](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    if (destination % sizeof(T) || count > SIZE_MAX / sizeof(T))
      return Result::InvalidValue;
    sim::Bytes to = findBytes(device, destination, count * sizeof(T));
    if (count && !to)
      return Result::InvalidValue;
    std::fill_n(reinterpret_cast<T *>(to.data), count, value);
    if (to.undefined)
      std::memset(to.undefined, 0, count * sizeof(T));
    return Result::Success;
  });
}

TILE_CUDA_API cuMemsetD8Async(Pointer destination, unsigned char value,
                              size_t count, Stream stream) {
  return fill<uint8_t>(destination, value, count, stream);
}

TILE_CUDA_API cuMemsetD16Async(Pointer destination, unsigned short value,
                               size_t count, Stream stream) {
  return fill<uint16_t>(destination, value, count, stream);
}

TILE_CUDA_API cuMemsetD32Async(Pointer destination, unsigned value,
                               size_t count, Stream stream) {
  return fill<uint32_t>(destination, value, count, stream);
}

TILE_CUDA_API cuMemsetD8_v2(Pointer destination, unsigned char value,
                            size_t count) {
  return fill<uint8_t>(destination, value, count, nullptr);
}

TILE_CUDA_API cuMemsetD16_v2(Pointer destination, unsigned short value,
                             size_t count) {
  return fill<uint16_t>(destination, value, count, nullptr);
}

TILE_CUDA_API cuMemsetD32_v2(Pointer destination, unsigned value,
                             size_t count) {
  return fill<uint32_t>(destination, value, count, nullptr);
}
