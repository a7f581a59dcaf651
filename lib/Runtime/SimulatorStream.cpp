//===- SimulatorStream.cpp - Streams, events, graphs of the simulator -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatorStream.h"
#include "SimulatorKernel.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

/// As CUDA has them.
static constexpr int kLeastPriority = 0, kGreatestPriority = -5;

static llvm::Error makeCaptureError(const char *what) {
  return makeError(StatusCode::InvalidArgument,
                   Twine("expected ") + what +
                       " that is not captured to wait for, found one that is; "
                       "its work is done when the graph is launched");
}

llvm::Error mlir::tile::runtime::submit(Stream *stream, SimulatorNode node) {
  if (stream)
    if (std::shared_ptr<SimulatorCapture> capture =
            static_cast<SimulatorStream *>(stream)->getCapture()) {
      std::lock_guard<std::mutex> lock(capture->mutex);
      capture->nodes.push_back(std::move(node));
      return llvm::Error::success();
    }
  return node.work();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

std::shared_ptr<SimulatorCapture> SimulatorStream::getCapture() const {
  std::lock_guard<std::mutex> lock(mutex);
  return capture && !capture->hasEnded ? capture : nullptr;
}

llvm::Error SimulatorStream::synchronize() {
  return getCapture() ? makeCaptureError("a stream") : llvm::Error::success();
}

llvm::Expected<bool> SimulatorStream::isDone() {
  if (getCapture())
    return makeCaptureError("a stream");
  return true;
}

llvm::Error SimulatorStream::wait(Event &event) {
  if (!event.getDevice().getInfo().isSimulator)
    return makeError(StatusCode::InvalidArgument,
                     "expected an event of the simulator for a stream to wait "
                     "for, found one of a GPU");
  // A stream that waits for one that is captured is captured, too.
  std::shared_ptr<SimulatorCapture> other =
      static_cast<SimulatorEvent &>(event).getCapture();
  if (!other)
    return llvm::Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  if (capture && !capture->hasEnded && capture != other)
    return makeError(StatusCode::InvalidArgument,
                     "expected an event of the capture of its stream for a "
                     "stream to wait for, found one of another capture");
  capture = std::move(other);
  return llvm::Error::success();
}

llvm::Error SimulatorStream::addCallback(std::function<void()> callback) {
  return submit(this, {GraphNodeKind::Callback, [callback] {
                         callback();
                         return llvm::Error::success();
                       }});
}

llvm::Error SimulatorStream::beginCapture() {
  std::lock_guard<std::mutex> lock(mutex);
  if (capture && !capture->hasEnded)
    return makeError(StatusCode::InvalidArgument,
                     "expected a stream that is not captured yet to capture, "
                     "found one that is");
  capture = std::make_shared<SimulatorCapture>();
  capture->origin = this;
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Graph>> SimulatorStream::endCapture() {
  std::shared_ptr<SimulatorCapture> ended = getCapture();
  if (!ended || ended->origin != this)
    return makeError(StatusCode::InvalidArgument,
                     "expected the stream that a capture began with to end "
                     "it, found one that " +
                         Twine(ended ? "joined it" : "is not captured"));
  ended->hasEnded = true;
  std::lock_guard<std::mutex> lock(ended->mutex);
  return std::make_unique<SimulatorGraph>(device, std::move(ended->nodes));
}

llvm::Expected<std::unique_ptr<Stream>> SimulatorDevice::createStream() {
  return createStream(0, true);
}

llvm::Expected<std::unique_ptr<Stream>>
SimulatorDevice::createStream(int priority, bool isBlocking) {
  return std::make_unique<SimulatorStream>(
      getShared(),
      std::max(std::min(priority, kLeastPriority), kGreatestPriority));
}

llvm::Expected<std::pair<int, int>> SimulatorDevice::getPriorities() {
  return std::pair<int, int>(kLeastPriority, kGreatestPriority);
}

llvm::Expected<std::unique_ptr<Stream>>
SimulatorDevice::adoptStream(void *native) {
  return makeError(StatusCode::Unsupported,
                   "the simulator has no CUDA streams to adopt");
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

std::shared_ptr<SimulatorCapture> SimulatorEvent::getCapture() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<SimulatorCapture> found = capture.lock();
  return found && !found->hasEnded ? found : nullptr;
}

llvm::Error SimulatorEvent::record(Stream *stream) {
  if (llvm::Error error = device->check(stream))
    return error;
  std::shared_ptr<SimulatorCapture> current =
      stream ? static_cast<SimulatorStream *>(stream)->getCapture() : nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    capture = current;
  }
  if (current) {
    // A mark in the graph has no time.
    isRecorded = false;
    return llvm::Error::success();
  }
  time = std::chrono::steady_clock::now().time_since_epoch();
  isRecorded = true;
  return llvm::Error::success();
}

llvm::Error SimulatorEvent::synchronize() {
  return getCapture() ? makeCaptureError("an event") : llvm::Error::success();
}

llvm::Expected<bool> SimulatorEvent::isDone() {
  if (getCapture())
    return makeCaptureError("an event");
  return true;
}

llvm::Expected<float> SimulatorEvent::getElapsed(Event &end) {
  if (!end.getDevice().getInfo().isSimulator)
    return makeError(StatusCode::InvalidArgument,
                     "expected two events of the simulator to measure "
                     "between, found one of a GPU");
  auto &other = static_cast<SimulatorEvent &>(end);
  if (!isRecorded || !other.isRecorded)
    return makeError(StatusCode::InvalidArgument,
                     "expected two events that are recorded to measure "
                     "between, found one that is not");
  return std::chrono::duration<float, std::milli>(other.time.load() -
                                                  time.load())
      .count();
}

llvm::Expected<std::unique_ptr<Event>> SimulatorDevice::createEvent() {
  return std::make_unique<SimulatorEvent>(getShared());
}

llvm::Expected<std::unique_ptr<Event>>
SimulatorDevice::adoptEvent(void *native) {
  return makeError(StatusCode::Unsupported,
                   "the simulator has no CUDA events to adopt");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

llvm::Error SimulatorGraph::launch(Stream *stream) {
  if (llvm::Error error = device->check(stream))
    return error;
  // In the order of the capture, which keeps to all dependencies.
  for (size_t i = 0, e = nodes.size(); i < e; ++i) {
    SimulatorNode node;
    {
      std::lock_guard<std::mutex> lock(mutex);
      node = nodes[i];
    }
    if (llvm::Error error = submit(stream, std::move(node)))
      return error;
  }
  return llvm::Error::success();
}

Kernel *SimulatorGraph::getNodeKernel(size_t node) const {
  return nodes[node].module ? nodes[node].kernel : nullptr;
}

llvm::Error SimulatorGraph::setNode(size_t node, Grid grid, void **parameters) {
  llvm::Expected<SimulatorWork> work =
      nodes[node].kernel->makeWork(grid, parameters, LaunchOptions());
  if (!work)
    return work.takeError();
  std::lock_guard<std::mutex> lock(mutex);
  nodes[node].work = std::move(*work);
  return llvm::Error::success();
}
