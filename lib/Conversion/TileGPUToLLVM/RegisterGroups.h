//===- RegisterGroups.h - Registers that one access takes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowerings of loads, stores and atomic operations share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_REGISTERGROUPS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_REGISTERGROUPS_H

#include "tile/Analysis/AxisInfo.h"

#include "mlir/IR/Builders.h"

namespace mlir::tile {

/// The registers of a thread in groups as `shape` says, each in the order of
/// memory. Groups that only copy another one are left out if `owned` is set.
SmallVector<SmallVector<unsigned>>
groupRegisters(Type type, ModuleAxisInfo::VectorShape shape, bool owned);

/// Bytes in memory of an element of a converted type: pointers take 8, i1 1.
unsigned getMemoryBytes(Type elementType);

/// PTX's name of a state space, with the dot; empty for generic addresses.
StringRef getStateSpace(unsigned addressSpace);

/// Whether this thread is the one, of those that hold copies, that acts for its
/// elements of a tile; of a scalar, thread 0 is. An i1, or null if every thread
/// is.
Value emitOwnerPredicate(OpBuilder &builder, Location loc, Type type);

/// Whether the owner acts where `mask`, an i1, says so; `owner` may be null.
Value emitAnd(OpBuilder &builder, Location loc, Value owner, Value mask);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_REGISTERGROUPS_H
