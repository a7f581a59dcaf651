/*===- launch.c - What a launch costs the host ----------------------------===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The mean time of 10,000 launches of an empty kernel, by each way of the C API
|* and by cuLaunchKernel itself, in turn.
|*
\*===----------------------------------------------------------------------===*/
/*
 * usage: launch [--device=auto] [--count=10000]
 *
 * Launches go in rounds of 500, after each of which the device is waited for
 * outside the time; rounds of all ways alternate, so that all see the same
 * machine. On the simulator there is no cuLaunchKernel to compare with.
 */

#include "tile-c/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const TileStream kNoStream = {NULL};

enum { kRound = 500, kMaxRounds = 4096, kNumArguments = 4 };

static const char kSource[] =
    "tile.func public @empty(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32},"
    " %y: !tile.ptr<f32> {tile.divisibility = 16 : i32},"
    " %z: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {\n"
    "  tile.return\n"
    "}\n";

/* The driver API's, as cuda.h declares it. */
typedef int (*LaunchFunction)(void *function, unsigned gridX, unsigned gridY,
                              unsigned gridZ, unsigned blockX, unsigned blockY,
                              unsigned blockZ, unsigned sharedMemory,
                              void *stream, void **parameters, void **extra);

static void stop(const char *what) {
  fprintf(stderr, "launch: %s: %s\n", what, tileGetLastErrorMessage().data);
  exit(1);
}

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess)                                           \
      stop(#call);                                                             \
  } while (0)

static double getSeconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct Setup {
  TileDevice device;
  TileKernel kernel;
  TileSpecializer specializer;
  TileArgument arguments[kNumArguments];
  void *parameters[kNumArguments];
  LaunchFunction driverLaunch;
} Setup;

enum { kDriver, kRaw, kChecked, kSpecialized, kNumWays };
static const char *const kWays[kNumWays] = {
    "cuLaunchKernel", "tileKernelLaunchRaw", "tileKernelLaunch",
    "tileSpecializerLaunch"};

static void launchOnce(Setup *setup, int way) {
  TileGrid grid = tileGrid(1, 1, 1);
  switch (way) {
  case kDriver:
    if (setup->driverLaunch(tileKernelGetCUDA(setup->kernel), 1, 1, 1, 128, 1,
                            1, 0, NULL, setup->parameters, NULL) != 0) {
      fprintf(stderr, "launch: cuLaunchKernel failed\n");
      exit(1);
    }
    break;
  case kRaw:
    TRY(tileKernelLaunchRaw(setup->kernel, grid, setup->parameters, kNoStream));
    break;
  case kChecked:
    TRY(tileKernelLaunch(setup->kernel, grid, setup->arguments, kNumArguments,
                         kNoStream));
    break;
  default:
    TRY(tileSpecializerLaunch(setup->specializer, grid, setup->arguments,
                              kNumArguments, kNoStream));
  }
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Finds cuLaunchKernel, and makes the device's context current, as a program of
 * the driver API would. */
static LaunchFunction findDriverLaunch(const TileDeviceInfo *info) {
  if (info->isSimulator)
    return NULL;
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver)
    return NULL;
  int (*retain)(void **, int);
  int (*setCurrent)(void *);
  LaunchFunction launch;
  *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
  *(void **)&setCurrent = dlsym(driver, "cuCtxSetCurrent");
  *(void **)&launch = dlsym(driver, "cuLaunchKernel");
  void *context;
  if (!retain || !setCurrent || retain(&context, (int)info->ordinal) != 0 ||
      setCurrent(context) != 0)
    return NULL;
  return launch;
}

int main(int argc, char **argv) {
  const char *name = "auto";
  long count = 10000;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "--device=", 9) == 0)
      name = argv[i] + 9;
    else if (strncmp(argv[i], "--count=", 8) == 0)
      count = strtol(argv[i] + 8, NULL, 10);
    else
      count = 0;
    if (count < kRound || count > (long)kRound * kMaxRounds) {
      fprintf(stderr, "usage: launch [--device=auto] [--count=10000], at least "
                      "500\n");
      return 2;
    }
  }
  Setup setup = {0};
  TRY(tileDeviceOpen(tileString(name), &setup.device));
  TileDeviceInfo info;
  TRY(tileDeviceGetInfo(setup.device, &info));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TRY(tileCompilerOptionsSetTarget(options, info.target));
  TileCompiler compiler;
  TRY(tileCompilerCreate(options, &compiler));
  TileKernelImage image;
  TRY(tileCompilerCompileText(compiler, tileString(kSource),
                              tileString("empty.mlir"), TileStagePTX, NULL,
                              &image));
  TileModule module;
  TRY(tileModuleLoad(setup.device, image, &module));
  TRY(tileModuleGetKernel(module, tileString(""), &setup.kernel));
  TRY(tileSpecializerCreate(compiler, setup.device, tileString(kSource),
                            tileString("empty.mlir"), tileString(""),
                            &setup.specializer));
  TileDeviceAddress buffer;
  TRY(tileDeviceAllocate(setup.device, 4096, &buffer));
  for (int i = 0; i < 3; ++i)
    setup.arguments[i] = tileArgumentPointer(buffer);
  setup.arguments[3] = tileArgumentI32(1000);
  for (int i = 0; i < kNumArguments; ++i)
    setup.parameters[i] = &setup.arguments[i].value;
  setup.driverLaunch = findDriverLaunch(&info);

  static double means[kNumWays][kMaxRounds];
  long rounds = count / kRound;
  for (long round = -1; round < rounds; ++round)
    for (int way = setup.driverLaunch ? 0 : 1; way < kNumWays; ++way) {
      double start = getSeconds();
      for (int i = 0; i < kRound; ++i)
        launchOnce(&setup, way);
      double time = (getSeconds() - start) / kRound;
      TRY(tileDeviceSynchronize(setup.device));
      if (round >= 0) /* The first round warms up. */
        means[way][round] = time;
    }
  printf(
      "%s: microseconds per launch, %ld launches each way\n%-24s %8s %8s %8s\n",
      info.name.data, rounds * kRound, "", "mean", "median", "ratio");
  double driverMedian = 0;
  for (int way = setup.driverLaunch ? 0 : 1; way < kNumWays; ++way) {
    double sum = 0;
    for (long i = 0; i < rounds; ++i)
      sum += means[way][i];
    qsort(means[way], (size_t)rounds, sizeof(double), compareDoubles);
    double median = means[way][rounds / 2];
    if (way == kDriver)
      driverMedian = median;
    printf("%-24s %8.3f %8.3f", kWays[way], 1e6 * sum / (double)rounds,
           1e6 * median);
    if (driverMedian > 0)
      printf(" %8.3f", median / driverMedian);
    printf("\n");
  }
  tileSpecializerDestroy(setup.specializer);
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(setup.device);
  return 0;
}
