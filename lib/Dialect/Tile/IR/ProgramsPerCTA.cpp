//===- ProgramsPerCTA.cpp - Several programs in one CTA -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

unsigned tile::getProgramsPerCTA(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto number = op->getAttrOfType<IntegerAttr>(kProgramsPerCTAAttrName))
      return number.getInt();
  return 1;
}

std::string tile::checkProgramsPerCTA(unsigned programs, unsigned numWarps) {
  unsigned most = kMaxWarpsPerCTA / std::max(numWarps, 1u);
  if (numWarps > 1)
    most = std::min(most, llvm::bit_floor(kMaxNamedBarriers));
  if (llvm::isPowerOf2_32(programs) && programs <= std::max(most, 1u))
    return "";
  return "expected a power of two up to " + std::to_string(most) +
         " as the number of programs of " + std::to_string(numWarps) +
         (numWarps == 1 ? " warp" : " warps") + " that share a CTA, found " +
         std::to_string(programs);
}
