//===- Cost.cpp - Which of two kernels is faster, by counts ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Cost.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;

double mlir::tile::tuner::getCost(const runtime::LaunchCounts &counts) {
  const sim::Statistics &s = counts.statistics;
  if (s.blocks == 0)
    return 0;
  uint64_t sectors =
      s.globalLoads.sectors + s.globalStores.sectors + s.globalAtomics.sectors;
  uint64_t wavefronts = s.sharedLoads.wavefronts + s.sharedStores.wavefronts +
                        s.sharedAtomics.wavefronts;
  uint64_t products =
      s.warpInstructions[static_cast<unsigned>(sim::InstructionClass::Matrix)];
  double cycles = 0.25 * static_cast<double>(s.getWarpInstructions()) +
                  2.0 * static_cast<double>(products) +
                  static_cast<double>(wavefronts) +
                  2.0 * static_cast<double>(sectors);
  uint64_t perSM = llvm::divideCeil(counts.numCTAs, kCostMultiprocessors);
  return cycles / static_cast<double>(s.blocks) * static_cast<double>(perSM);
}
