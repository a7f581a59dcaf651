//===- AsyncCopies.h - Copies that are in flight ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of cp.async and its relatives that no thread has waited for yet.
//
//===----------------------------------------------------------------------===//
//
// A copy is checked when it is issued, and done as late as possible: when a
// thread waits for its group or finds the phase of its mbarrier complete. So
// a thread that reads too early reads the old bytes, in every run. It also gets
// a finding, as the shadow of shared memory marks the target as pending.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_ASYNCCOPIES_H
#define TILE_LIB_SIMULATOR_ASYNCCOPIES_H

#include "AtomicOperation.h"
#include "Block.h"
#include "TensorMemory.h"
#include "Wgmma.h"

#include <array>

namespace mlir::tile::sim {

/// A copy with more work than moving bytes, such as a tensor copy.
class DeferredCopy {
public:
  virtual ~DeferredCopy() = default;
  /// Moves the bytes, and marks them as written. `access` describes the thread
  /// that waited.
  virtual void complete(const SharedAccess &access) = 0;
};

/// What one thread copies, once it is done.
struct AsyncCopy {
  uint8_t *to = nullptr;
  /// Null: `value` is what is written.
  const uint8_t *from = nullptr;
  uint32_t bytes = 0;
  /// Of these, what is read; the rest is filled with zeros.
  uint32_t sourceBytes = 0;
  /// The bytes of each 16 that are written (`.cp_mask`).
  uint16_t byteMask = 0xFFFF;
  /// Combines elements of so many bytes instead of copying them.
  AtomicFunction reduce = nullptr;
  uint8_t elementBytes = 0;
  std::array<uint8_t, 16> value = {};
  /// Does the copy instead.
  std::shared_ptr<DeferredCopy> deferred;
  /// Where `from` is, if it is marked as being read.
  Block *source = nullptr;
  uint64_t sourceOffset = 0;
  /// Where `to` is, if it is marked as pending in the shadow there.
  Block *target = nullptr;
  uint64_t offset = 0;
  SharedAccess writer;

  /// Moves the bytes, and marks them as there.
  void complete();
};

/// A copy in a group of the thread that issued it.
struct GroupedCopy {
  AsyncCopy copy;
  uint8_t lane = 0;
  /// The number of the thread's groups that were committed before.
  uint32_t group = 0;
  /// In the order of issue within the warp.
  uint64_t number = 0;
  /// Of the instruction.
  uint32_t pc = 0;
};

/// The groups of a warp's threads: of cp.async, or of cp.async.bulk.
struct CopyGroups {
  std::vector<GroupedCopy> copies;
  /// Stores to global memory that are not over, if races there are followed:
  /// they may have been read already.
  struct Store {
    uint8_t lane;
    uint32_t group;
    uint32_t number;
  };
  std::vector<Store> stores;
  uint32_t committed[32] = {};
  uint64_t issued = 0;

  void add(unsigned lane, uint32_t pc, AsyncCopy copy);
  void commit(uint32_t lanes);
  /// The access is to global memory, by a copy that the lane begins now.
  void addStore(Warp &warp, unsigned lane, Access &access);
  /// The stores that the lanes committed are over, except the stores of their
  /// last `allowed` groups.
  void endStores(Warp &warp, uint32_t lanes, uint32_t allowed);
  /// Completes what the lanes committed, except their last `allowed` groups.
  void wait(Warp &warp, uint32_t lanes, uint32_t allowed);
  /// Completes what the lanes issued before the copy `number`, with a writer
  /// of that clock.
  void completeBefore(uint32_t lanes, uint64_t number, uint32_t clock);
};

struct Warp::AsyncState {
  CopyGroups groups, bulkGroups;
  MatrixState matrix;
  TensorState tensor;
};

Warp::AsyncState &getAsync(Warp &warp);

/// Counts a bulk copy by what it accesses: bytes of shared memory, in one
/// piece, or bytes of global memory in a row.
void countBulkShared(Warp &warp, uint64_t bytes);
void countBulkRow(Warp &warp, uint64_t address, uint64_t bytes);

/// Marks the target of the copy, in shared memory, as pending.
void markTarget(Warp &warp, const Inst &inst, unsigned lane, Block &target,
                uint64_t offset, AsyncCopy &copy);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_ASYNCCOPIES_H
