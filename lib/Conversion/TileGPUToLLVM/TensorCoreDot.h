//===- TensorCoreDot.h - Matrix products by mma.sync ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instruction of the tensor cores makes a product, and its operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORCOREDOT_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORCOREDOT_H

#include "tile/Conversion/TileGPUToLLVM/Lowering.h"
#include "tile/Dialect/Tile/IR/TF32Rounding.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/DotPlan.h"

#include "mlir/IR/Builders.h"

namespace mlir::tile {

/// The rows that an instruction for this product has on the target, 16 or 8; 0
/// if there is none, as for f32 with `ieee`.
unsigned getTensorCoreRows(DotOp op, const TargetInfo &target);

/// The product, as the plan for so many rows says: one scalar per register of
/// the result, null for registers that repeat an element. `ptxVersion` is major
/// * 10 + minor.
SmallVector<Value> emitTensorCoreDot(OpBuilder &builder, DotOp op,
                                     const DotPlan &plan, ValueRange a,
                                     ValueRange b, ValueRange c,
                                     const TargetInfo &target,
                                     unsigned ptxVersion,
                                     TF32Rounding rounding);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_TENSORCOREDOT_H
