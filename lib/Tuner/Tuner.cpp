//===- Tuner.cpp - Finds the fastest of several ways to compile -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Tuner.h"

#include "Choice.h"
#include "Measurement.h"

#include "tile/Support/Threads.h"
#include "tile/Tuner/Formula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

using namespace mlir::tile;
using namespace mlir::tile::tuner;
using llvm::StringRef;
using llvm::Twine;

/// Seconds between two calls of the caller's callback.
static constexpr double kCallbackPeriod = 0.05;

StringRef mlir::tile::tuner::getFateName(Fate fate) {
  switch (fate) {
  case Fate::Measured:
    return "measured";
  case Fate::Slower:
    return "slower";
  case Fate::Spills:
    return "spills";
  case Fate::CompileFailed:
    return "compile failed";
  case Fate::LoadFailed:
    return "load failed";
  case Fate::LaunchFailed:
    return "launch failed";
  case Fate::Duplicate:
    return "duplicate";
  }
  return "unknown";
}

namespace {

/// Calls the caller's callback, not too often, and remembers its answer.
class Reporter {
public:
  explicit Reporter(const TuningJob &job) : job(job) {}

  /// Counts one more of what the phase counts.
  void addDone() {
    std::lock_guard<std::mutex> lock(mutex);
    ++progress.done;
  }
  void begin(Phase phase, size_t total) {
    std::lock_guard<std::mutex> lock(mutex);
    progress.phase = phase;
    progress.done = 0;
    progress.total = total;
    phaseBegin = getSeconds();
    lastCall = -1;
  }
  void set(size_t done, size_t total) {
    std::lock_guard<std::mutex> lock(mutex);
    progress.done = done;
    progress.total = total;
  }
  /// Whether to stop. With `always`, calls back in any case.
  bool shouldStop(bool always = false);

private:
  double getSeconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

  const TuningJob &job;
  const std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::mutex mutex;
  TuningProgress progress;
  double phaseBegin = 0, lastCall = -1;
  std::atomic<bool> isStopped{false};
};

/// One call of `tune`.
class TuningRun {
public:
  explicit TuningRun(const TuningJob &job) : job(job), reporter(job) {}
  llvm::Expected<Tuning> run();

private:
  llvm::Error checkJob() const;
  void compile(size_t index);
  llvm::Error compileAll();
  /// The kernel of a compiled configuration; a failure is its outcome's.
  const KernelInfo *readImage(size_t index);
  llvm::Error setGrid(size_t index, const KernelInfo &kernel);
  void dropSpilling();
  bool launchTheSame(size_t a, size_t b) const;
  /// Whether one before it that loads is the same; then its outcome says so.
  bool isDuplicate(size_t index);
  /// Gives them what was found of the others.
  void completeDuplicates();
  /// Where none of the others runs; true if there are any.
  bool takeBackSpilling();
  /// Loads those that are left.
  std::vector<Candidate> load();
  llvm::Error measure();
  llvm::Error choose();

  const TuningJob &job;
  Reporter reporter;
  Tuning tuning;
  std::vector<KernelImage> images;
  std::vector<std::unique_ptr<runtime::Module>> modules;
  /// Of a duplicate: the configuration that is measured for it.
  std::vector<size_t> originals;
};

} // namespace

bool Reporter::shouldStop(bool always) {
  if (!job.onProgress)
    return false;
  // A call from the callback itself, or of another thread, is not waited for.
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  if (always)
    lock.lock();
  else if (isStopped || !lock.try_lock())
    return isStopped;
  double now = getSeconds();
  if (isStopped ||
      (!always && lastCall >= 0 && now < lastCall + kCallbackPeriod))
    return isStopped;
  progress.seconds = now;
  progress.secondsLeft =
      progress.done ? (now - phaseBegin) / static_cast<double>(progress.done) *
                          static_cast<double>(progress.total - progress.done)
                    : 0;
  if (job.onProgress(progress))
    isStopped = true;
  lastCall = getSeconds();
  return isStopped;
}

static llvm::Error makeCancelled() {
  return makeError(StatusCode::Cancelled,
                   "the tuning was cancelled by its callback");
}

