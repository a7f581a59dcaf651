//===- PipelinePlan.h - Schedules of loops are chosen ------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which loads of a loop are issued how many iterations ahead.
// ScheduleLoops.h has the idea.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H

#include "LoopSchedule.h"

#include "tile/Dialect/TileGPU/Transforms/ScheduleLoops.h"

namespace mlir::tilegpu {

/// The schedule that a loop is to get, and what it takes.
struct PipelinePlan : LoopSchedule {
  /// Bytes of operands that threads compute and store for each product, where
  /// it may be in flight: they have `spare` places more, too.
  int64_t storedBytes = 0;
  /// Bytes of shared memory that nothing takes, if places stay to the kernel's
  /// end.
  int64_t roomBytes = 0;
};

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

/// The columns of tensor memory for all sums of a kernel, if each has its own.
int64_t countSumColumns(FunctionOpInterface kernel);

/// Whether the load becomes an operand, not the sum, of a product, in its loop:
/// such loads are read ahead.
bool feedsDot(tile::LoadOp load);

/// Says in remarks why loads for products in loops that are never planned, or
/// in branches, are not read ahead.
void explainOtherLoops(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
