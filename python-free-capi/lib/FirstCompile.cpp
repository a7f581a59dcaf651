//===- FirstCompile.cpp - fork() and the first compile --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstCompile.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace mlir::tile;
using namespace mlir::tile::capi;

/// The furthest stage that a compile reached, plus 1.
static std::atomic<unsigned> reached{0};
/// Held by a first compile. Nothing that is made at its first use can be had
/// here, as that, too, takes a lock.
static std::timed_mutex running;
/// Whether this thread has it.
static thread_local bool isRunning = false;

/// How fork() left the lock to its second half.
static thread_local bool isLockedByFork = false;
/// How long anybody waits for a first compile.
static constexpr std::chrono::seconds kPatience(1);

static void beforeFork() {
  // A callback of the compile may fork.
  isLockedByFork = !isRunning && running.try_lock_for(kPatience);
}

static void afterForkInParent() {
  if (isLockedByFork)
    running.unlock();
}

static void afterForkInChild() {
  if (isLockedByFork)
    running.unlock();
  else if (!isRunning)
    // Of a thread that is not here.
    new (&running) std::timed_mutex;
}

/// At the library's loading: later, a fork could come before it.
[[maybe_unused]] static const int kIsRegistered =
    pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);

FirstCompile::FirstCompile(Stage last) : last(last) {
  // A callback may compile.
  if (isRunning || reached > static_cast<unsigned>(last))
    return;
  if (!running.try_lock_for(kPatience))
    return;
  if (reached > static_cast<unsigned>(last)) {
    running.unlock();
    return;
  }
  isFirst = isRunning = true;
}

FirstCompile::~FirstCompile() {
  if (!isFirst)
    return;
  if (succeeded)
    reached = static_cast<unsigned>(last) + 1;
  isRunning = false;
  running.unlock();
}
