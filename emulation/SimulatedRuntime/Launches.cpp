//===- Launches.cpp - Launches of the simulated runtime
//----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <vector>

using namespace mlir::tile::cudart;

namespace {
/// cudaLaunchConfig_t.
struct LaunchConfig {
  Dim3 grid, block;
  size_t sharedMemory;
  Stream stream;
  const void *attributes;
  unsigned numAttributes;
};

/// CUlaunchConfig. The attributes are the same.
struct DriverLaunchConfig {
  Dim3 grid, block;
  unsigned sharedMemory;
  Stream stream;
  const void *attributes;
  unsigned numAttributes;
};

/// cudaFuncAttributes.
struct FunctionAttributes {
  size_t sharedBytes, constBytes, localBytes;
  int maxThreads, numRegisters, ptxVersion, binaryVersion, cacheMode;
  int maxDynamicShared, preferredCarveout;
  int clusterMustBeSet, clusterWidth, clusterHeight, clusterDepth;
  int clusterPolicy, nonPortableClusters;
  int reserved[16];
};
} // namespace

TILE_DRIVER(cuLaunchKernel, Kernel, unsigned, unsigned, unsigned, unsigned,
            unsigned, unsigned, unsigned, Stream, void **, void **)
TILE_DRIVER(cuLaunchCooperativeKernel, Kernel, unsigned, unsigned, unsigned,
            unsigned, unsigned, unsigned, unsigned, Stream, void **)
TILE_DRIVER(cuLaunchKernelEx, const DriverLaunchConfig *, Kernel, void **,
            void **)
TILE_DRIVER(cuKernelGetAttribute, int *, int, Kernel, Device)
TILE_DRIVER(cuKernelSetAttribute, int, int, Kernel, Device)
TILE_DRIVER(cuKernelGetName, const char **, Kernel)
TILE_DRIVER(cuKernelGetParamInfo, Kernel, size_t, size_t *, size_t *)
TILE_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor, int *, Kernel, int,
            size_t)
TILE_DRIVER(cuOccupancyAvailableDynamicSMemPerBlock, size_t *, Kernel, int, int)
TILE_DRIVER(cuOccupancyMaxActiveClusters, int *, Kernel, const void *)
TILE_DRIVER(cuOccupancyMaxPotentialClusterSize, int *, Kernel, const void *)

//===----------------------------------------------------------------------===//
// <<<>>>
//===----------------------------------------------------------------------===//

/// What stands between <<< and >>>, until the call of the kernel takes it.
struct Configuration {
  Dim3 grid, block;
  size_t sharedMemory;
  Stream stream;
};
static thread_local std::vector<Configuration> configurations;

extern "C" __attribute__((visibility("default"))) unsigned
__cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t sharedMemory,
                            Stream stream) {
  configurations.push_back({grid, block, sharedMemory, stream});
  return 0;
}

TILE_RUNTIME_API __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block,
                                            size_t *sharedMemory,
                                            Stream *stream) {
  if (configurations.empty())
    return note(52); // cudaErrorMissingConfiguration
  Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *sharedMemory = last.sharedMemory;
  *stream = last.stream;
  return Success;
}

/// A failed kernel ends what the device can do, as on hardware. A launch that
/// does not fit the device is cudaErrorInvalidConfiguration here.
static Error finish(Error error) {
  if (error == LaunchFailure)
    setSticky(error);
  return note(error == InvalidValue ? Error(InvalidConfiguration) : error);
}

template <typename F> static Error launch(const void *function, F run) {
  if (Error error = enter(); error != Success)
    return note(error);
  if (getSticky() != Success)
    return note(getSticky());
  Kernel kernel = nullptr;
  Error error = findKernel(function, kernel);
  return finish(error != Success ? error : run(kernel));
}

TILE_RUNTIME_API cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block,
                                  void **arguments, size_t sharedMemory,
                                  Stream stream) {
  return launch(function, [&](Kernel kernel) {
    return cuLaunchKernel(kernel, grid.x, grid.y, grid.z, block.x, block.y,
                          block.z, sharedMemory, stream, arguments, nullptr);
  });
}

TILE_RUNTIME_API __cudaLaunchKernel(Kernel kernel, Dim3 grid, Dim3 block,
                                    void **arguments, size_t sharedMemory,
                                    Stream stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, sharedMemory, stream);
}

