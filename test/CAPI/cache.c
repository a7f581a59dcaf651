/*===- cache.c - Images that are found again ---------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/default ./test %t/default 2> err
// RUN: count 0 < err

#define _POSIX_C_SOURCE 200809L

#include "Inputs/CompileOnce.h"

#include <sys/stat.h>

static Warnings warnings;

static bool hits(TileCompiler compiler) {
  bool found =
      isHit(compiler, tinySource, "tiny.mlir", TileStagePTX, &warnings);
  EXPECT(warnings.count == 0);
  return found;
}

static TileCacheStatistics getStatistics(TileCache cache) {
  TileCacheStatistics statistics;
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  return statistics;
}

/* Equal source and options hit, whichever compiler; all else misses. */
static void testHits(void) {
  TileCache cache, again;
  EXPECT_OK(tileCacheCreate(tileString("hits"), 0, &cache));
  EXPECT(!tileCacheIsNull(cache));
  EXPECT(equals(tileCacheGetFolder(cache), "hits"));
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(getStatistics(cache).size == 0);
  EXPECT(!hits(compiler) && hits(compiler) && hits(compiler));
  TileCacheStatistics statistics = getStatistics(cache);
  EXPECT(statistics.hits == 2 && statistics.misses == 1);
  EXPECT(statistics.stores == 1 && statistics.failures == 0);
  uint64_t size = statistics.size;
  EXPECT(size > 500 && size < 100000);

  /* Another compiler; another cache object of the folder. */
  TileCompiler other = makeCompiler(cache, NULL, NULL);
  EXPECT(hits(other));
  tileCompilerDestroy(other);
  EXPECT_OK(tileCacheCreate(tileString("hits"), 0, &again));
  other = makeCompiler(again, NULL, NULL);
  EXPECT(hits(other));
  EXPECT(getStatistics(again).hits == 1 && getStatistics(again).misses == 0);
  tileCompilerDestroy(other);
  tileCacheDestroy(again);

  /* Each option that code depends on. */
  static const struct {
    const char *name, *value;
  } changes[] = {
      {"target", "sm_80"},       {"num-warps", "8"},
      {"ptx-version", "87"},     {"fast-math", "true"},
      {"fp-contract", "off"},    {"line-info", "true"},
      {"max-registers", "32"},   {"kernel", "tiny"},
      {"assume", "v:16"},        {"assume", "v=16"},
      {"ptxas-opt-level", "1"},  {"keep-stages", "true"},
      {"verify-each", "true"},   {"ptxas", "/no/ptxas"},
      {"libdevice", "/no/file"}, {"programs-per-cta", "2"},
      {"num-stages", "4"},       {"tf32", "nearest"},
  };
  for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
    other = makeCompiler(cache, changes[i].name, changes[i].value);
    EXPECT(!hits(other) && hits(other));
    tileCompilerDestroy(other);
  }
  /* Another stage, source or name. */
  EXPECT(!isHit(compiler, tinySource, "tiny.mlir", TileStageLLVMIR, &warnings));
  EXPECT(isHit(compiler, tinySource, "tiny.mlir", TileStageLLVMIR, &warnings));
  EXPECT(!isHit(compiler, tinySource, "huge.mlir", TileStagePTX, &warnings));
  char source[sizeof(tinySource) + 1];
  snprintf(source, sizeof(source), "%s\n", tinySource);
  EXPECT(!isHit(compiler, source, "tiny.mlir", TileStagePTX, &warnings));

  /* A compiler holds on to its cache. */
  EXPECT(getStatistics(cache).size > 10 * size);
  EXPECT_OK(tileCacheClear(cache));
  EXPECT(getStatistics(cache).size == 0);
  tileCacheDestroy(cache);
  EXPECT(tileCacheGetFolder(cache).length == 0);
  EXPECT(!hits(compiler) && hits(compiler));
  tileCompilerDestroy(compiler);
}

/* What a hit gives is what the compile gave. */
static void testEqualImages(const char *stages) {
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("equal"), 0, &cache));
  TileCompiler compiler = makeCompiler(cache, "keep-stages", stages);
  TileKernelImage images[2];
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(tileCompilerCompileText(compiler, tileString(tinySource),
                                      tileString(""), TileStagePTX, NULL,
                                      &images[i]));
    EXPECT(tileKernelImageIsFromCache(images[i]) == (i == 1));
  }
  for (int stage = 0; stage < 6; ++stage)
    EXPECT(mlirStringRefEqual(
        tileKernelImageGetStage(images[0], (TileStage)stage),
        tileKernelImageGetStage(images[1], (TileStage)stage)));
  TileKernelInfo info;
  EXPECT_OK(tileKernelImageGetKernel(images[1], 0, &info));
  EXPECT(equals(info.symbol, "tiny") && info.numArguments == 2);
  /* The steps are those of the compile that made it. */
  EXPECT(tileKernelImageGetNumSteps(images[1]) == 7);
  tileKernelImageDestroy(images[0]);
  tileKernelImageDestroy(images[1]);
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

