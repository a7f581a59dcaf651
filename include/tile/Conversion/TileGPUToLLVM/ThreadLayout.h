//===- ThreadLayout.h - A layout as one thread sees it ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements the registers of a thread hold, as constants for the register
// part and as IR for the part that depends on the thread's index.
//
//===----------------------------------------------------------------------===//
//
// A layout is linear over F2, so the coordinates of (register r, thread t) are
// the exclusive or of what the bits of r contribute, known at compile time, and
// of what the bits of t contribute, computed once an operation. A thread's
// index in the CTA is lane + 32 * warp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILEGPUTOLLVM_THREADLAYOUT_H
#define TILE_CONVERSION_TILEGPUTOLLVM_THREADLAYOUT_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"

namespace mlir::tile {

class ThreadLayout {
public:
  /// The layout of a tile type that carries one.
  explicit ThreadLayout(RankedTensorType type);

  unsigned getRank() const { return type.getRank(); }
  unsigned getNumRegisters() const { return numRegisters; }

  /// What the bits of a register index contribute to the coordinates.
  SmallVector<int32_t> getRegisterOffset(unsigned reg) const;

  /// What the bits of the thread's index contribute: an i32 a dimension.
  SmallVector<Value> emitThreadOffset(OpBuilder &builder, Location loc) const;

  /// The coordinate along `dim` of register `reg`, given the thread's part.
  Value emitCoordinate(OpBuilder &builder, Location loc, Value threadOffset,
                       unsigned reg, unsigned dim) const;

  /// The position of register `reg` in row-major order, an i32.
  Value emitLinearIndex(OpBuilder &builder, Location loc,
                        ArrayRef<Value> threadOffset, unsigned reg) const;

  /// Bits of the thread's index that are not needed to reach every element:
  /// with them and the free register bits at 0, each element is held once.
  unsigned getFreeThreadMask() const { return freeThreadMask; }

  /// Whether threads that differ only in free bits hold the same elements in
  /// the same registers. If not, the copies are in other registers.
  bool freeThreadsMirrorOwners() const;

  /// Bits of the register index that lead to copies within a thread.
  unsigned getFreeRegisterMask() const { return freeRegisterMask; }

  /// The register with all free bits 0 that holds the same element as `reg`.
  unsigned getOwnerRegister(unsigned reg) const;

  /// Whether this thread is the one, of those that hold copies, that acts for
  /// its elements: an i1, or null if every thread is.
  Value emitIsOwner(OpBuilder &builder, Location loc) const;

  /// For each register of `to`, the register of this layout that holds the same
  /// element in the same thread, after the coordinates of the dimensions in
  /// `collapsed` are set to 0; nothing if some element is in another thread.
  /// The two tiles have the same rank.
  std::optional<SmallVector<unsigned>>
  findRegisters(const ThreadLayout &to, ArrayRef<bool> collapsed) const;

  /// An element that one thread has and another one needs.
  struct Crossing {
    SmallVector<int32_t> element;
    unsigned from, to;
  };

  /// Where `findRegisters` finds nothing: an element of `to`, after collapsing,
  /// that its thread does not hold in this layout. Nothing if each thread holds
  /// all it needs, but not each in the same registers.
  std::optional<Crossing> findCrossing(const ThreadLayout &to,
                                       ArrayRef<bool> collapsed) const;

  /// The lowest thread that holds an element of the tile.
  unsigned findThread(ArrayRef<int32_t> element) const;

private:
  /// What the bits of a thread's index contribute to the coordinates.
  SmallVector<int32_t> getThreadOffset(unsigned thread) const;
  /// Whether a thread holds an element.
  bool holds(unsigned thread, ArrayRef<int32_t> element) const;

  RankedTensorType type;
  unsigned numRegisters = 1;
  SmallVector<SmallVector<int32_t, 2>> registerBases;
  SmallVector<SmallVector<int32_t, 2>> threadBases;
  unsigned freeThreadMask = 0;
  unsigned freeRegisterMask = 0;
  /// For each bit of the register index, the bits that reach the same element:
  /// itself, or the bits in place of a free one.
  SmallVector<unsigned> ownerBits;
};

/// The thread's index among those that run the region that is built, 0 to
/// 32 * getNumWarps(region) - 1, an i32: what layouts distribute over.
Value emitThreadId(OpBuilder &builder, Location loc);

/// The XOR of the columns that the bits of `index`, an i32, choose: an i32. The
/// bits above the bits of `columns` are 0. `index` may be null if all columns
/// are.
Value emitLinearMap(OpBuilder &builder, Location loc, Value index,
                    ArrayRef<uint32_t> columns);

/// A constant i32.
Value emitI32(OpBuilder &builder, Location loc, int64_t value);

/// Whether the given bits of the thread's index are all 0: an i1.
Value emitThreadBitsAreZero(OpBuilder &builder, Location loc, unsigned mask);

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILEGPUTOLLVM_THREADLAYOUT_H
