//===- TargetInfo.cpp - What each GPU is and has --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;

// PTX ISA 9.0, "PTX Module Directives: .target" and "Release Notes".
static constexpr TargetInfo kTargets[] = {
    {"sm_80", 80, 0, 70},      {"sm_86", 86, 0, 71},
    {"sm_87", 87, 0, 74},      {"sm_88", 88, 0, 90},
    {"sm_89", 89, 0, 78},      {"sm_90", 90, 0, 78},
    {"sm_90a", 90, 'a', 80},   {"sm_100", 100, 0, 86},
    {"sm_100a", 100, 'a', 86}, {"sm_100f", 100, 'f', 88},
    {"sm_103", 103, 0, 88},    {"sm_103a", 103, 'a', 88},
    {"sm_103f", 103, 'f', 88}, {"sm_110", 110, 0, 90},
    {"sm_110a", 110, 'a', 90}, {"sm_110f", 110, 'f', 90},
    {"sm_120", 120, 0, 87},    {"sm_120a", 120, 'a', 87},
    {"sm_120f", 120, 'f', 88}, {"sm_121", 121, 0, 88},
    {"sm_121a", 121, 'a', 88}, {"sm_121f", 121, 'f', 88},
};

llvm::ArrayRef<TargetInfo> mlir::tile::getTargets() { return kTargets; }

const TargetInfo *mlir::tile::lookupTarget(llvm::StringRef name) {
  const auto *it = llvm::find_if(
      kTargets, [&](const TargetInfo &target) { return target.name == name; });
  return it == std::end(kTargets) ? nullptr : it;
}

std::string mlir::tile::getTargetNames() {
  return llvm::join(
      llvm::map_range(kTargets, [](const TargetInfo &t) { return t.name; }),
      ", ");
}
