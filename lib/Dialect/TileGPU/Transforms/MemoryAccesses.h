//===- MemoryAccesses.h - What a function does to memory --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of a function that barriers may have to keep apart.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H

#include "tile/Analysis/ValueFlow.h"
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

PointerRoots findRoots(ArrayRef<Value> pointers, const tile::ValueFlow &flow);

/// An operation that touches memory.
struct MemoryAccess {
  enum class Kind {
    /// A place (PlaceAccess): bytes `begin` to `end`, by the threads that
    /// `offsets` names (getSharedOffsets).
    Shared,
    /// The beginning of a copy to a place: what was there before must have been
    /// read and written. What a copy of threads writes itself comes as Shared,
    /// at the wait for it.
    SharedBegin,
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
  /// Of Shared, whether it may be `ldmatrix` or `stmatrix`, with which lanes
  /// touch elements of other lanes.
  bool isByWarps = false;
  /// The tilegpu.local_alloc.
  Value place = {};
  /// Which of several places, if it is not known.
  Value index = {};
  int64_t begin = 0, end = 0;
  /// Of Shared, in each of several places; nothing if any thread may touch any
  /// element.
  std::optional<tile::LinearLayout> offsets = {};
  SmallVector<Value, 1> pointers = {};
  PointerRoots roots = {};
  /// Of a tile.load, whether threads hold copies that they use; found out when
  /// it is first asked for.
  mutable std::optional<bool> servesCopies = {};
};

/// What a loop, or a kernel, writes to global memory.
class GlobalWrites {
public:
  GlobalWrites(Block &block, FunctionOpInterface func);

  /// The operation that may write what `load` reads; null if none does.
  Operation *find(tile::LoadOp load) const;

private:
  /// Something may write anything, or orders the accesses around it.
  Operation *any = nullptr;
  SmallVector<std::pair<Operation *, PointerRoots>> stores;
  tile::ValueFlow flow;
};

/// Whether threads of several warps meet at bytes that two operations on tiles
/// in shared memory access. They access the same bytes, and one of them writes.
bool needBarrierOfCTA(Operation *first, Operation *second);

/// The accesses of a function in program order, each by its number.
class MemoryAccesses {
public:
  explicit MemoryAccesses(FunctionOpInterface func);

  unsigned size() const { return accesses.size(); }
  Operation *getOperation(unsigned number) const { return accesses[number].op; }
  /// What an operation does when it runs.
  ArrayRef<unsigned> getNumbers(Operation *op) const {
    auto it = numbers.find(op);
    return it == numbers.end() ? ArrayRef<unsigned>() : it->second;
  }
  /// What a copy of threads or a product does until the wait for it.
  ArrayRef<unsigned> getLaterNumbers(Operation *op) const {
    auto it = laterNumbers.find(op);
    return it == laterNumbers.end() ? ArrayRef<unsigned>() : it->second;
  }

  /// Whether both are accesses to global memory, whose layouts `getBarrier`
  /// does not need.
  bool areGlobal(unsigned first, unsigned second) const {
    return accesses[first].kind == MemoryAccess::Kind::Global &&
           accesses[second].kind == MemoryAccess::Kind::Global;
  }

  /// Whether any two accesses might need a barrier; quick.
  bool needBarriers() const { return hasOrdered; }

  /// The barrier that the second access needs if the first may have happened
  /// before it; nothing if it needs none. With `inOneIteration` both happen in
  /// one iteration of each loop around both.
  std::optional<BarrierScope> getBarrier(unsigned first, unsigned second,
                                         bool inOneIteration) const;

private:
  using Numbers = DenseMap<Operation *, SmallVector<unsigned, 1>>;

  void add(MemoryAccess access, Numbers &into);
  void addShared(Operation *op, const PlaceAccess &touch,
                 const tile::ValueFlow &flow);

  SmallVector<MemoryAccess, 0> accesses;
  Numbers numbers, laterNumbers;
  bool hasOrdered = false;
};

/// Whether two pointers, or tiles of pointers, are computed alike, whatever
/// their layouts. Finds what is written alike, and knows no arithmetic.
bool areComputedAlike(Value a, Value b);

/// Whether these pointers may be others in another iteration of a loop around
/// `op`: they are made of something that the loop hands on or counts.
bool varyInLoops(Value pointers, Operation *op);

/// Whether threads that hold copies of what is loaded use them: for all except
/// values that end, element by element in the load's own layout, in stores and
/// atomic operations, which one thread of those does.
bool areCopiesUsed(tile::LoadOp load);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_MEMORYACCESSES_H
