/*===- CompileOnce.h - A compile with what a test wants to know --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For tests of the cache: compiles a source with a cache and collects the
|* warnings.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILE_TEST_CAPI_INPUTS_COMPILEONCE_H
#define TILE_TEST_CAPI_INPUTS_COMPILEONCE_H

#include "Check.h"

#include "tile-c/Compiler.h"

/* A kernel of one store, for compiles that should take little time. */
static const char tinySource[] =
    "tile.func public @tiny(%p: !tile.ptr<i32>, %v: i32) {\n"
    "  tile.store %p, %v : !tile.ptr<i32>\n"
    "  tile.return\n"
    "}\n";

/* The last warning of a compile, and how many there were. */
typedef struct Warnings {
  char last[1024];
  int count;
} Warnings;

static inline void keepWarning(const TileDiagnostic *diagnostic,
                               void *userData) {
  Warnings *warnings = userData;
  EXPECT(diagnostic->severity == TileSeverityWarning);
  EXPECT(diagnostic->line == 0 && diagnostic->file.length == 0);
  snprintf(warnings->last, sizeof(warnings->last), "%s",
           diagnostic->message.data);
  ++warnings->count;
}

/* A compiler with a cache (a null one: off) and one other option, which may be
 * null. */
static inline TileCompiler makeCompiler(TileCache cache, const char *name,
                                        const char *value) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetCache(options, cache));
  if (name)
    EXPECT_OK(
        tileCompilerOptionsSet(options, tileString(name), tileString(value)));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

/* Compiles, which must succeed; true if the image came from the cache. */
static inline bool isHit(TileCompiler compiler, const char *source,
                         const char *name, TileStage last, Warnings *warnings) {
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = keepWarning;
  callbacks.userData = warnings;
  warnings->count = 0;
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString(name), last, &callbacks,
                                    &image));
  EXPECT(tileKernelImageGetStage(image, last).length > 0);
  bool found = tileKernelImageIsFromCache(image);
  tileKernelImageDestroy(image);
  return found;
}

#endif /* TILE_TEST_CAPI_INPUTS_COMPILEONCE_H */
