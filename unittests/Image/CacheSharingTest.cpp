//===- CacheSharingTest.cpp - Threads and processes that share a cache ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"

#include "TestFolder.h"
#include "TestImages.h"

#include <csignal>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir::tile;
using llvm::StringRef;
using std::chrono::hours;
using std::chrono::minutes;
namespace fs = llvm::sys::fs;

namespace {

TEST(CacheSharing, ProcessesStoreTheSameKey) {
  TestFolder folder;
  constexpr unsigned numChildren = 3;
  pid_t children[numChildren];
  for (unsigned i = 0; i < numChildren; ++i) {
    children[i] = fork();
    ASSERT_GE(children[i], 0);
    if (children[i] != 0)
      continue;
    Cache cache({folder.getCache()});
    std::string warning;
    // Of another size each, so that a mixture is not an image.
    KernelImage image = makeImage(10'000 * (i + 1), 'a' + i);
    for (int round = 0; round < 300; ++round)
      if (!cache.store("0a", image, warning) || !cache.load("0a", warning))
        _exit(1);
    _exit(warning.empty() ? 0 : 2);
  }
  for (pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"llvmcache-0a"});
}

TEST(CacheSharing, WritersAreKilled) {
  TestFolder folder;
  constexpr unsigned numKeys = 8;
  std::mt19937 random(1);
  Cache cache({folder.getCache()});
  std::string warning;
  uint64_t hits = 0;
  for (int round = 0; round < 50; ++round) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (unsigned i = 0;; ++i)
        (void)cache.store(llvm::utohexstr(i % numKeys),
                          makeImage(1000 + 5000 * (i % numKeys)), warning);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    for (unsigned i = 0; i < numKeys; ++i)
      if (std::optional<KernelImage> image =
              cache.load(llvm::utohexstr(i), warning)) {
        ++hits;
        EXPECT_EQ(image->getStage(Stage::PTX).size(), 1000 + 5000 * i);
      }
    EXPECT_EQ(warning, "");
    EXPECT_LE(folder.list("llvmcache-tmp-").size(), size_t(round) + 1);
  }
  EXPECT_GT(hits, 0u);
  size_t numLeft = folder.list("llvmcache-tmp-").size();
  llvm::outs() << numLeft << " temporary files of 50 killed writers\n";
  llvm::outs().flush();
  // None of them is an entry, and they go when they are an hour old.
  EXPECT_LE(folder.list().size(), numKeys + numLeft);
  cache.prune();
  EXPECT_EQ(folder.list("llvmcache-tmp-").size(), numLeft);
  for (const std::string &name : folder.list("llvmcache-tmp-"))
    TestFolder::setAge(folder.getCache() + "/" + name, minutes(61));
  cache.prune();
  EXPECT_TRUE(folder.list("llvmcache-tmp-").empty());
}

TEST(CacheSharing, PruningLeavesWritersAlone) {
  TestFolder folder;
  KernelImage image = makeImage(1000);
  Cache cache({folder.getCache(), serialize(image).size()});
  std::string warning;
  ASSERT_TRUE(cache.store("0a", image, warning));
  std::string fresh = folder.getCache() + "/llvmcache-tmp-1",
              old = folder.getCache() + "/llvmcache-tmp-2";
  TestFolder::write(fresh, std::string(10'000, 'x'));
  TestFolder::setAge(fresh, minutes(59));
  TestFolder::write(old, "");
  TestFolder::setAge(old, hours(2));
  ASSERT_TRUE(cache.store("0b", image, warning));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_EQ(folder.list("llvmcache-0").size(), 1u);
}

TEST(CacheSharing, Threads) {
  TestFolder folder;
  uint64_t size = serialize(makeImage(1000)).size();
  Cache cache({folder.getCache(), 20 * size});
  std::vector<std::thread> threads;
  std::atomic<unsigned> numWrong{0};
  for (unsigned thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      std::string warning;
      for (unsigned i = 0; i < 300; ++i) {
        std::string key = llvm::utohexstr((i * 7 + thread * 11) % 30);
        if (std::optional<KernelImage> image = cache.load(key, warning))
          numWrong += image->getStage(Stage::PTX).size() != 1000;
        else
          numWrong += !cache.store(key, makeImage(1000), warning);
      }
      numWrong += !warning.empty();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numWrong, 0u);
  CacheStatistics statistics = cache.getStatistics();
  EXPECT_EQ(statistics.hits + statistics.misses, 1200u);
  EXPECT_EQ(statistics.misses, statistics.stores);
  cache.prune();
  EXPECT_LE(cache.getSize(), 20 * size);
}

// Any store may fail then, but counted, and with a message the first time that
// it is so; and the process lives.
TEST(CacheSharing, FolderIsRemovedAgainAndAgain) {
  TestFolder folder;
  KernelImage image = makeImage(1000);
  std::atomic<bool> stop{false};
  std::thread remover([&] {
    while (!stop)
      (void)fs::remove_directories(folder.getCache());
  });
  Cache cache({folder.getCache(), 4 * serialize(image).size()});
  for (unsigned i = 0; i < 1000; ++i) {
    std::string warning, key = llvm::utohexstr(i % 16);
    uint64_t failures = cache.getStatistics().failures;
    bool stored = cache.store(key, image, warning);
    EXPECT_EQ(cache.getStatistics().failures, failures + !stored);
    EXPECT_TRUE(!stored || warning.empty());
    EXPECT_TRUE(stored || failures != 0 || !warning.empty());
    warning.clear();
    bool found = cache.load(key, warning).has_value();
    EXPECT_TRUE(!found || warning.empty());
    cache.prune();
    consumeError(cache.clear());
  }
  stop = true;
  remover.join();
  std::string warning;
  EXPECT_TRUE(cache.store("0a", image, warning)) << warning;
  EXPECT_TRUE(cache.load("0a", warning));
}

} // namespace
