/*===- exit.c - The end of a process that compiles ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* usage: exit COUNT KERNEL.mlir
|*
|* COUNT processes call exit() while three threads compile: the first half of
|* them in their first compiles, the others in later ones.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t 100 %kernels/vector_add.mlir | FileCheck %s
// CHECK: 100 exits, 0 crashed or hung

#define _DEFAULT_SOURCE

#include "Check.h"
#include "Patience.h"

#include "tile-c/Compiler.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NumThreads = 3 };

static const char *path;
static TileCompiler compiler;

static void compile(void) {
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(path), TileStagePTX,
                                    NULL, &image));
  tileKernelImageDestroy(image);
}

static void *compileWithoutEnd(void *unused) {
  (void)unused;
  for (;;)
    compile();
  return NULL;
}

/* Handlers of the program run, and may use the library. */
static void compileOnceMore(void) { compile(); }

static void exitWhileCompiling(int number) {
  pthread_t thread;
  /* Its threads are never idle: five minutes. */
  endIfHung(30);
  if (number % 4 == 0)
    EXPECT(!atexit(compileOnceMore));
  for (int i = 0; i < NumThreads; ++i)
    EXPECT(!pthread_create(&thread, NULL, compileWithoutEnd, NULL));
  usleep((useconds_t)(number * 7919 % 30000));
  exit(0);
}

int main(int argc, char **argv) {
  EXPECT(argc == 3);
  int count = atoi(argv[1]), numCrashed = 0;
  path = argv[2];
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  for (int i = 0; i < count; ++i) {
    if (i == count / 2)
      compile();
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0)
      exitWhileCompiling(i);
    int status;
    EXPECT(waitpid(child, &status, 0) == child);
    numCrashed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  printf("%d exits, %d crashed or hung\n", count, numCrashed);
  return numCrashed != 0;
}
