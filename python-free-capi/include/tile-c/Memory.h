/*===- tile-c/Memory.h - Pools, pinned memory, peers, rows -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Asynchronous allocation, host memory that devices can access, copies between
|* devices, and copies and fills of rows.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   tileDeviceAllocateAsync(device, noPool, bytes, stream, &x);
 *   tileKernelLaunch(kernel, grid, arguments, 2, stream);
 *   tileDeviceFreeAsync(device, x, stream);
 *
 * Streams may be null, as in tile-c/Runtime.h: a copy or a fill with a null
 * stream has finished when the call returns. A stream that is captured cannot
 * allocate or free memory.
 */

#ifndef TILE_C_MEMORY_H
#define TILE_C_MEMORY_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A pool that asynchronous allocations take memory from. Since 0.1. */
TILE_DEFINE_HANDLE(TileMemoryPool);

/*===----------------------------------------------------------------------===*\
|* Allocation
\*===----------------------------------------------------------------------===*/

/* Free bytes of the device, and all bytes. The simulator reports the host's
 * memory; what the device has allocated is not free. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetMemory(TileDevice device,
                                                  uint64_t *free,
                                                  uint64_t *total);
/* Allocates in the order of the stream: later work of the stream may use the
 * memory. If `pool` is null, the device's own pool is used. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceAllocateAsync(TileDevice device, TileMemoryPool pool, uint64_t bytes,
                        TileStream stream, TileDeviceAddress *address);
/* Frees memory of tileDeviceAllocateAsync or tileDeviceAllocate when the
 * earlier work of the stream is done. Address 0 is allowed. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFreeAsync(TileDevice device,
                                                  TileDeviceAddress address,
                                                  TileStream stream);

/* An allocator of the program for the memory of a device, such as a framework's
 * caching allocator or an arena. Start with `= {0}`: later versions may append
 * fields.
 *
 * tileDeviceAllocate uses it, and so does tileDeviceAllocateAsync without a
 * pool. The library also uses it for its own needs on a device: a tuner's
 * copies of arrays, and the bytes by which a benchmark replaces the L2 cache.
 * On the simulator all memory of the device comes from it. It is not used for
 * memory of pools, pinned memory, variables of modules, and what the CUDA
 * driver needs for its code and its graphs.
 *
 * The library has no allocator for its memory on the host. Compilers, images,
 * messages and the simulator's own state use the process's malloc, as LLVM and
 * MLIR do. A program that wants to control that memory replaces malloc.
 *
 * Any threads call the functions, several at once, without a lock of this
 * library. The functions may allocate from a pool, but must not call the
 * functions that use the allocator. Since 0.1. */
typedef struct TileDeviceAllocator {
  /* Returns the address of `bytes` bytes, at least 1. The address is a multiple
   * of 256, or 0 if there is no memory: the call is then OutOfMemory. On a GPU
   * it is a CUdeviceptr of the context; on the simulator, an address of the
   * host. `isAsync` is true for tileDeviceAllocateAsync on a GPU: at first,
   * only work of `cuStream`, which may be null, uses the memory. Otherwise work
   * of any stream may use it. Required.
   */
  TileDeviceAddress (*allocate)(uint64_t bytes, void *cuStream, bool isAsync,
                                void *userData);
  /* Frees memory of `allocate`, once, with the same `bytes`. `isAsync` is true
   * for tileDeviceFreeAsync on a GPU: work that is in `cuStream` now may still
   * use the memory. Otherwise no work uses it. Required. */
  void (*free)(TileDeviceAddress address, uint64_t bytes, void *cuStream,
               bool isAsync, void *userData);
  void *userData;
} TileDeviceAllocator;

/* Memory that is allocated from now on comes from the allocator, which is
 * copied. Null restores the default. The allocator that gave a block of memory
 * also frees it, even if another allocator has been set: when the block is
 * freed, or when the last object of the device is destroyed. `userData` must be
 * valid until then. The functions that allocate return InvalidArgument for an
 * address that is not a multiple of 256, or that is allocated already. Since
 * 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceSetAllocator(TileDevice device, const TileDeviceAllocator *allocator);

/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolCreate(TileDevice device,
                                                   TileMemoryPool *pool);
/* Memory that was allocated from the pool stays valid until it is freed. */
MLIR_CAPI_EXPORTED void tileMemoryPoolDestroy(TileMemoryPool pool);
static inline bool tileMemoryPoolIsNull(TileMemoryPool pool) {
  return !pool.ptr;
}
/* Bytes that the pool keeps when a stream is synchronized; 0 at first. The
 * simulator keeps none. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileMemoryPoolSetReleaseThreshold(TileMemoryPool pool, uint64_t bytes);
/* Returns free memory to the device until the pool has only `bytes` bytes.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolTrim(TileMemoryPool pool,
                                                 uint64_t bytes);
/* Bytes that the pool has, and how many of them are allocated. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileMemoryPoolGetUsage(TileMemoryPool pool,
                                                     uint64_t *reserved,
                                                     uint64_t *used);

/*===----------------------------------------------------------------------===*\
|* Pinned memory: host memory that devices access at the same address. Copies
|* from and to it do not block the host.
\*===----------------------------------------------------------------------===*/

/* `bytes` may be 0. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceAllocateHost(TileDevice device,
                                                     uint64_t bytes,
                                                     void **memory);
/* Null is allowed. InvalidArgument if the device did not allocate it. Since
 * 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFreeHost(TileDevice device,
                                                 void *memory);
/* Pins memory of the caller, until tileDeviceUnregisterHost. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceRegisterHost(TileDevice device,
                                                     void *memory,
                                                     uint64_t bytes);
MLIR_CAPI_EXPORTED TileStatus tileDeviceUnregisterHost(TileDevice device,
                                                       void *memory);

/*===----------------------------------------------------------------------===*\
|* Peers
\*===----------------------------------------------------------------------===*/

/* Copies from the memory of `peer`, which may be the device itself. Both are
 * GPUs, or both are simulated. The stream belongs to `device`. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyFromPeer(
    TileDevice device, TileDeviceAddress destination, TileDevice peer,
    TileDeviceAddress source, uint64_t bytes, TileStream stream);
/* Whether tileDeviceSetPeerAccess can let kernels of the device access memory
 * of the peer. It cannot for simulated devices. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCanAccessPeer(TileDevice device,
                                                      TileDevice peer,
                                                      bool *canAccess);
/* Lets kernels of the device access memory of the peer, or ends that.
 * Unsupported if they cannot. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceSetPeerAccess(TileDevice device,
                                                      TileDevice peer,
                                                      bool enable);

/*===----------------------------------------------------------------------===*\
|* Rows: `height` rows of `width` bytes each. A pitch is the distance in bytes
|* from one row to the next. It is at least the width, unless there is one row.
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
/* Copies within the device. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyRows(
    TileDevice device, TileDeviceAddress destination, uint64_t destinationPitch,
    TileDeviceAddress source, uint64_t sourcePitch, uint64_t width,
    uint64_t height, TileStream stream);
/* Writes a pattern of 1, 2 or 4 bytes `count` times into each row. The address
 * and the pitch are multiples of the pattern's size. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus
tileDeviceFillRows(TileDevice device, TileDeviceAddress destination,
                   uint64_t pitch, const void *pattern, unsigned patternBytes,
                   uint64_t count, uint64_t height, TileStream stream);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_MEMORY_H */