TILE_RUNTIME_API cudaLaunchCooperativeKernel(const void *function, Dim3 grid,
                                             Dim3 block, void **arguments,
                                             size_t sharedMemory,
                                             Stream stream) {
  return launch(function, [&](Kernel kernel) {
    return cuLaunchCooperativeKernel(kernel, grid.x, grid.y, grid.z, block.x,
                                     block.y, block.z, sharedMemory, stream,
                                     arguments);
  });
}

static DriverLaunchConfig convert(const LaunchConfig &config) {
  return {config.grid,   config.block,      unsigned(config.sharedMemory),
          config.stream, config.attributes, config.numAttributes};
}

TILE_RUNTIME_API cudaLaunchKernelExC(const LaunchConfig *config,
                                     const void *function, void **arguments) {
  if (!config)
    return note(InvalidValue);
  DriverLaunchConfig converted = convert(*config);
  return launch(function, [&](Kernel kernel) {
    return cuLaunchKernelEx(&converted, kernel, arguments, nullptr);
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

template <typename F> static Error withKernel(const void *function, F f) {
  return call([&] {
    Kernel kernel = nullptr;
    Error error = findKernel(function, kernel);
    return error != Success ? error : f(kernel);
  });
}

TILE_RUNTIME_API cudaFuncGetAttributes(FunctionAttributes *attributes,
                                       const void *function) {
  if (!attributes)
    return note(InvalidValue);
  std::memset(attributes, 0, sizeof(*attributes));
  return withKernel(function, [&](Kernel kernel) {
    // In the order of CUfunction_attribute.
    int values[16] = {};
    for (int i = 0; i < 14; ++i)
      if (Error error = cuKernelGetAttribute(&values[i], i, kernel, 0);
          error != Success)
        return error;
    attributes->maxThreads = values[0];
    attributes->sharedBytes = values[1];
    attributes->constBytes = values[2];
    attributes->localBytes = values[3];
    attributes->numRegisters = values[4];
    attributes->ptxVersion = values[5];
    attributes->binaryVersion = values[6];
    attributes->maxDynamicShared = values[8];
    attributes->preferredCarveout = -1;
    attributes->clusterMustBeSet = values[10];
    attributes->clusterWidth = values[11];
    attributes->clusterHeight = values[12];
    attributes->clusterDepth = values[13];
    return Error(Success);
  });
}

TILE_RUNTIME_API cudaFuncSetAttribute(const void *function, int attribute,
                                      int value) {
  return withKernel(function, [&](Kernel kernel) {
    return cuKernelSetAttribute(attribute, value, kernel, 0);
  });
}

TILE_RUNTIME_API cudaFuncSetCacheConfig(const void *, int) { return Success; }

TILE_RUNTIME_API cudaFuncGetName(const char **name, const void *function) {
  return withKernel(
      function, [&](Kernel kernel) { return cuKernelGetName(name, kernel); });
}

TILE_RUNTIME_API cudaFuncGetParamInfo(const void *function, size_t index,
                                      size_t *offset, size_t *size) {
  return withKernel(function, [&](Kernel kernel) {
    return cuKernelGetParamInfo(kernel, index, offset, size);
  });
}

TILE_RUNTIME_API
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *count, const void *function,
                                              int threads,
                                              size_t sharedMemory) {
  return withKernel(function, [&](Kernel kernel) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(count, kernel, threads,
                                                       sharedMemory);
  });
}

TILE_RUNTIME_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *count, const void *function, int threads, size_t sharedMemory,
    unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(count, function, threads,
                                                       sharedMemory);
}

TILE_RUNTIME_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                           const void *function,
                                                           int blocks,
                                                           int threads) {
  return withKernel(function, [&](Kernel kernel) {
    return cuOccupancyAvailableDynamicSMemPerBlock(bytes, kernel, blocks,
                                                   threads);
  });
}

TILE_RUNTIME_API cudaOccupancyMaxActiveClusters(int *count,
                                                const void *function,
                                                const LaunchConfig *config) {
  return withKernel(function, [&](Kernel kernel) {
    return cuOccupancyMaxActiveClusters(count, kernel, config);
  });
}

TILE_RUNTIME_API
cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                     const LaunchConfig *config) {
  return withKernel(function, [&](Kernel kernel) {
    return cuOccupancyMaxPotentialClusterSize(size, kernel, config);
  });
}
