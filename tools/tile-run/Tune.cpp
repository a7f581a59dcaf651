//===- Tune.cpp - The best configuration for a run ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tune.h"

#include "Arguments.h"
#include "CompilerFlags.h"
#include "TuningPlot.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Compiler/NamedOptions.h"
#include "tile/Compiler/Tunables.h"
#include "tile/Image/Cache.h"
#include "tile/Run/Progress.h"
#include "tile/Support/InputFile.h"
#include "tile/Support/OutputFile.h"
#include "tile/Tuner/TuningFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::tile;
using tuner::Configuration;

namespace {

/// Arrays for launches of one kernel, on any device. Nothing runs here.
class TuningArrays final : public RunTarget {
public:
  TuningArrays(std::shared_ptr<runtime::Device> device,
               const KernelInfo &kernel)
      : RunTarget(""), device(std::move(device)), kernel(kernel) {}
  ~TuningArrays() override {
    for (const Array &array : arrays)
      llvm::consumeError(device->free(array.allocation));
  }

  std::vector<std::string> getKernels() const override { return {kernel.name}; }
  std::vector<sim::ParameterInfo> getParameters(StringRef) const override;
  std::optional<sim::Dim3> getRequiredBlock(StringRef) const override {
    return sim::Dim3{1};
  }
  llvm::Expected<uint64_t> allocate(StringRef name, const run::HostArray &array,
                                    bool followWrites,
                                    uint64_t alignment) override;
  llvm::Error read(uint64_t address, MutableArrayRef<uint8_t> bytes) override {
    return device->copyToHost(bytes.data(), address, bytes.size(), nullptr);
  }
  std::string getUnwritten(uint64_t, StringRef,
                           const run::HostArray &) const override {
    return "";
  }
  llvm::Expected<RunCounts> run(const sim::Launch &) override {
    return RunCounts();
  }
  llvm::Error finish(const sim::Launch &) override {
    return llvm::Error::success();
  }
  std::string getName() const override { return device->getInfo().name; }

  /// Bytes of the array there; 0 if there is none.
  uint64_t getSize(uint64_t address) const {
    for (const Array &array : arrays)
      if (array.address == address)
        return array.bytes;
    return 0;
  }

private:
  struct Array {
    runtime::DeviceAddress allocation;
    uint64_t address, bytes;
  };
  std::shared_ptr<runtime::Device> device;
  const KernelInfo &kernel;
  std::vector<Array> arrays;
};

/// One --tune.
class TuneRun {
public:
  TuneRun(RunCommandLine &line, const llvm::MemoryBuffer &input,
          std::shared_ptr<runtime::Device> device)
      : line(line), input(input) {
    job.device = std::move(device);
  }
  llvm::Expected<KernelImage> run();

private:
  llvm::Error readFile();
  llvm::Expected<KernelInfo> findKernel();
  llvm::Error setArguments(const RunArguments &arguments,
                           const TuningArrays &arrays,
                           const KernelInfo &kernel);
  void setCache();
  llvm::Expected<KernelImage> compile(const Configuration &configuration,
                                      Stage last,
                                      const std::function<bool()> &cancel);
  void print(const tuner::Tuning &tuning) const;
  llvm::Error plot(const tuner::Tuning &tuning) const;

  RunCommandLine &line;
  const llvm::MemoryBuffer &input;
  tuner::TuningJob job;
  std::optional<Cache> cache;
};

} // namespace

std::vector<sim::ParameterInfo> TuningArrays::getParameters(StringRef) const {
  std::vector<sim::ParameterInfo> parameters;
  for (const KernelArgument &argument : kernel.arguments)
    parameters.push_back(
        {argument.name, argument.type, argument.size, argument.size});
  return parameters;
}

llvm::Expected<uint64_t> TuningArrays::allocate(StringRef name,
                                                const run::HostArray &array,
                                                bool followWrites,
                                                uint64_t alignment) {
  ArrayRef<uint8_t> bytes = array.getBytes();
  uint64_t extra = alignment > 256 ? alignment : 0;
  if (extra > run::kMaxArrayBytes)
    return makeError("no memory for '" + name + "' at a multiple of " +
                     Twine(alignment));
  llvm::Expected<runtime::DeviceAddress> allocation =
      device->allocate(bytes.size() + extra);
  if (!allocation)
    return allocation.takeError();
  uint64_t address = llvm::alignTo(*allocation, std::max<uint64_t>(extra, 1));
  arrays.push_back({*allocation, address, bytes.size()});
  if (llvm::Error error =
          device->copyToDevice(address, bytes.data(), bytes.size(), nullptr))
    return std::move(error);
  return address;
}

