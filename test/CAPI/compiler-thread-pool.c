/*===- compiler-thread-pool.c - Compiles with threads of MLIR ----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t

#include "Check.h"

#include "mlir-c/Support.h"
#include "tile-c/Compiler.h"

#include <pthread.h>

enum { kKernels = 12, kCompilers = 3, kRepeats = 6 };

/* Kernels k0, k1, ... of tiles of several sizes. */
static void makeSource(char *text, size_t size) {
  size_t length = 0;
  for (int i = 0; i < kKernels; ++i)
    length += (size_t)snprintf(
        text + length, size - length,
        "tile.func public @k%d(%%p: !tile.ptr<f32>) {\n"
        "  %%i = tile.make_range {start = 0 : i32, end = %d : i32} : "
        "tensor<%dxi32>\n"
        "  %%b = tile.splat %%p : !tile.ptr<f32> -> tensor<%dx!tile.ptr<f32>>\n"
        "  %%a = tile.addptr %%b, %%i : tensor<%dx!tile.ptr<f32>>, "
        "tensor<%dxi32>\n"
        "  %%x = tile.load %%a : tensor<%dx!tile.ptr<f32>>\n"
        "  %%y = tile.elementwise_inline_asm \"neg.f32 $0, $1;\" {constraints "
        "= "
        "\"=f,f\", packed_element = 1 : i32, pure = true} %%x : "
        "tensor<%dxf32> -> tensor<%dxf32>\n"
        "  tile.store %%a, %%y : tensor<%dx!tile.ptr<f32>>\n"
        "  tile.return\n}\n",
        i, 64 << i % 4, 64 << i % 4, 64 << i % 4, 64 << i % 4, 64 << i % 4,
        64 << i % 4, 64 << i % 4, 64 << i % 4, 64 << i % 4);
  EXPECT(length < size);
}

static char source[1 << 16];
static TileKernelImage expected;
static TileCompiler pooled;

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

static int numDiagnostics;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void onDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  (void)userData;
  pthread_mutex_lock(&mutex);
  numDiagnostics += diagnostic->severity == TileSeverityError;
  pthread_mutex_unlock(&mutex);
}

static bool never(void *userData) {
  /* One at a time, so without a lock. */
  ++*(int *)userData;
  return false;
}

static void *compileSome(void *unused) {
  (void)unused;
  for (int i = 0; i < kRepeats; ++i) {
    TileKernelImage image;
    int asked = 0;
    TileCompileCallbacks callbacks = {onDiagnostic, never, &asked};
    EXPECT_OK(tileCompilerCompileText(pooled, tileString(source),
                                      tileString("k.mlir"), TileStagePTX,
                                      &callbacks, &image));
    EXPECT(asked > kKernels);
    EXPECT(mlirStringRefEqual(tileKernelImageGetStage(image, TileStagePTX),
                              tileKernelImageGetStage(expected, TileStagePTX)));
    EXPECT(tileKernelImageGetNumKernels(image) == kKernels);
    tileKernelImageDestroy(image);
  }
  return NULL;
}

int main(void) {
  makeSource(source, sizeof(source));
  MlirLlvmThreadPool none = {NULL}, pool = mlirLlvmThreadPoolCreate();
  TileCompiler alone = makeCompiler(none);
  EXPECT_OK(tileCompilerCompileText(alone, tileString(source),
                                    tileString("k.mlir"), TileStagePTX, NULL,
                                    &expected));
  tileCompilerDestroy(alone);
  pooled = makeCompiler(pool);
  compileSome(NULL);
  pthread_t threads[kCompilers];
  for (int i = 0; i < kCompilers; ++i)
    EXPECT(!pthread_create(&threads[i], NULL, compileSome, NULL));
  for (int i = 0; i < kCompilers; ++i)
    EXPECT(!pthread_join(threads[i], NULL));
  EXPECT(numDiagnostics == 0);

  /* Another compiler of the same pool, after the first is gone. */
  tileCompilerDestroy(pooled);
  pooled = makeCompiler(pool);
  compileSome(NULL);
  tileCompilerDestroy(pooled);
  mlirLlvmThreadPoolDestroy(pool);
  tileKernelImageDestroy(expected);
  return 0;
}
