//===- RunComparison.cpp - An asm and its fallback on a device ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunComparison.h"
#include "Target.h"

#include "tile/Run/Progress.h"

#include "llvm/Support/MathExtras.h"

#include <chrono>

using namespace mlir;
using namespace mlir::tile;

/// A launch takes about this long: the bar moves several times per second.
static constexpr double kLaunchSeconds = 0.2;
/// How long it takes is reported from here on, after a while of running.
static constexpr double kLongSeconds = 15;
static constexpr double kEstimateSeconds = 1;
/// Once a difference is there, how long others are counted.
static constexpr double kCountSeconds = 3;

namespace {

class ComparisonRun {
public:
  ComparisonRun(const AsmComparison &comparison, const CheckAsmOptions &options,
                std::shared_ptr<runtime::Device> device, StringRef place)
      : comparison(comparison), options(options), device(std::move(device)),
        place(place.str()) {}
  ~ComparisonRun();

  llvm::Error load(const CompilerOptions &compiler);
  llvm::Error run();
  ComparisonOutcome takeOutcome() { return std::move(outcome); }

private:
  llvm::Error runSection(const AsmSection &section, run::Progress &progress);
  llvm::Expected<AsmDifferences> launch(runtime::Kernel &kernel, uint64_t start,
                                        uint64_t end);
  llvm::Expected<ShownGroup> show(AsmInputs inputs, uint64_t number);
  llvm::Error launchKernel(runtime::Kernel &kernel, uint32_t ctas,
                           uint64_t start, uint64_t end, uint64_t out);
  llvm::Expected<uint64_t> allocate(const void *bytes, uint64_t size);
  double getSeconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         startTime)
        .count();
  }
  void tellEstimate(double seconds);

  const AsmComparison &comparison;
  const CheckAsmOptions &options;
  std::shared_ptr<runtime::Device> device;
  const std::string place;
  std::unique_ptr<runtime::Module> module;
  std::vector<uint64_t> allocations;
  uint64_t table = 0, differences = 0;
  std::chrono::steady_clock::time_point startTime;
  /// CTAs of the next launch.
  uint64_t ctas = 0;
  bool isEstimateShown = false;
  /// When the first difference was found.
  std::optional<double> foundTime;
  /// Of all sections.
  uint64_t numDone = 0, numPlanned = 0;
  ComparisonOutcome outcome;
};

} // namespace

std::string tile::formatNumber(uint64_t number) {
  if (number >= 1024 && llvm::isPowerOf2_64(number))
    return "2^" + std::to_string(llvm::Log2_64(number));
  return std::to_string(number);
}

ComparisonRun::~ComparisonRun() {
  for (uint64_t address : allocations)
    llvm::consumeError(device->free(address));
}

llvm::Expected<uint64_t> ComparisonRun::allocate(const void *bytes,
                                                 uint64_t size) {
  llvm::Expected<uint64_t> address = device->allocate(size);
  if (!address)
    return address;
  allocations.push_back(*address);
  if (llvm::Error error = device->copyToDevice(*address, bytes, size, nullptr))
    return error;
  return address;
}

llvm::Error ComparisonRun::load(const CompilerOptions &compiler) {
  OwningOpRef<ModuleOp> ir = comparison.buildModule(options.tolerance);
  bool makesCubin = !device->getInfo().isSimulator &&
                    !compiler.ptxasPath.empty() &&
                    !isAssemblerLibrary(compiler.ptxasPath);
  FailureOr<CompileResult> compiled =
      Compiler(compiler).compile(*ir, makesCubin ? Stage::Cubin : Stage::PTX);
  if (failed(compiled))
    return makeError(StatusCode::CompileFailed,
                     "the asm and its fallback do not compile for " +
                         compiler.target);
  llvm::Expected<std::unique_ptr<runtime::Module>> loaded =
      device->load(makeImage(std::move(*compiled)));
  if (!loaded)
    return loaded.takeError();
  module = std::move(*loaded);
  const std::vector<uint64_t> &values = comparison.getTable();
  llvm::Expected<uint64_t> address =
      allocate(values.data(), values.size() * sizeof(uint64_t));
  if (!address)
    return address.takeError();
  table = *address;
  AsmDifferences none;
  address = allocate(&none, sizeof(none));
  if (!address)
    return address.takeError();
  differences = *address;
  return llvm::Error::success();
}

llvm::Error ComparisonRun::launchKernel(runtime::Kernel &kernel, uint32_t ctas,
                                        uint64_t start, uint64_t end,
                                        uint64_t out) {
  using runtime::ArgumentType;
  using runtime::LaunchArgument;
  LaunchArgument arguments[] = {
      LaunchArgument::integer(ArgumentType::I64, start),
      LaunchArgument::integer(ArgumentType::I64, end),
      LaunchArgument::integer(ArgumentType::I64,
                              AsmComparison::scrambleSeed(options.seed)),
      LaunchArgument::pointer(table), LaunchArgument::pointer(out)};
  return kernel.launch({ctas}, arguments, /*stream=*/nullptr);
}

/// Compares groups. The differences are from this launch alone.
llvm::Expected<AsmDifferences>
ComparisonRun::launch(runtime::Kernel &kernel, uint64_t start, uint64_t end) {
  AsmDifferences found;
  if (llvm::Error error =
          device->copyToDevice(differences, &found, sizeof(found), nullptr))
    return error;
  uint64_t numCTAs =
      llvm::divideCeil(end - start, AsmComparison::kGroupsPerCTA);
  if (llvm::Error error =
          launchKernel(kernel, numCTAs, start, end, differences))
    return error;
  if (llvm::Error error =
          device->copyToHost(&found, differences, sizeof(found), nullptr))
    return error;
  return found;
}

