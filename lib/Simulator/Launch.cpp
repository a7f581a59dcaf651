//===- Launch.cpp - Runs a grid on the host's threads ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "tile/Hardware/SharedMemory.h"
#include "tile/Support/FloatModes.h"
#include "tile/Support/Threads.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <deque>
#include <map>
#include <thread>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability".
static constexpr unsigned kMaxClusterSize = 16;
static constexpr uint64_t kMaxGridX = 0x7FFFFFFF, kMaxGridYZ = 65535;
/// Of the simulator: a CTA has a number of 32 bits.
static constexpr uint64_t kMaxBlocks = 0xFFFFFFFE;

//===----------------------------------------------------------------------===//
// Threads of the host
//===----------------------------------------------------------------------===//

Worker::Worker(LaunchState &launch)
    : launch(launch), counts(launch.program.code.size()),
      lastBuffers(launch.program.code.size(), nullptr) {
  if (launch.options.countLines)
    effects.resize(counts.size());
}

void Worker::attribute(uint32_t pc) {
  MemoryStatistics now = statistics.getAllMemory();
  LineStatistics &effect = effects[pc];
  effect.memory.requests += now.requests - memoryBefore.requests;
  effect.memory.bytes += now.bytes - memoryBefore.bytes;
  effect.memory.sectors += now.sectors - memoryBefore.sectors;
  effect.memory.wavefronts += now.wavefronts - memoryBefore.wavefronts;
  effect.memory.bankConflicts += now.bankConflicts - memoryBefore.bankConflicts;
  effect.divergentBranches += statistics.divergentBranches - divergentBefore;
  memoryBefore = now;
  divergentBefore = statistics.divergentBranches;
}

void Worker::run() {
  uint64_t total = launch.clusters.count();
  // A cluster that runs for long may wait for one that has not begun, as on a
  // GPU, where so many are resident at once.
  constexpr size_t kMaxResident = 132;
  // A warp's turn: long enough to be worth it, short enough that warps which
  // wait for each other's memory get on.
  constexpr uint64_t kTurn = 20'000, kCooperativeTurn = 2'000;
  bool isCooperative = launch.gridWorkspace;
  std::deque<std::unique_ptr<Cluster>> resident;
  std::unique_ptr<Cluster> idle;
  bool isSlow = isCooperative, isOldestsTurn = false;
  auto isOlder = [](const auto &a, const auto &b) {
    return a->blocks.front()->linear < b->blocks.front()->linear;
  };
  while (!launch.stop) {
    if (launch.options.shouldStop && launch.options.shouldStop()) {
      launch.stop = true;
      break;
    }
    // Every other turn is the oldest's, so that a loop without an end is found
    // before all of them have come to the limit.
    isOldestsTurn = isSlow && !isOldestsTurn && !resident.empty();
    if (resident.empty() ||
        (isSlow && !isOldestsTurn &&
         (isCooperative || resident.size() < kMaxResident))) {
      uint64_t index = launch.nextCluster++;
      if (index < total) {
        if (idle) {
          idle->reset(index);
          resident.push_front(std::move(idle));
        } else {
          resident.push_front(std::make_unique<Cluster>(launch, index));
        }
      } else if (resident.empty()) {
        break;
      }
    }
    auto next =
        isOldestsTurn ? llvm::min_element(resident, isOlder) : resident.begin();
    std::unique_ptr<Cluster> cluster = std::move(*next);
    resident.erase(next);
    bool isDone =
        isCooperative
            ? cluster->run(*this, 0, kCooperativeTurn)
            : cluster->run(*this, launch.options.instructionsAlone, kTurn);
    if (!isDone) {
      isSlow = true;
      resident.push_back(std::move(cluster));
      continue;
    }
    if (launch.stop)
      break;
    statistics.blocks += cluster->blocks.size();
    uint64_t done = launch.doneBlocks += cluster->blocks.size();
    for (auto &block : cluster->blocks) {
      statistics.warps += block->warps.size();
      statistics.threads += launch.block.count();
    }
    if (launch.options.onProgress) {
      std::lock_guard<std::mutex> lock(launch.outputMutex);
      launch.options.onProgress(done, launch.grid.count());
    }
    idle = std::move(cluster);
  }
}

void Worker::finish() {
  for (size_t pc = 0; pc < counts.size(); ++pc) {
    const Inst &inst = launch.program.code[pc];
    if (inst.flags & IsHidden)
      continue;
    statistics.warpInstructions[unsigned(inst.cls)] += counts[pc].warps;
    statistics.laneInstructions[unsigned(inst.cls)] += counts[pc].lanes;
  }
}

