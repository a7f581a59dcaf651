//===- Tuner.h - Finds the fastest of several ways to compile ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a kernel in several configurations, drops those that cannot be good,
// measures the others in turn, and remembers the choice on disk.
//
//===----------------------------------------------------------------------===//
//
//   TuningJob job;
//   job.device = device;
//   job.kernel = "matmul";
//   job.configurations = {...};
//   job.arguments = {...};
//   job.compile = [&](const Configuration &c, auto shouldCancel) { ... };
//   llvm::Expected<Tuning> tuning = tune(job);
//   tuning->outcomes[tuning->choice], tuning->image
//
// What happens, in this order:
//
//   compile   All configurations, on as many threads as there are cores.
//   prune     What does not compile or load; what spills registers, if another
//             one spills none; what launches the same code in the same way as
//             one before it, as with more stages than shared memory has room
//             for: it is not measured, and has the other one's score.
//   measure   On a GPU: each configuration that is left launches once per
//             round, so that a change of the GPU's clock meets all of them.
//             Arrays are restored and the L2 cache is replaced before each
//             launch, outside of its time. The median counts. From `minSamples`
//             rounds on, what is slower than `slowerThan` times the best is
//             dropped.
//             On the simulator: each one runs once, on the first CTAs of its
//             grid; its cost counts (Cost.h).
//   choose    The least time, or cost; the first one of equals.
//
// The choice, its image and the table of outcomes are one entry of a cache, by
// a key of all that they depend on. A second call with the same job finds the
// entry: it compiles nothing and measures nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TUNER_TUNER_H
#define TILE_TUNER_TUNER_H

#include "tile/Image/Cache.h"
#include "tile/Runtime/Runtime.h"

#include <array>
#include <functional>

namespace mlir::tile::tuner {

/// One way to compile the kernel.
struct Configuration {
  /// Each has its own, for people.
  std::string name;
  /// Text, and what messages call it.
  std::string source, sourceName;
  /// Names and values, as setOption takes them.
  std::vector<std::pair<std::string, std::string>> options;
  /// Values of the source's constants that have a `tile.tunable`.
  std::vector<std::pair<std::string, int64_t>> tunables;
  /// More names for the grid's formulas.
  std::vector<std::pair<std::string, int64_t>> values;
  /// Formulas of the tunables, the values, and the kernel's integer arguments.
  std::array<std::string, 3> grid = {"1", "1", "1"};
};

/// The result of a configuration. TileTunerFate has the same values.
enum class Fate : uint32_t {
  Measured = 0,
  /// Dropped after a few samples.
  Slower = 1,
  /// It spills registers, and another one spills none.
  Spills = 2,
  CompileFailed = 3,
  /// The device cannot have it.
  LoadFailed = 4,
  /// It does not take the arguments, or it ran and did something wrong.
  LaunchFailed = 5,
  /// Its code and its launch are the same as an earlier configuration's, whose
  /// score it has.
  Duplicate = 6,
};
/// "measured", "slower", ...
llvm::StringRef getFateName(Fate fate);

struct Outcome {
  Fate fate = Fate::Measured;
  /// Why it is neither measured nor slower: a message; empty otherwise.
  std::string reason;
  StatusCode code = StatusCode::Success;
  double compileMilliseconds = 0;
  bool hasResources = false;
  unsigned registers = 0, spilledBytes = 0;
  /// Static and dynamic, per CTA.
  unsigned sharedMemory = 0;
  runtime::Grid grid;
  /// Milliseconds, or on the simulator the cost; 0 if it never ran.
  double score = 0;
  unsigned numSamples = 0;
};

/// An array that is what it was before each launch, and at the end.
struct RestoredArray {
  size_t argument = 0;
  uint64_t bytes = 0;
};

struct TuningSettings {
  /// Threads that compile; 0: one per core.
  unsigned threads = 0;
  /// Samples of each configuration.
  unsigned minSamples = 3, maxSamples = 20;
  /// Milliseconds after which no round of samples begins any more, if there are
  /// `minSamples`.
  double duration = 1000;
  double slowerThan = 1.5;
  /// CTAs of each configuration on the simulator; 0: all.
  uint64_t simulatedCTAs = 4;
};

/// InvalidArgument for settings that are none.
llvm::Error checkSettings(const TuningSettings &settings);

enum class Phase : uint32_t { Compile = 0, Measure = 1 };

struct TuningProgress {
  Phase phase = Phase::Compile;
  /// Of the phase: configurations, or samples.
  size_t done = 0, total = 0;
  /// Since the call began, and estimated for the rest of the phase.
  double seconds = 0, secondsLeft = 0;
};

struct TuningJob {
  std::shared_ptr<runtime::Device> device;
  /// Its symbol; may be empty where each source has only one.
  std::string kernel;
  std::vector<Configuration> configurations;
  std::vector<runtime::LaunchArgument> arguments;
  std::vector<RestoredArray> restored;
  TuningSettings settings;
  /// Compiles for the device; called from several threads at once.
  /// `shouldCancel` is to be asked now and then.
  std::function<llvm::Expected<KernelImage>(
      const Configuration &configuration,
      const std::function<bool()> &shouldCancel)>
      compile;
  /// Called from any thread, one at a time, about 20 times per second, and at
  /// the end of each phase; true ends the tuning with Cancelled. May be empty.
  std::function<bool(const TuningProgress &)> onProgress;
  /// Where the choice is kept; null: nowhere.
  Cache *cache = nullptr;
  /// What else images depend on: the compiler, its options.
  std::string identity;
  /// What the best configuration depends on, in the caller's words; empty: the
  /// values of the integers, and which pointers are multiples of 16.
  std::string argumentKey;
};

struct Tuning {
  /// One for each configuration, in their order.
  std::vector<Outcome> outcomes;
  size_t choice = 0;
  /// Of the choice.
  KernelImage image;
  bool isFromCache = false;
  /// Of the cache; empty mostly.
  std::string warning;
};

/// Fails with InvalidArgument for a wrong job, Cancelled, what a device says
/// that cannot go on, and if no configuration runs with the reason of the first
/// one.
llvm::Expected<Tuning> tune(const TuningJob &job);

} // namespace mlir::tile::tuner

#endif // TILE_TUNER_TUNER_H
