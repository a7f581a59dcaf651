/*===- runtime-benchmark.c - Measurements ------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

#include <time.h>

static TileDevice device;
static const TileStream noStream = {NULL};

/* Adds 1 to a number, so that launches can be counted. */
static const char count[] =
    "tile.func public @count(%p: !tile.ptr<i32> {tile.divisibility = 4 : "
    "i32}) {\n"
    "  %x = tile.load %p : !tile.ptr<i32>\n"
    "  %one = arith.constant 1 : i32\n"
    "  %y = arith.addi %x, %one : i32\n"
    "  tile.store %p, %y : !tile.ptr<i32>\n"
    "  tile.return\n"
    "}\n";

static void expectOrder(TileBenchmarkResult r) {
  EXPECT(r.min >= 0 && r.min <= r.p10 && r.p10 <= r.median);
  EXPECT(r.median <= r.p90 && r.p90 <= r.p99 && r.p99 <= r.max);
  EXPECT(r.min <= r.mean && r.mean <= r.max && r.max < 60000);
}

static void testDefaults(void) {
  TileBenchmarkOptions options = tileBenchmarkOptionsGetDefault();
  EXPECT(options.warmUp == 25 && options.duration == 100);
  EXPECT(options.minSamples == 10 && options.maxSamples == 10000);
  EXPECT(!options.warmL2);
}

static void testKernel(TileKernel kernel) {
  TileDeviceAddress address;
  int32_t launches = 0, before;
  EXPECT_OK(tileDeviceAllocate(device, 8, &address));
  EXPECT_OK(tileDeviceFill(device, address, &launches, 4, 2, noStream));
  TileArgument argument = tileArgumentPointer(address);
  const TileGrid grid = {1, 1, 1};
  TileBenchmarkOptions options = {0.001, 0.001, 7, 7, true};
  TileBenchmarkResult result = {-1, -1, -1, -1, -1, -1, -1, 99};
  EXPECT_OK(tileKernelBenchmark(kernel, grid, &argument, 1, &options, &result));
  EXPECT(result.numSamples == 7);
  expectOrder(result);
  EXPECT_OK(tileDeviceCopyToHost(device, &launches, address, 4, noStream));
  /* One to warm up, 7 samples, and what comes before a sample. */
  EXPECT(launches >= 8 && launches <= 15);

  /* As many samples as fill the time, within the bounds. */
  options = (TileBenchmarkOptions){1, 20, 3, 100000, false};
  EXPECT_OK(tileKernelBenchmark(kernel, grid, &argument, 1, &options, &result));
  EXPECT(result.numSamples >= 3);
  EXPECT(result.mean * result.numSamples >= 19.9 ||
         result.numSamples == 100000);
  expectOrder(result);
  EXPECT_OK(tileKernelBenchmark(kernel, grid, &argument, 1, NULL, &result));
  EXPECT(result.numSamples >= 10 && result.numSamples <= 10000);

  /* What is wrong with the arguments is found before. */
  before = launches;
  EXPECT_OK(tileDeviceCopyToHost(device, &before, address, 4, noStream));
  argument = tileArgumentPointer(address + 2);
  EXPECT_ERROR(TileStatusAssumptionViolated, "argument 0 'p' of kernel 'count'",
               tileKernelBenchmark(kernel, grid, &argument, 1, NULL, &result));
  argument = tileArgumentPointer(address);
  options = (TileBenchmarkOptions){0, -1, 1, 1, true};
  EXPECT_ERROR(
      TileStatusInvalidArgument, "that are not negative",
      tileKernelBenchmark(kernel, grid, &argument, 1, &options, &result));
  options = (TileBenchmarkOptions){0, 1, 2, 1, true};
  EXPECT_ERROR(
      TileStatusInvalidArgument, "found minSamples 2 and maxSamples 1",
      tileKernelBenchmark(kernel, grid, &argument, 1, &options, &result));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'result', found null",
               tileKernelBenchmark(kernel, grid, &argument, 1, NULL, NULL));
  EXPECT_OK(tileDeviceCopyToHost(device, &launches, address, 4, noStream));
  EXPECT(launches == before);
  EXPECT_OK(tileDeviceFree(device, address));
}

typedef struct Step {
  int calls, failAt;
} Step;

/* Takes a millisecond of processor time: on a busy machine, more of others. */
static TileStatus work(void *userData) {
  Step *step = userData;
  if (++step->calls == step->failAt)
    return tileDeviceFree(device, 1);
  clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC / 1000)
    ;
  return TileStatusSuccess;
}

static TileStatus cancel(void *userData) {
  (void)userData;
  return TileStatusCancelled;
}

static void testStep(void) {
  Step step = {0, -1};
  TileBenchmarkOptions options = {0.001, 0.001, 5, 5, true};
  TileBenchmarkResult result;
  EXPECT_OK(tileDeviceBenchmark(device, work, &step, &options, &result));
  EXPECT(result.numSamples == 5 && step.calls >= 6 && step.calls <= 11);
  /* The simulator measures the host, and its GPUs count what is between. */
  EXPECT(result.min >= 0.9);
  expectOrder(result);
  /* A step that fails ends it, with its status and message. */
  step = (Step){0, 3};
  EXPECT_ERROR(TileStatusInvalidArgument, "found 0x1",
               tileDeviceBenchmark(device, work, &step, &options, &result));
  EXPECT(step.calls == 3);
  EXPECT(tileDeviceBenchmark(device, cancel, NULL, &options, &result) ==
         TileStatusCancelled);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'step', found null",
               tileDeviceBenchmark(device, NULL, NULL, NULL, &result));
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(count),
                                    tileString("count.mlir"), TileStagePTX,
                                    NULL, &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("count"), &kernel));
  testDefaults();
  testKernel(kernel);
  testStep();
  tileDeviceDestroy(device);
  /* The module keeps its device. */
  TileArgument argument = tileArgumentPointer(0);
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(0, 1, 1), &argument, 1, noStream));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return 0;
}
