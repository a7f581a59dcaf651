//===- DistributePrograms.h - Programs that share a CTA ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a kernel differs between the programs of a CTA: their numbers, their
// shared memory and their barriers. Where each CTA has one program, all of it
// is as if there were no such thing.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTEPROGRAMS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTEPROGRAMS_H

#include "tile/Dialect/Tile/IR/TileAttrs.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Gives the kernels of the module a last argument, the number of programs,
/// answers tile.get_num_programs by it, and ends rows of threads that have no
/// program. Fails after an error if the warps of so many programs are too many.
LogicalResult distributePrograms(ModuleOp module);

/// The program's index along an axis.
Value emitProgramId(OpBuilder &builder, Location loc, ProgramAxis axis);

/// The number of programs along an axis, where each CTA has one.
Value emitNumPrograms(OpBuilder &builder, Location loc, ProgramAxis axis);

/// Bytes of shared memory from one program of a CTA to the next; each program
/// uses `bytes`.
int64_t getSharedStride(int64_t bytes, unsigned programs);

/// The program's part of an array in shared memory that begins at `base`.
Value emitSharedPart(OpBuilder &builder, Location loc, Value base,
                     int64_t stride);

/// All threads of the program wait for each other.
void emitProgramBarrier(OpBuilder &builder, Location loc);

/// All threads of the CTAs of a cluster wait for each other, except those that
/// have ended, as a producer warp may have.
void emitClusterBarrier(OpBuilder &builder, Location loc);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTEPROGRAMS_H
