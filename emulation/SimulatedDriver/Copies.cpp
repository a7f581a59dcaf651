//===- Copies.cpp - Copies between any two places
//----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// CUgraphNodeType.
enum { kMemcpy = 1, kMemset = 2 };

/// Rows of `width` bytes, in slices of `height` rows.
static Result copyRows(Pointer destination, size_t toPitch, size_t toHeight,
                       Pointer source, size_t fromPitch, size_t fromHeight,
                       size_t width, size_t height, size_t depth) {
  if (!width || !height || !depth)
    return Result::Success;
  auto getBytes = [&](size_t pitch, size_t rows) {
    return ((depth - 1) * rows + height - 1) * pitch + width;
  };
  bool isToValid = false, isFromValid = false;
  sim::Bytes to =
      findBytesAnywhere(destination, getBytes(toPitch, toHeight), isToValid);
  sim::Bytes from =
      findBytesAnywhere(source, getBytes(fromPitch, fromHeight), isFromValid);
  if (!isToValid || !isFromValid)
    return Result::InvalidValue;
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      to.from((z * toHeight + y) * toPitch)
          .copy(from.from((z * fromHeight + y) * fromPitch), width);
  return Result::Success;
}

TILE_CUDA_API cuMemcpyAsync(Pointer destination, Pointer source, size_t bytes,
                            Stream stream) {
  return submit(stream, kMemcpy, [=](SimulatedDevice &) {
    return copyRows(destination, bytes, 1, source, bytes, 1, bytes, 1, 1);
  });
}

TILE_CUDA_API cuMemcpy(Pointer destination, Pointer source, size_t bytes) {
  return cuMemcpyAsync(destination, source, bytes, nullptr);
}

TILE_CUDA_API cuMemcpyPeerAsync(Pointer destination, Context, Pointer source,
                                Context, size_t bytes, Stream stream) {
  return cuMemcpyAsync(destination, source, bytes, stream);
}

TILE_CUDA_API cuMemcpyPeer(Pointer destination, Context, Pointer source,
                           Context, size_t bytes) {
  return cuMemcpyAsync(destination, source, bytes, nullptr);
}

namespace {
/// CUmemorytype.
enum class MemoryType : int { Host = 1, Device = 2, Array = 3, Unified = 4 };

/// CUDA_MEMCPY2D.
struct Copy2D {
  size_t fromX, fromY;
  MemoryType fromType;
  const void *fromHost;
  Pointer fromDevice;
  void *fromArray;
  size_t fromPitch;
  size_t toX, toY;
  MemoryType toType;
  void *toHost;
  Pointer toDevice;
  void *toArray;
  size_t toPitch;
  size_t width, height;
};

/// CUDA_MEMCPY3D.
struct Copy3D {
  size_t fromX, fromY, fromZ, fromLOD;
  MemoryType fromType;
  const void *fromHost;
  Pointer fromDevice;
  void *fromArray, *fromReserved;
  size_t fromPitch, fromHeight;
  size_t toX, toY, toZ, toLOD;
  MemoryType toType;
  void *toHost;
  Pointer toDevice;
  void *toArray, *toReserved;
  size_t toPitch, toHeight;
  size_t width, height, depth;
};
} // namespace

static Pointer getPlace(MemoryType type, const void *host, Pointer device) {
  return type == MemoryType::Host ? reinterpret_cast<uintptr_t>(host) : device;
}

TILE_CUDA_API cuMemcpy3DAsync_v2(const Copy3D *copy, Stream stream) {
  if (!copy)
    return Result::InvalidValue;
  if (copy->fromType == MemoryType::Array || copy->toType == MemoryType::Array)
    return Result::NotSupported;
  return submit(stream, kMemcpy, [c = *copy](SimulatedDevice &) {
    auto getPitch = [&](size_t pitch) { return pitch ? pitch : c.width; };
    auto getHeight = [&](size_t height) { return height ? height : c.height; };
    size_t fromPitch = getPitch(c.fromPitch), toPitch = getPitch(c.toPitch);
    size_t fromHeight = getHeight(c.fromHeight),
           toHeight = getHeight(c.toHeight);
    Pointer from = getPlace(c.fromType, c.fromHost, c.fromDevice) + c.fromX +
                   (c.fromZ * fromHeight + c.fromY) * fromPitch;
    Pointer to = getPlace(c.toType, c.toHost, c.toDevice) + c.toX +
                 (c.toZ * toHeight + c.toY) * toPitch;
    return copyRows(to, toPitch, toHeight, from, fromPitch, fromHeight, c.width,
                    c.height, c.depth);
  });
}

TILE_CUDA_API cuMemcpy3D_v2(const Copy3D *copy) {
  return cuMemcpy3DAsync_v2(copy, nullptr);
}

TILE_CUDA_API cuMemcpy2DAsync_v2(const Copy2D *copy, Stream stream) {
  if (!copy)
    return Result::InvalidValue;
  Copy3D all{};
  all.fromX = copy->fromX;
  all.fromY = copy->fromY;
  all.fromType = copy->fromType;
  all.fromHost = copy->fromHost;
  all.fromDevice = copy->fromDevice;
  all.fromPitch = copy->fromPitch;
  all.toX = copy->toX;
  all.toY = copy->toY;
  all.toType = copy->toType;
  all.toHost = copy->toHost;
  all.toDevice = copy->toDevice;
  all.toPitch = copy->toPitch;
  all.width = copy->width;
  all.height = copy->height;
  all.depth = 1;
  return cuMemcpy3DAsync_v2(&all, stream);
}

