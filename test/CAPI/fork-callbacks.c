/*===- fork-callbacks.c - fork() beside callbacks and locks ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A callback of a compile may fork, compile, or never return: nobody waits for
|* it. What a thread of the parent holds for the time of a compile, a child does
|* not find closed.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t

#define _DEFAULT_SOURCE

#include "Check.h"
#include "Patience.h"

#include "mlir-c/Support.h"
#include "tile-c/Runtime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#define KERNEL(name)                                                           \
  "tile.func public @" name "(%p: !tile.ptr<f32>) {\n"                         \
  "  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : "               \
  "tensor<128xi32>\n"                                                          \
  "  %b = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>\n"      \
  "  %a = tile.addptr %b, %i : tensor<128x!tile.ptr<f32>>, "                   \
  "tensor<128xi32>\n"                                                          \
  "  %x = tile.load %a : tensor<128x!tile.ptr<f32>>\n"                         \
  "  tile.store %a, %x : tensor<128x!tile.ptr<f32>>\n"                         \
  "  tile.return\n"                                                            \
  "}\n"

static const char *const oneKernel = KERNEL("f");
/* The threads of a pool verify them. */
static const char *const fourKernels =
    KERNEL("f") KERNEL("g") KERNEL("h") KERNEL("i");
static TileCompiler compiler, pooled;
static TileSpecializer specializer;

static double getSeconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static TileStatus compile(TileCompiler with, const char *source,
                          const TileCompileCallbacks *callbacks) {
  TileKernelImage image;
  TileStatus status =
      tileCompilerCompileText(with, tileString(source), tileString("text"),
                              TileStagePTX, callbacks, &image);
  if (status == TileStatusSuccess)
    tileKernelImageDestroy(image);
  return status;
}

static void compileInChild(void) {
  EXPECT_OK(compile(compiler, oneKernel, NULL));
  EXPECT_OK(compile(pooled, fourKernels, NULL));
}

static void specializeInChild(void) {
  TileArgument argument = tileArgumentPointer(4);
  TileKernel kernel;
  EXPECT_OK(tileKernelSpecialize(specializer, &argument, 1, NULL, &kernel));
  EXPECT(tileSpecializerGetNumVariants(specializer) == 1);
}

/* The child does so; fork() takes less than the ten seconds after which it
 * would no longer wait. */
static void expectChild(void (*work)(void)) {
  double start = getSeconds();
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    endIfHung(60);
    work();
    _exit(0);
  }
  EXPECT(getSeconds() - start < 9);
  int status;
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/*===----------------------------------------------------------------------===*\
|* Callbacks that come back
\*===----------------------------------------------------------------------===*/

static bool forkAtTenth(void *userData) {
  if (++*(int *)userData == 10)
    expectChild(compileInChild);
  return false;
}

static bool compileAtTenth(void *userData) {
  if (++*(int *)userData == 10) {
    int count = 0;
    TileCompileCallbacks callbacks = {NULL, forkAtTenth, &count};
    EXPECT_OK(compile(compiler, oneKernel, &callbacks));
    EXPECT(count > 10);
  }
  return false;
}

/* The child goes on with the compile that it was made in. */
static bool becomeChildAtTenth(void *userData) {
  if (++*(int *)userData == 10) {
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child != 0) {
      int status;
      EXPECT(waitpid(child, &status, 0) == child);
      EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
      return true;
    }
    endIfHung(60);
  }
  return false;
}

static void *testReturning(void *unused) {
  int count = 0;
  TileCompileCallbacks callbacks = {NULL, forkAtTenth, &count};
  EXPECT_OK(compile(compiler, oneKernel, &callbacks));
  EXPECT(count > 10);
  count = 0;
  callbacks.shouldCancel = compileAtTenth;
  EXPECT_OK(compile(compiler, oneKernel, &callbacks));
  EXPECT(count > 10);
  return unused;
}

static void testBecomingChild(void) {
  pid_t self = getpid();
  int count = 0;
  TileCompileCallbacks callbacks = {NULL, becomeChildAtTenth, &count};
  TileStatus status = compile(compiler, oneKernel, &callbacks);
  if (getpid() == self) {
    EXPECT(status == TileStatusCancelled);
    return;
  }
  EXPECT(status == TileStatusSuccess);
  EXPECT_OK(compile(compiler, oneKernel, NULL));
  expectChild(compileInChild);
  _exit(0);
}

/*===----------------------------------------------------------------------===*\
|* Callbacks that do not
\*===----------------------------------------------------------------------===*/

static atomic_int numStuck;

static void getStuck(void) {
  ++numStuck;
  for (;;)
    pause();
}

static bool getStuckInCompile(void *unused) {
  (void)unused;
  getStuck();
  return false;
}

static void getStuckAtDiagnostic(const TileDiagnostic *diagnostic,
                                 void *unused) {
  (void)diagnostic;
  (void)unused;
  getStuck();
}

static void *compileStuck(void *unused) {
  TileCompileCallbacks callbacks = {NULL, getStuckInCompile, NULL};
  (void)compile(compiler, oneKernel, &callbacks);
  return unused;
}

static void *compilePooledStuck(void *unused) {
  TileCompileCallbacks callbacks = {NULL, getStuckInCompile, NULL};
  (void)compile(pooled, fourKernels, &callbacks);
  return unused;
}

static void *compileWrongStuck(void *unused) {
  TileCompileCallbacks callbacks = {getStuckAtDiagnostic, NULL, NULL};
  (void)compile(compiler, "tile.nothing", &callbacks);
  return unused;
}

static void *specializeStuck(void *unused) {
  TileArgument argument = tileArgumentPointer(16);
  TileCompileCallbacks callbacks = {NULL, getStuckInCompile, NULL};
  TileKernel kernel;
  (void)tileKernelSpecialize(specializer, &argument, 1, &callbacks, &kernel);
  return unused;
}

static void testStuck(void *(*function)(void *), void (*work)(void)) {
  int before = numStuck;
  pthread_t thread;
  EXPECT(!pthread_create(&thread, NULL, function, NULL));
  while (numStuck == before)
    usleep(1000);
  expectChild(work);
  EXPECT_OK(compile(compiler, oneKernel, NULL));
}

static TileCompiler makeCompiler(MlirLlvmThreadPool pool) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerOptionsSetThreadPool(options, pool));
  TileCompiler result;
  EXPECT_OK(tileCompilerCreate(options, &result));
  tileCompilerOptionsDestroy(options);
  return result;
}

int main(void) {
  MlirLlvmThreadPool none = {NULL};
  compiler = makeCompiler(none);
  pooled = makeCompiler(mlirLlvmThreadPoolCreate());
  TileDevice device;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileSpecializerCreate(compiler, device, tileString(oneKernel),
                                  tileString("text"), tileString(""),
                                  &specializer));

  testReturning(NULL);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    EXPECT(!pthread_create(&threads[i], NULL, testReturning, NULL));
  for (int i = 0; i < 3; ++i)
    EXPECT(!pthread_join(threads[i], NULL));
  testBecomingChild();

  testStuck(compileStuck, compileInChild);
  testStuck(compileWrongStuck, compileInChild);
  testStuck(specializeStuck, specializeInChild);
  testStuck(compilePooledStuck, compileInChild);
  fflush(stdout);
  /* Threads are stuck. */
  _exit(0);
}
