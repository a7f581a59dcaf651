//===- Occupancy.h - How many CTAs fit on an SM -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many CTAs of a kernel an SM can have at a time, and which of its
// resources is used up first. Needs no MLIR and no GPU.
//
//===----------------------------------------------------------------------===//
//
// An SM gives a CTA four things, and has CTAs as long as it has enough of each:
//
//   warps           64 on sm_90, 48 on sm_86 and sm_120
//   CTAs            32 on sm_90, 16 on sm_86, 24 on sm_89 and sm_120
//   registers       65,536; each quarter of the SM has its own part; a
//                   warp takes them in units of 256
//   shared memory   228 KiB on sm_90, in units of 128 bytes; the system takes
//                   1 KiB for each CTA
//
// Example: 128 threads of 72 registers on sm_90a. A warp takes 72 * 32 = 2,304
// registers, a quarter of the SM has 16,384 of them, and so 7 warps: 28 warps
// on the SM, 7 CTAs. 28 of 64 warps are 44 %, and registers are the limit.
//
// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability", and cuda_occupancy.h of CUDA 13.0.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_OCCUPANCY_H
#define TILE_HARDWARE_OCCUPANCY_H

#include "tile/Hardware/GPUInfo.h"
#include "tile/Hardware/TargetInfo.h"

#include <cstdint>

namespace mlir::tile {

/// A warp takes registers in units of so many.
inline constexpr unsigned kRegisterUnit = 256;

/// The most registers that a thread can have if so many warps are on an SM:
/// the one budget of all that counts registers.
constexpr unsigned getMostRegisters(unsigned warps) {
  unsigned ofThread =
      kRegistersPerSM / warps / kRegisterUnit * kRegisterUnit / 32;
  return ofThread < kMaxThreadRegisters ? ofThread : kMaxThreadRegisters;
}

/// What one CTA takes.
struct CTAResources {
  unsigned threads = 0;
  /// Of a thread.
  unsigned registers = 0;
  /// Bytes, static and dynamic together.
  uint64_t sharedMemory = 0;
};

/// What an SM runs out of first; of several the first in this order.
enum class OccupancyLimit { Warps, CTAs, Registers, SharedMemory };

/// "warps", "CTAs", "registers", "shared memory".
llvm::StringRef getOccupancyLimitName(OccupancyLimit limit);

struct Occupancy {
  /// Resident on an SM at a time; 0 if not even one fits.
  unsigned ctas = 0, warps = 0;
  /// What the SM has places for.
  unsigned maxWarps = 0;
  OccupancyLimit limit = OccupancyLimit::Warps;
};

/// How many CTAs an SM of the target's own compute capability has at a time.
Occupancy computeOccupancy(const TargetInfo &target,
                           const CTAResources &resources);

} // namespace mlir::tile

#endif // TILE_HARDWARE_OCCUPANCY_H
