//===- Modules.cpp - Modules and launches of the simulated driver ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Hardware/SharedMemory.h"
#include "tile/PTX/Parser.h"
#include "tile/Runtime/CudaTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;
using runtime::CudaTarget;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Where the messages of the compiler go: the caller's buffer, or stderr.
static void report(const std::string &text, unsigned numOptions,
                   const JITOption *options, void **values) {
  char *buffer = nullptr;
  size_t size = 0;
  for (unsigned i = 0; i < numOptions; ++i) {
    if (options[i] == JITOption::ErrorLogBuffer)
      buffer = static_cast<char *>(values[i]);
    // The driver reads an unsigned from where it writes the size back.
    if (options[i] == JITOption::ErrorLogBufferSizeBytes)
      size = static_cast<unsigned>(reinterpret_cast<uintptr_t>(values[i]));
  }
  if (!buffer || !size) {
    llvm::errs() << text;
    return;
  }
  size_t bytes = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), bytes);
  buffer[bytes] = 0;
}

/// What machine code begins with: an ELF file, or a fat binary with or without
/// its wrapper. Sources: System V ABI, "ELF Header"; fatbinary.h of the CUDA
/// toolkit. A text may be shorter than these, and is ended by a zero.
static bool isMachineCode(const void *image) {
  const char *text = static_cast<const char *>(image);
  for (const char *magic :
       {"\x7F\x45\x4C\x46", "\x50\xED\x55\xBA", "\xB1\x43\x62\x46"})
    if (std::strncmp(text, magic, 4) == 0)
      return true;
  return false;
}

/// The device must be able to run the module's target.
static bool checkTarget(const ptx::Module &module, std::string &errors) {
  std::optional<CudaTarget> target =
      module.targets.empty() ? std::nullopt
                             : CudaTarget::parse(module.targets.front());
  unsigned capability = State::get().capability;
  if (target && target->fitsPTX(capability))
    return true;
  errors = "expected PTX that compute capability " +
           runtime::toString(capability) + " can run, found .target " +
           (module.targets.empty() ? "" : module.targets.front()) + "\n";
  return false;
}

TILE_CUDA_API cuModuleLoadDataEx(Module *module, const void *image,
                                 unsigned numOptions, JITOption *options,
                                 void **values) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!module || !image)
    return Result::InvalidValue;
  if (isMachineCode(image))
    return Result::NoBinaryForGPU;
  ptx::ParseResult<ptx::Module> parsed =
      ptx::parseModule(static_cast<const char *>(image));
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  std::string text;
  if (errors.empty() && !checkTarget(parsed.value, text)) {
    report(text, numOptions, options, values);
    return Result::InvalidPTX;
  }
  SimulatedDevice &device = *context->device;
  auto loaded = std::make_unique<ModuleObject>();
  loaded->device = &device;
  loaded->ptxVersion = parsed.value.getVersion();
  if (errors.empty()) {
    std::lock_guard<std::mutex> lock(device.mutex);
    size_t first = device.memory.getBuffers().size();
    loaded->program =
        sim::Program::load(std::move(parsed.value), device.memory, errors);
    for (auto &buffer : llvm::drop_begin(device.memory.getBuffers(), first))
      loaded->variables.push_back(buffer->address);
  }
  if (!loaded->program) {
    for (const ptx::Diagnostic &error : errors)
      text += "PTX " + std::to_string(error.location.line) + ":" +
              std::to_string(error.location.column) + ": " + error.message +
              "\n";
    report(text, numOptions, options, values);
    return Result::InvalidPTX;
  }
  for (const std::string &name : loaded->program->getKernels()) {
    unsigned staticShared = loaded->program->getStaticSharedMemory(name);
    loaded->functions[name] = {
        loaded.get(), name, loaded->program->getParameters(name), staticShared,
        kDefaultSharedMemory - std::min(staticShared, kDefaultSharedMemory)};
  }
  *module = loaded.release();
  State::get().add(*module);
  return Result::Success;
}

