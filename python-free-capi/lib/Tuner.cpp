//===- Tuner.cpp - tile-c/Tuner.h -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "RuntimeObjects.h"

#include "tile-c/Tuner.h"
#include "tile/Compiler/NamedOptions.h"
#include "tile/Compiler/Tunables.h"
#include "tile/Support/InputFile.h"
#include "tile/Tuner/TuningFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::StringRef;
using llvm::Twine;

// The enumerations of the API have the tuner's numbers.
static_assert(TileTunerFateLaunchFailed ==
                  static_cast<unsigned>(tuner::Fate::LaunchFailed) &&
              TileTunerFateDuplicate ==
                  static_cast<unsigned>(tuner::Fate::Duplicate) &&
              TileTunerPhaseMeasure ==
                  static_cast<unsigned>(tuner::Phase::Measure));

namespace mlir::tile::capi {

class TunerObject {
public:
  TunerObject(const OptionsObject &options,
              std::shared_ptr<runtime::Device> device, StringRef kernel)
      : compiler(options) {
    job.device = std::move(device);
    job.kernel = kernel.str();
  }
  ~TunerObject() { forget(); }

  /// Checks a configuration's options and name, and adds it.
  llvm::Error add(tuner::Configuration configuration);
  TileStatus run(const TileTunerCallback onProgress, void *userData);
  /// Drops results.
  void forget();
  /// The results, or null with the error set.
  const tuner::Tuning *getResults() const;

  tuner::TuningJob job;
  TileKernel kernel = {nullptr};

private:
  llvm::Expected<KernelImage>
  compile(const tuner::Configuration &configuration,
          const std::function<bool()> &shouldCancel);

  CompilerObject compiler;
  std::optional<tuner::Tuning> results;
  std::unique_ptr<runtime::Module> module;
};

template <> struct HandleTraits<TileTuner> {
  using Object = TunerObject;
  static constexpr HandleKind kind = HandleKind::Tuner;
  static constexpr const char *name = "TileTuner";
};

} // namespace mlir::tile::capi

void TunerObject::forget() {
  if (kernel.ptr)
    releaseHandle(kernel);
  kernel.ptr = nullptr;
  module.reset();
  results.reset();
}

const tuner::Tuning *TunerObject::getResults() const {
  if (!results)
    (void)setError(StatusCode::NotFound,
                   "expected a tuner that ran, found one without results");
  return results ? &*results : nullptr;
}

llvm::Error TunerObject::add(tuner::Configuration configuration) {
  CompilerOptions options = compiler.options.compiler;
  for (auto &[name, value] : configuration.options)
    if (llvm::Error error = setOption(options, name, value))
      return error;
  if (job.configurations.size() >= tuner::kMaxConfigurations)
    return makeError(StatusCode::InvalidArgument,
                     "expected at most " + Twine(tuner::kMaxConfigurations) +
                         " configurations, found more");
  for (const tuner::Configuration &other : job.configurations)
    if (other.name == configuration.name)
      return makeError(StatusCode::InvalidArgument,
                       "expected a configuration with a name of its own, found "
                       "a second '" +
                           configuration.name + "'");
  forget();
  job.configurations.push_back(std::move(configuration));
  return llvm::Error::success();
}

/// The callbacks of a compile that ask the tuner whether to go on.
static bool askTuner(void *userData) {
  return (*static_cast<const std::function<bool()> *>(userData))();
}