static std::string toText(uint32_t size) { return std::to_string(size); }

llvm::Error TuneRun::readFile() {
  auto buffer = readInputFile(line.tuningFile);
  if (!buffer)
    return buffer.takeError();
  llvm::Expected<tuner::TuningFile> file = tuner::parseTuningFile(
      (*buffer)->getBuffer(),
      {toText(line.grid.x), toText(line.grid.y), toText(line.grid.z)},
      [&](StringRef source) -> llvm::Expected<std::string> {
        if (source.empty())
          return input.getBuffer().str();
        std::string place = tuner::findSource(line.tuningFile, source);
        auto text = readInputFile(place);
        if (!text)
          return text.takeError();
        return (*text)->getBuffer().str();
      });
  if (!file)
    return makeError(line.tuningFile + ": " + llvm::toString(file.takeError()));
  job.configurations = std::move(file->configurations);
  for (Configuration &configuration : job.configurations) {
    if (configuration.sourceName.empty())
      configuration.sourceName = line.getInputName().str();
    CompilerOptions options = line.compiler;
    for (auto &[name, value] : configuration.options)
      if (llvm::Error error = setOption(options, name, value))
        return makeError(line.tuningFile + ": " +
                         llvm::toString(std::move(error)));
  }
  job.kernel = line.kernel.empty() ? file->kernel : line.kernel;
  return llvm::Error::success();
}

llvm::Expected<KernelImage>
TuneRun::compile(const Configuration &configuration, Stage last,
                 const std::function<bool()> &cancel) {
  llvm::Expected<std::string> source = setTunables(
      llvm::MemoryBufferRef(configuration.source, configuration.sourceName),
      configuration.tunables);
  if (!source)
    return source.takeError();
  CompilerOptions options = line.compiler;
  // They were checked when the file was read.
  for (auto &[name, value] : configuration.options)
    llvm::consumeError(setOption(options, name, value));
  options.kernel = job.kernel;
  options.shouldCancel = cancel;
  // For registers and spills.
  options.verifyPTX = last == Stage::PTX && !options.ptxasPath.empty();
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  std::string firstError = "the compile was cancelled";
  bool isFirst = true;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (isFirst && diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      isFirst = false;
      firstError.clear();
      llvm::raw_string_ostream os(firstError);
      if (auto place =
              diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
        os << place.getFilename().getValue() << ':' << place.getLine() << ':'
           << place.getColumn() << ": ";
      os << diagnostic;
    }
    return success();
  });
  FailureOr<CompileResult> result =
      Compiler(std::move(options))
          .compile(llvm::MemoryBufferRef(*source, configuration.sourceName),
                   context.get(), last);
  if (failed(result))
    return mlir::tile::makeError(StatusCode::CompileFailed, firstError);
  return makeImage(std::move(*result));
}

/// What the first source that can be read says of the kernel.
llvm::Expected<KernelInfo> TuneRun::findKernel() {
  std::string firstError;
  for (const Configuration &configuration : job.configurations) {
    llvm::Expected<KernelImage> image =
        compile(configuration, Stage::Tile, nullptr);
    const KernelInfo *kernel = image ? image->findKernel(job.kernel) : nullptr;
    if (kernel) {
      KernelInfo found = *kernel;
      found.name = found.symbol;
      return found;
    }
    std::string error =
        image ? "expected one kernel, or its name for --kernel, found " +
                    std::to_string(image->kernels.size()) + " in '" +
                    configuration.sourceName + "'"
              : llvm::toString(image.takeError());
    if (firstError.empty())
      firstError = std::move(error);
  }
  return makeError(firstError);
}

static std::optional<runtime::ArgumentType>
getArgumentType(const KernelArgument &argument) {
  if (argument.isPointer)
    return runtime::ArgumentType::Pointer;
  if (argument.type == "index")
    return runtime::ArgumentType::I64;
  for (auto number = static_cast<unsigned>(runtime::ArgumentType::I1);
       number <= static_cast<unsigned>(runtime::ArgumentType::F8E5M2);
       ++number) {
    auto type = static_cast<runtime::ArgumentType>(number);
    if (runtime::getName(type) == argument.type)
      return type;
  }
  return std::nullopt;
}