TILE_CUDA_API cuMemcpy2D_v2(const Copy2D *copy) {
  return cuMemcpy2DAsync_v2(copy, nullptr);
}

TILE_CUDA_API cuMemcpy2DUnaligned_v2(const Copy2D *copy) {
  return cuMemcpy2DAsync_v2(copy, nullptr);
}

//===----------------------------------------------------------------------===//
// Filling rows
//===----------------------------------------------------------------------===//

Result mlir::tile::cuda::fillRows(SimulatedDevice &device, Pointer destination,
                                  size_t pitch, unsigned value,
                                  unsigned elementSize, size_t width,
                                  size_t height) {
  for (size_t row = 0; row < height && width; ++row) {
    sim::Bytes to =
        findBytes(device, destination + row * pitch, width * elementSize);
    if (!to || destination % elementSize)
      return Result::InvalidValue;
    for (size_t i = 0; i < width; ++i)
      to.from(i * elementSize).copy(sim::Bytes::ofHost(&value), elementSize);
  }
  return Result::Success;
}

template <typename T>
static Result fill2D(Pointer destination, size_t pitch, T value, size_t width,
                     size_t height, Stream stream) {
  return submit(stream, kMemset, [=](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    return fillRows(device, destination, pitch, value, sizeof(T), width,
                    height);
  });
}

TILE_CUDA_API cuMemsetD2D8Async(Pointer to, size_t pitch, unsigned char value,
                                size_t width, size_t height, Stream stream) {
  return fill2D(to, pitch, value, width, height, stream);
}

TILE_CUDA_API cuMemsetD2D16Async(Pointer to, size_t pitch, unsigned short value,
                                 size_t width, size_t height, Stream stream) {
  return fill2D(to, pitch, value, width, height, stream);
}

TILE_CUDA_API cuMemsetD2D32Async(Pointer to, size_t pitch, unsigned value,
                                 size_t width, size_t height, Stream stream) {
  return fill2D(to, pitch, value, width, height, stream);
}

TILE_CUDA_API cuMemsetD2D8_v2(Pointer to, size_t pitch, unsigned char value,
                              size_t width, size_t height) {
  return fill2D(to, pitch, value, width, height, nullptr);
}

TILE_CUDA_API cuMemsetD2D16_v2(Pointer to, size_t pitch, unsigned short value,
                               size_t width, size_t height) {
  return fill2D(to, pitch, value, width, height, nullptr);
}

TILE_CUDA_API cuMemsetD2D32_v2(Pointer to, size_t pitch, unsigned value,
                               size_t width, size_t height) {
  return fill2D(to, pitch, value, width, height, nullptr);
}

//===----------------------------------------------------------------------===//
// Allocation in the order of a stream, and pools
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuMemAlloc_v2(Pointer *address, size_t bytes);
TILE_CUDA_API cuMemFree_v2(Pointer address);

TILE_CUDA_API cuMemAllocAsync(Pointer *address, size_t bytes, Stream stream) {
  return isStream(stream) ? cuMemAlloc_v2(address, bytes)
                          : Result::InvalidHandle;
}

TILE_CUDA_API cuMemAllocFromPoolAsync(Pointer *address, size_t bytes, void *,
                                      Stream stream) {
  return cuMemAllocAsync(address, bytes, stream);
}

TILE_CUDA_API cuMemFreeAsync(Pointer address, Stream stream) {
  return submit(stream, /*memory free node*/ 11,
                [=](SimulatedDevice &) { return cuMemFree_v2(address); });
}

TILE_CUDA_API cuMemAllocPitch_v2(Pointer *address, size_t *pitch, size_t width,
                                 size_t height, unsigned elementSize) {
  if (!pitch || !width || !height)
    return Result::InvalidValue;
  *pitch = (width + 511) / 512 * 512;
  return cuMemAlloc_v2(address, *pitch * height);
}

/// All pools are the device's memory.
TILE_CUDA_API cuDeviceGetDefaultMemPool(void **pool, Device device) {
  SimulatedDevice *found = State::get().find(device);
  if (!pool)
    return Result::InvalidValue;
  *pool = found;
  return found ? Result::Success : Result::InvalidDevice;
}

TILE_CUDA_API cuDeviceGetMemPool(void **pool, Device device) {
  return cuDeviceGetDefaultMemPool(pool, device);
}

TILE_CUDA_API cuDeviceSetMemPool(Device device, void *) {
  return State::get().find(device) ? Result::Success : Result::InvalidDevice;
}

TILE_CUDA_API cuMemPoolCreate(void **pool, const void *) {
  return cuDeviceGetDefaultMemPool(pool, 0);
}

TILE_CUDA_API cuMemPoolDestroy(void *) { return Result::Success; }
TILE_CUDA_API cuMemPoolTrimTo(void *, size_t) { return Result::Success; }
TILE_CUDA_API cuMemPoolSetAccess(void *, const void *, size_t) {
  return Result::Success;
}
TILE_CUDA_API cuMemPoolSetAttribute(void *, int, void *) {
  return Result::Success;
}

/// Flags of 4 bytes up to CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
/// then numbers of bytes.
TILE_CUDA_API cuMemPoolGetAttribute(void *, int attribute, void *value) {
  if (!value)
    return Result::InvalidValue;
  std::memset(value, 0, attribute <= 3 ? 4 : 8);
  return Result::Success;
}
