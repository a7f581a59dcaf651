/*===- settings.c - Settings that begin with = {0} -----------------*- C
-*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * docs/stability.md: `= {0}` is the default of every field of each structure
 * that the caller fills in. So a call with it does what the call with nothing,
 * or with the defaults as numbers, does.
 *
 * RUN: %cc_capi %s -o %t && %t
 */

#include "Check.h"

#include "tile-c/Passes.h"
#include "tile-c/Tuner.h"

static const TileStream noStream = {NULL};
static TileDevice device;

/* Two programs that add to one place without an atomic: a race. */
static const char race[] = "tile.func public @add(%p: !tile.ptr<i32>) {\n"
                           "  %x = tile.load %p : !tile.ptr<i32>\n"
                           "  %one = arith.constant 1 : i32\n"
                           "  %y = arith.addi %x, %one : i32\n"
                           "  tile.store %p, %y : !tile.ptr<i32>\n"
                           "  tile.return\n"
                           "}\n";

static TileModule load(TileKernel *kernel) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompileCallbacks callbacks = {0};
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(race),
                                    tileString("race.mlir"), TileStagePTX,
                                    &callbacks, &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), kernel));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return module;
}

/* The simulator looks for all mistakes, unless a field says to skip one. */
static void testSimulator(TileKernel kernel, TileDeviceAddress address) {
  TileArgument argument = tileArgumentPointer(address);
  TileSimulatorSettings settings = {0};
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  EXPECT_ERROR(
      TileStatusLaunchFailed, "race",
      tileKernelLaunch(kernel, tileGrid(2, 1, 1), &argument, 1, noStream));
  settings.skipGlobalRaces = true;
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(2, 1, 1), &argument, 1, noStream));
}

static TileStatus count(void *userData) {
  ++*(unsigned *)userData;
  return TileStatusSuccess;
}

/* The default is at least ten samples and 100 ms. One bound alone moves the
 * other. */
static void testBenchmark(TileKernel kernel, TileDeviceAddress address) {
  TileArgument argument = tileArgumentPointer(address);
  TileBenchmarkOptions options = {0};
  TileBenchmarkResult result;
  unsigned calls = 0;
  EXPECT_OK(tileKernelBenchmark(kernel, tileGrid(1, 1, 1), &argument, 1,
                                &options, &result));
  EXPECT(result.numSamples >= 10);
  EXPECT(result.numSamples == 10000 || result.mean * result.numSamples >= 99.9);
  options.warmUp = options.duration = 1e-6;
  EXPECT_OK(tileDeviceBenchmark(device, count, &calls, &options, &result));
  EXPECT(result.numSamples >= 10 && result.numSamples < 100);
  options.maxSamples = 2;
  EXPECT_OK(tileDeviceBenchmark(device, count, &calls, &options, &result));
  EXPECT(result.numSamples >= 1 && result.numSamples <= 2);
  options.maxSamples = 0;
  options.minSamples = 10100;
  EXPECT_OK(tileDeviceBenchmark(device, count, &calls, &options, &result));
  EXPECT(result.numSamples == 10100);
}

/* Four CTAs run on the simulator; the fifth would be out of bounds. */
static void testTuner(TileDeviceAddress address) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileTunerConfiguration configuration = {0};
  TileTunerSettings settings = {0};
  TileArgument argument = tileArgumentPointer(address);
  TileTuner tuner;
  static const char source[] =
      "tile.func public @set(%p: !tile.ptr<i32>) {\n"
      "  %i = tile.get_program_id x : i32\n"
      "  %q = tile.addptr %p, %i : !tile.ptr<i32>, i32\n"
      "  tile.store %q, %i : !tile.ptr<i32>\n"
      "  tile.return\n"
      "}\n";
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileTunerCreate(options, device, tileString(""), &tuner));
  configuration.source = tileString(source);
  configuration.grid = tileGrid(100, 1, 1);
  EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  EXPECT_OK(tileTunerRun(tuner, &argument, 1, NULL, NULL));
  settings.simulatedCTAs = UINT64_MAX;
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  EXPECT_ERROR(TileStatusLaunchFailed, "out-of-bounds",
               tileTunerRun(tuner, &argument, 1, NULL, NULL));
  /* One bound alone moves the other. */
  settings.maxSamples = 1;
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  settings.maxSamples = 0;
  settings.minSamples = 1000;
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  settings.maxSamples = 999;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "found minSamples 1000 and maxSamples 999",
               tileTunerSetSettings(tuner, &settings));
  tileTunerDestroy(tuner);
  tileCompilerOptionsDestroy(options);
}

static void testPipeline(void) {
  MlirContext context = mlirContextCreate();
  MlirPassManager manager = mlirPassManagerCreate(context);
  TilePipelineOptions options = {0};
  EXPECT_OK(tilePipelineBuildTileToLLVM(
      mlirPassManagerGetAsOpPassManager(manager), &options));
  mlirPassManagerDestroy(manager);
  mlirContextDestroy(context);
}

/* Rounding is to the nearest, ties to even. */
static void testHalves(void) {
  static const struct {
    double value;
    uint64_t f16, bf16;
  } cases[] = {{0, 0, 0},
               {-0.0, 0x8000, 0x8000},
               {1, 0x3c00, 0x3f80},
               {-2.5, 0xc100, 0xc020},
               {1 + 0x1p-11, 0x3c00, 0x3f80},
               {1 + 3 * 0x1p-11, 0x3c02, 0x3f80},
               {1 + 0x1p-8, 0x3c04, 0x3f80},
               {1 + 3 * 0x1p-8, 0x3c0c, 0x3f82},
               {1 + 0x1p-8 + 0x1p-40, 0x3c04, 0x3f81},
               {65504, 0x7bff, 0x4780},
               {65520, 0x7c00, 0x4780},
               {0x1p-24, 1, 0x3380},
               {0x1p-25, 0, 0x3300},
               {1e300, 0x7c00, 0x7f80},
               {-1e300, 0xfc00, 0xff80},
               {1e-300, 0, 0}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    TileArgument half = tileArgumentF16(cases[i].value);
    TileArgument brain = tileArgumentBF16(cases[i].value);
    EXPECT(half.type == TileArgumentTypeF16 && half.reserved == 0);
    EXPECT(brain.type == TileArgumentTypeBF16 && brain.reserved == 0);
    EXPECT(half.value.bits == cases[i].f16);
    EXPECT(brain.value.bits == cases[i].bf16);
  }
}

int main(void) {
  TileKernel kernel;
  TileDeviceAddress address;
  const uint32_t zero = 0;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileDeviceAllocate(device, 16, &address));
  EXPECT_OK(tileDeviceFill(device, address, &zero, 4, 4, noStream));
  TileModule module = load(&kernel);
  testSimulator(kernel, address);
  testBenchmark(kernel, address);
  testTuner(address);
  testPipeline();
  testHalves();
  tileModuleDestroy(module);
  EXPECT_OK(tileDeviceFree(device, address));
  tileDeviceDestroy(device);
  return 0;
}
