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

  TileSimulatorSettings settings = {0, true, true, true, 0, false, true};
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  EXPECT_OK(tileExactFromFloats(tileString("f32"), numbers, Rows * Length));
  run(device, "tree", sums[0]);
  run(device, "loop", sums[1]);
  EXPECT(memcmp(sums[0], sums[1], sizeof(sums[0])) == 0);

  /* The sum of the first row, of its numbers. */
  double row[Length], sum = 0, found;
  EXPECT_OK(tileExactToNumbers(tileString("f32"), numbers, Length, row));
  for (int i = 0; i < Length; ++i) {
    EXPECT(row[i] == floor(row[i]) && fabs(row[i]) <= 25326);
    sum += row[i];
  }
  EXPECT_OK(tileExactToNumbers(tileString("f32"), sums[0], 1, &found));
  EXPECT(fmod(sum - found, 50653) == 0);

  uint16_t halves[] = {0x3C00, 0x3800, 0xBC00, 0x7C00};
  EXPECT_OK(tileExactFromFloats(tileString("f16"), halves, 4));
  EXPECT(halves[0] == 1 && halves[2] == 0x8001 && halves[3] == 0x7C00);
  EXPECT_OK(tileExactToNumbers(tileString("f16"), halves, 4, row));
  EXPECT(row[0] == 1 && row[1] == 25327 - 50653 && row[2] == -1 &&
         isinf(row[3]));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected f16, bf16, f32 or f64 as the type, found 'i32'",
               tileExactFromFloats(tileString("i32"), halves, 4));
  EXPECT_ERROR(TileStatusInvalidArgument, "'elements'",
               tileExactFromFloats(tileString("f16"), NULL, 4));
  EXPECT_ERROR(TileStatusInvalidArgument, "'numbers'",
               tileExactToNumbers(tileString("f16"), halves, 4, NULL));
  EXPECT_OK(tileExactFromFloats(tileString("f16"), NULL, 0));
  tileDeviceDestroy(device);
  return 0;
}
