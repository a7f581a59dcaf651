//===- ContextPool.h - MLIR contexts that wait for work ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a context and loading its dialects takes as long as a small kernel's
// compile; so contexts are used again.
//
//===----------------------------------------------------------------------===//
//
// A context keeps every type, attribute and location that was ever made in it.
// Each therefore serves only so many compiles and is then destroyed: memory
// stays flat whatever is compiled.
//
// No thread ever waits for the pool: where it is busy a context is made, or
// destroyed. So a child of fork() can use it whatever the parent's threads did.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_CONTEXTPOOL_H
#define TILE_CAPI_CONTEXTPOOL_H

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <mutex>
#include <vector>

namespace mlir::tile::capi {

class ContextPool {
public:
  /// `threadPool`, which may be null, is what the contexts work with.
  explicit ContextPool(llvm::ThreadPoolInterface *threadPool)
      : threadPool(threadPool) {}

  struct Entry {
    std::unique_ptr<MLIRContext> context;
    unsigned uses = 0;
  };

  /// A context for one compile.
  Entry take();
  /// Gives it back after a compile that succeeded; after one that failed it is
  /// better dropped.
  void give(Entry entry);

private:
  llvm::ThreadPoolInterface *threadPool;
  std::mutex mutex;
  std::vector<Entry> idle;
};

} // namespace mlir::tile::capi

#endif // TILE_CAPI_CONTEXTPOOL_H
