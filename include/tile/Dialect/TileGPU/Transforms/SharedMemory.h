//===- SharedMemory.h - Exchanges, space and barriers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three steps that give a function its shared memory.
//
//===----------------------------------------------------------------------===//
//
// 1. What goes through shared memory becomes explicit
//
// A tilegpu.convert_layout or a tile.gather that shuffles cannot do, and
// results of inline asm and of atomic operations that one warp has and others
// need, become a place in shared memory, a store and a load:
//
//   %b = convert_layout %a      %m = local_alloc
//                               local_store %a, %m
//                               %b = local_load %m
//
// Before that, conversions of what does not change in a loop are moved out of
// it, if the loop then keeps at most 32 registers more per thread.
//
// 2. Places get their bytes
//
// A place is in use from its first store to its last load. If these are in a
// loop that the place is made outside of, it is in use in all of the loop.
// Several places that are made together (tilegpu.memdesc_index picks one) are
// in use together. What tilegpu.async_copy writes to is in use until the next
// tilegpu.async_wait after it that waits for all copies.
// Places that are never in use at the same time share bytes: the largest ones
// are placed first, each at the lowest offset where no other one is in the way.
// Small places, as reductions have them, share bytes with none: to use bytes
// again takes a barrier, and 2 KiB in all do not keep CTAs from an SM.
//
// 3. Barriers
//
// Two accesses need a barrier between them if one of them writes, both touch a
// byte, and not by the same thread. The linear maps of a store and a load of
// one place say which threads touch which bytes: if these are always threads of
// one warp, a barrier of the warp is enough. Two places that share bytes, and
// global memory that inline asm touches, need a barrier of the CTA. In a CTA of
// one warp that is one of the warp.
//
// What matters is which accesses may have happened since the last barrier. A
// data-flow analysis finds these, loops and branches included. A barrier is put
// before the first access that needs one, until no access does; afterwards each
// barrier is taken away once more that the others make unnecessary.
//
// A tilegpu.async_copy writes at any time until a tilegpu.async_wait, but no
// thread may access the place meanwhile. So it needs a barrier before it as a
// store does, it itself needs none after it, and what follows the async_wait
// needs one as after a store. Which copies the newest groups are is not
// followed: each async_wait counts for all copies that may be in flight. In a
// loop of several places, each filled some iterations ahead, one barrier does
// both:
//
//   async_wait                 place i is there, for the thread that filled it
//   barrier                    ... and for all; and all have read place i - 1,
//   async_copy to place i + 2  which is this one, if there are 3 of them
//   local_load of place i
//
// What is ordered, and what is not:
//
//   shared memory                    all accesses
//   global memory, inline asm        against each access of memory that may be
//                                    the same: if pointers of both come
//                                    from one argument of the kernel
//   atomic operations                one that releases against each access of
//                                    global memory before it, one that acquires
//                                    against each after it;
//                                    docs/memory-model.md says why
//   global memory, loads, stores     against each other where both have the
//   and relaxed atomic operations    same pointers and other threads, except
//                                    two atomic operations; else not
//   calls, unknown operations        against all accesses
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_SHAREDMEMORY_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_SHAREDMEMORY_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Whether the results of an operation that acts once per element have to go
/// through shared memory to reach the threads that hold copies: these are in
/// other warps, or in other registers of other lanes.
bool needsSharedMemory(Operation *op);

/// What `insertSharedMemory` made explicit.
struct SharedMemoryCounts {
  /// Conversions that were moved out of loops.
  unsigned hoisted = 0;
  /// Conversions through shared memory.
  unsigned conversions = 0;
  /// Results of inline asm and atomic operations.
  unsigned results = 0;
  unsigned histograms = 0;
  unsigned gathers = 0;
};

/// Step 1 of the head of this file. With `showRemarks`, a remark at each
/// conversion that remains says how it is done and what that costs; the pass
/// says what accesses of memory cost, too.
SharedMemoryCounts insertSharedMemory(FunctionOpInterface func,
                                      bool showRemarks = false);

/// Step 2: gives each tilegpu.local_alloc its offset, and `func` the number of
/// bytes in all, which is returned.
int64_t allocateSharedMemory(FunctionOpInterface func);

/// Where a tile lies in shared memory, and while it is in use.
struct SharedPlace {
  LocalAllocOp op;
  int64_t offset, bytes;
  /// In program order, the first and the last operation that may run while it
  /// is in use.
  Operation *first, *last;
};

/// What step 2 made of a function: its places in program order, without those
/// that have no offset.
SmallVector<SharedPlace> getSharedPlaces(FunctionOpInterface func);

/// Step 3: returns how many barriers were put in.
unsigned insertBarriers(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_SHAREDMEMORY_H
