//===- CudaGraph.cpp - Capture and graphs of a GPU ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaKernel.h"

#include "Checks.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

bool CudaDevice::findCapture(cuda::Stream stream, uint64_t &capture,
                             cuda::GraphNode &node) const {
  cuda::CaptureStatus status = cuda::CaptureStatus::None;
  cuda::Graph graph = nullptr;
  const cuda::GraphNode *nodes = nullptr;
  const void *edges = nullptr;
  size_t count = 0;
  Result result = inContext([&] {
    if (driver.streamGetCaptureInfo3)
      return driver.streamGetCaptureInfo3(stream, &status, &capture, &graph,
                                          &nodes, &edges, &count);
    if (driver.streamGetCaptureInfo2)
      return driver.streamGetCaptureInfo2(stream, &status, &capture, &graph,
                                          &nodes, &count);
    return Result::NotSupported;
  });
  // A launch is the one node that the next work of its stream comes after.
  node = count == 1 ? *nodes : nullptr;
  return result == Result::Success && status == cuda::CaptureStatus::Active;
}

void CudaDevice::noteCapturedLaunch(Stream *stream, Kernel &kernel,
                                    const LaunchOptions *options,
                                    unsigned ctasPerProgram) {
  uint64_t capture = 0;
  cuda::GraphNode node = nullptr;
  if (!findCapture(getStream(stream), capture, node) || !node)
    return;
  std::shared_ptr<Module> module = kernel.getModule().weak_from_this().lock();
  if (!module)
    return;
  std::lock_guard<std::mutex> lock(capturesMutex);
  captured.push_back({capture, node, &kernel, std::move(module),
                      options ? *options : LaunchOptions(), ctasPerProgram});
}

std::vector<CudaDevice::CapturedLaunch>
CudaDevice::endCapture(uint64_t capture) {
  std::lock_guard<std::mutex> lock(capturesMutex);
  std::vector<CapturedLaunch> launches, others;
  for (CapturedLaunch &launch : captured)
    (launch.capture == capture ? launches : others)
        .push_back(std::move(launch));
  captured = std::move(others);
  --numCaptures;
  return launches;
}

llvm::Error CudaStream::beginCapture() {
  if (llvm::Error error =
          checkNotCaptured(this, "capture", "end that capture first"))
    return error;
  // Other threads go on with what they do to the context.
  Result result = device->inContext([&] {
    return device->getDriver().streamBeginCapture(stream,
                                                  cuda::CaptureMode::Relaxed);
  });
  if (result != Result::Success)
    return device->getDriver().makeError("beginning to capture a stream",
                                         result, device->getLastKernel(this));
  device->beginCapture();
  isOrigin = true;
  return llvm::Error::success();
}

llvm::Expected<bool> CudaStream::isCapturing() {
  cuda::CaptureStatus status = cuda::CaptureStatus::None;
  Result result = device->inContext(
      [&] { return device->getDriver().streamIsCapturing(stream, &status); });
  if (result != Result::Success)
    return device->getDriver().makeError("asking whether a stream is captured",
                                         result, device->getLastKernel(this));
  return status != cuda::CaptureStatus::None;
}

llvm::Expected<std::unique_ptr<Graph>> CudaStream::endCapture() {
  if (!isOrigin.exchange(false))
    return makeError(StatusCode::InvalidArgument,
                     "expected the stream that a capture began with to end "
                     "it, found one that began none");
  uint64_t capture = 0;
  cuda::GraphNode node = nullptr;
  (void)device->findCapture(stream, capture, node);
  cuda::Graph graph = nullptr;
  Result result = device->inContext(
      [&] { return device->getDriver().streamEndCapture(stream, &graph); });
  std::vector<CudaDevice::CapturedLaunch> launches =
      device->endCapture(capture);
  if (result != Result::Success)
    return device->getDriver().makeError("ending the capture of a stream",
                                         result, device->getLastKernel(this));
  return CudaGraph::create(device, graph, std::move(launches));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static GraphNodeKind getKind(cuda::GraphNodeType type) {
  switch (type) {
  case cuda::GraphNodeType::Kernel:
    return GraphNodeKind::Kernel;
  case cuda::GraphNodeType::Copy:
    return GraphNodeKind::Copy;
  case cuda::GraphNodeType::Fill:
    return GraphNodeKind::Fill;
  case cuda::GraphNodeType::Host:
    return GraphNodeKind::Callback;
  }
  return GraphNodeKind::Other;
}

llvm::Expected<std::unique_ptr<Graph>>
CudaGraph::create(std::shared_ptr<CudaDevice> device, cuda::Graph graph,
                  std::vector<CudaDevice::CapturedLaunch> launches) {
  const cuda::Driver &driver = device->getDriver();
  std::unique_ptr<CudaGraph> made(new CudaGraph(device, graph));
  if (!driver.graphInstantiate)
    return driver.makeMissing("graphs", "cuGraphInstantiateWithFlags", "11.4");
  size_t count = 0;
  std::vector<cuda::GraphNode> nodes;
  Result result = device->inContext([&] {
    Result got = driver.graphGetNodes(graph, nullptr, &count);
    if (got != Result::Success || !count)
      return got;
    nodes.resize(count);
    return driver.graphGetNodes(graph, nodes.data(), &count);
  });
  if (result == Result::Success)
    result = device->inContext(
        [&] { return driver.graphInstantiate(&made->exec, graph, 0); });
  for (cuda::GraphNode node : nodes) {
    cuda::GraphNodeType type{};
    if (result == Result::Success)
      result = driver.graphNodeGetType(node, &type);
    Node added = {node, getKind(type), std::nullopt};
    for (CudaDevice::CapturedLaunch &launch : launches)
      if (launch.node == node)
        added.launch = std::move(launch);
    made->nodes.push_back(std::move(added));
  }
  if (result != Result::Success)
    return driver.makeError("making a graph of a capture", result,
                            device->getLastKernel(nullptr));
  return made;
}

CudaGraph::~CudaGraph() {
  const cuda::Driver &driver = device->getDriver();
  (void)device->inContext([&] {
    if (exec)
      (void)driver.graphExecDestroy(exec);
    return driver.graphDestroy(graph);
  });
}

llvm::Error CudaGraph::launch(Stream *stream) {
  if (!device->owns(stream))
    return device->makeStreamError(*stream);
  Result result = device->inContext([&] {
    return device->getDriver().graphLaunch(exec, CudaDevice::getStream(stream));
  });
  if (result != Result::Success)
    return device->getDriver().makeError("launching a graph", result,
                                         device->getLastKernel(stream));
  return llvm::Error::success();
}

llvm::Error CudaGraph::setNode(size_t index, Grid grid, void **parameters) {
  const cuda::Driver &driver = device->getDriver();
  if (!driver.graphExecKernelNodeSetParams)
    return driver.makeMissing("changing a node of a graph",
                              "cuGraphExecKernelNodeSetParams_v2", "12.0");
  const Node &node = nodes[index];
  auto &kernel = static_cast<CudaKernel &>(*node.launch->kernel);
  return kernel.setNode(exec, node.node, grid, parameters, node.launch->options,
                        node.launch->ctasPerProgram);
}
