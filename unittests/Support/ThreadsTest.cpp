//===- ThreadsTest.cpp - Work on as many threads as there can be ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/Threads.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cerrno>
#include <pthread.h>
#include <set>
#include <vector>

using namespace mlir::tile;

/// How many threads can still be made.
static unsigned threadsLeft;

extern "C" {
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                          void *(*start)(void *), void *data);
// NOLINTNEXTLINE(readability-identifier-naming)
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                          void *(*start)(void *), void *data) {
  if (threadsLeft == 0)
    return EAGAIN;
  --threadsLeft;
  return __real_pthread_create(thread, attr, start, data);
}
}

namespace {

/// Runs 1000 steps on `count` threads, of which `possible` can be made beside
/// the calling one; returns the indices that were called.
std::multiset<unsigned> runSteps(unsigned count, unsigned possible) {
  threadsLeft = possible;
  std::atomic<unsigned> next{0};
  std::vector<std::atomic<unsigned>> done(1000), called(count + 1);
  pthread_t caller = pthread_self();
  std::atomic<bool> isCaller{true};
  unsigned number = runOnThreads(count, [&](unsigned index) {
    ++called[index];
    if ((pthread_equal(pthread_self(), caller) != 0) != (index == 0))
      isCaller = false;
    for (unsigned step; (step = next++) < done.size();)
      ++done[step];
  });
  for (std::atomic<unsigned> &step : done)
    EXPECT_EQ(step, 1u);
  EXPECT_TRUE(isCaller);
  std::multiset<unsigned> indices;
  for (unsigned i = 0; i <= count; ++i)
    for (unsigned k = 0; k < called[i]; ++k)
      indices.insert(i);
  EXPECT_EQ(indices.size(), number);
  return indices;
}

using Indices = std::multiset<unsigned>;

TEST(Threads, AreAsManyAsAskedFor) {
  EXPECT_EQ(runSteps(4, 100), (Indices{0, 1, 2, 3}));
  EXPECT_EQ(threadsLeft, 97u);
}

TEST(Threads, AreFewerWhereNoMoreCanBeMade) {
  EXPECT_EQ(runSteps(8, 2), (Indices{0, 1, 2}));
}

TEST(Threads, TheCallersAloneWhereNoneCanBeMade) {
  EXPECT_EQ(runSteps(8, 0), (Indices{0}));
}

TEST(Threads, NoneIsMadeForTheCallersShare) {
  EXPECT_EQ(runSteps(1, 100), (Indices{0}));
  EXPECT_EQ(runSteps(0, 100), (Indices{0}));
  EXPECT_EQ(threadsLeft, 100u);
}

} // namespace