llvm::Expected<ShownGroup> ComparisonRun::show(AsmInputs inputs,
                                               uint64_t number) {
  size_t numInputs = comparison.getInputs().size();
  size_t numResults = comparison.getResults().size();
  std::vector<uint64_t> words(numInputs + 2 * numResults);
  uint64_t size = words.size() * sizeof(uint64_t);
  llvm::Expected<uint64_t> out = allocate(words.data(), size);
  if (!out)
    return out.takeError();
  llvm::Expected<runtime::Kernel *> kernel =
      module->findKernel(AsmComparison::getKernelName(inputs, /*shows=*/true));
  if (!kernel)
    return kernel.takeError();
  if (llvm::Error error =
          launchKernel(**kernel, /*ctas=*/1, number, number + 1, *out))
    return error;
  if (llvm::Error error = device->copyToHost(words.data(), *out, size, nullptr))
    return error;
  ArrayRef<uint64_t> all = words;
  ShownGroup group;
  group.inputs = all.take_front(numInputs);
  group.native = all.slice(numInputs, numResults);
  group.fallback = all.take_back(numResults);
  return group;
}

void ComparisonRun::tellEstimate(double seconds) {
  double part = double(numDone) / double(numPlanned);
  double left = seconds * (1 - part) / part;
  // After a difference it will not be long.
  if (isEstimateShown || foundTime || seconds < kEstimateSeconds ||
      seconds + left < kLongSeconds)
    return;
  isEstimateShown = true;
  llvm::errs() << place << ": "
               << formatNumber(comparison.getSections().back().numGroups)
               << " groups take about " << run::formatSeconds(seconds + left)
               << (device->getInfo().isSimulator ? " in the simulator" : "")
               << "; --samples=N takes N of them\n";
}

llvm::Error ComparisonRun::runSection(const AsmSection &section,
                                      run::Progress &progress) {
  llvm::Expected<runtime::Kernel *> kernel = module->findKernel(
      AsmComparison::getKernelName(section.inputs, /*shows=*/false));
  if (!kernel)
    return kernel.takeError();
  for (uint64_t start = 0; start < section.numGroups;) {
    uint64_t count = std::min(ctas * AsmComparison::kGroupsPerCTA,
                              section.numGroups - start);
    double before = getSeconds();
    llvm::Expected<AsmDifferences> found =
        launch(**kernel, start, start + count);
    if (!found)
      return found.takeError();
    double now = getSeconds();
    start += count;
    numDone += count;
    outcome.numGroups += count;
    if (section.inputs == AsmInputs::Special)
      outcome.numSpecial += count;
    outcome.numDifferent += found->numGroups;
    outcome.numOnlyNaN += found->numOnlyNaN;
    outcome.maxUlp = std::max(outcome.maxUlp, found->maxUlp);
    if (found->numGroups && !outcome.first) {
      llvm::Expected<ShownGroup> first =
          show(section.inputs, found->firstGroup);
      if (!first)
        return first.takeError();
      outcome.first = std::make_unique<ShownGroup>(std::move(*first));
      foundTime = now;
    }
    if (foundTime && now - *foundTime > kCountSeconds)
      break;
    // On a line of its own, before there is a bar.
    tellEstimate(now);
    progress.update(numDone, numPlanned);
    // At most twice as long as before, as the first ones say little.
    double ratio = kLaunchSeconds / std::max(now - before, 1e-9);
    ctas = std::max<uint64_t>(1, ctas * std::clamp(ratio, 0.25, 2.0));
    ctas = std::min<uint64_t>(ctas, uint64_t(1) << 30);
  }
  return llvm::Error::success();
}

llvm::Error ComparisonRun::run() {
  startTime = std::chrono::steady_clock::now();
  for (const AsmSection &section : comparison.getSections())
    numPlanned += section.numGroups;
  ctas = device->getInfo().numMultiprocessors;
  run::Progress progress("groups");
  std::optional<ComparisonOutcome> special;
  for (const AsmSection &section : comparison.getSections()) {
    outcome.triesAll = section.inputs == AsmInputs::All;
    if (outcome.triesAll && outcome.numGroups) {
      special = std::move(outcome);
      outcome = {};
      outcome.triesAll = true;
      outcome.first = std::move(special->first);
    }
    if (llvm::Error error = runSection(section, progress))
      return error;
  }
  outcome.isComplete = numDone == numPlanned;
  if (special && !outcome.isComplete) {
    outcome.numSpecial = special->numSpecial;
    outcome.numDifferent += special->numDifferent;
    outcome.numOnlyNaN += special->numOnlyNaN;
    outcome.maxUlp = std::max(outcome.maxUlp, special->maxUlp);
  }
  outcome.seconds = getSeconds();
  return llvm::Error::success();
}

llvm::Expected<ComparisonOutcome> tile::runComparison(
    const AsmComparison &comparison, const CompilerOptions &compiler,
    const CheckAsmOptions &options,
    const std::shared_ptr<runtime::Device> &device, StringRef place) {
  ComparisonRun run(comparison, options, device, place);
  if (llvm::Error error = run.load(compiler))
    return error;
  if (llvm::Error error = run.run())
    return error;
  return run.takeOutcome();
}
