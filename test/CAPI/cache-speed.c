/*===- cache-speed.c - What a hit costs --------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas, release
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test %kernels/vector_add.mlir | FileCheck %s
// CHECK: ptx: {{[0-9]+}} us per hit, {{[0-9]+}} us per compile
// CHECK-NEXT: cubin: {{[0-9]+}} us per hit, {{[0-9]+}} us per compile

#include "Inputs/CompileOnce.h"

#include <time.h>

static double getMicroseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* Microseconds of one compile, with reading the source's file. */
static double compileOnce(TileCompiler compiler, const char *file,
                          TileStage last, bool fromCache) {
  double start = getMicroseconds();
  TileKernelImage image;
  EXPECT_OK(
      tileCompilerCompileFile(compiler, tileString(file), last, NULL, &image));
  EXPECT(tileKernelImageGetStage(image, last).length > 0);
  EXPECT(tileKernelImageIsFromCache(image) == fromCache);
  tileKernelImageDestroy(image);
  return getMicroseconds() - start;
}

/* The fastest of each in one run: other load on the machine slows both. */
static void measure(TileCompiler cached, TileCompiler uncached,
                    const char *file, TileStage last) {
  double hit = 1e9, compile = 1e9;
  compileOnce(cached, file, last, false);
  compileOnce(uncached, file, last, false);
  for (int i = 0; i < 10; ++i) {
    double time = compileOnce(uncached, file, last, false);
    compile = time < compile ? time : compile;
    for (int j = 0; j < 10; ++j) {
      time = compileOnce(cached, file, last, true);
      hit = time < hit ? time : hit;
    }
  }
  printf("%s: %.0f us per hit, %.0f us per compile\n",
         tileStageGetName(last).data, hit, compile);
  EXPECT(10 * hit < compile);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("cache"), 0, &cache));
  TileCompiler cached = makeCompiler(cache, NULL, NULL);
  TileCompiler uncached = makeCompiler((TileCache){NULL}, NULL, NULL);
  measure(cached, uncached, argv[1], TileStagePTX);
  measure(cached, uncached, argv[1], TileStageCubin);
  tileCompilerDestroy(uncached);
  tileCompilerDestroy(cached);
  tileCacheDestroy(cache);
  return 0;
}
