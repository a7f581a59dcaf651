//===- MemoryAccesses.h - What a function does to memory --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of a function that barriers may have to keep apart.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tilegpu {

/// Where pointers come from.
struct PointerRoots {
  /// Arguments of the function.
  llvm::SmallSetVector<Value, 4> arguments;
  /// Some come from elsewhere, from memory for one.
  bool isUnknown = false;

  bool meet(const PointerRoots &other) const;
};

/// An operation that touches memory.
struct MemoryAccess {
  enum class Kind {
    /// tilegpu.local_load, local_store and local_count: bytes `begin` to `end`,
    /// by the threads that `offsets` names (getSharedOffsets).
    Shared,
    /// Global memory, by pointers from `roots`. Loads, stores and atomic
    /// operations, and inline asm that runs once for each element.
    Global,
    /// A call or an unknown operation: any memory.
    Unknown
  };

  Operation *op;
  Kind kind;
  bool reads = false, writes = false;
  /// Of an atomic operation, whether it orders the accesses after it, and those
  /// before it, of all threads.
  bool acquires = false, releases = false;
  /// Of Shared, whether of threads that hold copies only one takes part.
  bool isByOwners = false;
  Value place = {};
  int64_t begin = 0, end = 0;
  tile::LinearLayout offsets = {};
  SmallVector<Value, 1> pointers = {};
  PointerRoots roots = {};
};

/// The accesses of a function in program order, each by its number.
class MemoryAccesses {
public:
  explicit MemoryAccesses(FunctionOpInterface func);

  unsigned size() const { return accesses.size(); }
  Operation *getOperation(unsigned number) const { return accesses[number].op; }
  std::optional<unsigned> getNumber(Operation *op) const {
    auto it = numbers.find(op);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }

  /// Whether any two accesses might need a barrier; quick.
  bool needBarriers() const { return hasOrdered; }

  /// The barrier that the second access needs if the first may have happened
  /// before it; nothing if it needs none.
  std::optional<BarrierScope> getBarrier(unsigned first, unsigned second) const;

private:
  SmallVector<MemoryAccess, 0> accesses;
  DenseMap<Operation *, unsigned> numbers;
  bool hasOrdered = false;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H
