//===- Memory.cpp - Pools, pinned memory, rows of tile-c/Memory.h ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeObjects.h"

#include "tile-c/Memory.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;
using runtime::Rows;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

TileStatus tileDeviceGetMemory(TileDevice device, uint64_t *free,
                               uint64_t *total) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!free)
    return failNull("free");
  if (!total)
    return failNull("total");
  Expected<std::pair<uint64_t, uint64_t>> found = object->device->getMemory();
  if (!found)
    return setError(found.takeError());
  std::tie(*free, *total) = *found;
  return TileStatusSuccess;
}

TileStatus tileDeviceAllocateAsync(TileDevice device, TileMemoryPool pool,
                                   uint64_t bytes, TileStream stream,
                                   TileDeviceAddress *address) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  runtime::MemoryPool *source = nullptr;
  if (pool.ptr) {
    MemoryPoolObject *given = getObject(pool);
    if (!given)
      return TileStatusInvalidHandle;
    source = given->pool.get();
  }
  if (!address)
    return failNull("address");
  Expected<runtime::DeviceAddress> made =
      object->device->allocateAsync(bytes, source, queue);
  if (!made)
    return setError(made.takeError());
  *address = *made;
  return TileStatusSuccess;
}

TileStatus tileDeviceFreeAsync(TileDevice device, TileDeviceAddress address,
                               TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(object->device->freeAsync(address, queue));
}

TileStatus tileDeviceSetAllocator(TileDevice device,
                                  const TileDeviceAllocator *allocator) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  std::shared_ptr<runtime::DeviceAllocator> made;
  if (allocator) {
    if (!allocator->allocate)
      return failNull("allocator->allocate");
    if (!allocator->free)
      return failNull("allocator->free");
    TileDeviceAllocator given = *allocator;
    made = std::make_shared<runtime::DeviceAllocator>();
    made->allocate = [given](uint64_t bytes, std::optional<void *> stream) {
      return given.allocate(bytes, stream.value_or(nullptr), stream.has_value(),
                            given.userData);
    };
    made->free = [given](runtime::DeviceAddress address, uint64_t bytes,
                         std::optional<void *> stream) {
      given.free(address, bytes, stream.value_or(nullptr), stream.has_value(),
                 given.userData);
    };
  }
  object->device->setAllocator(std::move(made));
  return TileStatusSuccess;
}

TileStatus tileMemoryPoolCreate(TileDevice device, TileMemoryPool *pool) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!pool)
    return failNull("pool");
  Expected<std::unique_ptr<runtime::MemoryPool>> made =
      object->device->createPool();
  if (!made)
    return setError(made.takeError());
  auto result = std::make_unique<MemoryPoolObject>();
  result->pool = std::move(*made);
  return giveHandle(std::move(result), pool);
}

void tileMemoryPoolDestroy(TileMemoryPool pool) { destroyHandle(pool); }

TileStatus tileMemoryPoolSetReleaseThreshold(TileMemoryPool pool,
                                             uint64_t bytes) {
  MemoryPoolObject *object = getObject(pool);
  return object ? setError(object->pool->setReleaseThreshold(bytes))
                : TileStatusInvalidHandle;
}

TileStatus tileMemoryPoolTrim(TileMemoryPool pool, uint64_t bytes) {
  MemoryPoolObject *object = getObject(pool);
  return object ? setError(object->pool->trim(bytes)) : TileStatusInvalidHandle;
}

TileStatus tileMemoryPoolGetUsage(TileMemoryPool pool, uint64_t *reserved,
                                  uint64_t *used) {
  MemoryPoolObject *object = getObject(pool);
  if (!object)
    return TileStatusInvalidHandle;
  if (!reserved)
    return failNull("reserved");
  if (!used)
    return failNull("used");
  Expected<std::pair<uint64_t, uint64_t>> found = object->pool->getUsage();
  if (!found)
    return setError(found.takeError());
  std::tie(*reserved, *used) = *found;
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

TileStatus tileDeviceAllocateHost(TileDevice device, uint64_t bytes,
                                  void **memory) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!memory)
    return failNull("memory");
  Expected<void *> made = object->device->allocateHost(bytes);
  if (!made)
    return setError(made.takeError());
  *memory = *made;
  return TileStatusSuccess;
}