llvm::Error TuneRun::setArguments(const RunArguments &arguments,
                                  const TuningArrays &arrays,
                                  const KernelInfo &kernel) {
  for (auto [i, bytes] : llvm::enumerate(arguments.getLaunchArguments())) {
    std::optional<runtime::ArgumentType> type =
        getArgumentType(kernel.arguments[i]);
    if (!type || bytes.size() > sizeof(uint64_t))
      return makeError("expected pointers and scalars as arguments for --tune, "
                       "found '" +
                       Twine(line.arguments[i].text) + "'");
    runtime::LaunchArgument argument;
    argument.type = *type;
    std::memcpy(&argument.bits, bytes.data(), bytes.size());
    job.arguments.push_back(argument);
    if (line.arguments[i].role == run::ArgumentRole::Output &&
        *type == runtime::ArgumentType::Pointer)
      job.restored.push_back({i, arrays.getSize(argument.bits)});
  }
  return llvm::Error::success();
}

/// The file of this code, tool or library: another one compiles otherwise.
static std::string identifyProgram() {
  Dl_info info;
  llvm::sys::fs::file_status status;
  if (!dladdr(reinterpret_cast<void *>(&tuneKernel), &info) ||
      llvm::sys::fs::status(info.dli_fname, status))
    return "";
  auto time = status.getLastModificationTime().time_since_epoch();
  return (Twine(status.getSize()) + " " + Twine(time.count())).str();
}

void TuneRun::setCache() {
  if (line.tuningCache == "off")
    return;
  CacheOptions options;
  options.folder = line.tuningCache == "default"
                       ? findCacheFolder(getEnvironmentVariable)
                       : line.tuningCache;
  cache.emplace(std::move(options));
  job.cache = &*cache;
  job.identity = describeBuild() + identifyProgram() + "\n" +
                 describeOptions(line.compiler) + line.compiler.ptxasPath;
}

/// A message of several lines as one: what failed, and the first finding.
static std::string shorten(StringRef text) {
  auto [first, rest] = text.split('\n');
  StringRef second = rest.split('\n').first;
  second.consume_front("error: ");
  return (first + (second.empty() ? "" : ": ") + second).str();
}

/// The numbers of the outcomes, the best one first, and at the end those
/// without a score.
static SmallVector<size_t> sortOutcomes(const tuner::Tuning &tuning) {
  SmallVector<size_t> order =
      llvm::to_vector(llvm::seq<size_t>(tuning.outcomes.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    const tuner::Outcome &first = tuning.outcomes[a];
    const tuner::Outcome &second = tuning.outcomes[b];
    if (!first.numSamples || !second.numSamples)
      return first.numSamples && !second.numSamples;
    return first.score < second.score;
  });
  return order;
}

static std::string print(const char *format, double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, number);
  return text;
}

/// How often the score of the choice goes into this one.
static double getRatio(const tuner::Tuning &tuning,
                       const tuner::Outcome &outcome) {
  double best = tuning.outcomes[tuning.choice].score;
  return best > 0 ? outcome.score / best : 1;
}

/// What became of a configuration that was not chosen; empty if it was measured
/// as long as the others.
static std::string explain(const tuner::Outcome &outcome) {
  if (outcome.fate == tuner::Fate::Measured && outcome.reason.empty())
    return "";
  std::string text = tuner::getFateName(outcome.fate).str();
  return outcome.reason.empty() ? text : text + ": " + shorten(outcome.reason);
}

void TuneRun::print(const tuner::Tuning &tuning) const {
  llvm::raw_ostream &os = line.getOutput();
  bool isSimulator = job.device->getInfo().isSimulator;
  size_t width = strlen("configuration");
  for (const Configuration &configuration : job.configurations)
    width = std::max(width, configuration.name.size());
  os << llvm::left_justify("configuration", width)
     << "  compile ms  registers  spilled  shared  "
     << (isSimulator ? "      cost" : "        us") << "  ratio  samples\n";
  for (size_t i : sortOutcomes(tuning)) {
    const tuner::Outcome &outcome = tuning.outcomes[i];
    os << llvm::left_justify(job.configurations[i].name, width)
       << llvm::format("  %10.1f", outcome.compileMilliseconds);
    if (outcome.hasResources)
      os << llvm::format("  %9u  %7u", outcome.registers, outcome.spilledBytes);
    else
      os << "          -        -";
    os << llvm::format("  %6u", outcome.sharedMemory);
    if (outcome.numSamples)
      os << llvm::format(isSimulator ? "  %10.0f" : "  %10.2f",
                         outcome.score * (isSimulator ? 1 : 1e3))
         << llvm::format("  %5.2f", getRatio(tuning, outcome))
         << llvm::format("  %7u", outcome.numSamples);
    else
      os << "           -      -        -";
    std::string note = i == tuning.choice ? "chosen" : explain(outcome);
    if (!note.empty())
      os << "  " << note;
    os << '\n';
  }
  os << "chosen: " << job.configurations[tuning.choice].name
     << (tuning.isFromCache ? ", as an earlier tuning found" : "") << '\n';
}

