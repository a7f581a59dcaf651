//===- ReduceBlock.h - Reductions of blocks into memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tt.descriptor_reduce` as atomic operations, one for each element.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_REDUCEBLOCK_H
#define TILE_LIB_IMPORT_REDUCEBLOCK_H

#include "TTIR.h"

namespace mlir::tile {

/// Whether there is an atomic operation for it. Reports it, if not.
LogicalResult verifyBlockReduction(ttir::DescriptorReduceOp op);

/// Combines `tile` with what `pointers` point to where `mask` is true. The
/// order among other accesses is relaxed, as that of the tensor memory
/// accelerator.
void createBlockReduction(OpBuilder &builder, ttir::DescriptorReduceOp op,
                          Value pointers, Value tile, Value mask);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_REDUCEBLOCK_H
