/*===- cache-network.c - A folder of a cache on the network ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a folder on NFS may answer: stale handles, as another machine removes
|* or replaces what is open; errors of space when a file is closed; a rename
|* that was done, and says that there is no file. The program stands in for the
|* system's functions, which the library calls. Then processes rename and remove
|* the same entries at once.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi -Wl,--export-dynamic %s -o %t/test -ldl
// RUN: cd %t && ./test 2> err
// RUN: count 0 < err

#define _GNU_SOURCE

#include "Inputs/CompileOnce.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What fails, with which error, how many times more, and how often it did. */
typedef struct Fault {
  int error, rest, count;
} Fault;
static Fault openFault, createFault, readFault, closeFault, renameFault;
/* The descriptors of the cache's files: it names them so. */
static int readingFile = -1, writingFile = -1;
/* The rename is done before it fails. */
static bool isRenamed;

static bool fails(Fault *fault) {
  if (fault->rest == 0)
    return false;
  --fault->rest;
  ++fault->count;
  errno = fault->error;
  return true;
}

static Fault makeFault(int error, int times) {
  Fault fault = {0};
  fault.error = error;
  fault.rest = times;
  return fault;
}

int openat(int folder, const char *name, int flags, ...) {
  static int (*real)(int, const char *, int, ...);
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  bool isNew = flags & O_CREAT, isEntry = strncmp(name, "llvmcache-", 10) == 0;
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "openat");
  if (isNew ? fails(&createFault) : isEntry && fails(&openFault))
    return -1;
  int result = real(folder, name, flags, mode);
  if (isNew)
    writingFile = result;
  else if (isEntry)
    readingFile = result;
  return result;
}

ssize_t read(int file, void *bytes, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "read");
  if (file >= 0 && file == readingFile && fails(&readFault))
    return -1;
  return real(file, bytes, size);
}

int close(int file) {
  static int (*real)(int);
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "close");
  bool isWritten = file >= 0 && file == writingFile;
  if (file == readingFile)
    readingFile = -1;
  if (file == writingFile)
    writingFile = -1;
  int result = real(file);
  return isWritten && fails(&closeFault) ? -1 : result;
}

int renameat(int from, const char *name, int to, const char *newName) {
  static int (*real)(int, const char *, int, const char *);
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "renameat");
  if (renameFault.rest && isRenamed)
    EXPECT(real(from, name, to, newName) == 0);
  return fails(&renameFault) ? -1 : real(from, name, to, newName);
}

static Warnings warnings;

static bool hits(TileCompiler compiler) {
  return isHit(compiler, tinySource, "tiny.mlir", TileStagePTX, &warnings);
}

static int countFiles(const char *folder) {
  int count = 0;
  DIR *stream = opendir(folder);
  EXPECT(stream);
  for (struct dirent *entry; (entry = readdir(stream));)
    count += entry->d_name[0] != '.';
  closedir(stream);
  return count;
}

static void testReads(TileCache cache) {
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  TileCacheStatistics statistics;
  EXPECT(!hits(compiler) && hits(compiler));
  /* An entry that another machine removed is not there, and no trouble. */
  openFault = makeFault(ESTALE, 1);
  EXPECT(!hits(compiler) && openFault.count == 1 && warnings.count == 0);
  EXPECT(hits(compiler));
  readFault = makeFault(ESTALE, 1);
  EXPECT(!hits(compiler) && readFault.count == 1 && warnings.count == 0);
  EXPECT(hits(compiler));
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  EXPECT(statistics.failures == 0);
  /* A server that fails is. */
  readFault = makeFault(EIO, 1);
  EXPECT(!hits(compiler) && readFault.count == 1 && warnings.count == 1);
  EXPECT(strstr(warnings.last, "Input/output error") != NULL);
  EXPECT(hits(compiler));
  tileCompilerDestroy(compiler);
}

/* Each fault meets a new entry, as option `value` makes it. */
static bool stores(TileCache cache, const char *value, const char *warning) {
  TileCompiler compiler = makeCompiler(cache, "max-registers", value);
  EXPECT(!hits(compiler));
  EXPECT(warnings.count == (warning != NULL));
  EXPECT(!warning || strstr(warnings.last, warning));
  bool result = hits(compiler);
  tileCompilerDestroy(compiler);
  return result;
}

static void testWrites(TileCache cache) {
  int files = countFiles("folder");
  /* The folder was moved, and made again: another attempt finds it. */
  createFault = makeFault(ESTALE, 1);
  EXPECT(stores(cache, "40", NULL) && createFault.count == 1);
  createFault = makeFault(ENOENT, 1);
  EXPECT(stores(cache, "48", NULL) && createFault.count == 1);
  /* The answer to a rename was lost, and the second one finds no file. */
  renameFault = makeFault(ENOENT, 1);
  isRenamed = true;
  EXPECT(stores(cache, "56", NULL) && renameFault.count == 1);
  isRenamed = false;
  renameFault = makeFault(ESTALE, 1);
  EXPECT(stores(cache, "64", NULL) && renameFault.count == 1);
  /* There is no space, as the server says when the file is closed. Nothing is
   * left of it. */
  closeFault = makeFault(EDQUOT, 1);
  EXPECT(!stores(cache, "72", "quota") && closeFault.count == 1);
  EXPECT(stores(cache, "80", NULL));
  EXPECT(countFiles("folder") == files + 6);
}

/* Processes that store, find, clear and prune in the same folder at once. */
static void testProcesses(void) {
  pid_t children[6];
  for (int i = 0; i < 6; ++i) {
    children[i] = fork();
    EXPECT(children[i] >= 0);
    if (children[i])
      continue;
    TileCache cache;
    EXPECT_OK(tileCacheCreate(tileString("folder"), 0, &cache));
    for (int k = 0; k < 60; ++k) {
      char value[16];
      snprintf(value, sizeof value, "%d", 40 + 8 * (k % 4));
      TileCompiler compiler = makeCompiler(cache, "max-registers", value);
      (void)hits(compiler);
      EXPECT(warnings.count == 0);
      tileCompilerDestroy(compiler);
      if (i == 0 && k % 5 == 0)
        EXPECT_OK(tileCacheClear(cache));
    }
    TileCacheStatistics statistics;
    EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
    EXPECT(statistics.failures == 0);
    tileCacheDestroy(cache);
    _exit(0);
  }
  for (int i = 0; i < 6; ++i) {
    int status = 1;
    EXPECT(waitpid(children[i], &status, 0) == children[i] && status == 0);
  }
}

int main(void) {
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("folder"), 0, &cache));
  testReads(cache);
  testWrites(cache);
  testProcesses();
  tileCacheDestroy(cache);
  return 0;
}
