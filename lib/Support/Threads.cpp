//===- Threads.cpp - Work on as many threads as there can be --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/Threads.h"

#include <pthread.h>
#include <vector>

namespace {
/// What a thread begins with.
struct Start {
  llvm::function_ref<void(unsigned)> work;
  unsigned index;
};
} // namespace

static void *begin(void *data) {
  auto *start = static_cast<Start *>(data);
  start->work(start->index);
  return nullptr;
}

unsigned mlir::tile::runOnThreads(unsigned count,
                                  llvm::function_ref<void(unsigned)> work) {
  std::vector<Start> starts;
  for (unsigned i = 1; i < count; ++i)
    starts.push_back({work, i});
  std::vector<pthread_t> threads;
  threads.reserve(starts.size());
  for (Start &start : starts) {
    pthread_t thread;
    if (pthread_create(&thread, /*attr=*/nullptr, begin, &start) != 0)
      break;
    threads.push_back(thread);
  }
  work(0);
  for (pthread_t thread : threads)
    pthread_join(thread, /*retval=*/nullptr);
  return threads.size() + 1;
}
