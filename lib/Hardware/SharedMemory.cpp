//===- SharedMemory.cpp - How much shared memory a CTA can have -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/SharedMemory.h"

#include "llvm/ADT/Twine.h"

using namespace mlir::tile;
using llvm::Twine;

std::string mlir::tile::describeSharedMemory(uint64_t staticBytes,
                                             uint64_t dynamicBytes) {
  // A sum above 2^64 is that of no kernel.
  uint64_t total = staticBytes + dynamicBytes;
  if (total < staticBytes)
    total = UINT64_MAX;
  return (Twine(total) + ": " + Twine(staticBytes) + " static and " +
          Twine(dynamicBytes) + " dynamic")
      .str();
}

std::string mlir::tile::checkSharedMemory(const TargetInfo &target,
                                          uint64_t staticBytes,
                                          uint64_t dynamicBytes) {
  unsigned most = getMaxSharedMemory(target.capability);
  if (staticBytes > most || dynamicBytes > most - staticBytes)
    return ("expected at most " + Twine(most) +
            " bytes of shared memory per CTA on " + target.name + ", found " +
            describeSharedMemory(staticBytes, dynamicBytes))
        .str();
  most = getMaxStaticSharedMemory(target.capability, target.suffix);
  if (staticBytes > most)
    return ("expected at most " + Twine(most) +
            " bytes of static shared memory per CTA on " + target.name +
            ", found " + Twine(staticBytes))
        .str();
  return "";
}
