//===- CudaStream.cpp - Streams and events of a GPU -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "CudaDevice.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;

/// A query's answer as a value.
static llvm::Expected<bool> getAnswer(const CudaDevice &device, Result result,
                                      const char *what,
                                      const std::string *lastKernel) {
  if (result == Result::Success)
    return true;
  if (result == Result::NotReady)
    return false;
  return device.getDriver().makeError(what, result, lastKernel);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Stream>> CudaDevice::createStream() {
  cuda::Stream stream = nullptr;
  Result result =
      inContext([&] { return driver.streamCreate(&stream, /*flags=*/0); });
  if (result != Result::Success)
    return driver.makeError("creating a stream", result,
                            getLastKernel(nullptr));
  return std::make_unique<CudaStream>(getShared(), stream, /*isOwned=*/true);
}

llvm::Expected<std::unique_ptr<Stream>>
CudaDevice::createStream(int priority, bool isBlocking) {
  cuda::Stream stream = nullptr;
  Result result = inContext([&] {
    return driver.streamCreateWithPriority(
        &stream, isBlocking ? 0 : cuda::kStreamNonBlocking, priority);
  });
  if (result != Result::Success)
    return driver.makeError("creating a stream", result,
                            getLastKernel(nullptr));
  return std::make_unique<CudaStream>(getShared(), stream, /*isOwned=*/true);
}

llvm::Expected<std::pair<int, int>> CudaDevice::getPriorities() {
  int least = 0, greatest = 0;
  Result result = inContext(
      [&] { return driver.contextGetStreamPriorities(&least, &greatest); });
  if (result != Result::Success)
    return driver.makeError("asking for the priorities of streams", result,
                            getLastKernel(nullptr));
  return std::pair<int, int>(least, greatest);
}

llvm::Expected<std::unique_ptr<Stream>> CudaDevice::adoptStream(void *native) {
  auto stream = static_cast<cuda::Stream>(native);
  cuda::Context owner = context;
  if (reinterpret_cast<uintptr_t>(native) > cuda::kLastSpecialStream) {
    Result result =
        inContext([&] { return driver.streamGetContext(stream, &owner); });
    if (result != Result::Success)
      return driver.makeError("adopting a stream", result,
                              getLastKernel(nullptr));
  }
  if (owner != context)
    return makeError(StatusCode::InvalidArgument,
                     "expected a stream of this context of cuda:" +
                         llvm::Twine(info.ordinal) +
                         ", found one of another context");
  return std::make_unique<CudaStream>(getShared(), stream, /*isOwned=*/false);
}

CudaStream::~CudaStream() {
  if (isOwned)
    (void)device->inContext(
        [&] { return device->getDriver().streamDestroy(stream); });
}

/// Waiting for a captured stream is an error of the driver that ends its
/// capture without a graph.
static llvm::Error checkMayWait(CudaStream &stream) {
  return checkNotCaptured(&stream, "wait for or ask about",
                          "end the capture first");
}

llvm::Error CudaStream::synchronize() {
  if (llvm::Error error = checkMayWait(*this))
    return error;
  Result result = device->inContext(
      [&] { return device->getDriver().streamSynchronize(stream); });
  if (result != Result::Success)
    return device->getDriver().makeError("waiting for a stream", result,
                                         device->getLastKernel(this));
  return llvm::Error::success();
}

llvm::Expected<bool> CudaStream::isDone() {
  if (llvm::Error error = checkMayWait(*this))
    return std::move(error);
  Result result = device->inContext(
      [&] { return device->getDriver().streamQuery(stream); });
  return getAnswer(*device, result, "asking whether a stream is done",
                   device->getLastKernel(this));
}

llvm::Error CudaStream::wait(Event &event) {
  if (event.getDevice().getInfo().isSimulator)
    return makeError(StatusCode::InvalidArgument,
                     "expected an event of a GPU for a stream to wait for, "
                     "found one of the simulator");
  Result result = device->inContext([&] {
    return device->getDriver().streamWaitEvent(
        stream, static_cast<CudaEvent &>(event).event, /*flags=*/0);
  });
  if (result != Result::Success)
    return device->getDriver().makeError("letting a stream wait for an event",
                                         result, device->getLastKernel(this));
  return llvm::Error::success();
}

llvm::Expected<int> CudaStream::getPriority() {
  int priority = 0;
  Result result = device->inContext(
      [&] { return device->getDriver().streamGetPriority(stream, &priority); });
  if (result != Result::Success)
    return device->getDriver().makeError("asking for the priority of a stream",
                                         result, device->getLastKernel(this));
  return priority;
}

namespace {
/// What the driver calls: once in a stream, or at each launch of a graph, which
/// then keeps it for good.
struct HostCallback {
  std::function<void()> function;
  bool isKept;
};
} // namespace

static void callBack(void *data) {
  auto *callback = static_cast<HostCallback *>(data);
  callback->function();
  if (!callback->isKept)
    delete callback;
}

llvm::Error CudaStream::addCallback(std::function<void()> function) {
  llvm::Expected<bool> isCaptured = isCapturing();
  if (!isCaptured)
    return isCaptured.takeError();
  auto callback = std::make_unique<HostCallback>(
      HostCallback{std::move(function), *isCaptured});
  Result result = device->inContext([&] {
    return device->getDriver().launchHostFunction(stream, callBack,
                                                  callback.get());
  });
  if (result != Result::Success)
    return device->getDriver().makeError("adding a callback to a stream",
                                         result, device->getLastKernel(this));
  (void)callback.release();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Event>> CudaDevice::createEvent() {
  cuda::Event event = nullptr;
  Result result =
      inContext([&] { return driver.eventCreate(&event, /*flags=*/0); });
  if (result != Result::Success)
    return driver.makeError("creating an event", result,
                            getLastKernel(nullptr));
  return std::make_unique<CudaEvent>(getShared(), event, /*isOwned=*/true);
}

llvm::Expected<std::unique_ptr<Event>> CudaDevice::adoptEvent(void *native) {
  if (!native)
    return makeError(StatusCode::InvalidArgument,
                     "expected a CUDA event to adopt, found null");
  return std::make_unique<CudaEvent>(
      getShared(), static_cast<cuda::Event>(native), /*isOwned=*/false);
}

CudaEvent::~CudaEvent() {
  if (isOwned)
    (void)device->inContext(
        [&] { return device->getDriver().eventDestroy(event); });
}

llvm::Error CudaEvent::record(Stream *stream) {
  if (!device->owns(stream))
    return device->makeStreamError(*stream);
  Result result = device->inContext([&] {
    return device->getDriver().eventRecord(event,
                                           CudaDevice::getStream(stream));
  });
  if (result != Result::Success)
    return device->getDriver().makeError("recording an event", result,
                                         device->getLastKernel(stream));
  isRecorded = true;
  return llvm::Error::success();
}

llvm::Error CudaEvent::synchronize() {
  Result result = device->inContext(
      [&] { return device->getDriver().eventSynchronize(event); });
  if (result != Result::Success)
    return device->getDriver().makeError("waiting for an event", result,
                                         device->getLastKernel(nullptr));
  return llvm::Error::success();
}

llvm::Expected<bool> CudaEvent::isDone() {
  Result result =
      device->inContext([&] { return device->getDriver().eventQuery(event); });
  return getAnswer(*device, result, "asking whether an event is done",
                   device->getLastKernel(nullptr));
}

llvm::Expected<float> CudaEvent::getElapsed(Event &end) {
  if (end.getDevice().getInfo().isSimulator)
    return makeError(StatusCode::InvalidArgument,
                     "expected two events of a GPU to measure between, found "
                     "one of the simulator");
  auto &other = static_cast<CudaEvent &>(end);
  if (!isRecorded || !other.isRecorded)
    return makeError(StatusCode::InvalidArgument,
                     "expected two events that are recorded to measure "
                     "between, found one that is not");
  float milliseconds = 0;
  Result result = device->inContext([&] {
    return device->getDriver().eventElapsedTime(&milliseconds, event,
                                                other.event);
  });
  if (result == Result::NotReady)
    return makeError(StatusCode::InvalidArgument,
                     "expected two events that are done to measure between, "
                     "found one that is not");
  if (result != Result::Success)
    return device->getDriver().makeError("measuring between two events", result,
                                         device->getLastKernel(nullptr));
  return milliseconds;
}