static llvm::Error fail(const Twine &message) {
  return makeError(StatusCode::InvalidArgument, message);
}

llvm::Error mlir::tile::tuner::checkSettings(const TuningSettings &settings) {
  if (settings.minSamples == 0 || settings.minSamples > settings.maxSamples)
    return fail("expected at least 1 sample, and at least as many at most as "
                "at least, found minSamples " +
                Twine(settings.minSamples) + " and maxSamples " +
                Twine(settings.maxSamples));
  if (!std::isfinite(settings.duration) || settings.duration < 0)
    return fail("expected a duration that is not negative, found " +
                std::to_string(settings.duration));
  if (!std::isfinite(settings.slowerThan) || settings.slowerThan < 1)
    return fail("expected a factor of 1 or more for slowerThan, found " +
                std::to_string(settings.slowerThan));
  return llvm::Error::success();
}

llvm::Error TuningRun::checkJob() const {
  if (job.configurations.empty())
    return fail("expected a configuration to tune, found none");
  llvm::StringSet<> names;
  for (const Configuration &configuration : job.configurations)
    if (!names.insert(configuration.name).second)
      return fail("expected configurations with different names, found two of "
                  "the name '" +
                  configuration.name + "'");
  if (llvm::Error error = checkSettings(job.settings))
    return error;
  for (const RestoredArray &array : job.restored) {
    if (array.argument >= job.arguments.size())
      return fail("expected the number of an argument below " +
                  Twine(job.arguments.size()) + " to restore, found " +
                  Twine(array.argument));
    if (job.arguments[array.argument].type != runtime::ArgumentType::Pointer)
      return fail("expected a pointer to restore, found argument " +
                  Twine(array.argument) + ", which is " +
                  runtime::getName(job.arguments[array.argument].type));
  }
  return llvm::Error::success();
}

void TuningRun::compile(size_t index) {
  Outcome &outcome = tuning.outcomes[index];
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<KernelImage> image = job.compile(
      job.configurations[index], [this] { return reporter.shouldStop(); });
  outcome.compileMilliseconds = std::chrono::duration<double, std::milli>(
                                    std::chrono::steady_clock::now() - start)
                                    .count();
  if (image) {
    images[index] = std::move(*image);
    return;
  }
  outcome.fate = Fate::CompileFailed;
  std::tie(outcome.code, outcome.reason) = takeStatus(image.takeError());
}

llvm::Error TuningRun::compileAll() {
  size_t count = job.configurations.size();
  images.resize(count);
  reporter.begin(Phase::Compile, count);
  std::atomic<size_t> next{0};
  size_t numThreads = job.settings.threads
                          ? job.settings.threads
                          : std::max(1u, std::thread::hardware_concurrency());
  (void)runOnThreads(std::min(numThreads, count), [&](unsigned) {
    for (size_t i = next++; i < count; i = next++) {
      if (reporter.shouldStop())
        return;
      compile(i);
      reporter.addDone();
    }
  });
  if (reporter.shouldStop(/*always=*/true))
    return makeCancelled();
  return llvm::Error::success();
}

llvm::Error TuningRun::setGrid(size_t index, const KernelInfo &kernel) {
  const Configuration &configuration = job.configurations[index];
  auto find = [&](StringRef name) -> std::optional<int64_t> {
    for (const auto *list : {&configuration.tunables, &configuration.values})
      for (auto &[known, value] : *list)
        if (known == name)
          return value;
    size_t count = std::min(kernel.arguments.size(), job.arguments.size());
    for (size_t i = 0; i < count; ++i) {
      const runtime::LaunchArgument &argument = job.arguments[i];
      if (kernel.arguments[i].name == name &&
          argument.type >= runtime::ArgumentType::I1 &&
          argument.type <= runtime::ArgumentType::I64) {
        // The bits above the bits of the type may be anything that fits.
        unsigned unused = 64 - 8 * runtime::getSize(argument.type);
        return static_cast<int64_t>(argument.bits << unused) >> unused;
      }
    }
    return std::nullopt;
  };
  runtime::Grid &grid = tuning.outcomes[index].grid;
  uint32_t *sizes[] = {&grid.x, &grid.y, &grid.z};
  for (auto [text, size] : llvm::zip(configuration.grid, sizes)) {
    llvm::Expected<int64_t> value = evaluateFormula(text, find);
    if (!value)
      return value.takeError();
    if (*value < 1 || *value > INT32_MAX)
      return fail("expected a grid's size of 1 to 2147483647, found " +
                  Twine(*value) + " for '" + text + "'");
    *size = static_cast<uint32_t>(*value);
  }
  return llvm::Error::success();
}

