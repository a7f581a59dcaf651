//===- AllocateTensorMemory.h - Columns for sums of products ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_ALLOCATETENSORMEMORY_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_ALLOCATETENSORMEMORY_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Gives sums of version 5 in a kernel, and left operands that come from
/// registers, columns of tensor memory. Returns how many the kernel allocates,
/// 0 if it has no such sums; fails, with a message, if there are not so many.
FailureOr<unsigned> allocateTensorMemory(tile::FuncOp func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_ALLOCATETENSORMEMORY_H
