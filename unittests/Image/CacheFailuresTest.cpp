//===- CacheFailuresTest.cpp - Damaged entries, full disks ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"

#include "TestFolder.h"
#include "TestImages.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::tile;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

/// Expects a miss with a warning that holds `reason`, that the entry is gone
/// then, and that the cache works on.
void expectDamage(const TestFolder &folder, StringRef key, StringRef reason) {
  Cache cache({folder.getCache()});
  uint64_t failures = cache.getStatistics().failures;
  std::string warning;
  EXPECT_FALSE(cache.load(key, warning));
  EXPECT_TRUE(StringRef(warning).starts_with("cannot use cache entry '"))
      << warning;
  EXPECT_TRUE(StringRef(warning).contains(reason)) << warning;
  EXPECT_EQ(cache.getStatistics().failures, failures + 1);

  std::string quiet;
  EXPECT_FALSE(cache.load(key, quiet));
  EXPECT_EQ(quiet, "");
  EXPECT_TRUE(cache.store(key, makeImage(10), quiet));
  EXPECT_TRUE(cache.load(key, quiet));
  EXPECT_EQ(quiet, "");
}

TEST(CacheFailures, DamagedContents) {
  TestFolder folder;
  Cache cache({folder.getCache()});
  std::string warning, entry = folder.getEntry("0a");
  ASSERT_TRUE(cache.store("0a", makeFullImage(), warning));
  const std::string bytes = TestFolder::read(entry);
  ASSERT_EQ(bytes, serialize(makeFullImage()));
  for (size_t size = 0; size < bytes.size(); size += 100) {
    TestFolder::write(entry, StringRef(bytes).take_front(size));
    expectDamage(folder, "0a", "not a kernel image: ");
  }
  for (size_t bit = 0; bit < 8 * bytes.size(); bit += 101) {
    std::string damaged = bytes;
    damaged[bit / 8] ^= 1 << bit % 8;
    TestFolder::write(entry, damaged);
    expectDamage(folder, "0a", "not a kernel image: ");
  }
  TestFolder::write(entry, bytes + "x");
  expectDamage(folder, "0a", "the checksum");
  TestFolder::write(entry, bytes);
  EXPECT_TRUE(cache.load("0a", warning));
}

TEST(CacheFailures, NoFilesInPlaceOfEntries) {
  TestFolder folder;
  Cache cache({folder.getCache()});
  std::string warning, entry = folder.getEntry("0a");
  ASSERT_TRUE(cache.store("0b", makeImage(1), warning));

  ASSERT_FALSE(fs::create_directory(entry));
  expectDamage(folder, "0a", "not a regular file");

  // Links: to nowhere, to itself.
  for (const char *target : {"/nowhere/at/all", entry.c_str()}) {
    ASSERT_FALSE(fs::remove(entry));
    ASSERT_EQ(symlink(target, entry.c_str()), 0);
    expectDamage(folder, "0a", "expected a file, found a symbolic link");
  }

  // Would wait for a writer.
  ASSERT_FALSE(fs::remove(entry));
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  expectDamage(folder, "0a", "not a regular file");
}

TEST(CacheFailures, FullFolderInPlaceOfAnEntry) {
  TestFolder folder;
  Cache cache({folder.getCache()});
  std::string warning, entry = folder.getEntry("0a");
  ASSERT_FALSE(fs::create_directories(entry));
  TestFolder::write(entry + "/file", "text");
  EXPECT_FALSE(cache.load("0a", warning));
  EXPECT_NE(warning, "");
  warning.clear();
  EXPECT_FALSE(cache.store("0a", makeImage(1), warning));
  EXPECT_TRUE(StringRef(warning).starts_with("cannot write to cache '"));
  EXPECT_EQ(TestFolder::read(entry + "/file"), "text");
  EXPECT_EQ(folder.list().size(), 1u);
  cache.prune();
  EXPECT_FALSE(bool(cache.clear()));
}

TEST(CacheFailures, HugeEntry) {
  TestFolder folder;
  Cache cache({folder.getCache()});
  std::string warning, entry = folder.getEntry("0a");
  ASSERT_TRUE(cache.store("0a", makeImage(1), warning));
  // Has no blocks on disk.
  ASSERT_EQ(truncate(entry.c_str(), off_t(1) << 40), 0);
  expectDamage(folder, "0a",
               "expected at most 1073741824 bytes, found 1099511627776");
}

