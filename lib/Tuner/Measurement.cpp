//===- Measurement.cpp - Measures several kernels in turn -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The restoring of arrays and the writing over the L2 cache are on the stream
// before a sample's first event. They take longer than the host needs to add
// the launch, so the GPU does not wait for the host between the two events.
//
//===----------------------------------------------------------------------===//

#include "Measurement.h"

#include "tile/Runtime/CountedLaunch.h"
#include "tile/Tuner/Cost.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>

using namespace mlir::tile;
using namespace mlir::tile::tuner;

static constexpr uint64_t kMinFlushBytes = 64 << 20;
/// The driver's name for the legacy default stream: work that is added to it by
/// this name is not waited for.
static void *const kLegacyStream = reinterpret_cast<void *>(1);

double mlir::tile::tuner::getMedian(std::vector<double> samples) {
  if (samples.empty())
    return 0;
  auto middle = samples.begin() + (samples.size() - 1) / 2;
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

static llvm::Error makeCancelled() {
  return makeError(StatusCode::Cancelled,
                   "the tuning was cancelled by its callback");
}

Measurement::~Measurement() {
  // After an error of a kernel nothing can be freed any more.
  if (flushBuffer)
    llvm::consumeError(job.device->free(flushBuffer));
  for (const Copy &copy : copies)
    llvm::consumeError(job.device->free(copy.copy));
}

llvm::Error Measurement::prepare() {
  runtime::Device &device = *job.device;
  for (const RestoredArray &array : job.restored) {
    llvm::Expected<runtime::DeviceAddress> copy = device.allocate(array.bytes);
    if (!copy)
      return copy.takeError();
    copies.push_back({job.arguments[array.argument].bits, *copy, array.bytes});
    if (llvm::Error error =
            device.copy(*copy, copies.back().array, array.bytes, nullptr))
      return error;
  }
  if (device.getInfo().isSimulator)
    return llvm::Error::success();
  flushBytes = std::max(2 * device.getInfo().l2Bytes, kMinFlushBytes);
  llvm::Expected<runtime::DeviceAddress> buffer = device.allocate(flushBytes);
  if (!buffer)
    return buffer.takeError();
  flushBuffer = *buffer;
  llvm::Expected<std::unique_ptr<runtime::Stream>> adopted =
      device.adoptStream(kLegacyStream);
  if (!adopted)
    return adopted.takeError();
  stream = std::move(*adopted);
  for (std::unique_ptr<runtime::Event> *event : {&begin, &end}) {
    llvm::Expected<std::unique_ptr<runtime::Event>> made = device.createEvent();
    if (!made)
      return made.takeError();
    *event = std::move(*made);
  }
  return llvm::Error::success();
}

llvm::Error Measurement::restore() {
  for (const Copy &copy : copies)
    if (llvm::Error error =
            job.device->copy(copy.array, copy.copy, copy.bytes, stream.get()))
      return error;
  return llvm::Error::success();
}

llvm::Error Measurement::replaceL2() {
  uint32_t zero = 0;
  return job.device->fill(flushBuffer, &zero, sizeof(zero),
                          flushBytes / sizeof(zero), stream.get());
}

llvm::Error Measurement::launch(Candidate &candidate) {
  return candidate.kernel->launch(candidate.grid, job.arguments,
                                  /*stream=*/nullptr);
}

/// Takes out those whose fate is no longer to be measured.
static void removeDone(std::vector<Candidate> &candidates) {
  llvm::erase_if(candidates, [](const Candidate &candidate) {
    return candidate.outcome->fate != Fate::Measured;
  });
}

static void fail(Candidate &candidate, llvm::Error error) {
  auto [code, message] = takeStatus(std::move(error));
  candidate.outcome->fate = Fate::LaunchFailed;
  candidate.outcome->code = code;
  candidate.outcome->reason = message;
}

llvm::Error Measurement::tryAll(std::vector<Candidate> &candidates,
                                ShouldStop shouldStop) {
  for (Candidate &candidate : candidates) {
    if (shouldStop(0, candidates.size() * job.settings.maxSamples))
      return makeCancelled();
    if (llvm::Error error = restore())
      return error;
    llvm::Error error = launch(candidate);
    if (!error)
      error = job.device->synchronize();
    if (!error)
      continue;
    fail(candidate, std::move(error));
    // Some errors of a kernel leave a GPU's context unusable.
    if (llvm::Error lasting = job.device->synchronize()) {
      llvm::consumeError(std::move(lasting));
      return makeError(candidate.outcome->code, candidate.outcome->reason);
    }
  }
  removeDone(candidates);
  return llvm::Error::success();
}

llvm::Error Measurement::countAll(std::vector<Candidate> &candidates,
                                  ShouldStop shouldStop) {
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    if (shouldStop(i, candidates.size()))
      return makeCancelled();
    if (llvm::Error error = restore())
      return error;
    llvm::Expected<runtime::LaunchCounts> counts =
        runtime::countLaunch(*candidate.kernel, candidate.grid, job.arguments,
                             job.settings.simulatedCTAs);
    if (!counts) {
      fail(candidate, counts.takeError());
      continue;
    }
    candidate.outcome->score = getCost(*counts);
    candidate.outcome->numSamples = 1;
  }
  if (shouldStop(candidates.size(), candidates.size()))
    return makeCancelled();
  return llvm::Error::success();
}

