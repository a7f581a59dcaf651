/*===- runtime-no-threads.c - Launches without threads -----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Where the system makes no more threads, the simulator runs a grid on those
|* that there are, down to the calling thread alone.
|*
\*===----------------------------------------------------------------------===*/
/* DEFINE: %{few_addresses} = \
 * DEFINE:   bash -c 'ulimit -s 8192; ulimit -c 0; %t sim address-space'
 */
// RUN: %cc_capi %s -o %t -ldl
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0
// The address sanitizer needs terabytes of addresses.
// RUN: %if !sanitizers %{ %{few_addresses} %}

#define _GNU_SOURCE

#include "Check.h"

#include "tile-c/Runtime.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static int threadsLeft = 1000, threadsMade;

/* The address sanitizer's, which is to know of each thread; else null. */
extern int ___interceptor_pthread_create(pthread_t *, const pthread_attr_t *,
                                         void *(*)(void *), void *)
    __attribute__((weak));

/* Takes the place of the C library's for all of the process. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                   void *(*start)(void *), void *data) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                     void *);
  if (threadsLeft-- <= 0)
    return EAGAIN;
  if (!real)
    real = ___interceptor_pthread_create;
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  int error = real(thread, attr, start, data);
  threadsMade += error == 0;
  return error;
}

/* CTA i writes i + 1. */
static const char source[] = "tile.func public @number(%p: !tile.ptr<i32>) {\n"
                             "  %x = tile.get_program_id x : i32\n"
                             "  %one = arith.constant 1 : i32\n"
                             "  %v = arith.addi %x, %one : i32\n"
                             "  %q = tile.addptr %p, %x : !tile.ptr<i32>, i32\n"
                             "  tile.store %q, %v : !tile.ptr<i32>\n"
                             "  tile.return\n"
                             "}\n";

enum { kBlocks = 500 };
static const TileStream noStream = {NULL};
static TileDevice device;
static TileKernel kernel;
static TileDeviceAddress memory;

static void setThreads(unsigned threads) {
  TileSimulatorSettings settings = {0};
  settings.threads = threads;
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
}

static void launch(void) {
  int32_t out[kBlocks];
  unsigned char zero = 0;
  TileArgument arguments[] = {tileArgumentPointer(memory)};
  EXPECT_OK(tileDeviceFill(device, memory, &zero, 1, sizeof(out), noStream));
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(kBlocks, 1, 1), arguments, 1,
                             noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, out, memory, sizeof(out), noStream));
  for (int i = 0; i < kBlocks; ++i)
    EXPECT(out[i] == i + 1);
}

int main(int argc, char **argv) {
  EXPECT(argc >= 2);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString(""), TileStagePTX, NULL,
                                    &image));
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("number"), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, kBlocks * sizeof(int32_t), &memory));
  bool isSim = strcmp(argv[1], "sim") == 0;
  if (argc == 2) {
    if (isSim)
      setThreads(8);
    for (int left = 9; left >= 0; left -= 3) {
      threadsLeft = left;
      threadsMade = 0;
      launch();
      EXPECT(!isSim || threadsMade == (left < 7 ? left : 7));
    }
  } else {
    /* As much address space as there is after a launch, and 6 MB: too little
     * for the stack of a thread, 8 MB. */
    setThreads(1);
    launch();
    char line[64];
    FILE *file = fopen("/proc/self/statm", "r");
    EXPECT(file && fgets(line, sizeof(line), file));
    fclose(file);
    struct rlimit space;
    space.rlim_cur = space.rlim_max =
        (rlim_t)sysconf(_SC_PAGESIZE) * strtoul(line, NULL, 10) + (6 << 20);
    EXPECT(setrlimit(RLIMIT_AS, &space) == 0);
    setThreads(8);
    launch();
    EXPECT(threadsMade == 0);
  }
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return 0;
}
