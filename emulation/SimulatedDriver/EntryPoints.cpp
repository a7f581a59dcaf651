//===- EntryPoints.cpp - The simulated driver's functions by name ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "llvm/ADT/StringRef.h"

#include <dlfcn.h>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

namespace {
struct EntryPoint {
  const char *name;
  /// The first CUDA version in which the name means this symbol.
  int version;
  const char *symbol;
};

/// CUdriverProcAddressQueryResult.
enum QueryResult { Found = 0, SymbolNotFound = 1, VersionNotSufficient = 2 };
} // namespace

/// Names whose symbol is another one, in ascending order of versions. Source:
/// cudaTypedefs.h of the CUDA toolkit. All other names are names of symbols.
static constexpr EntryPoint kEntryPoints[] = {
    {"cuCtxCreate", 3020, "cuCtxCreate_v2"},
    {"cuCtxCreate", 11040, "cuCtxCreate_v3"},
    {"cuCtxCreate", 12050, "cuCtxCreate_v4"},
    {"cuCtxDestroy", 4000, "cuCtxDestroy_v2"},
    {"cuCtxPopCurrent", 4000, "cuCtxPopCurrent_v2"},
    {"cuCtxPushCurrent", 4000, "cuCtxPushCurrent_v2"},
    {"cuDevicePrimaryCtxRelease", 11000, "cuDevicePrimaryCtxRelease_v2"},
    {"cuDeviceTotalMem", 3020, "cuDeviceTotalMem_v2"},
    {"cuEventDestroy", 4000, "cuEventDestroy_v2"},
    {"cuEventElapsedTime", 2000, "cuEventElapsedTime"},
    {"cuEventElapsedTime", 12080, "cuEventElapsedTime_v2"},
    {"cuGetProcAddress", 11030, "cuGetProcAddress"},
    {"cuGetProcAddress", 12000, "cuGetProcAddress_v2"},
    {"cuMemAlloc", 3020, "cuMemAlloc_v2"},
    {"cuMemAllocHost", 3020, "cuMemAllocHost_v2"},
    {"cuMemFree", 3020, "cuMemFree_v2"},
    {"cuMemGetInfo", 3020, "cuMemGetInfo_v2"},
    {"cuMemcpyDtoD", 3020, "cuMemcpyDtoD_v2"},
    {"cuMemcpyDtoDAsync", 3020, "cuMemcpyDtoDAsync_v2"},
    {"cuMemcpyDtoH", 3020, "cuMemcpyDtoH_v2"},
    {"cuMemcpyDtoHAsync", 3020, "cuMemcpyDtoHAsync_v2"},
    {"cuMemcpyHtoD", 3020, "cuMemcpyHtoD_v2"},
    {"cuMemcpyHtoDAsync", 3020, "cuMemcpyHtoDAsync_v2"},
    {"cuMemsetD16", 3020, "cuMemsetD16_v2"},
    {"cuMemsetD32", 3020, "cuMemsetD32_v2"},
    {"cuMemsetD8", 3020, "cuMemsetD8_v2"},
    {"cuStreamDestroy", 4000, "cuStreamDestroy_v2"},
};

/// Finds the symbol in this library, wherever it was loaded from.
static void *findSymbol(const char *symbol) {
  static void *library = [] {
    Dl_info info{};
    auto *here = reinterpret_cast<void *>(&State::get);
    return dladdr(here, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                               : nullptr;
  }();
  return library ? dlsym(library, symbol) : nullptr;
}

static QueryResult find(llvm::StringRef name, int version, void *&function) {
  const char *symbol = nullptr;
  bool isKnown = false;
  for (const EntryPoint &entry : kEntryPoints) {
    if (name != entry.name)
      continue;
    isKnown = true;
    if (entry.version <= version)
      symbol = entry.symbol;
  }
  if (isKnown && !symbol)
    return VersionNotSufficient;
  // Names with a version in them are symbols, not names.
  if (!isKnown && name.starts_with("cu") && !name.contains("_v"))
    symbol = name.data();
  function = symbol ? findSymbol(symbol) : nullptr;
  // Of what has one version here, that one.
  for (const char *suffix : {"_v2", "_v3"})
    if (symbol && !isKnown && !function)
      function = findSymbol((name.str() + suffix).c_str());
  return function ? Found : SymbolNotFound;
}

TILE_CUDA_API cuGetProcAddress_v2(const char *name, void **function,
                                  int version, uint64_t flags, int *status) {
  if (!name || !function || version > kDriverVersion)
    return Result::InvalidValue;
  *function = nullptr;
  QueryResult result = find(name, version, *function);
  if (status)
    *status = result;
  return Result::Success;
}

TILE_CUDA_API cuGetProcAddress(const char *name, void **function, int version,
                               uint64_t flags) {
  int status = 0;
  Result result = cuGetProcAddress_v2(name, function, version, flags, &status);
  return result == Result::Success && status != Found ? Result::NotFound
                                                      : result;
}
