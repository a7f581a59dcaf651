//===- Graphs.cpp - Graphs, and the capture of streams
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

// A graph is what is to be done, in an order that keeps to the dependencies; a
// launch does it, one after the other.

namespace mlir::tile::cuda {

struct GraphNodeObject {
  GraphObject *graph;
  /// CUgraphNodeType.
  int type;
  std::function<Result(SimulatedDevice &)> work;
  std::vector<GraphNodeObject *> dependencies;
  bool isEnabled = true;
};

struct GraphObject {
  std::vector<std::unique_ptr<GraphNodeObject>> nodes;
};

struct GraphExecObject {
  struct Step {
    const GraphNodeObject *node;
    std::function<Result(SimulatedDevice &)> work;
    bool isEnabled;
  };
  std::vector<Step> steps;
};

} // namespace mlir::tile::cuda

/// CUgraphNodeType.
enum NodeType {
  kKernel = 0,
  kMemcpyNode = 1,
  kMemsetNode = 2,
  kHost = 3,
  kChild = 4,
  kEmpty = 5,
  kWaitEvent = 6,
  kEventRecord = 7
};

static Result addNode(Graph graph, int type,
                      std::function<Result(SimulatedDevice &)> work,
                      const GraphNode *dependencies, size_t count,
                      GraphNode *result) {
  if (!State::get().isLive(graph))
    return Result::InvalidHandle;
  auto node = std::make_unique<GraphNodeObject>();
  node->graph = graph;
  node->type = type;
  node->work = std::move(work);
  if (dependencies)
    node->dependencies.assign(dependencies, dependencies + count);
  if (result)
    *result = node.get();
  graph->nodes.push_back(std::move(node));
  return Result::Success;
}

Result mlir::tile::cuda::submit(Stream stream, int type,
                                std::function<Result(SimulatedDevice &)> work) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!isStream(stream))
    return Result::InvalidHandle;
  if (!isCapturing(stream))
    return work(*context->device);
  // In the order in which the program says it, each after the one before.
  Graph graph = stream->capture;
  GraphNode last = graph->nodes.empty() ? nullptr : graph->nodes.back().get();
  return addNode(graph, type, std::move(work), &last, last != nullptr, nullptr);
}

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuGraphCreate(Graph *graph, unsigned flags) {
  if (!graph || flags)
    return Result::InvalidValue;
  *graph = new GraphObject;
  State::get().add(*graph);
  return Result::Success;
}

TILE_CUDA_API cuGraphClone(Graph *clone, Graph graph) {
  if (!clone)
    return Result::InvalidValue;
  if (!State::get().isLive(graph))
    return Result::InvalidHandle;
  *clone = new GraphObject;
  State::get().add(*clone);
  std::map<GraphNode, GraphNode> copies;
  for (const auto &node : graph->nodes) {
    (*clone)->nodes.push_back(std::make_unique<GraphNodeObject>(*node));
    GraphNode copy = (*clone)->nodes.back().get();
    copy->graph = *clone;
    copies[node.get()] = copy;
  }
  for (const auto &copy : (*clone)->nodes)
    for (GraphNode &dependency : copy->dependencies)
      dependency = copies[dependency];
  return Result::Success;
}

TILE_CUDA_API cuGraphDestroy(Graph graph) {
  if (!State::get().remove(graph))
    return Result::InvalidHandle;
  delete graph;
  return Result::Success;
}

/// CUDA_ERROR_ILLEGAL_STATE, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT.
static constexpr Result kIllegalState = Result(401), kImplicit = Result(906);
/// CUDA_ERROR_STREAM_CAPTURE_INVALIDATED.
static constexpr Result kCaptureInvalidated = Result(901);

TILE_CUDA_API cuStreamBeginCapture_v2(Stream stream, int mode) {
  if (!isStream(stream))
    return Result::InvalidHandle;
  if (reinterpret_cast<uintptr_t>(stream) <= kLastSpecialStream)
    return kImplicit;
  return stream->capture ? kIllegalState : cuGraphCreate(&stream->capture, 0);
}

TILE_CUDA_API cuStreamEndCapture(Stream stream, Graph *graph) {
  if (!graph)
    return Result::InvalidValue;
  if (!isStream(stream))
    return Result::InvalidHandle;
  if (!isCapturing(stream))
    return kIllegalState;
  *graph = stream->capture;
  bool isInvalid = std::exchange(stream->isCaptureInvalid, false);
  // Other streams that were captured with it, and events.
  State::get().endCapture(*graph);
  if (!isInvalid)
    return Result::Success;
  cuGraphDestroy(std::exchange(*graph, nullptr));
  return kCaptureInvalidated;
}

/// CUstreamCaptureStatus.
TILE_CUDA_API cuStreamIsCapturing(Stream stream, int *status) {
  if (!status)
    return Result::InvalidValue;
  if (!isStream(stream))
    return Result::InvalidHandle;
  *status = !isCapturing(stream) ? 0 : stream->isCaptureInvalid ? 2 : 1;
  return Result::Success;
}

