//===- GPUNames.h - Targets by the names of GPUs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_GPUNAMES_H
#define TILE_HARDWARE_GPUNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// The target of a GPU that is sold under this name: "sm_90a" of "h100", in
/// small or capital letters. What is no such name comes back as it is.
llvm::StringRef resolveGPUName(llvm::StringRef name);

} // namespace mlir::tile

#endif // TILE_HARDWARE_GPUNAMES_H
