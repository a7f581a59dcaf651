//===- Devices.cpp - Devices of the simulated runtime
//------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstddef>

using namespace mlir::tile::cudart;

TILE_DRIVER(cuInit, unsigned)
TILE_DRIVER(cuDriverGetVersion, int *)
TILE_DRIVER(cuDeviceGetCount, int *)
TILE_DRIVER(cuDeviceGetName, char *, int, Device)
TILE_DRIVER(cuDeviceGetUuid_v2, char *, Device)
TILE_DRIVER(cuDeviceTotalMem_v2, size_t *, Device)
TILE_DRIVER(cuDeviceGetAttribute, int *, int, Device)
TILE_DRIVER(cuDeviceGetPCIBusId, char *, int, Device)
TILE_DRIVER(cuDeviceGetByPCIBusId, Device *, const char *)
TILE_DRIVER(cuDeviceCanAccessPeer, int *, Device, Device)
TILE_DRIVER(cuDeviceGetDefaultMemPool, void **, Device)
TILE_DRIVER(cuDevicePrimaryCtxRetain, Context *, Device)
TILE_DRIVER(cuCtxGetCurrent, Context *)
TILE_DRIVER(cuCtxSetCurrent, Context)
TILE_DRIVER(cuCtxGetDevice, Device *)
TILE_DRIVER(cuCtxSynchronize)
TILE_DRIVER(cuCtxSetLimit, int, size_t)
TILE_DRIVER(cuCtxGetLimit, size_t *, int)
TILE_DRIVER(cuCtxGetStreamPriorityRange, int *, int *)
TILE_DRIVER(cuGetProcAddress_v2, const char *, void **, int, unsigned long long,
            int *)

/// CUDART_VERSION.
static constexpr int kVersion = 13000;

Error mlir::tile::cudart::enter() {
  Context context = nullptr;
  if (cuCtxGetCurrent(&context) == Success && context)
    return Success;
  if (Error error = cuInit(0); error != Success)
    return error;
  if (Error error = cuDevicePrimaryCtxRetain(&context, 0); error != Success)
    return error;
  return cuCtxSetCurrent(context);
}

TILE_RUNTIME_API cudaRuntimeGetVersion(int *version) {
  if (!version)
    return note(InvalidValue);
  *version = kVersion;
  return Success;
}

TILE_RUNTIME_API cudaDriverGetVersion(int *version) {
  return note(cuDriverGetVersion(version));
}

TILE_RUNTIME_API cudaGetDeviceCount(int *count) {
  if (Error error = cuInit(0); error != Success)
    return note(error);
  return note(cuDeviceGetCount(count));
}

TILE_RUNTIME_API cudaSetDevice(int device) {
  Context context = nullptr;
  Error error = cuInit(0);
  if (error == Success)
    error = cuDevicePrimaryCtxRetain(&context, device);
  return note(error != Success ? error : cuCtxSetCurrent(context));
}

TILE_RUNTIME_API cudaInitDevice(int device, unsigned, unsigned) {
  return cudaSetDevice(device);
}

TILE_RUNTIME_API cudaGetDevice(int *device) {
  return call([&] { return cuCtxGetDevice(device); });
}

TILE_RUNTIME_API cudaSetDeviceFlags(unsigned) { return Success; }

TILE_RUNTIME_API cudaGetDeviceFlags(unsigned *flags) {
  if (!flags)
    return note(InvalidValue);
  *flags = 0;
  return Success;
}

TILE_RUNTIME_API cudaDeviceSynchronize() {
  return call(
      [] { return getSticky() != Success ? getSticky() : cuCtxSynchronize(); });
}

/// There is no profiler.
TILE_RUNTIME_API cudaProfilerStart() { return Success; }
TILE_RUNTIME_API cudaProfilerStop() { return Success; }

/// The next kernel begins anew; memory stays what it is.
TILE_RUNTIME_API cudaDeviceReset() {
  setSticky(Success);
  return Success;
}

TILE_RUNTIME_API cudaDeviceGetAttribute(int *value, int attribute, int device) {
  return call([&] { return cuDeviceGetAttribute(value, attribute, device); });
}

TILE_RUNTIME_API cudaDeviceSetLimit(int limit, size_t value) {
  return call([&] { return cuCtxSetLimit(limit, value); });
}

TILE_RUNTIME_API cudaDeviceGetLimit(size_t *value, int limit) {
  return call([&] { return cuCtxGetLimit(value, limit); });
}

TILE_RUNTIME_API cudaDeviceSetCacheConfig(int) { return Success; }

TILE_RUNTIME_API cudaDeviceGetCacheConfig(int *config) {
  if (!config)
    return note(InvalidValue);
  *config = 0;
  return Success;
}

TILE_RUNTIME_API cudaCtxResetPersistingL2Cache() { return Success; }