TILE_CUDA_API cuStreamGetCaptureInfo_v3(Stream stream, int *status,
                                        uint64_t *id, Graph *graph,
                                        const GraphNode **nodes,
                                        const void **edges, size_t *count) {
  Result result = cuStreamIsCapturing(stream, status);
  if (result != Result::Success || !*status)
    return result;
  if (id)
    *id = reinterpret_cast<uintptr_t>(stream->capture);
  if (graph)
    *graph = stream->capture;
  // The next work comes after the last node.
  static thread_local GraphNode last;
  last = stream->capture->nodes.empty() ? nullptr
                                        : stream->capture->nodes.back().get();
  if (nodes)
    *nodes = &last;
  if (edges)
    *edges = nullptr;
  if (count)
    *count = last != nullptr;
  return Result::Success;
}

TILE_CUDA_API cuThreadExchangeStreamCaptureMode(int *mode) {
  return mode ? Result::Success : Result::InvalidValue;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

namespace {
/// CUDA_MEMSET_NODE_PARAMS.
struct MemsetNodeParams {
  Pointer destination;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};

/// CUDA_HOST_NODE_PARAMS.
struct HostNodeParams {
  void (*function)(void *);
  void *data;
};
} // namespace

static Result prepare(const KernelNodeParams *params,
                      std::function<Result(SimulatedDevice &)> &work) {
  if (!params)
    return Result::InvalidValue;
  sim::Launch launch;
  launch.grid = {params->grid[0], params->grid[1], params->grid[2]};
  launch.block =
      sim::Dim3{params->block[0], params->block[1], params->block[2]};
  launch.dynamicSharedMemory = params->sharedMemory;
  return prepareLaunch(params->function ? params->function
                                        : static_cast<Function>(params->kernel),
                       launch, params->parameters, params->extra, work);
}

TILE_CUDA_API cuGraphAddKernelNode_v2(GraphNode *node, Graph graph,
                                      const GraphNode *dependencies,
                                      size_t count,
                                      const KernelNodeParams *params) {
  std::function<Result(SimulatedDevice &)> work;
  Result result = prepare(params, work);
  return result == Result::Success ? addNode(graph, kKernel, std::move(work),
                                             dependencies, count, node)
                                   : result;
}

static std::function<Result(SimulatedDevice &)>
prepare(const MemsetNodeParams &params) {
  return [p = params](SimulatedDevice &device) {
    std::lock_guard<std::mutex> lock(device.mutex);
    return fillRows(device, p.destination, p.pitch, p.value, p.elementSize,
                    p.width, std::max<size_t>(p.height, 1));
  };
}

TILE_CUDA_API cuGraphAddMemsetNode(GraphNode *node, Graph graph,
                                   const GraphNode *dependencies, size_t count,
                                   const MemsetNodeParams *params, Context) {
  if (!params)
    return Result::InvalidValue;
  return addNode(graph, kMemsetNode, prepare(*params), dependencies, count,
                 node);
}

struct Copy3D;
TILE_CUDA_API cuMemcpy3D_v2(const Copy3D *copy);

/// CUDA_MEMCPY3D as bytes.
using CopyBytes = std::array<char, 200>;

TILE_CUDA_API cuGraphAddMemcpyNode(GraphNode *node, Graph graph,
                                   const GraphNode *dependencies, size_t count,
                                   const CopyBytes *params, Context) {
  if (!params)
    return Result::InvalidValue;
  auto work = [copy = *params](SimulatedDevice &) {
    return cuMemcpy3D_v2(reinterpret_cast<const Copy3D *>(copy.data()));
  };
  return addNode(graph, kMemcpyNode, work, dependencies, count, node);
}

TILE_CUDA_API cuGraphAddHostNode(GraphNode *node, Graph graph,
                                 const GraphNode *dependencies, size_t count,
                                 const HostNodeParams *params) {
  if (!params || !params->function)
    return Result::InvalidValue;
  auto work = [p = *params](SimulatedDevice &) {
    p.function(p.data);
    return Result::Success;
  };
  return addNode(graph, kHost, work, dependencies, count, node);
}

TILE_CUDA_API cuGraphAddEmptyNode(GraphNode *node, Graph graph,
                                  const GraphNode *dependencies, size_t count) {
  auto work = [](SimulatedDevice &) { return Result::Success; };
  return addNode(graph, kEmpty, work, dependencies, count, node);
}

TILE_CUDA_API cuGraphAddDependencies_v2(Graph graph, const GraphNode *from,
                                        const GraphNode *to, const void *,
                                        size_t count) {
  if (!State::get().isLive(graph))
    return Result::InvalidHandle;
  for (size_t i = 0; i < count; ++i)
    to[i]->dependencies.push_back(from[i]);
  return Result::Success;
}

TILE_CUDA_API cuGraphGetNodes(Graph graph, GraphNode *nodes, size_t *count) {
  if (!State::get().isLive(graph))
    return Result::InvalidHandle;
  if (!count)
    return Result::InvalidValue;
  size_t room = *count;
  *count = graph->nodes.size();
  for (size_t i = 0; nodes && i < room; ++i)
    nodes[i] = i < graph->nodes.size() ? graph->nodes[i].get() : nullptr;
  if (nodes)
    *count = std::min(room, graph->nodes.size());
  return Result::Success;
}

TILE_CUDA_API cuGraphNodeGetType(GraphNode node, int *type) {
  if (!node || !type)
    return Result::InvalidValue;
  *type = node->type;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The nodes, each after those it depends on; false if they go in circles.
static bool sortNodes(const GraphObject &graph,
                      std::vector<const GraphNodeObject *> &sorted) {
  std::set<const GraphNodeObject *> done;
  while (sorted.size() < graph.nodes.size()) {
    size_t before = sorted.size();
    for (const auto &node : graph.nodes) {
      bool isReady =
          !done.count(node.get()) &&
          std::all_of(node->dependencies.begin(), node->dependencies.end(),
                      [&](GraphNode other) { return done.count(other); });
      if (!isReady)
        continue;
      sorted.push_back(node.get());
      done.insert(node.get());
    }
    if (sorted.size() == before)
      return false;
  }
  return true;
}

static std::vector<GraphExecObject::Step> getSteps(const GraphObject &graph,
                                                   bool &isValid) {
  std::vector<const GraphNodeObject *> sorted;
  isValid = sortNodes(graph, sorted);
  std::vector<GraphExecObject::Step> steps;
  for (const GraphNodeObject *node : sorted)
    steps.push_back({node, node->work, node->isEnabled});
  return steps;
}

static Result runSteps(const std::vector<GraphExecObject::Step> &steps,
                       SimulatedDevice &device) {
  for (const GraphExecObject::Step &step : steps)
    if (step.isEnabled)
      if (Result result = step.work(device); result != Result::Success)
        return result;
  return Result::Success;
}

TILE_CUDA_API cuGraphAddChildGraphNode(GraphNode *node, Graph graph,
                                       const GraphNode *dependencies,
                                       size_t count, Graph child) {
  if (!State::get().isLive(child))
    return Result::InvalidHandle;
  bool isValid = false;
  auto work = [steps = getSteps(*child, isValid)](SimulatedDevice &device) {
    return runSteps(steps, device);
  };
  return isValid ? addNode(graph, kChild, work, dependencies, count, node)
                 : Result::InvalidValue;
}

TILE_CUDA_API cuGraphInstantiateWithFlags(GraphExec *exec, Graph graph,
                                          unsigned long long flags) {
  if (!exec)
    return Result::InvalidValue;
  if (!State::get().isLive(graph))
    return Result::InvalidHandle;
  bool isValid = false;
  auto steps = getSteps(*graph, isValid);
  if (!isValid)
    return Result::InvalidValue;
  *exec = new GraphExecObject{std::move(steps)};
  State::get().add(*exec);
  return Result::Success;
}

TILE_CUDA_API cuGraphInstantiate_v2(GraphExec *exec, Graph graph, GraphNode *,
                                    char *, size_t) {
  return cuGraphInstantiateWithFlags(exec, graph, 0);
}

TILE_CUDA_API cuGraphExecDestroy(GraphExec exec) {
  if (!State::get().remove(exec))
    return Result::InvalidHandle;
  delete exec;
  return Result::Success;
}

TILE_CUDA_API cuGraphUpload(GraphExec exec, Stream stream) {
  return State::get().isLive(exec) && isStream(stream) ? Result::Success
                                                       : Result::InvalidHandle;
}

TILE_CUDA_API cuGraphLaunch(GraphExec exec, Stream stream) {
  if (!State::get().isLive(exec))
    return Result::InvalidHandle;
  return submit(stream, kChild, [=](SimulatedDevice &device) {
    return runSteps(exec->steps, device);
  });
}

TILE_CUDA_API
cuGraphExecKernelNodeSetParams_v2(GraphExec exec, GraphNode node,
                                  const KernelNodeParams *params) {
  if (!State::get().isLive(exec))
    return Result::InvalidHandle;
  for (GraphExecObject::Step &step : exec->steps)
    if (step.node == node && node->type == kKernel)
      return prepare(params, step.work);
  return Result::InvalidValue;
}

TILE_CUDA_API cuGraphKernelNodeSetParams_v2(GraphNode node,
                                            const KernelNodeParams *params) {
  return node && node->type == kKernel ? prepare(params, node->work)
                                       : Result::InvalidValue;
}

/// The nodes must be the same, in the same order.
TILE_CUDA_API cuGraphExecUpdate_v2(GraphExec exec, Graph graph, void *info) {
  if (!State::get().isLive(exec) || !State::get().isLive(graph))
    return Result::InvalidHandle;
  bool isValid = false;
  auto steps = getSteps(*graph, isValid);
  bool isSame = isValid && steps.size() == exec->steps.size();
  // CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE.
  if (!isSame)
    return Result(910);
  exec->steps = std::move(steps);
  return Result::Success;
}
