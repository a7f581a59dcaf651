//===- Occupancy.cpp - How many CTAs fit on an SM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/Occupancy.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::tile;

// Of an SM, for every capability from 8.0 on.
static constexpr unsigned kThreadsPerWarp = 32, kPartitions = 4,
                          kSharedMemoryUnit = 128;

llvm::StringRef mlir::tile::getOccupancyLimitName(OccupancyLimit limit) {
  switch (limit) {
  case OccupancyLimit::Warps:
    return "warps";
  case OccupancyLimit::CTAs:
    return "CTAs";
  case OccupancyLimit::Registers:
    return "registers";
  case OccupancyLimit::SharedMemory:
    break;
  }
  return "shared memory";
}

/// CTAs for whose registers an SM has room.
static uint64_t countByRegisters(unsigned registers, unsigned warps) {
  uint64_t ofWarp = llvm::alignTo(uint64_t(registers) * kThreadsPerWarp,
                                  uint64_t(kRegisterUnit));
  if (ofWarp == 0)
    return kRegistersPerSM;
  // A CTA is given registers as if its warps filled all partitions evenly.
  if (ofWarp * llvm::alignTo(warps, kPartitions) > kRegistersPerSM)
    return 0;
  return kRegistersPerSM / kPartitions / ofWarp * kPartitions / warps;
}

Occupancy mlir::tile::computeOccupancy(const TargetInfo &target,
                                       const CTAResources &resources) {
  Occupancy result;
  const GPUInfo &gpu = getGPUInfo(target.capability);
  result.maxWarps = gpu.maxWarps;
  unsigned warps = std::max<unsigned>(
      1, llvm::divideCeil(resources.threads, kThreadsPerWarp));
  uint64_t shared =
      llvm::alignTo(resources.sharedMemory + kReservedSharedMemory,
                    uint64_t(kSharedMemoryUnit));
  uint64_t allShared = gpu.maxSharedMemory + kReservedSharedMemory;
  const uint64_t limits[] = {result.maxWarps / warps, gpu.maxCTAs,
                             countByRegisters(resources.registers, warps),
                             allShared / shared};
  const uint64_t *least =
      std::min_element(std::begin(limits), std::end(limits));
  result.ctas = *least;
  result.warps = result.ctas * warps;
  result.limit = OccupancyLimit(least - limits);
  return result;
}
