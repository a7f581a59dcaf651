//===- TargetAttr.cpp - The target of a module --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef chip, unsigned numWarps,
                                 unsigned ptxVersion) {
  const TargetInfo *info = lookupTarget(chip);
  if (!info)
    return emitError() << "unknown target '" << chip << "', expected one of "
                       << getTargetNames();
  if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32)
    return emitError() << "expected 1, 2, 4, 8, 16 or 32 warps, found "
                       << numWarps;
  if (ptxVersion != 0 &&
      (ptxVersion < info->minPTXVersion || ptxVersion > kMaxPTXVersion))
    return emitError() << "expected a PTX version from " << info->minPTXVersion
                       << " to " << kMaxPTXVersion << " for " << chip
                       << ", found " << ptxVersion;
  return success();
}

TargetAttr tile::getTarget(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetAttr>(kTargetAttrName))
      return target;
  return {};
}

TargetAttr tile::requireTarget(ModuleOp module) {
  auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
  if (!target)
    module.emitError("expected the module to have the attribute '")
        << kTargetAttrName << "', found none; tile-set-target sets it";
  return target;
}