TILE_RUNTIME_API cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return call([&] { return cuCtxGetStreamPriorityRange(least, greatest); });
}

TILE_RUNTIME_API cudaDeviceGetPCIBusId(char *id, int size, int device) {
  return call([&] { return cuDeviceGetPCIBusId(id, size, device); });
}

TILE_RUNTIME_API cudaDeviceGetByPCIBusId(int *device, const char *id) {
  return call([&] { return cuDeviceGetByPCIBusId(device, id); });
}

TILE_RUNTIME_API cudaDeviceCanAccessPeer(int *canAccess, int device, int peer) {
  return call([&] { return cuDeviceCanAccessPeer(canAccess, device, peer); });
}

TILE_RUNTIME_API cudaDeviceGetDefaultMemPool(void **pool, int device) {
  return call([&] { return cuDeviceGetDefaultMemPool(pool, device); });
}

TILE_RUNTIME_API cudaDeviceGetMemPool(void **pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

TILE_RUNTIME_API
cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                 unsigned version, unsigned long long flags,
                                 int *status) {
  return call([&] {
    return cuGetProcAddress_v2(name, function, int(version), flags, status);
  });
}

TILE_RUNTIME_API cudaGetDriverEntryPoint(const char *name, void **function,
                                         unsigned long long flags,
                                         int *status) {
  return cudaGetDriverEntryPointByVersion(name, function, kVersion, flags,
                                          status);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

namespace {
/// cudaDeviceProp. What is 0 here is not named.
struct DeviceProperties {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory;
  int textures[39];
  size_t surfaceAlignment;
  int concurrentKernels, eccEnabled, pciBusID, pciDeviceID, pciDomainID,
      tccDriver, asyncEngineCount, unifiedAddressing, memoryBusWidth,
      l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor,
      streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard,
      multiGpuBoardGroupID, hostNativeAtomicSupported, pageableMemoryAccess,
      concurrentManagedAccess, computePreemptionSupported,
      canUseHostPointerForRegisteredMem, cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
      maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported,
      hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported,
      memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch,
      unifiedFunctionPointers, others[63];
};
} // namespace
static_assert(offsetof(DeviceProperties, clusterLaunch) == 748);
static_assert(sizeof(DeviceProperties) <= 1008);

TILE_RUNTIME_API cudaGetDeviceProperties(DeviceProperties *p, int device) {
  if (!p)
    return note(InvalidValue);
  std::memset(p, 0, sizeof(*p));
  if (Error error = cuInit(0); error != Success)
    return note(error);
  if (Error error = cuDeviceGetName(p->name, sizeof(p->name), device);
      error != Success)
    return note(error);
  cuDeviceGetUuid_v2(p->uuid, device);
  cuDeviceTotalMem_v2(&p->totalGlobalMem, device);
  // CUdevice_attribute.
  auto get = [&](int attribute) {
    int value = 0;
    cuDeviceGetAttribute(&value, attribute, device);
    return value;
  };
  p->maxThreadsPerBlock = get(1);
  for (int i = 0; i < 3; ++i) {
    p->maxThreadsDim[i] = get(2 + i);
    p->maxGridSize[i] = get(5 + i);
  }
  p->sharedMemPerBlock = get(8);
  p->totalConstMem = get(9);
  p->warpSize = get(10);
  p->memPitch = get(11);
  p->regsPerBlock = get(12);
  p->textureAlignment = get(14);
  p->multiProcessorCount = get(16);
  p->canMapHostMemory = get(19);
  p->concurrentKernels = get(31);
  p->l2CacheSize = get(38);
  p->maxThreadsPerMultiProcessor = get(39);
  p->asyncEngineCount = get(40);
  p->unifiedAddressing = get(41);
  p->major = get(75);
  p->minor = get(76);
  p->streamPrioritiesSupported = get(78);
  p->globalL1CacheSupported = get(79);
  p->localL1CacheSupported = get(80);
  p->sharedMemPerMultiprocessor = get(81);
  p->regsPerMultiprocessor = get(82);
  p->managedMemory = get(83);
  p->concurrentManagedAccess = get(89);
  p->canUseHostPointerForRegisteredMem = get(91);
  p->cooperativeLaunch = get(95);
  p->sharedMemPerBlockOptin = get(97);
  p->hostRegisterSupported = get(99);
  p->maxBlocksPerMultiProcessor = get(106);
  p->reservedSharedMemPerBlock = get(111);
  p->memoryPoolsSupported = get(115);
  p->clusterLaunch = get(120);
  p->pciBusID = device + 1;
  return Success;
}

TILE_RUNTIME_API cudaChooseDevice(int *device, const DeviceProperties *) {
  if (!device)
    return note(InvalidValue);
  *device = 0;
  return Success;
}
