//===- GPUInfo.h - The limits of each GPU -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row for each compute capability. TargetInfo.cpp has the names of targets.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_GPUINFO_H
#define TILE_HARDWARE_GPUINFO_H

namespace mlir::tile {

struct GPUInfo {
  /// Major * 10 + minor.
  unsigned capability;
  /// The first GPU of its family. Code for a target with the suffix 'f' runs on
  /// the whole family. Source: PTX ISA, "PTX Module Directives: .target".
  unsigned family;
  /// Bytes of shared memory, static and dynamic together, that a CTA can have.
  unsigned maxSharedMemory;
  /// Warps and CTAs that are on an SM at a time.
  unsigned maxWarps, maxCTAs;
};

/// Registers of 32 bits of an SM, and the most that a thread can have, on all
/// of these GPUs. Source: as of the table.
inline constexpr unsigned kRegistersPerSM = 65536, kMaxThreadRegisters = 255;

/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability"; of 8.8, which is not in it, cuda_occupancy.h of CUDA 13.0.
inline constexpr GPUInfo kGPUs[] = {
    {75, 75, 64 * 1024, 32, 16},    {80, 80, 163 * 1024, 64, 32},
    {86, 86, 99 * 1024, 48, 16},    {87, 87, 163 * 1024, 48, 16},
    {88, 88, 99 * 1024, 48, 16},    {89, 89, 99 * 1024, 48, 24},
    {90, 90, 227 * 1024, 64, 32},   {100, 100, 227 * 1024, 64, 32},
    {103, 100, 227 * 1024, 64, 32}, {110, 110, 227 * 1024, 48, 24},
    {120, 120, 99 * 1024, 48, 24},  {121, 120, 99 * 1024, 48, 24},
};

/// The row of a GPU. A capability that has none is taken for the GPU before it.
constexpr const GPUInfo &getGPUInfo(unsigned capability) {
  const GPUInfo *found = kGPUs;
  for (const GPUInfo &info : kGPUs)
    if (info.capability <= capability)
      found = &info;
  return *found;
}

} // namespace mlir::tile

#endif // TILE_HARDWARE_GPUINFO_H
