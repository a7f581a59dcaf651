//===- FirstCompile.h - fork() and the first compile ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps fork() out of a process's first compile.
//
//===----------------------------------------------------------------------===//
//
// A first compile makes tables that MLIR and LLVM make once, each under a lock.
// A child that fork() makes meanwhile has these locks closed for ever, and
// would wait at its own first compile. So the first compile that gets as far as
// a stage runs alone, and fork() waits until it is through. Nobody waits longer
// than a second: it may be stuck in a callback, or ptxas take its time. A child
// of that moment may then be unable to compile.
//
// Later compiles make tables, too, if they use what none did before; that takes
// microseconds, and is left to chance.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_FIRSTCOMPILE_H
#define TILE_CAPI_FIRSTCOMPILE_H

#include "tile/Image/KernelInfo.h"

namespace mlir::tile::capi {

/// Lives while one compile runs.
class FirstCompile {
public:
  /// Waits for another first compile; does nothing if `last` was reached
  /// before.
  explicit FirstCompile(Stage last);
  ~FirstCompile();
  FirstCompile(const FirstCompile &) = delete;

  /// The compile got there.
  void succeed() { succeeded = true; }

private:
  Stage last;
  bool isFirst = false;
  bool succeeded = false;
};

} // namespace mlir::tile::capi

#endif // TILE_CAPI_FIRSTCOMPILE_H