static void setFate(Outcome &outcome, Fate fate, llvm::Error error) {
  outcome.fate = fate;
  std::tie(outcome.code, outcome.reason) = takeStatus(std::move(error));
}

const KernelInfo *TuningRun::readImage(size_t index) {
  Outcome &outcome = tuning.outcomes[index];
  const KernelInfo *kernel = images[index].findKernel(job.kernel);
  if (!kernel) {
    setFate(outcome, Fate::CompileFailed,
            makeError(StatusCode::NotFound,
                      "expected the kernel '" + job.kernel + "' in '" +
                          job.configurations[index].sourceName + "', found " +
                          Twine(images[index].kernels.size()) +
                          " kernels and not that one"));
    return nullptr;
  }
  outcome.sharedMemory = kernel->sharedMemory + kernel->dynamicSharedMemory;
  if (kernel->resources) {
    outcome.hasResources = true;
    outcome.registers = kernel->resources->registers;
    outcome.spilledBytes =
        kernel->resources->spillStores + kernel->resources->spillLoads;
  }
  if (llvm::Error error = setGrid(index, *kernel))
    setFate(outcome, Fate::LaunchFailed, std::move(error));
  return kernel;
}

void TuningRun::dropSpilling() {
  bool canDo = llvm::any_of(tuning.outcomes, [](const Outcome &outcome) {
    return outcome.fate == Fate::Measured && outcome.hasResources &&
           outcome.spilledBytes == 0;
  });
  for (Outcome &outcome : tuning.outcomes)
    if (canDo && outcome.fate == Fate::Measured && outcome.spilledBytes) {
      outcome.fate = Fate::Spills;
      outcome.reason = (Twine(outcome.spilledBytes) +
                        " bytes of registers are spilled, and another "
                        "configuration spills none")
                           .str();
    }
}

/// Whether two compiled configurations have the same code, and launch it in the
/// same way.
bool TuningRun::launchTheSame(size_t a, size_t b) const {
  const runtime::Grid &x = tuning.outcomes[a].grid,
                      &y = tuning.outcomes[b].grid;
  if (x.x != y.x || x.y != y.y || x.z != y.z)
    return false;
  const KernelInfo *first = images[a].findKernel(job.kernel);
  const KernelInfo *second = images[b].findKernel(job.kernel);
  if (!first || !second || first->name != second->name ||
      first->numThreads != second->numThreads ||
      first->programsPerCTA != second->programsPerCTA ||
      first->sharedMemory != second->sharedMemory ||
      first->dynamicSharedMemory != second->dynamicSharedMemory)
    return false;
  // Machine code counts where there is some: options of ptxas are not in PTX.
  for (Stage stage : {Stage::Cubin, Stage::PTX}) {
    StringRef code = images[a].getStage(stage),
              other = images[b].getStage(stage);
    if (!code.empty() || !other.empty())
      return code == other;
  }
  return false;
}

bool TuningRun::isDuplicate(size_t index) {
  for (size_t k = 0; k < index; ++k)
    if (tuning.outcomes[k].fate == Fate::Measured && launchTheSame(k, index)) {
      tuning.outcomes[index].fate = Fate::Duplicate;
      tuning.outcomes[index].reason =
          "launches the same code as '" + job.configurations[k].name + "'";
      originals[index] = k;
      return true;
    }
  return false;
}

