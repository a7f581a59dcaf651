//===- TileGPU.h - The tilegpu dialect, whole -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Include this to use the tilegpu dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_IR_TILEGPU_H
#define TILE_DIALECT_TILEGPU_IR_TILEGPU_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "tile/Dialect/TileGPU/IR/TileGPUDialect.h.inc"

#include "tile/Dialect/TileGPU/IR/TileGPUEnums.h.inc"

#include "tile/Dialect/TileGPU/IR/TileGPUAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUTypes.h.inc"

namespace mlir::tilegpu {

/// The shared memory of a CTA, as a resource of memory effects.
struct SharedMemory : SideEffects::Resource::Base<SharedMemory> {
  StringRef getName() final { return "SharedMemory"; }
};

/// Names of the discardable attributes; the dialect's description says what
/// they mean.
inline constexpr StringLiteral kOffsetAttrName = "tilegpu.offset";
inline constexpr StringLiteral kSharedMemoryAttrName = "tilegpu.shared_memory";
inline constexpr StringLiteral kProductsInFlightAttrName =
    "tilegpu.products_in_flight";
inline constexpr StringLiteral kPrefetchBytesAttrName =
    "tilegpu.prefetch_bytes";

} // namespace mlir::tilegpu

#define GET_OP_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUOps.h.inc"

#endif // TILE_DIALECT_TILEGPU_IR_TILEGPU_H
