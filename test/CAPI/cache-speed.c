/*===- cache-speed.c - What a hit costs --------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas, release
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test %kernels/vector_add.mlir | FileCheck %s
// CHECK: ptx: {{[0-9]+}} us a hit
// CHECK-NEXT: cubin: {{[0-9]+}} us a hit

#include "Inputs/CompileOnce.h"

#include <time.h>

static double getMicroseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* The median of 100 hits, each with reading the source's file. The goal is
 * 1 ms; this fails at 3 ms, for machines that have more to do. */
static void measure(TileCompiler compiler, const char *file, TileStage last) {
  enum { kSamples = 100 };
  double times[kSamples];
  for (int i = -1; i < kSamples; ++i) {
    double start = getMicroseconds();
    TileKernelImage image;
    EXPECT_OK(tileCompilerCompileFile(compiler, tileString(file), last, NULL,
                                      &image));
    EXPECT(tileKernelImageGetStage(image, last).length > 0);
    EXPECT(tileKernelImageIsFromCache(image) == (i >= 0));
    tileKernelImageDestroy(image);
    if (i >= 0)
      times[i] = getMicroseconds() - start;
  }
  qsort(times, kSamples, sizeof(times[0]), compare);
  printf("%s: %.0f us a hit\n", tileStageGetName(last).data,
         times[kSamples / 2]);
  EXPECT(times[kSamples / 2] < 3000);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("cache"), 0, &cache));
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  measure(compiler, argv[1], TileStagePTX);
  measure(compiler, argv[1], TileStageCubin);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
  return 0;
}
