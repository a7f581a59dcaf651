//===- Memory.cpp - Memory of the simulated runtime
//--------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace mlir::tile::cudart;

TILE_DRIVER(cuMemAlloc_v2, Pointer *, size_t)
TILE_DRIVER(cuMemFree_v2, Pointer)
TILE_DRIVER(cuMemAllocManaged, Pointer *, size_t, unsigned)
TILE_DRIVER(cuMemAllocAsync, Pointer *, size_t, Stream)
TILE_DRIVER(cuMemFreeAsync, Pointer, Stream)
TILE_DRIVER(cuMemAllocPitch_v2, Pointer *, size_t *, size_t, size_t, unsigned)
TILE_DRIVER(cuMemHostAlloc, void **, size_t, unsigned)
TILE_DRIVER(cuMemFreeHost, void *)
TILE_DRIVER(cuMemHostRegister_v2, void *, size_t, unsigned)
TILE_DRIVER(cuMemHostUnregister, void *)
TILE_DRIVER(cuMemHostGetDevicePointer_v2, Pointer *, void *, unsigned)
TILE_DRIVER(cuMemHostGetFlags, unsigned *, void *)
TILE_DRIVER(cuMemGetInfo_v2, size_t *, size_t *)
TILE_DRIVER(cuMemcpyAsync, Pointer, Pointer, size_t, Stream)
TILE_DRIVER(cuMemsetD8Async, Pointer, unsigned char, size_t, Stream)
TILE_DRIVER(cuMemsetD2D8Async, Pointer, size_t, unsigned char, size_t, size_t,
            Stream)
TILE_DRIVER(cuPointerGetAttribute, void *, int, Pointer)

/// Asked for by cudaFree as well as by the host's: which is it.
static bool isHosts(const void *memory) {
  unsigned flags;
  return cuMemHostGetFlags(&flags, const_cast<void *>(memory)) == Success;
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// `f` gives an address, or null where no bytes are asked for.
template <typename F> static Error give(void **memory, size_t bytes, F f) {
  return call([&] {
    if (!memory)
      return Error(InvalidValue);
    *memory = nullptr;
    Pointer address = 0;
    Error error = bytes ? f(&address) : Error(Success);
    if (error == Success)
      *memory = reinterpret_cast<void *>(address);
    return error;
  });
}

TILE_RUNTIME_API cudaMalloc(void **memory, size_t bytes) {
  return give(memory, bytes,
              [&](Pointer *p) { return cuMemAlloc_v2(p, bytes); });
}

TILE_RUNTIME_API cudaMallocManaged(void **memory, size_t bytes,
                                   unsigned flags) {
  return give(memory, bytes,
              [&](Pointer *p) { return cuMemAllocManaged(p, bytes, flags); });
}

TILE_RUNTIME_API cudaMallocAsync(void **memory, size_t bytes, Stream stream) {
  return give(memory, bytes,
              [&](Pointer *p) { return cuMemAllocAsync(p, bytes, stream); });
}

TILE_RUNTIME_API cudaMallocFromPoolAsync(void **memory, size_t bytes, void *,
                                         Stream stream) {
  return cudaMallocAsync(memory, bytes, stream);
}

TILE_RUNTIME_API cudaFree(void *memory) {
  return call([&] {
    if (getSticky() != Success)
      return getSticky();
    return isHosts(memory) ? cuMemFreeHost(memory)
                           : cuMemFree_v2(toPointer(memory));
  });
}

TILE_RUNTIME_API cudaFreeAsync(void *memory, Stream stream) {
  return call([&] { return cuMemFreeAsync(toPointer(memory), stream); });
}

TILE_RUNTIME_API cudaMallocPitch(void **memory, size_t *pitch, size_t width,
                                 size_t height) {
  return give(memory, width * height, [&](Pointer *p) {
    return cuMemAllocPitch_v2(p, pitch, width, height, 4);
  });
}

TILE_RUNTIME_API cudaHostAlloc(void **memory, size_t bytes, unsigned flags) {
  return call([&] { return cuMemHostAlloc(memory, bytes, flags); });
}

TILE_RUNTIME_API cudaMallocHost(void **memory, size_t bytes) {
  return cudaHostAlloc(memory, bytes, 0);
}

TILE_RUNTIME_API cudaFreeHost(void *memory) {
  return call([&] { return cuMemFreeHost(memory); });
}

TILE_RUNTIME_API cudaHostRegister(void *memory, size_t bytes, unsigned flags) {
  return call([&] { return cuMemHostRegister_v2(memory, bytes, flags); });
}

TILE_RUNTIME_API cudaHostUnregister(void *memory) {
  return call([&] { return cuMemHostUnregister(memory); });
}

TILE_RUNTIME_API cudaHostGetDevicePointer(void **address, void *memory,
                                          unsigned flags) {
  return give(address, 1, [&](Pointer *p) {
    return cuMemHostGetDevicePointer_v2(p, memory, flags);
  });
}

TILE_RUNTIME_API cudaHostGetFlags(unsigned *flags, void *memory) {
  return call([&] { return cuMemHostGetFlags(flags, memory); });
}

TILE_RUNTIME_API cudaMemGetInfo(size_t *free, size_t *total) {
  return call([&] { return cuMemGetInfo_v2(free, total); });
}

/// Where managed memory is best changes nothing here. Locations are structs of
/// two numbers.
TILE_RUNTIME_API cudaMemPrefetchAsync(const void *, size_t, unsigned long long,
                                      unsigned, Stream) {
  return call([] { return Error(Success); });
}

TILE_RUNTIME_API cudaMemAdvise(const void *, size_t, int, unsigned long long) {
  return call([] { return Error(Success); });
}

TILE_RUNTIME_API cudaStreamAttachMemAsync(Stream, void *, size_t, unsigned) {
  return call([] { return Error(Success); });
}

namespace {
/// cudaPointerAttributes, without what is reserved.
struct PointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
};
} // namespace

