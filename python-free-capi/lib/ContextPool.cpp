//===- ContextPool.cpp - MLIR contexts that wait for work -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextPool.h"

#include "tile/Compiler/Compiler.h"

using namespace mlir;
using namespace mlir::tile::capi;

/// Compiles that a context serves.
static constexpr unsigned kMaxUses = 64;
/// Contexts that wait; about 1 MB each.
static constexpr size_t kMaxIdle = 16;

ContextPool::Entry ContextPool::take() {
  Entry entry;
  if (std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
      lock && !idle.empty()) {
    entry = std::move(idle.back());
    idle.pop_back();
  }
  if (!entry.context) {
    entry.context = Compiler::createContext();
    if (threadPool)
      entry.context->setThreadPool(*threadPool);
  }
  ++entry.uses;
  return entry;
}

void ContextPool::give(Entry entry) {
  if (entry.uses >= kMaxUses)
    return;
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (lock && idle.size() < kMaxIdle)
    idle.push_back(std::move(entry));
}
