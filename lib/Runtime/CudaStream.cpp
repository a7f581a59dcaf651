//===- CudaStream.cpp - Streams and events of a GPU -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

llvm::Error CudaStream::synchronize() {
  Result result = device->inContext(
      [&] { return device->getDriver().streamSynchronize(stream); });
  if (result != Result::Success)
    return device->getDriver().makeError("waiting for a stream", result,
                                         device->getLastKernel(this));
  return llvm::Error::success();
}

llvm::Expected<bool> CudaStream::isDone() {
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
  return std::make_unique<CudaEvent>(getShared(), event);
}

CudaEvent::~CudaEvent() {
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
