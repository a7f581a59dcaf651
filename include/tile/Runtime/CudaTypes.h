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
};

/// CUjit_option.
enum class JITOption : int {
  ErrorLogBuffer = 5,
  ErrorLogBufferSizeBytes = 6,
  OptimizationLevel = 7,
};

} // namespace mlir::tile::cuda

#endif // TILE_RUNTIME_CUDATYPES_H
