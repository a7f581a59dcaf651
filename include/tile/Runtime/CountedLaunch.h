//===- CountedLaunch.h - What a launch does, in numbers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches on the simulator that say what they counted.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_COUNTEDLAUNCH_H
#define TILE_RUNTIME_COUNTEDLAUNCH_H

#include "tile/Runtime/Runtime.h"
#include "tile/Simulator/Statistics.h"

namespace mlir::tile::runtime {

struct LaunchCounts {
  /// Of the CTAs that ran, whose number is in it.
  sim::Statistics statistics;
  /// CTAs of the whole grid; of a persistent entry its programs.
  uint64_t numCTAs = 0;
  /// How many an SM of the device's target has at a time, as far as is known:
  /// by threads and shared memory, and by registers if ptxas ran.
  unsigned ctasPerSM = 1;
  /// Whether a CTA takes one program after the other (TensorMapEntry).
  bool isPersistent = false;
};

/// Runs the first CTAs of a grid on the simulator, one after the other, and
/// counts what they do. At most `maxCTAs` run (0: all), or one cluster if that
/// has more. The CTAs see the whole grid, and what they write stays. Of a
/// persistent entry each CTA runs one program, and each request for another
/// cluster fails. Fails as a launch does, and with
/// Unsupported for a kernel on a GPU.
llvm::Expected<LaunchCounts>
countLaunch(Kernel &kernel, Grid grid, llvm::ArrayRef<LaunchArgument> arguments,
            uint64_t maxCTAs);

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_COUNTEDLAUNCH_H
