/*===- thread-end.c - Compiles while a thread ends ----------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * The destructor of a pthread key may compile, whatever the order of keys, also
 * in a thread that has not compiled before, and once more in a second round of
 * destructors. The messages of the library are there, too.
 *
 * RUN: %cc_capi %s -o %t && %t
 */

#include "Check.h"

#include "tile-c/Compiler.h"

#include <pthread.h>

static const char source[] = "tile.func public @f(%p: !tile.ptr<i32>) {\n"
                             "  %x = tile.load %p : !tile.ptr<i32>\n"
                             "  tile.store %p, %x : !tile.ptr<i32>\n"
                             "  tile.return\n"
                             "}\n";

static TileCompiler compiler;
/* Both come behind the library's key, which is made when it is loaded. */
static pthread_key_t first, last;
static unsigned numCompiles;

static void compile(void) {
  TileKernelImage image;
  EXPECT_ERROR(TileStatusCompileFailed, "custom op 'unknown' is unknown",
               tileCompilerCompileText(compiler, tileString("unknown"),
                                       tileString("f.mlir"), TileStagePTX, NULL,
                                       &image));
  EXPECT(strstr(tileGetLastCompileLog().data, "f.mlir:1:1: error: "));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("f.mlir"), TileStagePTX, NULL,
                                    &image));
  tileKernelImageDestroy(image);
  ++numCompiles;
}

/* The value is the rounds that are left. */
static void compileAtEnd(pthread_key_t key, void *value) {
  compile();
  char *rounds = value;
  if (*rounds > 1)
    EXPECT(!pthread_setspecific(key, rounds - 1));
}
static void compileFirst(void *value) { compileAtEnd(first, value); }
static void compileLast(void *value) { compileAtEnd(last, value); }

/* Points to the number of rounds; the one before is one less. */
static char rounds[] = {0, 1, 2};

static void *begin(void *compilesBefore) {
  if (compilesBefore)
    compile();
  EXPECT(!pthread_setspecific(first, &rounds[2]));
  EXPECT(!pthread_setspecific(last, &rounds[2]));
  return NULL;
}

int main(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetCache(options, (TileCache){NULL}));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT(!pthread_key_create(&first, compileFirst));
  EXPECT(!pthread_key_create(&last, compileLast));
  for (int i = 0; i < 6; ++i) {
    pthread_t thread;
    EXPECT(!pthread_create(&thread, NULL, begin, i % 2 ? &rounds : NULL));
    EXPECT(!pthread_join(thread, NULL));
  }
  EXPECT(numCompiles == 6 * 4 + 3);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return 0;
}
