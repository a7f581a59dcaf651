//===- DynamicSharedMemory.h - Shared memory sized by launches --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names by which a lowered kernel says how much dynamic shared memory its
// launches must have.
//
//===----------------------------------------------------------------------===//
//
//   llvm.mlir.global external @__tile_dynamic_shared()
//       {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
//   llvm.func @k(...) attributes {nvvm.kernel,
//                                 tile.dynamic_shared_memory = 65536 : i64}
//
// In PTX the global is `.extern .shared .align 16 .b8
// __tile_dynamic_shared[];`: where the static shared memory ends. All arrays
// without a size begin there. The attribute does not come to LLVM IR and PTX:
// Compiler puts it into KernelInfo, and so it comes to every launch.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_DYNAMICSHAREDMEMORY_H
#define TILE_DIALECT_TILE_IR_DYNAMICSHAREDMEMORY_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// On an `llvm.func`: the bytes of dynamic shared memory per CTA that the
/// kernel needs at every launch, an i64 of 0 to 2^31 - 1.
inline constexpr llvm::StringLiteral kDynamicSharedMemoryAttrName =
    "tile.dynamic_shared_memory";

/// What lowerings call the array that a launch sizes.
inline constexpr llvm::StringLiteral kDynamicSharedMemoryName =
    "__tile_dynamic_shared";

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_DYNAMICSHAREDMEMORY_H
