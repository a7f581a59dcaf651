//===- Streams.cpp - Streams, events and graphs of the runtime
//---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace mlir::tile::cudart;

TILE_DRIVER(cuStreamCreateWithPriority, Stream *, unsigned, int)
TILE_DRIVER(cuStreamDestroy_v2, Stream)
TILE_DRIVER(cuStreamSynchronize, Stream)
TILE_DRIVER(cuStreamWaitEvent, Stream, Event, unsigned)
TILE_DRIVER(cuStreamGetPriority, Stream, int *)
TILE_DRIVER(cuStreamGetFlags, Stream, unsigned *)
TILE_DRIVER(cuStreamGetId, Stream, unsigned long long *)
TILE_DRIVER(cuStreamGetDevice, Stream, Device *)
TILE_DRIVER(cuStreamBeginCapture_v2, Stream, int)
TILE_DRIVER(cuStreamEndCapture, Stream, Graph *)
TILE_DRIVER(cuStreamIsCapturing, Stream, int *)
TILE_DRIVER(cuStreamGetCaptureInfo_v3, Stream, int *, unsigned long long *,
            Graph *, const GraphNode **, const void **, size_t *)
TILE_DRIVER(cuLaunchHostFunc, Stream, void (*)(void *), void *)
TILE_DRIVER(cuStreamAddCallback, Stream, void (*)(Stream, Error, void *),
            void *, unsigned)
TILE_DRIVER(cuEventCreate, Event *, unsigned)
TILE_DRIVER(cuEventDestroy_v2, Event)
TILE_DRIVER(cuEventRecord, Event, Stream)
TILE_DRIVER(cuEventSynchronize, Event)
TILE_DRIVER(cuEventElapsedTime_v2, float *, Event, Event)

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

TILE_RUNTIME_API cudaStreamCreateWithPriority(Stream *stream, unsigned flags,
                                              int priority) {
  return call(
      [&] { return cuStreamCreateWithPriority(stream, flags, priority); });
}

TILE_RUNTIME_API cudaStreamCreateWithFlags(Stream *stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

TILE_RUNTIME_API cudaStreamCreate(Stream *stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}

TILE_RUNTIME_API cudaStreamDestroy(Stream stream) {
  return call([&] { return cuStreamDestroy_v2(stream); });
}

TILE_RUNTIME_API cudaStreamSynchronize(Stream stream) {
  return call([&] {
    return getSticky() != Success ? getSticky() : cuStreamSynchronize(stream);
  });
}

TILE_RUNTIME_API cudaStreamQuery(Stream stream) {
  return cudaStreamSynchronize(stream);
}

TILE_RUNTIME_API cudaStreamWaitEvent(Stream stream, Event event,
                                     unsigned flags) {
  return call([&] { return cuStreamWaitEvent(stream, event, flags); });
}

TILE_RUNTIME_API cudaStreamGetPriority(Stream stream, int *priority) {
  return call([&] { return cuStreamGetPriority(stream, priority); });
}

TILE_RUNTIME_API cudaStreamGetFlags(Stream stream, unsigned *flags) {
  return call([&] { return cuStreamGetFlags(stream, flags); });
}

TILE_RUNTIME_API cudaStreamGetId(Stream stream, unsigned long long *id) {
  return call([&] { return cuStreamGetId(stream, id); });
}

TILE_RUNTIME_API cudaStreamGetDevice(Stream stream, int *device) {
  return call([&] { return cuStreamGetDevice(stream, device); });
}

/// Attributes say how fast, not what.
TILE_RUNTIME_API cudaStreamSetAttribute(Stream, int, const void *) {
  return Success;
}

TILE_RUNTIME_API cudaLaunchHostFunc(Stream stream, void (*function)(void *),
                                    void *data) {
  return call([&] { return cuLaunchHostFunc(stream, function, data); });
}

TILE_RUNTIME_API cudaStreamAddCallback(Stream stream,
                                       void (*function)(Stream, Error, void *),
                                       void *data, unsigned flags) {
  return call(
      [&] { return cuStreamAddCallback(stream, function, data, flags); });
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TILE_RUNTIME_API cudaEventCreateWithFlags(Event *event, unsigned flags) {
  return call([&] { return cuEventCreate(event, flags); });
}

TILE_RUNTIME_API cudaEventCreate(Event *event) {
  return cudaEventCreateWithFlags(event, 0);
}

TILE_RUNTIME_API cudaEventDestroy(Event event) {
  return call([&] { return cuEventDestroy_v2(event); });
}

TILE_RUNTIME_API cudaEventRecord(Event event, Stream stream) {
  return call([&] { return cuEventRecord(event, stream); });
}

TILE_RUNTIME_API cudaEventRecordWithFlags(Event event, Stream stream,
                                          unsigned) {
  return cudaEventRecord(event, stream);
}

TILE_RUNTIME_API cudaEventSynchronize(Event event) {
  return call([&] {
    return getSticky() != Success ? getSticky() : cuEventSynchronize(event);
  });
}

TILE_RUNTIME_API cudaEventQuery(Event event) {
  return cudaEventSynchronize(event);
}

TILE_RUNTIME_API cudaEventElapsedTime(float *milliseconds, Event begin,
                                      Event end) {
  return call([&] { return cuEventElapsedTime_v2(milliseconds, begin, end); });
}

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

TILE_RUNTIME_API cudaStreamBeginCapture(Stream stream, int mode) {
  return call([&] { return cuStreamBeginCapture_v2(stream, mode); });
}

TILE_RUNTIME_API cudaStreamEndCapture(Stream stream, Graph *graph) {
  return call([&] { return cuStreamEndCapture(stream, graph); });
}

TILE_RUNTIME_API cudaStreamIsCapturing(Stream stream, int *status) {
  return call([&] { return cuStreamIsCapturing(stream, status); });
}

TILE_RUNTIME_API cudaStreamGetCaptureInfo(Stream stream, int *status,
                                          unsigned long long *id, Graph *graph,
                                          const GraphNode **nodes,
                                          const void **edges, size_t *count) {
  return call([&] {
    return cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges,
                                     count);
  });
}

TILE_RUNTIME_API cudaThreadExchangeStreamCaptureMode(int *mode) {
  return note(mode ? Success : InvalidValue);
}