/// The counts of all workers, by lines of the PTX.
static std::vector<LineStatistics>
countByLine(const ProgramCode &program,
            llvm::ArrayRef<std::unique_ptr<Worker>> workers) {
  std::map<unsigned, LineStatistics> lines;
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const ptx::Instruction *source = program.infos[pc].source;
    if (!source)
      continue;
    LineStatistics &line = lines[source->location.line];
    line.line = source->location.line;
    for (const std::unique_ptr<Worker> &worker : workers) {
      const LineStatistics &effect = worker->effects[pc];
      line.memory.add(effect.memory);
      line.divergentBranches += effect.divergentBranches;
      if (program.code[pc].flags & IsHidden)
        continue;
      line.warps += worker->counts[pc].warps;
      line.lanes += worker->counts[pc].lanes;
    }
  }
  std::vector<LineStatistics> result;
  for (auto &[number, line] : lines)
    result.push_back(line);
  return result;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static std::string getText(const Dim3 &dim) {
  return std::to_string(dim.x) + "x" + std::to_string(dim.y) + "x" +
         std::to_string(dim.z);
}

static bool isInside(const Dim3 &position, const Dim3 &size) {
  return position.x < size.x && position.y < size.y && position.z < size.z;
}

/// Whether the three sizes make 1 to `max`; their product may need more than 64
/// bits.
static bool isProductWithin(const Dim3 &size, uint64_t max) {
  return std::max({size.x, size.y, size.z}) <= max && size.count() >= 1 &&
         size.count() <= max;
}

/// Says what is wrong with the thread to trace.
static std::string checkTrace(const TraceTarget &trace,
                              const LaunchState &state) {
  auto getPlace = [](const Dim3 &at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " +
           std::to_string(at.z) + ")";
  };
  if (!isInside(trace.block, state.grid))
    return "expected one of " + getText(state.grid) + " CTAs to trace, found " +
           getPlace(trace.block);
  if (!isInside(trace.thread, state.block))
    return "expected one of " + getText(state.block) +
           " threads to trace, found " + getPlace(trace.thread);
  return "";
}

/// Sets the sizes of the launch; returns what is wrong with them.
static std::string setSizes(const Launch &launch, LaunchState &state) {
  const FunctionCode &entry = state.entry;
  state.grid = launch.grid;
  if (launch.grid.x > kMaxGridX || launch.grid.y > kMaxGridYZ ||
      launch.grid.z > kMaxGridYZ)
    return "expected a grid of at most 2147483647x65535x65535, found " +
           getText(launch.grid);
  if (launch.grid.count() > kMaxBlocks)
    return "expected at most " + std::to_string(kMaxBlocks) +
           " CTAs in a grid, which is all that the simulator counts, found " +
           getText(launch.grid);
  if (!launch.block && !entry.requiredBlock)
    return "expected the number of threads in a CTA, as the kernel '" +
           entry.name + "' has no .reqntid";
  state.block = launch.block ? *launch.block : *entry.requiredBlock;
  if (entry.requiredBlock &&
      getText(*entry.requiredBlock) != getText(state.block))
    return "expected CTAs of " + getText(*entry.requiredBlock) +
           " threads, as .reqntid of '" + entry.name + "' says, found " +
           getText(state.block);
  if (!isProductWithin(state.block, kMaxThreads))
    return "expected 1 to 1024 threads in a CTA, found " + getText(state.block);
  if (entry.maxBlock && state.block.count() > entry.maxBlock->count())
    return "expected at most " + std::to_string(entry.maxBlock->count()) +
           " threads in a CTA, as .maxntid of '" + entry.name +
           "' says, found " + std::to_string(state.block.count());
  state.isExplicitCluster = launch.cluster || entry.requiredCluster;
  state.cluster = launch.cluster          ? *launch.cluster
                  : entry.requiredCluster ? *entry.requiredCluster
                                          : Dim3();
  const Dim3 &c = state.cluster;
  if (!isProductWithin(c, kMaxClusterSize))
    return "expected 1 to 16 CTAs in a cluster, found " + getText(c);
  if (launch.grid.x % c.x || launch.grid.y % c.y || launch.grid.z % c.z)
    return "expected a grid that is a multiple of the cluster " + getText(c) +
           ", found " + getText(launch.grid);
  state.clusters = {launch.grid.x / c.x, launch.grid.y / c.y,
                    launch.grid.z / c.z};
  state.staticShared = entry.staticShared;
  state.dynamicShared = launch.dynamicSharedMemory;
  if (state.staticShared + state.dynamicShared > kLargestSharedMemory)
    return "expected at most " + std::to_string(kLargestSharedMemory) +
           " bytes of shared memory a CTA, found " +
           std::to_string(state.staticShared + state.dynamicShared);
  return "";
}

