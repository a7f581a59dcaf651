//===- SessionPool.cpp - Compile sessions that wait for work --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionPool.h"

using namespace mlir;
using namespace mlir::tile::capi;

/// Compiles that a session serves.
static constexpr unsigned kMaxUses = 64;
/// Sessions that wait; about 1 MB each.
static constexpr size_t kMaxIdle = 16;

SessionPool::Entry SessionPool::take() {
  Entry entry;
  if (std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
      lock && !idle.empty()) {
    entry = std::move(idle.back());
    idle.pop_back();
  }
  bool usesThreads = threadPool && getNumForks() == home;
  if (!entry.session) {
    entry.session = std::make_unique<CompilerSession>();
    if (usesThreads)
      entry.session->getContext()->setThreadPool(*threadPool);
  } else if (threadPool && !usesThreads) {
    entry.session->getContext()->disableMultithreading();
  }
  ++entry.uses;
  return entry;
}

void SessionPool::give(Entry entry) {
  if (entry.uses >= kMaxUses)
    return;
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (lock && idle.size() < kMaxIdle)
    idle.push_back(std::move(entry));
}
