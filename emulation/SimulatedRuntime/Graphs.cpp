//===- Graphs.cpp - Graphs of the simulated runtime
//--------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace mlir::tile::cudart;

namespace {
/// cudaKernelNodeParams.
struct KernelNodeParams {
  const void *function;
  Dim3 grid, block;
  unsigned sharedMemory;
  void **parameters, **extra;
};

/// CUDA_KERNEL_NODE_PARAMS.
struct DriverKernelNodeParams {
  const void *function;
  Dim3 grid, block;
  unsigned sharedMemory;
  void **parameters, **extra;
  Kernel kernel;
  Context context;
};

/// CUDA_MEMCPY3D.
struct DriverCopy3D {
  size_t fromX, fromY, fromZ, fromLOD;
  int fromType;
  const void *fromHost;
  Pointer fromDevice;
  void *fromArray, *fromReserved;
  size_t fromPitch, fromHeight;
  size_t toX, toY, toZ, toLOD;
  int toType;
  void *toHost;
  Pointer toDevice;
  void *toArray, *toReserved;
  size_t toPitch, toHeight;
  size_t width, height, depth;
};

/// cudaMemcpy3DParms.
struct Copy3D {
  void *fromArray;
  size_t fromX, fromY, fromZ;
  void *from;
  size_t fromPitch, fromWidth, fromHeight;
  void *toArray;
  size_t toX, toY, toZ;
  void *to;
  size_t toPitch, toWidth, toHeight;
  size_t width, height, depth;
  int kind;
};
} // namespace

TILE_DRIVER(cuGraphCreate, Graph *, unsigned)
TILE_DRIVER(cuGraphClone, Graph *, Graph)
TILE_DRIVER(cuGraphDestroy, Graph)
TILE_DRIVER(cuGraphAddKernelNode_v2, GraphNode *, Graph, const GraphNode *,
            size_t, const DriverKernelNodeParams *)
TILE_DRIVER(cuGraphAddMemsetNode, GraphNode *, Graph, const GraphNode *, size_t,
            const void *, Context)
TILE_DRIVER(cuGraphAddMemcpyNode, GraphNode *, Graph, const GraphNode *, size_t,
            const DriverCopy3D *, Context)
TILE_DRIVER(cuGraphAddHostNode, GraphNode *, Graph, const GraphNode *, size_t,
            const void *)
TILE_DRIVER(cuGraphAddEmptyNode, GraphNode *, Graph, const GraphNode *, size_t)
TILE_DRIVER(cuGraphAddChildGraphNode, GraphNode *, Graph, const GraphNode *,
            size_t, Graph)
TILE_DRIVER(cuGraphAddDependencies_v2, Graph, const GraphNode *,
            const GraphNode *, const void *, size_t)
TILE_DRIVER(cuGraphGetNodes, Graph, GraphNode *, size_t *)
TILE_DRIVER(cuGraphNodeGetType, GraphNode, int *)
TILE_DRIVER(cuGraphInstantiateWithFlags, GraphExec *, Graph, unsigned long long)
TILE_DRIVER(cuGraphExecDestroy, GraphExec)
TILE_DRIVER(cuGraphUpload, GraphExec, Stream)
TILE_DRIVER(cuGraphLaunch, GraphExec, Stream)
TILE_DRIVER(cuGraphExecKernelNodeSetParams_v2, GraphExec, GraphNode,
            const DriverKernelNodeParams *)
TILE_DRIVER(cuGraphKernelNodeSetParams_v2, GraphNode,
            const DriverKernelNodeParams *)
TILE_DRIVER(cuGraphExecUpdate_v2, GraphExec, Graph, void *)

TILE_RUNTIME_API cudaGraphCreate(Graph *graph, unsigned flags) {
  return call([&] { return cuGraphCreate(graph, flags); });
}

TILE_RUNTIME_API cudaGraphClone(Graph *clone, Graph graph) {
  return call([&] { return cuGraphClone(clone, graph); });
}