TILE_RUNTIME_API cudaPointerGetAttributes(PointerAttributes *attributes,
                                          const void *pointer) {
  return call([&] {
    if (!attributes)
      return Error(InvalidValue);
    // cudaMemoryTypeUnregistered, Host, Device, Managed.
    *attributes = {0, -2, nullptr, const_cast<void *>(pointer)};
    int type = 0;
    // CU_POINTER_ATTRIBUTE_MEMORY_TYPE, IS_MANAGED, DEVICE_ORDINAL.
    if (cuPointerGetAttribute(&type, 2, toPointer(pointer)) != Success)
      return Error(Success);
    bool isManaged = false;
    cuPointerGetAttribute(&isManaged, 8, toPointer(pointer));
    cuPointerGetAttribute(&attributes->device, 9, toPointer(pointer));
    attributes->type = isManaged ? 3 : type;
    attributes->devicePointer = const_cast<void *>(pointer);
    if (type == 2 && !isManaged)
      attributes->hostPointer = nullptr;
    return Error(Success);
  });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// cudaMemcpyKind.
enum CopyKind : int {
  HostToHost = 0,
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3,
  Default = 4
};

static bool isKnown(const void *pointer) {
  int type;
  return cuPointerGetAttribute(&type, 2, toPointer(pointer)) == Success;
}

static Error copy(void *to, const void *from, size_t bytes, int kind,
                  Stream stream) {
  if (getSticky() != Success)
    return getSticky();
  if (kind < HostToHost || kind > Default)
    return 21; // cudaErrorInvalidMemcpyDirection
  if (bytes == 0)
    return Success;
  bool needsDeviceTo = kind == HostToDevice || kind == DeviceToDevice;
  bool needsDeviceFrom = kind == DeviceToHost || kind == DeviceToDevice;
  if ((needsDeviceTo && !isKnown(to)) || (needsDeviceFrom && !isKnown(from)))
    return InvalidValue;
  return cuMemcpyAsync(toPointer(to), toPointer(from), bytes, stream);
}

TILE_RUNTIME_API cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                 int kind, Stream stream) {
  return call([&] { return copy(to, from, bytes, kind, stream); });
}

TILE_RUNTIME_API cudaMemcpy(void *to, const void *from, size_t bytes,
                            int kind) {
  return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}

TILE_RUNTIME_API cudaMemcpyPeerAsync(void *to, int, const void *from, int,
                                     size_t bytes, Stream stream) {
  return cudaMemcpyAsync(to, from, bytes, Default, stream);
}

TILE_RUNTIME_API cudaMemcpyPeer(void *to, int, const void *from, int,
                                size_t bytes) {
  return cudaMemcpyAsync(to, from, bytes, Default, nullptr);
}

TILE_RUNTIME_API cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from,
                                   size_t fromPitch, size_t width,
                                   size_t height, int kind, Stream stream) {
  if (width > toPitch || width > fromPitch)
    return note(12); // cudaErrorInvalidPitchValue
  return call([&] {
    for (size_t row = 0; row < height; ++row)
      if (Error error = copy(static_cast<char *>(to) + row * toPitch,
                             static_cast<const char *>(from) + row * fromPitch,
                             width, kind, stream);
          error != Success)
        return error;
    return Error(Success);
  });
}

TILE_RUNTIME_API cudaMemcpy2D(void *to, size_t toPitch, const void *from,
                              size_t fromPitch, size_t width, size_t height,
                              int kind) {
  return cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind,
                           nullptr);
}

namespace {
/// cudaPitchedPtr, cudaExtent, cudaMemcpy3DParms.
struct Pitched {
  char *memory;
  size_t pitch, width, height;
};
struct Extent {
  size_t width, height, depth;
};
struct Copy3D {
  void *fromArray;
  size_t fromX, fromY, fromZ;
  Pitched from;
  void *toArray;
  size_t toX, toY, toZ;
  Pitched to;
  Extent extent;
  int kind;
};
} // namespace

