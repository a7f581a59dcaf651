//===- CacheSafetyTest.cpp - Code that others put into a cache ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry that another user may have written is never an image. Root can make
// files of others, so most of this needs root.
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"

#include "TestFolder.h"
#include "TestImages.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::tile;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

constexpr uid_t kStranger = 12345;

#define SKIP_UNLESS_ROOT()                                                     \
  if (geteuid() != 0)                                                          \
  GTEST_SKIP() << "needs root, to make files of other users"

/// A cache with an entry of the key "0a", for each test to spoil.
class CacheSafety : public testing::Test {
protected:
  void SetUp() override {
    std::string warning;
    Cache cache({path});
    ASSERT_TRUE(cache.store("0a", makeImage(1), warning)) << warning;
    ASSERT_TRUE(cache.load("0a", warning)) << warning;
  }

  static void setMode(const std::string &file, mode_t mode) {
    ASSERT_EQ(chmod(file.c_str(), mode), 0);
  }
  static void setOwner(const std::string &file, uid_t user, gid_t group) {
    ASSERT_EQ(lchown(file.c_str(), user, group), 0);
  }
  static mode_t getMode(const std::string &file) {
    struct stat status;
    EXPECT_EQ(stat(file.c_str(), &status), 0);
    return status.st_mode & 07777;
  }

  /// By a cache that has not seen the folder yet, and by one that has.
  void expectHit() { expectHit(path); }
  void expectHit(const std::string &at) {
    std::string warning;
    Cache cache({at});
    EXPECT_TRUE(cache.load("0a", warning)) << warning;
    EXPECT_TRUE(cache.load("0a", warning)) << warning;
    EXPECT_EQ(warning, "");
  }

  /// Expects that the folder is not used, for that reason. The entry stays.
  void expectNoFolder(const std::string &reason) {
    expectNoFolder(path, reason);
  }
  void expectNoFolder(const std::string &at, const std::string &reason) {
    std::string warning, quiet;
    Cache cache({at});
    EXPECT_FALSE(cache.load("0a", warning));
    EXPECT_EQ(warning, "cannot use cache '" + at + "': expected " + reason);
    EXPECT_FALSE(cache.store("0b", makeImage(2), quiet));
    EXPECT_FALSE(cache.load("0a", quiet));
    EXPECT_EQ(quiet, "");
    EXPECT_EQ(cache.getSize(), 0u);
    cache.prune();
    EXPECT_TRUE(llvm::errorToBool(cache.clear()));
    EXPECT_EQ(folder.list(), std::vector<std::string>{"llvmcache-0a"});
  }

  /// Expects a miss for that reason, and that the next store mends it.
  void expectNoEntry(const std::string &reason) {
    std::string warning, quiet;
    Cache cache({path});
    EXPECT_FALSE(cache.load("0a", warning));
    EXPECT_EQ(warning, "cannot use cache entry '" + entry + "': " + reason);
    EXPECT_FALSE(cache.load("0a", quiet));
    EXPECT_TRUE(cache.store("0a", makeImage(1), quiet));
    EXPECT_TRUE(cache.load("0a", quiet));
    EXPECT_EQ(quiet, "");
  }

  TestFolder folder;
  std::string path = folder.getCache(), entry = folder.getEntry("0a"),
              parent = path.substr(0, path.rfind('/')),
              top = parent.substr(0, parent.rfind('/'));
};

TEST_F(CacheSafety, WhatACacheMakesIsItsOwnersAlone) {
  for (mode_t mask : {0, 022, 077, 0277, 0777}) {
    // Root may do what the modes forbid.
    TestFolder own;
    mode_t old = umask(mask);
    Cache cache({own.getCache()});
    std::string warning;
    bool stored = cache.store("0a", makeImage(1), warning);
    umask(old);
    EXPECT_TRUE(stored) << warning;
    std::string made = own.getCache();
    EXPECT_EQ(getMode(own.getEntry("0a")), 0600u) << mask;
    EXPECT_EQ(getMode(made), 0700u) << mask;
    EXPECT_EQ(getMode(made.substr(0, made.rfind('/'))), 0700u) << mask;
    EXPECT_TRUE(cache.load("0a", warning)) << warning;
  }
}

