/*===- exact-arithmetic.c - Kernels without rounding -------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Adds the numbers of rows in two orders, on simulators with and without exact
|* arithmetic.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t %src/docs/kernels/sum-order.mlir

#include "Check.h"

#include "tile-c/Compiler.h"
#include "tile-c/Runtime.h"

#include <math.h>

enum { Rows = 64, Length = 1024 };

static char source[16384];
static float numbers[Rows * Length], sums[2][Rows];
static const TileStream noStream = {NULL};

/* The sums that a kernel makes, as they are in memory. */
static void run(TileDevice device, const char *name, float *result) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  TileDeviceAddress x, y;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("sum-order.mlir"), TileStagePTX,
                                    NULL, &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(name), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, sizeof(numbers), &x));
  EXPECT_OK(tileDeviceAllocate(device, sizeof(sums[0]), &y));
  EXPECT_OK(
      tileDeviceCopyToDevice(device, x, numbers, sizeof(numbers), noStream));
  TileArgument arguments[] = {tileArgumentPointer(x), tileArgumentPointer(y)};
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(Rows, 1, 1), arguments, 2, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, result, y, sizeof(sums[0]), noStream));
  EXPECT_OK(tileDeviceFree(device, x));
  EXPECT_OK(tileDeviceFree(device, y));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  FILE *file = fopen(argv[1], "rb");
  EXPECT(file && fread(source, 1, sizeof(source) - 1, file) > 0);
  fclose(file);
  for (int i = 0; i < Rows * Length; ++i)
    numbers[i] = (float)(i % 1013 - 500) / (float)(i % 97 + 1);
  TileDevice device;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  run(device, "tree", sums[0]);
  run(device, "loop", sums[1]);
  EXPECT(memcmp(sums[0], sums[1], sizeof(sums[0])) != 0);

  TileSimulatorSettings settings = {0};
  settings.exactArithmetic = true;
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  double row[Length], sum = 0, found;
  for (int i = 0; i < Rows * Length; ++i) {
    uint64_t bits;
    EXPECT_OK(tileExactFromFloat(tileString("f32"), numbers[i], &bits));
    if (i < Length)
      EXPECT_OK(tileExactToNumber(tileString("f32"), bits, &row[i]));
    uint32_t word = (uint32_t)bits;
    memcpy(&numbers[i], &word, sizeof(word));
  }
  run(device, "tree", sums[0]);
  run(device, "loop", sums[1]);
  EXPECT(memcmp(sums[0], sums[1], sizeof(sums[0])) == 0);

  /* The sum of the first row, of its numbers. */
  for (int i = 0; i < Length; ++i) {
    EXPECT(row[i] == floor(row[i]) && fabs(row[i]) <= 25326);
    sum += row[i];
  }
  uint32_t word;
  memcpy(&word, sums[0], sizeof(word));
  EXPECT_OK(tileExactToNumber(tileString("f32"), word, &found));
  EXPECT(fmod(sum - found, 50653) == 0);

  const double floats[] = {1, -1, 0.5, INFINITY};
  const uint64_t halves[] = {1, 0x8001, 0x8000 | 25326, 0x7C00};
  const double integers[] = {1, -1, -25326, INFINITY};
  for (int i = 0; i < 4; ++i) {
    uint64_t bits;
    EXPECT_OK(tileExactFromFloat(tileString("f16"), floats[i], &bits));
    EXPECT(bits == halves[i]);
    EXPECT_OK(tileExactToNumber(tileString("f16"), bits, &found));
    EXPECT(found == integers[i]);
  }
  uint64_t bits;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected f16, bf16, f32 or f64 as the type, found 'i32'",
               tileExactFromFloat(tileString("i32"), 1, &bits));
  EXPECT_ERROR(TileStatusInvalidArgument, "'bits'",
               tileExactFromFloat(tileString("f16"), 1, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument, "'number'",
               tileExactToNumber(tileString("f16"), 1, NULL));
  tileDeviceDestroy(device);
  return 0;
}
