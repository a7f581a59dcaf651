//===- SharedMemory.h - How much shared memory a CTA can have ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of shared memory per CTA, and the sentence for a kernel that is
// above them. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// Shared memory is static, declared in the code with its size, or dynamic: an
// array without a size, `.extern .shared`, which gets the bytes that a launch
// asks for. Two limits count:
//
//   a CTA       static and dynamic together: 227 KiB on sm_90, 99 on sm_86. The
//               driver must be asked before a launch goes above 48 KiB.
//   the code    static alone: 48 KiB, except for a target with the suffix 'a',
//               where ptxas takes as much as the CTA can have.
//
// So a kernel that needs more than 48 KiB for every target has it dynamically.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_SHAREDMEMORY_H
#define TILE_HARDWARE_SHAREDMEMORY_H

#include "tile/Hardware/GPUInfo.h"
#include "tile/Hardware/TargetInfo.h"

#include <cstdint>

namespace mlir::tile {

/// Bytes of shared memory per CTA that every GPU gives without being asked.
inline constexpr unsigned kDefaultSharedMemory = 48 * 1024;

/// The most bytes of shared memory that a CTA can have on any GPU.
inline constexpr unsigned kLargestSharedMemory = 227 * 1024;

/// Bytes of shared memory that each CTA takes for the system.
inline constexpr unsigned kReservedSharedMemory = 1024;

/// Bytes of shared memory, static and dynamic together, that a CTA can have on
/// a GPU of this compute capability, as major * 10 + minor.
constexpr unsigned getMaxSharedMemory(unsigned capability) {
  return capability < 75 ? kDefaultSharedMemory
                         : getGPUInfo(capability).maxSharedMemory;
}

/// Bytes of shared memory of an SM, which its CTAs share; each takes 1024 more
/// than it declares. GPUs of later generations run code for a target without a
/// suffix, too: the largest of them counts.
constexpr unsigned getSharedMemoryPerSM(unsigned capability, char suffix) {
  return (suffix == 'a' ? getMaxSharedMemory(capability)
                        : kLargestSharedMemory) +
         kReservedSharedMemory;
}

/// Bytes of static shared memory that code for a target of this compute
/// capability and suffix can declare. Source: ptxas 13.0, which says "uses too
/// much shared data" above it.
constexpr unsigned getMaxStaticSharedMemory(unsigned capability, char suffix) {
  return suffix == 'a' ? getMaxSharedMemory(capability) : kDefaultSharedMemory;
}

/// "expected at most 232448 bytes of shared memory per CTA on sm_90a, found
/// 233472: 1024 static and 232448 dynamic"; empty if a CTA can have these bytes
/// on the target.
std::string checkSharedMemory(const TargetInfo &target, uint64_t staticBytes,
                              uint64_t dynamicBytes);

/// "233472: 1024 static and 232448 dynamic", for messages.
std::string describeSharedMemory(uint64_t staticBytes, uint64_t dynamicBytes);

} // namespace mlir::tile

#endif // TILE_HARDWARE_SHAREDMEMORY_H