llvm::Error Measurement::sample(Candidate &candidate) {
  if (llvm::Error error = restore())
    return error;
  if (llvm::Error error = replaceL2())
    return error;
  if (llvm::Error error = begin->record(nullptr))
    return error;
  if (llvm::Error error = launch(candidate))
    return error;
  if (llvm::Error error = end->record(nullptr))
    return error;
  if (llvm::Error error = job.device->synchronize())
    return error;
  llvm::Expected<float> time = begin->getElapsed(*end);
  if (!time)
    return time.takeError();
  candidate.samples.push_back(*time);
  candidate.outcome->score = getMedian(candidate.samples);
  candidate.outcome->numSamples = candidate.samples.size();
  return llvm::Error::success();
}

void Measurement::dropSlow(std::vector<Candidate> &candidates) const {
  double best = llvm::min_element(candidates, [](const auto &a, const auto &b) {
                  return a.outcome->score < b.outcome->score;
                })->outcome->score;
  for (Candidate &candidate : candidates)
    if (candidate.outcome->score > job.settings.slowerThan * best)
      candidate.outcome->fate = Fate::Slower;
  removeDone(candidates);
}

llvm::Error Measurement::sampleAll(std::vector<Candidate> &candidates,
                                   ShouldStop shouldStop) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  const TuningSettings &settings = job.settings;
  size_t numDone = 0;
  for (unsigned round = 0; round < settings.maxSamples && !candidates.empty();
       ++round) {
    std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    if (round >= settings.minSamples && elapsed.count() > settings.duration)
      break;
    for (size_t i = 0; i < candidates.size(); ++i) {
      size_t left = (settings.maxSamples - round) * candidates.size() - i;
      if (shouldStop(numDone, numDone + left))
        return makeCancelled();
      // Each round begins with another one.
      if (llvm::Error error =
              sample(candidates[(i + round) % candidates.size()]))
        return error;
      ++numDone;
    }
    if (round + 1 >= settings.minSamples)
      dropSlow(candidates);
    // Who is alone needs no more samples than the others had.
    if (candidates.size() == 1 && round + 1 >= settings.minSamples)
      break;
  }
  if (shouldStop(numDone, numDone))
    return makeCancelled();
  return llvm::Error::success();
}

llvm::Error Measurement::run(std::vector<Candidate> &candidates,
                             ShouldStop shouldStop) {
  if (llvm::Error error = prepare())
    return error;
  llvm::Error error = llvm::Error::success();
  if (job.device->getInfo().isSimulator) {
    error = countAll(candidates, shouldStop);
  } else {
    error = tryAll(candidates, shouldStop);
    if (!error)
      error = sampleAll(candidates, shouldStop);
  }
  // Also after a failure: the arrays are the caller's.
  if (llvm::Error last = restore()) {
    if (!error)
      return last;
    llvm::consumeError(std::move(last));
  }
  if (error)
    return error;
  return job.device->synchronize();
}
