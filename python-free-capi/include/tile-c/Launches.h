/*===- tile-c/Launches.h - Options of launches, graphs, CUDA -----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Launches with clusters and other attributes, captured graphs, priorities,
|* callbacks on the host, and what CUDA calls this library's objects.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileLaunchOptions options = {0};
 *   options.cluster = tileGrid(2, 1, 1);
 *   tileStreamBeginCapture(stream);
 *   tileKernelLaunchWith(first, grid, &options, arguments, 2, stream);
 *   tileKernelLaunch(second, grid, arguments, 2, stream);
 *   tileStreamEndCapture(stream, &graph);
 *   for (i = 0; i < 10000; ++i)
 *     tileGraphLaunch(graph, stream);
 *
 * A graph is ready to be launched. Its nodes are numbered in the order in which
 * they were captured. It keeps the modules of its kernels: a module may be
 * destroyed while a graph has its kernels. Other memory that its nodes use must
 * be there at each launch.
 *
 * While a stream is captured, nothing that it gets is done, also not on the
 * simulator. A stream that waits for an event of a captured stream is captured
 * with it. No thread can wait for a captured stream.
 */

#ifndef TILE_C_LAUNCHES_H
#define TILE_C_LAUNCHES_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Work that was captured. Since 0.1. */
TILE_DEFINE_HANDLE(TileGraph);

/*===----------------------------------------------------------------------===*\
|* Launches with options
\*===----------------------------------------------------------------------===*/

/* Start with `= {0}`, which is a plain launch: later versions may append
 * fields. A launch with a block, a cluster, shared memory or `cooperative`
 * takes the plain entry of a kernel (docs/c-api.md, "Tensor maps"). Since 0.1.
 */
typedef struct TileLaunchOptions {
  /* Threads of a CTA. 0 in x: as the kernel says. Kernels that this library
   * compiled take no others. */
  TileGrid block;
  /* CTAs of a cluster, 1 to 16 in all. 0 in x: as the kernel says. */
  TileGrid cluster;
  /* Bytes per CTA in addition to what tileKernelSetDynamicSharedMemory says. */
  uint32_t dynamicSharedMemory;
  /* All CTAs are on the device at once. InvalidArgument if they have no room.
   */
  bool cooperative;
  /* Programmatic dependent launch: may begin when each CTA of the launch before
   * it in the stream has ended, or run
   * `tile.grid_dependency_launch_dependents`. The kernel waits by
   * `tile.grid_dependency_wait`. On the simulator launches come one after the
   * other. */
  bool dependent;
  /* Whether `priority` counts; else the launch has that of its stream. */
  bool hasPriority;
  int32_t priority;
} TileLaunchOptions;

/* tileKernelLaunch with options, which may be null. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelLaunchWith(
    TileKernel kernel, TileGrid grid, const TileLaunchOptions *options,
    const TileArgument *arguments, size_t numArguments, TileStream stream);
/* tileKernelLaunchRaw with options, which may be null. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelLaunchRawWith(
    TileKernel kernel, TileGrid grid, const TileLaunchOptions *options,
    void **parameters, TileStream stream);
/* How many clusters of a launch with these options, which may be null, the
 * device runs at a time. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetClusterOccupancy(
    TileKernel kernel, const TileLaunchOptions *options, unsigned *clusters);
/* How much of the L1 cache of a multiprocessor should be shared memory: 0 to
 * 100 per cent, or -1 for the driver's choice, as at first. A hint. Since 0.1.
 */
MLIR_CAPI_EXPORTED TileStatus
tileKernelSetSharedMemoryCarveout(TileKernel kernel, int32_t percent);

/*===----------------------------------------------------------------------===*\
|* Streams
\*===----------------------------------------------------------------------===*/