void TuningRun::completeDuplicates() {
  for (size_t i = 0; i < images.size(); ++i) {
    Outcome &outcome = tuning.outcomes[i];
    if (outcome.fate != Fate::Duplicate)
      continue;
    const Outcome &original = tuning.outcomes[originals[i]];
    outcome.score = original.score;
    // What failed, failed for both.
    if (original.fate == Fate::Measured || original.fate == Fate::Slower)
      continue;
    outcome.fate = original.fate;
    outcome.code = original.code;
    outcome.reason = original.reason;
  }
}

std::vector<Candidate> TuningRun::load() {
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < images.size(); ++i) {
    Outcome &outcome = tuning.outcomes[i];
    if (outcome.fate != Fate::Measured)
      continue;
    llvm::Expected<std::unique_ptr<runtime::Module>> module =
        job.device->load(images[i]);
    if (!module) {
      setFate(outcome, Fate::LoadFailed, module.takeError());
      continue;
    }
    llvm::Expected<runtime::Kernel *> kernel =
        (*module)->findKernel(job.kernel);
    llvm::Error error =
        kernel ? (*kernel)->checkArguments(job.arguments) : kernel.takeError();
    if (error) {
      setFate(outcome, Fate::LaunchFailed, std::move(error));
      continue;
    }
    if (isDuplicate(i))
      continue;
    modules.push_back(std::move(*module));
    candidates.push_back({*kernel, outcome.grid, &outcome, {}});
  }
  return candidates;
}

llvm::Error TuningRun::measure() {
  std::vector<Candidate> candidates = load();
  size_t samples =
      job.device->getInfo().isSimulator ? 1 : job.settings.maxSamples;
  reporter.begin(Phase::Measure, candidates.size() * samples);
  return Measurement(job).run(candidates, [&](size_t done, size_t total) {
    reporter.set(done, total);
    return reporter.shouldStop(/*always=*/done == total);
  });
}

bool TuningRun::takeBackSpilling() {
  if (llvm::any_of(tuning.outcomes, [](const Outcome &outcome) {
        return outcome.numSamples != 0;
      }))
    return false;
  bool hasAny = false;
  for (Outcome &outcome : tuning.outcomes)
    if (outcome.fate == Fate::Spills) {
      outcome.fate = Fate::Measured;
      outcome.reason.clear();
      hasAny = true;
    }
  return hasAny;
}

llvm::Error TuningRun::choose() {
  const Outcome *best = nullptr;
  for (const Outcome &outcome : tuning.outcomes)
    if (outcome.fate == Fate::Measured && outcome.numSamples &&
        (!best || outcome.score < best->score))
      best = &outcome;
  if (!best) {
    const Outcome &first = tuning.outcomes.front();
    return makeError(first.code, "expected a configuration that runs, found "
                                 "none; '" +
                                     job.configurations.front().name +
                                     "': " + first.reason);
  }
  tuning.choice = best - tuning.outcomes.data();
  tuning.image = std::move(images[tuning.choice]);
  return llvm::Error::success();
}

llvm::Expected<Tuning> TuningRun::run() {
  if (llvm::Error error = checkJob())
    return error;
  std::string key, warning;
  if (job.cache) {
    key = makeChoiceKey(job);
    if (std::optional<Tuning> known = loadChoice(job, key, warning)) {
      known->warning = warning;
      return std::move(*known);
    }
  }
  tuning.outcomes.resize(job.configurations.size());
  originals.resize(job.configurations.size());
  if (llvm::Error error = compileAll())
    return error;
  for (size_t i = 0; i < images.size(); ++i)
    if (tuning.outcomes[i].fate == Fate::Measured)
      (void)readImage(i);
  dropSpilling();
  if (llvm::Error error = measure())
    return error;
  if (takeBackSpilling())
    if (llvm::Error error = measure())
      return error;
  completeDuplicates();
  if (llvm::Error error = choose())
    return error;
  if (job.cache)
    storeChoice(job, key, tuning, warning);
  tuning.warning = warning;
  return std::move(tuning);
}

llvm::Expected<Tuning> mlir::tile::tuner::tune(const TuningJob &job) {
  return TuningRun(job).run();
}
