//===- Graphs.cpp - Launch options and graphs of tile-c/Launches.h --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeObjects.h"

#include "tile-c/Launches.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;
using runtime::LaunchArgument;

static_assert(TileGraphNodeKindCallback ==
                  unsigned(runtime::GraphNodeKind::Callback) &&
              TileGraphNodeKindOther ==
                  unsigned(runtime::GraphNodeKind::Other));

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static runtime::Grid unwrapGrid(const TileGrid &grid) {
  return {grid.x, grid.y, grid.z};
}

/// Null stays null.
static const runtime::LaunchOptions *
unwrapOptions(const TileLaunchOptions *options,
              runtime::LaunchOptions &storage) {
  if (!options)
    return nullptr;
  storage.block = unwrapGrid(options->block);
  storage.cluster = unwrapGrid(options->cluster);
  storage.dynamicSharedMemory = options->dynamicSharedMemory;
  storage.isCooperative = options->cooperative;
  storage.isDependent = options->dependent;
  if (options->hasPriority)
    storage.priority = options->priority;
  return &storage;
}

TileStatus tileKernelLaunchWith(TileKernel kernel, TileGrid grid,
                                const TileLaunchOptions *options,
                                const TileArgument *arguments,
                                size_t numArguments, TileStream stream) {
  runtime::Kernel *object = getObject(kernel);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  llvm::ArrayRef<LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  runtime::LaunchOptions storage;
  return setError(object->launch(unwrapGrid(grid), list, queue,
                                 unwrapOptions(options, storage)));
}

TileStatus tileKernelLaunchRawWith(TileKernel kernel, TileGrid grid,
                                   const TileLaunchOptions *options,
                                   void **parameters, TileStream stream) {
  runtime::Kernel *object = getObject(kernel);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  if (!parameters && !object->getInfo().arguments.empty())
    return failNull("parameters");
  runtime::LaunchOptions storage;
  return setError(object->launchRaw(unwrapGrid(grid), parameters, queue,
                                    unwrapOptions(options, storage)));
}

TileStatus tileKernelGetClusterOccupancy(TileKernel kernel,
                                         const TileLaunchOptions *options,
                                         unsigned *clusters) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  if (!clusters)
    return failNull("clusters");
  runtime::LaunchOptions storage;
  (void)unwrapOptions(options, storage);
  Expected<unsigned> found = object->countResidentClusters(storage);
  if (!found)
    return setError(found.takeError());
  *clusters = *found;
  return TileStatusSuccess;
}

TileStatus tileKernelSetSharedMemoryCarveout(TileKernel kernel,
                                             int32_t percent) {
  runtime::Kernel *object = getObject(kernel);
  return object ? setError(object->setSharedMemoryCarveout(percent))
                : TileStatusInvalidHandle;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

TileStatus tileDeviceGetPriorities(TileDevice device, int32_t *least,
                                   int32_t *greatest) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!least)
    return failNull("least");
  if (!greatest)
    return failNull("greatest");
  Expected<std::pair<int, int>> found = object->device->getPriorities();
  if (!found)
    return setError(found.takeError());
  std::tie(*least, *greatest) = *found;
  return TileStatusSuccess;
}

TileStatus tileStreamCreateWithPriority(TileDevice device, int32_t priority,
                                        bool blocking, TileStream *stream) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!stream)
    return failNull("stream");
  Expected<std::unique_ptr<runtime::Stream>> made =
      object->device->createStream(priority, blocking);
  if (!made)
    return setError(made.takeError());
  auto result = std::make_unique<StreamObject>();
  result->stream = std::move(*made);
  return giveHandle(std::move(result), stream);
}

TileStatus tileStreamGetPriority(TileStream stream, int32_t *priority) {
  StreamObject *object = getObject(stream);
  if (!object)
    return TileStatusInvalidHandle;
  if (!priority)
    return failNull("priority");
  Expected<int> found = object->stream->getPriority();
  if (!found)
    return setError(found.takeError());
  *priority = *found;
  return TileStatusSuccess;
}