llvm::Expected<KernelImage>
TunerObject::compile(const tuner::Configuration &configuration,
                     const std::function<bool()> &shouldCancel) {
  const CompilerOptions &given = compiler.options.compiler;
  // The driver compiles PTX as well as nvJitLink does, which it has inside.
  bool isCubin = !job.device->getInfo().isSimulator &&
                 !given.ptxasPath.empty() &&
                 !isAssemblerLibrary(given.ptxasPath);
  llvm::Expected<std::string> source = setTunables(
      llvm::MemoryBufferRef(configuration.source, configuration.sourceName),
      configuration.tunables);
  if (!source)
    return source.takeError();
  TileCompileCallbacks callbacks = {};
  callbacks.shouldCancel = askTuner;
  callbacks.userData = const_cast<std::function<bool()> *>(&shouldCancel);
  TileStatus status = TileStatusInternal;
  std::unique_ptr<ImageObject> image = compileSource(
      compiler, llvm::MemoryBufferRef(*source, configuration.sourceName),
      isCubin ? Stage::Cubin : Stage::PTX, &callbacks, status,
      [&](CompilerOptions &options) {
        options.kernel = job.kernel;
        if (options.target.empty())
          options.target = job.device->getInfo().target;
        // They were checked when the configuration was added.
        for (auto &[name, value] : configuration.options)
          llvm::consumeError(setOption(options, name, value));
      });
  if (!image)
    return makeError(static_cast<StatusCode>(status),
                     tileGetLastErrorMessage().data);
  return std::move(image->image);
}

TileStatus TunerObject::run(const TileTunerCallback onProgress,
                            void *userData) {
  forget();
  CompilerOptions options = compiler.options.compiler;
  job.identity = compiler.identity + "\n" + describeOptions(options);
  job.cache = compiler.options.cache.get();
  job.compile = [this](const tuner::Configuration &configuration,
                       const std::function<bool()> &shouldCancel) {
    return compile(configuration, shouldCancel);
  };
  job.onProgress = nullptr;
  if (onProgress)
    job.onProgress = [=](const tuner::TuningProgress &progress) {
      TileTunerProgress wrapped = {static_cast<TileTunerPhase>(progress.phase),
                                   progress.done, progress.total,
                                   progress.seconds, progress.secondsLeft};
      return onProgress(&wrapped, userData);
    };
  llvm::Expected<tuner::Tuning> tuned = tuner::tune(job);
  if (!tuned)
    return setError(tuned.takeError());
  llvm::Expected<std::unique_ptr<runtime::Module>> loaded =
      job.device->load(tuned->image);
  if (!loaded)
    return setError(loaded.takeError());
  llvm::Expected<runtime::Kernel *> found = (*loaded)->findKernel(job.kernel);
  if (!found)
    return setError(found.takeError());
  TileKernel handle = lendHandle<TileKernel>(*found);
  if (!handle.ptr)
    return setError(StatusCode::OutOfMemory, "too many objects");
  kernel = handle;
  module = std::move(*loaded);
  results = std::move(*tuned);
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

TileStatus tileTunerCreate(TileCompilerOptions options, TileDevice device,
                           MlirStringRef kernel, TileTuner *tuner) {
  OptionsObject *settings = getObject(options);
  DeviceObject *place = settings ? getObject(device) : nullptr;
  if (!place)
    return TileStatusInvalidHandle;
  StringRef name;
  if (!unwrapString(kernel, "kernel", name))
    return TileStatusInvalidArgument;
  if (!tuner)
    return failNull("tuner");
  return giveHandle(
      std::make_unique<TunerObject>(*settings, place->device, name), tuner);
}

void tileTunerDestroy(TileTuner tuner) { destroyHandle(tuner); }

static llvm::Expected<std::string> readFile(StringRef path) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  return (*buffer)->getBuffer().str();
}

/// "a=1 b=2" as pairs.
static llvm::Error
splitPairs(StringRef text, const char *field,
           std::vector<std::pair<std::string, std::string>> &pairs) {
  llvm::SmallVector<StringRef> parts;
  llvm::SplitString(text, parts, " \t\n");
  for (StringRef part : parts) {
    auto [name, value] = part.split('=');
    if (name.empty() || !part.contains('='))
      return makeError(StatusCode::InvalidArgument,
                       Twine("expected names and values for '") + field +
                           "', as num-warps=8, found '" + part + "'");
    pairs.emplace_back(name.str(), value.str());
  }
  return llvm::Error::success();
}

