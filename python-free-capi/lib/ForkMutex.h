//===- ForkMutex.h - A mutex that no thread of a parent holds ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For what is held so long that fork() cannot wait for it, a compile.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_FORKMUTEX_H
#define TILE_CAPI_FORKMUTEX_H

#include <atomic>
#include <cstdint>
#include <mutex>

namespace mlir::tile::capi {

/// In a child of fork() this is another mutex than in its parent, and open:
/// what the mutex guards must be whole at any moment.
class ForkMutex {
public:
  ForkMutex();
  ~ForkMutex();
  ForkMutex(const ForkMutex &) = delete;

  /// This process's.
  std::mutex &get();

private:
  struct Entry {
    std::mutex mutex;
    uint64_t numForks;
  };
  std::atomic<Entry *> entry;
};

} // namespace mlir::tile::capi

#endif // TILE_CAPI_FORKMUTEX_H
