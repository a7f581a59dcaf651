//===- CheckSchedule.cpp - Schedules that hang or use places too early ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the numbers of iterations with which ScheduleRun.h runs a kernel.
// docs/rationale.md says why these are enough.
//
//===----------------------------------------------------------------------===//

#include "ScheduleRun.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHECKSCHEDULE
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static LogicalResult checkSchedule(FunctionOpInterface func, int depth,
                                   bool showRemarks) {
  if (hasCTAPairs(func)) {
    if (showRemarks)
      func.emitRemark("the waits and arrivals of this kernel are not checked, "
                      "as CTAs of a pair signal each other's barriers");
    return success();
  }
  ScheduleProgram program(func);
  if (program.problem) {
    if (showRemarks)
      program.problem->emitRemark(
          "the waits and arrivals of this kernel are not checked, as it is not "
          "known what this operation does");
    return success();
  }
  ScheduleRun run(func, program);
  constexpr int kFew = 3;
  int most = 2 * depth + 2, numLoops = program.loops.size();
  DenseSet<uint64_t> seen;
  auto runWith = [&](int alone, int trips, int others) {
    program.reset(/*withRests=*/alone >= 0);
    bool isSet = alone < 0;
    for (auto [number, loop] : llvm::enumerate(program.loops)) {
      bool isThis = int(number) == alone;
      int some = isThis || alone < 0 ? trips : others;
      if (!isThis && loop.hasLoops)
        some = alone < 0 ? std::min(trips, kFew) : 1;
      isSet |= program.setTrips(loop, some) && isThis;
    }
    uint64_t inputs =
        llvm::hash_combine(program.hashInputs(), program.numPrograms);
    return isSet && seen.insert(inputs).second ? run.run() : success();
  };
  // One, and so many that each answer's place is used once more, or twice more.
  if (program.hasPrograms)
    for (int programs : {1, depth + 1, most}) {
      program.numPrograms = programs;
      if (failed(runWith(/*alone=*/-1, /*trips=*/1, /*others=*/1)))
        return failure();
    }
  program.numPrograms = std::min(kFew, most);
  // All loops have the same number of iterations; or one has, while the others
  // have none, or enough to have used each place of a ring.
  for (int trips = 0; trips <= most; ++trips)
    if (failed(runWith(/*alone=*/-1, trips, trips)))
      return failure();
  for (int alone = 0; alone < numLoops; ++alone)
    for (int others : {0, depth + 1})
      for (int trips = 0; trips <= most; ++trips)
        if (failed(runWith(alone, trips, others)))
          return failure();
  for (ScheduleLoop &loop : program.loops)
    if (showRemarks && !run.reached.test(loop.body))
      loop.op.emitRemark("the waits and arrivals of this loop are not checked, "
                         "as no arguments were found with which it has "
                         "iterations");
  return success();
}

namespace {
struct TileCheckSchedule
    : tile::impl::TileCheckScheduleBase<TileCheckSchedule> {
  using TileCheckScheduleBase::TileCheckScheduleBase;

  void runOnOperation() override {
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      int depth = 0;
      func.walk([&](MBarrierInitOp init) {
        auto type = cast<MemDescType>(init.getBarriers().getType());
        depth = std::max<int>(depth, type.getNumPlaces().value_or(1));
      });
      if (depth == 0 || getNumWarps(func) == 0)
        continue;
      ++numKernels;
      if (failed(checkSchedule(func, depth, showRemarks)))
        return signalPassFailure();
    }
  }
};
} // namespace