/// The tuner's form of a configuration; an error that says what is wrong.
static llvm::Expected<tuner::Configuration>
unwrapConfiguration(const TileTunerConfiguration &given) {
  StringRef name, source, file, options, tunables;
  if (!unwrapString(given.name, "name", name) ||
      !unwrapString(given.source, "source", source) ||
      !unwrapString(given.file, "file", file) ||
      !unwrapString(given.options, "options", options) ||
      !unwrapString(given.tunables, "tunables", tunables))
    return makeError(StatusCode::InvalidArgument,
                     tileGetLastErrorMessage().data);
  if (source.empty() == file.empty())
    return makeError(StatusCode::InvalidArgument,
                     Twine("expected a source or a file of a configuration, "
                           "found ") +
                         (file.empty() ? "neither" : "both"));
  tuner::Configuration result;
  result.source = source.str();
  result.sourceName = file.empty() ? "<tuned>" : file.str();
  if (!file.empty()) {
    llvm::Expected<std::string> text = readFile(file);
    if (!text)
      return text.takeError();
    result.source = std::move(*text);
  }
  if (llvm::Error error = splitPairs(options, "options", result.options))
    return std::move(error);
  std::vector<std::pair<std::string, std::string>> numbers;
  if (llvm::Error error = splitPairs(tunables, "tunables", numbers))
    return std::move(error);
  for (auto &[tunable, text] : numbers) {
    int64_t value;
    if (StringRef(text).getAsInteger(0, value))
      return makeError(StatusCode::InvalidArgument,
                       "expected an integer for the tunable '" + tunable +
                           "', found '" + text + "'");
    result.tunables.emplace_back(tunable, value);
  }
  llvm::SmallVector<StringRef> parts;
  for (StringRef part : {options, tunables, file})
    if (!part.trim().empty())
      parts.push_back(part.trim());
  result.name = !name.empty()   ? name.str()
                : parts.empty() ? "default"
                                : llvm::join(parts, " ");
  result.grid = {std::to_string(given.grid.x), std::to_string(given.grid.y),
                 std::to_string(given.grid.z)};
  return result;
}

TileStatus
tileTunerAddConfiguration(TileTuner tuner,
                          const TileTunerConfiguration *configuration) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  if (!configuration)
    return failNull("configuration");
  llvm::Expected<tuner::Configuration> made =
      unwrapConfiguration(*configuration);
  return setError(made ? object->add(std::move(*made)) : made.takeError());
}

TileStatus tileTunerEnumerate(TileTuner tuner, TileTunerEnumerator callback,
                              void *userData) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  for (size_t number = 0;; ++number) {
    TileTunerConfiguration configuration = {};
    configuration.grid = tileGrid(1, 1, 1);
    if (!callback(number, &configuration, userData))
      return TileStatusSuccess;
    if (TileStatus status = tileTunerAddConfiguration(tuner, &configuration))
      return status;
  }
}

TileStatus tileTunerAddFile(TileTuner tuner, MlirStringRef path) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  StringRef name;
  if (!unwrapString(path, "path", name))
    return TileStatusInvalidArgument;
  llvm::Expected<std::string> text = readFile(name);
  if (!text)
    return setError(text.takeError());
  llvm::Expected<tuner::TuningFile> file = tuner::parseTuningFile(
      *text, {"1", "1", "1"},
      [&](StringRef source) -> llvm::Expected<std::string> {
        if (source.empty())
          return makeError(StatusCode::InvalidArgument,
                           "expected a 'source' for each configuration");
        return readFile(tuner::findSource(name, source));
      });
  if (!file) {
    auto [code, message] = takeStatus(file.takeError());
    return setError(code, code == StatusCode::IOError
                              ? message
                              : (name + ": " + message).str());
  }
  size_t before = object->job.configurations.size();
  for (tuner::Configuration &configuration : file->configurations)
    if (llvm::Error error = object->add(std::move(configuration))) {
      object->job.configurations.resize(before);
      auto [code, message] = takeStatus(std::move(error));
      return setError(code, name + ": " + message);
    }
  if (object->job.kernel.empty())
    object->job.kernel = file->kernel;
  return TileStatusSuccess;
}

size_t tileTunerGetNumConfigurations(TileTuner tuner) {
  TunerObject *object = lookupHandle(tuner);
  return object ? object->job.configurations.size() : 0;
}

//===----------------------------------------------------------------------===//
// Tuning
//===----------------------------------------------------------------------===//

