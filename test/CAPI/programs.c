/*===- programs.c - Several programs in a CTA --------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
/*
 * RUN: rm -rf %t && mkdir -p %t
 * RUN: %cc_capi %s -o %t/test
 * RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/one ./test sim
 * RUN: cd %t && env LD_LIBRARY_PATH=%build/lib/sim \
 * RUN:   TILEWRIGHT_CACHE_DIR=%t/two ./test cuda:0
 */

#include "Check.h"

#include "tile-c/Runtime.h"

enum { kPrograms = 4, kMost = 64 };

static TileDevice device;
static const TileStream noStream = {NULL};

/* Each program leaves 1000 times the number of programs, and its own number.
 */
static const char source[] =
    "tile.func public @number(%out: !tile.ptr<i32>, %factor: i32) {\n"
    "  %id = tile.get_program_id x : i32\n"
    "  %n = tile.get_num_programs x : i32\n"
    "  %scaled = arith.muli %n, %factor : i32\n"
    "  %value = arith.addi %scaled, %id : i32\n"
    "  %at = tile.addptr %out, %id : !tile.ptr<i32>, i32\n"
    "  tile.store %at, %value : !tile.ptr<i32>\n"
    "  tile.return\n"
    "}\n";

static TileCompiler makeCompiler(unsigned programs, unsigned numWarps) {
  TileDeviceInfo info;
  TileCompiler compiler;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  EXPECT_OK(tileCompilerOptionsSetTarget(options, info.target));
  EXPECT_OK(tileCompilerOptionsSetNumWarps(options, numWarps));
  EXPECT_OK(tileCompilerOptionsSetProgramsPerCTA(options, programs));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

static TileKernelImage compile(unsigned programs) {
  TileCompiler compiler = makeCompiler(programs, 2);
  TileKernelImage image = {NULL};
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("number.mlir"), TileStagePTX,
                                    NULL, &image));
  tileCompilerDestroy(compiler);
  return image;
}

static TileDeviceAddress allocate(void) {
  TileDeviceAddress out;
  int none = -1;
  EXPECT_OK(tileDeviceAllocate(device, 4 * kMost, &out));
  EXPECT_OK(tileDeviceFill(device, out, &none, 4, kMost, noStream));
  return out;
}

/* Each of `count` programs wrote, and none behind them. */
static void expectNumbers(TileDeviceAddress out, int count) {
  int results[kMost];
  EXPECT_OK(tileDeviceSynchronize(device));
  EXPECT_OK(
      tileDeviceCopyToHost(device, results, out, sizeof(results), noStream));
  for (int i = 0; i < kMost; ++i)
    EXPECT(results[i] == (i < count ? 1000 * count + i : -1));
  EXPECT_OK(tileDeviceFree(device, out));
}

static void testLaunches(TileKernel kernel) {
  static const int counts[] = {0, 1, 3, 4, 5, 63};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    TileDeviceAddress out = allocate();
    TileArgument arguments[] = {tileArgumentPointer(out),
                                tileArgumentI32(1000)};
    EXPECT_OK(tileKernelLaunch(kernel, tileGrid(counts[i], 1, 1), arguments, 2,
                               noStream));
    expectNumbers(out, counts[i]);
  }
  TileDeviceAddress out = allocate();
  int factor = 1000;
  void *parameters[] = {&out, &factor};
  EXPECT_OK(
      tileKernelLaunchRaw(kernel, tileGrid(7, 1, 1), parameters, noStream));
  expectNumbers(out, 7);
  out = 0;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a grid of at most 2147483647 x 65535 x 65535 programs "
               "for kernel 'number', found 2147483648 x 1 x 1",
               tileKernelLaunchRaw(kernel, tileGrid(2147483648u, 1, 1),
                                   parameters, noStream));
}

/* Nobody asks for a number: small programs of one warp share CTAs. */
static void testChosen(void) {
  TileCompiler compiler = makeCompiler(0, 1);
  TileKernelImage image = {NULL};
  TileKernelInfo info;
  TileModule module;
  TileKernel kernel;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("number.mlir"), TileStagePTX,
                                    NULL, &image));
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &info));
  EXPECT(info.programsPerCTA == 4 && info.numWarps == 1);
  EXPECT(info.numThreads == 128 && info.numArguments == 2);
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  testLaunches(kernel);
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
}

static void testImage(TileKernelImage image, unsigned programs) {
  TileKernelInfo info;
  TileModule module;
  TileKernel kernel;
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &info));
  EXPECT(info.programsPerCTA == programs && info.numWarps == 2);
  EXPECT(info.numThreads == 64 * programs && info.numArguments == 2);
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  EXPECT_OK(tileKernelGetInfo(kernel, &info));
  EXPECT(info.programsPerCTA == programs);
  if (programs > 1)
    testLaunches(kernel);
  tileModuleDestroy(module);
}

static void keep(MlirStringRef bytes, void *userData) {
  EXPECT_OK(tileKernelImageDeserialize(bytes, (TileKernelImage *)userData));
}

/* Compiled, out of bytes, and out of the cache, which tells numbers apart. */
static void testImages(void) {
  TileKernelImage image = compile(kPrograms), read = {NULL}, cached, one;
  EXPECT(!tileKernelImageIsFromCache(image));
  testImage(image, kPrograms);
  EXPECT_OK(tileKernelImageSerialize(image, keep, &read));
  testImage(read, kPrograms);
  cached = compile(kPrograms);
  EXPECT(tileKernelImageIsFromCache(cached));
  testImage(cached, kPrograms);
  one = compile(1);
  EXPECT(!tileKernelImageIsFromCache(one));
  testImage(one, 1);
  tileKernelImageDestroy(one);
  tileKernelImageDestroy(cached);
  tileKernelImageDestroy(read);
  tileKernelImageDestroy(image);
}

static void testSpecializer(unsigned programs) {
  TileCompiler compiler = makeCompiler(programs, 1);
  TileSpecializer specializer;
  TileDeviceAddress out = allocate();
  TileArgument arguments[] = {tileArgumentPointer(out), tileArgumentI32(1000)};
  EXPECT_OK(tileSpecializerCreate(compiler, device, tileString(source),
                                  tileString("number.mlir"), tileString(""),
                                  &specializer));
  EXPECT_OK(tileSpecializerLaunch(specializer, tileGrid(9, 1, 1), arguments, 2,
                                  noStream));
  expectNumbers(out, 9);
  tileSpecializerDestroy(specializer);
  tileCompilerDestroy(compiler);
}

static void testErrors(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler = makeCompiler(4, 16);
  TileKernelImage image;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected auto, 0, 1, 2, 4, 8, 16 or 32 for 'programs-per-cta', "
               "found '3'",
               tileCompilerOptionsSetProgramsPerCTA(options, 3));
  EXPECT_ERROR(TileStatusCompileFailed,
               "expected a power of two up to 2 as the number of programs of "
               "16 warps that share a CTA, found 4",
               tileCompilerCompileText(compiler, tileString(source),
                                       tileString("number.mlir"), TileStagePTX,
                                       NULL, &image));
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  testImages();
  testChosen();
  testSpecializer(kPrograms);
  testSpecializer(0);
  testErrors();
  tileDeviceDestroy(device);
  return 0;
}
