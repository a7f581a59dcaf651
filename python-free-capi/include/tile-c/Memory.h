/*===- tile-c/Memory.h - Pools, pinned memory, peers, rows -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Asynchronous allocation, memory of the host that devices reach, copies
|* between devices, and copies and fills of rows.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   tileDeviceAllocateAsync(device, noPool, bytes, stream, &x);
 *   tileKernelLaunch(kernel, grid, arguments, 2, stream);
 *   tileDeviceFreeAsync(device, x, stream);
 *
 * Streams may be null, as in tile-c/Runtime.h: a copy or a fill with a null
 * stream has finished when the call returns. Memory is neither allocated nor
 * freed in a stream that is captured.
 */

#ifndef TILE_C_MEMORY_H
#define TILE_C_MEMORY_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where asynchronous allocations are taken from. Since 0.1. */
TILE_DEFINE_HANDLE(TileMemoryPool);

/*===----------------------------------------------------------------------===*\
|* Allocation
\*===----------------------------------------------------------------------===*/

/* Bytes of the device that are free, and all. On the simulator, the host's
 * memory without what the device has allocated. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetMemory(TileDevice device,
                                                  uint64_t *free,
                                                  uint64_t *total);
/* In the order of the stream: the memory may be used by work that comes later
 * there. `pool` may be null: the device's own. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceAllocateAsync(TileDevice device, TileMemoryPool pool, uint64_t bytes,
                        TileStream stream, TileDeviceAddress *address);
/* Frees what tileDeviceAllocateAsync or tileDeviceAllocate gave when the work
 * before in the stream is done. Address 0 is allowed. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFreeAsync(TileDevice device,
                                                  TileDeviceAddress address,
                                                  TileStream stream);

/* Where the memory of a device comes from, if the program says: a framework's
 * caching allocator, say, or an arena. Start with `= {0}`: later versions may
 * append fields.
 *
 * From it comes what is allocated by tileDeviceAllocate, by
 * tileDeviceAllocateAsync without a pool, and what the library needs on a
 * device for itself: a tuner's copies of arrays, and the bytes by which a
 * benchmark replaces the L2 cache. On the simulator it is all memory of the
 * device. From it does not come: memory of pools, pinned memory, variables of
 * modules, and what the CUDA driver needs for its code and its graphs.
 *
 * The library has no allocator for its memory on the host. Compilers, images,
 * messages and the simulator's own state take it from the process's malloc, as
 * LLVM and MLIR do. A program that wants to own it brings a malloc of its own.
 *
 * The functions are called on any threads, several at once, without a lock of
 * this library. They may allocate from a pool, but not by what calls them.
 * Since 0.1. */
typedef struct TileDeviceAllocator {
  /* The address of `bytes` bytes, at least 1; a multiple of 256. 0 if there is
   * no memory: the call is then OutOfMemory. On a GPU it is an address of the
   * context, a CUdeviceptr; on the simulator, of the host. `isAsync` is true
   * for tileDeviceAllocateAsync on a GPU: only work of `cuStream`, which may be
   * null, uses the memory for now. Otherwise work of any stream may. Required.
   */
  TileDeviceAddress (*allocate)(uint64_t bytes, void *cuStream, bool isAsync,
                                void *userData);
  /* Takes back what `allocate` gave, once, with the same `bytes`. `isAsync` is
   * true for tileDeviceFreeAsync on a GPU: work that is in `cuStream` now may
   * use the memory still. Otherwise no work does. Required. */
  void (*free)(TileDeviceAddress address, uint64_t bytes, void *cuStream,
               bool isAsync, void *userData);
  void *userData;
} TileDeviceAllocator;

