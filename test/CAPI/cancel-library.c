/*===- cancel-library.c - Ending a library that compiles ---------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A callback ends nvJitLink as it ends ptxas: at once, in several threads.
|*
\*===----------------------------------------------------------------------===*/
// RUN: cc -shared -fPIC %S/../Target/Inputs/nvjitlink.c -o %t.so -DSLOW=3600
// RUN: %cc_capi %s -o %t
// RUN: %t %t.so

#include "Check.h"

#include "tile-c/Compiler.h"

#include <pthread.h>
#include <time.h>

static TileCompiler compiler;

static double getSeconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Half a second after the first question. */
static bool isLate(void *userData) {
  double *first = userData;
  if (*first == 0)
    *first = getSeconds();
  return getSeconds() > *first + 0.5;
}

static void *compile(void *unused) {
  (void)unused;
  double first = 0;
  const TileCompileCallbacks callbacks = {NULL, isLate, &first};
  TileKernelImage image;
  TileStatus status = tileCompilerCompileText(
      compiler, tileString("tile.func public @k() {\n  tile.return\n}\n"),
      tileString("k.mlir"), TileStageCubin, &callbacks, &image);
  EXPECT(status == TileStatusCancelled);
  return NULL;
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSet(options, tileString("ptxas"),
                                   tileString(argv[1])));
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  double start = getSeconds();
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    EXPECT(pthread_create(&threads[i], NULL, compile, NULL) == 0);
  for (int i = 0; i < 4; ++i)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  /* The stand-in sleeps for an hour. */
  EXPECT(getSeconds() - start < 1800);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return 0;
}
