//===- ForkMutex.cpp - A mutex that no thread of a parent holds -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForkMutex.h"

#include "ForkGate.h"

using namespace mlir::tile::capi;

ForkMutex::ForkMutex() : entry(new Entry{{}, getNumForks()}) {}
ForkMutex::~ForkMutex() { delete entry.load(); }

std::mutex &ForkMutex::get() {
  Entry *current = entry.load(std::memory_order_acquire);
  if (current->numForks == getNumForks())
    return current->mutex;
  // The parent's stays: it may be locked, and by this very thread, which forked
  // in a callback.
  auto *made = new Entry{{}, getNumForks()};
  if (entry.compare_exchange_strong(current, made))
    return made->mutex;
  delete made;
  return current->mutex;
}