/* Memory that is allocated from now on comes from the allocator, which is
 * copied; null: as at first. Each block goes back to the allocator that it came
 * from, also after another one was set: when it is freed, or when the last
 * object of the device is destroyed. `userData` must be there until then.
 * InvalidArgument, from the functions that allocate, for an address that is no
 * multiple of 256, or that is allocated already. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceSetAllocator(TileDevice device, const TileDeviceAllocator *allocator);

/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolCreate(TileDevice device,
                                                   TileMemoryPool *pool);
/* What is allocated from it stays until it is freed. */
MLIR_CAPI_EXPORTED void tileMemoryPoolDestroy(TileMemoryPool pool);
static inline bool tileMemoryPoolIsNull(TileMemoryPool pool) {
  return !pool.ptr;
}
/* Bytes that the pool keeps when a stream is waited for; 0 at first. The
 * simulator keeps none. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileMemoryPoolSetReleaseThreshold(TileMemoryPool pool, uint64_t bytes);
/* Gives back all but so many bytes, as far as they are free. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolTrim(TileMemoryPool pool,
                                                 uint64_t bytes);
/* Bytes that the pool has, and how many are allocated. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolGetUsage(TileMemoryPool pool,
                                                     uint64_t *reserved,
                                                     uint64_t *used);

/*===----------------------------------------------------------------------===*\
|* Memory of the host that devices reach at the same address, and from which
|* copies in a stream need not wait: pinned memory.
\*===----------------------------------------------------------------------===*/

/* `bytes` may be 0. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceAllocateHost(TileDevice device,
                                                     uint64_t bytes,
                                                     void **memory);
/* Null is allowed. InvalidArgument if the device did not allocate it. Since
 * 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFreeHost(TileDevice device,
                                                 void *memory);
/* Makes memory of the caller such memory, until tileDeviceUnregisterHost. Since
 * 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceRegisterHost(TileDevice device,
                                                     void *memory,
                                                     uint64_t bytes);
MLIR_CAPI_EXPORTED TileStatus tileDeviceUnregisterHost(TileDevice device,
                                                       void *memory);

/*===----------------------------------------------------------------------===*\
|* Peers
\*===----------------------------------------------------------------------===*/

/* From the memory of `peer`, which may be the device itself. Both are GPUs, or
 * both simulated. The stream is one of `device`. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyFromPeer(
    TileDevice device, TileDeviceAddress destination, TileDevice peer,
    TileDeviceAddress source, uint64_t bytes, TileStream stream);
/* Whether kernels of the device can be let access memory of the peer. Kernels
 * on simulated devices cannot. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCanAccessPeer(TileDevice device,
                                                      TileDevice peer,
                                                      bool *canAccess);
/* Lets kernels of the device access memory of the peer, or ends that.
 * Unsupported where they cannot. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceSetPeerAccess(TileDevice device,
                                                      TileDevice peer,
                                                      bool enable);

/*===----------------------------------------------------------------------===*\
|* Rows: `height` rows of `width` bytes, whose beginnings are a pitch in bytes
|* apart. A pitch is at least the width, unless there is one row.
\*===----------------------------------------------------------------------===*/

/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyRowsToDevice(
    TileDevice device, TileDeviceAddress destination, uint64_t destinationPitch,
    const void *source, uint64_t sourcePitch, uint64_t width, uint64_t height,
    TileStream stream);
/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyRowsToHost(
    TileDevice device, void *destination, uint64_t destinationPitch,
    TileDeviceAddress source, uint64_t sourcePitch, uint64_t width,
    uint64_t height, TileStream stream);
/* Within the device. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyRows(
    TileDevice device, TileDeviceAddress destination, uint64_t destinationPitch,
    TileDeviceAddress source, uint64_t sourcePitch, uint64_t width,
    uint64_t height, TileStream stream);
/* Writes a pattern of 1, 2 or 4 bytes `count` times into each row. The address
 * and the pitch are multiples of its size. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceFillRows(TileDevice device, TileDeviceAddress destination,
                   uint64_t pitch, const void *pattern, unsigned patternBytes,
                   uint64_t count, uint64_t height, TileStream stream);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_MEMORY_H */