llvm::Error TuneRun::plot(const tuner::Tuning &tuning) const {
  if (line.tuningPlot.empty())
    return llvm::Error::success();
  const runtime::DeviceInfo &device = job.device->getInfo();
  std::vector<TuningBar> bars;
  for (size_t i : sortOutcomes(tuning)) {
    const tuner::Outcome &outcome = tuning.outcomes[i];
    TuningBar bar;
    bar.name = job.configurations[i].name;
    bar.isChosen = i == tuning.choice;
    std::string note = explain(outcome);
    if (outcome.numSamples) {
      bar.score = outcome.score;
      bar.label = device.isSimulator ? ::print("%.0f", outcome.score)
                                     : ::print("%.2f us", outcome.score * 1e3);
      bar.label += ::print(", %.2f times the best", getRatio(tuning, outcome));
      if (!note.empty())
        bar.label += ", " + note;
    } else {
      bar.label = note;
    }
    bars.push_back(std::move(bar));
  }
  std::string picture;
  llvm::raw_string_ostream os(picture);
  drawTuning(job.kernel + (device.isSimulator ? ": cost in the simulator"
                                              : ": time on " + device.name),
             bars, os);
  return writeOutput(line.tuningPlot, picture);
}

llvm::Expected<KernelImage> TuneRun::run() {
  if (llvm::Error error = readFile())
    return std::move(error);
  llvm::Expected<KernelInfo> kernel = findKernel();
  if (!kernel)
    return kernel.takeError();
  job.kernel = kernel->symbol;
  line.kernel = kernel->symbol;
  const runtime::DeviceInfo &device = job.device->getInfo();
  TuningArrays arrays(job.device, *kernel);
  RunArguments arguments(line, arrays);
  if (llvm::Error error = arguments.prepare(*kernel))
    return std::move(error);
  if (llvm::Error error = setArguments(arguments, arrays, *kernel))
    return std::move(error);
  setCache();
  // The driver compiles PTX as well as nvJitLink does, which it has inside.
  const std::string &ptxas = line.compiler.ptxasPath;
  Stage last =
      !device.isSimulator && !ptxas.empty() && !isAssemblerLibrary(ptxas)
          ? Stage::Cubin
          : Stage::PTX;
  job.compile = [&](const Configuration &configuration,
                    const std::function<bool()> &cancel) {
    return compile(configuration, last, cancel);
  };
  std::optional<tuner::Tuning> tuning;
  {
    run::Progress compiles("configurations"), launches("launches");
    job.onProgress = [&](const tuner::TuningProgress &progress) {
      if (progress.phase == tuner::Phase::Measure)
        compiles.finish();
      (progress.phase == tuner::Phase::Compile ? compiles : launches)
          .update(progress.done, progress.total);
      return false;
    };
    llvm::Expected<tuner::Tuning> tuned = tuner::tune(job);
    if (!tuned)
      return tuned.takeError();
    tuning = std::move(*tuned);
  }
  if (!tuning->warning.empty())
    llvm::WithColor::warning(llvm::errs(), "tile-run")
        << tuning->warning << '\n';
  print(*tuning);
  if (llvm::Error error = plot(*tuning))
    return std::move(error);
  const runtime::Grid &grid = tuning->outcomes[tuning->choice].grid;
  line.grid = {grid.x, grid.y, grid.z};
  return std::move(tuning->image);
}

std::optional<KernelImage>
tile::tuneKernel(RunCommandLine &line, const llvm::MemoryBuffer &input,
                 std::shared_ptr<runtime::Device> device) {
  llvm::Expected<KernelImage> image =
      TuneRun(line, input, std::move(device)).run();
  if (image)
    return std::move(*image);
  llvm::WithColor::error(llvm::errs(), "tile-run")
      << llvm::toString(image.takeError()) << '\n';
  return std::nullopt;
}
