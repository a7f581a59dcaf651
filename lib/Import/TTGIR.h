//===- TTGIR.h - Reading the stage after TTIR -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TTGIR is TTIR with a layout on each tile, and with the movement between
// threads and shared memory written out. Its layouts are the tile dialect's
// under other names, and its operations are tilegpu's:
//
//   #ttg.blocked, #ttg.slice, #ttg.linear,
//   #ttg.nvidia_mma, #ttg.dot_op               #tile.x
//   #ttg.swizzled_shared                       #tilegpu.swizzled_shared
//   !ttg.memdesc                               !tilegpu.memdesc
//   ttg.convert_layout, ttg.local_load,
//   ttg.local_store, ttg.memdesc_index         tilegpu.x
//   ttg.local_alloc                            tilegpu.local_alloc, local_store
//   ttg.async_copy_global_to_local,
//   ttg.async_commit_group, ttg.async_wait     tilegpu.async_copy and so on
//   ttg.local_dealloc, tokens                  nothing
//   ttg.local_barrier, ttg.barrier             tilegpu.barrier cta
//   "ttg.num-warps", ttg.target of the module  tile.target
//
// Everything else of it is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_TTGIR_H
#define TILE_LIB_IMPORT_TTGIR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::tile {

/// Adds the dialects `ttg` and `ttng`, unless the registry has some of these
/// names.
void registerTTGDialects(DialectRegistry &registry);

/// Whether `name` is an operation of TTGIR that `convertTTGOperation` takes.
bool isTTGOperation(StringRef name);

/// Replaces an operation of TTGIR by operations of tilegpu. Fails after an
/// error.
LogicalResult convertTTGOperation(Operation *op);

/// Takes TTGIR's attributes off the module and sets `tile.target` by them.
/// Fails after an error if one asks for what there is not.
LogicalResult convertTTGModule(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_TTGIR_H
