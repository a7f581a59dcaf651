/*===- cancel.c - Compiles that a callback ends ------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test %kernels/sigmoid.mlir 2> err
// RUN: count 0 < err

#include "Check.h"

#include "mlir-c/Support.h"
#include "tile-c/Compiler.h"

#include <pthread.h>
#include <time.h>

/* Says yes to question `limit`; never if it is negative. */
typedef struct Canceller {
  int asked, limit;
  int diagnostics;
} Canceller;

static bool shouldCancel(void *userData) {
  Canceller *canceller = userData;
  return canceller->asked++ == canceller->limit;
}

static void onDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  (void)diagnostic;
  ++((Canceller *)userData)->diagnostics;
}

static const char *file;

static TileStatus compile(TileCompiler compiler, TileStage last,
                          Canceller *canceller, TileKernelImage *image) {
  TileCompileCallbacks callbacks = {onDiagnostic, shouldCancel, canceller};
  canceller->asked = canceller->diagnostics = 0;
  return tileCompilerCompileFile(compiler, tileString(file), last, &callbacks,
                                 image);
}

static TileCompiler makeCompiler(MlirLlvmThreadPool pool) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerOptionsSetThreadPool(options, pool));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

static double getSeconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* At each question: the compile ends there, asks no more, says nothing, and
 * the next compile of the same compiler is as if nothing had been. */
static void testEachQuestion(TileCompiler compiler, TileStage last, int step) {
  Canceller canceller = {0, -1, 0};
  TileKernelImage image, whole;
  EXPECT_OK(compile(compiler, last, &canceller, &whole));
  int questions = canceller.asked;
  EXPECT(questions > 20);
  for (int limit = 0; limit < questions; limit += step) {
    canceller.limit = limit;
    image.ptr = NULL;
    TileStatus status = compile(compiler, last, &canceller, &image);
    /* How often ptxas is waited for differs from time to time. */
    if (last == TileStageCubin && status == TileStatusSuccess) {
      EXPECT(canceller.asked <= limit);
      tileKernelImageDestroy(image);
      continue;
    }
    EXPECT(status == TileStatusCancelled);
    EXPECT(strcmp(tileGetLastErrorMessage().data,
                  "the compile was cancelled by its callback") == 0);
    EXPECT(canceller.asked == limit + 1 && canceller.diagnostics == 0);
    EXPECT(image.ptr == NULL);
  }
  canceller.limit = -1;
  EXPECT_OK(compile(compiler, last, &canceller, &image));
  EXPECT(mlirStringRefEqual(tileKernelImageGetStage(image, TileStagePTX),
                            tileKernelImageGetStage(whole, TileStagePTX)));
  tileKernelImageDestroy(image);
  tileKernelImageDestroy(whole);
}

/* A ptxas that would take an hour is ended at once. */
static void testPtxas(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  FILE *script = fopen("slow-ptxas", "w");
  EXPECT(script);
  fputs("#!/bin/sh\nexec sleep 3600\n", script);
  fclose(script);
  EXPECT(system("chmod +x slow-ptxas") == 0);
  EXPECT_OK(
      tileCompilerOptionsSetPtxasPath(options, tileString("./slow-ptxas")));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  Canceller canceller = {0, -1, 0};
  TileKernelImage image;
  EXPECT_OK(compile(compiler, TileStagePTX, &canceller, &image));
  tileKernelImageDestroy(image);
  canceller.limit = canceller.asked + 5;
  double start = getSeconds();
  EXPECT_ERROR(TileStatusCancelled, "cancelled by its callback",
               compile(compiler, TileStageCubin, &canceller, &image));
  EXPECT(getSeconds() - start < 1800);
  tileCompilerDestroy(compiler);

  /* So is one that takes longer than it may. */
  EXPECT_OK(tileCompilerOptionsSetPtxasTimeLimit(options, 1));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  canceller.limit = -1;
  EXPECT_ERROR(TileStatusCompileFailed, "1 second",
               compile(compiler, TileStageCubin, &canceller, &image));
  EXPECT(canceller.diagnostics >= 1);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

/* Threads that share a compiler: what one cancels, the others do not notice. */
static TileCompiler shared;
static void *compileSome(void *userData) {
  bool cancels = userData != NULL;
  for (int i = 0; i < 8; ++i) {
    Canceller canceller = {0, cancels ? i * 2 : -1, 0};
    TileKernelImage image;
    TileStatus status = compile(shared, TileStagePTX, &canceller, &image);
    EXPECT(status == (cancels ? TileStatusCancelled : TileStatusSuccess));
    if (!status)
      tileKernelImageDestroy(image);
  }
  return NULL;
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  file = argv[1];
  MlirLlvmThreadPool noPool = {NULL}, pool = mlirLlvmThreadPoolCreate();
  shared = makeCompiler(noPool);
  testEachQuestion(shared, TileStagePTX, 1);
  testEachQuestion(shared, TileStageCubin, 13);
  TileCompiler pooled = makeCompiler(pool);
  testEachQuestion(pooled, TileStagePTX, 7);
  tileCompilerDestroy(pooled);
  mlirLlvmThreadPoolDestroy(pool);
  testPtxas();
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    EXPECT(!pthread_create(&threads[i], NULL, compileSome,
                           i % 2 ? &shared : NULL));
  for (int i = 0; i < 4; ++i)
    EXPECT(!pthread_join(threads[i], NULL));
  tileCompilerDestroy(shared);
  return 0;
}
