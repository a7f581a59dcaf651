//===- CudaTypes.h - Types and numbers of the CUDA driver API ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is needed of the driver's interface, declared here so that a build needs
// no CUDA toolkit. Source of the values: CUDA Driver API reference, 13.0. They
// are part of the driver's binary interface and never change.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_CUDATYPES_H
#define TILE_RUNTIME_CUDATYPES_H

#include <cstddef>
#include <cstdint>

namespace mlir::tile::cuda {

/// CUdevice.
using Device = int;
/// CUdeviceptr.
using Pointer = unsigned long long;
/// CUcontext, CUmodule, ...
using Context = struct ContextObject *;
using Module = struct ModuleObject *;
using Function = struct FunctionObject *;
using Stream = struct StreamObject *;
using Event = struct EventObject *;
using Graph = struct GraphObject *;
using GraphNode = struct GraphNodeObject *;
using GraphExec = struct GraphExecObject *;
using MemoryPool = struct MemoryPoolObject *;
using LinkState = struct LinkStateObject *;

/// CU_STREAM_PER_THREAD, the last of the numbers that stand for streams.
inline constexpr uintptr_t kLastSpecialStream = 2;

/// CUresult.
enum class Result : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGPU = 209,
  InvalidPTX = 218,
  UnsupportedPTXVersion = 222,
  InvalidHandle = 400,
  NotFound = 500,
  PeerAccessAlreadyEnabled = 704,
  PeerAccessNotEnabled = 705,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchTimeout = 702,
  Assert = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPC = 718,
  LaunchFailed = 719,
  NotSupported = 801,
  Unknown = 999,
};

/// CUdevice_attribute.
enum class DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxBlockDimY = 3,
  MaxBlockDimZ = 4,
  MaxGridDimX = 5,
  MaxGridDimY = 6,
  MaxGridDimZ = 7,
  MaxSharedMemoryPerBlock = 8,
  TotalConstantMemory = 9,
  WarpSize = 10,
  MaxRegistersPerBlock = 12,
  MultiprocessorCount = 16,
  UnifiedAddressing = 41,
  L2CacheSize = 38,
  MaxThreadsPerMultiprocessor = 39,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  MaxSharedMemoryPerBlockOptin = 97,
};

/// CUfunction_attribute.
enum class FunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedSizeBytes = 1,
  ConstSizeBytes = 2,
  LocalSizeBytes = 3,
  NumRegisters = 4,
  PTXVersion = 5,
  BinaryVersion = 6,
  MaxDynamicSharedSizeBytes = 8,
  PreferredSharedMemoryCarveout = 9,
  NonPortableClusterSizeAllowed = 14,
};

/// CUjitInputType.
enum class JITInput : int {
  Cubin = 0,
  PTX = 1,
  Fatbin = 2,
  Object = 3,
  Library = 4,
};

/// CUstreamCaptureMode.
enum class CaptureMode : int { Global = 0, ThreadLocal = 1, Relaxed = 2 };
/// CUstreamCaptureStatus.
enum class CaptureStatus : int { None = 0, Active = 1, Invalidated = 2 };

/// CUgraphNodeType.
enum class GraphNodeType : int {
  Kernel = 0,
  Copy = 1,
  Fill = 2,
  Host = 3,
};

/// CUDA_KERNEL_NODE_PARAMS_v2.
struct KernelNodeParams {
  Function function = nullptr;
  unsigned grid[3] = {}, block[3] = {}, sharedMemory = 0;
  void **parameters = nullptr, **extra = nullptr;
  void *kernel = nullptr;
  Context context = nullptr;
};

/// CUlaunchAttributeID.
enum class LaunchAttributeID : int {
  Cooperative = 2,
  ClusterDimension = 4,
  ProgrammaticStreamSerialization = 6,
  Priority = 8,
};

/// CUlaunchAttribute.
struct LaunchAttribute {
  LaunchAttributeID id;
  int padding;
  union {
    char bytes[64];
    unsigned clusterDim[3];
    int number;
  };
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3], block[3], sharedMemory;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// CUmemorytype.
enum class RowMemory : int { Host = 1, Device = 2 };

/// CUDA_MEMCPY2D.
struct RowCopy {
  struct Side {
    size_t x = 0, y = 0;
    RowMemory type = RowMemory::Device;
    const void *host = nullptr;
    Pointer device = 0;
    void *array = nullptr;
    size_t pitch = 0;
  };
  Side source, destination;
  size_t width = 0, height = 0;
};

/// CUmemPoolProps: memory of a device that no other process sees.
struct MemoryPoolProps {
  int allocationType = 1, handleTypes = 0;
  int locationType = 1, location = 0;
  void *security = nullptr;
  size_t maxSize = 0;
  unsigned char reserved[56] = {};
};

/// CUmemPool_attribute.
enum class MemoryPoolAttribute : int {
  ReleaseThreshold = 4,
  ReservedCurrent = 5,
  UsedCurrent = 7,
};

/// CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP, and the same of
/// CU_MEMHOSTREGISTER.
inline constexpr unsigned kHostMemoryFlags = 3;

/// CU_STREAM_NON_BLOCKING.
inline constexpr unsigned kStreamNonBlocking = 1;

/// CUjit_option.
enum class JITOption : int {
  ErrorLogBuffer = 5,
  ErrorLogBufferSizeBytes = 6,
  OptimizationLevel = 7,
};

} // namespace mlir::tile::cuda

#endif // TILE_RUNTIME_CUDATYPES_H
