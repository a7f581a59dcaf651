//===- SimulatorModule.cpp - Modules and kernels on the simulator ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignCode.h"
#include "SimulatorKernel.h"

#include "tile/Hardware/Occupancy.h"
#include "tile/Image/ArgumentText.h"
#include "tile/PTX/Parser.h"
#include "tile/Runtime/CudaTarget.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

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
/// after them the numbers of programs that it asks for; takes them away.
static llvm::Error dropMaps(const KernelInfo &info,
                            std::vector<sim::ParameterInfo> &parameters) {
  const TensorMapEntry &entry = *info.tensorMapEntry;
  unsigned numbers = countGridParameters(entry);
  for (unsigned i = 0; i < numbers; ++i) {
    if (parameters.empty() || parameters.back().size != sizeof(uint32_t))
      return makeError(
          StatusCode::CorruptData,
          "the image says that the entry '" + entry.name + "' of kernel '" +
              info.symbol + "' is " +
              (entry.isPersistent ? "persistent" : "of clusters") +
              ", its PTX does not end with " +
              (entry.isPersistent
                   ? Twine(numbers) + " parameters of 4 bytes for the programs "
                                      "along x, y and z"
                   : Twine("a parameter of 4 bytes for the programs along x")));
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

llvm::Error SimulatorModule::setCode(ptx::Module code,
                                     llvm::ArrayRef<KernelInfo> infos,
                                     llvm::StringRef what) {
  std::vector<ptx::Diagnostic> errors;
  if (!code.targets.empty())
    if (std::optional<CudaTarget> target =
            CudaTarget::parse(code.targets.front()))
      ptxTarget = target->capability;
  {
    std::lock_guard<std::mutex> lock(device->mutex);
    maxPersistentCTAs = device->settings.numMultiprocessors;
    size_t first = device->memory.getBuffers().size();
    program = sim::Program::load(std::move(code), device->memory, errors,
                                 device->settings.exactArithmetic
                                     ? sim::Arithmetic::Exact
                                     : sim::Arithmetic::Floats);
    for (auto &buffer : llvm::drop_begin(device->memory.getBuffers(), first))
      variables.push_back(buffer->address);
  }
  if (!program)
    return makeError(StatusCode::CompileFailed,
                     "the simulator cannot load the PTX of " + Twine(what) +
                         ":" + print(errors));
  std::vector<std::string> entries = program->getKernels();
  for (const KernelInfo &info : infos) {
    std::vector<std::string> names = {info.name};
    if (info.tensorMapEntry)
      names.push_back(info.tensorMapEntry->name);
    for (const std::string &name : names) {
      if (!llvm::is_contained(entries, name))
        return makeError(StatusCode::NotFound,
                         "the image's PTX has no entry '" + name +
                             "' for the kernel '" + info.symbol + "'");
      std::vector<sim::ParameterInfo> parameters = program->getParameters(name);
      if (name != info.name)
        if (llvm::Error error = dropMaps(info, parameters))
          return error;
      if (llvm::Error error = checkParameters(info, parameters))
        return error;
    }
    kernels.push_back(std::make_unique<SimulatorKernel>(info, *this));
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
  if (!parsed)
    return makeError(StatusCode::CompileFailed,
                     "the simulator cannot load the PTX of the image:" +
                         print(parsed.errors));
  std::unique_ptr<SimulatorModule> module(new SimulatorModule(device));
  if (llvm::Error error =
          module->setCode(std::move(parsed.value), image.kernels, "the image"))
    return error;
  return module;
}

llvm::Expected<std::unique_ptr<Module>>
SimulatorModule::link(std::shared_ptr<SimulatorDevice> device,
                      llvm::ArrayRef<LinkInput> inputs) {
  for (const LinkInput &input : inputs)
    if (input.image)
      if (llvm::Error error = checkImage(
              *input.image, device->getMaxSharedMemory(), device->getInfo()))
        return error;
  std::vector<KernelInfo> infos;
  llvm::Expected<ptx::Module> linked =
      linkPTX(inputs, device->getCapability(), "the simulator runs PTX", infos);
  if (!linked)
    return linked.takeError();
  std::unique_ptr<SimulatorModule> module(new SimulatorModule(device));
  if (llvm::Error error =
          module->setCode(std::move(*linked), infos,
                          inputs.size() == 1 ? describeInput(0, inputs.front())
                                             : "the linked module"))
    return error;
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

llvm::Expected<std::vector<std::string>> SimulatorModule::getKernelNames() {
  std::vector<std::string> names;
  for (auto &kernel : kernels)
    names.push_back(kernel->getName());
  return names;
}

llvm::Expected<GlobalVariable>
SimulatorModule::findGlobal(llvm::StringRef name) {
  std::string names;
  for (const sim::ProgramVariable &variable : program->getVariables()) {
    if (variable.name == name)
      return GlobalVariable{variable.address, variable.size};
    names += (names.empty() ? " '" : ", '") + variable.name + "'";
  }
  return makeError(StatusCode::NotFound,
                   (names.empty() ? std::string("expected a variable of the "
                                                "module, which has none")
                                  : "expected one of the variables" + names) +
                       ", found '" + name + "'");
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
    sim::print(os, report, /*adviseLineInfo=*/&report == &result.reports[0]);
  }
  if (result.numOmitted)
    os << '\n' << result.numOmitted << " more findings are not listed";
  return makeError(StatusCode::LaunchFailed, llvm::StringRef(text).rtrim());
}

sim::Launch SimulatorKernel::makeLaunch(Grid grid, void **values,
                                        const LaunchOptions &options,
                                        Grid block,
                                        unsigned ctasPerProgram) const {
  sim::Launch launch;
  launch.kernel = info.name;
  unsigned rows = info.programsPerCTA;
  launch.grid = {getNumCTAs(info, grid), grid.y, grid.z};
  launch.block = sim::Dim3{block.x, block.y, block.z};
  launch.dynamicSharedMemory =
      dynamicSharedMemory + options.dynamicSharedMemory;
  launch.isCooperative = options.isCooperative;
  if (options.cluster.x)
    launch.cluster =
        sim::Dim3{options.cluster.x, options.cluster.y, options.cluster.z};
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    bool isNumPrograms = rows > 1 && i == info.arguments.size();
    auto *bytes =
        static_cast<const uint8_t *>(isNumPrograms ? &grid.x : values[i]);
    launch.arguments.emplace_back(bytes, bytes + parameter.size);
  }
  if (mayTakeTensorMaps() && !takesPlainEntry(options))
    takeTensorMapEntry(*tensorMaps, *info.tensorMapEntry, launch,
                       ctasPerProgram);
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

llvm::Expected<SimulatorWork>
SimulatorKernel::makeWork(Grid grid, void **values,
                          const LaunchOptions &options) {
  if (isEmpty(grid))
    return SimulatorWork([] { return llvm::Error::success(); });
  if (isTooLarge(grid))
    return makeGridError(*this, grid);
  llvm::Expected<Grid> block = getBlock(options);
  if (!block)
    return block.takeError();
  Grid ctas = {getNumCTAs(info, grid), grid.y, grid.z};
  if (llvm::Error error = checkCluster(*this, ctas, options))
    return std::move(error);
  if (options.dynamicSharedMemory)
    if (llvm::Error error = checkDynamicSharedMemory(
            *this,
            uint64_t(options.dynamicSharedMemory) + dynamicSharedMemory -
                info.dynamicSharedMemory,
            module.device->getMaxSharedMemory()))
      return std::move(error);
  if (options.isCooperative) {
    llvm::Expected<unsigned> most =
        countResidentCTAs(block->x * block->y * block->z,
                          dynamicSharedMemory + options.dynamicSharedMemory);
    if (!most)
      return most.takeError();
    if (llvm::Error error = checkCooperative(
            *this, ctas,
            uint64_t(*most) * module.device->getInfo().numMultiprocessors))
      return std::move(error);
  }
  return SimulatorWork(
      [this, launch = makeLaunch(grid, values, options, *block)] {
        return runLaunch(launch);
      });
}

llvm::Error SimulatorKernel::launchRaw(Grid grid, void **values, Stream *stream,
                                       const LaunchOptions *options) {
  if (llvm::Error error = module.device->check(stream))
    return error;
  llvm::Expected<SimulatorWork> work =
      makeWork(grid, values, options ? *options : LaunchOptions());
  if (!work)
    return work.takeError();
  return submit(stream, {GraphNodeKind::Kernel, std::move(*work), this,
                         module.weak_from_this().lock()});
}

llvm::Error SimulatorKernel::runLaunch(const sim::Launch &launch) {
  SimulatorDevice &device = *module.device;
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

//===----------------------------------------------------------------------===//
// What a kernel takes
//===----------------------------------------------------------------------===//

llvm::Error SimulatorKernel::setSharedMemoryCarveout(int percent) {
  return checkCarveout(percent);
}

llvm::Expected<KernelUsage> SimulatorKernel::getUsage() {
  KernelUsage usage;
  usage.sharedMemory = module.program->getStaticSharedMemory(info.name);
  usage.maxThreads = module.program->getMaxThreads(info.name);
  usage.ptxTarget = module.ptxTarget;
  return usage;
}

llvm::Expected<unsigned>
SimulatorKernel::countResidentCTAs(unsigned threads, uint64_t dynamicBytes) {
  if (llvm::Error error = checkThreads(*this, threads))
    return std::move(error);
  // PTX does not say how many registers a kernel takes: they are no limit here.
  CTAResources resources;
  resources.threads = threads;
  resources.sharedMemory = module.program->getStaticSharedMemory(info.name) +
                           std::min<uint64_t>(dynamicBytes, UINT32_MAX);
  return computeOccupancy(*lookupTarget(module.device->getInfo().target),
                          resources)
      .ctas;
}

llvm::Expected<unsigned>
SimulatorKernel::countResidentClusters(const LaunchOptions &options) {
  llvm::Expected<Grid> block = getBlock(options);
  if (!block)
    return block.takeError();
  if (llvm::Error error = checkCluster(*this, options.cluster, options))
    return std::move(error);
  llvm::Expected<unsigned> ctas =
      countResidentCTAs(block->x * block->y * block->z,
                        dynamicSharedMemory + options.dynamicSharedMemory);
  if (!ctas)
    return ctas.takeError();
  sim::Dim3 size = {1, 1, 1};
  if (options.cluster.x)
    size = {options.cluster.x, options.cluster.y, options.cluster.z};
  else if (auto required = module.program->getRequiredCluster(info.name))
    size = *required;
  return sim::countClusters(module.device->getInfo().numMultiprocessors, *ctas,
                            size.count());
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

llvm::Expected<LaunchCounts> SimulatorKernel::count(Grid grid, void **values,
                                                    uint64_t maxCTAs) {
  SimulatorDevice &device = *module.device;
  if (isTooLarge(grid))
    return makeGridError(*this, grid);
  LaunchCounts counts;
  if (isEmpty(grid))
    return counts;
  llvm::Expected<Grid> block = getBlock({});
  if (!block)
    return block.takeError();
  // Each program by one CTA, as the others are counted.
  sim::Launch launch =
      makeLaunch(grid, values, {}, *block, /*ctasPerProgram=*/1);
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
  // On one thread, so that those are the first CTAs, and always the same. No
  // CTA takes the program of another one.
  options.threads = 1;
  options.failingCancels = 1;
  // What other CTAs begin meanwhile would be counted, too.
  options.instructionsAlone = 400'000'000;
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

llvm::Expected<std::unique_ptr<Module>>
SimulatorDevice::link(llvm::ArrayRef<LinkInput> inputs,
                      const LoadOptions &options) {
  if (inputs.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected a part to link, found none");
  return SimulatorModule::link(getShared(), inputs);
}
