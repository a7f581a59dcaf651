//===- Libraries.cpp - Libraries of the simulated driver
//---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// The module of a library on the current device.
static Result load(LibraryObject &library, Module &module) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    module = library.modules[context->device];
  }
  if (module)
    return Result::Success;
  std::string errors;
  Result result =
      loadModule(*context->device, library.text.c_str(), module, errors);
  llvm::errs() << errors;
  if (result == Result::Success) {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    library.modules[context->device] = module;
  }
  return result;
}

Result mlir::tile::cuda::resolveFunction(Function &function) {
  KernelObject *kernel = nullptr;
  {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    if (!State::get().kernels.count(function))
      return Result::Success;
    kernel = reinterpret_cast<KernelObject *>(function);
  }
  Module module;
  if (Result result = load(*kernel->library, module); result != Result::Success)
    return result;
  auto it = module->functions.find(kernel->name);
  if (it == module->functions.end())
    return Result::NotFound;
  function = &it->second;
  return Result::Success;
}

TILE_CUDA_API cuLibraryLoadData(LibraryObject **library, const void *code,
                                int *, void **, unsigned, int *, void **,
                                unsigned) {
  if (!State::get().isInitialized)
    return Result::NotInitialized;
  if (!library || !code)
    return Result::InvalidValue;
  auto loaded = std::make_unique<LibraryObject>();
  std::string errors;
  Result result = findText(code, loaded->text, errors);
  llvm::errs() << errors;
  if (result != Result::Success)
    return result;
  *library = loaded.release();
  State::get().add(*library);
  return Result::Success;
}

TILE_CUDA_API cuLibraryLoadFromFile(LibraryObject **library, const char *path,
                                    int *, void **, unsigned, int *, void **,
                                    unsigned) {
  if (!path)
    return Result::InvalidValue;
  auto file = llvm::MemoryBuffer::getFile(path);
  // CUDA_ERROR_FILE_NOT_FOUND.
  return file ? cuLibraryLoadData(library, (*file)->getBufferStart(), nullptr,
                                  nullptr, 0, nullptr, nullptr, 0)
              : Result(301);
}

TILE_CUDA_API cuLibraryUnload(LibraryObject *library) {
  if (!State::get().remove(library))
    return Result::InvalidHandle;
  {
    std::lock_guard<std::mutex> lock(State::get().mutex);
    for (auto &[name, kernel] : library->kernels)
      State::get().kernels.erase(&kernel);
  }
  for (auto &[device, module] : library->modules)
    if (module && State::get().remove(module))
      unloadModule(module);
  delete library;
  return Result::Success;
}

TILE_CUDA_API cuLibraryGetModule(Module *module, LibraryObject *library) {
  if (!module)
    return Result::InvalidValue;
  return State::get().isLive(library) ? load(*library, *module)
                                      : Result::InvalidHandle;
}

TILE_CUDA_API cuLibraryGetKernel(KernelObject **kernel, LibraryObject *library,
                                 const char *name) {
  if (!kernel || !name)
    return Result::InvalidValue;
  if (!State::get().isLive(library))
    return Result::InvalidHandle;
  Module module;
  if (Result result = load(*library, module); result != Result::Success)
    return result;
  if (!module->functions.count(name))
    return Result::NotFound;
  std::lock_guard<std::mutex> lock(State::get().mutex);
  auto [it, isNew] =
      library->kernels.try_emplace(name, KernelObject{library, name});
  *kernel = &it->second;
  State::get().kernels.insert(*kernel);
  return Result::Success;
}

TILE_CUDA_API cuLibraryGetKernelCount(unsigned *count, LibraryObject *library) {
  Module module;
  if (Result result = cuLibraryGetModule(&module, library);
      result != Result::Success)
    return result;
  if (!count)
    return Result::InvalidValue;
  *count = module->functions.size();
  return Result::Success;
}

TILE_CUDA_API cuLibraryEnumerateKernels(KernelObject **kernels, unsigned count,
                                        LibraryObject *library) {
  Module module;
  if (Result result = cuLibraryGetModule(&module, library);
      result != Result::Success)
    return result;
  for (auto &[name, function] : module->functions)
    if (count) {
      --count;
      if (Result result = cuLibraryGetKernel(kernels++, library, name.c_str());
          result != Result::Success)
        return result;
    }
  return Result::Success;
}

TILE_CUDA_API cuModuleGetGlobal_v2(Pointer *address, size_t *bytes,
                                   Module module, const char *name);

TILE_CUDA_API cuLibraryGetGlobal(Pointer *address, size_t *bytes,
                                 LibraryObject *library, const char *name) {
  Module module;
  if (Result result = cuLibraryGetModule(&module, library);
      result != Result::Success)
    return result;
  return cuModuleGetGlobal_v2(address, bytes, module, name);
}

TILE_CUDA_API cuLibraryGetManaged(Pointer *address, size_t *bytes,
                                  LibraryObject *library, const char *name) {
  return cuLibraryGetGlobal(address, bytes, library, name);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool isKernel(const KernelObject *kernel) {
  std::lock_guard<std::mutex> lock(State::get().mutex);
  return State::get().kernels.count(kernel);
}

TILE_CUDA_API cuKernelGetFunction(Function *function, KernelObject *kernel) {
  if (!function)
    return Result::InvalidValue;
  if (!isKernel(kernel))
    return Result::InvalidHandle;
  *function = reinterpret_cast<Function>(kernel);
  return resolveFunction(*function);
}

TILE_CUDA_API cuKernelGetLibrary(LibraryObject **library,
                                 KernelObject *kernel) {
  if (!library)
    return Result::InvalidValue;
  if (!isKernel(kernel))
    return Result::InvalidHandle;
  *library = kernel->library;
  return Result::Success;
}

TILE_CUDA_API cuKernelGetName(const char **name, KernelObject *kernel) {
  if (!name)
    return Result::InvalidValue;
  if (!isKernel(kernel))
    return Result::InvalidHandle;
  *name = kernel->name.c_str();
  return Result::Success;
}

TILE_CUDA_API cuFuncGetAttribute(int *value, FunctionAttribute attribute,
                                 Function function);
TILE_CUDA_API cuFuncSetAttribute(Function function, FunctionAttribute attribute,
                                 int value);
TILE_CUDA_API cuFuncGetParamInfo(Function function, size_t index,
                                 size_t *offset, size_t *size);

TILE_CUDA_API cuKernelGetAttribute(int *value, FunctionAttribute attribute,
                                   KernelObject *kernel, Device) {
  return cuFuncGetAttribute(value, attribute,
                            reinterpret_cast<Function>(kernel));
}

TILE_CUDA_API cuKernelSetAttribute(FunctionAttribute attribute, int value,
                                   KernelObject *kernel, Device) {
  return cuFuncSetAttribute(reinterpret_cast<Function>(kernel), attribute,
                            value);
}

TILE_CUDA_API cuKernelGetParamInfo(KernelObject *kernel, size_t index,
                                   size_t *offset, size_t *size) {
  return cuFuncGetParamInfo(reinterpret_cast<Function>(kernel), index, offset,
                            size);
}

TILE_CUDA_API cuKernelSetCacheConfig(KernelObject *kernel, int, Device) {
  return isKernel(kernel) ? Result::Success : Result::InvalidHandle;
}