TILE_RUNTIME_API cudaMemcpy3DAsync(const Copy3D *p, Stream stream) {
  if (!p)
    return note(InvalidValue);
  if (p->fromArray || p->toArray)
    return note(NotSupported);
  return call([&] {
    for (size_t z = 0; z < p->extent.depth; ++z)
      for (size_t y = 0; y < p->extent.height; ++y) {
        const Pitched &from = p->from, &to = p->to;
        size_t fromRow = (p->fromZ + z) * from.height + p->fromY + y;
        size_t toRow = (p->toZ + z) * to.height + p->toY + y;
        if (Error error = copy(to.memory + toRow * to.pitch + p->toX,
                               from.memory + fromRow * from.pitch + p->fromX,
                               p->extent.width, p->kind, stream);
            error != Success)
          return error;
      }
    return Error(Success);
  });
}

TILE_RUNTIME_API cudaMemcpy3D(const Copy3D *p) {
  return cudaMemcpy3DAsync(p, nullptr);
}

TILE_RUNTIME_API cudaMalloc3D(Pitched *memory, Extent extent) {
  if (!memory)
    return note(InvalidValue);
  memory->width = extent.width;
  memory->height = extent.height;
  return cudaMallocPitch(reinterpret_cast<void **>(&memory->memory),
                         &memory->pitch, extent.width,
                         extent.height * extent.depth);
}

TILE_RUNTIME_API cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                         size_t bytes, size_t offset, int kind,
                                         Stream stream) {
  return call([&] {
    Pointer address = 0;
    size_t size = 0;
    Error error = findVariable(symbol, address, size);
    if (error == Success && (offset > size || bytes > size - offset))
      error = InvalidValue;
    return error != Success ? error
                            : copy(reinterpret_cast<void *>(address + offset),
                                   from, bytes, kind, stream);
  });
}

TILE_RUNTIME_API cudaMemcpyToSymbol(const void *symbol, const void *from,
                                    size_t bytes, size_t offset, int kind) {
  return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
}

TILE_RUNTIME_API cudaMemcpyFromSymbolAsync(void *to, const void *symbol,
                                           size_t bytes, size_t offset,
                                           int kind, Stream stream) {
  return call([&] {
    Pointer address = 0;
    size_t size = 0;
    Error error = findVariable(symbol, address, size);
    if (error == Success && (offset > size || bytes > size - offset))
      error = InvalidValue;
    return error != Success
               ? error
               : copy(to, reinterpret_cast<void *>(address + offset), bytes,
                      kind, stream);
  });
}

TILE_RUNTIME_API cudaMemcpyFromSymbol(void *to, const void *symbol,
                                      size_t bytes, size_t offset, int kind) {
  return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

TILE_RUNTIME_API cudaMemsetAsync(void *memory, int value, size_t bytes,
                                 Stream stream) {
  return call([&] {
    if (getSticky() != Success)
      return getSticky();
    return bytes ? cuMemsetD8Async(toPointer(memory), value, bytes, stream)
                 : Error(Success);
  });
}

TILE_RUNTIME_API cudaMemset(void *memory, int value, size_t bytes) {
  return cudaMemsetAsync(memory, value, bytes, nullptr);
}

TILE_RUNTIME_API cudaMemset2DAsync(void *memory, size_t pitch, int value,
                                   size_t width, size_t height, Stream stream) {
  return call([&] {
    return cuMemsetD2D8Async(toPointer(memory), pitch, value, width, height,
                             stream);
  });
}

TILE_RUNTIME_API cudaMemset2D(void *memory, size_t pitch, int value,
                              size_t width, size_t height) {
  return cudaMemset2DAsync(memory, pitch, value, width, height, nullptr);
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

TILE_DRIVER(cuMemPoolCreate, void **, const void *)
TILE_DRIVER(cuMemPoolGetAttribute, void *, int, void *)

TILE_RUNTIME_API cudaMemPoolCreate(void **pool, const void *properties) {
  return call([&] { return cuMemPoolCreate(pool, properties); });
}
TILE_RUNTIME_API cudaMemPoolDestroy(void *) { return Success; }
TILE_RUNTIME_API cudaMemPoolTrimTo(void *, size_t) { return Success; }
TILE_RUNTIME_API cudaMemPoolSetAttribute(void *, int, void *) {
  return Success;
}
TILE_RUNTIME_API cudaMemPoolGetAttribute(void *pool, int attribute,
                                         void *value) {
  return call([&] { return cuMemPoolGetAttribute(pool, attribute, value); });
}
TILE_RUNTIME_API cudaMemPoolSetAccess(void *, const void *, size_t) {
  return Success;
}
TILE_RUNTIME_API cudaDeviceSetMemPool(int, void *) { return Success; }
