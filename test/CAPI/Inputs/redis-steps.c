/*===- redis-steps.c - Compiles with a cache in Redis, as asked --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Reads lines, and answers each with one: what redis-trials.py does to the
|* server in between is its matter. Each image is compared with one that was
|* compiled without a cache.
|*
|*   redis-steps PORT LIMIT PAUSE
|*
|*   compile N        kernel number N; the answer is "hit" or "compiled", the
|*                    milliseconds, and the last warning, if there was one
|*   threads N M      M threads, each compiles N kernels; "ok"
|*   fork N           a child compiles N kernels while its parent does; "ok"
|*
\*===----------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

#include "Check.h"

#include "redis_store.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static TileCompiler cached, plain;

typedef struct Outcome {
  bool isHit;
  double milliseconds;
  char warning[512];
} Outcome;

static void keepWarning(const TileDiagnostic *diagnostic, void *userData) {
  EXPECT(diagnostic->severity == TileSeverityWarning);
  snprintf(userData, 512, "%s", diagnostic->message.data);
}

static TileKernelImage compile(TileCompiler compiler, unsigned number,
                               Outcome *outcome) {
  char source[512];
  struct timespec begin, end;
  TileKernelImage image;
  TileCompileCallbacks callbacks = {0};
  snprintf(source, sizeof source,
           "tile.func public @number%u(%%p: !tile.ptr<i32>) {\n"
           "  %%v = arith.constant %u : i32\n"
           "  tile.store %%p, %%v : !tile.ptr<i32>\n"
           "  tile.return\n"
           "}\n",
           number, number);
  outcome->warning[0] = 0;
  callbacks.onDiagnostic = keepWarning;
  callbacks.userData = outcome->warning;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("number.mlir"), TileStagePTX,
                                    &callbacks, &image));
  clock_gettime(CLOCK_MONOTONIC, &end);
  outcome->milliseconds = 1e3 * (double)(end.tv_sec - begin.tv_sec) +
                          1e-6 * (double)(end.tv_nsec - begin.tv_nsec);
  outcome->isHit = tileKernelImageIsFromCache(image);
  return image;
}

static Outcome compileAndCompare(unsigned number) {
  Outcome outcome, other;
  TileKernelImage image = compile(cached, number, &outcome);
  TileKernelImage expected = compile(plain, number, &other);
  MlirStringRef found = tileKernelImageGetStage(image, TileStagePTX);
  EXPECT(equals(found, tileKernelImageGetStage(expected, TileStagePTX).data));
  EXPECT(!other.isHit && !other.warning[0]);
  tileKernelImageDestroy(image);
  tileKernelImageDestroy(expected);
  return outcome;
}

static unsigned numKernels;

static void *compileAll(void *data) {
  (void)data;
  for (unsigned i = 0; i < numKernels; ++i)
    (void)compileAndCompare(1000 + i);
  return NULL;
}

static void runThreads(unsigned numThreads) {
  pthread_t threads[64];
  EXPECT(numThreads <= 64);
  for (unsigned i = 0; i < numThreads; ++i)
    EXPECT(pthread_create(&threads[i], NULL, compileAll, NULL) == 0);
  for (unsigned i = 0; i < numThreads; ++i)
    EXPECT(pthread_join(threads[i], NULL) == 0);
}

static void runForked(void) {
  int status = 1;
  pid_t child = fork();
  EXPECT(child >= 0);
  compileAll(NULL);
  if (child == 0)
    _exit(0);
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  char line[128];
  unsigned number, count;
  TileCache cache, none = {NULL};
  EXPECT(argc == 4);
  signal(SIGPIPE, SIG_IGN);
  RedisStore *store =
      redisStoreCreate("127.0.0.1", atoi(argv[1]), atoi(argv[2]));
  EXPECT(store != NULL);
  TileCacheCallbacks callbacks =
      redisStoreGetCallbacks(store, (unsigned)atoi(argv[3]));
  EXPECT_OK(tileCacheCreateWithCallbacks(&callbacks, &cache));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetCache(options, cache));
  EXPECT_OK(tileCompilerCreate(options, &cached));
  EXPECT_OK(tileCompilerOptionsSetCache(options, none));
  EXPECT_OK(tileCompilerCreate(options, &plain));

  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "compile %u", &number) == 1) {
      Outcome outcome = compileAndCompare(number);
      printf("%s %.0f %s\n", outcome.isHit ? "hit" : "compiled",
             outcome.milliseconds, outcome.warning);
    } else if (sscanf(line, "threads %u %u", &numKernels, &count) == 2) {
      runThreads(count);
      printf("ok\n");
    } else {
      EXPECT(sscanf(line, "fork %u", &numKernels) == 1);
      runForked();
      printf("ok\n");
    }
    fflush(stdout);
  }
  tileCompilerDestroy(cached);
  tileCompilerDestroy(plain);
  tileCompilerOptionsDestroy(options);
  tileCacheDestroy(cache);
  redisStoreDestroy(store);
  return 0;
}
