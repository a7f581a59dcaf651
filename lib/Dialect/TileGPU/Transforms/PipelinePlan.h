//===- PipelinePlan.h - What of a loop runs ahead ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loads of a loop are issued how many iterations ahead, and what has to
// run ahead with them. PipelineLoops.h has the idea.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H

#include "ProducerWarp.h"

#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tilegpu {

/// What of a loop's body makes some values.
struct LoopSlice {
  /// In the order of the body; without effects.
  SmallVector<Operation *> ops;
  /// Values carried from iteration to iteration that they read. What an
  /// iteration hands on to these is made by `ops`, too.
  llvm::SmallSetVector<BlockArgument, 4> args;
  /// Loads that they read: these run one more iteration ahead.
  llvm::SmallSetVector<tile::LoadOp, 4> loads;
  bool usesInductionVar = false;
};

/// What runs `distance` iterations ahead.
struct AheadGroup {
  unsigned distance = 0;
  LoopSlice slice;
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

/// How what a load reads comes to shared memory.
enum class AheadKind {
  /// By a copy.
  Copy,
  /// By a copy where the mask is true everywhere, or else by a load and a
  /// store.
  CopyIfFull,
  /// By a bulk copy of a box, that one thread makes.
  Box,
  /// By a load, whose results wait in registers, and a store.
  Registers
};

/// How a loop is pipelined.
struct PipelinePlan {
  scf::ForOp loop;
  /// Iterations that copies are issued ahead; they have one place more, and
  /// those that are spare.
  unsigned distance = 0;
  /// Places more than that, for what products of the iteration before still
  /// read: 0 or 1.
  unsigned spare = 0;
  /// Bytes of operands that threads compute and store for each product, where
  /// it may be in flight: they have `spare` places more, too.
  int64_t storedBytes = 0;
  /// The loads that go through shared memory.
  llvm::MapVector<Operation *, AheadKind> loads;
  /// In ascending order of distance; none if the producer warp copies.
  SmallVector<AheadGroup, 0> groups;
  /// Bytes of shared memory that nothing takes, if places stay to the kernel's
  /// end.
  int64_t roomBytes = 0;
  /// Whether all loads are boxes that the producer warp may copy.
  bool hasProducer = false;
  /// Whether the product warp multiplies: the loop has nothing but a product.
  bool hasProductWarp = false;
  /// Where each CTA of a pair has its half of the right operand, which this
  /// load loads (CTAPairs.h). None if CTAs multiply alone.
  tile::LoadOp shared;
  MemDescType sharedPlace;
  /// What it needs for that, of the kernel as it was planned.
  ScalarSlice slice;

  /// Of copies.
  unsigned getNumPlaces() const { return distance + 1 + spare; }
  unsigned getNumPlaces(tile::LoadOp load) const {
    return isCopy(load) ? getNumPlaces() : 2;
  }
  bool isCopy(tile::LoadOp load) const {
    return loads.lookup(load) != AheadKind::Registers;
  }
  bool isBox(tile::LoadOp load) const {
    return loads.lookup(load) == AheadKind::Box;
  }
};

/// The type of `count` places for what a load of the plan reads.
MemDescType getPlaces(const PipelinePlan &plan, tile::LoadOp load,
                      unsigned count);

/// The type of `count` places for what a load reads.
MemDescType getPlaces(tile::LoadOp load, unsigned count);

/// Plans the loops of a function that have something to gain; those inside come
/// first. Says in remarks what stands in the way.
SmallVector<PipelinePlan, 0> planLoops(FunctionOpInterface func,
                                       const PipelineSettings &settings,
                                       const tile::ModuleAxisInfo &axisInfo);

/// Bytes of shared memory that a plan's places take.
int64_t getBytes(const PipelinePlan &plan);

/// Bytes that operations of `region` may need in shared memory, other than
/// those that `isPlanned` says have their place; not less than they will.
int64_t getOtherBytes(Region &region,
                      function_ref<bool(Operation *)> isPlanned);

/// How many CTAs share an SM, by the places of the loop's copies and the sums
/// of its products; if it has one, also by the registers of the producer warp.
/// `ofKernel`: by the sums of the kernel's loop that has most.
int64_t getCTAsPerSM(const PipelinePlan &plan, bool hasProducer,
                     bool ofKernel = false);

/// Sets what the producer warp needs for the plan's loads, or says why it
/// cannot copy them.
std::string setSlice(PipelinePlan &plan);

/// The columns of tensor memory for all sums of a kernel, if each has its own.
int64_t countSumColumns(FunctionOpInterface kernel);

/// Whether the load becomes an operand, not the sum, of a product, in its loop:
/// such loads are read ahead.
bool feedsDot(tile::LoadOp load);

/// The loads of boxes that the producer warp may copy, by the first product
/// that takes each.
SmallVector<SmallVector<tile::LoadOp>> groupBoxes(const PipelinePlan &plan);

/// Whether one more warp may run next to a kernel: nothing in it counts threads
/// in its own way.
bool mayHaveProducerWarp(FunctionOpInterface kernel);

/// Says in remarks why loads for products in loops that are never planned, or
/// in branches, are not read ahead.
void explainOtherLoops(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
