//===- ForkGate.cpp - Keeps fork() out of critical moments ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForkGate.h"

#include "Handles.h"

#include <atomic>
#include <ctime>
#include <pthread.h>

using namespace mlir::tile;
using namespace mlir::tile::capi;

/// How long anybody waits: ten seconds. The longest pass that the tests meet
/// takes 0.1 s; a busy machine makes more of it. They are waited for in small
/// parts, since the clock goes on while the process, or its machine, is halted,
/// and compiles do not: a halt then takes one part, however long it is.
static constexpr unsigned kPatienceInParts = 100;
static constexpr long kPartInNanoseconds = 100'000'000;

namespace {
/// What the gate knows. Made of what a child can make anew by assignment, and
/// initialised before any code runs: static variables need it.
struct Gate {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  unsigned numInside = 0;
  /// Work that waits to be let in by a fork that ends, and how often that was.
  unsigned numWaiting = 0;
  uint64_t numOpenings = 0;
  /// Whether a fork has the gate for itself.
  bool isForking = false;
};

struct ThisThread {
  /// WorkInsides and static variables in the making, less what WorkOutside
  /// hides.
  unsigned depth;
  /// Whether it is between the two halves of fork(), where other handlers run.
  bool isForking;
};

class Lock {
public:
  Lock();
  ~Lock();
  Lock(const Lock &) = delete;
};
} // namespace

static Gate gate;
static thread_local ThisThread self;
/// Forks that were asked for and have not ended; changes under the lock.
static std::atomic<unsigned> numWanted{0};
/// Changes only where there is one thread.
static uint64_t numForks = 0;

Lock::Lock() { pthread_mutex_lock(&gate.mutex); }
Lock::~Lock() { pthread_mutex_unlock(&gate.mutex); }

static timespec getEndOfPart() {
  timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += kPartInNanoseconds;
  if (end.tv_nsec >= 1'000'000'000) {
    end.tv_nsec -= 1'000'000'000;
    ++end.tv_sec;
  }
  return end;
}

/// Waits, with the lock, until `condition` or the end of patience; returns
/// which.
template <typename Condition> static bool waitUntil(Condition condition) {
  for (unsigned part = 0; part < kPatienceInParts && !condition(); ++part) {
    timespec end = getEndOfPart();
    while (!condition() && pthread_cond_clockwait(&gate.changed, &gate.mutex,
                                                  CLOCK_MONOTONIC, &end) == 0)
      ;
  }
  return condition();
}

/// With the lock.
static void stepIn() {
  if (numWanted && !self.isForking) {
    uint64_t before = gate.numOpenings;
    ++gate.numWaiting;
    // Whoever opens counts this as inside.
    if (waitUntil([&] { return gate.numOpenings != before; }))
      return;
    --gate.numWaiting;
  }
  ++gate.numInside;
}

/// With the lock.
static void stepOut() {
  --gate.numInside;
  if (numWanted)
    pthread_cond_broadcast(&gate.changed);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

WorkInside::WorkInside() : depth(&self.depth), isOutermost(self.depth == 0) {
  ++self.depth;
  if (!isOutermost)
    return;
  Lock lock;
  stepIn();
}

WorkInside::~WorkInside() {
  --self.depth;
  if (!isOutermost)
    return;
  Lock lock;
  stepOut();
}

void WorkInside::pause() {
  if (numWanted.load(std::memory_order_relaxed) == 0)
    return;
  // Inside something else that is inside, no place is good.
  if (!isOutermost || depth != &self.depth || self.depth != 1)
    return;
  Lock lock;
  if (numOutside != 0)
    return;
  stepOut();
  stepIn();
}

WorkOutside::WorkOutside(WorkInside &work) : work(work), depth(0) {
  if (work.depth == &self.depth)
    std::swap(depth, self.depth);
  Lock lock;
  if (work.numOutside++ == 0 && work.isOutermost)
    stepOut();
}

WorkOutside::~WorkOutside() {
  if (work.depth == &self.depth)
    std::swap(depth, self.depth);
  Lock lock;
  if (work.numOutside == 1 && work.isOutermost)
    stepIn();
  --work.numOutside;
}

void capi::enterForStatic() {
  if (self.depth++ != 0)
    return;
  Lock lock;
  // Not for a fork that is only wanted: it may wait for work that waits for
  // this.
  if (!self.isForking)
    (void)waitUntil([] { return !gate.isForking; });
  ++gate.numInside;
}

void capi::leaveForStatic() {
  if (--self.depth != 0)
    return;
  Lock lock;
  stepOut();
}

//===----------------------------------------------------------------------===//
// fork()
//===----------------------------------------------------------------------===//

uint64_t capi::getNumForks() { return numForks; }

static void beforeFork() {
  {
    Lock lock;
    ++numWanted;
    unsigned own = self.depth != 0;
    (void)waitUntil([&] { return gate.numInside == own && !gate.isForking; });
    gate.isForking = self.isForking = true;
  }
  // Only now: no thread waits for handles meanwhile.
  lockHandles();
}

static void afterForkInParent() {
  unlockHandles();
  Lock lock;
  gate.isForking = self.isForking = false;
  --numWanted;
  gate.numInside += gate.numWaiting;
  gate.numWaiting = 0;
  ++gate.numOpenings;
  pthread_cond_broadcast(&gate.changed);
}

static void afterForkInChild() {
  unlockHandles();
  // Without the threads that may hold the lock, or wait.
  gate = Gate();
  gate.numInside = self.depth != 0;
  self.isForking = false;
  numWanted = 0;
  ++numForks;
}

/// At the library's loading: later, a fork could come before it.
[[maybe_unused]] static const int kIsRegistered =
    pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
