/*===- cache-damage.c - Caches that cannot be used ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Whatever becomes of a cache's folder, a compile succeeds.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/default ./test 2> err
// RUN: count 0 < err

#define _POSIX_C_SOURCE 200809L

#include "Inputs/CompileOnce.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Warnings warnings;

static bool hits(TileCompiler compiler) {
  return isHit(compiler, tinySource, "tiny.mlir", TileStagePTX, &warnings);
}

static TileCache makeCache(const char *folder) {
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString(folder), 0, &cache));
  return cache;
}

static TileCacheStatistics getStatistics(TileCache cache) {
  TileCacheStatistics statistics;
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  return statistics;
}

/* The files of a folder; the path of the last one. */
static int countFiles(const char *folder, char *path, size_t size) {
  DIR *stream = opendir(folder);
  if (!stream)
    return 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(stream));)
    if (entry->d_name[0] != '.') {
      snprintf(path, size, "%s/%s", folder, entry->d_name);
      ++count;
    }
  closedir(stream);
  return count;
}

/* An entry cut off, changed, empty, or of other bytes: a miss with a warning,
 * and a good entry afterwards. The warning comes once for each cache. */
static void testDamagedEntry(void) {
  TileCache cache = makeCache("damaged");
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(!hits(compiler) && warnings.count == 0);
  char path[512];
  EXPECT(countFiles("damaged", path, sizeof(path)) == 1);
  struct stat status;
  EXPECT(stat(path, &status) == 0 && status.st_size > 100);
  for (int i = 0; i < 6; ++i) {
    if (i == 3) {
      tileCompilerDestroy(compiler);
      tileCacheDestroy(cache);
      cache = makeCache("damaged");
      compiler = makeCompiler(cache, NULL, NULL);
    }
    EXPECT(hits(compiler) && warnings.count == 0);
    FILE *file = fopen(path, i == 4 ? "wb" : "r+b");
    EXPECT(file);
    if (i == 0)
      EXPECT(truncate(path, status.st_size - 1) == 0);
    else if (i == 1)
      EXPECT(truncate(path, 7) == 0);
    else if (i == 2)
      EXPECT(truncate(path, 0) == 0);
    else if (i == 3)
      EXPECT(fseek(file, status.st_size / 2, SEEK_SET) == 0 &&
             fwrite("\xff\x00\xff", 1, 3, file) == 3);
    else
      fputs("something else", file);
    fclose(file);
    EXPECT(!hits(compiler) && warnings.count == (i == 0 || i == 3));
    EXPECT(strncmp(warnings.last, "cannot use cache entry 'damaged/", 32) == 0);
    EXPECT(getStatistics(cache).failures == (uint64_t)(i % 3) + 1);
    EXPECT(countFiles("damaged", path, sizeof(path)) == 1);
    EXPECT(stat(path, &status) == 0);
  }
  EXPECT(getStatistics(cache).stores == 3);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);

  /* A folder where the entry should be: it cannot be replaced. */
  cache = makeCache("damaged");
  compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(unlink(path) == 0 && mkdir(path, 0777) == 0);
  char inner[600];
  snprintf(inner, sizeof(inner), "%s/file", path);
  FILE *file = fopen(inner, "w");
  EXPECT(file && fclose(file) == 0);
  EXPECT(!hits(compiler) && warnings.count == 2);
  EXPECT(strncmp(warnings.last, "cannot write to cache 'damaged': ", 33) == 0);
  EXPECT(countFiles("damaged", path, sizeof(path)) == 1);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

/* Folders that cannot be made, or are none. */
static void testNoFolder(void) {
  FILE *file = fopen("file", "w");
  EXPECT(file && fclose(file) == 0);
  static const char *const folders[] = {"/dev/null/cache", "file", "file/x",
                                        "/proc/cache"};
  for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
    TileCache cache = makeCache(folders[i]);
    TileCompiler compiler = makeCompiler(cache, NULL, NULL);
    for (int k = 0; k < 3; ++k) {
      EXPECT(!hits(compiler) && warnings.count == (k == 0));
      char expected[128];
      snprintf(expected, sizeof(expected),
               "cannot write to cache '%s': ", folders[i]);
      EXPECT(strncmp(warnings.last, expected, strlen(expected)) == 0);
    }
    TileCacheStatistics statistics = getStatistics(cache);
    EXPECT(statistics.failures == 3 && statistics.misses == 3);
    EXPECT(statistics.stores == 0 && statistics.size == 0);
    EXPECT_OK(tileCachePrune(cache));
    EXPECT_OK(tileCacheClear(cache));
    tileCompilerDestroy(compiler);
    tileCacheDestroy(cache);
  }
  EXPECT(unlink("file") == 0);
}

/* A folder that goes while it is used is made again. */
static void testFolderRemoved(void) {
  TileCache cache = makeCache("deep/er/folder");
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  for (int i = 0; i < 3; ++i) {
    EXPECT(!hits(compiler) && warnings.count == 0 && hits(compiler));
    EXPECT(system("rm -r deep") == 0);
  }
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

/* A full disk: a warning, no part of a file is left; what is there can still be
 * read. */
static void testFullDisk(void) {
  TileCache cache = makeCache("full");
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(!isHit(compiler, tinySource, "before", TileStagePTX, &warnings));
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old, limit;
  EXPECT(getrlimit(RLIMIT_FSIZE, &old) == 0);
  for (rlim_t size = 0; size < 600; size += 199) {
    limit = old;
    limit.rlim_cur = size;
    EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    bool found = hits(compiler);
    int count = warnings.count;
    EXPECT(isHit(compiler, tinySource, "before", TileStagePTX, &warnings));
    EXPECT(setrlimit(RLIMIT_FSIZE, &old) == 0);
    EXPECT(!found && count == (size == 0) && warnings.count == 0);
    EXPECT(strncmp(warnings.last, "cannot write to cache 'full': ", 30) == 0);
    EXPECT(strstr(warnings.last, strerror(EFBIG)));
    char path[512];
    EXPECT(countFiles("full", path, sizeof(path)) == 1);
  }
  EXPECT(!hits(compiler) && hits(compiler));
  EXPECT(getStatistics(cache).failures == 4);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

/* No more files may be opened: as a miss, and the image is not kept. */
static void testNoFiles(void) {
  TileCache cache = makeCache("descriptors");
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(!hits(compiler) && hits(compiler));
  struct rlimit old, limit;
  EXPECT(getrlimit(RLIMIT_NOFILE, &old) == 0);
  limit = old;
  limit.rlim_cur = 3;
  EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  bool found = hits(compiler);
  EXPECT(setrlimit(RLIMIT_NOFILE, &old) == 0);
  EXPECT(!found && warnings.count >= 1);
  EXPECT(hits(compiler) && warnings.count == 0);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

int main(void) {
  testDamagedEntry();
  testNoFolder();
  testFolderRemoved();
  testFullDisk();
  testNoFiles();
  return 0;
}
