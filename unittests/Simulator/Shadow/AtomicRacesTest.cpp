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
//===----------------------------------------------------------------------===//
// Loops of compare-and-swap
//===----------------------------------------------------------------------===//

/// The CUDA guide's own atomic addition of f64. `%d1` is the address, `load`
/// the first guess, and `more` is done with it.
static std::string addByCas(const std::string &space, const std::string &load,
                            const std::string &more = "") {
  return load + more +
         "loop:\nmov.b64 %q1, %d2;\nadd.f64 %q2, %q1, 0d3FF0000000000000;\n"
         "mov.b64 %d3, %q2;\n"
         "atom" +
         space +
         ".cas.b64 %d4, [%d1], %d2, %d3;\n"
         "setp.ne.s64 %p1, %d2, %d4;\nmov.b64 %d2, %d4;\n@%p1 bra loop;\n";
}

static void checkCas(const TestKernel &kernel, const std::string &head,
                     const std::string &space, const std::string &kind) {
  std::string load = "ld" + space + ".b64 %d2, [%d1];\n";
  TestRun run = kernel.run(head + addByCas(space, load));
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.getFindings(), "");
  EXPECT_NE(run.getNotes().find(kind), std::string::npos);
  for (const Report &report : run.result.reports)
    EXPECT_NE(report.message.find("only what a compare-and-swap expects"),
              std::string::npos)
        << report.message;
  // It is followed through copies of the address.
  EXPECT_EQ(kernel
                .run(head + "add.u64 %d5, %d1, 8;\n" +
                     addByCas(space, "ld" + space + ".b64 %d2, [%d5+-8];\n"))
                .getFindings(),
            "");
  TestKernel strict = kernel;
  strict.options.strictRaces = true;
  EXPECT_NE(strict.run(head + addByCas(space, load)).getFindings(), "");
  // What else is done with a guess.
  for (const char *more :
       {"st.global.u64 [%out], %d2;\n", "setp.eq.s64 %p2, %d2, 0;\n",
        "add.u64 %d5, %d1, %d2;\nld.b8 %b1, [%d5];\n",
        "setp.eq.s64 %p2, %d2, %d6;\n",
        "shfl.sync.idx.b32 %r9, %r9, 0, 0x1f, -1;\n"
        "cvt.u32.u64 %r8, %d2;\nshfl.sync.idx.b32 %r9, %r8, 0, 0x1f, -1;\n"})
    EXPECT_NE(kernel
                  .run(head + "mov.b64 %d6, 1;\nmov.b32 %r9, 1;\n" +
                       addByCas(space, load, more))
                  .getFindings()
                  .find(kind),
              std::string::npos)
        << more;
  // Another address.
  std::string other = addByCas(space, load);
  other.replace(other.find("[%d1], %d2"), 5, "[%d1+8]");
  EXPECT_NE(
      kernel.run(head + "atom" + space + ".add.u64 %d7, [%d1], 1;\n" + other)
          .getFindings(),
      "");
}

TEST(AtomicRacesTest, ALoadThatCompareAndSwapVerifies) {
  TestKernel kernel;
  kernel.threads = 64;
  checkCas(kernel, "ld.param.u64 %d1, [out];\n", "", "global-race");
  checkCas(kernel, "ld.param.u64 %d1, [out];\ncvta.to.global.u64 %d1, %d1;\n",
           ".global", "global-race");
  checkCas(kernel,
           ".shared .align 8 .b64 x[2];\nmov.u64 %d1, x;\n"
           "setp.eq.u32 %p3, %t, 0;\n@%p3 st.shared.b64 [x], 0;\n"
           "@%p3 st.shared.b64 [x+8], 0;\nbar.sync 0;\n",
           ".shared", "shared-race");
}

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
