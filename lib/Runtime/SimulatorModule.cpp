//===- SimulatorModule.cpp - Modules and kernels on the simulator ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "SimulatorDevice.h"
#include "tile/Runtime/TensorMaps.h"

#include "tile/Hardware/Occupancy.h"
#include "tile/Image/ArgumentText.h"
#include "tile/PTX/Parser.h"
#include "tile/Runtime/CountedLaunch.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

namespace mlir::tile::runtime {

class SimulatorModule final : public Module {
public:
  static llvm::Expected<std::unique_ptr<Module>>
  load(std::shared_ptr<SimulatorDevice> device, const KernelImage &image);
  ~SimulatorModule() override;

  llvm::Expected<Kernel *> findKernel(llvm::StringRef name) override;
  Device &getDevice() const override { return *device; }

private:
  friend class SimulatorKernel;
  explicit SimulatorModule(std::shared_ptr<SimulatorDevice> device)
      : device(std::move(device)) {}

  std::shared_ptr<SimulatorDevice> device;
  std::unique_ptr<sim::Program> program;
  /// The module's variables in the device's memory.
  std::vector<DeviceAddress> variables;
  /// One per multiprocessor.
  unsigned maxPersistentCTAs = 0;
  std::vector<std::unique_ptr<Kernel>> kernels;
};

class SimulatorKernel final : public Kernel {
public:
  SimulatorKernel(KernelInfo info, SimulatorModule &module)
      : Kernel(std::move(info)), module(module),
        parameters(module.program->getParameters(this->info.name)) {
    if (!this->info.tensorMapEntry)
      return;
    tensorMaps = std::make_unique<TensorMaps>(
        this->info, module.maxPersistentCTAs,
        [](const sim::TensorMap &tensor, void *map) {
          tensor.encode(static_cast<uint8_t *>(map));
          return true;
        });
  }

  llvm::Error launchRaw(Grid grid, void **values, Stream *stream) override;
  /// The same for the first CTAs, which it counts.
  llvm::Expected<LaunchCounts> count(Grid grid, void **values,
                                     uint64_t maxCTAs);
  llvm::Error setDynamicSharedMemory(uint64_t bytes) override {
    if (llvm::Error error = checkDynamicSharedMemory(
            *this, bytes, module.device->getMaxSharedMemory()))
      return error;
    dynamicSharedMemory = info.dynamicSharedMemory + bytes;
    return llvm::Error::success();
  }
  Device &getDevice() const override { return module.getDevice(); }
  Module &getModule() const override { return module; }
  void *getNative() const override { return nullptr; }

private:
  sim::Launch makeLaunch(Grid grid, void **values) const;
  /// The device's settings.
  sim::RunOptions makeOptions() const;
  /// The device's mutex is held.
  sim::LaunchResult run(const sim::Launch &launch,
                        const sim::RunOptions &options) const;

  SimulatorModule &module;
  /// Of the plain entry. The other one has maps behind them.
  std::vector<sim::ParameterInfo> parameters;
};

} // namespace mlir::tile::runtime

static std::string print(llvm::ArrayRef<ptx::Diagnostic> errors) {
  std::string text;
  for (const ptx::Diagnostic &error : errors)
    text += "\n" + std::to_string(error.location.line) + ":" +
            std::to_string(error.location.column) + ": " + error.message;
  return text;
}

/// That the image's arguments are the parameters of the PTX: a launch reads as
/// many bytes as the latter say.
static llvm::Error
checkParameters(const KernelInfo &info,
                llvm::ArrayRef<sim::ParameterInfo> parameters) {
  if (info.programsPerCTA > 1) {
    if (parameters.empty() || parameters.back().size != sizeof(uint32_t))
      return makeError(StatusCode::CorruptData,
                       "the image says that " + Twine(info.programsPerCTA) +
                           " programs of kernel '" + info.symbol +
                           "' share a CTA, its PTX has no last parameter of 4 "
                           "bytes for their number");
    parameters = parameters.drop_back();
  }
  if (info.arguments.size() != parameters.size())
    return makeError(StatusCode::CorruptData, "the image says that kernel '" +
                                                  info.symbol + "' has " +
                                                  Twine(info.arguments.size()) +
                                                  " parameters, its PTX says " +
                                                  Twine(parameters.size()));
  for (auto [i, parameter] : llvm::enumerate(parameters))
    if (info.arguments[i].size != parameter.size)
      return makeError(StatusCode::CorruptData,
                       "the image says that " + describeArgument(info, i) +
                           " has " + Twine(info.arguments[i].size) +
                           " bytes, its PTX says " + Twine(parameter.size));
  return llvm::Error::success();
}

