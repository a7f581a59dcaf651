//===- Launches.cpp - Launches of the simulated driver
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The bytes of each parameter, from pointers to them, or from one buffer in
/// which they lie as in a struct. False if something is missing.
static bool readParameters(const FunctionObject &function, void **parameters,
                           void **extra, sim::Launch &launch) {
  const uint8_t *buffer = nullptr;
  size_t size = 0;
  for (; extra && *extra; extra += 2) {
    if (reinterpret_cast<uintptr_t>(*extra) == 1)
      buffer = static_cast<const uint8_t *>(extra[1]);
    else if (reinterpret_cast<uintptr_t>(*extra) == 2)
      size = *static_cast<const size_t *>(extra[1]);
    else
      return false;
  }
  if (function.parameters.empty())
    return true;
  if (!parameters && !buffer)
    return false;
  size_t offset = 0;
  for (auto [i, info] : llvm::enumerate(function.parameters)) {
    offset = llvm::alignTo(offset, std::max(info.alignment, 1u));
    const uint8_t *bytes = parameters
                               ? static_cast<const uint8_t *>(parameters[i])
                               : buffer + offset;
    offset += info.size;
    if (!bytes || (!parameters && offset > size))
      return false;
    launch.arguments.emplace_back(bytes, bytes + info.size);
  }
  return true;
}

static std::string toString(const sim::Dim3 &size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " +
         std::to_string(size.z);
}