TILE_RUNTIME_API cudaGraphDestroy(Graph graph) {
  return call([&] { return cuGraphDestroy(graph); });
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Calls `f` with the driver's form of the parameters.
template <typename F>
static Error withParams(const KernelNodeParams *params, F f) {
  return call([&] {
    if (!params)
      return Error(InvalidValue);
    DriverKernelNodeParams converted = {nullptr,
                                        params->grid,
                                        params->block,
                                        params->sharedMemory,
                                        params->parameters,
                                        params->extra,
                                        nullptr,
                                        nullptr};
    Error error = findKernel(params->function, converted.kernel);
    return error != Success ? error : f(&converted);
  });
}

TILE_RUNTIME_API cudaGraphAddKernelNode(GraphNode *node, Graph graph,
                                        const GraphNode *dependencies,
                                        size_t count,
                                        const KernelNodeParams *params) {
  return withParams(params, [&](const DriverKernelNodeParams *converted) {
    return cuGraphAddKernelNode_v2(node, graph, dependencies, count, converted);
  });
}

TILE_RUNTIME_API cudaGraphKernelNodeSetParams(GraphNode node,
                                              const KernelNodeParams *params) {
  return withParams(params, [&](const DriverKernelNodeParams *converted) {
    return cuGraphKernelNodeSetParams_v2(node, converted);
  });
}

TILE_RUNTIME_API
cudaGraphExecKernelNodeSetParams(GraphExec exec, GraphNode node,
                                 const KernelNodeParams *params) {
  return withParams(params, [&](const DriverKernelNodeParams *converted) {
    return cuGraphExecKernelNodeSetParams_v2(exec, node, converted);
  });
}

/// cudaMemsetParams are the driver's.
TILE_RUNTIME_API cudaGraphAddMemsetNode(GraphNode *node, Graph graph,
                                        const GraphNode *dependencies,
                                        size_t count, const void *params) {
  return call([&] {
    return cuGraphAddMemsetNode(node, graph, dependencies, count, params,
                                nullptr);
  });
}

/// So are the parameters of host nodes.
TILE_RUNTIME_API cudaGraphAddHostNode(GraphNode *node, Graph graph,
                                      const GraphNode *dependencies,
                                      size_t count, const void *params) {
  return call([&] {
    return cuGraphAddHostNode(node, graph, dependencies, count, params);
  });
}

/// CU_MEMORYTYPE_UNIFIED: an address says itself where it is.
static constexpr int kUnified = 4;

static Error addCopy(GraphNode *node, Graph graph,
                     const GraphNode *dependencies, size_t count,
                     const Copy3D &p) {
  if (p.fromArray || p.toArray)
    return NotSupported;
  DriverCopy3D copy{};
  copy.fromX = p.fromX;
  copy.fromY = p.fromY;
  copy.fromZ = p.fromZ;
  copy.fromType = copy.toType = kUnified;
  copy.fromDevice = toPointer(p.from);
  copy.fromPitch = p.fromPitch;
  copy.fromHeight = p.fromHeight;
  copy.toX = p.toX;
  copy.toY = p.toY;
  copy.toZ = p.toZ;
  copy.toDevice = toPointer(p.to);
  copy.toPitch = p.toPitch;
  copy.toHeight = p.toHeight;
  copy.width = p.width;
  copy.height = p.height;
  copy.depth = p.depth;
  return cuGraphAddMemcpyNode(node, graph, dependencies, count, &copy, nullptr);
}

TILE_RUNTIME_API cudaGraphAddMemcpyNode(GraphNode *node, Graph graph,
                                        const GraphNode *dependencies,
                                        size_t count, const Copy3D *params) {
  return call([&] {
    return params ? addCopy(node, graph, dependencies, count, *params)
                  : Error(InvalidValue);
  });
}

TILE_RUNTIME_API cudaGraphAddMemcpyNode1D(GraphNode *node, Graph graph,
                                          const GraphNode *dependencies,
                                          size_t count, void *to,
                                          const void *from, size_t bytes, int) {
  return call([&] {
    Copy3D params{};
    params.to = to;
    params.from = const_cast<void *>(from);
    params.width = bytes;
    params.height = params.depth = 1;
    return addCopy(node, graph, dependencies, count, params);
  });
}

TILE_RUNTIME_API cudaGraphAddEmptyNode(GraphNode *node, Graph graph,
                                       const GraphNode *dependencies,
                                       size_t count) {
  return call(
      [&] { return cuGraphAddEmptyNode(node, graph, dependencies, count); });
}

TILE_RUNTIME_API cudaGraphAddChildGraphNode(GraphNode *node, Graph graph,
                                            const GraphNode *dependencies,
                                            size_t count, Graph child) {
  return call([&] {
    return cuGraphAddChildGraphNode(node, graph, dependencies, count, child);
  });
}

TILE_RUNTIME_API cudaGraphAddDependencies(Graph graph, const GraphNode *from,
                                          const GraphNode *to,
                                          const void *edges, size_t count) {
  return call(
      [&] { return cuGraphAddDependencies_v2(graph, from, to, edges, count); });
}

TILE_RUNTIME_API cudaGraphGetNodes(Graph graph, GraphNode *nodes,
                                   size_t *count) {
  return call([&] { return cuGraphGetNodes(graph, nodes, count); });
}

TILE_RUNTIME_API cudaGraphNodeGetType(GraphNode node, int *type) {
  return call([&] { return cuGraphNodeGetType(node, type); });
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

TILE_RUNTIME_API cudaGraphInstantiateWithFlags(GraphExec *exec, Graph graph,
                                               unsigned long long flags) {
  return call([&] { return cuGraphInstantiateWithFlags(exec, graph, flags); });
}

TILE_RUNTIME_API cudaGraphInstantiate(GraphExec *exec, Graph graph,
                                      unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

TILE_RUNTIME_API cudaGraphExecDestroy(GraphExec exec) {
  return call([&] { return cuGraphExecDestroy(exec); });
}

TILE_RUNTIME_API cudaGraphUpload(GraphExec exec, Stream stream) {
  return call([&] { return cuGraphUpload(exec, stream); });
}

TILE_RUNTIME_API cudaGraphLaunch(GraphExec exec, Stream stream) {
  return call([&] {
    Error error = cuGraphLaunch(exec, stream);
    if (error == LaunchFailure)
      setSticky(error);
    return error;
  });
}

TILE_RUNTIME_API cudaGraphExecUpdate(GraphExec exec, Graph graph, void *info) {
  return call([&] { return cuGraphExecUpdate_v2(exec, graph, info); });
}
