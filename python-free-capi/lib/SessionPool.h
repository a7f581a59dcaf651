//===- SessionPool.h - Compile sessions that wait for work ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a context, its pass managers and a target machine takes as long as a
// small kernel's compile; so they are used again.
//
//===----------------------------------------------------------------------===//
//
// A context keeps every type, attribute and location that was ever made in it.
// Each session therefore serves only so many compiles and is then destroyed:
// memory stays flat whatever is compiled.
//
// A pool that ends leaves its sessions to the pools that come after it: a
// program may make a compiler for each kernel, as each has its own options.
// Only a context with a thread pool goes with its pool, as the threads are the
// program's.
//
// No thread ever waits for the pool: where it is busy a session is made, or
// destroyed. So a child of fork() can use it whatever the parent's threads did.
// It has none of the threads of a thread pool, and so works without that.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_SESSIONPOOL_H
#define TILE_CAPI_SESSIONPOOL_H

#include "ForkGate.h"

#include "tile/Compiler/Compiler.h"

#include <memory>
#include <mutex>
#include <vector>

namespace mlir::tile::capi {

class SessionPool {
public:
  /// `threadPool`, which may be null, is what the contexts work with.
  explicit SessionPool(llvm::ThreadPoolInterface *threadPool)
      : threadPool(threadPool) {}
  ~SessionPool();
  SessionPool(const SessionPool &) = delete;

  struct Entry {
    std::unique_ptr<CompilerSession> session;
    unsigned uses = 0;
  };

  /// A session for one compile.
  Entry take();
  /// Gives it back after a compile that succeeded; after one that failed it is
  /// better dropped.
  void give(Entry entry);

private:
  llvm::ThreadPoolInterface *threadPool;
  /// Where the thread pool has its threads.
  const uint64_t home = getNumForks();
  std::mutex mutex;
  std::vector<Entry> idle;
};

} // namespace mlir::tile::capi

#endif // TILE_CAPI_SESSIONPOOL_H
