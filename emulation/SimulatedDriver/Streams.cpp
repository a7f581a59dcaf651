//===- Streams.cpp - Streams and events of the simulated driver -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <atomic>
#include <ctime>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// Streams have the priorities 0 to this, which is the first.
static constexpr int kGreatestPriority = -5;

bool mlir::tile::cuda::isStream(Stream stream) {
  return reinterpret_cast<uintptr_t>(stream) <= kLastSpecialStream ||
         State::get().isLive(stream);
}

bool mlir::tile::cuda::isCapturing(Stream stream) {
  return reinterpret_cast<uintptr_t>(stream) > kLastSpecialStream &&
         isStream(stream) && stream->capture;
}

/// CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED.
static constexpr Result kCaptureUnsupported = Result(900);

static bool isEvent(Event event) { return State::get().isLive(event); }

void State::endCapture(const GraphObject *graph) {
  std::lock_guard<std::mutex> lock(mutex);
  for (StreamObject *stream : streams)
    if (stream->capture == graph)
      stream->capture = nullptr;
  for (EventObject *event : events)
    if (event->capture == graph)
      event->capture = nullptr;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuStreamCreate(Stream *stream, unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!stream || flags > 1)
    return Result::InvalidValue;
  static std::atomic<uint64_t> nextId{3};
  *stream = new StreamObject{context, flags, 0, nextId++};
  State::get().add(*stream);
  std::lock_guard<std::mutex> lock(State::get().mutex);
  State::get().streams.insert(*stream);
  return Result::Success;
}

TILE_CUDA_API cuStreamCreateWithPriority(Stream *stream, unsigned flags,
                                         int priority) {
  Result result = cuStreamCreate(stream, flags);
  if (result == Result::Success)
    (*stream)->priority = std::max(std::min(priority, 0), kGreatestPriority);
  return result;
}

TILE_CUDA_API cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  if (least)
    *least = 0;
  if (greatest)
    *greatest = kGreatestPriority;
  return Result::Success;
}

/// `get` of a stream that is an object; those that are numbers give `other`.
template <typename T, typename F>
static Result query(Stream stream, T *value, T other, F get) {
  if (!value)
    return Result::InvalidValue;
  if (!isStream(stream))
    return Result::InvalidHandle;
  *value = reinterpret_cast<uintptr_t>(stream) <= kLastSpecialStream
               ? other
               : get(*stream);
  return Result::Success;
}

TILE_CUDA_API cuStreamGetPriority(Stream stream, int *priority) {
  return query(stream, priority, 0,
               [](StreamObject &object) { return object.priority; });
}

TILE_CUDA_API cuStreamGetFlags(Stream stream, unsigned *flags) {
  return query(stream, flags, 0u,
               [](StreamObject &object) { return object.flags; });
}

TILE_CUDA_API cuStreamGetId(Stream stream, unsigned long long *id) {
  return query<unsigned long long>(
      stream, id, reinterpret_cast<uintptr_t>(stream),
      [](StreamObject &object) { return object.id; });
}

TILE_CUDA_API cuStreamGetDevice(Stream stream, Device *device) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  return query(
      stream, device, getNumber(context->device),
      [](StreamObject &object) { return getNumber(object.context->device); });
}

/// Attributes say how fast, not what.
TILE_CUDA_API cuStreamSetAttribute(Stream stream, int attribute,
                                   const void *value) {
  return isStream(stream) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuStreamAttachMemAsync(Stream stream, Pointer address,
                                     size_t bytes, unsigned flags) {
  return isStream(stream) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuStreamDestroy_v2(Stream stream) {
  if (!State::get().remove(stream))
    return Result::InvalidHandle;
  {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    State::get().streams.erase(stream);
  }
  delete stream;
  return Result::Success;
}

TILE_CUDA_API cuStreamSynchronize(Stream stream) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (isCapturing(stream)) {
    stream->isCaptureInvalid = true;
    return kCaptureUnsupported;
  }
  return isStream(stream) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuStreamQuery(Stream stream) {
  return cuStreamSynchronize(stream);
}

TILE_CUDA_API cuStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  if (!isStream(stream) || !isEvent(event))
    return Result::InvalidHandle;
  // A stream that waits for one that is captured is captured, too.
  if (event->capture &&
      reinterpret_cast<uintptr_t>(stream) > kLastSpecialStream)
    stream->capture = event->capture;
  return Result::Success;
}

TILE_CUDA_API cuStreamGetCtx(Stream stream, Context *context) {
  if (!context)
    return Result::InvalidValue;
  if (!isStream(stream))
    return Result::InvalidHandle;
  if (reinterpret_cast<uintptr_t>(stream) <= kLastSpecialStream)
    return getCurrent(*context);
  *context = stream->context;
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuEventCreate(Event *event, unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!event)
    return Result::InvalidValue;
  *event = new EventObject{context, nullptr, false, {}};
  State::get().add(*event);
  std::lock_guard<std::mutex> lock(State::get().mutex);
  State::get().events.insert(*event);
  return Result::Success;
}

TILE_CUDA_API cuEventDestroy_v2(Event event) {
  if (!State::get().remove(event))
    return Result::InvalidHandle;
  {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    State::get().events.erase(event);
  }
  delete event;
  return Result::Success;
}

TILE_CUDA_API cuEventRecord(Event event, Stream stream) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!isEvent(event) || !isStream(stream) || event->context != context)
    return Result::InvalidHandle;
  if (isCapturing(stream)) {
    event->capture = stream->capture;
    return Result::Success;
  }
  event->capture = nullptr;
  timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  event->time = std::chrono::seconds(used.tv_sec) +
                std::chrono::nanoseconds(used.tv_nsec);
  event->isRecorded = true;
  return Result::Success;
}

TILE_CUDA_API cuEventRecordWithFlags(Event event, Stream stream,
                                     unsigned flags) {
  return cuEventRecord(event, stream);
}

TILE_CUDA_API cuEventSynchronize(Event event) {
  return isEvent(event) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuEventQuery(Event event) { return cuEventSynchronize(event); }

TILE_CUDA_API cuEventElapsedTime(float *milliseconds, Event begin, Event end) {
  if (!milliseconds)
    return Result::InvalidValue;
  if (!isEvent(begin) || !isEvent(end) || !begin->isRecorded ||
      !end->isRecorded)
    return Result::InvalidHandle;
  *milliseconds =
      std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return Result::Success;
}

TILE_CUDA_API cuEventElapsedTime_v2(float *milliseconds, Event begin,
                                    Event end) {
  return cuEventElapsedTime(milliseconds, begin, end);
}
