/*===- parallel_compile.c - One compiler, many threads -----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiles kernels again and again from several threads, and compares each
|* result with the first: a compiler needs no lock around it, and equal sources
|* make equal PTX.
|*
|*   parallel_compile [kernel.mlir ...] [--threads=N] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* How often a thread compiles each file; the most files, and threads. */
enum { kRepeats = 10, kMax = 256 };

/* What all threads share; they only read it. */
static struct {
  TileCompiler compiler;
  const char *files[kMax];
  int numFiles;
  /* The first image of each file. */
  TileKernelImage first[kMax];
} work = {.files = {"kernels/copy.mlir", "kernels/sigmoid.mlir"}};

/* A thread: returns null if all it compiled is right. */
static void *compileAll(void *unused) {
  (void)unused;
  for (int i = 0; i < kRepeats * work.numFiles; ++i) {
    const int file = i % work.numFiles;
    TileKernelImage image;
    if (tileCompilerCompileFile(work.compiler, tileString(work.files[file]),
                                TileStagePTX, NULL, &image)) {
      /* The message of this thread's last error. */
      fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
      return &work;
    }
    bool isEqual = mlirStringRefEqual(
        tileKernelImageGetStage(image, TileStagePTX),
        tileKernelImageGetStage(work.first[file], TileStagePTX));
    tileKernelImageDestroy(image);
    if (!isEqual) {
      fprintf(stderr, "error: %s: other PTX than before\n", work.files[file]);
      return &work;
    }
  }
  return NULL;
}

static double getSeconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess) {                                         \
      fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);          \
      goto cleanup;                                                            \
    }                                                                          \
  } while (0)

int main(int argc, char **argv) {
  pthread_t threads[kMax];
  const char *deviceName = "auto";
  int numThreads = 4, numStarted = 0, exitCode = 1;
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else if (strncmp(argv[i], "--threads=", 10) == 0)
      numThreads = atoi(argv[i] + 10);
    else if (work.numFiles < kMax)
      work.files[work.numFiles++] = argv[i];
  if (numThreads < 1 || numThreads > kMax)
    numThreads = 4;
  if (!work.numFiles)
    work.numFiles = 2;

  TileDevice device = {NULL};
  TileDeviceInfo info;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TRY(tileDeviceOpen(tileString(deviceName), &device));
  TRY(tileDeviceGetInfo(device, &info));
  TRY(tileCompilerOptionsSetTarget(options, info.target));
  /* No cache: each compile is to be one. */
  TRY(tileCompilerOptionsSetCache(options, (TileCache){NULL}));
  TRY(tileCompilerCreate(options, &work.compiler));
  for (int i = 0; i < work.numFiles; ++i)
    TRY(tileCompilerCompileFile(work.compiler, tileString(work.files[i]),
                                TileStagePTX, NULL, &work.first[i]));

  double start = getSeconds();
  while (numStarted < numThreads &&
         !pthread_create(&threads[numStarted], NULL, compileAll, NULL))
    ++numStarted;
  exitCode = numStarted < numThreads;
  for (void *failed; numStarted > 0; exitCode |= failed != NULL)
    pthread_join(threads[--numStarted], &failed);
  if (exitCode)
    goto cleanup;
  int count = numThreads * kRepeats * work.numFiles;
  printf("%d compiles for %s by %d threads, each as the first: %.0f a second\n",
         count, info.target.data, numThreads, count / (getSeconds() - start));

cleanup:
  for (int i = 0; i < work.numFiles; ++i)
    tileKernelImageDestroy(work.first[i]);
  tileCompilerDestroy(work.compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return exitCode;
}
