//===- TensorMapEntries.h - Second entries of kernels -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what the IR says of kernels' entries with tensor maps to KernelInfo.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_COMPILER_TENSORMAPENTRIES_H
#define TILE_LIB_COMPILER_TENSORMAPENTRIES_H

#include "tile/Image/KernelInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Sets the second entry of each kernel that has one in a module with layouts:
/// its symbol, maps and conditions.
void readTensorMapEntries(ModuleOp module, MutableArrayRef<KernelInfo> kernels);

} // namespace mlir::tile

#endif // TILE_LIB_COMPILER_TENSORMAPENTRIES_H
