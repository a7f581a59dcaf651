//===- LowerBlocks.h - Descriptors and block pointers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor descriptor and a block pointer describe a tensor in memory by a
// pointer, sizes and strides. Here they become these numbers, and what is done
// by them accesses by tiles of pointers, under masks for the bounds:
//
//   descriptor of rank 2    pointer, 2 sizes (i64), 2 strides (i64), padding
//   (i1) block pointer of rank 2 pointer, 2 sizes, 2 strides, 2 offsets (i64)
//
// In loops, branches, calls and functions the parts stand where the whole
// stood. The parameters of a kernel are those that Triton gives it on GPUs
// without a tensor memory accelerator: a launcher passes the same arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_LOWERBLOCKS_H
#define TILE_LIB_IMPORT_LOWERBLOCKS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Whether anything in the module is a descriptor or a block pointer.
bool hasBlocks(ModuleOp module);

/// Rewrites them all. Fails after an error at an operation that cannot take
/// them apart; the module is not usable then.
LogicalResult lowerBlocks(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_LOWERBLOCKS_H
