//===- ProgressTest.cpp - How far a run is, on a terminal -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Progress.h"

#include "gtest/gtest.h"

#include <thread>

using namespace mlir::tile::run;

namespace {

const std::string kErase = "\r\x1b[K";

/// A progress whose clock the test sets.
struct Fixture {
  explicit Fixture(bool isTerminal = true)
      : os(text), progress("CTAs", os, isTerminal, [this] { return now; }) {}

  /// What was written since the last call.
  std::string take() {
    std::string taken = os.str();
    text.clear();
    return taken;
  }

  double now = 100;
  std::string text;
  llvm::raw_string_ostream os;
  Progress progress;
};

TEST(Progress, AShortRunShowsNothing) {
  Fixture f;
  f.progress.update(1, 10);
  f.now = 101.9;
  f.progress.update(9, 10);
  f.progress.finish();
  EXPECT_EQ(f.take(), "");
}

TEST(Progress, NothingIfNotATerminal) {
  Fixture f(/*isTerminal=*/false);
  f.now = 200;
  f.progress.update(5, 10);
  f.progress.finish();
  EXPECT_EQ(f.take(), "");
}

TEST(Progress, TheLine) {
  Fixture f;
  f.now = 104;
  f.progress.update(25, 100);
  EXPECT_EQ(f.take(), kErase + "25% [######..................] 25 of 100 CTAs, "
                               "12 s left");
  f.now = 108;
  f.progress.update(100, 100);
  EXPECT_EQ(f.take(), kErase + "100% [########################] 100 of 100 "
                               "CTAs, 0 s left");
}

TEST(Progress, NoGuessBeforeTheFirstUnit) {
  Fixture f;
  f.now = 103;
  f.progress.update(0, 8);
  EXPECT_EQ(f.take(), kErase + "0% [........................] 0 of 8 CTAs");
}

TEST(Progress, DrawsTenTimesASecond) {
  Fixture f;
  f.now = 103;
  f.progress.update(1, 8);
  EXPECT_NE(f.take(), "");
  f.now = 103.09;
  f.progress.update(2, 8);
  EXPECT_EQ(f.take(), "");
  f.now = 103.11;
  f.progress.update(3, 8);
  EXPECT_NE(f.take(), "");
}

TEST(Progress, ErasesItself) {
  Fixture f;
  f.now = 103;
  f.progress.update(1, 8);
  f.take();
  f.progress.finish();
  EXPECT_EQ(f.take(), kErase);
  f.progress.finish();
  f.now = 110;
  f.progress.update(2, 8);
  EXPECT_EQ(f.take(), "");
}

TEST(Progress, LateReportsDoNotGoBack) {
  Fixture f;
  f.now = 103;
  f.progress.update(6, 8);
  f.take();
  f.now = 104;
  f.progress.update(4, 8);
  EXPECT_NE(f.take().find("6 of 8"), std::string::npos);
}

TEST(Progress, NoUnitsAtAll) {
  Fixture f;
  f.now = 103;
  f.progress.update(0, 0);
  EXPECT_EQ(f.take(), "");
}

TEST(Progress, ManyThreads) {
  Fixture f;
  f.now = 103;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&f, t] {
      for (unsigned k = 0; k < 1000; ++k)
        f.progress.update(t * 1000 + k, 4000);
    });
  for (std::thread &thread : threads)
    thread.join();
  // The clock stands: one line.
  EXPECT_EQ(f.take().find(kErase, 1), std::string::npos);
}

TEST(Progress, Seconds) {
  EXPECT_EQ(formatSeconds(0), "0 s");
  EXPECT_EQ(formatSeconds(7.2), "8 s");
  EXPECT_EQ(formatSeconds(60), "1 min 0 s");
  EXPECT_EQ(formatSeconds(200), "3 min 20 s");
  EXPECT_EQ(formatSeconds(7500), "2 h 5 min");
}

} // namespace