TEST_F(CacheSafety, WhatOthersMayOnlyReadIsTaken) {
  for (mode_t mode : {0400, 0600, 0644, 0755}) {
    setMode(entry, mode);
    expectHit();
  }
  for (mode_t mode : {0700, 0755, 0711, 01755, 02755}) {
    setMode(path, mode);
    expectHit();
  }
}

TEST_F(CacheSafety, AnEntryThatOthersMayWriteIsNone) {
  for (mode_t mode : {0666, 0660, 0602}) {
    setMode(entry, mode);
    expectNoEntry("expected it to be writable by its owner only, found mode 0" +
                  std::string(1, '0' + (mode >> 6)) +
                  std::string(1, '0' + (mode >> 3 & 7)) +
                  std::string(1, '0' + (mode & 7)));
  }
}

TEST_F(CacheSafety, AnEntryOfAnotherUserIsNone) {
  SKIP_UNLESS_ROOT();
  setOwner(entry, kStranger, 0);
  expectNoEntry("expected it to belong to root, found user 12345");
}

TEST_F(CacheSafety, ALinkIsNoEntry) {
  std::string other = folder.getEntry("0b");
  ASSERT_FALSE(fs::rename(entry, other));
  ASSERT_EQ(symlink(other.c_str(), entry.c_str()), 0);
  expectNoEntry("expected a file, found a symbolic link");
}

TEST_F(CacheSafety, AFolderThatOthersMayWriteIsNotUsed) {
  for (const char *mode : {"0770", "0777", "1777", "0722"}) {
    setMode(path, std::stoul(mode, nullptr, 8));
    expectNoFolder("'" + path +
                   "' to be writable by its owner only, found mode " + mode);
  }
  setMode(path, 0700);
  expectHit();
}

TEST_F(CacheSafety, AFolderOfAnotherUserIsNotUsed) {
  SKIP_UNLESS_ROOT();
  setOwner(path, kStranger, 0);
  expectNoFolder("'" + path + "' to belong to root, found user 12345");
}

TEST_F(CacheSafety, AFolderIsLookedAtEachTime) {
  std::string warning;
  Cache cache({path});
  EXPECT_TRUE(cache.load("0a", warning));
  setMode(path, 0777);
  EXPECT_FALSE(cache.load("0a", warning));
  EXPECT_NE(warning, "");
  setMode(path, 0700);
  // Another one in its place.
  ASSERT_FALSE(fs::rename(path, parent + "/moved"));
  ASSERT_FALSE(fs::create_directory(path));
  EXPECT_FALSE(cache.load("0a", warning));
  EXPECT_TRUE(cache.store("0a", makeImage(2), warning));
  std::optional<KernelImage> image = cache.load("0a", warning);
  ASSERT_TRUE(image);
  expectEqual(*image, makeImage(2));
}

TEST_F(CacheSafety, ALinkIsNoFolder) {
  std::string link = parent + "/link", slash = link + "/";
  ASSERT_EQ(symlink("cache", link.c_str()), 0);
  expectNoFolder(link, "'" + link + "' to be a folder, found a symbolic link");
  expectNoFolder(slash, "'" + link + "' to be a folder, found a symbolic link");
}

TEST_F(CacheSafety, NobodyElseMayRenameAFolderAbove) {
  setMode(parent, 0777);
  expectNoFolder("'" + parent +
                 "' to be writable by its owner only, or to have the sticky "
                 "bit, found mode 0777");
  setMode(parent, 0700);
  setMode(top, 0702);
  expectNoFolder("'" + top +
                 "' to be writable by its owner only, or to have the sticky "
                 "bit, found mode 0702");
  // As /tmp, in which the test's own folder is.
  setMode(top, 01777);
  setMode(parent, 01777);
  expectHit();
}

TEST_F(CacheSafety, AFolderAboveOfAnotherUserIsNotUsed) {
  SKIP_UNLESS_ROOT();
  setOwner(parent, kStranger, 0);
  expectNoFolder("'" + parent + "' to belong to root, found user 12345");
}