TileStatus tileDeviceFreeHost(TileDevice device, void *memory) {
  DeviceObject *object = getObject(device);
  return object ? setError(object->device->freeHost(memory))
                : TileStatusInvalidHandle;
}

TileStatus tileDeviceRegisterHost(TileDevice device, void *memory,
                                  uint64_t bytes) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!memory)
    return failNull("memory");
  return setError(object->device->registerHost(memory, bytes));
}

TileStatus tileDeviceUnregisterHost(TileDevice device, void *memory) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!memory)
    return failNull("memory");
  return setError(object->device->unregisterHost(memory));
}

//===----------------------------------------------------------------------===//
// Peers
//===----------------------------------------------------------------------===//

TileStatus tileDeviceCopyFromPeer(TileDevice device,
                                  TileDeviceAddress destination,
                                  TileDevice peer, TileDeviceAddress source,
                                  uint64_t bytes, TileStream stream) {
  DeviceObject *object = getObject(device);
  DeviceObject *other = object ? getObject(peer) : nullptr;
  runtime::Stream *queue;
  if (!other || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(object->device->copyFromPeer(destination, *other->device,
                                               source, bytes, queue));
}

TileStatus tileDeviceCanAccessPeer(TileDevice device, TileDevice peer,
                                   bool *canAccess) {
  DeviceObject *object = getObject(device);
  DeviceObject *other = object ? getObject(peer) : nullptr;
  if (!other)
    return TileStatusInvalidHandle;
  if (!canAccess)
    return failNull("canAccess");
  Expected<bool> found = object->device->canAccessPeer(*other->device);
  if (!found)
    return setError(found.takeError());
  *canAccess = *found;
  return TileStatusSuccess;
}

TileStatus tileDeviceSetPeerAccess(TileDevice device, TileDevice peer,
                                   bool enable) {
  DeviceObject *object = getObject(device);
  DeviceObject *other = object ? getObject(peer) : nullptr;
  return other ? setError(object->device->setPeerAccess(*other->device, enable))
               : TileStatusInvalidHandle;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Rows makeRows(TileDeviceAddress address, uint64_t pitch) {
  return {nullptr, address, pitch};
}

static TileStatus copyRows(TileDevice device, const Rows &destination,
                           const Rows &source, uint64_t width, uint64_t height,
                           TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(
      object->device->copyRows(destination, source, width, height, queue));
}

TileStatus tileDeviceCopyRowsToDevice(TileDevice device,
                                      TileDeviceAddress destination,
                                      uint64_t destinationPitch,
                                      const void *source, uint64_t sourcePitch,
                                      uint64_t width, uint64_t height,
                                      TileStream stream) {
  if (!getObject(device))
    return TileStatusInvalidHandle;
  if (!source && width && height)
    return failNull("source");
  return copyRows(device, makeRows(destination, destinationPitch),
                  {const_cast<void *>(source), 0, sourcePitch}, width, height,
                  stream);
}

TileStatus tileDeviceCopyRowsToHost(TileDevice device, void *destination,
                                    uint64_t destinationPitch,
                                    TileDeviceAddress source,
                                    uint64_t sourcePitch, uint64_t width,
                                    uint64_t height, TileStream stream) {
  if (!getObject(device))
    return TileStatusInvalidHandle;
  if (!destination && width && height)
    return failNull("destination");
  return copyRows(device, {destination, 0, destinationPitch},
                  makeRows(source, sourcePitch), width, height, stream);
}

TileStatus tileDeviceCopyRows(TileDevice device, TileDeviceAddress destination,
                              uint64_t destinationPitch,
                              TileDeviceAddress source, uint64_t sourcePitch,
                              uint64_t width, uint64_t height,
                              TileStream stream) {
  return copyRows(device, makeRows(destination, destinationPitch),
                  makeRows(source, sourcePitch), width, height, stream);
}

TileStatus tileDeviceFillRows(TileDevice device, TileDeviceAddress destination,
                              uint64_t pitch, const void *pattern,
                              unsigned patternBytes, uint64_t count,
                              uint64_t height, TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  if (!pattern)
    return failNull("pattern");
  return setError(object->device->fillRows(makeRows(destination, pitch),
                                           pattern, patternBytes, count, height,
                                           queue));
}