static void keepText(MlirStringRef text, void *userData) {
  snprintf(userData, 1024, "%s", text.data);
}

/* The default folder, as the environment is when it is asked for. */
static void testDefault(const char *folder) {
  char found[1024] = "";
  EXPECT_OK(tileCacheGetDefaultFolder(keepText, found));
  EXPECT(strcmp(found, folder) == 0);
  struct stat status;
  EXPECT(stat(folder, &status) != 0);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT(!hits(compiler) && hits(compiler));
  /* For its owner alone. */
  EXPECT(stat(folder, &status) == 0 && (status.st_mode & 0777) == 0700);
  tileCompilerDestroy(compiler);
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString(""), 0, &cache));
  EXPECT(equals(tileCacheGetFolder(cache), folder));
  compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(hits(compiler));
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
  TileCache none = {NULL};
  compiler = makeCompiler(none, NULL, NULL);
  EXPECT(!hits(compiler) && !hits(compiler));
  tileCompilerDestroy(compiler);

  setenv("TILEWRIGHT_CACHE_DIR", "", 1);
  setenv("XDG_CACHE_HOME", "/x/caches", 1);
  setenv("HOME", "/x/home", 1);
  EXPECT_OK(tileCacheGetDefaultFolder(keepText, found));
  EXPECT(strcmp(found, "/x/caches/tilewright") == 0);
  unsetenv("XDG_CACHE_HOME");
  EXPECT_OK(tileCacheGetDefaultFolder(keepText, found));
  EXPECT(strcmp(found, "/x/home/.cache/tilewright") == 0);
  unsetenv("HOME");
  EXPECT_ERROR(TileStatusNotFound,
               "expected TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME in the "
               "environment, to find the cache, found none of them",
               tileCacheGetDefaultFolder(keepText, found));
  EXPECT(tileCacheCreate(tileString(""), 0, &cache) == TileStatusNotFound);
  /* Without a folder there is no cache, and no warning either. */
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT(!hits(compiler) && !hits(compiler));
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

/* The bound holds, and what was used last stays. */
static void testBound(void) {
  TileCache cache;
  enum { kBound = 40000 };
  EXPECT_OK(tileCacheCreate(tileString("bound"), kBound, &cache));
  TileCompiler compiler = makeCompiler(cache, NULL, NULL);
  char name[32];
  for (int i = 0; i < 100; ++i) {
    snprintf(name, sizeof(name), "source %d", i);
    EXPECT(!isHit(compiler, tinySource, name, TileStagePTX, &warnings));
    EXPECT(warnings.count == 0);
    /* A sixteenth more than the bound, and one entry. */
    EXPECT(getStatistics(cache).size < kBound + kBound / 16 + 4000);
  }
  EXPECT_OK(tileCachePrune(cache));
  uint64_t size = getStatistics(cache).size;
  EXPECT(size > kBound / 2 && size <= kBound);
  EXPECT(isHit(compiler, tinySource, name, TileStagePTX, &warnings));
  EXPECT(!isHit(compiler, tinySource, "source 0", TileStagePTX, &warnings));
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);

  /* What is larger than the bound is not kept, which is worth a warning. */
  EXPECT_OK(tileCacheCreate(tileString("tight"), 100, &cache));
  compiler = makeCompiler(cache, NULL, NULL);
  EXPECT(!isHit(compiler, tinySource, "", TileStagePTX, &warnings));
  EXPECT(warnings.count == 1);
  EXPECT(strstr(warnings.last, "cannot write to cache 'tight': expected "
                               "images of at most 100 bytes, found "));
  tileCompilerDestroy(compiler);
  tileCacheDestroy(cache);
}

static void testMistakes(void) {
  TileCache none = {NULL};
  TileCacheStatistics statistics;
  EXPECT(tileCacheIsNull(none) && tileCacheGetFolder(none).length == 0);
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileCache, found a null handle",
               tileCacheClear(none));
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileCache",
               tileCachePrune(none));
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileCache",
               tileCacheGetStatistics(none, &statistics));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'cache', found null",
               tileCacheCreate(tileString("x"), 0, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'callback', found null",
               tileCacheGetDefaultFolder(NULL, NULL));
  tileCacheDestroy(none);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  testHits();
  testEqualImages("false");
  testEqualImages("true");
  testBound();
  testMistakes();
  testDefault(argv[1]);
  return 0;
}
