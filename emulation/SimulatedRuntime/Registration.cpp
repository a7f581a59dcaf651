//===- Registration.cpp - A program's kernels and variables
//------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

using namespace mlir::tile::cudart;

TILE_DRIVER(cuInit, unsigned)
TILE_DRIVER(cuLibraryLoadData, Library *, const void *, int *, void **,
            unsigned, int *, void **, unsigned)
TILE_DRIVER(cuLibraryUnload, Library)
TILE_DRIVER(cuLibraryGetKernel, Kernel *, Library, const char *)
TILE_DRIVER(cuLibraryGetGlobal, Pointer *, size_t *, Library, const char *)

namespace {
/// What nvcc puts into an object file: PTX, loaded when it is first needed.
struct Binary {
  const void *image;
  Library library = nullptr;
  Error error = Success;
  bool isLoaded = false;
  /// Variables of managed memory: where the host looks for their address.
  std::vector<std::pair<void **, std::string>> managed;
};

struct Named {
  Binary *binary;
  std::string name;
};

struct Registry {
  std::recursive_mutex mutex;
  std::map<const void *, Named> functions, variables;

  /// Never destroyed: programs unregister when they end.
  static Registry &get() {
    static auto *registry = new Registry;
    return *registry;
  }
};
} // namespace

static Error load(Binary &binary) {
  if (binary.isLoaded)
    return binary.error;
  binary.isLoaded = true;
  binary.error = cuLibraryLoadData(&binary.library, binary.image, nullptr,
                                   nullptr, 0, nullptr, nullptr, 0);
  for (auto &[place, name] : binary.managed) {
    Pointer address = 0;
    if (binary.error == Success)
      binary.error =
          cuLibraryGetGlobal(&address, nullptr, binary.library, name.c_str());
    *place = reinterpret_cast<void *>(address);
  }
  return binary.error;
}

Error mlir::tile::cudart::findKernel(const void *function, Kernel &kernel) {
  Registry &registry = Registry::get();
  std::lock_guard<std::recursive_mutex> lock(registry.mutex);
  auto it = registry.functions.find(function);
  if (it == registry.functions.end()) {
    // A kernel of a library is its own handle.
    kernel = const_cast<Kernel>(static_cast<const KernelObject *>(function));
    return function ? Success : InvalidDeviceFunction;
  }
  Error error = load(*it->second.binary);
  return error != Success
             ? error
             : cuLibraryGetKernel(&kernel, it->second.binary->library,
                                  it->second.name.c_str());
}

Error mlir::tile::cudart::findVariable(const void *symbol, Pointer &address,
                                       size_t &bytes) {
  Registry &registry = Registry::get();
  std::lock_guard<std::recursive_mutex> lock(registry.mutex);
  auto it = registry.variables.find(symbol);
  if (it == registry.variables.end())
    return InvalidSymbol;
  if (Error error = load(*it->second.binary); error != Success)
    return error;
  return cuLibraryGetGlobal(&address, &bytes, it->second.binary->library,
                            it->second.name.c_str());
}

//===----------------------------------------------------------------------===//
// What nvcc's code calls
//===----------------------------------------------------------------------===//

#define TILE_EXPORT extern "C" __attribute__((visibility("default")))

TILE_EXPORT void **__cudaRegisterFatBinary(void *image) {
  return reinterpret_cast<void **>(
      new Binary{image, nullptr, Success, false, {}});
}

TILE_EXPORT void __cudaRegisterFatBinaryEnd(void **) {}

TILE_EXPORT void __cudaUnregisterFatBinary(void **handle) {
  // The library stays loaded: other code may still use it at the end.
  (void)handle;
}

TILE_EXPORT char __cudaInitModule(void **handle) {
  if (enter() != Success)
    return 0;
  std::lock_guard<std::recursive_mutex> lock(Registry::get().mutex);
  return load(*reinterpret_cast<Binary *>(handle)) == Success;
}

TILE_EXPORT void __cudaRegisterFunction(void **handle, const char *hostFunction,
                                        char *, const char *name, int, void *,
                                        void *, void *, void *, int *) {
  std::lock_guard<std::recursive_mutex> lock(Registry::get().mutex);
  Registry::get().functions[hostFunction] = {reinterpret_cast<Binary *>(handle),
                                             name};
}

TILE_EXPORT void __cudaRegisterVar(void **handle, char *hostVariable, char *,
                                   const char *name, int, size_t, int, int) {
  std::lock_guard<std::recursive_mutex> lock(Registry::get().mutex);
  Registry::get().variables[hostVariable] = {reinterpret_cast<Binary *>(handle),
                                             name};
}

TILE_EXPORT void __cudaRegisterManagedVar(void **handle, void **place, char *,
                                          const char *name, int, size_t, int,
                                          int) {
  auto *binary = reinterpret_cast<Binary *>(handle);
  std::lock_guard<std::recursive_mutex> lock(Registry::get().mutex);
  Registry::get().variables[place] = {binary, name};
  binary->managed.push_back({place, name});
}

TILE_EXPORT void __cudaRegisterHostVar(void **, const char *, char *, size_t) {}

/// Textures and surfaces are not simulated: kernels that use one report it.
TILE_EXPORT void __cudaRegisterTexture(void **, const void *, const void **,
                                       const char *, int, int, int) {}
TILE_EXPORT void __cudaRegisterSurface(void **, const void *, const void **,
                                       const char *, int, int) {}

TILE_RUNTIME_API cudaGetSymbolAddress(void **address, const void *symbol) {
  return call([&] {
    Pointer found = 0;
    size_t bytes = 0;
    Error error = address ? findVariable(symbol, found, bytes) : InvalidValue;
    if (error == Success)
      *address = reinterpret_cast<void *>(found);
    return error;
  });
}

TILE_RUNTIME_API cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  return call([&] {
    Pointer found = 0;
    return bytes ? findVariable(symbol, found, *bytes) : Error(InvalidValue);
  });
}

TILE_RUNTIME_API cudaGetKernel(Kernel *kernel, const void *function) {
  return call([&] {
    return kernel ? findKernel(function, *kernel) : Error(InvalidValue);
  });
}

TILE_RUNTIME_API __cudaGetKernel(Kernel *kernel, const void *function) {
  Error error = cudaGetKernel(kernel, function);
  // nvcc's code launches what it has: that will tell the error.
  if (error != Success && kernel)
    *kernel = const_cast<Kernel>(static_cast<const KernelObject *>(function));
  return error;
}

TILE_RUNTIME_API cudaGetFuncBySymbol(Kernel *function, const void *symbol) {
  return cudaGetKernel(function, symbol);
}