/// Why no GPU runs the launch; empty if one does.
static std::string findMisfit(const sim::Launch &launch,
                              const FunctionObject &function) {
  const sim::Dim3 &grid = launch.grid, &block = *launch.block;
  if (!grid.count() || grid.x > 0x7FFF'FFFF || grid.y > 65535 || grid.z > 65535)
    return "expected a grid of 1 x 1 x 1 to 2147483647 x 65535 x 65535 CTAs, "
           "found " +
           toString(grid);
  if (!block.count() || block.x > 1024 || block.y > 1024 || block.z > 64 ||
      block.count() > 1024)
    return "expected a CTA of at most 1024 threads and 1024 x 1024 x 64, "
           "found " +
           toString(block);
  if (launch.dynamicSharedMemory > function.maxDynamicShared)
    return "expected at most " + std::to_string(function.maxDynamicShared) +
           " bytes of dynamic shared memory, as many as the attribute "
           "MaxDynamicSharedMemorySize of the kernel says, found " +
           std::to_string(launch.dynamicSharedMemory);
  return "";
}

/// A program that does not ask for errors would say nothing.
static Result refuse(const FunctionObject &function, Result result,
                     const std::string &reason) {
  std::string text = "simulated CUDA driver: '" + function.name +
                     "' is not launched: " + reason + "\n";
  std::lock_guard<std::mutex> lock(State::get().mutex);
  if (State::get().findings.refusals.insert(text).second)
    llvm::errs() << text;
  return result;
}

/// What is wrong, and where.
static std::string getCause(const FunctionObject &function,
                            const sim::Report &report) {
  std::string place =
      report.location.source.empty()
          ? "PTX line " + std::to_string(report.location.ptxLine)
          : report.location.source;
  // All code of one call of a library has one line in the kernel.
  if (!report.location.inlined.empty())
    place += " by way of " + report.location.inlined.back();
  return sim::getReportKindName(report.kind).str() + " at " + place + " in '" +
         function.name + "'";
}

/// Counts what was found; returns what was not found in a launch before.
static std::vector<const sim::Report *>
countFindings(const FunctionObject &function, const sim::LaunchResult &result) {
  std::lock_guard<std::mutex> lock(State::get().mutex);
  Findings &all = State::get().findings;
  ++all.launches;
  all.failedLaunches += !result.succeeded();
  all.findings += result.countFindings() + result.numOmitted;
  all.notes += result.reports.size() - result.countFindings();
  std::map<std::string, uint64_t> counts;
  std::vector<const sim::Report *> isNew;
  for (const sim::Report &report : result.reports) {
    std::string cause = getCause(function, report);
    if (report.isNote) {
      if (all.notedCauses.insert(cause).second)
        isNew.push_back(&report);
      continue;
    }
    if (!counts.count(cause) && !all.causes.count(cause))
      isNew.push_back(&report);
    counts[cause] += report.count;
    ++all.byKind[sim::getReportKindName(report.kind).str()];
  }
  for (const auto &[cause, count] : counts) {
    all.causes[cause].count += count;
    ++all.causes[cause].launches;
  }
  return isNew;
}

/// Runs it, and prints and counts what was found.
static Result run(SimulatedDevice &device, const FunctionObject &function,
                  const sim::Launch &launch) {
  sim::RunOptions options;
  options.output = &llvm::outs();
  options.strictRaces = State::get().strictRaces;
  options.failingCancels = State::get().failingCancels;
  options.continuesAfterFindings = State::get().continuesAfterFindings;
  options.numMultiprocessors = State::get().numMultiprocessors;
  options.stepLimit = State::get().stepLimit;
  sim::LaunchResult result = [&] {
    std::lock_guard<std::mutex> lock(device.mutex);
    return function.module->program->run(launch, options);
  }();
  llvm::outs().flush();
  if (!result.error.empty()) {
    llvm::errs() << "kernel '" << function.name
                 << "' cannot run: " << result.error << '\n';
    return Result::InvalidValue;
  }
  std::vector<const sim::Report *> isNew = countFindings(function, result);
  // Notes of races are many, and stand next to findings only.
  if (result.succeeded())
    llvm::erase_if(isNew, [](const sim::Report *report) {
      return report->kind != sim::ReportKind::Undefined;
    });
  bool fails = !result.succeeded() &&
               (result.stopped || !options.continuesAfterFindings);
  if (fails || !isNew.empty())
    llvm::errs() << "kernel '" << function.name << "' "
                 << (fails                ? "failed on the simulator\n"
                     : result.succeeded() ? "has notes on the simulator\n"
                                          : "has findings on the simulator\n");
  for (const sim::Report *report : isNew)
    sim::print(llvm::errs(), *report);
  return fails ? Result::LaunchFailed : Result::Success;
}

/// CTAs of the kernel that are on the device at once.
static uint64_t countResident(Function function, const sim::Launch &launch) {
  int perMultiprocessor = 0, multiprocessors = 0;
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, function,
                                              launch.block->count(),
                                              launch.dynamicSharedMemory);
  cuDeviceGetAttribute(&multiprocessors, DeviceAttribute::MultiprocessorCount,
                       0);
  return uint64_t(perMultiprocessor) * multiprocessors;
}

/// CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE.
static constexpr Result kCooperativeLaunchTooLarge = Result(720);

static Result launch(Function function, sim::Launch &launch, Stream stream,
                     void **parameters, void **extra) {
  std::function<Result(SimulatedDevice &)> work;
  Result result = prepareLaunch(function, launch, parameters, extra, work);
  if (result != Result::Success)
    return result;
  return isStream(stream) ? submit(stream, /*kernel node*/ 0, std::move(work))
                          : Result::InvalidHandle;
}

Result mlir::tile::cuda::prepareLaunch(
    Function function, sim::Launch &launch, void **parameters, void **extra,
    std::function<Result(SimulatedDevice &)> &work) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!function)
    return Result::InvalidHandle;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  if (!State::get().isLive(function->module) ||
      function->module->device != context->device)
    return Result::InvalidHandle;
  launch.kernel = function->name;
  if (std::string misfit = findMisfit(launch, *function); !misfit.empty())
    return refuse(*function, Result::InvalidValue, misfit);
  if (!readParameters(*function, parameters, extra, launch))
    return refuse(*function, Result::InvalidValue,
                  "expected " + std::to_string(function->parameters.size()) +
                      " arguments, one is missing");
  if (launch.isCooperative)
    if (uint64_t most = countResident(function, launch);
        launch.grid.count() > most)
      return refuse(*function, kCooperativeLaunchTooLarge,
                    "expected at most " + std::to_string(most) +
                        " CTAs, which are on the device at once, in a "
                        "cooperative launch, found " +
                        std::to_string(launch.grid.count()));
  work = [function, launch](SimulatedDevice &device) {
    return run(device, *function, launch);
  };
  return Result::Success;
}

