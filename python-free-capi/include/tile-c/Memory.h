/*===- tile-c/Memory.h - Pools, pinned memory, peers, rows -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Asynchronous allocation, memory of the host that devices reach, copies
between
|* devices, and copies and fills of rows. All of it works on the simulator, too.
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