/// That the second entry of a kernel has a last parameter for each map, and
/// behind them the numbers of programs if it is persistent; takes them away.
static llvm::Error dropMaps(const KernelInfo &info,
                            std::vector<sim::ParameterInfo> &parameters) {
  const TensorMapEntry &entry = *info.tensorMapEntry;
  for (unsigned i = 0; entry.isPersistent && i < kNumPersistentParameters;
       ++i) {
    if (parameters.empty() || parameters.back().size != sizeof(uint32_t))
      return makeError(StatusCode::CorruptData,
                       "the image says that the entry '" + entry.name +
                           "' of kernel '" + info.symbol +
                           "' is persistent, its PTX does not end with " +
                           Twine(kNumPersistentParameters) +
                           " parameters of 4 bytes for the programs along x, "
                           "y and z");
    parameters.pop_back();
  }
  for (unsigned i = 0, e = entry.maps.size(); i < e; ++i) {
    if (parameters.empty() || parameters.back().size != kTensorMapBytes)
      return makeError(
          StatusCode::CorruptData,
          "the image says that the entry '" + entry.name + "' of kernel '" +
              info.symbol + "' ends with " + Twine(e) + " tensor map" +
              (e == 1 ? "" : "s") + ", its PTX has no parameter of " +
              Twine(kTensorMapBytes) + " bytes for number " + Twine(e - 1 - i));
    parameters.pop_back();
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Module>>
SimulatorModule::load(std::shared_ptr<SimulatorDevice> device,
                      const KernelImage &image) {
  llvm::StringRef text = image.getStage(Stage::PTX);
  if (text.empty())
    return makeError(StatusCode::Unsupported,
                     "the simulator runs PTX, and the image for " +
                         (image.target.empty() ? "no target" : image.target) +
                         " has none");
  if (llvm::Error error =
          checkImage(image, device->getMaxSharedMemory(), device->getInfo()))
    return error;
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  std::unique_ptr<SimulatorModule> module(new SimulatorModule(device));
  if (errors.empty()) {
    std::lock_guard<std::mutex> lock(device->mutex);
    module->maxPersistentCTAs = device->settings.numMultiprocessors;
    size_t first = device->memory.getBuffers().size();
    module->program = sim::Program::load(
        std::move(parsed.value), device->memory, errors,
        device->settings.exactArithmetic ? sim::Arithmetic::Exact
                                         : sim::Arithmetic::Floats);
    for (auto &buffer : llvm::drop_begin(device->memory.getBuffers(), first))
      module->variables.push_back(buffer->address);
  }
  if (!module->program)
    return makeError(StatusCode::CompileFailed,
                     "the simulator cannot load the PTX of the image:" +
                         print(errors));
  std::vector<std::string> entries = module->program->getKernels();
  for (const KernelInfo &info : image.kernels) {
    std::vector<std::string> names = {info.name};
    if (info.tensorMapEntry)
      names.push_back(info.tensorMapEntry->name);
    for (const std::string &name : names) {
      if (!llvm::is_contained(entries, name))
        return makeError(StatusCode::NotFound,
                         "the image's PTX has no entry '" + name +
                             "' for the kernel '" + info.symbol + "'");
      std::vector<sim::ParameterInfo> parameters =
          module->program->getParameters(name);
      if (name != info.name)
        if (llvm::Error error = dropMaps(info, parameters))
          return error;
      if (llvm::Error error = checkParameters(info, parameters))
        return error;
    }
    module->kernels.push_back(std::make_unique<SimulatorKernel>(info, *module));
  }
  return module;
}

SimulatorModule::~SimulatorModule() {
  std::lock_guard<std::mutex> lock(device->mutex);
  kernels.clear();
  program.reset();
  for (DeviceAddress variable : variables)
    (void)device->memory.free(variable);
}

llvm::Expected<Kernel *> SimulatorModule::findKernel(llvm::StringRef name) {
  std::vector<const Kernel *> all;
  for (auto &kernel : kernels)
    all.push_back(kernel.get());
  llvm::Expected<size_t> index = findKernelIndex(all, name);
  if (!index)
    return index.takeError();
  return kernels[*index].get();
}

/// What a run found wrong, as an error.
static llvm::Error makeLaunchError(const Kernel &kernel,
                                   const sim::LaunchResult &result) {
  if (!result.error.empty())
    return makeError(StatusCode::InvalidArgument,
                     "kernel '" + kernel.getName() +
                         "' cannot run: " + result.error);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "kernel '" << kernel.getName() << "' failed on the simulator";
  if (result.stopped)
    os << ", which stopped when " << result.statistics.blocks
       << " CTAs had ended";
  for (const sim::Report &report : result.reports) {
    os << '\n';
    sim::print(os, report);
  }
  if (result.numOmitted)
    os << '\n' << result.numOmitted << " more findings are not listed";
  return makeError(StatusCode::LaunchFailed, llvm::StringRef(text).rtrim());
}

sim::Launch SimulatorKernel::makeLaunch(Grid grid, void **values) const {
  sim::Launch launch;
  launch.kernel = info.name;
  unsigned rows = info.programsPerCTA;
  launch.grid = {getNumCTAs(info, grid), grid.y, grid.z};
  launch.block = sim::Dim3{info.numThreads / rows, rows};
  launch.dynamicSharedMemory = dynamicSharedMemory;
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    bool isNumPrograms = rows > 1 && i == info.arguments.size();
    auto *bytes =
        static_cast<const uint8_t *>(isNumPrograms ? &grid.x : values[i]);
    launch.arguments.emplace_back(bytes, bytes + parameter.size);
  }
  if (mayTakeTensorMaps())
    takeTensorMapEntry(*tensorMaps, *info.tensorMapEntry, launch);
  return launch;
}

sim::RunOptions SimulatorKernel::makeOptions() const {
  const SimulatorSettings &settings = module.device->settings;
  sim::RunOptions options;
  options.threads = settings.threads;
  options.stepLimit = settings.stepLimit;
  options.findGlobalRaces = settings.findGlobalRaces;
  options.findSharedRaces = settings.findSharedRaces;
  options.findUninitialized = settings.findUninitialized;
  options.strictRaces = settings.strictRaces;
  options.continuesAfterFindings = settings.continuesAfterFindings;
  options.numMultiprocessors = settings.numMultiprocessors;
  return options;
}

sim::LaunchResult SimulatorKernel::run(const sim::Launch &launch,
                                       const sim::RunOptions &options) const {
  sim::LaunchResult result = module.program->run(launch, options);
  llvm::outs().flush();
  return result;
}

llvm::Error SimulatorKernel::launchRaw(Grid grid, void **values,
                                       Stream *stream) {
  SimulatorDevice &device = *module.device;
  if (llvm::Error error = device.check(stream))
    return error;
  if (isEmpty(grid))
    return llvm::Error::success();
  if (isTooLarge(grid))
    return makeGridError(*this, grid);
  sim::Launch launch = makeLaunch(grid, values);
  sim::LaunchResult result;
  FindingHandler onFinding;
  {
    std::lock_guard<std::mutex> lock(device.mutex);
    sim::RunOptions options = makeOptions();
    // What a kernel prints goes where that of a GPU does.
    options.output = &llvm::outs();
    result = run(launch, options);
    onFinding = device.onFinding;
  }
  // The mutex is free: the handler may use the device.
  if (onFinding)
    for (const sim::Report &report : result.reports)
      onFinding(*this, report);
  return result.succeeded() ? llvm::Error::success()
                            : makeLaunchError(*this, result);
}

llvm::Expected<LaunchCounts> SimulatorKernel::count(Grid grid, void **values,
                                                    uint64_t maxCTAs) {
  SimulatorDevice &device = *module.device;
  if (isTooLarge(grid))
    return makeGridError(*this, grid);
  LaunchCounts counts;
  if (isEmpty(grid))
    return counts;
  sim::Launch launch = makeLaunch(grid, values);
  CTAResources resources;
  auto setResources = [&](const auto &entry) {
    resources.registers = entry.resources ? entry.resources->registers : 0;
    resources.sharedMemory =
        uint64_t(entry.sharedMemory) + launch.dynamicSharedMemory;
  };
  setResources(info);
  if (info.tensorMapEntry && launch.kernel == info.tensorMapEntry->name) {
    setResources(*info.tensorMapEntry);
    counts.isPersistent = info.tensorMapEntry->isPersistent;
  }
  if (counts.isPersistent)
    launch.grid =
        sim::Dim3{static_cast<uint32_t>(uint64_t(grid.x) * grid.y * grid.z)};
  resources.threads = launch.block->count();
  counts.numCTAs = launch.grid.count();
  counts.ctasPerSM = std::max(
      computeOccupancy(*lookupTarget(device.getInfo().target), resources).ctas,
      1u);
  std::lock_guard<std::mutex> lock(device.mutex);
  sim::RunOptions options = makeOptions();
  // On one thread, so that those are the first CTAs, and always the same.
  options.threads = 1;
  uint64_t numDone = 0;
  options.onProgress = [&](uint64_t done, uint64_t) { numDone = done; };
  options.shouldStop = [&] { return maxCTAs && numDone >= maxCTAs; };
  sim::LaunchResult result = run(launch, options);
  // Stopped because enough of them ran.
  if (maxCTAs && numDone >= maxCTAs)
    result.stopped = false;
  if (!result.succeeded())
    return makeLaunchError(*this, result);
  counts.statistics = std::move(result.statistics);
  return counts;
}

llvm::Expected<LaunchCounts>
mlir::tile::runtime::countLaunch(Kernel &kernel, Grid grid,
                                 llvm::ArrayRef<LaunchArgument> arguments,
                                 uint64_t maxCTAs) {
  const DeviceInfo &device = kernel.getDevice().getInfo();
  if (!device.isSimulator)
    return makeError(StatusCode::Unsupported,
                     "expected a kernel on the simulator to count what it "
                     "does, found one on " +
                         device.name);
  if (llvm::Error error = kernel.checkArguments(arguments))
    return error;
  std::vector<void *> values;
  for (const LaunchArgument &argument : arguments)
    values.push_back(const_cast<uint64_t *>(&argument.bits));
  return static_cast<SimulatorKernel &>(kernel).count(grid, values.data(),
                                                      maxCTAs);
}

llvm::Expected<std::unique_ptr<Module>>
SimulatorDevice::load(const KernelImage &image, const LoadOptions &options) {
  return SimulatorModule::load(getShared(), image);
}