TILE_CUDA_API cuLaunchKernel(Function function, unsigned gridX, unsigned gridY,
                             unsigned gridZ, unsigned blockX, unsigned blockY,
                             unsigned blockZ, unsigned sharedMemory,
                             Stream stream, void **parameters, void **extra) {
  sim::Launch arguments;
  arguments.grid = {gridX, gridY, gridZ};
  arguments.block = sim::Dim3{blockX, blockY, blockZ};
  arguments.dynamicSharedMemory = sharedMemory;
  return launch(function, arguments, stream, parameters, extra);
}

/// The launch that a configuration describes; false if it describes none.
static bool readConfig(const LaunchConfig *config, sim::Launch &launch) {
  if (!config || (config->numAttributes && !config->attributes))
    return false;
  launch.grid = {config->grid[0], config->grid[1], config->grid[2]};
  launch.block =
      sim::Dim3{config->block[0], config->block[1], config->block[2]};
  launch.dynamicSharedMemory = config->sharedMemory;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == LaunchAttributeID::ClusterDimension)
      launch.cluster =
          sim::Dim3{attribute.clusterDim[0], attribute.clusterDim[1],
                    attribute.clusterDim[2]};
    else if (attribute.id == LaunchAttributeID::Cooperative)
      launch.isCooperative = attribute.bytes[0];
    // The others say how fast, not what: launches come one after the other.
  }
  return true;
}

TILE_CUDA_API cuLaunchKernelEx(const LaunchConfig *config, Function function,
                               void **parameters, void **extra) {
  sim::Launch arguments;
  if (!readConfig(config, arguments))
    return Result::InvalidValue;
  return launch(function, arguments, config->stream, parameters, extra);
}

TILE_CUDA_API cuOccupancyMaxActiveClusters(int *count, Function function,
                                           const LaunchConfig *config) {
  sim::Launch launch;
  if (!count || !readConfig(config, launch))
    return Result::InvalidValue;
  int perSM = 0;
  Result result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
      &perSM, function, launch.block->count(), launch.dynamicSharedMemory);
  if (result != Result::Success)
    return result;
  if (!launch.cluster)
    launch.cluster =
        function->module->program->getRequiredCluster(function->name);
  unsigned size = launch.cluster ? launch.cluster->count() : 1;
  if (size == 0)
    return Result::InvalidValue;
  *count = sim::countClusters(State::get().numMultiprocessors, perSM, size);
  return Result::Success;
}

TILE_CUDA_API cuLaunchCooperativeKernel(Function function, unsigned gridX,
                                        unsigned gridY, unsigned gridZ,
                                        unsigned blockX, unsigned blockY,
                                        unsigned blockZ, unsigned sharedMemory,
                                        Stream stream, void **parameters) {
  sim::Launch arguments;
  arguments.grid = {gridX, gridY, gridZ};
  arguments.block = sim::Dim3{blockX, blockY, blockZ};
  arguments.dynamicSharedMemory = sharedMemory;
  arguments.isCooperative = true;
  return launch(function, arguments, stream, parameters, nullptr);
}

TILE_CUDA_API cuLaunchHostFunc(Stream stream, void (*function)(void *),
                               void *data) {
  if (!function)
    return Result::InvalidValue;
  return submit(stream, /*host node*/ 3, [=](SimulatedDevice &) {
    function(data);
    return Result::Success;
  });
}

TILE_CUDA_API cuStreamAddCallback(Stream stream,
                                  void (*function)(Stream, Result, void *),
                                  void *data, unsigned flags) {
  if (!function || flags)
    return Result::InvalidValue;
  return submit(stream, /*host node*/ 3, [=](SimulatedDevice &) {
    function(stream, Result::Success, data);
    return Result::Success;
  });
}
