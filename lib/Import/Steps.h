//===- Steps.h - Steps of the import ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of tile-import-ttir, each in a source file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_STEPS_H
#define TILE_LIB_IMPORT_STEPS_H

#include "TTIR.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Whether no function calls itself, directly or through others. Triton has no
/// recursion: it specialises a function for each call. Reports the call that
/// closes the circle.
LogicalResult verifyNoRecursion(ModuleOp module);

/// Makes one block of the blocks of a map's region, which is not verified yet.
/// Reports a region that is not valid, that never ends, or that has more blocks
/// than may nest.
LogicalResult liftControlFlow(MapElementwiseOp op);

/// Whether anything in the module is a descriptor or a block pointer.
bool hasBlocks(ModuleOp module);

/// Rewrites them all. Fails after an error at an operation that cannot take
/// them apart; the module is not usable then.
LogicalResult lowerBlocks(ModuleOp module);

/// Whether there is an atomic operation for it. Reports it, if not.
LogicalResult verifyBlockReduction(ttir::DescriptorReduceOp op);

/// Combines `tile` with what `pointers` point to where `mask` is true. The
/// order among other accesses is relaxed, as that of the tensor memory
/// accelerator.
void createBlockReduction(OpBuilder &builder, ttir::DescriptorReduceOp op,
                          Value pointers, Value tile, Value mask);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_STEPS_H