static std::string setArguments(const Launch &launch, LaunchState &state) {
  const FunctionCode &entry = state.entry;
  if (launch.arguments.size() != entry.params.size())
    return "expected " + std::to_string(entry.params.size()) +
           " arguments for '" + entry.name + "', found " +
           std::to_string(launch.arguments.size());
  state.params.assign(entry.paramSize + 16, 0);
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const VariableSlot &slot = entry.params[i].slot;
    const std::vector<uint8_t> &bytes = launch.arguments[i];
    if (bytes.size() != slot.size)
      return "expected " + std::to_string(slot.size) + " bytes for argument " +
             std::to_string(i) + " of '" + entry.name + "', found " +
             std::to_string(bytes.size());
    if (!bytes.empty())
      std::memcpy(state.params.data() + slot.offset, bytes.data(),
                  bytes.size());
  }
  return "";
}

static const FunctionCode *findKernel(const ProgramCode &code, StringRef name,
                                      std::string &error) {
  std::vector<std::string> names;
  for (const auto &function : code.functions)
    if (function->isEntry && function->source->body) {
      if (function->name == name)
        return function.get();
      names.push_back(function->name);
    }
  if (name.empty() && names.size() == 1)
    return code.functionsByName.lookup(names.front());
  if (names.empty())
    error = "expected a kernel, found a module without one";
  else if (name.empty())
    error = "expected the name of a kernel, as the module has several: " +
            llvm::join(names, ", ");
  else
    error = "expected one of the kernels " + llvm::join(names, ", ") +
            ", found '" + name.str() + "'";
  return nullptr;
}

LaunchResult Program::run(const Launch &launch,
                          const RunOptions &options) const {
  UsualFloatModes floatModes;
  LaunchResult result;
  const FunctionCode *entry = findKernel(*code, launch.kernel, result.error);
  if (!entry)
    return result;
  LaunchState state(*code, *entry, options);
  result.error = setSizes(launch, state);
  if (result.error.empty())
    result.error = setArguments(launch, state);
  if (result.error.empty() && options.trace)
    result.error = checkTrace(*options.trace, state);
  if (!result.error.empty())
    return result;
  // Before its shadow is made: it is memory like other memory.
  if (launch.isCooperative)
    state.gridWorkspace =
        code->memory.allocate(256, "what the grid's barrier counts in");
  auto freeWorkspace = llvm::make_scope_exit([&] {
    if (state.gridWorkspace)
      (void)code->memory.free(state.gridWorkspace);
  });
  if (options.findGlobalRaces && state.grid.count() * state.block.count() > 1) {
    state.globalShadow =
        GlobalShadow::create(code->memory, code->globalGranule);
    if (!state.globalShadow) {
      result.error = "the host has no memory to find races between CTAs in "
                     "buffers as large as the device's";
      return result;
    }
  }

  auto start = std::chrono::steady_clock::now();
  unsigned numThreads =
      options.threads ? options.threads : std::thread::hardware_concurrency();
  numThreads = std::max<uint64_t>(
      1, std::min<uint64_t>(numThreads, state.clusters.count()));
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < numThreads; ++i)
    workers.push_back(std::make_unique<Worker>(state));
  // Fewer where the host cannot make as many; any one runs all clusters.
  (void)runOnThreads(numThreads, [&](unsigned i) { workers[i]->run(); });
  for (auto &worker : workers) {
    worker->finish();
    result.statistics.add(worker->statistics);
    if (worker != workers.front())
      workers.front()->tensors.add(worker->tensors);
  }
  if (!state.stop)
    workers.front()->tensors.report(state);
  if (options.countLines)
    result.lines = countByLine(*code, workers);
  result.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  result.statistics.staticSharedMemory = state.staticShared;
  result.statistics.dynamicSharedMemory = state.dynamicShared;
  result.reports = state.takeReports();
  result.numOmitted = state.getNumOmitted();
  result.stopped = state.stop;
  return result;
}
