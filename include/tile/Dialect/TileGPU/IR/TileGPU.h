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
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/PlaceAccessOpInterface.h"

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
inline constexpr StringLiteral kCopiesInPlaceAttrName =
    "tilegpu.copies_in_place";
inline constexpr StringLiteral kAheadAttrName = "tilegpu.ahead";
inline constexpr StringLiteral kProductsScheduledAttrName =
    "tilegpu.products_scheduled";
inline constexpr StringLiteral kLateAttrName = "tilegpu.late";
inline constexpr StringLiteral kTurnsAttrName = "tilegpu.turns";
inline constexpr StringLiteral kSliceAttrName = "tilegpu.slice";
inline constexpr StringLiteral kFirstSliceAheadAttrName =
    "tilegpu.first_slice_ahead";
inline constexpr StringLiteral kProgramsAttrName = "tilegpu.programs";
inline constexpr StringLiteral kProductWarpAttrName = "tilegpu.product_warp";
inline constexpr StringLiteral kPrefetchBytesAttrName =
    "tilegpu.prefetch_bytes";
inline constexpr StringLiteral kProducerWarpAttrName = "tilegpu.producer_warp";
inline constexpr StringLiteral kTensorMemoryAttrName = "tilegpu.tensor_memory";

} // namespace mlir::tilegpu

#define GET_OP_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUOps.h.inc"

namespace mlir::tilegpu {

/// What the kernel's additional warp does; null if it has
/// none.
ProducerWarpOp getProducerWarp(FunctionOpInterface kernel);

/// What the warp after that one does; null if there is none.
ProductWarpOp getProductWarp(FunctionOpInterface kernel);

/// Whether what is in flight is in tensor memory, not in registers: of version
/// 5.
bool isInTensorMemory(PendingType type);

/// The columns of tensor memory that sums in a layout of version 5 take.
int64_t countTensorMemoryColumns(RankedTensorType sums);

/// The columns of an SM's tensor memory (PTX ISA, "Tensor Memory Addressing"),
/// and the mbarriers that a kernel's products there signal in turn: as many
/// products are in flight at most.
inline constexpr unsigned kTensorMemoryColumns = 512,
                          kTensorProductBarriers = 4;

/// The warps that a CTA with a producer warp has more than its target says: a
/// warpgroup, which is what gives registers away. All but the first one end at
/// once.
inline constexpr unsigned kProducerWarps = 4;

/// What its threads keep of their registers (PTX ISA, "setmaxnreg": the least).
inline constexpr unsigned kProducerRegisters = 24;

/// The threads of a kernel's CTA, with the producer's warps.
unsigned getThreadsPerCTA(FunctionOpInterface kernel);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_IR_TILEGPU_H