TileStatus tileStreamAddCallback(TileStream stream, TileHostCallback callback,
                                 void *userData) {
  StreamObject *object = getObject(stream);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  return setError(object->stream->addCallback([=] { callback(userData); }));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

TileStatus tileStreamBeginCapture(TileStream stream) {
  StreamObject *object = getObject(stream);
  return object ? setError(object->stream->beginCapture())
                : TileStatusInvalidHandle;
}

TileStatus tileStreamEndCapture(TileStream stream, TileGraph *graph) {
  StreamObject *object = getObject(stream);
  if (!object)
    return TileStatusInvalidHandle;
  if (!graph)
    return failNull("graph");
  Expected<std::unique_ptr<runtime::Graph>> made = object->stream->endCapture();
  if (!made)
    return setError(made.takeError());
  auto result = std::make_unique<GraphObject>();
  result->graph = std::move(*made);
  return giveHandle(std::move(result), graph);
}

TileStatus tileStreamIsCapturing(TileStream stream, bool *isCapturing) {
  StreamObject *object = getObject(stream);
  if (!object)
    return TileStatusInvalidHandle;
  if (!isCapturing)
    return failNull("isCapturing");
  Expected<bool> answer = object->stream->isCapturing();
  if (!answer)
    return setError(answer.takeError());
  *isCapturing = *answer;
  return TileStatusSuccess;
}

void tileGraphDestroy(TileGraph graph) { destroyHandle(graph); }

TileStatus tileGraphLaunch(TileGraph graph, TileStream stream) {
  GraphObject *object = getObject(graph);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(object->graph->launch(queue));
}

size_t tileGraphGetNumNodes(TileGraph graph) {
  GraphObject *object = lookupHandle(graph);
  return object ? object->graph->getNumNodes() : 0;
}

/// Success, or the error that the graph has no such node.
static TileStatus checkNode(const runtime::Graph &graph, size_t node) {
  size_t count = graph.getNumNodes();
  return node < count
             ? TileStatusSuccess
             : setError(StatusCode::InvalidArgument,
                        "expected a node's number below " + llvm::Twine(count) +
                            ", found " + llvm::Twine(node));
}

TileStatus tileGraphGetNode(TileGraph graph, size_t node,
                            TileGraphNodeKind *kind, MlirStringRef *kernel) {
  GraphObject *object = getObject(graph);
  if (!object)
    return TileStatusInvalidHandle;
  if (TileStatus status = checkNode(*object->graph, node))
    return status;
  if (!kind)
    return failNull("kind");
  if (!kernel)
    return failNull("kernel");
  *kind = static_cast<TileGraphNodeKind>(object->graph->getNodeKind(node));
  const runtime::Kernel *found = object->graph->getNodeKernel(node);
  *kernel = wrapString(found ? llvm::StringRef(found->getName()) : "");
  return TileStatusSuccess;
}

TileStatus tileGraphSetKernel(TileGraph graph, size_t node, TileGrid grid,
                              const TileArgument *arguments,
                              size_t numArguments) {
  GraphObject *object = getObject(graph);
  if (!object)
    return TileStatusInvalidHandle;
  if (TileStatus status = checkNode(*object->graph, node))
    return status;
  llvm::ArrayRef<LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  const runtime::Kernel *kernel = object->graph->getNodeKernel(node);
  if (!kernel)
    return setError(StatusCode::InvalidArgument,
                    "expected a node that launches a kernel of this library, "
                    "found another kind of node, number " +
                        llvm::Twine(node));
  if (llvm::Error error = kernel->checkArguments(list))
    return setError(std::move(error));
  llvm::SmallVector<void *, 32> parameters;
  for (const LaunchArgument &argument : list)
    parameters.push_back(const_cast<uint64_t *>(&argument.bits));
  return setError(
      object->graph->setNode(node, unwrapGrid(grid), parameters.data()));
}

//===----------------------------------------------------------------------===//
// CUDA's objects
//===----------------------------------------------------------------------===//

void *tileDeviceGetCUDA(TileDevice device) {
  DeviceObject *object = lookupHandle(device);
  return object ? object->device->getNative() : nullptr;
}

void *tileStreamGetCUDA(TileStream stream) {
  StreamObject *object = lookupHandle(stream);
  return object ? object->stream->getNative() : nullptr;
}

void *tileEventGetCUDA(TileEvent event) {
  EventObject *object = lookupHandle(event);
  return object ? object->event->getNative() : nullptr;
}

void *tileGraphGetCUDA(TileGraph graph) {
  GraphObject *object = lookupHandle(graph);
  return object ? object->graph->getNative() : nullptr;
}

TileStatus tileEventAdoptCUDA(TileDevice device, void *cuEvent,
                              TileEvent *event) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!event)
    return failNull("event");
  Expected<std::unique_ptr<runtime::Event>> made =
      object->device->adoptEvent(cuEvent);
  if (!made)
    return setError(made.takeError());
  auto result = std::make_unique<EventObject>();
  result->event = std::move(*made);
  return giveHandle(std::move(result), event);
}