TileTunerSettings tileTunerSettingsGetDefault(void) {
  tuner::TuningSettings settings;
  return {settings.threads,  settings.minSamples, settings.maxSamples,
          settings.duration, settings.slowerThan, settings.simulatedCTAs};
}

TileStatus tileTunerSetSettings(TileTuner tuner,
                                const TileTunerSettings *settings) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  if (!settings)
    return failNull("settings");
  tuner::TuningSettings given;
  given.threads = settings->threads;
  unwrapSamples(settings->minSamples, settings->maxSamples, given.minSamples,
                given.maxSamples);
  if (settings->duration != 0)
    given.duration = settings->duration;
  if (settings->slowerThan != 0)
    given.slowerThan = settings->slowerThan;
  if (settings->simulatedCTAs == UINT64_MAX)
    given.simulatedCTAs = 0;
  else if (settings->simulatedCTAs != 0)
    given.simulatedCTAs = settings->simulatedCTAs;
  if (llvm::Error error = tuner::checkSettings(given))
    return setError(std::move(error));
  object->job.settings = given;
  return TileStatusSuccess;
}

TileStatus tileTunerRestore(TileTuner tuner, size_t argument, uint64_t bytes) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  for (tuner::RestoredArray &array : object->job.restored)
    if (array.argument == argument) {
      array.bytes = bytes;
      return TileStatusSuccess;
    }
  object->job.restored.push_back({argument, bytes});
  return TileStatusSuccess;
}

TileStatus tileTunerSetKey(TileTuner tuner, MlirStringRef key) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  StringRef text;
  if (!unwrapString(key, "key", text))
    return TileStatusInvalidArgument;
  object->job.argumentKey = text.str();
  return TileStatusSuccess;
}

TileStatus tileTunerRun(TileTuner tuner, const TileArgument *arguments,
                        size_t numArguments, TileTunerCallback onProgress,
                        void *userData) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::ArrayRef<runtime::LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  object->job.arguments.assign(list.begin(), list.end());
  return object->run(onProgress, userData);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TileStatus tileTunerGetResult(TileTuner tuner, size_t index,
                              TileTunerResult *result) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  const tuner::Tuning *results = object->getResults();
  if (!results)
    return TileStatusNotFound;
  if (index >= results->outcomes.size())
    return setError(StatusCode::InvalidArgument,
                    "expected a configuration's number below " +
                        Twine(results->outcomes.size()) + ", found " +
                        Twine(index));
  if (!result)
    return failNull("result");
  const tuner::Outcome &outcome = results->outcomes[index];
  *result = {wrapString(object->job.configurations[index].name),
             static_cast<TileTunerFate>(outcome.fate),
             wrapString(outcome.reason),
             outcome.compileMilliseconds,
             outcome.hasResources,
             outcome.registers,
             outcome.spilledBytes,
             outcome.sharedMemory,
             outcome.score,
             outcome.numSamples};
  return TileStatusSuccess;
}

TileStatus tileTunerGetChoice(TileTuner tuner, TileTunerChoice *choice) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  const tuner::Tuning *results = object->getResults();
  if (!results)
    return TileStatusNotFound;
  if (!choice)
    return failNull("choice");
  const runtime::Grid &grid = results->outcomes[results->choice].grid;
  *choice = {results->choice, {grid.x, grid.y, grid.z}, results->isFromCache};
  return TileStatusSuccess;
}

TileStatus tileTunerGetKernel(TileTuner tuner, TileKernel *kernel) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  if (!object->getResults())
    return TileStatusNotFound;
  if (!kernel)
    return failNull("kernel");
  *kernel = object->kernel;
  return TileStatusSuccess;
}

TileStatus tileTunerGetImage(TileTuner tuner, TileKernelImage *image) {
  TunerObject *object = getObject(tuner);
  if (!object)
    return TileStatusInvalidHandle;
  const tuner::Tuning *results = object->getResults();
  if (!results)
    return TileStatusNotFound;
  if (!image)
    return failNull("image");
  auto copy = std::make_unique<ImageObject>();
  copy->image = results->image;
  copy->isFromCache = results->isFromCache;
  return giveHandle(std::move(copy), image);
}
