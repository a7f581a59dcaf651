/*===- compile.c - Compiles kernels with a cache in Redis --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The second machine that compiles a kernel with the same server does not
|* compile it. Without a server, or with one that hangs, it does.
|*
|*   compile HOST PORT KERNEL.mlir...
|*
|*   cc compile.c redis_store.c $(pkg-config --cflags --libs tilewright hiredis)
|*
\*===----------------------------------------------------------------------===*/

#include "redis_store.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* Milliseconds. */
enum { kLimit = 500, kPause = 10000 };

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return fprintf(stderr, "usage: compile HOST PORT KERNEL.mlir...\n"), 1;
  /* What is written to a server that is gone fails. */
  signal(SIGPIPE, SIG_IGN);
  RedisStore *store = redisStoreCreate(argv[1], atoi(argv[2]), kLimit);
  if (!store)
    return fprintf(stderr, "error: no memory\n"), 1;
  TileCacheCallbacks callbacks = redisStoreGetCallbacks(store, kPause);
  TileCache cache;
  TileCompiler compiler;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  check(tileCacheCreateWithCallbacks(&callbacks, &cache));
  check(tileCompilerOptionsSetCache(options, cache));
  check(tileCompilerCreate(options, &compiler));
  for (int i = 3; i < argc; ++i) {
    TileKernelImage image;
    check(tileCompilerCompileFile(compiler, tileString(argv[i]), TileStagePTX,
                                  NULL, &image));
    /* Of the cache too, which never fails a compile. */
    printf("%s%s: %s\n", tileGetLastCompileLog().data, argv[i],
           tileKernelImageIsFromCache(image) ? "from the store" : "compiled");
    tileKernelImageDestroy(image);
  }
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileCacheDestroy(cache);
  redisStoreDestroy(store);
  return 0;
}
