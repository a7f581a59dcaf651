//===- CudaTarget.cpp - Which code runs on which GPU ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Runtime/CudaTarget.h"

#include "tile/Hardware/TargetInfo.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;

std::optional<CudaTarget> CudaTarget::parse(llvm::StringRef name) {
  CudaTarget target;
  if (!name.consume_front("sm_") ||
      name.consumeInteger(10, target.capability) || name.size() > 1)
    return std::nullopt;
  target.suffix = name.empty() ? 0 : name[0];
  if (target.suffix != 0 && target.suffix != 'a' && target.suffix != 'f')
    return std::nullopt;
  return target;
}

bool CudaTarget::fitsCubin(unsigned deviceCapability) const {
  if (suffix)
    return capability == deviceCapability;
  return capability / 10 == deviceCapability / 10 &&
         capability <= deviceCapability;
}

bool CudaTarget::fitsPTX(unsigned deviceCapability) const {
  if (suffix == 'a')
    return capability == deviceCapability;
  if (suffix == 'f' && capability / 10 != deviceCapability / 10)
    return false;
  return capability <= deviceCapability;
}

llvm::StringRef mlir::tile::runtime::findTarget(unsigned deviceCapability) {
  llvm::StringRef best;
  for (const TargetInfo &target : getTargets()) {
    if (target.capability == deviceCapability && target.suffix == 'a')
      return target.name;
    if (target.capability <= deviceCapability && !target.suffix)
      best = target.name;
  }
  return best;
}

std::string mlir::tile::runtime::toString(unsigned capability) {
  return std::to_string(capability / 10) + "." +
         std::to_string(capability % 10);
}
