//===- Threads.h - Work on as many threads as there can be ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads for work that needs none: where the system refuses to make them
// (limits on processes, tasks or address space), the caller does the work.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_THREADS_H
#define TILE_SUPPORT_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile {

/// Calls `work(0)` on the calling thread, and `work(1)` to `work(count - 1)`
/// each on a thread of its own, as far as threads can be made. Returns when all
/// of these calls have, and how many there were, at least one. So `work` takes
/// from a common store what is to be done, until nothing is left.
///
/// std::thread and llvm::thread end the process where a thread cannot be made.
unsigned runOnThreads(unsigned count, llvm::function_ref<void(unsigned)> work);

} // namespace mlir::tile

#endif // TILE_SUPPORT_THREADS_H
