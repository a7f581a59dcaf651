/*===- cache-callbacks.c - A cache that a program keeps ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Entries are found again, by another compiler too; what is damaged, fails or
|* takes long is compiled, with one warning.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t

#define _POSIX_C_SOURCE 200809L

#include "Inputs/CompileOnce.h"

#include <time.h>

/* A store of one entry, and what happens to calls. */
typedef struct Store {
  char key[65];
  char *bytes;
  size_t size;
  int gets, puts, removes;
  TileStatus answer;
  long delay;
} Store;

static void wait(const Store *store) {
  struct timespec time = {0, store->delay * 1000000};
  nanosleep(&time, NULL);
}

static TileStatus get(MlirStringRef key, MlirStringCallback sink,
                      void *sinkData, void *userData) {
  Store *store = userData;
  ++store->gets;
  wait(store);
  if (store->answer != TileStatusSuccess)
    return store->answer;
  EXPECT(key.length == 64);
  if (!store->bytes || memcmp(key.data, store->key, 64) != 0)
    return TileStatusNotFound;
  sink(mlirStringRefCreate(store->bytes, store->size), sinkData);
  return TileStatusSuccess;
}

static TileStatus put(MlirStringRef key, MlirStringRef bytes, void *userData) {
  Store *store = userData;
  ++store->puts;
  wait(store);
  if (store->answer != TileStatusSuccess)
    return store->answer;
  memcpy(store->key, key.data, 64);
  free(store->bytes);
  store->bytes = malloc(bytes.length);
  store->size = bytes.length;
  memcpy(store->bytes, bytes.data, bytes.length);
  return TileStatusSuccess;
}

static TileStatus removeEntry(MlirStringRef key, void *userData) {
  Store *store = userData;
  ++store->removes;
  EXPECT(memcmp(key.data, store->key, 64) == 0);
  free(store->bytes);
  store->bytes = NULL;
  return TileStatusSuccess;
}

static Store store;
static Warnings warnings;

static TileCache newCache(unsigned pause) {
  TileCacheCallbacks callbacks = {0};
  TileCache cache;
  callbacks.get = get;
  callbacks.put = put;
  callbacks.remove = removeEntry;
  callbacks.userData = &store;
  callbacks.patience = 600;
  callbacks.pause = pause;
  EXPECT_OK(tileCacheCreateWithCallbacks(&callbacks, &cache));
  return cache;
}

/* Compiles with a new compiler. */
static bool hits(TileCache cache) {
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  bool found =
      isHit(compiler, tinySource, "tiny.mlir", TileStagePTX, &warnings);
  tileCompilerDestroy(compiler);
  return found;
}

int main(void) {
  TileCache cache = newCache(60000), other = newCache(1);
  TileCacheStatistics statistics;
  EXPECT(tileCacheGetFolder(cache).length == 0);
  EXPECT(!hits(cache) && store.puts == 1 && warnings.count == 0);
  EXPECT(hits(cache) && hits(other) && warnings.count == 0);
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  EXPECT(statistics.hits == 1 && statistics.misses == 1 &&
         statistics.stores == 1 && statistics.failures == 0);
  EXPECT_ERROR(TileStatusUnsupported, "found one of callbacks",
               tileCacheClear(cache));

  /* A damaged entry is removed, and made again. */
  store.bytes[store.size / 2] ^= 1;
  EXPECT(!hits(cache) && store.removes == 1 && warnings.count == 1);
  EXPECT(strstr(warnings.last, "of the shared cache") != NULL);
  EXPECT(hits(cache) && warnings.count == 0);

  /* A failure is a warning, and a pause without calls. */
  tileCacheDestroy(cache);
  cache = newCache(60000);
  store.answer = TileStatusIOError;
  store.gets = store.puts = 0;
  EXPECT(!hits(cache) && store.gets == 1 && store.puts == 0);
  EXPECT(warnings.count == 1 &&
         strstr(warnings.last, "returned io-error") != NULL);
  EXPECT(!hits(cache) && store.gets == 1 && warnings.count == 0);
  store.answer = TileStatusSuccess;
  EXPECT(!hits(cache) && store.gets == 1);
  tileCacheDestroy(cache);

  /* What comes late is taken, and then comes a pause. */
  cache = newCache(60000);
  store.delay = 900;
  store.gets = 0;
  EXPECT(hits(cache) && store.gets == 1 && warnings.count == 1);
  EXPECT(strstr(warnings.last, "the callback took ") != NULL);
  EXPECT(!hits(cache) && store.gets == 1);
  tileCacheDestroy(cache);

  /* After the pause it is asked again. */
  store.delay = 0;
  store.answer = TileStatusIOError;
  store.gets = 0;
  EXPECT(!hits(other));
  store.answer = TileStatusSuccess;
  struct timespec pause = {0, 20 * 1000000};
  nanosleep(&pause, NULL);
  EXPECT(hits(other));

  TileCacheCallbacks none = {0};
  EXPECT_ERROR(TileStatusInvalidArgument, "callbacks->get",
               tileCacheCreateWithCallbacks(&none, &cache));
  tileCacheDestroy(other);
  free(store.bytes);
  return 0;
}
