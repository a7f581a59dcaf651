//===- Tile.h - The tile dialect, whole -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Include this to use the tile dialect: its types, attributes and operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILE_H
#define TILE_DIALECT_TILE_IR_TILE_H

#include "tile/Dialect/Tile/IR/AtomicOpInterface.h"
#include "tile/Dialect/Tile/IR/LayoutOpInterface.h"
#include "tile/Dialect/Tile/IR/TileAttrs.h"
#include "tile/Dialect/Tile/IR/TileTraits.h"
#include "tile/Dialect/Tile/IR/TileTypes.h"
#include "tile/Dialect/Tile/IR/Uniformity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tile/Dialect/Tile/IR/TileDialect.h.inc"

#define GET_OP_CLASSES
#include "tile/Dialect/Tile/IR/TileOps.h.inc"

namespace mlir::tile {

/// Names of the discardable attributes; the dialect's description says what
/// they mean.
inline constexpr StringLiteral kTargetAttrName = "tile.target";
inline constexpr StringLiteral kDivisibilityAttrName = "tile.divisibility";
inline constexpr StringLiteral kValueAttrName = "tile.value";
inline constexpr StringLiteral kContiguityAttrName = "tile.contiguity";
inline constexpr StringLiteral kConstancyAttrName = "tile.constancy";
inline constexpr StringLiteral kBitcodeLibrariesAttrName =
    "tile.bitcode_libraries";
inline constexpr StringLiteral kVersionedAttrName = "tile.versioned";
inline constexpr StringLiteral kKeepLayoutsAttrName = "tile.keep_layouts";

/// On an scf.for: how many of its iterations are in flight at a time, an i32 of
/// 0 to `kMaxStages`; 0 and 1: one after the other.
inline constexpr StringLiteral kNumStagesAttrName = "tile.num_stages";

/// The most stages: each has a place in shared memory.
inline constexpr int64_t kMaxStages = 32;
inline constexpr StringLiteral kNeverCopiedAttrName = "tile.never_copied";

/// Threads of a warp, on every target (PTX ISA, WARP_SZ).
inline constexpr unsigned kThreadsPerWarp = 32;

/// The target of the module that holds `op`, or null if none is set.
TargetAttr getTarget(Operation *op);

/// The target of a module; if none is set, an error says so and it is null.
TargetAttr requireTarget(ModuleOp module);

/// Whether the layouts in a module are its author's choice, which stays.
bool keepsLayouts(ModuleOp module);

/// Whether `op` maps each position of its operand tiles to the same position of
/// its result tiles, whatever the layout: the layout of one fixes all. True for
/// arith and math operations, casts, and the tile dialect's maps.
bool isElementwise(Operation *op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TILE_H
