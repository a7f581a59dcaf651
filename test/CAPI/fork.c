/*===- fork.c - Children that go on with the parent's compilers --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A child of fork() has one thread, and every lock as it was at that moment.
|* It compiles and runs all the same, whatever the parent's threads did.
|*
\*===----------------------------------------------------------------------===*/
/* The address sanitizer's list of freed memory may be locked for ever in a
 * child of fork(): it is to keep none.
 * DEFINE: %{run} = env ASAN_OPTIONS=quarantine_size_mb=0 ./test
 */
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && %{run} %kernels/copy.mlir idle 60
// RUN: cd %t && %{run} %kernels/copy.mlir busy 60
// RUN: cd %t && %{run} %kernels/copy.mlir cached 60
// RUN: cd %t && %{run} %kernels/copy.mlir first 80

#define _DEFAULT_SOURCE

#include "Check.h"
#include "Patience.h"

#include "tile-c/Runtime.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kThreads = 3, N = 3000 };

static const char *file;
static TileCompiler compiler;
/* The PTX that each compile is to make. */
static char expected[1 << 16];

static TileKernelImage compile(void) {
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                                    NULL, &image));
  if (expected[0])
    EXPECT(strcmp(tileKernelImageGetStage(image, TileStagePTX).data,
                  expected) == 0);
  return image;
}

/* Copies on a simulator of its own. */
static void runOnSimulator(TileKernelImage image) {
  static float x[N], y[N];
  TileDevice device;
  TileModule module;
  TileKernel kernel;
  TileStream none = {NULL};
  TileDeviceAddress from, to;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("copy"), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, sizeof(x), &from));
  EXPECT_OK(tileDeviceAllocate(device, sizeof(x), &to));
  for (int i = 0; i < N; ++i)
    x[i] = (float)i / 3;
  EXPECT_OK(tileDeviceCopyToDevice(device, from, x, sizeof(x), none));
  TileArgument arguments[] = {tileArgumentPointer(from),
                              tileArgumentPointer(to), tileArgumentI32(N)};
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(tileCeilDiv(N, 1024), 1, 1),
                             arguments, 3, none));
  EXPECT_OK(tileDeviceCopyToHost(device, y, to, sizeof(y), none));
  EXPECT(memcmp(x, y, sizeof(x)) == 0);
  tileDeviceDestroy(device);
  tileModuleDestroy(module);
}

static void *compileWithoutEnd(void *unused) {
  (void)unused;
  for (;;)
    tileKernelImageDestroy(compile());
  return NULL;
}

/* A lock that nobody opens ends a child after 30 seconds. */
static void workInChild(TileKernelImage image) {
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    endIfHung(30);
    TileKernelImage own = compile();
    runOnSimulator(own);
    if (!tileKernelImageIsNull(image))
      runOnSimulator(image);
    tileKernelImageDestroy(own);
    fflush(stdout);
    /* Like any program's end, with its atexit handlers. */
    exit(0);
  }
  int result;
  EXPECT(waitpid(child, &result, 0) == child);
  EXPECT(!WIFSIGNALED(result));
  EXPECT(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}

static void pauseMicroseconds(long microseconds) {
  struct timespec pause = {0, microseconds * 1000};
  nanosleep(&pause, NULL);
}

/* Forks while this process's very first compile is under way. */
static int forkInFirst(long microseconds) {
  pthread_t thread;
  EXPECT(!pthread_create(&thread, NULL, compileWithoutEnd, NULL));
  pauseMicroseconds(microseconds);
  TileKernelImage none = {NULL};
  workInChild(none);
  return 0;
}

int main(int argc, char **argv) {
  EXPECT(argc == 4);
  file = argv[1];
  const char *mode = argv[2];
  int count = atoi(argv[3]);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSet(
      options, tileString("cache"),
      tileString(strcmp(mode, "cached") == 0 ? "cache" : "off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));

  if (strcmp(mode, "at") == 0) {
    _exit(forkInFirst(count));
  } else if (strcmp(mode, "first") == 0) {
    /* Most of what is made once is made in the first two milliseconds of about
     * 20. */
    for (int i = 0; i < count; ++i) {
      char command[1024];
      snprintf(command, sizeof(command), "%s %s at %d", argv[0], file,
               i % 2 ? i * 50 : i * 500);
      EXPECT(system(command) == 0);
    }
    return 0;
  }

  TileKernelImage image = compile();
  MlirStringRef ptx = tileKernelImageGetStage(image, TileStagePTX);
  EXPECT(ptx.length < sizeof(expected));
  memcpy(expected, ptx.data, ptx.length);
  runOnSimulator(image);
  pthread_t threads[kThreads];
  if (strcmp(mode, "idle") != 0)
    for (int i = 0; i < kThreads; ++i)
      EXPECT(!pthread_create(&threads[i], NULL, compileWithoutEnd, NULL));
  for (int i = 0; i < count; ++i) {
    pauseMicroseconds(i * 97);
    workInChild(image);
  }
  /* Without handlers, as the threads are still at work. */
  fflush(stdout);
  _exit(0);
}