/* The least priority of streams and the greatest, which is the smaller number.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetPriorities(TileDevice device,
                                                      int32_t *least,
                                                      int32_t *greatest);
/* A stream of a priority; one out of range becomes the nearest. One that is not
 * `blocking` does not wait for work of the null stream, nor that for it. Since
 * 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamCreateWithPriority(TileDevice device,
                                                           int32_t priority,
                                                           bool blocking,
                                                           TileStream *stream);
MLIR_CAPI_EXPORTED TileStatus tileStreamGetPriority(TileStream stream,
                                                    int32_t *priority);

typedef void (*TileHostCallback)(void *userData);
/* Calls back when all work before in the stream is done; later work waits for
 * it. On a GPU a thread of the driver calls: the callback must not call CUDA,
 * and no function of a device. In a graph each launch of it calls. `userData`
 * is passed on. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamAddCallback(TileStream stream,
                                                    TileHostCallback callback,
                                                    void *userData);

/*===----------------------------------------------------------------------===*\
|* Graphs
\*===----------------------------------------------------------------------===*/

/* What the stream gets from now on becomes nodes of a graph. InvalidArgument if
 * it is captured already. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamBeginCapture(TileStream stream);
/* Ends what tileStreamBeginCapture began with this stream. Streams that were
 * captured with it must have joined it again, by an event that it waits for: a
 * GPU refuses the capture otherwise. The graph is the caller's. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamEndCapture(TileStream stream,
                                                   TileGraph *graph);
/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamIsCapturing(TileStream stream,
                                                    bool *isCapturing);

MLIR_CAPI_EXPORTED void tileGraphDestroy(TileGraph graph);
static inline bool tileGraphIsNull(TileGraph graph) { return !graph.ptr; }
/* `stream` may be null. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileGraphLaunch(TileGraph graph,
                                              TileStream stream);

/* Since 0.1. */
typedef enum TileGraphNodeKind {
  TileGraphNodeKindKernel = 0,
  TileGraphNodeKindCopy = 1,
  TileGraphNodeKindFill = 2,
  TileGraphNodeKindCallback = 3,
  TileGraphNodeKindOther = 4
} TileGraphNodeKind;

/* 0 for a bad handle. Since 0.1. */
MLIR_CAPI_EXPORTED size_t tileGraphGetNumNodes(TileGraph graph);
/* What a node does, and the symbol of its kernel, which lives as long as the
 * graph. The symbol is empty where the node has no kernel that this library
 * launched. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileGraphGetNode(TileGraph graph, size_t node,
                                               TileGraphNodeKind *kind,
                                               MlirStringRef *kernel);
/* Launches of the graph from now on launch the node's kernel with this grid and
 * these arguments, which are checked as by tileKernelLaunch. What is running
 * stays as it was. No other thread may launch the graph meanwhile.
 * InvalidArgument if the node is not a launch of this library. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileGraphSetKernel(TileGraph graph, size_t node,
                                                 TileGrid grid,
                                                 const TileArgument *arguments,
                                                 size_t numArguments);

/*===----------------------------------------------------------------------===*\
|* What CUDA calls these objects. All are null on the simulator, and for a bad
|* handle; they stay this library's. tileKernelGetCUDA and tileModuleGetCUDA are
|* next to the functions of their objects. Since 0.1.
\*===----------------------------------------------------------------------===*/

/* The CUcontext. */
MLIR_CAPI_EXPORTED void *tileDeviceGetCUDA(TileDevice device);
/* The CUstream. */
MLIR_CAPI_EXPORTED void *tileStreamGetCUDA(TileStream stream);
/* The CUevent. */
MLIR_CAPI_EXPORTED void *tileEventGetCUDA(TileEvent event);
/* The CUgraphExec. */
MLIR_CAPI_EXPORTED void *tileGraphGetCUDA(TileGraph graph);
/* Wraps a CUevent of the device's context; it stays the caller's. Unsupported
 * on the simulator. */
MLIR_CAPI_EXPORTED TileStatus tileEventAdoptCUDA(TileDevice device,
                                                 void *cuEvent,
                                                 TileEvent *event);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_LAUNCHES_H */
