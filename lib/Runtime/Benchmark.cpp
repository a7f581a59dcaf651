//===- Benchmark.cpp - Measures launches ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU a sample is the time between two events around a launch. Samples are
// added to the stream many at a time, so that the GPU does not wait for the
// host between the events: while it writes over the L2 cache, or runs the
// launch that warms it, the host is ahead with the next launch.
//
//===----------------------------------------------------------------------===//

#include "tile/Runtime/Runtime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

#include <chrono>
#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

/// At most so many samples are in the stream at once.
static constexpr unsigned kMaxBatch = 32;
static constexpr uint64_t kMinFlushBytes = 64 << 20;
/// The driver's name for the legacy default stream; work that is added to it by
/// this name is not waited for.
static void *const kLegacyStream = reinterpret_cast<void *>(1);

namespace {

class Benchmark {
public:
  Benchmark(Device &device, const std::function<llvm::Error()> &step,
            const BenchmarkOptions &options)
      : device(device), step(step), options(options) {}

  llvm::Expected<BenchmarkResult> run();

private:
  llvm::Error checkOptions() const;
  llvm::Error makeBatch();
  llvm::Error warmUp();
  /// What comes before each sample.
  llvm::Error prepare();
  llvm::Error measure(unsigned count);
  unsigned getBatch() const;

  Device &device;
  const std::function<llvm::Error()> &step;
  const BenchmarkOptions &options;
  bool flushes = false;
  DeviceAddress flushBuffer = 0;
  uint64_t flushBytes = 0;
  std::unique_ptr<Stream> stream;
  std::vector<std::pair<std::unique_ptr<Event>, std::unique_ptr<Event>>> events;
  /// Milliseconds of a launch, as the warm-up saw it.
  double estimate = 0;
  std::vector<double> samples;
  double total = 0;
};

} // namespace

llvm::Error Benchmark::checkOptions() const {
  auto isTime = [](double time) { return std::isfinite(time) && time >= 0; };
  if (!isTime(options.warmUp) || !isTime(options.duration))
    return makeError(StatusCode::InvalidArgument,
                     "expected times for the warm-up and the duration of a "
                     "benchmark that are not negative, found " +
                         std::to_string(options.warmUp) + " and " +
                         std::to_string(options.duration));
  if (options.maxSamples == 0 || options.minSamples > options.maxSamples)
    return makeError(StatusCode::InvalidArgument,
                     "expected at least 1 sample, and at least as many at most "
                     "as at least, found minSamples " +
                         Twine(options.minSamples) + " and maxSamples " +
                         Twine(options.maxSamples));
  return llvm::Error::success();
}

llvm::Error Benchmark::makeBatch() {
  unsigned count = std::min(kMaxBatch, options.maxSamples);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Expected<std::unique_ptr<Event>> begin = device.createEvent();
    if (!begin)
      return begin.takeError();
    llvm::Expected<std::unique_ptr<Event>> end = device.createEvent();
    if (!end)
      return end.takeError();
    events.emplace_back(std::move(*begin), std::move(*end));
  }
  return llvm::Error::success();
}

llvm::Error Benchmark::warmUp() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  double elapsed = 0;
  do {
    Clock::time_point launched = Clock::now();
    if (llvm::Error error = step())
      return error;
    if (llvm::Error error = device.synchronize())
      return error;
    Clock::time_point now = Clock::now();
    estimate =
        std::chrono::duration<double, std::milli>(now - launched).count();
    elapsed = std::chrono::duration<double, std::milli>(now - begin).count();
  } while (elapsed < options.warmUp);
  return llvm::Error::success();
}

llvm::Error Benchmark::prepare() {
  if (flushes) {
    uint32_t zero = 0;
    return device.fill(flushBuffer, &zero, sizeof(zero),
                       flushBytes / sizeof(zero), stream.get());
  }
  return device.getInfo().isSimulator ? llvm::Error::success() : step();
}

