/*===- tile-c/Launches.h - Options of launches, graphs, CUDA -----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Launches with clusters and other attributes, captured graphs, priorities,
|* callbacks on the host, and the handles that CUDA has for objects of this
|* library.
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
 * A graph can be launched as it is. Its nodes are numbered in the order of
 * their capture. A graph keeps the modules of its kernels, so their handles may
 * be destroyed. Other memory that its nodes use must be valid at each launch.
 *
 * While a stream is captured, no work that is added to it runs, on the
 * simulator either. A stream that waits for an event of a captured stream is
 * captured with it. No thread can wait for a captured stream.
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

/* Start with `= {0}`, which changes nothing of a launch: later versions may
 * append fields. A launch with a block, a cluster, shared memory or
 * `cooperative` uses the entry without tensor maps (docs/c-api.md, "Tensor
 * maps"). Since 0.1.
 */
typedef struct TileLaunchOptions {
  /* Threads of a CTA. 0 in x: as the kernel says. A kernel that this library
   * compiled accepts only its own number. */
  TileGrid block;
  /* CTAs of a cluster, 1 to 16 in all. 0 in x: as the kernel says. */
  TileGrid cluster;
  /* Bytes per CTA in addition to what tileKernelSetDynamicSharedMemory says. */
  uint32_t dynamicSharedMemory;
  /* All CTAs run on the device at once. InvalidArgument if they do not fit.
   */
  bool cooperative;
  /* Programmatic dependent launch: this launch may begin when each CTA of the
   * previous launch in the stream has ended or has executed
   * `tile.grid_dependency_launch_dependents`. The kernel waits by
   * `tile.grid_dependency_wait`. The simulator runs one launch after the other.
   */
  bool dependent;
  /* Whether `priority` is used; otherwise the launch has its stream's. */
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
/* How many clusters of a launch with these options the device runs at a time.
 * `options` may be null. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetClusterOccupancy(
    TileKernel kernel, const TileLaunchOptions *options, unsigned *clusters);
/* How much of the L1 cache of a multiprocessor should be shared memory: 0 to
 * 100 per cent, or -1 for the driver's choice, which is the default. A hint.
 * Since 0.1.
 */
MLIR_CAPI_EXPORTED TileStatus
tileKernelSetSharedMemoryCarveout(TileKernel kernel, int32_t percent);

/*===----------------------------------------------------------------------===*\
|* Streams
\*===----------------------------------------------------------------------===*/

/* The least and the greatest priority of streams. The greatest is the smaller
 * number. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetPriorities(TileDevice device,
                                                      int32_t *least,
                                                      int32_t *greatest);
/* A stream with a priority; a priority out of range becomes the nearest one. A
 * stream that is not `blocking` and the null stream do not wait for each other.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamCreateWithPriority(TileDevice device,
                                                           int32_t priority,
                                                           bool blocking,
                                                           TileStream *stream);
MLIR_CAPI_EXPORTED TileStatus tileStreamGetPriority(TileStream stream,
                                                    int32_t *priority);

typedef void (*TileHostCallback)(void *userData);
/* Calls back when all earlier work of the stream is done; later work waits for
 * the callback. On a GPU a thread of the driver calls: the callback must not
 * call CUDA, or functions of this library that use a device. In a graph, each
 * launch of the graph calls back. `userData` is passed on. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamAddCallback(TileStream stream,
                                                    TileHostCallback callback,
                                                    void *userData);

/*===----------------------------------------------------------------------===*\
|* Graphs
\*===----------------------------------------------------------------------===*/

/* Work that is added to the stream from now on becomes nodes of a graph.
 * InvalidArgument if the stream is captured already. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileStreamBeginCapture(TileStream stream);
/* Ends the capture that tileStreamBeginCapture began with this stream. This
 * stream must wait for an event of each other stream that was captured with it:
 * otherwise a GPU refuses the capture. The caller destroys the graph. Since
 * 0.1. */
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

/* 0 for a wrong handle. Since 0.1. */
MLIR_CAPI_EXPORTED size_t tileGraphGetNumNodes(TileGraph graph);
/* What a node does, and the symbol of its kernel, which lives as long as the
 * graph. The symbol is empty if this library did not launch the node's kernel.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileGraphGetNode(TileGraph graph, size_t node,
                                               TileGraphNodeKind *kind,
                                               MlirStringRef *kernel);
/* From now on, launches of the graph use this grid and these arguments for the
 * node's kernel. The arguments are checked as by tileKernelLaunch. Launches
 * that are in flight do not change. No other thread may launch the graph
 * meanwhile. InvalidArgument if this library did not launch the node's kernel.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileGraphSetKernel(TileGraph graph, size_t node,
                                                 TileGrid grid,
                                                 const TileArgument *arguments,
                                                 size_t numArguments);

/*===----------------------------------------------------------------------===*\
|* CUDA's handles of these objects. They are null on the simulator, and for a
|* wrong handle. This library destroys them. tileKernelGetCUDA is in Runtime.h,
|* tileModuleGetCUDA in Modules.h. Since 0.1.
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
