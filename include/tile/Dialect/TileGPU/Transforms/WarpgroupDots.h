//===- WarpgroupDots.h - Matrix products of warpgroups ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On sm_90a four warps multiply together (`wgmma`), faster than each by itself;
// on sm_100a and its relatives one thread has a CTA's products made
// (`tcgen05.mma`), whose sums are in tensor memory and are loaded by four warps
// together. `tile-choose-dot-layouts` asks for it: it gives a product the
// layout #tile.nvidia_mma of version 3 or 5. What its operands are loaded into
// then lies in shared memory such that a descriptor can say it, the same for
// both, and `tile-use-warpgroup-dots` makes a tilegpu.warpgroup_dot of the
// product. Where that is not possible it stays a product of single warps, which
// can work on the same layouts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_WARPGROUPDOTS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_WARPGROUPDOTS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/WarpgroupPlan.h"

namespace mlir::tilegpu {

/// Whether warpgroups can multiply elements and extents as these, as far as
/// they alone decide.
bool haveWarpgroupInstruction(tile::DotOp op, unsigned numWarps);

/// Whether a layout is that of a product of warpgroups.
bool isWarpgroupLayout(Attribute layout);

/// Whether a layout is that of a product in tensor memory, which is one of
/// warpgroups.
bool isTensorMemoryLayout(Attribute layout);

/// The rows, or the columns, that one instruction makes of a product of
/// warpgroups, whose result this is.
int64_t getInstructionRows(RankedTensorType sums);
int64_t getInstructionColumns(RankedTensorType sums);

/// How a descriptor says where operand `number` of a product lies, with scales
/// or without, whose place this is; the place may be that of the transposed
/// matrix. Nothing if none can.
std::optional<tile::MatrixDescriptor>
findDescriptor(Operation *dot, unsigned number, const tile::LinearLayout &place,
               Type elementType, bool isTransposed = false);

/// Makes products of warpgroups of those in a function that can be. Returns how
/// many; fails, with a message, if one with scales cannot be made otherwise.
FailureOr<unsigned> useWarpgroupDots(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_WARPGROUPDOTS_H