TEST_F(CacheSafety, NoFolderIsMadeWhereOthersCouldRenameIt) {
  TestFolder own;
  std::string made = own.getCache(), above = made.substr(0, made.rfind('/'));
  ASSERT_FALSE(fs::create_directory(above));
  setMode(above, 0777);
  std::string warning;
  Cache cache({made});
  EXPECT_FALSE(cache.store("0a", makeImage(1), warning));
  EXPECT_EQ(warning, "cannot write to cache '" + made + "': expected '" +
                         above +
                         "' to be writable by its owner only, or to have the "
                         "sticky bit, found mode 0777");
  EXPECT_FALSE(fs::exists(made));
}

TEST_F(CacheSafety, LinksAboveAreFollowed) {
  std::string link = top + "/link", loop = top + "/loop",
              absolute = top + "/absolute";
  ASSERT_EQ(symlink("a", link.c_str()), 0);
  ASSERT_EQ(symlink(parent.c_str(), absolute.c_str()), 0);
  ASSERT_EQ(symlink("loop", loop.c_str()), 0);
  expectHit(link + "/cache");
  expectHit(absolute + "/../link/./cache//");
  std::string warning;
  Cache cache({loop + "/cache"});
  EXPECT_FALSE(cache.load("0a", warning));
  EXPECT_EQ(warning, "cannot use cache '" + loop +
                         "/cache': Too many levels of symbolic links");
  // What a link leads to keeps the rules, too.
  setMode(parent, 0777);
  expectNoFolder(link + "/cache",
                 "'" + top +
                     "/a' to be writable by its owner only, or to have "
                     "the sticky bit, found mode 0777");
}

TEST_F(CacheSafety, ALinkAboveOfAnotherUserIsNotFollowed) {
  SKIP_UNLESS_ROOT();
  std::string link = top + "/link";
  ASSERT_EQ(symlink("a", link.c_str()), 0);
  setOwner(link, kStranger, 0);
  expectNoFolder(link + "/cache",
                 "'" + link + "' to belong to root, found user 12345");
}

TEST_F(CacheSafety, RelativePathsKeepTheRulesAllTheWayUp) {
  llvm::SmallString<128> old;
  ASSERT_FALSE(fs::current_path(old));
  ASSERT_EQ(chdir(parent.c_str()), 0);
  expectHit("cache");
  expectHit("./cache/");
  expectHit("../a/cache");
  setMode(top, 0777);
  expectNoFolder("cache", "'" + top +
                              "' to be writable by its owner only, or to have "
                              "the sticky bit, found mode 0777");
  setMode(top, 0700);
  ASSERT_EQ(chdir(old.c_str()), 0);
}

/// Runs `body` in a child as another user, of the group of the same number.
template <typename Body> void runAsStranger(Body body) {
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (setgid(kStranger) || setuid(kStranger))
      _exit(100);
    _exit(body());
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(CacheSafety, RootsFoldersAndEntriesAreForAll) {
  SKIP_UNLESS_ROOT();
  setMode(top, 0755);
  setMode(parent, 0755);
  setMode(path, 0755);
  setMode(entry, 0644);
  runAsStranger([&] {
    Cache cache({path});
    std::string warning;
    bool found = cache.load("0a", warning).has_value();
    return found && warning.empty() ? 0 : 1;
  });
}

TEST_F(CacheSafety, AUsersPrivateGroupMayWriteAbove) {
  SKIP_UNLESS_ROOT();
  setMode(top, 0755);
  setOwner(parent, kStranger, kStranger);
  setMode(parent, 0775);
  setOwner(path, kStranger, kStranger);
  setOwner(entry, kStranger, kStranger);
  auto load = [&] {
    Cache cache({path});
    std::string warning;
    bool found = cache.load("0a", warning).has_value();
    return found ? 0 : warning.empty() ? 2 : 1;
  };
  runAsStranger(load);
  // Another group is not private, and the folder itself has no such leave.
  setOwner(parent, kStranger, kStranger + 1);
  runAsStranger([&] { return load() == 1 ? 0 : 3; });
  setOwner(parent, kStranger, kStranger);
  setMode(path, 0770);
  runAsStranger([&] { return load() == 1 ? 0 : 4; });
}

} // namespace