TILE_CUDA_API cuModuleLoadData(Module *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

TILE_CUDA_API cuModuleUnload(Module module) {
  if (!State::get().remove(module))
    return Result::InvalidHandle;
  std::lock_guard<std::mutex> lock(module->device->mutex);
  module->program.reset();
  for (uint64_t variable : module->variables)
    (void)module->device->memory.free(variable);
  delete module;
  return Result::Success;
}

TILE_CUDA_API cuModuleGetFunction(Function *function, Module module,
                                  const char *name) {
  if (!function || !name)
    return Result::InvalidValue;
  if (!State::get().isLive(module))
    return Result::InvalidHandle;
  auto it = module->functions.find(name);
  if (it == module->functions.end())
    return Result::NotFound;
  *function = &it->second;
  return Result::Success;
}

TILE_CUDA_API cuFuncGetModule(Module *module, Function function) {
  if (!module || !function)
    return Result::InvalidValue;
  *module = function->module;
  return Result::Success;
}

TILE_CUDA_API cuFuncGetAttribute(int *value, FunctionAttribute attribute,
                                 Function function) {
  if (!value || !function)
    return Result::InvalidValue;
  std::optional<sim::Dim3> block =
      function->module->program->getRequiredBlock(function->name);
  switch (attribute) {
  case FunctionAttribute::MaxThreadsPerBlock:
    *value = block ? block->count() : 1024;
    return Result::Success;
  case FunctionAttribute::PTXVersion:
    *value = function->module->ptxVersion;
    return Result::Success;
  case FunctionAttribute::BinaryVersion:
    *value = State::get().capability;
    return Result::Success;
  case FunctionAttribute::MaxDynamicSharedSizeBytes:
    *value = function->maxDynamicShared;
    return Result::Success;
  case FunctionAttribute::SharedSizeBytes:
    *value = function->staticShared;
    return Result::Success;
  // What only machine code has.
  case FunctionAttribute::ConstSizeBytes:
  case FunctionAttribute::LocalSizeBytes:
  case FunctionAttribute::NumRegisters:
    break;
  }
  *value = 0;
  return Result::Success;
}

TILE_CUDA_API cuFuncSetAttribute(Function function, FunctionAttribute attribute,
                                 int value) {
  if (!function)
    return Result::InvalidHandle;
  if (attribute != FunctionAttribute::MaxDynamicSharedSizeBytes)
    return Result::Success;
  if (value < 0 || uint64_t(value) + function->staticShared >
                       getMaxSharedMemory(State::get().capability))
    return Result::InvalidValue;
  function->maxDynamicShared = value;
  return Result::Success;
}

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

static bool fitsHardware(const sim::Launch &launch,
                         const FunctionObject &function) {
  const sim::Dim3 &grid = launch.grid, &block = *launch.block;
  return grid.count() && block.count() && grid.x <= 0x7FFF'FFFF &&
         grid.y <= 65535 && grid.z <= 65535 && block.x <= 1024 &&
         block.y <= 1024 && block.z <= 64 && block.count() <= 1024 &&
         launch.dynamicSharedMemory <= function.maxDynamicShared;
}

static Result launch(Function function, sim::Launch &launch, Stream stream,
                     void **parameters, void **extra) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!function || !State::get().isLive(function->module) ||
      function->module->device != context->device || !isStream(stream))
    return Result::InvalidHandle;
  launch.kernel = function->name;
  if (!fitsHardware(launch, *function) ||
      !readParameters(*function, parameters, extra, launch))
    return Result::InvalidValue;
  std::lock_guard<std::mutex> lock(context->device->mutex);
  sim::RunOptions options;
  options.output = &llvm::outs();
  sim::LaunchResult result = function->module->program->run(launch, options);
  llvm::outs().flush();
  if (!result.error.empty()) {
    llvm::errs() << "kernel '" << function->name
                 << "' cannot run: " << result.error << '\n';
    return Result::InvalidValue;
  }
  if (result.succeeded())
    return Result::Success;
  llvm::errs() << "kernel '" << function->name << "' failed on the simulator\n";
  for (const sim::Report &report : result.reports)
    sim::print(llvm::errs(), report);
  return Result::LaunchFailed;
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

namespace {

/// CUlaunchAttribute.
struct LaunchAttribute {
  int id;
  int padding;
  union {
    char bytes[64];
    unsigned clusterDim[3];
  };
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedMemory;
  Stream stream;
  const LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// CUlaunchAttributeID.
enum LaunchAttributeID { Ignore = 0, Cooperative = 2, ClusterDimension = 4 };

} // namespace

TILE_CUDA_API cuLaunchKernelEx(const LaunchConfig *config, Function function,
                               void **parameters, void **extra) {
  if (!config || (config->numAttributes && !config->attributes))
    return Result::InvalidValue;
  sim::Launch arguments;
  arguments.grid = {config->grid[0], config->grid[1], config->grid[2]};
  arguments.block =
      sim::Dim3{config->block[0], config->block[1], config->block[2]};
  arguments.dynamicSharedMemory = config->sharedMemory;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == ClusterDimension)
      arguments.cluster =
          sim::Dim3{attribute.clusterDim[0], attribute.clusterDim[1],
                    attribute.clusterDim[2]};
    else if (attribute.id == Cooperative)
      return Result::NotSupported;
    // The others say how fast, not what.
  }
  return launch(function, arguments, config->stream, parameters, extra);
}
