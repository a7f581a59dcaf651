//===- Cost.cpp - Which of two kernels is faster, by counts ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Cost.h"

#include "tile/Hardware/Cost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::tile;
using runtime::LaunchCounts;
using sim::Statistics;

/// Multiply-adds of factors of 16 bits that a cycle of the four tensor cores
/// does, of the 2048 that it could: what the best products reach.
static constexpr double kProductsPerCycle = 1950;
/// Bytes per cycle that bulk copies bring to an SM while all SMs copy.
static constexpr double kBulkBytesPerCycle = 58;
/// How much of a copy's time is that of the lines of 128 bytes that it touches;
/// the rest is that of their sectors. Rows of 128 bytes that no multiple of 128
/// begins have twice the lines.
static constexpr double kLineShare = 0.4;
/// Cycles by which a barrier delays the next products of a CTA.
static constexpr double kBarrierCycles = 220;

/// What the warps of all CTAs that ran do themselves.
static double getWarpCycles(const Statistics &s) {
  uint64_t sectors = s.globalLoads.sectors + s.globalStores.sectors +
                     s.globalAtomics.sectors - s.bulkCopies.sectors;
  uint64_t wavefronts = s.sharedLoads.wavefronts + s.sharedStores.wavefronts +
                        s.sharedAtomics.wavefronts - s.bulkCopies.wavefronts;
  // Products of warpgroups are counted separately.
  bool isOfWarps = llvm::all_of(s.warpgroupProducts,
                                [](uint64_t count) { return count == 0; });
  uint64_t products = isOfWarps ? s.warpInstructions[static_cast<unsigned>(
                                      sim::InstructionClass::Matrix)]
                                : 0;
  // Whole wavefronts, as nothing hides them.
  return static_cast<double>(kInstruction * s.getWarpInstructions() +
                             2 * kClock * products + kClock * wavefronts +
                             kSector * sectors) /
         kClock;
}

static double getProductCycles(const Statistics &s) {
  // Factors of 8, 16 and 32 bits.
  constexpr double kSpeeds[] = {2, 1, 0.5};
  double cycles = 0;
  for (auto [products, speed] : llvm::zip(s.warpgroupProducts, kSpeeds))
    cycles += static_cast<double>(products) / (speed * kProductsPerCycle);
  return cycles;
}

static double getBulkCycles(const Statistics &s) {
  double sectorBytes = 32.0 * static_cast<double>(s.bulkCopies.sectors);
  double lineBytes = 128.0 * static_cast<double>(s.bulkCopies.lines);
  return ((1 - kLineShare) * sectorBytes + kLineShare * lineBytes) /
         kBulkBytesPerCycle;
}

double mlir::tile::tuner::getCost(const LaunchCounts &counts) {
  const Statistics &s = counts.statistics;
  if (s.blocks == 0)
    return 0;
  double perCTA = 1 / static_cast<double>(s.blocks);
  double warps = perCTA * getWarpCycles(s);
  double products = perCTA * getProductCycles(s);
  // Tensor cores and copies work side by side, and next to the warps.
  double shared = std::max(products, perCTA * getBulkCycles(s));
  uint64_t onBusiest = llvm::divideCeil(counts.numCTAs, kCostMultiprocessors);
  if (shared == 0)
    return warps * static_cast<double>(onBusiest);

  if (counts.isPersistent)
    return (shared + warps) * static_cast<double>(onBusiest);
  // A CTA that is alone on its SM waits at its barriers.
  double barriers =
      s.warps ? static_cast<double>(s.barriers) / static_cast<double>(s.warps)
              : 0;
  double alone = std::max(shared, products + kBarrierCycles * barriers);
  auto getRound = [&](double ctas) { return std::max(shared * ctas, alone); };
  uint64_t perRound = uint64_t(counts.ctasPerSM) * kCostMultiprocessors;
  uint64_t full = counts.numCTAs / perRound, rest = counts.numCTAs % perRound;
  double cycles = static_cast<double>(full) * getRound(counts.ctasPerSM);
  // The first CTAs are spread over the SMs. Later ones go where others ended,
  // so that some SMs have several of the last round, and others none.
  if (rest && !full)
    cycles = getRound(static_cast<double>(onBusiest));
  else if (rest)
    cycles += getRound(
        std::min<double>(counts.ctasPerSM,
                         1 + static_cast<double>(rest) / kCostMultiprocessors));
  return cycles + warps * static_cast<double>(full + (rest != 0));
}