TEST(CacheFailures, FolderThatCannotBe) {
  for (StringRef place : {"/dev/null/x", "/dev/null", "/proc/x/y"}) {
    Cache cache({place.str()});
    std::string warning;
    EXPECT_FALSE(cache.load("0a", warning));
    EXPECT_EQ(warning, "");
    EXPECT_FALSE(cache.store("0a", makeImage(1), warning));
    EXPECT_TRUE(StringRef(warning).starts_with("cannot write to cache '" +
                                               place.str() + "': "))
        << warning;
    EXPECT_EQ(cache.getStatistics().failures, 1u);
    EXPECT_EQ(cache.getSize(), 0u);
    cache.prune();
    EXPECT_FALSE(bool(cache.clear()));
  }
  Cache none({""});
  std::string warning;
  EXPECT_FALSE(none.load("0a", warning));
  EXPECT_EQ(warning, "");
  EXPECT_FALSE(none.store("0a", makeImage(1), warning));
  EXPECT_EQ(warning, "cannot write to the cache: it has no folder");
  EXPECT_EQ(none.getSize(), 0u);
  none.prune();
  EXPECT_FALSE(bool(none.clear()));
}

TEST(CacheFailures, FolderIsRemoved) {
  TestFolder folder;
  Cache cache({folder.getCache()});
  std::string warning;
  ASSERT_TRUE(cache.store("0a", makeImage(1), warning));
  ASSERT_FALSE(fs::remove_directories(folder.getCache()));
  EXPECT_FALSE(cache.load("0a", warning));
  cache.prune();
  EXPECT_TRUE(cache.store("0a", makeImage(1), warning));
  EXPECT_TRUE(cache.load("0a", warning));
  EXPECT_EQ(warning, "");
}

// A host that compiles a thousand times reads it once.
TEST(CacheFailures, AreSaidOnce) {
  TestFolder folder;
  Cache cache({folder.getCache()}), other({folder.getCache()});
  std::string warning, first;
  ASSERT_FALSE(fs::create_directories(folder.getEntry("0a")));
  TestFolder::write(folder.getEntry("0a") + "/file", "text");
  EXPECT_FALSE(cache.load("0a", first));
  EXPECT_TRUE(StringRef(first).starts_with("cannot use cache entry '"));
  for (int i = 0; i < 3; ++i)
    EXPECT_FALSE(cache.load("0a", warning));
  EXPECT_EQ(warning, "");
  // Writing is another matter.
  EXPECT_FALSE(cache.store("0a", makeImage(1), warning));
  EXPECT_TRUE(StringRef(warning).starts_with("cannot write to cache '"));
  warning.clear();
  EXPECT_FALSE(cache.store("0a", makeImage(1), warning));
  EXPECT_EQ(warning, "");
  EXPECT_EQ(cache.getStatistics().failures, 6u);
  // And so is another object.
  EXPECT_FALSE(other.load("0a", warning));
  EXPECT_EQ(warning, first);
}

// In a child, for the limit holds for its whole life.
TEST(CacheFailures, NoSpace) {
  TestFolder folder;
  std::string warning;
  Cache cache({folder.getCache()});
  ASSERT_TRUE(cache.store("0b", makeImage(100), warning));
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{2000, 2000};
    if (setrlimit(RLIMIT_FSIZE, &limit))
      _exit(2);
    bool stored = cache.store("0a", makeImage(30'000), warning);
    if (stored || !StringRef(warning).ends_with("': File too large"))
      _exit(3);
    warning.clear();
    // Others that fit still go in, and the one there was stays.
    if (cache.store("0b", makeImage(30'000), warning) ||
        !cache.load("0b", warning) ||
        !cache.store("0c", makeImage(100), warning))
      _exit(4);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(folder.list().size(), 2u);
  EXPECT_TRUE(folder.list("llvmcache-tmp").empty());
  EXPECT_FALSE(cache.load("0a", warning));
}

TEST(CacheFailures, NoFileDescriptors) {
  TestFolder folder;
  std::string warning;
  Cache cache({folder.getCache()});
  ASSERT_TRUE(cache.store("0a", makeImage(100), warning));
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    rlimit limit{3, 3};
    if (setrlimit(RLIMIT_NOFILE, &limit))
      _exit(2);
    std::string first, second;
    if (cache.load("0a", first) || cache.store("0b", makeImage(100), second))
      _exit(3);
    cache.prune();
    // The second is the same trouble.
    _exit(StringRef(first).ends_with("Too many open files") && second.empty()
              ? 0
              : 4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  // The entry was not to blame.
  EXPECT_TRUE(cache.load("0a", warning));
}

} // namespace
