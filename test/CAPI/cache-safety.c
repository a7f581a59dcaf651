/*===- cache-safety.c - Caches that others can write -------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* An image is code that runs. One that another user may have written is not
|* taken, with a warning once for each cache, and the compile succeeds.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/default ./test 2> err
// RUN: count 0 < err

#define _DEFAULT_SOURCE

#include "Inputs/CompileOnce.h"

#include "tile-c/Runtime.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static Warnings warnings;

static bool hits(TileCompiler compiler) {
  return isHit(compiler, tinySource, "tiny.mlir", TileStagePTX, &warnings);
}

/* The only file in a folder. */
static void findEntry(const char *folder, char *path, size_t size) {
  DIR *stream = opendir(folder);
  EXPECT(stream);
  path[0] = 0;
  for (struct dirent *entry; (entry = readdir(stream));)
    if (entry->d_name[0] != '.')
      snprintf(path, size, "%s/%s", folder, entry->d_name);
  closedir(stream);
  EXPECT(path[0]);
}

/* A compiler with the default cache; or of a folder. */
static TileCompiler makeDefault(const char *folder) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  EXPECT_OK(tileCompilerOptionsSet(options, tileString("cache"),
                                   tileString(folder ? folder : "default")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

/* Misses three times, and says why once. */
static void expectRefused(const char *folder, const char *reason) {
  TileCompiler compiler = makeDefault(folder);
  for (int i = 0; i < 3; ++i) {
    EXPECT(!hits(compiler));
    EXPECT(warnings.count == (i == 0));
    EXPECT(strncmp(warnings.last, "cannot use cache '", 18) == 0);
    EXPECT(strstr(warnings.last, reason));
    /* It is in the log, too. */
    EXPECT((strstr(tileGetLastCompileLog().data, reason) != NULL) == (i == 0));
  }
  tileCompilerDestroy(compiler);
}

static void expectHit(const char *folder) {
  TileCompiler compiler = makeDefault(folder);
  EXPECT(hits(compiler) && warnings.count == 0);
  tileCompilerDestroy(compiler);
}

static void testFolder(void) {
  /* Whatever the umask, for the owner alone. */
  static const mode_t masks[] = {0, 022, 077};
  char path[512], folder[64];
  struct stat status;
  for (int i = 0; i < 3; ++i) {
    snprintf(folder, sizeof(folder), "own%d/cache", i);
    mode_t old = umask(masks[i]);
    TileCompiler compiler = makeDefault(folder);
    EXPECT(!hits(compiler) && warnings.count == 0);
    tileCompilerDestroy(compiler);
    umask(old);
    findEntry(folder, path, sizeof(path));
    EXPECT(stat(path, &status) == 0 && (status.st_mode & 07777) == 0600);
    EXPECT(stat(folder, &status) == 0 && (status.st_mode & 07777) == 0700);
    *strchr(folder, '/') = 0;
    EXPECT(stat(folder, &status) == 0 && (status.st_mode & 07777) == 0700);
  }
  expectHit("own0/cache");

  EXPECT(chmod("own0/cache", 0770) == 0);
  expectRefused("own0/cache", "own0/cache' to be writable by its owner only, "
                              "found mode 0770");
  EXPECT(chmod("own0/cache", 0755) == 0);
  expectHit("own0/cache");
  EXPECT(chmod("own0", 0777) == 0);
  expectRefused("own0/cache", "own0' to be writable by its owner only, or to "
                              "have the sticky bit, found mode 0777");
  EXPECT(chmod("own0", 01777) == 0);
  expectHit("own0/cache");

  EXPECT(symlink("own0/cache", "link") == 0 && symlink("own0", "above") == 0);
  expectRefused("link", "link' to be a folder, found a symbolic link");
  expectHit("above/cache");
}

static void testEntry(void) {
  char path[512];
  findEntry("own0/cache", path, sizeof(path));
  EXPECT(chmod(path, 0644) == 0);
  expectHit("own0/cache");
  EXPECT(chmod(path, 0666) == 0);
  TileCompiler compiler = makeDefault("own0/cache");
  EXPECT(!hits(compiler) && warnings.count == 1);
  EXPECT(strncmp(warnings.last, "cannot use cache entry 'own0/cache/", 35) ==
         0);
  EXPECT(strstr(warnings.last, "expected it to be writable by its owner only, "
                               "found mode 0666"));
  EXPECT(hits(compiler));
  EXPECT(rename(path, "moved") == 0 && symlink("../../moved", path) == 0);
  EXPECT(!hits(compiler) && warnings.count == 0);
  EXPECT(hits(compiler));
  tileCompilerDestroy(compiler);
}

/* What another user put there is not run, by the default cache either. */
static void testStranger(void) {
  if (geteuid() != 0)
    return;
  TileCompiler compiler = makeDefault(NULL);
  EXPECT(!hits(compiler) && hits(compiler) && warnings.count == 0);
  char path[512];
  const char *folder = getenv("TILEWRIGHT_CACHE_DIR");
  findEntry(folder, path, sizeof(path));
  EXPECT(chown(path, 12345, 12345) == 0);
  EXPECT(!hits(compiler) && warnings.count == 1);
  EXPECT(strstr(warnings.last, "expected it to belong to root, found user "
                               "12345"));
  EXPECT(hits(compiler));
  tileCompilerDestroy(compiler);
  EXPECT(chown(folder, 12345, 12345) == 0);
  expectRefused(NULL, "default' to belong to root, found user 12345");
}

/* A specializer has the cache of its compiler, and so its warnings. */
static void testSpecializer(void) {
  TileCompiler compiler = makeDefault(NULL);
  EXPECT(setenv("TILEWRIGHT_CACHE_DIR", "elsewhere", 1) == 0);
  TileDevice device;
  TileSpecializer specializer;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileSpecializerCreate(compiler, device, tileString(tinySource),
                                  tileString("tiny.mlir"), tileString("tiny"),
                                  &specializer));
  EXPECT(access("elsewhere", F_OK) != 0);
  tileSpecializerDestroy(specializer);
  tileDeviceDestroy(device);
  tileCompilerDestroy(compiler);
}

int main(void) {
  testFolder();
  testEntry();
  testStranger();
  testSpecializer();
  return 0;
}
