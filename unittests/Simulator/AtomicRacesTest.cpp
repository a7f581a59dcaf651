//===- AtomicRacesTest.cpp - Atomic operations beside plain accesses ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations do not race with each other. So none of them hides a plain
// access before it from the accesses that come later, in whichever order the
// threads run. Each mistake has a twin that is right.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;

namespace {
/// What is done with a counter: the first thread of each warp adds to it, and
/// one of them, in which `%p1` is true, makes a plain access, before or behind.
struct Counter {
  const char *name;
  std::string first, second;
  bool isBehind;
};
} // namespace

static std::vector<Counter> getCounters(const std::string &space,
                                        const std::string &place) {
  std::string count = "@%p2 red" + space + ".add.u32 " + place + ", 1;\n";
  std::string set = "@%p1 st" + space + ".b32 " + place + ", 5;\n";
  std::string get = "@%p1 ld" + space + ".b32 %r9, " + place + ";\n";
  return {{"set before", set, count, false},
          {"set behind", count, set, true},
          {"read before", get, count, false},
          {"read behind", count, get, true}};
}

/// `%p1` is true in this thread of the grid, `%p2` in the first of each warp.
static std::string choose(unsigned thread) {
  return "setp.eq.u32 %p1, %cta, " + std::to_string(thread) +
         ";\nand.b32 %r1, %t, 31;\nsetp.eq.u32 %p2, %r1, 0;\n";
}

/// In all threads there is a race, except behind in the one that happens to
/// count last: by its own operation it has observed those of the others.
static void expectRaces(const TestKernel &kernel, const std::string &head,
                        const Counter &counter, const char *kind) {
  unsigned numRaces = 0;
  for (unsigned thread : {0, 32, 64}) {
    TestRun run =
        kernel.run(head + choose(thread) + counter.first + counter.second);
    EXPECT_EQ(run.errors, "");
    numRaces += run.getFindings().find(kind) != std::string::npos;
  }
  EXPECT_EQ(numRaces, counter.isBehind ? 2u : 3u) << counter.name;
}

static void expectClean(const TestKernel &kernel, const std::string &head,
                        const Counter &counter) {
  for (unsigned thread : {0, 32, 64}) {
    SCOPED_TRACE(counter.name + (" in thread " + std::to_string(thread)));
    TestRun run = kernel.runClean(head + choose(thread) + counter.first +
                                  "bar.sync 0;\n" + counter.second);
    EXPECT_EQ(run.getNotes(), "");
  }
}

TEST(AtomicRacesTest, ACounterInSharedMemory) {
  TestKernel kernel;
  kernel.threads = 96;
  std::string head = ".shared .b32 x;\n" + choose(7) +
                     "@%p1 st.shared.b32 [x], 0;\nbar.sync 0;\n";
  for (const Counter &counter : getCounters(".shared", "[x]")) {
    expectRaces(kernel, head, counter, "shared-race");
    expectClean(kernel, head, counter);
  }
}

TEST(AtomicRacesTest, ACounterInGlobalMemory) {
  TestKernel kernel;
  kernel.threads = 96;
  std::string head = "ld.param.u64 %d1, [out];\nbar.sync 0;\n";
  for (const Counter &counter : getCounters(".global", "[%d1]")) {
    expectRaces(kernel, head, counter, "global-race");
    expectClean(kernel, head, counter);
  }
}

TEST(AtomicRacesTest, ACounterOfManyCTAs) {
  TestKernel kernel;
  kernel.options.threads = 1;
  kernel.blocks = 3;
  for (const Counter &counter : getCounters(".global", "[%d1]"))
    expectRaces(kernel, "ld.param.u64 %d1, [out];\n", counter, "global-race");
}
