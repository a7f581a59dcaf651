//===- TensorMemory.h - The memory of tcgen05 -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16 "TensorCore 5th Generation Family Instructions": a CTA's
// tensor memory, who may use what of it, and in which order.
//
//===----------------------------------------------------------------------===//
//
// Tensor memory has 128 lanes and 512 columns of 32-bit words. An address is
// `lane << 16 | column`. A warp reaches the 32 lanes of its rank in its
// warpgroup. Columns are allocated, 32 at least.
//
// Operations are asynchronous. A warp has three pipes, and counts what it
// issues to each: its loads, its stores, and its products with the copies that
// feed them (tcgen05.mma and .cp), which run in the order of issue. What a warp
// knows to be over is in its vector clock (SharedShadow.h), after the places
// of the warpgroups, five places per warp:
//
//     loads, stores    how many of the warp's are over: tcgen05.wait::ld, ::st
//     products         the same: a wait for the mbarrier of a tcgen05.commit
//     fenced loads,    of these, how many were over at the warp's last
//     fenced stores    tcgen05.fence::before_thread_sync
//
// Barriers join clocks, these places too. An operation may follow another one
// if its warp knows that the other is over. To be right by the letter it takes
// two fences more: the earlier one must be fenced (a commit does that), and the
// later warp must have executed tcgen05.fence::after_thread_sync since it
// learned of it:
//
//     warp 0                         warp 1
//     tcgen05.st        store 1
//     tcgen05.wait::st  0 knows 1
//     fence::before     0 fenced 1
//     bar.sync                       bar.sync          knows both
//                                    fence::after      may use both
//                                    tcgen05.mma       ordered
//
// As Triton leaves these fences out, they are asked for by strictRaces alone.
//
// Words are followed as a group of 16 lanes in one column: nothing accesses
// fewer lanes, except tcgen05.mma with a mask of lanes.
//
// A product is computed when it is issued, in the simulator's order; who reads
// its result without a wait gets a finding, and the right number.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_TENSORMEMORY_H
#define TILE_LIB_SIMULATOR_TENSORMEMORY_H

#include "Shadow/GlobalShadow.h"
#include "Warp.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <vector>

namespace mlir::tile::sim {

enum class TensorPipe : uint8_t { Load, Store, Product };
inline constexpr unsigned kNumTensorPipes = 3;
/// Places of a warp in a clock: one per pipe, and the fenced loads and stores.
inline constexpr unsigned kTensorPlaces = 5;

/// An access, as it is remembered.
struct TensorAccess {
  /// Of the cluster.
  uint16_t warp = 0;
  TensorPipe pipe = TensorPipe::Load;
  /// Among the operations of the pipe, from 1 on; 0: there was none.
  uint32_t number = 0;
  uint32_t pc = 0;
};

/// A part of a CTA's tensor memory.
struct TensorRange {
  unsigned lane = 0, numLanes = 0, column = 0, numColumns = 0;
};

class TensorMemory {
public:
  static constexpr unsigned kLanes = 128, kColumns = 512, kQuarterLanes = 32;
  /// The least that is allocated, and the lanes that are followed together.
  static constexpr unsigned kUnit = 32, kGroupLanes = 16;

  TensorMemory()
      : words(kLanes * kColumns), undefined(kLanes * kColumns, 1),
        cells(kLanes / kGroupLanes * kColumns) {}

  /// The lanes of a column are side by side.
  uint32_t *at(unsigned lane, unsigned column) {
    return words.data() + column * kLanes + lane;
  }
  /// 1 for each word that has undefined bits.
  uint8_t *undefinedAt(unsigned lane, unsigned column) {
    return undefined.data() + column * kLanes + lane;
  }
  bool hasUndefined(const TensorRange &range) const;

  struct Allocation {
    unsigned column = 0, count = 0;
    uint32_t pc = 0;
    /// By an instruction with .cta_group::2.
    bool isPair = false;
  };
  llvm::SmallVector<Allocation, 4> allocations;
  /// The instruction that gave up the right to allocate; 0: there was none.
  uint32_t relinquished = 0;
  /// The first columns that are free, or nothing.
  std::optional<unsigned> findFree(unsigned count) const;
  void allocate(const Allocation &allocation);
  /// Null if not all of the columns are of one allocation.
  const Allocation *find(unsigned column, unsigned count) const;
  void free(const Allocation *allocation);

  struct Cell {
    TensorAccess writer;
    /// The last of each pipe that has read since.
    llvm::SmallVector<TensorAccess, 1> readers;
  };
  Cell &getCell(unsigned group, unsigned column) {
    return cells[column * (kLanes / kGroupLanes) + group];
  }

private:
  std::vector<uint32_t> words;
  std::vector<uint8_t> undefined;
  std::vector<Cell> cells;
};

/// What a warp has issued.
struct TensorState {
  uint32_t issued[kNumTensorPipes] = {};
  /// Of each lane: its last product or copy, and whether it was one of a pair.
  uint32_t lastProduct[kNumLanes] = {};
  bool isPair[kNumLanes] = {};
  /// The clock at the last fence::after_thread_sync.
  VectorClock usable;
  /// Registers that are loaded, by offset in `frame`: the instruction.
  llvm::DenseMap<uint32_t, uint32_t> loading;
  Frame *frame = nullptr;
};

/// Whether the instruction is a tcgen05.ld.
bool isTensorLoad(const InstInfo &info);

/// The CTA's tensor memory; null, after a report, if the range is not all of
/// one allocation.
TensorMemory *accessTensor(Warp &w, const Inst &i, unsigned lane, Block &block,
                           const TensorRange &range);
/// Notes an access and reports what does not order it. `number`: of the pipe.
/// `isFreed`: all must be over, and no fence is needed.
void followTensor(Warp &w, const Inst &i, unsigned lane, Block &block,
                  const TensorRange &range, TensorPipe pipe, uint32_t number,
                  AccessKind kind, bool isFreed = false);
/// At the end of the CTA, whose last warp this is: reports what is allocated.
void reportTensorLeaks(Warp &w);
/// Reports if an instruction writes a register that is being loaded.
void followLoading(Warp &w, const Inst &inst, const InstInfo &info);

/// The next number of a pipe.
uint32_t issueTensor(Warp &w, TensorPipe pipe);
/// A product or copy of the lane, and its number.
uint32_t issueProduct(Warp &w, unsigned lane, bool isPair);

/// "columns 32 to 63 of lanes 0 to 127 of tensor memory"
std::string describe(const TensorRange &range);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_TENSORMEMORY_H
