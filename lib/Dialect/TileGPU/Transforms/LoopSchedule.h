//===- LoopSchedule.h - What of a loop runs ahead ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedule of a loop: which loads are issued how many iterations ahead, and
// what has to run ahead with them. tile-schedule-loops writes it as attributes,
// and tile-pipeline-loops reads them. PipelineLoops.h has the idea.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPSCHEDULE_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPSCHEDULE_H

#include "ProducerWarp.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tilegpu {

/// What runs `distance` iterations ahead.
struct AheadGroup {
  unsigned distance = 0;
  /// What makes addresses and masks, in the order of the body; without effects.
  SmallVector<Operation *> ops;
  /// Values carried from iteration to iteration that these read. What an
  /// iteration hands on to them is made by `ops`, too.
  SmallVector<BlockArgument> args;
  bool usesInductionVar = false;
  /// Loads that `ops` read, which run one more iteration ahead.
  llvm::SmallSetVector<tile::LoadOp, 4> read;
  /// Loads that are copies to shared memory.
  SmallVector<tile::LoadOp> copies;
  /// Loads whose results, there since the iteration before, are stored to
  /// shared memory.
  SmallVector<tile::LoadOp> stores;
  /// Loads whose results the group one less ahead takes in registers.
  llvm::SmallSetVector<tile::LoadOp, 4> loads;

  /// The loads whose results come from the group one further ahead.
  SmallVector<tile::LoadOp> getTaken() const;
};

/// How a load runs ahead, and the type of a place for what it reads.
struct AheadLoad {
  AheadKind kind = AheadKind::Copy;
  MemDescType place;
};

struct LoopSchedule {
  scf::ForOp loop;
  /// Iterations that copies are issued ahead; they have one place more, and
  /// those that are spare.
  unsigned distance = 1;
  /// Places more than that, for what products of the iteration before still
  /// read: 0 or 1.
  unsigned spare = 0;
  /// Whether each copy comes after what reads its place, in which it then goes:
  /// there are as many places as iterations ahead.
  bool inPlace = false;
  /// The loads that go through shared memory.
  llvm::MapVector<Operation *, AheadLoad> loads;
  /// Whether all loads are boxes that the producer warp copies.
  bool hasProducer = false;
  /// Whether the product warp multiplies: the loop has nothing but a product.
  bool hasProductWarp = false;
  /// What runs ahead, in ascending order of distance, if threads copy.
  SmallVector<AheadGroup, 0> groups;
  /// What the producer warp needs, if that copies. `readSchedules` sets it.
  ScalarSlice slice;

  /// Of copies.
  unsigned getNumPlaces() const { return distance + !inPlace + spare; }
  /// The type of all places of a load.
  MemDescType getPlaces(tile::LoadOp load) const;
  bool isCopy(tile::LoadOp load) const {
    return loads.lookup(load).kind != AheadKind::Registers;
  }
  bool isBox(tile::LoadOp load) const {
    return loads.lookup(load).kind == AheadKind::Box;
  }
  bool hasOnlyBoxes() const;
  bool canCopyInPlace() const;
};

/// Writes a schedule as attributes of the loop and of its loads.
void writeSchedule(const LoopSchedule &schedule);

/// The schedules of a function's loops that have one; those inside come first.
/// Fails after an error at what cannot be.
FailureOr<SmallVector<LoopSchedule, 0>> readSchedules(FunctionOpInterface func);

/// Sets what runs ahead; or says why it cannot.
std::string findGroups(LoopSchedule &schedule);

/// Adds to a slice what the producer warp needs for the loop's loads; or says
/// why it cannot copy them.
std::string addToSlice(ScalarSlice &slice, const LoopSchedule &schedule);

/// The loads of boxes that the producer warp may copy, by the first product
/// that takes each.
SmallVector<SmallVector<tile::LoadOp>> groupBoxes(const LoopSchedule &schedule);

/// The loop around that asks for one loop of both; null if there is none.
scf::ForOp getFlattened(scf::ForOp loop);

/// Whether the operation is a loop, or has one.
bool hasLoop(Operation *op);

/// Whether caches may answer the load: then it may be made earlier.
bool isCached(tile::LoadOp load);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPSCHEDULE_H