llvm::Error Benchmark::measure(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (llvm::Error error = prepare())
      return error;
    if (llvm::Error error = events[i].first->record(nullptr))
      return error;
    if (llvm::Error error = step())
      return error;
    if (llvm::Error error = events[i].second->record(nullptr))
      return error;
  }
  if (llvm::Error error = device.synchronize())
    return error;
  for (unsigned i = 0; i < count; ++i) {
    llvm::Expected<float> time = events[i].first->getElapsed(*events[i].second);
    if (!time)
      return time.takeError();
    samples.push_back(*time);
    total += *time;
  }
  return llvm::Error::success();
}

unsigned Benchmark::getBatch() const {
  double time = samples.empty() ? estimate : total / samples.size();
  double missing = (options.duration - total) / std::max(time, 1e-4);
  double wanted = std::clamp(missing, 1.0, double(kMaxBatch));
  if (samples.size() < options.minSamples)
    wanted =
        std::max(wanted, double(std::min<uint64_t>(
                             options.minSamples - samples.size(), kMaxBatch)));
  return std::min<uint64_t>(uint64_t(wanted),
                            options.maxSamples - samples.size());
}

/// The value below which a fraction of the sorted samples lies, interpolated
/// between the two samples next to it.
static double getPercentile(llvm::ArrayRef<double> sorted, double fraction) {
  double position = fraction * (sorted.size() - 1);
  size_t below = size_t(position);
  size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

llvm::Expected<BenchmarkResult> Benchmark::run() {
  if (llvm::Error error = checkOptions())
    return error;
  // The simulator has no cache.
  flushes = options.coldL2 && !device.getInfo().isSimulator;
  llvm::scope_exit freeBuffer([&] {
    if (flushBuffer)
      llvm::consumeError(device.free(flushBuffer));
  });
  if (flushes) {
    flushBytes = std::max(2 * device.getInfo().l2Bytes, kMinFlushBytes);
    llvm::Expected<DeviceAddress> buffer = device.allocate(flushBytes);
    if (!buffer)
      return buffer.takeError();
    flushBuffer = *buffer;
    llvm::Expected<std::unique_ptr<Stream>> adopted =
        device.adoptStream(kLegacyStream);
    if (!adopted)
      return adopted.takeError();
    stream = std::move(*adopted);
  }
  if (llvm::Error error = makeBatch())
    return error;
  if (llvm::Error error = warmUp())
    return error;
  while (samples.size() < options.maxSamples &&
         (total < options.duration || samples.size() < options.minSamples ||
          samples.empty()))
    if (llvm::Error error = measure(getBatch()))
      return error;

  BenchmarkResult result;
  llvm::sort(samples);
  result.numSamples = samples.size();
  result.min = samples.front();
  result.max = samples.back();
  result.mean = total / samples.size();
  result.median = getPercentile(samples, 0.5);
  result.p10 = getPercentile(samples, 0.1);
  result.p90 = getPercentile(samples, 0.9);
  result.p99 = getPercentile(samples, 0.99);
  return result;
}

llvm::Expected<BenchmarkResult>
mlir::tile::runtime::benchmark(Device &device,
                               const std::function<llvm::Error()> &step,
                               const BenchmarkOptions &options) {
  return Benchmark(device, step, options).run();
}

llvm::Expected<BenchmarkResult>
mlir::tile::runtime::benchmark(Kernel &kernel, Grid grid,
                               llvm::ArrayRef<LaunchArgument> arguments,
                               const BenchmarkOptions &options) {
  if (llvm::Error error = kernel.checkArguments(arguments))
    return error;
  std::vector<void *> parameters;
  for (const LaunchArgument &argument : arguments)
    parameters.push_back(const_cast<uint64_t *>(&argument.bits));
  return benchmark(
      kernel.getDevice(),
      [&] { return kernel.launchRaw(grid, parameters.data(), nullptr); },
      options);
}
