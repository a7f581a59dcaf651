//===- Streams.cpp - Streams and events of the simulated driver -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace mlir::tile;
using namespace mlir::tile::cuda;

bool mlir::tile::cuda::isStream(Stream stream) {
  return reinterpret_cast<uintptr_t>(stream) <= kLastSpecialStream ||
         State::get().isLive(stream);
}

static bool isEvent(Event event) { return State::get().isLive(event); }

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

TILE_CUDA_API cuStreamCreate(Stream *stream, unsigned flags) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!stream || flags > 1)
    return Result::InvalidValue;
  *stream = new StreamObject{context};
  State::get().add(*stream);
  return Result::Success;
}

TILE_CUDA_API cuStreamCreateWithPriority(Stream *stream, unsigned flags,
                                         int priority) {
  return cuStreamCreate(stream, flags);
}

TILE_CUDA_API cuStreamDestroy_v2(Stream stream) {
  if (!State::get().remove(stream))
    return Result::InvalidHandle;
  delete stream;
  return Result::Success;
}

TILE_CUDA_API cuStreamSynchronize(Stream stream) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  return isStream(stream) ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuStreamQuery(Stream stream) {
  return cuStreamSynchronize(stream);
}

TILE_CUDA_API cuStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  return isStream(stream) && isEvent(event) ? Result::Success
                                            : Result::InvalidHandle;
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
  *event = new EventObject{context, false, {}};
  State::get().add(*event);
  return Result::Success;
}

TILE_CUDA_API cuEventDestroy_v2(Event event) {
  if (!State::get().remove(event))
    return Result::InvalidHandle;
  delete event;
  return Result::Success;
}

TILE_CUDA_API cuEventRecord(Event event, Stream stream) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!isEvent(event) || !isStream(stream) || event->context != context)
    return Result::InvalidHandle;
  event->time = std::chrono::steady_clock::now();
  event->isRecorded = true;
  return Result::Success;
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
