//===- Modules.cpp - Modules of the simulated driver ----------------------===//
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
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;
using runtime::CudaTarget;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

void mlir::tile::cuda::reportErrors(const std::string &text,
                                    unsigned numOptions,
                                    const JITOption *options,
                                    void *const *values) {
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

Result mlir::tile::cuda::loadModule(SimulatedDevice &device, const char *ptx,
                                    Module &module, std::string &text) {
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(ptx);
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  if (errors.empty() && !checkTarget(parsed.value, text))
    return Result::InvalidPTX;
  auto loaded = std::make_unique<ModuleObject>();
  loaded->device = &device;
  if (!parsed.value.targets.empty())
    if (auto target = CudaTarget::parse(parsed.value.targets.front()))
      loaded->ptxVersion = target->capability;
  if (errors.empty()) {
    std::lock_guard<std::mutex> lock(device.mutex);
    loaded->program =
        sim::Program::load(std::move(parsed.value), device.memory, errors);
    if (loaded->program)
      loaded->variables = loaded->program->getVariables();
  }
  if (!loaded->program) {
    for (const ptx::Diagnostic &error : errors)
      text += "PTX " + std::to_string(error.location.line) + ":" +
              std::to_string(error.location.column) + ": " + error.message +
              "\n";
    return Result::InvalidPTX;
  }
  for (const std::string &name : loaded->program->getKernels()) {
    unsigned staticShared = loaded->program->getStaticSharedMemory(name);
    loaded->functions[name] = {
        loaded.get(), name, loaded->program->getParameters(name), staticShared,
        kDefaultSharedMemory - std::min(staticShared, kDefaultSharedMemory)};
  }
  module = loaded.release();
  State::get().add(module);
  return Result::Success;
}

void mlir::tile::cuda::unloadModule(Module module) {
  std::lock_guard<std::mutex> lock(module->device->mutex);
  module->program.reset();
  for (const sim::ProgramVariable &variable : module->variables)
    if (variable.isManaged)
      (void)freeHost(reinterpret_cast<void *>(variable.address));
    else
      (void)module->device->memory.free(variable.address);
  delete module;
}

TILE_CUDA_API cuModuleLoadDataEx(Module *module, const void *image,
                                 unsigned numOptions, JITOption *options,
                                 void **values) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!module || !image)
    return Result::InvalidValue;
  std::string ptx, text;
  Result result = findText(image, ptx, text);
  if (result == Result::Success)
    result = loadModule(*context->device, ptx.c_str(), *module, text);
  if (!text.empty())
    reportErrors(text, numOptions, options, values);
  return result;
}

TILE_CUDA_API cuModuleLoadFatBinary(Module *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

/// All of a module is loaded at once: CU_MODULE_EAGER_LOADING.
TILE_CUDA_API cuModuleGetLoadingMode(int *mode) {
  if (!mode)
    return Result::InvalidValue;
  *mode = 1;
  return Result::Success;
}

TILE_CUDA_API cuModuleLoadData(Module *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

TILE_CUDA_API cuModuleLoad(Module *module, const char *path) {
  if (!path)
    return Result::InvalidValue;
  auto file = llvm::MemoryBuffer::getFile(path);
  // CUDA_ERROR_FILE_NOT_FOUND.
  return file ? cuModuleLoadData(module, (*file)->getBufferStart())
              : Result(301);
}

TILE_CUDA_API cuModuleUnload(Module module) {
  if (!State::get().remove(module))
    return Result::InvalidHandle;
  unloadModule(module);
  return Result::Success;
}

TILE_CUDA_API cuModuleGetGlobal_v2(Pointer *address, size_t *bytes,
                                   Module module, const char *name) {
  if (!name)
    return Result::InvalidValue;
  if (!State::get().isLive(module))
    return Result::InvalidHandle;
  for (const sim::ProgramVariable &variable : module->variables)
    if (variable.name == name) {
      if (address)
        *address = variable.address;
      if (bytes)
        *bytes = variable.size;
      return Result::Success;
    }
  return Result::NotFound;
}

TILE_CUDA_API cuModuleGetFunctionCount(unsigned *count, Module module) {
  if (!count)
    return Result::InvalidValue;
  if (!State::get().isLive(module))
    return Result::InvalidHandle;
  *count = module->functions.size();
  return Result::Success;
}

TILE_CUDA_API cuModuleEnumerateFunctions(Function *functions, unsigned count,
                                         Module module) {
  if (!functions)
    return Result::InvalidValue;
  if (!State::get().isLive(module))
    return Result::InvalidHandle;
  for (auto &[name, function] : module->functions)
    if (count && count--)
      *functions++ = &function;
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
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  *module = function->module;
  return Result::Success;
}

TILE_CUDA_API cuFuncGetName(const char **name, Function function) {
  if (!name || !function)
    return Result::InvalidValue;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  *name = function->name.c_str();
  return Result::Success;
}

TILE_CUDA_API cuFuncGetParamInfo(Function function, size_t index,
                                 size_t *offset, size_t *size) {
  if (!offset || !function)
    return Result::InvalidValue;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  if (index >= function->parameters.size())
    return Result::InvalidValue;
  *offset = 0;
  for (size_t i = 0; i <= index; ++i) {
    const sim::ParameterInfo &info = function->parameters[i];
    *offset = llvm::alignTo(*offset, std::max(info.alignment, 1u));
    if (i < index)
      *offset += info.size;
    else if (size)
      *size = info.size;
  }
  return Result::Success;
}

TILE_CUDA_API cuFuncSetCacheConfig(Function function, int config) {
  return function ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuFuncSetSharedMemConfig(Function function, int config) {
  return function ? Result::Success : Result::InvalidHandle;
}

TILE_CUDA_API cuFuncGetAttribute(int *value, FunctionAttribute attribute,
                                 Function function) {
  if (!value || !function)
    return Result::InvalidValue;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  const sim::Program &program = *function->module->program;
  std::optional<sim::Dim3> cluster = program.getRequiredCluster(function->name);
  // CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET and REQUIRED_CLUSTER_WIDTH,
  // HEIGHT, DEPTH.
  unsigned required[] = {cluster.has_value(), cluster ? cluster->x : 0,
                         cluster ? cluster->y : 0, cluster ? cluster->z : 0};
  if (unsigned index = unsigned(attribute) - 10; index < 4) {
    *value = required[index];
    return Result::Success;
  }
  switch (attribute) {
  case FunctionAttribute::MaxThreadsPerBlock:
    *value = program.getMaxThreads(function->name);
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
  // Hints and permissions.
  case FunctionAttribute::PreferredSharedMemoryCarveout:
  case FunctionAttribute::NonPortableClusterSizeAllowed:
    break;
  }
  *value = 0;
  return Result::Success;
}

TILE_CUDA_API cuFuncSetAttribute(Function function, FunctionAttribute attribute,
                                 int value) {
  if (!function)
    return Result::InvalidHandle;
  if (Result result = resolveFunction(function); result != Result::Success)
    return result;
  if (attribute != FunctionAttribute::MaxDynamicSharedSizeBytes)
    return Result::Success;
  if (value < 0 || uint64_t(value) + function->staticShared >
                       getMaxSharedMemory(State::get().capability))
    return Result::InvalidValue;
  function->maxDynamicShared = value;
  return Result::Success;
}
