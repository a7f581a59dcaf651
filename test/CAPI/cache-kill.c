/*===- cache-kill.c - Processes that die while they use a cache --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Several processes compile with one folder and are killed at any moment. What
|* they leave is whole.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test 2> err
// RUN: count 0 < err

#define _POSIX_C_SOURCE 200809L

#include "Inputs/CompileOnce.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kSources = 8, kWorkers = 3, kKills = 60 };
/* Room for a few images only, so that pruning goes on, too. */
enum { kBound = 9000 };

static Warnings warnings;

static TileCompiler makeSharing(TileCache *cache, uint64_t bound) {
  EXPECT_OK(tileCacheCreate(tileString("shared"), bound, cache));
  return makeCompiler(*cache, NULL, NULL);
}

static bool hits(TileCompiler compiler, int source) {
  char name[32];
  snprintf(name, sizeof(name), "source %d", source % kSources);
  return isHit(compiler, tinySource, name, TileStagePTX, &warnings);
}

/* What a worker does until it is killed; 1 if a compile had a warning. */
static int work(int seed) {
  TileCache cache;
  TileCompiler compiler = makeSharing(&cache, kBound);
  for (int i = seed;; i = i * 5 + 3) {
    (void)hits(compiler, i & 0xffff);
    if (warnings.count) {
      fprintf(stderr, "%s\n", warnings.last);
      return 1;
    }
    /* Misses are rarer than hits, so make some. */
    if (i % 7 == 0)
      EXPECT_OK(tileCacheClear(cache));
    i &= 0xffff;
  }
}

static pid_t start(const char *program, int seed) {
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    char text[16];
    snprintf(text, sizeof(text), "%d", seed);
    execl(program, program, text, (char *)NULL);
    _exit(2);
  }
  return child;
}

int main(int argc, char **argv) {
  if (argc == 2)
    return work(atoi(argv[1]));
  pid_t workers[kWorkers];
  for (int i = 0; i < kWorkers; ++i)
    workers[i] = start(argv[0], i);
  unsigned random = 12345;
  for (int i = 0; i < kKills; ++i) {
    random = random * 1103515245u + 12345u;
    struct timespec pause = {0, (long)(random >> 8) % 60 * 1000000L};
    nanosleep(&pause, NULL);
    pid_t *worker = &workers[i % kWorkers];
    EXPECT(kill(*worker, SIGKILL) == 0);
    int result;
    EXPECT(waitpid(*worker, &result, 0) == *worker);
    /* It was at work until then. */
    EXPECT(WIFSIGNALED(result));
    *worker = start(argv[0], i);
    /* Meanwhile the others write: each compile is right, without a warning. */
    if (i % 10 == 0) {
      TileCache cache;
      TileCompiler compiler = makeSharing(&cache, kBound);
      for (int k = 0; k < kSources; ++k) {
        (void)hits(compiler, k);
        EXPECT(warnings.count == 0);
      }
      tileCompilerDestroy(compiler);
      tileCacheDestroy(cache);
    }
  }
  for (int i = 0; i < kWorkers; ++i) {
    EXPECT(kill(workers[i], SIGKILL) == 0);
    int result;
    EXPECT(waitpid(workers[i], &result, 0) == workers[i]);
    EXPECT(WIFSIGNALED(result));
  }

  TileCache cache;
  TileCompiler compiler = makeSharing(&cache, 0);
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < kSources; ++i) {
      bool found = hits(compiler, i);
      EXPECT(warnings.count == 0 && (found || round == 0));
    }
  TileCacheStatistics statistics;
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  EXPECT(statistics.failures == 0);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
  return 0;
}
