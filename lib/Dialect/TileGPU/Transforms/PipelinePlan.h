//===- PipelinePlan.h - Schedules of loops are chosen ------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which loads of a loop are issued how many iterations ahead.
// PipelineLoops.h explains what becomes of them.
//
//===----------------------------------------------------------------------===//
//
// 1. The attributes
//
// Each load that runs ahead says how far, how, and what places are there for
// what it reads: `tilegpu.ahead`. What makes its address and mask runs ahead
// with it; no attribute says that. The loop says what is about all its loads:
// `tilegpu.producer_warp`, `tilegpu.product_warp`,
// `tilegpu.products_in_flight`. A schedule may be changed, or written, in a
// text. tile-pipeline-loops refuses what is not possible, but not what is not
// wise, nor loads ahead of stores of their own loop to the same memory.
//
// 2. Which loops
//
// Loops with loads that lead to operands of products: the number of stages is
// an option. A loop that says `tile.num_stages` is pipelined by what it says, 1
// being not at all, and all of its loads of tiles are. If shared memory is too
// small, there are fewer stages, and a remark says so.
//
// Of a nest each loop is pipelined by itself. The loads of an outer loop have
// two stages, which do since an iteration is long, and what shared memory the
// inner loops leave. What makes their addresses must not come from an inner
// loop.
//
// 3. What does not become a copy
//
// A copy takes 4, 8 or 16 bytes of a row. A load of a product's operand that
// cannot be one is issued two iterations ahead, waits in registers, and is
// stored to one of two places one iteration ahead; if it has many elements,
// such that the products would lack the registers, it stays where it is.
//
// A load stays where it is if it is volatile, or if the loop may write what it
// reads: stores to what comes from the same argument of the kernel, atomic
// operations, barriers, and inline asm and calls that touch memory. A remark
// says so. A relaxed atomic operation whose result nothing reads orders
// nothing, and is as a store.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H

#include "LoopSchedule.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/TileGPU/Transforms/AutoChoice.h"

namespace mlir::tilegpu {

struct PipelineSettings {
  /// Iterations in flight, unless a loop says how many.
  unsigned numStages = 3;
  /// Of shared memory, the most for each loop.
  int64_t sharedBytes = 0;
  /// For which loops of boxes a warp of its own copies. Those with several
  /// products gain.
  AutoChoice producerWarp = AutoChoice::Auto;
  /// Which kernels with such a warp take programs one after the other
  /// (PersistentGrid.h).
  AutoChoice persistentGrid = AutoChoice::Auto;
  /// Whether the CTAs of a cluster may share a loop's iterations
  /// (SplitLoops.h).
  bool splitLoops = false;
  /// Which of these multiply by pairs of CTAs (CTAPairs.h).
  AutoChoice ctaPairs = AutoChoice::Auto;
  /// Whether a CTA may take the program of another one that has not begun.
  bool hasClusterLaunchControl = false;
  /// Whether loads in loops in loops may be boxes. They need the warp.
  bool boxesInLoops = false;
};

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

/// Says in remarks why loads for products in loops that are never planned, or
/// in branches, are not read ahead.
void explainOtherLoops(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PIPELINEPLAN_H
